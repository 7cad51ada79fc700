/* Counts where cloth passes through cloth: edges through triangles, in doubles, with nothing of the
 * solver's. */
#ifndef TESTS_CROSSINGS_H
#define TESTS_CROSSINGS_H

#include "weft.h"

/* Pairs of a triangle's edge and a triangle, of one cloth or of two, that share no particle and meet. */
int count_crossings(const weft_world *world);

#endif
