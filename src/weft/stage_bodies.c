/* Cloth and the colliders that feel it: bodies with a mass, and what is weighed. Part of the collide stage, a body
 * after the other; reads and writes x, q and the body.
 *
 * A body moves to where it and the cloth that it touches meet (rigid.c), then the cloth is put out of it as out of
 * any collider, and what speed the particles get, the body gives, so that no momentum is lost.
 *
 * The constraints would know nothing of a body that weighs a thousand times what the threads under it do: they
 * would put these back, and the contact push them down again, by a little less each substep. So a body that pressed
 * on cloth in the last substep loads the particles that it touches: each carries its part of the body's mass until
 * the substep's end, and what the constraints push into that part, the body gets. One that only pulls is let go. */
#include "collide.h"
#include "rigid.h"

#include <string.h>

/* What is this near may be touching before the particle and the body moved freely: a part of the thickness and of the
 * body's way in the substep. */
#define NEAR 0.5f

static wf_vector element_of(float *const rows[3], size_t i)
{
    return (wf_vector){rows[0][i], rows[1][i], rows[2][i]};
}

bool wf_body_feels(const wf_collider *c)
{
    return c->inverse_mass > 0.0f || c->def.weigh;
}

/* The collider from a point in the world. */
static wf_look look_from(const wf_obstacle *o, wf_vector p)
{
    wf_look look =
        wf_look_at(o->shape, &o->solid, wf_to_shape(o->shape, &o->to, wf_minus(p, o->to.position)));
    look.out = wf_to_world(o->shape, &o->to, look.out);
    return look;
}

/* ------------------------------------------------------------------ loads */

/* Whether what touched the body a moment ago still does. */
static bool is_near(const wf_obstacle *o, const wf_cloth *cloth, wf_look look)
{
    return look.distance < o->offset + NEAR * (cloth->fabric.thickness + o->moved);
}

/* The body's parts are all alike: what it weighs where they are, on the whole, shared out. */
void wf_bodies_load(weft_world *world, const wf_substep *substep)
{
    wf_loads *all = world->loads;
    if (!all)
        return;
    all->count = 0;
    for (int i = 0; i < world->def.max_colliders; i++)
        world->colliders[i].loaded_give = 0.0;
    for (uint32_t i = 0; i < all->pressed_count; i++) {
        const wf_pressed *p = &all->pressed[i];
        wf_cloth *cloth = &world->cloths[p->cloth];
        wf_collider *c = &world->colliders[p->collider];
        if (!cloth->alive || p->element >= wf_span(cloth) || cloth->w[p->element] == 0.0f ||
            !c->alive || !wf_rigid_is_free(c) || world->stage_off[WEFT_STAGE_COLLIDE])
            continue;
        wf_obstacle o = wf_make_obstacle(world, cloth, c, substep->h);
        wf_vector at = element_of(cloth->x, p->element);
        wf_load load = {cloth, c, p->element, cloth->w[p->element], 0.0f, look_from(&o, at).out,
                        at};
        c->loaded_give += (double)wf_rigid_give(c, at, load.out);
        all->list[all->count++] = load;
    }
    for (uint32_t i = 0; i < all->count; i++) {
        wf_load *l = &all->list[i];
        l->mass = (float)(1.0 / l->body->loaded_give);
        l->own = l->cloth->w[l->element]; /* two bodies may load one particle */
        wf_element_set_inverse_mass(l->cloth, l->element, 1.0f / (1.0f / l->own + l->mass));
    }
}

void wf_bodies_forget(weft_world *world)
{
    if (world->loads)
        world->loads->pressed_count = 0;
}

void wf_bodies_unload(weft_world *world)
{
    for (uint32_t i = world->loads ? world->loads->count : 0; i-- > 0;)
        wf_element_set_inverse_mass(world->loads->list[i].cloth, world->loads->list[i].element,
                                    world->loads->list[i].own);
}

void wf_bodies_untether(weft_world *world, const wf_cloth *cloth)
{
    for (uint32_t i = 0; world->loads && i < world->loads->count; i++) {
        const wf_load *l = &world->loads->list[i];
        if (l->cloth != cloth)
            continue;
        cloth->x[0][l->element] = l->last.x;
        cloth->x[1][l->element] = l->last.y;
        cloth->x[2][l->element] = l->last.z;
    }
}

/* Those of one body in one cloth, which are one after the other. */
typedef struct load_range {
    wf_load *first, *end;
} load_range;

static load_range loads_of(weft_world *world, const wf_cloth *cloth, const wf_collider *c)
{
    load_range r = {NULL, NULL};
    for (uint32_t i = 0; world->loads && i < world->loads->count; i++) {
        wf_load *l = &world->loads->list[i];
        if (l->cloth != cloth || l->body != c)
            continue;
        r.first = r.first ? r.first : l;
        r.end = l + 1;
    }
    return r;
}

/* Held cloth that does not stretch does not throw back: what its threads gave way to take the body's weight in the last
 * substep they get back in this one, and that is no speed. No impulse makes the body leave the cloth faster than
 * the cloth under it went already. */
static wf_vector without_rebound(const wf_collide_job *job, const wf_collider *c, load_range loads,
                                 wf_vector impulse)
{
    wf_vector out = {0.0f, 0.0f, 0.0f};
    float mass = 0.0f, along = 0.0f;
    for (wf_load *l = loads.first; l < loads.end; l++) {
        out = wf_along(out, l->mass, l->out);
        mass += l->mass;
    }
    float length = sqrtf(wf_dot(out, out));
    if (!(length > 0.0f))
        return impulse;
    out = (wf_vector){-out.x / length, -out.y / length, -out.z / length};
    for (wf_load *l = loads.first; l < loads.end; l++)
        along += l->mass / mass * wf_dot(element_of(job->motion.v, l->element), out);
    const float *v = c->def.velocity;
    float before = wf_dot((wf_vector){v[0], v[1], v[2]}, out),
          after = before + c->inverse_mass * wf_dot(impulse, out);
    float most = fmaxf(fmaxf(along, before), 0.0f);
    return after > most ? wf_along(impulse, (most - after) * c->def.mass, out) : impulse;
}

/* What the constraints moved a loaded particle, they moved its part of the body. */
static void take_loads(const wf_collide_job *job, wf_collider *c, load_range loads)
{
    const wf_vector zero = {0.0f, 0.0f, 0.0f};
    const float per_second = 1.0f / job->motion.h;
    wf_vector push = zero, moment = zero;
    for (wf_load *l = loads.first; l < loads.end; l++) {
        wf_vector at = element_of(job->motion.x, l->element), way = wf_minus(at, l->last);
        push = wf_along(push, l->mass, way);
        moment = wf_along(moment, l->mass, wf_cross(wf_minus(at, c->to.position), way));
        wf_element_set_inverse_mass(l->cloth, l->element, l->own);
    }
    wf_rigid_push(c, push, moment);
    wf_vector impulse = wf_along(zero, per_second, push);
    if (wf_inextensible(job->cloth) && job->cloth->pin_count > 0)
        impulse = without_rebound(job, c, loads, impulse);
    wf_rigid_kick(c, impulse, wf_along(zero, per_second, moment));
}

/* For the next iteration. */
static void load_again(const wf_collide_job *job, load_range loads)
{
    for (wf_load *l = loads.first; l < loads.end; l++) {
        l->last = element_of(job->motion.x, l->element);
        wf_element_set_inverse_mass(l->cloth, l->element, 1.0f / (1.0f / l->own + l->mass));
    }
}

/* Notes a particle that is pressed on: by contact, or, where it carried the body, by the constraints. */
static void note(weft_world *world, const wf_cloth *cloth, const wf_collider *c, size_t element)
{
    wf_loads *all = world->loads;
    if (all->pressed_count < WF_PRESSED_MAX)
        all->pressed[all->pressed_count++] = (wf_pressed){
            (uint16_t)(cloth - world->cloths), (uint16_t)(c - world->colliders), (uint32_t)element};
}

static bool still_pressed(const wf_obstacle *o, const wf_load *l, wf_vector at)
{
    return wf_dot(wf_minus(at, l->last), l->out) < 0.0f && is_near(o, l->cloth, look_from(o, at));
}

/* ------------------------------------------------------------------ contact */

/* A body's contacts with one cloth. */
typedef struct contacts {
    weft_world *world;
    const wf_collide_job *job;
    wf_collider *body;
    wf_load *load, *end; /* those not yet looked at */
    wf_pushes pushes;
} contacts;

/* Whether element i is loaded, and still pressed on. */
static bool keeps_load(contacts *s, size_t i, wf_vector at)
{
    while (s->load < s->end && s->load->element < i)
        s->load++;
    return s->load < s->end && s->load->element == i &&
           still_pressed(s->job->obstacles, s->load, at);
}

/* Tries the contacts of a block on a copy: what they would do, were the body infinitely heavy. */
static void gather_block(contacts *s, wf_block *b)
{
    const wf_collide_job *job = s->job;
    const wf_obstacle *o = job->obstacles;
    float copy[6][WF_BLOCK];
    const size_t count = b->end - b->begin;
    const bool quick = wf_block_is_quick(job, b, o);
    wf_motion m = job->motion;
    for (int a = 0; a < 3; a++) {
        memcpy(copy[a], m.x[a] + b->begin, count * sizeof(float));
        memcpy(copy[3 + a], m.q[a] + b->begin, count * sizeof(float));
        m.x[a] = copy[a];
        m.q[a] = copy[3 + a];
        m.v[a] += b->begin;
    }
    m.w += b->begin;
    job->kernels->collide(&m, o, quick, 0, count);
    for (size_t i = 0; i < count; i++) {
        wf_vector at = element_of(job->motion.x, b->begin + i), to = element_of(m.x, i);
        bool touched = at.x != to.x || at.y != to.y || at.z != to.z;
        if (keeps_load(s, b->begin + i, at) || touched)
            note(s->world, job->cloth, s->body, b->begin + i);
        if (!touched)
            continue;
        wf_vector q = element_of(job->motion.q, b->begin + i),
                  lift = wf_minus(element_of(m.q, i), q),
                  start = wf_along(q, -m.h, element_of(m.v, i)), out = look_from(o, to).out;
        wf_pushes_add(&s->pushes, s->body, start, at, to, lift, out, 1.0f / m.w[i]);
    }
}

/* x - q, whose change is what gives speed. */
static void keep_ways(const wf_collide_job *job)
{
    for (int a = 0; a < 3; a++)
        for (size_t i = 0; i < wf_span(job->cloth); i++)
            job->cloth->n[a][i] = job->motion.x[a][i] - job->motion.q[a][i];
}

/* What the particles got since then, the collider gives. */
static void take_reaction(const wf_collide_job *job, wf_collider *c)
{
    const wf_motion *m = &job->motion;
    double p[3] = {0}, l[3] = {0};
    for (size_t i = 0; i < wf_span(job->cloth); i++) {
        double f[3], r[3];
        bool same = true;
        for (int a = 0; a < 3; a++) {
            f[a] = (double)(m->x[a][i] - m->q[a][i]) - (double)job->cloth->n[a][i];
            same = same && f[a] == 0.0;
        }
        if (same || m->w[i] == 0.0f)
            continue;
        wf_vector arm = wf_minus(element_of(m->x, i), c->to.position);
        r[0] = (double)arm.x, r[1] = (double)arm.y, r[2] = (double)arm.z;
        for (int a = 0; a < 3; a++) {
            int b = (a + 1) % 3, e = (a + 2) % 3;
            p[a] -= f[a] / ((double)m->w[i] * (double)m->h);
            l[a] -= (r[b] * f[e] - r[e] * f[b]) / ((double)m->w[i] * (double)m->h);
        }
    }
    wf_rigid_kick(c, (wf_vector){(float)p[0], (float)p[1], (float)p[2]},
                  (wf_vector){(float)l[0], (float)l[1], (float)l[2]});
}

/* The obstacle where the body is now. Its surface goes as fast as before, and by `u` in a substep more; but
 * rebounds are seen from it as if there were none (1 + e times that way is what they ask for). */
static wf_obstacle moved_obstacle(const weft_world *world, const wf_collide_job *job,
                                  const wf_collider *c, const double u[6])
{
    const wf_obstacle *before = job->obstacles;
    wf_obstacle o = wf_make_obstacle(world, job->cloth, c, job->motion.h);
    const float part = 1.0f / (1.0f + o.restitution);
    const float x = part * (float)u[3], y = part * (float)u[4], z = part * (float)u[5];
    const float turn[3][3] = {{0.0f, -z, y}, {z, 0.0f, -x}, {-y, x, 0.0f}};
    o.drift = wf_along(before->drift, part, (wf_vector){(float)u[0], (float)u[1], (float)u[2]});
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            o.spin[i][k] = before->spin[i][k] + turn[i][k];
    return o;
}

/* A pinned particle is a thing at rest, or that a hand moves. */
static void keep_off_pin(const wf_collide_job *job, const wf_obstacle *o, wf_collider *c, size_t i)
{
    wf_vector at = element_of(job->motion.x, i),
              start = wf_along(element_of(job->motion.q, i), -job->motion.h,
                               element_of(job->motion.v, i));
    wf_look look = look_from(o, at);
    if (!(look.distance < o->offset))
        return;
    wf_vector seen = wf_to_shape(o->shape, &o->from, wf_minus(start, o->from.position));
    float before = o->offset - wf_look_at(o->shape, &o->solid, seen).distance;
    wf_collider pin = {.from.position = start, .to.position = at};
    for (int a = 0; a < 3; a++)
        pin.from.turn[a][a] = pin.to.turn[a][a] = 1.0f;
    wf_touch t = {.a = c, .b = &pin, .place = at, .friction = o->friction};
    t.out = (wf_vector){-look.out.x, -look.out.y, -look.out.z};
    t.depth = o->offset - look.distance;
    t.sunk = fmaxf(fminf(before, t.depth), 0.0f);
    wf_rigid_resolve(&t, job->motion.h);
}

/* Not what is attached, maybe to this very body, nor the padding. */
static bool is_pinned(const wf_cloth *c, size_t i)
{
    size_t row = i / (size_t)c->pitch, column = i % (size_t)c->pitch;
    return column < (size_t)c->columns && (c->flags[row * (size_t)c->columns + column] &
                                           (WEFT_PARTICLE_PINNED | WEFT_PARTICLE_HELD));
}

static void keep_off_pins(const wf_collide_job *job, const wf_obstacle *o, wf_collider *c)
{
    for (int k = 0; k < wf_block_count(job->cloth); k++) {
        wf_block b = wf_block_at(job->cloth, k);
        if (!wf_block_is_reached(job, &b, o))
            continue;
        for (size_t i = b.begin; i < b.end; i++)
            if (job->motion.w[i] == 0.0f && is_pinned(job->cloth, i))
                keep_off_pin(job, o, c, i);
    }
}

/* True if any particle is near. */
static bool gather(contacts *s)
{
    bool any = false;
    wf_pushes_begin(&s->pushes, s->body);
    for (int i = 0; i < wf_block_count(s->job->cloth); i++) {
        wf_block b = wf_block_at(s->job->cloth, i);
        if (!wf_block_is_reached(s->job, &b, s->job->obstacles))
            continue;
        any = true;
        if (wf_rigid_is_free(s->body))
            gather_block(s, &b);
    }
    return any;
}

void wf_collide_body(weft_world *world, const wf_collide_job *all, wf_collider *c)
{
    wf_collide_job job = *all;
    load_range loads = loads_of(world, job.cloth, c);
    take_loads(&job, c, loads);
    wf_obstacle o = wf_make_obstacle(world, job.cloth, c, job.motion.h);
    if (wf_rigid_is_free(c) && job.cloth->pin_count > 0) {
        keep_off_pins(&job, &o, c);
        o = wf_make_obstacle(world, job.cloth, c, job.motion.h);
    }
    for (int a = 0; a < 3; a++) {
        o.low[a] -= job.cloth->fabric.thickness;
        o.high[a] += job.cloth->fabric.thickness;
    }
    job.obstacles = &o;
    job.count = 1;
    contacts s = {.world = world, .job = &job, .body = c, .load = loads.first, .end = loads.end};
    if (gather(&s)) {
        if (wf_rigid_is_free(c)) {
            wf_pushes_apply(&s.pushes, c);
            o = moved_obstacle(world, &job, c, s.pushes.b[WF_SPEED]);
        }
        keep_ways(&job);
        wf_collide_blocks(&job, 0, 0, wf_block_count(job.cloth));
        wf_collide_triangles(world, &job);
        take_reaction(&job, c);
    }
    load_again(&job, loads);
}
