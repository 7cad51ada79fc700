/* Reads a recording: the header's settings and the lines, checked as a whole before anything runs.
 *
 * A last line without its end (the file was cut) is left out and noted; any other fault
 * refuses the file with one line: file:line: what is wrong, what was expected.
 */
#ifndef SANDBOX_REPLAY_H
#define SANDBOX_REPLAY_H

#include "recorder.h"

struct replay_line {
    uint64_t tick;
    int line; /* of the file, from 1 */
    struct command command;
};

struct replay {
    struct recording_start start;
    char version[32]; /* that wrote it */
    struct replay_line *lines;
    size_t count;
    int cut_line; /* where the file ends in the middle of a line; 0: it does not */
};

/* Null with one line in `error`. */
struct replay *replay_load(const char *path, char *error, size_t size);
/* Null is allowed. */
void replay_free(struct replay *replay);

#endif
