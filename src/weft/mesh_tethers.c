/* Tethers of a mesh: as a sheet's (stage_tether.c), with distances along its triangles at rest. To each of
 * a few fixed particles apart from each other, or, where they are many, to each particle's nearest. */
#include "internal.h"

#include <math.h>

enum { MANY = WF_ANCHORS_MAX + 1 };
#define SHORTER 0.999999f /* what is not shorter by more than rounding is no news */

/* ------------------------------------------------------------------ distances */

/* Distances from one anchor (anchor null), or from each particle's nearest. */
typedef struct field {
    const wf_cloth *cloth;
    float *distance;
    uint32_t *anchor;
    bool changed;
} field;

static void offer(field *f, uint32_t to, float way, uint32_t from)
{
    if (!(way < f->distance[to] * SHORTER))
        return;
    f->distance[to] = way;
    if (f->anchor)
        f->anchor[to] = f->anchor[from];
    f->changed = true;
}

/* Across the triangle a b c: unfolded into its plane, the anchor lies beyond the side ab where its
 * distances to a and b meet, and the way to c is straight if it passes between them. Exact on what is
 * flat; on what is curved, as good as the mesh is fine. */
static void cross_triangle(field *f, uint32_t a, uint32_t b, uint32_t c, const float side[3])
{
    float ab = side[0], bc = side[1], ca = side[2], da = f->distance[a], db = f->distance[b];
    if (!(da + db < INFINITY) || !(ab > 0.0f) || (f->anchor && f->anchor[a] != f->anchor[b]))
        return;
    float cx = (ca * ca - bc * bc + ab * ab) / (2.0f * ab), cy2 = ca * ca - cx * cx;
    float sx = (da * da - db * db + ab * ab) / (2.0f * ab), sy2 = da * da - sx * sx;
    if (!(cy2 > 0.0f))
        return;
    float cy = sqrtf(cy2), sy = sy2 > 0.0f ? sqrtf(sy2) : 0.0f;
    float passes = sx + (cx - sx) * (sy / (sy + cy));
    if (passes >= 0.0f && passes <= ab)
        offer(f, c, sqrtf((cx - sx) * (cx - sx) + (cy + sy) * (cy + sy)), a);
}

static void cross_all(field *f, bool back)
{
    const wf_cloth *c = f->cloth;
    for (int k = 0; k < c->triangle_count; k++) {
        int t = back ? c->triangle_count - 1 - k : k;
        const uint32_t *p = &c->triangles[3 * t];
        const float *side = &c->triangle_rest[3 * t];
        for (int i = 0; i < 3; i++) {
            int j = (i + 1) % 3, l = (i + 2) % 3;
            cross_triangle(f, p[i], p[j], p[l], (float[3]){side[i], side[j], side[l]});
        }
    }
}

static void walk_edges(field *f, bool back)
{
    const wf_cloth *c = f->cloth;
    for (int k = 0; k < c->edge_count; k++) {
        const wf_edge *e = &c->edges[back ? c->edge_count - 1 - k : k];
        offer(f, e->b, f->distance[e->a] + e->rest, e->a);
        offer(f, e->a, f->distance[e->b] + e->rest, e->b);
    }
}

/* Forth and back until nothing changes. */
static void spread(const wf_cloth *c, float *distance, uint32_t *anchor)
{
    field f = {.cloth = c, .distance = distance, .anchor = anchor, .changed = true};
    for (bool back = false; f.changed; back = !back) {
        f.changed = false;
        walk_edges(&f, back);
        cross_all(&f, back);
    }
}

/* ------------------------------------------------------------------ anchors */

static float *distances_to(const wf_cloth *c, int k)
{
    return c->tether + (size_t)k * wf_span(c);
}

static void fill_far(const wf_cloth *c, float *distance)
{
    for (size_t i = 0; i < wf_span(c); i++)
        distance[i] = INFINITY;
}

/* Those that are within a few edges of another one say the same. Returns how many, or MANY. */
static int find_anchors(wf_cloth *c)
{
    float sum = 0.0f;
    for (int i = 0; i < c->edge_count; i++)
        sum += c->edges[i].rest;
    float near = 2.5f * sum / (float)(c->edge_count > 0 ? c->edge_count : 1);
    int count = 0;
    for (int p = 0; p < wf_count(c); p++) {
        bool apart = c->flags[p] != 0;
        for (int k = 0; apart && k < count; k++)
            apart = distances_to(c, k)[p] > near;
        if (!apart)
            continue;
        if (count == WF_ANCHORS_MAX)
            return MANY;
        float *distance = distances_to(c, count);
        fill_far(c, distance);
        distance[p] = 0.0f;
        spread(c, distance, NULL);
        c->anchors[count++] = p;
    }
    return count;
}

static void find_nearest(wf_cloth *c)
{
    fill_far(c, c->tether);
    for (size_t i = 0; i < wf_span(c); i++)
        c->anchor[i] = (uint32_t)i;
    for (int p = 0; p < wf_count(c); p++)
        if (c->flags[p])
            c->tether[p] = 0.0f;
    spread(c, c->tether, c->anchor);
}

/* ------------------------------------------------------------------ the stage */

typedef struct tether_job {
    const wf_kernels *kernels;
    wf_tethers tethers[WF_ANCHORS_MAX];
    int count;
} tether_job;

static void run_part(void *context, int worker, int begin, int end)
{
    (void)worker;
    const tether_job *job = context;
    for (int k = 0; k < job->count; k++)
        job->kernels->tether_each(&job->tethers[k], (size_t)begin * WF_LANES,
                                  (size_t)end * WF_LANES);
}

void wf_mesh_tethers(weft_world *world, wf_cloth *c, wf_reach reach)
{
    if (c->anchor_count < 0) {
        c->anchor_count = find_anchors(c);
        if (c->anchor_count == MANY)
            find_nearest(c);
    }
    bool many = c->anchor_count == MANY;
    tether_job job = {.kernels = world->kernels, .count = many ? 1 : c->anchor_count};
    for (int k = 0; k < job.count; k++)
        job.tethers[k] = (wf_tethers){
            .x = c->x[0],
            .y = c->x[1],
            .z = c->x[2],
            .w = c->w,
            .rest = distances_to(c, k),
            .anchor = many ? c->anchor : NULL,
            .reach = reach,
            .only = many ? 0 : (uint32_t)c->anchors[k],
        };
    if (job.count > 0)
        wf_jobs_run(world->jobs, (int)(wf_span(c) / WF_LANES), 1 + 512 / job.count, run_part, &job);
}
