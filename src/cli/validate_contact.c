/* incline: what Coulomb's friction does to cloth on a ramp; impact: a ball meets a particle; see
 * validate_rows.h. */
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

/* --- impact ----------------------------------------------------------------------------------- */

enum { IMPACT_TICKS = 40 };
#define IMPACT_SPEED 3.0  /* of the ball, m/s */
#define IMPACT_OTHER -1.0 /* of the particle that comes to meet it, m/s */

struct impact {
    double speed[2];         /* of ball and particle afterwards, m/s */
    double momentum, energy; /* of both, kg m/s and J */
};

static bool impact_build(weft_world *world, double mass, double restitution, weft_collider_id *ball,
                         weft_cloth_id *cloth)
{
    weft_collider_def body = weft_default_collider_def();
    body.shape = WEFT_SPHERE;
    body.radius = 0.1f;
    body.mass = (float)mass;
    body.damping = 0.0f;
    body.restitution = (float)restitution;
    body.position[0] = -0.5f;
    body.velocity[0] = (float)IMPACT_SPEED;
    static const float at[3] = {0.0f, 0.0f, 0.0f}, velocity[3] = {(float)IMPACT_OTHER, 0.0f, 0.0f},
                       own = 1.0f;
    weft_mesh_def def = weft_default_mesh_def();
    def.particle_count = 1;
    def.positions = at;
    def.velocities = velocity;
    def.masses = &own;
    def.fabric = row_fabric();
    return weft_collider_create(world, &body, ball) == WEFT_OK &&
           weft_mesh_create(world, &def, cloth) == WEFT_OK;
}

static bool impact_measure(int solver, double mass, double restitution, struct impact *impact)
{
    weft_settings settings = row_settings(solver);
    weft_world *world = row_world(&settings);
    weft_collider_id ball;
    weft_cloth_id cloth;
    weft_collider_def def;
    weft_measure m;
    bool good = world && impact_build(world, mass, restitution, &ball, &cloth);
    if (good)
        step_many(world, IMPACT_TICKS, TICK);
    good = good && weft_collider_get(world, ball, &def) == WEFT_OK &&
           weft_cloth_measure(world, cloth, &m) == WEFT_OK;
    if (good) {
        impact->speed[0] = (double)def.velocity[0];
        impact->speed[1] = m.momentum[0];
        impact->momentum = mass * impact->speed[0] + impact->speed[1];
        impact->energy = 0.5 * (mass * impact->speed[0] * impact->speed[0] +
                                impact->speed[1] * impact->speed[1]);
    }
    weft_world_destroy(world);
    return good;
}

/* A ball of `mass_ratio` times a particle's mass meets it; part 1 and 2 are their speeds, 3 the momentum (to 1e-6
 * of the larger one's), 4 the energy lost. */
void run_impact(const double params[], const struct row_sink *sink)
{
    const double mass = params[0], e = params[1], closing = IMPACT_OTHER - IMPACT_SPEED,
                 sum = mass * IMPACT_SPEED + IMPACT_OTHER, all = mass + 1.0;
    const double before = 0.5 * (mass * IMPACT_SPEED * IMPACT_SPEED + IMPACT_OTHER * IMPACT_OTHER);
    const double larger = fmax(mass * IMPACT_SPEED, -IMPACT_OTHER);
    const double expected[4] = {(sum + e * closing) / all, (sum - mass * e * closing) / all, sum,
                                0.5 * mass / all * (1.0 - e * e) * closing * closing};
    for (int solver = 0; solver < SOLVER_COUNT; solver++) {
        struct impact got;
        bool good = impact_measure(solver, mass, e, &got);
        const double measured[4] = {good ? got.speed[0] : NAN, good ? got.speed[1] : NAN,
                                    good ? got.momentum : NAN, good ? before - got.energy : NAN};
        /* Tolerances are parts of what there was: what is expected may be nothing. */
        const double scale[4] = {-closing, -closing, larger, before};
        for (int part = 0; part < 4; part++) {
            double tolerance = (part == 2 ? 1e-6 : 0.01) * scale[part];
            if (expected[part] != 0.0)
                tolerance /= fabs(expected[part]);
            give(sink,
                 make_result(part + 1, solver, 1, expected[part], measured[part], tolerance, true));
        }
    }
}
