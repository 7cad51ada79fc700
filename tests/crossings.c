/* See crossings.h: triangles sorted along x, and only those compared whose boxes overlap. */
#include "crossings.h"
#include "support.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct soup {
    vec *points;
    uint32_t *triangles; /* three points each */
    int point_count, triangle_count;
} soup;

static void *must(void *made)
{
    assert_non_null(made);
    return made;
}

static soup collect(const weft_world *world)
{
    soup s = {0};
    for (int pass = 0; pass < 2; pass++) {
        int points = 0, triangles = 0;
        for (int i = 0; i < weft_world_cloth_count(world); i++) {
            weft_cloth_id cloth = weft_world_cloth(world, i);
            weft_cloth_view view = view_of(world, cloth);
            for (int p = 0; pass && p < view.particle_count; p++)
                s.points[points + p] = position_of(world, cloth, p);
            if (pass) {
                weft_cloth_triangles(world, cloth, s.triangles + 3 * triangles);
                for (int k = 0; k < 3 * view.triangle_count; k++)
                    s.triangles[3 * triangles + k] += (uint32_t)points;
            }
            points += view.particle_count;
            triangles += view.triangle_count;
        }
        if (pass == 0) {
            s.points = must(calloc((size_t)points + 1, sizeof *s.points));
            s.triangles = must(calloc((size_t)triangles + 1, 3 * sizeof *s.triangles));
        }
        s.point_count = points;
        s.triangle_count = triangles;
    }
    return s;
}

/* Six times the volume of a tetrahedron. */
static double volume(vec a, vec b, vec c, vec d)
{
    return dot(sub(b, a), cross(sub(c, a), sub(d, a)));
}

/* Whether the segment p q passes through the inside of the triangle. */
static bool passes(vec p, vec q, const vec t[3])
{
    double low = volume(p, t[0], t[1], t[2]), high = volume(q, t[0], t[1], t[2]);
    if (!(low * high < 0))
        return false;
    double a = volume(p, q, t[0], t[1]), b = volume(p, q, t[1], t[2]), c = volume(p, q, t[2], t[0]);
    return (a > 0 && b > 0 && c > 0) || (a < 0 && b < 0 && c < 0);
}

/* The edges of triangle a through triangle b; an edge that two triangles share is counted with each. */
static int edges_through(const soup *s, int a, int b)
{
    const uint32_t *ta = &s->triangles[3 * a], *tb = &s->triangles[3 * b];
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            if (ta[i] == tb[k])
                return 0;
    vec corner[3] = {s->points[tb[0]], s->points[tb[1]], s->points[tb[2]]};
    int count = 0;
    for (int i = 0; i < 3; i++)
        count += passes(s->points[ta[i]], s->points[ta[(i + 1) % 3]], corner);
    return count;
}

typedef struct box {
    double low[3], high[3];
    int triangle;
} box;

static box box_of(const soup *s, int triangle)
{
    box b = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}, triangle};
    for (int k = 0; k < 3; k++) {
        vec p = s->points[s->triangles[3 * triangle + k]];
        const double place[3] = {p.x, p.y, p.z};
        for (int a = 0; a < 3; a++) {
            b.low[a] = fmin(b.low[a], place[a]);
            b.high[a] = fmax(b.high[a], place[a]);
        }
    }
    return b;
}

static int by_low(const void *left, const void *right)
{
    const box *l = left, *r = right;
    return (l->low[0] > r->low[0]) - (l->low[0] < r->low[0]);
}

static bool boxes_meet(const box *a, const box *b)
{
    for (int k = 0; k < 3; k++)
        if (a->high[k] < b->low[k] || b->high[k] < a->low[k])
            return false;
    return true;
}

/* Sweeps along x. */
int count_crossings(const weft_world *world)
{
    soup s = collect(world);
    box *boxes = must(calloc((size_t)s.triangle_count + 1, sizeof *boxes));
    int count = 0;
    for (int t = 0; t < s.triangle_count; t++)
        boxes[t] = box_of(&s, t);
    qsort(boxes, (size_t)s.triangle_count, sizeof *boxes, by_low);
    for (int i = 0; i < s.triangle_count; i++)
        for (int k = i + 1; k < s.triangle_count && boxes[k].low[0] <= boxes[i].high[0]; k++)
            if (boxes_meet(&boxes[i], &boxes[k]))
                count += edges_through(&s, boxes[i].triangle, boxes[k].triangle) +
                         edges_through(&s, boxes[k].triangle, boxes[i].triangle);
    free(boxes);
    free(s.points);
    free(s.triangles);
    return count;
}
