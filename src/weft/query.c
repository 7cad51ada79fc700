/* Questions about a cloth: views and copies, ray picking, neighbours and reach along the cloth.
 * Nothing here changes the world (a mesh's distance array is scratch). */
#include "internal.h"

#include <math.h>
#include <string.h>

weft_result weft_cloth_get_view(const weft_world *world, weft_cloth_id id, weft_cloth_view *view)
{
    if (!world || !view)
        return WEFT_ERROR_ARGUMENT;
    const wf_cloth *c = wf_cloth_find(world, id);
    if (!c)
        return WEFT_ERROR_ID;
    *view = (weft_cloth_view){
        .columns = c->columns,
        .rows = c->rows,
        .pitch = c->pitch,
        .particle_count = wf_count(c),
        .triangle_count = c->sheet ? 2 * (c->columns - 1) * (c->rows - 1) : c->triangle_count,
        .x = c->x[0],
        .y = c->x[1],
        .z = c->x[2],
        .vx = c->v[0],
        .vy = c->v[1],
        .vz = c->v[2],
        .nx = c->n[0],
        .ny = c->n[1],
        .nz = c->n[2],
        .inverse_mass = c->w,
        .flags = c->flags,
    };
    return WEFT_OK;
}

weft_result weft_cloth_get_memory(const weft_world *world, weft_cloth_id id, weft_memory *memory)
{
    if (!world || !memory)
        return WEFT_ERROR_ARGUMENT;
    const wf_cloth *c = wf_cloth_find(world, id);
    if (!c)
        return WEFT_ERROR_ID;
    *memory = (weft_memory){c->state_bytes, c->topology_bytes};
    return WEFT_OK;
}

/* ------------------------------------------------------------------ copies */

static float *destination_at(float *destination, size_t stride, int particle)
{
    return (float *)(void *)((char *)destination + stride * (size_t)particle);
}

/* The checks of the copies: `size` floats must fit in a stride. */
static weft_result cloth_to_copy(const weft_world *world, weft_cloth_id id,
                                 const float *destination, size_t stride, size_t size,
                                 const wf_cloth **cloth)
{
    if (!world || !destination || stride < size * sizeof(float) || stride % sizeof(float) != 0)
        return WEFT_ERROR_ARGUMENT;
    *cloth = wf_cloth_find(world, id);
    return *cloth ? WEFT_OK : WEFT_ERROR_ID;
}

static weft_result copy_vectors(const weft_world *world, weft_cloth_id id, bool normals,
                                float *destination, size_t stride)
{
    const wf_cloth *c;
    weft_result result = cloth_to_copy(world, id, destination, stride, 3, &c);
    if (result != WEFT_OK)
        return result;
    float *const *from = normals ? c->n : c->x;
    int p = 0;
    for (int r = 0; r < c->rows; r++) {
        const float *x = from[0] + (size_t)r * (size_t)c->pitch,
                    *y = from[1] + (size_t)r * (size_t)c->pitch,
                    *z = from[2] + (size_t)r * (size_t)c->pitch;
        for (int i = 0; i < c->columns; i++, p++) {
            float *to = destination_at(destination, stride, p);
            to[0] = x[i];
            to[1] = y[i];
            to[2] = z[i];
        }
    }
    return WEFT_OK;
}

weft_result weft_cloth_copy_positions(const weft_world *world, weft_cloth_id id, float *destination,
                                      size_t stride)
{
    return copy_vectors(world, id, false, destination, stride);
}

weft_result weft_cloth_copy_normals(const weft_world *world, weft_cloth_id id, float *destination,
                                    size_t stride)
{
    return copy_vectors(world, id, true, destination, stride);
}

weft_result weft_cloth_copy_rest(const weft_world *world, weft_cloth_id id, float *destination,
                                 size_t stride)
{
    const wf_cloth *c;
    weft_result result = cloth_to_copy(world, id, destination, stride, 2, &c);
    for (int p = 0; result == WEFT_OK && p < wf_count(c); p++) {
        float *to = destination_at(destination, stride, p);
        to[0] = c->sheet ? (float)(p % c->columns) * c->cell_u : c->rest[2 * p];
        to[1] = c->sheet ? (float)(p / c->columns) * c->cell_v : c->rest[2 * p + 1];
    }
    return result;
}

static float distance_between(const wf_cloth *c, size_t a, size_t b)
{
    float dx = c->x[0][a] - c->x[0][b], dy = c->x[1][a] - c->x[1][b], dz = c->x[2][a] - c->x[2][b];
    return sqrtf(dx * dx + dy * dy + dz * dz);
}

static float sheet_strain(const wf_cloth *c, int row, int column)
{
    size_t i = (size_t)row * (size_t)c->pitch + (size_t)column;
    float sum = 0.0f, u = c->cell_u, v = c->cell_v;
    int n = 0;
    if (column > 0)
        sum += distance_between(c, i, i - 1) / u, n++;
    if (column + 1 < c->columns)
        sum += distance_between(c, i, i + 1) / u, n++;
    if (row > 0)
        sum += distance_between(c, i, i - (size_t)c->pitch) / v, n++;
    if (row + 1 < c->rows)
        sum += distance_between(c, i, i + (size_t)c->pitch) / v, n++;
    return n ? sum / (float)n - 1.0f : 0.0f;
}

weft_result weft_cloth_copy_strain(const weft_world *world, weft_cloth_id id, float *destination,
                                   size_t stride)
{
    const wf_cloth *c;
    weft_result result = cloth_to_copy(world, id, destination, stride, 1, &c);
    if (result != WEFT_OK)
        return result;
    if (c->sheet) {
        for (int p = 0; p < wf_count(c); p++)
            *destination_at(destination, stride, p) =
                sheet_strain(c, p / c->columns, p % c->columns);
        return WEFT_OK;
    }
    float *edges = c->distance; /* how many at each particle */
    for (int p = 0; p < wf_count(c); p++)
        *destination_at(destination, stride, p) = edges[p] = 0.0f;
    for (int i = 0; i < c->edge_count; i++) {
        const wf_edge *e = &c->edges[i];
        float strain = e->rest > 0.0f ? distance_between(c, e->a, e->b) / e->rest - 1.0f : 0.0f;
        *destination_at(destination, stride, (int)e->a) += strain;
        *destination_at(destination, stride, (int)e->b) += strain;
        edges[e->a] += 1.0f;
        edges[e->b] += 1.0f;
    }
    for (int p = 0; p < wf_count(c); p++)
        *destination_at(destination, stride, p) /= edges[p] > 0.0f ? edges[p] : 1.0f;
    return WEFT_OK;
}

/* ------------------------------------------------------------------ ray */

typedef struct vec {
    double x, y, z;
} vec;

static vec sub(vec a, vec b)
{
    return (vec){a.x - b.x, a.y - b.y, a.z - b.z};
}

static vec cross(vec a, vec b)
{
    return (vec){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static double dot(vec a, vec b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static vec along(vec o, vec d, double t)
{
    return (vec){o.x + t * d.x, o.y + t * d.y, o.z + t * d.z};
}

typedef struct ray {
    const wf_cloth *cloth;
    const float *positions; /* or null */
    size_t stride;
    vec origin, direction; /* unit */
    double radius;
    weft_hit *hit;
    bool found;
} ray;

static vec position_of(const ray *r, int p)
{
    if (r->positions) {
        const float *v =
            (const float *)(const void *)((const char *)r->positions + r->stride * (size_t)p);
        return (vec){v[0], v[1], v[2]};
    }
    size_t i = wf_element(r->cloth, p);
    return (vec){r->cloth->x[0][i], r->cloth->x[1][i], r->cloth->x[2][i]};
}

static void take_hit(ray *r, double t, const int particles[3], double b0, double b1, double b2)
{
    if (!(t > 0.0) || (r->found && t >= r->hit->distance))
        return;
    r->found = true;
    vec p = along(r->origin, r->direction, t);
    r->hit->distance = (float)t;
    r->hit->point[0] = (float)p.x;
    r->hit->point[1] = (float)p.y;
    r->hit->point[2] = (float)p.z;
    memcpy(r->hit->particles, particles, sizeof r->hit->particles);
    r->hit->barycentric[0] = (float)b0;
    r->hit->barycentric[1] = (float)b1;
    r->hit->barycentric[2] = (float)b2;
}

/* The ray passes a triangle if it passes all its edges on the same side. The side of an edge is the
 * same number with the other sign for the triangle on its other side, so that no ray slips between
 * two. */
static void hit_triangle(ray *r, int a, int b, int c)
{
    vec p = sub(position_of(r, a), r->origin), q = sub(position_of(r, b), r->origin),
        s = sub(position_of(r, c), r->origin);
    double u = dot(r->direction, cross(s, q)), v = dot(r->direction, cross(p, s)),
           w = dot(r->direction, cross(q, p));
    if ((u < 0.0 || v < 0.0 || w < 0.0) && (u > 0.0 || v > 0.0 || w > 0.0))
        return;
    double sum =
        u + v + w; /* 0 for a triangle seen from its edge, NaN for one that is not finite */
    if (!(sum != 0.0))
        return;
    u /= sum;
    v /= sum;
    w /= sum;
    vec hit = {u * p.x + v * q.x + w * s.x, u * p.y + v * q.y + w * s.y,
               u * p.z + v * q.z + w * s.z};
    take_hit(r, dot(hit, r->direction), (int[3]){a, b, c}, u, v, w);
}

/* A stick made `radius` thick: the nearest points of the ray and the segment (a = b: a particle).
 */
static void hit_stick(ray *r, int a, int b)
{
    vec p = position_of(r, a), e = sub(position_of(r, b), p), s = sub(p, r->origin);
    double ee = dot(e, e), ed = dot(e, r->direction), se = dot(s, e), sd = dot(s, r->direction),
           denominator = ee - ed * ed;
    double u = denominator > 1e-12 * ee ? (ed * sd - se) / denominator : 0.0;
    u = u < 0.0 ? 0.0 : u > 1.0 ? 1.0 : u;
    vec q = along(p, e, u);
    double t = dot(sub(q, r->origin), r->direction);
    vec gap = sub(q, along(r->origin, r->direction, t));
    if (dot(gap, gap) > r->radius * r->radius)
        return;
    take_hit(r, t, (int[3]){a, b, b}, 1.0 - u, u, 0.0);
}

static void hit_sheet(ray *r)
{
    int n = r->cloth->columns;
    for (int row = 0; row + 1 < r->cloth->rows; row++)
        for (int c = 0; c + 1 < n; c++) {
            int p = row * n + c;
            hit_triangle(r, p, p + n, p + 1);
            hit_triangle(r, p + 1, p + n, p + n + 1);
        }
}

bool weft_cloth_raycast(const weft_world *world, weft_cloth_id id, const float origin[3],
                        const float direction[3], float radius, const float *positions,
                        size_t stride, weft_hit *hit)
{
    const wf_cloth *c = wf_cloth_find(world, id);
    if (!c || !origin || !direction || !hit || !wf_finite(origin, 3) || !wf_finite(direction, 3) ||
        !(radius >= 0.0f) ||
        (positions && (stride < 3 * sizeof(float) || stride % sizeof(float) != 0)))
        return false;
    vec d = {direction[0], direction[1], direction[2]};
    double length = sqrt(dot(d, d));
    if (length == 0.0)
        return false;
    ray r = {
        .cloth = c,
        .positions = positions,
        .stride = stride,
        .origin = {origin[0], origin[1], origin[2]},
        .direction = {d.x / length, d.y / length, d.z / length},
        .radius = radius,
        .hit = hit,
    };
    hit->cloth = id;
    bool line = c->sheet && (c->rows == 1 || c->columns == 1);
    if (c->sheet && !line)
        hit_sheet(&r);
    for (int t = 0; t < c->triangle_count; t++)
        hit_triangle(&r, (int)c->triangles[3 * t], (int)c->triangles[3 * t + 1],
                     (int)c->triangles[3 * t + 2]);
    if (line || (!c->sheet && c->triangle_count == 0)) {
        for (int i = 0; line && i + 1 < wf_count(c); i++)
            hit_stick(&r, i, i + 1);
        for (int i = 0; i < c->edge_count; i++)
            hit_stick(&r, (int)c->edges[i].a, (int)c->edges[i].b);
        for (int i = 0; i < wf_count(c); i++)
            hit_stick(&r, i, i);
    }
    return r.found;
}

/* ------------------------------------------------------------------ along the cloth */

/* Fills a mesh's distance array with how far it is from a particle along the cloth. */
static void mesh_distances(const wf_cloth *c, int particle)
{
    for (int i = 0; i < c->columns; i++)
        c->distance[i] = INFINITY;
    c->distance[particle] = 0.0f;
    wf_mesh_spread(c, c->distance, NULL);
}

/* For a mesh, after mesh_distances(c, a). */
static float rest_distance(const wf_cloth *c, int a, int b)
{
    return c->sheet ? wf_grid_distance(c, a, b) : c->distance[b];
}

int weft_cloth_neighbours(const weft_world *world, weft_cloth_id id, int particle, float radius,
                          int *destination, int capacity)
{
    const wf_cloth *c = wf_cloth_find(world, id);
    if (!c || particle < 0 || particle >= wf_count(c) || !destination || !(radius >= 0.0f))
        return 0;
    if (!c->sheet)
        mesh_distances(c, particle);
    int count = 0;
    for (int p = 0; p < wf_count(c); p++) {
        float d = rest_distance(c, particle, p);
        if (d > radius)
            continue;
        int at = count < capacity
                     ? count++
                     : capacity; /* insertion sort, nearest first; the furthest falls off */
        for (; at > 0 && (at == capacity || rest_distance(c, particle, destination[at - 1]) > d);
             at--) {
            if (at == capacity && rest_distance(c, particle, destination[at - 1]) <= d)
                break;
            if (at < capacity)
                destination[at] = destination[at - 1];
        }
        if (at < capacity)
            destination[at] = p;
    }
    return count;
}

/* Projects onto the ball of the pin that is exceeded most, again and again: the balls are convex,
 * so this closes in on a point in all of them where there is one. */
bool weft_cloth_clamp_reach(const weft_world *world, weft_cloth_id id, int particle, float point[3])
{
    const wf_cloth *c = wf_cloth_find(world, id);
    if (!c || !point || particle < 0 || particle >= wf_count(c) || c->pin_count == 0)
        return false;
    if (!c->sheet)
        mesh_distances(c, particle);
    bool moved = false;
    for (int round = 0; round < 64; round++) {
        float worst = 1e-6f, pull[3] = {0, 0, 0};
        for (int p = 0, left = c->pin_count; left > 0; p++) {
            if (!(c->flags[p] & WEFT_PARTICLE_PINNED))
                continue;
            left--;
            size_t i = wf_element(c, p);
            float d[3] = {point[0] - c->x[0][i], point[1] - c->x[1][i], point[2] - c->x[2][i]};
            float far = sqrtf(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]),
                  excess = far - rest_distance(c, particle, p);
            if (p == particle || !(excess > worst))
                continue;
            worst = excess;
            for (int a = 0; a < 3; a++)
                pull[a] = d[a] * (excess / far);
        }
        if (worst <= 1e-6f)
            break;
        for (int a = 0; a < 3; a++)
            point[a] -= pull[a];
        moved = true;
    }
    return moved;
}
