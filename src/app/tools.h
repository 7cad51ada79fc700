/* tools.h: the hand: grab and drag the cloth, orbit, pan and zoom. Mouse events become session
 * commands and camera moves.
 *
 * A drag belongs to who got its press: one begun on the cloth stays with the cloth over the panel,
 * one begun on a slider never reaches the tools.
 */
#ifndef APP_TOOLS_H
#define APP_TOOLS_H

#include "session.h"
#include "window.h"

#include <stdbool.h>

struct app;

enum tool_mode { TOOL_NONE, TOOL_GRAB, TOOL_ORBIT, TOOL_PAN };

struct tools {
    enum tool_mode mode;
    int button;  /* that began it, and whose release ends it */
    double x, y; /* the cursor as last followed, window units */
    bool moved;  /* the person has moved it at all: only then is what is under it marked */

    /* grab */
    float depth;           /* of the plane in which the pointer moves, m before the eye */
    bool pull, push;       /* Q, E held */
    float target[3];       /* where the pointer wants the cloth */
    bool target_changed;   /* since the last drag command */
    uint64_t target_ticks; /* when that was sent */

    /* what a press would grab: marked on hover */
    int hover_body; /* see session_solid; 0: none */
    bool hovering;
    double hovered_at; /* when that was last looked at, s */
    int hover_cloth;
    int hover_count;
    int hover_particles[SESSION_GRAB_MAX];
};

/* One mouse event. `panel_has_mouse`: presses and the wheel are the panel's. */
void tools_event(struct app *app, const struct window_event *event, bool panel_has_mouse);
/* Once a frame, after the events: follows the cursor, finds what is under it. */
void tools_update(struct app *app, bool panel_has_mouse);
/* Lets go of everything (focus lost, another scene). */
void tools_cancel(struct app *app);
/* Frees the pin that the pointer means: see pin_choice.h. */
void tools_unpin(struct app *app);

#endif
