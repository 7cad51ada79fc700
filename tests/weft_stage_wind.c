/* Wind: the force on triangles against the flat plate's formula,
 *   F = rho/2 A (Cd |n.u| u + Cl n.u (n |u| - (n.u) u/|u|)),  u the air's velocity relative to the
 * cloth, and gusts as a function of time alone. */
#include "support.h"

#include <math.h>

static const double DENSITY_OF_AIR = 1.2, DRAG = 1.2, LIFT = 0.8, INSTANT = 1e-5;

static weft_settings windy(vec wind)
{
    weft_settings s = bare_settings();
    s.air_density = (float)DENSITY_OF_AIR;
    s.wind[0] = (float)wind.x;
    s.wind[1] = (float)wind.y;
    s.wind[2] = (float)wind.z;
    return s;
}

/* Square metre of cloth in the plane y = 0, its normal up. */
static weft_sheet_def square_metre(int columns, int rows)
{
    weft_sheet_def def = weft_default_sheet_def();
    def.columns = columns;
    def.rows = rows;
    def.origin[1] = 0.0f;
    def.fabric = bare_fabric();
    def.fabric.drag = (float)DRAG;
    def.fabric.lift = (float)LIFT;
    return def;
}

/* The momentum that an instant of wind gives, over the instant; constraints, which give none, are
 * off for their rounding. */
static vec force_now(weft_world *world, weft_cloth_id cloth)
{
    assert_ok(weft_world_enable_stage(world, WEFT_STAGE_SWEEPS, false));
    weft_measure before = measure_of(world, cloth);
    run_steps(world, 1, (float)INSTANT);
    weft_measure after = measure_of(world, cloth);
    vec change = {after.momentum[0] - before.momentum[0], after.momentum[1] - before.momentum[1],
                  after.momentum[2] - before.momentum[2]};
    return scale(change, 1.0 / INSTANT);
}

static vec force_on_square(int columns, int rows, vec wind, vec velocity)
{
    weft_settings s = windy(wind);
    weft_world *world = make_world(&s);
    weft_sheet_def def = square_metre(columns, rows);
    weft_cloth_id cloth = add_sheet(world, &def);
    for (int p = 0; p < columns * rows; p++)
        launch(world, cloth, p, velocity);
    vec force = force_now(world, cloth);
    weft_world_destroy(world);
    return force;
}

static void test_broadside_wind_pushes_with_the_drag(void **state)
{
    (void)state;
    const vec at_rest = {0, 0, 0};
    vec up = force_on_square(8, 8, (vec){0, 5, 0}, at_rest),
        down = force_on_square(8, 8, (vec){0, -5, 0}, at_rest);
    double expected = 0.5 * DENSITY_OF_AIR * DRAG * 25.0;
    assert_close(up.y, expected, 1e-3 * expected);
    assert_close(up.x, 0.0, 1e-3 * expected);
    assert_close(up.z, 0.0, 1e-3 * expected);
    assert_close(down.y, -expected, 1e-3 * expected);
}

static void test_only_the_relative_wind_counts(void **state)
{
    (void)state;
    double expected = 0.5 * DENSITY_OF_AIR * DRAG * 9.0;
    assert_close(force_on_square(6, 6, (vec){0, 5, 0}, (vec){0, 2, 0}).y, expected,
                 1e-3 * expected);
    assert_close(force_on_square(6, 6, (vec){0, 0, 0}, (vec){0, -3, 0}).y, expected,
                 1e-3 * expected);
    assert_close(length(force_on_square(6, 6, (vec){1, 5, 2}, (vec){1, 5, 2})), 0.0, 1e-6);
}

static void test_edge_on_wind_does_not_push(void **state)
{
    (void)state;
    assert_close(length(force_on_square(8, 8, (vec){10, 0, 0}, (vec){0, 0, 0})), 0.0, 1e-6);
    assert_close(length(force_on_square(8, 8, (vec){3, 0, -4}, (vec){0, 0, 0})), 0.0, 1e-6);
}

/* Wind of 10 m/s that meets the sheet's normal at 60 degrees, from below and from above. */
static void test_a_tilted_sheet_is_lifted_across_the_wind(void **state)
{
    (void)state;
    double angle = PI / 3.0, q = 0.5 * DENSITY_OF_AIR * 100.0;
    for (int side = -1; side <= 1; side += 2) {
        vec wind = {10.0 * sin(angle), 10.0 * side * cos(angle), 0}, along = unit(wind);
        vec across = {-side * along.y, side * along.x,
                      0}; /* the part of the lee normal across the wind */
        vec f = force_on_square(8, 8, wind, (vec){0, 0, 0});
        assert_close(dot(f, along), q * DRAG * cos(angle), 1e-3 * q);
        assert_close(dot(f, across), q * LIFT * cos(angle) * sin(angle), 1e-3 * q);
        assert_close(f.z, 0.0, 1e-3 * q);
        assert_true(f.y * side > 0.0);
    }
}

static void test_the_force_is_the_same_at_any_resolution(void **state)
{
    (void)state;
    vec wind = {4, 3, 1};
    vec coarse = force_on_square(4, 4, wind, (vec){0, 0, 0}),
        fine = force_on_square(32, 32, wind, (vec){0, 0, 0});
    vec odd = force_on_square(7, 19, wind, (vec){0, 0, 0});
    assert_at_most(distance(coarse, fine), 1e-3 * length(fine));
    assert_at_most(distance(odd, fine), 1e-3 * length(fine));
}

static void test_a_mesh_is_pushed_as_a_sheet_is(void **state)
{
    (void)state;
    vec wind = {4, 3, 1}, expected = force_on_square(9, 5, wind, (vec){0, 0, 0});
    weft_settings s = windy(wind);
    weft_world *world = make_world(&s);
    grid g = make_grid(9, 5, 1.0, 1.0);
    g.def.fabric.drag = (float)DRAG;
    g.def.fabric.lift = (float)LIFT;
    weft_cloth_id cloth = add_mesh(world, &g.def);
    vec f = force_now(world, cloth);
    assert_at_most(distance(f, expected), 1e-3 * length(expected));
    grid_free(&g);
    weft_world_destroy(world);
}

static void test_all_of_a_flat_sheet_is_pushed_alike(void **state)
{
    (void)state;
    weft_settings s = windy((vec){0, 5, 0});
    weft_world *world = make_world(&s);
    weft_sheet_def def = square_metre(6, 5);
    weft_cloth_id cloth = add_sheet(world, &def);
    assert_ok(weft_world_enable_stage(world, WEFT_STAGE_SWEEPS, false));
    run_steps(world, 1, 1e-3f);
    double middle = velocity_of(world, cloth, 14).y;
    assert_true(middle > 0.0);
    for (int p = 0; p < 30; p++)
        assert_close(velocity_of(world, cloth, p).y, middle, 1e-4 * middle);
    weft_world_destroy(world);
}

/* The lightest fabric, a long substep: blown along, not thrown ahead of the wind or back against
 * it. */
static void test_no_particle_gets_faster_than_the_wind(void **state)
{
    (void)state;
    for (int integrator = 0; integrator < WEFT_INTEGRATOR_COUNT; integrator++) {
        weft_settings s = windy((vec){0, 20, 0});
        s.integrator = (weft_integrator)integrator;
        weft_world *world = make_world(&s);
        weft_sheet_def def = square_metre(5, 5);
        def.fabric.areal_density = 1e-3f;
        weft_cloth_id cloth = add_sheet(world, &def);
        double before = 0.0;
        for (int i = 0; i < 10; i++) {
            run_steps(world, 1, 0.1f);
            weft_measure m = measure_of(world, cloth);
            double mean = m.momentum[1] / m.mass;
            assert_true(mean >= before);
            assert_at_most(m.max_speed, 20.0 * (1.0 + 1e-4));
            before = mean;
        }
        assert_true(before > 15.0);
        weft_world_destroy(world);
    }
}

/* sqrt(2 sigma g / (rho Cd)), and v_t tanh(g t / v_t) on the way. */
static void test_a_flat_sheet_falls_to_its_terminal_speed(void **state)
{
    (void)state;
    weft_settings s = windy((vec){0, 0, 0});
    s.gravity[1] = (float)-GRAVITY;
    s.substeps = 20;
    weft_world *world = make_world(&s);
    weft_sheet_def def = square_metre(8, 8);
    weft_cloth_id cloth = add_sheet(world, &def);
    double terminal = sqrt(2.0 * 0.2 * GRAVITY / (DENSITY_OF_AIR * DRAG));
    for (int tick = 1; tick <= 60; tick++) {
        run_steps(world, 1, TICK);
        weft_measure m = measure_of(world, cloth);
        assert_close(-m.momentum[1] / m.mass, terminal * tanh(GRAVITY * tick / 60.0 / terminal),
                     0.01 * terminal);
    }
    weft_world_destroy(world);
}

static void test_no_air_and_no_coefficients_give_no_force(void **state)
{
    (void)state;
    weft_settings s = windy((vec){0, 5, 0});
    weft_world *world = make_world(&s);
    weft_sheet_def def = square_metre(4, 4);
    def.fabric.drag = def.fabric.lift = 0.0f;
    weft_cloth_id cloth = add_sheet(world, &def);
    assert_close(length(force_now(world, cloth)), 0.0, 0.0);
    def.fabric.drag = 1.0f;
    assert_ok(weft_cloth_set_fabric(world, cloth, &def.fabric));
    assert_true(force_now(world, cloth).y > 1.0);
    s.air_density = 0.0f;
    assert_ok(weft_world_set_settings(world, &s));
    assert_close(length(force_now(world, cloth)), 0.0, 0.0);
    weft_world_destroy(world);
}

/* ------------------------------------------------------------------ gusts */

enum { SAMPLES = 60 };

/* The force on a square metre at rest at 0.1, 0.2 … s, in a world that got there by `parts` steps
 * each. */
static void sample_gusts(uint32_t seed, float gust, int parts, double *force)
{
    weft_settings s = windy((vec){0, 5, 0});
    s.gust = gust;
    s.gust_seed = seed;
    weft_world *world = make_world(&s);
    weft_sheet_def def = square_metre(2, 2);
    for (int i = 0; i < SAMPLES; i++) {
        run_steps(world, parts, 0.1f / (float)parts);
        size_t size = weft_world_snapshot_size(world);
        weft_cloth_id cloth = add_sheet(world, &def);
        force[i] = force_now(world, cloth).y;
        assert_ok(weft_cloth_destroy(world, cloth));
        assert_int_equal(weft_world_snapshot_size(world), size);
    }
    weft_world_destroy(world);
}

static void test_gusts_are_a_function_of_time_alone(void **state)
{
    (void)state;
    double once[SAMPLES], again[SAMPLES], halves[SAMPLES],
        low = 1e9, high = 0.0, steady = 0.5 * DENSITY_OF_AIR * DRAG * 25.0;
    sample_gusts(7, 0.5f, 1, once);
    sample_gusts(7, 0.5f, 1, again);
    sample_gusts(7, 0.5f, 2, halves);
    for (int i = 0; i < SAMPLES; i++) {
        assert_close(once[i], again[i], 0.0);
        assert_close(once[i], halves[i], 1e-5 * steady);
        low = fmin(low, once[i]);
        high = fmax(high, once[i]);
    }
    assert_true(high > 1.1 * steady && low < 0.9 * steady);
    assert_at_most(high, steady * 1.6 * 1.6 * 1.01); /* swing 0.5, and a fifth of it up */
    assert_at_least(low, steady * 0.4 * 0.4 * 0.99);
}

static void test_gusts_depend_on_their_seed(void **state)
{
    (void)state;
    double a[SAMPLES], b[SAMPLES], most = 0.0;
    sample_gusts(7, 0.5f, 1, a);
    sample_gusts(8, 0.5f, 1, b);
    for (int i = 0; i < SAMPLES; i++)
        most = fmax(most, fabs(a[i] - b[i]));
    assert_true(most > 1.0);
}

static void test_wind_without_gusts_is_steady(void **state)
{
    (void)state;
    double force[SAMPLES];
    sample_gusts(7, 0.0f, 1, force);
    for (int i = 0; i < SAMPLES; i++)
        assert_close(force[i], force[0], 0.0);
}

static void test_turning_the_wind_turns_the_force_at_once(void **state)
{
    (void)state;
    weft_settings s = windy((vec){0, 5, 0});
    weft_world *world = make_world(&s);
    weft_sheet_def def = square_metre(4, 4);
    weft_cloth_id cloth = add_sheet(world, &def);
    assert_true(force_now(world, cloth).y > 0.0);
    s.wind[1] = -5.0f;
    assert_ok(weft_world_set_settings(world, &s));
    assert_true(force_now(world, cloth).y < 0.0);
    weft_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_broadside_wind_pushes_with_the_drag),
        cmocka_unit_test(test_only_the_relative_wind_counts),
        cmocka_unit_test(test_edge_on_wind_does_not_push),
        cmocka_unit_test(test_a_tilted_sheet_is_lifted_across_the_wind),
        cmocka_unit_test(test_the_force_is_the_same_at_any_resolution),
        cmocka_unit_test(test_a_mesh_is_pushed_as_a_sheet_is),
        cmocka_unit_test(test_all_of_a_flat_sheet_is_pushed_alike),
        cmocka_unit_test(test_no_particle_gets_faster_than_the_wind),
        cmocka_unit_test(test_a_flat_sheet_falls_to_its_terminal_speed),
        cmocka_unit_test(test_no_air_and_no_coefficients_give_no_force),
        cmocka_unit_test(test_gusts_are_a_function_of_time_alone),
        cmocka_unit_test(test_gusts_depend_on_their_seed),
        cmocka_unit_test(test_wind_without_gusts_is_steady),
        cmocka_unit_test(test_turning_the_wind_turns_the_force_at_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
