/* Vertex normals: the sum of the cross products of the triangles around, made unit. Computed again
 * here, in double, from the triangles and positions that the library gives out. */
#include "support.h"

#include <math.h>
#include <stdlib.h>

/* The largest |normal - sum of cross products, made unit| of a cloth. */
static double worst_normal(const weft_world *world, weft_cloth_id cloth)
{
    int n = view_of(world, cloth).particle_count,
        triangles = weft_cloth_triangles(world, cloth, NULL);
    uint32_t *corners = calloc((size_t)triangles * 3 + 1, sizeof *corners);
    vec *sums = calloc((size_t)n, sizeof *sums);
    assert_true(corners && sums);
    assert_int_equal(weft_cloth_triangles(world, cloth, corners), triangles);
    for (int t = 0; t < triangles; t++) {
        const uint32_t *p = corners + 3 * t;
        vec a = position_of(world, cloth, (int)p[0]), b = position_of(world, cloth, (int)p[1]),
            c = position_of(world, cloth, (int)p[2]);
        vec area = cross(sub(b, a), sub(c, a));
        for (int k = 0; k < 3; k++)
            sums[p[k]] = add(sums[p[k]], area);
    }
    double worst = 0.0;
    for (int i = 0; i < n; i++) {
        vec expected = length(sums[i]) > 0.0 ? unit(sums[i]) : (vec){0, 0, 0};
        worst = fmax(worst, distance(normal_of(world, cloth, i), expected));
    }
    free(corners);
    free(sums);
    return worst;
}

static weft_cloth_id flat_sheet(weft_world *world, int columns, int rows, vec u, vec v)
{
    weft_sheet_def def = weft_default_sheet_def();
    def.columns = columns;
    def.rows = rows;
    const float axes[6] = {(float)u.x, (float)u.y, (float)u.z, (float)v.x, (float)v.y, (float)v.z};
    for (int a = 0; a < 3; a++) {
        def.axis_u[a] = axes[a];
        def.axis_v[a] = axes[a + 3];
    }
    def.fabric = bare_fabric();
    return add_sheet(world, &def);
}

/* (r, c) (r+1, c) (r, c+1) turns from v to u: the normal is v x u. */
static void test_a_flat_sheet_has_one_normal(void **state)
{
    (void)state;
    weft_settings s = bare_settings();
    const vec us[] = {{1, 0, 0}, {0, 0, 1}, {0.6, 0, 0.8}},
              vs[] = {{0, 0, 1}, {0, 1, 0}, {0, -1, 0}};
    const int sizes[][2] = {{2, 2}, {2, 9}, {17, 2}, {16, 16}, {33, 5}};
    for (size_t k = 0; k < COUNT_OF(us); k++)
        for (size_t i = 0; i < COUNT_OF(sizes); i++) {
            weft_world *world = make_world(&s);
            weft_cloth_id cloth = flat_sheet(world, sizes[i][0], sizes[i][1], us[k], vs[k]);
            for (int stepped = 0; stepped < 2; stepped++) {
                for (int p = 0; p < sizes[i][0] * sizes[i][1]; p++)
                    assert_at_most(distance(normal_of(world, cloth, p), cross(vs[k], us[k])), 1e-4);
                run_steps(world, 1, TICK);
            }
            weft_world_destroy(world);
        }
}

/* Folded in an accordion with sharp creases, and tossed. */
static void test_a_folded_sheets_normals_are_the_mean_of_its_triangles(void **state)
{
    (void)state;
    const int sizes[][2] = {{2, 3}, {8, 8}, {19, 13}, {32, 7}};
    for (size_t i = 0; i < COUNT_OF(sizes); i++) {
        weft_settings s = bare_settings();
        s.gravity[1] = (float)-GRAVITY;
        weft_world *world = make_world(&s);
        int n = sizes[i][0], m = sizes[i][1];
        weft_cloth_id cloth = flat_sheet(world, n, m, (vec){1, 0, 0}, (vec){0, 0, 1});
        uint32_t random = 5;
        for (int p = 0; p < n * m; p++) {
            vec at = position_of(world, cloth, p);
            at.z *= 0.3;
            at.y += (p / n % 2 ? 0.9 : 0.0) / m + 0.1 / n * next_random(&random);
            place(world, cloth, p, at);
        }
        for (int tick = 0; tick < 20; tick++) {
            run_steps(world, 1, TICK);
            assert_at_most(worst_normal(world, cloth), 1e-3);
        }
        weft_world_destroy(world);
    }
}

static void test_a_sheets_normals_are_there_before_the_first_step(void **state)
{
    (void)state;
    float positions[5 * 4 * 3];
    uint32_t random = 11;
    for (int p = 0; p < 20; p++) {
        positions[3 * p] = (float)(p % 5) * 0.25f;
        positions[3 * p + 1] = (float)next_random(&random) * 0.2f;
        positions[3 * p + 2] = (float)(p / 5) * 0.25f;
    }
    weft_settings s = bare_settings();
    weft_world *world = make_world(&s);
    weft_sheet_def def = weft_default_sheet_def();
    def.columns = 5;
    def.rows = 4;
    def.positions = positions;
    assert_at_most(worst_normal(world, add_sheet(world, &def)), 1e-3);
    weft_world_destroy(world);
}

static void test_an_irregular_meshs_normals_are_the_mean_of_its_triangles(void **state)
{
    (void)state;
    weft_settings s = bare_settings();
    s.gravity[1] = (float)-GRAVITY;
    weft_world *world = make_world(&s);
    grid g = make_grid(13, 9, 1.0, 1.0);
    uint32_t random = 3;
    for (int p = 0; p < 13 * 9; p++)
        for (int a = 0; a < 3; a++)
            g.positions[3 * p + a] += 0.06f * (float)next_random(&random);
    weft_cloth_id cloth = add_mesh(world, &g.def);
    assert_at_most(worst_normal(world, cloth), 1e-3);
    assert_ok(weft_cloth_pin(world, cloth, 0));
    for (int tick = 0; tick < 20; tick++) {
        run_steps(world, 1, TICK);
        assert_at_most(worst_normal(world, cloth), 1e-3);
    }
    grid_free(&g);
    weft_world_destroy(world);
}

static void test_what_has_no_triangles_has_no_normal(void **state)
{
    (void)state;
    weft_settings s = bare_settings();
    weft_world *world = make_world(&s);
    weft_cloth_id line = flat_sheet(world, 9, 1, (vec){1, 0, 0}, (vec){0, 0, 1});
    weft_cloth_id column = flat_sheet(world, 1, 9, (vec){1, 0, 0}, (vec){0, 0, 1});
    weft_cloth_id stick = add_stick(world, 1, (vec){0, 0, 0}, 1, (vec){1, 0, 0}, NULL);
    for (int stepped = 0; stepped < 2; stepped++) {
        for (int p = 0; p < 9; p++) {
            assert_close(length(normal_of(world, line, p)), 0.0, 0.0);
            assert_close(length(normal_of(world, column, p)), 0.0, 0.0);
        }
        assert_close(length(normal_of(world, stick, 1)), 0.0, 0.0);
        run_steps(world, 1, TICK);
    }
    weft_world_destroy(world);
}

/* A cloth of millimetres: areas of 1e-8 m^2 must not vanish. */
static void test_the_smallest_cloth_has_unit_normals(void **state)
{
    (void)state;
    weft_settings s = bare_settings();
    weft_world *world = make_world(&s);
    weft_sheet_def def = weft_default_sheet_def();
    def.columns = def.rows = 5;
    def.width = def.height = 1e-4f;
    def.origin[0] = def.origin[1] = def.origin[2] = 0.0f;
    weft_cloth_id cloth = add_sheet(world, &def);
    for (int p = 0; p < 25; p++)
        assert_at_most(distance(normal_of(world, cloth, p), (vec){0, 1, 0}), 1e-4);
    weft_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_flat_sheet_has_one_normal),
        cmocka_unit_test(test_a_folded_sheets_normals_are_the_mean_of_its_triangles),
        cmocka_unit_test(test_a_sheets_normals_are_there_before_the_first_step),
        cmocka_unit_test(test_an_irregular_meshs_normals_are_the_mean_of_its_triangles),
        cmocka_unit_test(test_what_has_no_triangles_has_no_normal),
        cmocka_unit_test(test_the_smallest_cloth_has_unit_normals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
