// app_panel_text.c: what the panel says: figures that fit their column, units, the hint.
#include "support.h"

#include "panel_text.h"

#include <math.h>
#include <string.h>

static void percents(void **state)
{
    (void)state;
    static const struct {
        double part;
        const char *text;
    } rows[] = {
        {0.0, "0"},          {1e-9, "0"},       {1.02e-6, "0.0001"}, {1.02e-5, "0.001"},
        {1.24e-5, "0.0012"}, {7.3e-4, "0.073"}, {0.0389, "3.9"},     {0.5, "50"},
        {1.0, "100"},        {12.0, "1200"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[16];
        panel_text_percent(rows[i].part, text, sizeof text);
        assert_string_equal(text, rows[i].text);
    }
}

static void units_are_as_people_write_them(void **state)
{
    (void)state;
    static const struct {
        enum param_id id;
        double value;
        const char *text;
    } rows[] = {
        {PARAM_GRAVITY, 9.81, "9.81 m/s²"},    {PARAM_WIND_DIRECTION, -20, "-20°"},
        {PARAM_TICK_RATE, 60, "60 / s"},       {PARAM_AREAL_DENSITY, 0.2, "0.2 kg/m²"},
        {PARAM_AIR_DENSITY, 1.2, "1.2 kg/m³"}, {PARAM_WIND_SPEED, 4, "4 m/s"},
        {PARAM_STIFFNESS, INFINITY, "inf"},    {PARAM_GUST, 0.5, "0.5"},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        char text[32];
        panel_text_value(rows[i].id, rows[i].value, text, sizeof text);
        assert_string_equal(text, rows[i].text);
    }
    for (int id = 0; id < PARAM_COUNT; id++) {
        char text[32];
        panel_text_value((enum param_id)id, param_table[id].preset, text, sizeof text);
        assert_null(strchr(text, '^'));
        panel_text_name(param_table[id].name, text, sizeof text);
        assert_null(strchr(text, '_'));
    }
}

static void errors_name_what_the_panel_shows(void **state)
{
    (void)state;
    char error[256], text[256];
    double value;
    assert_false(param_parse(PARAM_AIR_DENSITY, "-1", &value, error, sizeof error));
    panel_text_error(PARAM_AIR_DENSITY, error, text, sizeof text);
    assert_int_equal(strncmp(text, "air density is -1: allowed is 0 to", 34), 0);
    assert_false(param_parse(PARAM_AIR_DENSITY, "a_b", &value, error, sizeof error));
    panel_text_error(PARAM_AIR_DENSITY, error, text, sizeof text);
    assert_int_equal(strncmp(text, "air density is 'a_b': allowed is 0 to", 37), 0);
    panel_text_error(PARAM_AIR_DENSITY, "something_else", text, sizeof text);
    assert_string_equal(text, "something_else");
}

static void the_hint_names_what_is_there(void **state)
{
    (void)state;
    for (int scene = 0; scene < SCENE_COUNT; scene++) {
        char text[PANEL_LINE_MAX];
        bool sticks = scene == scene_find("two");
        panel_text_hint(scene, true, text, sizeof text);
        assert_true((strstr(text, "cloth") != NULL) == !sticks);
        assert_true((strstr(text, "wind") != NULL) == !sticks);
        assert_null(strstr(text, "panel"));
        panel_text_hint(scene, false, text, sizeof text);
        assert_non_null(strstr(text, "panel"));
        assert_true(strlen(text) < sizeof text - 1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(percents),
        cmocka_unit_test(units_are_as_people_write_them),
        cmocka_unit_test(errors_name_what_the_panel_shows),
        cmocka_unit_test(the_hint_names_what_is_there),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
