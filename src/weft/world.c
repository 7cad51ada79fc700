/* Worlds: create and destroy, settings, and what may be said to a cloth
 * between steps. Every argument from outside is checked here; the stages trust what they find. */
#include "internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------ defaults and names */

const char *weft_result_string(weft_result result)
{
    switch (result) {
    case WEFT_OK:
        return "no error";
    case WEFT_ERROR_ARGUMENT:
        return "an argument is null, not finite or out of range";
    case WEFT_ERROR_ID:
        return "the id names nothing that is alive";
    case WEFT_ERROR_LIMIT:
        return "a limit of the world's def is reached";
    case WEFT_ERROR_MEMORY:
        return "out of memory";
    case WEFT_ERROR_BUSY:
        return "the world is stepping";
    case WEFT_ERROR_RUNAWAY:
        return "a position ran away or is not a number";
    case WEFT_ERROR_ISA:
        return "this processor lacks the instruction set";
    }
    return "unknown result";
}

const char *weft_stage_name(weft_stage stage)
{
    static const char *const names[WEFT_STAGE_COUNT] = {
        "wind", "integrate", "tether",  "sweeps",   "bend",
        "user", "self",      "collide", "velocity", "normals"};
    return (unsigned)stage < WEFT_STAGE_COUNT ? names[stage] : NULL;
}

const char *weft_isa_name(weft_isa isa)
{
    static const char *const names[WEFT_ISA_COUNT] = {"auto", "baseline", "avx2", "avx512"};
    return (unsigned)isa < WEFT_ISA_COUNT ? names[isa] : NULL;
}

weft_settings weft_default_settings(void)
{
    return (weft_settings){
        .integrator = WEFT_EULER,
        .projection = WEFT_DIRECT,
        .substeps = 20,
        .iterations = 1,
        .gravity = {0.0f, -9.80665f, 0.0f},
        .gust = 0.5f,
        .gust_frequency = 0.7f,
        .air_density = 1.2f,
        .max_speed = 100.0f,
    };
}

static void *libc_allocate(void *user, size_t size)
{
    (void)user;
    return aligned_alloc(WF_ALIGN, (size + WF_ALIGN - 1) / WF_ALIGN * WF_ALIGN);
}

static void libc_release(void *user, void *memory)
{
    (void)user;
    free(memory);
}

weft_world_def weft_default_world_def(void)
{
    return (weft_world_def){
        .settings = weft_default_settings(),
        .threads = 1,
        .isa = WEFT_ISA_AUTO,
        .max_cloths = 64,
        .max_colliders = 64,
        .max_attachments = 256,
        .max_constraints = 256,
        .max_forces = 8,
    };
}

weft_fabric weft_default_fabric(void)
{
    return (weft_fabric){
        .areal_density = 0.2f,
        .warp_stiffness = INFINITY,
        .weft_stiffness = INFINITY,
        .bias_stiffness = 60.0f,
        .warp_bend_stiffness = 1e-5f,
        .weft_bend_stiffness = 1e-5f,
        .twist_stiffness = 0.0f,
        .k_stretch = 1.0f,
        .k_shear = 0.8f,
        .k_bend = 0.02f,
        .k_twist = 0.0f,
        .damping = 0.1f,
        .friction = 0.4f,
        .thickness = 0.004f,
        .drag = 1.2f,
        .lift = 0.8f,
    };
}

/* ------------------------------------------------------------------ checks */

/* False for NaN too. */
bool wf_in_range(float value, float low, float high)
{
    return value >= low && value <= high;
}

bool wf_finite(const float *values, int count)
{
    for (int i = 0; i < count; i++)
        if (!isfinite(values[i]))
            return false;
    return true;
}

bool wf_within(const float *values, int count, float limit)
{
    for (int i = 0; i < count; i++)
        if (!wf_in_range(values[i], -limit, limit))
            return false;
    return true;
}

static bool settings_valid(const weft_settings *s)
{
    for (int a = 0; a < 3; a++)
        if (!wf_in_range(s->gravity[a], -1000.0f, 1000.0f) || !wf_in_range(s->wind[a], -1e6f, 1e6f))
            return false;
    return (unsigned)s->integrator < WEFT_INTEGRATOR_COUNT &&
           (unsigned)s->projection < WEFT_PROJECTION_COUNT && s->substeps >= 1 &&
           s->substeps <= WF_SUBSTEPS_MAX && s->iterations >= 1 && s->iterations <= 1000 &&
           wf_in_range(s->gust, 0.0f, 2.0f) && wf_in_range(s->gust_frequency, 0.0f, 20.0f) &&
           wf_in_range(s->air_density, 0.0f, 100.0f) && wf_in_range(s->max_speed, 0.1f, 1e4f);
}

static bool stiffness_valid(float stiffness)
{
    return wf_in_range(stiffness, 0.0f, 1e9f) || stiffness == INFINITY;
}

bool wf_fabric_valid(const weft_fabric *f)
{
    return wf_in_range(f->areal_density, 1e-3f, 100.0f) && stiffness_valid(f->warp_stiffness) &&
           stiffness_valid(f->weft_stiffness) && stiffness_valid(f->bias_stiffness) &&
           wf_in_range(f->warp_bend_stiffness, 0.0f, 1e3f) &&
           wf_in_range(f->weft_bend_stiffness, 0.0f, 1e3f) &&
           wf_in_range(f->twist_stiffness, 0.0f, 1e3f) && wf_in_range(f->k_twist, 0.0f, 1.0f) &&
           wf_in_range(f->slack, 0.0f, 0.5f) && wf_in_range(f->k_stretch, 0.0f, 1.0f) &&
           wf_in_range(f->k_shear, 0.0f, 1.0f) && wf_in_range(f->k_bend, 0.0f, 1.0f) &&
           wf_in_range(f->damping, 0.0f, 1000.0f) && wf_in_range(f->friction, 0.0f, 10.0f) &&
           wf_in_range(f->thickness, 0.0f, 0.1f) && wf_in_range(f->drag, 0.0f, 10.0f) &&
           wf_in_range(f->lift, 0.0f, 10.0f) && wf_in_range(f->inflation, 0.0f, 10.0f);
}

static bool world_def_valid(const weft_world_def *d)
{
    return settings_valid(&d->settings) && d->threads >= 1 && d->threads <= 64 &&
           (unsigned)d->isa < WEFT_ISA_COUNT && d->max_cloths >= 1 && d->max_cloths <= 4096 &&
           d->max_colliders >= 0 && d->max_colliders <= 4096 && d->max_attachments >= 0 &&
           d->max_attachments <= 65536 && d->max_constraints >= 0 &&
           d->max_constraints <= 1000000 && d->max_forces >= 0 && d->max_forces <= 64 &&
           !d->allocate == !d->release;
}

/* ------------------------------------------------------------------ memory */

double wf_now(const weft_world *world)
{
    return world->def.now ? world->def.now(world->def.user) : 0.0;
}

/* Zeroed, aligned; adds its size to *total. Null where there is no memory, or where count * size
 * overflows. */
void *wf_allocate(weft_world *world, size_t count, size_t size, size_t *total)
{
    if (count == 0)
        count = 1;
    if (count > (SIZE_MAX - WF_ALIGN) / size)
        return NULL;
    size_t bytes = count * size;
    void *memory = world->def.allocate(world->def.user, bytes);
    if (!memory)
        return NULL;
    memset(memory, 0, bytes);
    if (total)
        *total += bytes;
    return memory;
}

void wf_release(weft_world *world, void *memory)
{
    if (memory)
        world->def.release(world->def.user, memory);
}

bool wf_reserve_scratch(weft_world *world, size_t floats)
{
    if (floats <= world->scratch_floats)
        return true;
    float *scratch = wf_allocate(world, floats * (size_t)world->def.threads, sizeof *scratch, NULL);
    if (!scratch)
        return false;
    wf_release(world, world->scratch);
    world->scratch = scratch;
    world->scratch_floats = floats;
    return true;
}

/* ------------------------------------------------------------------ world */

/* The kernels for an instruction set, or null where the processor lacks it. */
static const wf_kernels *kernels_for(weft_isa isa)
{
#ifdef WF_X86
    bool avx2 = __builtin_cpu_supports("avx2");
    bool avx512 = avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
                  __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw");
    if (isa == WEFT_ISA_AVX512 || (isa == WEFT_ISA_AUTO && avx512))
        return avx512 ? &wf_kernels_avx512 : NULL;
    if (isa == WEFT_ISA_AVX2 || (isa == WEFT_ISA_AUTO && avx2))
        return avx2 ? &wf_kernels_avx2 : NULL;
#else
    if (isa == WEFT_ISA_AVX2 || isa == WEFT_ISA_AVX512)
        return NULL;
#endif
    return &wf_kernels_baseline;
}

weft_result weft_world_create(const weft_world_def *def, weft_world **out)
{
    if (!out)
        return WEFT_ERROR_ARGUMENT;
    *out = NULL;
    if (!def || !world_def_valid(def))
        return WEFT_ERROR_ARGUMENT;
    const wf_kernels *kernels = kernels_for(def->isa);
    if (!kernels)
        return WEFT_ERROR_ISA;

    weft_world_def own = *def;
    if (!own.allocate) {
        own.allocate = libc_allocate;
        own.release = libc_release;
    }
    weft_world *world = own.allocate(own.user, sizeof *world);
    if (!world)
        return WEFT_ERROR_MEMORY;
    memset(world, 0, sizeof *world);
    world->def = own;
    world->settings = own.settings;
    world->kernels = kernels;
    world->cloths = wf_allocate(world, (size_t)own.max_cloths, sizeof *world->cloths, NULL);
    world->colliders =
        wf_allocate(world, (size_t)own.max_colliders, sizeof *world->colliders, NULL);
    world->obstacles =
        wf_allocate(world, (size_t)own.max_colliders, sizeof *world->obstacles, NULL);
    world->attachments =
        wf_allocate(world, (size_t)own.max_attachments, sizeof *world->attachments, NULL);
    world->constraints =
        wf_allocate(world, (size_t)own.max_constraints, sizeof *world->constraints, NULL);
    world->forces = wf_allocate(world, (size_t)own.max_forces, sizeof *world->forces, NULL);
    world->jobs = wf_jobs_create(world, own.threads);
    if (!world->cloths || !world->colliders || !world->obstacles || !world->attachments ||
        !world->constraints || !world->forces || !world->jobs) {
        weft_world_destroy(world);
        return WEFT_ERROR_MEMORY;
    }
    *out = world;
    return WEFT_OK;
}

void weft_world_destroy(weft_world *world)
{
    if (!world)
        return;
    wf_jobs_destroy(world, world->jobs);
    for (int i = 0; world->cloths && i < world->def.max_cloths; i++)
        if (world->cloths[i].alive)
            wf_cloth_free(world, &world->cloths[i]);
    wf_release(world, world->self);
    wf_release(world, world->scratch);
    wf_release(world, world->cloths);
    for (int i = 0; world->colliders && i < world->def.max_colliders; i++)
        wf_collider_free(world, &world->colliders[i]);
    wf_release(world, world->colliders);
    wf_release(world, world->obstacles);
    wf_release(world, world->attachments);
    wf_release(world, world->loads);
    wf_release(world, world->constraints);
    wf_release(world, world->forces);
    world->def.release(world->def.user, world);
}

weft_result weft_world_set_settings(weft_world *world, const weft_settings *settings)
{
    if (!world || !settings || !settings_valid(settings))
        return WEFT_ERROR_ARGUMENT;
    if (world->stepping)
        return WEFT_ERROR_BUSY;
    world->settings = *settings;
    return WEFT_OK;
}

weft_settings weft_world_get_settings(const weft_world *world)
{
    return world ? world->settings : weft_default_settings();
}

weft_result weft_world_enable_stage(weft_world *world, weft_stage stage, bool enabled)
{
    bool always = stage == WEFT_STAGE_INTEGRATE || stage == WEFT_STAGE_VELOCITY ||
                  stage == WEFT_STAGE_NORMALS;
    if (!world || (unsigned)stage >= WEFT_STAGE_COUNT || (always && !enabled))
        return WEFT_ERROR_ARGUMENT;
    if (world->stepping)
        return WEFT_ERROR_BUSY;
    world->stage_off[stage] = !enabled;
    return WEFT_OK;
}

uint64_t weft_world_step_count(const weft_world *world)
{
    return world ? world->step_count : 0;
}

weft_profile weft_world_get_profile(const weft_world *world)
{
    return world ? world->profile : (weft_profile){{0}, 0};
}

/* ------------------------------------------------------------------ cloths between steps */

wf_cloth *wf_cloth_find(const weft_world *world, weft_cloth_id id)
{
    if (!world || id.index == 0 || id.index > (uint32_t)world->def.max_cloths)
        return NULL;
    wf_cloth *cloth = &world->cloths[id.index - 1];
    return cloth->alive && cloth->generation == id.generation ? cloth : NULL;
}

weft_cloth_id weft_world_cloth(const weft_world *world, int number)
{
    for (int i = 0; world && i < world->def.max_cloths; i++)
        if (world->cloths[i].alive && number-- == 0)
            return (weft_cloth_id){(uint32_t)i + 1, world->cloths[i].generation};
    return (weft_cloth_id){0, 0};
}

int weft_world_cloth_count(const weft_world *world)
{
    int count = 0;
    for (int i = 0; world && i < world->def.max_cloths; i++)
        count += world->cloths[i].alive;
    return count;
}

/* The checks that every change of a cloth starts with. */
static weft_result cloth_to_change(weft_world *world, weft_cloth_id id, wf_cloth **cloth)
{
    if (!world)
        return WEFT_ERROR_ARGUMENT;
    if (world->stepping)
        return WEFT_ERROR_BUSY;
    *cloth = wf_cloth_find(world, id);
    return *cloth ? WEFT_OK : WEFT_ERROR_ID;
}

weft_result weft_cloth_destroy(weft_world *world, weft_cloth_id id)
{
    wf_cloth *cloth;
    weft_result result = cloth_to_change(world, id, &cloth);
    if (result != WEFT_OK)
        return result;
    for (int i = 0; i < world->def.max_constraints; i++) {
        wf_constraint *c = &world->constraints[i];
        for (int k = 0; c->alive && k < c->def.count; k++)
            if (c->def.particles[k].cloth.index == id.index)
                c->alive = false;
    }
    wf_cloth_free(world, cloth);
    return WEFT_OK;
}

weft_result weft_cloth_set_fabric(weft_world *world, weft_cloth_id id, const weft_fabric *fabric)
{
    wf_cloth *cloth;
    weft_result result = cloth_to_change(world, id, &cloth);
    if (result != WEFT_OK)
        return result;
    if (!fabric || !wf_fabric_valid(fabric))
        return WEFT_ERROR_ARGUMENT;
    if (fabric->self_collision && !wf_self_reserve(world, cloth))
        return WEFT_ERROR_MEMORY;
    bool masses = fabric->areal_density != cloth->fabric.areal_density;
    if (fabric->slack != cloth->fabric.slack)
        cloth->unsettled = WF_SETTLE_SUBSTEPS;
    cloth->fabric = *fabric;
    if (masses)
        wf_cloth_set_masses(cloth);
    return WEFT_OK;
}

weft_result weft_cloth_get_fabric(const weft_world *world, weft_cloth_id id, weft_fabric *fabric)
{
    const wf_cloth *cloth = wf_cloth_find(world, id);
    if (!world || !fabric)
        return WEFT_ERROR_ARGUMENT;
    if (!cloth)
        return WEFT_ERROR_ID;
    *fabric = cloth->fabric;
    return WEFT_OK;
}

weft_result wf_cloth_set_flag(weft_world *world, weft_cloth_id id, int particle, uint8_t flag,
                              bool on)
{
    wf_cloth *cloth;
    weft_result result = cloth_to_change(world, id, &cloth);
    if (result != WEFT_OK)
        return result;
    if (particle < 0 || particle >= wf_count(cloth))
        return WEFT_ERROR_ARGUMENT;
    uint8_t before = cloth->flags[particle], after = (uint8_t)(on ? before | flag : before & ~flag);
    cloth->flags[particle] = after;
    cloth->pin_count += (after & WEFT_PARTICLE_PINNED) - (before & WEFT_PARTICLE_PINNED);
    wf_particle_set_mass(cloth, particle);
    cloth->anchor_count = -1;
    if (on ||
        (after & WEFT_PARTICLE_PINNED)) /* what is fixed now rests until it is given a velocity */
        for (int a = 0; a < 3; a++)
            cloth->v[a][wf_element(cloth, particle)] = 0.0f;
    return WEFT_OK;
}

/* By a pin or a hand, which takes it off what it is attached to. */
static weft_result fix(weft_world *world, weft_cloth_id cloth, int particle, uint8_t flag, bool on)
{
    weft_result result = on ? weft_cloth_detach(world, cloth, particle) : WEFT_OK;
    return result == WEFT_OK ? wf_cloth_set_flag(world, cloth, particle, flag, on) : result;
}

weft_result weft_cloth_pin(weft_world *world, weft_cloth_id cloth, int particle)
{
    return fix(world, cloth, particle, WEFT_PARTICLE_PINNED, true);
}

weft_result weft_cloth_unpin(weft_world *world, weft_cloth_id cloth, int particle)
{
    return fix(world, cloth, particle, WEFT_PARTICLE_PINNED, false);
}

weft_result weft_cloth_hold(weft_world *world, weft_cloth_id cloth, int particle)
{
    return fix(world, cloth, particle, WEFT_PARTICLE_HELD, true);
}

weft_result weft_cloth_let_go(weft_world *world, weft_cloth_id cloth, int particle)
{
    return fix(world, cloth, particle, WEFT_PARTICLE_HELD, false);
}

static weft_result set_vector(weft_world *world, weft_cloth_id id, int particle,
                              const float value[3], bool position)
{
    wf_cloth *cloth;
    weft_result result = cloth_to_change(world, id, &cloth);
    if (result != WEFT_OK)
        return result;
    const float limit = position ? WF_LIMIT_POSITION : WF_LIMIT_SPEED;
    if (particle < 0 || particle >= wf_count(cloth) || !value || !wf_within(value, 3, limit))
        return WEFT_ERROR_ARGUMENT;
    for (int a = 0; a < 3; a++)
        (position ? cloth->x : cloth->v)[a][wf_element(cloth, particle)] = value[a];
    if (position)
        cloth->unsettled = WF_SETTLE_SUBSTEPS;
    return WEFT_OK;
}

weft_result weft_cloth_set_position(weft_world *world, weft_cloth_id cloth, int particle,
                                    const float position[3])
{
    return set_vector(world, cloth, particle, position, true);
}

weft_result weft_cloth_set_velocity(weft_world *world, weft_cloth_id cloth, int particle,
                                    const float velocity[3])
{
    return set_vector(world, cloth, particle, velocity, false);
}
