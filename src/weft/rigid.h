/* Dynamic colliders: rigid bodies that gravity, cloth and other colliders move. See rigid.c. */
#ifndef WF_RIGID_H
#define WF_RIGID_H

#include "internal.h"

/* What all that touches a body asks of it at once: a u = b, for where it is and for how fast it goes. u is a way
 * along and a turn. */
enum { WF_WAY, WF_SPEED, WF_SIDES };
typedef struct wf_pushes {
    double a[6][6];        /* kg, kg m, kg m^2 */
    double b[WF_SIDES][6]; /* kg m, kg m^2; solved: m, rad, of speed in a substep */
} wf_pushes;

/* Whether its mass counts in this substep: it has one, and no hand moves it. */
bool wf_rigid_is_free(const wf_collider *collider);
/* Mass and inertia from the def. */
void wf_rigid_set_mass(wf_collider *collider);
/* Gravity and damping act for h seconds, then it moves on. */
void wf_rigid_move(const weft_world *world, wf_collider *collider, float h);
/* The speeds that a hand's way in a substep gives it. */
void wf_rigid_follow(wf_collider *collider, float h);
/* How far an impulse of 1 kg m along n moves the body's point at a place, m. */
float wf_rigid_give(const wf_collider *collider, wf_vector place, wf_vector n);
/* Moves a free body by an impulse of kg m, and its moment about the middle. */
void wf_rigid_push(wf_collider *collider, wf_vector push, wf_vector moment);
/* A contact of body a with b, which may be at rest: at `place`, m, the way out of b being `out`. */
typedef struct wf_touch {
    wf_collider *a, *b;
    wf_vector place, out;
    float depth, sunk; /* m: now, and without speed */
    float friction, restitution;
} wf_touch;

/* Moves them apart along the way out, then back along the surface, by at most what Coulomb's law holds. */
void wf_rigid_resolve(const wf_touch *touch, float h);
/* Every free body out of all other colliders, with friction and rebound. */
void wf_rigid_collide(weft_world *world, const wf_substep *substep);

void wf_pushes_begin(wf_pushes *pushes, const wf_collider *collider);
/* A particle of `mass` kg that was at `start` when the substep began, and that a contact whose way out is
 * `out` would displace from `at` to `to`, `lift` of it without speed, were the body infinitely heavy. */
void wf_pushes_add(wf_pushes *pushes, const wf_collider *collider, wf_vector start, wf_vector at,
                   wf_vector to, wf_vector lift, wf_vector out, float mass);
/* Solves them, and moves the body by the way. */
void wf_pushes_apply(wf_pushes *pushes, wf_collider *collider);
/* An impulse, N s, that is noted, and acts on a free body with its moment about the middle, N m s. */
void wf_rigid_kick(wf_collider *collider, wf_vector impulse, wf_vector moment);

#endif
