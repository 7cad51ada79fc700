// studio.glsl: the colour of the backdrop. Needs frame.glsl. The studio's own passes write sRGB values as
// they are: their gradients are a matter of taste, not of light, and it saves a conversion a pixel.

// The paper sweep seen along a direction: brightest just above the floor, where the light spills.
vec3 backdrop_colour(vec3 direction)
{
    float rise = clamp(direction.y * 1.15 + 0.12, 0.0, 1.0);
    rise = rise * rise * (3.0 - 2.0 * rise);
    return mix(frame.backdrop_low.rgb, frame.backdrop_high.rgb, rise);
}

// Half a step of noise hides the bands of a slow gradient in 8 bits (interleaved gradient noise,
// J. Jimenez, "Next generation post processing in Call of Duty: Advanced Warfare", 2014).
vec3 dither(vec3 colour)
{
    float noise = fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715))));
    return colour + (noise - 0.5) * (1.0 / 255.0);
}
