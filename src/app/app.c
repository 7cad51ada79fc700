/* app.c: opens everything in order, and closes it. Reads the command line and the environment;
 * writes what the command line asks for at the end. The frames between are in frame.c. */
#include "app.h"

#include "actions.h"
#include "assets.h"
#include "export.h"
#include "file.h"
#include "replay.h"
#include "text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SAMPLES = 4 }; /* a pixel, at first */

int app_fail(int code, const char *what)
{
    text_complain(stderr, "weft", "%s", what);
    return code;
}

/* --- begin ----------------------------------------------------------------------------------- */

/* What the renderer has to tell: to the terminal and, once there is a session, to the window. */
static void on_render_message(void *user, const char *line)
{
    const struct app *app = user;
    fprintf(stderr, "weft: %s\n", line);
    /* A shader's error has a line of its own in the window, for as long as it stands. */
    if (app->session && !render_shader_error(app->render))
        session_say(app->session, "%s", line);
}

/* Before any window: what is written can be, what is read is there. With --check, all that can be
 * told without a display: its recording is read as well. */
static int check_files(struct app *app)
{
    char error[APP_ERROR_MAX];
    const struct session_options *session = &app->options.session;
    app->capture = (struct shots_capture){
        app->options.capture, app->options.capture_every ? app->options.capture_every : 1};
    bool good = shots_capture_begin(&app->capture, error, sizeof error) &&
                options_check_access(&app->options, PROGRAM_WEFT, error, sizeof error);
    if (good && app->options.check && session->record)
        good = recorder_check_path(session->record, error, sizeof error);
    if (good && app->options.check && session->replay) {
        struct replay *replay = replay_load(session->replay, error, sizeof error);
        good = replay != NULL;
        replay_free(replay);
    }
    return good ? EXIT_CODE_OK : app_fail(EXIT_CODE_FAILURE, error);
}

static int parse(struct app *app, int argc, char *argv[], bool *done)
{
    char error[APP_ERROR_MAX];
    int code = options_parse(argc, argv, 1, PROGRAM_WEFT, &app->options, error, sizeof error);
    if (code != EXIT_CODE_OK)
        return app_fail(code, error);
    if (app->options.help) {
        printf("usage: weft [options] [IMAGE]\nA cloth sandbox: drag the cloth; F1 shows the keys. "
               "IMAGE becomes the fabric's texture.\n"
               "Exit codes: 0 done, 1 failed (a file, the display), 2 wrong command line.\n\n");
        options_print_help(stdout, PROGRAM_WEFT);
    }
    if (app->options.version)
        printf("weft %s\n", WEFT_VERSION);
    *done = app->options.help || app->options.version;
    if (*done)
        return file_flush_stdout(error, sizeof error) ? EXIT_CODE_OK
                                                      : app_fail(EXIT_CODE_FAILURE, error);
    *done = app->options.check;
    return check_files(app);
}

static int open_window(struct app *app)
{
    char error[APP_ERROR_MAX];
    struct window_config config = {app->options.window_width, app->options.window_height,
                                   !app->options.no_vsync};
    app->window = window_create(&config, error, sizeof error);
    return app->window ? EXIT_CODE_OK : app_fail(EXIT_CODE_FAILURE, error);
}

/* The renderer, with the shaders that are found; what is missing is no reason to stop.
 * `complaint` is what the window is to say about it, or "". */
static int open_renderer(struct app *app, char *complaint, size_t size)
{
    char error[APP_ERROR_MAX], shaders[ASSETS_PATH_MAX];
    bool found = assets_find(app->assets, sizeof app->assets, complaint, size);
    struct render_config config = render_config_default();
    config.load = window_gl_function;
    config.samples = SAMPLES;
    config.message = on_render_message;
    config.user = app;
#ifndef NDEBUG
    config.debug = true;
#endif
    if (found && assets_join(shaders, sizeof shaders, app->assets, "shaders"))
        config.shader_folder = shaders;
    app->render = render_create(&config, error, sizeof error);
    if (!app->render)
        return app_fail(EXIT_CODE_FAILURE, error);
    if (!found) {
        app->assets[0] = '\0';
        fprintf(stderr, "weft: %s\n", complaint);
    }
    return EXIT_CODE_OK;
}

/* An image named on the command line is what the person wants to see: without it there is no
 * point. */
static int open_image(struct app *app)
{
    char error[APP_ERROR_MAX];
    if (app->options.file_count == 0 ||
        look_set_image(&app->look, app->render, app->options.files[0], error, sizeof error))
        return EXIT_CODE_OK;
    return app_fail(EXIT_CODE_FAILURE, error);
}

static int open_panel(struct app *app)
{
    char error[APP_ERROR_MAX];
    app->panel = panel_create(window_handle(app->window), error, sizeof error);
    return app->panel ? EXIT_CODE_OK : app_fail(EXIT_CODE_FAILURE, error);
}

static int open_session(struct app *app, const char *complaint)
{
    char error[APP_ERROR_MAX];
    struct session_options options = app->options.session;
    options.now = clock_now;
    options.keep_previous = true;
    app->session = session_create(&options, error, sizeof error);
    if (!app->session)
        return app_fail(EXIT_CODE_FAILURE, error);
    app->stats = app->options.stats ? stats_create(app->options.frames) : NULL;
    if (app->options.stats && !app->stats)
        return app_fail(EXIT_CODE_FAILURE, "out of memory");
    if (session_get_replay(app->session).cut_line > 0)
        session_say(app->session, "the recording ends in the middle of a line: it was left out");
    if (complaint[0])
        session_say(app->session, "%s", complaint);
    return EXIT_CODE_OK;
}

int app_begin(struct app *app, int argc, char *argv[], bool *done)
{
    char complaint[APP_ERROR_MAX] = "";
    file_reserve_standard();
    int code = parse(app, argc, argv, done);
    if (*done)
        return code;
    if (code == EXIT_CODE_OK)
        code = open_window(app);
    if (code == EXIT_CODE_OK)
        code = open_renderer(app, complaint, sizeof complaint);
    if (code == EXIT_CODE_OK)
        code = open_image(app);
    if (code == EXIT_CODE_OK)
        code = open_panel(app);
    if (code == EXIT_CODE_OK)
        code = open_session(app, complaint);
    *done = code != EXIT_CODE_OK;
    if (*done)
        return code;
    app_look_at_scene(app);
    app->started = app->frame_began = clock_now(NULL);
    app->pace = pace_make(1.0 / window_refresh_rate(app->window), app->started);
    return EXIT_CODE_OK;
}

/* --- end ------------------------------------------------------------------------------------- */

/* The last frame once more, into the back buffer, as a picture. */
static bool write_screenshot(struct app *app, char *error, size_t size)
{
    window_poll(app->window, 0.0);
    app_aim(app);
    app_handle_events(app);
    app_draw(app);
    app_draw_panel(app);
    return shots_write(app->render, app->options.screenshot, app->view.framebuffer_width,
                       app->view.framebuffer_height, error, size);
}

int app_finish(struct app *app)
{
    char error[APP_ERROR_MAX];
    const struct options *options = &app->options;
    int code = app->capture_failed ? EXIT_CODE_FAILURE : EXIT_CODE_OK;
    if (options->screenshot && !write_screenshot(app, error, sizeof error))
        code = app_fail(EXIT_CODE_FAILURE, error);
    tools_cancel(app);
    session_apply(app->session);
    if (!session_finish_recording(app->session, error, sizeof error))
        code = app_fail(EXIT_CODE_FAILURE, error);
    if (options->export_file &&
        !export_write(session_world(app->session), options->export_file, error, sizeof error))
        code = app_fail(EXIT_CODE_FAILURE, error);
    if (app->stats &&
        !stats_write(app->stats, app->session, false, options->stats, error, sizeof error))
        code = app_fail(EXIT_CODE_FAILURE, error);
    if (options->session.replay)
        session_report_replay(app->session, "weft", options->session.replay, stderr);
    if (render_gl_errors(app->render) > 0) /* never in a sound program: tests look for this line */
        fprintf(stderr, "weft: %d OpenGL errors\n", render_gl_errors(app->render));
    return code;
}

void app_end(struct app *app)
{
    stats_destroy(app->stats);
    session_destroy(app->session);
    scene_draw_free(&app->draw);
    panel_destroy(app->panel);
    render_destroy(app->render);
    window_destroy(app->window);
    *app = (struct app){0};
}
