/* main.c: weft, the desktop program. One frame is the list of calls in `frame`. */
#include "app.h"

static void frame(struct app *app)
{
    if (!app_poll(app)) /* minimised: nothing to see, nothing to do */
        return;
    app_aim(app);           /* camera and sizes → view */
    app_handle_events(app); /* the panel takes input first; then tools and keys → commands */
    app_advance(app);       /* commands → session → ticks */
    app_draw(app);          /* positions → pixels */
    app_draw_panel(app);
    app_take_pictures(app);
    app_swap(app);
}

int main(int argc, char *argv[])
{
    struct app app = {0};
    bool done = false;
    int code = app_begin(&app, argc, argv, &done);
    if (!done) {
        while (app_running(&app))
            frame(&app);
        code = app_finish(&app);
    }
    app_end(&app);
    return code;
}
