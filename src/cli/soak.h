/* weft-cli soak: scenes for minutes in random hands, looked at each tick. */
#ifndef CLI_SOAK_H
#define CLI_SOAK_H

#include "options.h"

#include <stdio.h>

/* 0 where nothing went wrong, 1 where something did or a scene or file could not be made, 2 for a
 * stray word. */
int command_soak(const struct options *options);
/* What is done, and what counts as wrong. */
void soak_print_rules(FILE *file);

#endif
