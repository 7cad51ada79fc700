/* Collects and writes the figures of a run: see stats.h. */
#include "stats.h"
#include "file.h"
#include "intersections.h"
#include "text.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* What is kept of a frame. */
struct frame_figures {
    float step_ms;
    float stretch_max, stretch_mean, compression_max, compression_mean; /* of the last fifth only */
};

struct stats {
    int64_t expected; /* frames; 0: not known */
    int64_t count, capacity;
    struct frame_figures *frames;
    double stage_ms[WEFT_STAGE_COUNT]; /* sums */
};

/* All cloths of a world as one. */
struct total {
    weft_measure measure;
    int particles, triangles;
    weft_memory memory;
};

static double larger(double a, double b)
{
    return a > b ? a : b;
}

static struct total measure_world(const weft_world *world)
{
    struct total total = {.measure = {.finite = true, .lowest = INFINITY}};
    weft_measure *sum = &total.measure;
    for (int i = 0; i < weft_world_cloth_count(world); i++) {
        weft_cloth_id cloth = weft_world_cloth(world, i);
        weft_measure own;
        weft_cloth_view view;
        weft_memory memory;
        if (weft_cloth_measure(world, cloth, &own) != WEFT_OK ||
            weft_cloth_get_view(world, cloth, &view) != WEFT_OK ||
            weft_cloth_get_memory(world, cloth, &memory) != WEFT_OK)
            continue;
        int before = sum->constraints[WEFT_STRETCH], with = before + own.constraints[WEFT_STRETCH];
        if (with > 0) { /* means over all edges of all cloths */
            sum->stretch_mean =
                (sum->stretch_mean * before + own.stretch_mean * (with - before)) / with;
            sum->compression_mean =
                (sum->compression_mean * before + own.compression_mean * (with - before)) / with;
        }
        sum->stretch_max = larger(sum->stretch_max, own.stretch_max);
        sum->compression_max = larger(sum->compression_max, own.compression_max);
        sum->kinetic_energy += own.kinetic_energy;
        sum->max_speed = larger(sum->max_speed, own.max_speed);
        sum->penetration_max = larger(sum->penetration_max, own.penetration_max);
        sum->lowest = own.lowest < sum->lowest ? own.lowest : sum->lowest;
        sum->finite = sum->finite && own.finite;
        sum->tethers += own.tethers;
        for (int kind = 0; kind < WEFT_KIND_COUNT; kind++)
            sum->constraints[kind] += own.constraints[kind];
        total.particles += view.particle_count;
        total.triangles += view.triangle_count;
        total.memory.state += memory.state;
        total.memory.topology += memory.topology;
    }
    return total;
}

struct stats *stats_create(int64_t frames)
{
    struct stats *stats = calloc(1, sizeof *stats);
    if (stats)
        stats->expected = frames;
    return stats;
}

void stats_destroy(struct stats *stats)
{
    if (!stats)
        return;
    free(stats->frames);
    free(stats);
}

/* The first frame of the last fifth of `count`. */
static int64_t last_fifth(int64_t count)
{
    return count - (count >= 5 ? count / 5 : 1);
}

static struct frame_figures *next_frame(struct stats *stats)
{
    if (stats->count == stats->capacity) {
        int64_t capacity = stats->capacity ? 2 * stats->capacity : 1024;
        struct frame_figures *frames =
            realloc(stats->frames, (size_t)capacity * sizeof *stats->frames);
        if (!frames)
            return NULL;
        stats->frames = frames;
        stats->capacity = capacity;
    }
    return &stats->frames[stats->count++];
}

void stats_frame(struct stats *stats, const struct session *session)
{
    const weft_world *world = session_world(session);
    struct frame_figures *frame = next_frame(stats);
    if (!frame)
        return;
    *frame = (struct frame_figures){.step_ms = (float)session_step_ms(session)};
    weft_profile profile = weft_world_get_profile(world);
    for (int i = 0; i < WEFT_STAGE_COUNT; i++)
        stats->stage_ms[i] += profile.stage_ms[i];
    if (stats->expected > 0 && stats->count <= last_fifth(stats->expected))
        return; /* measuring costs more than a step of some scenes */
    weft_measure measure = measure_world(world).measure;
    frame->stretch_max = (float)measure.stretch_max;
    frame->stretch_mean = (float)measure.stretch_mean;
    frame->compression_max = (float)measure.compression_max;
    frame->compression_mean = (float)measure.compression_mean;
}

/* --- writing --------------------------------------------------------------------------------- */

/* A number, or null where JSON has none for it. */
static void put(FILE *file, const char *before, double value, const char *after)
{
    if (isfinite(value))
        fprintf(file, "%s%.9g%s", before, value, after);
    else
        fprintf(file, "%snull%s", before, after);
}

static int compare_floats(const void *a, const void *b)
{
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

double stats_median(float *times, size_t count)
{
    qsort(times, count, sizeof *times, compare_floats);
    return 0.5 * ((double)times[(count - 1) / 2] + (double)times[count / 2]);
}

struct times {
    double median, p95, least; /* ms a frame */
};

static struct times times_of(const struct stats *stats)
{
    size_t count = (size_t)stats->count;
    float *sorted = malloc((count + 1) * sizeof *sorted);
    struct times times = {0};
    if (sorted && count > 0) {
        for (size_t i = 0; i < count; i++)
            sorted[i] = stats->frames[i].step_ms;
        times.median = stats_median(sorted, count);
        times.p95 = sorted[(count - 1) * 95 / 100];
        times.least = sorted[0];
    }
    free(sorted);
    return times;
}

static void put_times(FILE *file, const struct stats *stats, const struct times *times)
{
    put(file, "  \"ms_per_frame\": {\"median\": ", times->median, ", ");
    put(file, "\"p95\": ", times->p95, ", ");
    put(file, "\"min\": ", times->least, "},\n");
    fprintf(file, "  \"stages_ms\": {");
    for (int i = 0; i < WEFT_STAGE_COUNT; i++) {
        fprintf(file, "%s\"%s\": ", i ? ", " : "", weft_stage_name((weft_stage)i));
        put(file, "", stats->count ? stats->stage_ms[i] / (double)stats->count : 0.0, "");
    }
    fprintf(file, "},\n");
}

static void put_set_up(FILE *file, const struct session *session, const struct total *total)
{
    const struct params *params = session_active(session);
    weft_settings settings = params_settings(params);
    int columns, rows;
    session_grid(session, &columns, &rows);
    fprintf(file, "  \"scene\": \"%s\",\n", scene_table[session_scene(session)].name);
    fprintf(file, "  \"solver\": \"%s\",\n", solver_table[params->solver].name);
    fprintf(file, "  \"integrator\": \"%s\",\n",
            param_choice_name(PARAM_INTEGRATOR, (int)settings.integrator + 1));
    fprintf(file, "  \"grid\": \"%dx%d\",\n", columns, rows);
    fprintf(file, "  \"particles\": %d,\n  \"triangles\": %d,\n", total->particles,
            total->triangles);
    const int *constraints = total->measure.constraints;
    fprintf(file,
            "  \"constraints\": {\"stretch\": %d, \"shear\": %d, \"bend\": %d, \"tether\": %d},\n",
            constraints[WEFT_STRETCH], constraints[WEFT_SHEAR], constraints[WEFT_BEND],
            total->measure.tethers);
    fprintf(file, "  \"threads\": %d,\n", session_threads(session));
    fprintf(file, "  \"substeps\": %d,\n  \"iterations\": %d,\n", params->substeps,
            params->iterations);
}

struct strains {
    double stretch_max, stretch_mean, compression_max, compression_mean;
};

/* Means over the last fifth of the frames. */
static struct strains strains_of(const struct stats *stats)
{
    int64_t first = stats->count > 0 ? last_fifth(stats->count) : 0;
    double frames = stats->count > first ? (double)(stats->count - first) : 1;
    struct strains mean = {0};
    for (int64_t i = first; i < stats->count; i++) {
        mean.stretch_max += stats->frames[i].stretch_max / frames;
        mean.stretch_mean += stats->frames[i].stretch_mean / frames;
        mean.compression_max += stats->frames[i].compression_max / frames;
        mean.compression_mean += stats->frames[i].compression_mean / frames;
    }
    return mean;
}

static void put_strains(FILE *file, const struct stats *stats)
{
    struct strains mean = strains_of(stats);
    put(file, "  \"stretch\": {\"max\": ", mean.stretch_max, ", ");
    put(file, "\"mean\": ", mean.stretch_mean, "},\n");
    put(file, "  \"compression\": {\"max\": ", mean.compression_max, ", ");
    put(file, "\"mean\": ", mean.compression_mean, "},\n");
}

static void put_object(FILE *file, const struct stats *stats, const struct session *session,
                       bool intersections)
{
    struct total total = measure_world(session_world(session));
    const weft_measure *measure = &total.measure;
    const struct params *params = session_active(session);
    fprintf(file, "{\n");
    put_set_up(file, session, &total);
    fprintf(file, "  \"frames\": %" PRId64 ",\n", stats->count);
    struct times times = times_of(stats);
    put_times(file, stats, &times);

    double projections = (double)params->substeps * params->iterations *
                         ((double)measure->constraints[WEFT_STRETCH] +
                          measure->constraints[WEFT_SHEAR] + measure->constraints[WEFT_BEND]);
    double particles = total.particles > 0 ? total.particles : 1;
    put(file, "  \"ns_per_projection\": ", projections > 0 ? times.median * 1e6 / projections : 0.0,
        ",\n");
    put(file, "  \"bytes_per_particle\": {\"state\": ", (double)total.memory.state / particles,
        ", ");
    put(file, "\"topology\": ", (double)total.memory.topology / particles, "},\n");

    put_strains(file, stats);
    put(file, "  \"kinetic_energy\": ", measure->kinetic_energy, ",\n");
    put(file, "  \"max_speed\": ", measure->max_speed, ",\n");
    put(file, "  \"lowest\": ", measure->lowest, ",\n");
    put(file, "  \"penetration_max\": ", measure->penetration_max, ",\n");
    if (intersections)
        fprintf(file, "  \"self_intersections\": %d,\n",
                intersections_count(session_world(session)));
    fprintf(file, "  \"hash\": \"%016" PRIx64 "\",\n", weft_world_hash(session_world(session)));
    bool finite = measure->finite && session_runaways(session) == 0;
    fprintf(file, "  \"finite\": %s\n}\n", finite ? "true" : "false");
}

bool stats_write(const struct stats *stats, const struct session *session, bool intersections,
                 const char *path, char *error, size_t size)
{
    bool to_stdout = path[0] == '-' && path[1] == '\0';
    struct file_output output = {.file = stdout};
    if (!to_stdout && !file_begin(&output, path, error, size))
        return false;
    struct text_locale locale = text_locale_begin();
    put_object(output.file, stats, session, intersections);
    text_locale_end(locale);
    if (!to_stdout)
        return file_commit(&output, error, size);
    return file_flush_stdout(error, size);
}

void stats_print(const struct stats *stats, const struct session *session, FILE *file)
{
    int columns, rows;
    session_grid(session, &columns, &rows);
    struct strains mean = strains_of(stats);
    struct text_locale locale = text_locale_begin();
    fprintf(file,
            "%s %dx%d, %s: %" PRId64
            " ticks, %.3g ms each, stretched %.2g %% at most, %.2g %% in the mean, %s; "
            "--stats - tells more\n",
            scene_table[session_scene(session)].name, columns, rows,
            solver_table[session_active(session)->solver].name, stats->count,
            times_of(stats).median, 1e2 * mean.stretch_max, 1e2 * mean.stretch_mean,
            session_runaways(session) == 0 ? "finite" : "not finite");
    text_locale_end(locale);
}
