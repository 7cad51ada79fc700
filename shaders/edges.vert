#version 330 core
// edges.vert: a cloth's particle in view space, drawn a little towards the eye so that edges lie on top of
// their own faces.
#include "frame.glsl"
#include "nudge.glsl"

layout(location = 0) in vec3 a_position;

void main()
{
    vec3 position = (frame.view * vec4(a_position, 1.0)).xyz;
    gl_Position = nudged(position, 0.0025);
}
