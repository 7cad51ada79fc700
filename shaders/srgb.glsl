// srgb.glsl: colours that are given as the bytes wanted on the screen; the framebuffer converts back.
vec3 from_srgb(vec3 c)
{
    return mix(c / 12.92, pow((c + 0.055) / 1.055, vec3(2.4)), step(0.04045, c));
}
