// ribbon.glsl: a line between two clip-space points as a ribbon on the screen. Needs frame.glsl.

// Moves `a` along the line to `b` until it is in front of the near plane.
vec4 clip_near(vec4 a, vec4 b)
{
    float da = a.z + a.w, db = b.z + b.w;
    return da < 0.0 && db > da ? mix(a, b, -da / (db - da)) : a;
}

// From the line to its rim at right angles, in clip space at w = 1, for a rim `half_width` px away.
vec2 ribbon_side(vec4 a, vec4 b, float half_width)
{
    vec2 along = (b.xy / b.w - a.xy / a.w) * frame.viewport.xy;
    float size = length(along);
    vec2 side = size > 1e-6 ? vec2(-along.y, along.x) / size : vec2(0.0, 1.0);
    return side * half_width * 2.0 * frame.viewport.zw;
}

// How much of a pixel the ribbon covers, `across` px from its middle: a rim one pixel wide.
float ribbon_cover(float across, float width)
{
    float cover = clamp(0.5 * max(width, 1.0) + 0.5 - abs(across), 0.0, 1.0);
    return cover * min(width, 1.0);
}
