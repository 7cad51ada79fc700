// srgb.glsl: between light and the bytes of the screen. Solid passes convert themselves and once a pixel,
// where the framebuffer would do it once a sample; passes that blend leave it to the framebuffer.
vec3 from_srgb(vec3 c)
{
    return mix(c / 12.92, pow((c + 0.055) / 1.055, vec3(2.4)), step(0.04045, c));
}

// The same by a polynomial, less than a byte off: for every pixel of cloth.
vec3 from_srgb_fast(vec3 c)
{
    return c * (0.0564454 + c * (0.4179249 + c * (0.7278519 - c * 0.2022222)));
}

// Back to within a byte, by square roots (I. Taylor, chilliantstudio, "sRGB approximations for HLSL").
vec3 to_srgb_fast(vec3 c)
{
    vec3 half_root = sqrt(c), quarter = sqrt(half_root), eighth = sqrt(quarter);
    return 0.6620027 * half_root + 0.6841221 * quarter - 0.3235836 * eighth - 0.0225411 * c;
}

vec3 to_srgb(vec3 c)
{
    return mix(c * 12.92, 1.055 * pow(c, vec3(1.0 / 2.4)) - 0.055, step(0.0031308, c));
}
