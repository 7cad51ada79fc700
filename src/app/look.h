/* look.h: what the cloth is made of for the eye: the woven textures, or the user's image. */
#ifndef APP_LOOK_H
#define APP_LOOK_H

#include "render.h"

#include <stdbool.h>
#include <stddef.h>

enum { LOOK_WEAVES_MAX = 8 };

struct look {
    struct look_weave {
        struct render_texture *colour, *normal; /* null where there are no assets */
        bool tried;
    } weaves[LOOK_WEAVES_MAX];
    struct render_texture *image; /* the user's, over the cloth; or null */
};

/* Loads <assets>/textures/NAME_*.png of a weave that was not asked for before. False with one line in
 * `error`; what could be loaded is kept. */
bool look_load_weave(struct look *look, int weave, const char *name, struct render *render,
                     const char *assets, char *error, size_t size);

/* Makes an image file the fabric's texture. False with one line in `error`, and nothing changed. */
bool look_set_image(struct look *look, struct render *render, const char *path, char *error,
                    size_t size);

/* Fills in colours and textures for a cloth whose texture coordinates are `width` x `height`
 * metres. */
void look_apply(const struct look *look, int weave, float width, float height,
                struct render_cloth_draw *draw);

#endif
