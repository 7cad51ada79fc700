// app_panel_layout.c: when the panel has room, what it covers, where lines go, what is a double click.
#include "support.h"

#include "panel_layout.h"

static void small_windows_are_left_to_the_cloth(void **state)
{
    (void)state;
    static const struct {
        float width, height, scale;
        bool fits;
    } rows[] = {
        {1280, 720, 1, true},  {1024, 768, 1, true},  {1920, 1080, 1, true},   {640, 480, 1, false},
        {400, 300, 1, false},  {800, 600, 1, false},  {1280, 300, 1, false},   {1, 1, 1, false},
        {2560, 1440, 2, true}, {1280, 720, 2, false}, {1280, 720, 0.5f, true},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        assert_int_equal(panel_layout_fits(rows[i].width, rows[i].height, rows[i].scale),
                         rows[i].fits);
}

// At every size from 640 x 480 on the picture is beside the panel; a sliver is none.
static void the_panel_leaves_the_picture_room(void **state)
{
    (void)state;
    for (float scale = 1; scale <= 2; scale++) {
        for (float width = 640; width <= 3840; width += 20) {
            float covered = panel_layout_covers(width * scale, scale);
            assert_true(covered == (PANEL_LAYOUT_MARGIN + PANEL_LAYOUT_WIDTH) * scale);
            assert_at_least(width * scale - covered, 0.5 * covered);
        }
        assert_true(panel_layout_covers(400 * scale, scale) == 0);
        assert_true(panel_layout_covers(1, scale) == 0);
    }
}

// A line at the bottom is neither under the panel nor under the legend, and never too narrow to read.
static void lines_keep_out_of_the_way(void **state)
{
    (void)state;
    for (float width = 640; width <= 2000; width += 10) {
        for (int shown = 0; shown < 2; shown++) {
            float covered = shown ? panel_layout_covers(width, 1) : 0;
            struct panel_strip alone = panel_layout_strip(width, 1, covered, 0, 0);
            assert_true(alone.left == covered && alone.right == 0 && alone.above == 0);
            struct panel_strip strip = panel_layout_strip(width, 1, covered, 244, 72);
            assert_true(strip.left == covered);
            assert_true(strip.right >= 244 || strip.above > 72);
            assert_true(strip.right == 0 || strip.above == 0);
            assert_at_least(width - strip.left - strip.right, 300);
        }
    }
}

static void two_quick_presses_are_a_double_click(void **state)
{
    (void)state;
    struct panel_press press = {0};
    assert_false(panel_layout_press(&press, 0.1, 50, 50, 1)); // nothing was pressed before
    assert_true(panel_layout_press(&press, 0.3, 52, 49, 1));
    assert_false(panel_layout_press(&press, 0.4, 52, 49, 1)); // a third begins anew
    assert_true(panel_layout_press(&press, 0.5, 52, 49, 1));
    assert_false(panel_layout_press(&press, 1.0, 50, 50, 1));
    assert_false(panel_layout_press(&press, 1.5, 50, 50, 1)); // too late
    assert_false(panel_layout_press(&press, 1.6, 58, 50, 1)); // too far
    assert_true(panel_layout_press(&press, 1.7, 66, 50, 2));  // not on a screen of twice the scale
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_windows_are_left_to_the_cloth),
        cmocka_unit_test(the_panel_leaves_the_picture_room),
        cmocka_unit_test(lines_keep_out_of_the_way),
        cmocka_unit_test(two_quick_presses_are_a_double_click),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
