/* weft-cli validate: picks the rows, sets their numbers, prints what they measured. See validate.h.
 */
#include "validate.h"
#include "text.h"
#include "validate_rows.h"

#include <math.h>
#include <string.h>

/* What is printed, and what it adds up to. */
struct report {
    const struct validate_row *row;
    const double *params;
    bool json;
    int printed;
    int out; /* claimed results that do not hold */
};

static void print_number(double value)
{
    if (isfinite(value))
        printf("%.9g", value);
    else
        printf("null");
}

static void print_json(const struct report *report, const struct row_result *result,
                       const char *name, bool pass)
{
    printf("%s\n  {\"name\": \"%s\", \"params\": {", report->printed ? "," : "", name);
    for (int i = 0; i < ROW_PARAMS_MAX && report->row->params[i].name; i++) {
        printf("%s\"%s\": ", i ? ", " : "", report->row->params[i].name);
        print_number(report->params[i]);
    }
    printf("}, \"solver\": \"%s\", \"integrator\": \"%s\", \"resolution\": %d, \"claimed\": %s, "
           "\"expected\": ",
           result->solver, result->integrator, result->resolution,
           result->claimed ? "true" : "false");
    print_number(result->expected);
    printf(", \"measured\": ");
    print_number(result->measured);
    printf(", \"error\": ");
    print_number(result->error);
    printf(", \"tolerance\": ");
    print_number(result->tolerance);
    printf(", \"pass\": %s}", !result->claimed ? "null" : pass ? "true" : "false");
}

static void print_line(const struct row_result *result, const char *name, bool pass)
{
    const char *verdict = !result->claimed ? "shown without a claim"
                          : pass           ? "claimed and met"
                                           : "claimed and OUT";
    printf("%-15s %-7s %-7s %5d %11.7g ", name, result->solver, result->integrator,
           result->resolution, result->expected);
    if (result->failed)
        printf("%13s %11s %10.2g  %s\n", "no value", "", result->tolerance, verdict);
    else
        printf("%13.7g %11.3g %10.2g  %s\n", result->measured, result->error, result->tolerance,
               verdict);
}

static void take_result(void *user, const struct row_result *result)
{
    struct report *report = user;
    char name[64];
    if (result->part > 0)
        text_format(name, sizeof name, "%s.%d", report->row->name, result->part);
    else
        text_format(name, sizeof name, "%s", report->row->name);
    bool pass = !result->failed && fabs(result->error) <= result->tolerance;
    if (report->json)
        print_json(report, result, name, pass);
    else
        print_line(result, name, pass);
    report->printed++;
    report->out += result->claimed && !pass;
}

/* --- --set NAME=VALUE ------------------------------------------------------------------------- */

static int find_param(const struct validate_row *row, const char *name, size_t length)
{
    for (int i = 0; i < ROW_PARAMS_MAX && row->params[i].name; i++)
        if (strlen(row->params[i].name) == length &&
            strncmp(row->params[i].name, name, length) == 0)
            return i;
    return -1;
}

static bool check_value(const struct row_param *param, double value)
{
    return value >= param->min && value <= param->max && (!param->whole || value == floor(value));
}

/* Applies one --set to a row's numbers. Returns whether the row has it; a bad value sets *bad and
 * says so. */
static bool apply_set(const struct validate_row *row, const char *set, double params[], bool *bad)
{
    size_t name_length = strcspn(set, "=");
    int index = find_param(row, set, name_length);
    if (index < 0)
        return false;
    const struct row_param *param = &row->params[index];
    double value;
    if (set[name_length] != '=' || !text_parse_double(set + name_length + 1, &value) ||
        !check_value(param, value)) {
        text_complain(stderr, "weft-cli", "validate: --set '%.200s': allowed is %s from %g to %g",
                      set, param->whole ? "a whole number" : "a number", param->min, param->max);
        *bad = true;
        return true;
    }
    params[index] = value;
    return true;
}

/* The numbers of a row as set. Notes in `used` which sets it has. */
static bool find_params(const struct validate_row *row, const struct options *options,
                        double params[], bool used[OPTIONS_SETS_MAX])
{
    bool bad = false;
    for (int i = 0; i < ROW_PARAMS_MAX; i++)
        params[i] = row->params[i].preset;
    for (int i = 0; i < options->set_count && !bad; i++)
        if (apply_set(row, options->sets[i], params, &bad))
            used[i] = true;
    return !bad;
}

/* --- the command ------------------------------------------------------------------------------ */

void validate_print_rows(FILE *file)
{
    fprintf(
        file,
        "\nA row is claimed for a solver (the error is within the tolerance, or it is OUT and the "
        "exit code 1),\nor shown without a claim, to compare.\n\nRows:\n");
    for (int i = 0; i < VALIDATE_ROW_COUNT; i++) {
        const struct validate_row *row = &validate_table[i];
        fprintf(file, "  %-10s %s\n", row->name, row->help);
        for (int j = 0; j < ROW_PARAMS_MAX && row->params[j].name; j++)
            fprintf(file, "             --set %s=%g (%g to %g) %s\n", row->params[j].name,
                    row->params[j].preset, row->params[j].min, row->params[j].max,
                    row->params[j].help);
    }
}

static int unknown_row(const char *name)
{
    char names[200] = "";
    for (int i = 0; i < VALIDATE_ROW_COUNT; i++)
        text_add_name(names, sizeof names, validate_table[i].name);
    text_complain(stderr, "weft-cli", "validate: unknown row '%.200s': known are %s", name, names);
    return EXIT_CODE_USAGE;
}

/* Checks every --set against the rows that are to run, before any runs. */
static int check_sets(const struct options *options, int first, int last)
{
    bool used[OPTIONS_SETS_MAX] = {false};
    double params[ROW_PARAMS_MAX];
    for (int i = first; i <= last; i++)
        if (!find_params(&validate_table[i], options, params, used))
            return EXIT_CODE_USAGE;
    for (int i = 0; i < options->set_count; i++)
        if (!used[i]) {
            text_complain(stderr, "weft-cli",
                          "validate: --set '%.200s': no such parameter%s%s: see weft-cli validate "
                          "--help",
                          options->sets[i], first == last ? " of " : "",
                          first == last ? validate_table[first].name : "");
            return EXIT_CODE_USAGE;
        }
    return EXIT_CODE_OK;
}

int command_validate(const struct options *options)
{
    int first = 0, last = VALIDATE_ROW_COUNT - 1;
    if (options->file_count > 1) {
        text_complain(stderr, "weft-cli", "validate: '%.200s' is one row too many",
                      options->files[1]);
        return EXIT_CODE_USAGE;
    }
    if (options->file_count == 1) {
        while (first < VALIDATE_ROW_COUNT &&
               strcmp(validate_table[first].name, options->files[0]) != 0)
            first++;
        if (first == VALIDATE_ROW_COUNT)
            return unknown_row(options->files[0]);
        last = first;
    }
    if (check_sets(options, first, last) != EXIT_CODE_OK)
        return EXIT_CODE_USAGE;

    int printed = 0, out = 0;
    if (options->json)
        printf("[");
    else
        printf("%-15s %-7s %-7s %5s %11s %13s %11s %10s  %s\n", "row", "solver", "integr.", "cells",
               "expected", "measured", "error", "tolerance", "verdict");
    for (int i = first; i <= last; i++) {
        double params[ROW_PARAMS_MAX];
        bool used[OPTIONS_SETS_MAX];
        find_params(&validate_table[i], options, params, used);
        struct report report = {&validate_table[i], params, options->json, printed, 0};
        struct row_sink sink = {take_result, &report};
        validate_table[i].run(params, &sink);
        printed = report.printed;
        out += report.out;
    }
    if (options->json)
        printf("\n]\n");
    return out > 0 ? EXIT_CODE_FAILURE : EXIT_CODE_OK;
}
