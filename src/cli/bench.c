/* weft-cli bench: picks the rows, measures and prints them, writes the files. See bench.h. */
#include "bench.h"
#include "bench_rows.h"
#include "file.h"
#include "text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ERROR_MAX = 1024 };

static int fail(int code, const char *what)
{
    fprintf(stderr, "weft-cli: bench: %s\n", what);
    return code;
}

/* --- printing --------------------------------------------------------------------------------- */

static void print_heads(void)
{
    printf("%-21s %8s %4s %9s %9s %7s %7s %5s %9s %9s %9s %9s %6s\n", "", "", "", "ms", "ms",
           "Mproj", "sweeps", "of", "stretch", "stretch", "compr.", "compr.", "bytes/");
    printf("%-21s %8s %4s %9s %9s %7s %7s %5s %9s %9s %9s %9s %6s\n", "row", "substeps", "thr.",
           "median", "least", "/s", "Mproj/s", "bare", "max %", "mean %", "max %", "mean %",
           "part.");
}

static void print_row(const struct bench_result *result)
{
    const struct bench_row *row = result->row;
    printf("%-21s %8d %4d ", row->name, row->substeps, row->threads);
    if (result->missing) {
        printf("not measured: weft was built without Bullet (libbullet-dev)\n");
        return;
    }
    printf("%9.4g %9.4g ", result->ms_median, result->ms_min);
    if (result->projections > 0.0)
        printf("%7.0f %7.0f %5.2f ", 1e-6 * result->projections, 1e-6 * result->sweeps,
               result->sweeps / result->ceiling);
    else
        printf("%7s %7s %5s ", "", "", "");
    if (result->ran_away)
        printf("%39s", "ran away");
    else
        printf("%9.3g %9.3g %9.3g %9.3g", 100.0 * result->stretch_max, 100.0 * result->stretch_mean,
               100.0 * result->compression_max, 100.0 * result->compression_mean);
    if (result->memory.state > 0)
        printf(" %6.0f",
               (double)(result->memory.state + result->memory.topology) / result->particles);
    printf("\n");
}

/* A row that is compared with published frames a second. */
static void print_published(const struct bench_result *result)
{
    double rate = 1e3 / result->ms_median;
    printf("%5d particles: %7.0f frames/s, %5.0f times the %g of 2007\n", result->particles, rate,
           rate / result->row->published, result->row->published);
}

static void print_stages(const struct bench_result *result)
{
    printf("\n%-10s %9s %9s\n", "stage", "median ms", "least ms");
    for (int i = 0; i < WEFT_STAGE_COUNT; i++)
        printf("%-10s %9.4g %9.4g\n", weft_stage_name((weft_stage)i), result->stage_median[i],
               result->stage_min[i]);
    printf("bytes a particle: %.1f of state, %.1f of topology\n",
           (double)result->memory.state / result->particles,
           (double)result->memory.topology / result->particles);
    printf("a bare row kernel: %.0f Mproj/s\n", 1e-6 * result->ceiling);
}

/* --- comparing -------------------------------------------------------------------------------- */

static const struct bench_result *find_result(const struct bench_result *results, int count,
                                              const char *name)
{
    for (int i = 0; i < count; i++)
        if (strcmp(results[i].row->name, name) == 0)
            return &results[i];
    return NULL;
}

static void print_growth(const struct bench_result *results, int count)
{
    const struct bench_result *small = find_result(results, count, "corners-64-direct"),
                              *large = find_result(results, count, "corners-512-direct");
    if (small && large)
        printf("\nA particle of 512 x 512 costs %.2f times one of 64 x 64.\n",
               large->ms_median / large->particles / (small->ms_median / small->particles));
}

enum { POINTS_MAX = 16 };

/* How a solver's stretch falls with its cost: its rows of `cost`. */
struct curve {
    int count;
    double ms[POINTS_MAX], stretch[POINTS_MAX];
};

static struct curve find_curve(const struct bench_result *results, int count, const char *solver)
{
    struct curve curve = {0};
    for (int i = 0; i < count && curve.count < POINTS_MAX; i++) {
        const struct bench_result *result = &results[i];
        if (strcmp(result->row->group, "cost") == 0 && strcmp(result->row->solver, solver) == 0 &&
            !result->missing && !result->ran_away) {
            curve.ms[curve.count] = result->ms_median;
            curve.stretch[curve.count++] = result->stretch_max;
        }
    }
    return curve;
}

/* The y that belongs to x on the power law through the two points around it; NaN beyond the ends. */
static double interpolate(const double *xs, const double *ys, int count, double x)
{
    for (int i = 0; i + 1 < count; i++)
        if ((x - xs[i]) * (x - xs[i + 1]) <= 0.0 && xs[i] != xs[i + 1])
            return ys[i] * pow(ys[i + 1] / ys[i], log(x / xs[i]) / log(xs[i + 1] / xs[i]));
    return NAN;
}

/* What the others do in direct's time, and what they take for direct's strain. */
static void print_equal(const struct bench_result *results, int count)
{
    static const char *const others[] = {"pbd", "verlet", "xpbd", "bullet"};
    const struct bench_result *direct = find_result(results, count, "cost-direct-20");
    if (!direct || direct->ran_away)
        return;
    printf("\ndirect with 20 substeps: %.3g ms a frame, stretched by %.2g %% at most.\n",
           direct->ms_median, 100.0 * direct->stretch_max);
    for (int i = 0; i < 4; i++) {
        struct curve curve = find_curve(results, count, others[i]);
        if (curve.count < 2)
            continue;
        double stretch = interpolate(curve.ms, curve.stretch, curve.count, direct->ms_median);
        double ms = interpolate(curve.stretch, curve.ms, curve.count, direct->stretch_max);
        int last = curve.count - 1;
        printf("%-7s in that time: %.3g %%; ", others[i], 100.0 * stretch);
        if (isfinite(ms))
            printf("as little stretch: in %.3g ms, %.0f times as long\n", ms,
                   ms / direct->ms_median);
        else
            printf("as little stretch: not yet in %.3g ms, %.0f times as long (%.2g %%)\n",
                   curve.ms[last], curve.ms[last] / direct->ms_median, 100.0 * curve.stretch[last]);
    }
}

/* --- the command ------------------------------------------------------------------------------ */

static bool chosen(const struct bench_row *row, const char *name)
{
    return !name || strcmp(row->name, name) == 0 || strcmp(row->group, name) == 0;
}

static int unknown_row(const char *name)
{
    fprintf(stderr, "weft-cli: bench: unknown row '%s': known are table, table1, cost", name);
    for (int i = 0; i < bench_row_count; i++)
        if (strcmp(bench_table[i].group, "table") == 0)
            fprintf(stderr, ", %s", bench_table[i].name);
    fprintf(stderr, "\n");
    return EXIT_CODE_USAGE;
}

/* Measures what is chosen. Returns how many rows, or -1 when one fails, which it says. */
static int measure_rows(const char *name, int64_t frames, struct bench_result *results)
{
    char error[ERROR_MAX];
    int count = 0;
    const char *group = "";
    for (int i = 0; i < bench_row_count; i++) {
        struct bench_result *result = &results[count];
        if (!chosen(&bench_table[i], name))
            continue;
        if (!bench_measure(&bench_table[i], frames, result, error, sizeof error)) {
            fail(EXIT_CODE_FAILURE, error);
            return -1;
        }
        count++;
        if (bench_table[i].published > 0.0) {
            print_published(result);
        } else {
            if (strcmp(group, bench_table[i].group) != 0)
                print_heads();
            print_row(result);
        }
        group = bench_table[i].group;
        fflush(stdout); /* it takes minutes */
    }
    return count;
}

typedef void writer(FILE *file, const struct bench_result *results, int count);

/* Null paths are well. */
static bool write_file(const char *path, writer *write, const struct bench_result *results,
                       int count)
{
    char error[ERROR_MAX];
    struct file_output output;
    if (!path)
        return true;
    bool ok = file_begin(&output, path, error, sizeof error);
    if (ok) {
        write(output.file, results, count);
        ok = file_commit(&output, error, sizeof error);
    }
    if (!ok)
        fail(EXIT_CODE_FAILURE, error);
    return ok;
}

static bool write_files(const struct options *options, const struct bench_result *results,
                        int count)
{
    bool csv = write_file(options->csv, bench_write_csv, results, count);
    return write_file(options->plot, bench_write_plot, results, count) && csv;
}

static int run(const struct options *options, const char *name, struct bench_result *results)
{
    char error[ERROR_MAX];
    if (!options_check_access(options, PROGRAM_BENCH, error, sizeof error))
        return fail(EXIT_CODE_FAILURE, error);
    struct text_locale locale = text_locale_begin();
    int count = measure_rows(name, options->frames, results);
    if (count == 1 && results[0].integrator[0] != '\0')
        print_stages(&results[0]);
    print_growth(results, count);
    print_equal(results, count);
    text_locale_end(locale);
    if (count < 0 || !write_files(options, results, count))
        return EXIT_CODE_FAILURE;
    return EXIT_CODE_OK;
}

int command_bench(const struct options *options)
{
    const char *name = options->file_count > 0 ? options->files[0] : NULL;
    bool known = false, cost = false;
    for (int i = 0; i < bench_row_count; i++)
        if (chosen(&bench_table[i], name)) {
            known = true;
            cost = cost || strcmp(bench_table[i].group, "cost") == 0;
        }
    if (!known)
        return unknown_row(name);
    if (options->file_count > 1) {
        fprintf(stderr, "weft-cli: bench: '%s' is one row too many\n", options->files[1]);
        return EXIT_CODE_USAGE;
    }
    if (options->plot && !cost)
        return fail(EXIT_CODE_USAGE,
                    "--plot draws the rows of cost: weft-cli bench cost --plot FILE");

    struct bench_result *results = calloc((size_t)bench_row_count, sizeof *results);
    int code = results ? run(options, name, results) : fail(EXIT_CODE_FAILURE, "out of memory");
    free(results);
    return code;
}
