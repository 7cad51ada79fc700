/* A closed mesh of triangles as a grid of distances to its surface, negative inside: built once, when its
 * collider is, and read from then on (wf_look_field in shapes.h). */
#include "internal.h"
#include "triangle.h"

#include <math.h>
#include <string.h>

enum { MARGIN = WF_FIELD_MARGIN, NO_TRIANGLE = -1 };

typedef struct builder {
    const weft_collider_def *def;
    wf_field *field;
    float *distance;    /* at each point of the grid; without sign until the last pass */
    int32_t *nearest;   /* its triangle */
    uint8_t *crossings; /* 1: an odd number on the way to the point from the one before */
} builder;

static wf_vector corner_of(const weft_collider_def *d, int triangle, int k)
{
    const float *p = d->positions + 3 * (size_t)d->triangles[3 * triangle + k];
    return (wf_vector){p[0], p[1], p[2]};
}

static size_t point_index(const wf_field *f, int x, int y, int z)
{
    return ((size_t)z * (size_t)f->count[1] + (size_t)y) * (size_t)f->count[0] + (size_t)x;
}

/* ------------------------------------------------------------------ distances */

static void offer(builder *b, int x, int y, int z, int triangle)
{
    const wf_field *f = b->field;
    size_t i = point_index(f, x, y, z);
    if (b->nearest[i] == triangle)
        return;
    wf_vector p = {f->corner.x + f->cell * (float)x, f->corner.y + f->cell * (float)y,
                   f->corner.z + f->cell * (float)z};
    const wf_vector corner[3] = {corner_of(b->def, triangle, 0), corner_of(b->def, triangle, 1),
                                 corner_of(b->def, triangle, 2)};
    wf_vector way = wf_minus(p, wf_nearest_on_triangle(corner, p).point);
    float d = sqrtf(wf_dot(way, way));
    if (!(d < b->distance[i]))
        return;
    b->distance[i] = d;
    b->nearest[i] = triangle;
}

static float coordinate(wf_vector v, int axis)
{
    return axis == 0 ? v.x : axis == 1 ? v.y : v.z;
}

/* The points along one axis from the one before a triangle to the one after it. */
static void span(const builder *b, int triangle, int axis, int *first, int *last)
{
    const wf_field *f = b->field;
    float low = INFINITY, high = -INFINITY, corner = coordinate(f->corner, axis);
    for (int k = 0; k < 3; k++) {
        float x = coordinate(corner_of(b->def, triangle, k), axis);
        low = fminf(low, x);
        high = fmaxf(high, x);
    }
    *first = (int)floorf((low - corner) / f->cell);
    *last = (int)ceilf((high - corner) / f->cell);
    *first = *first < 0 ? 0 : *first;
    *last = *last > f->count[axis] - 1 ? f->count[axis] - 1 : *last;
}

static void offer_around(builder *b, int triangle)
{
    int first[3], last[3];
    for (int axis = 0; axis < 3; axis++)
        span(b, triangle, axis, &first[axis], &last[axis]);
    for (int z = first[2]; z <= last[2]; z++)
        for (int y = first[1]; y <= last[1]; y++)
            for (int x = first[0]; x <= last[0]; x++)
                offer(b, x, y, z, triangle);
}

/* Hands the triangles on from point to point, in the order that goes away from one corner of the grid (fast
 * sweeping, Zhao 2005). */
static void sweep(builder *b, int dx, int dy, int dz)
{
    const wf_field *f = b->field;
    const int *n = f->count;
    for (int k = 0; k < n[2]; k++)
        for (int j = 0; j < n[1]; j++)
            for (int i = 0; i < n[0]; i++) {
                int x = dx > 0 ? i : n[0] - 1 - i, y = dy > 0 ? j : n[1] - 1 - j,
                    z = dz > 0 ? k : n[2] - 1 - k;
                for (int from = 1; from < 8; from++) {
                    int px = from & 1 ? x - dx : x, py = from & 2 ? y - dy : y,
                        pz = from & 4 ? z - dz : z;
                    if (px < 0 || px >= n[0] || py < 0 || py >= n[1] || pz < 0 || pz >= n[2])
                        continue;
                    int32_t triangle = b->nearest[point_index(f, px, py, pz)];
                    if (triangle != NO_TRIANGLE)
                        offer(b, x, y, z, triangle);
                }
            }
}

/* ------------------------------------------------------------------ inside and outside */

/* Twice the area of a, b and p as seen along an axis, u and v being the other two; the same but for its sign
 * whichever of a and b comes first. Where it is 0, that of p moved by as good as nothing, so that a line
 * meets a side in one of its two triangles, or in both or none. */
static double side_of(const float *a, const float *b, int u, int v, double pu, double pv)
{
    bool swapped = a > b;
    const float *first = swapped ? b : a, *second = swapped ? a : b;
    double du = (double)second[u] - first[u], dv = (double)second[v] - first[v];
    double area = du * (pv - first[v]) - dv * (pu - first[u]);
    if (area == 0.0)
        area = du != 0.0 ? du : -dv;
    return swapped ? -area : area;
}

/* Counts where a triangle crosses the grid's lines along an axis. */
static void cross_lines(builder *b, int triangle, int axis)
{
    const wf_field *f = b->field;
    const int u = (axis + 1) % 3, v = (axis + 2) % 3;
    const float *c[3];
    for (int k = 0; k < 3; k++)
        c[k] = b->def->positions + 3 * (size_t)b->def->triangles[3 * triangle + k];
    int at[3], first[3], last[3];
    span(b, triangle, u, &first[u], &last[u]);
    span(b, triangle, v, &first[v], &last[v]);
    for (at[u] = first[u]; at[u] <= last[u]; at[u]++)
        for (at[v] = first[v]; at[v] <= last[v]; at[v]++) {
            double pu = coordinate(f->corner, u) + (double)f->cell * at[u],
                   pv = coordinate(f->corner, v) + (double)f->cell * at[v], part[3], sum = 0.0,
                   meets = 0.0;
            for (int k = 0; k < 3; k++)
                sum += part[k] = side_of(c[(k + 1) % 3], c[(k + 2) % 3], u, v, pu, pv);
            if ((part[0] > 0.0) != (part[1] > 0.0) || (part[0] > 0.0) != (part[2] > 0.0))
                continue;
            for (int k = 0; k < 3; k++)
                meets += part[k] / sum * c[k][axis];
            int after = (int)ceil((meets - coordinate(f->corner, axis)) / f->cell),
                most = f->count[axis] - 1;
            at[axis] = after < 0 ? 0 : after > most ? most : after;
            b->crossings[point_index(f, at[0], at[1], at[2])] ^= 1;
        }
}

/* Follows one line along an axis: inside is what an odd number of crossings come before, negative if `sign`. False if
 * the line does not come out again. */
static bool follow(builder *b, size_t from, size_t step, int count, bool sign)
{
    bool inside = false;
    for (int i = 0; i < count; i++, from += step) {
        inside = inside != (b->crossings[from] == 1);
        if (inside && sign)
            b->distance[from] = -b->distance[from];
    }
    return !inside;
}

/* Signs from the lines along x; along the others they only have to come out: else the surface is open. */
static bool set_signs(builder *b)
{
    const wf_field *f = b->field;
    const size_t step[3] = {1, (size_t)f->count[0], (size_t)f->count[0] * (size_t)f->count[1]};
    bool closed = true;
    for (int axis = 0; axis < 3; axis++) {
        const int u = (axis + 1) % 3, v = (axis + 2) % 3;
        memset(b->crossings, 0, step[2] * (size_t)f->count[2]);
        for (int t = 0; t < b->def->triangle_count; t++)
            cross_lines(b, t, axis);
        for (int i = 0; i < f->count[u]; i++)
            for (int k = 0; k < f->count[v]; k++)
                closed = follow(b, (size_t)i * step[u] + (size_t)k * step[v], step[axis],
                                f->count[axis], axis == 0) &&
                         closed;
    }
    return closed;
}

/* ------------------------------------------------------------------ building */

#define SMALLEST 1e-3f /* m; along the longest axis */

/* The grid around the mesh, and how far that reaches from the collider's position. False where it is too small. */
static bool set_grid(const weft_collider_def *d, wf_field *f, float reach[3])
{
    float low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY},
          longest = 0.0f;
    for (int i = 0; i < 3 * d->triangle_count; i++)
        for (int a = 0; a < 3; a++) {
            low[a] = fminf(low[a], d->positions[3 * (size_t)d->triangles[i] + (size_t)a]);
            high[a] = fmaxf(high[a], d->positions[3 * (size_t)d->triangles[i] + (size_t)a]);
        }
    for (int a = 0; a < 3; a++) {
        reach[a] = fmaxf(fabsf(low[a]), fabsf(high[a]));
        longest = fmaxf(longest, high[a] - low[a]);
    }
    if (!(longest >= SMALLEST))
        return false;
    f->cell = longest / (float)d->cells;
    for (int a = 0; a < 3; a++)
        f->count[a] = (int)ceilf((high[a] - low[a]) / f->cell) + 1 + 2 * MARGIN;
    float margin = (float)MARGIN * f->cell;
    f->corner = (wf_vector){low[0] - margin, low[1] - margin, low[2] - margin};
    return true;
}

static bool fill(builder *b, size_t points)
{
    for (size_t i = 0; i < points; i++) {
        b->distance[i] = INFINITY;
        b->nearest[i] = NO_TRIANGLE;
    }
    for (int t = 0; t < b->def->triangle_count; t++)
        offer_around(b, t);
    for (int pass = 0; pass < 8; pass++)
        sweep(b, pass & 1 ? -1 : 1, pass & 2 ? -1 : 1, pass & 4 ? -1 : 1);
    return set_signs(b);
}

weft_result wf_field_create(weft_world *world, const weft_collider_def *def, wf_field *field,
                            float reach[3])
{
    if (!set_grid(def, field, reach))
        return WEFT_ERROR_ARGUMENT;
    size_t points = (size_t)field->count[0] * (size_t)field->count[1] * (size_t)field->count[2];
    builder b = {.def = def, .field = field};
    b.distance = wf_allocate(world, points, sizeof *b.distance, NULL);
    b.nearest = wf_allocate(world, points, sizeof *b.nearest, NULL);
    b.crossings = wf_allocate(world, points, sizeof *b.crossings, NULL);
    weft_result result = WEFT_ERROR_MEMORY;
    if (b.distance && b.nearest && b.crossings)
        result = fill(&b, points) ? WEFT_OK : WEFT_ERROR_ARGUMENT;
    wf_release(world, b.nearest);
    wf_release(world, b.crossings);
    if (result != WEFT_OK)
        wf_release(world, b.distance);
    field->distance = result == WEFT_OK ? b.distance : NULL;
    return result;
}
