/* The benchmark's table, and how a row of it is measured.
 *
 * A row is a scene with settings that are written out, so that its name means the same whatever
 * the defaults become. Rows are in groups: `table` (each solver and size), `table1` (the four
 * sheets of Mueller et al. 2007) and `cost` (each solver at more and more substeps: strain against
 * cost).
 */
#ifndef CLI_BENCH_ROWS_H
#define CLI_BENCH_ROWS_H

#include "weft.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct bench_row {
    const char *name, *group, *scene;
    int columns, rows;
    const char *solver; /* of the solver table; or "bullet": Bullet's btSoftBody, the peer */
    int substeps, iterations, threads;
    int tick_rate;    /* frames in a simulated second */
    int frames;       /* measured */
    double published; /* frames a second, where there is a figure to compare with; else 0 */
};

extern const struct bench_row bench_table[];
extern const int bench_row_count;

/* Times in ms over all frames; strains are means over the last fifth of them, as parts. */
struct bench_result {
    const struct bench_row *row;
    int64_t frames;
    const char *integrator; /* "" for the peer, as its stages, bytes and rates are 0 */
    int particles, constraints[WEFT_KIND_COUNT];
    double ms_min, ms_median;
    double stage_min[WEFT_STAGE_COUNT], stage_median[WEFT_STAGE_COUNT];
    double stretch_max, stretch_mean, compression_max, compression_mean;
    weft_memory memory;
    double projections; /* a second, by the median frame */
    double sweeps;      /* of stretch and shear by the least time of their stage */
    double ceiling;     /* of a bare row kernel on a sheet of this size, on as many processors */
    bool ran_away;      /* and was set back: its strains mean nothing */
    bool missing;       /* the peer is not there: nothing was measured */
};

/* Measures a row over `frames` frames (0: its own number). False with one line in `error`. */
bool bench_measure(const struct bench_row *row, int64_t frames, struct bench_result *result,
                   char *error, size_t size);

/* bench_ceiling.c: projections a second of the least that a projection needs, on one processor:
 * rows of x, y, z and w, each projected against the next, in two colours. */
double bench_ceiling(int columns, int rows);

/* bench_peer.c: fills in what Bullet's program says of the row. */
bool bench_peer(const struct bench_row *row, struct bench_result *result, char *error, size_t size);

/* Results as a file: one line each with every figure; and those of `cost` as a picture. They write
 * to an open file and leave out what was not measured. */
void bench_write_csv(FILE *file, const struct bench_result *results, int count);
void bench_write_plot(FILE *file, const struct bench_result *results, int count);

/* Seconds of a steady clock. */
double bench_now(void *user);

#endif
