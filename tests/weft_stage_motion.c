/* Integrate and velocity: what a free particle does under gravity, forces and damping, against the
 * recurrence that each integrator is. */
#include "support.h"

#include <math.h>

static weft_world *falling_world(weft_integrator integrator, int substeps)
{
    weft_settings s = bare_settings();
    s.integrator = integrator;
    s.substeps = substeps;
    s.gravity[1] = (float)-GRAVITY;
    return make_world(&s);
}

/* ------------------------------------------------------------------ the recurrences */

static void test_euler_is_its_recurrence_to_the_last_bit(void **state)
{
    (void)state;
    weft_world *world = falling_world(WEFT_EULER, 7);
    weft_cloth_id cloth =
        add_particle(world, 0.3, (vec){0.25, 1.5, -0.75}, (vec){0.5, 2, -0.25}, NULL);
    const float h = TICK / 7.0f;
    float x[3] = {0.25f, 1.5f, -0.75f}, v[3] = {0.5f, 2.0f, -0.25f};
    for (int tick = 0; tick < 60; tick++) {
        run_steps(world, 1, TICK);
        for (int s = 0; s < 7; s++)
            for (int a = 0; a < 3; a++) {
                v[a] += a == 1 ? h * (float)-GRAVITY : 0.0f;
                x[a] += h * v[a];
            }
        vec p = position_of(world, cloth, 0), u = velocity_of(world, cloth, 0);
        assert_close(p.x, x[0], 0.0);
        assert_close(p.y, x[1], 0.0);
        assert_close(p.z, x[2], 0.0);
        assert_close(u.y, v[1], 0.0);
    }
    weft_world_destroy(world);
}

/* x' = 2x - x* + a h^2 with x* = x0 - v0 h + a h^2/2, in double; and in single precision, as
 * displacements, to the bit. */
static void test_verlet_is_its_recurrence(void **state)
{
    (void)state;
    weft_world *world = falling_world(WEFT_VERLET, 3);
    weft_cloth_id cloth = add_particle(world, 2.0, (vec){0, 1.5, 0}, (vec){0, 3, 0}, NULL);
    const float h = TICK / 3.0f;
    float y = 1.5f, d = 3.0f + -(float)GRAVITY * (0.5f * h); /* (x - x*) / h half a substep on */
    double x = 1.5, before = 1.5 - 3.0 * h + 0.5 * -GRAVITY * h * h;
    for (int tick = 0; tick < 60; tick++) {
        run_steps(world, 1, TICK);
        for (int s = 0; s < 3; s++) {
            d += tick + s > 0 ? -(float)GRAVITY * h : 0.0f;
            y += h * d;
            double next = 2.0 * x - before - GRAVITY * h * h;
            before = x;
            x = next;
        }
        assert_close(position_of(world, cloth, 0).y, y, 0.0);
        assert_close(position_of(world, cloth, 0).y, x, 2e-5);
    }
    weft_world_destroy(world);
}

static void test_verlet_falls_exactly(void **state)
{
    (void)state;
    for (int substeps = 1; substeps <= 20; substeps += 19) {
        weft_world *world = falling_world(WEFT_VERLET, substeps);
        weft_cloth_id cloth = add_particle(world, 1.0, (vec){0, 0, 0}, (vec){1, 4, 0}, NULL);
        run_steps(world, 60, TICK);
        vec p = position_of(world, cloth, 0);
        assert_close(p.x, 1.0, 2e-5);
        assert_close(p.y, 4.0 - 0.5 * GRAVITY, 2e-5);
        weft_world_destroy(world);
    }
}

/* Symplectic Euler: y = -g h^2 n (n + 1) / 2, which is g h t / 2 ahead of g t^2 / 2. */
static void test_euler_falls_ahead_by_half_a_substep(void **state)
{
    (void)state;
    for (int substeps = 1; substeps <= 20; substeps += 19) {
        weft_world *world = falling_world(WEFT_EULER, substeps);
        weft_cloth_id cloth = add_particle(world, 1.0, (vec){0, 0, 0}, (vec){0, 0, 0}, NULL);
        run_steps(world, 60, TICK);
        double h = 1.0 / 60.0 / substeps;
        assert_close(position_of(world, cloth, 0).y, -0.5 * GRAVITY - 0.5 * GRAVITY * h, 5e-5);
        weft_world_destroy(world);
    }
}

/* At 1e-4 s and below, a step of a particle at rest is less than its position's rounding: the
 * velocity must not be lost. */
static void test_small_substeps_still_fall(void **state)
{
    (void)state;
    weft_world *world = falling_world(WEFT_VERLET, 1000);
    weft_cloth_id cloth = add_particle(world, 1.0, (vec){0, 1.5, 0}, (vec){0, 0, 0}, NULL);
    run_steps(world, 6, TICK);
    assert_close(velocity_of(world, cloth, 0).y, -GRAVITY * 0.1, 1e-3);
    assert_close(position_of(world, cloth, 0).y, 1.5 - 0.5 * GRAVITY * 0.01, 1e-3);
    weft_world_destroy(world);
}

/* ------------------------------------------------------------------ damping and the speed limit */

/* dv/dt = -c v: exp(-c t), by implicit steps (1 + h c)^-n. */
static void test_damping_is_exponential_and_straight(void **state)
{
    (void)state;
    for (int substeps = 2; substeps <= 50; substeps += 48) {
        weft_settings s = bare_settings();
        s.substeps = substeps;
        weft_world *world = make_world(&s);
        weft_fabric f = bare_fabric();
        f.damping = 3.0f;
        weft_cloth_id cloth = add_particle(world, 1.0, (vec){0, 0, 0}, (vec){8, 0, -4}, &f);
        run_steps(world, 60, TICK);
        vec v = velocity_of(world, cloth, 0);
        double h = 1.0 / 60.0 / substeps, left = pow(1.0 + 3.0 * h, -60.0 * substeps);
        assert_close(v.x, 8.0 * left, 8e-5);
        assert_close(left, exp(-3.0), 0.5 * 3.0 * 3.0 * h * exp(-3.0) * 1.1);
        assert_close(v.z, -0.5 * v.x, 1e-6);
        assert_close(v.y, 0.0, 0.0);
        weft_world_destroy(world);
    }
}

static void test_the_strongest_damping_stops_and_does_not_turn_back(void **state)
{
    (void)state;
    weft_settings s = bare_settings();
    weft_world *world = make_world(&s);
    weft_fabric f = bare_fabric();
    f.damping = 1000.0f;
    weft_cloth_id cloth = add_particle(world, 1.0, (vec){0, 0, 0}, (vec){10, 0, 0}, &f);
    for (int i = 0; i < 20; i++) {
        double before = velocity_of(world, cloth, 0).x;
        run_steps(world, 1, 0.1f);
        double after = velocity_of(world, cloth, 0).x;
        assert_true(after >= 0.0 && after < 0.011 * before + 1e-30);
    }
    weft_world_destroy(world);
}

static void test_no_free_particle_is_faster_than_the_limit(void **state)
{
    (void)state;
    weft_settings s = bare_settings();
    s.gravity[0] = 600.0f;
    s.gravity[1] = -800.0f;
    s.max_speed = 5.0f;
    weft_world *world = make_world(&s);
    weft_cloth_id cloth = add_particle(world, 1.0, (vec){0, 0, 0}, (vec){0, 0, 0}, NULL);
    for (int i = 0; i < 10; i++) {
        run_steps(world, 1, TICK);
        vec v = velocity_of(world, cloth, 0);
        assert_close(length(v), 5.0, 5e-6);
        assert_close(v.x / v.y, -0.75, 1e-5);
    }
    weft_world_destroy(world);
}

static void test_no_free_particle_travels_faster_than_the_limit(void **state)
{
    (void)state;
    weft_settings s = bare_settings();
    s.gravity[1] = -1000.0f;
    s.max_speed = 0.1f;
    s.substeps = 20;
    weft_world *world = make_world(&s);
    weft_cloth_id cloth = add_particle(world, 1.0, (vec){0, 0, 0}, (vec){0, 0, 0}, NULL);
    run_steps(world, 60, TICK);
    assert_at_most(length(position_of(world, cloth, 0)), 0.1 * 1.001);
    weft_world_destroy(world);
}

/* ------------------------------------------------------------------ your forces */

typedef struct calls {
    int count;
    double first, last;
} calls;

/* 6 N along x on the first particle. */
static void push(void *user, weft_cloth_id cloth, const weft_cloth_view *view, double time,
                 float *fx, float *fy, float *fz)
{
    (void)cloth, (void)view, (void)fy, (void)fz;
    calls *c = user;
    fx[0] += 6.0f;
    c->last = time;
    if (c->count++ == 0)
        c->first = time;
}

static void test_forces_accelerate_by_f_over_m_and_add_up(void **state)
{
    (void)state;
    weft_settings s = bare_settings();
    s.substeps = 4;
    weft_world *world = make_world(&s);
    weft_cloth_id free_one = add_particle(world, 3.0, (vec){0, 0, 0}, (vec){0, 0, 0}, NULL);
    weft_cloth_id pinned = add_particle(world, 3.0, (vec){0, 1, 0}, (vec){0, 0, 0}, NULL);
    assert_ok(weft_cloth_pin(world, pinned, 0));
    calls a = {0}, b = {0};
    int first, second;
    assert_ok(weft_force_create(world, push, &a, &first));
    assert_ok(weft_force_create(world, push, &b, &second));
    run_steps(world, 10, TICK);
    assert_close(velocity_of(world, free_one, 0).x, 2.0 * 6.0 / 3.0 * 10.0 / 60.0, 1e-6);
    assert_close(length(velocity_of(world, pinned, 0)), 0.0, 0.0);
    assert_int_equal(a.count, 2 * 4 * 10); /* each cloth in each substep */
    assert_close(a.first, 0.0, 0.0);
    assert_close(a.last, 10.0 / 60.0 - 1.0 / 240.0, 1e-8);

    assert_ok(weft_force_destroy(world, first));
    assert_ok(weft_force_destroy(world, second));
    run_steps(world, 1, TICK);
    assert_int_equal(a.count, 80);
    assert_close(velocity_of(world, free_one, 0).x, 4.0 * 10.0 / 60.0, 1e-6);
    weft_world_destroy(world);
}

/* A force blows along the normals that it is shown. */
static void inflate(void *user, weft_cloth_id cloth, const weft_cloth_view *view, double time,
                    float *fx, float *fy, float *fz)
{
    (void)cloth, (void)time;
    vec *seen = user;
    *seen = (vec){view->nx ? view->nx[0] : NAN, view->ny ? view->ny[0] : NAN,
                  view->nz ? view->nz[0] : NAN};
    fx[0] = fy[0] = fz[0] = 0.0f;
}

/* A view shows normals; where they are not there, as in a step that uses their room, it must not
 * show something else. */
static void test_a_force_sees_normals_or_none(void **state)
{
    (void)state;
    weft_settings s = bare_settings();
    weft_world *world = make_world(&s);
    weft_sheet_def def = weft_default_sheet_def();
    def.columns = def.rows = 4;
    add_sheet(world, &def);
    vec seen = {0, 0, 0};
    int force;
    assert_ok(weft_force_create(world, inflate, &seen, &force));
    run_steps(world, 2, TICK);
    if (!isnan(seen.y)) {
        assert_close(seen.x, 0.0, 1e-6);
        assert_close(seen.y, 1.0, 1e-6);
        assert_close(seen.z, 0.0, 1e-6);
    }
    weft_world_destroy(world);
}

/* ------------------------------------------------------------------ order */

static const double OMEGA = 2.5; /* 1/s */

static void spring_to_origin(void *user, weft_cloth_id cloth, const weft_cloth_view *view,
                             double time, float *fx, float *fy, float *fz)
{
    (void)user, (void)cloth, (void)time, (void)fy, (void)fz;
    fx[0] += (float)(-OMEGA * OMEGA * view->x[0] / view->inverse_mass[0]);
}

/* |x(1) - cos(omega)| of a particle that starts at rest at x = 1. */
static double oscillator_error(weft_integrator integrator, int steps)
{
    weft_settings s = bare_settings();
    s.integrator = integrator;
    weft_world *world = make_world(&s);
    weft_cloth_id cloth = add_particle(world, 0.7, (vec){1, 0, 0}, (vec){0, 0, 0}, NULL);
    int force;
    assert_ok(weft_force_create(world, spring_to_origin, NULL, &force));
    run_steps(world, steps, 1.0f / (float)steps);
    double error = fabs(position_of(world, cloth, 0).x - cos(OMEGA));
    weft_world_destroy(world);
    return error;
}

/* Slope of log error over log h by least squares, four step sizes, each half the one before. */
static double measured_order(weft_integrator integrator)
{
    double sum = 0.0;
    for (int i = 0; i < 4; i++)
        sum += (i - 1.5) * log2(oscillator_error(integrator, 12 << i));
    return -sum / 5.0; /* the squares of -1.5 … 1.5 */
}

static void test_euler_is_of_first_order(void **state)
{
    (void)state;
    assert_close(measured_order(WEFT_EULER), 1.0, 0.1);
}

static void test_verlet_is_of_second_order(void **state)
{
    (void)state;
    assert_close(measured_order(WEFT_VERLET), 2.0, 0.1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_euler_is_its_recurrence_to_the_last_bit),
        cmocka_unit_test(test_verlet_is_its_recurrence),
        cmocka_unit_test(test_verlet_falls_exactly),
        cmocka_unit_test(test_euler_falls_ahead_by_half_a_substep),
        cmocka_unit_test(test_small_substeps_still_fall),
        cmocka_unit_test(test_damping_is_exponential_and_straight),
        cmocka_unit_test(test_the_strongest_damping_stops_and_does_not_turn_back),
        cmocka_unit_test(test_no_free_particle_is_faster_than_the_limit),
        cmocka_unit_test(test_no_free_particle_travels_faster_than_the_limit),
        cmocka_unit_test(test_forces_accelerate_by_f_over_m_and_add_up),
        cmocka_unit_test(test_a_force_sees_normals_or_none),
        cmocka_unit_test(test_euler_is_of_first_order),
        cmocka_unit_test(test_verlet_is_of_second_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
