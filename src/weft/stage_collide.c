/* The collide stage: each free particle out of each collider, with friction. Reads q and v (where
 * the substep began); writes x, and q where a collider was put into the cloth. */
#include "internal.h"

#include <math.h>

typedef struct collide_job {
    const wf_kernels *kernels;
    wf_motion motion;
    wf_obstacle obstacle;
    weft_shape shape;
} collide_job;

static void run_lanes(void *context, int worker, int begin, int end)
{
    (void)worker;
    const collide_job *job = context;
    void (*collide)(const wf_motion *, const wf_obstacle *, size_t, size_t) =
        job->shape == WEFT_PLANE ? job->kernels->collide_plane : job->kernels->collide_sphere;
    collide(&job->motion, &job->obstacle, (size_t)begin * WF_LANES, (size_t)end * WF_LANES);
}

void wf_stage_collide(weft_world *world, wf_cloth *cloth, const wf_substep *substep)
{
    collide_job job = {.kernels = world->kernels, .motion = {.w = cloth->w, .h = substep->h}};
    for (int a = 0; a < 3; a++) {
        job.motion.x[a] = cloth->x[a];
        job.motion.q[a] = cloth->q[a];
        job.motion.v[a] = cloth->v[a];
    }
    for (int i = 0; i < world->def.max_colliders; i++) {
        const wf_collider *c = &world->colliders[i];
        if (!c->alive)
            continue;
        job.shape = c->def.shape;
        job.obstacle = (wf_obstacle){
            .offset =
                cloth->fabric.thickness + (c->def.shape == WEFT_SPHERE ? c->def.radius : 0.0f),
            .friction = sqrtf(c->def.friction * cloth->fabric.friction),
        };
        for (int a = 0; a < 3; a++) {
            job.obstacle.position[a] = c->def.position[a];
            job.obstacle.normal[a] = c->def.normal[a];
        }
        wf_jobs_run(world->jobs, (int)(wf_span(cloth) / WF_LANES), 512, run_lanes, &job);
    }
}
