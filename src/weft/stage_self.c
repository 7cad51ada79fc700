/* The self stage: cloth out of itself and out of other cloth, with friction. Each particle that takes
 * part is a ball as wide as its cloth keeps from itself; balls of the size of the grid leave no hole
 * that a vertex, an edge or a diagonal of another sheet fits through. Reads x, q, v and w; writes x.
 *
 * Candidates are found at the start of each step and again when particles have moved past the margin, by
 * a hash of cells that is filled by counting sort. All pushes are computed from the same positions
 * (Jacobi) and gathered particle by particle in the order of the partners, so that neither threads nor
 * the moment of the search change a bit. */
#include "internal.h"

#include <string.h>

enum { PARTNERS_MAX = 32, GRAIN = 512 };

/* How much further than they touch partners are looked for, as a part of the thickness: diagonals of the
 * grid (sqrt(2) cells) stay out where the thickness is a cell. */
#define MARGIN 0.35f
/* Pairs that are no further apart than this at rest, in thicknesses, are left alone. Grid neighbours at
 * the default thickness are, whatever rounding makes of their distance. */
#define REST_NEAR 1.01f
/* Two rounds, each of half a push: the whole push at once goes to and fro for ever against the strands
 * (folded cloth trembled at 0.04 m/s, and with this at 0.004), and one round of half of it lets what falls
 * fast through. */
enum { ROUNDS = 2 };
#define ROUND_PART 0.5f

typedef struct ball {
    float x, y, z, w;
} ball;

/* A ball in the order of the cells. */
typedef struct entry {
    float x, y, z;
    uint32_t number;
    uint32_t row; /* y and z of its cell: two rows may share buckets */
} entry;

struct wf_self {
    int capacity, count;
    uint32_t buckets;   /* a power of two */
    ball *now, *before; /* in this iteration; at the substep's start */
    ball *found;        /* where the last search saw them */
    uint32_t *element;  /* of its cloth */
    uint16_t *owner;    /* the cloth's slot */
    uint8_t *partners;  /* how many */
    uint8_t *touching;  /* of them, in this iteration */
    uint32_t *partner;  /* PARTNERS_MAX each */
    uint32_t *cell;     /* the bucket of each */
    uint32_t *start;    /* of each bucket's entries */
    entry *entries;
    float margin, reach; /* m; of the last search */
};

typedef struct self_job {
    weft_world *world;
    struct wf_self *self;
    float h;
} self_job;

/* ------------------------------------------------------------------ memory */

void wf_self_free(weft_world *world)
{
    struct wf_self *s = world->self;
    if (!s)
        return;
    void *all[] = {s->now,      s->before,  s->found, s->element, s->owner,  s->partners,
                   s->touching, s->partner, s->cell,  s->start,   s->entries};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        wf_release(world, all[i]);
    wf_release(world, s);
    world->self = NULL;
}

static struct wf_self *make(weft_world *world, int capacity)
{
    size_t n = (size_t)capacity;
    struct wf_self *old = world->self, *s = wf_allocate(world, 1, sizeof *s, NULL);
    if (!s)
        return NULL;
    s->capacity = capacity;
    for (s->buckets = 64; s->buckets < 2 * (uint32_t)capacity;)
        s->buckets *= 2;
    s->now = wf_allocate(world, n, sizeof *s->now, NULL);
    s->before = wf_allocate(world, n, sizeof *s->before, NULL);
    s->found = wf_allocate(world, n, sizeof *s->found, NULL);
    s->element = wf_allocate(world, n, sizeof *s->element, NULL);
    s->owner = wf_allocate(world, n, sizeof *s->owner, NULL);
    s->partners = wf_allocate(world, n, sizeof *s->partners, NULL);
    s->touching = wf_allocate(world, n, sizeof *s->touching, NULL);
    s->partner = wf_allocate(world, n, PARTNERS_MAX * sizeof *s->partner, NULL);
    s->cell = wf_allocate(world, n, sizeof *s->cell, NULL);
    s->start = wf_allocate(world, (size_t)s->buckets + 1, sizeof *s->start, NULL);
    s->entries = wf_allocate(world, n, sizeof *s->entries, NULL);
    bool ok = s->now && s->before && s->found && s->element && s->owner && s->partners &&
              s->touching && s->partner && s->cell && s->start && s->entries;
    world->self = s;
    if (!ok)
        wf_self_free(world);
    struct wf_self *made = world->self;
    world->self = old;
    return made;
}

bool wf_self_reserve(weft_world *world, const wf_cloth *changed, bool takes_part)
{
    long long count = takes_part ? wf_count(changed) : 0;
    for (int i = 0; i < world->def.max_cloths; i++) {
        const wf_cloth *c = &world->cloths[i];
        if (c != changed && c->alive && c->fabric.self_collision)
            count += wf_count(c);
    }
    if (!takes_part || (world->self && count <= world->self->capacity))
        return true;
    if (count > 1 << 26)
        return false;
    struct wf_self *made = make(world, (int)count);
    if (!made)
        return false;
    wf_self_free(world);
    world->self = made;
    return true;
}

/* ------------------------------------------------------------------ who takes part */

static float thickness_of(const wf_cloth *c)
{
    return c->fabric.self_thickness > 0.0f ? c->fabric.self_thickness : c->spacing;
}

static void list_balls(weft_world *world)
{
    struct wf_self *s = world->self;
    s->count = 0;
    for (int i = 0; i < world->def.max_cloths; i++) {
        const wf_cloth *c = &world->cloths[i];
        if (!c->alive || !c->fabric.self_collision)
            continue;
        for (int p = 0; p < wf_count(c); p++, s->count++) {
            s->owner[s->count] = (uint16_t)i;
            s->element[s->count] = (uint32_t)wf_element(c, p);
        }
    }
}

static void place_balls(void *context, int worker, int begin, int end)
{
    (void)worker;
    const self_job *job = context;
    struct wf_self *s = job->self;
    for (int i = begin; i < end; i++) {
        const wf_cloth *c = &job->world->cloths[s->owner[i]];
        size_t e = s->element[i];
        s->now[i] = (ball){c->x[0][e], c->x[1][e], c->x[2][e], c->w[e]};
        s->before[i] = (ball){c->q[0][e] - job->h * c->v[0][e], c->q[1][e] - job->h * c->v[1][e],
                              c->q[2][e] - job->h * c->v[2][e], 0.0f};
    }
}

/* Whether any two may have come nearer by more than the margin since the search: none has while all have
 * moved alike. */
static bool moved_far(const struct wf_self *s)
{
    float low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY};
    for (int i = 0; i < s->count; i++) {
        const ball *a = &s->now[i], *b = &s->found[i];
        float d[3] = {a->x - b->x, a->y - b->y, a->z - b->z};
        for (int k = 0; k < 3; k++) {
            low[k] = d[k] < low[k] ? d[k] : low[k];
            high[k] = d[k] > high[k] ? d[k] : high[k];
        }
    }
    float x = high[0] - low[0], y = high[1] - low[1], z = high[2] - low[2];
    return !(x * x + y * y + z * z < s->margin * s->margin);
}

/* ------------------------------------------------------------------ the search */

/* Cells are wide enough for any coordinate that a step accepts. */
static int cell_of(float x, float inverse)
{
    float c = x * inverse;
    if (!(c > -1e9f && c < 1e9f))
        return 0;
    int i = (int)c;
    return i - (c < (float)i);
}

static uint32_t row_of(int y, int z)
{
    return ((uint32_t)y & 0xffffu) | (uint32_t)z << 16;
}

/* Neighbours along x lie side by side. */
static uint32_t bucket_of(const struct wf_self *s, int x, uint32_t row)
{
    uint32_t scattered = (row ^ row >> 15) * 0x9e3779b1u;
    return (((scattered ^ scattered >> 13) << 2) + (uint32_t)x) & (s->buckets - 1);
}

/* Counting sort: stable, so that a bucket's entries are in the order of their numbers. */
static void sort_balls(struct wf_self *s)
{
    float inverse = 1.0f / s->reach;
    memset(s->start, 0, ((size_t)s->buckets + 1) * sizeof *s->start);
    for (int i = 0; i < s->count; i++) {
        const ball *b = &s->now[i];
        s->found[i] = *b;
        s->cell[i] = bucket_of(s, cell_of(b->x, inverse),
                               row_of(cell_of(b->y, inverse), cell_of(b->z, inverse)));
        s->start[s->cell[i]]++;
    }
    uint32_t sum = 0;
    for (uint32_t k = 0; k <= s->buckets; k++) {
        sum += s->start[k];
        s->start[k] = sum;
    }
    for (int i = s->count - 1; i >= 0; i--) {
        const ball *b = &s->now[i];
        s->entries[--s->start[s->cell[i]]] = (entry){
            b->x, b->y, b->z, (uint32_t)i, row_of(cell_of(b->y, inverse), cell_of(b->z, inverse))};
    }
}

/* Distance at rest, squared: of the particles of one cloth. */
static float rest2(const wf_cloth *c, uint32_t a, uint32_t b)
{
    float u, v, z = 0.0f;
    if (c->sheet) {
        int pitch = c->pitch, i = (int)a, k = (int)b;
        u = (float)(i % pitch - k % pitch) * c->cell_u;
        v = (float)(i / pitch - k / pitch) * c->cell_v;
    } else {
        u = c->rest[2 * a] - c->rest[2 * b];
        v = c->rest[2 * a + 1] - c->rest[2 * b + 1];
        z = c->rest_z[a] - c->rest_z[b];
    }
    return u * u + v * v + z * z;
}

/* How near two balls may come. */
static float limit_of(const self_job *job, int i, int k)
{
    const struct wf_self *s = job->self;
    const wf_cloth *cloths = job->world->cloths;
    float a = thickness_of(&cloths[s->owner[i]]);
    return s->owner[i] == s->owner[k] ? a : 0.5f * (a + thickness_of(&cloths[s->owner[k]]));
}

static bool are_partners(const self_job *job, int i, const entry *e)
{
    const struct wf_self *s = job->self;
    const ball *b = &s->now[i];
    int k = (int)e->number;
    float x = b->x - e->x, y = b->y - e->y, z = b->z - e->z, d2 = x * x + y * y + z * z;
    if (k == i || d2 >= s->reach * s->reach)
        return false;
    float limit = limit_of(job, i, k), far = limit + s->margin;
    if (d2 >= far * far)
        return false;
    const wf_cloth *c = &job->world->cloths[s->owner[i]];
    float near = REST_NEAR * limit;
    return s->owner[i] != s->owner[k] || rest2(c, s->element[i], s->element[k]) > near * near;
}

/* Adds k to i's partners, which are kept in order. */
static void add_partner(struct wf_self *s, int i, uint32_t k, bool *full)
{
    uint32_t *list = &s->partner[(size_t)i * PARTNERS_MAX];
    int n = s->partners[i];
    if (n == PARTNERS_MAX) {
        *full = true;
        if (k > list[n - 1])
            return;
        n--;
    }
    s->partners[i] = (uint8_t)(n + 1);
    for (; n > 0 && list[n - 1] > k; n--)
        list[n] = list[n - 1];
    list[n] = k;
}

static bool find_partners(const self_job *job, int i)
{
    struct wf_self *s = job->self;
    float inverse = 1.0f / s->reach;
    int x = cell_of(s->now[i].x, inverse), y = cell_of(s->now[i].y, inverse),
        z = cell_of(s->now[i].z, inverse);
    bool full = false;
    s->partners[i] = 0;
    for (int side = 0; side < 27; side++) {
        uint32_t row = row_of(y + side / 3 % 3 - 1, z + side / 9 - 1);
        uint32_t bucket = bucket_of(s, x + side % 3 - 1, row);
        for (uint32_t k = s->start[bucket]; k < s->start[bucket + 1]; k++) {
            const entry *e = &s->entries[k];
            if (e->row == row && cell_of(e->x, inverse) == x + side % 3 - 1 &&
                are_partners(job, i, e))
                add_partner(s, i, e->number, &full);
        }
    }
    return full;
}

static void find_part(void *context, int worker, int begin, int end)
{
    const self_job *job = context;
    for (int i = begin; i < end; i++)
        job->world->self_full[worker] += find_partners(job, i);
}

static void find(self_job *job)
{
    weft_world *world = job->world;
    struct wf_self *s = job->self;
    float thickest = 0.0f;
    for (int i = 0; i < world->def.max_cloths; i++) {
        const wf_cloth *c = &world->cloths[i];
        if (c->alive && c->fabric.self_collision)
            thickest = fmaxf(thickest, thickness_of(c));
    }
    s->margin = MARGIN * thickest;
    s->reach = thickest + s->margin;
    if (!(thickest > 0.0f)) {
        memset(s->partners, 0, (size_t)s->count);
        s->margin = INFINITY;
        return;
    }
    sort_balls(s);
    wf_jobs_run(world->jobs, s->count, GRAIN, find_part, job);
}

/* ------------------------------------------------------------------ contacts */

static wf_vector between(const ball *a, const ball *b)
{
    return (wf_vector){a->x - b->x, a->y - b->y, a->z - b->z};
}

static void count_part(void *context, int worker, int begin, int end)
{
    (void)worker;
    const self_job *job = context;
    struct wf_self *s = job->self;
    for (int i = begin; i < end; i++) {
        const uint32_t *list = &s->partner[(size_t)i * PARTNERS_MAX];
        int touching = 0;
        for (int n = 0; n < s->partners[i]; n++) {
            wf_vector d = between(&s->now[i], &s->now[list[n]]);
            float limit = limit_of(job, i, (int)list[n]);
            touching += wf_dot(d, d) < limit * limit;
        }
        s->touching[i] = (uint8_t)touching;
    }
}

/* Which way is out, and how far apart they are that way: the way of the substep's start, if they
 * passed each other since. */
static float way_out(const struct wf_self *s, int i, int k, wf_vector was, wf_vector *out)
{
    wf_vector d = between(&s->now[i], &s->now[k]);
    bool passed = wf_dot(d, was) < 0.0f;
    wf_vector way = passed ? was : d;
    float length2 = wf_dot(way, way);
    if (length2 < TINY_LENGTH2) {
        *out = (wf_vector){0.0f, i < k ? 1.0f : -1.0f, 0.0f};
        return 0.0f;
    }
    float inverse = 1.0f / sqrtf(length2);
    *out = (wf_vector){way.x * inverse, way.y * inverse, way.z * inverse};
    return wf_dot(d, *out);
}

/* What k does to i. The share of a pair that each touches many of is the smaller of their parts, so that
 * the two get opposite momenta. */
static void add_push(const self_job *job, int i, int k, wf_vector *move)
{
    const struct wf_self *s = job->self;
    const wf_cloth *cloths = job->world->cloths;
    wf_vector d = between(&s->now[i], &s->now[k]), was = between(&s->before[i], &s->before[k]), n;
    float limit = limit_of(job, i, k), weight = s->now[i].w + s->now[k].w;
    if (wf_dot(d, d) >= limit * limit || !(weight > 0.0f))
        return;
    float depth = limit - way_out(s, i, k, was, &n);
    int most = s->touching[i] > s->touching[k] ? s->touching[i] : s->touching[k];
    float share = ROUND_PART * s->now[i].w / weight / (float)most;
    float mu = sqrtf(cloths[s->owner[i]].fabric.friction * cloths[s->owner[k]].fabric.friction);
    wf_vector slip = wf_minus(d, was);
    slip = wf_along(slip, -wf_dot(slip, n), n);
    float slide = sqrtf(wf_dot(slip, slip) + TINY_LENGTH2), hold = mu * depth;
    float held = slide > hold ? hold / slide : 1.0f;
    *move = wf_along(*move, share * depth, n);
    *move = wf_along(*move, -share * held, slip);
}

static void push_part(void *context, int worker, int begin, int end)
{
    (void)worker;
    const self_job *job = context;
    const struct wf_self *s = job->self;
    for (int i = begin; i < end; i++) {
        if (s->touching[i] == 0 || s->now[i].w == 0.0f)
            continue;
        const uint32_t *list = &s->partner[(size_t)i * PARTNERS_MAX];
        wf_vector move = {0.0f, 0.0f, 0.0f};
        for (int n = 0; n < s->partners[i]; n++)
            add_push(job, i, (int)list[n], &move);
        const wf_cloth *c = &job->world->cloths[s->owner[i]];
        size_t e = s->element[i];
        c->x[0][e] += move.x;
        c->x[1][e] += move.y;
        c->x[2][e] += move.z;
    }
}

void wf_stage_self(weft_world *world, const wf_substep *substep, int iteration)
{
    bool first = substep->number == 0 && iteration == 0;
    if (!world->self)
        return;
    if (first)
        list_balls(world);
    struct wf_self *s = world->self;
    if (s->count == 0)
        return;
    self_job job = {world, s, substep->h};
    for (int round = 0; round < ROUNDS; round++) {
        wf_jobs_run(world->jobs, s->count, GRAIN, place_balls, &job);
        if (round == 0 && (first || moved_far(s)))
            find(&job);
        wf_jobs_run(world->jobs, s->count, GRAIN, count_part, &job);
        wf_jobs_run(world->jobs, s->count, GRAIN, push_part, &job);
    }
}
