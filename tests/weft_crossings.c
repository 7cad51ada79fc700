/* Cloth against itself and against other cloth: triangles never pass through each other, in any frame, counted by the
 * tests' own checker; and what is far away has no say. */
#include "crossings.h"
#include "support.h"

#include <string.h>

static weft_world *self_world(weft_projection projection)
{
    weft_world_def def = weft_default_world_def();
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

/* Turned by 37 degrees and tilted, so that it is not parallel to what it falls on. */
static weft_cloth_id add_turned(weft_world *world, double height, bool self_collision)
{
    weft_sheet_def def = square(24, height, self_collision);
    const float axis_u[3] = {0.768f, 0.28f, 0.576f}, axis_v[3] = {-0.6f, 0.0f, 0.8f};
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
            weft_world *world = self_world((weft_projection)projection);
            weft_sheet_def def = square(24, 0.5, on);
            weft_cloth_id lower = add_sheet(world, &def);
            for (int p = 0; p < 24 * 24; p++)
                if (p % 24 == 0 || p % 24 == 23 || p / 24 == 0 || p / 24 == 23)
                    assert_ok(weft_cloth_pin(world, lower, p));
            add_turned(world, 0.8, on);
            crossings[on] = 0;
            for (int tick = 0; tick < 60; tick++) {
                run_steps(world, 1, TICK);
                crossings[on] += count_crossings(world);
            }
            weft_world_destroy(world);
        }
        assert_true(crossings[0] > 0); /* it would have */
        assert_int_equal(crossings[1], 0);
    }
}

/* A sheet that starts bent over itself falls flat on itself and comes to rest, its layers apart. */
static void folded_cloth_rests(void **state)
{
    (void)state;
    weft_world *world = self_world(WEFT_DIRECT);
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
        assert_int_equal(count_crossings(world), 0);
    }
    weft_measure measure = measure_of(world, cloth);
    assert_at_most(measure.max_speed, 0.05);
    assert_at_most(measure.penetration_max, 0.005);
    weft_world_destroy(world);
}

/* Bits of the first cloth: with another one far away, which falls and is found again and again. */
static uint64_t near_hash(bool far)
{
    weft_world *world = self_world(WEFT_DIRECT);
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

/* Particles without edges keep twice their thickness; at one place they are parted. */
static void particles_part(void **state)
{
    (void)state;
    weft_settings settings = bare_settings();
    weft_world *world = make_world(&settings);
    weft_fabric fabric = bare_fabric();
    fabric.self_collision = true;
    fabric.thickness = 0.025f;
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
        cmocka_unit_test(folded_cloth_rests),
        cmocka_unit_test(far_cloth_changes_no_bit),
        cmocka_unit_test(particles_part),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
