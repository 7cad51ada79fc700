// side.glsl: the normal of the face that is seen.
in vec3 v_normal;

vec3 side_normal()
{
    return normalize(gl_FrontFacing ? v_normal : -v_normal);
}
