/* The parameter table: its rows make sense, values are read strictly and in any locale, ramps end where they should. */
#include "params.h"
#include "support.h"

#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static void every_row_is_whole(void **state)
{
    (void)state;
    for (int i = 0; i < PARAM_COUNT; i++) {
        const struct param_row *row = &param_table[i];
        assert_non_null(row->name);
        assert_int_equal(param_find(row->name), i);
        assert_true(strlen(row->help) > 10);
        assert_true(row->min < row->max);
        assert_true(row->slider_min < row->slider_max);
        assert_true(row->slider_min >= row->min && row->slider_max <= row->max);
        assert_true(row->projections != 0);
        assert_true(param_check((enum param_id)i, row->preset, NULL, 0));
        for (int j = 0; j < i; j++)
            assert_true(param_table[j].offset != row->offset);
    }
}

/* What the table promises, the library takes: both ends of every range. */
static void the_library_takes_every_range(void **state)
{
    (void)state;
    weft_settings settings = bare_settings();
    weft_world *world = make_world(&settings);
    weft_sheet_def def = weft_default_sheet_def();
    def.columns = def.rows = 4;
    weft_cloth_id cloth = add_sheet(world, &def);
    for (int i = 0; i < PARAM_COUNT; i++)
        for (int end = 0; end < 3; end++) {
            const struct param_row *row = &param_table[i];
            struct params params = params_default();
            double value = end == 0        ? row->min
                           : end == 1      ? row->max
                           : row->infinite ? INFINITY
                                           : row->preset;
            params_set(&params, (enum param_id)i, value);
            params.wind = true;
            settings = params_settings(&params);
            weft_fabric fabric = params_fabric(&params);
            assert_ok(weft_world_set_settings(world, &settings));
            assert_ok(weft_cloth_set_fabric(world, cloth, &fabric));
        }
    weft_world_destroy(world);
}

static void the_defaults_are_the_librarys(void **state)
{
    (void)state;
    struct params params = params_default();
    weft_settings a = params_settings(&params), b = weft_default_settings();
    weft_fabric c = params_fabric(&params), d = weft_default_fabric();
    assert_int_equal(a.substeps, b.substeps);
    assert_int_equal(a.iterations, b.iterations);
    assert_int_equal(a.projection, b.projection);
    for (int i = 0; i < 3; i++) {
        assert_true(a.gravity[i] == b.gravity[i]);
        assert_true(a.wind[i] == b.wind[i]);
    }
    assert_true(a.max_speed == b.max_speed && a.air_density == b.air_density && a.gust == b.gust);
    assert_same_fabric(&c, &d);
}

static void values_are_read_strictly(void **state)
{
    (void)state;
    static const struct {
        const char *name, *text;
        bool accepted;
    } cases[] = {
        {"substeps", "20", true},
        {"substeps", "0", false},
        {"substeps", "1001", false},
        {"substeps", "2.5", false},
        {"substeps", "", false},
        {"substeps", " 20", false},
        {"substeps", "20 ", false},
        {"substeps", "20x", false},
        {"substeps", "inf", false},
        {"gravity", "-9.8", true},
        {"gravity", "nan", false},
        {"gravity", "1e999", false},
        {"gravity", "1,5", false},
        {"gravity", "inf", false},
        {"gravity", "0x1.8p+1", true},
        {"stiffness", "inf", true},
        {"stiffness", "-inf", false},
        {"stiffness", "1e9", true},
        {"stiffness", "1e10", false},
        {"stiffness", "-1", false},
        {"k_stretch", "1", true},
        {"k_stretch", "1.0001", false},
        {"wind", "on", true},
        {"wind", "off", true},
        {"wind", "2", false},
        {"wind", "On", false},
        {"solver", "xpbd", true},
        {"solver", "XPBD", false},
        {"solver", "0", false},
        {"integrator", "preset", true},
        {"integrator", "verlet", true},
        {"integrator", "rk4", false},
        {"areal_density", "0.001", true},
        {"thickness", "0.1", true},
        {"thickness", "0.11", false},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char error[400] = "";
        double value;
        int id = param_find(cases[i].name);
        assert_true(id >= 0);
        bool accepted = param_parse((enum param_id)id, cases[i].text, &value, error, sizeof error);
        if (accepted != cases[i].accepted)
            fail_msg("%s=%s: %s", cases[i].name, cases[i].text, error);
        if (!accepted) { /* the line names the parameter and says what is allowed */
            assert_non_null(strstr(error, cases[i].name));
            assert_non_null(strstr(error, "allowed"));
        }
    }
    assert_int_equal(param_find("nothing"), -1);
}

static void exact_text_brings_the_bits_back(void **state)
{
    (void)state;
    uint32_t random = 1;
    for (int i = 0; i < PARAM_COUNT; i++)
        for (int n = 0; n < 200; n++) {
            enum param_id id = (enum param_id)i;
            const struct param_row *row = &param_table[i];
            struct params params = params_default();
            params_set(&params, id, row->min + (row->max - row->min) * next_random(&random));
            double value = params_get(&params, id), back;
            char text[64], error[300];
            param_format_exact(id, value, text, sizeof text);
            if (!param_parse(id, text, &back, error, sizeof error))
                fail_msg("%s", error);
            assert_true(back == value);
        }
}

static void the_locale_does_not_matter(void **state)
{
    (void)state;
    static const char *const names[] = {"de_DE.UTF-8", "fr_FR.UTF-8", "tr_TR.UTF-8"};
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        if (!setlocale(LC_ALL, names[i]))
            continue;
        double value;
        char text[64];
        bool read = param_parse(PARAM_GRAVITY, "9.5", &value, NULL, 0);
        param_format(PARAM_GRAVITY, 9.5, text, sizeof text);
        setlocale(LC_ALL, "C");
        assert_true(read && value == 9.5);
        assert_string_equal(text, "9.5");
    }
}

static void ramps_go_from_one_end_to_the_other(void **state)
{
    (void)state;
    static const struct {
        enum param_id id;
        double from, to;
    } cases[] = {{PARAM_STIFFNESS, 60, INFINITY},
                 {PARAM_STIFFNESS, INFINITY, 0},
                 {PARAM_K_STRETCH, 0.3, 1},
                 {PARAM_BIAS_STIFFNESS, 10, 2000}};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        double before = param_blend(cases[i].id, cases[i].from, cases[i].to, 0);
        assert_true(isinf(cases[i].from) ? isinf(before)
                                         : fabs(before - cases[i].from) < 1e-9 * (1 + before));
        for (int n = 1; n <= 15; n++) {
            double now = param_blend(cases[i].id, cases[i].from, cases[i].to, n / 15.0);
            assert_true(param_check(cases[i].id, now, NULL, 0));
            assert_true(cases[i].from < cases[i].to ? now > before : now < before);
            before = now;
        }
        assert_true(before == cases[i].to);
    }
}

static void each_stiffness_level_is_found_again(void **state)
{
    (void)state;
    for (int solver = 0; solver < SOLVER_COUNT; solver++)
        for (int level = 0; level < STIFFNESS_COUNT; level++) {
            struct params params = params_default();
            params.solver = solver;
            params.stiffness = (float)stiffness_table[level].stiffness;
            params.k_stretch = (float)stiffness_table[level].k_stretch;
            assert_int_equal(stiffness_level(&params), level);
            assert_int_equal(stiffness_find(stiffness_table[level].name), level);
        }
}

static void the_wind_blows_where_the_angles_say(void **state)
{
    (void)state;
    struct params params = params_default();
    params.wind = true;
    params.wind_speed = 5;
    static const struct {
        float direction, elevation, x, y, z;
    } cases[] = {{0, 0, 0, 0, -5},
                 {90, 0, 5, 0, 0},
                 {180, 0, 0, 0, 5},
                 {-90, 0, -5, 0, 0},
                 {0, 90, 0, 5, 0}};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        params.wind_direction = cases[i].direction;
        params.wind_elevation = cases[i].elevation;
        weft_settings settings = params_settings(&params);
        assert_close(settings.wind[0], cases[i].x, 1e-6);
        assert_close(settings.wind[1], cases[i].y, 1e-6);
        assert_close(settings.wind[2], cases[i].z, 1e-6);
    }
    params.wind = false;
    weft_settings still = params_settings(&params);
    assert_true(still.wind[0] == 0 && still.wind[1] == 0 && still.wind[2] == 0);
}

static void solvers_grey_what_they_do_not_use(void **state)
{
    (void)state;
    struct params params = params_default();
    params.solver = SOLVER_XPBD;
    assert_true(param_used(&params, PARAM_STIFFNESS) && !param_used(&params, PARAM_K_STRETCH));
    params.solver = SOLVER_VERLET;
    assert_true(!param_used(&params, PARAM_STIFFNESS) && param_used(&params, PARAM_K_STRETCH));
    assert_true(param_used(&params, PARAM_GRAVITY));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_row_is_whole),
        cmocka_unit_test(the_library_takes_every_range),
        cmocka_unit_test(the_defaults_are_the_librarys),
        cmocka_unit_test(values_are_read_strictly),
        cmocka_unit_test(exact_text_brings_the_bits_back),
        cmocka_unit_test(the_locale_does_not_matter),
        cmocka_unit_test(ramps_go_from_one_end_to_the_other),
        cmocka_unit_test(each_stiffness_level_is_found_again),
        cmocka_unit_test(the_wind_blows_where_the_angles_say),
        cmocka_unit_test(solvers_grey_what_they_do_not_use),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
