#version 330 core
// floor.vert: a large square on the floor's height, under the eye.
#include "frame.glsl"

out vec2 v_place; // on the floor, m

void main()
{
    vec2 corner = vec2((gl_VertexID & 1) == 0 ? -1.0 : 1.0, (gl_VertexID & 2) == 0 ? -1.0 : 1.0);
    v_place = frame.eye.xz + 60.0 * corner;
    gl_Position = frame.view_projection * vec4(v_place.x, frame.floor_plane.x, v_place.y, 1.0);
}
