// nudge.glsl: lifts what lies on a surface off it. Needs frame.glsl.

// The clip-space place of a point in view space that is drawn `part` of its distance nearer to the eye;
// in an orthographic view, where there is no distance, `part` metres.
vec4 nudged(vec3 position, float part)
{
    bool perspective = frame.projection[3][3] == 0.0;
    vec3 nearer = perspective ? position * (1.0 - part) : position + vec3(0.0, 0.0, part);
    return frame.projection * vec4(nearer, 1.0);
}
