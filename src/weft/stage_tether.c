/* The tether stage: long-range attachments (Kim, Chentanez, Mueller 2012). No particle is further from what is pinned or held
 * than the cloth between them is long, which takes the error of a whole strand away at once and leaves the strands its shape.
 * Reads flags and x; writes x. */
#include "internal.h"

#include <math.h>

static float rest_distance(const wf_cloth *c, int a, int b)
{
    float u = (float)(a % c->columns - b % c->columns) * c->cell_u, v = (float)(a / c->columns - b / c->columns) * c->cell_v;
    return sqrtf(u * u + v * v);
}

/* Anchors: fixed particles, but of those within two cells of each other one, since they say the same. Where there are more
 * than WF_ANCHORS_MAX, the first ones. */
static void find_anchors(wf_cloth *c)
{
    float near = 2.5f * (c->cell_u > c->cell_v ? c->cell_u : c->cell_v);
    c->anchor_count = 0;
    for (int p = 0; p < wf_count(c) && c->anchor_count < WF_ANCHORS_MAX; p++) {
        bool apart = c->flags[p] != 0;
        for (int k = 0; apart && k < c->anchor_count; k++)
            apart = rest_distance(c, p, c->anchors[k]) > near;
        if (apart)
            c->anchors[c->anchor_count++] = p;
    }
}

typedef struct tether_job {
    const wf_kernels *kernels;
    const wf_tether *tether;
} tether_job;

static void run_rows(void *context, int worker, int begin, int end)
{
    (void)worker;
    const tether_job *job = context;
    job->kernels->tether(job->tether, begin, end);
}

void wf_stage_tether(weft_world *world, wf_cloth *c, const wf_substep *substep)
{
    (void)substep;
    if (!c->sheet)
        return;
    if (c->anchor_count < 0)
        find_anchors(c);
    for (int k = 0; k < c->anchor_count; k++) {
        size_t i = wf_element(c, c->anchors[k]);
        wf_tether tether = {
            .rows = {c->x[0], c->x[1], c->x[2], c->w, c->columns, c->rows, c->pitch},
            .anchor = {c->x[0][i], c->x[1][i], c->x[2][i]},
            .cell_u = c->cell_u,
            .cell_v = c->cell_v,
            .row = c->anchors[k] / c->columns,
            .column = c->anchors[k] % c->columns,
        };
        tether_job job = {world->kernels, &tether};
        wf_jobs_run(world->jobs, c->rows, 1 + 8192 / c->columns, run_rows, &job);
    }
}
