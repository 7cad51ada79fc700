/* app.h: the desktop program's data on one page. One struct app, made in main, given to everybody;
 * nothing is global. */
#ifndef APP_APP_H
#define APP_APP_H

#include "assets.h"
#include "camera.h"
#include "clock.h"
#include "look.h"
#include "options.h"
#include "panel.h"
#include "render.h"
#include "scene_draw.h"
#include "session.h"
#include "shots.h"
#include "stats.h"
#include "tools.h"
#include "view.h"
#include "window.h"

enum { APP_ERROR_MAX = 1024 };

/* Whether the frame is quick enough for smooth edges: measured on the first frames at each size. */
struct app_samples {
    int frames; /* measured so far */
    double sum; /* of their drawing times, s */
    int width, height;
    bool settled;
};

struct app {
    struct options options;
    struct shots_capture capture;
    bool capture_failed;

    struct window *window;
    struct render *render;
    struct session *session;
    struct panel *panel;
    struct stats *stats; /* where --stats asks for it */

    struct camera camera;
    struct view view; /* of this frame */
    int camera_scene; /* that the camera was made for */
    enum render_view mode;
    struct look look;
    char assets[ASSETS_PATH_MAX]; /* their folder; "": none */
    struct scene_draw draw;
    struct tools tools;

    /* time */
    double started, frame_began; /* on the steady clock, s */
    double elapsed;              /* between the last two frames, s */
    struct pace pace;
    struct app_samples samples;
    int64_t frames; /* drawn */
    bool was_hidden;

    /* for the panel */
    struct panel_stats figures;
    double figures_at, shaders_at; /* when they were last looked at, s */
    uint64_t figures_build;        /* of the world that the figures are of */
    double cpu_ms;                 /* our own work in this frame so far */
    unsigned message_serial;
    double message_at; /* frame time (see app_time) when the message came */
    int screenshot_in; /* frames until the one that F12 asked for; 0: none is asked for */
};

/* Parses, opens and makes everything. Returns EXIT_CODE_OK to go on; otherwise the program ends
 * with this code and *done is true: what was wrong is on stderr. */
int app_begin(struct app *app, int argc, char *argv[], bool *done);
/* Writes what is asked for at the end. Returns the exit code. */
int app_finish(struct app *app);
/* Frees everything. Null members are allowed. */
void app_end(struct app *app);

/* One line on stderr; returns `code`. */
int app_fail(int code, const char *what);

/* The parts of a frame, in their order; see main.c and frame.c. */
bool app_running(struct app *app);
bool app_poll(struct app *app); /* false: there is nothing to draw on */
void app_aim(struct app *app);
void app_handle_events(struct app *app);
void app_advance(struct app *app);
void app_draw(struct app *app);
void app_draw_panel(struct app *app);
void app_take_pictures(struct app *app);
void app_swap(struct app *app);

/* Seconds since the start as the person sees them: of the clock, or of the ticks with --fixed. */
double app_time(const struct app *app);
/* Window units of a length that has one on a screen of scale 1: where the framebuffer is finer than
 * the window, the system has scaled already. */
float app_scale(const struct app *app);
void app_look_at_scene(struct app *app); /* the scene's own camera */

#endif
