/* catenary, stretch, chain: what a cloth that only resists stretch does; see validate_rows.h.
 * Each is a strip of four cells across, at 64, 128 and 256 cells along.
 *
 * Parameters of all three: substeps (of a tick of 1/60 s, less for a short chain) and weft (0:
 * the strip lies along the warp, 1: along the weft).
 */
#include "validate_rows.h"
#include "params.h"
#include "validate_tools.h"

#include <math.h>

static const int sizes[] = {64, 128, 256};
enum { SIZES = sizeof sizes / sizeof *sizes };

/* --- catenary --------------------------------------------------------------------------------- */

#define CATENARY_LENGTH 1.0     /* m */
#define CATENARY_DAMPING 4.0    /* 1/s: it swings with about 1 Hz */
#define CATENARY_SECONDS_MAX 12 /* to come to rest */

/* The x in (0, 600) with f(x) = 0, f rising. */
static double find_root(double (*f)(double x, double parameter), double parameter)
{
    double low = 0, high = 600;
    for (int i = 0; i < 200; i++) {
        double middle = (low + high) / 2;
        *(f(middle, parameter) < 0 ? &low : &high) = middle;
    }
    return (low + high) / 2;
}

/* S/D = sinh(x)/x with x = D/2a. */
static double catenary_excess(double x, double span_ratio)
{
    return x > 0 ? sinh(x) / x - 1 / span_ratio : -1;
}

/* sag/S = (cosh x - 1)/(2 sinh x) = tanh(x/2)/2 */
static double catenary_expected(double span_ratio)
{
    return tanh(find_root(catenary_excess, span_ratio) / 2) / 2;
}

/* D/S = sin(x)/x of an arc over the angle 2x; negative, so that it rises. */
static double arc_excess(double x, double span_ratio)
{
    return x >= PI ? 1 : x > 0 ? span_ratio - sin(x) / x : -1;
}

/* Starts as an arc of a circle: of the right length, but not the shape that is looked for. */
static void catenary_start(double span_ratio, int cells, struct strip_point *curve)
{
    double half = find_root(arc_excess, span_ratio), radius = CATENARY_LENGTH / (2 * half);
    for (int i = 0; i <= cells; i++) {
        double angle = half * (2.0 * i / cells - 1);
        curve[i].x = radius * sin(angle);
        curve[i].y = radius * (cos(half) - cos(angle));
    }
}

static double catenary_measure(int solver, int cells, const double params[])
{
    struct strip_point curve[STRIP_LINES_MAX];
    double middle[3], sag = NAN;
    struct strip_def def = {
        .solver = solver,
        .substeps = (int)params[1],
        .cells = cells,
        .weft = params[2] != 0,
        .length = CATENARY_LENGTH,
        .gravity = GRAVITY,
        .fabric = row_fabric(),
    };
    def.fabric.warp_bend_stiffness = def.fabric.weft_bend_stiffness = 0.0f;
    def.fabric.k_bend = 0.0f;
    def.fabric.damping = CATENARY_DAMPING;
    struct strip strip;
    catenary_start(params[0], cells, curve);
    if (strip_open(&strip, &def, curve)) {
        strip_pin_line(&strip, 0);
        strip_pin_line(&strip, cells);
        if (strip_settle(&strip, 1e-4 * CATENARY_LENGTH, CATENARY_SECONDS_MAX) &&
            strip_mean(&strip, cells / 2, middle))
            sag = -middle[1] / CATENARY_LENGTH;
    }
    strip_close(&strip);
    return sag;
}

/* A chain of 64 links is too angular for a narrower bight; a straighter strip is too tight: a
 * little more length is much more sag, and the tension much more than the weight. */
static bool catenary_holds(int solver, double span_ratio)
{
    return row_has_strands(solver) && span_ratio >= 0.15 && span_ratio <= 0.97;
}

void run_catenary(const double params[], const struct row_sink *sink)
{
    double expected = catenary_expected(params[0]);
    for (int solver = 0; solver < SOLVER_COUNT; solver++)
        for (int i = 0; i < SIZES; i++)
            give(sink, make_result(0, solver, sizes[i], expected,
                                   catenary_measure(solver, sizes[i], params), 0.002,
                                   catenary_holds(solver, params[0])));
}

/* --- stretch ---------------------------------------------------------------------------------- */

#define STRETCH_LENGTH 1.0     /* m */
#define STRETCH_DENSITY 0.2    /* kg/m^2 */
#define STRETCH_SECONDS_MAX 20 /* to come to rest */

static void hanging_start(double length, int cells, struct strip_point *curve)
{
    for (int i = 0; i <= cells; i++) {
        curve[i].x = 0;
        curve[i].y = -length * i / cells;
    }
}

/* Hangs by its upper edge from the origin, where coordinates are finest. The bias has no
 * stiffness here: diagonals would bear a part of the tension. result: the drop of the tip, m,
 * and the strain at the top; an edge tells the strain at its middle, so half a cell is
 * extrapolated from the upper eighth. */
static void stretch_measure(int solver, int cells, const double params[], double result[2])
{
    struct strip_point curve[STRIP_LINES_MAX];
    double tip[3], place[3];
    double drop = STRETCH_DENSITY * GRAVITY * STRETCH_LENGTH * STRETCH_LENGTH / (2 * params[0]);
    struct strip_def def = {
        .solver = solver,
        .substeps = (int)params[1],
        .cells = cells,
        .weft = params[2] != 0,
        .length = STRETCH_LENGTH,
        .gravity = GRAVITY,
        .fabric = row_fabric(),
    };
    def.fabric.areal_density = (float)STRETCH_DENSITY;
    def.fabric.warp_stiffness = def.fabric.weft_stiffness = (float)params[0];
    def.fabric.bias_stiffness = 0.0f;
    def.fabric.k_shear = 0.0f;
    def.fabric.warp_bend_stiffness = def.fabric.weft_bend_stiffness = 0.0f;
    def.fabric.k_bend = 0.0f;
    /* Near critical for the slowest wave, of a quarter of its length. */
    def.fabric.damping = (float)(PI / STRETCH_LENGTH * sqrt(params[0] / STRETCH_DENSITY));
    struct strip strip;
    hanging_start(STRETCH_LENGTH, cells, curve);
    result[0] = result[1] = NAN;
    if (strip_open(&strip, &def, curve)) {
        strip_pin_line(&strip, 0);
        int part = cells / 8;
        if (strip_settle(&strip, 1e-3 * drop, STRETCH_SECONDS_MAX) &&
            strip_mean(&strip, cells, tip) && strip_mean(&strip, part, place)) {
            result[0] = -tip[1] - STRETCH_LENGTH;
            /* the mean over the first eighth is the strain at a sixteenth: (1 - 1/16) of the
             * top's */
            result[1] = (-place[1] / (part * strip.cell) - 1) / (1 - 1.0 / 16);
        }
    }
    strip_close(&strip);
}

void run_stretch(const double params[], const struct row_sink *sink)
{
    double strain = STRETCH_DENSITY * GRAVITY * STRETCH_LENGTH / params[0];
    for (int solver = 0; solver < SOLVER_COUNT; solver++)
        for (int i = 0; i < SIZES; i++) {
            double measured[2];
            stretch_measure(solver, sizes[i], params, measured);
            give(sink, make_result(1, solver, sizes[i], strain * STRETCH_LENGTH / 2, measured[0],
                                   0.01, row_has_strands(solver)));
            give(sink, make_result(2, solver, sizes[i], strain, measured[1], 0.01,
                                   row_has_strands(solver)));
        }
}

/* --- chain ------------------------------------------------------------------------------------ */

#define CHAIN_SLOPE 0.02 /* of the free end at the start */
#define CHAIN_PERIODS 3  /* that are measured */
enum { CHAIN_MODES = 3 };
static const double bessel_zero[CHAIN_MODES] = {2.404825557695773, 5.520078110286311,
                                                8.653727912911013};

/* J0, by its series: for |x| < 10. */
static double bessel_j0(double x)
{
    double term = 1, sum = 1;
    for (int k = 1; k < 60; k++) {
        term *= -x * x / (4.0 * k * k);
        sum += term;
    }
    return sum;
}

/* Mode n at the height z above the free end is J0(j0n sqrt(z/L)). */
static double mode_shape(int mode, double height)
{
    return bessel_j0(bessel_zero[mode] * sqrt(height));
}

/* A swing in the mode, small, with links as long as at rest. */
static void chain_start(int mode, double length, int cells, struct strip_point *curve)
{
    double zero = bessel_zero[mode], size = CHAIN_SLOPE * length * 4 / (zero * zero);
    double cell = length / cells;
    for (int i = 0; i <= cells; i++) {
        curve[i].x = size * mode_shape(mode, 1 - (double)i / cells);
        double aside = i > 0 ? curve[i].x - curve[i - 1].x : 0;
        curve[i].y = i > 0 ? curve[i - 1].y - sqrt(cell * cell - aside * aside) : 0;
    }
}

/* How much of the mode is in the motion: modes are orthogonal, weighted with the mass. */
static double mode_part(const struct strip *strip, int mode)
{
    double sum = 0, place[3];
    for (int i = 0; i < strip->lines; i++) {
        double mass = i == strip->lines - 1 ? 0.5 : 1.0;
        if (!strip_middle(strip, i, place))
            return NAN;
        sum += mass * mode_shape(mode, 1 - (double)i / (strip->lines - 1)) * place[0];
    }
    return sum;
}

/* A short chain swings faster than a tick of 1/60 s can follow. */
static double chain_tick(double length)
{
    return length < 1 ? sqrt(length) * TICK : TICK;
}

/* Strands keep the directions that they have in the prediction, so that a wave may not run
 * further than a cell in a substep: at the top, h sqrt(g L) < L/cells. */
static bool chain_holds(int solver, int cells, const double params[])
{
    double h = chain_tick(params[0]) / params[1];
    return row_has_strands(solver) && h * sqrt(GRAVITY * params[0]) < 0.75 * params[0] / cells;
}

/* Hz, from the times at which the mode's part passes through 0; NaN where it does not swing. */
static double swing_frequency(struct strip *strip, int mode, double expected)
{
    double tick_seconds = chain_tick(strip->def.length);
    int ticks = (int)(2 * CHAIN_PERIODS / (expected * tick_seconds)) + 60, crossings = 0;
    double before = mode_part(strip, mode), first = 0, last = 0;
    for (int tick = 0; tick < ticks && crossings <= 2 * CHAIN_PERIODS; tick++) {
        if (weft_world_step(strip->world, (float)tick_seconds) != WEFT_OK)
            return NAN;
        double now = mode_part(strip, mode);
        if ((now < 0) != (before < 0)) {
            last = (tick + before / (before - now)) * tick_seconds;
            first = crossings++ ? first : last;
        }
        before = now;
    }
    return crossings > 2 * CHAIN_PERIODS ? CHAIN_PERIODS / (last - first) : NAN;
}

static double chain_measure(int solver, int cells, int mode, double expected, const double params[])
{
    struct strip_point curve[STRIP_LINES_MAX];
    double frequency = NAN;
    struct strip_def def = {
        .solver = solver,
        .substeps = (int)params[1],
        .cells = cells,
        .weft = params[2] != 0,
        .length = params[0],
        .gravity = GRAVITY,
        .fabric = row_fabric(),
    };
    def.fabric.warp_bend_stiffness = def.fabric.weft_bend_stiffness = 0.0f;
    def.fabric.k_bend = 0.0f;
    struct strip strip;
    chain_start(mode, params[0], cells, curve);
    if (strip_open(&strip, &def, curve)) {
        strip_pin_line(&strip, 0);
        frequency = swing_frequency(&strip, mode, expected);
    }
    strip_close(&strip);
    return frequency;
}

void run_chain(const double params[], const struct row_sink *sink)
{
    for (int solver = 0; solver < SOLVER_COUNT; solver++)
        for (int i = 0; i < SIZES; i++)
            for (int mode = 0; mode < CHAIN_MODES; mode++) {
                double expected = bessel_zero[mode] / (4 * PI) * sqrt(GRAVITY / params[0]);
                double measured = chain_measure(solver, sizes[i], mode, expected, params);
                give(sink, make_result(mode + 1, solver, sizes[i], expected, measured, 0.005,
                                       chain_holds(solver, sizes[i], params)));
            }
}
