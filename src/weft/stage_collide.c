/* The collide stage: particles and triangles out of each collider, with friction. Reads q and v (where
 * the substep began); writes x, and q where a collider was put into the cloth.
 *
 * Particles go by blocks: a collider that a block's bounds do not reach costs it nothing, and changes
 * nothing. Triangles are looked at only where the surface is sharp for the grid: where an edge that
 * lies on it with both ends would sink in by more than half the cloth's thickness. */
#include "collide.h"
#include "rigid.h"

enum {
    STRETCH = 32,    /* cells of a row */
    BLOCK_GRAIN = 32 /* blocks a worker, at least */
};

/* ------------------------------------------------------------------ obstacles */

/* Half of the extent of the core along the world's axis a. */
static float extent(const weft_collider_def *d, const wf_pose *pose, int a)
{
    const float *t = pose->turn[a], widest = fmaxf(d->radius, d->radius_top);
    switch (d->shape) {
    case WEFT_CAPSULE:
        return fabsf(t[1]) * d->half[1];
    case WEFT_BOX:
    case WEFT_BODY:
        return fabsf(t[0]) * d->half[0] + fabsf(t[1]) * d->half[1] + fabsf(t[2]) * d->half[2];
    case WEFT_FRUSTUM:
        return fabsf(t[1]) * d->half[1] + sqrtf(fmaxf(1.0f - t[1] * t[1], 0.0f)) * widest;
    default:
        return 0.0f;
    }
}

/* A box around both poses, a little wider than rounding makes a difference. */
static void set_box(wf_obstacle *o, const wf_collider *c)
{
    const float from[3] = {c->from.position.x, c->from.position.y, c->from.position.z},
                to[3] = {c->to.position.x, c->to.position.y, c->to.position.z};
    for (int a = 0; a < 3; a++) {
        float e = c->turned ? wf_core_reach(&c->def) : extent(&c->def, &c->to, a);
        e += o->offset + 1e-5f + 1e-6f * (fabsf(from[a]) + fabsf(to[a]) + e);
        o->low[a] = fminf(from[a], to[a]) - e;
        o->high[a] = fmaxf(from[a], to[a]) + e;
    }
}

/* from turn to^T, taken from one: exactly 0 where nothing turns. */
static void set_motion(wf_obstacle *o, const wf_collider *c)
{
    float size2 = 0.0f;
    o->drift = wf_minus(c->to.position, c->from.position);
    for (int i = 0; i < 3 && c->turned; i++)
        for (int j = 0; j < 3; j++) {
            const float *f = c->from.turn[i], *t = c->to.turn[j];
            o->spin[i][j] = (i == j ? 1.0f : 0.0f) - (f[0] * t[0] + f[1] * t[1] + f[2] * t[2]);
            size2 += o->spin[i][j] * o->spin[i][j];
        }
    o->moved =
        sqrtf(wf_dot(o->drift, o->drift)) + sqrtf(size2) * (wf_core_reach(&c->def) + o->offset);
}

wf_obstacle wf_make_obstacle(const weft_world *world, const wf_cloth *cloth, const wf_collider *c,
                             float h)
{
    const weft_collider_def *d = &c->def;
    const float thickness = cloth->fabric.thickness, *g = world->settings.gravity;
    wf_obstacle o = {
        .shape = d->shape, .solid = wf_collider_solid(c), .from = c->from, .to = c->to};
    o.offset = thickness + o.solid.round;
    o.friction = sqrtf(d->friction * cloth->fabric.friction);
    o.kinetic = d->kinetic;
    o.restitution = d->restitution;
    o.rest_speed = 2.0f * h * wf_gravity(world) + 1e-6f;
    if (world->settings.integrator != WEFT_EULER)
        o.lag = (wf_vector){0.5f * h * g[0], 0.5f * h * g[1], 0.5f * h * g[2]};
    set_motion(&o, c);
    set_box(&o, c);
    float quick = 0.5f * (wf_collider_inner(c) + thickness);
    o.quick2 = d->shape == WEFT_PLANE ? INFINITY : quick * quick;
    o.smooth2 = d->shape == WEFT_PLANE ? INFINITY : 4.0f * o.offset * thickness;
    o.plain = o.moved == 0.0f && d->restitution == 0.0f;
    return o;
}

/* ------------------------------------------------------------------ particles */

static bool reaches(const wf_bounds *b, const wf_obstacle *o)
{
    for (int a = 0; a < 3; a++)
        if (b->low[a] > o->high[a] || b->high[a] < o->low[a])
            return false;
    return true;
}

static wf_bounds nothing(void)
{
    return (wf_bounds){{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}, 0.0f};
}

static const wf_bounds *bounds_of(const wf_collide_job *job, wf_block *b)
{
    if (!b->known) {
        b->bounds = nothing();
        job->kernels->bounds(&job->motion, b->begin, b->end, &b->bounds);
        b->known = true;
    }
    return &b->bounds;
}

bool wf_block_is_quick(const wf_collide_job *job, wf_block *block, const wf_obstacle *o)
{
    if (o->shape == WEFT_PLANE)
        return false;
    const wf_bounds *b = bounds_of(job, block);
    float way = sqrtf(b->way2) + o->moved;
    return way * way * 1.0001f > o->quick2;
}

/* Planes, of which most scenes have only the floor, need no bounds, which read three times as much. */
static bool is_near_plane(const wf_collide_job *job, const wf_block *b, const wf_obstacle *o)
{
    const float p[3] = {o->to.position.x, o->to.position.y, o->to.position.z},
                n[3] = {o->to.turn[0][1], o->to.turn[1][1], o->to.turn[2][1]};
    float far = fabsf(p[0]) + fabsf(p[1]) + fabsf(p[2]);
    return job->kernels->least_along((const float *const *)job->motion.x, p, n, b->begin, b->end) <
           o->offset + 1e-5f + 1e-6f * far;
}

/* What was pushed by one collider may be near another that it was not near before. */
bool wf_block_is_reached(const wf_collide_job *job, wf_block *b, const wf_obstacle *o)
{
    return o->shape == WEFT_PLANE ? is_near_plane(job, b, o) : reaches(bounds_of(job, b), o);
}

static void collide_block(const wf_collide_job *job, wf_block b)
{
    for (int i = 0; i < job->count; i++) {
        const wf_obstacle *o = &job->obstacles[i];
        if (!wf_block_is_reached(job, &b, o))
            continue;
        job->kernels->collide(&job->motion, o, wf_block_is_quick(job, &b, o), b.begin, b.end);
        b.known = false;
    }
}

int wf_block_count(const wf_cloth *cloth)
{
    return (int)((wf_span(cloth) + WF_BLOCK - 1) / WF_BLOCK);
}

wf_block wf_block_at(const wf_cloth *cloth, int number)
{
    size_t begin = (size_t)number * WF_BLOCK, end = begin + WF_BLOCK, span = wf_span(cloth);
    return (wf_block){.begin = begin, .end = end < span ? end : span};
}

void wf_collide_blocks(void *context, int worker, int begin, int end)
{
    (void)worker;
    const wf_collide_job *job = context;
    for (int i = begin; i < end; i++)
        collide_block(job, wf_block_at(job->cloth, i));
}

/* ------------------------------------------------------------------ triangles */

static bool any_sharp(const wf_collide_job *job)
{
    const wf_cloth *c = job->cloth;
    float edge2 = c->sheet ? 2.0f * (c->cell_u * c->cell_u + c->cell_v * c->cell_v) : INFINITY;
    for (int i = 0; i < job->count; i++)
        if (edge2 > job->obstacles[i].smooth2)
            return true;
    return false;
}

/* Some cells of a row: bounds first, which are quick. */
static void touch_stretch(const wf_collide_job *job, size_t top, size_t bottom, int cells)
{
    size_t particles = (size_t)cells + 1;
    wf_bounds bounds = nothing();
    job->kernels->bounds(&job->motion, top, top + particles, &bounds);
    job->kernels->bounds(&job->motion, bottom, bottom + particles, &bounds);
    for (int i = 0; i < job->count; i++)
        if (job->obstacles[i].shape != WEFT_PLANE && reaches(&bounds, &job->obstacles[i]))
            job->kernels->touch_cells(&job->motion, &job->obstacles[i], top, bottom, cells,
                                      sqrtf(bounds.way2));
}

/* Every other row of cells: they share no particle. */
static void run_rows(void *context, int worker, int begin, int end)
{
    (void)worker;
    const wf_collide_job *job = context;
    const wf_cloth *c = job->cloth;
    for (int i = begin; i < end; i++) {
        size_t top = (size_t)(2 * i + job->parity) * (size_t)c->pitch;
        for (int first = 0; first + 1 < c->columns || first == 0; first += STRETCH) {
            int left = c->columns - 1 - first;
            touch_stretch(job, top + (size_t)first, top + (size_t)first + (size_t)c->pitch,
                          left < STRETCH ? left : STRETCH);
        }
    }
}

/* A sheet of one row has no row below: its sticks lie along it. */
static void touch_line(const wf_collide_job *job, float way)
{
    for (int i = 0; i < job->count; i++)
        for (int c = 0; c + 1 < job->cloth->columns && job->obstacles[i].shape != WEFT_PLANE; c++)
            job->kernels->touch_cells(&job->motion, &job->obstacles[i], (size_t)c, (size_t)c + 1, 0,
                                      way);
}

static void touch_list(const wf_collide_job *job, float way)
{
    const wf_cloth *c = job->cloth;
    for (int i = 0; i < job->count; i++)
        if (job->obstacles[i].shape != WEFT_PLANE)
            job->kernels->touch_triangles(&job->motion, &job->obstacles[i], c->triangles,
                                          c->triangle_count, way);
}

void wf_collide_triangles(weft_world *world, wf_collide_job *job)
{
    const wf_cloth *c = job->cloth;
    if (!c->sheet || c->rows == 1) {
        wf_bounds bounds = nothing();
        job->kernels->bounds(&job->motion, 0, wf_span(c), &bounds);
        if (c->sheet)
            touch_line(job, sqrtf(bounds.way2));
        else
            touch_list(job, sqrtf(bounds.way2));
    } else {
        for (job->parity = 0; job->parity < 2; job->parity++)
            wf_jobs_run(world->jobs, (c->rows - job->parity) / 2, 16, run_rows, job);
    }
}

wf_collide_job wf_collide_job_of(const weft_world *world, wf_cloth *cloth, float h)
{
    wf_collide_job job = {.kernels = world->kernels,
                          .cloth = cloth,
                          .motion = {.w = cloth->w, .h = h},
                          .obstacles = world->obstacles};
    for (int a = 0; a < 3; a++) {
        job.motion.x[a] = cloth->x[a];
        job.motion.q[a] = cloth->q[a];
        job.motion.v[a] = cloth->v[a];
    }
    return job;
}

/* Bodies first: what one presses onto a thing at rest does not stay in that. */
void wf_stage_collide(weft_world *world, wf_cloth *cloth, const wf_substep *substep)
{
    wf_collide_job job = wf_collide_job_of(world, cloth, substep->h);
    for (int i = 0; i < world->def.max_colliders; i++) {
        wf_collider *c = &world->colliders[i];
        if (c->alive && wf_body_feels(c))
            wf_collide_body(world, &job, c);
        else if (c->alive)
            world->obstacles[job.count++] = wf_make_obstacle(world, cloth, c, substep->h);
    }
    if (job.count == 0)
        return;
    wf_jobs_run(world->jobs, wf_block_count(cloth), BLOCK_GRAIN, wf_collide_blocks, &job);
    if (any_sharp(&job))
        wf_collide_triangles(world, &job);
}
