/* Tethers of a mesh: as a sheet's (stage_tether.c), with distances along its triangles at rest. To each of
 * a few fixed particles apart from each other, or, where they are many, to each particle's nearest. */
#include "internal.h"

#include <math.h>

enum { MANY = WF_ANCHORS_MAX + 1 };

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
        wf_mesh_spread(c, distance, NULL);
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
    wf_mesh_spread(c, c->tether, c->anchor);
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
