/* The figures of a run, as one JSON object (--stats).
 *
 * Stretch and compression are averaged over the last fifth of the frames; the state's figures and
 * the hash are those of the last frame. Times are of the step alone.
 */
#ifndef SANDBOX_STATS_H
#define SANDBOX_STATS_H

#include "session.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct stats;

/* For a run of `frames` frames, or of a number that is not known yet (0). Null without memory. */
struct stats *stats_create(int64_t frames);
void stats_destroy(struct stats *stats);
/* After each frame: takes its times and, in the last fifth, measures the cloth. */
void stats_frame(struct stats *stats, const struct session *session);
/* Writes the object to a file, or to stdout for "-"; `intersections`: with how often cloth passes through
 * cloth in the last frame. False with one line in `error`. */
bool stats_write(const struct stats *stats, const struct session *session, bool intersections,
                 const char *path, char *error, size_t size);

/* One line for people. */
void stats_print(const struct stats *stats, const struct session *session, FILE *file);

/* Sorts the times, of which there is at least one, and returns their median. */
double stats_median(float *times, size_t count);

#endif
