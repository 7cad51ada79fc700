/* The hot loops, compiled once for each instruction set as wf_kernels_WF_ISA (see kernels.h).
 *
 * Plain C over rows. Bits are the same in every build because each element's arithmetic is: no reassociation,
 * no fused multiply-add, exact square roots and divisions, and no sum across a vector. */
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

/* Into each caller, where the flags that it passes are constants: gcc vectorises its loops only there. */
#define WF_INLINE static inline __attribute__((always_inline))

#define TINY_LENGTH2 1e-20f /* m^2: keeps the direction of a zero vector finite (and zero) */
#define TINY_WEIGHT 1e-20f  /* 1/kg: between two pinned particles */

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

/* v += (x - q) / h adds what the constraints did, and keeps what v had below the rounding of x: re-deriving v from
 * positions would lose it (at h = 1e-4 s a resting particle would never start to fall). */
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
 *   dlambda = (-C - alpha lambda) / (w_a + w_b + alpha),  dp_a = w_a n dlambda,  dp_b = -w_b n dlambda
 * with alpha = compliance / h^2. With alpha = 0 and a gain of k' it is PBD's projection (Mueller et al. 2007, eq. 10, 11). */
WF_INLINE void distance_rows(const wf_distance *d, int first, int end, int step, const bool keep)
{
    const wf_rows *s = &d->rows;
    const int shift = d->shift, c0 = shift < 0 ? -shift : 0, c1 = s->columns - (shift > 0 ? shift : 0);
    const float rest = d->rest, gain = d->gain, *alpha = d->alpha;
    for (int r = first; r < end; r += step) {
        const ptrdiff_t upper = r * s->pitch, lower = upper + s->pitch + shift;
        float *ax = s->x + upper, *ay = s->y + upper, *az = s->z + upper;
        float *bx = s->x + lower, *by = s->y + lower, *bz = s->z + lower;
        const float *aw = s->w + upper, *bw = s->w + lower;
        float *lambda = keep ? d->lambda + upper : NULL;
        WF_LOOP
        for (int c = c0; c < c1; c++) {
            float dx = ax[c] - bx[c], dy = ay[c] - by[c], dz = az[c] - bz[c];
            float wa = aw[c], wb = bw[c];
            float length = sqrtf(dx * dx + dy * dy + dz * dz + TINY_LENGTH2);
            float error = rest - length;
            if (keep)
                error -= alpha[c] * lambda[c];
            float scale = error * gain / ((wa + wb + alpha[c] + TINY_WEIGHT) * length);
            if (keep)
                lambda[c] += scale * length;
            float sa = scale * wa, sb = scale * wb;
            ax[c] += sa * dx;
            ay[c] += sa * dy;
            az[c] += sa * dz;
            bx[c] -= sb * dx;
            by[c] -= sb * dy;
            bz[c] -= sb * dz;
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

/* The vector constraint b = a - 2 m + z = 0, whose length over the cell squared is the curvature: linear, so it has the
 * same gradient (1, -2, 1) everywhere, and its three forces turn nothing (their moment is b x b). */
WF_INLINE void bend_rows(const wf_bend *d, int first, int end, int step, const bool keep)
{
    const wf_rows *s = &d->rows;
    const float gain = d->gain, *alpha = d->alpha;
    for (int r = first; r < end; r += step) {
        const ptrdiff_t i = r * s->pitch, j = i + s->pitch, k = j + s->pitch;
        float *ax = s->x + i, *ay = s->y + i, *az = s->z + i;
        float *mx = s->x + j, *my = s->y + j, *mz = s->z + j;
        float *zx = s->x + k, *zy = s->y + k, *zz = s->z + k;
        const float *aw = s->w + i, *mw = s->w + j, *zw = s->w + k;
        float *lx = keep ? d->lambda[0] + i : NULL, *ly = keep ? d->lambda[1] + i : NULL, *lz = keep ? d->lambda[2] + i : NULL;
        WF_LOOP
        for (int c = 0; c < s->columns; c++) {
            float bx = ax[c] - 2.0f * mx[c] + zx[c], by = ay[c] - 2.0f * my[c] + zy[c], bz = az[c] - 2.0f * mz[c] + zz[c];
            float wa = aw[c], wm = mw[c], wz = zw[c];
            float scale = -gain / (wa + 4.0f * wm + wz + alpha[c] + TINY_WEIGHT);
            if (keep) {
                bx += alpha[c] * lx[c];
                by += alpha[c] * ly[c];
                bz += alpha[c] * lz[c];
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

/* Four rows by four columns in registers where the compiler has shuffles. */
#if defined(__clang__) || (defined(__GNUC__) && __GNUC__ >= 12)
typedef float quad __attribute__((vector_size(16), aligned(4)));

WF_INLINE void transpose_block(const float *from, ptrdiff_t from_pitch, float *to, ptrdiff_t to_pitch)
{
    quad a, b, c, d;
    memcpy(&a, from, sizeof a);
    memcpy(&b, from + from_pitch, sizeof b);
    memcpy(&c, from + 2 * from_pitch, sizeof c);
    memcpy(&d, from + 3 * from_pitch, sizeof d);
    quad ab_low = __builtin_shufflevector(a, b, 0, 4, 1, 5), ab_high = __builtin_shufflevector(a, b, 2, 6, 3, 7);
    quad cd_low = __builtin_shufflevector(c, d, 0, 4, 1, 5), cd_high = __builtin_shufflevector(c, d, 2, 6, 3, 7);
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
WF_INLINE void transpose_block(const float *from, ptrdiff_t from_pitch, float *to, ptrdiff_t to_pitch)
{
    for (int r = 0; r < 4; r++)
        for (int c = 0; c < 4; c++)
            to[c * to_pitch + r] = from[r * from_pitch + c];
}
#endif

static void transpose(const float *from, ptrdiff_t from_pitch, float *to, ptrdiff_t to_pitch, int columns, int begin, int end)
{
    int r = begin;
    for (; r + 4 <= end; r += 4) {
        int c = 0;
        for (; c + 4 <= columns; c += 4)
            transpose_block(from + r * from_pitch + c, from_pitch, to + c * to_pitch + r, to_pitch);
        for (; c < columns; c++)
            for (int i = r; i < r + 4; i++)
                to[c * to_pitch + i] = from[i * from_pitch + c];
    }
    for (; r < end; r++)
        for (int c = 0; c < columns; c++)
            to[c * to_pitch + r] = from[r * from_pitch + c];
}

/* The cell (r, c) is cut along (r, c+1)-(r+1, c): triangle a has its corner at (r, c), b at (r+1, c+1). */
static void cell_areas(const float *const top[6], const float *const bottom[6], int cells, float *const a[3], float *const b[3])
{
    const float *tx = top[0], *ty = top[1], *tz = top[2], *ux = bottom[0], *uy = bottom[1], *uz = bottom[2];
    float *ax = a[0], *ay = a[1], *az = a[2], *bx = b[0], *by = b[1], *bz = b[2];
    WF_LOOP
    for (int c = 0; c < cells; c++) {
        float dx = ux[c] - tx[c], dy = uy[c] - ty[c], dz = uz[c] - tz[c];             /* down from (r, c) */
        float ex = tx[c + 1] - tx[c], ey = ty[c + 1] - ty[c], ez = tz[c + 1] - tz[c]; /* along from (r, c) */
        ax[c] = dy * ez - dz * ey;
        ay[c] = dz * ex - dx * ez;
        az[c] = dx * ey - dy * ex;
        float fx = ux[c + 1] - ux[c], fy = uy[c + 1] - uy[c], fz = uz[c + 1] - uz[c];             /* along to (r+1, c+1) */
        float gx = ux[c + 1] - tx[c + 1], gy = uy[c + 1] - ty[c + 1], gz = uz[c + 1] - tz[c + 1]; /* down to it */
        bx[c] = gy * fz - gz * fy;
        by[c] = gz * fx - gx * fz;
        bz[c] = gx * fy - gy * fx;
    }
}

typedef struct vector {
    float x, y, z;
} vector;

/* The momentum that the air gives each corner of a triangle of doubled vector area `area` and velocity v: drag along the
 * relative wind u and lift across it (a flat plate's, Cl sin cos),
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

/* The two triangles' momenta are shared by all four corners alike, as the cell's mass is: a flat sheet is pushed flat. */
static void cell_air(const float *const top[6], const float *const bottom[6], int cells, const wf_air *air, float *const a[3], float *const b[3])
{
    const float *tx = top[3], *ty = top[4], *tz = top[5], *ux = bottom[3], *uy = bottom[4], *uz = bottom[5];
    float *ax = a[0], *ay = a[1], *az = a[2], *bx = b[0], *by = b[1], *bz = b[2];
    const wf_air local = *air;
    const float third = 1.0f / 3.0f;
    cell_areas(top, bottom, cells, a, b);
    WF_LOOP
    for (int c = 0; c < cells; c++) {
        float mx = tx[c + 1] + ux[c], my = ty[c + 1] + uy[c], mz = tz[c + 1] + uz[c]; /* the shared edge */
        vector va = {(mx + tx[c]) * third, (my + ty[c]) * third, (mz + tz[c]) * third};
        vector vb = {(mx + ux[c + 1]) * third, (my + uy[c + 1]) * third, (mz + uz[c + 1]) * third};
        vector fa = air_on_triangle((vector){ax[c], ay[c], az[c]}, va, &local);
        vector fb = air_on_triangle((vector){bx[c], by[c], bz[c]}, vb, &local);
        ax[c] = 0.75f * (fa.x + fb.x); /* a corner of a triangle had a third, one of the cell has a quarter */
        ay[c] = 0.75f * (fa.y + fb.y);
        az[c] = 0.75f * (fa.z + fb.z);
    }
}

static void triangle_air(const float area[3], const float v[3], const wf_air *air, float momentum[3])
{
    vector m = air_on_triangle((vector){area[0], area[1], area[2]}, (vector){v[0], v[1], v[2]}, air);
    momentum[0] = m.x;
    momentum[1] = m.y;
    momentum[2] = m.z;
}

/* Particle (r, c) is a corner of: here a(c), a(c-1), b(c-1); above a(c), b(c), b(c-1). */
WF_INLINE float gather(const float *above_a, const float *above_b, const float *a, const float *b, int c)
{
    return ((a[c] + a[c - 1]) + b[c - 1]) + ((above_a[c] + above_b[c]) + above_b[c - 1]);
}

static void gather_normals(const float *const above[6], const float *const here[6], int columns, float *const n[3])
{
    float *nx = n[0], *ny = n[1], *nz = n[2];
    const float *const *o = above, *const *p = here;
    WF_LOOP
    for (int c = 0; c < columns; c++) {
        float x = gather(o[0], o[3], p[0], p[3], c), y = gather(o[1], o[4], p[1], p[4], c), z = gather(o[2], o[5], p[2], p[5], c);
        float length2 = x * x + y * y + z * z;
        float scale = length2 > 0.0f ? 1.0f / sqrtf(length2) : 0.0f;
        nx[c] = x * scale;
        ny[c] = y * scale;
        nz[c] = z * scale;
    }
}

static void gather_air(const float *const above[6], const float *const here[6], int columns, const float *w, float *const push[3])
{
    for (int a = 0; a < 3; a++) {
        const float *o = above[a], *p = here[a];
        float *out = push[a];
        WF_LOOP
        for (int c = 0; c < columns; c++)
            out[c] = w[c] * ((p[c] + p[c - 1]) + (o[c] + o[c - 1]));
    }
}

/* Pushes a particle out along n by `depth` (> 0: it is inside) and takes away as much of its way along the surface in
 * this substep as Coulomb's law allows: at most friction * depth (Macklin et al. 2014, eq. 24). */
WF_INLINE vector contact(vector p, vector start, vector n, float depth, float friction)
{
    p.x += n.x * depth;
    p.y += n.y * depth;
    p.z += n.z * depth;
    float dx = p.x - start.x, dy = p.y - start.y, dz = p.z - start.z, along = dx * n.x + dy * n.y + dz * n.z;
    dx -= along * n.x;
    dy -= along * n.y;
    dz -= along * n.z;
    float slip = sqrtf(dx * dx + dy * dy + dz * dz + TINY_LENGTH2), hold = friction * depth;
    float scale = slip > hold ? hold / slip : 1.0f;
    return (vector){p.x - dx * scale, p.y - dy * scale, p.z - dz * scale};
}

static void collide_plane(const wf_motion *m, const wf_obstacle *o, size_t begin, size_t end)
{
    float *x = m->x[0], *y = m->x[1], *z = m->x[2];
    const float *qx = m->q[0], *qy = m->q[1], *qz = m->q[2], *vx = m->v[0], *vy = m->v[1], *vz = m->v[2], *w = m->w;
    const float h = m->h, friction = o->friction, offset = o->offset;
    const float px = o->position[0], py = o->position[1], pz = o->position[2];
    const vector n = {o->normal[0], o->normal[1], o->normal[2]};
    WF_LOOP
    for (size_t i = begin; i < end; i++) {
        float depth = offset - ((x[i] - px) * n.x + (y[i] - py) * n.y + (z[i] - pz) * n.z);
        vector start = {qx[i] - h * vx[i], qy[i] - h * vy[i], qz[i] - h * vz[i]};
        vector p = contact((vector){x[i], y[i], z[i]}, start, n, depth, friction);
        bool touches = depth > 0.0f && w[i] != 0.0f;
        x[i] = touches ? p.x : x[i];
        y[i] = touches ? p.y : y[i];
        z[i] = touches ? p.z : z[i];
    }
}

static void collide_sphere(const wf_motion *m, const wf_obstacle *o, size_t begin, size_t end)
{
    float *x = m->x[0], *y = m->x[1], *z = m->x[2];
    const float *qx = m->q[0], *qy = m->q[1], *qz = m->q[2], *vx = m->v[0], *vy = m->v[1], *vz = m->v[2], *w = m->w;
    const float h = m->h, friction = o->friction, offset = o->offset;
    const float px = o->position[0], py = o->position[1], pz = o->position[2];
    WF_LOOP
    for (size_t i = begin; i < end; i++) {
        float dx = x[i] - px, dy = y[i] - py, dz = z[i] - pz, r2 = dx * dx + dy * dy + dz * dz;
        bool centre = r2 < TINY_LENGTH2; /* any way out is as good: up */
        float r = sqrtf(centre ? 1.0f : r2), inverse = 1.0f / r, depth = centre ? offset : offset - r;
        vector n = {centre ? 0.0f : dx * inverse, centre ? 1.0f : dy * inverse, centre ? 0.0f : dz * inverse};
        vector start = {qx[i] - h * vx[i], qy[i] - h * vy[i], qz[i] - h * vz[i]};
        vector p = contact((vector){x[i], y[i], z[i]}, start, n, depth, friction);
        bool touches = depth > 0.0f && w[i] != 0.0f;
        x[i] = touches ? p.x : x[i];
        y[i] = touches ? p.y : y[i];
        z[i] = touches ? p.z : z[i];
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
    .transpose = transpose,
    .cell_areas = cell_areas,
    .cell_air = cell_air,
    .triangle_air = triangle_air,
    .gather_normals = gather_normals,
    .gather_air = gather_air,
    .collide_plane = collide_plane,
    .collide_sphere = collide_sphere,
};
