#version 330 core
// backdrop.frag: what is behind everything: as bright as the floor at the horizon, a little darker
// overhead. Writes sRGB.
#include "frame.glsl"
#include "studio.glsl"

in vec3 v_ray;

out vec4 f_colour;

void main()
{
    float rise = clamp(v_ray.y * inversesqrt(dot(v_ray, v_ray)) * 1.25 - 0.02, 0.0, 1.0);
    vec3 colour = mix(frame.backdrop_low.rgb, frame.backdrop_high.rgb, rise * rise * (3.0 - 2.0 * rise));
    f_colour = vec4(colour * light_pool() + dither(), 1.0);
}
