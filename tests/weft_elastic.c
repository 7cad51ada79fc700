/* Elastic cloth under the direct solver: it hangs as its stiffness says, at any number of substeps and
 * any tick, and goes on from what the last substep left. */
#include "support.h"

#include <math.h>
#include <stdlib.h>

/* By two corners, at any stiffness and an even or odd number of substeps: as far as 100 substeps say
 * that it stretches, and at rest. Elastic cloth was once solved as if it were to lose its strain (47 %
 * and 9 m/s for ever at 500 N/m). */
static void test_elastic_sheets_hang_at_rest(void **state)
{
    (void)state;
    skip_if_sanitized();
    static const struct {
        float stiffness;  /* N/m */
        double low, high; /* of the edge that stretches most */
    } rows[] = {{30, 1.0, 1.4},     {500, 0.145, 0.18}, {5000, 0.017, 0.03},
                {1e6f, 1e-5, 0.01}, {1e9f, 1e-6, 0.01}, {INFINITY, 0, 0.002}};
    for (size_t k = 0; k < COUNT_OF(rows); k++)
        for (int substeps = 19; substeps <= 20; substeps++) {
            weft_settings s = weft_default_settings();
            s.substeps = substeps;
            weft_world *world = make_world(&s);
            weft_sheet_def def = weft_default_sheet_def();
            def.fabric.warp_stiffness = def.fabric.weft_stiffness = rows[k].stiffness;
            def.fabric.damping = 1.0f;
            weft_cloth_id cloth = add_sheet(world, &def);
            assert_ok(weft_cloth_pin(world, cloth, 0));
            assert_ok(weft_cloth_pin(world, cloth, 63));
            run_steps(world, 400, TICK);
            weft_measure m = measure_of(world, cloth);
            assert_at_most(m.stretch_max, rows[k].high);
            assert_at_most(-m.stretch_max, -rows[k].low);
            assert_at_most(m.kinetic_energy, 5e-4); /* J: 0.07 m/s in the mean */
            /* A particle by the pin once went to and fro at 1.5 m/s. */
            if (rows[k].stiffness == 500)
                assert_at_most(m.max_speed, 0.2);
            weft_world_destroy(world);
        }
}

/* The edge that is stretched most, in the mean of a second, by two corners. */
static double stretch_at(int particles, int substeps, float stiffness)
{
    weft_settings s = weft_default_settings();
    s.substeps = substeps;
    weft_world *world = make_world(&s);
    weft_sheet_def def = weft_default_sheet_def();
    def.columns = def.rows = particles;
    def.fabric.warp_stiffness = def.fabric.weft_stiffness = stiffness;
    def.fabric.damping = 1.0f;
    weft_cloth_id cloth = add_sheet(world, &def);
    assert_ok(weft_cloth_pin(world, cloth, 0));
    assert_ok(weft_cloth_pin(world, cloth, particles - 1));
    run_steps(world, 300, TICK);
    double stretch = 0.0;
    for (int i = 0; i < 60; i++) {
        run_steps(world, 1, TICK);
        stretch += measure_of(world, cloth).stretch_max / 60;
    }
    assert_at_most(measure_of(world, cloth).kinetic_energy, 0.005); /* J */
    weft_world_destroy(world);
    return stretch;
}

/* Stiffness means the same at any number of substeps: a step takes as many as it needs. At 500 N/m
 * 64 x 64 was stretched 150 % with one, in place of 17. */
static void test_elastic_sheets_stretch_alike_at_few_substeps(void **state)
{
    (void)state;
    skip_if_sanitized();
    static const struct {
        int particles, substeps, enough;
        float stiffness;
    } rows[] = {{32, 1, 20, 500},
                {64, 1, 20, 500},
                {64, 5, 20, 500},
                {64, 1, 20, 3000},
                {128, 2, 40, 1500}};
    for (size_t k = 0; k < COUNT_OF(rows); k++) {
        double right = stretch_at(rows[k].particles, rows[k].enough, rows[k].stiffness);
        assert_close(stretch_at(rows[k].particles, rows[k].substeps, rows[k].stiffness), right,
                     0.25 * right);
    }
    /* as good as an infinite one: such a sheet once grew to 60 m and flew at 100 m/s */
    assert_at_most(stretch_at(64, 1, 1e9f), 0.03);
}

/* A tick three times as long takes three times as many. */
static void test_elastic_sheets_stretch_alike_at_slow_ticks(void **state)
{
    (void)state;
    skip_if_sanitized();
    double stretch[2];
    for (int slow = 0; slow < 2; slow++) {
        weft_settings s = weft_default_settings();
        s.substeps = 2;
        weft_world *world = make_world(&s);
        weft_sheet_def def = weft_default_sheet_def();
        def.fabric.warp_stiffness = def.fabric.weft_stiffness = 500;
        def.fabric.damping = 1.0f;
        weft_cloth_id cloth = add_sheet(world, &def);
        assert_ok(weft_cloth_pin(world, cloth, 0));
        assert_ok(weft_cloth_pin(world, cloth, 63));
        run_steps(world, slow ? 120 : 360, slow ? 3 * TICK : TICK);
        stretch[slow] = measure_of(world, cloth).stretch_max;
        weft_world_destroy(world);
    }
    assert_close(stretch[1], stretch[0], 0.25 * stretch[0]);
}

typedef struct way {
    weft_world *world;
    weft_collider_id ball;
    double x[8];
    int count;
} way;

static void note_ball(void *user, weft_cloth_id cloth, const weft_cloth_view *view, double time,
                      float *fx, float *fy, float *fz)
{
    (void)cloth, (void)view, (void)time, (void)fx, (void)fy, (void)fz;
    way *w = user;
    weft_collider_def def;
    assert_ok(weft_collider_get(w->world, w->ball, &def));
    assert_true(w->count < (int)COUNT_OF(w->x));
    w->x[w->count++] = def.position[0];
}

/* What moves through a step does so evenly over the substeps that are taken, not over those that the settings
 * ask for. */
static void test_a_target_is_approached_evenly_over_more_substeps(void **state)
{
    (void)state;
    skip_if_sanitized();
    weft_settings s = weft_default_settings();
    s.substeps = 1;
    way w = {.world = make_world(&s)};
    weft_sheet_def def = weft_default_sheet_def();
    def.fabric.warp_stiffness = def.fabric.weft_stiffness = 500;
    weft_cloth_id cloth = add_sheet(w.world, &def);
    assert_ok(weft_cloth_pin(w.world, cloth, 0));
    assert_ok(weft_cloth_pin(w.world, cloth, 63));
    weft_collider_def ball = weft_default_collider_def();
    ball.position[0] = 5.0f;
    assert_ok(weft_collider_create(w.world, &ball, &w.ball));
    assert_ok(weft_collider_set_target(w.world, w.ball, (float[3]){5.3f, 0, 0}, NULL));
    int force;
    assert_ok(weft_force_create(w.world, note_ball, &w, &force));
    run_steps(w.world, 1, TICK);
    assert_int_equal(w.count, 3);
    for (int i = 0; i < 3; i++)
        assert_close(w.x[i], 5.0 + 0.1 * i, 1e-5);
    weft_world_destroy(w.world);
}

/* Cloth whose warp gives way altogether hangs by its weft: sigma g L / Y where it is longest. It was once
 * stretched further in each substep, to 35 times its length in ten seconds. */
static void test_a_sheet_without_warp_hangs_by_its_weft(void **state)
{
    (void)state;
    skip_if_sanitized();
    for (int without_weft = 0; without_weft < 2; without_weft++) {
        weft_settings s = weft_default_settings();
        s.gravity[1] = 0.0f;
        s.gravity[without_weft ? 2 : 0] = (float)GRAVITY;
        weft_world *world = make_world(&s);
        weft_sheet_def def = weft_default_sheet_def();
        def.columns = def.rows = 32;
        def.fabric.warp_stiffness = without_weft ? 500 : 0;
        def.fabric.weft_stiffness = without_weft ? 0 : 500;
        def.fabric.bias_stiffness = 0;
        def.fabric.damping = 2;
        weft_cloth_id cloth = add_sheet(world, &def);
        for (int i = 0; i < 32; i++)
            assert_ok(weft_cloth_pin(world, cloth, without_weft ? i : 32 * i));
        run_steps(world, 600, TICK);
        double most = def.fabric.areal_density * GRAVITY * 1.0 / 500;
        assert_close(measure_of(world, cloth).stretch_max, most, 0.05 * most);
        weft_world_destroy(world);
    }
}

/* What one substep leaves to the next is part of a snapshot. */
static void test_elastic_sheets_go_on_from_a_snapshot(void **state)
{
    (void)state;
    weft_settings s = weft_default_settings();
    weft_world *world = make_world(&s);
    weft_sheet_def def = weft_default_sheet_def();
    def.fabric.warp_stiffness = def.fabric.weft_stiffness = 500;
    weft_cloth_id cloth = add_sheet(world, &def);
    assert_ok(weft_cloth_pin(world, cloth, 0));
    run_steps(world, 30, TICK);
    size_t size = weft_world_snapshot_size(world);
    void *snapshot = malloc(size);
    assert_non_null(snapshot);
    assert_ok(weft_world_snapshot(world, snapshot, size));
    run_steps(world, 20, TICK);
    uint64_t hash = weft_world_hash(world);
    run_steps(world, 7, TICK);
    assert_ok(weft_world_restore(world, snapshot, size));
    run_steps(world, 20, TICK);
    assert_int_equal(weft_world_hash(world), hash);
    free(snapshot);
    weft_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_elastic_sheets_hang_at_rest),
        cmocka_unit_test(test_elastic_sheets_stretch_alike_at_few_substeps),
        cmocka_unit_test(test_elastic_sheets_stretch_alike_at_slow_ticks),
        cmocka_unit_test(test_a_target_is_approached_evenly_over_more_substeps),
        cmocka_unit_test(test_a_sheet_without_warp_hangs_by_its_weft),
        cmocka_unit_test(test_elastic_sheets_go_on_from_a_snapshot),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
