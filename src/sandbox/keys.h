/* The keys and mouse gestures: one table each, read by the window, the help overlay, the README and
 * the tests.
 *
 * A key is the letter printed on the user's keyboard, e.g. "W", "Shift+R", "[", "F1", "Up". The
 * window maps these names to its own codes; nothing here knows about windows.
 */
#ifndef SANDBOX_KEYS_H
#define SANDBOX_KEYS_H

enum key_action {
    ACTION_WIND,
    ACTION_WIND_LEFT,
    ACTION_WIND_RIGHT,
    ACTION_WIND_UP,
    ACTION_WIND_DOWN,
    ACTION_WIND_FASTER,
    ACTION_WIND_SLOWER,
    ACTION_STIFFNESS,
    ACTION_SOLVER,
    ACTION_VIEW,
    ACTION_PAUSE,
    ACTION_STEP,
    ACTION_SLOW_MOTION,
    ACTION_RESET,
    ACTION_DEFAULTS,
    ACTION_SCENE_NUMBER, /* 1…9: the row's key is "1…9" */
    ACTION_SCENE_PREVIOUS,
    ACTION_SCENE_NEXT,
    ACTION_GRID_FINER,
    ACTION_GRID_COARSER,
    ACTION_SHOOT,
    ACTION_GRAB_PULL,
    ACTION_GRAB_PUSH,
    ACTION_UNPIN,
    ACTION_PANEL,
    ACTION_HELP,
    ACTION_RELOAD,
    ACTION_FULL_SCREEN,
    ACTION_SCREENSHOT,
    ACTION_SAVE,
    ACTION_CLOSE,
    ACTION_COUNT
};

struct key_row {
    enum key_action action;
    const char *name; /* of the action, for tests: "wind" */
    const char *keys; /* as printed; alternatives separated by " or ": "P or Space" */
    const char *help; /* one line */
};
extern const struct key_row key_table[ACTION_COUNT]; /* in the order of the ids */

struct gesture_row {
    const char *gesture;
    const char *help;
};
enum { GESTURE_COUNT = 10 };
extern const struct gesture_row gesture_table[GESTURE_COUNT];

/* Writes the key names of a row one by one: "P or Space" gives "P" for which = 0 and "Space" for 1.
 * Returns 0 when there are no more. */
int key_alternative(const struct key_row *row, int which, char *text, int size);

#endif
