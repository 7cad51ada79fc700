/* panel_layout.h: what the panel decides before it draws: whether it has room, what it covers, what
 * is a double click. Plain C, no ImGui. Lengths in window units. */
#ifndef APP_PANEL_LAYOUT_H
#define APP_PANEL_LAYOUT_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* At scale 1, as everything is: how wide the panel is, and how far from the window's rim. */
#define PANEL_LAYOUT_WIDTH 292.0f
#define PANEL_LAYOUT_MARGIN 12.0f

/* Whether a window of this size has room for the panel beside the cloth. `scale` as in
 * panel_begin. */
bool panel_layout_fits(float width, float height, float scale);
/* How much of the window's left the panel covers where it is shown: the picture is in the middle of
 * the rest. 0 where the rest would be too little to see anything: the panel is then over the
 * picture. */
float panel_layout_covers(float width, float scale);

/* Where lines at the bottom go: between these distances from the window's left and right, this far
 * above its bottom. */
struct panel_strip {
    float left, right, above;
};
/* Beside what the panel covers, and beside the legend in the lower right corner or, where that leaves
 * too little to read, above it. A legend of no width: there is none. */
struct panel_strip panel_layout_strip(float width, float scale, float covered, float legend_width,
                                      float legend_height);

/* The last press of the left button; all zero at first. */
struct panel_press {
    bool waiting; /* for a second one */
    double seconds, x, y;
};
/* A press at this time and place: whether it makes a double click with the last one. A third press
 * begins anew. */
bool panel_layout_press(struct panel_press *last, double seconds, double x, double y, float scale);

#ifdef __cplusplus
}
#endif

#endif
