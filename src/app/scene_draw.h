/* scene_draw.h: from the session's view to one struct render_frame: cloth buffers, solids, marks.
 *
 * Buffers are made anew when the session's world is (session_build); a frame writes one interleaved
 * vertex stream a cloth and uploads it once.
 */
#ifndef APP_SCENE_DRAW_H
#define APP_SCENE_DRAW_H

#include "heat.h"
#include "look.h"
#include "render.h"
#include "session.h"
#include "view.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct tools;

enum {
    SCENE_DRAW_CLOTHS_MAX = 64,
    SCENE_DRAW_MARKS_MAX = 4096, /* points: pins, held and hovered particles */
    SCENE_DRAW_LINES_MAX = 256,
    SCENE_DRAW_SOLIDS_MAX = 256,
    SCENE_DRAW_LABELS_MAX = 8,
    BALLS_MAX = 64, /* a particle system up to this size is drawn as balls and sticks */
};

struct scene_draw_cloth {
    struct render_cloth *buffers;
    struct render_vertex *vertices;
    int vertex_count, triangle_count;
    float width, height; /* of the texture coordinates, m */
    uint32_t *sticks;    /* of a small system without triangles, 2 a stick; else null */
    int stick_count;
    float *radii; /* of its balls, m */
};

/* A text at a place in the scene, for the panel to write. */
struct scene_draw_label {
    float position[3];
    char text[48];
};

struct scene_draw {
    uint64_t build; /* of the world that the buffers are for; 0: none yet */
    struct scene_draw_cloth cloths[SCENE_DRAW_CLOTHS_MAX];
    int cloth_count;
    struct heat heat; /* the strain view's scale */

    /* this frame */
    struct render_cloth_draw draws[SCENE_DRAW_CLOTHS_MAX];
    struct render_solid solids[SCENE_DRAW_SOLIDS_MAX];
    struct render_line lines[SCENE_DRAW_LINES_MAX];
    struct render_point points[SCENE_DRAW_MARKS_MAX];
    struct scene_draw_label labels[SCENE_DRAW_LABELS_MAX];
    int solid_count, line_count, point_count, label_count;
};

/* Makes the buffers for the session's world if it is a new one. False with one line in `error`:
 * then nothing of it is drawn until the next world. */
bool scene_draw_prepare(struct scene_draw *draw, struct render *render,
                        const struct session *session, char *error, size_t size);
/* Only the memory here; the GPU's goes with the renderer. */
void scene_draw_free(struct scene_draw *draw);

struct scene_draw_input {
    const struct session *session;
    const struct view *view;
    const struct look *look;
    const struct tools *tools;
    enum render_view mode;
    float scale; /* px of a mark of one unit: the framebuffer's share of the monitor's scale */
};

/* Fills a frame; its pointers go into `draw` and hold until the next call. */
struct render_frame scene_draw_frame(struct scene_draw *draw, const struct scene_draw_input *input);

#endif
