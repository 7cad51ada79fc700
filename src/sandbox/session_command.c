/* What each command does to a session, in the order in which they come. See command.h for the
 * commands.
 *
 * A command that cannot be done changes nothing, leaves a message and is not recorded.
 */
#include "session_internal.h"
#include "text.h"

#include <math.h>
#include <stdlib.h>

/* Changes a parameter at once, or starts on the way there. */
static void change_param(struct session *session, enum param_id id, double value)
{
    struct ramp *ramp = &session->ramps[id];
    settings_choose(&session->settings, id, value);
    if (param_table[id].ramp == PARAM_AT_ONCE) {
        params_set(&session->active, id, value);
        return;
    }
    *ramp = (struct ramp){.from = params_get(&session->active, id)};
    ramp->ticks = (int)ceil(PARAM_RAMP_SECONDS * session->active.tick_rate);
}

/* One tick further on every ramp. */
void session_advance_ramps(struct session *session)
{
    bool changed = false;
    for (int i = 0; i < PARAM_COUNT; i++) {
        struct ramp *ramp = &session->ramps[i];
        if (ramp->ticks == 0)
            continue;
        enum param_id id = (enum param_id)i;
        double to = params_get(&session->settings.values, id);
        ramp->done++;
        params_set(&session->active, id,
                   param_blend(id, ramp->from, to, (double)ramp->done / ramp->ticks));
        if (ramp->done >= ramp->ticks)
            ramp->ticks = 0;
        changed = true;
    }
    if (changed)
        session_push_params(session);
}

static void set_stiffness(struct session *session, const struct stiffness_row *row)
{
    change_param(session, PARAM_STIFFNESS, row->stiffness);
    change_param(session, PARAM_BIAS_STIFFNESS, row->bias_stiffness);
    change_param(session, PARAM_K_STRETCH, row->k_stretch);
    change_param(session, PARAM_K_SHEAR, row->k_shear);
    session_say(session, "stiffness %s", row->name);
}

static bool set_param(struct session *session, enum param_id id, double value, char *error,
                      size_t size)
{
    char text[64], label[64];
    if (!param_check(id, value, error, size))
        return false;
    change_param(session, id, value);
    session_push_params(session);
    param_format(id, value, text, sizeof text);
    param_label(id, label, sizeof label);
    session_say(session, "%s %s%s%s", label, text, param_table[id].unit[0] ? " " : "",
                param_table[id].unit);
    return true;
}

/* Starts a scene; what it asks for takes effect only if it can be made. */
bool session_start(struct session *session, int scene, const struct settings *settings,
                   bool grid_chosen, int columns, int rows, char *error, size_t size)
{
    if (!session_rebuild(session, scene, columns, rows, &settings->values, error, size))
        return false;
    session->scene = scene;
    session->settings = *settings;
    session->grid_chosen = grid_chosen;
    session->columns = columns;
    session->rows = rows;
    return true;
}

static bool change_scene(struct session *session, int scene, bool keep_chosen, char *error,
                         size_t size)
{
    struct settings settings = keep_chosen ? session->settings : settings_default();
    bool grid_chosen = keep_chosen && session->grid_chosen;
    int columns = grid_chosen ? session->columns : scene_table[scene].columns;
    int rows = grid_chosen ? session->rows : scene_table[scene].rows;
    scene_apply_overrides(scene, &settings);
    return session_start(session, scene, &settings, grid_chosen, columns, rows, error, size);
}

static bool change_grid(struct session *session, int columns, int rows, char *error, size_t size)
{
    if (scene_table[session->scene].fixed_grid)
        return text_error(error, size,
                          "the scene %s has particles of its own: its grid cannot be changed",
                          scene_table[session->scene].name);
    struct settings settings = session->settings;
    return session_start(session, session->scene, &settings, true, columns, rows, error, size);
}

static bool change_pin(struct session *session, const struct command *command, char *error,
                       size_t size)
{
    weft_cloth_id cloth = weft_world_cloth(session->world, command->cloth);
    int particle = command->particles[0];
    bool pin = command->kind == COMMAND_PIN;
    weft_result result = pin ? weft_cloth_pin(session->world, cloth, particle)
                             : weft_cloth_unpin(session->world, cloth, particle);
    if (result != WEFT_OK)
        return text_error(error, size, "%s: there is no particle %d in cloth %d",
                          command_name(command->kind), particle, command->cloth);
    weft_cloth_view view;
    float position[3];
    weft_cloth_get_view(session->world, cloth, &view);
    cloth_position(&view, particle, position);
    if (pin)
        pins_add(session, command->cloth, particle, position);
    else
        pins_remove(session, command->cloth, particle);
    return true;
}

/* Does one command. False with one line in `error` where it cannot be done: then nothing changed.
 */
static bool do_command(struct session *session, const struct command *command, char *error,
                       size_t size)
{
    switch (command->kind) {
    case COMMAND_GRAB:
        return grab_begin(session, command, error, size);
    case COMMAND_TAKE:
        return body_begin(session, command, error, size);
    case COMMAND_SHOOT:
        return body_shoot(session, command, error, size);
    case COMMAND_DRAG:
        grab_drag(session, command->point);
        return true;
    case COMMAND_RELEASE:
        grab_end(session, command->pin);
        return true;
    case COMMAND_PIN:
    case COMMAND_UNPIN:
        return change_pin(session, command, error, size);
    case COMMAND_SET:
        return set_param(session, (enum param_id)command->index, command->value, error, size);
    case COMMAND_SOLVER:
        change_param(session, PARAM_INTEGRATOR, 0);
        return set_param(session, PARAM_SOLVER, command->index, error, size);
    case COMMAND_STIFFNESS:
        set_stiffness(session, &stiffness_table[command->index]);
        return true;
    case COMMAND_SCENE:
        session_say(session, "%s", scene_table[command->index].title);
        return change_scene(session, command->index, true, error, size);
    case COMMAND_GRID:
        session_say(session, "grid %dx%d", command->columns, command->rows);
        return change_grid(session, command->columns, command->rows, error, size);
    case COMMAND_RESET:
        session_say(session, "reset");
        return session_rebuild(session, session->scene, session->columns, session->rows,
                               &session->settings.values, error, size);
    case COMMAND_DEFAULTS:
        session_say(session, "everything to its defaults");
        return change_scene(session, session->scene, false, error, size);
    default:
        return true;
    }
}

static bool is_of_hand(const struct command *command)
{
    return command->kind == COMMAND_DRAG || command->kind == COMMAND_RELEASE;
}

bool session_do(struct session *session, const struct command *command, char *error, size_t size)
{
    if (command->kind == COMMAND_HASH || command->kind == COMMAND_END) /* a recording's own lines */
        return true;
    if (is_of_hand(command) && !session->grab.state.active)
        return text_error(error, size, "%s: nothing is grabbed", command_name(command->kind));
    if (!do_command(session, command, error, size))
        return false;
    session_record(session, command);
    return true;
}

/* Appends to the queue; without memory for it the command is lost, and said so. */
static void enqueue(struct session *session, const struct command *command)
{
    if (session->queued == session->queue_capacity) {
        int capacity = session->queue_capacity ? 2 * session->queue_capacity : 64;
        struct command *queue = realloc(session->queue, (size_t)capacity * sizeof *queue);
        if (!queue) {
            session_say(session, "out of memory: a command was lost");
            return;
        }
        session->queue = queue;
        session->queue_capacity = capacity;
    }
    session->queue[session->queued++] = *command;
}

void session_command(struct session *session, const struct command *command)
{
    if (session->replay_state.active)
        session_say(session, "a recording is running: Esc ends it, and the cloth is yours");
    else
        enqueue(session, command);
}

void session_apply(struct session *session)
{
    char error[SESSION_MESSAGE_MAX];
    for (int i = 0; i < session->queued; i++) {
        const struct command *command = &session->queue[i];
        /* A hand that holds nothing (the scene was changed under it) may drag and release: that is
         * no error. */
        if (!session_do(session, command, error, sizeof error) && !is_of_hand(command))
            session_say(session, "%s", error);
    }
    session->queued = 0;
}
