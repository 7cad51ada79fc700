/* The rows of `weft-cli validate`: each builds a world of its own with the library alone, runs it,
 * measures, and compares with a formula. What a solver cannot hold is reported and not claimed.
 */
#ifndef CLI_VALIDATE_ROWS_H
#define CLI_VALIDATE_ROWS_H

#include <stdbool.h>
#include <stddef.h>

enum { ROW_PARAMS_MAX = 3 };

/* A number of a row that can be set. */
struct row_param {
    const char *name; /* null: the end */
    double preset, min, max;
    bool whole; /* only whole numbers */
    const char *help;
};

/* One measurement. `part` numbers those of a row that has several; 0: the row is one number. */
struct row_result {
    int part;
    const char *solver, *integrator;
    int resolution; /* cells across */
    bool claimed;   /* weft claims to hold it: then |error| <= tolerance decides */
    double expected, measured;
    double error; /* measured - expected, as a part of expected where that is not 0 */
    double tolerance;
    bool failed; /* could not be measured */
};

/* Takes each result as it comes. */
struct row_sink {
    void (*take)(void *user, const struct row_result *result);
    void *user;
};

struct validate_row {
    const char *name;
    const char *help;
    struct row_param params[ROW_PARAMS_MAX];
    void (*run)(const double params[ROW_PARAMS_MAX], const struct row_sink *sink);
};

enum { VALIDATE_ROW_COUNT = 15 };
extern const struct validate_row validate_table[VALIDATE_ROW_COUNT];

/* Rows in files of their own: validate_sheet.c, validate_bend.c, validate_buckle.c,
 * validate_contact.c. */
void run_catenary(const double params[], const struct row_sink *sink);
void run_stretch(const double params[], const struct row_sink *sink);
void run_chain(const double params[], const struct row_sink *sink);
void run_cantilever(const double params[], const struct row_sink *sink);
void run_tip_load(const double params[], const struct row_sink *sink);
void run_greenhill(const double params[], const struct row_sink *sink);
void run_lateral(const double params[], const struct row_sink *sink);
void run_incline(const double params[], const struct row_sink *sink);
void run_impact(const double params[], const struct row_sink *sink);

#endif
