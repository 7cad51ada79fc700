/* panel_layout.h: what the panel decides before it draws: whether it has room, what is a double
 * click. Plain C, no ImGui. Lengths in window units. */
#ifndef APP_PANEL_LAYOUT_H
#define APP_PANEL_LAYOUT_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Whether a window of this size has room for the panel beside the cloth, which is in the middle.
 * `scale` as in panel_begin. */
bool panel_layout_fits(float width, float height, float scale);

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
