#version 330 core
// points.frag: a disc in one flat colour with a soft rim.
#include "srgb.glsl"

in vec4 v_colour; // sRGB
flat in float v_size;

out vec4 f_colour;

void main()
{
    float across = length(gl_PointCoord * 2.0 - 1.0) * 0.5 * (v_size + 1.0);
    float cover = clamp(0.5 * v_size + 0.5 - across, 0.0, 1.0);
    f_colour = vec4(from_srgb(v_colour.rgb), v_colour.a * cover);
}
