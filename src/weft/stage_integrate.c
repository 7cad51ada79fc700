/* The two ends of a substep: integrate (the prediction, before the constraints) and velocity (what
 * they made of it). Both integrators are one loop: Verlet keeps the displacement x - x*, over h,
 * where Euler keeps the velocity, which is the same recurrence started half a step apart
 * (leapfrog). Reads and writes x, q, v. */
#include "internal.h"

typedef struct motion_job {
    const wf_kernels *kernels;
    wf_motion motion;
    void (*run)(const wf_motion *motion, size_t begin, size_t end);
    size_t pitch;
} motion_job;

static void run_rows(void *context, int worker, int begin, int end)
{
    (void)worker;
    const motion_job *job = context;
    job->run(&job->motion, (size_t)begin * job->pitch, (size_t)end * job->pitch);
}

/* Splits by blocks of lanes, so that a mesh (one long row) is split too. */
static void run(weft_world *world, wf_cloth *cloth, motion_job *job)
{
    job->pitch = WF_LANES;
    wf_jobs_run(world->jobs, (int)(wf_span(cloth) / WF_LANES), 512, run_rows, job);
}

static wf_motion motion_of(const weft_world *world, const wf_cloth *cloth, float h)
{
    wf_motion m = {
        .w = cloth->w, .h = h, .pushed = cloth->pushed, .max_speed = world->settings.max_speed};
    for (int a = 0; a < 3; a++) {
        m.x[a] = cloth->x[a];
        m.q[a] = cloth->q[a];
        m.v[a] = cloth->v[a];
    }
    /* dv/dt = -c v, implicitly: stable for any c, and the same to first order in h at every substep
     * count */
    m.damping = 1.0f / (1.0f + h * cloth->fabric.damping);
    return m;
}

float wf_kick_time(const weft_world *world, const wf_cloth *cloth, float h)
{
    return cloth->fresh && world->settings.integrator != WEFT_EULER ? 0.5f * h : h;
}

void wf_stage_integrate(weft_world *world, wf_cloth *cloth, const wf_substep *substep)
{
    motion_job job = {.motion = motion_of(world, cloth, substep->h),
                      .run = world->kernels->integrate};
    float kick = wf_kick_time(world, cloth, substep->h);
    for (int a = 0; a < 3; a++)
        job.motion.kick[a] = world->settings.gravity[a] * kick;
    run(world, cloth, &job);
    cloth->fresh = false;
    cloth->pushed = false;
}

void wf_rewind(weft_world *world, wf_cloth *cloth, float h)
{
    motion_job job = {.motion = motion_of(world, cloth, h), .run = world->kernels->rewind};
    run(world, cloth, &job);
}

void wf_stage_velocity(weft_world *world, wf_cloth *cloth, const wf_substep *substep)
{
    motion_job job = {.motion = motion_of(world, cloth, substep->h),
                      .run = world->kernels->velocity};
    run(world, cloth, &job);
}
