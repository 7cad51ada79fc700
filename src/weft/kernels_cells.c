/* Cells and their triangles: areas, normals, and what the air does to them. */
#include "kernels_inner.h"

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

void KERNEL(cell_areas)(const float *const top[6], const float *const bottom[6], int cells,
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
void KERNEL(cell_air)(const float *const top[6], const float *const bottom[6], int cells,
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

void KERNEL(triangle_air)(const float area[3], const float v[3], const wf_air *air,
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

void KERNEL(gather_normals)(const float *const above[6], const float *const here[6], int columns,
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

void KERNEL(gather_air)(const float *const above[6], const float *const here[6], int columns,
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
