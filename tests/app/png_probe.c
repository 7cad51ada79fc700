// png_probe.c: looks into a PNG for the window's tests, or makes one. Rectangles are X Y W H in pixels from the upper
// left; a W or H of 0 reaches to the edge; a negative X or Y counts from the right or bottom edge.
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(__GNUC__)
#pragma GCC diagnostic ignored "-Wunused-function"
#endif
#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#include <stb_image.h>
#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#include <stb_image_write.h>

static const char usage[] =
    "usage: png_probe size FILE\n"
    "       png_probe pixel FILE X Y         prints R G B\n"
    "       png_probe mean FILE [X Y W H]    prints R G B and their mean\n"
    "       png_probe cloth FILE [X Y W H]   per cent of pixels of the red cloth\n"
    "       png_probe differ A B [X Y W H]   per cent of pixels that differ\n"
    "       png_probe make FILE W H R G B    writes a picture of one colour\n";

struct picture {
    int width, height;
    unsigned char *rgb;
};

struct rectangle {
    int x, y, width, height;
};

static void fail(const char *what, const char *why)
{
    fprintf(stderr, "png_probe: %s: %s\n", what, why);
    exit(2);
}

static struct picture load(const char *path)
{
    struct picture picture;
    int channels;
    picture.rgb = stbi_load(path, &picture.width, &picture.height, &channels, 3);
    if (!picture.rgb)
        fail(path, stbi_failure_reason());
    return picture;
}

static struct rectangle take_rectangle(const struct picture *picture, int argc, char *argv[])
{
    struct rectangle r = {0, 0, 0, 0};
    if (argc == 4)
        r = (struct rectangle){atoi(argv[0]), atoi(argv[1]), atoi(argv[2]), atoi(argv[3])};
    else if (argc != 0)
        fail("rectangle", "expected X Y W H");
    r.x += r.x < 0 ? picture->width : 0;
    r.y += r.y < 0 ? picture->height : 0;
    r.width = r.width ? r.width : picture->width - r.x;
    r.height = r.height ? r.height : picture->height - r.y;
    if (r.x < 0 || r.y < 0 || r.width < 1 || r.height < 1 || r.x + r.width > picture->width ||
        r.y + r.height > picture->height)
        fail("rectangle", "not inside of the picture");
    return r;
}

static const unsigned char *pixel(const struct picture *picture, int x, int y)
{
    return picture->rgb + 3 * ((size_t)y * (size_t)picture->width + (size_t)x);
}

static void print_mean(const struct picture *picture, struct rectangle r)
{
    double sum[3] = {0, 0, 0}, count = (double)r.width * r.height;
    for (int y = r.y; y < r.y + r.height; y++)
        for (int x = r.x; x < r.x + r.width; x++)
            for (int c = 0; c < 3; c++)
                sum[c] += pixel(picture, x, y)[c];
    printf("%.1f %.1f %.1f %.1f\n", sum[0] / count, sum[1] / count, sum[2] / count,
           (sum[0] + sum[1] + sum[2]) / (3 * count));
}

// Madder red: nothing else in the studio is.
static bool is_cloth(const unsigned char *p)
{
    return p[0] > p[1] + 25 && p[0] > p[2] + 25;
}

static void print_cloth(const struct picture *picture, struct rectangle r)
{
    long count = 0;
    for (int y = r.y; y < r.y + r.height; y++)
        for (int x = r.x; x < r.x + r.width; x++)
            count += is_cloth(pixel(picture, x, y));
    printf("%.2f\n", 100.0 * (double)count / ((double)r.width * r.height));
}

// A pixel differs where a channel does by more than dither and rounding do.
static void print_difference(const struct picture *a, const struct picture *b, struct rectangle r)
{
    long count = 0;
    if (a->width != b->width || a->height != b->height)
        fail("differ", "the pictures have different sizes");
    for (int y = r.y; y < r.y + r.height; y++)
        for (int x = r.x; x < r.x + r.width; x++) {
            bool differs = false;
            for (int c = 0; c < 3; c++)
                differs = differs || abs(pixel(a, x, y)[c] - pixel(b, x, y)[c]) > 8;
            count += differs;
        }
    printf("%.2f\n", 100.0 * (double)count / ((double)r.width * r.height));
}

static void make(char *argv[])
{
    int width = atoi(argv[1]), height = atoi(argv[2]);
    size_t count = (size_t)width * (size_t)height;
    unsigned char *rgb = malloc(3 * count + 1);
    if (!rgb)
        fail(argv[0], "out of memory");
    for (size_t i = 0; i < 3 * count; i++)
        rgb[i] = (unsigned char)atoi(argv[3 + i % 3]);
    if (!stbi_write_png(argv[0], width, height, 3, rgb, 3 * width))
        fail(argv[0], "cannot be written");
    free(rgb);
}

int main(int argc, char *argv[])
{
    const char *what = argc > 2 ? argv[1] : "";
    if (strcmp(what, "make") == 0 && argc == 8) {
        make(argv + 2);
        return 0;
    }
    bool two = strcmp(what, "differ") == 0 && argc > 3;
    if (!two && !strstr("size pixel mean cloth", what[0] ? what : "?")) {
        fputs(usage, stderr);
        return 2;
    }
    struct picture a = load(argv[2]), b = two ? load(argv[3]) : a;
    if (strcmp(what, "size") == 0) {
        printf("%d %d\n", a.width, a.height);
    } else if (strcmp(what, "pixel") == 0) {
        char *at[] = {argc == 5 ? argv[3] : "x", argc == 5 ? argv[4] : "x", "1", "1"};
        struct rectangle r = take_rectangle(&a, 4, at);
        const unsigned char *p = pixel(&a, r.x, r.y);
        printf("%d %d %d\n", p[0], p[1], p[2]);
    } else if (two) {
        print_difference(&a, &b, take_rectangle(&a, argc - 4, argv + 4));
    } else if (strcmp(what, "mean") == 0) {
        print_mean(&a, take_rectangle(&a, argc - 3, argv + 3));
    } else {
        print_cloth(&a, take_rectangle(&a, argc - 3, argv + 3));
    }
    if (two)
        stbi_image_free(b.rgb);
    stbi_image_free(a.rgb);
    return 0;
}
