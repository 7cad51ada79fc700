#version 330 core
// lines.frag: one flat colour with a soft rim.
#include "frame.glsl"
#include "ribbon.glsl"
#include "srgb.glsl"

in vec4 v_colour; // sRGB
flat in float v_width;
noperspective in float v_across;

out vec4 f_colour;

void main()
{
    f_colour = vec4(from_srgb(v_colour.rgb), v_colour.a * ribbon_cover(v_across, v_width));
}
