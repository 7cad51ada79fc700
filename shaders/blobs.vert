#version 330 core
// blobs.vert: one soft shadow an instance, as a rectangle on the floor that holds three deviations of it.
#include "frame.glsl"

out vec2 v_offset; // from the middle, m
flat out vec4 v_shape;

void main()
{
    vec4 centre = frame.blob_centre[gl_InstanceID];
    v_shape = vec4(frame.blob_shape[gl_InstanceID].xyz, centre.z);
    // The covariance, from its inverse; its diagonal is the square of the deviation along x and z.
    float determinant = v_shape.x * v_shape.z - v_shape.y * v_shape.y;
    vec2 deviation = sqrt(vec2(v_shape.z, v_shape.x) / determinant);
    vec2 corner = vec2((gl_VertexID & 1) == 0 ? -3.0 : 3.0, (gl_VertexID & 2) == 0 ? -3.0 : 3.0);
    v_offset = corner * deviation;
    vec3 position = vec3(centre.x + v_offset.x, frame.floor_plane.x, centre.y + v_offset.y);
    gl_Position = frame.view_projection * vec4(position, 1.0);
}
