/* Colliders: the pool, the checks, and how they move. A pose changes here and nowhere else: between
 * steps by hand, in a step by wf_colliders_move. Turns use +, *, / and sqrt only. */
#include "rigid.h"

#include <string.h>

weft_collider_def weft_default_collider_def(void)
{
    return (weft_collider_def){.shape = WEFT_PLANE,
                               .orientation = {0.0f, 0.0f, 0.0f, 1.0f},
                               .normal = {0.0f, 1.0f, 0.0f},
                               .radius = 0.25f,
                               .radius_top = 0.25f,
                               .half = {0.25f, 0.25f, 0.25f},
                               .friction = 0.4f,
                               .kinetic = 1.0f,
                               .damping = 0.1f,
                               .cells = 64};
}

/* ------------------------------------------------------------------ checks */

#define SIZE_MIN 1e-4f
#define SIZE_MAX_M 1e4f
#define BODY_MAX 1e3f  /* m */
#define MASS_MIN 1e-4f /* kg */
#define MASS_MAX 1e6f
enum { TRIANGLES_MAX = 1 << 22 };

static bool is_size(float value)
{
    return wf_in_range(value, SIZE_MIN, SIZE_MAX_M);
}

static bool is_unit(const float *values, int count)
{
    float sum = 0.0f;
    for (int i = 0; i < count; i++)
        sum += values[i] * values[i];
    return wf_in_range(sum, 0.999f, 1.001f);
}

/* Of its extent wf_field_create judges. */
static bool body_valid(const weft_collider_def *d)
{
    if (!d->positions || d->position_count < 4 || d->position_count > TRIANGLES_MAX ||
        !d->triangles || d->triangle_count < 4 || d->triangle_count > TRIANGLES_MAX ||
        d->cells < 8 || d->cells > 256 || !wf_within(d->positions, 3 * d->position_count, BODY_MAX))
        return false;
    for (int i = 0; i < 3 * d->triangle_count; i++)
        if (d->triangles[i] >= (uint32_t)d->position_count)
            return false;
    return true;
}

static bool shape_valid(const weft_collider_def *d)
{
    switch (d->shape) {
    case WEFT_PLANE:
        return is_unit(d->normal, 3);
    case WEFT_SPHERE:
        return is_size(d->radius);
    case WEFT_CAPSULE:
        return is_size(d->radius) && is_size(d->half[1]);
    case WEFT_BOX:
        return is_size(d->half[0]) && is_size(d->half[1]) && is_size(d->half[2]);
    case WEFT_FRUSTUM:
        return wf_in_range(d->radius, 0.0f, SIZE_MAX_M) &&
               wf_in_range(d->radius_top, 0.0f, SIZE_MAX_M) && is_size(d->half[1]) &&
               (is_size(d->radius) || is_size(d->radius_top));
    case WEFT_BODY:
        return body_valid(d);
    default:
        return false;
    }
}

/* A mass too small to hold it would have no inverse. */
static bool mass_valid(const weft_collider_def *d)
{
    bool shape = d->shape == WEFT_SPHERE || d->shape == WEFT_CAPSULE || d->shape == WEFT_BOX;
    return wf_in_range(d->damping, 0.0f, 1000.0f) &&
           (d->mass == 0.0f || (shape && wf_in_range(d->mass, MASS_MIN, MASS_MAX)));
}

static bool collider_def_valid(const weft_collider_def *d)
{
    return shape_valid(d) && mass_valid(d) && wf_within(d->position, 3, WF_LIMIT_POSITION) &&
           is_unit(d->orientation, 4) && wf_within(d->velocity, 3, WF_LIMIT_SPEED) &&
           wf_within(d->angular_velocity, 3, WF_LIMIT_SPIN) &&
           wf_in_range(d->friction, 0.0f, 10.0f) && wf_in_range(d->kinetic, 0.0f, 1.0f) &&
           wf_in_range(d->restitution, 0.0f, 1.0f);
}

/* ------------------------------------------------------------------ turns */

static void normalise(float q[4])
{
    float norm = sqrtf(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    for (int i = 0; i < 4; i++)
        q[i] /= norm;
}

/* Part t of the turn from a to b, the shorter way round. */
static void blend_turns(const float a[4], const float b[4], float t, float to[4])
{
    float cosine = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
    float sign = cosine < 0.0f ? -1.0f : 1.0f;
    for (int i = 0; i < 4; i++)
        to[i] = a[i] + t * (sign * b[i] - a[i]);
    normalise(to);
}

/* dq/dt = w q / 2, w in the world's axes. */
void wf_turn_on(float q[4], const float w[3], float h)
{
    float x = 0.5f * h * w[0], y = 0.5f * h * w[1], z = 0.5f * h * w[2];
    float d[4] = {x * q[3] + y * q[2] - z * q[1], y * q[3] + z * q[0] - x * q[2],
                  z * q[3] + x * q[1] - y * q[0], -x * q[0] - y * q[1] - z * q[2]};
    for (int i = 0; i < 4; i++)
        q[i] += d[i];
    normalise(q);
}

/* The turn that takes Y to a unit normal n, its columns beside the second being any (Duff et al. 2017). */
static void turn_to(const float n[3], float turn[3][3])
{
    float sign = n[1] < 0.0f ? -1.0f : 1.0f, a = -1.0f / (sign + n[1]), b = n[0] * n[2] * a;
    const float columns[3][3] = {{1.0f + sign * n[0] * n[0] * a, -sign * n[0], sign * b},
                                 {n[0], n[1], n[2]},
                                 {sign * b, -sign * n[2], 1.0f + sign * n[2] * n[2] * a}};
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            turn[i][k] = columns[k][i];
}

wf_pose wf_pose_of(const weft_collider_def *d)
{
    const float *q = d->orientation;
    float x = q[0], y = q[1], z = q[2], w = q[3], own[3][3];
    wf_pose pose = {{d->position[0], d->position[1], d->position[2]},
                    {{1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)},
                     {2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)},
                     {2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)}}};
    if (d->shape != WEFT_PLANE)
        return pose;
    turn_to(d->normal, own);
    for (int i = 0; i < 3; i++) {
        float *t = pose.turn[i], row[3] = {t[0], t[1], t[2]};
        for (int k = 0; k < 3; k++)
            t[k] = row[0] * own[0][k] + row[1] * own[1][k] + row[2] * own[2][k];
    }
    return pose;
}

wf_vector wf_pose_point(const wf_pose *pose, wf_vector own)
{
    const float(*t)[3] = pose->turn;
    return (wf_vector){pose->position.x + t[0][0] * own.x + t[0][1] * own.y + t[0][2] * own.z,
                       pose->position.y + t[1][0] * own.x + t[1][1] * own.y + t[1][2] * own.z,
                       pose->position.z + t[2][0] * own.x + t[2][1] * own.y + t[2][2] * own.z};
}

wf_vector wf_pose_seen(const wf_pose *pose, wf_vector point)
{
    const float(*t)[3] = pose->turn;
    wf_vector d = wf_minus(point, pose->position);
    return (wf_vector){t[0][0] * d.x + t[1][0] * d.y + t[2][0] * d.z,
                       t[0][1] * d.x + t[1][1] * d.y + t[2][1] * d.z,
                       t[0][2] * d.x + t[1][2] * d.y + t[2][2] * d.z};
}

/* ------------------------------------------------------------------ moving */

static void begin_step(wf_collider *c)
{
    memcpy(c->start_position, c->def.position, sizeof c->start_position);
    memcpy(c->start_orientation, c->def.orientation, sizeof c->start_orientation);
    memset(c->impulse, 0, sizeof c->impulse);
}

static void move_to_target(wf_collider *c, float t)
{
    for (int i = 0; i < 3; i++)
        c->def.position[i] =
            c->start_position[i] + t * (c->target_position[i] - c->start_position[i]);
    blend_turns(c->start_orientation, c->target_orientation, t, c->def.orientation);
    if (t < 1.0f)
        return;
    memcpy(c->def.position, c->target_position, sizeof c->target_position);
    memcpy(c->def.orientation, c->target_orientation, sizeof c->target_orientation);
    c->targeted = false;
}

static void move_on(wf_collider *c, float h)
{
    const float *w = c->def.angular_velocity;
    for (int i = 0; i < 3; i++)
        c->def.position[i] += h * c->def.velocity[i];
    if (w[0] != 0.0f || w[1] != 0.0f || w[2] != 0.0f)
        wf_turn_on(c->def.orientation, w, h);
}

static void move(const weft_world *world, wf_collider *c, const wf_substep *substep)
{
    float before[4];
    c->from = c->to = wf_pose_of(&c->def);
    c->turned = false;
    c->led = c->targeted;
    memcpy(before, c->def.orientation, sizeof before);
    if (wf_rigid_is_free(c))
        wf_rigid_move(world, c, substep->h);
    else if (c->targeted)
        move_to_target(c, (float)(substep->number + 1) / (float)substep->count);
    else
        move_on(c, substep->h);
    c->to = wf_pose_of(&c->def);
    c->turned = memcmp(before, c->def.orientation, sizeof before) != 0;
    if (c->led && c->inverse_mass > 0.0f)
        wf_rigid_follow(c, substep->h);
}

void wf_colliders_move(weft_world *world, const wf_substep *substep)
{
    for (int i = 0; i < world->def.max_colliders; i++) {
        wf_collider *c = &world->colliders[i];
        if (!c->alive)
            continue;
        if (substep->number == 0)
            begin_step(c);
        move(world, c, substep);
    }
    wf_rigid_collide(world, substep);
}

/* ------------------------------------------------------------------ the pool */

weft_result weft_collider_create(weft_world *world, const weft_collider_def *def,
                                 weft_collider_id *collider)
{
    if (!world || !def || !collider || !collider_def_valid(def))
        return WEFT_ERROR_ARGUMENT;
    if (world->stepping)
        return WEFT_ERROR_BUSY;
    for (int i = 0; i < world->def.max_colliders; i++) {
        wf_collider *c = &world->colliders[i];
        if (c->alive)
            continue;
        if (def->mass > 0.0f && !world->loads)
            world->loads = wf_allocate(world, 1, sizeof *world->loads, NULL);
        if (def->mass > 0.0f && !world->loads)
            return WEFT_ERROR_MEMORY;
        wf_collider new = {.generation = c->generation + 1, .alive = true, .def = *def};
        if (def->shape == WEFT_BODY) {
            weft_result result = wf_field_create(world, def, &new.field, new.def.half);
            if (result != WEFT_OK)
                return result;
        }
        new.def.positions = NULL;
        new.def.triangles = NULL;
        normalise(new.def.orientation);
        wf_rigid_set_mass(&new);
        *c = new;
        *collider = (weft_collider_id){(uint32_t)i + 1, c->generation};
        return WEFT_OK;
    }
    return WEFT_ERROR_LIMIT;
}

wf_collider *wf_collider_find(const weft_world *world, weft_collider_id id)
{
    if (!world || id.index == 0 || id.index > (uint32_t)world->def.max_colliders)
        return NULL;
    wf_collider *c = &world->colliders[id.index - 1];
    return c->alive && c->generation == id.generation ? c : NULL;
}

/* The checks that every change of a collider starts with. */
static weft_result collider_to_change(weft_world *world, weft_collider_id id, wf_collider **c)
{
    if (!world)
        return WEFT_ERROR_ARGUMENT;
    if (world->stepping)
        return WEFT_ERROR_BUSY;
    *c = wf_collider_find(world, id);
    return *c ? WEFT_OK : WEFT_ERROR_ID;
}

void wf_collider_free(weft_world *world, wf_collider *c)
{
    wf_release(world, (float *)c->field.distance);
    c->field.distance = NULL;
    c->alive = false;
}

weft_result weft_collider_destroy(weft_world *world, weft_collider_id id)
{
    wf_collider *c;
    weft_result result = collider_to_change(world, id, &c);
    if (result != WEFT_OK)
        return result;
    wf_attachments_drop(world, c);
    wf_collider_free(world, c);
    return WEFT_OK;
}

weft_result weft_collider_get(const weft_world *world, weft_collider_id id, weft_collider_def *def)
{
    if (!world || !def)
        return WEFT_ERROR_ARGUMENT;
    const wf_collider *c = wf_collider_find(world, id);
    if (!c)
        return WEFT_ERROR_ID;
    *def = c->def;
    return WEFT_OK;
}

weft_result weft_collider_get_force(const weft_world *world, weft_collider_id id, float force[3])
{
    if (!world || !force)
        return WEFT_ERROR_ARGUMENT;
    const wf_collider *c = wf_collider_find(world, id);
    if (!c)
        return WEFT_ERROR_ID;
    for (int a = 0; a < 3; a++)
        force[a] = world->dt > 0.0f ? c->impulse[a] / world->dt : 0.0f;
    return WEFT_OK;
}

static bool pose_valid(const float position[3], const float orientation[4])
{
    return position && wf_within(position, 3, WF_LIMIT_POSITION) &&
           (!orientation || is_unit(orientation, 4));
}

static void rest(wf_collider *c)
{
    memset(c->def.velocity, 0, sizeof c->def.velocity);
    memset(c->def.angular_velocity, 0, sizeof c->def.angular_velocity);
    c->targeted = false;
}

/* What both ways to give it a pose start with; it rests then. */
static weft_result pose_to_change(weft_world *world, weft_collider_id id, const float position[3],
                                  const float orientation[4], wf_collider **c)
{
    if (!pose_valid(position, orientation))
        return WEFT_ERROR_ARGUMENT;
    weft_result result = collider_to_change(world, id, c);
    if (result == WEFT_OK)
        rest(*c);
    return result;
}

weft_result weft_collider_set_pose(weft_world *world, weft_collider_id id, const float position[3],
                                   const float orientation[4])
{
    wf_collider *c;
    weft_result result = pose_to_change(world, id, position, orientation, &c);
    if (result != WEFT_OK)
        return result;
    memcpy(c->def.position, position, sizeof c->def.position);
    if (orientation) {
        memcpy(c->def.orientation, orientation, sizeof c->def.orientation);
        normalise(c->def.orientation);
    }
    return WEFT_OK;
}

weft_result weft_collider_set_target(weft_world *world, weft_collider_id id,
                                     const float position[3], const float orientation[4])
{
    wf_collider *c;
    weft_result result = pose_to_change(world, id, position, orientation, &c);
    if (result != WEFT_OK)
        return result;
    c->targeted = true;
    memcpy(c->target_position, position, sizeof c->target_position);
    memcpy(c->target_orientation, orientation ? orientation : c->def.orientation,
           sizeof c->target_orientation);
    if (orientation)
        normalise(c->target_orientation);
    return WEFT_OK;
}

weft_result weft_collider_set_velocity(weft_world *world, weft_collider_id id,
                                       const float velocity[3], const float angular_velocity[3])
{
    wf_collider *c;
    if (!world || !velocity || !angular_velocity || !wf_within(velocity, 3, WF_LIMIT_SPEED) ||
        !wf_within(angular_velocity, 3, WF_LIMIT_SPIN))
        return WEFT_ERROR_ARGUMENT;
    weft_result result = collider_to_change(world, id, &c);
    if (result != WEFT_OK)
        return result;
    rest(c);
    memcpy(c->def.velocity, velocity, sizeof c->def.velocity);
    memcpy(c->def.angular_velocity, angular_velocity, sizeof c->def.angular_velocity);
    return WEFT_OK;
}

weft_collider_id weft_world_collider(const weft_world *world, int number)
{
    for (int i = 0; world && i < world->def.max_colliders; i++)
        if (world->colliders[i].alive && number-- == 0)
            return (weft_collider_id){(uint32_t)i + 1, world->colliders[i].generation};
    return (weft_collider_id){0, 0};
}

/* ------------------------------------------------------------------ queries */

wf_solid wf_collider_solid(const wf_collider *c)
{
    const weft_collider_def *d = &c->def;
    bool round = d->shape == WEFT_SPHERE || d->shape == WEFT_CAPSULE;
    float side_x = d->radius_top - d->radius, side_y = 2.0f * d->half[1];
    float length = sqrtf(side_x * side_x + side_y * side_y);
    return (wf_solid){.half = {d->half[0], d->half[1], d->half[2]},
                      .low = d->radius,
                      .high = d->radius_top,
                      .slant_x = side_y / length,
                      .slant_y = -side_x / length,
                      .inverse_side2 = 1.0f / (length * length),
                      .round = round ? d->radius : 0.0f,
                      .field = c->field};
}

float wf_core_reach(const weft_collider_def *d)
{
    wf_vector half = {d->half[0], d->half[1], d->half[2]};
    float widest = fmaxf(d->radius, d->radius_top);
    switch (d->shape) {
    case WEFT_CAPSULE:
        return half.y;
    case WEFT_BOX:
    case WEFT_BODY:
        return sqrtf(wf_dot(half, half));
    case WEFT_FRUSTUM:
        return sqrtf(half.y * half.y + widest * widest);
    default:
        return 0.0f;
    }
}

float wf_collider_inner(const wf_collider *c)
{
    const weft_collider_def *d = &c->def;
    switch (d->shape) {
    case WEFT_BODY:
        return c->field.cell; /* what is thinner is hardly there */
    case WEFT_BOX:
        return fminf(d->half[0], fminf(d->half[1], d->half[2]));
    case WEFT_FRUSTUM:
        return fminf(d->half[1], fminf(d->radius, d->radius_top));
    default:
        return d->radius;
    }
}

static wf_look look_from(const weft_collider_def *def, const wf_solid *solid, const wf_pose *pose,
                         wf_vector p)
{
    wf_vector d = wf_to_shape(def->shape, pose, wf_minus(p, pose->position));
    wf_look look = wf_look_at(def->shape, solid, d);
    look.distance -= solid->round;
    look.out = wf_to_world(def->shape, pose, look.out);
    return look;
}

float wf_collider_depth(const wf_collider *c, const double point[3])
{
    wf_solid solid = wf_collider_solid(c);
    wf_pose pose = wf_pose_of(&c->def);
    wf_vector p = {(float)point[0], (float)point[1], (float)point[2]};
    return -look_from(&c->def, &solid, &pose, p).distance;
}

enum { RAY_STEPS = 64, BODY_RAY_STEPS = 512 };
#define RAY_GAP 1e-5f /* of the ray's length so far, at least this many m: near enough */

/* Newton's steps, which from outside never go too far (see kernels_contact.c); to a body no further than
 * its distance (sphere tracing, Hart 1996). */
bool weft_collider_raycast(const weft_world *world, weft_collider_id id, const float origin[3],
                           const float direction[3], float *distance)
{
    const wf_collider *c = wf_collider_find(world, id);
    if (!c || !origin || !direction || !distance || !wf_within(origin, 3, WF_LIMIT_POSITION) ||
        !wf_finite(direction, 3))
        return false;
    wf_vector from = {origin[0], origin[1], origin[2]},
              way = {direction[0], direction[1], direction[2]};
    float length = sqrtf(wf_dot(way, way)), t = 0.0f;
    if (!(length > 0.0f) || length == INFINITY)
        return false;
    way = (wf_vector){way.x / length, way.y / length, way.z / length};
    wf_solid solid = wf_collider_solid(c);
    wf_pose pose = wf_pose_of(&c->def);
    bool body = c->def.shape == WEFT_BODY;
    for (int i = 0; i < (body ? BODY_RAY_STEPS : RAY_STEPS); i++) {
        wf_look look = look_from(&c->def, &solid, &pose, wf_along(from, t, way));
        float slope = wf_dot(look.out, way);
        if (look.distance <= RAY_GAP * (1.0f + t)) {
            *distance = t;
            return slope < 0.0f;
        }
        if (slope >= 0.0f && !body)
            return false;
        t += body ? look.distance : -look.distance / slope;
        if (t > 4.0f * WF_LIMIT_POSITION)
            return false;
    }
    return false;
}
