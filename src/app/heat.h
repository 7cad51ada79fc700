/* heat.h: the scale of the strain view. Cloth that hardly stretches and cloth that stretches like rubber are both
 * to be read, so the scale is the smallest of a few steps that nearly all of the cloth is within. */
#ifndef APP_HEAT_H
#define APP_HEAT_H

#include <stdbool.h>
#include <stddef.h>

enum { HEAT_STEPS = 9, HEAT_CALM_FRAMES = 60 };

struct heat {
    float range; /* strain at the scale's ends; 0: not known yet */
    int calm;    /* frames for which a smaller one would have done */
};

/* How many of the values, `stride` bytes apart, are beyond each step; added to `beyond`. */
void heat_count(const float *values, size_t count, size_t stride, int beyond[HEAT_STEPS]);
/* The next frame's range: at once where a hundredth of the values or more is beyond it, and a smaller one only
 * after HEAT_CALM_FRAMES, so that it does not go to and fro. */
void heat_follow(struct heat *heat, const int beyond[HEAT_STEPS], size_t count);

#endif
