/* look.c: see look.h. Reads image files; the textures belong to the renderer. */
#include "look.h"

#include "assets.h"

#define WEAVE_TILE 0.24f /* side of the woven texture on the cloth, m: a yarn each 7.5 mm */

/* Dyes the linen of the textures madder red: told apart from every colour of the studio. */
static const float cloth_colour[3] = {0.93f, 0.43f, 0.35f};
static const float line_colour[3] = {0.10f, 0.13f, 0.17f};

bool look_load_weave(struct look *look, struct render *render, const char *assets, char *error,
                     size_t size)
{
    char path[ASSETS_PATH_MAX];
    if (assets_join(path, sizeof path, assets, "textures/plain_colour.png"))
        look->weave_colour = render_texture_load(render, path, RENDER_TEXTURE_COLOUR, error, size);
    if (look->weave_colour && assets_join(path, sizeof path, assets, "textures/plain_normal.png"))
        look->weave_normal = render_texture_load(render, path, RENDER_TEXTURE_NORMAL, error, size);
    return look->weave_colour && look->weave_normal;
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

void look_apply(const struct look *look, float width, float height, struct render_cloth_draw *draw)
{
    bool image = look->image && width > 0.0f && height > 0.0f;
    draw->texture = image ? look->image : look->weave_colour;
    draw->normal_map = look->weave_normal;
    draw->texture_repeat[0] = image ? 1.0f / width : 1.0f / WEAVE_TILE;
    draw->texture_repeat[1] = image ? 1.0f / height : 1.0f / WEAVE_TILE;
    draw->normal_repeat[0] = draw->normal_repeat[1] = 1.0f / WEAVE_TILE;
    for (int i = 0; i < 3; i++) {
        draw->colour[i] = image ? 1.0f : cloth_colour[i];
        draw->line_colour[i] = line_colour[i];
    }
}
