/* greenhill and lateral: a strip that stands on a clamped edge, or is held edge-on by a clamp, is
 * straight up to a critical weight and buckles sideways beyond; see validate_rows.h. Four cells
 * across, 32, 64 and 128 along; the clamp holds two lines of particles.
 *
 * Nothing is seen to buckle: below the critical load a small side pull moves the free end by
 * A/(1 - load/critical) + B, A from the mode that buckles (Southwell 1932) and B from all higher
 * ones, so that three such moves tell where it would be.
 *
 * Parameters of both: substeps (of a tick of 1/60 s) and weft (0: the strip lies along the warp,
 * 1: along the weft).
 */
#include "validate_rows.h"
#include "params.h"
#include "validate_tools.h"

#include <math.h>

#define BUCKLE_LENGTH 0.5  /* m */
#define BUCKLE_DENSITY 0.2 /* kg/m^2 */
#define BUCKLE_DAMPING 2.5 /* 1/s: about critical, near the critical load where it is slow */
#define BUCKLE_SIDE 0.006  /* the side pull, as a part of the critical weight */
#define BUCKLE_SECONDS 8   /* to come to rest */
#define BUCKLE_TOLERANCE 0.03

/* sigma g L^3/B of a column that stands on its clamped foot (Greenhill 1881): 9/4 j^2, j the first
 * zero of the Bessel function J_-1/3. */
#define GREENHILL 7.8373
/* q L^3/sqrt(EI C) of a cantilever of narrow section, q a length, that tips over sideways
 * (Timoshenko & Gere, Theory of Elastic Stability, ch. 6): EI and C of a strip of width W are B W
 * and twist_stiffness W, and q is sigma g W. */
#define LATERAL 12.854

static const int sizes[] = {32, 64, 128};
enum { SIZES = sizeof sizes / sizeof *sizes };

/* The k's of the others are no material's: they have no critical load to look for. */
static bool stiff(int solver)
{
    return solver_table[solver].projection != WEFT_PBD;
}

/* How far the free end is moved sideways, as a part of the length, at the part `load` of the
 * critical weight. The strip stands along y and is pulled along x, or lies along x with its breadth
 * along z, where its weight goes, and is pulled along y. */
static double side_move(struct strip_def def, bool stands, double load)
{
    struct strip_point curve[STRIP_LINES_MAX];
    double *pull = def.pull, place[3], move = NAN;
    pull[stands ? 0 : 1] = BUCKLE_SIDE * GRAVITY;
    pull[stands ? 1 : 2] = -load * GRAVITY;
    for (int i = 0; i <= def.cells + 1; i++) {
        double along = (i - 1) * BUCKLE_LENGTH / def.cells;
        curve[i].x = stands ? 0 : along;
        curve[i].y = stands ? along : 0;
    }
    struct strip strip;
    if (strip_open(&strip, &def, curve)) {
        strip_pin_line(&strip, 0);
        strip_pin_line(&strip, 1);
        /* A tether takes the straight line through the cloth for the longest there is, also along
         * the bias, where the weight of an edge-on strip lengthens it: it would hold it up. */
        weft_world_enable_stage(strip.world, WEFT_STAGE_TETHER, false);
        step_many(strip.world, (int)(BUCKLE_SECONDS / TICK), TICK);
        if (strip_mean(&strip, def.cells + 1, place))
            move = place[stands ? 0 : 1] / BUCKLE_LENGTH;
    }
    strip_close(&strip);
    return move;
}

/* The critical weight as a part of what it should be. Tipping over does not ask which way the
 * weight pulls: there the square of the load counts. */
static double buckle_measure(const struct strip_def *def, bool stands)
{
    static const double load[3] = {0, 0.6, 0.85};
    double part[3], move[3];
    for (int i = 0; i < 3; i++) {
        part[i] = stands ? load[i] : load[i] * load[i];
        move[i] = side_move(*def, stands, load[i]);
    }
    double ratio = (move[2] - move[0]) / (move[1] - move[0]);
    double critical = part[1] * part[2] * (ratio - 1) / (ratio * part[1] - part[2]);
    if (!(move[1] > move[0] && critical > 0))
        return NAN; /* it does not stand */
    return stands ? critical : sqrt(critical);
}

static struct strip_def buckle_def(int solver, int cells, const double params[])
{
    struct strip_def def = {
        .solver = solver,
        .substeps = (int)params[0],
        .cells = cells,
        .extra = 1,
        .weft = params[1] != 0,
        .length = BUCKLE_LENGTH,
        .fabric = row_fabric(),
    };
    def.fabric.areal_density = (float)BUCKLE_DENSITY;
    def.fabric.damping = BUCKLE_DAMPING;
    return def;
}

void run_greenhill(const double params[], const struct row_sink *sink)
{
    double rigidity = BUCKLE_DENSITY * GRAVITY * pow(BUCKLE_LENGTH, 3) / GREENHILL;
    for (int solver = 0; solver < SOLVER_COUNT; solver++)
        for (int i = 0; stiff(solver) && i < SIZES; i++) {
            struct strip_def def = buckle_def(solver, sizes[i], params);
            def.fabric.warp_bend_stiffness = def.fabric.weft_bend_stiffness = (float)rigidity;
            give(sink,
                 make_result(0, solver, sizes[i], GREENHILL, GREENHILL * buckle_measure(&def, true),
                             BUCKLE_TOLERANCE, row_has_strands(solver)));
        }
}

/* A strip of 32 cells is an eighth as broad as long: its clamp, which keeps the ends of its breadth
 * from turning, stiffens W sqrt(B/12C) of its length, and it holds 6 % more. At 128 neighbouring
 * columns of cells, which are solved by turns, and rounding leave some percent to either side. */
static bool lateral_holds(int solver, int cells)
{
    return row_has_strands(solver) && cells == 64;
}

void run_lateral(const double params[], const struct row_sink *sink)
{
    double both = BUCKLE_DENSITY * GRAVITY * pow(BUCKLE_LENGTH, 3) / LATERAL; /* sqrt(B C) */
    for (int solver = 0; solver < SOLVER_COUNT; solver++)
        for (int i = 0; stiff(solver) && i < SIZES; i++) {
            struct strip_def def = buckle_def(solver, sizes[i], params);
            def.fabric.warp_bend_stiffness = def.fabric.weft_bend_stiffness =
                (float)(both / sqrt(2));
            def.fabric.twist_stiffness = (float)(both * sqrt(2)); /* C = 2 B */
            give(sink,
                 make_result(0, solver, sizes[i], LATERAL, LATERAL * buckle_measure(&def, false),
                             BUCKLE_TOLERANCE, lateral_holds(solver, sizes[i])));
        }
}
