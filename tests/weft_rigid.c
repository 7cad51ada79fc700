/* Colliders with a mass: free motion, contact with things at rest and with each other, and with cloth, each by
 * the other's mass. */
#include "support.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static weft_collider_def ball_def(double mass, double radius, vec at)
{
    weft_collider_def def = weft_default_collider_def();
    def.shape = WEFT_SPHERE;
    def.radius = (float)radius;
    def.mass = (float)mass;
    def.damping = 0.0f;
    def.position[0] = (float)at.x, def.position[1] = (float)at.y, def.position[2] = (float)at.z;
    return def;
}

static weft_collider_def box_def(double mass, vec half, vec at)
{
    weft_collider_def def = ball_def(mass, 0.1, at);
    def.shape = WEFT_BOX;
    def.half[0] = (float)half.x, def.half[1] = (float)half.y, def.half[2] = (float)half.z;
    return def;
}

static weft_collider_id add_collider(weft_world *world, const weft_collider_def *def)
{
    weft_collider_id id;
    assert_ok(weft_collider_create(world, def, &id));
    return id;
}

static weft_collider_def now(const weft_world *world, weft_collider_id id)
{
    weft_collider_def def;
    assert_ok(weft_collider_get(world, id, &def));
    return def;
}

static vec speed_of(const weft_world *world, weft_collider_id id)
{
    weft_collider_def def = now(world, id);
    return (vec){(double)def.velocity[0], (double)def.velocity[1], (double)def.velocity[2]};
}

static vec place_of(const weft_world *world, weft_collider_id id)
{
    weft_collider_def def = now(world, id);
    return (vec){(double)def.position[0], (double)def.position[1], (double)def.position[2]};
}

static weft_world *falling_world(void)
{
    weft_settings s = falling_settings();
    return make_world(&s);
}

/* ------------------------------------------------------------------ alone */

static void test_a_body_falls_as_a_particle_does(void **state)
{
    (void)state;
    weft_world *world = falling_world();
    weft_collider_def def = ball_def(2, 0.1, (vec){0, 5, 0});
    def.velocity[0] = 1;
    weft_collider_id ball = add_collider(world, &def);
    run_steps(world, 30, TICK);
    double t = 0.5, h = (double)TICK / 20;
    assert_close(place_of(world, ball).x, 0.5, 1e-5);
    assert_close(place_of(world, ball).y, 5 - GRAVITY * t * (t + h) / 2, 1e-5);
    assert_close(speed_of(world, ball).y, -GRAVITY * t, 1e-5);
    weft_world_destroy(world);
}

/* About its axis of middle inertia a box tumbles, but its angular momentum stays. */
static void test_a_spinning_box_keeps_its_angular_momentum(void **state)
{
    (void)state;
    weft_settings s = bare_settings();
    s.substeps = 20;
    weft_world *world = make_world(&s);
    weft_collider_def def = box_def(1.5, (vec){0.1, 0.2, 0.3}, (vec){0, 0, 0});
    def.angular_velocity[0] = 0.05f, def.angular_velocity[1] = 6, def.angular_velocity[2] = 0.02f;
    weft_collider_id box = add_collider(world, &def);
    const double m = 1.5 / 3;
    const double inertia[3] = {m * 0.13, m * 0.10, m * 0.05};
    double turned = 0;
    for (int i = 0; i < 600; i++) {
        run_steps(world, 1, TICK);
        weft_collider_def d = now(world, box);
        const double x = (double)d.orientation[0], y = (double)d.orientation[1],
                     z = (double)d.orientation[2], w = (double)d.orientation[3];
        const vec axes[3] = {{1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w)},
                             {2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w)},
                             {2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y)}};
        vec spin = {(double)d.angular_velocity[0], (double)d.angular_velocity[1],
                    (double)d.angular_velocity[2]},
            l = {0, 0, 0};
        for (int k = 0; k < 3; k++)
            l = add(l, scale(axes[k], inertia[k] * dot(axes[k], spin)));
        assert_close(distance(l, (vec){inertia[0] * 0.05, inertia[1] * 6, inertia[2] * 0.02}), 0,
                     1e-3);
        turned = fmin(turned, axes[1].y);
    }
    assert_at_most(turned, -0.9); /* it did turn over */
    weft_world_destroy(world);
}

/* ------------------------------------------------------------------ on what is at rest */

/* A plane through the origin that falls towards x. */
static vec slope(weft_world *world, double degrees, double friction)
{
    double a = degrees * PI / 180;
    add_plane(world, (vec){0, 0, 0}, (vec){sin(a), cos(a), 0}, friction);
    return (vec){sin(a), cos(a), 0};
}

/* From rest, down a slope: m/s^2. */
static double acceleration_down(const weft_collider_def *body, double degrees, double friction,
                                double height)
{
    weft_world *world = falling_world();
    vec n = slope(world, degrees, friction), down = {n.y, -n.x, 0};
    weft_collider_def def = *body;
    double half = degrees * PI / 360;
    def.orientation[2] = (float)-sin(half);
    def.orientation[3] = (float)cos(half);
    def.friction = (float)friction;
    for (int a = 0; a < 3; a++)
        def.position[a] = (float)(height * (double[]){n.x, n.y, n.z}[a]);
    weft_collider_id id = add_collider(world, &def);
    run_steps(world, 30, TICK);
    double before = dot(speed_of(world, id), down);
    run_steps(world, 30, TICK);
    double after = dot(speed_of(world, id), down);
    assert_close(dot(place_of(world, id), n), height, 1e-4);
    weft_world_destroy(world);
    return (after - before) / 0.5;
}

static void test_a_ball_rolls_and_a_box_slides(void **state)
{
    (void)state;
    weft_collider_def ball = ball_def(3, 0.2, (vec){0, 0, 0}),
                      box = box_def(3, (vec){0.2, 0.1, 0.15}, (vec){0, 0, 0});
    for (int degrees = 10; degrees <= 40; degrees += 10) {
        double s = sin(degrees * PI / 180), c = cos(degrees * PI / 180);
        /* a ball that rolls: 5/7 g sin; one that slides: Coulomb alone */
        assert_close(acceleration_down(&ball, degrees, 1, 0.2), GRAVITY * s * 5 / 7,
                     0.01 * GRAVITY);
        assert_close(acceleration_down(&ball, degrees, 0.02, 0.2), GRAVITY * (s - 0.02 * c),
                     0.005 * GRAVITY);
        double mu = 0.4, expected = GRAVITY * fmax(0, s - mu * c);
        assert_close(acceleration_down(&box, degrees, mu, 0.1), expected, 0.005 * GRAVITY);
    }
}

/* A height falls to e^2 of it. */
static void test_a_ball_bounces_by_its_restitution(void **state)
{
    (void)state;
    for (int i = 0; i <= 2; i++) {
        weft_world *world = falling_world();
        add_plane(world, (vec){0, 0, 0}, (vec){0, 1, 0}, 0.4);
        weft_collider_def def = ball_def(0.5, 0.1, (vec){0, 1.1, 0});
        def.restitution = 0.5f * (float)i;
        weft_collider_id ball = add_collider(world, &def);
        double top = 0, e = 0.5 * i;
        bool down = false;
        for (int tick = 0; tick < 60; tick++) {
            run_steps(world, 1, TICK);
            down = down || speed_of(world, ball).y >= 0;
            if (down)
                top = fmax(top, place_of(world, ball).y - 0.1);
            assert_at_least(place_of(world, ball).y, 0.1 - 0.006);
        }
        assert_close(top, e * e, 0.02);
        weft_world_destroy(world);
    }
}

/* Standing, lying, leaning: what is dropped comes to rest on the floor, not in it. */
static void test_bodies_come_to_rest_on_the_floor(void **state)
{
    (void)state;
    weft_world *world = falling_world();
    add_plane(world, (vec){0, 0, 0}, (vec){0, 1, 0}, 0.5);
    weft_collider_def def[3] = {box_def(1, (vec){0.1, 0.15, 0.2}, (vec){-1, 0.6, 0}),
                                box_def(1, (vec){0.1, 0.1, 0.1}, (vec){0, 0.6, 0}),
                                ball_def(1, 0.1, (vec){1, 0.6, 0})};
    def[2].shape = WEFT_CAPSULE;
    def[2].half[1] = 0.2f;
    weft_collider_id id[3];
    for (int i = 0; i < 3; i++) {
        def[i].friction = 0.5f;
        def[i].damping = 0.1f;
        def[i].orientation[0] = 0.3f, def[i].orientation[1] = 0.2f, def[i].orientation[2] = 0.4f;
        def[i].orientation[3] = (float)sqrt(1 - 0.29);
        id[i] = add_collider(world, &def[i]);
    }
    run_steps(world, 600, TICK);
    const double heights[3][3] = {{0.1, 0.15, 0.2}, {0.1, 0.1, 0.1}, {0.1, 0.1, 0.1}};
    for (int i = 0; i < 3; i++) {
        double y = place_of(world, id[i]).y, off = INFINITY;
        for (int k = 0; k < 3; k++)
            off = fmin(off, fabs(y - heights[i][k]));
        assert_close(off, 0, 2e-3);
        assert_at_most(fabs(speed_of(world, id[i]).y), 1e-3);
        if (i < 2)
            assert_at_most(length(speed_of(world, id[i])), 1e-3);
    }
    weft_world_destroy(world);
}

/* A box and a capsule across a thin pole; a fast ball at it; a ball into a ring would fall through. */
static void test_bodies_meet_thin_things(void **state)
{
    (void)state;
    weft_world *world = falling_world();
    weft_collider_def pole = weft_default_collider_def();
    pole.shape = WEFT_CAPSULE;
    pole.radius = 0.01f;
    pole.half[1] = 1;
    pole.position[1] = 1;
    pole.orientation[0] = pole.orientation[3] = (float)sqrt(0.5); /* along z */
    add_collider(world, &pole);
    weft_collider_def def = box_def(1, (vec){0.3, 0.02, 0.1}, (vec){0, 1.2, -0.7});
    weft_collider_id box = add_collider(world, &def);
    def = ball_def(1, 0.03, (vec){0, 1.2, 0});
    def.shape = WEFT_CAPSULE;
    def.half[1] = 0.3f;
    def.orientation[2] = def.orientation[3] = (float)sqrt(0.5); /* along x */
    weft_collider_id rod = add_collider(world, &def);
    def = ball_def(1, 0.02, (vec){-3, 1.0056, 0.7}); /* level when it is there */
    def.velocity[0] = 90;
    weft_collider_id fast = add_collider(world, &def);
    run_steps(world, 30, TICK);
    assert_close(place_of(world, box).y, 1.03, 2e-3);
    assert_close(place_of(world, rod).y, 1.04, 2e-3);
    assert_at_most(place_of(world, fast).x, 0);
    weft_world_destroy(world);
}

/* v1' = (m1 v1 + m2 v2 + m2 e (v2 - v1)) / (m1 + m2), v2' alike. */
static void check_impact(double m1, double m2, double v1, double v2, double e, double got1,
                         double got2)
{
    double sum = m1 * v1 + m2 * v2, tolerance = 1e-3 * fabs(v1 - v2);
    assert_close(got1, (sum + m2 * e * (v2 - v1)) / (m1 + m2), tolerance);
    assert_close(got2, (sum + m1 * e * (v1 - v2)) / (m1 + m2), tolerance);
    assert_close(m1 * got1 + m2 * got2, sum, 1e-6 * (m1 * fabs(v1) + m2 * fabs(v2)));
}

static void test_balls_meet_by_momentum_and_loss(void **state)
{
    (void)state;
    const double masses[] = {0.1, 1, 20};
    for (size_t i = 0; i < COUNT_OF(masses); i++)
        for (int k = 0; k <= 2; k++) {
            weft_settings s = bare_settings();
            s.substeps = 20;
            weft_world *world = make_world(&s);
            weft_collider_def a = ball_def(1, 0.1, (vec){-0.5, 0, 0}),
                              b = ball_def(masses[i], 0.15, (vec){0.5, 0, 0});
            a.velocity[0] = 3, b.velocity[0] = -1;
            a.restitution = b.restitution = 0.5f * (float)k;
            weft_collider_id ball = add_collider(world, &a), other = add_collider(world, &b);
            run_steps(world, 30, TICK);
            check_impact(1, masses[i], 3, -1, 0.5 * k, speed_of(world, ball).x,
                         speed_of(world, other).x);
            weft_world_destroy(world);
        }
}

/* ------------------------------------------------------------------ and cloth */

static void test_a_ball_and_a_particle_meet_by_momentum_and_loss(void **state)
{
    (void)state;
    const double masses[] = {0.01, 1, 100};
    for (size_t i = 0; i < COUNT_OF(masses); i++)
        for (int k = 0; k <= 2; k++) {
            weft_settings s = bare_settings();
            s.substeps = 20;
            weft_world *world = make_world(&s);
            weft_collider_def def = ball_def(masses[i], 0.1, (vec){-0.5, 0, 0});
            def.velocity[0] = 3;
            def.restitution = 0.5f * (float)k;
            weft_collider_id ball = add_collider(world, &def);
            weft_cloth_id cloth = add_particle(world, 1, (vec){0, 0, 0}, (vec){-1, 0, 0}, NULL);
            run_steps(world, 30, TICK);
            check_impact(masses[i], 1, 3, -1, 0.5 * k, speed_of(world, ball).x,
                         velocity_of(world, cloth, 0).x);
            weft_world_destroy(world);
        }
}

/* Off its middle, so that it turns too. */
static void test_a_ball_and_a_free_sheet_keep_their_momentum(void **state)
{
    (void)state;
    weft_settings s = bare_settings();
    s.substeps = 20;
    s.projection = WEFT_DIRECT;
    weft_world *world = make_world(&s);
    weft_sheet_def sheet = weft_default_sheet_def();
    sheet.columns = sheet.rows = 32;
    sheet.fabric = bare_fabric();
    sheet.fabric.friction = 1;
    sheet.origin[0] = sheet.origin[2] = -0.5f;
    sheet.origin[1] = 0;
    weft_cloth_id cloth = add_sheet(world, &sheet);
    weft_collider_def def = ball_def(0.3, 0.1, (vec){0.1, 0.3, 0.05});
    def.velocity[0] = 1, def.velocity[1] = -4;
    def.angular_velocity[2] = 20;
    def.friction = 1;
    weft_collider_id ball = add_collider(world, &def);
    run_steps(world, 30, TICK);
    weft_measure m = measure_of(world, cloth);
    vec p =
        add(scale(speed_of(world, ball), 0.3), (vec){m.momentum[0], m.momentum[1], m.momentum[2]});
    assert_close(distance(p, (vec){0.3, -1.2, 0}), 0, 3e-4);
    assert_at_most(m.momentum[1], -0.1); /* it was hit, and dragged along */
    assert_at_least(fabs(m.momentum[0]), 1e-3);
    weft_world_destroy(world);
}

/* Pinned all around, 1 m wide between the pins where it is taut: 1; less: it hangs through. */
static weft_cloth_id add_held_sheet(weft_world *world, int n, bool vertical, double taut)
{
    weft_sheet_def sheet = weft_default_sheet_def();
    sheet.columns = sheet.rows = n;
    sheet.origin[0] = sheet.origin[2] = -0.5f;
    sheet.origin[1] = 1;
    if (vertical) {
        sheet.origin[1] = 1.5f;
        sheet.origin[2] = 0;
        sheet.axis_v[1] = -1, sheet.axis_v[2] = 0;
    }
    weft_cloth_id cloth = add_sheet(world, &sheet);
    for (int p = 0; p < n * n; p++) {
        int r = p / n, c = p % n;
        if (r > 0 && r < n - 1 && c > 0 && c < n - 1)
            continue;
        vec at = position_of(world, cloth, p);
        if (taut < 1)
            place(world, cloth, p, (vec){taut * at.x, at.y, taut * at.z});
        assert_ok(weft_cloth_pin(world, cloth, p));
    }
    return cloth;
}

/* The sheet is before the ball, as far as the ball is over it. */
static void check_not_passed(const weft_world *world, weft_cloth_id cloth, weft_collider_id ball,
                             double radius)
{
    vec at = place_of(world, ball);
    for (int p = 0; p < 32 * 32; p++) {
        vec x = position_of(world, cloth, p);
        if (hypot(x.x - at.x, x.y - at.y) < 0.5 * radius)
            assert_at_most(x.z, at.z);
    }
}

/* direct's stands any ball; the others' cloth gives way to heavy and fast ones like rubber, until there is room
 * between its threads. */
static bool is_held(weft_projection projection, double speed, double mass)
{
    return projection == WEFT_DIRECT || mass * speed < 3;
}

static void test_a_ball_never_passes_a_held_sheet(void **state)
{
    (void)state;
    const float speeds[] = {5, 20, 50, 100};
    const double masses[] = {0.05, 0.5, 5};
#ifdef WEFT_SANITIZED
    const size_t kinds = 1;
#else
    const size_t kinds = COUNT_OF(masses);
#endif
    for (int projection = 0; projection < WEFT_PROJECTION_COUNT; projection++)
        for (size_t i = 0; i < COUNT_OF(speeds); i++)
            for (size_t k = 0; k < kinds; k++) {
                weft_settings s = weft_default_settings();
                s.projection = (weft_projection)projection;
                if (!is_held(s.projection, (double)speeds[i], masses[k]))
                    continue;
                weft_world *world = make_world(&s);
                weft_cloth_id cloth = add_held_sheet(world, 32, true, 1);
                weft_collider_def def = ball_def(masses[k], 0.08, (vec){0, 1, 0.6});
                def.velocity[2] = -speeds[i];
                weft_collider_id ball = add_collider(world, &def);
                for (int tick = 0; tick < 40; tick++) {
                    run_steps(world, 1, TICK);
                    check_not_passed(world, cloth, ball, 0.08);
                }
                assert_true(measure_of(world, cloth).finite);
                weft_world_destroy(world);
            }
}

/* In a net, the mean force on a ball at rest is its weight; on a weighed table, the cloth's. */
static void test_what_lies_weighs_what_it_weighs(void **state)
{
    (void)state;
    skip_if_sanitized();
    weft_settings s = weft_default_settings();
    weft_world *world = make_world(&s);
    add_held_sheet(world, 48, false, 0.8);
    weft_collider_def def = ball_def(1, 0.12, (vec){0.05, 1.15, 0});
    def.damping = 2;
    weft_collider_id ball = add_collider(world, &def);
    def = box_def(0, (vec){0.5, 0.1, 0.5}, (vec){3, 1, 0});
    def.weigh = true;
    weft_collider_id table = add_collider(world, &def);
    weft_sheet_def sheet = weft_default_sheet_def();
    sheet.columns = sheet.rows = 24;
    sheet.width = sheet.height = 0.6f;
    sheet.origin[0] = 2.7f, sheet.origin[1] = 1.11f, sheet.origin[2] = -0.3f;
    weft_cloth_id lying = add_sheet(world, &sheet);
    run_steps(world, 420, TICK);
    double on_ball = 0, on_table = 0;
    for (int i = 0; i < 60; i++) {
        float f[3];
        run_steps(world, 1, TICK);
        assert_ok(weft_collider_get_force(world, ball, f));
        on_ball += (double)f[1] / 60;
        assert_ok(weft_collider_get_force(world, table, f));
        on_table -= (double)f[1] / 60;
    }
    assert_close(on_ball, GRAVITY, 0.05 * GRAVITY);
    double weight = GRAVITY * measure_of(world, lying).mass;
    assert_close(on_table, weight, 0.05 * weight);
    assert_close(place_of(world, ball).y, 0.83, 0.02);
    assert_at_most(length(speed_of(world, ball)), 0.1);
    weft_world_destroy(world);
}

/* ------------------------------------------------------------------ attached */

static weft_cloth_id add_rope(weft_world *world, int rows, double length, vec top)
{
    weft_sheet_def def = weft_default_sheet_def();
    def.columns = 1;
    def.rows = rows;
    def.width = 0;
    def.height = (float)length;
    def.fabric = bare_fabric();
    def.origin[0] = (float)top.x, def.origin[1] = (float)top.y, def.origin[2] = (float)top.z;
    def.axis_v[1] = -1, def.axis_v[2] = 0;
    return add_sheet(world, &def);
}

/* Half a turn of the hanging ball takes half of 2 pi sqrt(l / g). */
static void test_a_ball_hangs_and_swings_on_a_rope(void **state)
{
    (void)state;
    weft_settings s = weft_default_settings();
    s.air_density = 0;
    weft_world *world = make_world(&s);
    weft_cloth_id rope = add_rope(world, 17, 1, (vec){0, 2, 0});
    assert_ok(weft_cloth_pin(world, rope, 0));
    weft_collider_def def = ball_def(2, 0.05, (vec){0, 1, 0});
    weft_collider_id ball = add_collider(world, &def);
    assert_ok(weft_cloth_attach(world, rope, 16, ball));
    assert_true(view_of(world, rope).flags[16] & WEFT_PARTICLE_ATTACHED);
    run_steps(world, 30, TICK);
    assert_close(place_of(world, ball).y, 1, 2e-3);
    assert_close(distance(position_of(world, rope, 16), place_of(world, ball)), 0, 1e-5);
    float push[3] = {0.2f, 0, 0}, none[3] = {0}, force[3];
    assert_ok(weft_collider_get_force(world, ball, force));
    assert_close((double)force[1], 2 * GRAVITY, 0.02 * 2 * GRAVITY);
    assert_ok(weft_collider_set_velocity(world, ball, push, none));
    int ticks = 0;
    while (ticks < 200 &&
           (ticks < 10 || speed_of(world, ball).x < 0 || place_of(world, ball).x > 0)) {
        run_steps(world, 1, TICK);
        ticks++;
        if (ticks > 10 && place_of(world, ball).x < 0)
            break;
    }
    assert_close(ticks * (double)TICK, PI * sqrt(1 / GRAVITY), 0.03);
    assert_at_most(measure_of(world, rope).stretch_max, 0.01);
    weft_world_destroy(world);
}

/* A bar on two ropes stays level, and what is let go falls with the speed that it had. */
static void test_a_bar_hangs_level_and_is_let_go(void **state)
{
    (void)state;
    weft_settings s = weft_default_settings();
    weft_world *world = make_world(&s);
    weft_sheet_def sheet = weft_default_sheet_def();
    sheet.columns = sheet.rows = 24;
    sheet.axis_v[1] = -1, sheet.axis_v[2] = 0;
    weft_cloth_id cloth = add_sheet(world, &sheet);
    weft_collider_def def = box_def(3, (vec){0.5, 0.02, 0.02}, (vec){0, 0.476, 0});
    weft_collider_id bar = add_collider(world, &def);
    for (int c = 0; c < 24; c++) {
        assert_ok(weft_cloth_pin(world, cloth, c));
        assert_ok(weft_cloth_attach(world, cloth, 23 * 24 + c, bar));
    }
    run_steps(world, 300, TICK);
    assert_close(place_of(world, bar).y, 0.476, 0.01);
    assert_close((double)now(world, bar).orientation[3], 1, 1e-4);
    assert_at_most(measure_of(world, cloth).stretch_max, 0.02);
    assert_at_most(length(speed_of(world, bar)), 0.02);
    for (int c = 0; c < 24; c++)
        assert_ok(weft_cloth_detach(world, cloth, 23 * 24 + c));
    run_steps(world, 12, TICK);
    assert_close(speed_of(world, bar).y, -GRAVITY * 0.2, 0.05);
    assert_false(view_of(world, cloth).flags[23 * 24] & WEFT_PARTICLE_ATTACHED);
    weft_world_destroy(world);
}

static void test_attached_cloth_keeps_its_momentum(void **state)
{
    (void)state;
    weft_settings s = bare_settings();
    s.substeps = 20;
    s.projection = WEFT_DIRECT;
    weft_world *world = make_world(&s);
    weft_cloth_id rope = add_rope(world, 9, 0.5, (vec){0, 0.5, 0});
    weft_collider_def def = box_def(0.1, (vec){0.1, 0.05, 0.05}, (vec){0, 0, 0});
    def.velocity[0] = 3, def.velocity[1] = -1;
    weft_collider_id box = add_collider(world, &def);
    assert_ok(weft_cloth_attach(world, rope, 8, box));
    run_steps(world, 60, TICK);
    weft_measure m = measure_of(world, rope);
    vec p =
        add(scale(speed_of(world, box), 0.1), (vec){m.momentum[0], m.momentum[1], m.momentum[2]});
    assert_close(distance(p, (vec){0.3, -0.1, 0}), 0, 3e-4);
    assert_at_least(fabs((double)now(world, box).angular_velocity[2]), 0.1);
    weft_world_destroy(world);
}

/* To what a hand moves, a pin that moves along; off by pins, holds and the collider's end; kept in a snapshot. */
static void test_cloth_goes_along_with_what_it_is_attached_to(void **state)
{
    (void)state;
    weft_settings s = weft_default_settings();
    weft_world *world = make_world(&s);
    weft_sheet_def sheet = weft_default_sheet_def();
    sheet.columns = sheet.rows = 16;
    weft_cloth_id cloth = add_sheet(world, &sheet);
    weft_collider_def def = box_def(0, (vec){0.5, 0.02, 0.02}, (vec){0, 1.5, -0.1});
    weft_collider_id rail = add_collider(world, &def);
    for (int c = 0; c < 16; c++)
        assert_ok(weft_cloth_attach(world, cloth, c, rail));
    size_t size = weft_world_snapshot_size(world);
    void *snapshot = malloc(size);
    vec start = position_of(world, cloth, 5);
    float to[3] = {0, 1.5f, -0.1f};
    for (int i = 1; i <= 60; i++) {
        to[0] = 0.05f * (float)i;
        assert_ok(weft_collider_set_target(world, rail, to, NULL));
        run_steps(world, 1, TICK);
        assert_close(distance(position_of(world, cloth, 5), add(start, (vec){0.05 * i, 0, 0})), 0,
                     1e-5);
        if (i == 30)
            assert_ok(weft_world_snapshot(world, snapshot, size));
    }
    assert_close(velocity_of(world, cloth, 5).x, 3, 1e-3);
    assert_at_most(measure_of(world, cloth).stretch_max, 0.05);
    assert_ok(weft_cloth_pin(world, cloth, 0));
    assert_int_equal(view_of(world, cloth).flags[0], WEFT_PARTICLE_PINNED);
    assert_ok(weft_cloth_hold(world, cloth, 1));
    assert_int_equal(view_of(world, cloth).flags[1], WEFT_PARTICLE_HELD);
    assert_result(weft_cloth_attach(world, cloth, 0, rail), WEFT_ERROR_ARGUMENT);
    assert_ok(weft_world_restore(world, snapshot, size));
    assert_int_equal(view_of(world, cloth).flags[0], WEFT_PARTICLE_ATTACHED);
    to[0] = 1.55f;
    assert_ok(weft_collider_set_target(world, rail, to, NULL));
    run_steps(world, 1, TICK);
    assert_close(distance(position_of(world, cloth, 5), add(start, (vec){1.55, 0, 0})), 0, 1e-5);
    assert_ok(weft_collider_destroy(world, rail));
    assert_int_equal(view_of(world, cloth).flags[5], 0);
    run_steps(world, 30, TICK);
    assert_at_most(position_of(world, cloth, 5).y, 1.4);
    free(snapshot);
    weft_world_destroy(world);
}

static void test_wrong_attachments_are_refused(void **state)
{
    (void)state;
    weft_world_def def = weft_default_world_def();
    weft_world *world;
    def.max_attachments = 2;
    assert_ok(weft_world_create(&def, &world));
    weft_sheet_def sheet = weft_default_sheet_def();
    sheet.columns = sheet.rows = 4;
    weft_cloth_id cloth = add_sheet(world, &sheet), gone = {9, 9};
    weft_collider_id ball = add_sphere(world, (vec){0, 0, 0}, 0.1, 0.4), none = {9, 9};
    assert_result(weft_cloth_attach(NULL, cloth, 0, ball), WEFT_ERROR_ARGUMENT);
    assert_result(weft_cloth_attach(world, cloth, -1, ball), WEFT_ERROR_ARGUMENT);
    assert_result(weft_cloth_attach(world, cloth, 16, ball), WEFT_ERROR_ARGUMENT);
    assert_result(weft_cloth_attach(world, gone, 0, ball), WEFT_ERROR_ID);
    assert_result(weft_cloth_attach(world, cloth, 0, none), WEFT_ERROR_ID);
    assert_result(weft_cloth_detach(NULL, cloth, 0), WEFT_ERROR_ARGUMENT);
    assert_result(weft_cloth_detach(world, gone, 0), WEFT_ERROR_ID);
    assert_result(weft_cloth_detach(world, cloth, 99), WEFT_ERROR_ARGUMENT);
    assert_ok(weft_cloth_detach(world, cloth, 3));
    assert_ok(weft_cloth_attach(world, cloth, 0, ball));
    assert_ok(weft_cloth_attach(world, cloth, 0, ball));
    assert_ok(weft_cloth_attach(world, cloth, 1, ball));
    assert_result(weft_cloth_attach(world, cloth, 2, ball), WEFT_ERROR_LIMIT);
    assert_int_equal(view_of(world, cloth).flags[2], 0);
    assert_ok(weft_cloth_detach(world, cloth, 0));
    assert_ok(weft_cloth_attach(world, cloth, 2, ball));
    weft_world_destroy(world);
}

/* ------------------------------------------------------------------ hands, state, arguments */

static void test_a_body_is_carried_and_thrown(void **state)
{
    (void)state;
    weft_world *world = falling_world();
    weft_collider_def def = ball_def(1, 0.1, (vec){0, 2, 0});
    weft_collider_id ball = add_collider(world, &def);
    float to[3] = {0, 2, 0};
    for (int i = 0; i < 10; i++) {
        to[0] += 0.05f;
        assert_ok(weft_collider_set_target(world, ball, to, NULL));
        run_steps(world, 1, TICK);
        assert_close(place_of(world, ball).x, (double)to[0], 1e-6);
        assert_close(place_of(world, ball).y, 2, 1e-6);
    }
    assert_close(speed_of(world, ball).x, 3, 1e-3);
    run_steps(world, 6, TICK);
    assert_close(place_of(world, ball).x, 0.5 + 0.3, 1e-3);
    assert_at_most(place_of(world, ball).y, 2 - 0.04);
    assert_ok(weft_collider_set_pose(world, ball, to, NULL));
    assert_close(length(speed_of(world, ball)), 0, 0);
    weft_world_destroy(world);
}

static uint64_t tumble(weft_world *world, int ticks)
{
    run_steps(world, ticks, TICK);
    return weft_world_hash(world);
}

/* Threads, a snapshot, and whether the cloth or the bodies were made first: the same bits. */
static void test_bodies_do_not_depend_on_threads_and_order(void **state)
{
    (void)state;
    uint64_t hash[3], again = 0;
    for (int i = 0; i < 3; i++) {
        weft_world *world = make_world_on(1 + i, WEFT_ISA_AUTO);
        weft_collider_def ball = ball_def(0.5, 0.1, (vec){0.1, 1.3, 0}),
                          box = box_def(0.4, (vec){0.06, 0.08, 0.1}, (vec){-0.15, 1.5, 0.1});
        if (i == 1)
            add_held_sheet(world, 48, false, 0.9);
        add_collider(world, &ball);
        add_collider(world, &box);
        if (i != 1)
            add_held_sheet(world, 48, false, 0.9);
        tumble(world, 30);
        size_t size = weft_world_snapshot_size(world);
        void *snapshot = malloc(size);
        assert_ok(weft_world_snapshot(world, snapshot, size));
        hash[i] = tumble(world, 40);
        assert_ok(weft_world_restore(world, snapshot, size));
        again = tumble(world, 40);
        assert_true(again == hash[i]);
        free(snapshot);
        weft_world_destroy(world);
    }
    assert_true(hash[0] == hash[1] && hash[0] == hash[2]);
}

/* A body that is far away, and one that rests, are seen in the hash, but change no particle. */
static void test_a_far_body_changes_no_particle(void **state)
{
    (void)state;
    vec at[2];
    for (int i = 0; i < 2; i++) {
        weft_settings s = weft_default_settings();
        weft_world *world = make_world(&s);
        weft_cloth_id cloth = add_held_sheet(world, 32, false, 1);
        weft_collider_def far = ball_def(1, 0.1, (vec){50, 500, 0});
        if (i == 1)
            add_collider(world, &far);
        run_steps(world, 60, TICK);
        at[i] = position_of(world, cloth, 500);
        weft_world_destroy(world);
    }
    assert_true(memcmp(&at[0], &at[1], sizeof at[0]) == 0);
}

static void test_a_body_that_runs_away_is_reported(void **state)
{
    (void)state;
    weft_world *world = falling_world();
    weft_collider_def def = ball_def(1, 0.1, (vec){0, -9999.9, 0});
    def.velocity[1] = -90;
    add_collider(world, &def);
    assert_result(weft_world_step(world, TICK), WEFT_ERROR_RUNAWAY);
    weft_world_destroy(world);
}

static void test_wrong_bodies_are_refused(void **state)
{
    (void)state;
    weft_world *world = falling_world();
    weft_collider_id id;
    const float masses[] = {-1, 1e-5f, 2e6f, NAN, INFINITY};
    for (size_t i = 0; i < COUNT_OF(masses); i++) {
        weft_collider_def def = ball_def(1, 0.1, (vec){0, 0, 0});
        def.mass = masses[i];
        assert_result(weft_collider_create(world, &def, &id), WEFT_ERROR_ARGUMENT);
    }
    const weft_shape fixed[] = {WEFT_PLANE, WEFT_FRUSTUM};
    for (size_t i = 0; i < COUNT_OF(fixed); i++) {
        weft_collider_def def = ball_def(1, 0.1, (vec){0, 0, 0});
        def.shape = fixed[i];
        assert_result(weft_collider_create(world, &def, &id), WEFT_ERROR_ARGUMENT);
    }
    const float dampings[] = {-1, 1001, NAN};
    for (size_t i = 0; i < COUNT_OF(dampings); i++) {
        weft_collider_def def = ball_def(1, 0.1, (vec){0, 0, 0});
        def.damping = dampings[i];
        assert_result(weft_collider_create(world, &def, &id), WEFT_ERROR_ARGUMENT);
    }
    float f[3];
    weft_collider_def def = ball_def(1, 0.1, (vec){0, 0, 0});
    id = add_collider(world, &def);
    assert_ok(weft_collider_get_force(world, id, f));
    assert_close((double)f[1], 0, 0);
    assert_result(weft_collider_get_force(world, id, NULL), WEFT_ERROR_ARGUMENT);
    assert_result(weft_collider_get_force(NULL, id, f), WEFT_ERROR_ARGUMENT);
    assert_ok(weft_collider_destroy(world, id));
    assert_result(weft_collider_get_force(world, id, f), WEFT_ERROR_ID);
    weft_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_body_falls_as_a_particle_does),
        cmocka_unit_test(test_a_spinning_box_keeps_its_angular_momentum),
        cmocka_unit_test(test_a_ball_rolls_and_a_box_slides),
        cmocka_unit_test(test_a_ball_bounces_by_its_restitution),
        cmocka_unit_test(test_bodies_come_to_rest_on_the_floor),
        cmocka_unit_test(test_bodies_meet_thin_things),
        cmocka_unit_test(test_balls_meet_by_momentum_and_loss),
        cmocka_unit_test(test_a_ball_and_a_particle_meet_by_momentum_and_loss),
        cmocka_unit_test(test_a_ball_and_a_free_sheet_keep_their_momentum),
        cmocka_unit_test(test_a_ball_never_passes_a_held_sheet),
        cmocka_unit_test(test_what_lies_weighs_what_it_weighs),
        cmocka_unit_test(test_a_ball_hangs_and_swings_on_a_rope),
        cmocka_unit_test(test_a_bar_hangs_level_and_is_let_go),
        cmocka_unit_test(test_attached_cloth_keeps_its_momentum),
        cmocka_unit_test(test_cloth_goes_along_with_what_it_is_attached_to),
        cmocka_unit_test(test_wrong_attachments_are_refused),
        cmocka_unit_test(test_a_body_is_carried_and_thrown),
        cmocka_unit_test(test_bodies_do_not_depend_on_threads_and_order),
        cmocka_unit_test(test_a_far_body_changes_no_particle),
        cmocka_unit_test(test_a_body_that_runs_away_is_reported),
        cmocka_unit_test(test_wrong_bodies_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
