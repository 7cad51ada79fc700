// app_pin_choice.c: which pin the pointer means: the nearest, rather one that is seen, rather the last one made.
#include "support.h"

#include "pin_choice.h"

static struct pin_seen pin(float x, float y, bool hidden, int made)
{
    return (struct pin_seen){x, y, x, y, hidden, made};
}

static void the_nearest_is_meant(void **state)
{
    (void)state;
    struct pin_seen pins[] = {pin(100, 100, false, 0), pin(115, 100, false, 0)};
    assert_int_equal(pin_choose(pins, 2, 103, 101, 1), 0);
    assert_int_equal(pin_choose(pins, 2, 112, 101, 1), 1);
    assert_int_equal(pin_choose(pins, 2, 134, 100, 1), 1);
    assert_int_equal(pin_choose(pins, 2, 136, 100, 1), -1); // too far
    assert_int_equal(pin_choose(pins, 2, 136, 100, 2), 1);  // not on a screen of twice the scale
    assert_int_equal(pin_choose(pins, 0, 100, 100, 1), -1);
}

static void one_that_is_seen_is_preferred(void **state)
{
    (void)state;
    struct pin_seen pins[] = {pin(100, 100, true, 0), pin(106, 100, false, 0)};
    assert_int_equal(pin_choose(pins, 2, 100, 100, 1), 1);
    assert_int_equal(pin_choose(pins, 2, 92, 100, 1), 1);
    pins[1].x = 115; // but the one right under the pointer is meant, seen or not
    assert_int_equal(pin_choose(pins, 2, 100, 100, 1), 0);
    assert_int_equal(pin_choose(pins, 1, 119, 100, 1), 0);
    assert_int_equal(pin_choose(pins, 1, 121, 100, 1), -1);
}

static void of_equals_the_last_one_is_meant(void **state)
{
    (void)state;
    for (int last = 0; last < 3; last++) {
        struct pin_seen pins[3];
        for (int i = 0; i < 3; i++)
            pins[i] = pin(100 + 0.1f * (float)i, 100, false, i == last ? 5 : i);
        assert_int_equal(pin_choose(pins, 3, 100, 100, 1), last);
        assert_int_equal(pin_choose(pins, 3, 112, 100, 1), last);
    }
}

// Made beyond reach: the pin is at (300, 200), the hand was at (400, 60).
static void the_newest_is_found_where_it_was_let_go(void **state)
{
    (void)state;
    struct pin_seen pins[] = {pin(300, 200, true, 2), pin(200, 200, false, 1),
                              pin(430, 60, false, 0)};
    pins[0].let_go_x = 400;
    pins[0].let_go_y = 60;
    assert_int_equal(pin_choose(pins, 3, 400, 60, 1), 0);
    assert_int_equal(pin_choose(pins, 3, 370, 90, 1), 0);
    assert_int_equal(pin_choose(pins, 3, 426, 60, 1), 2); // another one is nearer
    assert_int_equal(pin_choose(pins, 3, 300, 250, 1), 0);
    assert_int_equal(pin_choose(pins, 3, 300, 270, 1), -1);
    assert_int_equal(pin_choose(pins, 3, 215, 200, 1), 1);
    assert_int_equal(pin_choose(pins, 3, 200, 250, 1), -1); // only the newest is found from afar
    // It is gone: the one before it is the newest now.
    assert_int_equal(pin_choose(pins + 1, 2, 200, 250, 1), 0);
    assert_int_equal(pin_choose(pins + 1, 2, 370, 90, 1), -1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_nearest_is_meant),
        cmocka_unit_test(one_that_is_seen_is_preferred),
        cmocka_unit_test(of_equals_the_last_one_is_meant),
        cmocka_unit_test(the_newest_is_found_where_it_was_let_go),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
