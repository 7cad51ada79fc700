/* What the rows of `weft-cli validate` share: worlds without air or damping, results, and a
 * strip of cloth whose middle line follows a plane curve. */
#ifndef CLI_VALIDATE_TOOLS_H
#define CLI_VALIDATE_TOOLS_H

#include "params.h"
#include "validate_rows.h"
#include "weft.h"

#define GRAVITY 9.80665 /* m/s^2 */
#define TICK (1.0 / 60.0)
#define PI 3.14159265358979323846

/* The rows' `solver` is one of the solver table's, or direct with the integrator that keeps a
 * chain's energy. */
enum { SOLVER_DIRECT_SHAKE = SOLVER_COUNT, SOLVERS_AND_SHAKE };
const struct solver_row *row_solver(int solver);
/* Only whole strands carry a tension or a moment along a whole strip to the last digit: a strip's rows
 * are claimed for them, and printed for the others to show how far they are. */
bool row_has_strands(int solver);
/* Settings of a solver in a vacuum, without gravity. */
weft_settings row_settings(int solver);
/* The default fabric without damping. */
weft_fabric row_fabric(void);
/* Null where there is none to be had. */
weft_world *row_world(const weft_settings *settings);
/* Fills in what every result has. `expected` 0: the error is absolute. */
struct row_result make_result(int part, int solver, int resolution, double expected,
                              double measured, double tolerance, bool claimed);
void give(const struct row_sink *sink, struct row_result result);
/* Stops where a step fails: the position is then not finite, and nor is what is measured. */
void step_many(weft_world *world, int ticks, double dt);

/* --- strips ----------------------------------------------------------------------------------- */

/* Across, a strip is four cells wide: inner columns have neighbours on both sides, borders half the
 * mass and stiffness. Cells are square. */
enum { STRIP_ACROSS = 4, STRIP_LINES_MAX = 260 };

struct strip_def {
    int solver, substeps;
    int cells;      /* of `length` */
    int extra;      /* cells before those, for a clamp */
    bool weft;      /* lies along the weft (u) instead of the warp (v) */
    double length;  /* m */
    double gravity; /* down along y, m/s^2 */
    double pull[3]; /* and what else pulls everywhere, m/s^2 */
    weft_fabric fabric;
};

struct strip_point {
    double x, y; /* m */
};

/* A line is the row of particles across the strip at one place along it. */
struct strip {
    weft_world *world;
    weft_cloth_id cloth;
    struct strip_def def;
    int lines;
    double cell; /* m */
};

/* Makes a strip whose line i starts at curve[i]. False: no strip, but
 * strip_close is still to be called. */
bool strip_open(struct strip *strip, const struct strip_def *def, const struct strip_point *curve);
void strip_close(struct strip *strip);
void strip_pin_line(struct strip *strip, int line);
/* Particle `across` (0 … STRIP_ACROSS) of a line, as the library numbers it. */
int strip_particle(const struct strip *strip, int line, int across);
/* The middle of a line: the mean of its particles. False where it is not finite. */
bool strip_middle(const struct strip *strip, int line, double middle[3]);
/* Runs until no particle moves by more than `move` (m) in a quarter of a second. False where it
 * does not come to rest within the limit, or runs away. Rounding alone moves the end of a strip
 * by a few 1e-5 of its length. */
bool strip_settle(struct strip *strip, double move, double limit_seconds);
/* Runs on for half a second and takes the mean of strip_middle, which rounding moves less. */
bool strip_mean(struct strip *strip, int line, double mean[3]);

#endif
