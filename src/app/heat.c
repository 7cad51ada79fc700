/* heat.c: see heat.h. */
#include "heat.h"

#include <math.h>

/* Each is a number that is read at a glance. */
static const float steps[HEAT_STEPS] = {1e-4f, 3e-4f, 1e-3f, 3e-3f, 1e-2f, 3e-2f, 0.1f, 0.3f, 1.0f};

void heat_count(const float *values, size_t count, size_t stride, int beyond[HEAT_STEPS])
{
    const char *at = (const char *)values;
    for (size_t i = 0; i < count; i++, at += stride) {
        float strain = fabsf(*(const float *)(const void *)at);
        for (int k = 0; k < HEAT_STEPS && strain > steps[k]; k++)
            beyond[k]++;
    }
}

void heat_follow(struct heat *heat, const int beyond[HEAT_STEPS], size_t count)
{
    int step = 0;
    while (step < HEAT_STEPS - 1 && (size_t)beyond[step] * 100 >= count && count > 0)
        step++;
    heat->calm = heat->range > steps[step] ? heat->calm + 1 : 0;
    if (heat->range < steps[step] || heat->calm > HEAT_CALM_FRAMES) {
        heat->range = steps[step];
        heat->calm = 0;
    }
}
