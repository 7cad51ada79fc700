/* The hand on what is solid: a body is all of a scene's solid objects that share a number, and moves as
 * one, without turning. Its point follows the target as cloth's does (session_grab.c), but not so
 * low that the body would go into the floor. The library sweeps the colliders there over the
 * substeps, so that cloth is pushed and carried along. */
#include "session_internal.h"
#include "text.h"

#include <math.h>
#include <string.h>

static bool collider_def(const struct session *session, int number, weft_collider_def *def)
{
    return weft_collider_get(session->world, weft_world_collider(session->world, number), def) ==
           WEFT_OK;
}

static int body_of(const struct session *session, int collider)
{
    const struct scene_object *object = scene_collider(session->scene, collider);
    return object ? object->body : 0;
}

/* The lowest point of an object whose middle is at height y, m. */
static float lowest(const struct scene_object *object, float y)
{
    const float *axis = object->normal;
    float length2 = axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2];
    if (object->shape == SCENE_SPHERE)
        return y - object->radius;
    float level =
        object->shape == SCENE_POLE ? 1.0f : sqrtf(fmaxf(0.0f, 1.0f - axis[1] * axis[1] / length2));
    return y - 0.5f * fabsf(axis[1]) - level * object->radius;
}

bool body_begin(struct session *session, const struct command *command, char *error, size_t size)
{
    weft_collider_def def;
    int body = body_of(session, command->index);
    if (!collider_def(session, command->index, &def))
        return text_error(error, size, "take: there is no collider %d", command->index);
    if (body == 0)
        return text_error(error, size, "take: collider %d cannot be moved", command->index);
    grab_end(session, false); /* a hand holds one thing */
    struct session_grab *grab = &session->grab.state;
    grab->active = true;
    grab->body = body;
    memcpy(grab->point, command->point, sizeof grab->point);
    memcpy(grab->target, command->point, sizeof grab->target);
    float foot = INFINITY;
    for (int i = 0; i < SCENE_OBJECTS_MAX && collider_def(session, i, &def); i++) {
        for (int axis = 0; axis < 3; axis++)
            session->grab.body_offset[i][axis] = def.position[axis] - grab->point[axis];
        if (body_of(session, i) == body)
            foot = fminf(foot, lowest(scene_collider(session->scene, i), def.position[1]));
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
    for (int i = 0; i < SCENE_OBJECTS_MAX && collider_def(session, i, &def); i++) {
        const float *offset = session->grab.body_offset[i];
        float place[3];
        for (int axis = 0; axis < 3; axis++)
            place[axis] = grab->point[axis] + offset[axis];
        if (body_of(session, i) == grab->body)
            weft_collider_set_target(session->world, weft_world_collider(session->world, i), place,
                                     NULL);
    }
}

void body_keep_previous(struct session *session)
{
    weft_collider_def def;
    for (int i = 0; i < SCENE_OBJECTS_MAX && collider_def(session, i, &def); i++)
        memcpy(session->previous_collider[i], def.position, sizeof def.position);
}

void session_collider_position(const struct session *session, int collider, float alpha,
                               float position[3])
{
    weft_collider_def def;
    if (!collider_def(session, collider, &def))
        return;
    memcpy(position, def.position, sizeof def.position);
    if (!session->has_previous || alpha >= 1.0f || collider >= SCENE_OBJECTS_MAX)
        return;
    const float *previous = session->previous_collider[collider];
    for (int axis = 0; axis < 3; axis++)
        position[axis] = previous[axis] + alpha * (position[axis] - previous[axis]);
}

bool session_pick_body(const struct session *session, float alpha, const float origin[3],
                       const float direction[3], int *collider, float *distance)
{
    bool found = false;
    weft_collider_def def;
    for (int i = 0; i < SCENE_OBJECTS_MAX && collider_def(session, i, &def); i++) {
        float shown[3], from[3], t;
        session_collider_position(session, i, alpha, shown);
        for (int axis = 0; axis < 3; axis++) /* the world's collider is where it is by now */
            from[axis] = origin[axis] + def.position[axis] - shown[axis];
        if (body_of(session, i) == 0 ||
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
