/* texture.c: image files and arrays become mipmapped textures. The one place that compiles
 * stb_image. */
#include "render_internal.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_MAX_DIMENSIONS (1 << 24) /* our own limit gives the clearer error */
#if defined(__GNUC__)
#pragma GCC diagnostic ignored "-Wunused-function" /* stb declares one that it never defines */
#endif
#include <stb_image.h>

static int side_limit(const struct render *r)
{
    return r->texture_side_max < RENDER_TEXTURE_SIDE_MAX ? r->texture_side_max
                                                         : RENDER_TEXTURE_SIDE_MAX;
}

struct render_texture *render_texture_create(struct render *r, int width, int height,
                                             const unsigned char *rgba,
                                             enum render_texture_kind kind, char *error,
                                             size_t error_size)
{
    assert(r && rgba && width > 0 && height > 0);
    if (width > side_limit(r) || height > side_limit(r)) {
        error_set(error, error_size, "image of %d x %d px is too large: at most %d px a side",
                  width, height, side_limit(r));
        return NULL;
    }
    struct render_texture *texture = calloc(1, sizeof *texture);
    if (!texture) {
        error_set(error, error_size, "out of memory");
        return NULL;
    }
    texture->width = width;
    texture->height = height;
    gl_errors_take(r);
    glGenTextures(1, &texture->id);
    glBindTexture(GL_TEXTURE_2D, texture->id);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    /* Plain bytes for both kinds: the shader turns sRGB into light after the filter, which software
     * rasterisers do much faster than texel by texel before it. */
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, rgba);
    bool made = mipmap_upload(rgba, width, height, kind == RENDER_TEXTURE_COLOUR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    if (r->anisotropy > 1)
        glTexParameterf(GL_TEXTURE_2D, GL_TEXTURE_MAX_ANISOTROPY_EXT, r->anisotropy);
    glBindTexture(GL_TEXTURE_2D, 0);
    if (gl_errors_take(r) || !made) {
        glDeleteTextures(1, &texture->id);
        free(texture);
        error_set(error, error_size, "there is no memory for an image of %d x %d px", width,
                  height);
        return NULL;
    }
    texture->next = r->textures;
    r->textures = texture;
    return texture;
}

/* Reads the whole file, so that an error of the disk and one of the image can be told apart. */
static unsigned char *image_read(const char *path, size_t *size, char *error, size_t error_size)
{
    struct stat status;
    const char *reason;
    FILE *file = file_open_regular(path, &status, &reason);
    if (file && status.st_size > INT32_MAX) {
        fclose(file);
        file = NULL;
        reason = "it is larger than 2 GiB";
    }
    if (!file) {
        error_set(error, error_size, "cannot read the image %s: %s", path, reason);
        return NULL;
    }
    *size = (size_t)status.st_size;
    unsigned char *bytes = malloc(*size + 1);
    bool good = bytes && fread(bytes, 1, *size, file) == *size;
    fclose(file);
    if (good)
        return bytes;
    error_set(error, error_size, "cannot read the image %s: %s", path,
              bytes ? "it ended or failed while being read" : "out of memory");
    free(bytes);
    return NULL;
}

struct render_texture *render_texture_load(struct render *r, const char *path,
                                           enum render_texture_kind kind, char *error,
                                           size_t error_size)
{
    assert(r && path);
    size_t size = 0;
    unsigned char *bytes = image_read(path, &size, error, error_size);
    if (!bytes)
        return NULL;
    /* The header first: a huge image is refused before its pixels are unpacked. */
    int width = 0, height = 0, channels = 0;
    unsigned char *pixels = NULL;
    struct render_texture *texture = NULL;
    char reason[160] = "";
    stbi_set_flip_vertically_on_load_thread(1);
    if (!stbi_info_from_memory(bytes, (int)size, &width, &height, &channels))
        error_set(reason, sizeof reason,
                  "not an image that can be read (PNG, JPEG, BMP, TGA, ...)");
    else if (width > side_limit(r) || height > side_limit(r))
        error_set(reason, sizeof reason,
                  "%d x %d px is too large, at most %d px a side; scale it down", width, height,
                  side_limit(r));
    else if (!(pixels = stbi_load_from_memory(bytes, (int)size, &width, &height, &channels, 4)))
        error_set(reason, sizeof reason, "it is damaged (%s)", stbi_failure_reason());
    else
        texture = render_texture_create(r, width, height, pixels, kind, reason, sizeof reason);
    if (!texture)
        error_set(error, error_size, "cannot use the image %s: %s", path, reason);
    stbi_image_free(pixels);
    free(bytes);
    return texture;
}

float render_texture_aspect(const struct render_texture *texture)
{
    return (float)texture->width / (float)texture->height;
}

void render_texture_destroy(struct render *r, struct render_texture *texture)
{
    if (!texture)
        return;
    struct render_texture **link = &r->textures;
    while (*link && *link != texture)
        link = &(*link)->next;
    assert(*link && "a texture of another renderer, or destroyed before");
    *link = texture->next;
    glDeleteTextures(1, &texture->id);
    free(texture);
}
