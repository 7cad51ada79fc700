/* shots.h: pictures and files that the program writes while it runs: their names, never in the way
 * of one that is there; and every n-th frame as a PNG (--capture). */
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

struct shots_capture {
    const char *folder; /* null: none */
    int64_t every;      /* frames; 1 or more */
};

/* Takes --capture FOLDER and --capture-every N out of argv, whose other words keep their order.
 * False with one line in `error`. */
bool shots_capture_options(int *argc, char *argv[], struct shots_capture *capture, char *error,
                           size_t size);
/* Makes the folder if it is missing. False with one line in `error`. */
bool shots_capture_begin(const struct shots_capture *capture, char *error, size_t size);
/* Writes <folder>/frame-000123.png of the back buffer when it is this frame's turn. */
bool shots_capture_frame(const struct shots_capture *capture, struct render *render, int64_t frame,
                         int width, int height, char *error, size_t size);

#endif
