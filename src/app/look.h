/* look.h: what the cloth is made of for the eye: the woven textures, or the user's image. */
#ifndef APP_LOOK_H
#define APP_LOOK_H

#include "render.h"

#include <stdbool.h>
#include <stddef.h>

struct look {
    struct render_texture *weave_colour, *weave_normal; /* null where there are no assets */
    struct render_texture *image;                       /* the user's, over the cloth; or null */
};

/* Loads <assets>/textures/plain_*.png. False with one line in `error`; what could be loaded is
 * kept. */
bool look_load_weave(struct look *look, struct render *render, const char *assets, char *error,
                     size_t size);

/* Makes an image file the fabric's texture. False with one line in `error`, and nothing changed. */
bool look_set_image(struct look *look, struct render *render, const char *path, char *error,
                    size_t size);

/* Fills in colours and textures for a cloth whose texture coordinates are `width` x `height`
 * metres. */
void look_apply(const struct look *look, float width, float height, struct render_cloth_draw *draw);

#endif
