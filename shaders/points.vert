#version 330 core
// points.vert: round points that keep their size on the screen.
#include "frame.glsl"
#include "nudge.glsl"

layout(location = 0) in vec3 a_position;
layout(location = 2) in vec4 a_colour;
layout(location = 3) in float a_size; // diameter, px
layout(location = 4) in uint a_on_top;
layout(location = 5) in float a_hidden; // part of the alpha that shows through what is before it

uniform int u_part; // 0: what is seen, 1: what is hidden, of the depth-tested ones; 2: on top

out vec4 v_colour;
flat out float v_size;

void main()
{
    v_colour = vec4(a_colour.rgb, a_colour.a * (u_part == 1 ? a_hidden : 1.0));
    v_size = max(a_size, 1.0);
    gl_PointSize = v_size + 1.0;
    vec3 position = (frame.view * vec4(a_position, 1.0)).xyz;
    gl_Position = nudged(position, 0.004);
    if ((a_on_top != 0u) != (u_part == 2))
        gl_Position = vec4(2.0, 2.0, 2.0, 1.0); // outside of everything
}
