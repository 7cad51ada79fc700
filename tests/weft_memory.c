/* Memory: a failed allocation is a clean error that leaves nothing behind; a step allocates
 * nothing. */
#include "support.h"

static void hold_height(void *user, int count, const float (*p)[3], float *c, float (*gradient)[3])
{
    (void)user, (void)count;
    *c = p[0][1] - 1.5f;
    gradient[0][1] = 1.0f;
}

static void no_force(void *user, weft_cloth_id cloth, const weft_cloth_view *view, double time,
                     float *fx, float *fy, float *fz)
{
    (void)user, (void)cloth, (void)view, (void)time, (void)fx, (void)fy, (void)fz;
}

static void test_a_world_that_gets_no_memory_leaves_none(void **state)
{
    (void)state;
    bool made = false;
    for (int fail = 1; !made; fail++) {
        memory m = {.fail_at = fail};
        weft_world_def def = weft_default_world_def();
        count_memory(&def, &m);
        def.threads = 3;
        weft_world *world;
        weft_result result = weft_world_create(&def, &world);
        made = result == WEFT_OK;
        assert_true(made == (m.calls < fail));
        if (!made) {
            assert_result(result, WEFT_ERROR_MEMORY);
            assert_null(world);
        }
        weft_world_destroy(world);
        assert_int_equal(m.live, 0);
        assert_in_range(fail, 1, 100);
    }
}

typedef weft_result make_fn(weft_world *world, weft_cloth_id *cloth);

static weft_result make_one_sheet(weft_world *world, weft_cloth_id *cloth)
{
    weft_sheet_def def = weft_default_sheet_def();
    def.columns = 5;
    def.rows = 4;
    return weft_sheet_create(world, &def, cloth);
}

static weft_result make_one_mesh(weft_world *world, weft_cloth_id *cloth)
{
    grid g = make_grid(4, 3, 1.0, 1.0);
    weft_result result = weft_mesh_create(world, &g.def, cloth);
    grid_free(&g);
    return result;
}

/* The n-th allocation fails, for every n: a clean error, nothing leaked, the world as it was. */
static void check_failing_memory(make_fn *make)
{
    bool made = false;
    for (int fail = 1; !made; fail++) {
        memory m = {0};
        weft_world_def def = weft_default_world_def();
        count_memory(&def, &m);
        weft_world *world;
        assert_ok(weft_world_create(&def, &world));
        weft_cloth_id first, second = {7, 7};
        assert_ok(make_one_sheet(world, &first));
        assert_ok(weft_cloth_pin(world, first, 0));
        run_steps(world, 3, TICK);
        uint64_t hash = weft_world_hash(world);
        int live = m.live, calls = m.calls;
        m.fail_at = calls + fail;
        weft_result result = make(world, &second);
        made = result == WEFT_OK;
        assert_true(made == (m.calls < calls + fail));
        if (!made) {
            assert_result(result, WEFT_ERROR_MEMORY);
            assert_int_equal(m.live, live);
            assert_int_equal(second.index, 7);
            assert_int_equal(weft_world_cloth_count(world), 1);
            assert_int_equal(weft_world_hash(world), hash);
            assert_ok(make(world, &second)); /* and then there is memory again */
        }
        run_steps(world, 2, TICK);
        weft_world_destroy(world);
        assert_int_equal(m.live, 0);
        assert_in_range(fail, 1, 100);
    }
}

static void test_a_sheet_that_gets_no_memory_leaves_the_world_whole(void **state)
{
    (void)state;
    check_failing_memory(make_one_sheet);
}

static void test_a_mesh_that_gets_no_memory_leaves_the_world_whole(void **state)
{
    (void)state;
    check_failing_memory(make_one_mesh);
}

static void test_a_step_allocates_nothing(void **state)
{
    (void)state;
    for (int iterations = 1; iterations <= 2; iterations++)
        for (int projection = 0; projection < WEFT_PROJECTION_COUNT; projection++) {
            memory m = {0};
            weft_world_def def = weft_default_world_def();
            count_memory(&def, &m);
            def.threads = 2;
            def.settings.iterations = iterations;
            def.settings.projection = (weft_projection)projection;
            def.settings.wind[2] = 5.0f;
            weft_world *world;
            assert_ok(weft_world_create(&def, &world));
            weft_cloth_id sheet, mesh;
            assert_ok(make_one_sheet(world, &sheet));
            assert_ok(make_one_mesh(world, &mesh));
            add_plane(world, (vec){0, 0, 0}, (vec){0, 1, 0}, 0.4);
            add_sphere(world, (vec){0, 1, 0}, 0.2, 0.4);
            weft_constraint_def constraint = weft_default_constraint_def();
            constraint.evaluate = hold_height;
            constraint.count = 1;
            constraint.particles[0] = (weft_particle){sheet, 7};
            weft_constraint_id id;
            int force, calls = m.calls;
            assert_ok(weft_constraint_create(world, &constraint, &id));
            assert_ok(weft_force_create(world, no_force, NULL, &force));
            run_steps(world, 100, TICK);
            weft_world_hash(world);
            measure_of(world, mesh);
            int found[4];
            weft_cloth_neighbours(world, mesh, 3, 0.5f, found, 4);
            assert_int_equal(m.calls, calls);
            weft_world_destroy(world);
            assert_int_equal(m.live, 0);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_world_that_gets_no_memory_leaves_none),
        cmocka_unit_test(test_a_sheet_that_gets_no_memory_leaves_the_world_whole),
        cmocka_unit_test(test_a_mesh_that_gets_no_memory_leaves_the_world_whole),
        cmocka_unit_test(test_a_step_allocates_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
