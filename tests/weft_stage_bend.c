/* Bending: three particles against the projection's formula; a clamped strip against Euler and
 * Bernoulli's beam. */
#include "support.h"

#include <math.h>
#include <string.h>

/* ------------------------------------------------------------------ three particles */

/* A strip of three particles 0.5 m apart along u or along v, its middle raised by `rise`, so that
 * the bend vector b = x0 - 2 x1 + x2 is (0, -2 rise, 0). Only bending acts. Its masses are m/2, m,
 * m/2. */
static weft_cloth_id bent_strip(weft_world *world, bool along_v, double rise, weft_fabric fabric)
{
    weft_sheet_def def = weft_default_sheet_def();
    def.columns = along_v ? 1 : 3;
    def.rows = along_v ? 3 : 1;
    def.width = along_v ? 0.0f : 1.0f;
    def.height = along_v ? 1.0f : 0.0f;
    def.origin[0] = def.origin[1] = 0.0f;
    def.fabric = fabric;
    weft_cloth_id cloth = add_sheet(world, &def);
    assert_ok(weft_world_enable_stage(world, WEFT_STAGE_SWEEPS, false));
    place(world, cloth, 1, add(position_of(world, cloth, 1), (vec){0, rise, 0}));
    return cloth;
}

static double bend_of(const weft_world *world, weft_cloth_id cloth)
{
    vec a = position_of(world, cloth, 0), b = position_of(world, cloth, 1),
        c = position_of(world, cloth, 2);
    return length(add(sub(a, scale(b, 2.0)), c));
}

static void test_k_bend_is_what_any_number_of_iterations_corrects(void **state)
{
    (void)state;
    for (int along_v = 0; along_v < 2; along_v++)
        for (int n = 1; n <= 16; n += 5) {
            weft_settings s = bare_settings();
            s.projection = WEFT_PBD;
            s.iterations = n;
            weft_world *world = make_world(&s);
            weft_fabric f = bare_fabric();
            f.k_bend = 0.7f;
            weft_cloth_id cloth = bent_strip(world, along_v, 0.1, f);
            run_steps(world, 1, TICK);
            assert_close(bend_of(world, cloth), 0.3 * 0.2, 1e-6);
            /* Weights (w, 2 w', w) with w = 2 w': each goes as far. */
            assert_close(position_of(world, cloth, 0).y, position_of(world, cloth, 2).y, 1e-7);
            assert_close(position_of(world, cloth, 1).y, 0.1 - position_of(world, cloth, 0).y,
                         1e-6);
            assert_close(measure_of(world, cloth).momentum[1], 0.0, 1e-7);
            weft_world_destroy(world);
        }
}

/* Of a slight bend alpha / (w0 + 4 w1 + w2 + alpha) is left, alpha = L^3 / (B b h^2) on a strip of
 * width b = 1 m. */
static void test_a_bend_has_the_compliance_of_its_rigidity(void **state)
{
    (void)state;
    const double h = 0.005, rigidity = 0.5, alpha = 0.125 / (rigidity * h * h);
    for (int along_v = 0; along_v < 2; along_v++)
        for (int n = 1; n <= 16; n += 5) {
            weft_settings s = bare_settings();
            s.iterations = n;
            weft_world *world = make_world(&s);
            weft_fabric f = bare_fabric();
            f.areal_density = 1e-3f;
            f.warp_bend_stiffness = along_v ? (float)rigidity : 2e-3f;
            f.weft_bend_stiffness = along_v ? 2e-3f : (float)rigidity;
            weft_cloth_id cloth = bent_strip(world, along_v, 0.001, f);
            double w = 1.0 / mass_of(world, cloth, 0) + 4.0 / mass_of(world, cloth, 1) +
                       1.0 / mass_of(world, cloth, 2);
            run_steps(world, 1, (float)h);
            assert_close(bend_of(world, cloth), 0.002 * alpha / (w + alpha), 1e-7);
            weft_world_destroy(world);
        }
}

static void test_bending_does_not_turn_or_move_the_whole(void **state)
{
    (void)state;
    weft_settings s = bare_settings();
    s.substeps = 10;
    weft_world *world = make_world(&s);
    weft_fabric f = bare_fabric();
    f.weft_bend_stiffness = 0.01f;
    weft_cloth_id cloth = bent_strip(world, false, 0.1, f);
    weft_measure before = measure_of(world, cloth);
    run_steps(world, 30, TICK);
    weft_measure after = measure_of(world, cloth);
    assert_true(after.kinetic_energy > 1e-6);
    double speed = after.mass * after.max_speed;
    for (int a = 0; a < 3; a++) {
        assert_close(after.momentum[a], 0.0, 1e-4 * speed);
        assert_close(after.angular_momentum[a], before.angular_momentum[a], 1e-3 * speed);
    }
    weft_world_destroy(world);
}

static void test_a_straight_strip_stays_straight(void **state)
{
    (void)state;
    weft_settings s = bare_settings();
    weft_world *world = make_world(&s);
    weft_fabric f = bare_fabric();
    f.warp_bend_stiffness = f.weft_bend_stiffness = 1000.0f;
    weft_sheet_def def = weft_default_sheet_def();
    def.columns = 9;
    def.rows = 5;
    def.origin[1] = 0.0f;
    def.fabric = f;
    weft_cloth_id cloth = add_sheet(world, &def);
    run_steps(world, 60, TICK);
    assert_at_most(measure_of(world, cloth).max_speed, 1e-3);
    weft_world_destroy(world);
}

/* ------------------------------------------------------------------ a clamped strip under its own
 * weight */

enum { ALONG_U, ALONG_V, TRIANGLES };

/* Gamma = sigma g L^3 / B is about 0.1: level but for 1 %. */
static const double REACH = 0.3, BREADTH = 0.1, RIGIDITY = 0.53, LOAD = 0.2 * GRAVITY;

/* A strip of equilateral triangles in rows across it, its masses from their areas. */
static weft_cloth_id triangle_strip(weft_world *world, int along, int across, double cell,
                                    const weft_fabric *fabric)
{
    float positions[64 * 3];
    uint32_t triangles[128 * 3], *t = triangles;
    double side = cell / sqrt(0.75);
    assert_true(along * across <= 64);
    for (int r = 0; r < along; r++)
        for (int c = 0; c < across; c++) {
            float *p = positions + 3 * (r * across + c);
            p[0] = (float)(r * cell);
            p[1] = 0.0f;
            p[2] = (float)((c + 0.5 * (r % 2)) * side);
            if (r + 1 == along || c + 1 == across)
                continue;
            uint32_t a = (uint32_t)(r * across + c),
                     b = a + (uint32_t)across; /* the cut goes the other way in odd rows */
            const uint32_t cut[2][6] = {{a, a + 1, b, a + 1, b + 1, b},
                                        {a, b + 1, b, a, a + 1, b + 1}};
            memcpy(t, cut[r % 2], sizeof cut[0]);
            t += 6;
        }
    weft_mesh_def def = weft_default_mesh_def();
    def.particle_count = along * across;
    def.positions = positions;
    def.triangle_count = (int)(t - triangles) / 3;
    def.triangles = triangles;
    def.fabric = *fabric;
    return add_mesh(world, &def);
}

/* `cells` of them along the strip, the first of which is clamped: level, of length REACH from
 * there. */
static weft_cloth_id clamped_strip(weft_world *world, int kind, int cells)
{
    double cell = REACH / (cells - 1);
    weft_fabric f = bare_fabric();
    f.warp_bend_stiffness = f.weft_bend_stiffness = (float)RIGIDITY;
    f.damping = 100.0f;
    weft_cloth_id cloth;
    int along = cells + 1, across = kind == TRIANGLES ? 5 : 3;
    if (kind == TRIANGLES) {
        cloth = triangle_strip(world, along, across, cell, &f);
    } else {
        weft_sheet_def def = weft_default_sheet_def();
        def.columns = kind == ALONG_U ? along : across;
        def.rows = kind == ALONG_U ? across : along;
        def.width = (float)(kind == ALONG_U ? cell * cells : BREADTH);
        def.height = (float)(kind == ALONG_U ? BREADTH : cell * cells);
        def.origin[0] = def.origin[1] = 0.0f;
        def.fabric = f;
        cloth = add_sheet(world, &def);
    }
    for (int i = 0; i < across; i++)
        for (int k = 0; k < 2; k++)
            assert_ok(
                weft_cloth_pin(world, cloth, kind == ALONG_U ? i * along + k : k * across + i));
    return cloth;
}

/* Drop of the free edge, at rest. */
static double tip_drop(int kind, int cells)
{
    weft_settings s = bare_settings();
    s.gravity[1] = (float)-GRAVITY;
    s.substeps = 5;
    s.iterations = 20; /* until it is converged */
    weft_world *world = make_world(&s);
    weft_cloth_id cloth = clamped_strip(world, kind, cells);
    run_steps(world, 400, 1e-3f);
    assert_at_most(measure_of(world, cloth).max_speed, 1e-3);
    int last = view_of(world, cloth).particle_count - 1;
    double drop = -position_of(world, cloth, last).y;
    weft_world_destroy(world);
    return drop;
}

/* The same lattice as rigid links of length l: a hinge that bears the moment M turns by M l / B.
 * The first hinge is the clamp's and stands for half a cell, so that the drop closes in on sigma g
 * L^4 / (8 B). */
static double lattice_drop(int cells)
{
    double l = REACH / (cells - 1), drop = 0.0;
    for (int hinge = 1; hinge < cells; hinge++) {
        double moment = 0.0;
        for (int row = hinge + 1; row <= cells; row++)
            moment += LOAD * l * (row == cells ? 0.5 : 1.0) * (row - hinge) * l;
        drop += moment * (hinge == 1 ? 0.5 * l : l) / RIGIDITY * (cells - hinge) * l;
    }
    return drop;
}

static double beam_drop(void)
{
    return LOAD * REACH * REACH * REACH * REACH / (8.0 * RIGIDITY);
}

static void test_a_clamped_strip_sags_as_a_beam(void **state)
{
    (void)state;
    for (int cells = 9; cells <= 15; cells += 3) {
        double drop = tip_drop(ALONG_V, cells);
        assert_close(drop, lattice_drop(cells), 0.005 * beam_drop());
        assert_close(drop, beam_drop(), 0.02 * beam_drop());
    }
}

static void test_bending_is_the_same_in_both_directions(void **state)
{
    (void)state;
    assert_close(tip_drop(ALONG_U, 8), tip_drop(ALONG_V, 8), 0.005 * beam_drop());
}

/* On equilateral triangles, which have no direction of their own. */
static void test_a_mesh_bends_as_a_sheet_does(void **state)
{
    (void)state;
    assert_close(tip_drop(TRIANGLES, 6), beam_drop(), 0.15 * beam_drop());
    assert_close(tip_drop(TRIANGLES, 9), beam_drop(), 0.15 * beam_drop());
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_k_bend_is_what_any_number_of_iterations_corrects),
        cmocka_unit_test(test_a_bend_has_the_compliance_of_its_rigidity),
        cmocka_unit_test(test_bending_does_not_turn_or_move_the_whole),
        cmocka_unit_test(test_a_straight_strip_stays_straight),
        cmocka_unit_test(test_a_clamped_strip_sags_as_a_beam),
        cmocka_unit_test(test_bending_is_the_same_in_both_directions),
        cmocka_unit_test(test_a_mesh_bends_as_a_sheet_does),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
