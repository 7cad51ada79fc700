/* The benchmark's results as CSV: a line of names, then a line a row. What a row does not have (a
 * peer's stages, the strain of a cloth that ran away) is empty. */
#include "bench_rows.h"
#include "text.h"

#include <math.h>

static void put(FILE *file, double value, bool known)
{
    if (known && isfinite(value))
        fprintf(file, ",%.6g", value);
    else
        fprintf(file, ",");
}

static void put_names(FILE *file)
{
    fprintf(file, "row,scene,columns,rows,particles,stretch_constraints,shear_constraints,"
                  "bend_constraints,solver,integrator,substeps,iterations,tick_ms,threads,frames,"
                  "frame_ms_min,frame_ms_median");
    for (int i = 0; i < WEFT_STAGE_COUNT; i++) {
        const char *name = weft_stage_name((weft_stage)i);
        fprintf(file, ",%s_ms_min,%s_ms_median", name, name);
    }
    fprintf(file, ",frame_ns_per_particle,projections_per_s,sweeps_projections_per_s,"
                  "ceiling_projections_per_s,sweeps_of_ceiling,stretch_max,stretch_mean,"
                  "compression_max,compression_mean,state_bytes,topology_bytes\n");
}

static void put_settings(FILE *file, const struct bench_result *result)
{
    const struct bench_row *row = result->row;
    bool ours = result->integrator[0] != '\0';
    fprintf(file, "%s,%s,%d,%d,%d", row->name, row->scene, row->columns, row->rows,
            result->particles);
    for (int kind = 0; kind < WEFT_KIND_COUNT; kind++)
        put(file, result->constraints[kind], ours);
    fprintf(file, ",%s,%s,%d,%d,%.6g,%d,%lld", row->solver, result->integrator, row->substeps,
            row->iterations, 1e3 / row->tick_rate, row->threads, (long long)result->frames);
}

static void put_row(FILE *file, const struct bench_result *result)
{
    bool ours = result->integrator[0] != '\0', calm = !result->ran_away;
    put_settings(file, result);
    put(file, result->ms_min, true);
    put(file, result->ms_median, true);
    for (int i = 0; i < WEFT_STAGE_COUNT; i++) {
        put(file, result->stage_min[i], ours);
        put(file, result->stage_median[i], ours);
    }
    put(file, 1e6 * result->ms_median / result->particles, true);
    put(file, result->projections, ours);
    put(file, result->sweeps, ours);
    put(file, result->ceiling, ours);
    put(file, result->sweeps / result->ceiling, ours);
    put(file, result->stretch_max, calm);
    put(file, result->stretch_mean, calm);
    put(file, result->compression_max, calm);
    put(file, result->compression_mean, calm);
    put(file, (double)result->memory.state, ours);
    put(file, (double)result->memory.topology, ours);
    fprintf(file, "\n");
}

void bench_write_csv(FILE *file, const struct bench_result *results, int count)
{
    struct text_locale locale = text_locale_begin();
    put_names(file);
    for (int i = 0; i < count; i++)
        if (!results[i].missing)
            put_row(file, &results[i]);
    text_locale_end(locale);
}
