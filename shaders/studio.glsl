// studio.glsl: the light on the paper sweep. Needs frame.glsl. The studio's own passes write sRGB values as
// they are: their gradients are a matter of taste, not of light, and it saves a conversion a pixel.

// A pool of light in the middle of the picture, where the subject is, that falls off to the corners.
float light_pool()
{
    // From the middle, in half heights of the picture.
    vec2 d = (gl_FragCoord.xy * 2.0 - frame.viewport.xy) * frame.viewport.w;
    float fall = 1.0 / (1.0 + frame.backdrop_low.w * dot(d, d));
    return fall * fall;
}

// Half a step of noise hides the bands of a slow gradient in 8 bits (interleaved gradient noise,
// J. Jimenez, "Next generation post processing in Call of Duty: Advanced Warfare", 2014).
float dither()
{
    float noise = fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715))));
    return (noise - 0.5) * (1.0 / 255.0);
}
