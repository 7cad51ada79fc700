/* Tensions as springs, a block of strands side by side (see begin_taut in stage_sweeps.c). */
#include "kernels_inner.h"

/* A spring is no stiffer than this, over the masses of its ends: T h^2 / (m L). Beyond, nothing is won,
 * and a tension that was a blow's would tear at the cloth. */
#define SPRING_MOST 50.0f

/* Where a particle is. */
WF_INLINE vector place(const wf_springs *s, ptrdiff_t i, const bool moving)
{
    vector p = {s->from[0][i], s->from[1][i], s->from[2][i]};
    if (moving)
        p = (vector){p.x - s->h * s->v[0][i], p.y - s->h * s->v[1][i], p.z - s->h * s->v[2][i]};
    return p;
}

/* Tension over length, of an edge from a to b between masses of 1/wa and 1/wb. */
WF_INLINE float density(float tension, vector d, float wa, float wb)
{
    float most = SPRING_MOST / (wa + wb + TINY_WEIGHT);
    float density = tension / sqrtf(dot(d, d) + TINY_LENGTH2);
    density = density > 0.0f ? density : 0.0f;
    return density < most ? density : most;
}

/* pull: what the springs above pull with, one a lane. */
WF_INLINE void move_row(const wf_springs *s, int row, int first, int width,
                        float (*pull)[WF_STRAND_BLOCK], const bool last, const bool moving)
{
    const wf_springs k = *s;
    const ptrdiff_t pitch = k.rows.pitch, i = row * pitch + first;
    const float *w = k.rows.w + i;
    float *x = k.rows.x + i, *y = k.rows.y + i, *z = k.rows.z + i, *lambda = k.lambda + i;
    float *ux = pull[0], *uy = pull[1], *uz = pull[2];
    WF_LOOP
    for (int c = 0; c < width; c++) {
        vector below = {0.0f, 0.0f, 0.0f}, move = below;
        if (!last) {
            vector a = place(&k, i + c, moving), b = place(&k, i + c + pitch, moving);
            vector d = {b.x - a.x, b.y - a.y, b.z - a.z};
            float spring = density(-k.change * lambda[c], d, w[c], w[c + pitch]);
            lambda[c] = -spring;
            below = (vector){spring * d.x, spring * d.y, spring * d.z};
        }
        if (moving)
            move = (vector){x[c] + k.h * k.v[0][i + c], y[c] + k.h * k.v[1][i + c],
                            z[c] + k.h * k.v[2][i + c]};
        x[c] = move.x + w[c] * (below.x - ux[c]);
        y[c] = move.y + w[c] * (below.y - uy[c]);
        z[c] = move.z + w[c] * (below.z - uz[c]);
        ux[c] = below.x;
        uy[c] = below.y;
        uz[c] = below.z;
    }
}

WF_INLINE void move_block(const wf_springs *s, int first, int width, const bool moving)
{
    float pull[3][WF_STRAND_BLOCK] = {{0.0f}};
    for (int r = 0; r < s->rows.rows - 1; r++)
        move_row(s, r, first, width, pull, false, moving);
    move_row(s, s->rows.rows - 1, first, width, pull, true, moving);
}

void KERNEL(spring_moves)(const wf_springs *s, int begin, int end)
{
    for (int first = begin; first < end; first += WF_STRAND_BLOCK) {
        int width = end - first < WF_STRAND_BLOCK ? end - first : WF_STRAND_BLOCK;
        if (s->v[0])
            move_block(s, first, width, true);
        else
            move_block(s, first, width, false);
    }
}

/* Forward elimination of one row; link: how much of the row below enters each row, in scratch. */
WF_INLINE void eliminate_row(const wf_springs *s, int row, int first, int width, float *scratch,
                             float *above, const bool last)
{
    const ptrdiff_t pitch = s->rows.pitch, i = row * pitch + first, up = row > 0 ? pitch : 0;
    const float *w = s->rows.w + i, *lambda = s->lambda + i,
                *link_above = scratch + (ptrdiff_t)row * WF_STRAND_BLOCK;
    float *x = s->rows.x + i, *y = s->rows.y + i, *z = s->rows.z + i,
          *link = scratch + (ptrdiff_t)(row + 1) * WF_STRAND_BLOCK;
    WF_LOOP
    for (int c = 0; c < width; c++) {
        float below = last ? 0.0f : -lambda[c];
        float a = w[c] * above[c], b = w[c] * below;
        float pivot = 1.0f / (1.0f + a + b - a * link_above[c]);
        x[c] = (x[c] + a * x[c - up]) * pivot;
        y[c] = (y[c] + a * y[c - up]) * pivot;
        z[c] = (z[c] + a * z[c - up]) * pivot;
        link[c] = b * pivot;
        above[c] = below;
    }
}

WF_INLINE void substitute_row(const wf_springs *s, int row, int first, int width,
                              const float *scratch)
{
    const ptrdiff_t pitch = s->rows.pitch, i = row * pitch + first;
    const float *link = scratch + (ptrdiff_t)(row + 1) * WF_STRAND_BLOCK;
    float *x = s->rows.x + i, *y = s->rows.y + i, *z = s->rows.z + i;
    WF_LOOP
    for (int c = 0; c < width; c++) {
        x[c] += link[c] * x[c + pitch];
        y[c] += link[c] * y[c + pitch];
        z[c] += link[c] * z[c + pitch];
    }
}

WF_INLINE void add_places(const wf_springs *s, int row, int first, int width)
{
    const wf_springs k = *s;
    const ptrdiff_t i = row * k.rows.pitch + first;
    float *x = k.rows.x + i, *y = k.rows.y + i, *z = k.rows.z + i;
    WF_LOOP
    for (int c = 0; c < width; c++) {
        vector p = place(&k, i + c, true);
        x[c] += p.x;
        y[c] += p.y;
        z[c] += p.z;
    }
}

void KERNEL(spring_solve)(const wf_springs *s, int begin, int end, float *scratch)
{
    int rows = s->rows.rows;
    for (int first = begin; first < end; first += WF_STRAND_BLOCK) {
        int width = end - first < WF_STRAND_BLOCK ? end - first : WF_STRAND_BLOCK;
        float above[WF_STRAND_BLOCK] = {0};
        for (int c = 0; c < WF_STRAND_BLOCK; c++)
            scratch[c] = 0.0f;
        for (int r = 0; r < rows - 1; r++)
            eliminate_row(s, r, first, width, scratch, above, false);
        eliminate_row(s, rows - 1, first, width, scratch, above, true);
        for (int r = rows - 2; r >= 0; r--) {
            substitute_row(s, r, first, width, scratch);
            if (s->v[0])
                add_places(s, r + 1, first, width);
        }
        if (s->v[0])
            add_places(s, 0, first, width);
    }
}

void KERNEL(spring_tensions)(const wf_springs *s, int begin, int end)
{
    const ptrdiff_t pitch = s->rows.pitch;
    for (int r = 0; r < s->rows.rows - 1; r++) {
        const float *x = s->rows.x + r * pitch, *y = s->rows.y + r * pitch,
                    *z = s->rows.z + r * pitch;
        float *lambda = s->lambda + r * pitch;
        WF_LOOP
        for (int c = begin; c < end; c++) {
            vector d = {x[c] - x[c + pitch], y[c] - y[c + pitch], z[c] - z[c + pitch]};
            lambda[c] *= sqrtf(dot(d, d));
        }
    }
}
