/* Dynamic colliders. A body's state is its collider's def: pose and velocities, one substep a step of symplectic
 * Euler. Contacts move it as they do particles: what puts it out of another thing in a substep gives it speed,
 * but for the part that it was in already (Mueller et al. 2020, sections 3.3 to 3.5).
 *
 * What cloth does to a body is solved for all its contacts at once. Were the body infinitely heavy, contact i
 * would displace its particle by e_i; if the body moves by u, by e_i + P_i J_i u, J_i u being its surface's way
 * there and P_i = n n^T + stick (1 - n n^T). The impulses are equal and opposite, so
 *     (M + sum m_i J_i^T P_i J_i) u = - sum m_i J_i^T e_i,
 * six unknowns, whatever the masses. Reads and writes colliders; +, *, / and sqrt only. */
#include "rigid.h"
#include "triangle.h"

#include <string.h>

/* ------------------------------------------------------------------ vectors */

static wf_vector scaled(float s, wf_vector a)
{
    return (wf_vector){s * a.x, s * a.y, s * a.z};
}

static wf_vector vector_of(const float v[3])
{
    return (wf_vector){v[0], v[1], v[2]};
}

static void add_to(float v[3], wf_vector a)
{
    v[0] += a.x;
    v[1] += a.y;
    v[2] += a.z;
}

/* Of unit vectors along its own axes, in the world. */
static wf_vector axis_of(const wf_pose *pose, int k)
{
    return (wf_vector){pose->turn[0][k], pose->turn[1][k], pose->turn[2][k]};
}

/* What the tensor with these principal values, in the pose's axes, makes of v. */
static wf_vector apply_tensor(const wf_pose *pose, const float principal[3], wf_vector v)
{
    wf_vector sum = {0.0f, 0.0f, 0.0f};
    for (int k = 0; k < 3; k++) {
        wf_vector axis = axis_of(pose, k);
        sum = wf_along(sum, principal[k] * wf_dot(axis, v), axis);
    }
    return sum;
}

/* ------------------------------------------------------------------ one body */

bool wf_rigid_is_free(const wf_collider *c)
{
    return c->inverse_mass > 0.0f && !c->led;
}

/* Homogeneous. A capsule is a cylinder and two half balls. */
void wf_rigid_set_mass(wf_collider *c)
{
    const weft_collider_def *d = &c->def;
    const float m = d->mass, r2 = d->radius * d->radius, *half = d->half;
    memset(c->inertia, 0, sizeof c->inertia);
    c->inverse_mass = m > 0.0f ? 1.0f / m : 0.0f;
    if (d->shape == WEFT_SPHERE)
        c->inertia[0] = c->inertia[1] = c->inertia[2] = 0.4f * m * r2;
    for (int a = 0; d->shape == WEFT_BOX && a < 3; a++) {
        float b = half[(a + 1) % 3], e = half[(a + 2) % 3];
        c->inertia[a] = m * (b * b + e * e) / 3.0f;
    }
    if (d->shape == WEFT_CAPSULE) {
        float length = 2.0f * half[1], rod = m * length / (length + (4.0f / 3.0f) * d->radius),
              balls = m - rod;
        c->inertia[1] = (0.5f * rod + 0.4f * balls) * r2;
        c->inertia[0] = c->inertia[2] =
            rod * (length * length / 12.0f + 0.25f * r2) +
            balls * (0.4f * r2 + 0.25f * length * length + 0.375f * length * d->radius);
    }
    for (int a = 0; a < 3; a++)
        c->inverse_inertia[a] = c->inertia[a] > 0.0f ? 1.0f / c->inertia[a] : 0.0f;
}

/* By a displacement along and a turn. */
static void shift(wf_collider *c, wf_vector along, wf_vector turn)
{
    const float w[3] = {turn.x, turn.y, turn.z};
    add_to(c->def.position, along);
    if (w[0] != 0.0f || w[1] != 0.0f || w[2] != 0.0f) {
        wf_turn_on(c->def.orientation, w, 1.0f);
        c->turned = true;
    }
    c->to = wf_pose_of(&c->def);
}

static wf_vector arm_of(const wf_collider *c, wf_vector place)
{
    return wf_minus(place, c->to.position);
}

/* How far the point of a body that is now at a place moved in the substep. */
static wf_vector way_of(const wf_collider *c, wf_vector place)
{
    return wf_minus(place, wf_pose_point(&c->from, wf_pose_seen(&c->to, place)));
}

static void limit(float v[3], float most)
{
    float length2 = v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
    if (!(length2 > most * most))
        return;
    float scale = most / sqrtf(length2);
    for (int a = 0; a < 3; a++)
        v[a] *= scale;
}

/* Without torque the angular momentum stays, whatever way the body turns. */
void wf_rigid_move(const weft_world *world, wf_collider *c, float h)
{
    weft_collider_def *d = &c->def;
    const float keep = 1.0f / (1.0f + h * d->damping);
    wf_vector spin = apply_tensor(&c->from, c->inertia, vector_of(d->angular_velocity));
    for (int a = 0; a < 3; a++)
        d->velocity[a] = keep * (d->velocity[a] + h * world->settings.gravity[a]);
    limit(d->velocity, world->settings.max_speed);
    shift(c, scaled(h, vector_of(d->velocity)), scaled(h, vector_of(d->angular_velocity)));
    spin = apply_tensor(&c->to, c->inverse_inertia, scaled(keep, spin));
    memcpy(d->angular_velocity, (const float[3]){spin.x, spin.y, spin.z},
           sizeof d->angular_velocity);
    limit(d->angular_velocity, WF_LIMIT_SPIN);
}

/* The turn from one pose to the next is small: its axis times its angle is half the skew part of
 * to from^T. */
void wf_rigid_follow(wf_collider *c, float h)
{
    wf_vector way = wf_minus(c->to.position, c->from.position), turn = {0.0f, 0.0f, 0.0f};
    for (int k = 0; k < 3; k++)
        turn = wf_along(turn, 0.5f, wf_cross(axis_of(&c->from, k), axis_of(&c->to, k)));
    float *v = c->def.velocity, *w = c->def.angular_velocity;
    memcpy(v, (const float[3]){way.x / h, way.y / h, way.z / h}, 3 * sizeof *v);
    memcpy(w, (const float[3]){turn.x / h, turn.y / h, turn.z / h}, 3 * sizeof *w);
    limit(w, WF_LIMIT_SPIN);
}

void wf_rigid_kick(wf_collider *c, wf_vector impulse, wf_vector moment)
{
    add_to(c->impulse, impulse);
    if (!wf_rigid_is_free(c))
        return;
    add_to(c->def.velocity, scaled(c->inverse_mass, impulse));
    add_to(c->def.angular_velocity, apply_tensor(&c->to, c->inverse_inertia, moment));
}

void wf_rigid_push(wf_collider *c, wf_vector push, wf_vector moment)
{
    if (wf_rigid_is_free(c))
        shift(c, scaled(c->inverse_mass, push), apply_tensor(&c->to, c->inverse_inertia, moment));
}

float wf_rigid_give(const wf_collider *c, wf_vector place, wf_vector n)
{
    if (!wf_rigid_is_free(c))
        return 0.0f;
    wf_vector turn = wf_cross(arm_of(c, place), n);
    return c->inverse_mass + wf_dot(turn, apply_tensor(&c->to, c->inverse_inertia, turn));
}

/* ------------------------------------------------------------------ what cloth asks */

void wf_pushes_begin(wf_pushes *s, const wf_collider *c)
{
    memset(s, 0, sizeof *s);
    for (int k = 0; k < 3; k++) {
        wf_vector unit = {k == 0, k == 1, k == 2}, row = apply_tensor(&c->to, c->inertia, unit);
        s->a[k][k] = (double)c->def.mass;
        s->a[3 + k][3] = (double)row.x;
        s->a[3 + k][4] = (double)row.y;
        s->a[3 + k][5] = (double)row.z;
    }
}

/* The part of a slip that friction takes away is the part of the body's way across that it passes on. */
static float stick_of(const wf_collider *c, wf_vector start, wf_vector at, wf_vector to,
                      wf_vector out)
{
    wf_vector way = wf_minus(to, at), left = wf_minus(wf_minus(to, start), way_of(c, to));
    way = wf_along(way, -wf_dot(way, out), out);
    left = wf_along(left, -wf_dot(left, out), out);
    float taken = sqrtf(wf_dot(way, way)), slip = sqrtf(wf_dot(left, left));
    return taken > 0.0f ? taken / (taken + slip) : 0.0f;
}

void wf_pushes_add(wf_pushes *s, const wf_collider *c, wf_vector start, wf_vector at, wf_vector to,
                   wf_vector lift, wf_vector out, float mass)
{
    const float stick = stick_of(c, start, at, to, out);
    const wf_vector arm = arm_of(c, to), way = wf_minus(to, at), fast = wf_minus(way, lift);
    wf_vector by[6], passed[6]; /* the surface's way for a unit of each unknown, and P of it */
    for (int k = 0; k < 6; k++) {
        wf_vector unit = {k % 3 == 0, k % 3 == 1, k % 3 == 2};
        by[k] = k < 3 ? unit : wf_cross(unit, arm);
        passed[k] = wf_along(scaled(stick, by[k]), (1.0f - stick) * wf_dot(by[k], out), out);
    }
    for (int k = 0; k < 6; k++) {
        s->b[WF_WAY][k] -= (double)mass * (double)wf_dot(by[k], way);
        s->b[WF_SPEED][k] -= (double)mass * (double)wf_dot(by[k], fast);
        for (int l = 0; l <= k; l++)
            s->a[k][l] += (double)mass * (double)wf_dot(by[k], passed[l]);
    }
}

/* Cholesky's method, on the lower half; sqrt is exact everywhere. */
static void factor(double a[6][6])
{
    for (int k = 0; k < 6; k++)
        for (int l = 0; l <= k; l++) {
            double sum = a[k][l];
            for (int i = 0; i < l; i++)
                sum -= a[k][i] * a[l][i];
            a[k][l] = l < k ? sum / a[l][l] : sqrt(sum > 0.0 ? sum : 1e-30);
        }
}

static void solve(double a[6][6], double u[6])
{
    for (int k = 0; k < 6; k++) {
        for (int i = 0; i < k; i++)
            u[k] -= a[k][i] * u[i];
        u[k] /= a[k][k];
    }
    for (int k = 5; k >= 0; k--) {
        for (int i = k + 1; i < 6; i++)
            u[k] -= a[i][k] * u[i];
        u[k] /= a[k][k];
    }
}

void wf_pushes_apply(wf_pushes *s, wf_collider *c)
{
    const double *u = s->b[WF_WAY];
    factor(s->a);
    solve(s->a, s->b[WF_WAY]);
    solve(s->a, s->b[WF_SPEED]);
    shift(c, (wf_vector){(float)u[0], (float)u[1], (float)u[2]},
          (wf_vector){(float)u[3], (float)u[4], (float)u[5]});
}

/* ------------------------------------------------------------------ contacts of bodies */

/* What a body feels other colliders with: a point that is `round` thick, in its own axes. A sphere's is its
 * middle, a capsule's are its ends and what of its line is deepest, a box's its corners and its edges. */
typedef struct feeler {
    wf_vector from, to; /* the same for a point */
} feeler;

enum { FEELERS_MAX = 20, ROUNDS = 4, BOUNCES_MAX = 64, WAY_STEPS_MAX = 16, DEEPEST_STEPS = 8 };

static int feelers_of(const weft_collider_def *d, feeler f[FEELERS_MAX])
{
    const wf_vector h = {d->half[0], d->half[1], d->half[2]};
    int count = 0;
    if (d->shape == WEFT_SPHERE) {
        f[count++] = (feeler){{0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f}};
    } else if (d->shape == WEFT_CAPSULE) {
        wf_vector low = {0.0f, -h.y, 0.0f}, high = {0.0f, h.y, 0.0f};
        f[count++] = (feeler){low, low};
        f[count++] = (feeler){high, high};
        f[count++] = (feeler){low, high};
    } else {
        wf_vector corner[8];
        for (int i = 0; i < 8; i++) {
            corner[i] = (wf_vector){i & 1 ? h.x : -h.x, i & 2 ? h.y : -h.y, i & 4 ? h.z : -h.z};
            f[count++] = (feeler){corner[i], corner[i]};
        }
        for (int i = 0; i < 8; i++)
            for (int bit = 1; bit < 8; bit *= 2)
                if (!(i & bit))
                    f[count++] = (feeler){corner[i], corner[i | bit]};
    }
    return count;
}

typedef struct bounce {
    wf_touch touch;
    float wanted; /* speed along its way out, m/s */
} bounce;

typedef struct bounces {
    bounce list[BOUNCES_MAX];
    int count;
    float rest_speed, h;
} bounces;

/* Where a point fixed to a pose's collider is seen from another collider's middle, in its axes. */
static wf_vector seen(const wf_collider *b, const wf_pose *from_b, const wf_pose *from_a,
                      wf_vector own)
{
    return wf_to_shape(b->def.shape, from_b,
                       wf_minus(wf_pose_point(from_a, own), from_b->position));
}

/* The part of a feeler's line that is deepest in the (convex) core, 0 to 1: as for triangles, forth and
 * back between nearest points. */
static float deepest_part(const wf_collider *b, const wf_solid *solid, wf_vector from, wf_vector to)
{
    const wf_vector line[3] = {from, to, from};
    wf_spot s = wf_nearest_on_side(line, 0, (wf_vector){0.0f, 0.0f, 0.0f});
    wf_look look = wf_look_at(b->def.shape, solid, s.point);
    for (int i = 0; i < DEEPEST_STEPS; i++) {
        float inwards = look.distance > 0.0f ? look.distance : b->def.radius;
        wf_spot next = wf_nearest_on_side(line, 0, wf_along(s.point, -inwards, look.out));
        wf_look there = wf_look_at(b->def.shape, solid, next.point);
        if (!(there.distance < look.distance))
            break;
        s = next;
        look = there;
    }
    return s.part[1];
}

enum { HALVINGS = 12 };

/* Where on its way a point comes into a shape, between two parts of the way: outside and inside. */
static wf_look meet(weft_shape shape, const wf_solid *solid, float offset, wf_vector start,
                    wf_vector way, float outside, float inside, wf_vector *at)
{
    for (int i = 0; i < HALVINGS; i++) {
        float middle = 0.5f * (outside + inside);
        bool in = wf_look_at(shape, solid, wf_along(start, middle, way)).distance < offset;
        outside = in ? outside : middle;
        inside = in ? middle : inside;
    }
    *at = wf_along(start, inside, way);
    return wf_look_at(shape, solid, *at);
}

/* Whether a feeler of t->a, moving from its place at the substep's start to where it is, is in t->b, or
 * was on its way. Sets place, out, depth and sunk. */
static bool feel(wf_touch *t, const wf_solid *solid, const feeler *f, float round)
{
    const wf_collider *a = t->a, *b = t->b;
    wf_vector own = f->from, side = wf_minus(f->to, f->from);
    if (wf_dot(side, side) > 0.0f)
        own = wf_along(own,
                       deepest_part(b, solid, seen(b, &b->to, &a->to, f->from),
                                    seen(b, &b->to, &a->to, f->to)),
                       side);
    const float offset = round + solid->round;
    wf_vector start = seen(b, &b->from, &a->from, own), end = seen(b, &b->to, &a->to, own);
    wf_vector way = wf_minus(end, start);
    float quick = 0.5f * (round + wf_collider_inner(b)), length = sqrtf(wf_dot(way, way));
    int steps = b->def.shape != WEFT_PLANE && length > quick
                    ? (int)fminf(ceilf(length / quick), (float)WAY_STEPS_MAX)
                    : 1;
    float before = offset - wf_look_at(b->def.shape, solid, start).distance;
    for (int i = 1; i <= steps; i++) {
        wf_vector at = i < steps ? wf_along(start, (float)i / (float)steps, way) : end;
        wf_look look = wf_look_at(b->def.shape, solid, at);
        if (!(look.distance < offset))
            continue;
        if (steps > 1 && before < 0.0f)
            look = meet(b->def.shape, solid, offset, start, way, (float)(i - 1) / (float)steps,
                        (float)i / (float)steps, &at);
        t->depth = wf_dot(wf_minus(at, end), look.out) + offset - look.distance;
        t->sunk = fmaxf(fminf(before, t->depth), 0.0f);
        t->out = wf_to_world(b->def.shape, &b->to, look.out);
        t->place = wf_along(wf_pose_point(&a->to, own), -round, t->out);
        return t->depth > 0.0f;
    }
    return false;
}

/* Moves a body as a push of kg m at a place would, and gives it `impulse`, N s. */
static void push_at(wf_collider *c, wf_vector place, wf_vector push, wf_vector impulse)
{
    wf_vector arm = arm_of(c, place);
    wf_rigid_kick(c, impulse, wf_cross(arm, impulse));
    wf_rigid_push(c, push, wf_cross(arm, push));
}

static void push_apart(const wf_touch *t, wf_vector push, wf_vector impulse)
{
    push_at(t->a, t->place, push, impulse);
    push_at(t->b, t->place, scaled(-1.0f, push), scaled(-1.0f, impulse));
}

static wf_vector speed_at(const wf_collider *c, wf_vector place, float h)
{
    if (!wf_rigid_is_free(c))
        return scaled(1.0f / h, way_of(c, place));
    wf_vector turning = wf_cross(vector_of(c->def.angular_velocity), arm_of(c, place));
    return wf_along(turning, 1.0f, vector_of(c->def.velocity));
}

/* Along the way out: negative where they come nearer. */
static float parting_speed(const wf_touch *t, float h)
{
    return wf_dot(wf_minus(speed_at(t->a, t->place, h), speed_at(t->b, t->place, h)), t->out);
}

void wf_rigid_resolve(const wf_touch *t, float h)
{
    float give = wf_rigid_give(t->a, t->place, t->out) + wf_rigid_give(t->b, t->place, t->out);
    float push = t->depth / give, kick = (t->depth - t->sunk) / give;
    push_apart(t, scaled(push, t->out), scaled(kick / h, t->out));
    wf_vector slip = wf_minus(way_of(t->a, t->place), way_of(t->b, t->place));
    slip = wf_along(slip, -wf_dot(slip, t->out), t->out);
    float length = sqrtf(wf_dot(slip, slip));
    if (!(length > 0.0f))
        return;
    wf_vector along = scaled(-1.0f / length, slip);
    give = wf_rigid_give(t->a, t->place, along) + wf_rigid_give(t->b, t->place, along);
    float hold = fminf(length / give, t->friction * kick);
    push_apart(t, scaled(hold, along), scaled(hold / h, along));
}

/* All feelers of a against b. In the first round, what comes fast is noted, to rebound. */
static void feel_all(wf_collider *a, wf_collider *b, bounces *rebound)
{
    feeler f[FEELERS_MAX];
    wf_touch t = {.a = a, .b = b};
    const wf_solid solid = wf_collider_solid(b);
    const float round = a->def.shape == WEFT_BOX ? 0.0f : a->def.radius;
    int count = feelers_of(&a->def, f);
    t.friction = sqrtf(a->def.friction * b->def.friction);
    t.restitution = fmaxf(a->def.restitution, b->def.restitution);
    for (int i = 0; i < count; i++) {
        if (!feel(&t, &solid, &f[i], round))
            continue;
        float speed = parting_speed(&t, rebound->h);
        if (t.restitution > 0.0f && speed < -rebound->rest_speed && rebound->count < BOUNCES_MAX)
            rebound->list[rebound->count++] = (bounce){t, -t.restitution * speed};
        wf_rigid_resolve(&t, rebound->h);
    }
}

static float reach(const wf_collider *c)
{
    return wf_core_reach(&c->def) + wf_collider_solid(c).round;
}

static bool apart(const wf_collider *a, const wf_collider *b)
{
    if (a->def.shape == WEFT_PLANE || b->def.shape == WEFT_PLANE)
        return false;
    wf_vector d = wf_minus(a->to.position, b->to.position),
              moved = wf_minus(wf_minus(a->to.position, a->from.position),
                               wf_minus(b->to.position, b->from.position));
    float room = reach(a) + reach(b) + sqrtf(wf_dot(moved, moved));
    return wf_dot(d, d) > room * room;
}

/* A sphere's middle says all about it; else both feel for each other, as far as they have feelers. */
static void collide_pair(wf_collider *a, wf_collider *b, bounces *rebound)
{
    bool free_a = wf_rigid_is_free(a), free_b = wf_rigid_is_free(b);
    if (!(free_a || free_b) || apart(a, b))
        return;
    bool round_a = a->def.shape == WEFT_SPHERE, round_b = b->def.shape == WEFT_SPHERE;
    if (a->inverse_mass > 0.0f && (round_a || !round_b))
        feel_all(a, b, rebound);
    if (b->inverse_mass > 0.0f && !round_a)
        feel_all(b, a, rebound);
}

/* A speed along the way out that is less than wanted becomes that. */
static void rebound_all(const bounces *rebound)
{
    for (int i = 0; i < rebound->count; i++) {
        const wf_touch *t = &rebound->list[i].touch;
        float lacking = rebound->list[i].wanted - parting_speed(t, rebound->h);
        float give = wf_rigid_give(t->a, t->place, t->out) + wf_rigid_give(t->b, t->place, t->out);
        if (lacking > 0.0f)
            push_apart(t, (wf_vector){0.0f, 0.0f, 0.0f}, scaled(lacking / give, t->out));
    }
}

void wf_rigid_collide(weft_world *world, const wf_substep *substep)
{
    const int count = world->def.max_colliders;
    bounces rebound = {.h = substep->h,
                       .rest_speed = 2.0f * substep->h * wf_gravity(world) + 1e-6f};
    bool any = false;
    for (int i = 0; i < count; i++)
        any = any || (world->colliders[i].alive && wf_rigid_is_free(&world->colliders[i]));
    for (int round = 0; any && round < ROUNDS; round++)
        for (int i = 0; i < count; i++)
            for (int j = 0; j < i; j++)
                if (world->colliders[i].alive && world->colliders[j].alive)
                    collide_pair(&world->colliders[i], &world->colliders[j], &rebound);
    rebound_all(&rebound);
}
