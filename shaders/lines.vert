#version 330 core
// lines.vert: one instance a line, four corners of a ribbon.
#include "frame.glsl"
#include "ribbon.glsl"

layout(location = 0) in vec3 a_from;
layout(location = 1) in vec3 a_to;
layout(location = 2) in vec4 a_colour;
layout(location = 3) in float a_width; // px
layout(location = 4) in uint a_on_top;

uniform int u_part; // 0: depth-tested, 2: on top

out vec4 v_colour;
flat out float v_width;
noperspective out float v_across; // px from the middle

void main()
{
    vec4 a = clip_near(frame.view_projection * vec4(a_from, 1.0),
                       frame.view_projection * vec4(a_to, 1.0));
    vec4 b = clip_near(frame.view_projection * vec4(a_to, 1.0),
                       frame.view_projection * vec4(a_from, 1.0));
    float half_width = 0.5 * max(a_width, 1.0) + 0.5;
    float sign = (gl_VertexID & 1) == 0 ? 1.0 : -1.0;
    vec4 at = gl_VertexID < 2 ? a : b;
    v_colour = a_colour;
    v_width = a_width;
    v_across = sign * half_width;
    gl_Position = vec4(at.xy + sign * ribbon_side(a, b, half_width) * at.w, at.zw);
    // Not this part's line, or behind the eye: outside of everything.
    if ((a_on_top != 0u) != (u_part == 2) || a.w <= 0.0 || b.w <= 0.0)
        gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
}
