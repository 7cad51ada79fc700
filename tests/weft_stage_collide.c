/* Contact with planes and spheres, and Coulomb's friction. */
#include "support.h"

#include <math.h>

static const double THICKNESS = 0.004;

/* ------------------------------------------------------------------ planes */

static void test_a_particle_rests_a_thickness_above_a_plane(void **state)
{
    (void)state;
    for (int integrator = 0; integrator < WEFT_INTEGRATOR_COUNT; integrator++) {
        weft_settings s = falling_settings();
        s.integrator = (weft_integrator)integrator;
        weft_world *world = make_world(&s);
        add_plane(world, (vec){5, -0.25, 3}, (vec){0, 1, 0}, 0.4);
        weft_cloth_id cloth = add_particle(world, 1, (vec){0, 0.1, 0}, (vec){0, 0, 0}, NULL);
        for (int tick = 0; tick < 120; tick++) {
            run_steps(world, 1, TICK);
            assert_at_least(position_of(world, cloth, 0).y, -0.25 + THICKNESS - 1e-6);
        }
        assert_close(position_of(world, cloth, 0).y, -0.25 + THICKNESS, 1e-6);
        assert_close(measure_of(world, cloth).penetration_max, 0.0, 0.0);
        assert_at_most(fabs(velocity_of(world, cloth, 0).y), 0.01);
        weft_world_destroy(world);
    }
}

static void test_a_particle_outside_is_left_alone(void **state)
{
    (void)state;
    weft_settings s = bare_settings();
    weft_world *world = make_world(&s);
    add_plane(world, (vec){0, 0, 0}, (vec){0.6, 0.8, 0}, 1);
    add_sphere(world, (vec){0, 3, 0}, 0.5, 1);
    weft_cloth_id cloth = add_particle(world, 1, (vec){1, 1, 1}, (vec){0.1, 0.2, 0.3}, NULL);
    run_steps(world, 60, TICK);
    assert_at_most(distance(position_of(world, cloth, 0), (vec){1.1, 1.2, 1.3}), 1e-5);
    weft_world_destroy(world);
}

static void test_a_pinned_particle_stays_inside_a_collider(void **state)
{
    (void)state;
    weft_settings s = falling_settings();
    weft_world *world = make_world(&s);
    add_plane(world, (vec){0, 0, 0}, (vec){0, 1, 0}, 0.4);
    add_sphere(world, (vec){0, 0, 0}, 2, 0.4);
    weft_cloth_id cloth = add_particle(world, 1, (vec){0, -1, 0}, (vec){0, 0, 0}, NULL);
    assert_ok(weft_cloth_pin(world, cloth, 0));
    run_steps(world, 5, TICK);
    assert_close(position_of(world, cloth, 0).y, -1.0, 0.0);
    assert_close(measure_of(world, cloth).penetration_max, 1.0, 1e-6);
    weft_world_destroy(world);
}

/* ------------------------------------------------------------------ friction */

/* A sheet that lies on a ramp: how far it is down it after a second. The fabric's friction is 0.9,
 * the ramp's what makes sqrt(own * its) = mu. */
static double slide(double mu, double angle)
{
    weft_settings s = falling_settings();
    weft_world *world = make_world(&s);
    vec down = {cos(angle), -sin(angle), 0}, normal = {sin(angle), cos(angle), 0};
    add_plane(world, (vec){0, 0, 0}, normal, mu * mu / 0.9);
    weft_sheet_def def = weft_default_sheet_def();
    def.columns = 6;
    def.rows = 5;
    def.width = def.height = 0.25f;
    def.axis_u[0] = (float)down.x;
    def.axis_u[1] = (float)down.y;
    def.fabric = bare_fabric();
    def.fabric.friction = 0.9f;
    vec start = add(scale(down, -0.125), scale(normal, THICKNESS));
    def.origin[0] = (float)start.x;
    def.origin[1] = (float)start.y;
    def.origin[2] = -0.125f;
    weft_cloth_id cloth = add_sheet(world, &def);
    weft_measure before = measure_of(world, cloth);
    run_steps(world, 60, TICK);
    weft_measure after = measure_of(world, cloth);
    assert_close(after.centre[2], before.centre[2], 5e-4); /* straight down */
    assert_at_most(after.stretch_max, 1e-3);
    vec way = {after.centre[0] - before.centre[0], after.centre[1] - before.centre[1], 0};
    weft_world_destroy(world);
    return dot(way, down);
}

static void test_a_sheet_holds_where_the_slope_is_below_the_friction(void **state)
{
    (void)state;
    const double mus[] = {0.1, 0.3, 0.6};
    for (size_t i = 0; i < COUNT_OF(mus); i++)
        assert_at_most(fabs(slide(mus[i], atan(0.9 * mus[i]))), 1e-3);
}

/* a = g (sin - mu cos); symplectic Euler's way is a t^2/2 (1 + h/t). */
static void check_slide(double mu, double angle, double part)
{
    double expected = 0.5 * GRAVITY * (sin(angle) - mu * cos(angle)) * (1.0 + 1.0 / 1200.0);
    assert_close(slide(mu, angle), expected, part * expected);
}

static void test_a_sheet_slides_where_the_slope_is_above_the_friction(void **state)
{
    (void)state;
    const double mus[] = {0.1, 0.3, 0.6};
    for (size_t i = 0; i < COUNT_OF(mus); i++) {
        check_slide(mus[i], atan(1.1 * mus[i]), 0.1);
        check_slide(mus[i], atan(1.5 * mus[i]), 0.02);
    }
}

static void test_a_sheet_slides_freely_without_friction(void **state)
{
    (void)state;
    check_slide(0.0, 0.2, 0.005);
    check_slide(0.0, 0.7, 0.005);
}

/* v^2 / (2 mu g). */
static void test_friction_stops_a_sliding_particle_on_the_level(void **state)
{
    (void)state;
    weft_settings s = falling_settings();
    weft_world *world = make_world(&s);
    add_plane(world, (vec){0, 0, 0}, (vec){0, 1, 0}, 0.4);
    weft_cloth_id cloth = add_particle(world, 1, (vec){0, THICKNESS, 0}, (vec){0, 0, 2}, NULL);
    run_steps(world, 90, TICK);
    assert_close(position_of(world, cloth, 0).z, 4.0 / (2.0 * 0.4 * GRAVITY), 0.01);
    assert_at_most(length(velocity_of(world, cloth, 0)), 1e-3);
    weft_world_destroy(world);
}

/* ------------------------------------------------------------------ spheres */

static void test_a_particle_is_pushed_out_of_a_sphere_by_the_nearest_way(void **state)
{
    (void)state;
    weft_settings s = bare_settings();
    weft_world *world = make_world(&s);
    vec centre = {1, 2, -3}, way = unit((vec){2, -1, 2});
    add_sphere(world, centre, 0.5, 0);
    weft_cloth_id cloth =
        add_particle(world, 1, add(centre, scale(way, 0.2)), (vec){0, 0, 0}, NULL);
    run_steps(world, 1, TICK);
    assert_at_most(distance(position_of(world, cloth, 0), add(centre, scale(way, 0.5 + THICKNESS))),
                   1e-6);
    weft_world_destroy(world);
}

static void test_a_particle_at_a_spheres_centre_is_pushed_up(void **state)
{
    (void)state;
    for (int again = 0; again < 2; again++) {
        weft_settings s = bare_settings();
        weft_world *world = make_world(&s);
        add_sphere(world, (vec){1, 2, 3}, 0.25, 0.4);
        weft_cloth_id cloth = add_particle(world, 1, (vec){1, 2, 3}, (vec){0, 0, 0}, NULL);
        run_steps(world, 1, TICK);
        assert_at_most(distance(position_of(world, cloth, 0), (vec){1, 2.25 + THICKNESS, 3}), 1e-6);
        run_steps(world, 10, TICK);
        assert_true(measure_of(world, cloth).finite);
        assert_close(measure_of(world, cloth).penetration_max, 0.0, 0.0);
        weft_world_destroy(world);
    }
}

/* A collider that is put into cloth, or a cloth that is made in one, moves it out in one substep
 * without giving it speed. */
static void test_what_a_collider_is_put_on_is_moved_and_not_shot(void **state)
{
    (void)state;
    weft_settings s = bare_settings();
    weft_world *world = make_world(&s);
    add_sphere(world, (vec){0, 0, 0}, 0.5, 0.4);
    add_plane(world, (vec){0, -2, 0}, (vec){0, 1, 0}, 0.4);
    weft_cloth_id in_sphere = add_particle(world, 1, (vec){0, 0.3, 0}, (vec){0, 0, 0}, NULL);
    weft_cloth_id under_plane = add_particle(world, 1, (vec){0, -3, 0}, (vec){0, 0, 0}, NULL);
    run_steps(world, 1, TICK);
    assert_close(position_of(world, in_sphere, 0).y, 0.5 + THICKNESS, 1e-6);
    assert_close(position_of(world, under_plane, 0).y, -2 + THICKNESS, 1e-6);
    assert_at_most(length(velocity_of(world, in_sphere, 0)), 1e-3);
    assert_at_most(length(velocity_of(world, under_plane, 0)), 1e-3);
    weft_world_destroy(world);
}

static void test_a_sheet_with_a_particle_at_a_spheres_centre_stays_finite(void **state)
{
    (void)state;
    weft_settings s = falling_settings();
    weft_world *world = make_world(&s);
    add_sphere(world, (vec){0, 1.5, 0.5}, 0.25, 0.4);
    weft_sheet_def def = weft_default_sheet_def();
    def.columns = def.rows = 17; /* particle 8 * 17 + 8 is at the centre */
    weft_cloth_id cloth = add_sheet(world, &def);
    assert_at_most(distance(position_of(world, cloth, 144), (vec){0, 1.5, 0.5}), 1e-12);
    run_steps(world, 60, TICK);
    assert_true(measure_of(world, cloth).finite);
    assert_at_most(measure_of(world, cloth).penetration_max, 1e-5);
    weft_world_destroy(world);
}

static void test_a_sheet_drapes_over_a_sphere_and_a_floor(void **state)
{
    (void)state;
    for (int projection = 0; projection < WEFT_PROJECTION_COUNT; projection++) {
        weft_settings s = falling_settings();
        s.projection = (weft_projection)projection;
        weft_world *world = make_world(&s);
        add_plane(world, (vec){0, 0, 0}, (vec){0, 1, 0}, 0.4);
        add_sphere(world, (vec){0, 0.4, 0.5}, 0.25, 0.4);
        weft_sheet_def def = weft_default_sheet_def();
        def.columns = def.rows = 24;
        def.origin[1] = 0.8f;
        weft_cloth_id cloth = add_sheet(world, &def);
        for (int tick = 0; tick < 120; tick++) {
            run_steps(world, 1, TICK);
            assert_close(measure_of(world, cloth).penetration_max, 0.0, 0.0);
        }
        weft_measure m = measure_of(world, cloth);
        assert_true(m.finite && m.lowest < 0.4 && m.centre[1] > 0.0);
        assert_at_least(m.lowest, THICKNESS - 1e-6);
        weft_world_destroy(world);
    }
}

/* ------------------------------------------------------------------ the pool */

static uint64_t hash_of_drop(bool collider_first, bool with_another)
{
    weft_settings s = falling_settings();
    weft_world *world = make_world(&s);
    weft_sheet_def def = weft_default_sheet_def();
    def.columns = def.rows = 9;
    def.origin[1] = 0.1f;
    weft_collider_id other = {0, 0};
    if (with_another)
        other = add_sphere(world, (vec){0, 0, 0}, 1, 1);
    if (collider_first)
        add_plane(world, (vec){0, 0, 0}, (vec){0, 1, 0}, 0.3);
    add_sheet(world, &def);
    if (!collider_first)
        add_plane(world, (vec){0, 0, 0}, (vec){0, 1, 0}, 0.3);
    if (with_another)
        assert_ok(weft_collider_destroy(world, other));
    run_steps(world, 30, TICK);
    uint64_t hash = weft_world_hash(world);
    weft_world_destroy(world);
    return hash;
}

static void test_the_order_of_making_does_not_matter(void **state)
{
    (void)state;
    uint64_t hash = hash_of_drop(true, false);
    assert_int_equal(hash, hash_of_drop(false, false));
    assert_int_equal(hash, hash_of_drop(true, true));
    assert_int_equal(hash, hash_of_drop(false, true));
}

static void test_a_collider_can_be_moved_and_taken_away(void **state)
{
    (void)state;
    weft_settings s = falling_settings();
    weft_world *world = make_world(&s);
    weft_collider_id plane = add_plane(world, (vec){0, 0, 0}, (vec){0, 1, 0}, 0.4);
    weft_cloth_id cloth = add_particle(world, 1, (vec){0, 0.01, 0}, (vec){0, 0, 0}, NULL);
    run_steps(world, 30, TICK);
    assert_close(position_of(world, cloth, 0).y, THICKNESS, 1e-6);
    assert_ok(weft_collider_set_pose(world, plane, (float[3]){0, 0.5f, 0}, NULL));
    run_steps(world, 1, TICK);
    assert_at_least(position_of(world, cloth, 0).y, 0.5);
    assert_ok(weft_collider_destroy(world, plane));
    place(world, cloth, 0, (vec){0, 0.6, 0});
    launch(world, cloth, 0, (vec){0, 0, 0});
    run_steps(world, 60, TICK);
    assert_close(position_of(world, cloth, 0).y, 0.6 - 0.5 * GRAVITY, 0.01);
    weft_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_particle_rests_a_thickness_above_a_plane),
        cmocka_unit_test(test_a_particle_outside_is_left_alone),
        cmocka_unit_test(test_a_pinned_particle_stays_inside_a_collider),
        cmocka_unit_test(test_a_sheet_holds_where_the_slope_is_below_the_friction),
        cmocka_unit_test(test_a_sheet_slides_where_the_slope_is_above_the_friction),
        cmocka_unit_test(test_a_sheet_slides_freely_without_friction),
        cmocka_unit_test(test_friction_stops_a_sliding_particle_on_the_level),
        cmocka_unit_test(test_a_particle_is_pushed_out_of_a_sphere_by_the_nearest_way),
        cmocka_unit_test(test_a_particle_at_a_spheres_centre_is_pushed_up),
        cmocka_unit_test(test_what_a_collider_is_put_on_is_moved_and_not_shot),
        cmocka_unit_test(test_a_sheet_with_a_particle_at_a_spheres_centre_stays_finite),
        cmocka_unit_test(test_a_sheet_drapes_over_a_sphere_and_a_floor),
        cmocka_unit_test(test_the_order_of_making_does_not_matter),
        cmocka_unit_test(test_a_collider_can_be_moved_and_taken_away),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
