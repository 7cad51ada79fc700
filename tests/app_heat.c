/* The strain view's scale: wide enough at once, narrower only after a while, readable for any cloth. */
#include "support.h"

#include "heat.h"

#include <math.h>

enum { COUNT = 1000 };

static float next_range(struct heat *heat, const float values[COUNT])
{
    int beyond[HEAT_STEPS] = {0};
    heat_count(values, COUNT, sizeof *values, beyond);
    heat_follow(heat, beyond, COUNT);
    return heat->range;
}

static void fill(float values[COUNT], float strain)
{
    for (int i = 0; i < COUNT; i++)
        values[i] = i % 2 ? strain : -strain;
}

static void the_first_scale_fits(void **state)
{
    (void)state;
    static const float strains[][2] = {{0, 1e-4f},      {9e-5f, 1e-4f},  {2e-4f, 3e-4f},
                                       {0.009f, 0.01f}, {0.011f, 0.03f}, {0.25f, 0.3f},
                                       {0.9f, 1},       {35, 1}};
    for (size_t i = 0; i < COUNT_OF(strains); i++) {
        float values[COUNT];
        struct heat heat = {0};
        fill(values, strains[i][0]);
        assert_close(next_range(&heat, values), strains[i][1], 0);
    }
}

/* A few that are pulled at do not make all the others white; a hundredth does. */
static void a_few_do_not_count(void **state)
{
    (void)state;
    float values[COUNT];
    struct heat heat = {0};
    fill(values, 5e-4f);
    for (int i = 0; i < 9; i++)
        values[100 * i] = 0.5f;
    assert_close(next_range(&heat, values), 1e-3f, 0);
    values[7] = 0.5f;
    assert_close(next_range(&heat, values), 1, 0);
}

static void it_widens_at_once_and_narrows_after_a_while(void **state)
{
    (void)state;
    float values[COUNT];
    struct heat heat = {0};
    fill(values, 2e-4f);
    next_range(&heat, values);
    fill(values, 0.02f);
    assert_close(next_range(&heat, values), 0.03f, 0);
    for (int i = 0; i < 10 * HEAT_CALM_FRAMES; i++) { /* to and fro: it stays */
        fill(values, i % 20 ? 2e-4f : 0.02f);
        assert_close(next_range(&heat, values), 0.03f, 0);
    }
    fill(values, 2e-4f);
    int frames = 0;
    while (next_range(&heat, values) > 0.01f)
        assert_in_range(++frames, 1, HEAT_CALM_FRAMES);
    assert_close(heat.range, 3e-4f, 0);
    assert_at_least(frames, HEAT_CALM_FRAMES - 20);
}

static void no_cloth_and_no_number_have_a_scale(void **state)
{
    (void)state;
    int beyond[HEAT_STEPS] = {0};
    struct heat heat = {0};
    heat_follow(&heat, beyond, 0);
    assert_close(heat.range, 1e-4f, 0);
    const float nan = NAN;
    heat_count(&nan, 1, sizeof nan, beyond);
    heat_follow(&heat, beyond, 1);
    assert_true(isfinite(heat.range));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_scale_fits),
        cmocka_unit_test(a_few_do_not_count),
        cmocka_unit_test(it_widens_at_once_and_narrows_after_a_while),
        cmocka_unit_test(no_cloth_and_no_number_have_a_scale),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
