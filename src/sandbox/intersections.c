/* See intersections.h: sides and triangles sorted along x, and only those compared whose boxes overlap. */
#include "intersections.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct piece {
    float low[3], high[3];
    uint32_t corner[3]; /* of a side two, the last twice */
    bool side;
} piece;

typedef struct tangle {
    float *positions; /* 3 a particle, of all cloths */
    piece *pieces;
    size_t particle_count, piece_count;
} tangle;

static void add_piece(tangle *t, uint32_t a, uint32_t b, uint32_t c)
{
    piece *p = &t->pieces[t->piece_count++];
    *p = (piece){.corner = {a, b, c}, .side = b == c};
    for (int axis = 0; axis < 3; axis++) {
        p->low[axis] = p->high[axis] = t->positions[3 * a + axis];
        for (int k = 1; k < 3; k++) {
            float x = t->positions[3 * p->corner[k] + axis];
            p->low[axis] = x < p->low[axis] ? x : p->low[axis];
            p->high[axis] = x > p->high[axis] ? x : p->high[axis];
        }
    }
}

static int by_corners(const void *left, const void *right)
{
    return memcmp(((const piece *)left)->corner, ((const piece *)right)->corner,
                  sizeof(uint32_t[3]));
}

/* Each side once: they are at the end of the list. */
static void drop_doubles(tangle *t, size_t first)
{
    size_t kept = first;
    qsort(t->pieces + first, t->piece_count - first, sizeof *t->pieces, by_corners);
    for (size_t i = first; i < t->piece_count; i++)
        if (i == first || by_corners(&t->pieces[i], &t->pieces[i - 1]) != 0)
            t->pieces[kept++] = t->pieces[i];
    t->piece_count = kept;
}

static void add_cloth(tangle *t, const weft_world *world, weft_cloth_id id, uint32_t *triangles)
{
    weft_cloth_view view;
    uint32_t base = (uint32_t)t->particle_count;
    weft_cloth_get_view(world, id, &view);
    weft_cloth_copy_positions(world, id, t->positions + 3 * base, 3 * sizeof(float));
    weft_cloth_triangles(world, id, triangles);
    t->particle_count += (size_t)view.particle_count;
    for (int i = 0; i < view.triangle_count; i++)
        add_piece(t, base + triangles[3 * i], base + triangles[3 * i + 1],
                  base + triangles[3 * i + 2]);
    size_t first = t->piece_count;
    for (int i = 0; i < 3 * view.triangle_count; i++) {
        uint32_t a = base + triangles[i], b = base + triangles[i % 3 == 2 ? i - 2 : i + 1];
        add_piece(t, a < b ? a : b, a < b ? b : a, a < b ? b : a);
    }
    drop_doubles(t, first);
}

/* ------------------------------------------------------------------ one pair */

typedef struct vector {
    double x, y, z;
} vector;

static vector way(const tangle *t, uint32_t from, uint32_t to)
{
    const float *a = t->positions + 3 * from, *b = t->positions + 3 * to;
    return (vector){(double)b[0] - a[0], (double)b[1] - a[1], (double)b[2] - a[2]};
}

static double dot(vector a, vector b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static vector cross(vector a, vector b)
{
    return (vector){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

/* Moeller and Trumbore 1997, for a segment. */
static bool passes_through(const tangle *t, const piece *side, const piece *triangle)
{
    const uint32_t *c = triangle->corner, a = side->corner[0], b = side->corner[1];
    for (int k = 0; k < 3; k++)
        if (c[k] == a || c[k] == b)
            return false;
    vector u = way(t, c[0], c[1]), v = way(t, c[0], c[2]), along = way(t, a, b),
           from = way(t, c[0], a);
    vector p = cross(along, v), q = cross(from, u);
    double determinant = dot(u, p);
    if (determinant == 0.0)
        return false; /* it lies in the plane, or the triangle has no area */
    double s = dot(from, p) / determinant, r = dot(along, q) / determinant,
           far = dot(v, q) / determinant;
    return s >= 0.0 && r >= 0.0 && s + r <= 1.0 && far >= 0.0 && far <= 1.0;
}

static bool overlap(const piece *a, const piece *b)
{
    for (int axis = 1; axis < 3; axis++)
        if (a->low[axis] > b->high[axis] || b->low[axis] > a->high[axis])
            return false;
    return true;
}

static int by_low(const void *left, const void *right)
{
    float a = ((const piece *)left)->low[0], b = ((const piece *)right)->low[0];
    return (a > b) - (a < b);
}

static int count_pairs(tangle *t)
{
    int count = 0;
    qsort(t->pieces, t->piece_count, sizeof *t->pieces, by_low);
    for (size_t i = 0; i < t->piece_count; i++)
        for (size_t k = i + 1; k < t->piece_count && t->pieces[k].low[0] <= t->pieces[i].high[0];
             k++) {
            const piece *a = &t->pieces[i], *b = &t->pieces[k];
            if (a->side != b->side && overlap(a, b))
                count += a->side ? passes_through(t, a, b) : passes_through(t, b, a);
        }
    return count;
}

int intersections_count(const weft_world *world)
{
    size_t particles = 0, triangles = 0;
    weft_cloth_view view;
    for (int i = 0; i < weft_world_cloth_count(world); i++) {
        weft_cloth_get_view(world, weft_world_cloth(world, i), &view);
        particles += (size_t)view.particle_count;
        triangles += (size_t)view.triangle_count;
    }
    tangle t = {.positions = malloc((particles + 1) * 3 * sizeof *t.positions),
                .pieces = malloc((4 * triangles + 1) * sizeof *t.pieces)};
    uint32_t *list = malloc((triangles + 1) * 3 * sizeof *list);
    int count = -1;
    if (t.positions && t.pieces && list) {
        for (int i = 0; i < weft_world_cloth_count(world); i++)
            add_cloth(&t, world, weft_world_cloth(world, i), list);
        count = count_pairs(&t);
    }
    free(t.positions);
    free(t.pieces);
    free(list);
    return count;
}
