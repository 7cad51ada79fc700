/* actions.c: each row of the key table becomes a command, or a change of what is shown. Reads and
 * writes struct app; the files of F12 and Ctrl+S go to the working directory. */
#include "actions.h"

#include "app.h"
#include "export.h"
#include "keymap.h"

#include <math.h>

#define TURN_STEP 10.0 /* of the wind, degrees a press */
#define SPEED_STEP 1.0 /* of the wind, m/s a press */
enum { SCREENSHOT_FRAMES = 3 };
#define SLOW_MOTION 0.1 /* time_scale of slow motion */

static void send(struct app *app, struct command command)
{
    session_command(app->session, &command);
}

static double get(const struct app *app, enum param_id id)
{
    return params_get(session_params(app->session), id);
}

static void change(struct app *app, enum param_id id, double by)
{
    double value = get(app, id) + by, low = param_table[id].min, high = param_table[id].max;
    send(app, command_set(id, value < low ? low : value > high ? high : value));
}

static void turn_wind(struct app *app, double degrees)
{
    double direction = remainder(get(app, PARAM_WIND_DIRECTION) + degrees, 360.0);
    send(app, command_set(PARAM_WIND_DIRECTION, direction));
}

static void next_stiffness(struct app *app)
{
    int level = stiffness_level(session_params(app->session));
    send(app, command_row(COMMAND_STIFFNESS, (level + 1) % STIFFNESS_COUNT));
}

static void next_solver(struct app *app)
{
    int solver = (int)get(app, PARAM_SOLVER);
    send(app, command_row(COMMAND_SOLVER, (solver + 1) % SOLVER_COUNT));
}

static void shoot(struct app *app)
{
    double x, y;
    float origin[3], direction[3];
    window_cursor(app->window, &x, &y);
    view_ray(&app->view, x, y, origin, direction);
    send(app, command_shoot(origin, direction));
}

/* What starts anew runs: a pause belonged to what was before. A replay takes no commands, and stays
 * as it is. */
static void start_anew(struct app *app, struct command command)
{
    if (!session_get_replay(app->session).active)
        session_pause(app->session, false);
    send(app, command);
}

static void start_scene(struct app *app, int scene)
{
    if (scene >= 0 && scene < SCENE_COUNT)
        start_anew(app, command_row(COMMAND_SCENE, scene));
    else
        session_say(app->session, "there are %d scenes: [ and ] go on", SCENE_COUNT);
}

static int refine(int count, bool finer)
{
    int changed = finer ? 2 * count : count / 2;
    return changed < SCENE_GRID_MIN   ? SCENE_GRID_MIN
           : changed > SCENE_GRID_MAX ? SCENE_GRID_MAX
                                      : changed;
}

static void change_grid(struct app *app, bool finer)
{
    int columns, rows;
    session_grid(app->session, &columns, &rows);
    struct command command = {.kind = COMMAND_GRID};
    command.columns = refine(columns, finer);
    command.rows = refine(rows, finer);
    send(app, command);
}

static void step_once(struct app *app)
{
    session_pause(app->session, true);
    session_tick(app->session);
}

static void reload_shaders(struct app *app)
{
    if (render_reload_shaders(app->render))
        session_say(app->session, "shaders reloaded");
}

static void save_drape(struct app *app)
{
    char path[SHOTS_PATH_MAX], error[APP_ERROR_MAX];
    const char *scene = scene_table[session_scene(app->session)].name;
    if (!shots_free_name(path, sizeof path, scene, session_time(app->session), ".obj"))
        session_say(app->session, "no free file name left for this moment");
    else if (export_write(session_world(app->session), path, error, sizeof error))
        session_say(app->session, "saved %s", path);
    else
        session_say(app->session, "%s", error);
}

/* Esc: one thing at a time, the innermost first. */
static void close_something(struct app *app)
{
    if (panel_close_something(app->panel))
        return;
    if (app->tools.mode == TOOL_GRAB) {
        tools_cancel(app);
    } else if (session_get_replay(app->session).active) {
        session_replay_stop(app->session);
        session_say(app->session, "the replay was stopped: the cloth is yours");
    } else if (window_full_screen(app->window)) {
        window_toggle_full_screen(app->window);
    } else {
        window_close(app->window);
    }
}

static void reset_everything(struct app *app)
{
    start_anew(app, command_simple(COMMAND_DEFAULTS));
    app->mode = RENDER_VIEW_TEXTURED;
    app_look_at_scene(app);
}

static void toggle_wind(struct app *app)
{
    send(app, command_set(PARAM_WIND, !get(app, PARAM_WIND)));
}

static void turn_wind_left(struct app *app)
{
    turn_wind(app, -TURN_STEP);
}

static void turn_wind_right(struct app *app)
{
    turn_wind(app, TURN_STEP);
}

static void turn_wind_up(struct app *app)
{
    change(app, PARAM_WIND_ELEVATION, TURN_STEP);
}

static void turn_wind_down(struct app *app)
{
    change(app, PARAM_WIND_ELEVATION, -TURN_STEP);
}

static void blow_faster(struct app *app)
{
    change(app, PARAM_WIND_SPEED, SPEED_STEP);
}

static void blow_slower(struct app *app)
{
    change(app, PARAM_WIND_SPEED, -SPEED_STEP);
}

static void next_view(struct app *app)
{
    app->mode = (enum render_view)((app->mode + 1) % RENDER_VIEW_COUNT);
}

static void toggle_pause(struct app *app)
{
    session_pause(app->session, !session_paused(app->session));
    session_say(app->session, session_paused(app->session) ? "paused" : "running");
}

static void toggle_slow_motion(struct app *app)
{
    bool slow = get(app, PARAM_TIME_SCALE) < 1.0;
    send(app, command_set(PARAM_TIME_SCALE, slow ? 1.0 : SLOW_MOTION));
}

static void reset(struct app *app)
{
    send(app, command_simple(COMMAND_RESET));
}

static void previous_scene(struct app *app)
{
    start_scene(app, (session_scene(app->session) + SCENE_COUNT - 1) % SCENE_COUNT);
}

static void next_scene(struct app *app)
{
    start_scene(app, (session_scene(app->session) + 1) % SCENE_COUNT);
}

static void finer_grid(struct app *app)
{
    change_grid(app, true);
}

static void coarser_grid(struct app *app)
{
    change_grid(app, false);
}

static void toggle_panel(struct app *app)
{
    panel_toggle(app->panel);
}

static void toggle_help(struct app *app)
{
    panel_toggle_help(app->panel);
}

static void toggle_full_screen(struct app *app)
{
    window_toggle_full_screen(app->window);
}

/* ImGui shows a window that has just opened a frame later: what was pressed before is in the
 * picture. */
static void want_screenshot(struct app *app)
{
    if (app->screenshot_in == 0)
        app->screenshot_in = SCREENSHOT_FRAMES;
}

/* What a press does. Not here: the scene's number, and the keys that are held (actions_key). */
static void (*const doers[ACTION_COUNT])(struct app *app) = {
    [ACTION_WIND] = toggle_wind,
    [ACTION_WIND_LEFT] = turn_wind_left,
    [ACTION_WIND_RIGHT] = turn_wind_right,
    [ACTION_WIND_UP] = turn_wind_up,
    [ACTION_WIND_DOWN] = turn_wind_down,
    [ACTION_WIND_FASTER] = blow_faster,
    [ACTION_WIND_SLOWER] = blow_slower,
    [ACTION_STIFFNESS] = next_stiffness,
    [ACTION_SOLVER] = next_solver,
    [ACTION_VIEW] = next_view,
    [ACTION_PAUSE] = toggle_pause,
    [ACTION_STEP] = step_once,
    [ACTION_SLOW_MOTION] = toggle_slow_motion,
    [ACTION_RESET] = reset,
    [ACTION_DEFAULTS] = reset_everything,
    [ACTION_SHOOT] = shoot,
    [ACTION_SCENE_PREVIOUS] = previous_scene,
    [ACTION_SCENE_NEXT] = next_scene,
    [ACTION_GRID_FINER] = finer_grid,
    [ACTION_GRID_COARSER] = coarser_grid,
    [ACTION_UNPIN] = tools_unpin,
    [ACTION_PANEL] = toggle_panel,
    [ACTION_HELP] = toggle_help,
    [ACTION_RELOAD] = reload_shaders,
    [ACTION_FULL_SCREEN] = toggle_full_screen,
    [ACTION_SCREENSHOT] = want_screenshot,
    [ACTION_SAVE] = save_drape,
    [ACTION_CLOSE] = close_something,
};

void actions_do(struct app *app, enum key_action action, int number)
{
    if (action == ACTION_SCENE_NUMBER)
        start_scene(app, number - 1);
    else if (doers[action])
        doers[action](app);
}

/* Keys that go on while they are held down. */
static bool repeats(enum key_action action)
{
    return (action >= ACTION_WIND_LEFT && action <= ACTION_WIND_SLOWER) || action == ACTION_STEP;
}

void actions_key(struct app *app, const struct window_event *event)
{
    struct key_press press = {event->typed, event->name, event->place, event->shift,
                              event->control};
    int number;
    if (!event->down) /* Shift may have come or gone meanwhile: a release has no modifiers */
        press.shift = press.control = false;
    int action = keymap_find(&press, &number);
    if (action == ACTION_GRAB_PULL)
        app->tools.pull = event->down;
    else if (action == ACTION_GRAB_PUSH)
        app->tools.push = event->down;
    else if (action >= 0 && event->down && (!event->repeat || repeats((enum key_action)action)))
        actions_do(app, (enum key_action)action, number);
}
