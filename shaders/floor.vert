#version 330 core
// floor.vert: a large square on the floor's height, under the eye.
#include "frame.glsl"

out vec3 v_position;

void main()
{
    vec2 corner = vec2((gl_VertexID & 1) == 0 ? -1.0 : 1.0, (gl_VertexID & 2) == 0 ? -1.0 : 1.0);
    v_position = vec3(frame.eye.x + 60.0 * corner.x, frame.floor_plane.x,
                      frame.eye.z + 60.0 * corner.y);
    gl_Position = frame.view_projection * vec4(v_position, 1.0);
}
