/* What is solid: the colliders of the world as they are shown, and the hand on them. A body is all of a scene's
 * solid objects that share a number, or one ball that was thrown, and moves in the hand as one, without turning.
 * Its point follows the target as cloth's does (session_grab.c), but not so low that the body would go into the
 * floor. The library sweeps the colliders there over the substeps, so that cloth is pushed and carried along. */
#include "session_internal.h"
#include "text.h"

#include <math.h>
#include <string.h>

static bool collider_def(const struct session *session, int number, weft_collider_def *def)
{
    return number < SESSION_SOLIDS_MAX &&
           weft_collider_get(session->world, weft_world_collider(session->world, number), def) ==
               WEFT_OK;
}

static int body_of(const struct session *session, int collider)
{
    const struct scene_object *object = scene_collider(session->scene, collider);
    return object ? object->body : SESSION_SHOT_BODY + collider;
}

/* How far one of its own axes reaches down, for a unit of it. */
static void downwards(const float q[4], float down[3])
{
    down[0] = fabsf(2.0f * (q[0] * q[1] + q[2] * q[3]));
    down[1] = fabsf(1.0f - 2.0f * (q[0] * q[0] + q[2] * q[2]));
    down[2] = fabsf(2.0f * (q[1] * q[2] - q[0] * q[3]));
}

/* The lowest point of a collider, m. */
static float lowest(const weft_collider_def *def)
{
    float down[3], y = def->position[1];
    downwards(def->orientation, down);
    switch (def->shape) {
    case WEFT_SPHERE:
        return y - def->radius;
    case WEFT_CAPSULE:
        return y - down[1] * def->half[1] - def->radius;
    case WEFT_FRUSTUM:
        return y - down[1] * def->half[1] -
               sqrtf(fmaxf(0.0f, 1.0f - down[1] * down[1])) * fmaxf(def->radius, def->radius_top);
    default:
        return y - down[0] * def->half[0] - down[1] * def->half[1] - down[2] * def->half[2];
    }
}

bool body_begin(struct session *session, const struct command *command, char *error, size_t size)
{
    weft_collider_def def;
    if (!collider_def(session, command->index, &def))
        return text_error(error, size, "take: there is no collider %d", command->index);
    int body = body_of(session, command->index);
    if (body == 0)
        return text_error(error, size, "take: collider %d cannot be moved", command->index);
    grab_end(session, false); /* a hand holds one thing */
    struct session_grab *grab = &session->grab.state;
    grab->active = true;
    grab->body = body;
    memcpy(grab->point, command->point, sizeof grab->point);
    memcpy(grab->target, command->point, sizeof grab->target);
    float foot = INFINITY;
    for (int i = 0; collider_def(session, i, &def); i++) {
        for (int axis = 0; axis < 3; axis++)
            session->grab.body_offset[i][axis] = def.position[axis] - grab->point[axis];
        if (body_of(session, i) == body)
            foot = fminf(foot, lowest(&def));
    }
    session->grab.above = grab->point[1] - foot;
    return true;
}

void body_tick(struct session *session, float dt)
{
    struct session_grab *grab = &session->grab.state;
    float target[3] = {grab->target[0], fmaxf(grab->target[1], session->grab.above),
                       grab->target[2]};
    move_towards(grab->point, target, SESSION_GRAB_SPEED * dt);
    weft_collider_def def;
    for (int i = 0; collider_def(session, i, &def); i++) {
        const float *offset = session->grab.body_offset[i];
        float place[3];
        for (int axis = 0; axis < 3; axis++)
            place[axis] = grab->point[axis] + offset[axis];
        if (body_of(session, i) == grab->body)
            weft_collider_set_target(session->world, weft_world_collider(session->world, i), place,
                                     NULL);
    }
}

/* --- what is shown --------------------------------------------------------------------------- */

void body_keep_previous(struct session *session)
{
    weft_collider_def def;
    session->previous_solids = 0;
    for (int i = 0; collider_def(session, i, &def); i++) {
        session->previous_solids++;
        memcpy(session->previous_solid[i].position, def.position, sizeof def.position);
        memcpy(session->previous_solid[i].orientation, def.orientation, sizeof def.orientation);
    }
}

/* Part of the way from one pose to another, turning the shorter way round. */
static void blend_pose(const struct session_pose *from, float part, float position[3],
                       float orientation[4])
{
    float cosine = 0.0f, norm2 = 0.0f;
    for (int i = 0; i < 4; i++)
        cosine += from->orientation[i] * orientation[i];
    for (int i = 0; i < 3; i++)
        position[i] = from->position[i] + part * (position[i] - from->position[i]);
    for (int i = 0; i < 4; i++) {
        float start = cosine < 0.0f ? -from->orientation[i] : from->orientation[i];
        orientation[i] = start + part * (orientation[i] - start);
        norm2 += orientation[i] * orientation[i];
    }
    for (int i = 0; i < 4; i++)
        orientation[i] /= sqrtf(norm2);
}

bool session_get_solid(const struct session *session, int collider, float alpha,
                       struct session_solid *solid)
{
    if (!collider_def(session, collider, &solid->def))
        return false;
    solid->body = body_of(session, collider);
    solid->object = scene_collider(session->scene, collider);
    if (session->has_previous && alpha < 1.0f && collider < session->previous_solids)
        blend_pose(&session->previous_solid[collider], alpha, solid->def.position,
                   solid->def.orientation);
    return true;
}

bool session_pick_body(const struct session *session, float alpha, const float origin[3],
                       const float direction[3], int *collider, float *distance)
{
    bool found = false;
    weft_collider_def def;
    struct session_solid shown;
    for (int i = 0; collider_def(session, i, &def) && session_get_solid(session, i, alpha, &shown);
         i++) {
        float from[3], t;
        for (int axis = 0; axis < 3; axis++) /* the world's collider is where it is by now */
            from[axis] = origin[axis] + def.position[axis] - shown.def.position[axis];
        if (shown.body == 0 ||
            !weft_collider_raycast(session->world, weft_world_collider(session->world, i), from,
                                   direction, &t) ||
            (found && t >= *distance))
            continue;
        found = true;
        *collider = i;
        *distance = t;
    }
    return found;
}

/* --- throwing -------------------------------------------------------------------------------- */

#define SHOT_AHEAD 0.1f /* of the eye, besides its radius, m */

/* A ball of the parameters' size, weight and speed; of too many the oldest goes. */
bool body_shoot(struct session *session, const struct command *command, char *error, size_t size)
{
    const struct params *params = &session->active;
    weft_collider_def def = weft_default_collider_def();
    def.shape = WEFT_SPHERE;
    def.radius = params->ball_radius;
    def.mass = params->ball_mass;
    def.restitution = 0.3f;
    for (int axis = 0; axis < 3; axis++) {
        def.position[axis] =
            command->point[axis] + (def.radius + SHOT_AHEAD) * command->direction[axis];
        def.velocity[axis] = params->ball_speed * command->direction[axis];
    }
    weft_collider_id *id = &session->shots[session->shot_count % SESSION_SHOTS_MAX];
    if (session->shot_count >= SESSION_SHOTS_MAX) {
        if (session->grab.state.active && session->grab.state.body >= SESSION_SHOT_BODY)
            grab_end(session, false);
        weft_collider_destroy(session->world, *id);
    }
    weft_result result = weft_collider_create(session->world, &def, id);
    if (result != WEFT_OK)
        return text_error(error, size, "shoot: %s", weft_result_string(result));
    session->shot_count++;
    session_fit_snapshot(session);
    return true;
}
