/* cantilever and tip_load: a strip clamped level at one end, bent by its weight or by a load at
 * the other; see validate_rows.h. Four cells across, 32, 64 and 128 along. The clamp holds two
 * lines of particles; what is free begins at the second, where the library's bend stands for
 * half a cell.
 *
 * Parameters of both: substeps (of a tick of 1/60 s) and weft (0: the strip lies along the warp,
 * 1: along the weft).
 */
#include "validate_rows.h"
#include "params.h"
#include "validate_tools.h"

#include <math.h>

#define BEND_LENGTH 0.5     /* m */
#define BEND_DENSITY 0.2    /* kg/m^2 */
#define BEND_DAMPING 5.0    /* 1/s */
#define BEND_SECONDS_MAX 12 /* to come to rest */
#define BEND_TOLERANCE 0.01

static const int sizes[] = {32, 64, 128};
enum { SIZES = sizeof sizes / sizeof *sizes };

/* --- the elastica ----------------------------------------------------------------------------- */

/* Shape of a strip of length 1 whose slope angle a, downwards, obeys B a'' = -(load + weight z)
 * cos a, z being the distance from the free end, with a' = 0 there and a = 0 at the clamp. */
struct elastica {
    double load, weight; /* P L^2/B, sigma g L^3/B */
    double reach, drop;  /* of the free end from the clamp, as parts of the length */
};

enum { ELASTICA_STEPS = 2000, ELASTICA_HALVINGS = 100 };

static void elastica_slope(const struct elastica *e, double z, const double state[4],
                           double slope[4])
{
    slope[0] = state[1]; /* a' */
    slope[1] = -(e->load + e->weight * z) * cos(state[0]);
    slope[2] = cos(state[0]); /* reach */
    slope[3] = sin(state[0]); /* drop */
}

/* From the free end at the angle pi/2 - `lean` to the clamp, by Runge-Kutta. False where the angle
 * goes below 0 on the way. */
static bool elastica_shoot(struct elastica *e, double lean)
{
    double state[4] = {PI / 2 - lean, 0, 0, 0}, h = 1.0 / ELASTICA_STEPS;
    static const double part[4] = {0, 0.5, 0.5, 1}, weight[4] = {1, 2, 2, 1};
    for (int i = 0; i < ELASTICA_STEPS; i++) {
        double slope[4] = {0}, sum[4] = {0};
        for (int k = 0; k < 4; k++) {
            double at[4];
            for (int j = 0; j < 4; j++)
                at[j] = state[j] + part[k] * h * slope[j];
            elastica_slope(e, (i + part[k]) * h, at, slope);
            for (int j = 0; j < 4; j++)
                sum[j] += weight[k] * slope[j];
        }
        for (int j = 0; j < 4; j++)
            state[j] += h / 6 * sum[j];
        if (state[0] < 0)
            return false;
    }
    e->reach = state[2];
    e->drop = state[3];
    return true;
}

/* The largest lean (the least angle at the free end) that does not pass level before the clamp.
 * Halved in its logarithm: a heavy strip hangs almost plumb. */
static void elastica_solve(struct elastica *e)
{
    double low = log(1e-14), high = log(PI / 2);
    for (int i = 0; i < ELASTICA_HALVINGS; i++) {
        double middle = (low + high) / 2;
        *(elastica_shoot(e, exp(middle)) ? &low : &high) = middle;
    }
    elastica_shoot(e, exp(low));
}

/* --- the strip -------------------------------------------------------------------------------- */

/* A load on the last line, each particle's share by the width that it stands for. */
static void tip_force(void *user, weft_cloth_id cloth, const weft_cloth_view *view, double time,
                      float *fx, float *fy, float *fz)
{
    (void)cloth, (void)time, (void)fx, (void)fz;
    const struct strip *strip = user;
    double force = BEND_DENSITY * GRAVITY * BEND_LENGTH * strip->cell; /* N a cell of width */
    for (int across = 0; across <= STRIP_ACROSS; across++) {
        int number = strip_particle(strip, strip->lines - 1, across);
        int i = number / view->columns * view->pitch + number % view->columns;
        fy[i] -= (float)(force * (across % STRIP_ACROSS == 0 ? 0.5 : 1.0));
    }
}

/* Reach and drop of the free end as parts of the length: under its weight, or, where e has a
 * load, under one at the free end as large as that weight, without gravity. params[0] is sigma g
 * L^3/B, and so P L^2/B. */
static void bend_measure(int solver, int cells, const struct elastica *e, const double params[],
                         double tip[2])
{
    struct strip_point curve[STRIP_LINES_MAX];
    double place[3];
    struct strip_def def = {
        .solver = solver,
        .substeps = (int)params[1],
        .cells = cells,
        .extra = 1,
        .weft = params[2] != 0,
        .length = BEND_LENGTH,
        .gravity = e->load > 0 ? 0 : GRAVITY,
        .fabric = row_fabric(),
    };
    def.fabric.areal_density = (float)BEND_DENSITY;
    def.fabric.warp_bend_stiffness = def.fabric.weft_bend_stiffness =
        (float)(BEND_DENSITY * GRAVITY * pow(BEND_LENGTH, 3) / params[0]);
    def.fabric.damping = BEND_DAMPING;
    for (int i = 0; i <= cells + 1; i++) {
        curve[i].x = (i - 1) * BEND_LENGTH / cells;
        curve[i].y = 0;
    }
    struct strip strip;
    int force;
    tip[0] = tip[1] = NAN;
    if (strip_open(&strip, &def, curve)) {
        strip_pin_line(&strip, 0);
        strip_pin_line(&strip, 1);
        if (e->load > 0)
            weft_force_create(strip.world, tip_force, &strip, &force);
        if (strip_settle(&strip, 3e-4 * fmin(e->reach, e->drop) * BEND_LENGTH, BEND_SECONDS_MAX) &&
            strip_mean(&strip, cells + 1, place)) {
            tip[0] = place[0] / BEND_LENGTH;
            tip[1] = -place[1] / BEND_LENGTH;
        }
    }
    strip_close(&strip);
}

/* Beyond, rounding (a stiff strip of short cells) and turns of many degrees a cell (a soft one). */
static bool bend_holds(int solver, double ratio)
{
    return row_has_strands(solver) && ratio >= 0.1 && ratio <= 100;
}

void run_cantilever(const double params[], const struct row_sink *sink)
{
    struct elastica e = {.weight = params[0]};
    elastica_solve(&e);
    for (int solver = 0; solver < SOLVER_COUNT; solver++)
        for (int i = 0; i < SIZES; i++) {
            double tip[2];
            bend_measure(solver, sizes[i], &e, params, tip);
            give(sink, make_result(0, solver, sizes[i], e.drop / e.reach, tip[1] / tip[0],
                                   BEND_TOLERANCE, bend_holds(solver, params[0])));
        }
}

void run_tip_load(const double params[], const struct row_sink *sink)
{
    struct elastica e = {.load = params[0]};
    elastica_solve(&e);
    for (int solver = 0; solver < SOLVER_COUNT; solver++)
        for (int i = 0; i < SIZES; i++) {
            double tip[2];
            bend_measure(solver, sizes[i], &e, params, tip);
            give(sink, make_result(1, solver, sizes[i], e.drop, tip[1], BEND_TOLERANCE,
                                   bend_holds(solver, params[0])));
            give(sink, make_result(2, solver, sizes[i], 1 - e.reach, 1 - tip[0], BEND_TOLERANCE,
                                   bend_holds(solver, params[0])));
        }
}
