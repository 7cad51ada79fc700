/* The point of a triangle that is nearest to a point. */
#ifndef WF_TRIANGLE_H
#define WF_TRIANGLE_H

#include "shapes.h"

/* A point of a triangle, as parts of its corners. */
typedef struct wf_spot {
    float part[3];
    wf_vector point;
} wf_spot;

static inline wf_spot wf_spot_at(const wf_vector corner[3], float b, float c)
{
    wf_spot s = {{1.0f - b - c, b, c}, corner[0]};
    s.point = wf_along(wf_along(corner[0], b, wf_minus(corner[1], corner[0])), c,
                       wf_minus(corner[2], corner[0]));
    return s;
}

/* The point of side i, from corner i to the next, that is nearest to p. */
static inline wf_spot wf_nearest_on_side(const wf_vector corner[3], int i, wf_vector p)
{
    int j = (i + 1) % 3;
    wf_vector side = wf_minus(corner[j], corner[i]);
    float t = wf_dot(wf_minus(p, corner[i]), side) / (wf_dot(side, side) + TINY_LENGTH2);
    t = t < 0.0f ? 0.0f : t > 1.0f ? 1.0f : t;
    wf_spot s = {.point = wf_along(corner[i], t, side)};
    s.part[i] = 1.0f - t;
    s.part[j] = t;
    return s;
}

/* The point of a triangle (or of what is left of one without area) that is nearest to p. */
static inline wf_spot wf_nearest_on_triangle(const wf_vector corner[3], wf_vector p)
{
    wf_vector u = wf_minus(corner[1], corner[0]), v = wf_minus(corner[2], corner[0]),
              d = wf_minus(p, corner[0]);
    float uu = wf_dot(u, u), uv = wf_dot(u, v), vv = wf_dot(v, v), du = wf_dot(d, u),
          dv = wf_dot(d, v);
    float area = uu * vv - uv * uv, b = vv * du - uv * dv, c = uu * dv - uv * du;
    if (area > 1e-6f * uu * vv && b >= 0.0f && c >= 0.0f && b + c <= area)
        return wf_spot_at(corner, b / area, c / area);
    wf_spot best = wf_nearest_on_side(corner, 0, p);
    float best2 = wf_dot(wf_minus(p, best.point), wf_minus(p, best.point));
    for (int i = 1; i < 3; i++) {
        wf_spot s = wf_nearest_on_side(corner, i, p);
        float s2 = wf_dot(wf_minus(p, s.point), wf_minus(p, s.point));
        if (s2 < best2) {
            best = s;
            best2 = s2;
        }
    }
    return best;
}

#endif
