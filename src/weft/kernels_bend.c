/* Bends, one by one and along whole strands. */
#include "kernels_inner.h"

/* At a clamp, where the middle and one end are fixed, a bend stands for half a cell. */
WF_INLINE float clamp_share(float wa, float wm, float wz)
{
    return wm == 0.0f && (wa == 0.0f || wz == 0.0f) ? 0.5f : 1.0f;
}

/* |b| = 2 L sin(phi/2) measures the chord of the turn phi, whose energy is to be B phi^2/2L: that
 * takes phi/sin phi times the stiffness, so sin phi/phi = 1 - s/6 - s^2/180 - ... of the
 * compliance, s = |b|^2/L^2 = 4 sin^2(phi/2) (0 to 4). */
WF_INLINE float turn_share(float b2, float inverse_cell2)
{
    float s = b2 * inverse_cell2;
    s = s < 3.0f ? s : 3.0f;
    return 1.0f - s * (1.0f / 6.0f) - s * s * (1.0f / 180.0f);
}

/* ------------------------------------------------------------------ one by one */

/* The vector constraint b = a - 2 m + z = 0, whose length over the cell squared is the curvature:
 * linear, so it has the same gradient (1, -2, 1) everywhere, and its three forces turn nothing
 * (their moment is b x b). */
WF_INLINE void bend_rows(const wf_bend *d, int first, int end, int step, const bool keep)
{
    const wf_rows *s = &d->rows;
    const float gain = d->gain, inverse_cell2 = d->inverse_cell2, *alpha = d->alpha;
    for (int r = first; r < end; r += step) {
        const ptrdiff_t i = r * s->pitch, j = i + s->pitch, k = j + s->pitch;
        float *ax = s->x + i, *ay = s->y + i, *az = s->z + i;
        float *mx = s->x + j, *my = s->y + j, *mz = s->z + j;
        float *zx = s->x + k, *zy = s->y + k, *zz = s->z + k;
        const float *aw = s->w + i, *mw = s->w + j, *zw = s->w + k;
        float *lx = keep ? d->lambda[0] + i : NULL, *ly = keep ? d->lambda[1] + i : NULL,
              *lz = keep ? d->lambda[2] + i : NULL;
        WF_LOOP
        for (int c = 0; c < s->columns; c++) {
            float bx = ax[c] - 2.0f * mx[c] + zx[c], by = ay[c] - 2.0f * my[c] + zy[c],
                  bz = az[c] - 2.0f * mz[c] + zz[c];
            float wa = aw[c], wm = mw[c], wz = zw[c];
            float soft = alpha[c] * clamp_share(wa, wm, wz) *
                         turn_share(bx * bx + by * by + bz * bz, inverse_cell2);
            float scale = -gain / (wa + 4.0f * wm + wz + soft + TINY_WEIGHT);
            if (keep) {
                bx += soft * lx[c];
                by += soft * ly[c];
                bz += soft * lz[c];
            }
            bx *= scale;
            by *= scale;
            bz *= scale;
            if (keep) {
                lx[c] += bx;
                ly[c] += by;
                lz[c] += bz;
            }
            float m2 = 2.0f * wm;
            ax[c] += wa * bx;
            ay[c] += wa * by;
            az[c] += wa * bz;
            mx[c] -= m2 * bx;
            my[c] -= m2 * by;
            mz[c] -= m2 * bz;
            zx[c] += wz * bx;
            zy[c] += wz * by;
            zz[c] += wz * bz;
        }
    }
}

void KERNEL(bend)(const wf_bend *b, int first, int end, int step)
{
    if (b->lambda[0])
        bend_rows(b, first, end, step, true);
    else
        bend_rows(b, first, end, step, false);
}

/* ------------------------------------------------------------------ along a strand */

/* One row of a block's bends in scratch: the factors L D L' of the pentadiagonal matrix J W J' +
 * alpha, J = (1, -2, 1), and the right side, which ends as the multiplier. */
typedef struct bends {
    float *d, *l1, *l2; /* 1 / D; L one and two rows up */
    float *y[3];
} bends;

WF_INLINE bends bends_at(float *scratch, int row)
{
    float *base = scratch + (ptrdiff_t)(row + 2) * WF_STRAND_ROW;
    const int n = WF_STRAND_BLOCK;
    return (bends){base, base + n, base + 2 * n, {base + 3 * n, base + 4 * n, base + 5 * n}};
}

WF_INLINE void factor_row(const wf_bend *b, int first, int width, int row, float *scratch,
                          const bool keep)
{
    const wf_rows *s = &b->rows;
    const ptrdiff_t i = row * s->pitch + first, j = i + s->pitch, k = j + s->pitch;
    const float *wa = s->w + i, *wm = s->w + j, *wz = s->w + k, *alpha = b->alpha + first;
    bends e = bends_at(scratch, row), up = bends_at(scratch, row - 1),
          upper = bends_at(scratch, row - 2);
    const float *up_d = up.d, *up_l1 = up.l1, *upper_d = upper.d;
    float *d = e.d, *l1 = e.l1, *l2 = e.l2;
    const float *ax = s->x + i, *ay = s->y + i, *az = s->z + i, *mx = s->x + j, *my = s->y + j,
                *mz = s->z + j;
    const float *zx = s->x + k, *zy = s->y + k, *zz = s->z + k, inverse_cell2 = b->inverse_cell2;
    float softs[WF_STRAND_BLOCK];
    const float c1 = row > 0 ? -2.0f : 0.0f,
                c2 = row > 1 ? 1.0f : 0.0f; /* the first two have fewer above */
    WF_LOOP
    for (int c = 0; c < width; c++) {
        float bx = ax[c] - 2.0f * mx[c] + zx[c], by = ay[c] - 2.0f * my[c] + zy[c],
              bz = az[c] - 2.0f * mz[c] + zz[c];
        float soft = alpha[c] * clamp_share(wa[c], wm[c], wz[c]) *
                     turn_share(bx * bx + by * by + bz * bz, inverse_cell2);
        softs[c] = soft;
        float o1 = c1 * (wa[c] + wm[c]), o2 = c2 * wa[c];
        float m2 = o2 * upper_d[c], t = o1 - o2 * up_l1[c], m1 = t * up_d[c];
        l1[c] = m1;
        l2[c] = m2;
        d[c] = 1.0f / (wa[c] + 4.0f * wm[c] + wz[c] + soft + TINY_PIVOT - m1 * t - m2 * o2);
    }
    const float *const x[3] = {s->x, s->y, s->z};
    for (int a = 0; a < 3; a++) {
        const float *xa = x[a] + i, *xm = x[a] + j, *xz = x[a] + k, *u1 = up.y[a], *u2 = upper.y[a];
        const float *lambda = keep ? b->lambda[a] + i : NULL;
        float *y = e.y[a];
        WF_LOOP
        for (int c = 0; c < width; c++) {
            float right = 2.0f * xm[c] - xa[c] - xz[c];
            if (keep)
                right -= softs[c] * lambda[c];
            y[c] = right - l1[c] * u1[c] - l2[c] * u2[c];
        }
    }
}

/* Back substitution, and the move of the lowest of the bend's particles, which all its bends are
 * known for then. */
WF_INLINE void unbend_row(const wf_bend *b, int first, int width, int row, float *scratch,
                          const bool keep)
{
    const wf_rows *s = &b->rows;
    const ptrdiff_t i = row * s->pitch + first, k = i + 2 * s->pitch;
    const float *w = s->w + k;
    float *const x[3] = {s->x, s->y, s->z};
    bends e = bends_at(scratch, row), down = bends_at(scratch, row + 1),
          lower = bends_at(scratch, row + 2);
    const float *d = e.d, *l1 = down.l1, *l2 = lower.l2;
    for (int a = 0; a < 3; a++) {
        float *xz = x[a] + k, *y = e.y[a], *lambda = keep ? b->lambda[a] + i : NULL;
        const float *z1 = down.y[a], *z2 = lower.y[a];
        WF_LOOP
        for (int c = 0; c < width; c++) {
            float z = y[c] * d[c] - l1[c] * z1[c] - l2[c] * z2[c];
            y[c] = z;
            if (keep)
                lambda[c] += z;
            xz[c] += w[c] * (z - 2.0f * z1[c] + z2[c]);
        }
    }
}

/* The two uppermost rows of particles. */
WF_INLINE void unbend_top(const wf_bend *b, int first, int width, float *scratch)
{
    const wf_rows *s = &b->rows;
    float *const x[3] = {s->x, s->y, s->z};
    bends e = bends_at(scratch, 0), down = bends_at(scratch, 1);
    const float *w0 = s->w + first, *w1 = w0 + s->pitch;
    for (int a = 0; a < 3; a++) {
        float *x0 = x[a] + first, *x1 = x0 + s->pitch;
        const float *z0 = e.y[a], *z1 = down.y[a];
        WF_LOOP
        for (int c = 0; c < width; c++) {
            x0[c] += w0[c] * z0[c];
            x1[c] += w1[c] * (z1[c] - 2.0f * z0[c]);
        }
    }
}

WF_INLINE void unbend_block(const wf_bend *b, int first, int width, float *scratch, const bool keep)
{
    int rows = b->rows.rows - 2;
    for (int i = 0; i < 2 * WF_STRAND_ROW; i++)
        scratch[i] = scratch[(rows + 2) * WF_STRAND_ROW + i] = 0.0f;
    for (int r = 0; r < rows; r++)
        factor_row(b, first, width, r, scratch, keep);
    for (int r = rows - 1; r >= 0; r--)
        unbend_row(b, first, width, r, scratch, keep);
    unbend_top(b, first, width, scratch);
}

void KERNEL(bend_strands)(const wf_bend *b, int begin, int end, float *scratch)
{
    for (int first = begin; b->rows.rows > 2 && first < end; first += WF_STRAND_BLOCK) {
        int width = end - first < WF_STRAND_BLOCK ? end - first : WF_STRAND_BLOCK;
        if (b->lambda[0])
            unbend_block(b, first, width, scratch, true);
        else
            unbend_block(b, first, width, scratch, false);
    }
}
