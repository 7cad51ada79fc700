/* Cloth against cloth and itself: what falls on cloth lies on it, nothing comes from nowhere, and the bits are the same
 * for everyone. Whether triangles pass through each other is counted in sandbox_scenes. */
#include "support.h"

#include <math.h>
#include <stdlib.h>

static weft_sheet_def sheet_at(int n, double side, vec corner)
{
    weft_sheet_def def = weft_default_sheet_def();
    def.columns = def.rows = n;
    def.width = def.height = (float)side;
    def.origin[0] = (float)corner.x;
    def.origin[1] = (float)corner.y;
    def.origin[2] = (float)corner.z;
    def.fabric.self_collision = true;
    return def;
}

static double nearest(const weft_world *world, weft_cloth_id a, weft_cloth_id b)
{
    double least = INFINITY;
    int na = view_of(world, a).particle_count, nb = view_of(world, b).particle_count;
    for (int i = 0; i < na; i++)
        for (int k = 0; k < nb; k++)
            least = fmin(least, distance(position_of(world, a, i), position_of(world, b, k)));
    return least;
}

/* On a sheet that hangs by its corners falls another, or a mesh, at speeds from gently to violently: it stays above. */
static void check_fall(weft_projection projection, double speed, bool mesh)
{
    weft_settings s = weft_default_settings();
    s.projection = projection;
    weft_world *world = make_world(&s);
    enum { N = 21, SMALL = 11 };
    weft_sheet_def below = sheet_at(N, 0.6, (vec){-0.3, 1, -0.3});
    weft_cloth_id lower = add_sheet(world, &below), upper;
    const int corners[] = {0, N - 1, N * N - N, N * N - 1};
    for (int i = 0; i < 4; i++)
        assert_ok(weft_cloth_pin(world, lower, corners[i]));
    if (mesh) {
        grid g = make_grid(SMALL, SMALL, 0.3, 0.3);
        g.def.fabric.self_collision = true;
        for (int p = 0; p < SMALL * SMALL; p++) {
            g.positions[3 * p] -= 0.15f;
            g.positions[3 * p + 1] += 1.1f;
            g.positions[3 * p + 2] -= 0.16f;
        }
        upper = add_mesh(world, &g.def);
        grid_free(&g);
    } else {
        weft_sheet_def above = sheet_at(SMALL, 0.3, (vec){-0.15, 1.1, -0.16});
        upper = add_sheet(world, &above);
    }
    for (int p = 0; p < SMALL * SMALL; p++)
        launch(world, upper, p, (vec){0, -speed, 0});
    run_steps(world, 120, TICK);
    /* Each column of air over the middle has the upper one above. */
    double cell = 0.03;
    assert_at_least(nearest(world, lower, upper), 0.5 * cell);
    for (int p = 0; p < SMALL * SMALL; p++) {
        vec x = position_of(world, upper, p);
        double under = -INFINITY, best = INFINITY;
        for (int k = 0; k < N * N; k++) {
            vec y = position_of(world, lower, k);
            double away = hypot(x.x - y.x, x.z - y.z);
            under = away < best ? y.y : under;
            best = fmin(best, away);
        }
        if (best < cell)
            assert_at_least(x.y, under);
    }
    assert_at_most(measure_of(world, upper).max_speed, 1.0);
    weft_world_destroy(world);
}

static void test_what_falls_on_cloth_lies_on_it(void **state)
{
    (void)state;
    for (int projection = 0; projection < WEFT_PROJECTION_COUNT; projection++) {
        check_fall((weft_projection)projection, 0, false);
        check_fall((weft_projection)projection, 5, false);
        check_fall((weft_projection)projection, 1, true);
    }
}

static void test_without_it_cloth_falls_through(void **state)
{
    (void)state;
    weft_world *world;
    weft_world_def world_def = weft_default_world_def();
    assert_ok(weft_world_create(&world_def, &world));
    weft_sheet_def def = sheet_at(11, 0.4, (vec){-0.2, 1, -0.2});
    weft_cloth_id lower = add_sheet(world, &def);
    const int corners[] = {0, 10, 110, 120};
    for (int i = 0; i < 4; i++)
        assert_ok(weft_cloth_pin(world, lower, corners[i]));
    def.origin[1] = 1.1f;
    def.fabric.self_collision = false; /* both must want it */
    weft_cloth_id upper = add_sheet(world, &def);
    run_steps(world, 60, TICK);
    assert_at_most(position_of(world, upper, 60).y, 0.5);
    weft_world_destroy(world);
}

/* Two sheets meet in the void: what one gains the other loses. */
static void test_momentum_is_kept(void **state)
{
    (void)state;
    weft_settings s = weft_default_settings();
    s.gravity[1] = 0;
    s.air_density = 0;
    weft_world *world = make_world(&s);
    weft_cloth_id cloth[2];
    double masses[2] = {0, 0};
    for (int i = 0; i < 2; i++) {
        weft_sheet_def def = sheet_at(17, 0.4, (vec){-0.2 + 0.1 * i, 0.1 * i, -0.2 + 0.03 * i});
        def.fabric.damping = 0;
        def.fabric.areal_density = i ? 0.5f : 0.2f;
        cloth[i] = add_sheet(world, &def);
        for (int p = 0; p < 17 * 17; p++) {
            launch(world, cloth[i], p, (vec){i ? -0.3 : 0.2, i ? -2 : 1, 0.1});
            masses[i] += mass_of(world, cloth[i], p);
        }
    }
    vec before = {0, 0, 0}, after = {0, 0, 0};
    bool touched = false;
    for (int step = 0; step <= 30; step++) {
        vec sum = {0, 0, 0};
        for (int i = 0; i < 2; i++)
            for (int p = 0; p < 17 * 17; p++)
                sum = add(sum, scale(velocity_of(world, cloth[i], p), mass_of(world, cloth[i], p)));
        before = step == 0 ? sum : before;
        after = sum;
        run_steps(world, 1, TICK);
    }
    touched = fabs(velocity_of(world, cloth[1], 144).y + 2) > 0.2;
    assert_true(touched);
    assert_at_most(distance(before, after), 2e-5 * (masses[0] + masses[1]) * 3);
    weft_world_destroy(world);
}

static uint64_t hash_of_heap(int threads, weft_isa isa, bool on, double apart, bool *able)
{
    weft_world *world = make_world_on(threads, isa);
    *able = world != NULL;
    if (!*able)
        return 0;
    add_plane(world, (vec){0, 0, 0}, (vec){0, 1, 0}, 0.4);
    for (int i = 0; i < 2; i++) {
        weft_sheet_def def = sheet_at(40, 0.5, (vec){apart * i, 0.52 + 0.1 * i, 0});
        def.axis_v[1] = -1; /* on their edges: they fold */
        def.axis_v[2] = 0;
        def.columns = 33;
        def.fabric.self_collision = on;
        add_sheet(world, &def);
    }
    run_steps(world, 40, TICK);
    uint64_t hash = weft_world_hash(world);
    weft_world_destroy(world);
    return hash;
}

static void test_threads_and_sets_change_no_bit(void **state)
{
    (void)state;
    bool able;
    uint64_t hash = hash_of_heap(1, WEFT_ISA_BASELINE, true, 0.1, &able);
    assert_true(hash != hash_of_heap(1, WEFT_ISA_BASELINE, false, 0.1, &able));
    const int threads[] = {2, 3, 8, 16};
    for (size_t i = 0; i < COUNT_OF(threads); i++)
        assert_true(hash == hash_of_heap(threads[i], WEFT_ISA_AUTO, true, 0.1, &able));
    for (int isa = WEFT_ISA_AUTO; isa < WEFT_ISA_COUNT; isa++) {
        uint64_t other = hash_of_heap(1, (weft_isa)isa, true, 0.1, &able);
        assert_true(!able || other == hash);
    }
}

/* Cloth that meets nothing moves as without. */
static void test_what_touches_nothing_keeps_its_bits(void **state)
{
    (void)state;
    uint64_t hash[2];
    for (int on = 0; on < 2; on++) {
        weft_settings s = weft_default_settings();
        weft_world *world = make_world(&s);
        for (int i = 0; i < 2; i++) {
            weft_sheet_def def = sheet_at(20, 0.5, (vec){30.0 * i, 1, 0});
            def.fabric.self_collision = on == 1;
            weft_cloth_id cloth = add_sheet(world, &def);
            assert_ok(weft_cloth_pin(world, cloth, 0));
            assert_ok(weft_cloth_pin(world, cloth, 19));
        }
        run_steps(world, 10, TICK);
        hash[on] = weft_world_hash(world);
        weft_world_destroy(world);
    }
    assert_true(hash[0] == hash[1]);
}

/* Two in one place, which no order of things can part cleanly, do not explode. */
static void test_coincident_sheets_stay_calm(void **state)
{
    (void)state;
    weft_settings s = weft_default_settings();
    weft_world *world = make_world(&s);
    weft_sheet_def def = sheet_at(20, 0.5, (vec){0, 1, 0});
    weft_cloth_id first = add_sheet(world, &def), second = add_sheet(world, &def);
    assert_ok(weft_cloth_pin(world, first, 0));
    for (int step = 0; step < 60; step++) {
        run_steps(world, 1, TICK);
        assert_at_most(measure_of(world, first).max_speed, 30);
        assert_at_most(measure_of(world, second).max_speed, 30);
    }
    weft_world_destroy(world);
}

static void test_it_goes_on_from_a_snapshot(void **state)
{
    (void)state;
    weft_settings s = weft_default_settings();
    weft_world *world = make_world(&s);
    add_plane(world, (vec){0, 0, 0}, (vec){0, 1, 0}, 0.4);
    weft_sheet_def def = sheet_at(24, 0.5, (vec){0, 0.52, 0});
    def.axis_v[1] = -1;
    def.axis_v[2] = 0;
    add_sheet(world, &def);
    run_steps(world, 20, TICK);
    size_t size = weft_world_snapshot_size(world);
    void *kept = malloc(size);
    assert_non_null(kept);
    assert_ok(weft_world_snapshot(world, kept, size));
    run_steps(world, 20, TICK);
    uint64_t hash = weft_world_hash(world);
    assert_ok(weft_world_restore(world, kept, size));
    run_steps(world, 20, TICK);
    assert_true(weft_world_hash(world) == hash);
    free(kept);
    weft_world_destroy(world);
}

/* Room is made when a cloth is, or when it begins to collide; never in a step. */
static void test_memory_is_asked_for_beforehand(void **state)
{
    (void)state;
    memory m = {0};
    weft_world_def world_def = weft_default_world_def();
    count_memory(&world_def, &m);
    weft_world *world;
    assert_ok(weft_world_create(&world_def, &world));
    weft_sheet_def def = sheet_at(20, 0.5, (vec){0, 0.5, 0});
    def.fabric.self_collision = false;
    weft_cloth_id cloth = add_sheet(world, &def);
    int live = m.live;
    weft_fabric fabric = def.fabric;
    fabric.self_collision = true;
    m.fail_at = m.calls + 1;
    assert_result(weft_cloth_set_fabric(world, cloth, &fabric), WEFT_ERROR_MEMORY);
    assert_int_equal(m.live, live);
    run_steps(world, 1, TICK);
    assert_ok(weft_cloth_set_fabric(world, cloth, &fabric));
    int calls = m.calls;
    run_steps(world, 60, TICK);
    assert_int_equal(m.calls, calls);
    live = m.live;
    def.fabric.self_collision = true;
    for (int fail = 1, made = 0; !made;
         fail++) { /* the last thing that a new sheet asks for, too */
        weft_cloth_id second;
        m.fail_at = m.calls + fail;
        weft_result result = weft_sheet_create(world, &def, &second);
        made = result == WEFT_OK;
        if (!made) {
            assert_result(result, WEFT_ERROR_MEMORY);
            assert_int_equal(m.live, live);
        }
        assert_in_range(fail, 1, 100);
    }
    run_steps(world, 10, TICK);
    weft_world_destroy(world);
    assert_int_equal(m.live, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_falls_on_cloth_lies_on_it),
        cmocka_unit_test(test_without_it_cloth_falls_through),
        cmocka_unit_test(test_momentum_is_kept),
        cmocka_unit_test(test_threads_and_sets_change_no_bit),
        cmocka_unit_test(test_what_touches_nothing_keeps_its_bits),
        cmocka_unit_test(test_coincident_sheets_stay_calm),
        cmocka_unit_test(test_it_goes_on_from_a_snapshot),
        cmocka_unit_test(test_memory_is_asked_for_beforehand),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
