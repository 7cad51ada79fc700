/* actions.h: what a key of the key table does. */
#ifndef APP_ACTIONS_H
#define APP_ACTIONS_H

#include "keys.h"
#include "window.h"

struct app;

/* One key event: finds its action and does it, or ends it. */
void actions_key(struct app *app, const struct window_event *event);
/* Does an action, as if its key was pressed. `number`: of ACTION_SCENE_NUMBER, 1 to 9. */
void actions_do(struct app *app, enum key_action action, int number);

#endif
