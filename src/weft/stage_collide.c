/* The collide stage: particles and triangles out of each collider, with friction. Reads q and v (where
 * the substep began); writes x, and q where a collider was put into the cloth.
 *
 * Particles go by blocks: a collider that a block's bounds do not reach costs it nothing, and changes
 * nothing. Triangles are looked at only where the surface is sharp for the grid: where an edge that
 * lies on it with both ends would sink in by more than half the cloth's thickness. */
#include "internal.h"

enum {
    BLOCK = 256,     /* particles */
    STRETCH = 32,    /* cells of a row */
    BLOCK_GRAIN = 32 /* blocks a worker, at least */
};

typedef struct collide_job {
    const wf_kernels *kernels;
    const wf_cloth *cloth;
    wf_motion motion;
    const wf_obstacle *obstacles;
    int count;
    int parity; /* of the rows of cells */
} collide_job;

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

/* The farthest point of the core from its middle. */
static float reach(const weft_collider_def *d)
{
    wf_vector half = {d->half[0], d->half[1], d->half[2]};
    float widest = fmaxf(d->radius, d->radius_top);
    switch (d->shape) {
    case WEFT_CAPSULE:
        return half.y;
    case WEFT_BOX:
    case WEFT_BODY:
        return sqrtf(wf_dot(half, half));
    case WEFT_FRUSTUM:
        return sqrtf(half.y * half.y + widest * widest);
    default:
        return 0.0f;
    }
}

/* The radius of a ball inside that what passes the shape passes too. */
static float inner(const wf_collider *c)
{
    const weft_collider_def *d = &c->def;
    switch (d->shape) {
    case WEFT_BODY:
        return c->field.cell; /* what is thinner is hardly there */
    case WEFT_BOX:
        return fminf(d->half[0], fminf(d->half[1], d->half[2]));
    case WEFT_FRUSTUM:
        return fminf(d->half[1], fminf(d->radius, d->radius_top));
    default:
        return d->radius;
    }
}

/* A box around both poses, a little wider than rounding makes a difference. */
static void set_box(wf_obstacle *o, const wf_collider *c)
{
    const float from[3] = {c->from.position.x, c->from.position.y, c->from.position.z},
                to[3] = {c->to.position.x, c->to.position.y, c->to.position.z};
    for (int a = 0; a < 3; a++) {
        float e = c->turned ? reach(&c->def) : extent(&c->def, &c->to, a);
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
    o->moved = sqrtf(wf_dot(o->drift, o->drift)) + sqrtf(size2) * (reach(&c->def) + o->offset);
}

static wf_obstacle make_obstacle(const weft_world *world, const wf_cloth *cloth,
                                 const wf_collider *c, float h)
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
    float quick = 0.5f * (inner(c) + thickness);
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

static bool is_quick(const wf_bounds *b, const wf_obstacle *o)
{
    float way = sqrtf(b->way2) + o->moved;
    return way * way * 1.0001f > o->quick2;
}

static wf_bounds nothing(void)
{
    return (wf_bounds){{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}, 0.0f};
}

/* A block of particles, and where they are, as long as none of them is pushed. */
typedef struct block {
    size_t begin, end;
    wf_bounds bounds;
    bool known;
} block;

static const wf_bounds *bounds_of(const collide_job *job, block *b)
{
    if (!b->known) {
        b->bounds = nothing();
        job->kernels->bounds(&job->motion, b->begin, b->end, &b->bounds);
        b->known = true;
    }
    return &b->bounds;
}

/* Planes, of which most scenes have only the floor, need no bounds, which read three times as much. */
static bool is_near_plane(const collide_job *job, const block *b, const wf_obstacle *o)
{
    const float p[3] = {o->to.position.x, o->to.position.y, o->to.position.z},
                n[3] = {o->to.turn[0][1], o->to.turn[1][1], o->to.turn[2][1]};
    float far = fabsf(p[0]) + fabsf(p[1]) + fabsf(p[2]);
    return job->kernels->least_along((const float *const *)job->motion.x, p, n, b->begin, b->end) <
           o->offset + 1e-5f + 1e-6f * far;
}

static void collide_block(const collide_job *job, size_t begin, size_t end)
{
    block b = {.begin = begin, .end = end};
    for (int i = 0; i < job->count; i++) {
        const wf_obstacle *o = &job->obstacles[i];
        bool plane = o->shape == WEFT_PLANE;
        /* What was pushed by one collider may be near another that it was not near before. */
        if (plane ? !is_near_plane(job, &b, o) : !reaches(bounds_of(job, &b), o))
            continue;
        job->kernels->collide(&job->motion, o, !plane && is_quick(&b.bounds, o), begin, end);
        b.known = false;
    }
}

static void run_blocks(void *context, int worker, int begin, int end)
{
    (void)worker;
    const collide_job *job = context;
    const size_t span = wf_span(job->cloth);
    for (size_t first = (size_t)begin * BLOCK; first < (size_t)end * BLOCK && first < span;
         first += BLOCK)
        collide_block(job, first, first + BLOCK < span ? first + BLOCK : span);
}

/* ------------------------------------------------------------------ triangles */

static bool any_sharp(const collide_job *job)
{
    const wf_cloth *c = job->cloth;
    float edge2 = c->sheet ? 2.0f * (c->cell_u * c->cell_u + c->cell_v * c->cell_v) : INFINITY;
    for (int i = 0; i < job->count; i++)
        if (edge2 > job->obstacles[i].smooth2)
            return true;
    return false;
}

/* Some cells of a row: bounds first, which are quick. */
static void touch_stretch(const collide_job *job, size_t top, size_t bottom, int cells)
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
    const collide_job *job = context;
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
static void touch_line(const collide_job *job, float way)
{
    for (int i = 0; i < job->count; i++)
        for (int c = 0; c + 1 < job->cloth->columns && job->obstacles[i].shape != WEFT_PLANE; c++)
            job->kernels->touch_cells(&job->motion, &job->obstacles[i], (size_t)c, (size_t)c + 1, 0,
                                      way);
}

static void touch_list(const collide_job *job, float way)
{
    const wf_cloth *c = job->cloth;
    for (int i = 0; i < job->count; i++)
        if (job->obstacles[i].shape != WEFT_PLANE)
            job->kernels->touch_triangles(&job->motion, &job->obstacles[i], c->triangles,
                                          c->triangle_count, way);
}

static void touch_triangles(weft_world *world, collide_job *job)
{
    const wf_cloth *c = job->cloth;
    if (!any_sharp(job))
        return;
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

void wf_stage_collide(weft_world *world, wf_cloth *cloth, const wf_substep *substep)
{
    collide_job job = {.kernels = world->kernels,
                       .cloth = cloth,
                       .motion = {.w = cloth->w, .h = substep->h},
                       .obstacles = world->obstacles};
    for (int i = 0; i < world->def.max_colliders; i++)
        if (world->colliders[i].alive)
            world->obstacles[job.count++] =
                make_obstacle(world, cloth, &world->colliders[i], substep->h);
    if (job.count == 0)
        return;
    for (int a = 0; a < 3; a++) {
        job.motion.x[a] = cloth->x[a];
        job.motion.q[a] = cloth->q[a];
        job.motion.v[a] = cloth->v[a];
    }
    wf_jobs_run(world->jobs, (int)((wf_span(cloth) + BLOCK - 1) / BLOCK), BLOCK_GRAIN, run_blocks,
                &job);
    touch_triangles(world, &job);
}
