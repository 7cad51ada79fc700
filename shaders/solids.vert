#version 330 core
// solids.vert: gives a unit shape its size, then its place.
#include "frame.glsl"
#include "light.glsl"

layout(location = 0) in vec3 a_unit;
layout(location = 1) in vec3 a_normal;
layout(location = 2) in float a_offset; // which end, -1 or 1, of a shape with a length along Y

uniform mat4 u_model;
uniform vec4 u_size; // three axes, half length along Y; m

out vec3 v_position;
out vec3 v_normal;
out float v_fog; // what is left of the colour

void main()
{
    vec3 local = a_unit * u_size.xyz + vec3(0.0, a_offset * u_size.w, 0.0);
    vec4 world = u_model * vec4(local, 1.0);
    v_position = world.xyz;
    v_normal = mat3(u_model) * a_normal;
    v_fog = fog_left(v_position);
    gl_Position = frame.view_projection * world;
}
