/* weft-cli validate: the physics against exact mechanics, one table row each. */
#ifndef CLI_VALIDATE_H
#define CLI_VALIDATE_H

#include "options.h"

#include <stdio.h>

/* 0 when every claimed row holds, 1 when one is out, 2 for an unknown row or parameter. */
int command_validate(const struct options *options);
/* The rows and the parameters that each takes, one a line. */
void validate_print_rows(FILE *file);

#endif
