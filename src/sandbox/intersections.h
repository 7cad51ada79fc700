/* Whether cloth passes through cloth: counted from the triangles alone, in double, by nothing that the solver uses. */
#ifndef SANDBOX_INTERSECTIONS_H
#define SANDBOX_INTERSECTIONS_H

#include "weft.h"

/* How many pairs of a triangle's side and another triangle, which share no particle, pass through each other, of
 * all cloths together; sides that two triangles share count once. -1 without memory. */
int intersections_count(const weft_world *world);

#endif
