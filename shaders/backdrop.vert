#version 330 core
// backdrop.vert: one triangle that covers the screen at the far plane; passes the view ray.
#include "frame.glsl"

out vec3 v_ray;

void main()
{
    vec2 corner = vec2(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0);
    gl_Position = vec4(corner, 1.0, 1.0);
    vec4 near_point = frame.inverse_view_projection * vec4(corner, -1.0, 1.0);
    vec4 far_point = frame.inverse_view_projection * vec4(corner, 1.0, 1.0);
    // Linear over the screen for perspective and orthographic projections alike.
    v_ray = far_point.xyz / far_point.w - near_point.xyz / near_point.w;
}
