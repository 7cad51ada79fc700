/* The hand: what a grab holds and how it follows the pointer.
 *
 * A grab holds a small disc of particles around the hit, each keeping its offset from the grabbed
 * point. The point follows the target at no more than SESSION_GRAB_SPEED and no further than the
 * pins allow; each tick the held particles get the velocity that brings them there, so that the
 * library carries them in a straight line over the substeps. A jump of the pointer is thus a quick
 * pull, never a teleport.
 */
#include "session_internal.h"
#include "text.h"

#include <math.h>
#include <string.h>

/* The default disc: this many cells, but not smaller than a finger tip on a fine sheet, m. */
#define GRAB_CELLS 1.5f
#define GRAB_RADIUS_MIN 0.015f

/* Passes over the held particles to bring all within reach: each may push the point a little. */
enum { CLAMP_PASSES = 3 };

#define SLACK_SECONDS 0.5f

void cloth_position(const weft_cloth_view *view, int particle, float position[3])
{
    size_t element = (size_t)(particle / view->columns) * (size_t)view->pitch +
                     (size_t)(particle % view->columns);
    position[0] = view->x[element];
    position[1] = view->y[element];
    position[2] = view->z[element];
}

static bool get_cloth(const struct session *session, int number, weft_cloth_id *cloth,
                      weft_cloth_view *view)
{
    *cloth = weft_world_cloth(session->world, number);
    return weft_cloth_get_view(session->world, *cloth, view) == WEFT_OK;
}

/* The particle that counts most in the hit. */
static int nearest_particle(const int particles[3], const float barycentric[3])
{
    int best = 0;
    for (int i = 1; i < 3; i++)
        if (barycentric[i] > barycentric[best])
            best = i;
    return particles[best];
}

/* The disc around particles[0], nearest first. Pins stay where they are, unless one was hit itself:
 * then it is taken alone, to be moved. */
static int find_disc(const struct session *session, int number, int nearest, float radius,
                     int *particles, int capacity)
{
    weft_cloth_id cloth;
    weft_cloth_view view;
    if (!get_cloth(session, number, &cloth, &view) || nearest < 0 || nearest >= view.particle_count)
        return 0;
    if (radius <= 0.0f && session->spacing[number] > 0.0f)
        radius = fmaxf(GRAB_CELLS * session->spacing[number], GRAB_RADIUS_MIN);
    int found = weft_cloth_neighbours(session->world, cloth, nearest, radius, particles, capacity);
    if (found == 0 || (view.flags[nearest] & WEFT_PARTICLE_PINNED)) {
        particles[0] = nearest;
        return 1;
    }
    int kept = 0;
    for (int i = 0; i < found; i++)
        if (!(view.flags[particles[i]] & WEFT_PARTICLE_PINNED))
            particles[kept++] = particles[i];
    return kept;
}

int session_grab_candidates(const struct session *session, int cloth, const weft_hit *hit,
                            float radius, int *particles, int capacity)
{
    if (cloth < 0 || cloth >= session->cloth_count || capacity < 1)
        return 0;
    int nearest = nearest_particle(hit->particles, hit->barycentric);
    return find_disc(session, cloth, nearest, radius, particles,
                     capacity < SESSION_GRAB_MAX ? capacity : SESSION_GRAB_MAX);
}

/* Brings `point` to where every held particle is within the reach of the pins. True if that moved
 * it. */
static bool clamp_point(const struct session *session, weft_cloth_id cloth, float point[3])
{
    const struct session_grab *grab = &session->grab.state;
    bool moved = false;
    for (int pass = 0; pass < CLAMP_PASSES; pass++) {
        bool moved_now = false;
        for (int i = 0; i < grab->count; i++) {
            const float *offset = session->grab.offset[i];
            float place[3] = {point[0] + offset[0], point[1] + offset[1], point[2] + offset[2]};
            if (!weft_cloth_clamp_reach(session->world, cloth, grab->particles[i], place))
                continue;
            moved_now = true;
            for (int axis = 0; axis < 3; axis++)
                point[axis] = place[axis] - offset[axis];
        }
        if (!moved_now)
            break;
        moved = true;
    }
    return moved;
}

static float distance(const float a[3], const float b[3])
{
    float x = a[0] - b[0], y = a[1] - b[1], z = a[2] - b[2];
    return sqrtf(x * x + y * y + z * z);
}

/* Cloth that hangs a little longer than at rest is beyond its own reach when it is grabbed: it is brought back
 * gently, not in the first tick. */
static void find_slack(struct session *session, weft_cloth_id cloth)
{
    const float *point = session->grab.state.point;
    float within[3] = {point[0], point[1], point[2]};
    clamp_point(session, cloth, within);
    session->grab.slack = distance(point, within);
    session->grab.slack_per_second = session->grab.slack / SLACK_SECONDS;
}

bool grab_begin(struct session *session, const struct command *command, char *error, size_t size)
{
    if (command->cloth >= session->cloth_count)
        return text_error(error, size, "grab: there is no cloth %d", command->cloth);
    weft_cloth_id cloth;
    weft_cloth_view view;
    get_cloth(session, command->cloth, &cloth, &view);
    for (int i = 0; i < 3; i++)
        if (command->particles[i] >= view.particle_count)
            return text_error(error, size, "grab: there is no particle %d", command->particles[i]);

    grab_end(session, false); /* a hand holds one thing */
    struct session_grab *grab = &session->grab.state;
    int nearest = nearest_particle(command->particles, command->barycentric);
    grab->count = find_disc(session, command->cloth, nearest, command->radius, grab->particles,
                            SESSION_GRAB_MAX);
    grab->cloth = command->cloth;
    grab->active = grab->count > 0;
    grab->body = 0;
    grab->out_of_reach = false;
    memcpy(grab->point, command->point, sizeof grab->point);
    memcpy(grab->target, command->point, sizeof grab->target);
    for (int i = 0; i < grab->count; i++) {
        float position[3];
        cloth_position(&view, grab->particles[i], position);
        for (int axis = 0; axis < 3; axis++)
            session->grab.offset[i][axis] = position[axis] - grab->point[axis];
        weft_cloth_hold(session->world, cloth, grab->particles[i]);
    }
    find_slack(session, cloth);
    return true;
}

void grab_drag(struct session *session, const float target[3])
{
    memcpy(session->grab.state.target, target, 3 * sizeof *target);
}

void grab_end(struct session *session, bool pin)
{
    struct session_grab *grab = &session->grab.state;
    if (!grab->active)
        return;
    if (grab->body != 0) { /* it rests where it is */
        grab_forget(session);
        return;
    }
    weft_cloth_id cloth = weft_world_cloth(session->world, grab->cloth);
    for (int i = 0; i < grab->count; i++)
        weft_cloth_let_go(session->world, cloth, grab->particles[i]);
    if (pin && weft_cloth_pin(session->world, cloth, grab->particles[0]) == WEFT_OK)
        pins_add(session, grab->cloth, grab->particles[0], grab->target);
    grab_forget(session);
}

void grab_forget(struct session *session)
{
    session->grab = (struct grab){0};
}

void move_towards(float point[3], const float target[3], float limit)
{
    float way = distance(point, target);
    float part = way > limit ? limit / way : 1.0f;
    for (int axis = 0; axis < 3; axis++)
        point[axis] += part * (target[axis] - point[axis]);
}

void grab_tick(struct session *session, float dt)
{
    struct session_grab *grab = &session->grab.state;
    weft_cloth_id cloth;
    weft_cloth_view view;
    if (grab->active && grab->body != 0) {
        body_tick(session, dt);
        return;
    }
    if (!grab->active || !get_cloth(session, grab->cloth, &cloth, &view))
        return;
    float point[3] = {grab->target[0], grab->target[1], grab->target[2]};
    grab->out_of_reach = clamp_point(session, cloth, point);
    session->grab.slack = fmaxf(0.0f, session->grab.slack - session->grab.slack_per_second * dt);
    move_towards(point, grab->target, session->grab.slack);
    /* A jump is followed over several ticks. */
    move_towards(grab->point, point, SESSION_GRAB_SPEED * dt);

    for (int i = 0; i < grab->count; i++) {
        float position[3], velocity[3];
        cloth_position(&view, grab->particles[i], position);
        for (int axis = 0; axis < 3; axis++)
            velocity[axis] =
                (grab->point[axis] + session->grab.offset[i][axis] - position[axis]) / dt;
        weft_cloth_set_velocity(session->world, cloth, grab->particles[i], velocity);
    }
}
