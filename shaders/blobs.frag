#version 330 core
// blobs.frag: darkens the floor by a Gaussian that ends at three deviations. Multiplies sRGB values.
#include "frame.glsl"
#include "studio.glsl"

in vec2 v_offset;
flat in vec4 v_shape; // inverse covariance xx, xz, zz; strength

out vec4 f_colour;

void main()
{
    vec2 d = v_offset;
    float square = v_shape.x * d.x * d.x + 2.0 * v_shape.y * d.x * d.y + v_shape.z * d.y * d.y;
    float dark = v_shape.w * max(exp(-0.5 * square) - 0.0111, 0.0);
    f_colour = vec4(dither(vec3(1.0 - dark)), 1.0);
}
