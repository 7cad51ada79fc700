/* Pins and holds: what stays, what is carried and how fast, and what is left when they go. */
#include "support.h"

static weft_sheet_def small_sheet(void)
{
    weft_sheet_def def = weft_default_sheet_def();
    def.columns = 5;
    def.rows = 4;
    return def;
}

typedef weft_result change_fn(weft_world *world, weft_cloth_id cloth, int particle);

static weft_world *falling_world(void)
{
    weft_settings s = weft_default_settings();
    s.air_density = 0.0f;
    return make_world(&s);
}

static void test_a_pinned_particle_stays_and_a_free_one_falls(void **state)
{
    (void)state;
    weft_world *world = falling_world();
    weft_sheet_def def = small_sheet();
    weft_cloth_id cloth = add_sheet(world, &def);
    assert_ok(weft_cloth_pin(world, cloth, 0));
    assert_ok(weft_cloth_pin(world, cloth, 0)); /* twice is allowed */
    vec at = position_of(world, cloth, 0);
    run_steps(world, 60, TICK);
    assert_close(distance(position_of(world, cloth, 0), at), 0.0, 0.0);
    assert_true(position_of(world, cloth, 19).y < 1.4);
    assert_int_equal(view_of(world, cloth).flags[0], WEFT_PARTICLE_PINNED);
    assert_ok(weft_cloth_unpin(world, cloth, 0));
    assert_ok(weft_cloth_unpin(world, cloth, 0));
    assert_int_equal(view_of(world, cloth).flags[0], 0);
    double mass = 0.2 / 12.0 / 4.0;
    assert_close(mass_of(world, cloth, 0), mass, 1e-5 * mass);
    run_steps(world, 30, TICK);
    assert_true(position_of(world, cloth, 0).y < at.y - 0.5);
    weft_world_destroy(world);
}

static void test_pinning_stops_a_particle(void **state)
{
    (void)state;
    weft_world *world = falling_world();
    weft_cloth_id cloth = add_particle(world, 1, (vec){0, 0, 0}, (vec){1, 2, 3}, NULL);
    assert_ok(weft_cloth_pin(world, cloth, 0));
    run_steps(world, 10, TICK);
    assert_close(length(position_of(world, cloth, 0)), 0.0, 0.0);
    assert_close(length(velocity_of(world, cloth, 0)), 0.0, 0.0);
    weft_world_destroy(world);
}

/* Through constraints, colliders, gravity, wind, damping and the speed limit. */
static void test_a_pins_velocity_carries_it_exactly(void **state)
{
    (void)state;
    for (int integrator = 0; integrator < WEFT_INTEGRATOR_COUNT; integrator++) {
        weft_settings s = weft_default_settings();
        s.integrator = (weft_integrator)integrator;
        s.wind[0] = 10.0f;
        s.max_speed = 0.5f;
        weft_world *world = make_world(&s);
        weft_sheet_def def = small_sheet();
        def.fabric.damping = 2.0f;
        weft_cloth_id cloth = add_sheet(world, &def);
        add_sphere(world, (vec){-0.5, 1.5, 0}, 0.3, 0.4);
        assert_ok(weft_cloth_pin(world, cloth, 0));
        assert_ok(weft_cloth_hold(world, cloth, 4));
        vec v = {0.25, 0.5, -1.5};
        for (int p = 0; p <= 4; p += 4) {
            vec at = position_of(world, cloth, p);
            launch(world, cloth, p, v);
            run_steps(world, 1, TICK);
            assert_at_most(distance(position_of(world, cloth, p), add(at, scale(v, TICK))),
                           20 * 0x1p-24 * 1.5);
            launch(world, cloth, p, (vec){0, 0, 0});
            at = position_of(world, cloth, p);
            run_steps(world, 3, TICK);
            assert_close(distance(position_of(world, cloth, p), at), 0.0, 0.0);
        }
        weft_world_destroy(world);
    }
}

static void test_a_freed_particle_keeps_its_velocity(void **state)
{
    (void)state;
    change_fn *const fix[] = {weft_cloth_pin, weft_cloth_hold}, *const release[] = {
                                                                    weft_cloth_unpin,
                                                                    weft_cloth_let_go};
    for (int k = 0; k < 2; k++) {
        weft_settings s = bare_settings();
        weft_world *world = make_world(&s);
        weft_cloth_id cloth = add_particle(world, 1, (vec){0, 0, 0}, (vec){0, 0, 0}, NULL);
        assert_ok(fix[k](world, cloth, 0));
        launch(world, cloth, 0, (vec){3, 1, -2});
        run_steps(world, 1, TICK);
        assert_ok(release[k](world, cloth, 0));
        run_steps(world, 60, TICK);
        assert_at_most(distance(velocity_of(world, cloth, 0), (vec){3, 1, -2}), 1e-6);
        assert_at_most(distance(position_of(world, cloth, 0), scale((vec){3, 1, -2}, 61.0 / 60.0)),
                       1e-4);
        weft_world_destroy(world);
    }
}

static void test_letting_go_of_a_pin_leaves_it_pinned(void **state)
{
    (void)state;
    weft_world *world = falling_world();
    weft_cloth_id cloth = add_particle(world, 1, (vec){0, 0, 0}, (vec){0, 0, 0}, NULL);
    assert_ok(weft_cloth_pin(world, cloth, 0));
    assert_ok(weft_cloth_hold(world, cloth, 0));
    assert_int_equal(view_of(world, cloth).flags[0], WEFT_PARTICLE_PINNED | WEFT_PARTICLE_HELD);
    launch(world, cloth, 0, (vec){1, 0, 0});
    run_steps(world, 6, TICK);
    assert_ok(weft_cloth_let_go(world, cloth, 0));
    assert_int_equal(view_of(world, cloth).flags[0], WEFT_PARTICLE_PINNED);
    vec at = position_of(world, cloth, 0);
    assert_close(at.x, 0.1, 1e-5);
    run_steps(world, 10, TICK);
    assert_close(distance(position_of(world, cloth, 0), at), 0.0,
                 0.0); /* it rests where the hand left it */
    weft_world_destroy(world);
}

/* Holds and pins are independent: freeing the pin under a moving hand does not stop the hand. */
static void test_unpinning_what_a_hand_carries_leaves_it_carried(void **state)
{
    (void)state;
    weft_world *world = falling_world();
    weft_cloth_id cloth = add_particle(world, 1, (vec){0, 0, 0}, (vec){0, 0, 0}, NULL);
    assert_ok(weft_cloth_pin(world, cloth, 0));
    assert_ok(weft_cloth_hold(world, cloth, 0));
    launch(world, cloth, 0, (vec){1, 0, 0});
    run_steps(world, 6, TICK);
    assert_ok(weft_cloth_unpin(world, cloth, 0));
    assert_int_equal(view_of(world, cloth).flags[0], WEFT_PARTICLE_HELD);
    run_steps(world, 6, TICK);
    assert_close(position_of(world, cloth, 0).x, 0.2, 1e-5);
    assert_ok(weft_cloth_let_go(world, cloth, 0));
    run_steps(world, 30, TICK);
    assert_true(position_of(world, cloth, 0).y < -1.0);
    weft_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_pinned_particle_stays_and_a_free_one_falls),
        cmocka_unit_test(test_pinning_stops_a_particle),
        cmocka_unit_test(test_a_pins_velocity_carries_it_exactly),
        cmocka_unit_test(test_a_freed_particle_keeps_its_velocity),
        cmocka_unit_test(test_letting_go_of_a_pin_leaves_it_pinned),
        cmocka_unit_test(test_unpinning_what_a_hand_carries_leaves_it_carried),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
