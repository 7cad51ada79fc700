/* The hot loops, compiled once for each instruction set as wf_kernels_WF_ISA (see kernels.h).
 *
 * Plain C over rows. Bits are the same in every build because each element's arithmetic is: no
 * reassociation, no fused multiply-add, exact square roots and divisions, and no sum across a
 * vector. */
#include "kernels.h"

#include <math.h>
#include <string.h>

/* The iterations of the loop below touch different particles. */
#if defined(__clang__)
#define WF_LOOP _Pragma("clang loop vectorize(assume_safety) interleave(enable)")
#elif defined(__GNUC__)
#define WF_LOOP _Pragma("GCC ivdep")
#else
#define WF_LOOP
#endif

/* A loop's last lanes, as a vector with a condition, cost what a vector does; one by one, more. */
enum { VECTOR = 16 };

/* Into each caller, where the flags that it passes are constants: gcc vectorises its loops only
 * there. */
#define WF_INLINE static inline __attribute__((always_inline))

#define TINY_LENGTH2 1e-20f /* m^2: keeps the direction of a zero vector finite (and zero) */
#define TINY_PIVOT 1e-9f    /* 1/kg: the same in a chain's elimination */
/* Solving a strand takes its edges' directions as fixed. Where the cloth turns fast that leaves
 * strain, and the strand is solved again. */
#define STRAND_TOLERANCE 0.005f
/* A straight strand between two fixed ends has one constraint more than it has ways to move, so its
 * matrix is singular. At least this much compliance, relative to the masses', keeps rounding from
 * becoming motion; it costs less than 0.01 % of strain. */
#define REGULAR 1e-4f
/* A taut cloth hangs by its strands, not by tethers, which would bear its weight along the line to
 * the pin instead of along the cloth (a swinging chain was 46 % slow): they act from this much
 * stretch on. */
#define TETHER_SLACK2 ((1.0f + 1e-4f) * (1.0f + 1e-4f))
#define SMALL_TURN 0.98f   /* cos 11.5 degrees, of an edge in a substep */
#define TINY_WEIGHT 1e-20f /* 1/kg: between two pinned particles */

WF_INLINE void integrate_elements(const wf_motion *m, size_t begin, size_t end, const bool pushed)
{
    const float h = m->h, *w = m->w, max_speed = m->max_speed;
    const float kick_x = m->kick[0], kick_y = m->kick[1], kick_z = m->kick[2];
    float *xx = m->x[0], *xy = m->x[1], *xz = m->x[2];
    float *qx = m->q[0], *qy = m->q[1], *qz = m->q[2];
    float *vx = m->v[0], *vy = m->v[1], *vz = m->v[2];
    WF_LOOP
    for (size_t i = begin; i < end; i++) {
        float moves = w[i] != 0.0f ? 1.0f : 0.0f;
        float ux = vx[i] + moves * kick_x + (pushed ? qx[i] : 0.0f);
        float uy = vy[i] + moves * kick_y + (pushed ? qy[i] : 0.0f);
        float uz = vz[i] + moves * kick_z + (pushed ? qz[i] : 0.0f);
        float speed = sqrtf(ux * ux + uy * uy + uz * uz);
        float scale = speed * moves > max_speed ? max_speed / speed : 1.0f;
        ux *= scale;
        uy *= scale;
        uz *= scale;
        vx[i] = ux;
        vy[i] = uy;
        vz[i] = uz;
        qx[i] = xx[i] += h * ux;
        qy[i] = xy[i] += h * uy;
        qz[i] = xz[i] += h * uz;
    }
}

static void integrate(const wf_motion *m, size_t begin, size_t end)
{
    if (m->pushed)
        integrate_elements(m, begin, end, true);
    else
        integrate_elements(m, begin, end, false);
}

/* v += (x - q) / h adds what the constraints did, and keeps what v had below the rounding of x:
 * re-deriving v from positions would lose it (at h = 1e-4 s a resting particle would never start to
 * fall). */
static void velocity(const wf_motion *m, size_t begin, size_t end)
{
    const float *w = m->w, inverse_h = 1.0f / m->h, damping = m->damping, max_speed = m->max_speed;
    const float *xx = m->x[0], *xy = m->x[1], *xz = m->x[2];
    const float *qx = m->q[0], *qy = m->q[1], *qz = m->q[2];
    float *vx = m->v[0], *vy = m->v[1], *vz = m->v[2];
    WF_LOOP
    for (size_t i = begin; i < end; i++) {
        float ux = (vx[i] + (xx[i] - qx[i]) * inverse_h) * damping;
        float uy = (vy[i] + (xy[i] - qy[i]) * inverse_h) * damping;
        float uz = (vz[i] + (xz[i] - qz[i]) * inverse_h) * damping;
        float speed = sqrtf(ux * ux + uy * uy + uz * uz);
        float scale = speed > max_speed ? max_speed / speed : 1.0f;
        bool moves = w[i] != 0.0f;
        vx[i] = moves ? ux * scale : vx[i];
        vy[i] = moves ? uy * scale : vy[i];
        vz[i] = moves ? uz * scale : vz[i];
    }
}

static bool within(const float *values, size_t begin, size_t end, float limit)
{
    int outside = 0;
    for (size_t i = begin; i < end; i++)
        outside |= !(fabsf(values[i]) <= limit);
    return !outside;
}

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

static void distance(const wf_distance *d, int first, int end, int step)
{
    if (d->lambda)
        distance_rows(d, first, end, step, true);
    else
        distance_rows(d, first, end, step, false);
}

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

/* ------------------------------------------------------------------ strands */

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

typedef struct vector {
    float x, y, z;
} vector;

WF_INLINE float dot(vector a, vector b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
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

/* | d^2 / rest^2 - 1 | of an edge d, less what slack allows: twice the strain where it is small.
 * scale: 1 / rest^2; low: the square of the part of it that slack leaves. */
WF_INLINE float strain_of(vector d, float scale, float low)
{
    float ratio = dot(d, d) * scale;
    float shorter = ratio < low ? low - ratio : 0.0f;
    return ratio > 1.0f ? ratio - 1.0f : shorter;
}

/* The largest of the edges in a row so far, lane by lane. */
WF_INLINE void check_row(const block *b, int row, float *worst)
{
    const wf_rows *p = &b->s->rows;
    int lo, hi;
    block_lanes(b, row, &lo, &hi);
    ptrdiff_t i = block_element(b, row), k = i + p->pitch + b->s->shift;
    const float *ax = p->x + i, *ay = p->y + i, *az = p->z + i, *aw = p->w + i;
    const float *bx = p->x + k, *by = p->y + k, *bz = p->z + k, *bw = p->w + k;
    const float scale = 1.0f / (b->s->rest * b->s->rest), part = b->s->least / b->s->rest,
                low = part * part;
    WF_LOOP
    for (int c = lo; c < hi; c++) {
        float error = strain_of((vector){ax[c] - bx[c], ay[c] - by[c], az[c] - bz[c]}, scale, low);
        error = aw[c] + bw[c] > 0.0f ? error : 0.0f;
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

/* Whether an edge of the block is longer or shorter than it should be by more than `tolerance` of
 * its rest length. */
WF_INLINE bool block_strained(const block *b, float tolerance)
{
    float worst[WF_STRAND_BLOCK] = {0};
    int begin, end;
    block_rows(b, &begin, &end);
    for (int r = begin; r < end; r++)
        check_row(b, r, worst);
    bool strained = false;
    for (int i = 0; i < b->width; i++)
        strained = strained || worst[i] > 2.0f * tolerance;
    return strained;
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

static void strands(const wf_strands *s, int begin, int end, float *scratch)
{
    for (int first = begin; first < end; first += WF_STRAND_BLOCK) {
        block b = {
            .s = s,
            .scratch = scratch,
            .first = first,
            .width = end - first < WF_STRAND_BLOCK ? end - first : WF_STRAND_BLOCK,
            .column_min = s->shift < 0 ? 1 : 0,
            .column_max = s->rows.columns - 1 - (s->shift > 0),
        };
        for (int pass = 0; pass < s->passes; pass++) {
            if ((pass > 0 || s->again) && !block_strained(&b, STRAND_TOLERANCE))
                break;
            solve(&b);
        }
    }
}

/* Solves a single strand without moving it. */
static float tension(const wf_strands *s, float *scratch)
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

/* ------------------------------------------------------------------ bends along a strand */

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

static void bend_strands(const wf_bend *b, int begin, int end, float *scratch)
{
    for (int first = begin; b->rows.rows > 2 && first < end; first += WF_STRAND_BLOCK) {
        int width = end - first < WF_STRAND_BLOCK ? end - first : WF_STRAND_BLOCK;
        if (b->lambda[0])
            unbend_block(b, first, width, scratch, true);
        else
            unbend_block(b, first, width, scratch, false);
    }
}

/* ------------------------------------------------------------------ twists along a strand */

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

static void twist_strands(const wf_twist *t, int begin, int end, float *scratch)
{
    for (int first = begin; first < end; first += PAIRS) {
        int width = end - first < PAIRS ? end - first : PAIRS;
        if (t->lambda[0])
            untwist_block(t, first, width, scratch, true);
        else
            untwist_block(t, first, width, scratch, false);
    }
}

/* What block_strained says of rows begin … end-1 when they are strands, before they are transposed. */
static bool rows_strained(const wf_rows *s, float rest, float least, int begin, int end)
{
    const float scale = 1.0f / (rest * rest), part = least / rest, low = part * part;
    int count = 0;
    for (int r = begin; r < end && !count; r++) {
        const float *x = s->x + r * s->pitch, *y = s->y + r * s->pitch, *z = s->z + r * s->pitch,
                    *w = s->w + r * s->pitch;
        for (int c = 0; c + 1 < s->columns; c++) {
            vector d = {x[c] - x[c + 1], y[c] - y[c + 1], z[c] - z[c + 1]};
            count |=
                (strain_of(d, scale, low) > 2.0f * STRAND_TOLERANCE) & (w[c] + w[c + 1] > 0.0f);
        }
    }
    return count != 0;
}

static bool strained(const wf_rows *s, float rest_u, float rest_v, float slack, float tolerance,
                     int begin, int end)
{
    const float part = 1.0f - slack, low = part * part - 2.0f * tolerance,
                high = 1.0f + 2.0f * tolerance;
    const float scale_u = 1.0f / (rest_u * rest_u), scale_v = 1.0f / (rest_v * rest_v);
    int count = 0;
    for (int r = begin; r < end && !count; r++) {
        const float *x = s->x + r * s->pitch, *y = s->y + r * s->pitch, *z = s->z + r * s->pitch,
                    *w = s->w + r * s->pitch;
        for (int k = 0; k < 2; k++) { /* the next in the row, the next row */
            const ptrdiff_t next = k ? s->pitch : 1;
            const int columns = k ? (r + 1 < s->rows ? s->columns : 0) : s->columns - 1;
            const float scale = k ? scale_v : scale_u;
            for (int c = 0; c < columns; c++) {
                float dx = x[c] - x[c + next], dy = y[c] - y[c + next], dz = z[c] - z[c + next];
                float ratio = (dx * dx + dy * dy + dz * dz) * scale;
                count |= ((ratio < low) | (ratio > high)) & (w[c] + w[c + next] > 0.0f);
            }
        }
    }
    return count != 0;
}

static void tether(const wf_tether *t, int begin, int end)
{
    const wf_rows *p = &t->rows;
    const float u = t->cell_u, ax = t->anchor[0], ay = t->anchor[1], az = t->anchor[2];
    for (int r = begin; r < end; r++) {
        float *x = p->x + r * p->pitch, *y = p->y + r * p->pitch, *z = p->z + r * p->pitch;
        const float *w = p->w + r * p->pitch;
        const float dv = (float)(r - t->row) * t->cell_v, v2 = dv * dv;
        const int column = t->column;
        WF_LOOP
        for (int c = 0; c < p->columns; c++) {
            float du = (float)(c - column) * u, rest2 = (du * du + v2) * TETHER_SLACK2;
            float dx = x[c] - ax, dy = y[c] - ay, dz = z[c] - az,
                  far2 = dx * dx + dy * dy + dz * dz;
            float scale =
                far2 > rest2 && w[c] != 0.0f ? sqrtf(rest2 / (far2 + TINY_LENGTH2)) : 1.0f;
            scale -= 1.0f; /* so that cloth within reach keeps its bits */
            x[c] += dx * scale;
            y[c] += dy * scale;
            z[c] += dz * scale;
        }
    }
}

static void tether_each(const wf_tethers *t, size_t begin, size_t end)
{
    float *x = t->x, *y = t->y, *z = t->z;
    const float *w = t->w, *rest = t->rest;
    const uint32_t *anchor = t->anchor;
    WF_LOOP
    for (size_t i = begin; i < end; i++) {
        uint32_t k = anchor[i];
        float dx = x[i] - x[k], dy = y[i] - y[k], dz = z[i] - z[k];
        float far2 = dx * dx + dy * dy + dz * dz, rest2 = rest[i] * rest[i] * TETHER_SLACK2;
        float scale = sqrtf(rest2 / (far2 + TINY_LENGTH2)) - 1.0f;
        if (far2 > rest2 && w[i] != 0.0f) { /* an anchor is not even written: others read it */
            x[i] += dx * scale;
            y[i] += dy * scale;
            z[i] += dz * scale;
        }
    }
}

/* ------------------------------------------------------------------ bends and triangles */

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

static void bend(const wf_bend *b, int first, int end, int step)
{
    if (b->lambda[0])
        bend_rows(b, first, end, step, true);
    else
        bend_rows(b, first, end, step, false);
}

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

static void twist(const wf_twist *t, int first, int end, int step)
{
    if (t->lambda[0])
        twist_rows(t, first, end, step, true);
    else
        twist_rows(t, first, end, step, false);
}

/* Four rows by four columns in registers where the compiler has shuffles. */
#if defined(__clang__) || (defined(__GNUC__) && __GNUC__ >= 12)
typedef float quad __attribute__((vector_size(16), aligned(4)));

WF_INLINE void transpose_block(const float *from, ptrdiff_t from_pitch, float *to,
                               ptrdiff_t to_pitch)
{
    quad a, b, c, d;
    memcpy(&a, from, sizeof a);
    memcpy(&b, from + from_pitch, sizeof b);
    memcpy(&c, from + 2 * from_pitch, sizeof c);
    memcpy(&d, from + 3 * from_pitch, sizeof d);
    quad ab_low = __builtin_shufflevector(a, b, 0, 4, 1, 5),
         ab_high = __builtin_shufflevector(a, b, 2, 6, 3, 7);
    quad cd_low = __builtin_shufflevector(c, d, 0, 4, 1, 5),
         cd_high = __builtin_shufflevector(c, d, 2, 6, 3, 7);
    a = __builtin_shufflevector(ab_low, cd_low, 0, 1, 4, 5);
    b = __builtin_shufflevector(ab_low, cd_low, 2, 3, 6, 7);
    c = __builtin_shufflevector(ab_high, cd_high, 0, 1, 4, 5);
    d = __builtin_shufflevector(ab_high, cd_high, 2, 3, 6, 7);
    memcpy(to, &a, sizeof a);
    memcpy(to + to_pitch, &b, sizeof b);
    memcpy(to + 2 * to_pitch, &c, sizeof c);
    memcpy(to + 3 * to_pitch, &d, sizeof d);
}
#else
WF_INLINE void transpose_block(const float *from, ptrdiff_t from_pitch, float *to,
                               ptrdiff_t to_pitch)
{
    for (int r = 0; r < 4; r++)
        for (int c = 0; c < 4; c++)
            to[c * to_pitch + r] = from[r * from_pitch + c];
}
#endif

/* Sixteen rows by sixteen columns at a time: of both sheets as many lines as the first cache holds
 * even where all rows begin in the same set. */
enum { TRANSPOSE_TILE = 16 };

WF_INLINE void transpose_tile(const float *from, ptrdiff_t from_pitch, float *to,
                              ptrdiff_t to_pitch, int columns, int rows)
{
    int r = 0;
    for (; r + 4 <= rows; r += 4) {
        int c = 0;
        for (; c + 4 <= columns; c += 4)
            transpose_block(from + r * from_pitch + c, from_pitch, to + c * to_pitch + r, to_pitch);
        for (; c < columns; c++)
            for (int i = r; i < r + 4; i++)
                to[c * to_pitch + i] = from[i * from_pitch + c];
    }
    for (; r < rows; r++)
        for (int c = 0; c < columns; c++)
            to[c * to_pitch + r] = from[r * from_pitch + c];
}

static void transpose(const float *from, ptrdiff_t from_pitch, float *to, ptrdiff_t to_pitch,
                      int columns, int begin, int end)
{
    for (int r = begin; r < end; r += TRANSPOSE_TILE)
        for (int c = 0; c < columns; c += TRANSPOSE_TILE)
            transpose_tile(from + r * from_pitch + c, from_pitch, to + c * to_pitch + r, to_pitch,
                           columns - c < TRANSPOSE_TILE ? columns - c : TRANSPOSE_TILE,
                           end - r < TRANSPOSE_TILE ? end - r : TRANSPOSE_TILE);
}

WF_INLINE vector sub(const float *const a[3], int i, const float *const b[3], int k)
{
    return (vector){a[0][i] - b[0][k], a[1][i] - b[1][k], a[2][i] - b[2][k]};
}

WF_INLINE vector cross(vector a, vector b)
{
    return (vector){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

/* Twice the vector areas of the two triangles of cell (r, c), which is cut along (r, c+1)-(r+1, c):
 * one has its corner at (r, c), the other at (r+1, c+1). */
WF_INLINE vector area_above(const float *const top[3], const float *const bottom[3], int c)
{
    return cross(sub(bottom, c, top, c), sub(top, c + 1, top, c));
}

WF_INLINE vector area_below(const float *const top[3], const float *const bottom[3], int c)
{
    return cross(sub(bottom, c + 1, top, c + 1), sub(bottom, c + 1, bottom, c));
}

static void cell_areas(const float *const top[6], const float *const bottom[6], int cells,
                       float *const a[3], float *const b[3])
{
    float *ax = a[0], *ay = a[1], *az = a[2], *bx = b[0], *by = b[1], *bz = b[2];
    WF_LOOP
    for (int c = 0; c < cells; c++) {
        vector above = area_above(top, bottom, c), below = area_below(top, bottom, c);
        ax[c] = above.x;
        ay[c] = above.y;
        az[c] = above.z;
        bx[c] = below.x;
        by[c] = below.y;
        bz[c] = below.z;
    }
}

/* The momentum that the air gives each corner of a triangle of doubled vector area `area` and
 * velocity v: drag along the relative wind u and lift across it (a flat plate's, Cl sin cos),
 *   F = rho/2 (Cd |N.u| u + Cl N.u (N u^2 - (N.u) u) / (|N| |u|)),   N the vector area,
 * taken implicitly, so that air never throws light cloth back faster than the wind. */
WF_INLINE vector air_on_triangle(vector area, vector v, const wf_air *air)
{
    float nx = 0.5f * area.x, ny = 0.5f * area.y, nz = 0.5f * area.z;
    float ux = air->wind[0] - v.x, uy = air->wind[1] - v.y, uz = air->wind[2] - v.z;
    float n = sqrtf(nx * nx + ny * ny + nz * nz + TINY_LENGTH2), u2 = ux * ux + uy * uy + uz * uz;
    float u = sqrtf(u2 + TINY_LENGTH2), flow = nx * ux + ny * uy + nz * uz, mass = air->density * n;
    float along = air->drag * fabsf(flow), across = air->lift * flow / (n * u);
    float implicit = mass / (mass + air->kick * (air->drag + air->lift) * fabsf(flow));
    float scale = air->kick * implicit * (1.0f / 3.0f);
    along = (along - across * flow) * scale;
    across = across * u2 * scale;
    return (vector){along * ux + across * nx, along * uy + across * ny, along * uz + across * nz};
}

/* The two triangles' momenta are shared by all four corners alike, as the cell's mass is: a flat
 * sheet is pushed flat. */
static void cell_air(const float *const top[6], const float *const bottom[6], int cells,
                     const wf_air *air, float *const push[3])
{
    const float *tx = top[3], *ty = top[4], *tz = top[5], *ux = bottom[3], *uy = bottom[4],
                *uz = bottom[5];
    float *px = push[0], *py = push[1], *pz = push[2];
    const wf_air local = *air;
    const float third = 1.0f / 3.0f;
    WF_LOOP
    for (int c = 0; c < cells; c++) {
        vector a = area_above(top, bottom, c), b = area_below(top, bottom, c);
        float mx = tx[c + 1] + ux[c], my = ty[c + 1] + uy[c],
              mz = tz[c + 1] + uz[c]; /* the shared edge */
        vector va = {(mx + tx[c]) * third, (my + ty[c]) * third, (mz + tz[c]) * third};
        vector vb = {(mx + ux[c + 1]) * third, (my + uy[c + 1]) * third, (mz + uz[c + 1]) * third};
        vector fa = air_on_triangle(a, va, &local), fb = air_on_triangle(b, vb, &local);
        /* a corner of a triangle had a third, one of the cell has a quarter */
        px[c] = 0.75f * (fa.x + fb.x);
        py[c] = 0.75f * (fa.y + fb.y);
        pz[c] = 0.75f * (fa.z + fb.z);
    }
}

static void triangle_air(const float area[3], const float v[3], const wf_air *air,
                         float momentum[3])
{
    vector m =
        air_on_triangle((vector){area[0], area[1], area[2]}, (vector){v[0], v[1], v[2]}, air);
    momentum[0] = m.x;
    momentum[1] = m.y;
    momentum[2] = m.z;
}

/* Particle (r, c) is a corner of: here a(c), a(c-1), b(c-1); above a(c), b(c), b(c-1). */
WF_INLINE float gather(const float *above_a, const float *above_b, const float *a, const float *b,
                       int c)
{
    return ((a[c] + a[c - 1]) + b[c - 1]) + ((above_a[c] + above_b[c]) + above_b[c - 1]);
}

static void gather_normals(const float *const above[6], const float *const here[6], int columns,
                           float *const n[3])
{
    float *nx = n[0], *ny = n[1], *nz = n[2];
    const float *const *o = above, *const *p = here;
    WF_LOOP
    for (int c = 0; c < columns; c++) {
        float x = gather(o[0], o[3], p[0], p[3], c), y = gather(o[1], o[4], p[1], p[4], c),
              z = gather(o[2], o[5], p[2], p[5], c);
        float length2 = x * x + y * y + z * z;
        float scale = length2 > 0.0f ? 1.0f / sqrtf(length2) : 0.0f;
        nx[c] = x * scale;
        ny[c] = y * scale;
        nz[c] = z * scale;
    }
}

static void gather_air(const float *const above[6], const float *const here[6], int columns,
                       const float *w, float *const push[3])
{
    for (int a = 0; a < 3; a++) {
        const float *o = above[a], *p = here[a];
        float *out = push[a];
        WF_LOOP
        for (int c = 0; c < columns; c++)
            out[c] = w[c] * ((p[c] + p[c - 1]) + (o[c] + o[c - 1]));
    }
}

/* How much of a depth was there before the substep: a collider was put there, or grew. That part
 * moves the particle without giving it speed, so that nothing is shot out. */
WF_INLINE float sunk_part(float depth, float depth_at_start)
{
    float least = depth_at_start < depth ? depth_at_start : depth;
    return least > 0.0f ? least : 0.0f;
}

/* Pushes a particle out along n by `depth` (> 0: it is inside) and takes away as much of its way
 * along the surface in this substep as Coulomb's law allows: at most `hold` (Macklin et al. 2014,
 * eq. 24). */
WF_INLINE vector contact(vector p, vector start, vector n, float depth, float hold)
{
    p.x += n.x * depth;
    p.y += n.y * depth;
    p.z += n.z * depth;
    float dx = p.x - start.x, dy = p.y - start.y, dz = p.z - start.z,
          along = dx * n.x + dy * n.y + dz * n.z;
    dx -= along * n.x;
    dy -= along * n.y;
    dz -= along * n.z;
    float slip = sqrtf(dx * dx + dy * dy + dz * dz + TINY_LENGTH2);
    float scale = slip > hold ? hold / slip : 1.0f;
    return (vector){p.x - dx * scale, p.y - dy * scale, p.z - dz * scale};
}

static void collide_plane(const wf_motion *m, const wf_obstacle *o, size_t begin, size_t end)
{
    float *x = m->x[0], *y = m->x[1], *z = m->x[2], *qx = m->q[0], *qy = m->q[1], *qz = m->q[2];
    const float *vx = m->v[0], *vy = m->v[1], *vz = m->v[2], *w = m->w;
    const float h = m->h, friction = o->friction, offset = o->offset;
    const float px = o->position[0], py = o->position[1], pz = o->position[2];
    const vector n = {o->normal[0], o->normal[1], o->normal[2]};
    WF_LOOP
    for (size_t i = begin; i < end; i++) {
        float depth = offset - ((x[i] - px) * n.x + (y[i] - py) * n.y + (z[i] - pz) * n.z);
        vector start = {qx[i] - h * vx[i], qy[i] - h * vy[i], qz[i] - h * vz[i]};
        float sunk = sunk_part(
            depth, offset - ((start.x - px) * n.x + (start.y - py) * n.y + (start.z - pz) * n.z));
        vector p = contact((vector){x[i], y[i], z[i]}, start, n, depth, friction * (depth - sunk));
        bool touches = depth > 0.0f && w[i] != 0.0f;
        sunk = touches ? sunk : 0.0f;
        x[i] = touches ? p.x : x[i];
        y[i] = touches ? p.y : y[i];
        z[i] = touches ? p.z : z[i];
        qx[i] += sunk * n.x;
        qy[i] += sunk * n.y;
        qz[i] += sunk * n.z;
    }
}

static void collide_sphere(const wf_motion *m, const wf_obstacle *o, size_t begin, size_t end)
{
    float *x = m->x[0], *y = m->x[1], *z = m->x[2], *qx = m->q[0], *qy = m->q[1], *qz = m->q[2];
    const float *vx = m->v[0], *vy = m->v[1], *vz = m->v[2], *w = m->w;
    const float h = m->h, friction = o->friction, offset = o->offset;
    const float px = o->position[0], py = o->position[1], pz = o->position[2];
    WF_LOOP
    for (size_t i = begin; i < end; i++) {
        float dx = x[i] - px, dy = y[i] - py, dz = z[i] - pz, r2 = dx * dx + dy * dy + dz * dz;
        bool centre = r2 < TINY_LENGTH2; /* any way out is as good: up */
        float r = sqrtf(centre ? 1.0f : r2), inverse = 1.0f / r,
              depth = centre ? offset : offset - r;
        vector n = {centre ? 0.0f : dx * inverse, centre ? 1.0f : dy * inverse,
                    centre ? 0.0f : dz * inverse};
        vector start = {qx[i] - h * vx[i], qy[i] - h * vy[i], qz[i] - h * vz[i]};
        float sx = start.x - px, sy = start.y - py, sz = start.z - pz;
        float sunk = sunk_part(depth, offset - sqrtf(sx * sx + sy * sy + sz * sz));
        vector p = contact((vector){x[i], y[i], z[i]}, start, n, depth, friction * (depth - sunk));
        bool touches = depth > 0.0f && w[i] != 0.0f;
        sunk = touches ? sunk : 0.0f;
        x[i] = touches ? p.x : x[i];
        y[i] = touches ? p.y : y[i];
        z[i] = touches ? p.z : z[i];
        qx[i] += sunk * n.x;
        qy[i] += sunk * n.y;
        qz[i] += sunk * n.z;
    }
}

#define NAME_(isa) wf_kernels_##isa
#define NAME(isa) NAME_(isa)

const wf_kernels NAME(WF_ISA) = {
    .integrate = integrate,
    .velocity = velocity,
    .within = within,
    .distance = distance,
    .bend = bend,
    .twist = twist,
    .strands = strands,
    .tension = tension,
    .bend_strands = bend_strands,
    .twist_strands = twist_strands,
    .strained = strained,
    .rows_strained = rows_strained,
    .tether = tether,
    .tether_each = tether_each,
    .transpose = transpose,
    .cell_areas = cell_areas,
    .cell_air = cell_air,
    .triangle_air = triangle_air,
    .gather_normals = gather_normals,
    .gather_air = gather_air,
    .collide_plane = collide_plane,
    .collide_sphere = collide_sphere,
};
