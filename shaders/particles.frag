#version 330 core
// particles.frag: a ball, shaded as if lit from the upper left.
#include "frame.glsl"

uniform vec3 u_colour;
uniform float u_width; // diameter, px

out vec4 f_colour;

void main()
{
    float diameter = max(u_width, 1.0);
    vec2 p = (gl_PointCoord * 2.0 - 1.0) * vec2(1.0, -1.0) * (diameter + 1.0) / diameter;
    float square = dot(p, p);
    float alpha = clamp((1.0 - sqrt(square)) * 0.5 * diameter + 0.5, 0.0, 1.0);
    if (alpha < 0.05)
        discard; // leaves no depth
    vec3 normal = vec3(p, sqrt(max(1.0 - square, 0.0)));
    float light = max(dot(normal, vec3(-0.45, 0.6, 0.66)), 0.0);
    f_colour = vec4(u_colour * (0.55 + 0.9 * light) + 0.25 * pow(light, 12.0), alpha);
}
