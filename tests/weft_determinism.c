/* The same calls give the same bits: for any number of threads, any instruction set, any run; and
 * from a snapshot on. */
#include "support.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------ scenes */

/* Whether this processor has an instruction set. */
static bool has_isa(weft_isa isa)
{
    weft_world *world = make_world_on(1, isa);
    weft_world_destroy(world);
    return world != NULL;
}

/* A sheet in gusty wind between a floor, a ramp and a ball; one edge pinned, one particle carried.
 */
static void build_sheet(weft_world *world, int columns, int rows)
{
    weft_sheet_def def = weft_default_sheet_def();
    def.columns = columns;
    def.rows = rows;
    def.fabric.damping = 0.3f;
    weft_cloth_id cloth = add_sheet(world, &def);
    for (int c = 0; c < columns; c += 3)
        assert_ok(weft_cloth_pin(world, cloth, c));
    assert_ok(weft_cloth_hold(world, cloth, columns * rows - 1));
    launch(world, cloth, columns * rows - 1, (vec){0.1, 0.4, -0.2});
    add_plane(world, (vec){0, 1.45, 0}, (vec){0, 1, 0}, 0.5);
    add_plane(world, (vec){0, 1.3, 0}, (vec){0.6, 0.8, 0}, 0.2);
    add_sphere(world, (vec){0.1, 1.4, 0.6}, 0.15, 0.3);
}

/* A mesh that is not flat, wind on it, and a ball under it. */
static void build_mesh(weft_world *world, int columns, int rows)
{
    grid g = make_grid(columns, rows, 1.0, 1.0);
    uint32_t random = 9;
    for (int p = 0; p < columns * rows; p++)
        g.positions[3 * p + 1] = (float)(1.0 + 0.2 / columns * next_random(&random));
    g.def.fabric = weft_default_fabric();
    weft_cloth_id cloth = add_mesh(world, &g.def);
    assert_ok(weft_cloth_pin(world, cloth, 0));
    assert_ok(weft_cloth_pin(world, cloth, columns - 1));
    add_sphere(world, (vec){0.5, 0.85, 0.5}, 0.15, 0.4);
    grid_free(&g);
}

typedef void build_fn(weft_world *world, int columns, int rows);

typedef struct scene {
    build_fn *build;
    int columns, rows;
    int substeps, ticks;
} scene;

/* Sizes that split in no even way. The first is small; the others are large enough that every stage
 * is handed out. */
static const scene SMALL = {build_sheet, 37, 23, 5, 20};
/* Two substeps: the order of the sweeps alternates with them. */
static const scene WIDE = {build_sheet, 523, 67, 2, 1}, TALL = {build_sheet, 61, 421, 2, 1};
static const scene SMALL_MESH = {build_mesh, 21, 13, 5, 20},
                   LARGE_MESH = {build_mesh, 163, 131, 2, 1};

typedef struct solver {
    weft_integrator integrator;
    weft_projection projection;
    int iterations;
} solver;

static weft_world *scene_world(const scene *what, solver how, int threads, weft_isa isa)
{
    weft_world_def def = weft_default_world_def();
    def.threads = threads;
    def.isa = isa;
    def.settings.integrator = how.integrator;
    def.settings.projection = how.projection;
    def.settings.iterations = how.iterations;
    def.settings.substeps = what->substeps;
    def.settings.wind[0] = 3.0f;
    def.settings.wind[2] = 6.0f;
    def.settings.gust = 0.8f;
    def.settings.gust_seed = 12345;
    weft_world *world;
    assert_ok(weft_world_create(&def, &world));
    what->build(world, what->columns, what->rows);
    return world;
}

/* Positions, velocities and normals. */
static uint64_t hash_all(const weft_world *world)
{
    uint64_t hash = weft_world_hash(world);
    weft_cloth_id cloth = weft_world_cloth(world, 0);
    int n = view_of(world, cloth).particle_count;
    float *normals = calloc((size_t)n * 3, sizeof *normals);
    assert_non_null(normals);
    assert_ok(weft_cloth_copy_normals(world, cloth, normals, 3 * sizeof *normals));
    for (int i = 0; i < 3 * n; i++) {
        uint32_t bits;
        memcpy(&bits, &normals[i], sizeof bits);
        hash = (hash ^ bits) * 0x100000001b3u;
    }
    free(normals);
    return hash;
}

static uint64_t run_scene(const scene *what, solver how, int threads, weft_isa isa)
{
    weft_world *world = scene_world(what, how, threads, isa);
    run_steps(world, what->ticks, TICK);
    assert_true(measure_of(world, weft_world_cloth(world, 0)).finite);
    uint64_t hash = hash_all(world);
    weft_world_destroy(world);
    return hash;
}

enum { SOLVERS = WEFT_INTEGRATOR_COUNT * WEFT_PROJECTION_COUNT * 2 };

static solver solver_number(int i)
{
    return (solver){(weft_integrator)(i % WEFT_INTEGRATOR_COUNT),
                    (weft_projection)(i / WEFT_INTEGRATOR_COUNT % WEFT_PROJECTION_COUNT),
                    i / (WEFT_INTEGRATOR_COUNT * WEFT_PROJECTION_COUNT) ? 3 : 1};
}

/* ------------------------------------------------------------------ the same bits */

static void check_threads(const scene *what)
{
    const int threads[] = {2, 3, 8};
    for (int i = 0; i < SOLVERS; i++) {
        uint64_t hash = run_scene(what, solver_number(i), 1, WEFT_ISA_AUTO);
        for (size_t t = 0; t < COUNT_OF(threads); t++)
            assert_int_equal(run_scene(what, solver_number(i), threads[t], WEFT_ISA_AUTO), hash);
    }
}

static void check_isas(const scene *what)
{
    for (int i = 0; i < SOLVERS; i++) {
        uint64_t hash = run_scene(what, solver_number(i), 1, WEFT_ISA_BASELINE);
        for (int isa = WEFT_ISA_AUTO; isa < WEFT_ISA_COUNT; isa++)
            if (has_isa((weft_isa)isa))
                assert_int_equal(run_scene(what, solver_number(i), 1, (weft_isa)isa), hash);
    }
}

static void test_threads_do_not_change_a_bit(void **state)
{
    (void)state;
    check_threads(&WIDE);
    check_threads(&TALL);
    check_threads(&LARGE_MESH);
}

static void test_more_threads_than_work_do_not_change_a_bit(void **state)
{
    (void)state;
    uint64_t hash = run_scene(&SMALL, solver_number(2), 1, WEFT_ISA_AUTO);
    assert_int_equal(run_scene(&SMALL, solver_number(2), 64, WEFT_ISA_AUTO), hash);
}

static void test_instruction_sets_do_not_change_a_bit(void **state)
{
    (void)state;
    check_isas(&SMALL);
    check_isas(&SMALL_MESH);
}

static void test_odd_sizes_have_the_same_bits_on_every_instruction_set(void **state)
{
    (void)state;
    for (int columns = 2; columns <= 35; columns += 3)
        for (int rows = 2; rows <= 12; rows += 5) {
            const scene odd = {build_sheet, columns, rows, 3, 3};
            uint64_t hash = run_scene(&odd, solver_number(columns % SOLVERS), 1, WEFT_ISA_BASELINE);
            for (int isa = WEFT_ISA_AUTO; isa < WEFT_ISA_COUNT; isa++)
                if (has_isa((weft_isa)isa))
                    assert_int_equal(
                        run_scene(&odd, solver_number(columns % SOLVERS), 1, (weft_isa)isa), hash);
        }
}

static void test_runs_have_the_same_bits(void **state)
{
    (void)state;
    for (int i = 0; i < SOLVERS; i++) {
        uint64_t hash = run_scene(&SMALL, solver_number(i), 1, WEFT_ISA_AUTO);
        for (int again = 0; again < 3; again++)
            assert_int_equal(run_scene(&SMALL, solver_number(i), 1, WEFT_ISA_AUTO), hash);
        for (int other = 0; other < i; other++) {                  /* and solvers are not one */
            bool same = solver_number(i).integrator == WEFT_SHAKE; /* it is Verlet on a sheet */
            same = same && solver_number(other).integrator == WEFT_VERLET;
            if (!same)
                assert_int_not_equal(run_scene(&SMALL, solver_number(other), 1, WEFT_ISA_AUTO),
                                     hash);
        }
    }
}

static void test_the_hash_sees_every_particle_and_its_velocity(void **state)
{
    (void)state;
    weft_settings s = bare_settings();
    weft_world *world = make_world(&s);
    weft_sheet_def def = weft_default_sheet_def();
    def.columns = 5;
    def.rows = 3;
    weft_cloth_id cloth = add_sheet(world, &def);
    uint64_t first = weft_world_hash(world);
    for (int p = 0; p < 15; p++) {
        vec x = position_of(world, cloth, p);
        place(world, cloth, p, add(x, (vec){0, 2e-7, 0}));
        assert_int_not_equal(weft_world_hash(world), first);
        place(world, cloth, p, x);
        launch(world, cloth, p, (vec){0, 0, 1e-30});
        assert_int_not_equal(weft_world_hash(world), first);
        launch(world, cloth, p, (vec){0, 0, 0});
        assert_int_equal(weft_world_hash(world), first);
    }
    weft_world_destroy(world);
}

/* ------------------------------------------------------------------ snapshots */

static void *take_snapshot(const weft_world *world, size_t *size)
{
    *size = weft_world_snapshot_size(world);
    void *snapshot = malloc(*size + 1); /* the last byte: not to be written */
    assert_non_null(snapshot);
    memset(snapshot, 0x5A, *size + 1);
    assert_ok(weft_world_snapshot(world, snapshot, *size));
    assert_int_equal(((unsigned char *)snapshot)[*size], 0x5A);
    return snapshot;
}

static void test_a_restored_world_goes_on_with_the_same_bits(void **state)
{
    (void)state;
    const scene scenes[] = {SMALL, SMALL_MESH};
    for (size_t k = 0; k < COUNT_OF(scenes); k++)
        for (int i = 0; i < SOLVERS; i++)
            for (int ticks = 0; ticks <= 7;
                 ticks += 7) { /* at the start as well: Verlet's first step is another */
                weft_world *world = scene_world(&scenes[k], solver_number(i), 1, WEFT_ISA_AUTO);
                weft_cloth_id cloth = weft_world_cloth(world, 0);
                run_steps(world, ticks, TICK);
                size_t size;
                void *snapshot = take_snapshot(world, &size);
                uint64_t then = hash_all(world);
                run_steps(world, 10, TICK);
                uint64_t later = hash_all(world);

                /* Much happens that a snapshot brings back. */
                assert_ok(weft_cloth_unpin(world, cloth, 0));
                assert_ok(weft_cloth_pin(world, cloth, 5));
                assert_ok(weft_cloth_hold(world, cloth, 6));
                weft_collider_id collider = weft_world_collider(world, 0);
                assert_ok(weft_collider_set_pose(world, collider, (float[3]){0, 5, 0}, NULL));
                run_steps(world, 3, TICK);

                assert_ok(weft_world_restore(world, snapshot, size));
                assert_int_equal(hash_all(world), then);
                assert_int_equal(weft_world_step_count(world), ticks);
                run_steps(world, 10, TICK);
                assert_int_equal(hash_all(world), later);
                free(snapshot);
                weft_world_destroy(world);
            }
}

static void test_a_snapshot_fits_a_twin_world(void **state)
{
    (void)state;
    weft_world *a = scene_world(&SMALL, solver_number(1), 1, WEFT_ISA_AUTO),
               *b = scene_world(&SMALL, solver_number(1), 2, WEFT_ISA_BASELINE);
    run_steps(a, 6, TICK);
    size_t size;
    void *snapshot = take_snapshot(a, &size);
    assert_ok(weft_world_restore(b, snapshot, size));
    run_steps(a, 6, TICK);
    run_steps(b, 6, TICK);
    assert_int_equal(hash_all(a), hash_all(b));
    free(snapshot);
    weft_world_destroy(a);
    weft_world_destroy(b);
}

static void refuse_snapshot(weft_world *world, const void *snapshot, size_t size)
{
    uint64_t hash = hash_all(world), steps = weft_world_step_count(world);
    assert_result(weft_world_restore(world, snapshot, size), WEFT_ERROR_ARGUMENT);
    assert_int_equal(hash_all(world), hash);
    assert_int_equal(weft_world_step_count(world), steps);
}

static void test_short_and_foreign_snapshots_are_refused(void **state)
{
    (void)state;
    weft_world *world = scene_world(&SMALL, solver_number(0), 1, WEFT_ISA_AUTO);
    const scene turned = {build_sheet, 23, 37, 5, 20};
    weft_world *other = scene_world(&turned, solver_number(0), 1, WEFT_ISA_AUTO);
    size_t size, other_size;
    void *snapshot = take_snapshot(world, &size), *foreign = take_snapshot(other, &other_size);
    run_steps(world, 3, TICK);
    for (size_t part = 0; part < size; part += 1 + part / 3)
        refuse_snapshot(world, snapshot, part);
    refuse_snapshot(world, snapshot, size - 1);
    refuse_snapshot(world, foreign, other_size);
    refuse_snapshot(world, NULL, size);
    assert_result(weft_world_restore(NULL, snapshot, size), WEFT_ERROR_ARGUMENT);
    assert_result(weft_world_snapshot(world, snapshot, size - 1), WEFT_ERROR_ARGUMENT);
    assert_result(weft_world_snapshot(world, NULL, size), WEFT_ERROR_ARGUMENT);
    assert_result(weft_world_snapshot(NULL, snapshot, size), WEFT_ERROR_ARGUMENT);
    memset(foreign, 0, other_size);
    refuse_snapshot(world, foreign, other_size);
    assert_ok(weft_world_restore(world, snapshot, size));
    free(snapshot);
    free(foreign);
    weft_world_destroy(world);
    weft_world_destroy(other);
}

/* One bit anywhere. */
static void test_a_corrupted_snapshot_is_refused(void **state)
{
    (void)state;
    const scene tiny = {build_sheet, 4, 3, 2, 2};
    weft_world *world = scene_world(&tiny, solver_number(0), 1, WEFT_ISA_AUTO);
    size_t size;
    unsigned char *snapshot = take_snapshot(world, &size);
    run_steps(world, 3, TICK);
    for (size_t i = 0; i < size; i++) {
        snapshot[i] ^= (unsigned char)(1 << i % 8);
        refuse_snapshot(world, snapshot, size);
        snapshot[i] ^= (unsigned char)(1 << i % 8);
    }
    assert_ok(weft_world_restore(world, snapshot, size));
    free(snapshot);
    weft_world_destroy(world);
}

static void test_a_snapshot_of_things_that_are_gone_is_refused(void **state)
{
    (void)state;
    weft_world *world = scene_world(&SMALL, solver_number(0), 1, WEFT_ISA_AUTO);
    size_t size;
    void *snapshot = take_snapshot(world, &size);

    weft_collider_id collider = weft_world_collider(world, 0);
    assert_ok(weft_collider_destroy(world, collider));
    refuse_snapshot(world, snapshot, size);
    add_sphere(world, (vec){0, 9, 0}, 1, 0); /* another one, in its place of the pool */
    refuse_snapshot(world, snapshot, size);
    free(snapshot);

    snapshot = take_snapshot(world, &size);
    weft_cloth_id cloth = weft_world_cloth(world, 0);
    assert_ok(weft_cloth_destroy(world, cloth));
    weft_sheet_def def = weft_default_sheet_def();
    def.columns = SMALL.columns;
    def.rows = SMALL.rows;
    add_sheet(world, &def);
    refuse_snapshot(world, snapshot, size);
    free(snapshot);
    weft_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_threads_do_not_change_a_bit),
        cmocka_unit_test(test_more_threads_than_work_do_not_change_a_bit),
        cmocka_unit_test(test_instruction_sets_do_not_change_a_bit),
        cmocka_unit_test(test_odd_sizes_have_the_same_bits_on_every_instruction_set),
        cmocka_unit_test(test_runs_have_the_same_bits),
        cmocka_unit_test(test_the_hash_sees_every_particle_and_its_velocity),
        cmocka_unit_test(test_a_restored_world_goes_on_with_the_same_bits),
        cmocka_unit_test(test_a_snapshot_fits_a_twin_world),
        cmocka_unit_test(test_short_and_foreign_snapshots_are_refused),
        cmocka_unit_test(test_a_corrupted_snapshot_is_refused),
        cmocka_unit_test(test_a_snapshot_of_things_that_are_gone_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
