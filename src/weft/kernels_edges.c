/* Edges one by one, and tethers. */
#include "kernels_inner.h"

/* A loop's last lanes, as a vector with a condition, cost what a vector does; one by one, more. */
enum { VECTOR = 16 };

#define SQRT_HALF 0.70710678f

/* XPBD's update of one multiplier (Macklin et al. 2016, eq. 18), C = |a - b| - rest:
 *   dlambda = (-C - alpha lambda) / (w_a + w_b + alpha),
 *   dp_a = w_a n dlambda,  dp_b = -w_b n dlambda
 * with alpha = compliance / h^2. With alpha = 0 and a gain of k' it is PBD's projection (Mueller et
 * al. 2007, eq. 10, 11). */
WF_INLINE void project_edge(const wf_distance *d, ptrdiff_t a, ptrdiff_t b, int c, const bool keep)
{
    const wf_rows *s = &d->rows;
    float dx = s->x[a] - s->x[b], dy = s->y[a] - s->y[b], dz = s->z[a] - s->z[b];
    float wa = s->w[a], wb = s->w[b], alpha = d->alpha[c];
    float length = sqrtf(dx * dx + dy * dy + dz * dz + TINY_LENGTH2);
    float error = wf_wanted_length(length, d->rest, d->least) - length;
    if (keep)
        error -= alpha * d->lambda[a];
    float scale = error * d->gain / ((wa + wb + alpha + TINY_WEIGHT) * length);
    if (keep)
        d->lambda[a] += scale * length;
    float sa = scale * wa, sb = scale * wb;
    s->x[a] += sa * dx;
    s->y[a] += sa * dy;
    s->z[a] += sa * dz;
    s->x[b] -= sb * dx;
    s->y[b] -= sb * dy;
    s->z[b] -= sb * dz;
}

WF_INLINE void distance_rows(const wf_distance *family, int first, int end, int step,
                             const bool keep)
{
    const wf_distance local = *family, *d = &local;
    const int c0 = d->shift < 0 ? -d->shift : 0,
              c1 = d->rows.columns - (d->shift > 0 ? d->shift : 0);
    for (int r = first; r < end; r += step) {
        const ptrdiff_t upper = r * d->rows.pitch, lower = upper + d->rows.pitch + d->shift;
        int c = c0;
        for (; c + VECTOR <= c1; c += VECTOR) {
            WF_LOOP
            for (int i = 0; i < VECTOR; i++)
                project_edge(d, upper + c + i, lower + c + i, c + i, keep);
        }
        if (c < c1) {
            WF_LOOP
            for (int i = 0; i < VECTOR; i++)
                if (c + i < c1)
                    project_edge(d, upper + c + i, lower + c + i, c + i, keep);
        }
    }
}

void KERNEL(distance)(const wf_distance *d, int first, int end, int step)
{
    if (d->lambda)
        distance_rows(d, first, end, step, true);
    else
        distance_rows(d, first, end, step, false);
}

/* ------------------------------------------------------------------ tethers */

/* The square of how far a particle may be. */
WF_INLINE float reach2(const wf_reach *k, float rest2, float aside, const bool elastic)
{
    if (!elastic)
        return rest2 * k->slack2;
    float rest = sqrtf(rest2);
    float more = 1.0f + k->spread * sqrtf(rest) + k->across * rest;
    float reach = rest + k->stretch * more + k->shear * aside;
    return reach * reach * k->slack2;
}

WF_INLINE void tether_row(const wf_tether *t, int r, const bool elastic)
{
    const wf_rows *p = &t->rows;
    const wf_reach reach = t->reach;
    const float u = t->cell_u, ax = t->anchor[0], ay = t->anchor[1], az = t->anchor[2];
    float *x = p->x + r * p->pitch, *y = p->y + r * p->pitch, *z = p->z + r * p->pitch;
    const float *w = p->w + r * p->pitch;
    const float dv = fabsf((float)(r - t->row) * t->cell_v), v2 = dv * dv;
    const int column = t->column;
    WF_LOOP
    for (int c = 0; c < p->columns; c++) {
        float du = fabsf((float)(c - column) * u);
        float most2 = reach2(&reach, du * du + v2, du < dv ? du : dv, elastic);
        float dx = x[c] - ax, dy = y[c] - ay, dz = z[c] - az, far2 = dx * dx + dy * dy + dz * dz;
        float scale = far2 > most2 && w[c] != 0.0f ? sqrtf(most2 / (far2 + TINY_LENGTH2)) : 1.0f;
        scale -= 1.0f; /* so that cloth within reach keeps its bits */
        x[c] += dx * scale;
        y[c] += dy * scale;
        z[c] += dz * scale;
    }
}

void KERNEL(tether)(const wf_tether *t, int begin, int end)
{
    if (t->reach.stretch > 0.0f)
        for (int r = begin; r < end; r++)
            tether_row(t, r, true);
    else
        for (int r = begin; r < end; r++)
            tether_row(t, r, false);
}

WF_INLINE void tether_elements(const wf_tethers *t, size_t begin, size_t end, const bool elastic,
                               const bool one)
{
    float *x = t->x, *y = t->y, *z = t->z;
    const float *w = t->w, *rest = t->rest;
    const wf_reach reach = t->reach;
    const uint32_t *anchor = t->anchor, only = t->only;
    WF_LOOP
    for (size_t i = begin; i < end; i++) {
        uint32_t k = one ? only : anchor[i];
        float dx = x[i] - x[k], dy = y[i] - y[k], dz = z[i] - z[k];
        float far2 = dx * dx + dy * dy + dz * dz,
              most2 = reach2(&reach, rest[i] * rest[i], rest[i] * SQRT_HALF, elastic);
        float scale = sqrtf(most2 / (far2 + TINY_LENGTH2)) - 1.0f;
        if (far2 > most2 && w[i] != 0.0f) { /* an anchor is not even written: others read it */
            x[i] += dx * scale;
            y[i] += dy * scale;
            z[i] += dz * scale;
        }
    }
}

void KERNEL(tether_each)(const wf_tethers *t, size_t begin, size_t end)
{
    if (!t->anchor)
        tether_elements(t, begin, end, t->reach.stretch > 0.0f, true);
    else if (t->reach.stretch > 0.0f)
        tether_elements(t, begin, end, true, false);
    else
        tether_elements(t, begin, end, false, false);
}
