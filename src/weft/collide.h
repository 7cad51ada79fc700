/* What the collide stage and the bodies that feel cloth share: stage_collide.c, stage_bodies.c. */
#ifndef WF_COLLIDE_H
#define WF_COLLIDE_H

#include "internal.h"

enum { WF_BLOCK = 256 }; /* particles */

typedef struct wf_collide_job {
    const wf_kernels *kernels;
    const wf_cloth *cloth;
    wf_motion motion;
    const wf_obstacle *obstacles;
    int count;
    int parity; /* of the rows of cells */
} wf_collide_job;

/* A block of particles, and where they are, as long as none of them is pushed. */
typedef struct wf_block {
    size_t begin, end;
    wf_bounds bounds;
    bool known;
} wf_block;

wf_collide_job wf_collide_job_of(const weft_world *world, wf_cloth *cloth, float h);
wf_obstacle wf_make_obstacle(const weft_world *world, const wf_cloth *cloth,
                             const wf_collider *collider, float h);
int wf_block_count(const wf_cloth *cloth);
wf_block wf_block_at(const wf_cloth *cloth, int number);
/* Whether any of its particles may touch the obstacle. */
bool wf_block_is_reached(const wf_collide_job *job, wf_block *block, const wf_obstacle *o);
/* Whether any may have passed it in this substep. */
bool wf_block_is_quick(const wf_collide_job *job, wf_block *block, const wf_obstacle *o);
/* A wf_job_fn: blocks begin … end-1 out of the job's obstacles. */
void wf_collide_blocks(void *job, int worker, int begin, int end);
/* All triangles out of them. */
void wf_collide_triangles(weft_world *world, wf_collide_job *job);

/* stage_bodies.c: whether a collider's mass counts, or it is weighed: it goes alone, on one thread, so that the
 * sums that move it have one order. */
bool wf_body_feels(const wf_collider *collider);
/* Moves it and the cloth out of each other. */
void wf_collide_body(weft_world *world, const wf_collide_job *job, wf_collider *collider);

#endif
