/* mipmap.c: the smaller levels of a texture, made here rather than by the driver: colours are
 * averaged in light, every driver gets the same bytes, and a software rasteriser needs no shader
 * compiled for it. */
#include "render_internal.h"

#include <math.h>
#include <stdlib.h>

enum { STEPS = 4096 }; /* of linear light, fine enough for every sRGB byte */

struct tables {
    float linear[256];             /* of an sRGB byte */
    unsigned char srgb[STEPS + 1]; /* of linear light times STEPS */
};

static void tables_fill(struct tables *t)
{
    for (int i = 0; i < 256; i++)
        t->linear[i] = colour_to_linear((float)i / 255);
    for (int i = 0; i <= STEPS; i++)
        t->srgb[i] = (unsigned char)(255 * colour_to_srgb((float)i / STEPS) + 0.5f);
}

static int halved(int side)
{
    return side > 1 ? side / 2 : 1;
}

/* Averages four pixels; t is NULL where bytes are plain numbers. Alpha always is one. */
static void pixel_average(const struct tables *t, const unsigned char *const from[4],
                          unsigned char *to)
{
    unsigned char result[4];
    for (int c = 0; c < 4; c++) {
        if (t && c < 3) {
            float sum = t->linear[from[0][c]] + t->linear[from[1][c]] + t->linear[from[2][c]] +
                        t->linear[from[3][c]];
            result[c] = t->srgb[(int)(sum * (STEPS / 4) + 0.5f)];
        } else {
            result[c] =
                (unsigned char)((from[0][c] + from[1][c] + from[2][c] + from[3][c] + 2) / 4);
        }
    }
    for (int c = 0; c < 4; c++)
        to[c] = result[c];
}

/* From one level to the next. May work in place: what is written was read before. */
static void level_halve(const struct tables *t, const unsigned char *from, int width, int height,
                        unsigned char *to)
{
    for (int y = 0; y < halved(height); y++) {
        const unsigned char *low = from + (size_t)(2 * y) * (size_t)width * 4;
        const unsigned char *high = 2 * y + 1 < height ? low + (size_t)width * 4 : low;
        for (int x = 0; x < halved(width); x++, to += 4) {
            size_t left = (size_t)x * 8, right = 2 * x + 1 < width ? left + 4 : left;
            const unsigned char *const four[4] = {low + left, low + right, high + left,
                                                  high + right};
            pixel_average(t, four, to);
        }
    }
}

/* Uploads all levels of the bound texture below the first. False when memory runs out. */
bool mipmap_upload(const unsigned char *rgba, int width, int height, bool srgb)
{
    struct tables tables;
    if (srgb)
        tables_fill(&tables);
    const struct tables *t = srgb ? &tables : NULL;
    unsigned char *level = malloc((size_t)halved(width) * (size_t)halved(height) * 4);
    if (!level)
        return false;
    const unsigned char *from = rgba;
    for (int i = 1; width > 1 || height > 1; i++) {
        level_halve(t, from, width, height, level);
        width = halved(width);
        height = halved(height);
        glTexImage2D(GL_TEXTURE_2D, i, GL_RGBA8, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE,
                     level);
        from = level;
    }
    free(level);
    return true;
}
