#version 330 core
// cloth.frag: woven fabric, lit on the side that is seen.
#include "frame.glsl"
#include "light.glsl"
#include "srgb.glsl"

in vec3 v_position;
in vec3 v_normal;
in float v_fog;
in vec2 v_uv;

uniform vec3 u_colour;
uniform sampler2D u_texture;
uniform sampler2D u_normal_map;
uniform vec2 u_texture_repeat;
uniform vec2 u_normal_repeat;
uniform float u_sheen;

out vec4 f_colour;

// The weave's relief, half a level smoother than the texture: where yarns are only a few pixels wide, light
// on their slopes flickers sooner than their colours. u and v have their directions on the surface from how
// position and uv change over the screen: dp = T du + B dv, solved for T and B up to a common factor.
vec3 woven_normal(vec3 normal)
{
    vec2 relief = texture(u_normal_map, v_uv * u_normal_repeat, 0.5).xy * 2.0 - 1.0;
    vec3 dx = dFdx(v_position), dy = dFdy(v_position);
    vec2 ux = dFdx(v_uv), uy = dFdy(v_uv);
    vec3 tangent = dx * uy.y - dy * ux.y, bitangent = dy * ux.x - dx * uy.x;
    float size = max(dot(tangent, tangent), dot(bitangent, bitangent));
    float height = ux.x * uy.y < uy.x * ux.y ? -0.8 : 0.8;
    vec3 bump = (tangent * relief.x + bitangent * relief.y) * (height * inversesqrt(size + 1e-30));
    return normalize(normal + bump);
}

void main()
{
    vec3 normal = woven_normal(gl_FrontFacing ? v_normal : -v_normal);
    vec3 to_eye = frame.eye.xyz - v_position;
    vec3 albedo = from_srgb_fast(texture(u_texture, v_uv * u_texture_repeat).rgb) * u_colour;
    float cosine = dot(normal, frame.key_direction.xyz);
    float fill = wrapped(dot(normal, frame.fill_direction.xyz), 0.5);
    vec3 light = frame.key_colour.rgb * soft_lamp(cosine) + frame.fill_colour.rgb * fill + ambient(normal);
    // Some of the light on the other side comes through, coloured twice by the yarn.
    float through = max(-cosine, 0.0) * 0.25;
    vec3 colour = albedo * (light + albedo * frame.key_colour.rgb * through);
    // Fibre ends stand off the surface and catch light where it turns away.
    float grazing = 1.0 - abs(dot(normal, to_eye)) * inversesqrt(dot(to_eye, to_eye));
    colour += (u_sheen * grazing * grazing * grazing) * light * (0.15 + 0.5 * albedo);
    f_colour = vec4(to_srgb_fast(mix(frame.fog_colour.rgb, shoulder(colour), v_fog)), 1.0);
}
