/* Twists, one by one and along whole strands. */
#include "kernels_inner.h"

#include <string.h>

/* ------------------------------------------------------------------ one by one */

/* The vector constraint t = a - b - c + d = 0 of a cell's corners, a and b above c and d: over the
 * cell's area it is the surface's mixed second derivative, its twist. It is 0 of a cell that is a
 * parallelogram, so of cloth that is flat, stretched, sheared or rolled along warp or weft. */
WF_INLINE void twist_rows(const wf_twist *t, int first, int end, int step, const bool keep)
{
    const wf_rows *s = &t->rows;
    const float gain = t->gain, alpha = t->alpha;
    const int count = (s->columns - t->column) / 2;
    for (int r = first; r < end; r += step) {
        const ptrdiff_t i = r * s->pitch + t->column, j = i + s->pitch;
        const float *w = s->w + i, *w_below = s->w + j;
        float *ux = s->x + i, *uy = s->y + i, *uz = s->z + i;
        float *vx = s->x + j, *vy = s->y + j, *vz = s->z + j;
        float *lx = keep ? t->lambda[0] + i : NULL, *ly = keep ? t->lambda[1] + i : NULL,
              *lz = keep ? t->lambda[2] + i : NULL;
        WF_LOOP
        for (int k = 0; k < count; k++) {
            const int a = 2 * k, b = 2 * k + 1;
            float wa = w[a], wb = w[b], wc = w_below[a], wd = w_below[b];
            float ex = (ux[b] - ux[a]) - (vx[b] - vx[a]), ey = (uy[b] - uy[a]) - (vy[b] - vy[a]),
                  ez = (uz[b] - uz[a]) - (vz[b] - vz[a]);
            float scale = gain / ((wa + wb) + (wc + wd) + alpha + TINY_WEIGHT);
            if (keep) {
                ex -= alpha * lx[a];
                ey -= alpha * ly[a];
                ez -= alpha * lz[a];
            }
            ex *= scale;
            ey *= scale;
            ez *= scale;
            if (keep) {
                lx[a] += ex;
                ly[a] += ey;
                lz[a] += ez;
            }
            ux[a] += wa * ex;
            ux[b] -= wb * ex;
            uy[a] += wa * ey;
            uy[b] -= wb * ey;
            uz[a] += wa * ez;
            uz[b] -= wb * ez;
            vx[a] -= wc * ex;
            vx[b] += wd * ex;
            vy[a] -= wc * ey;
            vy[b] += wd * ey;
            vz[a] -= wc * ez;
            vz[b] += wd * ez;
        }
    }
}

void KERNEL(twist)(const wf_twist *t, int first, int end, int step)
{
    if (t->lambda[0])
        twist_rows(t, first, end, step, true);
    else
        twist_rows(t, first, end, step, false);
}

/* ------------------------------------------------------------------ along a strand */

/* A row of a block's pairs in scratch, side by side. With d = x(r, c + 1) - x(r, c), whose inverse
 * mass is p = a + b, the twists of a pair are d(r + 1) - d(r): a chain of a tridiagonal matrix,
 *   (p + p_below + alpha) l - p l_above - p_below l_below = -t - alpha lambda,
 * and the same for x, y and z. */
typedef struct pairs {
    float *a, *b; /* inverse masses of (r, c), (r, c + 1) */
    float *dx, *dy, *dz;
    float *pivot;        /* 1 / pivot of the elimination, of the cell below */
    float *lx, *ly, *lz; /* multiplier, of the cell below */
} pairs;

enum { PAIRS = WF_STRAND_BLOCK / 2 };

WF_INLINE pairs pairs_at(float *scratch, int row)
{
    float *base = scratch + (ptrdiff_t)(row + 2) * WF_STRAND_ROW;
    return (pairs){base,
                   base + PAIRS,
                   base + 2 * PAIRS,
                   base + 3 * PAIRS,
                   base + 4 * PAIRS,
                   base + 5 * PAIRS,
                   base + 6 * PAIRS,
                   base + 7 * PAIRS,
                   base + 8 * PAIRS};
}

/* Lanes that have no pair get one of no mass, so that the loops over scratch are of one length. */
WF_INLINE void gather_pairs(const wf_twist *t, int first, int width, int row, float *scratch)
{
    const wf_rows *s = &t->rows;
    const ptrdiff_t i = row * s->pitch + t->column + 2 * first;
    const float *x = s->x + i, *y = s->y + i, *z = s->z + i, *w = s->w + i;
    pairs e = pairs_at(scratch, row);
    WF_LOOP
    for (int k = 0; k < width; k++) {
        e.a[k] = w[2 * k];
        e.b[k] = w[2 * k + 1];
        e.dx[k] = x[2 * k + 1] - x[2 * k];
        e.dy[k] = y[2 * k + 1] - y[2 * k];
        e.dz[k] = z[2 * k + 1] - z[2 * k];
    }
    for (int k = width; k < PAIRS; k++)
        e.a[k] = e.b[k] = e.dx[k] = e.dy[k] = e.dz[k] = 0.0f;
}

WF_INLINE void eliminate_pairs(const wf_twist *t, int first, int width, int row, float *scratch,
                               const bool keep)
{
    const float alpha = t->alpha;
    pairs above = pairs_at(scratch, row - 1), e = pairs_at(scratch, row),
          below = pairs_at(scratch, row + 1);
    float ox[PAIRS] = {0}, oy[PAIRS] = {0}, oz[PAIRS] = {0}; /* multipliers so far */
    if (keep)
        for (int k = 0; k < width; k++) {
            const ptrdiff_t i = row * t->rows.pitch + t->column + 2 * (first + k);
            ox[k] = t->lambda[0][i];
            oy[k] = t->lambda[1][i];
            oz[k] = t->lambda[2][i];
        }
    WF_LOOP
    for (int k = 0; k < PAIRS; k++) {
        float p = e.a[k] + e.b[k], both = p + (below.a[k] + below.b[k]);
        float least = both * REGULAR, soft = alpha > least ? alpha : least;
        float pivot = 1.0f / (both + soft + TINY_PIVOT - p * above.pivot[k] * p);
        float rx = e.dx[k] - below.dx[k], ry = e.dy[k] - below.dy[k], rz = e.dz[k] - below.dz[k];
        if (keep) {
            rx -= soft * ox[k];
            ry -= soft * oy[k];
            rz -= soft * oz[k];
        }
        e.pivot[k] = pivot;
        e.lx[k] = (rx + p * above.lx[k]) * pivot;
        e.ly[k] = (ry + p * above.ly[k]) * pivot;
        e.lz[k] = (rz + p * above.lz[k]) * pivot;
    }
}

/* Back substitution of one row of cells. */
WF_INLINE void substitute_pairs(const wf_twist *t, int first, int width, int row, float *scratch,
                                const bool keep)
{
    pairs e = pairs_at(scratch, row), below = pairs_at(scratch, row + 1);
    WF_LOOP
    for (int k = 0; k < PAIRS; k++) {
        float share = (below.a[k] + below.b[k]) * e.pivot[k];
        e.lx[k] += share * below.lx[k];
        e.ly[k] += share * below.ly[k];
        e.lz[k] += share * below.lz[k];
    }
    if (keep)
        for (int k = 0; k < width; k++) {
            const ptrdiff_t i = row * t->rows.pitch + t->column + 2 * (first + k);
            t->lambda[0][i] += e.lx[k];
            t->lambda[1][i] += e.ly[k];
            t->lambda[2][i] += e.lz[k];
        }
}

/* The move of a row's particles, by the cells above and below it. */
WF_INLINE void move_pairs(const wf_twist *t, int first, int width, int row, float *scratch)
{
    const wf_rows *s = &t->rows;
    const ptrdiff_t i = row * s->pitch + t->column + 2 * first;
    float *x = s->x + i, *y = s->y + i, *z = s->z + i;
    pairs above = pairs_at(scratch, row - 1), e = pairs_at(scratch, row);
    WF_LOOP
    for (int k = 0; k < width; k++) {
        float mx = above.lx[k] - e.lx[k], my = above.ly[k] - e.ly[k], mz = above.lz[k] - e.lz[k];
        float a = e.a[k], b = e.b[k];
        x[2 * k] -= a * mx;
        x[2 * k + 1] += b * mx;
        y[2 * k] -= a * my;
        y[2 * k + 1] += b * my;
        z[2 * k] -= a * mz;
        z[2 * k + 1] += b * mz;
    }
}

WF_INLINE void untwist_block(const wf_twist *t, int first, int width, float *scratch,
                             const bool keep)
{
    const int last = t->rows.rows - 1;
    gather_pairs(t, first, width, 0, scratch);
    memset(pairs_at(scratch, -1).a, 0, WF_STRAND_ROW * sizeof *scratch);
    memset(pairs_at(scratch, last).pivot, 0, 4 * PAIRS * sizeof *scratch);
    for (int r = 0; r < last; r++) {
        gather_pairs(t, first, width, r + 1, scratch);
        eliminate_pairs(t, first, width, r, scratch, keep);
    }
    for (int r = last; r >= 0; r--) {
        if (r > 0)
            substitute_pairs(t, first, width, r - 1, scratch, keep);
        move_pairs(t, first, width, r, scratch);
    }
}

void KERNEL(twist_strands)(const wf_twist *t, int begin, int end, float *scratch)
{
    for (int first = begin; first < end; first += PAIRS) {
        int width = end - first < PAIRS ? end - first : PAIRS;
        if (t->lambda[0])
            untwist_block(t, first, width, scratch, true);
        else
            untwist_block(t, first, width, scratch, false);
    }
}
