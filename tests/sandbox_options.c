/* The command line: what is accepted lands in its place, what is not gives 2 and one line that says why. */
#include "keys.h"
#include "options.h"
#include "support.h"

#include <stdio.h>
#include <string.h>

enum { WORDS_MAX = 80, ERROR_MAX = 1024 };

/* Parses a line of words that are separated by blanks. */
static int parse(const char *line, unsigned program, struct options *options, char *error)
{
    static char words[2000]; /* the options point into it */
    char *argv[WORDS_MAX] = {"weft"};
    int argc = 1;
    snprintf(words, sizeof words, "%s", line);
    for (char *word = strtok(words, " "); word && argc < WORDS_MAX; word = strtok(NULL, " "))
        argv[argc++] = word;
    error[0] = '\0';
    return options_parse(argc, argv, 1, program, options, error, ERROR_MAX);
}

static void good_options_land_in_their_place(void **state)
{
    (void)state;
    struct options options;
    char error[ERROR_MAX];
    int code = parse("--scene flag --grid 128x32 --solver pbd --integrator=verlet --substeps 7 "
                     "--iterations=3 --threads 4 "
                     "--frames 500 --seed 9 --set gravity=1.62 --set=wind=on --stats - --export "
                     "a.PLY --record r.weft "
                     "--isa baseline",
                     PROGRAM_RUN, &options, error);
    assert_string_equal(error, "");
    assert_int_equal(code, EXIT_CODE_OK);
    const struct session_options *session = &options.session;
    assert_string_equal(scene_table[session->scene].name, "flag");
    assert_true(session->columns == 128 && session->rows == 32 && session->threads == 4 &&
                options.frames == 500);
    assert_int_equal(session->isa, WEFT_ISA_BASELINE);
    const struct params *params = &session->settings.values;
    assert_true(params->solver == SOLVER_PBD && params->integrator == 2 && params->substeps == 7);
    assert_true(params->iterations == 3 && params->gust_seed == 9 && params->gravity == 1.62f &&
                params->wind);
    assert_true(session->settings.chosen[PARAM_GRAVITY] && !session->settings.chosen[PARAM_DRAG]);
    assert_string_equal(options.stats, "-");
    assert_string_equal(options.export_file, "a.PLY");
    assert_string_equal(session->record, "r.weft");
    assert_int_equal(options.set_count, 2);

    code =
        parse("--window 1280x720 --fixed --no-vsync --screenshot s.png picture.png --replay=r.weft "
              "--capture frames --capture-every 10000000",
              PROGRAM_WEFT, &options, error);
    assert_int_equal(code, EXIT_CODE_OK);
    assert_true(options.window_width == 1280 && options.window_height == 720 && options.fixed &&
                options.no_vsync);
    assert_string_equal(options.files[0], "picture.png");
    assert_string_equal(options.session.replay, "r.weft");
    assert_string_equal(options.capture, "frames");
    assert_int_equal(options.capture_every, 10000000);
    assert_int_equal(
        parse("--help --grid 3 --replay r --capture-every 2", PROGRAM_WEFT, &options, error),
        EXIT_CODE_OK);
    assert_int_equal(parse("--grid 64", PROGRAM_RUN, &options, error), EXIT_CODE_OK);
    assert_true(options.session.columns == 64 && options.session.rows == 64);
    assert_int_equal(parse("", PROGRAM_RUN, &options, error), EXIT_CODE_OK);
    assert_int_equal(
        parse("freefall --set areal_density=0.1 --json", PROGRAM_VALIDATE, &options, error),
        EXIT_CODE_OK);
}

static void bad_options_are_named(void **state)
{
    (void)state;
    static const struct {
        unsigned program;
        const char *line;
        const char *says; /* a word of the message */
    } cases[] = {
        {PROGRAM_RUN, "--nothing", "--nothing"},
        {PROGRAM_RUN, "-x", "-x"},
        {PROGRAM_RUN, "--", "--"},
        {PROGRAM_RUN, "--scen flag", "--scen"},
        {PROGRAM_RUN, "--scene", "NAME"},
        {PROGRAM_RUN, "--scene moon", "corners, curtain"},
        {PROGRAM_RUN, "--solver moon", "pbd, verlet, xpbd"},
        {PROGRAM_RUN, "--solver=", "pbd"},
        {PROGRAM_RUN, "--integrator rk4", "euler, verlet"},
        {PROGRAM_RUN, "--grid 1", "2 to 1024"},
        {PROGRAM_RUN, "--grid 100000", "2 to 1024"},
        {PROGRAM_RUN, "--grid 64x", "NxM"},
        {PROGRAM_RUN, "--grid -5", "NxM"},
        {PROGRAM_RUN, "--substeps 0", "1 to 1000"},
        {PROGRAM_RUN, "--substeps many", "1 to 1000"},
        {PROGRAM_RUN, "--iterations 1.5", "1 to 1000"},
        {PROGRAM_RUN, "--threads 0", "1 to 64"},
        {PROGRAM_RUN, "--threads 65", "1 to 64"},
        {PROGRAM_RUN, "--frames 0", "10000000"},
        {PROGRAM_RUN, "--frames 99999999999999999999", "10000000"},
        {PROGRAM_RUN, "--seed -1", "2147483647"},
        {PROGRAM_RUN, "--set gravity", "NAME=VALUE"},
        {PROGRAM_RUN, "--set moon=1", "known are"},
        {PROGRAM_RUN, "--set =1", "known are"},
        {PROGRAM_RUN, "--set gravity=", "allowed"},
        {PROGRAM_RUN, "--set gravity=1x", "allowed"},
        {PROGRAM_RUN, "--set gravity=nan", "allowed"},
        {PROGRAM_RUN, "--set gravity=1e6", "allowed"},
        {PROGRAM_RUN, "--isa mmx", "avx2"},
        {PROGRAM_RUN, "--export a.stl", ".ply"},
        {PROGRAM_RUN, "--stats=", "expected"},
        {PROGRAM_RUN, "--window 10x10", "unknown"},
        {PROGRAM_RUN, "a b c d e", "one word too many"},
        {PROGRAM_WEFT, "--window 0x0", "WxH"},
        {PROGRAM_WEFT, "--window 1280", "WxH"},
        {PROGRAM_WEFT, "--window 1280x", "WxH"},
        {PROGRAM_WEFT, "--window 99999x10", "16384"},
        {PROGRAM_WEFT, "--fixed=1", "no value"},
        {PROGRAM_WEFT, "--verify", "unknown"},
        {PROGRAM_WEFT, "--replay a --scene flag", "--scene"},
        {PROGRAM_WEFT, "--set wind=on --replay a", "--set"},
        {PROGRAM_WEFT, "--capture-every 2", "--capture FOLDER"},
        {PROGRAM_WEFT, "--capture f --capture-every 0", "1 to 10000000"},
        {PROGRAM_WEFT, "--screenshot a.jpg", ".png"},
        {PROGRAM_WEFT, "--screenshot .png", ".png"},
        {PROGRAM_WEFT, "a.png b.png", "b.png"},
        {PROGRAM_WEFT, "a.png --screenshot ./a.png", "the image"},
        {PROGRAM_RUN, "--record /tmp/weft-none --stats /tmp/../tmp//weft-none", "one file"},
        {PROGRAM_RUN, "--record -", "FILE"},
        {PROGRAM_RUN, "--scene two --grid 5", "particles of its own"},
        {PROGRAM_WEFT, "--grid 5 --scene two", "particles of its own"},
        {PROGRAM_BENCH, "cost --csv a --plot ./a", "one file"},
        {PROGRAM_WEFT, "--screenshot a.png --capture a.png", "one file"},
        {PROGRAM_WEFT, "--screenshot none/frame-000001.png --capture none",
         "a frame that --capture writes"},
        {PROGRAM_WEFT, "--screenshot none/frame-1000000.png --capture ./none//",
         "a frame that --capture writes"},
        {PROGRAM_WEFT, "--record frame-000000.png --capture .", "a frame that --capture writes"},
        {PROGRAM_WEFT, "--capture /tmp/ /tmp/../tmp/frame-000000.png",
         "a frame that --capture writes"},
        {PROGRAM_REPLAY, "a --stats ./a", "the recording"},
        {PROGRAM_REPLAY, "--frames 3", "unknown"},
        {PROGRAM_REPLAY, "a --scene=flag", "--scene does not go"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct options options;
        char error[ERROR_MAX];
        int code = parse(cases[i].line, cases[i].program, &options, error);
        if (code != EXIT_CODE_USAGE || !strstr(error, cases[i].says) || strchr(error, '\n'))
            fail_msg("%s: %d: %s", cases[i].line, code, error);
    }
}

/* What is given in vain to a run is told, by its name and with the reason. */
static void what_has_no_effect_is_told(void **state)
{
    (void)state;
    static const struct {
        const char *line, *says; /* null: nothing to tell */
    } cases[] = {
        {"", NULL},
        {"--solver pbd --set k_stretch=0.5 --substeps 3 --iterations 2", NULL},
        {"--set stiffness=100 --set wind=on --set gust=0.1 --seed 3", NULL},
        {"--scene flag --set wind_speed=9", NULL}, /* its wind is on */
        {"--set k_stretch=0.5", "without effect: k_stretch (not for this solver)"},
        {"--scene two --set stiffness=9", "without effect: stiffness (not for this solver)"},
        {"--seed 3", "without effect: gust_seed (the wind is off)"},
        {"--set weave=twill", "without effect: weave (a run draws nothing)"},
        {"--set gust=1 --set time_scale=0.5",
         "without effect: time_scale (a run has no clock), gust (the wind is off)"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct options options;
        char error[ERROR_MAX], line[ERROR_MAX] = "";
        assert_int_equal(parse(cases[i].line, PROGRAM_RUN, &options, error), EXIT_CODE_OK);
        assert_int_equal(options_find_idle(&options, line, sizeof line), cases[i].says != NULL);
        if (cases[i].says)
            assert_string_equal(line, cases[i].says);
    }
}

/* Names that only look like a captured frame's, and frames of another folder. */
static void names_beside_captured_frames_are_free(void **state)
{
    (void)state;
    static const char *const lines[] = {
        "--capture none --screenshot none/last.png",
        "--capture none --screenshot none/frame-1.png",
        "--capture none --screenshot none/frame-000001.png.png",
        "--capture none --screenshot frame-000001.png",
        "--capture none --screenshot none/more/frame-000001.png",
    };
    for (size_t i = 0; i < COUNT_OF(lines); i++) {
        struct options options;
        char error[ERROR_MAX];
        assert_int_equal(parse(lines[i], PROGRAM_WEFT, &options, error), EXIT_CODE_OK);
    }
}

static void very_long_words_do_no_harm(void **state)
{
    (void)state;
    static char word[5000];
    static const char *const starts[] = {
        "--",          "--set ", "--set=",         "--scene=",  "--grid=",
        "--substeps=", "--isa=", "--set gravity=", "--export=", "--window="};
    for (size_t i = 0; i < COUNT_OF(starts); i++) {
        struct options options;
        char error[ERROR_MAX];
        size_t length = (size_t)snprintf(word, sizeof word, "%s", starts[i]);
        memset(word + length, 'x', 1900 - length);
        word[1900] = '\0';
        assert_int_equal(parse(word, PROGRAM_RUN | PROGRAM_WEFT, &options, error), EXIT_CODE_USAGE);
        assert_null(strchr(error, '\n'));
    }
}

static void lists_name_every_row(void **state)
{
    (void)state;
    static char text[20000];
    static const char *const names[] = {"scenes", "solvers", "parameters", "keys"};
    int rows[] = {SCENE_COUNT, SOLVER_COUNT, PARAM_COUNT, ACTION_COUNT + GESTURE_COUNT};
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        FILE *file = tmpfile();
        assert_non_null(file);
        assert_true(options_print_list(file, names[i]));
        rewind(file);
        text[fread(text, 1, sizeof text - 1, file)] = '\0';
        fclose(file);
        int lines = 0;
        for (const char *c = text; *c; c++)
            lines += *c == '\n';
        assert_int_equal(lines, rows[i]);
    }
    FILE *file = tmpfile();
    assert_false(options_print_list(file, "moons"));
    fclose(file);
}

static void key_rows_are_in_order_and_apart(void **state)
{
    (void)state;
    for (int i = 0; i < ACTION_COUNT; i++) {
        assert_int_equal(key_table[i].action, i);
        for (int j = 0; j < i; j++) {
            assert_string_not_equal(key_table[i].keys, key_table[j].keys);
            assert_string_not_equal(key_table[i].name, key_table[j].name);
        }
    }
    char text[20];
    assert_true(key_alternative(&key_table[ACTION_PAUSE], 0, text, sizeof text));
    assert_string_equal(text, "P");
    assert_true(key_alternative(&key_table[ACTION_PAUSE], 1, text, sizeof text));
    assert_string_equal(text, "Space");
    assert_false(key_alternative(&key_table[ACTION_PAUSE], 2, text, sizeof text));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(good_options_land_in_their_place),
        cmocka_unit_test(bad_options_are_named),
        cmocka_unit_test(what_has_no_effect_is_told),
        cmocka_unit_test(names_beside_captured_frames_are_free),
        cmocka_unit_test(very_long_words_do_no_harm),
        cmocka_unit_test(lists_name_every_row),
        cmocka_unit_test(key_rows_are_in_order_and_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
