// app_slider.c: every slider of the parameter table reaches its ends, goes one way, and comes back.
#include "support.h"

#include "slider.h"

#include <math.h>

static bool has_slider(int id)
{
    return param_table[id].kind == PARAM_FLOAT || param_table[id].kind == PARAM_INT;
}

static void values_are_allowed_and_grow(void **state)
{
    (void)state;
    for (int id = 0; id < PARAM_COUNT; id++) {
        double last = -INFINITY;
        for (int i = 0; has_slider(id) && i <= 1000; i++) {
            char error[256];
            double value = slider_value((enum param_id)id, i / 1000.0);
            if (!param_check((enum param_id)id, value, error, sizeof error))
                fail_msg("place %g: %s", i / 1000.0, error);
            if (!(value >= last))
                fail_msg("%s falls at place %g", param_table[id].name, i / 1000.0);
            last = value;
        }
    }
}

static void a_value_comes_back_to_its_place(void **state)
{
    (void)state;
    for (int id = 0; id < PARAM_COUNT; id++) {
        for (int i = 0; has_slider(id) && i <= 100; i++) {
            double value = slider_value((enum param_id)id, i / 100.0);
            double again = slider_value((enum param_id)id, slider_place((enum param_id)id, value));
            if (again != value && !(fabs(again - value) <= 1e-9 * fabs(value)))
                fail_msg("%s: %.12g comes back as %.12g", param_table[id].name, value, again);
        }
    }
}

static void ends_are_the_tables(void **state)
{
    (void)state;
    for (int id = 0; id < PARAM_COUNT; id++) {
        const struct param_row *row = &param_table[id];
        if (!has_slider(id))
            continue;
        double right = slider_value((enum param_id)id, 1.0),
               left = slider_value((enum param_id)id, 0.0);
        assert_true(row->infinite ? isinf(right)
                                  : fabs(right - row->slider_max) < 1e-6 * row->slider_max);
        if (row->logarithmic && row->min <= 0.0)
            assert_true(left == 0.0);
        else
            assert_close(left, row->slider_min, 1e-6 * fabs(row->slider_min));
        // Beyond its ends a slider is at them.
        assert_close(
            slider_place((enum param_id)id, row->infinite ? INFINITY : 10 * row->slider_max), 1.0,
            1e-9);
        double low = slider_place((enum param_id)id, row->min);
        assert_true(low >= 0.0 && low <= 1.0);
        assert_true(slider_value((enum param_id)id, -3.0) == left);
        assert_true(slider_value((enum param_id)id, 3.0) == right);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_are_allowed_and_grow),
        cmocka_unit_test(a_value_comes_back_to_its_place),
        cmocka_unit_test(ends_are_the_tables),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
