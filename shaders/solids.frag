#version 330 core
// solids.frag: matt plaster with a faint gloss.
#include "frame.glsl"
#include "light.glsl"
#include "srgb.glsl"

in vec3 v_position;
in vec3 v_normal;
in float v_fog;

uniform vec3 u_colour;

out vec4 f_colour;

void main()
{
    vec3 normal = normalize(v_normal), to_eye = frame.eye.xyz - v_position;
    vec3 eye = normalize(to_eye);
    float key = soft_lamp(dot(normal, frame.key_direction.xyz));
    float fill = wrapped(dot(normal, frame.fill_direction.xyz), 0.4);
    // The floor takes light away from what faces it closely.
    float above = clamp((v_position.y - frame.floor_plane.x) * 3.0, 0.0, 1.0);
    float open = mix(mix(0.55, 1.0, above), 1.0, normal.y * 0.5 + 0.5);
    vec3 colour = u_colour * (frame.key_colour.rgb * key + frame.fill_colour.rgb * fill +
                              ambient(normal) * open);
    vec3 halfway = normalize(eye + frame.key_direction.xyz);
    float gloss = pow(max(dot(normal, halfway), 0.0), 40.0) * key;
    float rim = pow(1.0 - max(dot(normal, eye), 0.0), 4.0);
    colour += frame.key_colour.rgb * gloss * 0.12 + frame.sky_colour.rgb * rim * 0.12;
    f_colour = vec4(to_srgb_fast(mix(frame.fog_colour.rgb, shoulder(colour), v_fog)), 1.0);
}
