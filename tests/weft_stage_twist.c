/* Twisting: one cell against the projection's formula; a twisted sheet's corners and a strip under a
 * torque against Kirchhoff's plate; shapes that are not twisted. */
#include "support.h"

#include <math.h>

static const weft_projection PROJECTIONS[] = {WEFT_XPBD, WEFT_DIRECT};

/* Where a sheet starts: particle p is at u, v of its plane. */
typedef vec shape_fn(double u, double v);

/* Only bends and twists act. */
static weft_cloth_id shaped_sheet(weft_world *world, int columns, int rows, double width,
                                  double height, const weft_fabric *fabric, shape_fn *shape)
{
    float positions[1024 * 3];
    assert_true(columns * rows <= 1024);
    for (int p = 0; p < columns * rows; p++) {
        vec x =
            shape(p % columns * width / (columns - 1), (int)(p / columns) * height / (rows - 1));
        positions[3 * p] = (float)x.x;
        positions[3 * p + 1] = (float)x.y;
        positions[3 * p + 2] = (float)x.z;
    }
    weft_sheet_def def = weft_default_sheet_def();
    def.columns = columns;
    def.rows = rows;
    def.width = (float)width;
    def.height = (float)height;
    def.positions = positions;
    def.fabric = *fabric;
    assert_ok(weft_world_enable_stage(world, WEFT_STAGE_SWEEPS, false));
    assert_ok(weft_world_enable_stage(world, WEFT_STAGE_TETHER, false));
    return add_sheet(world, &def);
}

/* ------------------------------------------------------------------ one cell */

#define CELL_U 0.5
#define CELL_V 0.25
#define RISE 0.001

static vec raised_corner(double u, double v)
{
    return (vec){u, u > 0.0 && v > 0.0 ? RISE : 0.0, v};
}

static double twist_of(const weft_world *world, weft_cloth_id cloth)
{
    return length(sub(sub(position_of(world, cloth, 0), position_of(world, cloth, 1)),
                      sub(position_of(world, cloth, 2), position_of(world, cloth, 3))));
}

static void test_k_twist_is_what_any_number_of_iterations_corrects(void **state)
{
    (void)state;
    for (int n = 1; n <= 16; n += 5) {
        weft_settings s = bare_settings();
        s.projection = WEFT_PBD;
        s.iterations = n;
        weft_world *world = make_world(&s);
        weft_fabric f = bare_fabric();
        f.k_twist = 0.7f;
        weft_cloth_id cloth = shaped_sheet(world, 2, 2, CELL_U, CELL_V, &f, raised_corner);
        run_steps(world, 1, TICK);
        assert_close(twist_of(world, cloth), 0.3 * RISE, 1e-7);
        weft_world_destroy(world);
    }
}

/* alpha / (4 w + alpha) is left, alpha = u v / (C h^2). */
static void test_a_twist_has_the_compliance_of_its_rigidity(void **state)
{
    (void)state;
    const double h = 0.005, rigidity = 0.5, alpha = CELL_U * CELL_V / (rigidity * h * h);
    for (size_t k = 0; k < COUNT_OF(PROJECTIONS); k++)
        for (int n = 1; n <= 16; n += 5) {
            weft_settings s = bare_settings();
            s.projection = PROJECTIONS[k];
            s.iterations = n;
            weft_world *world = make_world(&s);
            weft_fabric f = bare_fabric();
            f.areal_density = 0.01f;
            f.twist_stiffness = (float)rigidity;
            weft_cloth_id cloth = shaped_sheet(world, 2, 2, CELL_U, CELL_V, &f, raised_corner);
            double w = 4.0 / mass_of(world, cloth, 0);
            run_steps(world, 1, (float)h);
            assert_close(twist_of(world, cloth), RISE * alpha / (w + alpha), 1e-7);
            weft_world_destroy(world);
        }
}

/* ------------------------------------------------------------------ sheets */

#define TWIST 0.1 /* rad/m */

static vec flat(double u, double v)
{
    return (vec){u, 0, v};
}

static vec twisted(double u, double v)
{
    return (vec){u, TWIST * u * v, v};
}

static vec sheared(double u, double v)
{
    return (vec){1.1 * u + 0.4 * v, 0.3 * u, 0.9 * v};
}

static vec rolled_along_u(double u, double v)
{
    return (vec){sin(u), cos(u), v};
}

static vec rolled_along_v(double u, double v)
{
    return (vec){u, cos(v), sin(v)};
}

/* A plate of the twist T everywhere is held by forces at its corners alone, twice the twisting
 * moment D (1 - nu) T = C T / 2 (Timoshenko, Theory of Plates and Shells, ch. 2): on a strip of
 * width W they are the torque C W T. So C T h is what its corners take in a substep, whatever the
 * grid, and nothing what others do: in one so short that it does not untwist. */
static void test_a_twisted_sheet_pushes_its_corners(void **state)
{
    (void)state;
    const double rigidity = 1e-2;
    static const int sizes[][2] = {{3, 4}, {3, 9}, {16, 17}, {32, 5}};
    for (size_t k = 0; k < COUNT_OF(PROJECTIONS); k++)
        for (size_t i = 0; i < COUNT_OF(sizes); i++) {
            int columns = sizes[i][0], rows = sizes[i][1];
            double cell = 0.8 / ((columns - 1) * (rows - 1));
            double h = cell * sqrt(0.2 / (400.0 * rigidity)); /* alpha is 100 w */
            weft_settings s = bare_settings();
            s.projection = PROJECTIONS[k];
            weft_world *world = make_world(&s);
            weft_fabric f = bare_fabric();
            f.twist_stiffness = (float)rigidity;
            weft_cloth_id cloth = shaped_sheet(world, columns, rows, 1.0, 0.8, &f, twisted);
            run_steps(world, 1, (float)h);
            double push = rigidity * TWIST * h;
            for (int p = 0; p < columns * rows; p++) {
                int r = p / columns, c = p % columns;
                bool corner = (r == 0 || r == rows - 1) && (c == 0 || c == columns - 1);
                double expected = corner ? ((r == 0) == (c == 0) ? -push : push) : 0.0;
                assert_close(mass_of(world, cloth, p) * velocity_of(world, cloth, p).y, expected,
                             0.05 * push);
            }
            weft_world_destroy(world);
        }
}

static void test_what_is_not_twisted_stays(void **state)
{
    (void)state;
    shape_fn *const shapes[] = {flat, sheared, rolled_along_u, rolled_along_v};
    for (size_t k = 0; k < COUNT_OF(PROJECTIONS); k++)
        for (size_t i = 0; i < COUNT_OF(shapes); i++) {
            weft_settings s = bare_settings();
            s.projection = PROJECTIONS[k];
            weft_world *world = make_world(&s);
            weft_fabric f = bare_fabric();
            f.twist_stiffness = 1e-2f;
            weft_cloth_id cloth = shaped_sheet(world, 17, 12, 1.0, 0.8, &f, shapes[i]);
            run_steps(world, 10, TICK);
            assert_at_most(measure_of(world, cloth).max_speed, 1e-4);
            weft_world_destroy(world);
        }
}

static void test_twisting_does_not_turn_or_move_the_whole(void **state)
{
    (void)state;
    for (size_t k = 0; k < COUNT_OF(PROJECTIONS); k++) {
        weft_settings s = bare_settings();
        s.projection = PROJECTIONS[k];
        s.substeps = 10;
        weft_world *world = make_world(&s);
        weft_fabric f = bare_fabric();
        f.twist_stiffness = 0.01f;
        weft_cloth_id cloth = shaped_sheet(world, 9, 12, 1.0, 0.8, &f, twisted);
        run_steps(world, 30, TICK);
        weft_measure after = measure_of(world, cloth);
        double speed = after.mass * after.max_speed;
        assert_true(after.max_speed > 1e-3);
        for (int a = 0; a < 3; a++) {
            assert_close(after.momentum[a], 0.0, 1e-3 * speed);
            assert_close(after.angular_momentum[a], 0.0, 1e-3 * speed);
        }
        weft_world_destroy(world);
    }
}

/* ------------------------------------------------------------------ a strip under a torque */

#define REACH 0.4    /* m */
#define BREADTH 0.05 /* m */
#define RIGIDITY 0.01
#define FORCE 0.001 /* N, at each end of the free line */

typedef struct couple {
    int up, down;
} couple;

static void turn_end(void *user, weft_cloth_id cloth, const weft_cloth_view *view, double time,
                     float *fx, float *fy, float *fz)
{
    (void)cloth, (void)time, (void)fx, (void)fz;
    const couple *c = user;
    fy[c->up / view->columns * view->pitch + c->up % view->columns] += (float)FORCE;
    fy[c->down / view->columns * view->pitch + c->down % view->columns] -= (float)FORCE;
}

/* Turn of the free end of a strip that is held flat at the other and resists twist only, rad. */
static double end_turn(bool along_u, int along, int across)
{
    weft_settings s = bare_settings();
    s.projection = WEFT_DIRECT;
    s.substeps = 100;
    weft_world *world = make_world(&s);
    weft_fabric f = bare_fabric();
    f.twist_stiffness = (float)RIGIDITY;
    f.damping = 20.0f;
    int columns = 1 + (along_u ? along : across), rows = 1 + (along_u ? across : along);
    weft_cloth_id cloth = shaped_sheet(world, columns, rows, along_u ? REACH : BREADTH,
                                       along_u ? BREADTH : REACH, &f, flat);
    for (int i = 0; i <= across; i++)
        assert_ok(weft_cloth_pin(world, cloth, along_u ? i * columns : i));
    for (int i = 0; i <= along; i++) /* the middle line is its axis */
        assert_ok(weft_cloth_pin(world, cloth,
                                 along_u ? across / 2 * columns + i : i * columns + across / 2));
    couple c = {columns * rows - 1, along_u ? columns - 1 : columns * (rows - 1)};
    int force;
    assert_ok(weft_force_create(world, turn_end, &c, &force));
    run_steps(world, 60, TICK);
    double turn =
        (position_of(world, cloth, c.up).y - position_of(world, cloth, c.down).y) / BREADTH;
    weft_world_destroy(world);
    return turn;
}

/* The torque F W turns the end by F W L / (C W). */
static void test_a_strip_turns_by_its_torque_on_any_grid(void **state)
{
    (void)state;
    const double turn = FORCE * REACH / RIGIDITY;
    for (int along_u = 0; along_u < 2; along_u++) {
        assert_close(end_turn(along_u, 8, 2), turn, 0.01 * turn);
        assert_close(end_turn(along_u, 16, 4), turn, 0.01 * turn);
        assert_close(end_turn(along_u, 32, 4), turn, 0.01 * turn);
    }
}

/* ------------------------------------------------------------------ from silk to leather */

/* A cloth thrown into a crumple in a vacuum never gains energy. */
static void test_no_stiffness_of_twist_gives_energy(void **state)
{
    (void)state;
    static const float rigidities[] = {1e-7f, 1e-5f, 1e-3f, 1e-2f, 1.0f, 1e3f};
    static const int sizes[][2] = {{2, 2}, {5, 24}, {24, 5}, {15, 16}};
    for (int projection = 0; projection < WEFT_PROJECTION_COUNT; projection++)
        for (size_t k = 0; k < COUNT_OF(rigidities); k++)
            for (size_t i = 0; i < COUNT_OF(sizes); i++) {
                weft_settings s = bare_settings();
                s.projection = (weft_projection)projection;
                s.substeps = 10;
                weft_world *world = make_world(&s);
                weft_fabric f = bare_fabric();
                f.twist_stiffness = f.warp_bend_stiffness = f.weft_bend_stiffness = rigidities[k];
                f.k_bend = f.k_twist = (float)(k + 1) / COUNT_OF(rigidities);
                weft_cloth_id cloth =
                    shaped_sheet(world, sizes[i][0], sizes[i][1], 0.5, 0.5, &f, flat);
                assert_ok(weft_world_enable_stage(world, WEFT_STAGE_SWEEPS, true));
                uint32_t seed = 7;
                for (int p = 0; p < sizes[i][0] * sizes[i][1]; p++)
                    launch(world, cloth, p,
                           (vec){next_random(&seed) - 0.5, next_random(&seed) - 0.5,
                                 next_random(&seed) - 0.5});
                double before = measure_of(world, cloth).kinetic_energy;
                for (int tick = 0; tick < 60; tick++) {
                    run_steps(world, 1, TICK);
                    assert_at_most(measure_of(world, cloth).kinetic_energy, 1.01 * before);
                }
                weft_world_destroy(world);
            }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_k_twist_is_what_any_number_of_iterations_corrects),
        cmocka_unit_test(test_a_twist_has_the_compliance_of_its_rigidity),
        cmocka_unit_test(test_a_twisted_sheet_pushes_its_corners),
        cmocka_unit_test(test_what_is_not_twisted_stays),
        cmocka_unit_test(test_twisting_does_not_turn_or_move_the_whole),
        cmocka_unit_test(test_a_strip_turns_by_its_torque_on_any_grid),
        cmocka_unit_test(test_no_stiffness_of_twist_gives_energy),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
