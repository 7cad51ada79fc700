/* The session: commands in order, ticks on time, the recording beside them. See session.h.
 *
 * One tick is: apply what is queued → the scene moves its pins and colliders → ramped parameters
 * and the hand move on → weft_world_step → check → hash line → the replay's next lines.
 */
#include "session_internal.h"
#include "numeric.h"
#include "text.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* How often a good state is kept, s, and how soon a second runaway means that going back was no
 * help. */
#define SNAPSHOT_SECONDS 0.5
#define RUNAWAY_SECONDS 1.0

struct session_options session_default_options(void)
{
    struct session_options options = {
        .settings = settings_default(), .threads = 1, .hash_every = 60};
    return options;
}

/* --- messages -------------------------------------------------------------------------------- */

void session_say(struct session *session, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    struct text_locale locale = text_locale_begin();
    vsnprintf(session->message, sizeof session->message, format, arguments);
    text_locale_end(locale);
    va_end(arguments);
    session->message_serial++;
}

const char *session_message(const struct session *session, unsigned *serial)
{
    if (serial)
        *serial = session->message_serial;
    return session->message;
}

/* --- the recording --------------------------------------------------------------------------- */

void session_record(struct session *session, const struct command *command)
{
    if (!session->recorder)
        return;
    session->hash_fresh = command->kind == COMMAND_HASH;
    session->hashed_at = session->hash_fresh ? session->ticks : session->hashed_at;
    if (!recorder_write(session->recorder, session->ticks, command) && !session->recorder_failed) {
        session->recorder_failed = true;
        char error[SESSION_MESSAGE_MAX];
        recorder_check(session->recorder, error, sizeof error);
        session_say(session, "%s", error);
    }
}

static void record_hash(struct session *session)
{
    if (!session->recorder || (session->hash_fresh && session->hashed_at == session->ticks))
        return;
    struct command command = {.kind = COMMAND_HASH, .hash = weft_world_hash(session->world)};
    session_record(session, &command);
}

bool session_finish_recording(struct session *session, char *error, size_t size)
{
    if (!session->recorder)
        return true;
    session_apply(session);
    record_hash(session);
    bool ok = recorder_check(session->recorder, error, size);
    recorder_destroy(session->recorder);
    session->recorder = NULL;
    return ok;
}

/* --- one tick -------------------------------------------------------------------------------- */

/* The same for the clock: single precision would lose a tick every few hours. */
static double tick_seconds(const struct session *session)
{
    return 1.0 / session->active.tick_rate;
}

float session_dt(const struct session *session)
{
    return 1.0f / (float)session->active.tick_rate;
}

/* Keeps the positions before the step, for display and for the pair's corrections. */
static void keep_previous(struct session *session)
{
    if (session->previous) {
        for (int i = 0; i < session->cloth_count; i++)
            weft_cloth_copy_positions(session->world, weft_world_cloth(session->world, i),
                                      session->previous + 3 * session->first[i], 3 * sizeof(float));
        body_keep_previous(session);
        session->has_previous = true;
    }
    weft_cloth_view view;
    if (!session->pair.valid ||
        weft_cloth_get_view(session->world, weft_world_cloth(session->world, 0), &view) != WEFT_OK)
        return;
    for (int i = 0; i < 2; i++) {
        cloth_position(&view, i, session->pair_position[i]);
        float velocity[3] = {view.vx[i], view.vy[i], view.vz[i]};
        memcpy(session->pair_velocity[i], velocity, sizeof velocity);
    }
}

/* What the constraint did to each of the two in this tick: where it is, less where its speed took
 * it. */
static void measure_pair(struct session *session, float dt)
{
    struct session_pair *pair = &session->pair;
    weft_cloth_view view;
    if (!pair->valid ||
        weft_cloth_get_view(session->world, weft_world_cloth(session->world, 0), &view) != WEFT_OK)
        return;
    float size[2], position[2][3], squared = 0.0f;
    /* The drag of `damping` slows the flight: v exp(-damping t), summed over the tick, to first
     * order. */
    float flight = dt / (1.0f + session->active.damping * dt);
    for (int i = 0; i < 2; i++) {
        cloth_position(&view, i, position[i]);
        float sum = 0.0f;
        for (int axis = 0; axis < 3; axis++) {
            float moved = position[i][axis] - session->pair_position[i][axis];
            pair->correction[i][axis] = moved - flight * session->pair_velocity[i][axis];
            sum += pair->correction[i][axis] * pair->correction[i][axis];
        }
        size[i] = sqrtf(sum);
    }
    for (int axis = 0; axis < 3; axis++)
        squared +=
            (position[0][axis] - position[1][axis]) * (position[0][axis] - position[1][axis]);
    pair->length = sqrtf(squared);
    /* below some tens of roundings of a position it would be noise, not the ratio of the masses */
    pair->ratio = size[1] > 2e-6f ? size[0] / size[1] : 0.0f;
}

struct session_pair session_get_pair(const struct session *session)
{
    struct session_pair pair = session->pair;
    pair.k = session->active.k_stretch;
    pair.iterations = session->active.iterations;
    pair.k_prime = (float)numeric_k_prime(pair.k, pair.iterations);
    return pair;
}

void session_keep_snapshot(struct session *session)
{
    if (session->snapshot_size == 0 ||
        weft_world_snapshot(session->world, session->snapshot, session->snapshot_size) != WEFT_OK)
        return;
    session->snapshot_valid = true;
    session->snapshot_ticks = session->scene_ticks;
    session->snapshot_time = session->scene_time;
}

/* Keeps the state now and then, while it is good. */
static void keep_snapshot(struct session *session)
{
    uint64_t interval = (uint64_t)(SNAPSHOT_SECONDS * session->active.tick_rate);
    if (session->scene_ticks % (interval ? interval : 1) == 0)
        session_keep_snapshot(session);
}

/* The step made no sense: back to the last good state or, where that did not help a moment ago, to
 * the start. Depends on nothing but ticks, so that a replay goes the same way. */
static void recover(struct session *session)
{
    char error[SESSION_MESSAGE_MAX];
    uint64_t since = session->ticks - session->last_runaway;
    bool again = session->runaways > 0 && since < RUNAWAY_SECONDS * session->active.tick_rate;
    session->runaways++;
    session->last_runaway = session->ticks;
    grab_end(session, false);
    session->has_previous = false;
    if (!again && session->snapshot_valid &&
        weft_world_restore(session->world, session->snapshot, session->snapshot_size) == WEFT_OK) {
        session->scene_ticks = session->snapshot_ticks;
        session->scene_time = session->snapshot_time;
        /* The state may have been kept with a hand on the cloth that is not there any more. */
        for (int i = 0; i < session->cloth_count; i++) {
            weft_cloth_id cloth = weft_world_cloth(session->world, i);
            weft_cloth_view view;
            weft_cloth_get_view(session->world, cloth, &view);
            for (int particle = 0; particle < view.particle_count; particle++)
                if (view.flags[particle] & WEFT_PARTICLE_HELD)
                    weft_cloth_let_go(session->world, cloth, particle);
        }
        session_say(session, "the cloth ran away at tick %llu: back to the last good state",
                    (unsigned long long)session->ticks);
    } else if (session_rebuild(session, session->scene, session->columns, session->rows,
                               &session->settings.values, error, sizeof error)) {
        session_say(session, "the cloth ran away at tick %llu: the scene starts again",
                    (unsigned long long)session->ticks);
    } else {
        session_say(session, "%s", error);
    }
}

static bool step_world(struct session *session, float dt)
{
    double start = session->options.now ? session->options.now(session->options.user) : 0.0;
    weft_result result = weft_world_step(session->world, dt);
    if (session->options.now)
        session->step_ms = 1e3 * (session->options.now(session->options.user) - start);
    if (result == WEFT_OK)
        return true;
    if (result != WEFT_ERROR_RUNAWAY)
        session_say(session, "the step failed: %s", weft_result_string(result));
    return false;
}

bool session_tick(struct session *session)
{
    session_apply(session);
    if (session->scene_ticks == 0)
        keep_snapshot(session);
    float dt = session_dt(session);
    if (scene_table[session->scene].update)
        scene_table[session->scene].update(session->world, &session->active, session->scene_ticks,
                                           dt);
    session_advance_ramps(session);
    grab_tick(session, dt);
    keep_previous(session);
    bool good = step_world(session, dt);
    session->ticks++;
    session->on_the_tick = true;
    if (good) {
        session->scene_ticks++;
        session->scene_time += tick_seconds(session);
        measure_pair(session, dt);
        keep_snapshot(session);
    } else {
        recover(session);
    }
    if (session->options.hash_every > 0 &&
        session->ticks % (uint64_t)session->options.hash_every == 0)
        record_hash(session);
    if (session->replay)
        session_feed_replay(session);
    return good;
}

int session_advance(struct session *session, double elapsed_seconds)
{
    session_apply(session);
    if (session->paused)
        return 0;
    if (isfinite(elapsed_seconds) && elapsed_seconds > 0.0)
        session->accumulator += elapsed_seconds * session->active.time_scale;

    /* A tick is due when its whole time has passed; the billionth of a second keeps the rounding of
     * many additions from holding one back. */
    int ticks = 0;
    while (ticks < SESSION_CATCH_UP_MAX && session->accumulator >= tick_seconds(session) - 1e-9) {
        session->accumulator -= tick_seconds(session);
        session_tick(session);
        ticks++;
    }
    double due = session->accumulator, dt = tick_seconds(session);
    if (due >= dt) { /* too late to catch up: that time never happens; the part of a tick stays */
        double lost = floor(due / dt) * dt;
        session->accumulator -= lost;
        session->dropped += lost / session->active.time_scale;
    }
    session->on_the_tick = false;
    return ticks;
}

void session_pause(struct session *session, bool paused)
{
    session->paused = paused;
    session->on_the_tick = paused;
}

bool session_paused(const struct session *session)
{
    return session->paused;
}

float session_alpha(const struct session *session)
{
    if (session->paused || session->on_the_tick)
        return 1.0f;
    float alpha = (float)(session->accumulator * session->active.tick_rate);
    return alpha < 0.0f ? 0.0f : alpha > 1.0f ? 1.0f : alpha;
}

/* --- begin and end --------------------------------------------------------------------------- */

/* Where the session starts: from the options, or from the recording that it is to run. */
static struct recording_start find_start(const struct session_options *options,
                                         const struct replay *replay)
{
    if (replay)
        return replay->start;
    struct recording_start start = {.scene = options->scene, .settings = options->settings};
    scene_apply_overrides(start.scene, &start.settings);
    start.grid_chosen = options->columns > 0;
    start.columns = start.grid_chosen ? options->columns : scene_table[start.scene].columns;
    start.rows = start.grid_chosen ? options->rows : scene_table[start.scene].rows;
    return start;
}

static bool begin(struct session *session, char *error, size_t size)
{
    const struct session_options *options = &session->options;
    if (options->scene < 0 || options->scene >= SCENE_COUNT)
        return text_error(error, size, "there is no scene %d", options->scene);
    if (options->replay) {
        session->replay = replay_load(options->replay, error, size);
        if (!session->replay)
            return false;
        session->replay_state.active = true;
        session->replay_state.cut_line = session->replay->cut_line;
        if (session->replay->count > 0)
            session->replay_state.ticks = session->replay->lines[session->replay->count - 1].tick;
    }
    struct recording_start start = find_start(options, session->replay);
    if (!session_start(session, start.scene, &start.settings, start.grid_chosen, start.columns,
                       start.rows, error, size))
        return false;
    if (options->record) {
        /* A scene's own particles are its grid; a person's grid is kept for the next scene. */
        session->recorder = recorder_create(options->record, &start, error, size);
        if (!session->recorder)
            return false;
        record_hash(session);
    }
    if (session->replay)
        session_feed_replay(session);
    return true;
}

struct session *session_create(const struct session_options *options, char *error, size_t size)
{
    struct session *session = calloc(1, sizeof *session);
    if (!session) {
        text_error(error, size, "out of memory");
        return NULL;
    }
    session->options = *options;
    session->on_the_tick = true;
    if (!begin(session, error, size)) {
        session_destroy(session);
        return NULL;
    }
    session->options.record = session->options.replay = NULL; /* the caller's strings may go */
    return session;
}

void session_destroy(struct session *session)
{
    if (!session)
        return;
    session_finish_recording(session, NULL, 0);
    replay_free(session->replay);
    session_free_world(session);
    free(session->queue);
    free(session);
}
