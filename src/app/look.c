/* look.c: see look.h. Reads image files; the textures belong to the renderer. */
#include "look.h"

#include "assets.h"

#include <stdio.h>

#define WEAVE_TILE 0.24f /* side of the woven texture on the cloth, m: a yarn each 7.5 mm */

/* Dyes the linen of the textures madder red: told apart from every colour of the studio. */
static const float cloth_colour[3] = {0.93f, 0.43f, 0.35f};
static const float line_colour[3] = {0.10f, 0.13f, 0.17f};

static struct render_texture *load_map(struct render *render, const char *assets, const char *name,
                                       const char *map, enum render_texture_kind kind, char *error,
                                       size_t size)
{
    char path[ASSETS_PATH_MAX], file[64];
    snprintf(file, sizeof file, "textures/%s_%s.png", name, map);
    return assets_join(path, sizeof path, assets, file)
               ? render_texture_load(render, path, kind, error, size)
               : NULL;
}

bool look_load_weave(struct look *look, int weave, const char *name, struct render *render,
                     const char *assets, char *error, size_t size)
{
    struct look_weave *to = &look->weaves[weave];
    if (to->tried)
        return true;
    to->tried = true;
    to->colour = load_map(render, assets, name, "colour", RENDER_TEXTURE_COLOUR, error, size);
    if (to->colour)
        to->normal = load_map(render, assets, name, "normal", RENDER_TEXTURE_NORMAL, error, size);
    return to->colour && to->normal;
}

bool look_set_image(struct look *look, struct render *render, const char *path, char *error,
                    size_t size)
{
    struct render_texture *image =
        render_texture_load(render, path, RENDER_TEXTURE_COLOUR, error, size);
    if (!image)
        return false;
    if (look->image)
        render_texture_destroy(render, look->image);
    look->image = image;
    return true;
}

void look_apply(const struct look *look, int weave, float width, float height,
                struct render_cloth_draw *draw)
{
    bool image = look->image && width > 0.0f && height > 0.0f;
    draw->texture = image ? look->image : look->weaves[weave].colour;
    draw->normal_map = look->weaves[weave].normal;
    draw->texture_repeat[0] = image ? 1.0f / width : 1.0f / WEAVE_TILE;
    draw->texture_repeat[1] = image ? 1.0f / height : 1.0f / WEAVE_TILE;
    draw->normal_repeat[0] = draw->normal_repeat[1] = 1.0f / WEAVE_TILE;
    for (int i = 0; i < 3; i++) {
        draw->colour[i] = image ? 1.0f : cloth_colour[i];
        draw->line_colour[i] = line_colour[i];
    }
}
