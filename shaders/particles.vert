#version 330 core
// particles.vert: a cloth's particles as little balls of the same size on the screen.
#include "frame.glsl"
#include "nudge.glsl"

layout(location = 0) in vec3 a_position;

uniform float u_width; // diameter, px

void main()
{
    vec3 position = (frame.view * vec4(a_position, 1.0)).xyz;
    gl_Position = nudged(position, 0.003);
    gl_PointSize = max(u_width, 1.0) + 1.0;
}
