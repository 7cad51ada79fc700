/* Colliders of every shape, at rest and moving: what they push out, carry along, and stop. Distances are
 * measured here with formulas of the tests' own, in double. */
#include "support.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define THICKNESS 0.004

/* ------------------------------------------------------------------ shapes, as the tests see them */

/* v turned by the unit quaternion q, or back. */
static vec turn(const float q[4], vec v, bool back)
{
    double s = back ? -1 : 1;
    vec u = {s * q[0], s * q[1], s * q[2]};
    vec t = scale(cross(u, v), 2);
    return add(v, add(scale(t, q[3]), cross(u, t)));
}

static double clamp(double x, double low, double high)
{
    return x < low ? low : x > high ? high : x;
}

static double segment(double x, double y, double ax, double ay, double bx, double by)
{
    double t = clamp(((x - ax) * (bx - ax) + (y - ay) * (by - ay)) /
                         ((bx - ax) * (bx - ax) + (by - ay) * (by - ay)),
                     0, 1);
    return hypot(x - ax - t * (bx - ax), y - ay - t * (by - ay));
}

/* To the outline of a frustum: of a point in the half plane through its axis. */
static double frustum(const weft_collider_def *d, double r, double y)
{
    double low = d->radius, high = d->radius_top, half = d->half[1];
    double distance = fmin(segment(r, y, low, -half, high, half),
                           fmin(segment(r, y, 0, -half, low + 1e-30, -half),
                                segment(r, y, 0, half, high + 1e-30, half)));
    bool inside = fabs(y) < half && r < low + (high - low) * (y + half) / (2 * half);
    return inside ? -distance : distance;
}

/* Signed distance from a point to the bare collider. */
static double away(const weft_collider_def *d, vec p)
{
    vec at = {d->position[0], d->position[1], d->position[2]};
    vec l = turn(d->orientation, sub(p, at), true);
    vec q = {fabs(l.x) - d->half[0], fabs(l.y) - d->half[1], fabs(l.z) - d->half[2]};
    switch (d->shape) {
    case WEFT_PLANE:
        return dot(l, (vec){d->normal[0], d->normal[1], d->normal[2]});
    case WEFT_SPHERE:
        return length(l) - d->radius;
    case WEFT_CAPSULE:
        return length((vec){l.x, l.y - clamp(l.y, -d->half[1], d->half[1]), l.z}) - d->radius;
    case WEFT_BOX:
        return length((vec){fmax(q.x, 0), fmax(q.y, 0), fmax(q.z, 0)}) +
               fmin(fmax(q.x, fmax(q.y, q.z)), 0);
    default:
        return frustum(d, hypot(l.x, l.z), l.y);
    }
}

static weft_collider_def shape_def(weft_shape shape)
{
    weft_collider_def def = weft_default_collider_def();
    def.shape = shape;
    def.radius = 0.12f;
    def.radius_top = 0.07f;
    def.half[0] = 0.2f;
    def.half[1] = 0.15f;
    def.half[2] = 0.1f;
    return def;
}

static weft_collider_id make(weft_world *world, const weft_collider_def *def)
{
    weft_collider_id id;
    assert_ok(weft_collider_create(world, def, &id));
    return id;
}

static void random_turn(uint32_t *random, float q[4])
{
    double sum = 0;
    double v[4];
    for (int i = 0; i < 4; i++) {
        v[i] = 2 * next_random(random) - 1;
        sum += v[i] * v[i];
    }
    for (int i = 0; i < 4; i++)
        q[i] = (float)(v[i] / sqrt(sum));
}

/* ------------------------------------------------------------------ pushed out */

/* Points in and around each shape, turned anyhow: those within the thickness end on it, no further
 * away than they were deep; the others do not move. */
static void test_a_particle_leaves_each_shape_by_the_nearest_way(void **state)
{
    (void)state;
    uint32_t random = 3;
    for (int shape = WEFT_SPHERE; shape < WEFT_BODY; shape++)
        for (int i = 0; i < 400; i++) {
            weft_settings s = bare_settings();
            weft_world *world = make_world(&s);
            weft_collider_def def = shape_def((weft_shape)shape);
            random_turn(&random, def.orientation);
            def.position[0] = 1;
            def.position[1] = -2;
            make(world, &def);
            vec p = {1 + 0.6 * next_random(&random) - 0.3, -2.3 + 0.6 * next_random(&random),
                     0.6 * next_random(&random) - 0.3};
            weft_cloth_id cloth = add_particle(world, 1, p, (vec){0, 0, 0}, NULL);
            double before = away(&def, position_of(world, cloth, 0));
            run_steps(world, 1, TICK);
            vec end = position_of(world, cloth, 0);
            if (before < THICKNESS) {
                assert_close(away(&def, end), THICKNESS, 2e-6);
                assert_close(distance(p, end), THICKNESS - before, 3e-6);
                assert_at_most(length(velocity_of(world, cloth, 0)), 1e-3);
            } else {
                assert_at_most(distance(p, end), 1e-6);
            }
            weft_world_destroy(world);
        }
}

static void test_a_particle_in_the_middle_of_each_shape_gets_out(void **state)
{
    (void)state;
    for (int shape = WEFT_SPHERE; shape < WEFT_BODY; shape++) {
        weft_settings s = bare_settings();
        weft_world *world = make_world(&s);
        weft_collider_def def = shape_def((weft_shape)shape);
        make(world, &def);
        weft_cloth_id cloth = add_particle(world, 1, (vec){0, 0, 0}, (vec){0, 0, 0}, NULL);
        run_steps(world, 2, TICK);
        assert_true(measure_of(world, cloth).finite);
        assert_close(away(&def, position_of(world, cloth, 0)), THICKNESS, 1e-6);
        assert_close(measure_of(world, cloth).penetration_max, 0, 0);
        weft_world_destroy(world);
    }
}

static void test_penetration_is_measured_in_each_shape(void **state)
{
    (void)state;
    for (int shape = 0; shape < WEFT_BODY; shape++) {
        weft_settings s = bare_settings();
        weft_world *world = make_world(&s);
        weft_collider_def def = shape_def((weft_shape)shape);
        vec p = {0.02, -0.03, 0.01};
        make(world, &def);
        weft_cloth_id cloth = add_particle(world, 1, p, (vec){0, 0, 0}, NULL);
        assert_close(measure_of(world, cloth).penetration_max, -away(&def, p), 1e-6);
        weft_world_destroy(world);
    }
}

/* ------------------------------------------------------------------ moving */

static void test_a_target_is_reached_in_one_step_and_kept(void **state)
{
    (void)state;
    weft_settings s = falling_settings();
    weft_world *world = make_world(&s);
    weft_collider_def def = shape_def(WEFT_BOX), got;
    weft_collider_id box = make(world, &def);
    const float to[3] = {0.1f, 0.7f, -0.3f}, q[4] = {0, 0.6f, 0, 0.8f};
    assert_ok(weft_collider_set_velocity(world, box, (float[3]){1, 0, 0}, (float[3]){0, 0, 0}));
    assert_ok(weft_collider_set_target(world, box, to, q));
    for (int i = 0; i < 3; i++) {
        run_steps(world, 1, TICK);
        assert_ok(weft_collider_get(world, box, &got));
        assert_memory_equal(got.position, to, sizeof to);
        for (int k = 0; k < 4; k++)
            assert_close(got.orientation[k], q[k], 1e-6);
    }
    weft_world_destroy(world);
}

static void test_a_velocity_moves_and_turns_until_it_is_taken_away(void **state)
{
    (void)state;
    weft_settings s = falling_settings();
    weft_world *world = make_world(&s);
    weft_collider_def def = shape_def(WEFT_BOX), got;
    def.velocity[0] = 0.5f;
    def.angular_velocity[1] = 1.0f;
    weft_collider_id box = make(world, &def);
    run_steps(world, 60, TICK);
    assert_ok(weft_collider_get(world, box, &got));
    assert_close(got.position[0], 0.5, 1e-5);
    assert_close(got.orientation[1], sin(0.5), 1e-5);
    assert_close(got.orientation[3], cos(0.5), 1e-5);
    assert_ok(weft_collider_set_pose(world, box, (float[3]){1, 1, 1}, NULL));
    run_steps(world, 5, TICK);
    assert_ok(weft_collider_get(world, box, &got));
    assert_close(got.position[0], 1, 0);
    assert_close(got.orientation[1], sin(0.5), 1e-5);
    weft_world_destroy(world);
}

/* A particle on the top of a moving box: it goes along where mu g is enough, and slides with mu g where
 * it is not yet. For both integrators; solvers do not matter to a particle. */
static void test_friction_carries_a_particle_along(void **state)
{
    (void)state;
    for (int integrator = 0; integrator < 2; integrator++) {
        weft_settings s = falling_settings();
        s.integrator = (weft_integrator)integrator;
        weft_world *world = make_world(&s);
        weft_collider_def def = shape_def(WEFT_BOX);
        def.half[0] = 5;
        def.friction = 0.4f; /* as the fabric's: mu = 0.4 */
        def.velocity[0] = 2;
        make(world, &def);
        weft_cloth_id cloth =
            add_particle(world, 1, (vec){0, 0.15 + THICKNESS, 0}, (vec){0, 0, 0}, NULL);
        run_steps(world, 15, TICK);
        assert_close(velocity_of(world, cloth, 0).x, 0.4 * GRAVITY * 0.25, 0.02);
        run_steps(world, 45, TICK);
        assert_close(velocity_of(world, cloth, 0).x, 2, 1e-3);
        assert_close(position_of(world, cloth, 0).y, 0.15 + THICKNESS, 1e-5);
        weft_world_destroy(world);
    }
}

/* On a turntable, within mu g / w^2 of its axis. */
static void test_a_turntable_carries_a_particle_round(void **state)
{
    (void)state;
    weft_settings s = falling_settings();
    weft_world *world = make_world(&s);
    weft_collider_def def = shape_def(WEFT_FRUSTUM);
    def.radius = def.radius_top = 1;
    def.angular_velocity[1] = 2;
    make(world, &def);
    weft_cloth_id cloth =
        add_particle(world, 1, (vec){0.4, 0.15 + THICKNESS, 0}, (vec){0, 0, -0.8}, NULL);
    run_steps(world, 60, TICK);
    vec p = position_of(world, cloth, 0);
    assert_close(hypot(p.x, p.z), 0.4, 2e-3);
    assert_at_most(distance(p, (vec){0.4 * cos(2), 0.15 + THICKNESS, -0.4 * sin(2)}), 4e-3);
    weft_world_destroy(world);
}

/* A whole sheet on a tray that moves under it, by every solver. */
static void test_a_tray_carries_a_sheet(void **state)
{
    (void)state;
    for (int projection = 0; projection < WEFT_PROJECTION_COUNT; projection++) {
        weft_settings s = falling_settings();
        s.projection = (weft_projection)projection;
        weft_world *world = make_world(&s);
        weft_collider_def def = shape_def(WEFT_BOX);
        def.half[0] = def.half[2] = 0.6f;
        weft_collider_id tray = make(world, &def);
        weft_sheet_def sheet = weft_default_sheet_def();
        sheet.columns = sheet.rows = 12;
        sheet.width = sheet.height = 0.5f;
        sheet.origin[0] = sheet.origin[2] = -0.25f;
        sheet.origin[1] = (float)(0.15 + THICKNESS);
        weft_cloth_id cloth = add_sheet(world, &sheet);
        weft_measure before = measure_of(world, cloth);
        for (int tick = 1; tick <= 60; tick++) { /* at 1 m/s^2, below mu g */
            float t = (float)tick / 60.0f;
            assert_ok(weft_collider_set_target(world, tray, (float[3]){0.5f * t * t, 0, 0}, NULL));
            run_steps(world, 1, TICK);
        }
        weft_measure after = measure_of(world, cloth);
        assert_close(after.centre[0] - before.centre[0], 0.5, 2e-3);
        assert_close(after.centre[1], before.centre[1], 1e-4);
        weft_world_destroy(world);
    }
}

static void test_a_teleport_gives_no_speed(void **state)
{
    (void)state;
    weft_settings s = bare_settings();
    weft_world *world = make_world(&s);
    weft_collider_def def = shape_def(WEFT_BOX);
    def.position[0] = 3;
    weft_collider_id box = make(world, &def);
    weft_cloth_id cloth = add_particle(world, 1, (vec){0.15, 0, 0}, (vec){0, 0, 0}, NULL);
    run_steps(world, 1, TICK);
    assert_ok(weft_collider_set_pose(world, box, (float[3]){0, 0, 0}, NULL));
    run_steps(world, 1, TICK);
    assert_close(position_of(world, cloth, 0).x, 0.2 + THICKNESS, 1e-6);
    assert_at_most(length(velocity_of(world, cloth, 0)), 1e-3);
    weft_world_destroy(world);
}

/* ------------------------------------------------------------------ response */

/* Dropped from 1 m, it comes back to e^2 m; 1 % for where in a substep it lands. */
static void test_restitution_gives_back_its_part_of_the_speed(void **state)
{
    (void)state;
    const double es[] = {0.3, 0.7, 0.9};
    for (int integrator = 0; integrator < 2; integrator++)
        for (size_t i = 0; i < COUNT_OF(es); i++)
            for (int shape = 0; shape < WEFT_BODY; shape++) {
                weft_settings s = falling_settings();
                s.integrator = (weft_integrator)integrator;
                s.substeps = 100;
                weft_world *world = make_world(&s);
                weft_collider_def def = shape_def((weft_shape)shape);
                def.restitution = (float)es[i];
                make(world, &def);
                double top = shape == WEFT_PLANE     ? 0
                             : shape == WEFT_SPHERE  ? 0.12
                             : shape == WEFT_CAPSULE ? 0.27
                                                     : 0.15;
                top += THICKNESS;
                weft_cloth_id cloth =
                    add_particle(world, 1, (vec){0, top + 1, 0}, (vec){0, 0, 0}, NULL);
                run_steps(world, 28, TICK); /* it lands after 27.1 ticks */
                double highest = 0;
                for (int tick = 0; tick < 32; tick++) {
                    run_steps(world, 1, TICK);
                    highest = fmax(highest, position_of(world, cloth, 0).y - top);
                }
                assert_close(highest, es[i] * es[i], 0.01 * es[i] * es[i] + 2e-3);
                weft_world_destroy(world);
            }
}

/* v1' = v2 + e (v2 - v1): what an immovable body of the velocity v2 leaves. */
static void test_a_moving_collider_bats_a_particle(void **state)
{
    (void)state;
    const double es[] = {0, 0.5, 1};
    for (size_t i = 0; i < COUNT_OF(es); i++)
        for (int shape = 0; shape < WEFT_BODY; shape++) {
            weft_settings s = bare_settings();
            s.substeps = 20;
            weft_world *world = make_world(&s);
            weft_collider_def def = shape_def((weft_shape)shape);
            def.restitution = (float)es[i];
            def.velocity[1] = 3;
            make(world, &def);
            weft_cloth_id cloth = add_particle(world, 1, (vec){0, 1, 0}, (vec){0, -2, 0}, NULL);
            run_steps(world, 60, TICK);
            assert_close(velocity_of(world, cloth, 0).y, 3 + es[i] * 5, 2e-3);
            assert_at_most(fabs(velocity_of(world, cloth, 0).x), 1e-4);
            weft_world_destroy(world);
        }
}

/* It holds up to mu, and slides with its kinetic part: a = g (sin - kinetic mu cos). */
static void test_kinetic_friction_is_its_part_of_static_friction(void **state)
{
    (void)state;
    for (int steep = 0; steep < 2; steep++)
        for (int integrator = 0; integrator < 2; integrator++) {
            weft_settings s = falling_settings();
            s.integrator = (weft_integrator)integrator;
            weft_world *world = make_world(&s);
            double angle = atan(steep ? 0.45 : 0.35);
            weft_collider_def def = weft_default_collider_def(); /* mu = 0.4 */
            def.kinetic = 0.5f;
            def.orientation[2] = (float)sin(-0.5 * angle);
            def.orientation[3] = (float)cos(0.5 * angle);
            make(world, &def);
            vec normal = {sin(angle), cos(angle), 0}, down = {cos(angle), -sin(angle), 0};
            weft_cloth_id cloth =
                add_particle(world, 1, scale(normal, THICKNESS), (vec){0, 0, 0}, NULL);
            run_steps(world, 60, TICK);
            double way = dot(position_of(world, cloth, 0), down);
            double expected = 0.5 * GRAVITY * (sin(angle) - 0.5 * 0.4 * cos(angle));
            assert_close(way, steep ? expected : 0, steep ? 0.01 * expected : 1e-4);
            weft_world_destroy(world);
        }
}

/* ------------------------------------------------------------------ quick things */

/* A sheet that is pinned along its border, and a ball that is driven 0.3 m through where it was: the
 * cloth bulges before the ball, and no particle is ever behind it. */
static void check_shot(double speed, weft_projection projection)
{
    weft_settings s = falling_settings();
    s.projection = projection;
    weft_world *world = make_world(&s);
    weft_sheet_def sheet = weft_default_sheet_def();
    enum { N = 33 };
    sheet.columns = sheet.rows = N;
    sheet.origin[1] = 1;
    sheet.axis_v[1] = -1;
    sheet.axis_v[2] = 0;
    sheet.fabric = bare_fabric();
    sheet.fabric.warp_stiffness = sheet.fabric.weft_stiffness = 200; /* it has to give */
    weft_cloth_id cloth = add_sheet(world, &sheet);
    for (int i = 0; i < N; i++) {
        assert_ok(weft_cloth_pin(world, cloth, i));
        assert_ok(weft_cloth_pin(world, cloth, (N - 1) * N + i));
    }
    weft_collider_def def = weft_default_collider_def();
    def.shape = WEFT_SPHERE;
    def.radius = 0.08f;
    def.position[1] = 0.5f;
    def.position[2] = -0.6f;
    weft_collider_id ball = make(world, &def);
    double z = -0.6;
    for (int tick = 0; tick < 300 && z < 0.25; tick++) {
        z = fmin(z + speed / 60, 0.25);
        assert_ok(weft_collider_set_target(world, ball, (float[3]){0, 0.5f, (float)z}, NULL));
        run_steps(world, 1, TICK);
        assert_ok(weft_collider_get(world, ball, &def));
        for (int p = 0; p < N * N; p++) {
            vec x = position_of(world, cloth, p);
            assert_at_least(away(&def, x), -1e-6);
            /* what the ball covers, seen along its way, is before it */
            if (hypot(x.x, x.y - 0.5) < 0.07 && z > 0)
                assert_at_least(x.z, z);
        }
    }
    weft_world_destroy(world);
}

static void test_a_ball_never_passes_a_pinned_sheet(void **state)
{
    (void)state;
    const double speeds[] = {5, 20, 50, 100};
    for (size_t i = 0; i < COUNT_OF(speeds); i++)
        for (int projection = 0; projection < WEFT_PROJECTION_COUNT; projection++)
            check_shot(speeds[i], (weft_projection)projection);
}

/* A pole of 1 cm: no particle in its shadow gets below it. */
static void check_pole(double speed, int n, weft_projection projection)
{
    weft_settings s = falling_settings();
    s.projection = projection;
    weft_world *world = make_world(&s);
    weft_sheet_def sheet = weft_default_sheet_def();
    sheet.columns = sheet.rows = n;
    sheet.width = sheet.height = 0.6f;
    sheet.origin[0] = -0.3f;
    sheet.origin[1] = 0.2f;
    sheet.origin[2] = -0.29f; /* no row of particles right above it */
    float *velocities = calloc((size_t)(3 * n * n), sizeof *velocities);
    assert_non_null(velocities);
    for (int p = 0; p < n * n; p++)
        velocities[3 * p + 1] = (float)-speed;
    sheet.velocities = velocities;
    weft_cloth_id cloth = add_sheet(world, &sheet);
    free(velocities);
    weft_collider_def def = shape_def(WEFT_CAPSULE);
    def.radius = 0.005f;
    def.half[1] = 1;
    def.orientation[2] = def.orientation[3] = (float)sqrt(0.5); /* along x */
    make(world, &def);
    /* until its halves hang and, without contact of cloth with itself, pass each other */
    weft_settings fine = s;
    fine.substeps = 1;
    assert_ok(weft_world_set_settings(world, &fine));
    for (int step = 0; step < (int)(0.35 / speed * 1200); step++) {
        run_steps(world, 1, TICK / 20);
        for (int r = 0; r + 1 < n; r++)
            for (int c = 0; c < n; c++) {
                vec a = position_of(world, cloth, r * n + c),
                    b = position_of(world, cloth, (r + 1) * n + c);
                if (a.z * b.z < 0) { /* the thread goes over the pole */
                    double t = a.z / (a.z - b.z);
                    assert_at_least(a.y + t * (b.y - a.y), 0);
                }
            }
    }
    weft_world_destroy(world);
}

static void test_a_fast_sheet_never_passes_a_thin_pole(void **state)
{
    (void)state;
    for (int projection = 0; projection < WEFT_PROJECTION_COUNT; projection++) {
        check_pole(30, 10, (weft_projection)projection);
        check_pole(30, 40, (weft_projection)projection);
        check_pole(5, 20, (weft_projection)projection);
    }
}

static void test_a_bullet_meets_each_shape_where_its_way_does(void **state)
{
    (void)state;
    for (int shape = WEFT_SPHERE; shape < WEFT_BODY; shape++)
        for (int moving = 0; moving < 2; moving++) {
            weft_settings s = bare_settings();
            s.max_speed = 1000;
            weft_world *world = make_world(&s);
            weft_collider_def def = shape_def((weft_shape)shape);
            def.friction = 0;
            if (moving)
                def.velocity[1] = 100;
            make(world, &def);
            weft_cloth_id cloth =
                add_particle(world, 1, (vec){0, 1, 0}, (vec){0, moving ? 0 : -100, 0}, NULL);
            run_steps(world, 1, TICK); /* 1.67 m at once */
            double top = shape == WEFT_SPHERE ? 0.12 : shape == WEFT_CAPSULE ? 0.27 : 0.15;
            double carried = moving ? 100.0 / 60 : 0;
            assert_close(position_of(world, cloth, 0).y, top + THICKNESS + carried, 1e-4);
            weft_world_destroy(world);
        }
}

/* ------------------------------------------------------------------ triangles */

/* The deepest of ten points of each triangle in the bare collider, m. */
static double deepest_of_triangles(const weft_world *world, weft_cloth_id cloth,
                                   const weft_collider_def *def)
{
    double worst = 0;
    int count = weft_cloth_triangles(world, cloth, NULL);
    uint32_t *t = calloc((size_t)count * 3, sizeof *t);
    assert_non_null(t);
    weft_cloth_triangles(world, cloth, t);
    for (int i = 0; i < count; i++)
        for (int a = 0; a <= 3; a++)
            for (int b = 0; a + b <= 3; b++) {
                vec p = add(
                    scale(position_of(world, cloth, (int)t[3 * i]), a / 3.0),
                    add(scale(position_of(world, cloth, (int)t[3 * i + 1]), b / 3.0),
                        scale(position_of(world, cloth, (int)t[3 * i + 2]), (3 - a - b) / 3.0)));
                worst = fmax(worst, -away(def, p));
            }
    free(t);
    return worst;
}

static void check_drape(const weft_collider_def *def, int n, weft_projection projection, bool mesh)
{
    weft_settings s = falling_settings();
    s.projection = projection;
    weft_world *world = make_world(&s);
    weft_cloth_id cloth;
    if (mesh) {
        grid g = make_grid(n, n, 0.6, 0.6);
        for (int p = 0; p < n * n; p++) {
            g.positions[3 * p] -= 0.3f;
            g.positions[3 * p + 1] += 0.3f;
            g.positions[3 * p + 2] -= 0.31f;
        }
        cloth = add_mesh(world, &g.def);
        grid_free(&g);
    } else {
        weft_sheet_def sheet = weft_default_sheet_def();
        sheet.columns = sheet.rows = n;
        sheet.width = sheet.height = 0.6f;
        sheet.origin[0] = -0.3f;
        sheet.origin[1] = 0.3f;
        sheet.origin[2] = -0.31f;
        cloth = add_sheet(world, &sheet);
    }
    make(world, def);
    for (int tick = 0; tick < 60; tick++) {
        run_steps(world, 1, TICK);
        assert_at_most(deepest_of_triangles(world, cloth, def), 0);
    }
    weft_measure m = measure_of(world, cloth);
    assert_true(m.finite);
    assert_at_most(m.max_speed, 20);
    weft_world_destroy(world);
}

static void check_drapes(const weft_collider_def *def)
{
    for (int projection = 0; projection < WEFT_PROJECTION_COUNT; projection++) {
        check_drape(def, 9, (weft_projection)projection, false);
        check_drape(def, 25, (weft_projection)projection, false);
    }
    check_drape(def, 13, WEFT_XPBD, true);
}

static void test_no_triangle_goes_into_a_boxs_corner(void **state)
{
    (void)state;
    weft_collider_def def = shape_def(WEFT_BOX); /* on one of its corners */
    def.half[0] = def.half[1] = def.half[2] = 0.12f;
    def.orientation[0] = 0.3647f;
    def.orientation[1] = 0;
    def.orientation[2] = 0.2798f;
    def.orientation[3] = 0.8881f;
    check_drapes(&def);
}

static void test_no_triangle_goes_into_a_thin_pole(void **state)
{
    (void)state;
    weft_collider_def def = shape_def(WEFT_CAPSULE);
    def.radius = 0.005f;
    def.half[1] = 0.5f;
    def.orientation[0] = 0.1f;
    def.orientation[2] = 0.7f;
    def.orientation[3] = (float)sqrt(1 - 0.01 - 0.49);
    check_drapes(&def);
}

static void test_no_triangle_goes_into_a_cone(void **state)
{
    (void)state;
    weft_collider_def def = shape_def(WEFT_FRUSTUM);
    def.radius_top = 0;
    check_drapes(&def);
}

/* ------------------------------------------------------------------ the rest */

static uint64_t hash_of_drape(int threads, weft_isa isa, bool far, bool reversed, bool *able)
{
    weft_world *world = make_world_on(threads, isa);
    *able = world != NULL;
    if (!*able)
        return 0;
    weft_sheet_def sheet = weft_default_sheet_def();
    sheet.columns = 101;
    sheet.rows = 83;
    sheet.origin[1] = 0.3f;
    sheet.origin[2] = -0.5f;
    add_sheet(world, &sheet);
    for (int i = 0; i < 4; i++) {
        int k = reversed ? 3 - i : i;
        weft_collider_def def = shape_def((weft_shape)(WEFT_SPHERE + k));
        def.position[0] = k % 2 ? 0.35f : -0.35f;
        def.position[2] = k / 2 ? 0.3f : -0.3f;
        def.radius *= 0.5f;
        def.velocity[1] = k == 1 ? 1.0f : 0.0f;
        def.angular_velocity[1] = k == 2 ? 3.0f : 0.0f;
        def.restitution = k == 3 ? 0.3f : 0.0f;
        make(world, &def);
    }
    if (far)
        for (int shape = 0; shape < WEFT_BODY; shape++) {
            weft_collider_def def = shape_def((weft_shape)shape);
            def.position[1] = -50;
            def.velocity[0] = 1;
            make(world, &def);
        }
    run_steps(world, 15, TICK);
    uint64_t hash = weft_world_hash(world);
    weft_world_destroy(world);
    return hash;
}

static void test_threads_sets_order_and_far_colliders_change_no_bit(void **state)
{
    (void)state;
    bool able;
    uint64_t hash = hash_of_drape(1, WEFT_ISA_BASELINE, false, false, &able);
    for (int isa = WEFT_ISA_AUTO; isa < WEFT_ISA_COUNT; isa++) {
        uint64_t other = hash_of_drape(1, (weft_isa)isa, false, false, &able);
        if (able)
            assert_int_equal(other, hash);
    }
    for (int threads = 2; threads <= 7; threads += 5)
        assert_int_equal(hash_of_drape(threads, WEFT_ISA_AUTO, false, false, &able), hash);
    assert_int_equal(hash_of_drape(1, WEFT_ISA_AUTO, true, false, &able), hash);
    assert_int_equal(hash_of_drape(1, WEFT_ISA_AUTO, false, true, &able), hash);
}

static void test_a_step_with_moving_colliders_allocates_nothing(void **state)
{
    (void)state;
    memory m = {0};
    weft_world_def def = weft_default_world_def();
    count_memory(&def, &m);
    weft_world *world;
    assert_ok(weft_world_create(&def, &world));
    weft_sheet_def sheet = weft_default_sheet_def();
    sheet.origin[1] = 0.2f;
    add_sheet(world, &sheet);
    weft_collider_def box = shape_def(WEFT_BOX);
    weft_collider_id id = make(world, &box);
    int calls = m.calls;
    for (int tick = 0; tick < 10; tick++) {
        assert_ok(weft_collider_set_target(world, id, (float[3]){0, 0.02f * (float)tick, 0}, NULL));
        run_steps(world, 1, TICK);
    }
    assert_int_equal(m.calls, calls);
    weft_world_destroy(world);
    assert_int_equal(m.live, 0);
}

/* From a snapshot, a collider goes on as it did. */
static void test_a_snapshot_keeps_how_colliders_move(void **state)
{
    (void)state;
    weft_settings s = falling_settings();
    weft_world *world = make_world(&s);
    weft_collider_def def = shape_def(WEFT_BOX), got[2];
    def.velocity[0] = 1;
    def.angular_velocity[2] = 2;
    make(world, &def);
    weft_collider_id other = make(world, &def);
    assert_ok(weft_collider_set_target(world, other, (float[3]){0, 3, 0}, NULL));
    size_t size = weft_world_snapshot_size(world);
    void *snapshot = malloc(size);
    assert_ok(weft_world_snapshot(world, snapshot, size));
    for (int i = 0; i < 2; i++) {
        run_steps(world, 3, TICK);
        assert_ok(weft_collider_get(world, weft_world_collider(world, 0), &got[i]));
        assert_ok(weft_collider_get(world, other, &def));
        assert_close(def.position[1], 3, 0);
        if (i == 0)
            assert_ok(weft_world_restore(world, snapshot, size));
    }
    assert_memory_equal(&got[0], &got[1], sizeof got[0]);
    free(snapshot);
    weft_world_destroy(world);
}

static void test_a_ray_meets_each_shape_on_its_surface(void **state)
{
    (void)state;
    uint32_t random = 11;
    int hits = 0;
    for (int shape = 0; shape < WEFT_BODY; shape++) {
        weft_settings s = bare_settings();
        weft_world *world = make_world(&s);
        weft_collider_def def = shape_def((weft_shape)shape);
        random_turn(&random, def.orientation);
        weft_collider_id id = make(world, &def);
        for (int i = 0; i < 200; i++) {
            vec from = {4 * next_random(&random) - 2, 4 * next_random(&random) - 2, 3};
            vec to = {0.5 * next_random(&random) - 0.25, 0.5 * next_random(&random) - 0.25, 0};
            vec way = unit(sub(to, from));
            if (away(&def, from) < 0.01)
                continue;
            float t = 0, origin[3] = {(float)from.x, (float)from.y, (float)from.z},
                  direction[3] = {2 * (float)way.x, 2 * (float)way.y, 2 * (float)way.z};
            bool hit = weft_collider_raycast(world, id, origin, direction, &t);
            double first = -1; /* by small steps */
            for (double u = 0; u < 10 && first < 0; u += 1e-3)
                if (away(&def, add(from, scale(way, u))) < -1e-3)
                    first = u;
            if (first >= 0)
                assert_true(hit);
            if (!hit)
                continue;
            hits++;
            assert_close(away(&def, add(from, scale(way, t))), 0, 1e-4);
            if (first >= 0)
                assert_at_most(t, first);
        }
        assert_false(weft_collider_raycast(world, id, NULL, (float[3]){1, 0, 0}, &(float){0}));
        assert_false(weft_collider_raycast(world, id, (float[3]){0, 0, 0}, (float[3]){0, 0, 0},
                                           &(float){0}));
        weft_world_destroy(world);
    }
    assert_in_range(hits, 300, 1000);
}

static void refuse(weft_world *world, const weft_collider_def *def)
{
    weft_collider_id id = {9, 9};
    assert_result(weft_collider_create(world, def, &id), WEFT_ERROR_ARGUMENT);
    assert_int_equal(id.index, 9);
}

static void test_wrong_shapes_and_motions_are_refused(void **state)
{
    (void)state;
    weft_settings s = bare_settings();
    weft_world *world = make_world(&s);
    const float wrong[] = {NAN, INFINITY, -1, 1e30f};
    for (size_t i = 0; i < COUNT_OF(wrong); i++)
        for (int shape = 0; shape < WEFT_BODY; shape++) {
            const weft_collider_def good = shape_def((weft_shape)shape);
            weft_collider_def def = good;
            def.kinetic = wrong[i];
            refuse(world, &def);
            def = good;
            def.restitution = wrong[i];
            refuse(world, &def);
            def = good;
            def.orientation[3] = wrong[i] == -1 ? 0 : wrong[i];
            refuse(world, &def);
            def = good;
            def.velocity[2] = wrong[i] == -1 ? -2e4f : wrong[i];
            refuse(world, &def);
            def = good;
            def.angular_velocity[1] = wrong[i] == -1 ? -2e4f : wrong[i];
            refuse(world, &def);
            def = good;
            def.half[1] = wrong[i];
            if (shape >= WEFT_CAPSULE)
                refuse(world, &def);
            def = good;
            def.radius_top = wrong[i];
            if (shape == WEFT_FRUSTUM)
                refuse(world, &def);
        }
    weft_collider_def cone = shape_def(WEFT_FRUSTUM);
    cone.radius = 0;
    weft_collider_id id = make(world, &cone);
    cone.radius_top = 0;
    refuse(world, &cone);
    const float zero[3] = {0}, bad[3] = {0, NAN, 0}, no_unit[4] = {1, 1, 0, 0};
    assert_result(weft_collider_set_target(world, id, bad, NULL), WEFT_ERROR_ARGUMENT);
    assert_result(weft_collider_set_target(world, id, zero, no_unit), WEFT_ERROR_ARGUMENT);
    assert_result(weft_collider_set_target(world, id, NULL, NULL), WEFT_ERROR_ARGUMENT);
    assert_result(weft_collider_set_pose(world, id, zero, no_unit), WEFT_ERROR_ARGUMENT);
    assert_result(weft_collider_set_velocity(world, id, bad, zero), WEFT_ERROR_ARGUMENT);
    assert_result(weft_collider_set_velocity(world, id, zero, NULL), WEFT_ERROR_ARGUMENT);
    assert_result(weft_collider_set_velocity(NULL, id, zero, zero), WEFT_ERROR_ARGUMENT);
    assert_ok(weft_collider_destroy(world, id));
    assert_result(weft_collider_set_target(world, id, zero, NULL), WEFT_ERROR_ID);
    assert_result(weft_collider_set_velocity(world, id, zero, zero), WEFT_ERROR_ID);
    assert_false(weft_collider_raycast(world, id, zero, (float[3]){1, 0, 0}, &(float){0}));
    weft_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_particle_leaves_each_shape_by_the_nearest_way),
        cmocka_unit_test(test_a_particle_in_the_middle_of_each_shape_gets_out),
        cmocka_unit_test(test_penetration_is_measured_in_each_shape),
        cmocka_unit_test(test_a_target_is_reached_in_one_step_and_kept),
        cmocka_unit_test(test_a_velocity_moves_and_turns_until_it_is_taken_away),
        cmocka_unit_test(test_friction_carries_a_particle_along),
        cmocka_unit_test(test_a_turntable_carries_a_particle_round),
        cmocka_unit_test(test_a_tray_carries_a_sheet),
        cmocka_unit_test(test_a_teleport_gives_no_speed),
        cmocka_unit_test(test_restitution_gives_back_its_part_of_the_speed),
        cmocka_unit_test(test_a_moving_collider_bats_a_particle),
        cmocka_unit_test(test_kinetic_friction_is_its_part_of_static_friction),
        cmocka_unit_test(test_a_ball_never_passes_a_pinned_sheet),
        cmocka_unit_test(test_a_fast_sheet_never_passes_a_thin_pole),
        cmocka_unit_test(test_a_bullet_meets_each_shape_where_its_way_does),
        cmocka_unit_test(test_no_triangle_goes_into_a_boxs_corner),
        cmocka_unit_test(test_no_triangle_goes_into_a_thin_pole),
        cmocka_unit_test(test_no_triangle_goes_into_a_cone),
        cmocka_unit_test(test_threads_sets_order_and_far_colliders_change_no_bit),
        cmocka_unit_test(test_a_step_with_moving_colliders_allocates_nothing),
        cmocka_unit_test(test_a_snapshot_keeps_how_colliders_move),
        cmocka_unit_test(test_a_ray_meets_each_shape_on_its_surface),
        cmocka_unit_test(test_wrong_shapes_and_motions_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
