#version 330 core
// backdrop.frag: what is behind everything. Writes sRGB.
#include "frame.glsl"
#include "studio.glsl"

in vec3 v_ray;
out vec4 f_colour;

void main()
{
    f_colour = vec4(dither(backdrop_colour(normalize(v_ray))), 1.0);
}
