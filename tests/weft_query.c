/* Questions about a cloth: rays, neighbours and reach along it, copies, strain. Their answers are
 * known by geometry. */
#include "support.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static weft_world *plain_world(void)
{
    weft_settings s = bare_settings();
    return make_world(&s);
}

/* A flat square metre at y = 1, from (0, 1, 0) to (1, 1, 1). */
static weft_cloth_id flat_square(weft_world *world, int columns, int rows)
{
    weft_sheet_def def = weft_default_sheet_def();
    def.columns = columns;
    def.rows = rows;
    def.origin[0] = 0.0f;
    def.origin[1] = 1.0f;
    def.fabric = bare_fabric();
    return add_sheet(world, &def);
}

static bool cast_at(const weft_world *world, weft_cloth_id cloth, vec origin, vec direction,
                    const float *shown, size_t stride, weft_hit *hit)
{
    const float o[3] = {(float)origin.x, (float)origin.y, (float)origin.z};
    const float d[3] = {(float)direction.x, (float)direction.y, (float)direction.z};
    return weft_cloth_raycast(world, cloth, o, d, 0.01f, shown, stride, hit);
}

static bool cast(const weft_world *world, weft_cloth_id cloth, vec origin, vec direction,
                 weft_hit *hit)
{
    return cast_at(world, cloth, origin, direction, NULL, 0, hit);
}

/* The hit is `distance` along the ray, and its point is both on the ray and the corners' mean. */
static void check_hit(const weft_world *world, weft_cloth_id cloth, const weft_hit *hit,
                      vec expected, double away)
{
    vec point = {hit->point[0], hit->point[1], hit->point[2]}, mean = {0, 0, 0};
    double sum = 0.0;
    for (int k = 0; k < 3; k++) {
        assert_at_least(hit->barycentric[k], -1e-6);
        sum += hit->barycentric[k];
        mean = add(mean, scale(position_of(world, cloth, hit->particles[k]), hit->barycentric[k]));
    }
    assert_close(sum, 1.0, 1e-6);
    assert_at_most(distance(mean, point), 1e-5);
    assert_at_most(distance(point, expected), 1e-5);
    assert_close(hit->distance, away, 1e-5);
    assert_memory_equal(&hit->cloth, &cloth, sizeof cloth);
}

/* ------------------------------------------------------------------ rays and sheets */

static void test_a_ray_hits_a_sheet_from_both_sides(void **state)
{
    (void)state;
    weft_world *world = plain_world();
    weft_cloth_id cloth = flat_square(world, 9, 6);
    uint32_t random = 1;
    for (int i = 0; i < 200; i++) {
        vec target = {0.01 + 0.98 * next_random(&random), 1, 0.01 + 0.98 * next_random(&random)};
        vec from = {2.0 * next_random(&random) - 0.5, i % 2 ? 3.0 : -2.0,
                    2.0 * next_random(&random) - 0.5};
        double length_of_direction = 0.1 + 5.0 * next_random(&random);
        weft_hit hit;
        assert_true(
            cast(world, cloth, from, scale(unit(sub(target, from)), length_of_direction), &hit));
        check_hit(world, cloth, &hit, target, distance(target, from));
    }
    weft_world_destroy(world);
}

static void test_a_ray_misses_beside_behind_and_along(void **state)
{
    (void)state;
    weft_world *world = plain_world();
    weft_cloth_id cloth = flat_square(world, 5, 5);
    weft_hit hit;
    const vec down = {0, -1, 0}, up = {0, 1, 0};
    assert_true(cast(world, cloth, (vec){0.5, 2, 0.4}, down, &hit));
    assert_false(cast(world, cloth, (vec){0.5, 2, 0.4}, up, &hit)); /* behind its origin */
    assert_false(cast(world, cloth, (vec){0.5, 0.5, 0.4}, down, &hit));
    assert_false(cast(world, cloth, (vec){1.001, 2, 0.5}, down, &hit));
    assert_false(cast(world, cloth, (vec){-0.001, 2, 0.5}, down, &hit));
    assert_false(cast(world, cloth, (vec){0.5, 2, 1.001}, down, &hit));
    assert_false(cast(world, cloth, (vec){0.5, 2, -0.001}, down, &hit));
    assert_false(cast(world, cloth, (vec){-1, 1.001, 0.5}, (vec){1, 0, 0}, &hit));
    weft_world_destroy(world);
}

/* Between two triangles there is no gap: rays at inner particles, edges and diagonals of a turned
 * and wavy sheet all hit. */
static void test_no_ray_slips_between_triangles(void **state)
{
    (void)state;
    enum { N = 12, M = 9 };
    weft_world *world = plain_world();
    weft_cloth_id cloth = flat_square(world, N, M);
    for (int p = 0; p < N * M; p++) {
        vec at = position_of(world, cloth, p);
        at.y += 0.1 * sin(7.0 * at.x) * cos(5.0 * at.z) + 0.3 * at.x;
        place(world, cloth, p, at);
    }
    const int steps[4] = {0, 1, N, N - 1}; /* a particle, along, down, the diagonal */
    const vec origins[2] = {{0.37, 4.1, 0.81}, {0.5, -5, 0.5}};
    int missed = 0;
    for (int o = 0; o < 2; o++)
        for (int r = 1; r + 2 < M; r++)
            for (int c = 1; c + 2 < N; c++)
                for (int k = 0; k < 4; k++)
                    for (int part = 0; part <= 8; part++) {
                        int p = r * N + c + (k == 3), q = r * N + c + (k == 3) + steps[k];
                        vec at = add(scale(position_of(world, cloth, p), 1.0 - part / 8.0),
                                     scale(position_of(world, cloth, q), part / 8.0));
                        weft_hit hit;
                        missed += !cast(world, cloth, origins[o], sub(at, origins[o]), &hit);
                        missed += !cast(world, cloth, (vec){at.x, origins[o].y, at.z},
                                        (vec){0, o ? 1 : -1, 0}, &hit);
                    }
    assert_int_equal(missed, 0);
    weft_world_destroy(world);
}

static void test_a_ray_takes_the_nearest_of_several_layers(void **state)
{
    (void)state;
    weft_world *world = plain_world();
    weft_cloth_id cloth = flat_square(world, 2, 4);
    const double heights[4] = {
        1, 1, 2, 2}; /* row 1 to 2 is a wall; fold the far rows back above the first */
    for (int p = 0; p < 8; p++) {
        vec at = position_of(world, cloth, p);
        place(world, cloth, p, (vec){at.x, heights[p / 2], p / 2 == 0 || p / 2 == 3 ? 0 : 1});
    }
    weft_hit hit;
    assert_true(cast(world, cloth, (vec){0.4, 5, 0.5}, (vec){0, -1, 0}, &hit));
    check_hit(world, cloth, &hit, (vec){0.4, 2, 0.5}, 3.0);
    assert_true(cast(world, cloth, (vec){0.4, -5, 0.5}, (vec){0, 1, 0}, &hit));
    check_hit(world, cloth, &hit, (vec){0.4, 1, 0.5}, 6.0);
    assert_true(cast(world, cloth, (vec){0.4, 1.5, 0.5}, (vec){0, 0, 1}, &hit));
    check_hit(world, cloth, &hit, (vec){0.4, 1.5, 1}, 0.5);
    weft_world_destroy(world);
}

static void test_a_ray_picks_what_is_displayed(void **state)
{
    (void)state;
    weft_world *world = plain_world();
    weft_cloth_id cloth = flat_square(world, 4, 3);
    float shown[12 * 5];
    assert_ok(weft_cloth_copy_positions(world, cloth, shown, 5 * sizeof(float)));
    for (int p = 0; p < 12; p++)
        shown[5 * p + 1] += 0.5f; /* drawn half a metre higher than it is */
    weft_hit hit;
    assert_true(
        cast_at(world, cloth, (vec){0.3, 3, 0.6}, (vec){0, -1, 0}, shown, 5 * sizeof(float), &hit));
    assert_close(hit.point[1], 1.5, 1e-6);
    assert_close(hit.distance, 1.5, 1e-6);
    assert_false(cast_at(world, cloth, (vec){0.3, 1.2, 0.6}, (vec){0, -1, 0}, shown,
                         5 * sizeof(float), &hit));
    weft_world_destroy(world);
}

static void test_a_degenerate_triangle_is_not_hit(void **state)
{
    (void)state;
    weft_world *world = plain_world();
    weft_cloth_id cloth = flat_square(world, 2, 2);
    for (int p = 0; p < 4; p++)
        place(world, cloth, p, (vec){0.5, 1, 0.5});
    weft_hit hit;
    assert_false(cast(world, cloth, (vec){0.5, 3, 0.5}, (vec){0, -1, 0}, &hit));
    assert_false(cast(world, cloth, (vec){0.5, 3, 0.4}, (vec){0.1, -1, 0}, &hit));
    weft_world_destroy(world);
}

static void test_a_ray_hits_a_mesh(void **state)
{
    (void)state;
    weft_world *world = plain_world();
    grid g = make_grid(6, 5, 1.0, 1.0);
    weft_cloth_id cloth = add_mesh(world, &g.def);
    weft_hit hit;
    assert_true(cast(world, cloth, (vec){0.33, 2, 0.71}, (vec){0, -3, 0}, &hit));
    check_hit(world, cloth, &hit, (vec){0.33, 0, 0.71}, 2.0);
    assert_false(cast(world, cloth, (vec){1.33, 2, 0.71}, (vec){0, -3, 0}, &hit));
    grid_free(&g);
    weft_world_destroy(world);
}

/* ------------------------------------------------------------------ rays, sticks and particles */

static void test_a_ray_hits_sticks_and_particles_by_their_radius(void **state)
{
    (void)state;
    weft_world *world = plain_world();
    weft_cloth_id stick = add_stick(world, 1, (vec){0, 0, 0}, 1, (vec){2, 0, 0}, NULL);
    weft_cloth_id particle = add_particle(world, 1, (vec){5, 0, 0}, (vec){0, 0, 0}, NULL);
    weft_hit hit;
    const float down[3] = {0, -1, 0};
    assert_true(
        weft_cloth_raycast(world, stick, (float[3]){0.5f, 3, 0.009f}, down, 0.01f, NULL, 0, &hit));
    assert_int_equal(hit.particles[0], 0);
    assert_int_equal(hit.particles[1], 1);
    assert_int_equal(hit.particles[2], 1);
    assert_close(hit.barycentric[0], 0.75, 1e-6);
    assert_close(hit.barycentric[1] + hit.barycentric[2], 0.25, 1e-6);
    assert_close(hit.distance, 3.0, 0.011);
    assert_false(
        weft_cloth_raycast(world, stick, (float[3]){0.5f, 3, 0.011f}, down, 0.01f, NULL, 0, &hit));
    assert_false(
        weft_cloth_raycast(world, stick, (float[3]){2.02f, 3, 0}, down, 0.01f, NULL, 0, &hit));
    assert_false(
        weft_cloth_raycast(world, stick, (float[3]){0.5f, -3, 0}, down, 0.01f, NULL, 0, &hit));
    assert_true(weft_cloth_raycast(world, stick, (float[3]){-3, 0, 0}, (float[3]){1, 0, 0}, 0.01f,
                                   NULL, 0, &hit)); /* along it */
    assert_true(
        weft_cloth_raycast(world, particle, (float[3]){5, 3, 0.05f}, down, 0.06f, NULL, 0, &hit));
    assert_int_equal(hit.particles[0], 0);
    assert_int_equal(hit.particles[2], 0);
    assert_false(
        weft_cloth_raycast(world, particle, (float[3]){5, 3, 0.05f}, down, 0.04f, NULL, 0, &hit));
    weft_world_destroy(world);
}

static void test_a_ray_hits_a_sheet_of_one_row(void **state)
{
    (void)state;
    weft_world *world = plain_world();
    for (int along = 0; along < 2; along++) {
        weft_sheet_def def = weft_default_sheet_def();
        def.columns = along ? 1 : 5;
        def.rows = along ? 5 : 1;
        def.width = along ? 0.0f : 1.0f;
        def.height = along ? 1.0f : 0.0f;
        def.origin[0] = 0.0f;
        weft_cloth_id cloth = add_sheet(world, &def);
        weft_hit hit;
        vec at = along ? (vec){0, 3, 0.6} : (vec){0.6, 3, 0};
        assert_true(cast(world, cloth, at, (vec){0, -1, 0}, &hit));
        assert_int_equal(hit.particles[0], 2);
        assert_int_equal(hit.particles[1], 3);
        assert_close(hit.barycentric[0], 0.6, 1e-5);
    }
    weft_world_destroy(world);
}

static void test_bad_rays_miss(void **state)
{
    (void)state;
    weft_world *world = plain_world();
    weft_cloth_id cloth = flat_square(world, 3, 3),
                  stick = add_stick(world, 1, (vec){0, 0, 0}, 1, (vec){2, 0, 0}, NULL);
    const float o[3] = {0.4f, 3, 0.4f}, down[3] = {0, -1, 0}, zero[3] = {0, 0, 0},
                nan[3] = {0, NAN, 0}, inf[3] = {0, -INFINITY, 0};
    float shown[9 * 4], aligned[9 * 3];
    char *packed = (char *)shown; /* as positions 13 bytes apart, of which the ray would hit some */
    assert_ok(weft_cloth_copy_positions(world, cloth, aligned, 12));
    for (int p = 0; p < 9; p++)
        memcpy(packed + 13 * p, aligned + 3 * p, 12);
    weft_hit hit;
    assert_true(weft_cloth_raycast(world, cloth, o, down, 0, NULL, 0, &hit));
    assert_false(weft_cloth_raycast(NULL, cloth, o, down, 0, NULL, 0, &hit));
    assert_false(weft_cloth_raycast(world, (weft_cloth_id){9, 1}, o, down, 0, NULL, 0, &hit));
    assert_false(weft_cloth_raycast(world, cloth, NULL, down, 0, NULL, 0, &hit));
    assert_false(weft_cloth_raycast(world, cloth, o, NULL, 0, NULL, 0, &hit));
    assert_false(weft_cloth_raycast(world, cloth, o, down, 0, NULL, 0, NULL));
    assert_false(weft_cloth_raycast(world, cloth, o, zero, 0, NULL, 0, &hit));
    assert_false(weft_cloth_raycast(world, cloth, o, nan, 0, NULL, 0, &hit));
    assert_false(weft_cloth_raycast(world, cloth, nan, down, 0, NULL, 0, &hit));
    assert_false(weft_cloth_raycast(world, cloth, o, inf, 0, NULL, 0, &hit));
    assert_false(weft_cloth_raycast(world, cloth, o, down, 0, shown, 8, &hit));
    assert_false(weft_cloth_raycast(world, stick, o, down, NAN, NULL, 0, &hit));
    assert_false(weft_cloth_raycast(world, stick, o, down, -1, NULL, 0, &hit));
    assert_false(weft_cloth_raycast(world, cloth, o, down, 0, shown, 13,
                                    &hit)); /* floats would lie across words */
    weft_world_destroy(world);
}

/* ------------------------------------------------------------------ neighbours */

static void check_neighbours(const weft_world *world, weft_cloth_id cloth, int particle,
                             double radius, double (*rest)(int, int), int n)
{
    int found[64], count = weft_cloth_neighbours(world, cloth, particle, (float)radius, found, 64),
                   expected = 0;
    for (int p = 0; p < n; p++)
        expected += rest(particle, p) <= radius;
    assert_int_equal(count, expected);
    assert_int_equal(found[0], particle);
    for (int i = 0; i < count; i++) {
        assert_at_most(rest(particle, found[i]), radius);
        for (int k = 0; k < i; k++) {
            assert_int_not_equal(found[k], found[i]);
            assert_at_most(rest(particle, found[k]), rest(particle, found[i]) + 1e-6);
        }
    }
    int few[5], most = count < 5 ? count : 5; /* the same order, cut */
    assert_int_equal(weft_cloth_neighbours(world, cloth, particle, (float)radius, few, 5), most);
    for (int i = 0; i < most; i++)
        assert_close(rest(particle, few[i]), rest(particle, found[i]), 1e-6);
}

/* On the square of 7 x 5 particles. */
static double sheet_rest(int a, int b)
{
    return hypot((a % 7 - b % 7) / 6.0, (a / 7 - b / 7) / 4.0);
}

static void test_neighbours_of_a_sheet_are_by_rest_distance(void **state)
{
    (void)state;
    weft_world *world = plain_world();
    weft_cloth_id cloth = flat_square(world, 7, 5);
    for (int p = 0; p < 35; p++) /* crumpled: only the rest shape counts */
        place(world, cloth, p, (vec){0.01 * (p % 3), 1, 0.02 * (p % 2)});
    const double radii[] = {0.0, 0.1, 0.1667, 0.2501, 0.31, 0.6, 5.0};
    for (int p = 0; p < 35; p += 4)
        for (size_t i = 0; i < COUNT_OF(radii); i++)
            check_neighbours(world, cloth, p, radii[i], sheet_rest, 35);
    weft_world_destroy(world);
}

/* Straight across its triangles, also where the mesh turns a corner: then what is near in the air is not. */
static void test_neighbours_of_a_mesh_are_by_distance_along_it(void **state)
{
    (void)state;
    weft_world *world = plain_world();
    grid g = make_grid(7, 5, 1.0, 1.0);
    const double radii[] = {0.0, 0.1, 0.1667, 0.2501, 0.31, 0.62, 5.0};
    for (int turned = 0; turned < 2; turned++) {
        for (int p = 0; turned && p < 35; p++) /* at the third column, to a right angle */
            if (p % 7 > 3) {
                g.positions[3 * p + 1] += (float)(p % 7 - 3) / 6.0f;
                g.positions[3 * p] = g.positions[9];
            }
        weft_cloth_id cloth = add_mesh(world, &g.def);
        for (int p = 0; p < 35; p += 4)
            for (size_t i = 0; i < COUNT_OF(radii); i++)
                check_neighbours(world, cloth, p, radii[i], sheet_rest, 35);
    }
    grid_free(&g);
    weft_world_destroy(world);
}

static void test_neighbours_do_not_write_beyond_their_room(void **state)
{
    (void)state;
    weft_world *world = plain_world();
    weft_cloth_id cloth = flat_square(world, 7, 5);
    for (int capacity = 0; capacity <= 40; capacity++) {
        int found[41];
        memset(found, 0x7F, sizeof found);
        int count = weft_cloth_neighbours(world, cloth, 17, 10.0f, found, capacity);
        assert_int_equal(count, capacity < 35 ? capacity : 35);
        for (int i = count; i < 41; i++)
            assert_int_equal(found[i], 0x7F7F7F7F);
    }
    int one;
    assert_int_equal(weft_cloth_neighbours(world, cloth, 17, 1.0f, &one, -3), 0);
    assert_int_equal(weft_cloth_neighbours(world, cloth, -1, 1.0f, &one, 1), 0);
    assert_int_equal(weft_cloth_neighbours(world, cloth, 35, 1.0f, &one, 1), 0);
    assert_int_equal(weft_cloth_neighbours(world, cloth, 0, NAN, &one, 1), 0);
    assert_int_equal(weft_cloth_neighbours(world, cloth, 0, -1.0f, &one, 1), 0);
    assert_int_equal(weft_cloth_neighbours(world, cloth, 0, 1.0f, NULL, 1), 0);
    assert_int_equal(weft_cloth_neighbours(NULL, cloth, 0, 1.0f, &one, 1), 0);
    weft_world_destroy(world);
}

/* ------------------------------------------------------------------ reach */

static bool clamp(const weft_world *world, weft_cloth_id cloth, int particle, vec *point)
{
    float p[3] = {(float)point->x, (float)point->y, (float)point->z};
    bool moved = weft_cloth_clamp_reach(world, cloth, particle, p);
    *point = (vec){p[0], p[1], p[2]};
    return moved;
}

static void test_one_pin_holds_a_point_on_its_sphere(void **state)
{
    (void)state;
    weft_world *world = plain_world();
    weft_cloth_id cloth = flat_square(world, 7, 5);
    vec point = {9, 9, 9};
    assert_false(clamp(world, cloth, 34, &point)); /* no pin, no limit */
    assert_ok(weft_cloth_pin(world, cloth, 0));
    vec pin = position_of(world, cloth, 0);
    uint32_t random = 2;
    for (int i = 0; i < 100; i++) {
        int particle = 1 + i % 34;
        double reach = sheet_rest(0, particle);
        vec way = unit((vec){next_random(&random) - 0.5, next_random(&random) - 0.5,
                             next_random(&random) - 0.5});
        vec inside = add(pin, scale(way, 0.99 * reach)), asked = inside;
        assert_false(clamp(world, cloth, particle, &asked));
        assert_at_most(distance(asked, inside), 1e-6);
        asked = add(pin, scale(way, reach * (1.01 + 10.0 * next_random(&random))));
        assert_true(clamp(world, cloth, particle, &asked));
        assert_at_most(distance(asked, add(pin, scale(way, reach))), 2e-5);
    }
    weft_world_destroy(world);
}

/* Between two pins, by nearly the least way: random points around what came back are not within
 * reach of both and a tenth nearer to what was asked. */
static void test_two_pins_hold_a_point_within_both_reaches(void **state)
{
    (void)state;
    weft_world *world = plain_world();
    weft_cloth_id cloth = flat_square(world, 7, 5);
    const int pins[2] = {0, 6};
    for (int k = 0; k < 2; k++)
        assert_ok(weft_cloth_pin(world, cloth, pins[k]));
    uint32_t random = 4;
    for (int i = 0; i < 300; i++) {
        int particle = 7 + i % 28;
        vec asked = {6 * next_random(&random) - 2.5, 6 * next_random(&random) - 2,
                     6 * next_random(&random) - 2.5},
            got = asked;
        clamp(world, cloth, particle, &got);
        for (int k = 0; k < 2; k++)
            assert_at_most(distance(got, position_of(world, cloth, pins[k])),
                           sheet_rest(pins[k], particle) + 1e-4);
        double best = distance(asked, got), nearest = best;
        for (int trial = 0; trial < 2000; trial++) {
            vec other = add(got, scale((vec){next_random(&random) - 0.5, next_random(&random) - 0.5,
                                             next_random(&random) - 0.5},
                                       0.4));
            bool fits = distance(other, position_of(world, cloth, 0)) <= sheet_rest(0, particle) &&
                        distance(other, position_of(world, cloth, 6)) <= sheet_rest(6, particle);
            if (fits)
                nearest = fmin(nearest, distance(asked, other));
        }
        assert_at_most(best, 1.1 * nearest + 1e-4);
    }
    weft_world_destroy(world);
}

static void test_held_particles_and_itself_do_not_limit_reach(void **state)
{
    (void)state;
    weft_world *world = plain_world();
    weft_cloth_id cloth = flat_square(world, 7, 5);
    assert_ok(weft_cloth_hold(world, cloth, 0));
    assert_ok(weft_cloth_pin(world, cloth, 34));
    vec point = {9, 9, 9};
    assert_false(clamp(world, cloth, 34, &point)); /* the only pin is itself */
    assert_ok(weft_cloth_hold(world, cloth, 34));
    assert_true(clamp(world, cloth, 33, &point)); /* held as well, but pinned */
    assert_close(distance(point, position_of(world, cloth, 34)), 1.0 / 6.0, 1e-5);
    assert_ok(weft_cloth_unpin(world, cloth, 34));
    point = (vec){9, 9, 9};
    assert_false(clamp(world, cloth, 33, &point));
    weft_world_destroy(world);
}

static void test_pins_too_far_apart_give_a_finite_compromise(void **state)
{
    (void)state;
    weft_world *world = plain_world();
    weft_cloth_id cloth = flat_square(world, 7, 5);
    assert_ok(weft_cloth_pin(world, cloth, 0));
    assert_ok(weft_cloth_pin(world, cloth, 6));
    place(world, cloth, 6, (vec){11, 1, 0});
    vec point = {3, 40, 2};
    assert_true(clamp(world, cloth, 3, &point));
    assert_at_most(fabs(point.y - 1.0), 0.5);
    assert_true(point.x > -0.6 && point.x < 11.6);
    weft_world_destroy(world);
}

static void test_a_meshs_reach_is_along_its_triangles(void **state)
{
    (void)state;
    weft_world *world = plain_world();
    grid g = make_grid(7, 5, 1.0, 1.0);
    weft_cloth_id cloth = add_mesh(world, &g.def);
    assert_ok(weft_cloth_pin(world, cloth, 6));
    vec point = {1, 50, 0};
    assert_true(clamp(world, cloth, 28, &point));
    assert_close(distance(point, position_of(world, cloth, 6)), sheet_rest(6, 28), 1e-5);
    grid_free(&g);
    weft_world_destroy(world);
}

static void test_a_bad_reach_changes_nothing(void **state)
{
    (void)state;
    weft_world *world = plain_world();
    weft_cloth_id cloth = flat_square(world, 7, 5);
    assert_ok(weft_cloth_pin(world, cloth, 0));
    float point[3] = {9, 9, 9};
    assert_false(weft_cloth_clamp_reach(world, cloth, -1, point));
    assert_false(weft_cloth_clamp_reach(world, cloth, 35, point));
    assert_false(weft_cloth_clamp_reach(world, (weft_cloth_id){0, 0}, 3, point));
    assert_false(weft_cloth_clamp_reach(NULL, cloth, 3, point));
    assert_false(weft_cloth_clamp_reach(world, cloth, 3, NULL));
    assert_close(point[0] + point[1] + point[2], 27.0, 0.0);
    weft_world_destroy(world);
}

/* ------------------------------------------------------------------ copies */

static void test_copies_keep_to_their_stride(void **state)
{
    (void)state;
    weft_world *world = plain_world();
    weft_cloth_id cloth = flat_square(world, 7, 5);
    float plain[35 * 3], wide[35 * 8];
    assert_ok(weft_cloth_copy_positions(world, cloth, plain, 3 * sizeof(float)));
    memset(wide, 0x55, sizeof wide);
    assert_ok(weft_cloth_copy_positions(world, cloth, wide, 8 * sizeof(float)));
    assert_ok(weft_cloth_copy_normals(world, cloth, wide + 3, 8 * sizeof(float)));
    assert_ok(weft_cloth_copy_rest(world, cloth, wide + 6, 8 * sizeof(float)));
    for (int p = 0; p < 35; p++) {
        const float *at = wide + 8 * p;
        vec x = position_of(world, cloth, p);
        assert_memory_equal(at, plain + 3 * p, 3 * sizeof(float));
        assert_true(at[0] == (float)x.x && at[1] == (float)x.y && at[2] == (float)x.z);
        assert_at_most(distance((vec){at[3], at[4], at[5]}, (vec){0, 1, 0}), 1e-5);
        assert_close(at[6], p % 7 / 6.0, 1e-6);
        assert_close(at[7], p / 7 / 4.0, 1e-6);
    }
    assert_ok(weft_cloth_copy_strain(world, cloth, wide + 7, 8 * sizeof(float)));
    assert_memory_equal(wide, plain, 3 * sizeof(float)); /* and nothing else */
    assert_close(wide[7], 0.0, 1e-5);
    assert_close(wide[6], 0.0, 0.0);
    weft_world_destroy(world);
}

/* Twice as wide, half as long: along u + 1, along v - 1/2, the mean of both where a particle has as
 * many of each. */
static void test_strain_is_the_mean_over_a_particles_edges(void **state)
{
    (void)state;
    weft_world *world = plain_world();
    weft_cloth_id cloth = flat_square(world, 7, 5);
    for (int p = 0; p < 35; p++)
        place(world, cloth, p, (vec){2.0 * (p % 7) / 6.0, 1, 0.5 * (p / 7) / 4.0});
    float strain[35];
    assert_ok(weft_cloth_copy_strain(world, cloth, strain, sizeof *strain));
    assert_close(strain[0], 0.25, 1e-5);                   /* a corner: one and one */
    assert_close(strain[8], 0.25, 1e-5);                   /* inside: two and two */
    assert_close(strain[3], (1.0 + 1.0 - 0.5) / 3, 1e-5);  /* the first row */
    assert_close(strain[14], (1.0 - 0.5 - 0.5) / 3, 1e-5); /* the first column */
    weft_measure m = measure_of(world, cloth);
    assert_close(m.stretch_max, 1.0, 1e-5);
    assert_close(m.compression_max, 0.5, 1e-5);
    assert_close(m.stretch_mean, 30.0 / 58.0, 1e-5); /* 30 edges along u, 28 along v */
    assert_close(m.compression_mean, 14.0 / 58.0, 1e-5);
    weft_world_destroy(world);
}

static void test_strain_of_a_mesh(void **state)
{
    (void)state;
    weft_world *world = plain_world();
    weft_cloth_id stick = add_stick(world, 1, (vec){0, 0, 0}, 1, (vec){2, 0, 0}, NULL);
    place(world, stick, 1, (vec){3, 0, 0});
    weft_cloth_id lone = add_particle(world, 1, (vec){0, 0, 0}, (vec){0, 0, 0}, NULL);
    float strain[2] = {9, 9}, rest[4];
    assert_ok(weft_cloth_copy_strain(world, stick, strain, sizeof *strain));
    assert_close(strain[0], 0.5, 1e-6);
    assert_close(strain[1], 0.5, 1e-6);
    assert_ok(weft_cloth_copy_strain(world, lone, strain, sizeof *strain));
    assert_close(strain[0], 0.0, 0.0);
    assert_ok(weft_cloth_copy_rest(world, stick, rest, 2 * sizeof *rest));
    assert_close(rest[2], 2.0, 0.0);
    weft_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_ray_hits_a_sheet_from_both_sides),
        cmocka_unit_test(test_a_ray_misses_beside_behind_and_along),
        cmocka_unit_test(test_no_ray_slips_between_triangles),
        cmocka_unit_test(test_a_ray_takes_the_nearest_of_several_layers),
        cmocka_unit_test(test_a_ray_picks_what_is_displayed),
        cmocka_unit_test(test_a_degenerate_triangle_is_not_hit),
        cmocka_unit_test(test_a_ray_hits_a_mesh),
        cmocka_unit_test(test_a_ray_hits_sticks_and_particles_by_their_radius),
        cmocka_unit_test(test_a_ray_hits_a_sheet_of_one_row),
        cmocka_unit_test(test_bad_rays_miss),
        cmocka_unit_test(test_neighbours_of_a_sheet_are_by_rest_distance),
        cmocka_unit_test(test_neighbours_of_a_mesh_are_by_distance_along_it),
        cmocka_unit_test(test_neighbours_do_not_write_beyond_their_room),
        cmocka_unit_test(test_one_pin_holds_a_point_on_its_sphere),
        cmocka_unit_test(test_two_pins_hold_a_point_within_both_reaches),
        cmocka_unit_test(test_held_particles_and_itself_do_not_limit_reach),
        cmocka_unit_test(test_pins_too_far_apart_give_a_finite_compromise),
        cmocka_unit_test(test_a_meshs_reach_is_along_its_triangles),
        cmocka_unit_test(test_a_bad_reach_changes_nothing),
        cmocka_unit_test(test_copies_keep_to_their_stride),
        cmocka_unit_test(test_strain_is_the_mean_over_a_particles_edges),
        cmocka_unit_test(test_strain_of_a_mesh),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
