/* What moves by itself in scenes, and the balls that are thrown: where they come to, what they do to cloth, that hands
 * hold them, and that a recording brings all of it back. */
#include "sandbox_support.h"

#include <math.h>
#include <string.h>

static void run_ticks(struct session *session, int count)
{
    for (int i = 0; i < count; i++)
        assert_true(session_tick(session));
}

static struct session_solid solid(const struct session *session, int collider)
{
    struct session_solid s;
    assert_true(session_get_solid(session, collider, 1, &s));
    return s;
}

static int solid_count(const struct session *session)
{
    struct session_solid s;
    int count = 0;
    while (session_get_solid(session, count, 1, &s))
        count++;
    return count;
}

static void throw(struct session * session, const float from[3], const float direction[3])
{
    struct command command = command_shoot(from, direction);
    session_command(session, &command);
    session_apply(session);
}

/* Up and down, each time a little less, and over the sheet all the time. */
static void a_trampoline_bounces_a_heavy_ball(void **state)
{
    (void)state;
    skip_if_sanitized();
    struct session *session = open_scene("trampoline", 0, 0);
    double height[3] = {1.5, 1.5, 1.5}, apex[3] = {1.5};
    int bounces = 0;
    for (int tick = 0; tick < 600; tick++) {
        run_ticks(session, 1);
        weft_collider_def ball = solid(session, 0).def;
        height[0] = height[1], height[1] = height[2], height[2] = (double)ball.position[1];
        assert_at_least(height[2], 0.12);
        assert_at_most(hypot((double)ball.position[0], (double)ball.position[2]), 0.6);
        if (tick > 10 && height[1] > height[0] && height[1] > height[2] && bounces < 2)
            apex[++bounces] = height[1];
    }
    assert_int_equal(bounces, 2);
    assert_at_least(apex[1], 0.72 + 0.4); /* of 0.78 m over the sheet */
    assert_at_most(apex[1], apex[0]);
    assert_at_most(apex[2], apex[1]);
    session_destroy(session);
}

static void a_net_catches_a_thrown_ball(void **state)
{
    (void)state;
    skip_if_sanitized();
    struct session *session = open_scene("net", 0, 0);
    run_ticks(session, 900);
    weft_collider_def ball = solid(session, 0).def;
    assert_at_most(hypot((double)ball.position[0], (double)ball.position[2]), 0.1);
    assert_close(ball.position[1], 0.58, 0.05);
    for (int a = 0; a < 3; a++)
        assert_close(ball.velocity[a], 0, 0.05);
    float force[3];
    double mean = 0;
    for (int i = 0; i < 60; i++) {
        run_ticks(session, 1);
        assert_ok(weft_collider_get_force(session_world(session),
                                          weft_world_collider(session_world(session), 0), force));
        mean += (double)force[1] / 60;
    }
    assert_close(mean, 0.5 * GRAVITY, 0.05 * 0.5 * GRAVITY);
    session_destroy(session);
}

/* Each comes back from the sheet, none is behind it. */
static void shots_are_stopped_by_the_sheet(void **state)
{
    (void)state;
    struct session *session = open_scene("shots", 0, 0);
    run_ticks(session, 90);
    for (int i = 0; i < 3; i++) {
        assert_at_least(solid(session, i).def.position[2], 0.1);
        assert_at_least(solid(session, i).def.velocity[2], 0.1);
    }
    session_destroy(session);
}

static void a_ring_holds_its_sheet(void **state)
{
    (void)state;
    struct session *session = open_scene("ring", 32, 32);
    run_ticks(session, 420);
    weft_measure m = measure_of(session_world(session), session_cloth(session, 0));
    assert_at_most(m.penetration_max, 0.005);
    assert_at_most(hypot(m.centre[0], m.centre[2]), 0.05);
    weft_cloth_view view;
    assert_ok(weft_cloth_get_view(session_world(session), session_cloth(session, 0), &view));
    double middle = (double)view.y[16 * view.pitch + 16];
    assert_at_most(middle, 0.53); /* below the ring's top, 0.55 m */
    assert_at_least(middle, 0.35);
    session_destroy(session);
}

/* The bar swings in the gusts, and the sheet keeps its length under it. */
static void a_banner_carries_its_bar(void **state)
{
    (void)state;
    skip_if_sanitized();
    struct session *session = open_scene("banner", 0, 0);
    double far = 0;
    for (int tick = 0; tick < 600; tick++) {
        run_ticks(session, 1);
        const weft_collider_def bar = solid(session, 0).def;
        const double away = hypot((double)bar.position[1] - 1.75, (double)bar.position[2]);
        far = fmax(far, fabs((double)bar.position[2]));
        assert_at_most(away, 1.02 + 0.02);
        assert_at_least(away, 0.9);
    }
    assert_at_least(far, 0.02);
    weft_measure m = measure_of(session_world(session), session_cloth(session, 0));
    assert_at_most(m.stretch_max, 0.03);
    session_destroy(session);
}

static double volume(const struct session *session)
{
    weft_cloth_id id = session_cloth(session, 0);
    static uint32_t t[3 * 4096];
    int count = weft_cloth_triangles(session_world(session), id, NULL);
    double sum = 0;
    assert_true(count <= 4096);
    weft_cloth_triangles(session_world(session), id, t);
    for (int i = 0; i < count; i++) {
        vec a = position_of(session_world(session), id, (int)t[3 * i]),
            b = position_of(session_world(session), id, (int)t[3 * i + 1]),
            c = position_of(session_world(session), id, (int)t[3 * i + 2]);
        sum += dot(a, cross(b, c)) / 6;
    }
    return sum;
}

/* In the air, on the floor and in the hand; without inflation it falls flat. */
static void a_balloon_keeps_its_volume(void **state)
{
    (void)state;
    skip_if_sanitized();
    struct session *session = open_scene("balloon", 0, 0);
    double first = volume(session);
    assert_close(first, 4.0 / 3 * PI * 0.027, 0.02 * first);
    for (int i = 0; i < 40; i++) {
        run_ticks(session, 6);
        assert_close(volume(session), 1.05 * first, 0.005 * first);
    }
    assert_at_least(measure_of(session_world(session), session_cloth(session, 0)).lowest, 0);
    struct command command = command_set(PARAM_INFLATION, 1.5);
    session_command(session, &command);
    run_ticks(session, 60);
    assert_close(volume(session), 1.5 * first, 0.01 * first);
    command = command_set(PARAM_INFLATION, 0);
    session_command(session, &command);
    run_ticks(session, 240);
    assert_at_most(volume(session), 0.6 * first);
    session_destroy(session);
}

static const float EYE[3] = {0.0f, 1.0f, 2.0f}, AHEAD[3] = {0.0f, 0.0f, -1.0f};

static void a_thrown_ball_moves_the_cloth(void **state)
{
    (void)state;
    struct session *session = open_scene("corners", 32, 32);
    run_ticks(session, 300);
    int before = solid_count(session);
    double still = measure_of(session_world(session), session_cloth(session, 0)).kinetic_energy;
    throw(session, EYE, AHEAD);
    assert_int_equal(solid_count(session), before + 1);
    struct session_solid ball = solid(session, before);
    assert_null(ball.object);
    assert_true(ball.body >= SESSION_SHOT_BODY);
    assert_close(ball.def.mass, 0.2, 1e-6);
    assert_close(ball.def.velocity[2], -10, 1e-5);
    run_ticks(session, 20);
    double moved = measure_of(session_world(session), session_cloth(session, 0)).kinetic_energy;
    assert_at_least(moved, still + 0.1);
    assert_at_least((double)solid(session, before).def.velocity[2], -9);
    struct command command = command_simple(COMMAND_RESET);
    session_command(session, &command);
    session_apply(session);
    assert_int_equal(solid_count(session), before);
    session_destroy(session);
}

/* Of many balls the oldest goes, also out of the hand that holds one. */
static void there_are_only_so_many_balls(void **state)
{
    (void)state;
    struct session *session = open_scene("corners", 16, 16);
    int before = solid_count(session);
    throw(session, EYE, AHEAD);
    struct command command = command_take(before, EYE);
    session_command(session, &command);
    session_apply(session);
    assert_true(session_get_grab(session).active);
    for (int i = 1; i < 3 * SESSION_SHOTS_MAX; i++) {
        const float from[3] = {0.3f * (float)(i % 8), 1.0f + 0.3f * (float)(i % 5), 3.0f};
        throw(session, from, AHEAD);
        run_ticks(session, 2);
        assert_int_equal(solid_count(session),
                         before + (i + 1 < SESSION_SHOTS_MAX ? i + 1 : SESSION_SHOTS_MAX));
        assert_true(session_get_grab(session).active == (i < SESSION_SHOTS_MAX));
    }
    assert_true(measure_of(session_world(session), session_cloth(session, 0)).finite);
    session_destroy(session);
}

/* Throws, picks one of them up, carries and tosses it, in a session that is recorded or replayed. */
static uint64_t play(const char *record)
{
    struct session_options options = session_default_options();
    options.scene = scene_find("net");
    options.columns = options.rows = 24;
    options.record = record;
    struct session *session = open_session(&options);
    run_ticks(session, 100);
    for (int i = 0; i < 3; i++) {
        const float from[3] = {0.0f, 1.6f, 1.5f},
                    way[3] = {0.1f * (float)i, 0.0f, -sqrtf(1.0f - 0.01f * (float)(i * i))};
        throw(session, from, way);
        run_ticks(session, 20);
    }
    const float *at = solid(session, 0).def.position;
    const float origin[3] = {at[0], at[1], at[2] + 2}, direction[3] = {0, 0, -1};
    int collider = -1;
    float away = 0;
    assert_true(session_pick_body(session, 1, origin, direction, &collider, &away));
    struct command command = command_take(collider, solid(session, collider).def.position);
    session_command(session, &command);
    for (int i = 0; i < 20; i++) {
        const float to[3] = {0.0f, 1.0f + 0.05f * (float)i, 0.0f};
        command = command_drag(to);
        session_command(session, &command);
        run_ticks(session, 1);
    }
    command = command_simple(COMMAND_RELEASE);
    session_command(session, &command);
    run_ticks(session, 2);
    assert_at_least(solid(session, collider).def.velocity[1], 2); /* it goes on upwards */
    run_ticks(session, 60);
    uint64_t hash = weft_world_hash(session_world(session));
    session_destroy(session);
    return hash;
}

static void a_replay_throws_the_same_balls(void **state)
{
    (void)state;
    const char *path = "sandbox_bodies.weft";
    uint64_t hash = play(path);
    assert_true(play(NULL) == hash);
    struct session_options options = session_default_options();
    options.replay = path;
    struct session *session = open_session(&options);
    while (session_get_replay(session).active)
        session_tick(session);
    assert_int_equal(session_get_replay(session).refused, 0);
    assert_int_equal(session_get_replay(session).mismatches, 0);
    assert_true(weft_world_hash(session_world(session)) == hash);
    session_destroy(session);
    remove(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_trampoline_bounces_a_heavy_ball),
        cmocka_unit_test(a_net_catches_a_thrown_ball),
        cmocka_unit_test(shots_are_stopped_by_the_sheet),
        cmocka_unit_test(a_ring_holds_its_sheet),
        cmocka_unit_test(a_banner_carries_its_bar),
        cmocka_unit_test(a_balloon_keeps_its_volume),
        cmocka_unit_test(a_thrown_ball_moves_the_cloth),
        cmocka_unit_test(there_are_only_so_many_balls),
        cmocka_unit_test(a_replay_throws_the_same_balls),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
