#version 330 core
// floor.frag: the near part of the paper sweep; further away it is as bright as the backdrop at the horizon,
// so that there is no edge. Writes sRGB.
#include "frame.glsl"
#include "studio.glsl"

in vec2 v_place;
out vec4 f_colour;

void main()
{
    float near = max(1.0 - dot(v_place, v_place) * (1.0 / 64.0), 0.0);
    vec3 colour = mix(frame.backdrop_low.rgb, frame.floor_colour.rgb, near * near);
    f_colour = vec4(colour * light_pool() + dither(), 1.0);
}
