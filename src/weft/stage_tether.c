/* The tether stage: long-range attachments (Kim, Chentanez, Mueller 2012). No particle is further
 * from what is pinned or held than the cloth between them is long, which takes the error of a whole
 * strand away at once and leaves the strands its shape. Reads flags and x; writes x. */
#include "internal.h"

#include <math.h>

/* Fixed particles, but of those within a few cells of each other one, since they say the same.
 * Returns how many there are, or WF_ANCHORS_MANY: then each particle has its nearest. */
static int find_anchors(wf_cloth *c)
{
    float near = 2.5f * (c->cell_u > c->cell_v ? c->cell_u : c->cell_v);
    int count = 0;
    for (int p = 0; p < wf_count(c); p++) {
        bool apart = wf_is_anchor(c, p);
        for (int k = 0; apart && k < count; k++)
            apart = wf_grid_distance(c, p, c->anchors[k]) > near;
        if (apart && count == WF_ANCHORS_MAX)
            return WF_ANCHORS_MANY;
        if (apart)
            c->anchors[count++] = p;
    }
    return count;
}

/* Takes the anchor of the particle (row, column) for p where it is nearer. */
static void offer(wf_cloth *c, int p, int row, int column)
{
    if (row < 0 || row >= c->rows || column < 0 || column >= c->columns)
        return;
    size_t from = (size_t)row * (size_t)c->pitch + (size_t)column, to = wf_element(c, p);
    if (c->tether[from] == INFINITY)
        return;
    int anchor = (int)(c->anchor[from] / (uint32_t)c->pitch) * c->columns +
                 (int)(c->anchor[from] % (uint32_t)c->pitch);
    float d = wf_grid_distance(c, p, anchor);
    if (d < c->tether[to]) {
        c->tether[to] = d;
        c->anchor[to] = c->anchor[from];
    }
}

/* A sheet's: handed from neighbour to neighbour forth and back (a few get one that is hardly further
 * than the nearest, which is as true a tether). */
static void hand_over_grid(wf_cloth *c)
{
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < wf_count(c); i++) {
            int p = pass ? wf_count(c) - 1 - i : i, row = p / c->columns, column = p % c->columns,
                d = pass ? 1 : -1;
            offer(c, p, row, column + d);
            offer(c, p, row + d, column);
            offer(c, p, row + d, column + d);
            offer(c, p, row + d, column - d);
        }
}

/* The nearest fixed particle of each. */
static void find_nearest(wf_cloth *c)
{
    for (size_t i = 0; i < wf_span(c); i++) {
        c->anchor[i] = (uint32_t)i;
        c->tether[i] = INFINITY;
    }
    for (int p = 0; p < wf_count(c); p++)
        if (wf_is_anchor(c, p))
            c->tether[wf_element(c, p)] = 0.0f;
    hand_over_grid(c);
}

/* A taut cloth hangs by its strands, not by tethers, which would bear its weight along the line to
 * the pin instead of along the cloth (a swinging chain was 46 % slow): they act from this much
 * stretch on. */
#define TETHER_SLACK 1e-4f

/* Elastic cloth may be further away, by no more than a load would stretch it that is this many times
 * its weight, and that makes the edge at a pin twice as long. That is more than it needs at rest, and
 * keeps it from flying apart where a substep is too long for its strands to agree. */
#define TETHER_WEIGHTS 2.0f
#define TETHER_SHEAR_MOST 0.4142f /* sqrt(2) - 1: cells folded flat */
/* At the distance r of a pin that bears F, warp and weft are stretched by about F/(Y r), so that
 * they are longer by F/Y (1 + ln(r/cell)), up to a thousand cells no more than by 1 + 7 sqrt(r/L); further
 * away than the cloth is wide, W, by F r/(Y W). */
#define TETHER_SPREAD 7.0f

/* N, at least the weight that it has on earth. */
static float weight_of(const weft_world *world, const wf_cloth *c)
{
    float gravity = wf_gravity(world);
    return c->fabric.areal_density * c->width * c->height * (gravity > 9.8f ? gravity : 9.8f);
}

/* A chain that is to keep its energy must not be moved along the line to its pin; an elastic one is
 * solved exactly without. */
static bool has_tethers(const wf_cloth *c)
{
    if (wf_inextensible(c))
        return !c->keeps_energy;
    return c->sheet && !wf_is_chain(c) && c->fabric.warp_stiffness > 0.0f &&
           c->fabric.weft_stiffness > 0.0f;
}

static wf_reach reach_of(const weft_world *world, const wf_cloth *c)
{
    const weft_fabric *f = &c->fabric;
    wf_reach reach = {.slack2 = (1.0f + TETHER_SLACK) * (1.0f + TETHER_SLACK)};
    if (wf_inextensible(c))
        return reach;
    float stiffness = f->warp_stiffness < f->weft_stiffness ? f->warp_stiffness : f->weft_stiffness;
    float shorter = c->width < c->height ? c->width : c->height,
          longer = c->width < c->height ? c->height : c->width;
    float cell = c->cell_u < c->cell_v ? c->cell_u : c->cell_v;
    float load = TETHER_WEIGHTS * weight_of(world, c), stretch = load / stiffness,
          shear = load / (f->bias_stiffness * shorter);
    reach.stretch = stretch < cell ? stretch : cell;
    reach.spread = TETHER_SPREAD / sqrtf(longer);
    reach.across = 1.0f / shorter;
    reach.shear = shear < TETHER_SHEAR_MOST ? shear : TETHER_SHEAR_MOST;
    return reach;
}

typedef struct tether_job {
    const wf_kernels *kernels;
    wf_tether tether[WF_ANCHORS_MAX];   /* one an anchor, over rows, or */
    wf_tethers tethers[WF_ANCHORS_MAX]; /* over elements */
    int count;
} tether_job;

static void run_rows(void *context, int worker, int begin, int end)
{
    (void)worker;
    const tether_job *job = context;
    for (int k = 0; k < job->count; k++)
        job->kernels->tether(&job->tether[k], begin, end);
}

static void run_elements(void *context, int worker, int begin, int end)
{
    (void)worker;
    const tether_job *job = context;
    for (int k = 0; k < job->count; k++)
        job->kernels->tether_each(&job->tethers[k], (size_t)begin * WF_LANES,
                                  (size_t)end * WF_LANES);
}

static wf_tether tether_to(const wf_cloth *c, int anchor, wf_reach reach)
{
    size_t i = wf_element(c, anchor);
    return (wf_tether){
        .rows = {c->x[0], c->x[1], c->x[2], c->w, c->columns, c->rows, c->pitch},
        .anchor = {c->x[0][i], c->x[1][i], c->x[2][i]},
        .cell_u = c->cell_u,
        .cell_v = c->cell_v,
        .row = anchor / c->columns,
        .column = anchor % c->columns,
        .reach = reach,
    };
}

/* To each of a mesh's anchors, or, where there are many, from each particle of any cloth to its nearest. */
static wf_tethers tethers_to(const wf_cloth *c, int k, wf_reach reach)
{
    bool many = c->anchor_count == WF_ANCHORS_MANY;
    return (wf_tethers){
        .x = c->x[0],
        .y = c->x[1],
        .z = c->x[2],
        .w = c->w,
        .rest = wf_tethers_to(c, k),
        .anchor = many ? c->anchor : NULL,
        .reach = reach,
        .only = many ? 0 : (uint32_t)c->anchors[k],
    };
}

static int sheet_anchors(wf_cloth *c)
{
    int count = find_anchors(c);
    if (count == WF_ANCHORS_MANY)
        find_nearest(c);
    return count;
}

static void pull_all(weft_world *world, wf_cloth *c)
{
    if (c->anchor_count < 0)
        c->anchor_count = c->sheet ? sheet_anchors(c) : wf_mesh_anchors(c);
    bool many = c->anchor_count == WF_ANCHORS_MANY;
    wf_reach reach = reach_of(world, c);
    tether_job job = {.kernels = world->kernels, .count = many ? 1 : c->anchor_count};
    if (job.count == 0)
        return;
    if (c->sheet && !many) {
        for (int k = 0; k < job.count; k++)
            job.tether[k] = tether_to(c, c->anchors[k], reach);
        wf_jobs_run(world->jobs, c->rows, 1 + 8192 / (c->columns * job.count), run_rows, &job);
        return;
    }
    for (int k = 0; k < job.count; k++)
        job.tethers[k] = tethers_to(c, k, reach);
    wf_jobs_run(world->jobs, (int)(wf_span(c) / WF_LANES), 1 + 512 / job.count, run_elements, &job);
}

void wf_stage_tether(weft_world *world, wf_cloth *cloth, const wf_substep *substep)
{
    (void)substep;
    if (!has_tethers(cloth))
        return;
    pull_all(world, cloth);
    wf_bodies_untether(world, cloth);
}

int wf_tether_count(const weft_world *world, const wf_cloth *c)
{
    int free_particles = 0;
    for (int p = 0; p < wf_count(c); p++)
        free_particles += c->flags[p] == 0;
    if (world->settings.projection != WEFT_DIRECT || !has_tethers(c) || c->anchor_count <= 0)
        return 0;
    return free_particles * (c->anchor_count == WF_ANCHORS_MANY ? 1 : c->anchor_count);
}
