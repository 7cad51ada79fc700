/* Writing files so that a failure leaves the old one: to a temporary file beside it, then renamed.
 */
#ifndef SANDBOX_FILE_H
#define SANDBOX_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct file_output {
    FILE *file;      /* write here */
    char *path;      /* where it is to be */
    char *temporary; /* where it is now; null when written in place (a device, a pipe) */
};

/* False with one line in `error`: why it cannot be written. */
bool file_begin(struct file_output *output, const char *path, char *error, size_t size);
/* Flushes to the disk and renames. On failure the old file is untouched and the temporary one
 * removed. */
bool file_commit(struct file_output *output, char *error, size_t size);
/* Gives up: removes the temporary file. */
void file_abandon(struct file_output *output);

#endif
