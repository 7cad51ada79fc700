/* Bodies, colliders of any closed surface: a ring, since it has a hole, measured with its formula in double. */
#include "support.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define THICKNESS 0.004
#define AROUND 0.2 /* m: the ring's circle, around Y */
#define TUBE 0.06

enum { LONG = 96, SHORT = 48, CELLS = 64 };
#define CELL ((2 * (AROUND + TUBE)) / CELLS)
/* Of the grid: a cell squared times the curvature over 8, an axis, and as much for the triangles. */
#define ERROR (4 * CELL * CELL / TUBE / 8)

typedef struct ring {
    float positions[3 * LONG * SHORT];
    uint32_t triangles[6 * LONG * SHORT];
} ring;

static weft_collider_def ring_def(ring *r)
{
    for (int i = 0; i < LONG; i++)
        for (int k = 0; k < SHORT; k++) {
            double a = 2 * PI * i / LONG, b = 2 * PI * k / SHORT, far = AROUND + TUBE * cos(b);
            float *p = r->positions + 3 * (i * SHORT + k);
            p[0] = (float)(far * cos(a));
            p[1] = (float)(TUBE * sin(b));
            p[2] = (float)(far * sin(a));
            uint32_t next = (uint32_t)((i + 1) % LONG * SHORT), here = (uint32_t)(i * SHORT),
                     up = (uint32_t)((k + 1) % SHORT);
            const uint32_t cell[6] = {here + (uint32_t)k, here + up, next + (uint32_t)k,
                                      next + (uint32_t)k, here + up, next + up};
            memcpy(r->triangles + 6 * (i * SHORT + k), cell, sizeof cell);
        }
    weft_collider_def def = weft_default_collider_def();
    def.shape = WEFT_BODY;
    def.positions = r->positions;
    def.position_count = LONG * SHORT;
    def.triangles = r->triangles;
    def.triangle_count = 2 * LONG * SHORT;
    def.cells = CELLS;
    return def;
}

static weft_collider_id make_ring(weft_world *world, const float position[3])
{
    ring r;
    weft_collider_def def = ring_def(&r);
    if (position)
        memcpy(def.position, position, sizeof def.position);
    weft_collider_id id;
    assert_ok(weft_collider_create(world, &def, &id));
    memset(&r, 0xFF, sizeof r); /* it has its own by now */
    return id;
}

static double away(vec p)
{
    return hypot(hypot(p.x, p.z) - AROUND, p.y) - TUBE;
}

static void test_a_particle_leaves_a_ring_by_the_nearest_way(void **state)
{
    (void)state;
    uint32_t random = 5;
    int pushed = 0, left = 0;
    weft_settings s = bare_settings();
    weft_world *world = make_world(&s);
    make_ring(world, NULL);
    for (int i = 0; i < 2000; i++) {
        vec p = {0.6 * next_random(&random) - 0.3, 0.2 * next_random(&random) - 0.1,
                 0.6 * next_random(&random) - 0.3};
        double before = away(p);
        if (before < 0.2 * TUBE - TUBE || fabs(before - THICKNESS) < ERROR)
            continue; /* at the circle in its middle every way is as near */
        weft_cloth_id cloth = add_particle(world, 1, p, (vec){0, 0, 0}, NULL);
        run_steps(world, 1, TICK);
        vec end = position_of(world, cloth, 0);
        if (before < THICKNESS) {
            pushed++;
            assert_close(away(end), THICKNESS, 2 * ERROR);
            assert_close(distance(p, end), THICKNESS - before, 2 * ERROR);
        } else {
            left++;
            assert_at_most(distance(p, end), 1e-6);
        }
        assert_ok(weft_cloth_destroy(world, cloth));
    }
    assert_true(pushed > 200 && left > 200);
    weft_world_destroy(world);
}

static void test_a_ray_meets_a_ring_and_goes_through_its_hole(void **state)
{
    (void)state;
    weft_settings s = bare_settings();
    weft_world *world = make_world(&s);
    const float place[3] = {0, 1, 0};
    weft_collider_id id = make_ring(world, place);
    uint32_t random = 7;
    int met = 0, missed = 0;
    for (int i = 0; i < 2000; i++) {
        vec from = unit((vec){next_random(&random) - 0.5, next_random(&random) - 0.5,
                              next_random(&random) - 0.5}),
            to = {0.5 * next_random(&random) - 0.25, 0.1 * next_random(&random) - 0.05,
                  0.5 * next_random(&random) - 0.25};
        from.y += 1;
        to.y += 1;
        vec way = unit(sub(to, from));
        double t = 3, least = INFINITY;
        for (int k = 3000; k >= 0; k--) {
            vec at = add(from, scale(way, k * 1e-3));
            at.y -= 1;
            least = fmin(least, away(at));
            t = away(at) < 0 ? k * 1e-3 : t;
        }
        if (fabs(least) < 2 * ERROR)
            continue; /* it grazes */
        const float o[3] = {(float)from.x, (float)from.y, (float)from.z},
                    d[3] = {(float)way.x, (float)way.y, (float)way.z};
        float found;
        bool hit = weft_collider_raycast(world, id, o, d, &found);
        assert_true(hit == (t < 3));
        if (!hit) {
            missed++;
            continue;
        }
        met++;
        vec at = add(from, scale(way, found));
        at.y -= 1;
        assert_close(away(at), 0, 2 * ERROR + 2e-5);
    }
    assert_true(met > 200 && missed > 50);
    float found;
    assert_false(
        weft_collider_raycast(world, id, (float[3]){0, 3, 0}, (float[3]){0, -1, 0}, &found));
    assert_ok(weft_collider_destroy(world, id));
    assert_false(
        weft_collider_raycast(world, id, (float[3]){AROUND, 3, 0}, (float[3]){0, -1, 0}, &found));
    weft_world_destroy(world);
}

/* What is small falls through the hole, also fast; on the ring itself it stays, also fast. */
static void test_the_hole_is_open_and_the_ring_is_not(void **state)
{
    (void)state;
    const double speeds[] = {1, 30, 100};
    for (size_t i = 0; i < COUNT_OF(speeds); i++) {
        weft_settings s = bare_settings();
        weft_world *world = make_world(&s);
        make_ring(world, NULL);
        vec down = {0, -speeds[i], 0};
        weft_cloth_id in_hole = add_particle(world, 1, (vec){0.02, 0.9, 0.03}, down, NULL),
                      on_top = add_particle(world, 1, (vec){AROUND, 0.9, 0.0}, down, NULL);
        run_steps(world, (int)(1.8 / speeds[i] * 60) + 1, TICK);
        assert_at_most(position_of(world, in_hole, 0).y, -0.8);
        assert_close(away(position_of(world, on_top, 0)), THICKNESS, 2 * ERROR);
        assert_at_least(position_of(world, on_top, 0).y, 0.8 * TUBE);
        weft_world_destroy(world);
    }
}

/* None of it is in the ring, ten points of each triangle: also where it is thrown at it, looked at so often
 * that nothing can have passed in between. */
static void check_drape(int n, double speed, weft_projection projection)
{
    weft_settings s = falling_settings();
    s.projection = projection;
    weft_world *world = make_world(&s);
    make_ring(world, NULL);
    weft_sheet_def sheet = weft_default_sheet_def();
    sheet.columns = sheet.rows = n;
    sheet.width = sheet.height = 0.7f;
    sheet.origin[0] = -0.35f;
    sheet.origin[1] = 0.2f;
    sheet.origin[2] = -0.36f;
    float *velocities = calloc((size_t)(3 * n * n), sizeof *velocities);
    assert_non_null(velocities);
    for (int p = 0; p < n * n; p++)
        velocities[3 * p + 1] = (float)-speed;
    sheet.velocities = velocities;
    weft_cloth_id cloth = add_sheet(world, &sheet);
    free(velocities);
    int count = weft_cloth_triangles(world, cloth, NULL);
    uint32_t *t = calloc((size_t)count * 3, sizeof *t);
    assert_non_null(t);
    weft_cloth_triangles(world, cloth, t);
    double deepest = 0;
    bool thrown = speed > 0;
    s.substeps = thrown ? 1 : s.substeps;
    assert_ok(weft_world_set_settings(world, &s));
    for (int step = 0; step < (60); step++) {
        run_steps(world, 1, thrown ? TICK / 20 : TICK);
        for (int i = 0; i < count; i++)
            for (int a = 0; a <= 3; a++)
                for (int b = 0; a + b <= 3; b++)
                    deepest = fmax(
                        deepest,
                        -away(add(scale(position_of(world, cloth, (int)t[3 * i]), a / 3.0),
                                  add(scale(position_of(world, cloth, (int)t[3 * i + 1]), b / 3.0),
                                      scale(position_of(world, cloth, (int)t[3 * i + 2]),
                                            (3 - a - b) / 3.0)))));
    }
    assert_at_most(deepest, ERROR);
    double lowest = 0.0, highest = -INFINITY;
    for (int p = 0; p < n * n; p++) {
        vec x = position_of(world, cloth, p);
        if (hypot(x.x, x.z) < AROUND - TUBE)
            lowest = fmin(lowest, x.y);
        highest = fmax(highest, x.y);
    }
    assert_at_least(highest, TUBE); /* it lies on the ring, and at most sags into it */
    assert_at_least(lowest, thrown ? -1 : -0.15);
    assert_at_most(measure_of(world, cloth).penetration_max, 2 * ERROR);
    free(t);
    weft_world_destroy(world);
}

static void test_cloth_lies_on_a_ring(void **state)
{
    (void)state;
#ifdef WEFT_SANITIZED /* many times slower */
    const int first = WEFT_DIRECT;
#else
    const int first = 0;
#endif
    for (int projection = first; projection < WEFT_PROJECTION_COUNT; projection++) {
        check_drape(13, 0, (weft_projection)projection);
        check_drape(29, 0, (weft_projection)projection);
        check_drape(29, 30, (weft_projection)projection);
    }
}

/* One that is made turned and one that is turned are the same. */
static void test_a_body_moves_and_turns_like_any_collider(void **state)
{
    (void)state;
    weft_settings s = bare_settings();
    s.substeps = 20;
    weft_world *world = make_world(&s);
    weft_collider_id id = make_ring(world, NULL);
    weft_cloth_id cloth =
        add_particle(world, 1, (vec){0, AROUND + TUBE + THICKNESS, 0}, (vec){0, 0, 0}, NULL);
    const float up[4] = {(float)sqrt(0.5), 0, 0, (float)sqrt(0.5)}; /* its circle around z */
    assert_ok(weft_collider_set_pose(world, id, (float[3]){0, 0, 0}, up));
    for (int tick = 1; tick <= 30; tick++) { /* lifts the particle */
        assert_ok(weft_collider_set_target(world, id, (float[3]){0, 0.01f * (float)tick, 0}, up));
        run_steps(world, 1, TICK);
    }
    assert_close(position_of(world, cloth, 0).y, AROUND + TUBE + THICKNESS + 0.3, 2 * ERROR);
    weft_world_destroy(world);
}

static uint64_t hash_of_drape(int threads, weft_isa isa, bool *able)
{
    weft_world *world = make_world_on(threads, isa);
    *able = world != NULL;
    if (!*able)
        return 0;
    make_ring(world, NULL);
    weft_sheet_def sheet = weft_default_sheet_def();
    sheet.columns = 71;
    sheet.rows = 53;
    sheet.origin[1] = 0.15f;
    sheet.origin[2] = -0.5f;
    add_sheet(world, &sheet);
    run_steps(world, 30, TICK);
    uint64_t hash = weft_world_hash(world);
    weft_world_destroy(world);
    return hash;
}

static void test_threads_and_sets_change_no_bit(void **state)
{
    (void)state;
    bool able;
    uint64_t hash = hash_of_drape(1, WEFT_ISA_BASELINE, &able);
    for (int isa = WEFT_ISA_AUTO; isa < WEFT_ISA_COUNT; isa++)
        for (int threads = 1; threads <= 3; threads += 2) {
            uint64_t other = hash_of_drape(threads, (weft_isa)isa, &able);
            assert_true(!able || other == hash);
        }
}

static void refuse(weft_world *world, const weft_collider_def *def)
{
    weft_collider_id id = {7, 7};
    assert_result(weft_collider_create(world, def, &id), WEFT_ERROR_ARGUMENT);
    assert_int_equal(id.index, 7);
}

static void test_wrong_bodies_are_refused(void **state)
{
    (void)state;
    ring r;
    const weft_collider_def good = ring_def(&r);
    weft_settings s = bare_settings();
    weft_world *world = make_world(&s);
    weft_collider_def def = good;
    def.positions = NULL;
    refuse(world, &def);
    def = good;
    def.triangles = NULL;
    refuse(world, &def);
    const int cells[] = {-1, 0, 7, 257};
    for (size_t i = 0; i < COUNT_OF(cells); i++) {
        def = good;
        def.cells = cells[i];
        refuse(world, &def);
    }
    def = good;
    def.triangle_count = 3;
    refuse(world, &def);
    def.triangle_count = -1;
    refuse(world, &def);
    def = good;
    def.position_count = LONG * SHORT - 1; /* the last is used */
    refuse(world, &def);
    def = good;
    def.triangle_count = LONG * SHORT; /* half of a ring is open */
    refuse(world, &def);
    const float wrong[] = {NAN, INFINITY, 1001};
    for (size_t i = 0; i < COUNT_OF(wrong); i++) {
        float kept = r.positions[77];
        r.positions[77] = wrong[i];
        refuse(world, &good);
        r.positions[77] = kept;
    }
    for (int i = 0; i < 3 * LONG * SHORT; i++)
        r.positions[i] *= 1e-3f;
    refuse(world, &good); /* smaller than a millimetre */
    weft_world_destroy(world);
}

static void test_a_body_that_gets_no_memory_leaves_the_world_whole(void **state)
{
    (void)state;
    ring r;
    const weft_collider_def ring_of = ring_def(&r);
    for (int fail = 1; fail <= 3; fail++) {
        memory m = {0};
        weft_world_def def = weft_default_world_def();
        count_memory(&def, &m);
        weft_world *world;
        assert_ok(weft_world_create(&def, &world));
        int live = m.live;
        m.fail_at = m.calls + fail;
        weft_collider_id id;
        assert_result(weft_collider_create(world, &ring_of, &id), WEFT_ERROR_MEMORY);
        assert_int_equal(m.live, live);
        assert_ok(weft_collider_create(world, &ring_of, &id));
        assert_int_equal(m.live, live + 1);
        assert_ok(weft_collider_destroy(world, id));
        assert_int_equal(m.live, live);
        assert_ok(weft_collider_create(world, &ring_of, &id));
        weft_collider_get(world, id, &(weft_collider_def){0});
        weft_world_destroy(world);
        assert_int_equal(m.live, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_particle_leaves_a_ring_by_the_nearest_way),
        cmocka_unit_test(test_a_ray_meets_a_ring_and_goes_through_its_hole),
        cmocka_unit_test(test_the_hole_is_open_and_the_ring_is_not),
        cmocka_unit_test(test_cloth_lies_on_a_ring),
        cmocka_unit_test(test_a_body_moves_and_turns_like_any_collider),
        cmocka_unit_test(test_threads_and_sets_change_no_bit),
        cmocka_unit_test(test_wrong_bodies_are_refused),
        cmocka_unit_test(test_a_body_that_gets_no_memory_leaves_the_world_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
