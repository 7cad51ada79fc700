#version 330 core
// cloth.vert: the vertex stream as it is, for the textured, the normals and the heat view.
#include "frame.glsl"
#include "light.glsl"

layout(location = 0) in vec3 a_position;
layout(location = 1) in vec3 a_normal;
layout(location = 2) in float a_value;
layout(location = 3) in vec2 a_uv;

out vec3 v_position;
out vec3 v_normal;
out float v_fog; // what is left of the colour
out float v_value;
out vec2 v_uv;

void main()
{
    v_position = a_position;
    // A vertex without a normal faces the eye.
    v_normal = dot(a_normal, a_normal) > 1e-8 ? a_normal : normalize(frame.eye.xyz - a_position);
    v_value = a_value;
    v_uv = a_uv;
    v_fog = fog_left(v_position);
    gl_Position = frame.view_projection * vec4(a_position, 1.0);
}
