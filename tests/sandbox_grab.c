/* The hand: it follows the pointer, keeps to what the pins allow, and no jump of the pointer breaks the cloth. */
#include "sandbox_support.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static struct session *hanging(void)
{
    struct session_options options = session_default_options();
    options.columns = options.rows = 17;
    options.keep_previous = true;
    settings_choose(&options.settings, PARAM_DAMPING, 5);
    struct session *session = open_session(&options);
    for (int i = 0; i < 240; i++)
        session_tick(session);
    return session;
}

/* Grabs what a ray from the viewer through the cloth's lower middle hits; its point. */
static vec grab_middle(struct session *session)
{
    vec p = position_of(session_world(session), session_cloth(session, 0), 14 * 17 + 8);
    float origin[3] = {(float)p.x, (float)p.y, 3}, direction[3] = {0, 0, -1};
    weft_hit hit;
    int cloth;
    assert_true(session_pick(session, session_alpha(session), origin, direction, &hit, &cloth));
    assert_int_equal(cloth, 0);
    struct command command = command_grab(cloth, &hit, 0);
    session_command(session, &command);
    session_apply(session);
    struct session_grab grab = session_get_grab(session);
    assert_true(grab.active && grab.count >= 3);
    return (vec){hit.point[0], hit.point[1], hit.point[2]};
}

static void drag_to(struct session *session, double x, double y, double z, int ticks)
{
    const float target[3] = {(float)x, (float)y, (float)z};
    struct command command = command_drag(target);
    session_command(session, &command);
    for (int i = 0; i < ticks; i++)
        session_tick(session);
}

static void the_cloth_follows_the_pointer(void **state)
{
    (void)state;
    struct session *session = hanging();
    grab_middle(session);
    drag_to(session, 0.1, 1.0, 0.4, 30);
    struct session_grab grab = session_get_grab(session);
    assert_false(grab.out_of_reach);
    assert_close(grab.point[0], 0.1, 1e-4);
    assert_close(grab.point[2], 0.4, 1e-4);
    /* the held particles are at their offsets, and at rest */
    vec p = position_of(session_world(session), session_cloth(session, 0), grab.particles[0]);
    assert_close(p.z, 0.4, 0.1);
    vec v = velocity_of(session_world(session), session_cloth(session, 0), grab.particles[0]);
    assert_close(length(v), 0, 1e-3);
    session_destroy(session);
}

static void a_release_keeps_the_speed(void **state)
{
    (void)state;
    struct session *session = hanging();
    vec start = grab_middle(session);
    int particle = session_get_grab(session).particles[0];
    drag_to(session, 0.0, 1.0, 0.2, 30);
    for (int i = 1; i <= 6; i++) /* 2 m/s */
        drag_to(session, 0.0, 1.0, 0.2 + i * 2.0 / 60, 1);
    struct command release = command_simple(COMMAND_RELEASE);
    session_command(session, &release);
    session_apply(session);
    assert_false(session_get_grab(session).active);
    vec v = velocity_of(session_world(session), session_cloth(session, 0), particle);
    assert_close(v.z, 2, 0.05);
    assert_true(view_of(session_world(session), session_cloth(session, 0)).inverse_mass[0] ==
                0); /* a pin stays */
    (void)start;
    session_destroy(session);
}

static void shift_leaves_it_pinned(void **state)
{
    (void)state;
    struct session *session = hanging();
    grab_middle(session);
    int particle = session_get_grab(session).particles[0];
    drag_to(session, 0.1, 1.0, 0.3, 30);
    vec there = position_of(session_world(session), session_cloth(session, 0), particle);
    struct command release = {.kind = COMMAND_RELEASE, .pin = true};
    session_command(session, &release);
    for (int i = 0; i < 60; i++)
        session_tick(session);
    vec after = position_of(session_world(session), session_cloth(session, 0), particle);
    assert_true(length(sub(after, there)) == 0);
    struct session_pin pins[SESSION_PINS_MAX];
    assert_int_equal(session_get_pins(session, pins),
                     1); /* the scene's corners are none of these */
    assert_int_equal(pins[0].particle, particle);
    assert_close(pins[0].let_go[2], 0.3, 1e-6);
    struct command unpin = {.kind = COMMAND_UNPIN, .particles = {particle}};
    session_command(session, &unpin);
    for (int i = 0; i < 60; i++)
        session_tick(session);
    after = position_of(session_world(session), session_cloth(session, 0), particle);
    assert_true(length(sub(after, there)) > 0.05);
    assert_int_equal(session_get_pins(session, pins), 0);
    session_destroy(session);
}

/* In the order in which they were made; a new world has none; of too many the oldest are forgotten. */
static void pins_by_hand_are_remembered(void **state)
{
    (void)state;
    struct session *session = hanging();
    struct session_pin pins[SESSION_PINS_MAX];
    struct command pin = {.kind = COMMAND_PIN};
    static const int order[] = {40, 8, 40, 60};
    for (int i = 0; i < 4; i++) {
        pin.particles[0] = order[i];
        session_command(session, &pin);
        session_tick(session);
    }
    assert_int_equal(session_get_pins(session, pins), 3);
    assert_int_equal(pins[0].particle, 8);
    assert_int_equal(pins[1].particle, 40);
    assert_int_equal(pins[2].particle, 60);
    vec at = position_of(session_world(session), session_cloth(session, 0), 60);
    assert_close(pins[2].let_go[1], at.y, 1e-6);
    assert_true(pins[1].ticks < pins[2].ticks);
    for (int i = 0; i < SESSION_PINS_MAX; i++) {
        pin.particles[0] = 100 + i;
        session_command(session, &pin);
    }
    session_apply(session);
    assert_int_equal(session_get_pins(session, pins), SESSION_PINS_MAX);
    assert_int_equal(pins[0].particle, 100);
    struct command reset = {.kind = COMMAND_RESET};
    session_command(session, &reset);
    session_apply(session);
    assert_int_equal(session_get_pins(session, pins), 0);
    session_destroy(session);
}

static void out_of_reach_is_not_followed(void **state)
{
    (void)state;
    struct session *session = hanging();
    grab_middle(session);
    drag_to(session, 0, 1.0, 50, 120);
    struct session_grab grab = session_get_grab(session);
    assert_true(grab.out_of_reach);
    assert_close(grab.target[2], 50, 1e-6);
    /* no held particle is further from a pin than the cloth between them */
    for (int i = 0; i < grab.count; i++) {
        vec p = position_of(session_world(session), session_cloth(session, 0), grab.particles[i]);
        int row = grab.particles[i] / 17, column = grab.particles[i] % 17;
        for (int pin = 0; pin < 17; pin += 16) {
            vec q = position_of(session_world(session), session_cloth(session, 0), pin);
            double cells = hypot(row, column - pin);
            assert_at_most(length(sub(p, q)), cells / 16 * 1.002);
        }
    }
    weft_measure measure = measure_of(session_world(session), session_cloth(session, 0));
    assert_true(measure.finite);
    assert_at_most(measure.stretch_mean, 0.05);
    session_destroy(session);
}

/* Cloth that hangs a little beyond its reach is not snatched back when it is taken. */
static void a_grab_alone_is_gentle(void **state)
{
    (void)state;
    struct session *session = hanging();
    vec start = grab_middle(session);
    for (int i = 0; i < 60; i++) {
        struct session_grab before = session_get_grab(session);
        session_tick(session);
        struct session_grab now = session_get_grab(session);
        for (int axis = 0; axis < 3; axis++)
            assert_close(now.point[axis], before.point[axis], 0.003);
    }
    vec end = {session_get_grab(session).point[0], session_get_grab(session).point[1],
               session_get_grab(session).point[2]};
    assert_at_most(length(sub(end, start)), 0.05);
    session_destroy(session);
}

static void jumps_break_nothing(void **state)
{
    (void)state;
    struct session *session = hanging();
    grab_middle(session);
    uint32_t random = 5;
    for (int i = 0; i < 120; i++) {
        drag_to(session, 4 * next_random(&random) - 2, 3 * next_random(&random),
                4 * next_random(&random) - 2, 1);
        struct session_grab grab = session_get_grab(session);
        vec v = velocity_of(session_world(session), session_cloth(session, 0), grab.particles[0]);
        assert_at_most(length(v), SESSION_GRAB_SPEED * 1.01);
        weft_measure measure = measure_of(session_world(session), session_cloth(session, 0));
        assert_true(measure.finite);
    }
    assert_int_equal(session_runaways(session), 0);
    struct command release = command_simple(COMMAND_RELEASE);
    session_command(session, &release);
    for (int i = 0; i < 300; i++)
        session_tick(session);
    assert_at_most(measure_of(session_world(session), session_cloth(session, 0)).kinetic_energy,
                   0.2);
    session_destroy(session);
}

static void sticks_can_be_grabbed_too(void **state)
{
    (void)state;
    struct session *session = open_scene("two", 0, 0);
    float origin[3] = {-0.3f, 1.0f, 2.0f}, direction[3] = {0, 0, -1};
    weft_hit hit;
    int cloth;
    assert_true(session_pick(session, 1, origin, direction, &hit, &cloth));
    struct command command = command_grab(cloth, &hit, 0);
    session_command(session, &command);
    drag_to(session, -0.3, 1.3, hit.point[2], 120);
    vec p = position_of(session_world(session), session_cloth(session, 0), 0);
    assert_close(p.y, 1.3, 0.05);
    session_destroy(session);
}

static void hands_that_hold_nothing_do_nothing(void **state)
{
    (void)state;
    struct session *session = hanging();
    uint64_t before = weft_world_hash(session_world(session));
    struct command commands[] = {
        command_simple(COMMAND_RELEASE),
        {.kind = COMMAND_DRAG, .point = {1, 1, 1}},
        {.kind = COMMAND_GRAB, .cloth = 7},
        {.kind = COMMAND_GRAB, .particles = {0, 1, 1000000}},
        {.kind = COMMAND_PIN, .particles = {1000000}},
        {.kind = COMMAND_UNPIN, .cloth = 3},
    };
    for (size_t i = 0; i < COUNT_OF(commands); i++)
        session_command(session, &commands[i]);
    session_apply(session);
    assert_true(weft_world_hash(session_world(session)) == before);
    assert_false(session_get_grab(session).active);
    session_destroy(session);
}

/* Takes the table by its foot, in a session that is recorded or replayed, and carries it away: its cloth
 * goes along, and a replay comes to the same bits. */
static uint64_t carry_table(const char *record)
{
    struct session_options options = session_default_options();
    options.scene = scene_find("tablecloth");
    options.columns = options.rows = 24;
    options.record = record;
    struct session *session = open_session(&options);
    for (int i = 0; i < 90; i++)
        session_tick(session);
    const float origin[3] = {0.1f, 0.015f, 3}, direction[3] = {0, 0, -1};
    int collider = -1;
    float away = 0;
    assert_true(session_pick_body(session, 1, origin, direction, &collider, &away));
    assert_int_equal(collider, 2);
    const float point[3] = {0.1f, 0.015f, 3 - away};
    struct command command = command_take(collider, point);
    session_command(session, &command);
    session_apply(session);
    struct session_grab grab = session_get_grab(session);
    assert_true(grab.active && grab.body == 1 && grab.count == 0);
    double before = measure_of(session_world(session), session_cloth(session, 0)).centre[0];
    for (int i = 1; i <= 60; i++) /* and down, where the floor is */
        drag_to(session, 0.1 + 0.4 * i / 60, -0.5, 3 - away, 1);
    command = command_simple(COMMAND_RELEASE);
    session_command(session, &command);
    for (int i = 0; i < 30; i++)
        session_tick(session);
    assert_false(session_get_grab(session).active);
    struct session_solid top, foot;
    assert_true(session_get_solid(session, 0, 1, &top) && session_get_solid(session, 2, 1, &foot));
    assert_close(top.def.position[0], 0.4, 1e-5);
    assert_close(foot.def.position[0], 0.4, 1e-5);
    assert_close(foot.def.position[1], 0.01, 1e-5);
    double after = measure_of(session_world(session), session_cloth(session, 0)).centre[0];
    assert_close(after - before, 0.4, 0.03);
    uint64_t hash = weft_world_hash(session_world(session));
    session_destroy(session);
    return hash;
}

static void a_table_is_carried_and_takes_its_cloth_along(void **state)
{
    (void)state;
    const char *path = "sandbox_grab_table.weft";
    uint64_t hash = carry_table(path);
    struct session_options options = session_default_options();
    options.replay = path;
    struct session *session = open_session(&options);
    while (session_get_replay(session).active)
        session_tick(session);
    struct session_replay replay = session_get_replay(session);
    assert_true(replay.hashes > 0);
    assert_int_equal(replay.mismatches + replay.refused, 0);
    assert_int_equal(weft_world_hash(session_world(session)), hash);
    session_destroy(session);
    remove(path);
}

/* The floor and what is not there cannot be taken. */
static void what_cannot_be_moved_is_refused(void **state)
{
    (void)state;
    struct session_options options = session_default_options();
    options.scene = scene_find("ball");
    options.columns = options.rows = 5;
    struct session *session = open_session(&options);
    for (int collider = 1; collider < 3; collider++) {
        struct command command = command_take(collider, (float[3]){0, 0, 0});
        session_command(session, &command);
        session_apply(session);
        assert_false(session_get_grab(session).active);
        assert_non_null(strstr(session_message(session, NULL), "take"));
    }
    session_destroy(session);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_cloth_follows_the_pointer),
        cmocka_unit_test(a_release_keeps_the_speed),
        cmocka_unit_test(shift_leaves_it_pinned),
        cmocka_unit_test(pins_by_hand_are_remembered),
        cmocka_unit_test(out_of_reach_is_not_followed),
        cmocka_unit_test(a_grab_alone_is_gentle),
        cmocka_unit_test(jumps_break_nothing),
        cmocka_unit_test(sticks_can_be_grabbed_too),
        cmocka_unit_test(hands_that_hold_nothing_do_nothing),
        cmocka_unit_test(a_table_is_carried_and_takes_its_cloth_along),
        cmocka_unit_test(what_cannot_be_moved_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
