/* How far it is along a mesh at rest: Dijkstra's shortest ways along edges, and straight across triangles
 * as in fast marching (Kimmel and Sethian 1998). Read: the mesh; written: distances, and a heap of who is next. */
#include "internal.h"

#include <math.h>

#define SHORTER 0.999999f /* what is not shorter by more than rounding is no news */
#define NOT_WAITING UINT32_MAX

/* ------------------------------------------------------------------ what meets at a particle */

/* Calls the corners of a mesh's pieces: its triangles, then its edges. */
static int corners(const wf_cloth *c, int piece, const uint32_t **corner, uint32_t ends[2])
{
    if (piece < c->triangle_count) {
        *corner = &c->triangles[3 * (size_t)piece];
        return 3;
    }
    const wf_edge *e = &c->edges[piece - c->triangle_count];
    ends[0] = e->a;
    ends[1] = e->b;
    *corner = ends;
    return 2;
}

void wf_mesh_index(wf_cloth *c)
{
    int count = c->triangle_count + c->edge_count;
    uint32_t ends[2], *first = c->piece_first, sum = 0;
    const uint32_t *corner;
    for (int i = 0; i < count; i++)
        for (int k = corners(c, i, &corner, ends) - 1; k >= 0; k--)
            first[corner[k]]++;
    for (int p = 0; p <= wf_count(c); p++) {
        sum += first[p];
        first[p] = sum; /* the end; filled from there, it becomes the beginning */
    }
    for (int i = count - 1; i >= 0; i--)
        for (int k = corners(c, i, &corner, ends) - 1; k >= 0; k--)
            c->pieces[--first[corner[k]]] = (uint32_t)i;
}

/* ------------------------------------------------------------------ the heap */

/* A search from one or several particles; those that wait are a heap, the nearest first. */
typedef struct search {
    const wf_cloth *cloth;
    float *distance;
    uint32_t *source; /* null, or where the way to each comes from */
    uint32_t *heap, *place;
    uint32_t waiting;
} search;

static void put(search *s, uint32_t at, uint32_t p)
{
    s->heap[at] = p;
    s->place[p] = at;
}

static void rise(search *s, uint32_t p)
{
    uint32_t at = s->place[p];
    while (at > 0 && s->distance[s->heap[(at - 1) / 2]] > s->distance[p]) {
        put(s, at, s->heap[(at - 1) / 2]);
        at = (at - 1) / 2;
    }
    put(s, at, p);
}

static void wait_for(search *s, uint32_t p)
{
    if (s->place[p] == NOT_WAITING)
        put(s, s->waiting++, p);
    rise(s, p);
}

static uint32_t take_nearest(search *s)
{
    uint32_t nearest = s->heap[0], last = s->heap[--s->waiting], at = 0;
    for (uint32_t child = 1; child < s->waiting; child = 2 * at + 1) {
        if (child + 1 < s->waiting && s->distance[s->heap[child + 1]] < s->distance[s->heap[child]])
            child++;
        if (!(s->distance[s->heap[child]] < s->distance[last]))
            break;
        put(s, at, s->heap[child]);
        at = child;
    }
    put(s, at, last);
    s->place[nearest] = NOT_WAITING;
    return nearest;
}

/* ------------------------------------------------------------------ the search */

static void offer(search *s, uint32_t to, float way, uint32_t from)
{
    if (!(way < s->distance[to] * SHORTER))
        return;
    s->distance[to] = way;
    if (s->source)
        s->source[to] = s->source[from];
    wait_for(s, to);
}

static bool known(const search *s, uint32_t p)
{
    return s->distance[p] < INFINITY && s->place[p] == NOT_WAITING;
}

/* Across the triangle a b c, the sides ab, bc, ca long: unfolded into its plane, the source lies beyond ab
 * where its distances to a and b meet, and the way to c is straight if it passes between them. Exact on
 * what is flat; on what is curved, as good as the mesh is fine. */
static void cross(search *s, uint32_t a, uint32_t b, uint32_t c, float ab, float bc, float ca)
{
    float da = s->distance[a], db = s->distance[b];
    if (!known(s, b) || !(ab > 0.0f) || (s->source && s->source[a] != s->source[b]))
        return;
    float cx = (ca * ca - bc * bc + ab * ab) / (2.0f * ab), cy2 = ca * ca - cx * cx;
    float sx = (da * da - db * db + ab * ab) / (2.0f * ab), sy2 = da * da - sx * sx;
    if (!(cy2 > 0.0f))
        return;
    float cy = sqrtf(cy2), sy = sy2 > 0.0f ? sqrtf(sy2) : 0.0f;
    float passes = sx + (cx - sx) * (sy / (sy + cy));
    if (passes >= 0.0f && passes <= ab)
        offer(s, c, sqrtf((cx - sx) * (cx - sx) + (cy + sy) * (cy + sy)), a);
}

static void go_on_from(search *s, uint32_t p)
{
    const wf_cloth *c = s->cloth;
    for (uint32_t k = c->piece_first[p]; k < c->piece_first[p + 1]; k++) {
        int piece = (int)c->pieces[k];
        if (piece >= c->triangle_count) {
            const wf_edge *e = &c->edges[piece - c->triangle_count];
            offer(s, e->a == p ? e->b : e->a, s->distance[p] + e->rest, p);
            continue;
        }
        const uint32_t *corner = &c->triangles[3 * (size_t)piece];
        const float *side = &c->triangle_rest[3 * (size_t)piece];
        int i = corner[0] == p ? 0 : corner[1] == p ? 1 : 2, j = (i + 1) % 3, l = (i + 2) % 3;
        cross(s, p, corner[j], corner[l], side[i], side[j], side[l]);
        cross(s, p, corner[l], corner[j], side[l], side[j], side[i]);
    }
}

void wf_mesh_spread(const wf_cloth *c, float *distance, uint32_t *source)
{
    uint32_t n = (uint32_t)wf_count(c);
    search s = {.cloth = c,
                .distance = distance,
                .source = source,
                .heap = c->search,
                .place = c->search + n};
    for (uint32_t p = 0; p < n; p++)
        s.place[p] = NOT_WAITING;
    for (uint32_t p = 0; p < n; p++)
        if (distance[p] < INFINITY)
            wait_for(&s, p);
    while (s.waiting > 0)
        go_on_from(&s, take_nearest(&s));
}
