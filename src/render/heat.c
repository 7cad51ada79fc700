/* heat.c: the colours of the strain map. Diverging and safe for colour-blind eyes: blue for
 * compression, a pale middle for rest, orange to brown for stretch; lightness falls evenly on both
 * sides, so that the size of the strain can be read without any hue at all. One table serves the
 * CPU and the shader. */
#include "render_internal.h"

#include <math.h>

/* sRGB, from t = -1 to t = 1 in even steps. Ours. */
static const float heat_colours[HEAT_COUNT][3] = {
    {0.055f, 0.150f, 0.400f}, {0.125f, 0.340f, 0.640f}, {0.310f, 0.545f, 0.790f},
    {0.610f, 0.755f, 0.875f}, {0.905f, 0.900f, 0.870f}, {0.945f, 0.760f, 0.490f},
    {0.895f, 0.545f, 0.190f}, {0.700f, 0.330f, 0.070f}, {0.400f, 0.145f, 0.040f},
};

float colour_to_linear(float srgb)
{
    return srgb <= 0.04045f ? srgb / 12.92f : powf((srgb + 0.055f) / 1.055f, 2.4f);
}

void colours_to_linear(const float srgb[3], float linear[3])
{
    for (int i = 0; i < 3; i++)
        linear[i] = colour_to_linear(srgb[i]);
}

float colour_to_srgb(float linear)
{
    return linear <= 0.0031308f ? linear * 12.92f : 1.055f * powf(linear, 1 / 2.4f) - 0.055f;
}

void heat_table(float linear[HEAT_COUNT][3])
{
    for (int i = 0; i < HEAT_COUNT; i++)
        colours_to_linear(heat_colours[i], linear[i]);
}

void render_heat_colour(float t, float rgb[3])
{
    if (isnan(t)) {
        rgb[0] = rgb[2] = 1;
        rgb[1] = 0;
        return;
    }
    float x = (fminf(fmaxf(t, -1), 1) * 0.5f + 0.5f) * (HEAT_COUNT - 1);
    int i = x < HEAT_COUNT - 2 ? (int)x : HEAT_COUNT - 2;
    for (int k = 0; k < 3; k++) {
        float a = colour_to_linear(heat_colours[i][k]);
        float b = colour_to_linear(heat_colours[i + 1][k]);
        rgb[k] = colour_to_srgb(a + (b - a) * (x - (float)i));
    }
}
