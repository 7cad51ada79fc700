#version 330 core
// blobs.vert: one soft shadow an instance, as a rectangle on the floor that holds three deviations of it.
#include "frame.glsl"

out vec2 v_offset; // in deviations, along the shape's axes
flat out vec2 v_shade; // strength, sharpness

void main()
{
    vec4 centre = frame.blob_centre[gl_InstanceID];
    vec3 shape = frame.blob_shape[gl_InstanceID].xyz;
    v_offset = vec2((gl_VertexID & 1) == 0 ? -3.0 : 3.0, (gl_VertexID & 2) == 0 ? -3.0 : 3.0);
    v_shade = centre.zw;
    vec2 place = centre.xy + shape.xy * v_offset.x + vec2(0.0, shape.z * v_offset.y);
    gl_Position = frame.view_projection * vec4(place.x, frame.floor_plane.x, place.y, 1.0);
}
