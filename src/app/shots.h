/* shots.h: the pictures that the program writes: whole or not at all; under names that are never in
 * the way of a file that is there; every n-th frame (--capture). */
#ifndef APP_SHOTS_H
#define APP_SHOTS_H

#include "render.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SHOTS_PATH_MAX = 4096 };

/* Writes the name of a file that is not there yet in the working directory, e.g.
 * weft-corners-0012.35s.png, or …-2.png where that one exists. False where there is none left. */
bool shots_free_name(char *path, size_t size, const char *scene, double seconds,
                     const char *suffix);

/* Writes the back buffer as a PNG; on failure a file that was there before is untouched. */
bool shots_write(struct render *render, const char *path, int width, int height, char *error,
                 size_t size);

struct shots_capture {
    const char *folder; /* null: none */
    int64_t every;      /* frames; 1 or more */
};

/* Makes the folder if it is missing. False with one line in `error`. */
bool shots_capture_begin(const struct shots_capture *capture, char *error, size_t size);
/* Writes <folder>/frame-000123.png of the back buffer when it is this frame's turn. */
bool shots_capture_frame(const struct shots_capture *capture, struct render *render, int64_t frame,
                         int width, int height, char *error, size_t size);

#endif
