#version 330 core
// normals.frag: the normal's x, y, z as red, green, blue; written as they are, not as light.
#include "side.glsl"

out vec4 f_colour;

void main()
{
    f_colour = vec4(side_normal() * 0.5 + 0.5, 1.0);
}
