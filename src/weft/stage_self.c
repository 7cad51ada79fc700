/* The self stage: cloth out of itself and out of other cloth. Each particle keeps a distance, about as wide as
 * its cells, from all that are further away along the cloth: no thread of one layer has room between those of
 * another. Reads q and v (where the substep began); writes x.
 *
 * Who may meet whom is found with a grid of cells in space, once a step and whenever particles have moved too far
 * against each other since. A contact then moves both of its particles at once (Jacobi), by a part that their
 * numbers of contacts give: no order among them, the same for any number of threads, and no momentum from nowhere. */
#include "internal.h"

#include <string.h>

enum {
    NEAR_MAX = 32,  /* candidates a particle; of more, the nearest */
    PASSES_MAX = 4, /* over the contacts in a substep */
    GRAIN = 1024,   /* particles a worker, at least */
    SAMPLED = 7     /* of so many particles one, for what all do in common */
};

/* Parts of the distance that is kept. */
#define MARGIN 0.35f    /* how much further away candidates are looked for, */
#define MARGIN_MAX 1.0f /* and where much moves in a substep */
#define ALONG 1.2f      /* what is nearer along the cloth never collides */
#define CREASE 0.85f    /* what the next but one on a thread keeps: there cloth folds sharply */
#define PASS 0.15f      /* each time as much that particles move in a substep takes another pass */

/* What was too near before the substep is moved apart by this part of it, and not faster than this, m/s. All at
 * once would never come to rest where threads pull against it. */
#define RECOVERY 0.3f
#define RECOVERY_MAX 20.0f

#define NEXT_BUT_ONE 0x80000000u /* marks such a candidate */

/* Where a particle is, in the order of the grid's cells: all that most candidates are looked at for. */
typedef struct spot {
    float x, y, z;
    float way; /* how far it has moved in the substep but for what all have, m */
} spot;

/* The rest of it. */
typedef struct mover {
    wf_vector start; /* where the substep began */
    float w;
    float distance, friction;
    uint32_t cloth, element;
    int32_t row, column;
} mover;

/* The cell that it was found in. */
typedef struct place {
    int32_t x, y, z;
    uint32_t bucket;
} place;

/* A slot is an element of a cloth, counted on from one cloth to the next. */
struct wf_self {
    size_t slots;   /* there is room for */
    int count;      /* particles that take part */
    int near_total; /* candidates, of all */
    float valid; /* how far a particle may move against the others until they are found again, m */
    int passes;  /* over the contacts in this substep */
    float drift[3];   /* how far all move in the substep, m */
    uint32_t buckets; /* a power of two */
    uint32_t *bucket; /* where each begins, and the end */
    place *unsorted;  /* by slot */
    uint32_t *rank;   /* by slot: its place in the order of the cells */
    float *found[3];  /* by slot: where they were when they were found, m */
    place *places;
    spot *spots;
    mover *movers;
    uint32_t *near; /* NEAR_MAX a particle */
    uint8_t *touch; /* as many: which of the near ones are contacts */
    uint8_t *near_count, *touch_count;
};

/* ------------------------------------------------------------------ memory */

static bool takes_part(const wf_cloth *c)
{
    return c->alive && c->fabric.self_collision;
}

static void *carve(char *block, size_t *at, size_t count, size_t size)
{
    void *part = block ? block + *at : NULL;
    *at += (count * size + 63) / 64 * 64;
    return part;
}

/* Lays the arrays out in a block, or without one tells its size. */
static size_t lay_out(wf_self *s, char *block)
{
    size_t n = s->slots, at = (sizeof *s + 63) / 64 * 64;
    s->bucket = carve(block, &at, (size_t)s->buckets + 1, sizeof *s->bucket);
    s->unsorted = carve(block, &at, n, sizeof *s->unsorted);
    s->rank = carve(block, &at, n, sizeof *s->rank);
    for (int a = 0; a < 3; a++)
        s->found[a] = carve(block, &at, n, sizeof *s->found[a]);
    s->places = carve(block, &at, n, sizeof *s->places);
    s->spots = carve(block, &at, n, sizeof *s->spots);
    s->movers = carve(block, &at, n, sizeof *s->movers);
    s->near = carve(block, &at, n * NEAR_MAX, sizeof *s->near);
    s->touch = carve(block, &at, n * NEAR_MAX, sizeof *s->touch);
    s->near_count = carve(block, &at, n, sizeof *s->near_count);
    s->touch_count = carve(block, &at, n, sizeof *s->touch_count);
    return at;
}

bool wf_self_reserve(weft_world *world, const wf_cloth *also)
{
    wf_self layout = {.slots = 0, .buckets = 16};
    for (int i = 0; i < world->def.max_cloths; i++)
        if (takes_part(&world->cloths[i]) || &world->cloths[i] == also)
            layout.slots += wf_span(&world->cloths[i]);
    if (world->self && world->self->slots >= layout.slots)
        return true;
    if (layout.slots > INT32_MAX / NEAR_MAX)
        return false;
    while (layout.buckets < 2 * layout.slots)
        layout.buckets *= 2;
    char *block = wf_allocate(world, 1, lay_out(&layout, NULL), NULL);
    if (!block)
        return false;
    lay_out(&layout, block);
    wf_release(world, world->self);
    world->self = (wf_self *)(void *)block;
    *world->self = layout;
    return true;
}

/* ------------------------------------------------------------------ each cloth */

/* What a particle keeps from those of its own cloth, m. */
static float distance_of(const wf_cloth *c)
{
    float cell = !c->sheet ? c->edge_mean : c->cell_u > c->cell_v ? c->cell_u : c->cell_v;
    float twice = 2.0f * c->fabric.thickness;
    return cell > twice ? cell : twice;
}

/* The cloths that take part, one after the other, and the slot that each begins at. */
typedef struct walk {
    const weft_world *world;
    int next;
    const wf_cloth *cloth;
    size_t first;
} walk;

static bool walk_on(walk *w)
{
    w->first += w->cloth ? wf_span(w->cloth) : 0;
    for (w->cloth = NULL; w->next < w->world->def.max_cloths && !w->cloth; w->next++)
        w->cloth = takes_part(&w->world->cloths[w->next]) ? &w->world->cloths[w->next] : NULL;
    return w->cloth != NULL;
}

typedef struct find_job {
    weft_world *world;
    wf_self *self;
    const wf_cloth *cloth;
    size_t first; /* slot of the cloth */
    float cell;   /* m */
} find_job;

/* Runs fn over the rows of each cloth that takes part. */
static void each_cloth(find_job *job, wf_job_fn *fn)
{
    for (walk w = {.world = job->world}; walk_on(&w);) {
        job->cloth = w.cloth;
        job->first = w.first;
        wf_jobs_run(job->world->jobs, w.cloth->rows, 1 + GRAIN / w.cloth->columns, fn, job);
    }
}

/* ------------------------------------------------------------------ the grid */

/* Cells along x have buckets one after the other. */
static uint32_t bucket_of(const wf_self *s, int32_t x, int32_t y, int32_t z)
{
    return ((uint32_t)x + (uint32_t)y * 73856093u + (uint32_t)z * 19349663u) & (s->buckets - 1);
}

static void place_rows(void *context, int worker, int begin, int end)
{
    (void)worker;
    const find_job *job = context;
    const wf_cloth *c = job->cloth;
    const float inverse = 1.0f / job->cell;
    for (int row = begin; row < end; row++)
        for (int column = 0; column < c->columns; column++) {
            size_t e = (size_t)row * (size_t)c->pitch + (size_t)column, slot = job->first + e;
            int32_t at[3];
            for (int a = 0; a < 3; a++) {
                float cells = c->x[a][e] * inverse;
                job->self->found[a][slot] = c->x[a][e];
                at[a] = cells > -1e9f && cells < 1e9f ? (int32_t)floorf(cells) : 0;
            }
            job->self->unsorted[slot] =
                (place){at[0], at[1], at[2], bucket_of(job->self, at[0], at[1], at[2])};
        }
}

/* A counting sort. */
static void sort_rows(find_job *job, bool count)
{
    wf_self *s = job->self;
    for (walk w = {.world = job->world}; walk_on(&w);)
        for (int row = 0; row < w.cloth->rows; row++)
            for (int column = 0; column < w.cloth->columns; column++) {
                size_t slot = w.first + (size_t)row * (size_t)w.cloth->pitch + (size_t)column;
                uint32_t *bucket = &s->bucket[s->unsorted[slot].bucket];
                if (count) {
                    ++*bucket;
                    continue;
                }
                s->rank[slot] = --*bucket;
                s->places[s->rank[slot]] = s->unsorted[slot];
            }
}

static void sort_into_buckets(find_job *job)
{
    wf_self *s = job->self;
    uint32_t sum = 0;
    memset(s->bucket, 0, ((size_t)s->buckets + 1) * sizeof *s->bucket);
    sort_rows(job, true);
    for (uint32_t b = 0; b <= s->buckets; b++) {
        sum += s->bucket[b];
        s->bucket[b] = sum; /* the end; filled from there, it becomes the beginning */
    }
    sort_rows(job, false);
}

static void fill_rows(void *context, int worker, int begin, int end)
{
    (void)worker;
    const find_job *job = context;
    const wf_cloth *c = job->cloth;
    const float distance = distance_of(c);
    for (int row = begin; row < end; row++)
        for (int column = 0; column < c->columns; column++) {
            size_t e = (size_t)row * (size_t)c->pitch + (size_t)column;
            uint32_t k = job->self->rank[job->first + e];
            job->self->spots[k] = (spot){c->x[0][e], c->x[1][e], c->x[2][e], 0.0f};
            job->self->movers[k] = (mover){.w = c->w[e],
                                           .distance = distance,
                                           .friction = c->fabric.friction,
                                           .cloth = (uint32_t)(c - job->world->cloths),
                                           .element = (uint32_t)e,
                                           .row = row,
                                           .column = column};
        }
}

/* ------------------------------------------------------------------ candidates */

/* Whether two edges of a mesh or less lead from a to b. */
static bool mesh_neighbours(const wf_cloth *c, uint32_t a, uint32_t b)
{
    for (uint32_t i = c->piece_first[a]; i < c->piece_first[a + 1]; i++) {
        int edge = (int)c->pieces[i] - c->triangle_count;
        if (edge < 0)
            continue;
        uint32_t next = c->edges[edge].a == a ? c->edges[edge].b : c->edges[edge].a;
        if (next == b)
            return true;
        for (uint32_t k = c->piece_first[next]; k < c->piece_first[next + 1]; k++) {
            int other = (int)c->pieces[k] - c->triangle_count;
            if (other >= 0 && (c->edges[other].a == b || c->edges[other].b == b))
                return true;
        }
    }
    return false;
}

/* The particle that an entry of `near` names. */
static uint32_t index_of(uint32_t near)
{
    return near & ~NEXT_BUT_ONE;
}

static bool are_next_but_one(const mover *a, const mover *b)
{
    int rows = a->row - b->row, columns = a->column - b->column;
    return a->cloth == b->cloth && rows * rows + columns * columns == 4;
}

/* Near along the cloth: they are of one layer. */
static bool belong_together(const weft_world *world, const mover *a, const mover *b)
{
    if (a->cloth != b->cloth)
        return false;
    const wf_cloth *c = &world->cloths[a->cloth];
    if (!c->sheet)
        return mesh_neighbours(c, a->element, b->element);
    float u = (float)(a->column - b->column) * c->cell_u, v = (float)(a->row - b->row) * c->cell_v,
          least = ALONG * a->distance;
    return u * u + v * v < least * least;
}

static float apart2(const spot *a, const spot *b)
{
    float x = a->x - b->x, y = a->y - b->y, z = a->z - b->z;
    return x * x + y * y + z * z;
}

/* Returns how many there are then. */
static int add_near(const wf_self *s, uint32_t k, uint32_t other, int count)
{
    uint32_t *near = &s->near[(size_t)k * NEAR_MAX];
    if (count < NEAR_MAX) {
        near[count] = other;
        return count + 1;
    }
    const spot *own = &s->spots[k];
    int farthest = 0;
    for (int i = 1; i < NEAR_MAX; i++)
        if (apart2(own, &s->spots[index_of(near[i])]) >
            apart2(own, &s->spots[index_of(near[farthest])]))
            farthest = i;
    if (apart2(own, &s->spots[index_of(other)]) < apart2(own, &s->spots[index_of(near[farthest])]))
        near[farthest] = other;
    return count;
}

/* Those in the buckets from `from` to `to` that are in the row of cells (y, z), and near enough. */
static int look_in(const find_job *job, uint32_t k, uint32_t from, uint32_t to, int32_t y,
                   int32_t z, int count)
{
    const wf_self *s = job->self;
    const place *here = &s->places[k];
    const spot *a = &s->spots[k];
    const float cell2 = job->cell * job->cell;
    for (uint32_t other = s->bucket[from]; other < s->bucket[to + 1]; other++) {
        if (!(apart2(a, &s->spots[other]) < cell2) || other == k)
            continue;
        const place *there = &s->places[other];
        bool met =
            there->y == y && there->z == z && there->x >= here->x - 1 && there->x <= here->x + 1;
        if (met && !belong_together(job->world, &s->movers[k], &s->movers[other]))
            count = add_near(
                s, k,
                are_next_but_one(&s->movers[k], &s->movers[other]) ? other | NEXT_BUT_ONE : other,
                count);
    }
    return count;
}

/* Three cells of a row at once, unless the buckets begin anew among them. */
static void find_some(void *context, int worker, int begin, int end)
{
    (void)worker;
    const find_job *job = context;
    wf_self *s = job->self;
    for (int k = begin; k < end; k++) {
        const place *here = &s->places[k];
        int count = 0;
        for (int32_t z = here->z - 1; z <= here->z + 1; z++)
            for (int32_t y = here->y - 1; y <= here->y + 1; y++) {
                uint32_t from = bucket_of(s, here->x - 1, y, z), last = s->buckets - 1;
                if (from + 2 <= last) {
                    count = look_in(job, (uint32_t)k, from, from + 2, y, z, count);
                    continue;
                }
                count = look_in(job, (uint32_t)k, from, last, y, z, count);
                count = look_in(job, (uint32_t)k, 0, from + 1 - last, y, z, count);
            }
        s->near_count[k] = (uint8_t)count;
    }
}

static void find(weft_world *world, float widest, float margin)
{
    wf_self *s = world->self;
    find_job job = {.world = world, .self = s, .cell = widest + margin};
    each_cloth(&job, place_rows);
    sort_into_buckets(&job);
    each_cloth(&job, fill_rows);
    wf_jobs_run(world->jobs, s->count, GRAIN, find_some, &job);
    s->near_total = 0;
    for (int k = 0; k < s->count; k++)
        s->near_total += s->near_count[k];
    s->valid = 0.5f * margin;
}

/* What all particles do in common, from some of them: how far they are from where they were found, and their velocity. */
static void sample(const weft_world *world, float stray[3], float velocity[3])
{
    const wf_self *s = world->self;
    int count = 0;
    for (walk w = {.world = world}; walk_on(&w);)
        for (int p = 0; p < wf_count(w.cloth); p += SAMPLED, count++) {
            size_t e = wf_element(w.cloth, p);
            for (int a = 0; a < 3; a++) {
                stray[a] += w.cloth->x[a][e] - s->found[a][w.first + e];
                velocity[a] += w.cloth->v[a][e];
            }
        }
    for (int a = 0; a < 3; a++) {
        stray[a] /= (float)count;
        velocity[a] /= (float)count;
    }
}

/* The largest ways of one particle against the others: since they were found, and in this substep, m. */
static void measure_ways(weft_world *world, float h, float *since, float *now)
{
    wf_self *s = world->self;
    float stray[3] = {0, 0, 0}, velocity[3] = {0, 0, 0}, stray2 = 0.0f, speed2 = 0.0f;
    sample(world, stray, velocity);
    for (walk w = {.world = world}; walk_on(&w);)
        for (int row = 0; row < w.cloth->rows; row++) {
            const wf_cloth *c = w.cloth;
            size_t e = (size_t)row * (size_t)c->pitch, slot = w.first + e;
            const float *const x[3] = {c->x[0] + e, c->x[1] + e, c->x[2] + e},
                               *const v[3] = {c->v[0] + e, c->v[1] + e, c->v[2] + e},
                               *const f[3] = {s->found[0] + slot, s->found[1] + slot,
                                              s->found[2] + slot};
            float x2 = world->kernels->strayed(x, f, stray, (size_t)c->columns),
                  v2 = world->kernels->strayed(v, NULL, velocity, (size_t)c->columns);
            stray2 = x2 > stray2 ? x2 : stray2;
            speed2 = v2 > speed2 ? v2 : speed2;
        }
    for (int a = 0; a < 3; a++)
        s->drift[a] = h * velocity[a];
    *since = sqrtf(stray2);
    *now = h * sqrtf(speed2);
}

void wf_self_find(weft_world *world, const wf_substep *substep)
{
    wf_self *s = world->self;
    float widest = 0.0f, since, now;
    int count = 0;
    if (!s)
        return;
    for (walk w = {.world = world}; walk_on(&w);) {
        float distance = distance_of(w.cloth);
        widest = distance > widest ? distance : widest;
        count += wf_count(w.cloth);
    }
    s->count = count;
    if (count == 0)
        return;
    measure_ways(world, substep->h, &since, &now);
    float margin = 4.0f * now;
    margin = margin > MARGIN * widest ? margin : MARGIN * widest;
    margin = margin < MARGIN_MAX * widest ? margin : MARGIN_MAX * widest;
    s->passes = 1 + (int)(now / (PASS * widest));
    s->passes = s->passes < PASSES_MAX ? s->passes : PASSES_MAX;
    if (substep->number == 0 || !(since + now <= s->valid))
        find(world, widest, margin);
}

/* ------------------------------------------------------------------ contacts */

typedef struct self_job {
    weft_world *world;
    wf_self *self;
    float h;
} self_job;

static void gather_some(void *context, int worker, int begin, int end)
{
    (void)worker;
    const self_job *job = context;
    wf_self *s = job->self;
    for (int k = begin; k < end; k++) {
        mover *m = &s->movers[k];
        const wf_cloth *c = &job->world->cloths[m->cloth];
        const uint32_t e = m->element;
        m->w = c->w[e];
        m->start = (wf_vector){c->q[0][e] - job->h * c->v[0][e], c->q[1][e] - job->h * c->v[1][e],
                               c->q[2][e] - job->h * c->v[2][e]};
        float x = c->x[0][e], y = c->x[1][e], z = c->x[2][e];
        wf_vector way = {x - m->start.x - s->drift[0], y - m->start.y - s->drift[1],
                         z - m->start.z - s->drift[2]};
        s->spots[k] = (spot){x, y, z, sqrtf(wf_dot(way, way))};
    }
}

/* The way from b to a, now and when the substep began. */
typedef struct contact {
    wf_vector now, start;
    wf_vector out; /* unit: from b to a */
    float depth;   /* m; > 0 where they are too near, or have passed each other */
    float before;  /* the same when the substep began */
} contact;

/* Of two particles, in an order that no search changes. */
static bool is_first(const mover *a, const mover *b)
{
    return a->cloth != b->cloth ? a->cloth < b->cloth : a->element < b->element;
}

static contact contact_of(const wf_self *s, uint32_t i, uint32_t near)
{
    uint32_t k = index_of(near);
    const spot *p = &s->spots[i], *q = &s->spots[k];
    const mover *a = &s->movers[i], *b = &s->movers[k];
    contact c = {.now = {p->x - q->x, p->y - q->y, p->z - q->z},
                 .start = wf_minus(a->start, b->start)};
    float distance = (near == k ? 0.5f : 0.5f * CREASE) * (a->distance + b->distance);
    bool passed = wf_dot(c.now, c.start) <= 0.0f;
    /* What lies in one place since before is parted along a line, each to its side. */
    c.out = wf_look_round(passed ? c.start : c.now,
                          (wf_vector){0.0f, is_first(a, b) ? 1.0f : -1.0f, 0.0f})
                .out;
    c.depth = distance - wf_dot(c.now, c.out);
    c.before = distance - wf_dot(c.start, c.out);
    return c;
}

/* Which candidates touch. Those that are far apart, for what they have moved, cannot have passed each other. */
static void touch_some(void *context, int worker, int begin, int end)
{
    (void)worker;
    wf_self *s = ((const self_job *)context)->self;
    for (int k = begin; k < end; k++) {
        const spot *a = &s->spots[k];
        const uint32_t *near = &s->near[(size_t)k * NEAR_MAX];
        uint8_t *touch = &s->touch[(size_t)k * NEAR_MAX];
        const float distance = s->movers[k].distance;
        int count = 0;
        for (int i = 0; i < s->near_count[k]; i++) {
            uint32_t index = index_of(near[i]);
            const spot *b = &s->spots[index];
            const mover *other = &s->movers[index];
            float reach = a->way + b->way, least = 0.5f * (distance + other->distance);
            reach = reach > least ? reach : least;
            if (apart2(a, b) < reach * reach && contact_of(s, (uint32_t)k, near[i]).depth > 0.0f)
                touch[count++] = (uint8_t)i;
        }
        s->touch_count[k] = (uint8_t)count;
    }
}

/* What a contact moves its first particle by. */
static wf_vector push_of(const wf_self *s, uint32_t i, uint32_t near, float h)
{
    uint32_t k = index_of(near);
    const mover *a = &s->movers[i], *b = &s->movers[k];
    contact c = contact_of(s, i, near);
    int most = s->touch_count[i] > s->touch_count[k] ? s->touch_count[i] : s->touch_count[k];
    float part = a->w / ((a->w + b->w) * (float)most);
    float old = c.depth < c.before ? c.depth : c.before;
    old = old > 0.0f ? old : 0.0f;
    float recovered = RECOVERY * old < RECOVERY_MAX * h ? RECOVERY * old : RECOVERY_MAX * h;
    float push = c.depth - old + recovered;
    wf_vector slip = wf_minus(c.now, c.start);
    slip = wf_along(slip, -wf_dot(slip, c.out), c.out);
    float hold = sqrtf(a->friction * b->friction) * push,
          length = sqrtf(wf_dot(slip, slip) + TINY_LENGTH2);
    wf_vector move = {part * push * c.out.x, part * push * c.out.y, part * push * c.out.z};
    return wf_along(move, -part * (length > hold ? hold / length : 1.0f), slip);
}

static void push_some(void *context, int worker, int begin, int end)
{
    (void)worker;
    const self_job *job = context;
    const wf_self *s = job->self;
    for (int k = begin; k < end; k++) {
        const mover *m = &s->movers[k];
        if (s->touch_count[k] == 0 || m->w == 0.0f)
            continue;
        wf_vector move = {0.0f, 0.0f, 0.0f};
        for (int i = 0; i < s->touch_count[k]; i++) {
            size_t slot = (size_t)k * NEAR_MAX;
            move = wf_along(
                move, 1.0f,
                push_of(s, (uint32_t)k, s->near[slot + s->touch[slot + (size_t)i]], job->h));
        }
        const wf_cloth *c = &job->world->cloths[m->cloth];
        c->x[0][m->element] += move.x;
        c->x[1][m->element] += move.y;
        c->x[2][m->element] += move.z;
    }
}

void wf_stage_self(weft_world *world, const wf_substep *substep)
{
    wf_self *s = world->self;
    if (!s || s->count == 0 || s->near_total == 0)
        return;
    self_job job = {world, s, substep->h};
    for (int pass = 0; pass < s->passes; pass++) {
        wf_jobs_run(world->jobs, s->count, GRAIN, gather_some, &job);
        wf_jobs_run(world->jobs, s->count, GRAIN, touch_some, &job);
        wf_jobs_run(world->jobs, s->count, GRAIN, push_some, &job);
    }
}
