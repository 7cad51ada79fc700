/* pin_choice.h: which pin is meant by a place on the screen. Pure: plain numbers in, an index out.
 * Lengths in window units. */
#ifndef APP_PIN_CHOICE_H
#define APP_PIN_CHOICE_H

#include <stdbool.h>

/* A pin as it is seen. */
struct pin_seen {
    float x, y;
    float let_go_x, let_go_y; /* where the hand was that made it; counts for the newest only */
    bool hidden;              /* behind cloth */
    int made;                 /* 0: by the scene; by hand, the later the larger */
};

/* How near the pointer must be to a pin, and to the newest one by hand or where that was let go, at
 * scale 1. */
#define PIN_REACH 20.0
#define PIN_NEWEST_REACH 60.0

/* The pin that is meant at (x, y), or -1: the nearest, where a hidden one counts as if it was half
 * of PIN_REACH further away; of those that are equally near to a pixel, the last one made. `scale`
 * as in app_scale. */
int pin_choose(const struct pin_seen *pins, int count, double x, double y, double scale);

#endif
