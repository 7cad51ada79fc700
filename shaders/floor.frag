#version 330 core
// floor.frag: the near part of the paper sweep; further away it becomes the backdrop, so that there is no
// edge. Writes sRGB.
#include "frame.glsl"
#include "studio.glsl"

in vec3 v_position;
out vec4 f_colour;

void main()
{
    vec3 wall = backdrop_colour(-normalize(frame.eye.xyz - v_position));
    float far = clamp(length(v_position.xz) * (1.0 / 8.0) - 0.15, 0.0, 1.0);
    vec3 colour = mix(frame.floor_colour.rgb, wall, far * far * (3.0 - 2.0 * far));
    f_colour = vec4(dither(colour), 1.0);
}
