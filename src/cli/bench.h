/* weft-cli bench: what a frame costs and how much the cloth stretches, one table row each. */
#ifndef CLI_BENCH_H
#define CLI_BENCH_H

#include "options.h"

/* 0 when all was measured and written, 1 when a scene or a file could not be made, 2 for an unknown
 * row. */
int command_bench(const struct options *options);

#endif
