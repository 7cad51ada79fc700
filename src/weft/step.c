/* One step: the algorithm on one screen. Each stage is a file of its own, stage_*.c. */
#include "internal.h"

#include <float.h>

/* Runs one stage on every cloth and adds its time to the profile. */
typedef void stage_fn(weft_world *world, wf_cloth *cloth, const wf_substep *substep);

static void run_stage(weft_world *world, weft_stage stage, stage_fn *fn, const wf_substep *substep)
{
    double start = wf_now(world);
    for (int i = 0; i < world->def.max_cloths; i++)
        if (world->cloths[i].alive)
            fn(world, &world->cloths[i], substep);
    world->profile.stage_ms[stage] += (float)(1e3 * (wf_now(world) - start));
}

static void run_if(weft_world *world, weft_stage stage, stage_fn *fn, const wf_substep *substep)
{
    if (!world->stage_off[stage])
        run_stage(world, stage, fn, substep);
}

static void run_constraints(weft_world *world, const wf_substep *substep, int iteration)
{
    double start = wf_now(world);
    if (!world->stage_off[WEFT_STAGE_USER])
        wf_stage_constraints(world, substep, iteration);
    world->profile.stage_ms[WEFT_STAGE_USER] += (float)(1e3 * (wf_now(world) - start));
}

/* What all cloths do together. */
static void run_self(weft_world *world, void (*fn)(weft_world *, const wf_substep *),
                     const wf_substep *substep)
{
    double start = wf_now(world);
    if (!world->stage_off[WEFT_STAGE_SELF])
        fn(world, substep);
    world->profile.stage_ms[WEFT_STAGE_SELF] += (float)(1e3 * (wf_now(world) - start));
}

static void normals(weft_world *world, wf_cloth *cloth, const wf_substep *substep)
{
    (void)substep;
    wf_stage_normals(world, cloth);
}

static void run_substep(weft_world *world, const wf_substep *s)
{
    run_stage(world, WEFT_STAGE_SWEEPS, wf_stage_settle, s);
    run_if(world, WEFT_STAGE_WIND, wf_stage_wind, s);
    run_if(world, WEFT_STAGE_USER, wf_stage_forces, s);
    run_stage(world, WEFT_STAGE_INTEGRATE, wf_stage_integrate, s);
    wf_colliders_move(world, s);
    wf_bodies_load(world, s);
    wf_attachments_begin(world, s->h);
    run_stage(world, WEFT_STAGE_SWEEPS, wf_sweeps_begin, s);
    run_self(world, wf_self_find, s);
    for (int i = 0; i < world->settings.iterations; i++) {
        wf_attachments_load(world);
        if (world->settings.projection == WEFT_DIRECT)
            run_if(world, WEFT_STAGE_TETHER, wf_stage_tether, s);
        run_stage(world, WEFT_STAGE_SWEEPS, wf_stage_sweeps, s);
        run_constraints(world, s, i);
        run_self(world, wf_stage_self, s);
        wf_attachments_pull(world, s->h);
        wf_bodies_forget(world);
        run_if(world, WEFT_STAGE_COLLIDE, wf_stage_collide, s);
    }
    wf_bodies_unload(world);
    run_stage(world, WEFT_STAGE_VELOCITY, wf_stage_velocity, s);
}

/* Whether every position, of cloths and of bodies, is finite and within 10 km. */
static bool within_limits(const weft_world *world)
{
    bool ok = true;
    for (int i = 0; i < world->def.max_cloths; i++) {
        const wf_cloth *c = &world->cloths[i];
        for (int a = 0; c->alive && a < 3; a++)
            ok = ok && world->kernels->within(c->x[a], 0, wf_span(c), WF_LIMIT_POSITION) &&
                 world->kernels->within(c->v[a], 0, wf_span(c), FLT_MAX);
    }
    for (int i = 0; i < world->def.max_colliders; i++) {
        const wf_collider *c = &world->colliders[i];
        if (c->alive && c->inverse_mass > 0.0f)
            ok = ok && wf_within(c->def.position, 3, WF_LIMIT_POSITION) &&
                 wf_within(c->def.velocity, 3, FLT_MAX) && wf_finite(c->def.orientation, 4) &&
                 wf_finite(c->def.angular_velocity, 3);
    }
    return ok;
}

/* As many as the settings say, or as elastic cloth needs. */
static int count_substeps(const weft_world *world, float dt)
{
    int count = world->settings.substeps;
    for (int i = 0; i < world->def.max_cloths; i++) {
        int least = world->cloths[i].alive ? wf_sweeps_substeps(world, &world->cloths[i], dt) : 0;
        count = least > count ? least : count;
    }
    return count;
}

weft_result weft_world_step(weft_world *world, float dt)
{
    if (!world || !(dt >= 1e-5f && dt <= 0.1001f))
        return WEFT_ERROR_ARGUMENT;
    if (world->stepping)
        return WEFT_ERROR_BUSY;
    world->stepping = true;
    world->profile = (weft_profile){{0}, 0};
    double start = wf_now(world);
    const int count = count_substeps(world, dt);
    wf_substep substep = {.h = dt / (float)count, .count = count};
    for (int s = 0; s < count; s++) {
        substep.number = s;
        substep.time = world->time + (double)s * substep.h;
        wf_wind_at(&world->settings, substep.time, substep.wind);
        run_substep(world, &substep);
    }
    run_stage(world, WEFT_STAGE_NORMALS, normals, &substep);
    world->step_count++;
    world->time += dt;
    world->dt = dt;
    world->stepping = false;
    world->profile.step_ms = (float)(1e3 * (wf_now(world) - start));
    return within_limits(world) ? WEFT_OK : WEFT_ERROR_RUNAWAY;
}
