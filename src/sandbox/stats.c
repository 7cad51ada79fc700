/* Collects and writes the figures of a run: see stats.h. */
#include "stats.h"
#include "file.h"
#include "text.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

struct stats {
    int64_t frames, done;
    float *step_ms;                    /* of each frame */
    double stage_ms[WEFT_STAGE_COUNT]; /* sums */
    int64_t measured;                  /* frames of the last fifth so far; sums over them: */
    double stretch_max, stretch_mean, compression_max, compression_mean;
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
    if (!stats)
        return NULL;
    stats->frames = frames;
    stats->step_ms = calloc((size_t)frames + 1, sizeof *stats->step_ms);
    if (!stats->step_ms) {
        free(stats);
        return NULL;
    }
    return stats;
}

void stats_destroy(struct stats *stats)
{
    if (!stats)
        return;
    free(stats->step_ms);
    free(stats);
}

void stats_frame(struct stats *stats, const struct session *session)
{
    if (stats->done >= stats->frames)
        return;
    const weft_world *world = session_world(session);
    weft_profile profile = weft_world_get_profile(world);
    for (int i = 0; i < WEFT_STAGE_COUNT; i++)
        stats->stage_ms[i] += profile.stage_ms[i];
    stats->step_ms[stats->done++] = (float)session_step_ms(session);

    int64_t fifth = stats->frames >= 5 ? stats->frames / 5 : 1;
    if (stats->done <= stats->frames - fifth)
        return;
    struct total total = measure_world(world);
    stats->measured++;
    stats->stretch_max += total.measure.stretch_max;
    stats->stretch_mean += total.measure.stretch_mean;
    stats->compression_max += total.measure.compression_max;
    stats->compression_mean += total.measure.compression_mean;
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

/* Times: median, 95th percentile and least. Returns the median. */
static double put_times(FILE *file, const struct stats *stats)
{
    size_t count = (size_t)stats->done;
    float *sorted = malloc((count + 1) * sizeof *sorted);
    double median = 0.0, p95 = 0.0, least = 0.0;
    if (sorted && count > 0) {
        for (size_t i = 0; i < count; i++)
            sorted[i] = stats->step_ms[i];
        qsort(sorted, count, sizeof *sorted, compare_floats);
        median = count % 2 ? sorted[count / 2] : 0.5 * (sorted[count / 2 - 1] + sorted[count / 2]);
        p95 = sorted[(count - 1) * 95 / 100];
        least = sorted[0];
    }
    free(sorted);
    put(file, "  \"ms_per_frame\": {\"median\": ", median, ", ");
    put(file, "\"p95\": ", p95, ", ");
    put(file, "\"min\": ", least, "},\n");
    fprintf(file, "  \"stages_ms\": {");
    for (int i = 0; i < WEFT_STAGE_COUNT; i++) {
        fprintf(file, "%s\"%s\": ", i ? ", " : "", weft_stage_name((weft_stage)i));
        put(file, "", count ? stats->stage_ms[i] / (double)count : 0.0, "");
    }
    fprintf(file, "},\n");
    return median;
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

static void put_object(FILE *file, const struct stats *stats, const struct session *session)
{
    struct total total = measure_world(session_world(session));
    const weft_measure *measure = &total.measure;
    const struct params *params = session_active(session);
    fprintf(file, "{\n");
    put_set_up(file, session, &total);
    fprintf(file, "  \"frames\": %" PRId64 ",\n", stats->done);
    double median = put_times(file, stats);

    double projections = (double)params->substeps * params->iterations *
                         ((double)measure->constraints[WEFT_STRETCH] +
                          measure->constraints[WEFT_SHEAR] + measure->constraints[WEFT_BEND]);
    double particles = total.particles > 0 ? total.particles : 1;
    put(file, "  \"ns_per_projection\": ", projections > 0 ? median * 1e6 / projections : 0.0,
        ",\n");
    put(file, "  \"bytes_per_particle\": {\"state\": ", (double)total.memory.state / particles,
        ", ");
    put(file, "\"topology\": ", (double)total.memory.topology / particles, "},\n");

    double frames = stats->measured > 0 ? (double)stats->measured : 1;
    put(file, "  \"stretch\": {\"max\": ", stats->stretch_max / frames, ", ");
    put(file, "\"mean\": ", stats->stretch_mean / frames, "},\n");
    put(file, "  \"compression\": {\"max\": ", stats->compression_max / frames, ", ");
    put(file, "\"mean\": ", stats->compression_mean / frames, "},\n");
    put(file, "  \"kinetic_energy\": ", measure->kinetic_energy, ",\n");
    put(file, "  \"max_speed\": ", measure->max_speed, ",\n");
    put(file, "  \"lowest\": ", measure->lowest, ",\n");
    put(file, "  \"penetration_max\": ", measure->penetration_max, ",\n");
    fprintf(file, "  \"hash\": \"%016" PRIx64 "\",\n", weft_world_hash(session_world(session)));
    bool finite = measure->finite && session_runaways(session) == 0;
    fprintf(file, "  \"finite\": %s\n}\n", finite ? "true" : "false");
}

bool stats_write(const struct stats *stats, const struct session *session, const char *path,
                 char *error, size_t size)
{
    bool to_stdout = path[0] == '-' && path[1] == '\0';
    struct file_output output = {.file = stdout};
    if (!to_stdout && !file_begin(&output, path, error, size))
        return false;
    struct text_locale locale = text_locale_begin();
    put_object(output.file, stats, session);
    text_locale_end(locale);
    if (!to_stdout)
        return file_commit(&output, error, size);
    if (fflush(stdout) == 0 && !ferror(stdout))
        return true;
    return text_error(error, size, "cannot write the statistics to stdout");
}
