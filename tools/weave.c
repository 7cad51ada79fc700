// weave.c: draws a woven fabric as a tile: a colour map and a normal map, from the geometry of its
// yarns. Reads nothing; writes two PNG files. The same arguments give the same bytes.
//
//   weave plain|twill|satin WIDTH OUT_COLOUR.png OUT_NORMAL.png
//
// A tile has YARNS warp yarns (along v) and as many weft yarns (along u). A pattern says at each
// crossing which is on top; a yarn's middle rises and falls between its crossings, its cross
// section is round, and at each point of the tile the higher of the two yarns is seen.
#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#include <stb_image_write.h>

// A power of two, as the width should be: then a yarn has the same whole number of pixels all over
// each smaller level of the texture. With 40 yarns they did not meet, and the cloth had stripes.
enum { YARNS = 32, SUPER = 3, WIDTH_MIN = 64, WIDTH_MAX = 4096 };

static const float pi = 3.14159265f;

struct weave {
    const char *name;
    int repeat, step,
        over; // warp yarn i is on top at weft j where (j - i * step) mod repeat < over
    float warp[3], weft[3]; // colours of the yarns, linear
    float rise;             // how far a yarn's middle goes up and down, in yarn spacings
    float relief;           // steepness of the normal map
};

static const struct weave weaves[] = {
    {"plain", 2, 1, 1, {0.560f, 0.465f, 0.345f}, {0.615f, 0.525f, 0.405f}, 0.24f, 0.95f},
    {"twill", 4, 1, 2, {0.350f, 0.165f, 0.115f}, {0.490f, 0.290f, 0.215f}, 0.22f, 0.85f},
    {"satin", 8, 3, 7, {0.520f, 0.455f, 0.425f}, {0.440f, 0.375f, 0.345f}, 0.13f, 0.60f},
};
enum { WEAVE_COUNT = sizeof weaves / sizeof weaves[0] };

// What is seen at one point of the tile.
struct sample {
    float height;
    float colour[3];
};

static int wrap(int i, int n)
{
    return (i % n + n) % n;
}

// A fixed random number in [0, 1) for two integers.
static float noise(int a, int b)
{
    uint32_t h = (uint32_t)a * 0x9e3779b1u ^ (uint32_t)b * 0x85ebca77u;
    h = (h ^ (h >> 15)) * 0x2c1b3c6du;
    h = (h ^ (h >> 12)) * 0x297a2d39u;
    return (float)((h ^ (h >> 15)) >> 8) * (1.0f / 16777216.0f);
}

// A slow random curve along a yarn, -1 to 1, that closes at the tile's edge: a few whole waves.
static float slub(int yarn, float along)
{
    float sum = 0;
    for (int k = 1; k <= 4; k++) {
        float phase = noise(yarn, 10 + k), waves = (float)(k + (int)(3 * noise(yarn, 20 + k)));
        sum += sinf(2 * pi * (waves * along / YARNS + phase));
    }
    return sum * 0.35f;
}

static bool warp_over(const struct weave *w, int warp, int weft)
{
    return wrap(weft - warp * w->step, w->repeat) < w->over;
}

// Height of a yarn's middle at `along`, in yarn spacings: smooth from one crossing to the next.
static float middle(const struct weave *w, int yarn, float along, bool warp)
{
    float cell = floorf(along - 0.5f), t = along - 0.5f - cell;
    float ends[2];
    for (int k = 0; k < 2; k++) {
        int cross = wrap((int)cell + k, YARNS);
        bool over = warp ? warp_over(w, yarn, cross) : !warp_over(w, cross, yarn);
        ends[k] = over ? w->rise : -w->rise;
    }
    float ease = t * t * (3 - 2 * t);
    return ends[0] + (ends[1] - ends[0]) * ease;
}

// One yarn at a point `across` spacings from its middle; height far below where it is not.
static struct sample yarn_sample(const struct weave *w, int index, float across, float along,
                                 bool warp)
{
    int yarn = wrap(index, YARNS), id = warp ? yarn : yarn + 1000;
    float thin = slub(id, along);
    float radius = 0.50f * (1 + 0.07f * (noise(id, 1) - 0.5f) + 0.06f * thin);
    across += 0.06f * slub(id + 500, along); // no yarn lies quite straight
    float x = across / radius;
    struct sample s = {.height = -1};
    if (fabsf(x) >= 1)
        return s;
    float round = sqrtf(1 - x * x);
    s.height = middle(w, yarn, along, warp) + 0.36f * round;
    // Fibres wind around the yarn: streaks that lean across it, finer ones on top.
    float lean = along * 1.0f + asinf(x) * 0.32f;
    float twist = 0.5f + 0.5f * sinf(2 * pi * (2 * lean + noise(id, 2)));
    float fine = noise(id * 131 + (int)floorf((x + 1) * 6), wrap((int)floorf(lean * 5), YARNS * 5));
    s.height += 0.018f * twist + 0.012f * fine;
    float tone = 1 + 0.16f * (noise(id, 3) - 0.5f) + 0.05f * thin + 0.07f * (twist - 0.5f) +
                 0.09f * (fine - 0.5f);
    tone *= 0.72f + 0.28f * round; // less light between the yarns
    for (int c = 0; c < 3; c++)
        s.colour[c] = (warp ? w->warp : w->weft)[c] * tone;
    return s;
}

// The tile at u, v in yarn spacings: the highest of the nearest yarns of both kinds.
static struct sample weave_sample(const struct weave *w, float u, float v)
{
    struct sample best = {.height = -0.45f, .colour = {0.03f, 0.025f, 0.02f}};
    for (int k = -1; k <= 1; k++) {
        int i = (int)floorf(u) + k, j = (int)floorf(v) + k;
        struct sample warp = yarn_sample(w, i, u - (float)i - 0.5f, v, true);
        struct sample weft = yarn_sample(w, j, v - (float)j - 0.5f, u, false);
        if (warp.height > best.height)
            best = warp;
        if (weft.height > best.height)
            best = weft;
    }
    // What lies deep is in the shade of what lies high.
    float shade = fminf(fmaxf((best.height + 0.45f) / 0.75f, 0), 1);
    shade = 0.35f + 0.65f * shade;
    for (int c = 0; c < 3; c++)
        best.colour[c] *= shade;
    return best;
}

// --- the images

struct tile {
    int width;
    float *height;      // width * width, row 0 at v = 0
    float (*colour)[3]; // linear
    unsigned char *bytes;
};

static bool tile_create(struct tile *tile, int width)
{
    size_t count = (size_t)width * (size_t)width;
    tile->width = width;
    tile->height = malloc(count * sizeof *tile->height);
    tile->colour = malloc(count * sizeof *tile->colour);
    tile->bytes = malloc(count * 3);
    return tile->height && tile->colour && tile->bytes;
}

static void tile_destroy(struct tile *tile)
{
    free(tile->height);
    free(tile->colour);
    free(tile->bytes);
}

// SUPER * SUPER samples a pixel, averaged in light.
static void pixel_weave(struct tile *tile, const struct weave *w, int x, int y)
{
    float scale = (float)YARNS / (float)(tile->width * SUPER), n = SUPER * SUPER;
    struct sample sum = {0};
    for (int k = 0; k < SUPER * SUPER; k++) {
        float u = ((float)(x * SUPER + k % SUPER) + 0.5f) * scale;
        float v = ((float)(y * SUPER + k / SUPER) + 0.5f) * scale;
        struct sample s = weave_sample(w, u, v);
        sum.height += s.height;
        for (int c = 0; c < 3; c++)
            sum.colour[c] += s.colour[c];
    }
    size_t at = (size_t)y * (size_t)tile->width + (size_t)x;
    tile->height[at] = sum.height / n;
    for (int c = 0; c < 3; c++)
        tile->colour[at][c] = sum.colour[c] / n;
}

static unsigned char byte(float value)
{
    return (unsigned char)(fminf(fmaxf(value, 0), 1) * 255 + 0.5f);
}

static float to_srgb(float linear)
{
    return linear <= 0.0031308f ? 12.92f * linear : 1.055f * powf(linear, 1 / 2.4f) - 0.055f;
}

// Row 0 of an image is its top, v = 1.
static unsigned char *pixel(const struct tile *tile, int x, int y)
{
    return tile->bytes + 3 * ((size_t)(tile->width - 1 - y) * (size_t)tile->width + (size_t)x);
}

static void colours_fill(struct tile *tile)
{
    for (int y = 0; y < tile->width; y++) {
        for (int x = 0; x < tile->width; x++) {
            const float *colour = tile->colour[(size_t)y * (size_t)tile->width + (size_t)x];
            for (int c = 0; c < 3; c++)
                pixel(tile, x, y)[c] = byte(to_srgb(colour[c]));
        }
    }
}

static float height_at(const struct tile *tile, int x, int y)
{
    int n = tile->width;
    return tile->height[(size_t)wrap(y, n) * (size_t)n + (size_t)wrap(x, n)];
}

static void normals_fill(struct tile *tile, float relief)
{
    float scale = relief * (float)tile->width / YARNS * 0.5f; // height is in yarn spacings
    for (int y = 0; y < tile->width; y++) {
        for (int x = 0; x < tile->width; x++) {
            float nx = (height_at(tile, x - 1, y) - height_at(tile, x + 1, y)) * scale;
            float ny = (height_at(tile, x, y - 1) - height_at(tile, x, y + 1)) * scale;
            float size = 1 / sqrtf(nx * nx + ny * ny + 1);
            unsigned char *to = pixel(tile, x, y);
            to[0] = byte(nx * size * 0.5f + 0.5f);
            to[1] = byte(ny * size * 0.5f + 0.5f);
            to[2] = byte(size * 0.5f + 0.5f);
        }
    }
}

static bool image_write(const struct tile *tile, const char *path)
{
    errno = 0;
    if (stbi_write_png(path, tile->width, tile->width, 3, tile->bytes, tile->width * 3))
        return true;
    fprintf(stderr, "weave: cannot write %s: %s\n", path,
            errno ? strerror(errno) : "out of memory");
    return false;
}

static int weave_write(const struct weave *w, int width, const char *colour, const char *normal)
{
    struct tile tile = {0};
    bool good = tile_create(&tile, width);
    if (!good)
        fprintf(stderr, "weave: out of memory for a tile of %d px\n", width);
    for (int y = 0; good && y < width; y++) {
        for (int x = 0; x < width; x++)
            pixel_weave(&tile, w, x, y);
    }
    if (good) {
        colours_fill(&tile);
        good = image_write(&tile, colour);
    }
    if (good) {
        normals_fill(&tile, w->relief);
        good = image_write(&tile, normal);
    }
    tile_destroy(&tile);
    return good ? 0 : 1;
}

int main(int argc, char **argv)
{
    if (argc != 5) {
        fprintf(stderr, "usage: weave plain|twill|satin WIDTH OUT_COLOUR.png OUT_NORMAL.png\n");
        return 2;
    }
    char *end;
    long width = strtol(argv[2], &end, 10);
    if (*end || end == argv[2] || width < WIDTH_MIN || width > WIDTH_MAX) {
        fprintf(stderr, "weave: width %s is not a whole number from %d to %d\n", argv[2], WIDTH_MIN,
                WIDTH_MAX);
        return 2;
    }
    for (int i = 0; i < WEAVE_COUNT; i++) {
        if (strcmp(argv[1], weaves[i].name) == 0)
            return weave_write(&weaves[i], (int)width, argv[3], argv[4]);
    }
    fprintf(stderr, "weave: no weave is called %s: choose plain, twill or satin\n", argv[1]);
    return 2;
}
