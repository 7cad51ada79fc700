/* window.h: the window, its GL context and its input events. The one file of ours that calls GLFW,
 * besides the panel's backend.
 *
 * Sizes and the cursor are in window units, the framebuffer in pixels; see view.h. Events are kept
 * until the frame asks for them, in their order, each with where the cursor was.
 */
#ifndef APP_WINDOW_H
#define APP_WINDOW_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

struct window;
struct GLFWwindow;

struct window_config {
    int width, height; /* window units; 0: 1280 x 720, larger where the monitor is scaled */
    bool vsync;
};

/* Null with one line in `error`: no display, an OpenGL older than 3.3, … The environment variable
 * WEFT_GL_VERSION (e.g. 9.9) asks for another version, to try that out. */
struct window *window_create(const struct window_config *config, char *error, size_t size);
void window_destroy(struct window *window);

struct GLFWwindow *window_handle(struct window *window);
/* Looks up a GL function. */
void (*window_gl_function(const char *name))(void);

struct window_size {
    int width, height;                         /* window units */
    int framebuffer_width, framebuffer_height; /* px */
    float content_scale;                       /* of the monitor: 2 where all is twice as big */
};
struct window_size window_size(const struct window *window);
/* False while there is nothing to draw on: minimised, or no pixel high or wide. */
bool window_drawable(const struct window *window);
/* Frames a second that the display shows. */
double window_refresh_rate(struct window *window);
void window_toggle_full_screen(struct window *window);
bool window_full_screen(const struct window *window);

/* The user asked to close it (the title bar's button), or the program did. */
bool window_closing(struct window *window);
void window_close(struct window *window);

/* --- input ----------------------------------------------------------------------------------- */

enum window_event_kind {
    WINDOW_KEY,    /* pressed, repeated or released */
    WINDOW_BUTTON, /* of the mouse, pressed or released */
    WINDOW_SCROLL,
    WINDOW_DROP,  /* a file */
    WINDOW_LEAVE, /* the keyboard went to another window: what is held is not held any more */
};

enum window_button { WINDOW_LEFT, WINDOW_RIGHT, WINDOW_MIDDLE };

struct window_event {
    enum window_event_kind kind;
    bool down, repeat, shift, control;
    double x, y;   /* the cursor, window units */
    int code;      /* KEY: as GLFW names it, or -1; BUTTON: enum window_button */
    char typed[8]; /* KEY: see keymap.h */
    char name[16];
    char place;
    double scroll; /* SCROLL: notches, away from the user > 0 */
    char *path;    /* DROP: valid until the next poll */
};

/* Takes what happened since the last poll; waits up to `wait_seconds` for something to happen. */
void window_poll(struct window *window, double wait_seconds);
/* The next event of this poll, or null. */
const struct window_event *window_next_event(struct window *window);
/* The first press of a mouse button in this poll, or null; takes nothing. */
const struct window_event *window_first_press(const struct window *window);

/* Where the cursor is now, window units, and whether it is over the window. */
void window_cursor(const struct window *window, double *x, double *y);
bool window_hovered(const struct window *window);

void window_swap(struct window *window);

#ifdef __cplusplus
}
#endif

#endif
