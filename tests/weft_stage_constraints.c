/* Stretch, shear and your own constraints: what one substep does to a few particles, against the
 * projection's formula, and where springs hang, against Hooke's law. */
#include "support.h"

#include <math.h>

static weft_settings settings_for(weft_projection projection, int iterations)
{
    weft_settings s = bare_settings();
    s.projection = projection;
    s.iterations = iterations;
    return s;
}

/* ------------------------------------------------------------------ one distance constraint */

/* Masses 1 and 9, half as long again: the light end makes nine tenths of the way. */
static void check_masses_one_and_nine(weft_projection projection)
{
    weft_settings s = settings_for(projection, 1);
    weft_world *world = make_world(&s);
    weft_cloth_id cloth = add_stick(world, 1.0, (vec){0, 0, 0}, 9.0, (vec){1, 0, 0}, NULL);
    place(world, cloth, 1, (vec){1.5, 0, 0});
    run_steps(world, 1, TICK);
    double light = position_of(world, cloth, 0).x, heavy = 1.5 - position_of(world, cloth, 1).x;
    assert_close(light, 0.45, 1e-6);
    assert_close(light / heavy, 9.0, 1e-4);
    weft_measure m = measure_of(world, cloth);
    assert_close(m.momentum[0], 0.0, 1e-6 * 1.0 * velocity_of(world, cloth, 0).x);
    assert_close(m.centre[0], 0.9 * 1.5, 1e-6);
    weft_world_destroy(world);
}

static void test_pbd_shares_a_correction_by_inverse_mass(void **state)
{
    (void)state;
    check_masses_one_and_nine(WEFT_PBD);
}

static void test_xpbd_shares_a_correction_by_inverse_mass(void **state)
{
    (void)state;
    check_masses_one_and_nine(WEFT_XPBD);
}

static void test_direct_shares_a_correction_by_inverse_mass(void **state)
{
    (void)state;
    check_masses_one_and_nine(WEFT_DIRECT);
}

static void test_a_pinned_end_does_not_move(void **state)
{
    (void)state;
    weft_settings s = settings_for(WEFT_PBD, 1);
    weft_world *world = make_world(&s);
    weft_cloth_id cloth = add_stick(world, 1.0, (vec){0, 0, 0}, 1.0, (vec){0, 1, 0}, NULL);
    assert_ok(weft_cloth_pin(world, cloth, 0));
    place(world, cloth, 1, (vec){0, 0.25, 0});
    run_steps(world, 1, TICK);
    assert_close(length(position_of(world, cloth, 0)), 0.0, 0.0);
    assert_close(position_of(world, cloth, 1).y, 1.0,
                 1e-6); /* pushed apart as well as pulled together */
    assert_ok(weft_cloth_pin(world, cloth, 1));
    place(world, cloth, 1, (vec){0, 3, 0});
    run_steps(world, 1, TICK);
    assert_close(position_of(world, cloth, 1).y, 3.0, 0.0);
    weft_world_destroy(world);
}

/* What is left of a stick's error of 0.5 m after a substep. */
static double error_left(float k, int iterations)
{
    weft_settings s = settings_for(WEFT_PBD, iterations);
    weft_world *world = make_world(&s);
    weft_fabric f = bare_fabric();
    f.k_stretch = k;
    weft_cloth_id cloth = add_stick(world, 1.0, (vec){0, 0, 0}, 3.0, (vec){0, 0, 1}, &f);
    place(world, cloth, 1, (vec){0, 0, 1.5});
    run_steps(world, 1, TICK);
    double left = distance(position_of(world, cloth, 0), position_of(world, cloth, 1)) - 1.0;
    weft_world_destroy(world);
    return left / 0.5;
}

static void test_k_is_what_any_number_of_iterations_corrects(void **state)
{
    (void)state;
    const float ks[] = {0.0f, 0.05f, 0.3f, 0.8f, 0.99f, 1.0f};
    for (size_t i = 0; i < COUNT_OF(ks); i++)
        for (int n = 1; n <= 50; n++)
            assert_close(error_left(ks[i], n), 1.0 - ks[i], 1e-5);
}

/* ------------------------------------------------------------------ compliance */

/* One substep of a stick with compliance, error 0.5: what is left is alpha / (w + alpha), alpha = L
 * / (Y h^2), and further iterations add nothing since the multiplier is kept. */
static void test_xpbd_keeps_the_multiplier_over_iterations(void **state)
{
    (void)state;
    const double h = 0.01, young = 2000.0, alpha = 1.0 / (young * h * h),
                 w = 1.0 / 0.5 + 1.0 / 0.25;
    for (int n = 1; n <= 50; n += 7) {
        weft_settings s = settings_for(WEFT_XPBD, n);
        weft_world *world = make_world(&s);
        weft_fabric f = bare_fabric();
        f.warp_stiffness = (float)young;
        weft_cloth_id cloth = add_stick(world, 0.5, (vec){0, 0, 0}, 0.25, (vec){1, 0, 0}, &f);
        place(world, cloth, 1, (vec){1.5, 0, 0});
        run_steps(world, 1, (float)h);
        double left = distance(position_of(world, cloth, 0), position_of(world, cloth, 1)) - 1.0;
        assert_close(left, 0.5 * alpha / (w + alpha), 1e-6);
        weft_world_destroy(world);
    }
}

/* Where a particle rests is known to the load that half an ulp of its place stands for, out of a
 * substep's fall g h^2. */
static double rest_tolerance(double stretch, double place, double h)
{
    return stretch * (0.5 * place * 0x1p-23) / (GRAVITY * h * h);
}

/* m g / stiffness, a stick's stiffness being Y / L, whatever the substeps and iterations. */
static void test_a_spring_hangs_by_hookes_law(void **state)
{
    (void)state;
    const int substeps[] = {1, 5, 40}, iterations[] = {1, 2, 10};
    for (int integrator = 0; integrator < WEFT_INTEGRATOR_COUNT; integrator++)
        for (size_t i = 0; i < COUNT_OF(substeps); i++) {
            weft_settings s = settings_for(WEFT_XPBD, iterations[i]);
            s.integrator = (weft_integrator)integrator;
            s.substeps = substeps[i];
            s.gravity[1] = (float)-GRAVITY;
            weft_world *world = make_world(&s);
            weft_fabric f = bare_fabric();
            f.warp_stiffness = 400.0f;
            f.damping = 20.0f;
            weft_cloth_id cloth = add_stick(world, 1.0, (vec){0, 0, 0}, 0.5, (vec){0, -0.5, 0}, &f);
            assert_ok(weft_cloth_pin(world, cloth, 0));
            run_steps(world, 300, TICK);
            double stretch = 0.5 * GRAVITY / (400.0 / 0.5);
            assert_close(-position_of(world, cloth, 1).y, 0.5 + stretch,
                         3e-7 + rest_tolerance(stretch, 0.5, 1.0 / 60.0 / s.substeps));
            weft_world_destroy(world);
        }
}

/* Three springs in a row: each carries what hangs below it. Few substeps need iterations to
 * converge. */
static void test_a_chain_of_springs_hangs_by_hookes_law(void **state)
{
    (void)state;
    const int substeps[] = {20, 10, 5}, iterations[] = {1, 20, 40};
    for (size_t i = 0; i < COUNT_OF(substeps); i++) {
        weft_settings s = settings_for(WEFT_XPBD, iterations[i]);
        s.substeps = substeps[i];
        s.gravity[1] = (float)-GRAVITY;
        weft_world *world = make_world(&s);
        const float positions[12] = {0, 0, 0, 0, -0.5f, 0, 0, -1, 0, 0, -1.5f, 0},
                    masses[4] = {1, 0.1f, 0.2f, 0.3f};
        const uint32_t sticks[6] = {0, 1, 1, 2, 2, 3};
        weft_mesh_def def = weft_default_mesh_def();
        def.particle_count = 4;
        def.positions = positions;
        def.masses = masses;
        def.stick_count = 3;
        def.sticks = sticks;
        def.fabric = bare_fabric();
        def.fabric.warp_stiffness = 100.0f;
        def.fabric.damping = 8.0f;
        weft_cloth_id cloth = add_mesh(world, &def);
        assert_ok(weft_cloth_pin(world, cloth, 0));
        run_steps(world, 400, TICK);
        const double carried[3] = {0.6, 0.5, 0.3};
        for (int k = 0; k < 3; k++) {
            double stretch =
                distance(position_of(world, cloth, k), position_of(world, cloth, k + 1)) - 0.5;
            assert_close(stretch, carried[k] * GRAVITY / 200.0,
                         0.02 * carried[k] * GRAVITY / 200.0);
        }
        weft_world_destroy(world);
    }
}

/* ------------------------------------------------------------------ a sheet's families */

/* Only one of warp, weft and bias holds. */
static weft_fabric only(float warp, float weft, float bias)
{
    weft_fabric f = bare_fabric();
    f.warp_stiffness = warp;
    f.weft_stiffness = weft;
    f.bias_stiffness = bias;
    return f;
}

/* A sheet of cells 0.5 x 0.25 m in the plane y = 0. */
static weft_cloth_id small_sheet(weft_world *world, int columns, int rows, weft_fabric fabric)
{
    weft_sheet_def def = weft_default_sheet_def();
    def.columns = columns;
    def.rows = rows;
    def.width = 0.5f * (float)(columns - 1);
    def.height = 0.25f * (float)(rows - 1);
    def.origin[0] = def.origin[1] = 0.0f;
    def.fabric = fabric;
    return add_sheet(world, &def);
}

static double gap(const weft_world *world, weft_cloth_id cloth, int a, int b)
{
    return distance(position_of(world, cloth, a), position_of(world, cloth, b));
}

/* What a substep leaves of an edge's error: alpha / (w_a + w_b + alpha), alpha = (L / b) / (Y h^2)
 * for an edge of length L that stands for a strip of width b. Edge a-b of the sheet is 0.1 m too
 * long. */
static void check_edge_compliance(int columns, int rows, weft_fabric fabric, int a, int b,
                                  double rest, double width, double young)
{
    const double h = 0.004;
    weft_settings s = settings_for(WEFT_XPBD, 1);
    weft_world *world = make_world(&s);
    weft_cloth_id cloth = small_sheet(world, columns, rows, fabric);
    vec p = position_of(world, cloth, a), q = position_of(world, cloth, b), way = unit(sub(q, p));
    assert_close(length(sub(q, p)), rest, 1e-6);
    place(world, cloth, b, add(q, scale(way, 0.1)));
    double w = 1.0 / mass_of(world, cloth, a) + 1.0 / mass_of(world, cloth, b),
           alpha = rest / width / (young * h * h);
    run_steps(world, 1, (float)h);
    assert_close(gap(world, cloth, a, b) - rest, 0.1 * alpha / (w + alpha), 2e-6);
    weft_world_destroy(world);
}

static void test_warp_has_the_compliance_of_its_strip(void **state)
{
    (void)state;
    check_edge_compliance(2, 2, only(3000, 0, 0), 0, 2, 0.25, 0.25,
                          3000); /* a border: half a cell wide */
    check_edge_compliance(3, 2, only(3000, 0, 0), 1, 4, 0.25, 0.5, 3000);
}

static void test_weft_has_the_compliance_of_its_strip(void **state)
{
    (void)state;
    check_edge_compliance(2, 2, only(0, 3000, 0), 0, 1, 0.5, 0.125, 3000);
    check_edge_compliance(2, 3, only(0, 3000, 0), 2, 3, 0.5, 0.25, 3000);
}

/* A diagonal of length L in a cell of area u v stands for a strip of width u v / L. */
static void test_both_diagonals_have_the_compliance_of_their_strip(void **state)
{
    (void)state;
    double diagonal = sqrt(0.5 * 0.5 + 0.25 * 0.25);
    check_edge_compliance(2, 2, only(0, 0, 500), 0, 3, diagonal, 0.125 / diagonal, 500);
    check_edge_compliance(2, 2, only(0, 0, 500), 1, 2, diagonal, 0.125 / diagonal, 500);
}

static void test_shear_corrects_its_part_of_the_diagonals(void **state)
{
    (void)state;
    weft_settings s = settings_for(WEFT_PBD, 4);
    weft_world *world = make_world(&s);
    weft_fabric f = bare_fabric();
    f.k_stretch = 0.0f;
    f.k_shear = 0.6f;
    weft_cloth_id cloth = small_sheet(world, 2, 2, f);
    place(world, cloth, 2, (vec){0.1, 0, 0.25}); /* a parallelogram */
    place(world, cloth, 3, (vec){0.6, 0, 0.25});
    double rest = sqrt(0.3125), shorter = gap(world, cloth, 1, 2) - rest,
           longer = gap(world, cloth, 0, 3) - rest;
    assert_true(shorter < -0.05 && longer > 0.05);
    run_steps(world, 1, TICK);
    assert_close(gap(world, cloth, 1, 2) - rest, 0.4 * shorter, 2e-6);
    assert_close(gap(world, cloth, 0, 3) - rest, 0.4 * longer, 2e-6);
    weft_world_destroy(world);
}

/* sigma g L / Y at the top, sigma g L^2 / (2 Y) at the tip, with the masses of the lattice. */
static void test_a_sheet_hung_by_its_edge_stretches_by_its_weight(void **state)
{
    (void)state;
    weft_settings s = settings_for(WEFT_XPBD, 1);
    s.substeps = 100;
    s.gravity[1] = (float)-GRAVITY;
    weft_world *world = make_world(&s);
    weft_sheet_def def = weft_default_sheet_def();
    def.columns = 5;
    def.rows = 21;
    def.width = 0.25f;
    def.origin[1] = 0.0f;
    def.axis_v[1] = -1.0f;
    def.axis_v[2] = 0.0f;
    def.fabric = only(40, 40, 0);
    def.fabric.damping = 8.0f;
    weft_cloth_id cloth = add_sheet(world, &def);
    for (int c = 0; c < 5; c++)
        assert_ok(weft_cloth_pin(world, cloth, c));
    run_steps(world, 120, TICK);
    double load = 0.2 * GRAVITY / 40.0; /* strain a metre of cloth below */
    for (int c = 0; c < 5; c++) {
        assert_close(-position_of(world, cloth, 100 + c).y, 1.0 + load / 2.0, 0.01 * load);
        assert_close(gap(world, cloth, c, c + 5) / 0.05 - 1.0, load * (1.0 - 0.5 / 20.0),
                     0.01 * load);
    }
    weft_world_destroy(world);
}

static void test_a_stage_that_is_off_does_nothing(void **state)
{
    (void)state;
    weft_settings s = settings_for(WEFT_PBD, 1);
    weft_world *world = make_world(&s);
    weft_cloth_id cloth = small_sheet(world, 2, 2, bare_fabric());
    place(world, cloth, 3, (vec){0.7, 0, 0.3});
    uint64_t before = weft_world_hash(world);
    assert_ok(weft_world_enable_stage(world, WEFT_STAGE_SWEEPS, false));
    run_steps(world, 1, TICK);
    assert_int_equal(weft_world_hash(world), before);
    assert_ok(weft_world_enable_stage(world, WEFT_STAGE_SWEEPS, true));
    run_steps(world, 1, TICK);
    assert_int_not_equal(weft_world_hash(world), before);
    weft_world_destroy(world);
}

/* ------------------------------------------------------------------ your constraints */

/* C = y of the one particle. */
static void height(void *user, int count, const float (*p)[3], float *c, float (*gradient)[3])
{
    assert_int_equal(count, 1);
    ++*(int *)user;
    *c = p[0][1];
    gradient[0][1] = 1.0f;
}

/* C = |p0 - p1| - 1. */
static void one_metre_apart(void *user, int count, const float (*p)[3], float *c,
                            float (*gradient)[3])
{
    (void)user;
    assert_int_equal(count, 2);
    vec d = {p[0][0] - p[1][0], p[0][1] - p[1][1], p[0][2] - p[1][2]}, n = unit(d);
    const float g[3] = {(float)n.x, (float)n.y, (float)n.z};
    *c = (float)length(d) - 1.0f;
    for (int a = 0; a < 3; a++) {
        gradient[0][a] = g[a];
        gradient[1][a] = -g[a];
    }
}

static weft_constraint_id constrain(weft_world *world, weft_constraint_fn *fn, void *user,
                                    bool inequality, float k, float compliance, weft_cloth_id a,
                                    weft_cloth_id b)
{
    weft_constraint_def def = weft_default_constraint_def();
    def.evaluate = fn;
    def.user = user;
    def.count = b.index ? 2 : 1;
    def.particles[0] = (weft_particle){a, 0};
    def.particles[1] = (weft_particle){b, 0};
    def.inequality = inequality;
    def.k = k;
    def.compliance = compliance;
    weft_constraint_id id;
    assert_ok(weft_constraint_create(world, &def, &id));
    return id;
}

static const weft_cloth_id none = {0, 0};

static void test_an_equality_holds_from_both_sides(void **state)
{
    (void)state;
    weft_settings s = settings_for(WEFT_PBD, 1);
    s.gravity[1] = (float)-GRAVITY;
    weft_world *world = make_world(&s);
    int calls = 0;
    weft_cloth_id above = add_particle(world, 1, (vec){0, 0.5, 0}, (vec){1, 0, 0}, NULL);
    weft_cloth_id below = add_particle(world, 1, (vec){0, -0.5, 0}, (vec){0, 0, 0}, NULL);
    weft_constraint_id id = constrain(world, height, &calls, false, 1, 0, above, none);
    constrain(world, height, &calls, false, 1, 0, below, none);
    run_steps(world, 60, TICK);
    assert_int_equal(calls, 120);
    assert_close(position_of(world, above, 0).y, 0.0, 1e-6);
    assert_close(position_of(world, above, 0).x, 1.0,
                 1e-5); /* what it does not constrain goes on */
    assert_close(position_of(world, below, 0).y, 0.0, 1e-6);
    assert_ok(weft_constraint_destroy(world, id));
    run_steps(world, 60, TICK);
    assert_true(position_of(world, above, 0).y < -4.0);
    assert_close(position_of(world, below, 0).y, 0.0, 1e-6);
    weft_world_destroy(world);
}

static void test_an_inequality_only_pushes(void **state)
{
    (void)state;
    for (int n = 1; n <= 5; n += 4)
        for (int projection = 0; projection < WEFT_PROJECTION_COUNT; projection++) {
            weft_settings s = settings_for((weft_projection)projection, n);
            s.gravity[1] = (float)-GRAVITY;
            weft_world *world = make_world(&s);
            int calls = 0;
            weft_cloth_id high = add_particle(world, 1, (vec){0, 10, 0}, (vec){0, 0, 0}, NULL);
            weft_cloth_id low = add_particle(world, 1, (vec){0, -2, 0}, (vec){0, 0, 0}, NULL);
            constrain(world, height, &calls, true, 1, 0, high, none);
            constrain(world, height, &calls, true, 1, 0, low, none);
            run_steps(world, 1, TICK);
            assert_close(position_of(world, low, 0).y, 0.0, 1e-6);
            launch(world, low, 0, (vec){0, 0, 0});
            run_steps(world, 59, TICK);
            assert_close(position_of(world, high, 0).y, 10.0 - 0.5 * GRAVITY * 61.0 / 60.0, 1e-4);
            assert_close(position_of(world, low, 0).y, 0.0, 1e-6);
            run_steps(world, 120, TICK);
            assert_close(position_of(world, high, 0).y, 0.0, 1e-6);
            weft_world_destroy(world);
        }
}

static void test_an_own_constraint_joins_two_cloths_as_a_stick_does(void **state)
{
    (void)state;
    for (int n = 1; n <= 10; n += 9) {
        weft_settings s = settings_for(WEFT_PBD, n);
        weft_world *world = make_world(&s);
        weft_cloth_id a = add_particle(world, 1, (vec){0, 0, 0}, (vec){0, 0, 0}, NULL);
        weft_cloth_id b = add_particle(world, 9, (vec){0, 1.5, 0}, (vec){0, 0, 0}, NULL);
        constrain(world, one_metre_apart, NULL, false, 0.6f, 0, a, b);
        run_steps(world, 1, TICK);
        assert_close(position_of(world, a, 0).y, 0.6 * 0.45, 1e-6);
        assert_close(position_of(world, b, 0).y, 1.5 - 0.6 * 0.05, 1e-6);
        weft_world_destroy(world);
    }
}

static void test_an_own_constraint_has_its_compliance(void **state)
{
    (void)state;
    const double h = 0.01, compliance = 1e-3, alpha = compliance / (h * h), w = 1.0 / 0.25;
    for (int n = 1; n <= 10; n += 9) {
        weft_settings s = settings_for(WEFT_XPBD, n);
        weft_world *world = make_world(&s);
        int calls = 0;
        weft_cloth_id cloth = add_particle(world, 0.25, (vec){0, 0.5, 0}, (vec){0, 0, 0}, NULL);
        constrain(world, height, &calls, false, 1, (float)compliance, cloth, none);
        run_steps(world, 1, (float)h);
        assert_int_equal(calls, n);
        assert_close(position_of(world, cloth, 0).y, 0.5 * alpha / (w + alpha), 1e-6);
        weft_world_destroy(world);
    }
}

static void test_a_constraint_on_pinned_particles_does_nothing(void **state)
{
    (void)state;
    weft_settings s = settings_for(WEFT_XPBD, 2);
    weft_world *world = make_world(&s);
    weft_cloth_id a = add_particle(world, 1, (vec){0, 0, 0}, (vec){0, 0, 0}, NULL);
    weft_cloth_id b = add_particle(world, 1, (vec){0, 3, 0}, (vec){0, 0, 0}, NULL);
    constrain(world, one_metre_apart, NULL, false, 1, 0, a, b);
    assert_ok(weft_cloth_pin(world, a, 0));
    assert_ok(weft_cloth_pin(world, b, 0));
    run_steps(world, 10, TICK);
    assert_close(position_of(world, b, 0).y, 3.0, 0.0);
    weft_world_destroy(world);
}

/* Gradients that are not numbers, or far too large. */
static void nonsense(void *user, int count, const float (*p)[3], float *c, float (*gradient)[3])
{
    (void)count, (void)p;
    const float *values = user;
    *c = values[0];
    gradient[0][0] = values[1];
}

static void test_a_constraint_that_returns_nonsense_is_left_out(void **state)
{
    (void)state;
    float values[][2] = {{NAN, 1}, {1, NAN}, {INFINITY, 1}, {1, INFINITY}, {1, 1e30f}, {1, 0}};
    for (size_t i = 0; i < COUNT_OF(values); i++) {
        weft_settings s = settings_for(WEFT_XPBD, 2);
        weft_world *world = make_world(&s);
        weft_cloth_id cloth = add_particle(world, 1, (vec){0, 2, 0}, (vec){0, 0, 0}, NULL);
        constrain(world, nonsense, values[i], false, 1, 0, cloth, none);
        run_steps(world, 1, TICK);
        assert_close(length(position_of(world, cloth, 0)), 2.0, 1e-6);
        weft_world_destroy(world);
    }
}

static void test_a_constraint_goes_with_its_cloth(void **state)
{
    (void)state;
    weft_settings s = settings_for(WEFT_XPBD, 1);
    weft_world *world = make_world(&s);
    int calls = 0;
    weft_cloth_id cloth = add_particle(world, 1, (vec){0, 1, 0}, (vec){0, 0, 0}, NULL);
    weft_constraint_id id = constrain(world, height, &calls, false, 1, 0, cloth, none);
    assert_ok(weft_cloth_destroy(world, cloth));
    add_particle(world, 1, (vec){0, 1, 0}, (vec){0, 0, 0},
                 NULL); /* in the same place of the pool */
    run_steps(world, 1, TICK);
    assert_int_equal(calls, 0);
    assert_result(weft_constraint_destroy(world, id), WEFT_ERROR_ID);
    weft_world_destroy(world);
}

/* Three particles in a row, the middle one free. Slack lets its edges be shorter by a fifth without a
 * push, and no longer at all; beyond, it pushes back to that fifth. */
static void test_slack_lets_threads_be_shorter_only(void **state)
{
    (void)state;
    static const struct {
        double apart, from, to; /* m: the outer particles; the middle one before and after */
    } cases[] = {
        {1.7, 0.85, 0.85}, /* both within their slack */
        {1.7, 0.70, 0.80}, /* the first too short */
        {1.9, 1.00, 1.00}, /* as long as at rest, and short by a tenth */
        {1.9, 1.06, 1.00}, /* the first too long */
    };
    for (int number = 0; number < WEFT_PROJECTION_COUNT; number++)
        for (size_t i = 0; i < COUNT_OF(cases); i++)
            for (int row = 0; row < 2; row++) {
                weft_settings s = bare_settings();
                s.projection = (weft_projection)number;
                weft_world *world = make_world(&s);
                weft_sheet_def def = weft_default_sheet_def();
                def.columns = row ? 3 : 1;
                def.rows = row ? 1 : 3;
                def.width = row ? 2.0f : 0.0f;
                def.height = row ? 0.0f : 2.0f;
                def.fabric = bare_fabric();
                def.fabric.slack = 0.2f;
                float positions[9] = {0};
                positions[3] = (float)cases[i].from;
                positions[6] = (float)cases[i].apart;
                def.positions = positions;
                weft_cloth_id cloth = add_sheet(world, &def);
                assert_ok(weft_cloth_pin(world, cloth, 0));
                assert_ok(weft_cloth_pin(world, cloth, 2));
                run_steps(world, 1, TICK);
                assert_close(position_of(world, cloth, 1).x, cases[i].to, 1e-3);
                weft_world_destroy(world);
            }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_slack_lets_threads_be_shorter_only),
        cmocka_unit_test(test_pbd_shares_a_correction_by_inverse_mass),
        cmocka_unit_test(test_xpbd_shares_a_correction_by_inverse_mass),
        cmocka_unit_test(test_direct_shares_a_correction_by_inverse_mass),
        cmocka_unit_test(test_a_pinned_end_does_not_move),
        cmocka_unit_test(test_k_is_what_any_number_of_iterations_corrects),
        cmocka_unit_test(test_xpbd_keeps_the_multiplier_over_iterations),
        cmocka_unit_test(test_a_spring_hangs_by_hookes_law),
        cmocka_unit_test(test_a_chain_of_springs_hangs_by_hookes_law),
        cmocka_unit_test(test_warp_has_the_compliance_of_its_strip),
        cmocka_unit_test(test_weft_has_the_compliance_of_its_strip),
        cmocka_unit_test(test_both_diagonals_have_the_compliance_of_their_strip),
        cmocka_unit_test(test_shear_corrects_its_part_of_the_diagonals),
        cmocka_unit_test(test_a_sheet_hung_by_its_edge_stretches_by_its_weight),
        cmocka_unit_test(test_a_stage_that_is_off_does_nothing),
        cmocka_unit_test(test_an_equality_holds_from_both_sides),
        cmocka_unit_test(test_an_inequality_only_pushes),
        cmocka_unit_test(test_an_own_constraint_joins_two_cloths_as_a_stick_does),
        cmocka_unit_test(test_an_own_constraint_has_its_compliance),
        cmocka_unit_test(test_a_constraint_on_pinned_particles_does_nothing),
        cmocka_unit_test(test_a_constraint_that_returns_nonsense_is_left_out),
        cmocka_unit_test(test_a_constraint_goes_with_its_cloth),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
