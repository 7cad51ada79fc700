/* Cloth that is fixed to colliders. An attached particle is where its point of the collider is: it has inverse mass 0
 * but while it is fixed to a free body; then it carries a part of the body's mass through the constraints, and what
 * they push into that part, and the particle's own inertia, the body gets. Reads colliders; writes x, q and v of the
 * attached particles, and bodies. */
#include "rigid.h"

enum { FLAGS = WEFT_PARTICLE_ATTACHED | WF_PARTICLE_CARRIES };

/* ------------------------------------------------------------------ the pool */

static bool is_alive(const weft_world *world, const wf_attachment *a)
{
    const wf_cloth *cloth = &world->cloths[a->cloth];
    const wf_collider *c = &world->colliders[a->collider];
    return a->alive && cloth->alive && cloth->generation == a->cloth_generation && c->alive &&
           c->generation == a->collider_generation;
}

weft_result weft_cloth_attach(weft_world *world, weft_cloth_id id, int particle,
                              weft_collider_id collider)
{
    if (!world)
        return WEFT_ERROR_ARGUMENT;
    if (world->stepping)
        return WEFT_ERROR_BUSY;
    wf_cloth *cloth = wf_cloth_find(world, id);
    wf_collider *c = wf_collider_find(world, collider);
    if (!cloth || !c)
        return WEFT_ERROR_ID;
    if (particle < 0 || particle >= wf_count(cloth) || (cloth->flags[particle] & ~FLAGS))
        return WEFT_ERROR_ARGUMENT;
    weft_cloth_detach(world, id, particle);
    for (int i = 0; i < world->def.max_attachments; i++) {
        wf_attachment *a = &world->attachments[i];
        if (is_alive(world, a))
            continue;
        wf_pose pose = wf_pose_of(&c->def);
        size_t e = wf_element(cloth, particle);
        wf_vector at = {cloth->x[0][e], cloth->x[1][e], cloth->x[2][e]};
        *a = (wf_attachment){.alive = true,
                             .cloth = (uint16_t)(cloth - world->cloths),
                             .collider = (uint16_t)(c - world->colliders),
                             .cloth_generation = cloth->generation,
                             .collider_generation = c->generation,
                             .particle = particle,
                             .own = wf_pose_seen(&pose, at)};
        uint8_t flags = c->inverse_mass > 0.0f ? FLAGS : WEFT_PARTICLE_ATTACHED;
        return wf_cloth_set_flag(world, id, particle, flags, true);
    }
    return WEFT_ERROR_LIMIT;
}

weft_result weft_cloth_detach(weft_world *world, weft_cloth_id id, int particle)
{
    wf_cloth *cloth = world ? wf_cloth_find(world, id) : NULL;
    for (int i = 0; cloth && !world->stepping && i < world->def.max_attachments; i++) {
        wf_attachment *a = &world->attachments[i];
        if (a->alive && &world->cloths[a->cloth] == cloth && a->particle == particle)
            a->alive = false;
    }
    return wf_cloth_set_flag(world, id, particle, FLAGS, false);
}

void wf_attachments_drop(weft_world *world, const wf_collider *c)
{
    for (int i = 0; i < world->def.max_attachments; i++) {
        wf_attachment *a = &world->attachments[i];
        if (!is_alive(world, a) || &world->colliders[a->collider] != c)
            continue;
        wf_cloth *cloth = &world->cloths[a->cloth];
        a->alive = false;
        cloth->flags[a->particle] &= (uint8_t)~FLAGS;
        wf_particle_set_mass(cloth, a->particle);
        cloth->anchor_count = -1;
    }
}

/* ------------------------------------------------------------------ a substep */

/* Moves a particle to where its point of the collider is; it gets the speed for that. */
static wf_vector move_there(const weft_world *world, wf_attachment *a, float h)
{
    wf_cloth *cloth = &world->cloths[a->cloth];
    size_t e = wf_element(cloth, a->particle);
    wf_vector to = wf_pose_point(&world->colliders[a->collider].to, a->own);
    const float at[3] = {to.x, to.y, to.z};
    float way[3];
    for (int k = 0; k < 3; k++) {
        way[k] = at[k] - cloth->x[k][e];
        cloth->v[k][e] += (at[k] - cloth->q[k][e]) / h;
        cloth->x[k][e] = cloth->q[k][e] = at[k];
    }
    a->last = to;
    return (wf_vector){way[0], way[1], way[2]};
}

/* What moved a particle, but for its weight, moved the body the other way. */
static void react(wf_collider *c, wf_vector place, wf_vector way, float mass, float h)
{
    const float impulse = -mass / h;
    const wf_vector p = {impulse * way.x, impulse * way.y, impulse * way.z};
    wf_rigid_kick(c, p, wf_cross(wf_minus(place, c->to.position), p));
}

/* Equal parts of the body's mass, or less where that would make it harder to turn than it is: about axis k points
 * at r with the mass M / n make M sum (r^2 - r_k^2) / n. */
static float part_of(const weft_world *world, const wf_collider *c)
{
    double round[3] = {0};
    int count = 0;
    for (int i = 0; i < world->def.max_attachments; i++) {
        const wf_attachment *a = &world->attachments[i];
        if (!is_alive(world, a) || &world->colliders[a->collider] != c)
            continue;
        double x2 = (double)(a->own.x * a->own.x), y2 = (double)(a->own.y * a->own.y),
               z2 = (double)(a->own.z * a->own.z);
        round[0] += y2 + z2;
        round[1] += x2 + z2;
        round[2] += x2 + y2;
        count++;
    }
    double part = (double)c->def.mass / count, most = 0.0;
    for (int k = 0; k < 3; k++)
        most = fmax(most, part * round[k] * (double)c->inverse_inertia[k]);
    return (float)(part / (1.0 + most));
}

void wf_attachments_begin(weft_world *world, float h)
{
    const float *g = world->settings.gravity;
    for (int i = 0; i < world->def.max_attachments; i++) {
        wf_attachment *a = &world->attachments[i];
        if (!is_alive(world, a))
            continue;
        wf_collider *c = &world->colliders[a->collider];
        wf_vector way = move_there(world, a, h);
        if (!wf_rigid_is_free(c))
            continue;
        a->part = part_of(world, c);
        way = wf_along(way, -h * h, (wf_vector){g[0], g[1], g[2]});
        react(c, a->last, way, wf_particle_mass(&world->cloths[a->cloth], a->particle), h);
    }
}

void wf_attachments_load(weft_world *world)
{
    for (int i = 0; i < world->def.max_attachments; i++) {
        const wf_attachment *a = &world->attachments[i];
        if (!is_alive(world, a) || !wf_rigid_is_free(&world->colliders[a->collider]))
            continue;
        wf_cloth *cloth = &world->cloths[a->cloth];
        wf_element_set_inverse_mass(cloth, wf_element(cloth, a->particle),
                                    1.0f / (wf_particle_mass(cloth, a->particle) + a->part));
    }
}

void wf_attachments_pull(weft_world *world, float h)
{
    for (int i = 0; i < world->def.max_attachments; i++) {
        wf_attachment *a = &world->attachments[i];
        wf_collider *c = &world->colliders[a->collider];
        if (!is_alive(world, a) || !wf_rigid_is_free(c))
            continue;
        const wf_cloth *cloth = &world->cloths[a->cloth];
        size_t e = wf_element(cloth, a->particle);
        wf_vector at = {cloth->x[0][e], cloth->x[1][e], cloth->x[2][e]},
                  way = wf_minus(at, a->last),
                  push = {a->part * way.x, a->part * way.y, a->part * way.z};
        react(c, at, way, -a->part, h);
        wf_rigid_push(c, push, wf_cross(wf_minus(at, c->to.position), push));
    }
    for (int i = 0; i < world->def.max_attachments; i++) {
        wf_attachment *a = &world->attachments[i];
        wf_collider *c = &world->colliders[a->collider];
        if (!is_alive(world, a) || !wf_rigid_is_free(c))
            continue;
        wf_vector way = move_there(world, a, h);
        react(c, a->last, way, wf_particle_mass(&world->cloths[a->cloth], a->particle), h);
        wf_particle_set_mass(&world->cloths[a->cloth], a->particle);
    }
}
