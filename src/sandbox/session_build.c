/* Makes a session's world: a fresh one each time, so that a restart gives the bits of the first
 * start.
 *
 * The new world is made before the old one goes: what fails leaves the old one running.
 */
#include "session_internal.h"
#include "text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The longer side of a sheet's cell at rest, m; 0 for a mesh or where there is no memory to tell.
 */
static float measure_spacing(const weft_world *world, weft_cloth_id cloth,
                             const weft_cloth_view *view)
{
    if (view->rows < 2 || view->columns < 2)
        return 0.0f;
    float *rest = malloc(2 * (size_t)view->particle_count * sizeof *rest);
    float spacing = 0.0f;
    if (rest && weft_cloth_copy_rest(world, cloth, rest, 2 * sizeof *rest) == WEFT_OK) {
        const float *last = rest + 2 * ((size_t)view->particle_count - 1);
        float u = fabsf(last[0] - rest[0]) / (float)(view->columns - 1);
        float v = fabsf(last[1] - rest[1]) / (float)(view->rows - 1);
        spacing = u > v ? u : v;
    }
    free(rest);
    return spacing;
}

/* What the rest of the session wants to know about the new world's cloths. */
static void measure_cloths(struct session *session)
{
    session->cloth_count = weft_world_cloth_count(session->world);
    if (session->cloth_count > SESSION_CLOTHS_MAX)
        session->cloth_count = SESSION_CLOTHS_MAX;
    session->particle_count = 0;
    for (int i = 0; i < session->cloth_count; i++) {
        weft_cloth_id cloth = weft_world_cloth(session->world, i);
        weft_cloth_view view;
        session->first[i] = session->particle_count;
        if (weft_cloth_get_view(session->world, cloth, &view) != WEFT_OK)
            continue;
        session->spacing[i] = measure_spacing(session->world, cloth, &view);
        session->particle_count += (size_t)view.particle_count;
    }
}

static weft_result make_world(const struct session *session, int scene, int columns, int rows,
                              const struct params *params, weft_world **world)
{
    weft_world_def def = weft_default_world_def();
    def.settings = params_settings(params);
    def.threads = session->options.threads;
    def.isa = session->options.isa;
    def.max_cloths = SESSION_CLOTHS_MAX;
    def.max_attachments = SCENE_GRID_MAX;
    def.now = session->options.now;
    def.user = session->options.user;
    weft_fabric fabric = params_fabric(params);
    weft_result result = weft_world_create(&def, world);
    if (result == WEFT_OK)
        result = scene_create(scene, *world, columns, rows, &fabric);
    if (result != WEFT_OK) {
        weft_world_destroy(*world);
        *world = NULL;
    }
    return result;
}

/* Replaces a buffer by one of another size. */
static bool resize(void *buffer, size_t size)
{
    void **pointer = buffer;
    free(*pointer);
    *pointer = malloc(size ? size : 1);
    return *pointer != NULL;
}

void session_free_world(struct session *session)
{
    weft_world_destroy(session->world);
    session->world = NULL;
    free(session->previous);
    free(session->scratch);
    free(session->snapshot);
    session->previous = session->scratch = NULL;
    session->snapshot = NULL;
    session->snapshot_valid = session->has_previous = false;
}

static void make_snapshot(struct session *session)
{
    session->snapshot_size = weft_world_snapshot_size(session->world);
    if (!resize(&session->snapshot, session->snapshot_size))
        session->snapshot_size = 0;
    session->snapshot_valid = false;
}

void session_fit_snapshot(struct session *session)
{
    make_snapshot(session);
    session_keep_snapshot(session);
}

/* Buffers as long as the cloths. Without memory for one, what it is for is missing, the rest works.
 */
static void make_buffers(struct session *session)
{
    size_t bytes = 3 * session->particle_count * sizeof(float);
    make_snapshot(session);
    session->has_previous = false;
    if (session->options.keep_previous) {
        resize(&session->previous, bytes);
        resize(&session->scratch, bytes);
    }
}

/* Two particles and a stick: what the scene `two` shows. */
static void find_pair(struct session *session)
{
    session->pair = (struct session_pair){0};
    weft_cloth_view view;
    weft_cloth_id cloth = weft_world_cloth(session->world, 0);
    if (session->cloth_count != 1 || weft_cloth_get_view(session->world, cloth, &view) != WEFT_OK)
        return;
    float rest[4] = {0};
    if (view.particle_count != 2 ||
        weft_cloth_copy_rest(session->world, cloth, rest, 2 * sizeof *rest) != WEFT_OK)
        return;
    session->pair.valid = true;
    session->pair.rest = hypotf(rest[2] - rest[0], rest[3] - rest[1]);
    for (int i = 0; i < 2; i++)
        session->pair.mass[i] = view.inverse_mass[i] > 0 ? 1.0f / view.inverse_mass[i] : INFINITY;
}

bool session_rebuild(struct session *session, int scene, int columns, int rows,
                     const struct params *params, char *error, size_t size)
{
    if (scene_table[scene].fixed_grid) {
        columns = scene_table[scene].columns;
        rows = scene_table[scene].rows;
    }
    weft_world *world = NULL;
    weft_result result = make_world(session, scene, columns, rows, params, &world);
    if (result != WEFT_OK)
        return text_error(error, size, "cannot make the scene %s at %dx%d: %s",
                          scene_table[scene].name, columns, rows, weft_result_string(result));
    session_free_world(session);
    session->world = world;
    session->build++;
    session->active = *params;
    memset(session->ramps, 0, sizeof session->ramps);
    session->scene_ticks = 0;
    session->scene_time = 0.0;
    grab_forget(session);
    session->pin_count = session->shot_count = 0;
    measure_cloths(session);
    make_buffers(session);
    find_pair(session);
    return true;
}

void session_push_params(struct session *session)
{
    weft_settings settings = params_settings(&session->active);
    weft_fabric fabric = params_fabric(&session->active);
    weft_result result = weft_world_set_settings(session->world, &settings);
    for (int i = 0; i < session->cloth_count && result == WEFT_OK; i++)
        result =
            weft_cloth_set_fabric(session->world, weft_world_cloth(session->world, i), &fabric);
    /* Every value passed the table's checks; if the library is stricter, say so rather than go on
     * quietly. */
    if (result != WEFT_OK)
        session_say(session, "these parameters do not go together: %s", weft_result_string(result));
}
