/* panel.h: everything that is written over the picture: the panel of parameters, the hint,
 * messages, the key help, the strain legend. The C face of panel*.cpp, the only C++, which
 * alone know Dear ImGui.
 *
 * The panel reads the session and sends it commands; it changes nothing itself. What is not a
 * parameter (view, pause, …) comes back as an action of the key table.
 */
#ifndef APP_PANEL_H
#define APP_PANEL_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

struct GLFWwindow;
struct panel;
struct session;

/* After the window's own callbacks are set: the panel's are chained to them. Null with one line in
 * `error`. Needs the window's GL context to be current. */
struct panel *panel_create(struct GLFWwindow *window, char *error, size_t size);
void panel_destroy(struct panel *panel);

/* Starts a frame: takes the input that came since the last. `scale`: of everything, in window units
 * (2 where text is to be twice as big); `density`: framebuffer pixels a window unit; `press`: null,
 * or where a button went down since: whether it is the panel's is a question of that place, which old
 * ImGui would forget for the pointer's last one. */
void panel_begin(struct panel *panel, float scale, float density, const double *press);
/* A key that went down, as GLFW names it: old ImGui would miss one that is up again by the next
 * frame. */
void panel_note_key(struct panel *panel, int key);
/* A press of the left button at this time and place: two make a double click. ImGui itself sees
 * what the mouse is like once a frame, and would miss quick clicks where frames are slow. */
void panel_note_press(struct panel *panel, double seconds, double x, double y);
/* Whether the mouse, the keyboard's letters are the panel's now. */
bool panel_has_mouse(const struct panel *panel);
bool panel_has_text(const struct panel *panel);

/* Shows or hides it. Before the first call it is shown where the window has room for it. */
void panel_toggle(struct panel *panel);
/* How much of a window of this size it covers on the left, window units; 0 where it is hidden. */
float panel_covers(struct panel *panel, float width, float height, float scale);
void panel_toggle_help(struct panel *panel);
/* Esc: closes a text field, a list or the help. False if nothing was open. */
bool panel_close_something(struct panel *panel);

struct panel_stats {
    double frame_ms; /* from picture to picture */
    double step_ms;  /* weft_world_step in the last tick */
    double app_ms;   /* our own CPU work in a frame, without step and GL */
    int particles, constraints;
    double stretch_max, stretch_mean; /* as parts */
};

struct panel_label {
    float x, y; /* window units */
    const char *text;
};

struct panel_frame {
    struct session *session;
    int view; /* enum render_view */
    struct panel_stats stats;
    const char *message;      /* "": none */
    bool hint;                /* what to do first */
    const char *shader_error; /* null: none */
    float heat_range;         /* strain at the legend's ends; 0: no legend */
    const struct panel_label *labels;
    int label_count;
};

struct panel_request {
    int action; /* enum key_action, or -1 */
    int number; /* of ACTION_SCENE_NUMBER */
    int view;   /* enum render_view to show */
};

/* Builds all of it; the answer is what was clicked that is no parameter. */
struct panel_request panel_build(struct panel *panel, const struct panel_frame *frame);
/* Draws what was built. */
void panel_render(struct panel *panel);

#ifdef __cplusplus
}
#endif

#endif
