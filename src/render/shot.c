/* shot.c: reads the window's pixels and writes them as a PNG. The one place of the renderer that
 * compiles stb_image_write. */
#include "render_internal.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#include <stb_image_write.h>

static void rows_flip(unsigned char *rgb, size_t row, int height)
{
    for (int y = 0; y < height / 2; y++) {
        unsigned char *a = rgb + (size_t)y * row, *b = rgb + (size_t)(height - 1 - y) * row;
        for (size_t i = 0; i < row; i++) {
            unsigned char swap = a[i];
            a[i] = b[i];
            b[i] = swap;
        }
    }
}

bool render_read_pixels(struct render *r, int width, int height, unsigned char *rgb)
{
    assert(r && rgb);
    if (width <= 0 || height <= 0)
        return false;
    gl_errors_take(r);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    glReadBuffer(GL_BACK);
    glPixelStorei(GL_PACK_ALIGNMENT, 1); /* rows of any width, without gaps */
    glReadPixels(0, 0, width, height, GL_RGB, GL_UNSIGNED_BYTE, rgb);
    rows_flip(rgb, (size_t)width * 3, height);
    return gl_errors_take(r) == 0;
}

struct png {
    FILE *file;
    bool good;
};

static void png_write(void *context, void *data, int size)
{
    struct png *png = context;
    png->good = png->good && fwrite(data, 1, (size_t)size, png->file) == (size_t)size;
}

bool render_save_png(FILE *file, int width, int height, const unsigned char *rgb)
{
    assert(file && rgb && width > 0 && height > 0);
    struct png png = {.file = file, .good = true};
    return stbi_write_png_to_func(png_write, &png, width, height, 3, rgb, width * 3) && png.good;
}

bool render_write_png(struct render *r, FILE *file, int width, int height, char *error,
                      size_t error_size)
{
    if (width <= 0 || height <= 0) {
        error_set(error, error_size, "the window has no pixels now");
        return false;
    }
    unsigned char *rgb = malloc((size_t)width * (size_t)height * 3);
    bool read = rgb && render_read_pixels(r, width, height, rgb);
    if (!read)
        error_set(error, error_size, "%s",
                  rgb ? "the window's pixels cannot be read" : "out of memory");
    errno = 0;
    bool good = read && render_save_png(file, width, height, rgb);
    if (read && !good)
        error_set(error, error_size, "%s", errno ? strerror(errno) : "out of memory");
    free(rgb);
    return good;
}
