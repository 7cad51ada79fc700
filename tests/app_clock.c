// app_clock.c: frames come at the display's pace, and ticks at their own, whatever the frames are.
#include "support.h"

#include "clock.h"
#include "session.h"

#include <math.h>

static void the_clock_is_steady_and_sleep_takes_time(void **state)
{
    (void)state;
    double before = clock_now(NULL), cpu = clock_cpu();
    clock_sleep(-1.0);
    clock_sleep(NAN);
    clock_sleep(0.03);
    double passed = clock_now(NULL) - before;
    assert_at_least(passed, 0.029);
    assert_at_most(clock_cpu() - cpu, passed); // sleeping is no work
}

// Swaps that take `drawing` seconds: the time that `frames` of them take, with the pace's sleep.
static double run_frames(struct pace *pace, double *now, double drawing, int frames)
{
    double before = *now;
    for (int i = 0; i < frames; i++) {
        *now += drawing;
        *now += pace_wait(pace, *now);
    }
    return *now - before;
}

static void a_swap_that_does_not_wait_is_slowed(void **state)
{
    (void)state;
    double now = 100.0;
    struct pace pace = pace_make(1.0 / 60.0, now);
    run_frames(&pace, &now, 0.001, 10);
    assert_true(pace.active);
    assert_close(run_frames(&pace, &now, 0.001, 600), 10.0, 1e-6);
}

static void a_swap_that_waits_is_left_alone(void **state)
{
    (void)state;
    double now = 100.0;
    struct pace pace = pace_make(1.0 / 60.0, now);
    assert_close(run_frames(&pace, &now, 1.0 / 60.0, 600), 10.0, 1e-6);
    assert_false(pace.active);
    assert_close(run_frames(&pace, &now, 0.040, 100), 4.0, 1e-6); // slow frames are not made slower
}

// After a slow frame there is nothing to catch up: the next ones come a period apart.
static void a_slow_frame_is_forgotten(void **state)
{
    (void)state;
    double now = 100.0;
    struct pace pace = pace_make(1.0 / 60.0, now);
    run_frames(&pace, &now, 0.001, 20);
    run_frames(&pace, &now, 5.0, 1);
    assert_close(run_frames(&pace, &now, 0.001, 60), 1.0, 1e-6);
}

static struct session *start(double tick_rate, double time_scale)
{
    char error[256];
    struct session_options options = session_default_options();
    options.scene = scene_find("two");
    settings_choose(&options.settings, PARAM_TICK_RATE, tick_rate);
    settings_choose(&options.settings, PARAM_TIME_SCALE, time_scale);
    settings_choose(&options.settings, PARAM_SUBSTEPS, 1);
    struct session *session = session_create(&options, error, sizeof error);
    assert_non_null(session);
    return session;
}

// Every rate of ticks at every rate of frames: a frame makes four ticks at most, the rest of its
// time is dropped, and all that passed is one or the other.
static void no_time_is_lost_uncounted(void **state)
{
    (void)state;
    static const double tick_rates[] = {10, 60, 240, 1000, 10000}, time_scales[] = {0.1, 1, 2},
                        frame_rates[] = {24, 30, 60, 144, 1000};
    for (size_t t = 0; t < COUNT_OF(tick_rates); t++)
        for (size_t s = 0; s < COUNT_OF(time_scales); s++)
            for (size_t f = 0; f < COUNT_OF(frame_rates); f++) {
                struct session *session = start(tick_rates[t], time_scales[s]);
                int most = 0; /* ticks in a frame */
                for (int i = 0; i < (int)frame_rates[f]; i++) {
                    int ticks = session_advance(session, 1.0 / frame_rates[f]);
                    most = ticks > most ? ticks : most;
                }
                double made = (double)session_ticks(session) / tick_rates[t];
                double dropped = time_scales[s] * session_dropped_seconds(session);
                assert_true(most <= SESSION_CATCH_UP_MAX);
                assert_close(made + dropped, time_scales[s], 1.01 / tick_rates[t]);
                if (time_scales[s] * tick_rates[t] <= SESSION_CATCH_UP_MAX * frame_rates[f])
                    assert_true(dropped == 0.0);
                session_destroy(session);
            }
}

static void a_stall_is_four_ticks(void **state)
{
    (void)state;
    struct session *session = start(60, 1);
    assert_int_equal(session_advance(session, 5.0), SESSION_CATCH_UP_MAX);
    assert_close(session_dropped_seconds(session), 5.0 - 4.0 / 60.0, 1.0 / 60.0);
    assert_true(session_advance(session, 0.0) == 0);
    session_destroy(session);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_clock_is_steady_and_sleep_takes_time),
        cmocka_unit_test(a_swap_that_does_not_wait_is_slowed),
        cmocka_unit_test(a_swap_that_waits_is_left_alone),
        cmocka_unit_test(a_slow_frame_is_forgotten),
        cmocka_unit_test(no_time_is_lost_uncounted),
        cmocka_unit_test(a_stall_is_four_ticks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
