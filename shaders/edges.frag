#version 330 core
// edges.frag: one flat colour with a soft rim.
#include "frame.glsl"
#include "ribbon.glsl"

noperspective in float g_across;

uniform vec3 u_colour;
uniform float u_width; // px

out vec4 f_colour;

void main()
{
    float alpha = ribbon_cover(g_across, u_width);
    if (alpha < 0.05)
        discard; // leaves no depth
    f_colour = vec4(u_colour, alpha);
}
