/* slider.h: a parameter's place on its slider: 0 to 1 and back, linear or logarithmic.
 *
 * One mapping for every row of the parameter table, so that the panel needs no case for any of
 * them.
 */
#ifndef APP_SLIDER_H
#define APP_SLIDER_H

#include "params.h"

/* Where the value is on the row's slider, 0 to 1; values beyond its ends are at the ends. */
double slider_place(enum param_id id, double value);

/* The value at a place: whole for ints, three digits for floats, at the right end infinity where
 * the row allows it, at the left end of a logarithmic row that allows it 0. Always passes
 * param_check. */
double slider_value(enum param_id id, double place);

#endif
