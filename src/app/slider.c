/* slider.c: see slider.h. Reads the parameter table. */
#include "slider.h"

#include <math.h>

#define STAND_IN 1e-4 /* a logarithmic slider from 0 starts at this part of its other end */
#define END 0.01      /* part of the slider that stands for infinity, and for 0 */

struct span {
    double low, high;    /* what the graded part goes from and to */
    double left, right;  /* where it is on the slider */
    bool zero, infinite; /* what is beyond */
};

static struct span find_span(const struct param_row *row)
{
    struct span span = {row->slider_min, row->slider_max, 0.0, 1.0, false, row->infinite};
    if (row->logarithmic && !(span.low > 0.0))
        span.low = span.high * STAND_IN;
    span.zero = row->logarithmic && row->min <= 0.0;
    span.left = span.zero ? END : 0.0;
    span.right = span.infinite ? 1.0 - END : 1.0;
    return span;
}

static double clamp(double value, double low, double high)
{
    return value < low ? low : value > high ? high : value;
}

static double round_to_digits(double value, int digits)
{
    if (value == 0.0 || !isfinite(value))
        return value;
    double unit = pow(10.0, floor(log10(fabs(value))) - digits + 1);
    return round(value / unit) * unit;
}

double slider_place(enum param_id id, double value)
{
    const struct param_row *row = &param_table[id];
    struct span span = find_span(row);
    if (isinf(value) && value > 0.0)
        return 1.0;
    if (span.zero && value <= 0.0)
        return 0.0;
    double part = row->logarithmic ? log(clamp(value, span.low, span.high) / span.low) /
                                         log(span.high / span.low)
                                   : (value - span.low) / (span.high - span.low);
    return span.left + clamp(part, 0.0, 1.0) * (span.right - span.left);
}

double slider_value(enum param_id id, double place)
{
    const struct param_row *row = &param_table[id];
    struct span span = find_span(row);
    if (span.infinite && place > 1.0 - 0.5 * END)
        return INFINITY;
    if (span.zero && place < 0.5 * END)
        return 0.0;
    double part = clamp((place - span.left) / (span.right - span.left), 0.0, 1.0);
    double value = row->logarithmic ? span.low * pow(span.high / span.low, part)
                                    : span.low + part * (span.high - span.low);
    if (row->kind != PARAM_FLOAT)
        value = round(value);
    else if (part > 0.0 && part < 1.0)
        value = round_to_digits(value, 3);
    /* A linear slider through 0 finds it. */
    if (row->kind == PARAM_FLOAT && fabs(value) < 1e-9 * (span.high - span.low))
        value = 0.0;
    return clamp(value, row->min, row->max);
}
