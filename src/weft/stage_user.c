/* Your own constraints and forces. Constraints read and write x like ours; forces write the
 * velocity that they add into q, as wind does, with n as the room for them. */
#include "internal.h"

#include <math.h>

weft_constraint_def weft_default_constraint_def(void)
{
    return (weft_constraint_def){.k = 1.0f};
}

static bool constraint_def_valid(const weft_constraint_def *d)
{
    if (!d->evaluate || d->count < 1 || d->count > WEFT_CONSTRAINT_PARTICLES_MAX ||
        !(d->k >= 0.0f && d->k <= 1.0f) || !(d->compliance >= 0.0f && d->compliance <= 1e9f))
        return false;
    for (int i = 0; i < d->count; i++)
        for (int k = 0; k < i; k++)
            if (d->particles[i].cloth.index == d->particles[k].cloth.index &&
                d->particles[i].index == d->particles[k].index)
                return false;
    return true;
}

weft_result weft_constraint_create(weft_world *world, const weft_constraint_def *def,
                                   weft_constraint_id *id)
{
    if (!world || !def || !id || !constraint_def_valid(def))
        return WEFT_ERROR_ARGUMENT;
    if (world->stepping)
        return WEFT_ERROR_BUSY;
    for (int i = 0; i < def->count; i++) {
        const wf_cloth *cloth = wf_cloth_find(world, def->particles[i].cloth);
        if (!cloth)
            return WEFT_ERROR_ID;
        if (def->particles[i].index < 0 || def->particles[i].index >= wf_count(cloth))
            return WEFT_ERROR_ARGUMENT;
    }
    for (int i = 0; i < world->def.max_constraints; i++) {
        wf_constraint *c = &world->constraints[i];
        if (c->alive)
            continue;
        *c = (wf_constraint){.generation = c->generation + 1, .alive = true, .def = *def};
        *id = (weft_constraint_id){(uint32_t)i + 1, c->generation};
        return WEFT_OK;
    }
    return WEFT_ERROR_LIMIT;
}

weft_result weft_constraint_destroy(weft_world *world, weft_constraint_id id)
{
    if (!world)
        return WEFT_ERROR_ARGUMENT;
    if (world->stepping)
        return WEFT_ERROR_BUSY;
    if (id.index == 0 || id.index > (uint32_t)world->def.max_constraints)
        return WEFT_ERROR_ID;
    wf_constraint *c = &world->constraints[id.index - 1];
    if (!c->alive || c->generation != id.generation)
        return WEFT_ERROR_ID;
    c->alive = false;
    return WEFT_OK;
}

/* One projection: PBD's with the gain k', or XPBD's with the multiplier kept. An inequality only
 * pushes. */
static void project(weft_world *world, wf_constraint *c, float gain, float h)
{
    const weft_constraint_def *d = &c->def;
    float p[WEFT_CONSTRAINT_PARTICLES_MAX][3], gradient[WEFT_CONSTRAINT_PARTICLES_MAX][3] = {{0}},
                                               value = 0.0f, weight = 0.0f;
    wf_cloth *cloth[WEFT_CONSTRAINT_PARTICLES_MAX];
    size_t element[WEFT_CONSTRAINT_PARTICLES_MAX];
    for (int i = 0; i < d->count; i++) {
        cloth[i] = &world->cloths[d->particles[i].cloth.index - 1];
        element[i] = wf_element(cloth[i], d->particles[i].index);
        for (int a = 0; a < 3; a++)
            p[i][a] = cloth[i]->x[a][element[i]];
    }
    d->evaluate(d->user, d->count, (const float(*)[3])p, &value, gradient);
    for (int i = 0; i < d->count; i++)
        for (int a = 0; a < 3; a++)
            weight += cloth[i]->w[element[i]] * gradient[i][a] * gradient[i][a];
    float alpha = world->settings.projection == WEFT_PBD ? 0.0f : d->compliance / (h * h);
    if (!(weight + alpha > 0.0f) || !isfinite(weight) || !isfinite(value))
        return;
    float change = gain * (-value - alpha * c->lambda) / (weight + alpha);
    if (d->inequality && c->lambda + change < 0.0f)
        change = -c->lambda;
    c->lambda += change;
    for (int i = 0; i < d->count; i++)
        for (int a = 0; a < 3; a++)
            cloth[i]->x[a][element[i]] += cloth[i]->w[element[i]] * gradient[i][a] * change;
}

void wf_stage_constraints(weft_world *world, const wf_substep *substep, int iteration)
{
    for (int i = 0; i < world->def.max_constraints; i++) {
        wf_constraint *c = &world->constraints[i];
        if (!c->alive)
            continue;
        if (iteration == 0)
            c->lambda = 0.0f;
        project(world, c, wf_gain(&world->settings, c->def.k), substep->h);
    }
}

weft_result weft_force_create(weft_world *world, weft_force_fn *fn, void *user, int *force)
{
    if (!world || !fn || !force)
        return WEFT_ERROR_ARGUMENT;
    if (world->stepping)
        return WEFT_ERROR_BUSY;
    for (int i = 0; i < world->def.max_forces; i++)
        if (!world->forces[i].fn) {
            world->forces[i] = (wf_force){fn, user};
            *force = i;
            return WEFT_OK;
        }
    return WEFT_ERROR_LIMIT;
}

weft_result weft_force_destroy(weft_world *world, int force)
{
    if (!world || force < 0 || force >= world->def.max_forces)
        return WEFT_ERROR_ARGUMENT;
    if (world->stepping)
        return WEFT_ERROR_BUSY;
    if (!world->forces[force].fn)
        return WEFT_ERROR_ID;
    world->forces[force].fn = NULL;
    return WEFT_OK;
}

void wf_stage_forces(weft_world *world, wf_cloth *cloth, const wf_substep *substep)
{
    weft_cloth_id id = {(uint32_t)(cloth - world->cloths) + 1, cloth->generation};
    weft_cloth_view view;
    bool any = false;
    for (int i = 0; i < world->def.max_forces; i++) {
        if (!world->forces[i].fn)
            continue;
        if (!any) {
            weft_cloth_get_view(world, id, &view);
            view.nx = view.ny = view.nz = NULL;
            for (int a = 0; a < 3; a++)
                for (size_t k = 0; k < wf_span(cloth); k++)
                    cloth->n[a][k] = 0.0f;
        }
        any = true;
        world->forces[i].fn(world->forces[i].user, id, &view, substep->time, cloth->n[0],
                            cloth->n[1], cloth->n[2]);
    }
    if (!any)
        return;
    float kick = wf_kick_time(world, cloth, substep->h);
    for (int a = 0; a < 3; a++)
        for (size_t k = 0; k < wf_span(cloth); k++)
            cloth->q[a][k] =
                (cloth->pushed ? cloth->q[a][k] : 0.0f) + kick * cloth->w[k] * cloth->n[a][k];
    cloth->pushed = true;
}
