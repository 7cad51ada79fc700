/* From a grid or a triangle list to particles and constraints: how many, between which, and of what
 * mass; odd sizes; and what a mesh must be to be accepted. */
#include "support.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const int SIZES[][2] = {{2, 2},   {2, 3},  {3, 2},  {3, 3},  {5, 4},   {15, 17}, {16, 16},
                               {17, 15}, {31, 3}, {3, 33}, {64, 9}, {2, 100}, {100, 2}, {47, 53},
                               {4, 1},   {1, 4},  {2, 1},  {1, 2},  {33, 1},  {1, 50}};

static weft_world *plain_world(void)
{
    weft_settings s = bare_settings();
    return make_world(&s);
}

static weft_cloth_id sheet_of(weft_world *world, int columns, int rows)
{
    weft_sheet_def def = weft_default_sheet_def();
    def.columns = columns;
    def.rows = rows;
    def.width = columns > 1 ? 1.5f : 0.0f;
    def.height = rows > 1 ? 0.75f : 0.0f;
    return add_sheet(world, &def);
}

static uint32_t *edges_of(const weft_world *world, weft_cloth_id cloth, weft_constraint_kind kind,
                          int *count)
{
    *count = weft_cloth_edges(world, cloth, kind, NULL);
    uint32_t *edges = calloc((size_t)*count * 2 + 1, sizeof *edges);
    assert_non_null(edges);
    assert_int_equal(weft_cloth_edges(world, cloth, kind, edges), *count);
    assert_int_equal(edges[*count * 2], 0); /* nothing written behind the end */
    return edges;
}

/* ------------------------------------------------------------------ sheets */

static void test_a_sheet_has_the_textbooks_number_of_constraints(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(SIZES); i++) {
        weft_world *world = plain_world();
        int n = SIZES[i][0], m = SIZES[i][1];
        weft_cloth_id cloth = sheet_of(world, n, m);
        int bend = (n > 2 ? (n - 2) * m : 0) + (m > 2 ? (m - 2) * n : 0);
        assert_int_equal(weft_cloth_edges(world, cloth, WEFT_STRETCH, NULL), 2 * n * m - n - m);
        assert_int_equal(weft_cloth_edges(world, cloth, WEFT_SHEAR, NULL), 2 * (n - 1) * (m - 1));
        assert_int_equal(weft_cloth_edges(world, cloth, WEFT_BEND, NULL), bend);
        assert_int_equal(weft_cloth_triangles(world, cloth, NULL), 2 * (n - 1) * (m - 1));
        weft_measure measure = measure_of(world, cloth);
        assert_int_equal(measure.constraints[WEFT_STRETCH], 2 * n * m - n - m);
        assert_int_equal(measure.constraints[WEFT_BEND], bend);
        weft_cloth_view view = view_of(world, cloth);
        assert_true(view.columns == n && view.rows == m && view.particle_count == n * m &&
                    view.pitch >= n);
        assert_int_equal(view.triangle_count, 2 * (n - 1) * (m - 1));
        weft_world_destroy(world);
    }
}

/* Each edge of a kind joins (r, c) with a neighbour at one of two steps, and none is there twice.
 */
static void check_edges(const weft_world *world, weft_cloth_id cloth, weft_constraint_kind kind,
                        int n, const int steps[2][2])
{
    int count, total = view_of(world, cloth).particle_count;
    uint32_t *edges = edges_of(world, cloth, kind, &count);
    char *seen = calloc((size_t)total * 2, 1);
    assert_non_null(seen);
    for (int e = 0; e < count; e++) {
        int a = (int)edges[2 * e], b = (int)edges[2 * e + 1], which = -1;
        assert_in_range(a, 0, total - 1);
        assert_in_range(b, 0, total - 1);
        for (int k = 0; k < 2; k++)
            if (b / n - a / n == steps[k][0] && b % n - a % n == steps[k][1])
                which = k;
        assert_in_range(which, 0, 1);
        assert_false(seen[2 * a + which]);
        seen[2 * a + which] = 1;
    }
    free(seen);
    free(edges);
}

static void test_a_sheets_edges_join_the_right_neighbours(void **state)
{
    (void)state;
    static const int along[2][2] = {{0, 1}, {1, 0}}, across[2][2] = {{1, 1}, {1, -1}},
                     two[2][2] = {{0, 2}, {2, 0}};
    for (size_t i = 0; i < COUNT_OF(SIZES); i++) {
        weft_world *world = plain_world();
        int n = SIZES[i][0];
        weft_cloth_id cloth = sheet_of(world, n, SIZES[i][1]);
        check_edges(world, cloth, WEFT_STRETCH, n, along);
        check_edges(world, cloth, WEFT_SHEAR, n, across);
        check_edges(world, cloth, WEFT_BEND, n, two);
        weft_world_destroy(world);
    }
}

static void test_a_sheets_triangles_tile_it(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(SIZES); i++) {
        weft_world *world = plain_world();
        weft_cloth_id cloth = sheet_of(world, SIZES[i][0], SIZES[i][1]);
        int count = weft_cloth_triangles(world, cloth, NULL), total = SIZES[i][0] * SIZES[i][1];
        uint32_t *t = calloc((size_t)count * 3 + 1, sizeof *t);
        assert_non_null(t);
        weft_cloth_triangles(world, cloth, t);
        double area = 0.0;
        for (int k = 0; k < count; k++) {
            for (int j = 0; j < 3; j++)
                assert_true(t[3 * k + j] < (uint32_t)total);
            vec a = position_of(world, cloth, (int)t[3 * k]);
            vec twice = cross(sub(position_of(world, cloth, (int)t[3 * k + 1]), a),
                              sub(position_of(world, cloth, (int)t[3 * k + 2]), a));
            assert_true(twice.y > 0.0); /* all turn the same way */
            area += 0.5 * twice.y;
        }
        assert_close(area, count ? 1.5 * 0.75 : 0.0, 1e-5);
        free(t);
        weft_world_destroy(world);
    }
}

static void test_a_sheets_masses_are_its_area_times_its_density(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(SIZES); i++) {
        weft_world *world = plain_world();
        int n = SIZES[i][0], m = SIZES[i][1];
        weft_cloth_id cloth = sheet_of(world, n, m);
        double expected =
            0.2 * (n > 1 ? 1.5 : 1.0) * (m > 1 ? 0.75 : 1.0); /* a line stands for a strip of 1 m */
        assert_close(measure_of(world, cloth).mass, expected, 1e-5 * expected);
        double sum = 0.0, cell = expected / ((n > 1 ? n - 1 : 1) * (m > 1 ? m - 1 : 1));
        for (int p = 0; p < n * m; p++)
            sum += mass_of(world, cloth, p);
        assert_close(sum, expected, 1e-5 * expected);
        double corner = cell * (n > 1 ? 0.5 : 1.0) * (m > 1 ? 0.5 : 1.0);
        assert_close(mass_of(world, cloth, 0), corner, 1e-5 * corner);
        assert_close(mass_of(world, cloth, n * m - 1), corner, 1e-5 * corner);
        if (n > 2 && m > 2)
            assert_close(mass_of(world, cloth, n + 1), cell, 1e-5 * cell);
        weft_world_destroy(world);
    }
}

static void test_density_scales_all_masses(void **state)
{
    (void)state;
    weft_world *world = plain_world();
    weft_cloth_id sheet = sheet_of(world, 7, 5),
                  stick = add_stick(world, 1, (vec){0, 0, 0}, 3, (vec){1, 0, 0}, NULL);
    assert_ok(weft_cloth_pin(world, sheet, 4));
    weft_fabric f = bare_fabric();
    f.areal_density = 0.6f;
    double before = measure_of(world, sheet).mass;
    assert_ok(weft_cloth_set_fabric(world, sheet, &f));
    assert_ok(weft_cloth_set_fabric(world, stick, &f));
    assert_close(measure_of(world, sheet).mass, 3.0 * before, 1e-6);
    assert_close(mass_of(world, stick, 0), 3.0, 1e-6);
    assert_close(mass_of(world, stick, 1), 9.0, 1e-6);
    assert_close(view_of(world, sheet).inverse_mass[4], 0.0, 0.0); /* still pinned */
    weft_world_destroy(world);
}

static void test_a_sheet_starts_at_rest_where_it_is_put(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(SIZES); i++) {
        weft_world *world = plain_world();
        int n = SIZES[i][0], m = SIZES[i][1];
        weft_cloth_id cloth = sheet_of(world, n, m);
        vec corner = position_of(world, cloth, n * m - 1);
        assert_at_most(distance(corner, (vec){-0.5 + (n > 1 ? 1.5 : 0.0), 1.5, m > 1 ? 0.75 : 0.0}),
                       1e-6);
        weft_measure measure = measure_of(world, cloth);
        assert_at_most(measure.stretch_max, 1e-4);
        assert_at_most(measure.compression_max, 1e-4);
        weft_world_destroy(world);
    }
}

static void test_every_odd_size_hangs(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(SIZES); i++)
        for (int iterations = 1; iterations <= 3; iterations += 2) {
            weft_settings s = weft_default_settings();
            s.iterations = iterations;
            weft_world *world = make_world(&s);
            weft_cloth_id cloth = sheet_of(world, SIZES[i][0], SIZES[i][1]);
            assert_ok(weft_cloth_pin(world, cloth, 0));
            run_steps(world, 30, TICK);
            weft_measure m = measure_of(world, cloth);
            assert_true(m.finite);
            assert_at_most(m.stretch_max, 1.0);
            weft_world_destroy(world);
        }
}

static void test_state_is_at_most_sixty_bytes_a_particle(void **state)
{
    (void)state;
    weft_world *world = plain_world();
    weft_cloth_id cloth = sheet_of(world, 128, 128);
    weft_memory used;
    assert_ok(weft_cloth_get_memory(world, cloth, &used));
    assert_at_most((double)used.state / (128.0 * 128.0), 60.0);
    assert_at_least((double)used.state / (128.0 * 128.0),
                    28.0); /* x, v and w: they must be counted */
    assert_true(used.topology > 0);
    weft_world_destroy(world);
}

/* ------------------------------------------------------------------ meshes */

/* What is refused leaves the world as it was, and able to take the next one. */
static void check_mesh(weft_result expected, int particles, const float *positions,
                       const float *masses, int triangles, const uint32_t *corners, int sticks,
                       const uint32_t *ends)
{
    weft_world *world = plain_world();
    weft_mesh_def def = weft_default_mesh_def();
    def.particle_count = particles;
    def.positions = positions;
    def.masses = masses;
    def.triangle_count = triangles;
    def.triangles = corners;
    def.stick_count = sticks;
    def.sticks = ends;
    weft_cloth_id cloth = {77, 77};
    assert_result(weft_mesh_create(world, &def, &cloth), expected);
    if (expected == WEFT_OK) {
        assert_ok(weft_cloth_pin(world, cloth, 0));
        run_steps(world, 30, TICK);
        assert_true(measure_of(world, cloth).finite);
    } else {
        assert_int_equal(cloth.index, 77);
        assert_int_equal(weft_world_cloth_count(world), 0);
        add_particle(world, 1, (vec){0, 0, 0}, (vec){0, 0, 0}, NULL);
        run_steps(world, 1, TICK);
    }
    weft_world_destroy(world);
}

static const float POINTS[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0, 0.5f, 0.5f, 1};
static const float ONES[] = {1, 1, 1, 1, 1};

static void test_meshes_of_few_vertices(void **state)
{
    (void)state;
    const uint32_t triangle[3] = {0, 1, 2}, stick[2] = {0, 1};
    check_mesh(WEFT_ERROR_ARGUMENT, 0, POINTS, ONES, 0, NULL, 0, NULL);
    check_mesh(WEFT_ERROR_ARGUMENT, -1, POINTS, ONES, 0, NULL, 0, NULL);
    check_mesh(WEFT_OK, 1, POINTS, ONES, 0, NULL, 0, NULL);
    check_mesh(WEFT_ERROR_ARGUMENT, 1, POINTS, NULL, 0, NULL, 0, NULL); /* no area, so no mass */
    check_mesh(WEFT_OK, 2, POINTS, ONES, 0, NULL, 0, NULL);
    check_mesh(WEFT_OK, 2, POINTS, ONES, 0, NULL, 1, stick);
    check_mesh(WEFT_ERROR_ARGUMENT, 2, POINTS, ONES, 1, triangle, 0, NULL);
    check_mesh(WEFT_OK, 3, POINTS, ONES, 0, NULL, 0, NULL);
    check_mesh(WEFT_OK, 3, POINTS, ONES, 1, triangle, 0, NULL);
    check_mesh(WEFT_OK, 3, POINTS, NULL, 1, triangle, 0, NULL);
    check_mesh(WEFT_ERROR_ARGUMENT, 4, POINTS, NULL, 1, triangle, 0,
               NULL); /* the fourth is in no triangle */
}

static void test_wrong_indices_are_refused(void **state)
{
    (void)state;
    const uint32_t repeated[][3] = {{0, 0, 1}, {0, 1, 1}, {1, 0, 1}, {2, 2, 2}},
                   outside[][3] = {{0, 1, 5}, {5, 1, 2}, {0, UINT32_MAX, 2}};
    const uint32_t loop[2] = {3, 3}, beyond[2] = {0, 5};
    for (size_t i = 0; i < COUNT_OF(repeated); i++)
        check_mesh(WEFT_ERROR_ARGUMENT, 5, POINTS, ONES, 1, repeated[i], 0, NULL);
    for (size_t i = 0; i < COUNT_OF(outside); i++)
        check_mesh(WEFT_ERROR_ARGUMENT, 5, POINTS, ONES, 1, outside[i], 0, NULL);
    check_mesh(WEFT_ERROR_ARGUMENT, 5, POINTS, ONES, 0, NULL, 1, loop);
    check_mesh(WEFT_ERROR_ARGUMENT, 5, POINTS, ONES, 0, NULL, 1, beyond);
    check_mesh(WEFT_ERROR_ARGUMENT, 5, POINTS, ONES, 1, NULL, 0, NULL);
    check_mesh(WEFT_ERROR_ARGUMENT, 5, POINTS, ONES, 0, NULL, 1, NULL);
    check_mesh(WEFT_ERROR_ARGUMENT, 5, POINTS, ONES, -1, outside[0], 0, NULL);
    check_mesh(WEFT_ERROR_ARGUMENT, 5, POINTS, ONES, INT32_MAX, outside[0], 0, NULL);
    check_mesh(WEFT_ERROR_ARGUMENT, INT32_MAX, POINTS, ONES, 0, NULL, 0, NULL);
}

static void test_wrong_masses_and_positions_are_refused(void **state)
{
    (void)state;
    const float wrong[] = {0.0f, -1.0f, NAN, INFINITY, 1e-30f};
    for (size_t i = 0; i < COUNT_OF(wrong); i++) {
        float masses[5], positions[15];
        memcpy(masses, ONES, sizeof masses);
        masses[4] = wrong[i];
        check_mesh(WEFT_ERROR_ARGUMENT, 5, POINTS, masses, 0, NULL, 0, NULL);
        if (isfinite(wrong[i]))
            continue;
        memcpy(positions, POINTS, sizeof positions);
        positions[14] = wrong[i];
        check_mesh(WEFT_ERROR_ARGUMENT, 5, positions, ONES, 0, NULL, 0, NULL);
    }
    check_mesh(WEFT_ERROR_ARGUMENT, 5, NULL, ONES, 0, NULL, 0, NULL);
}

static void test_three_triangles_may_share_an_edge(void **state)
{
    (void)state;
    const uint32_t fan[9] = {0, 1, 2, 0, 1, 3, 0, 1, 4};
    check_mesh(WEFT_OK, 5, POINTS, NULL, 3, fan, 0, NULL);
    weft_world *world = plain_world();
    weft_mesh_def def = weft_default_mesh_def();
    def.particle_count = 5;
    def.positions = POINTS;
    def.triangle_count = 3;
    def.triangles = fan;
    weft_cloth_id cloth = add_mesh(world, &def);
    assert_int_equal(weft_cloth_edges(world, cloth, WEFT_STRETCH, NULL), 7);
    weft_world_destroy(world);
}

static void test_triangles_without_area_need_masses(void **state)
{
    (void)state;
    const float line[9] = {0, 0, 0, 1, 0, 0, 2, 0, 0}, point[9] = {1, 1, 1, 1, 1, 1, 1, 1, 1};
    const uint32_t triangle[3] = {0, 1, 2};
    check_mesh(WEFT_ERROR_ARGUMENT, 3, line, NULL, 1, triangle, 0, NULL);
    check_mesh(WEFT_ERROR_ARGUMENT, 3, point, NULL, 1, triangle, 0, NULL);
    check_mesh(WEFT_OK, 3, line, ONES, 1, triangle, 0, NULL);
    check_mesh(WEFT_OK, 3, point, ONES, 1, triangle, 0, NULL);
}

static void test_coincident_and_repeated_parts_of_a_mesh(void **state)
{
    (void)state;
    const float twice[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 0, 0}; /* 1 and 3 at the same place */
    const uint32_t two[6] = {0, 1, 2, 2, 1, 3}, same[6] = {0, 1, 2, 0, 1, 2},
                   sticks[6] = {0, 1, 1, 0, 1, 3};
    check_mesh(WEFT_OK, 4, twice, ONES, 2, two, 0, NULL);
    check_mesh(WEFT_OK, 4, twice, ONES, 2, same, 0, NULL);
    check_mesh(WEFT_OK, 4, twice, ONES, 2, two, 3, sticks);
}

/* V + F - E = 1 for a disc; each inner edge bends. */
static void test_a_mesh_has_one_constraint_an_edge_and_a_bend_an_inner_edge(void **state)
{
    (void)state;
    weft_world *world = plain_world();
    grid g = make_grid(7, 5, 1.0, 1.0);
    const uint32_t sticks[4] = {0, 1, 0, 34}; /* one along an edge that there is, one new */
    g.def.stick_count = 2;
    g.def.sticks = sticks;
    weft_cloth_id cloth = add_mesh(world, &g.def);
    int edges = 7 * 5 + 2 * 6 * 4 - 1, border = 2 * 6 + 2 * 4, count;
    assert_int_equal(weft_cloth_triangles(world, cloth, NULL), 48);
    assert_int_equal(weft_cloth_edges(world, cloth, WEFT_STRETCH, NULL), edges + 1);
    assert_int_equal(weft_cloth_edges(world, cloth, WEFT_BEND, NULL), edges - border);
    assert_int_equal(weft_cloth_edges(world, cloth, WEFT_SHEAR, NULL), 0);
    for (int kind = 0; kind < WEFT_KIND_COUNT; kind++) {
        uint32_t *ends = edges_of(world, cloth, (weft_constraint_kind)kind, &count);
        for (int k = 0; k < 2 * count; k++)
            assert_true(ends[k] < 35);
        free(ends);
    }
    uint32_t *t = calloc(48 * 3, sizeof *t);
    assert_non_null(t);
    weft_cloth_triangles(world, cloth, t);
    assert_memory_equal(t, g.triangles, 48 * 3 * sizeof *t);
    free(t);
    grid_free(&g);
    weft_world_destroy(world);
}

static void test_a_meshs_masses_are_a_third_of_the_triangles_around(void **state)
{
    (void)state;
    weft_world *world = plain_world();
    const uint32_t triangles[6] = {0, 1, 2, 2, 1, 3};
    weft_mesh_def def = weft_default_mesh_def();
    def.particle_count = 4;
    def.positions = POINTS;
    def.triangle_count = 2;
    def.triangles = triangles;
    def.fabric.areal_density = 0.3f;
    weft_cloth_id cloth = add_mesh(world, &def);
    assert_close(mass_of(world, cloth, 0), 0.3 * 0.5 / 3.0, 1e-7);
    assert_close(mass_of(world, cloth, 1), 0.3 * 1.0 / 3.0, 1e-7);
    assert_close(measure_of(world, cloth).mass, 0.3, 1e-6);
    weft_world_destroy(world);
}

static void test_a_meshs_arrays_are_copied(void **state)
{
    (void)state;
    weft_world *world = plain_world();
    grid g = make_grid(4, 4, 1.0, 1.0);
    weft_cloth_id cloth = add_mesh(world, &g.def);
    memset(g.positions, 0xFF, 48 * sizeof(float));
    memset(g.triangles, 0xFF, 54 * sizeof(uint32_t));
    memset(g.masses, 0xFF, 16 * sizeof(float));
    grid_free(&g);
    run_steps(world, 10, TICK);
    assert_true(measure_of(world, cloth).finite);
    assert_at_most(measure_of(world, cloth).stretch_max, 1e-4);
    weft_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_sheet_has_the_textbooks_number_of_constraints),
        cmocka_unit_test(test_a_sheets_edges_join_the_right_neighbours),
        cmocka_unit_test(test_a_sheets_triangles_tile_it),
        cmocka_unit_test(test_a_sheets_masses_are_its_area_times_its_density),
        cmocka_unit_test(test_density_scales_all_masses),
        cmocka_unit_test(test_a_sheet_starts_at_rest_where_it_is_put),
        cmocka_unit_test(test_every_odd_size_hangs),
        cmocka_unit_test(test_state_is_at_most_sixty_bytes_a_particle),
        cmocka_unit_test(test_meshes_of_few_vertices),
        cmocka_unit_test(test_wrong_indices_are_refused),
        cmocka_unit_test(test_wrong_masses_and_positions_are_refused),
        cmocka_unit_test(test_three_triangles_may_share_an_edge),
        cmocka_unit_test(test_triangles_without_area_need_masses),
        cmocka_unit_test(test_coincident_and_repeated_parts_of_a_mesh),
        cmocka_unit_test(test_a_mesh_has_one_constraint_an_edge_and_a_bend_an_inner_edge),
        cmocka_unit_test(test_a_meshs_masses_are_a_third_of_the_triangles_around),
        cmocka_unit_test(test_a_meshs_arrays_are_copied),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
