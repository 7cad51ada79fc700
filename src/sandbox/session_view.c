/* What there is to see of a session: queries that change nothing, and picking with a ray. */
#include "session_internal.h"

#include <string.h>

const weft_world *session_world(const struct session *session)
{
    return session->world;
}

uint64_t session_build(const struct session *session)
{
    return session->build;
}

int session_cloth_count(const struct session *session)
{
    return session->cloth_count;
}

weft_cloth_id session_cloth(const struct session *session, int number)
{
    return weft_world_cloth(session->world, number);
}

int session_scene(const struct session *session)
{
    return session->scene;
}

void session_grid(const struct session *session, int *columns, int *rows)
{
    const struct scene_row *scene = &scene_table[session->scene];
    *columns = scene->fixed_grid ? scene->columns : session->columns;
    *rows = scene->fixed_grid ? scene->rows : session->rows;
}

const struct params *session_params(const struct session *session)
{
    return &session->settings.values;
}

const struct settings *session_settings(const struct session *session)
{
    return &session->settings;
}

const struct params *session_active(const struct session *session)
{
    return &session->active;
}

uint64_t session_ticks(const struct session *session)
{
    return session->ticks;
}

double session_time(const struct session *session)
{
    return session->scene_time;
}

double session_dropped_seconds(const struct session *session)
{
    return session->dropped;
}

double session_step_ms(const struct session *session)
{
    return session->step_ms;
}

int session_threads(const struct session *session)
{
    return session->options.threads;
}

uint64_t session_runaways(const struct session *session)
{
    return session->runaways;
}

struct session_grab session_get_grab(const struct session *session)
{
    return session->grab.state;
}

void session_display(const struct session *session, int cloth, float alpha, float *destination,
                     size_t stride)
{
    if (cloth < 0 || cloth >= session->cloth_count)
        return;
    weft_cloth_id id = weft_world_cloth(session->world, cloth);
    weft_cloth_view view;
    if (weft_cloth_get_view(session->world, id, &view) != WEFT_OK)
        return;
    weft_cloth_copy_positions(session->world, id, destination, stride);
    if (!session->has_previous || alpha >= 1.0f)
        return;
    const float *previous = session->previous + 3 * session->first[cloth];
    char *bytes = (char *)destination;
    for (int i = 0; i < view.particle_count; i++, previous += 3, bytes += stride) {
        float *p = (float *)(void *)bytes;
        for (int axis = 0; axis < 3; axis++)
            p[axis] = previous[axis] + alpha * (p[axis] - previous[axis]);
    }
}

bool session_pick(struct session *session, float alpha, const float origin[3],
                  const float direction[3], weft_hit *hit, int *cloth)
{
    bool found = false;
    float radius = scene_table[session->scene].pick_radius;
    for (int i = 0; i < session->cloth_count; i++) {
        const float *positions = NULL; /* the world's */
        if (session->scratch && session->has_previous && alpha < 1.0f) {
            session_display(session, i, alpha, session->scratch, 3 * sizeof(float));
            positions = session->scratch;
        }
        weft_hit candidate;
        if (!weft_cloth_raycast(session->world, weft_world_cloth(session->world, i), origin,
                                direction, radius, positions, 3 * sizeof(float), &candidate))
            continue;
        if (!found || candidate.distance < hit->distance) {
            *hit = candidate;
            *cloth = i;
            found = true;
        }
    }
    return found;
}
