#version 330 core
// heat.frag: the strain as a colour, the very one of render_heat_colour where the cloth faces the eye.
#include "frame.glsl"
#include "side.glsl"
#include "srgb.glsl"

in vec3 v_position;
in float v_value;

uniform float u_heat_range;
uniform vec3 u_heat_table[9]; // linear, from full compression to full stretch

out vec4 f_colour;

void main()
{
    float x = (clamp(v_value / u_heat_range, -1.0, 1.0) * 0.5 + 0.5) * 8.0;
    int i = int(clamp(x, 0.0, 7.0));
    vec3 colour = mix(u_heat_table[i], u_heat_table[i + 1], x - float(i));
    float facing = dot(side_normal(), normalize(frame.eye.xyz - v_position));
    colour *= mix(0.45, 1.0, smoothstep(0.0, 0.9, abs(facing)));
    f_colour = vec4(isnan(v_value) ? vec3(1.0, 0.0, 1.0) : to_srgb(colour), 1.0);
}
