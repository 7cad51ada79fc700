/* The table, and the measurement of a row of ours: see bench_rows.h. */
#include "bench_rows.h"
#include "session.h"
#include "stats.h"
#include "text.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

/* A row of each group: what all its rows share is here. */
#define TABLE(name, scene, columns, rows, solver, substeps, iterations, threads, frames)           \
    {                                                                                              \
        name, "table", scene, columns, rows, solver, substeps, iterations, threads, 60, frames, 0  \
    }
#define TABLE1(particles, side, published)                                                         \
    {                                                                                              \
        "table1-" #particles, "table1", "corners", side, side, "verlet", 1, 1, 1, 1000, 1000,      \
            published                                                                              \
    }
#define COST(solver, substeps)                                                                     \
    {                                                                                              \
        "cost-" solver "-" #substeps, "cost", "corners", 64, 64, solver, substeps, 1, 1, 60, 180,  \
            0                                                                                      \
    }

const struct bench_row bench_table[] = {
    TABLE("corners-38x40-once", "corners", 38, 40, "direct", 1, 1, 1, 300),
    TABLE("corners-64-direct", "corners", 64, 64, "direct", 20, 1, 1, 300),
    TABLE("corners-64-direct-2", "corners", 64, 64, "direct", 20, 1, 2, 300),
    TABLE("corners-128-direct", "corners", 128, 128, "direct", 6, 1, 1, 300),
    TABLE("corners-128-direct-2", "corners", 128, 128, "direct", 6, 1, 2, 300),
    TABLE("corners-256-direct", "corners", 256, 256, "direct", 10, 1, 1, 200),
    TABLE("corners-256-direct-2", "corners", 256, 256, "direct", 10, 1, 2, 200),
    TABLE("corners-512-direct", "corners", 512, 512, "direct", 10, 1, 1, 120),
    TABLE("curtain-512-direct", "curtain", 512, 512, "direct", 10, 1, 1, 240),
    TABLE("curtain-512-direct-2", "curtain", 512, 512, "direct", 10, 1, 2, 240),
    TABLE("corners-128-xpbd", "corners", 128, 128, "xpbd", 20, 1, 1, 300),
    TABLE("corners-128-xpbd-2", "corners", 128, 128, "xpbd", 20, 1, 2, 300),
    TABLE("corners-256-xpbd", "corners", 256, 256, "xpbd", 20, 1, 1, 200),
    TABLE("corners-256-xpbd-2", "corners", 256, 256, "xpbd", 20, 1, 2, 200),
    TABLE("corners-128-pbd", "corners", 128, 128, "pbd", 20, 1, 1, 300),
    TABLE("corners-128-verlet", "corners", 128, 128, "verlet", 20, 1, 1, 300),
    TABLE1(1024, 32, 71),
    TABLE1(2304, 48, 58),
    TABLE1(4096, 64, 46),
    TABLE1(5184, 72, 32),
    COST("pbd", 5),
    COST("pbd", 20),
    COST("pbd", 80),
    COST("pbd", 320),
    COST("pbd", 1000),
    COST("verlet", 5),
    COST("verlet", 20),
    COST("verlet", 80),
    COST("verlet", 320),
    COST("verlet", 1000),
    COST("xpbd", 5),
    COST("xpbd", 20),
    COST("xpbd", 80),
    COST("xpbd", 320),
    COST("xpbd", 1000),
    COST("direct", 1),
    COST("direct", 5),
    COST("direct", 10),
    COST("direct", 20),
    COST("direct", 40),
    COST("bullet", 1),
    COST("bullet", 4),
    COST("bullet", 20),
    COST("bullet", 80),
    COST("bullet", 160),
};
const int bench_row_count = sizeof bench_table / sizeof bench_table[0];

double bench_now(void *user)
{
    (void)user;
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static struct session *open_row(const struct bench_row *row, char *error, size_t size)
{
    struct session_options options = session_default_options();
    options.scene = scene_find(row->scene);
    options.columns = row->columns;
    options.rows = row->rows;
    options.threads = row->threads;
    options.now = bench_now;
    settings_choose(&options.settings, PARAM_TICK_RATE, row->tick_rate);
    settings_choose(&options.settings, PARAM_SOLVER, solver_find(row->solver));
    settings_choose(&options.settings, PARAM_SUBSTEPS, row->substeps);
    settings_choose(&options.settings, PARAM_ITERATIONS, row->iterations);
    return session_create(&options, error, size);
}

/* Sorts the times of `frames` frames. */
static void take_times(float *times, int64_t frames, double *least, double *median)
{
    *median = stats_median(times, (size_t)frames);
    *least = times[0];
}

/* Adds the strains of a frame as one of `frames`. */
static void add_strains(const struct session *session, int64_t frames, struct bench_result *result)
{
    weft_measure measure;
    if (weft_cloth_measure(session_world(session), session_cloth(session, 0), &measure) != WEFT_OK)
        return;
    result->stretch_max += measure.stretch_max / (double)frames;
    result->stretch_mean += measure.stretch_mean / (double)frames;
    result->compression_max += measure.compression_max / (double)frames;
    result->compression_mean += measure.compression_mean / (double)frames;
    memcpy(result->constraints, measure.constraints, sizeof result->constraints);
}

/* Runs the frames. `times`: of the step, then of each stage, `frames` each. */
static void run_frames(struct session *session, int64_t frames, float *times,
                       struct bench_result *result)
{
    int64_t last = frames >= 5 ? frames / 5 : 1;
    for (int64_t i = 0; i < frames; i++) {
        if (!session_tick(session))
            result->ran_away = true;
        weft_profile profile = weft_world_get_profile(session_world(session));
        times[i] = profile.step_ms;
        for (int s = 0; s < WEFT_STAGE_COUNT; s++)
            times[(s + 1) * frames + i] = profile.stage_ms[s];
        if (i >= frames - last)
            add_strains(session, last, result);
    }
    take_times(times, frames, &result->ms_min, &result->ms_median);
    for (int s = 0; s < WEFT_STAGE_COUNT; s++)
        take_times(times + (s + 1) * frames, frames, &result->stage_min[s],
                   &result->stage_median[s]);
}

/* Rates. The sweeps' by its least time, as the ceiling that it is compared with. */
static void take_rates(struct bench_result *result)
{
    const struct bench_row *row = result->row;
    const int *count = result->constraints;
    double passes = (double)row->substeps * row->iterations;
    double sweeps = passes * ((double)count[WEFT_STRETCH] + count[WEFT_SHEAR]);
    double sweeps_ms = result->stage_min[WEFT_STAGE_SWEEPS];
    result->projections = 1e3 * (sweeps + passes * count[WEFT_BEND]) / result->ms_median;
    result->sweeps = sweeps_ms > 0.0 ? 1e3 * sweeps / sweeps_ms : 0.0;
    result->ceiling = row->threads * bench_ceiling(row->columns, row->rows);
}

static bool measure_ours(const struct bench_row *row, struct bench_result *result, char *error,
                         size_t size)
{
    int64_t frames = result->frames;
    struct session *session = open_row(row, error, size);
    if (!session)
        return false;
    float *times = malloc((1 + WEFT_STAGE_COUNT) * (size_t)frames * sizeof *times);
    if (!times) {
        session_destroy(session);
        return text_error(error, size, "out of memory for %lld frames", (long long)frames);
    }
    run_frames(session, frames, times, result);
    weft_settings settings = params_settings(session_active(session));
    result->integrator = param_choice_name(PARAM_INTEGRATOR, (int)settings.integrator + 1);
    weft_cloth_get_memory(session_world(session), session_cloth(session, 0), &result->memory);
    free(times);
    session_destroy(session);
    take_rates(result);
    return true;
}

bool bench_measure(const struct bench_row *row, int64_t frames, struct bench_result *result,
                   char *error, size_t size)
{
    *result = (struct bench_result){
        .row = row,
        .frames = frames > 0 ? frames : row->frames,
        .integrator = "",
        .particles = row->columns * row->rows,
    };
    if (strcmp(row->solver, "bullet") == 0)
        return bench_peer(row, result, error, size);
    return measure_ours(row, result, error, size);
}
