// light.glsl: the studio's three lights (key, fill, and an ambient of sky and ground), and fog. Needs frame.glsl.

// Ambient light from all around: the sky above, the floor's bounce below.
vec3 ambient(vec3 normal)
{
    return mix(frame.ground_colour.rgb, frame.sky_colour.rgb, normal.y * 0.5 + 0.5);
}

// Diffuse light that reaches a little past the terminator, as on fuzzy surfaces, scaled so that the
// total stays about the same.
float wrapped(float cosine, float wrap)
{
    return max((cosine + wrap) / ((1.0 + wrap) * (1.0 + 0.5 * wrap)), 0.0);
}

// A large soft lamp: its light ebbs away slowly past the terminator instead of stopping there.
float soft_lamp(float cosine)
{
    float part = max(cosine + 0.3, 0.0) * (1.0 / 1.3);
    return part * part;
}

// How much of a colour is left at a distance from the eye: exp(-(density * distance)^2).
float fog_left(vec3 position)
{
    float depth = frame.eye.w * distance(frame.eye.xyz, position);
    return exp(-depth * depth);
}

// Straight up to 0.6, then a soft shoulder that reaches 1 only in the limit: nothing clips.
vec3 shoulder(vec3 colour)
{
    vec3 over = max(colour - 0.6, 0.0);
    return min(colour, 0.6) + 0.4 * over / (over + 0.4);
}
