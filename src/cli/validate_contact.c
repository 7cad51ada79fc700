/* incline: what Coulomb's friction does to cloth on a ramp; see validate_rows.h. */
#include "params.h"
#include "validate_rows.h"
#include "validate_tools.h"
#include "weft.h"

#include <math.h>

/* --- incline ---------------------------------------------------------------------------------- */

enum { INCLINE_CELLS = 8, INCLINE_TICKS = 30 };
#define INCLINE_FINE (2e-4 * GRAVITY) /* m/s^2: where weight and friction all but cancel */

/* A plane that is tilted by `angle` (rad), whose foot is the origin, and a sheet that lies on it. */
static bool incline_build(weft_world *world, double friction, double angle, weft_cloth_id *cloth)
{
    weft_collider_def ramp = weft_default_collider_def();
    ramp.normal[0] = (float)sin(angle);
    ramp.normal[1] = (float)cos(angle);
    ramp.friction = (float)friction;
    weft_sheet_def def = weft_default_sheet_def();
    def.columns = def.rows = INCLINE_CELLS + 1;
    def.width = def.height = 0.25f;
    def.axis_u[0] = (float)cos(angle);
    def.axis_u[1] = (float)-sin(angle);
    def.fabric = row_fabric();
    def.fabric.friction = (float)friction;
    for (int a = 0; a < 3; a++)
        def.origin[a] = def.fabric.thickness * ramp.normal[a];
    weft_collider_id id;
    return weft_collider_create(world, &ramp, &id) == WEFT_OK &&
           weft_sheet_create(world, &def, cloth) == WEFT_OK;
}

/* The mean speed down the ramp, m/s. */
static double incline_speed(const weft_world *world, weft_cloth_id cloth, double angle)
{
    weft_measure m;
    if (weft_cloth_measure(world, cloth, &m) != WEFT_OK)
        return NAN;
    return (m.momentum[0] * cos(angle) - m.momentum[1] * sin(angle)) / m.mass;
}

/* The acceleration from the end of one part of the run to the end of the next: the start, where a
 * contact settles, is left out. */
static double incline_measure(int solver, double friction, double angle)
{
    weft_settings settings = row_settings(solver);
    settings.gravity[1] = (float)-GRAVITY;
    weft_world *world = row_world(&settings);
    weft_cloth_id cloth;
    double acceleration = NAN;
    if (world && incline_build(world, friction, angle, &cloth)) {
        step_many(world, INCLINE_TICKS, TICK);
        double before = incline_speed(world, cloth, angle);
        step_many(world, INCLINE_TICKS, TICK);
        acceleration = (incline_speed(world, cloth, angle) - before) / (INCLINE_TICKS * TICK);
    }
    weft_world_destroy(world);
    return acceleration;
}

/* It holds where tan(angle) <= friction; else a = g (sin - friction cos). */
void run_incline(const double params[], const struct row_sink *sink)
{
    double friction = params[0], angle = params[1] * PI / 180;
    double expected = fmax(0, GRAVITY * (sin(angle) - friction * cos(angle)));
    for (int solver = 0; solver < SOLVER_COUNT; solver++)
        give(sink, make_result(
                       0, solver, INCLINE_CELLS, expected, incline_measure(solver, friction, angle),
                       expected > 0 ? fmax(0.01, INCLINE_FINE / expected) : INCLINE_FINE, true));
}
