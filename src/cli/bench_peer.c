/* Asks the program weft-bench-bullet (bench/bullet.cpp), where it was built, for the figures of a
 * row. It is a program of its own so that weft-cli needs neither Bullet nor C++. */
#include "bench_rows.h"
#include "text.h"

#include <stdio.h>
#include <unistd.h>

#ifdef WEFT_BENCH_BULLET

static bool read_figures(FILE *pipe, struct bench_result *result)
{
    char line[400];
    if (!fgets(line, sizeof line, pipe))
        return false;
    struct text_locale locale = text_locale_begin();
    int count = sscanf(line, "%lf %lf %lf %lf %lf %lf", &result->ms_min, &result->ms_median,
                       &result->stretch_max, &result->stretch_mean, &result->compression_max,
                       &result->compression_mean);
    text_locale_end(locale);
    return count == 6;
}

bool bench_peer(const struct bench_row *row, struct bench_result *result, char *error, size_t size)
{
    char command[4096];
    if (access(WEFT_BENCH_BULLET, X_OK) != 0) { /* weft-cli was moved to where it is not */
        result->missing = true;
        return true;
    }
    text_format(command, sizeof command, "'%s' %d %d %d %d %lld", WEFT_BENCH_BULLET, row->columns,
                row->rows, row->substeps, row->iterations, (long long)result->frames);
    FILE *pipe = popen(command, "r");
    bool read = pipe && read_figures(pipe, result);
    int code = pipe ? pclose(pipe) : -1;
    if (read && code == 0)
        return true;
    return text_error(error, size, "%s: no figures from %s", row->name, WEFT_BENCH_BULLET);
}

#else

bool bench_peer(const struct bench_row *row, struct bench_result *result, char *error, size_t size)
{
    (void)row, (void)error, (void)size;
    result->missing = true;
    return true;
}

#endif
