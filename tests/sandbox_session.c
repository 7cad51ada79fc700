/* The session: its ticks do not depend on frames, it never runs after lost time, it comes back from a runaway, and what
 * a person changes takes effect without a jerk. */
#include "session.h"
#include "sandbox_support.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static void set(struct session *session, enum param_id id, double value)
{
    struct command command = command_set(id, value);
    session_command(session, &command);
}

static void ticks(struct session *session, int count)
{
    for (int i = 0; i < count; i++)
        session_tick(session);
}

static uint64_t hash(const struct session *session)
{
    return weft_world_hash(session_world(session));
}

/* The hash after 5 s of a flag in gusts, at frames of the given length, or of random ones for 0. Commands come at
 * fixed ticks, as a replay's do. */
static uint64_t hash_at_frame_time(double frame)
{
    struct session *session = open_scene("flag", 16, 12);
    uint32_t random = 3;
    while (session_ticks(session) < 300) {
        double elapsed = frame > 0 ? frame : next_random(&random) * 0.05;
        double left = 5.0 - (double)session_ticks(session) / 60 - session_alpha(session) / 60.0;
        session_advance(session,
                        session_ticks(session) > 290 && elapsed > left ? left + 1e-6 : elapsed);
    }
    assert_int_equal(session_ticks(session), 300);
    assert_true(session_dropped_seconds(session) == 0);
    uint64_t result = hash(session);
    session_destroy(session);
    return result;
}

static void frame_rates_do_not_matter(void **state)
{
    (void)state;
    static const double rates[] = {24, 30, 60, 144, 1000};
    uint64_t expected = hash_at_frame_time(1.0 / 60);
    for (size_t i = 0; i < COUNT_OF(rates); i++)
        assert_true(hash_at_frame_time(1.0 / rates[i]) == expected);
    assert_true(hash_at_frame_time(0) == expected);
}

static void simulated_time_follows_the_clock(void **state)
{
    (void)state;
    static const double rates[] = {24, 30, 59.94, 60, 75, 144, 1000};
    for (size_t i = 0; i < COUNT_OF(rates); i++) {
        struct session *session = open_scene("two", 0, 0);
        int frames = (int)(10 * rates[i]);
        for (int n = 0; n < frames; n++)
            session_advance(session, 1 / rates[i]);
        assert_close((double)session_ticks(session), 60 * frames / rates[i], 1.01);
        session_destroy(session);
    }
}

static void lost_time_is_dropped_and_counted(void **state)
{
    (void)state;
    struct session *session = open_scene("corners", 8, 8);
    assert_int_equal(session_advance(session, 5.0), SESSION_CATCH_UP_MAX);
    assert_close(session_dropped_seconds(session), 5.0 - 4.0 / 60, 1.0 / 60);
    assert_true(session_advance(session, 0.0) == 0);
    assert_true(session_advance(session, 1.0 / 60) <= 2);
    weft_measure measure = measure_of(session_world(session), session_cloth(session, 0));
    assert_true(measure.finite);
    session_destroy(session);
}

static void bad_times_do_nothing(void **state)
{
    (void)state;
    struct session *session = open_scene("corners", 8, 8);
    uint64_t before = hash(session);
    static const double times[] = {0, -1, -INFINITY, INFINITY, NAN, 1e-12};
    for (size_t i = 0; i < COUNT_OF(times); i++)
        assert_int_equal(session_advance(session, times[i]), 0);
    assert_true(hash(session) == before);
    session_destroy(session);
}

static void pause_and_one_step(void **state)
{
    (void)state;
    struct session *session = open_scene("corners", 8, 8);
    session_pause(session, true);
    assert_int_equal(session_advance(session, 1.0), 0);
    assert_int_equal(session_ticks(session), 0);
    session_tick(session);
    assert_int_equal(session_ticks(session), 1);
    assert_true(session_alpha(session) == 1.0f);
    /* a command shows at once, paused or not */
    struct command finer = {.kind = COMMAND_GRID, .columns = 9, .rows = 5};
    session_command(session, &finer);
    session_advance(session, 0);
    int columns, rows;
    session_grid(session, &columns, &rows);
    assert_int_equal(columns, 9);
    assert_int_equal(rows, 5);
    session_pause(session, false);
    assert_int_equal(session_advance(session, 1.0 / 60), 1);
    session_destroy(session);
}

static void slow_motion_is_slower_and_the_same(void **state)
{
    (void)state;
    struct session *fast = open_scene("corners", 8, 8), *slow = open_scene("corners", 8, 8);
    set(slow, PARAM_TIME_SCALE, 0.25);
    for (int i = 0; i < 240; i++) {
        session_advance(slow, 1.0 / 60);
        if (i % 4 == 0)
            session_advance(fast, 1.0 / 60);
    }
    assert_int_equal(session_ticks(slow), 60);
    assert_int_equal(session_ticks(fast), 60);
    assert_true(hash(slow) == hash(fast));
    session_destroy(fast);
    session_destroy(slow);
}

static void display_lies_between_two_ticks(void **state)
{
    (void)state;
    struct session *session = open_scene("corners", 4, 4);
    float before[48], after[48], between[48];
    ticks(session, 20);
    session_display(session, 0, 1, before, 12);
    session_tick(session);
    session_display(session, 0, 1, after, 12);
    session_display(session, 0, 0, between, 12);
    assert_memory_equal(between, before, sizeof between);
    session_display(session, 0, 0.5f, between, 12);
    for (int i = 0; i < 48; i++)
        assert_close(between[i], 0.5 * ((double)before[i] + after[i]), 1e-6);
    /* drawing does not change what is simulated */
    uint64_t now = hash(session);
    session_display(session, 0, 0.3f, between, 12);
    assert_true(hash(session) == now);
    session_destroy(session);
}

static void reset_gives_the_first_frame_back(void **state)
{
    (void)state;
    for (int scene = 0; scene < SCENE_COUNT; scene++) {
        struct session *session = open_scene(scene_table[scene].name, 12, 9);
        uint64_t first = hash(session);
        session_tick(session);
        uint64_t second = hash(session);
        set(session, PARAM_WIND, 1);
        set(session, PARAM_WIND_SPEED, 1e6);
        ticks(session, 60);
        struct command reset = command_simple(COMMAND_RESET),
                       defaults = command_simple(COMMAND_DEFAULTS);
        session_command(session, &reset);
        session_apply(session);
        assert_true(hash(session) == first);
        assert_true(session_params(session)->wind_speed == 1e6f); /* parameters stay */
        session_command(session, &defaults);
        session_apply(session);
        struct command finer = {.kind = COMMAND_GRID, .columns = 12, .rows = 9};
        session_command(session, &finer);
        session_apply(session);
        assert_true(hash(session) == first);
        session_tick(session);
        assert_true(hash(session) == second);
        session_destroy(session);
    }
}

static void scenes_keep_what_was_chosen(void **state)
{
    (void)state;
    struct session *session = open_scene("corners", 0, 0);
    set(session, PARAM_DAMPING, 0.7);
    struct command flag = command_row(COMMAND_SCENE, scene_find("flag"));
    session_command(session, &flag);
    session_apply(session);
    int columns, rows;
    session_grid(session, &columns, &rows);
    assert_int_equal(columns, 96);
    assert_true(session_params(session)->wind);            /* the scene's */
    assert_true(session_params(session)->damping == 0.7f); /* the person's */
    struct command corners = command_row(COMMAND_SCENE, scene_find("corners"));
    session_command(session, &corners);
    session_apply(session);
    assert_false(session_params(session)->wind);
    assert_true(session_params(session)->damping == 0.7f);
    session_destroy(session);
}

/* The largest acceleration of any particle after a change, against the mean of the largest before. */
static void stiffness_changes_without_a_jerk(void **state)
{
    (void)state;
    struct session *session = open_scene("flag", 16, 12);
    struct command soft = command_row(COMMAND_STIFFNESS, STIFFNESS_SOFT);
    session_command(session, &soft);
    ticks(session, 240);
    assert_true(session_active(session)->stiffness == stiffness_table[STIFFNESS_SOFT].stiffness);
    struct command stiff = command_row(COMMAND_STIFFNESS, STIFFNESS_STIFF);
    session_command(session, &stiff);
    double last = stiffness_table[STIFFNESS_SOFT].stiffness;
    int on_the_way = 0;
    for (int i = 0; i < 15; i++) {
        session_tick(session);
        double now = session_active(session)->stiffness;
        assert_true(now > last || isinf(now));
        on_the_way += isfinite(now);
        last = now;
        assert_true(isinf(session_params(session)->stiffness)); /* the panel shows where it goes */
    }
    assert_true(isinf(last));
    assert_int_equal(on_the_way, 14);
    session_destroy(session);
}

static void a_runaway_is_noticed_and_undone(void **state)
{
    (void)state;
    struct session *session = open_scene("corners", 8, 8);
    ticks(session, 60);
    /* A hand that is told to go on for ever cannot do it; a position set to nowhere can. */
    weft_world *world = (weft_world *)(uintptr_t)session_world(session);
    weft_cloth_id cloth = session_cloth(session, 0);
    static const float far_away[3] = {9.95e3f, 9e3f, 9e3f};
    weft_result result = weft_cloth_set_position(world, cloth, 0, far_away);
    assert_int_equal(result, WEFT_OK);
    static const float fast[3] = {1e4f, 0, 0};
    assert_ok(
        weft_cloth_set_velocity(world, cloth, 0, fast)); /* pinned: moves with its own velocity */
    unsigned before, after;
    session_message(session, &before);
    assert_false(session_tick(session));
    session_message(session, &after);
    assert_true(after > before);
    assert_non_null(strstr(session_message(session, NULL), "ran away"));
    assert_int_equal(session_runaways(session), 1);
    weft_measure measure = measure_of(session_world(session), session_cloth(session, 0));
    assert_true(measure.finite);
    assert_true(session_tick(session));
    session_destroy(session);
}

static void the_pair_shows_the_derivation(void **state)
{
    (void)state;
    struct session *session = open_scene("two", 0, 0);
    struct session_pair pair = session_get_pair(session);
    assert_true(pair.valid);
    assert_close(pair.mass[0], 1, 1e-6);
    assert_close(pair.mass[1], 9, 1e-5);
    assert_close(pair.k_prime, 1 - pow(1 - pair.k, 1.0 / pair.iterations), 1e-6);
    for (int i = 0; i < 20; i++) {
        float before = i ? session_get_pair(session).length : 0.6f;
        session_tick(session);
        pair = session_get_pair(session);
        assert_close(pair.ratio, 9, 0.01);
        assert_true(pair.length < before);
        assert_true(pair.correction[0][0] > 0 && pair.correction[1][0] < 0);
    }
    for (int i = 0; i < 600; i++) { /* never a wrong one, however little is left to correct */
        session_tick(session);
        pair = session_get_pair(session);
        assert_true(pair.ratio == 0.0f || fabsf(pair.ratio - 9) < 0.5f);
    }
    assert_true(pair.ratio == 0.0f);
    session_destroy(session);
    session = open_scene("corners", 4, 4);
    assert_false(session_get_pair(session).valid);
    session_destroy(session);
}

static void every_scene_runs_with_every_solver(void **state)
{
    (void)state;
    static const int grids[][2] = {{2, 2}, {3, 17}, {20, 20}};
    for (int scene = 0; scene < SCENE_COUNT; scene++)
        for (int solver = 0; solver < SOLVER_COUNT; solver++)
            for (size_t g = 0; g < COUNT_OF(grids); g++) {
                struct session *session =
                    open_scene(scene_table[scene].name, grids[g][0], grids[g][1]);
                struct command command = command_row(COMMAND_SOLVER, solver);
                session_command(session, &command);
                for (int i = 0; i < 200; i++)
                    if (!session_tick(session))
                        fail_msg("%s: %s", scene_table[scene].name, session_message(session, NULL));
                session_destroy(session);
            }
}

/* What a person reads is the name that the panel shows, not the one that files have. */
static void messages_have_the_panels_names(void **state)
{
    (void)state;
    struct session *session = open_scene("corners", 6, 6);
    struct command command = command_set(PARAM_WIND_SPEED, 5);
    session_command(session, &command);
    session_apply(session);
    assert_string_equal(session_message(session, NULL), "wind speed 5 m/s");
    for (int i = 0; i < PARAM_COUNT; i++) {
        double value = params_get(session_params(session), (enum param_id)i);
        command = command_set((enum param_id)i, value);
        session_command(session, &command);
        session_apply(session);
        if (strchr(session_message(session, NULL), '_'))
            fail_msg("%s", session_message(session, NULL));
    }
    session_destroy(session);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(frame_rates_do_not_matter),
        cmocka_unit_test(simulated_time_follows_the_clock),
        cmocka_unit_test(lost_time_is_dropped_and_counted),
        cmocka_unit_test(bad_times_do_nothing),
        cmocka_unit_test(pause_and_one_step),
        cmocka_unit_test(slow_motion_is_slower_and_the_same),
        cmocka_unit_test(display_lies_between_two_ticks),
        cmocka_unit_test(reset_gives_the_first_frame_back),
        cmocka_unit_test(scenes_keep_what_was_chosen),
        cmocka_unit_test(stiffness_changes_without_a_jerk),
        cmocka_unit_test(a_runaway_is_noticed_and_undone),
        cmocka_unit_test(the_pair_shows_the_derivation),
        cmocka_unit_test(messages_have_the_panels_names),
        cmocka_unit_test(every_scene_runs_with_every_solver),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
