/* pin_choice.c: see pin_choice.h. Reads its arguments only. */
#include "pin_choice.h"

#include <math.h>

#define HIDDEN_FURTHER (0.5 * PIN_REACH)

static int find_newest(const struct pin_seen *pins, int count)
{
    int newest = -1;
    for (int i = 0; i < count; i++)
        if (pins[i].made > 0 && (newest < 0 || pins[i].made > pins[newest].made))
            newest = i;
    return newest;
}

/* How far away the pin counts as, at scale 1; infinite where it is out of reach. */
static double measure(const struct pin_seen *pin, bool newest, double x, double y, double scale)
{
    double reach = newest ? PIN_NEWEST_REACH : PIN_REACH;
    double away = hypot((double)pin->x - x, (double)pin->y - y) / scale;
    away = away > reach ? INFINITY : away + (pin->hidden ? HIDDEN_FURTHER : 0.0);
    if (!newest)
        return away;
    double let_go = hypot((double)pin->let_go_x - x, (double)pin->let_go_y - y) / scale;
    return let_go > reach ? away : fmin(away, let_go);
}

int pin_choose(const struct pin_seen *pins, int count, double x, double y, double scale)
{
    int newest = find_newest(pins, count), best = -1;
    double best_away = INFINITY;
    for (int i = 0; i < count; i++) {
        double away = measure(&pins[i], i == newest, x, y, scale);
        if (away == INFINITY)
            continue;
        /* By whole pixels, so that what is alike to the eye is alike here. */
        double step = floor(away + 0.5) - floor(best_away + 0.5);
        int later = best < 0 ? 0 : pins[i].made - pins[best].made;
        if (best < 0 || step < 0.0 ||
            (step == 0.0 && (later > 0 || (later == 0 && away < best_away)))) {
            best = i;
            best_away = away;
        }
    }
    return best;
}
