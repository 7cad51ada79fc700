/* shot.c: reads the window's pixels and writes them as a PNG, whole or not at all. The one place of
 * the renderer that compiles stb_image_write. */
#include "render_internal.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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

/* An open file beside `path` under a name that nobody has; NULL and errno when there can be
 * none. */
static FILE *temporary_open(const char *path, char *name, size_t size)
{
    int n = snprintf(name, size, "%s.XXXXXX", path);
    if (n < 0 || (size_t)n >= size) {
        errno = ENAMETOOLONG;
        return NULL;
    }
    int handle = mkstemp(name);
    if (handle < 0)
        return NULL;
    mode_t mask = umask(0); /* mkstemp makes it private; a picture is as public as any new file */
    umask(mask);
    fchmod(handle, 0666 & ~mask);
    FILE *file = fdopen(handle, "wb");
    if (!file) {
        close(handle);
        unlink(name);
    }
    return file;
}

bool render_save_png(const char *path, int width, int height, const unsigned char *rgb, char *error,
                     size_t error_size)
{
    assert(path && rgb && width > 0 && height > 0);
    struct stat status;
    bool exists = stat(path, &status) == 0;
    if (exists && S_ISDIR(status.st_mode)) {
        error_set(error, error_size, "cannot write %s: it is a folder; give a file name", path);
        return false;
    }
    /* A device or a pipe is written to; renaming a file over it would replace it. */
    bool in_place = exists && !S_ISREG(status.st_mode);
    char name[4096];
    struct png png = {.good = true};
    png.file = in_place ? fopen(path, "wb") : temporary_open(path, name, sizeof name);
    if (!png.file) {
        error_set(error, error_size, "cannot write %s: %s", path, strerror(errno));
        return false;
    }
    errno = 0;
    int packed = stbi_write_png_to_func(png_write, &png, width, height, 3, rgb, width * 3);
    bool good = packed && png.good && fflush(png.file) == 0;
    good = good && (in_place || fsync(fileno(png.file)) == 0);
    good = fclose(png.file) == 0 && good;
    good = good && (in_place || rename(name, path) == 0);
    if (!good) {
        error_set(error, error_size, "cannot write %s: %s", path,
                  errno ? strerror(errno) : "out of memory");
        if (!in_place)
            unlink(name);
    }
    return good;
}

bool render_write_png(struct render *r, const char *path, int width, int height, char *error,
                      size_t error_size)
{
    if (width <= 0 || height <= 0) {
        error_set(error, error_size, "cannot write %s: the window has no pixels now", path);
        return false;
    }
    unsigned char *rgb = malloc((size_t)width * (size_t)height * 3);
    bool read = rgb && render_read_pixels(r, width, height, rgb);
    if (!read)
        error_set(error, error_size, "cannot write %s: %s", path,
                  rgb ? "the window's pixels cannot be read" : "out of memory");
    bool good = read && render_save_png(path, width, height, rgb, error, error_size);
    free(rgb);
    return good;
}
