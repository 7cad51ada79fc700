/* frame.c: the parts of a frame, in the order in which main.c calls them. Reads the clock, the
 * input and the session; writes commands, pixels, and the pictures that are asked for. */
#include "app.h"

#include "actions.h"

#include <stdio.h>

#define HINT_SECONDS 8.0
#define MESSAGE_SECONDS 4.0
#define FIGURES_SECONDS 0.25 /* between two looks at the stretch: each passes over the edges */
#define SHADERS_SECONDS 0.5  /* between two looks at the shader files */
#define HIDDEN_SECONDS 0.25  /* that a minimised window sleeps at a time */
#define SAMPLES_PART 0.4     /* of the display's period that drawing with many samples may take */
#define SMOOTHING 0.1        /* of the shown times: the share of the newest frame */
enum { WARM_UP_FRAMES = 3, MEASURED_FRAMES = 6 };

static int scene_index(const struct app *app)
{
    return session_scene(app->session);
}

double app_time(const struct app *app)
{
    return app->options.fixed ? (double)app->frames / 60.0 : app->frame_began - app->started;
}

static float density(const struct app *app)
{
    struct window_size size = window_size(app->window);
    return size.width > 0 && size.framebuffer_width > 0
               ? (float)size.framebuffer_width / (float)size.width
               : 1.0f;
}

float app_scale(const struct app *app)
{
    return window_size(app->window).content_scale / density(app);
}

void app_look_at_scene(struct app *app)
{
    app->camera_scene = scene_index(app);
    app->camera = camera_make(&scene_table[app->camera_scene].camera);
}

/* --- a frame --------------------------------------------------------------------------------- */

bool app_running(struct app *app)
{
    return !window_closing(app->window) &&
           (app->options.frames == 0 || app->frames < app->options.frames);
}

bool app_poll(struct app *app)
{
    bool visible = window_drawable(app->window);
    window_poll(app->window, visible ? 0.0 : HIDDEN_SECONDS);
    double now = clock_now(NULL);
    /* Minimised, time stands still: what nobody sees needs no work. */
    app->elapsed = app->was_hidden ? 0.0 : now - app->frame_began;
    app->frame_began = now;
    app->was_hidden = !window_drawable(app->window);
    if (app->was_hidden)
        tools_cancel(app);
    return !app->was_hidden;
}

void app_aim(struct app *app)
{
    app->cpu_ms = -1e3 * clock_cpu();
    struct window_size size = window_size(app->window);
    float eye[3], width = (float)size.width, height = (float)size.height;
    camera_eye(&app->camera, eye);
    float covered = panel_covers(app->panel, width, height, app_scale(app));
    app->view = view_make(size.width, size.height, size.framebuffer_width, size.framebuffer_height,
                          covered, eye, app->camera.target, app->camera.fov_degrees);
}

static void take_image(struct app *app, const char *path)
{
    char error[APP_ERROR_MAX];
    if (look_set_image(&app->look, app->render, path, error, sizeof error))
        session_say(app->session, "fabric: %s", path);
    else
        session_say(app->session, "%s", error);
}

static void handle_event(struct app *app, const struct window_event *event, bool panel_has_mouse)
{
    switch (event->kind) {
    case WINDOW_KEY:
        if (event->down)
            panel_note_key(app->panel, event->code);
        /* While a value is typed, letters are letters; but what was held still ends. */
        if (!event->down || !panel_has_text(app->panel))
            actions_key(app, event);
        break;
    case WINDOW_BUTTON:
        if (event->down && event->code == WINDOW_LEFT)
            panel_note_press(app->panel, app->frame_began, event->x, event->y);
        tools_event(app, event, panel_has_mouse);
        break;
    case WINDOW_SCROLL:
        tools_event(app, event, panel_has_mouse);
        break;
    case WINDOW_DROP:
        if (event->path)
            take_image(app, event->path);
        break;
    case WINDOW_LEAVE:
        tools_cancel(app);
        break;
    }
}

void app_handle_events(struct app *app)
{
    const struct window_event *press = window_first_press(app->window);
    double place[2] = {press ? press->x : 0, press ? press->y : 0};
    panel_begin(app->panel, app_scale(app), density(app), press ? place : NULL);
    bool panel_mouse = panel_has_mouse(app->panel);
    for (const struct window_event *event; (event = window_next_event(app->window));)
        handle_event(app, event, panel_mouse);
    tools_update(app, panel_mouse);
    app->cpu_ms += 1e3 * clock_cpu();
}

/* What ran away was set back by the session; the terminal hears of it as well. */
static void tell_runaway(const struct app *app, uint64_t before)
{
    if (session_runaways(app->session) != before)
        fprintf(stderr, "weft: %s\n", session_message(app->session, NULL));
}

void app_advance(struct app *app)
{
    uint64_t ticks = session_ticks(app->session), runaways = session_runaways(app->session);
    if (!app->options.fixed)
        session_advance(app->session, app->elapsed);
    else if (session_paused(app->session))
        session_apply(app->session);
    else
        session_tick(app->session);
    tell_runaway(app, runaways);
    if (app->stats && session_ticks(app->session) != ticks)
        stats_frame(app->stats, app->session);
    if (scene_index(app) != app->camera_scene)
        app_look_at_scene(app);
    /* A grab that was refused, or that its scene took with it. */
    if (app->tools.mode == TOOL_GRAB && !session_get_grab(app->session).active)
        app->tools.mode = TOOL_NONE;
}

/* --- drawing --------------------------------------------------------------------------------- */

static bool measuring_samples(struct app *app)
{
    struct app_samples *samples = &app->samples;
    int width = app->view.framebuffer_width, height = app->view.framebuffer_height;
    if (samples->settled && (double)width * height > 1.2 * samples->width * samples->height)
        *samples = (struct app_samples){.width = width, .height = height};
    /* Without a clock nothing is too slow, and pictures do not depend on the machine. */
    return !app->options.fixed && !samples->settled && render_samples(app->render) > 0;
}

/* Draws and waits for the driver, to know what many samples a pixel cost; too much: one each. */
static void draw_measured(struct app *app, const struct render_frame *frame)
{
    struct app_samples *samples = &app->samples;
    void (*finish)(void) = window_gl_function("glFinish");
    if (finish)
        finish();
    double start = clock_now(NULL);
    render_frame_draw(app->render, frame);
    if (finish)
        finish();
    if (++samples->frames > WARM_UP_FRAMES)
        samples->sum += clock_now(NULL) - start;
    if (samples->frames < WARM_UP_FRAMES + MEASURED_FRAMES)
        return;
    samples->settled = true;
    samples->width = frame->width;
    samples->height = frame->height;
    if (samples->sum / MEASURED_FRAMES > SAMPLES_PART * app->pace.period)
        render_set_samples(app->render, 0);
}

static void watch_shaders(struct app *app)
{
    if (app->frame_began - app->shaders_at < SHADERS_SECONDS)
        return;
    app->shaders_at = app->frame_began;
    if (render_watch_shaders(app->render) && render_reload_shaders(app->render))
        session_say(app->session, "shaders reloaded");
}

/* The textures of the weave that is chosen, when it first is. */
static void load_weave(struct app *app)
{
    char error[APP_ERROR_MAX];
    int weave = session_params(app->session)->weave;
    if (!app->assets[0] || look_load_weave(&app->look, weave, param_choice_name(PARAM_WEAVE, weave),
                                           app->render, app->assets, error, sizeof error))
        return;
    fprintf(stderr, "weft: %s\n", error);
    session_say(app->session, "%s", error);
}

void app_draw(struct app *app)
{
    char error[APP_ERROR_MAX];
    watch_shaders(app);
    load_weave(app);
    if (!scene_draw_prepare(&app->draw, app->render, app->session, error, sizeof error))
        session_say(app->session, "%s", error);
    double start = clock_cpu();
    struct scene_draw_input input = {
        app->session, &app->view, &app->look,
        &app->tools,  app->mode,  window_size(app->window).content_scale,
    };
    struct render_frame frame = scene_draw_frame(&app->draw, &input);
    app->cpu_ms += 1e3 * (clock_cpu() - start);
    if (measuring_samples(app))
        draw_measured(app, &frame);
    else
        render_frame_draw(app->render, &frame);
}

/* --- the panel ------------------------------------------------------------------------------- */

/* Stretch costs a pass over all edges: a few times a second is enough to read; but of another world
 * at once. */
static void measure_cloth(struct app *app)
{
    struct panel_stats *figures = &app->figures;
    figures->particles = figures->constraints = 0;
    figures->stretch_max = figures->stretch_mean = 0.0;
    double edges = 0.0;
    for (int i = 0; i < session_cloth_count(app->session); i++) {
        weft_measure measure;
        weft_cloth_view view;
        weft_cloth_id cloth = session_cloth(app->session, i);
        if (weft_cloth_measure(session_world(app->session), cloth, &measure) != WEFT_OK ||
            weft_cloth_get_view(session_world(app->session), cloth, &view) != WEFT_OK)
            continue;
        figures->particles += view.particle_count;
        for (int kind = 0; kind < WEFT_KIND_COUNT; kind++)
            figures->constraints += measure.constraints[kind];
        if (measure.stretch_max > figures->stretch_max)
            figures->stretch_max = measure.stretch_max;
        figures->stretch_mean += measure.stretch_mean * measure.constraints[WEFT_STRETCH];
        edges += measure.constraints[WEFT_STRETCH];
    }
    figures->stretch_mean = edges > 0.0 ? figures->stretch_mean / edges : 0.0;
}

static void smooth(double *shown, double now)
{
    *shown = *shown > 0.0 ? *shown + SMOOTHING * (now - *shown) : now;
}

static void update_figures(struct app *app)
{
    smooth(&app->figures.frame_ms, 1e3 * app->elapsed);
    smooth(&app->figures.step_ms, session_step_ms(app->session));
    uint64_t build = session_build(app->session);
    if (build != app->figures_build || app->frame_began - app->figures_at > FIGURES_SECONDS) {
        app->figures_build = build;
        app->figures_at = app->frame_began;
        measure_cloth(app);
    }
}

/* The session's last line, while it is new. */
static const char *current_message(struct app *app)
{
    unsigned serial;
    const char *message = session_message(app->session, &serial);
    if (serial != app->message_serial) {
        app->message_serial = serial;
        app->message_at = app_time(app);
    }
    return serial && app_time(app) - app->message_at < MESSAGE_SECONDS ? message : "";
}

static int project_labels(const struct app *app, struct panel_label *labels)
{
    int count = 0;
    for (int i = 0; i < app->draw.label_count; i++) {
        struct panel_label *label = &labels[count];
        const struct scene_draw_label *from = &app->draw.labels[i];
        label->text = from->text;
        if (view_project(&app->view, from->position, &label->x, &label->y))
            count++;
    }
    return count;
}

/* Sticks have no faces to colour. */
static bool shows_heat(const struct app *app)
{
    bool faces = false;
    for (int i = 0; i < app->draw.cloth_count; i++)
        faces = faces || app->draw.cloths[i].triangle_count > 0;
    return faces && app->mode == RENDER_VIEW_HEAT;
}

static void build_panel(struct app *app)
{
    struct panel_label labels[SCENE_DRAW_LABELS_MAX];
    struct panel_frame frame = {
        .session = app->session,
        .view = (int)app->mode,
        .stats = app->figures,
        .message = current_message(app),
        .hint = app_time(app) < HINT_SECONDS,
        .shader_error = render_shader_error(app->render),
        .heat_range = shows_heat(app) ? app->draw.heat.range : 0.0f,
        .labels = labels,
        .label_count = project_labels(app, labels),
    };
    struct panel_request request = panel_build(app->panel, &frame);
    app->mode = (enum render_view)request.view;
    if (request.action >= 0)
        actions_do(app, (enum key_action)request.action, request.number);
}

void app_draw_panel(struct app *app)
{
    double start = clock_cpu();
    update_figures(app);
    build_panel(app);
    app->cpu_ms += 1e3 * (clock_cpu() - start);
    smooth(&app->figures.app_ms, app->cpu_ms);
    panel_render(app->panel);
}

/* --- pictures -------------------------------------------------------------------------------- */

static void take_screenshot(struct app *app)
{
    char path[SHOTS_PATH_MAX], error[APP_ERROR_MAX];
    const struct view *view = &app->view;
    if (!shots_free_name(path, sizeof path, scene_table[scene_index(app)].name,
                         session_time(app->session), ".png"))
        session_say(app->session, "no free file name left for this moment");
    else if (shots_write(app->render, path, view->framebuffer_width, view->framebuffer_height,
                         error, sizeof error))
        session_say(app->session, "saved %s", path);
    else
        session_say(app->session, "%s", error);
}

void app_take_pictures(struct app *app)
{
    if (app->screenshot_in > 0 && --app->screenshot_in == 0)
        take_screenshot(app);
    char error[APP_ERROR_MAX];
    if (shots_capture_frame(&app->capture, app->render, app->frames, app->view.framebuffer_width,
                            app->view.framebuffer_height, error, sizeof error))
        return;
    app_fail(EXIT_CODE_FAILURE, error);
    app->capture_failed = true;
    window_close(app->window);
}

void app_swap(struct app *app)
{
    window_swap(app->window);
    app->frames++;
    if (!app->options.no_vsync && !app->options.fixed)
        clock_sleep(pace_wait(&app->pace, clock_now(NULL)));
}
