#version 330 core
// blobs.frag: darkens the floor by a soft spot that ends at three deviations. Multiplies sRGB values.
#include "frame.glsl"
#include "studio.glsl"

in vec2 v_offset;
flat in vec2 v_shade; // strength; sharpness, 0: of light from all around, a bell

out vec4 f_colour;

void main()
{
    float inside = max(1.0 - dot(v_offset, v_offset) * (1.0 / 9.0), 0.0), square = inside * inside;
    float level = clamp((inside - 0.55) * v_shade.y + 0.5, 0.0, 1.0); // of a lamp: dark up to a soft rim
    float dark = v_shade.y > 0.0 ? level * level * (3.0 - 2.0 * level) : square * square;
    f_colour = vec4(vec3(1.0 - v_shade.x * dark + dither()), 1.0);
}
