/* Cloth against itself and against other cloth, by its physics. */
#include "intersections.h"
#include "support.h"

#include <string.h>

static weft_world *self_world(int threads, weft_isa isa, weft_projection projection)
{
    weft_world_def def = weft_default_world_def();
    def.threads = threads;
    def.isa = isa;
    def.settings.projection = projection;
    weft_world *world;
    assert_ok(weft_world_create(&def, &world));
    return world;
}

/* A sheet of 0.5 m a side, its middle over the origin. */
static weft_sheet_def square(int n, double height, bool self_collision)
{
    weft_sheet_def def = weft_default_sheet_def();
    def.columns = def.rows = n;
    def.width = def.height = 0.5f;
    def.origin[0] = def.origin[2] = -0.25f;
    def.origin[1] = (float)height;
    def.fabric.self_collision = self_collision;
    return def;
}

static weft_cloth_id add_turned(weft_world *world, double height, bool self_collision)
{
    weft_sheet_def def = square(24, height, self_collision);
    const float axis_u[3] = {0.8f, 0.0f, 0.6f}, axis_v[3] = {-0.6f, 0.0f, 0.8f};
    memcpy(def.axis_u, axis_u, sizeof axis_u);
    memcpy(def.axis_v, axis_v, sizeof axis_v);
    def.origin[0] = -0.05f;
    def.origin[2] = -0.35f;
    return add_sheet(world, &def);
}

static void add_floor(weft_world *world)
{
    add_plane(world, (vec){0, 0, 0}, (vec){0, 1, 0}, 0.4);
}

/* Held by its rim, a sheet is hit by another; they meet, and never cross. */
static void sheets_never_cross(void **state)
{
    (void)state;
    for (int projection = 0; projection < WEFT_PROJECTION_COUNT; projection++) {
        int crossings[2];
        for (int on = 0; on < 2; on++) {
            weft_world *world = self_world(1, WEFT_ISA_AUTO, (weft_projection)projection);
            weft_sheet_def def = square(24, 0.5, on);
            weft_cloth_id lower = add_sheet(world, &def);
            for (int p = 0; p < 24 * 24; p++)
                if (p % 24 == 0 || p % 24 == 23 || p / 24 == 0 || p / 24 == 23)
                    assert_ok(weft_cloth_pin(world, lower, p));
            add_turned(world, 0.8, on);
            crossings[on] = 0;
            for (int tick = 0; tick < 60; tick++) {
                run_steps(world, 1, TICK);
                crossings[on] += count_intersections(world);
            }
            weft_world_destroy(world);
        }
        print_message("crossings %d without, %d with\n", crossings[0], crossings[1]);
        assert_true(crossings[0] > 0); /* it would have */
        assert_int_equal(crossings[1], 0);
    }
}

/* Between cloths nothing but their own impacts acts: momentum is kept. */
static void momentum_is_kept(void **state)
{
    (void)state;
    weft_settings settings = bare_settings();
    settings.substeps = 20;
    settings.projection = WEFT_DIRECT;
    weft_world *world = make_world(&settings);
    weft_sheet_def def = square(16, 0.0, true);
    def.fabric = bare_fabric();
    def.fabric.self_collision = true;
    add_sheet(world, &def);
    def.origin[0] += 0.11f;
    def.origin[1] = 0.1f;
    def.fabric.areal_density = 0.5f;
    weft_cloth_id upper = add_sheet(world, &def);
    for (int p = 0; p < 256; p++)
        launch(world, upper, p, (vec){0.3, -2.0, 0.1});
    double before = measure_of(world, upper).momentum[1];
    run_steps(world, 30, TICK);
    weft_measure lower = measure_of(world, weft_world_cloth(world, 0)),
                 after = measure_of(world, upper);
    assert_at_most(lower.momentum[1], 0.2 * before); /* both negative: it was pushed */
    assert_close(lower.momentum[1] + after.momentum[1], before, 1e-4 * -before);
    weft_world_destroy(world);
}

/* A sheet that starts bent over itself falls flat on itself and comes to rest, its layers apart. */
static void folded_cloth_rests(void **state)
{
    (void)state;
    weft_world *world = self_world(1, WEFT_ISA_AUTO, WEFT_DIRECT);
    add_floor(world);
    enum { COLUMNS = 16, ROWS = 48 };
    static float positions[COLUMNS * ROWS * 3];
    const double cell = 0.02;
    for (int r = 0; r < ROWS; r++)
        for (int c = 0; c < COLUMNS; c++) {
            float *p = &positions[3 * (r * COLUMNS + c)];
            /* down, three cells along the fold, and back above */
            int lower = r < 22 ? r : r > 25 ? 47 - r : 22;
            p[0] = (float)(cell * c);
            p[1] = (float)(0.02 + cell * (r < 23 ? 0 : r > 25 ? 3 : r - 22));
            p[2] = (float)(cell * lower);
        }
    weft_sheet_def def = weft_default_sheet_def();
    def.columns = COLUMNS;
    def.rows = ROWS;
    def.width = (float)(cell * (COLUMNS - 1));
    def.height = (float)(cell * (ROWS - 1));
    def.positions = positions;
    def.fabric.self_collision = true;
    weft_cloth_id cloth = add_sheet(world, &def);
    for (int tick = 0; tick < 300; tick++) {
        run_steps(world, 1, TICK);
        assert_int_equal(count_intersections(world), 0);
    }
    weft_measure measure = measure_of(world, cloth);
    assert_at_most(measure.max_speed, 0.05);
    assert_at_most(measure.penetration_max, 0.005);
    weft_world_destroy(world);
}

static uint64_t crumpled(int threads, weft_isa isa)
{
    weft_world *world = self_world(threads, isa, WEFT_DIRECT);
    add_floor(world);
    add_sphere(world, (vec){0.05, 0.1, 0}, 0.1, 0.4);
    weft_sheet_def def = square(48, 0.25, true);
    add_sheet(world, &def);
    add_turned(world, 0.3, true);
    run_steps(world, 45, TICK);
    uint64_t hash = weft_world_hash(world);
    weft_world_destroy(world);
    return hash;
}

static void threads_and_instruction_sets_change_no_bit(void **state)
{
    (void)state;
    static const int threads[] = {2, 3, 8, 16};
    uint64_t hash = crumpled(1, WEFT_ISA_AUTO);
    for (size_t i = 0; i < COUNT_OF(threads); i++)
        assert_true(crumpled(threads[i], WEFT_ISA_AUTO) == hash);
    assert_true(crumpled(1, WEFT_ISA_BASELINE) == hash);
}

/* Bits of the first cloth: with another one far away, which falls and is found again and again. */
static uint64_t near_hash(bool far)
{
    weft_world *world = self_world(1, WEFT_ISA_AUTO, WEFT_DIRECT);
    add_floor(world);
    weft_sheet_def def = square(24, 0.1, true);
    weft_cloth_id cloth = add_sheet(world, &def);
    add_turned(world, 0.2, true);
    if (far) {
        def.origin[0] = 90.0f;
        def.origin[1] = 60.0f;
        add_sheet(world, &def);
    }
    run_steps(world, 40, TICK);
    uint64_t hash = 0;
    for (int p = 0; p < 24 * 24; p++) {
        vec x = position_of(world, cloth, p);
        float bits[3] = {(float)x.x, (float)x.y, (float)x.z};
        for (int a = 0; a < 3; a++) {
            uint32_t word;
            memcpy(&word, &bits[a], sizeof word);
            hash = (hash ^ word) * 0x100000001b3u;
        }
    }
    weft_world_destroy(world);
    return hash;
}

static void far_cloth_changes_no_bit(void **state)
{
    (void)state;
    assert_true(near_hash(true) == near_hash(false));
}

/* A snapshot holds all that counts: the search does not. */
static void restored_worlds_go_on_alike(void **state)
{
    (void)state;
    weft_world *world = self_world(1, WEFT_ISA_AUTO, WEFT_DIRECT);
    add_floor(world);
    weft_sheet_def def = square(24, 0.1, true);
    add_sheet(world, &def);
    add_turned(world, 0.2, true);
    run_steps(world, 20, TICK);
    static char snapshot[1 << 20];
    size_t size = weft_world_snapshot_size(world);
    assert_true(size <= sizeof snapshot);
    assert_ok(weft_world_snapshot(world, snapshot, size));
    run_steps(world, 20, TICK);
    uint64_t hash = weft_world_hash(world);
    assert_ok(weft_world_restore(world, snapshot, size));
    run_steps(world, 20, TICK);
    assert_true(weft_world_hash(world) == hash);
    weft_world_destroy(world);
}

static void steps_allocate_nothing(void **state)
{
    (void)state;
    memory counted = {0};
    weft_world_def world_def = weft_default_world_def();
    count_memory(&world_def, &counted);
    weft_world *world;
    assert_ok(weft_world_create(&world_def, &world));
    add_floor(world);
    weft_sheet_def def = square(24, 0.1, false);
    weft_cloth_id cloth = add_sheet(world, &def);
    add_turned(world, 0.2, true);
    def.fabric.self_collision = true;
    int calls = counted.calls;
    counted.fail_at = calls + 3;
    assert_result(weft_cloth_set_fabric(world, cloth, &def.fabric), WEFT_ERROR_MEMORY);
    weft_fabric fabric;
    assert_ok(weft_cloth_get_fabric(world, cloth, &fabric));
    assert_false(fabric.self_collision);
    counted.fail_at = 0;
    assert_ok(weft_cloth_set_fabric(world, cloth, &def.fabric));
    assert_true(counted.calls > calls);
    calls = counted.calls;
    run_steps(world, 30, TICK);
    assert_int_equal(counted.calls, calls);
    weft_world_destroy(world);
    assert_int_equal(counted.live, 0);
}

/* Particles without edges have no thickness of their own; at one place they are parted. */
static void particles_part(void **state)
{
    (void)state;
    weft_settings settings = bare_settings();
    weft_world *world = make_world(&settings);
    weft_fabric fabric = bare_fabric();
    fabric.self_collision = true;
    fabric.self_thickness = 0.05f;
    weft_cloth_id a = add_particle(world, 1.0, (vec){1, 1, 1}, (vec){0, 0, 0}, &fabric);
    weft_cloth_id b = add_particle(world, 9.0, (vec){1, 1, 1}, (vec){0, 0, 0}, &fabric);
    run_steps(world, 30, TICK);
    vec pa = position_of(world, a, 0), pb = position_of(world, b, 0);
    assert_at_least(distance(pa, pb), 0.0499);
    assert_close(pa.y + 9.0 * pb.y, 10.0, 1e-4); /* their centre stays */
    weft_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sheets_never_cross),
        cmocka_unit_test(momentum_is_kept),
        cmocka_unit_test(folded_cloth_rests),
        cmocka_unit_test(threads_and_instruction_sets_change_no_bit),
        cmocka_unit_test(far_cloth_changes_no_bit),
        cmocka_unit_test(restored_worlds_go_on_alike),
        cmocka_unit_test(steps_allocate_nothing),
        cmocka_unit_test(particles_part),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
