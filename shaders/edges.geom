#version 330 core
// edges.geom: widens each edge to a ribbon: the core profile has no wide lines.
#include "frame.glsl"
#include "ribbon.glsl"

layout(lines) in;
layout(triangle_strip, max_vertices = 4) out;

uniform float u_width; // px

noperspective out float g_across; // px from the middle

void corner(vec4 at, vec2 side, float across)
{
    g_across = across;
    gl_Position = vec4(at.xy + side * at.w, at.zw);
    EmitVertex();
}

void main()
{
    vec4 a = clip_near(gl_in[0].gl_Position, gl_in[1].gl_Position);
    vec4 b = clip_near(gl_in[1].gl_Position, gl_in[0].gl_Position);
    if (a.w <= 0.0 || b.w <= 0.0)
        return;
    float half_width = 0.5 * max(u_width, 1.0) + 0.5;
    vec2 side = ribbon_side(a, b, half_width);
    corner(a, side, half_width);
    corner(a, -side, -half_width);
    corner(b, side, half_width);
    corner(b, -side, -half_width);
    EndPrimitive();
}
