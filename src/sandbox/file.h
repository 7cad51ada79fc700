/* Writing files so that a failure leaves the old one: to a temporary file beside it, then renamed. A
 * link stays a link: what it names is written.
 */
#ifndef SANDBOX_FILE_H
#define SANDBOX_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct file_output {
    FILE *file;      /* write here */
    char *path;      /* where it is to be: of a link, the place that it names */
    char *temporary; /* where it is now; null when written in place (a device, a pipe) */
};

/* False with one line in `error`: why it cannot be written. */
bool file_begin(struct file_output *output, const char *path, char *error, size_t size);
/* Whether file_begin will work, as far as can be told without doing anything: for knowing it before a
 * long run. */
bool file_check(const char *path, char *error, size_t size);
/* Flushes to the disk and renames. On failure the old file is untouched and the temporary one
 * removed. */
bool file_commit(struct file_output *output, char *error, size_t size);
/* Gives up: removes the temporary file. */
void file_abandon(struct file_output *output);

/* Whether it can be read: a regular file; one that is a folder, a pipe or a device is refused before
 * it is opened, which could wait for ever. False with one line in `error`, which begins with
 * "cannot read WHAT PATH". */
bool file_check_input(const char *what, const char *path, char *error, size_t size);

/* Whether two paths, however they are spelled, name one regular file: one that is there, or one that
 * is not there yet. */
bool file_same(const char *a, const char *b);
/* Whether an open file, e.g. what stdout was sent to, is a regular file and this one. */
bool file_is_open(int file, const char *path);
/* Whether the path, its links followed, names something in this folder itself, under a name that
 * `named` accepts. Either may not be there yet. */
bool file_in_folder(const char *path, const char *folder, bool (*named)(const char *name));

/* For the beginning of main. Where stdout is closed the next file that is opened would get its
 * number, and what is printed would end up in there: afterwards that fails instead. */
void file_reserve_standard(void);
/* Whether all that was printed has arrived. False with one line in `error`. */
bool file_flush_stdout(char *error, size_t size);

#endif
