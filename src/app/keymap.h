/* keymap.h: from what a key press is to the action that it asks for.
 *
 * The key table names keys by what is printed on them. A press comes with the character it typed,
 * the name its key has in the user's layout, and the place it has on a US keyboard; the first two
 * decide, so that W is where W is printed on AZERTY and Dvorak as well. The place counts only where
 * a layout has no Latin letters, and for the digits, which some layouts type with Shift.
 */
#ifndef APP_KEYMAP_H
#define APP_KEYMAP_H

#include "keys.h"

#include <stdbool.h>

struct key_press {
    const char *typed; /* UTF-8 character, or "" */
    const char *name;  /* in the layout without modifiers, UTF-8; or "Left", "F1", …; or "" */
    char place;        /* what a US keyboard has there: 'A'…'Z', '0'…'9'; or 0 */
    bool shift, control;
};

/* The action, or -1. For ACTION_SCENE_NUMBER, *number is 1 to 9. */
int keymap_find(const struct key_press *press, int *number);

#endif
