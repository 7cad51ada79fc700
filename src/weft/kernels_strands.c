/* Whole strands of edges, a block of them side by side: lane s of a row is strand begin + s. */
#include "kernels_inner.h"

/* Solving a strand takes its edges' directions as fixed. Where the cloth turns fast that leaves
 * strain, and the strand is solved again, until this is left. What others did to it since is let be
 * up to twice that: if both ends were the same, crumpled cloth would be solved for ever. */
#define STRAND_TOLERANCE 0.005f
#define STRAND_TOLERANCE_AGAIN 0.01f
#define SMALL_TURN 0.98f /* cos 11.5 degrees, of an edge in a substep */

/* One row of a block's edges in scratch; lane s of each is strand begin + s. */
typedef struct edges {
    float *nx, *ny, *nz; /* the direction in which it pushes the upper particle */
    float *pivot;        /* 1 / pivot of the elimination */
    float *link; /* how much of this edge's multiplier enters the equation of the one above */
    float *l;    /* multiplier */
} edges;

WF_INLINE edges edges_at(float *scratch, int row)
{
    float *base = scratch + (ptrdiff_t)(row + 2) * WF_STRAND_ROW;
    const int n = WF_STRAND_BLOCK;
    return (edges){base, base + n, base + 2 * n, base + 3 * n, base + 4 * n, base + 5 * n};
}

WF_INLINE void clear_lanes(edges e, int begin, int end)
{
    for (int i = begin; i < end; i++)
        e.nx[i] = e.ny[i] = e.nz[i] = e.pivot[i] = e.link[i] = e.l[i] = 0.0f;
}

/* A block of strands: first … first + width - 1, and the columns that its edges may start in. */
typedef struct block {
    const wf_strands *s;
    float *scratch;
    int first, width;
    int column_min, column_max;
} block;

/* Lanes that have an edge in a row: lo … hi-1. */
WF_INLINE void block_lanes(const block *b, int row, int *lo, int *hi)
{
    int base = b->first + b->s->shift * row;
    *lo = b->column_min - base > 0 ? b->column_min - base : 0;
    *hi = b->column_max + 1 - base < b->width ? b->column_max + 1 - base : b->width;
    if (*hi < *lo)
        *hi = *lo;
}

WF_INLINE ptrdiff_t block_element(const block *b, int row)
{
    return row * b->s->rows.pitch + b->first + b->s->shift * row;
}

/* An edge's direction at the substep's start; 0 for one without length. */
WF_INLINE vector start_direction(const float *const q[3], ptrdiff_t a, ptrdiff_t b)
{
    vector d = {q[0][a] - q[0][b], q[1][a] - q[1][b], q[2][a] - q[2][b]};
    float inverse = 1.0f / sqrtf(dot(d, d) + TINY_LENGTH2);
    return (vector){d.x * inverse, d.y * inverse, d.z * inverse};
}

/* Forward elimination of one row of edges, C = |a - b| - rest, with
 *   (w_a + w_b + alpha) l - w_a (n.m_above) l_above - w_b (n.m_below) l_below = -C - alpha lambda
 * n is an edge's direction in the prediction, which says how its length changes; m is the one it
 * pushes along: n, or, with `start`, its direction at the substep's start (SHAKE; Ryckaert, Ciccotti,
 * Berendsen 1977). n_above: the directions n of the row above, one a lane. */
WF_INLINE void eliminate_row(const block *b, int row, vector *n_above, const bool keep,
                             const bool start, const bool slack)
{
    const wf_rows *p = &b->s->rows;
    int lo, hi;
    block_lanes(b, row, &lo, &hi);
    edges e = edges_at(b->scratch, row), above = edges_at(b->scratch, row - 1);
    clear_lanes(e, 0, lo);
    clear_lanes(e, hi, b->width);
    ptrdiff_t i = block_element(b, row), k = i + p->pitch + b->s->shift;
    const float *ax = p->x + i, *ay = p->y + i, *az = p->z + i, *aw = p->w + i;
    const float *bx = p->x + k, *by = p->y + k, *bz = p->z + k, *bw = p->w + k;
    const float *alpha = b->s->alpha + b->first + b->s->shift * row,
                *lambda = keep ? b->s->lambda + i : NULL;
    const float *const *q = b->s->start;
    const float *mx = above.nx, *my = above.ny, *mz = above.nz, *mp = above.pivot, *ml = above.l;
    float *ex = e.nx, *ey = e.ny, *ez = e.nz, *ep = e.pivot, *link = e.link, *el = e.l;
    const float rest = b->s->rest, least = b->s->least;
    WF_LOOP
    for (int c = lo; c < hi; c++) {
        vector d = {ax[c] - bx[c], ay[c] - by[c], az[c] - bz[c]};
        float length = sqrtf(dot(d, d) + TINY_LENGTH2), inverse = 1.0f / length;
        vector n = {d.x * inverse, d.y * inverse, d.z * inverse}, m = n;
        if (start)
            m = start_direction(q, i + c, k + c);
        float turn = start ? dot(n, m) : 1.0f;
        float off = -aw[c] * dot(n, (vector){mx[c], my[c], mz[c]});
        float up = start ? -aw[c] * dot(n_above[c], m) : off;
        float both = aw[c] + bw[c], regular = both * REGULAR,
              soft = alpha[c] > regular ? alpha[c] : regular;
        float wanted = slack ? wf_wanted_length(length, rest, least) : rest;
        float pivot = 1.0f / (both * turn + soft + TINY_PIVOT - off * mp[c] * up);
        if (slack) /* within its slack it is not there */
            pivot = length < rest && length > least ? 0.0f : pivot;
        float right = wanted - length - off * ml[c];
        if (keep)
            right -= alpha[c] * lambda[c];
        if (start)
            n_above[c] = n;
        ex[c] = m.x;
        ey[c] = m.y;
        ez[c] = m.z;
        ep[c] = pivot;
        link[c] = up;
        el[c] = right * pivot;
    }
}

/* Back substitution of one row, and the move of the particles below its edges, which both their
 * edges are known for then. */
WF_INLINE void substitute_row(const block *b, int row, const bool keep)
{
    const wf_rows *p = &b->s->rows;
    int lo, hi;
    block_lanes(b, row, &lo, &hi);
    edges e = edges_at(b->scratch, row), below = edges_at(b->scratch, row + 1);
    ptrdiff_t i = block_element(b, row), k = i + p->pitch + b->s->shift;
    float *x = p->x + k, *y = p->y + k, *z = p->z + k, *lambda = keep ? b->s->lambda + i : NULL;
    const float *w = p->w + k;
    WF_LOOP
    for (int c = lo; c < hi; c++) {
        float nx = e.nx[c], ny = e.ny[c], nz = e.nz[c], mx = below.nx[c], my = below.ny[c],
              mz = below.nz[c], m = below.l[c];
        float l = e.l[c] - below.link[c] * e.pivot[c] * m;
        e.l[c] = l;
        if (keep)
            lambda[c] += l;
        x[c] += w[c] * (mx * m - nx * l);
        y[c] += w[c] * (my * m - ny * l);
        z[c] += w[c] * (mz * m - nz * l);
    }
}

/* | d^2 / wanted^2 - 1 | of an edge d, less what slack allows: twice its strain where that is small. */
WF_INLINE float edge_error(vector d, float wanted, float low, float weights)
{
    float ratio = dot(d, d) * (1.0f / (wanted * wanted));
    float shorter = ratio < low ? low - ratio : 0.0f;
    float error = ratio > 1.0f ? ratio - 1.0f : shorter;
    return weights > 0.0f ? error : 0.0f;
}

/* The largest error of a row's edges so far, lane by lane. An elastic edge's multiplier says how long it is
 * to be under its tension. */
WF_INLINE void check_row(const block *b, int row, float *worst, const bool elastic)
{
    const wf_rows *p = &b->s->rows;
    int lo, hi;
    block_lanes(b, row, &lo, &hi);
    ptrdiff_t i = block_element(b, row), k = i + p->pitch + b->s->shift;
    const float *ax = p->x + i, *ay = p->y + i, *az = p->z + i, *aw = p->w + i;
    const float *bx = p->x + k, *by = p->y + k, *bz = p->z + k, *bw = p->w + k;
    const float *alpha = b->s->alpha + b->first + b->s->shift * row,
                *lambda = elastic ? b->s->lambda + i : NULL;
    const float rest = b->s->rest, part = b->s->least / rest, low = part * part;
    WF_LOOP
    for (int c = lo; c < hi; c++) {
        vector d = {ax[c] - bx[c], ay[c] - by[c], az[c] - bz[c]};
        float wanted = elastic ? rest - alpha[c] * lambda[c] : rest;
        float error = edge_error(d, wanted, low, aw[c] + bw[c]);
        worst[c] = error > worst[c] ? error : worst[c];
    }
}

/* The uppermost particles of strands: lanes begin … end-1 of the edges in `row`. */
WF_INLINE void move_top(const block *b, int row, int begin, int end)
{
    const wf_rows *p = &b->s->rows;
    edges e = edges_at(b->scratch, row);
    ptrdiff_t i = block_element(b, row);
    WF_LOOP
    for (int c = begin; c < end; c++) {
        float l = p->w[i + c] * e.l[c];
        p->x[i + c] += l * e.nx[c];
        p->y[i + c] += l * e.ny[c];
        p->z[i + c] += l * e.nz[c];
    }
}

/* The rows of edges that a block crosses: begin … end-1. */
WF_INLINE void block_rows(const block *b, int *begin, int *end)
{
    int shift = b->s->shift, last = b->first + b->width - 1;
    *begin = 0;
    *end = b->s->rows.rows - 1;
    if (shift > 0) {
        *begin = b->column_min - last > 0 ? b->column_min - last : 0;
        *end = b->column_max - b->first + 1 < *end ? b->column_max - b->first + 1 : *end;
    } else if (shift < 0) {
        *begin = b->first - b->column_max > 0 ? b->first - b->column_max : 0;
        *end = last - b->column_min + 1 < *end ? last - b->column_min + 1 : *end;
    }
}

WF_INLINE void solve_block(const block *b, const bool keep, const bool start, const bool slack)
{
    vector n_above[WF_STRAND_BLOCK] = {{0}}; /* used with `start` only */
    int begin, end;
    block_rows(b, &begin, &end);
    if (begin >= end)
        return;
    clear_lanes(edges_at(b->scratch, begin - 1), 0, b->width);
    clear_lanes(edges_at(b->scratch, end), 0, b->width);
    for (int r = begin; r < end; r++)
        eliminate_row(b, r, n_above, keep, start, slack);
    int lo, hi, lo_below = 0, hi_below = 0;
    for (int r = end - 1; r >= begin; r--) {
        substitute_row(b, r, keep);
        block_lanes(b, r, &lo, &hi);
        if (r + 1 < end) { /* strands that begin one row lower */
            move_top(b, r + 1, lo_below, lo < hi_below ? lo : hi_below);
            move_top(b, r + 1, hi > lo_below ? hi : lo_below, hi_below);
        }
        lo_below = lo;
        hi_below = hi;
    }
    move_top(b, begin, lo_below, hi_below);
}

/* The look ends at the first few rows where an edge is strained. */
enum { LOOK_ROWS = 8 };

WF_INLINE bool any_beyond(const float *worst, float tolerance)
{
    int any = 0;
    for (int i = 0; i < WF_STRAND_BLOCK; i++)
        any |= worst[i] > 2.0f * tolerance;
    return any != 0;
}

WF_INLINE bool strained_rows(const block *b, float tolerance, const bool elastic)
{
    float worst[WF_STRAND_BLOCK] = {0};
    int begin, end;
    block_rows(b, &begin, &end);
    bool strained = false;
    for (int r = begin; r < end && !strained;) {
        int last = r + LOOK_ROWS < end ? r + LOOK_ROWS : end;
        for (; r < last; r++)
            check_row(b, r, worst, elastic);
        strained = any_beyond(worst, tolerance);
    }
    return strained;
}

/* Whether an edge of the block is longer or shorter than it should be by more than `tolerance` of
 * its rest length. */
WF_INLINE bool block_strained(const block *b, float tolerance)
{
    if (b->s->lambda && b->s->alpha[b->column_min] > 0.0f)
        return strained_rows(b, tolerance, true);
    return strained_rows(b, tolerance, false);
}

static void solve(const block *b)
{
    bool keep = b->s->lambda != NULL, slack = b->s->least < b->s->rest;
    if (b->s->start[0])
        solve_block(b, keep, true, true);
    else if (slack && keep)
        solve_block(b, true, false, true);
    else if (slack)
        solve_block(b, false, false, true);
    else if (keep)
        solve_block(b, true, false, false);
    else
        solve_block(b, false, false, false);
}

bool KERNEL(strands)(const wf_strands *s, int begin, int end, float *scratch)
{
    bool any = false;
    for (int first = begin; first < end; first += WF_STRAND_BLOCK) {
        block b = {
            .s = s,
            .scratch = scratch,
            .first = first,
            .width = end - first < WF_STRAND_BLOCK ? end - first : WF_STRAND_BLOCK,
            .column_min = s->shift < 0 ? 1 : 0,
            .column_max = s->rows.columns - 1 - (s->shift > 0),
        };
        if (s->again && !block_strained(&b, STRAND_TOLERANCE_AGAIN))
            continue;
        any = true;
        solve(&b);
        for (int pass = 1; pass < s->passes && block_strained(&b, STRAND_TOLERANCE); pass++)
            solve(&b);
    }
    return any;
}

/* The edges of one row, a block of them after the other. */
WF_INLINE void check_along(const wf_rows *p, int row, float rest, float low, float *worst)
{
    const ptrdiff_t begin = row * p->pitch;
    for (int first = 0; first < p->columns - 1; first += WF_STRAND_BLOCK) {
        const ptrdiff_t i = begin + first;
        const float *x = p->x + i, *y = p->y + i, *z = p->z + i, *w = p->w + i;
        int left = p->columns - 1 - first, count = left < WF_STRAND_BLOCK ? left : WF_STRAND_BLOCK;
        WF_LOOP
        for (int c = 0; c < count; c++) {
            vector d = {x[c] - x[c + 1], y[c] - y[c + 1], z[c] - z[c + 1]};
            float error = edge_error(d, rest, low, w[c] + w[c + 1]);
            worst[c] = error > worst[c] ? error : worst[c];
        }
    }
}

bool KERNEL(strained_along)(const wf_rows *rows, float rest, float least, int begin, int end)
{
    float worst[WF_STRAND_BLOCK] = {0}, part = least / rest;
    bool strained = false;
    for (int r = begin; r < end && !strained;) {
        int last = r + LOOK_ROWS < end ? r + LOOK_ROWS : end;
        for (; r < last; r++)
            check_along(rows, r, rest, part * part, worst);
        strained = any_beyond(worst, STRAND_TOLERANCE_AGAIN);
    }
    return strained;
}

/* Solves a single strand without moving it. */
float KERNEL(tension)(const wf_strands *s, float *scratch)
{
    block b = {.s = s, .scratch = scratch, .width = 1, .column_max = 0};
    int end = s->rows.rows - 1;
    float largest = 0.0f, l = 0.0f;
    clear_lanes(edges_at(scratch, -1), 0, 1);
    clear_lanes(edges_at(scratch, end), 0, 1);
    for (int r = 0; r < end; r++)
        eliminate_row(&b, r, NULL, false, false, true);
    for (int r = end - 1; r >= 0; r--) {
        const ptrdiff_t i = (ptrdiff_t)r * s->rows.pitch, k = i + s->rows.pitch;
        const float *w = s->rows.w;
        edges e = edges_at(scratch, r), below = edges_at(scratch, r + 1);
        l = e.l[0] - below.link[0] * e.pivot[0] * l;
        float moved = fabsf(l) * (w[i] > w[k] ? w[i] : w[k]) / s->rest;
        largest = moved > largest ? moved : largest;
        if (!(dot((vector){e.nx[0], e.ny[0], e.nz[0]}, start_direction(s->start, i, k)) >
              SMALL_TURN))
            return INFINITY;
    }
    return largest;
}
