/* freefall, order, pendulum, momentum, k_prime, and the table of all rows: see validate_rows.h. */
#include "validate_rows.h"
#include "params.h"
#include "validate_tools.h"
#include "weft.h"

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* --- freefall ------------------------------------------------------------------------------- */

enum { FREEFALL_CELLS = 32, FREEFALL_TICKS = 24 }; /* 0.4 s */

/* An unpinned sheet falls: .1 the drop, .2 the drift sideways, .3 the largest stretch. */
static void freefall_solver(int solver, double areal_density, const struct row_sink *sink)
{
    weft_settings settings = row_settings(solver);
    settings.gravity[1] = (float)-GRAVITY;
    weft_world *world = row_world(&settings);
    weft_sheet_def def = weft_default_sheet_def();
    def.columns = def.rows = FREEFALL_CELLS + 1;
    def.fabric = row_fabric();
    def.fabric.areal_density = (float)areal_density;
    weft_cloth_id cloth = {0};
    weft_measure before = {0}, after = {.centre = {NAN, NAN, NAN}, .stretch_max = NAN};
    if (world && weft_sheet_create(world, &def, &cloth) == WEFT_OK) {
        weft_cloth_measure(world, cloth, &before);
        step_many(world, FREEFALL_TICKS, TICK);
        weft_cloth_measure(world, cloth, &after);
    }
    weft_world_destroy(world);

    double t = FREEFALL_TICKS * TICK, h = TICK / settings.substeps;
    double drop = GRAVITY * t * t / 2;
    if (settings.integrator == WEFT_EULER) /* it moves with the speed at the end of each substep */
        drop += GRAVITY * h * t / 2;
    double ulp = FLT_EPSILON; /* of the heights from 1 to 2 m, where the sheet starts */
    /* Each substep rounds a position by half an ulp at most, and always the same way at worst. */
    double rounding = 0.5 * ulp * FREEFALL_TICKS * settings.substeps;
    double drift = hypot(after.centre[0] - before.centre[0], after.centre[2] - before.centre[2]);
    give(sink, make_result(1, solver, FREEFALL_CELLS, drop, before.centre[1] - after.centre[1],
                           rounding / drop, true));
    give(sink, make_result(2, solver, FREEFALL_CELLS, 0, drift, rounding, true));
    give(sink, make_result(3, solver, FREEFALL_CELLS, 0, after.stretch_max,
                           8 * ulp * FREEFALL_CELLS, true));
}

static void run_freefall(const double params[], const struct row_sink *sink)
{
    for (int solver = 0; solver < SOLVER_COUNT; solver++)
        freefall_solver(solver, params[0], sink);
}

/* --- order ------------------------------------------------------------------------------------ */

#define ORDER_OMEGA 5.0                                           /* rad/s */
enum { ORDER_SECONDS = 1, ORDER_SIZES = 5, ORDER_COARSEST = 20 }; /* steps a second, then doubled */

static void spring_force(void *user, weft_cloth_id cloth, const weft_cloth_view *view, double time,
                         float *fx, float *fy, float *fz)
{
    (void)user, (void)cloth, (void)time, (void)fy, (void)fz;
    for (int i = 0; i < view->particle_count; i++)
        fx[i] -= (float)(ORDER_OMEGA * ORDER_OMEGA) * view->x[i]; /* of 1 kg */
}

/* Error at the end of x'' = -omega^2 x, x(0) = 1 m at rest, with `steps` steps. */
static double order_error(int solver, int steps)
{
    static const float start[] = {1, 0, 0}, mass[] = {1};
    weft_settings settings = row_settings(solver);
    settings.substeps = 1;
    weft_world *world = row_world(&settings);
    weft_mesh_def def = weft_default_mesh_def();
    def.particle_count = 1;
    def.positions = start;
    def.masses = mass;
    def.fabric = row_fabric();
    weft_cloth_id cloth;
    weft_cloth_view view;
    int force;
    double error = NAN;
    if (world && weft_mesh_create(world, &def, &cloth) == WEFT_OK &&
        weft_force_create(world, spring_force, NULL, &force) == WEFT_OK) {
        step_many(world, steps, (double)ORDER_SECONDS / steps);
        if (weft_cloth_get_view(world, cloth, &view) == WEFT_OK)
            error = fabs((double)view.x[0] - cos(ORDER_OMEGA * ORDER_SECONDS));
    }
    weft_world_destroy(world);
    return error;
}

/* The same with the midpoint rule, in double: what a second order looks like. */
static double order_error_runge_kutta(int solver, int steps)
{
    (void)solver;
    double x = 1, v = 0, h = (double)ORDER_SECONDS / steps, w2 = ORDER_OMEGA * ORDER_OMEGA;
    for (int i = 0; i < steps; i++) {
        double x_middle = x + h / 2 * v, v_middle = v - h / 2 * w2 * x;
        x += h * v_middle;
        v -= h * w2 * x_middle;
    }
    return fabs(x - cos(ORDER_OMEGA * ORDER_SECONDS));
}

/* Least-squares slope of log error over log h. */
static double order_slope(double (*error)(int solver, int steps), int solver)
{
    double sx = 0, sy = 0, sxx = 0, sxy = 0;
    for (int i = 0; i < ORDER_SIZES; i++) {
        int steps = ORDER_COARSEST << i;
        double x = log(1.0 / steps), y = log(error(solver, steps));
        sx += x;
        sy += y;
        sxx += x * x;
        sxy += x * y;
    }
    return (ORDER_SIZES * sxy - sx * sy) / (ORDER_SIZES * sxx - sx * sx);
}

static void run_order(const double params[], const struct row_sink *sink)
{
    (void)params;
    for (int solver = 0; solver < SOLVERS_AND_SHAKE; solver++) {
        double expected = row_solver(solver)->integrator == WEFT_EULER ? 1 : 2;
        give(sink,
             make_result(0, solver, 1, expected, order_slope(order_error, solver), 0.1, true));
    }
    struct row_result runge_kutta =
        make_result(0, 0, 1, 2, order_slope(order_error_runge_kutta, 0), 0.1, false);
    runge_kutta.solver = "none";
    runge_kutta.integrator = "rk2";
    give(sink, runge_kutta);
}

/* --- pendulum --------------------------------------------------------------------------------- */

/* T/T0 = 1/agm(1, cos(angle/2)): Gauss. */
static double pendulum_expected(double angle)
{
    double a = 1, b = cos(angle / 2);
    for (int i = 0; i < 40; i++) {
        double mean = (a + b) / 2;
        b = sqrt(a * b);
        a = mean;
    }
    return 1 / a;
}

/* One particle on a link of 1 m, let go at `angle` from its lowest place: a sheet of one column and
 * two rows. Null: none. */
static weft_world *pendulum_open(int solver, double angle, int substeps, weft_cloth_id *cloth)
{
    const float positions[] = {0, 0, 0, (float)sin(angle), (float)-cos(angle), 0};
    weft_settings settings = row_settings(solver);
    settings.gravity[1] = (float)-GRAVITY;
    settings.substeps = substeps;
    weft_world *world = row_world(&settings);
    weft_sheet_def def = weft_default_sheet_def();
    def.columns = 1;
    def.rows = 2;
    def.width = 0.0f;
    def.positions = positions;
    def.fabric = row_fabric(); /* inextensible, and k 1 */
    if (world && weft_sheet_create(world, &def, cloth) == WEFT_OK &&
        weft_cloth_pin(world, *cloth, 0) == WEFT_OK)
        return world;
    weft_world_destroy(world);
    return NULL;
}

/* One tick; where the particle is after it. False where it failed. */
static bool pendulum_tick(weft_world *world, weft_cloth_id cloth, double *x, double *y)
{
    weft_cloth_view view;
    if (weft_world_step(world, (float)TICK) != WEFT_OK ||
        weft_cloth_get_view(world, cloth, &view) != WEFT_OK)
        return false;
    *x = view.x[view.pitch];
    *y = view.y[view.pitch];
    return true;
}

/* Four times the time from the release to the first passage through the lowest point, s. Longer
 * measurements would mix amplitudes: first-order integrators lose height on the way. NaN if it does
 * not come down. */
static double pendulum_period(int solver, double angle, int substeps)
{
    weft_cloth_id cloth;
    weft_world *world = pendulum_open(solver, angle, substeps, &cloth);
    double previous = 1, x, y, period = NAN;
    for (int tick = 0; world && tick < 60 * 60 && pendulum_tick(world, cloth, &x, &y); tick++) {
        if (x <= 0) { /* between this tick and the last, where the speed hardly changes */
            period = 4 * (tick + previous / (previous - x)) * TICK;
            break;
        }
        previous = x;
    }
    weft_world_destroy(world);
    return period;
}

/* The part of its energy that it has lost in 10 s, by the height that it reaches at last. */
static double pendulum_loss(int solver, double angle, int substeps)
{
    enum { LAST = 10 * 60, WINDOW = 4 * 60 }; /* ticks; up to 150 degrees it turns twice in 4 s */
    weft_cloth_id cloth;
    weft_world *world = pendulum_open(solver, angle, substeps, &cloth);
    double x, y, highest = -1;
    int tick = 0;
    while (world && tick < LAST && pendulum_tick(world, cloth, &x, &y))
        if (++tick > LAST - WINDOW)
            highest = fmax(highest, y);
    weft_world_destroy(world);
    return tick == LAST ? 1 - (1 + highest) / (1 - cos(angle)) : NAN;
}

static void run_pendulum(const double params[], const struct row_sink *sink)
{
    double angle = params[0] * PI / 180, t0 = 2 * PI * sqrt(1 / GRAVITY);
    int substeps = (int)params[1];
    for (int solver = 0; solver < SOLVERS_AND_SHAKE; solver++) {
        /* First order in the substep, and what rounding in single precision leaves; or second. */
        double tolerance = 0.003 + 8 * TICK / substeps;
        if (solver == SOLVER_DIRECT_SHAKE)
            tolerance = (angle > PI / 2 ? 0.002 : 0.0005) * fmax(1, 25.0 / (substeps * substeps));
        double measured = pendulum_period(solver, angle, substeps) / t0;
        give(sink, make_result(0, solver, 1, pendulum_expected(angle), measured, tolerance,
                               solver != SOLVER_DIRECT_SHAKE || angle <= 150.5 * PI / 180));
    }
}

static void run_pendulum_energy(const double params[], const struct row_sink *sink)
{
    double angle = params[0] * PI / 180;
    for (int solver = 0; solver < SOLVERS_AND_SHAKE; solver++)
        give(sink, make_result(0, solver, 1, 0, pendulum_loss(solver, angle, (int)params[1]), 0.005,
                               solver == SOLVER_DIRECT_SHAKE));
}

/* --- momentum --------------------------------------------------------------------------------- */

enum { MOMENTUM_CELLS = 16 };
static const double throw_velocity[3] = {5, 8, 3};   /* m/s */
static const double throw_spin[3] = {0.6, 1.5, 0.4}; /* rad/s */

static void cross(const double a[3], const double b[3], double result[3])
{
    for (int i = 0; i < 3; i++)
        result[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
}

static double length(const double v[3])
{
    return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

/* Angular momentum about the centre of mass. */
static void spin_of(const weft_measure *measure, double spin[3])
{
    double orbital[3];
    cross(measure->centre, measure->momentum, orbital);
    for (int i = 0; i < 3; i++)
        spin[i] = measure->angular_momentum[i] - orbital[i];
}

/* |b - a| / |a| */
static double change(const double a[3], const double b[3])
{
    double difference[3] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]};
    return length(difference) / length(a);
}

/* A sheet that flies and spins as a rigid body would. It passes the origin half way, which keeps
 * the coordinates, and with them their rounding, as small as they can be. */
static weft_result throw_sheet(weft_world *world, double seconds, weft_cloth_id *cloth)
{
    enum { SIDE = MOMENTUM_CELLS + 1 };
    float positions[SIDE * SIDE][3], velocities[SIDE * SIDE][3];
    for (int i = 0; i < SIDE * SIDE; i++) {
        double place[3] = {(double)(i % SIDE) / MOMENTUM_CELLS - 0.5, 0,
                           (double)(i / SIDE) / MOMENTUM_CELLS - 0.5};
        double turning[3];
        cross(throw_spin, place, turning);
        for (int axis = 0; axis < 3; axis++) {
            positions[i][axis] = (float)(place[axis] - 0.5 * seconds * throw_velocity[axis]);
            velocities[i][axis] = (float)(throw_velocity[axis] + turning[axis]);
        }
    }
    weft_sheet_def def = weft_default_sheet_def();
    def.columns = def.rows = SIDE;
    def.positions = &positions[0][0];
    def.velocities = &velocities[0][0];
    def.fabric = row_fabric();
    return weft_sheet_create(world, &def, cloth);
}

static void momentum_solver(int solver, double seconds, int substeps, const struct row_sink *sink)
{
    weft_settings settings = row_settings(solver);
    settings.substeps = substeps;
    weft_world *world = row_world(&settings);
    weft_cloth_id cloth;
    weft_measure before, after;
    double linear = NAN, angular = NAN, spin_before[3], spin_after[3];
    if (world && throw_sheet(world, seconds, &cloth) == WEFT_OK &&
        weft_cloth_measure(world, cloth, &before) == WEFT_OK) {
        step_many(world, (int)(seconds / TICK + 0.5), TICK);
        weft_cloth_measure(world, cloth, &after);
        spin_of(&before, spin_before);
        spin_of(&after, spin_after);
        linear = change(before.momentum, after.momentum);
        angular = change(spin_before, spin_after);
    }
    weft_world_destroy(world);
    give(sink, make_result(1, solver, MOMENTUM_CELLS, 0, linear, 1e-4, true));
    /* Projection turns with the prediction, not with the state that it corrects: it eats spin, to
     * first order in the substep, whichever integrator of this table runs it. */
    give(sink, make_result(2, solver, MOMENTUM_CELLS, 0, angular, 1e-4, false));
}

static void run_momentum(const double params[], const struct row_sink *sink)
{
    for (int solver = 0; solver < SOLVER_COUNT; solver++)
        momentum_solver(solver, params[0], (int)params[1], sink);
}

/* --- k_prime ---------------------------------------------------------------------------------- */

/* What is left of a stretch of a half after one step with n iterations, as a part of it. */
static double k_prime_measure(int solver, double k, int iterations)
{
    static const float rest[] = {0, 0, 0, 1, 0, 0}, masses[] = {1, 9}, start[] = {1.5f, 0, 0};
    static const uint32_t stick[] = {0, 1};
    weft_settings settings = row_settings(solver);
    settings.substeps = 1;
    settings.iterations = iterations;
    weft_world *world = row_world(&settings);
    weft_mesh_def def = weft_default_mesh_def();
    def.particle_count = 2;
    def.positions = rest;
    def.masses = masses;
    def.stick_count = 1;
    def.sticks = stick;
    def.fabric = row_fabric();
    def.fabric.k_stretch = (float)k;
    weft_cloth_id cloth;
    weft_cloth_view view;
    double left = NAN;
    if (world && weft_mesh_create(world, &def, &cloth) == WEFT_OK &&
        weft_cloth_set_position(world, cloth, 1, start) == WEFT_OK &&
        weft_world_step(world, (float)TICK) == WEFT_OK &&
        weft_cloth_get_view(world, cloth, &view) == WEFT_OK)
        left = ((double)view.x[1] - (double)view.x[0] - 1.0) / 0.5;
    weft_world_destroy(world);
    return left;
}

static void run_k_prime(const double params[], const struct row_sink *sink)
{
    int iterations = (int)params[1];
    for (int solver = 0; solver < SOLVER_COUNT; solver++) {
        if (solver_table[solver].projection != WEFT_PBD) /* xpbd has no k */
            continue;
        double measured = k_prime_measure(solver, params[0], iterations);
        struct row_result result =
            make_result(0, solver, 1, 1 - params[0], measured, 1e-5 + 1e-7 * iterations, true);
        result.error =
            measured - result.expected; /* of the first error, also where nothing is to be left */
        give(sink, result);
    }
}

/* --- the table -------------------------------------------------------------------------------- */

const struct validate_row validate_table[VALIDATE_ROW_COUNT] = {
    {"freefall",
     "a free sheet after 0.4 s: .1 drop, m; .2 drift sideways, m; .3 largest stretch",
     {{"areal_density", 0.2, 0.001, 100, false, "kg/m^2"}},
     run_freefall},
    {"order", "order of the integrator: slope of log error over log step", {{0}}, run_order},
    {"pendulum",
     "period of a rigid pendulum over that of a small swing",
     {{"angle_deg", 90, 0.1, 179, false, "degrees"}, {"substeps", 20, 1, 50, true, "in 1/60 s"}},
     run_pendulum},
    {"pendulum_energy",
     "what a rigid pendulum has lost of its energy in 10 s, as a part",
     {{"angle_deg", 90, 20, 150, false, "degrees"}, {"substeps", 5, 5, 50, true, "in 1/60 s"}},
     run_pendulum_energy},
    {"momentum",
     "a thrown, spinning sheet: .1 change of its momentum, .2 of its angular momentum, as parts",
     {{"seconds", 10, 0.1, 100, false, "s"}, {"substeps", 1, 1, 50, true, "in 1/60 s"}},
     run_momentum},
    {"k_prime",
     "one constraint: what is left of its error after n iterations, as a part",
     {{"k", 0.5, 0, 1, false, ""}, {"iterations", 10, 1, 1000, true, ""}},
     run_k_prime},
    {"catenary",
     "a strip that hangs between two edges: sag over length",
     {{"span_ratio", 0.8, 0.05, 0.99, false, "distance of the edges over its length"},
      {"substeps", 40, 2, 1000, true, "in 1/60 s"},
      {"weft", 0, 0, 1, true, "0: along the warp, 1: along the weft"}},
     run_catenary},
    {"stretch",
     "a strip that hangs by its upper edge: .1 drop of the lower edge, m; .2 strain at the top",
     {{"stiffness", 100, 5, 10000, false, "of the membrane, N/m"},
      {"substeps", 20, 2, 1000, true, "in 1/60 s"},
      {"weft", 0, 0, 1, true, "0: along the warp, 1: along the weft"}},
     run_stretch},
    {"chain",
     "small swings of a hanging strip: .1 .2 .3 its first three modes, Hz",
     {{"length", 1, 0.01, 100, false, "m"},
      {"substeps", 20, 2, 1000, true, "in 1/60 s, or sqrt(length)/60 s"},
      {"weft", 0, 0, 1, true, "0: along the warp, 1: along the weft"}},
     run_chain},
    {"cantilever",
     "a strip clamped level at one end: drop over reach under its own weight",
     {{"gamma", 10, 0.01, 200, false, "weight against stiffness, areal density g L^3/B"},
      {"substeps", 40, 2, 1000, true, "in 1/60 s"},
      {"weft", 0, 0, 1, true, "0: along the warp, 1: along the weft"}},
     run_cantilever},
    {"tip_load",
     "a weightless strip clamped level with a load at its end: .1 drop, .2 shortening, over length",
     {{"load", 4, 0.05, 200, false, "load against stiffness, P L^2/B"},
      {"substeps", 40, 2, 1000, true, "in 1/60 s"},
      {"weft", 0, 0, 1, true, "0: along the warp, 1: along the weft"}},
     run_tip_load},
    {"greenhill",
     "a strip that stands on a clamped edge: the weight at which it buckles, areal density g L^3/B",
     {{"substeps", 40, 2, 1000, true, "in 1/60 s"},
      {"weft", 0, 0, 1, true, "0: along the warp, 1: along the weft"}},
     run_greenhill},
    {"lateral",
     "a strip held edge-on by a clamp: the weight at which it tips, areal density g L^3/sqrt(B C)",
     {{"substeps", 40, 2, 1000, true, "in 1/60 s"},
      {"weft", 0, 0, 1, true, "0: along the warp, 1: along the weft"}},
     run_lateral},
    {"incline",
     "a sheet on a ramp: its acceleration, m/s^2; 0 where friction holds it",
     {{"friction", 0.4, 0, 10, false, "between sheet and ramp"},
      {"angle_deg", 30, 0, 89, false, "of the ramp"}},
     run_incline},
    {"impact",
     "a ball meets a particle: .1 .2 their speeds, m/s; .3 momentum, kg m/s; .4 energy lost, J",
     {{"mass_ratio", 3, 0.001, 1000, false, "of the ball to the particle, which has 1 kg"},
      {"restitution", 0.5, 0, 1, false, "part of the closing speed with which they part"}},
     run_impact},
};
