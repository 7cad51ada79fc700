/* view.h: where the viewer looks from, and the maths between cursor, pixels and space.
 *
 * Pure: no window, no GL, no state beyond the struct. The cursor is in window units, the picture in
 * framebuffer pixels; the two differ on HiDPI screens, so both sizes are kept here and nobody else
 * converts. Lengths in metres, right-handed, Y up.
 */
#ifndef APP_VIEW_H
#define APP_VIEW_H

#include <stdbool.h>

struct view {
    int window_width, window_height;           /* what the cursor is measured in */
    int framebuffer_width, framebuffer_height; /* px */
    float eye[3], forward[3];                  /* m; unit */
    float half_height;                         /* of the picture at 1 m distance: tan(fov / 2) */
    float
        shift; /* of what is looked at from the picture's middle to the right, of half its width */
    float matrix[16], projection[16]; /* column-major; clip depth -1 to 1 */
};

/* Looks from `eye` to `target`. `covered`: of the window on its left, by the panel, window units:
 * `target` is in the middle of the rest. `fov_degrees` is vertical; where the rest is higher than
 * wide it is the horizontal one, so that what is in the middle never leaves the sides. Sizes below
 * 1 count as 1, and at least a fifth of the width is the rest: every matrix is finite at every
 * size. */
struct view view_make(int window_width, int window_height, int framebuffer_width,
                      int framebuffer_height, float covered, const float eye[3],
                      const float target[3], float fov_degrees);

/* The ray through the cursor: from the eye, `direction` of unit length. */
void view_ray(const struct view *view, double x, double y, float origin[3], float direction[3]);

/* The point under the cursor on the plane that faces the viewer at this depth (m before the
 * eye). */
void view_point_at_depth(const struct view *view, double x, double y, float depth, float point[3]);

/* How far before the eye a point is, m; negative behind it. */
float view_depth(const struct view *view, const float point[3]);

/* Where a point is seen, in window units. False where it is behind the eye. */
bool view_project(const struct view *view, const float point[3], float *x, float *y);

/* The framebuffer pixel (with fraction) under the cursor. */
void view_pixel(const struct view *view, double x, double y, double *pixel_x, double *pixel_y);

/* Size of a metre at this depth, px; 0 behind the eye. */
float view_pixels_per_metre(const struct view *view, float depth);

#endif
