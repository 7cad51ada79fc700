/* Recordings: a session with all kinds of commands replays to the same hashes, at any frame rate, with any threads and
 * instruction set; a cut or damaged file is read as far as it is whole, or refused with its line. */
#include "recorder.h"
#include "sandbox_support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char folder[] = "/tmp/weft-recording-XXXXXX";
static char path[200], path2[200];

static int make_folder(void **state)
{
    (void)state;
    if (!mkdtemp(folder))
        return -1;
    snprintf(path, sizeof path, "%s/a.weft", folder);
    snprintf(path2, sizeof path2, "%s/b.weft", folder);
    return 0;
}

static int remove_folder(void **state)
{
    (void)state;
    unlink(path);
    unlink(path2);
    return rmdir(folder);
}

static char *read_text(const char *name)
{
    FILE *file = fopen(name, "rb");
    assert_non_null(file);
    char *text = calloc(1, 1 << 20);
    assert_true(fread(text, 1, (1 << 20) - 1, file) > 0);
    fclose(file);
    return text;
}

static void write_text(const char *name, const char *text, size_t length)
{
    FILE *file = fopen(name, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(text, 1, length, file), length);
    fclose(file);
}

static void send(struct session *session, struct command command)
{
    session_command(session, &command);
}

/* Records a lively session of a few seconds, driven at a frame rate that divides nothing. */
static uint64_t record_session(const char *name)
{
    struct session_options options = session_default_options();
    options.columns = 14;
    options.rows = 11;
    options.record = name;
    options.keep_previous = true;
    settings_choose(&options.settings, PARAM_GUST, 0.9f);
    struct session *session = open_session(&options);
    uint32_t random = 11;
    for (int frame = 0; frame < 300; frame++) {
        float x = (float)next_random(&random), y = (float)next_random(&random);
        switch (frame % 60) {
        case 3:
            send(session, (struct command){.kind = COMMAND_GRAB,
                                           .particles = {100, 101, 114},
                                           .barycentric = {0.5f, 0.25f, 0.25f},
                                           .point = {x, y, 0.1f},
                                           .radius = 0.1f});
            break;
        case 30:
            send(session, (struct command){.kind = COMMAND_RELEASE, .pin = frame > 200});
            break;
        case 35:
            send(session, command_set(PARAM_WIND, frame % 120 == 35));
            send(session, command_row(COMMAND_STIFFNESS, frame / 60 % STIFFNESS_COUNT));
            break;
        case 40:
            send(session, command_row(COMMAND_SOLVER, frame / 60 % SOLVER_COUNT));
            break;
        case 45:
            send(session, (struct command){.kind = frame < 150 ? COMMAND_PIN : COMMAND_UNPIN,
                                           .particles = {20 + frame / 60}});
            break;
        case 50:
            if (frame == 110)
                send(session, command_row(COMMAND_SCENE, scene_find("ball")));
            if (frame == 170)
                send(session, (struct command){.kind = COMMAND_GRID, .columns = 12, .rows = 12});
            if (frame == 230)
                send(session, command_simple(COMMAND_RESET));
            break;
        default:
            send(session, (struct command){.kind = COMMAND_DRAG, .point = {x, y, 0.5f * x}});
        }
        session_advance(session, next_random(&random) * 0.04);
    }
    uint64_t hash = weft_world_hash(session_world(session));
    session_destroy(session);
    return hash;
}

/* Replays and gives the last hash; every hash line must have been equal. */
static uint64_t replay(const char *name, double frame_time, int threads, weft_isa isa,
                       const char *record)
{
    struct session_options options = session_default_options();
    options.replay = name;
    options.threads = threads;
    options.isa = isa;
    options.record = record;
    struct session *session = open_session(&options);
    uint64_t end = session_get_replay(session).ticks;
    while (session_ticks(session) < end) {
        if (frame_time > 0 && session_ticks(session) + 4 < end)
            session_advance(session, frame_time);
        else
            session_tick(session);
    }
    struct session_replay state = session_get_replay(session);
    assert_false(state.active);
    assert_true(state.hashes >= 3);
    assert_int_equal(state.mismatches, 0);
    uint64_t hash = weft_world_hash(session_world(session));
    session_destroy(session);
    return hash;
}

static void a_recording_replays_to_the_same_bits(void **state)
{
    (void)state;
    uint64_t hash = record_session(path);
    assert_true(replay(path, 0, 1, WEFT_ISA_AUTO, path2) == hash);
    assert_true(replay(path, 1.0 / 24, 2, WEFT_ISA_BASELINE, NULL) == hash);
    assert_true(replay(path, 1.0 / 1000, 3, WEFT_ISA_AUTO, NULL) == hash);
    /* recording the replay gives the same file */
    char *a = read_text(path), *b = read_text(path2);
    assert_string_equal(a, b);
    free(a);
    free(b);
}

static void a_changed_recording_is_found_out(void **state)
{
    (void)state;
    record_session(path);
    char *text = read_text(path);
    char *line = strstr(text, "\n60 hash ");
    assert_non_null(line);
    line[9] = line[9] == '0' ? '1' : '0';
    write_text(path2, text, strlen(text));
    free(text);
    struct session_options options = session_default_options();
    options.replay = path2;
    struct session *session = open_session(&options);
    for (int i = 0; i < 61; i++)
        session_tick(session);
    struct session_replay replay_state = session_get_replay(session);
    assert_int_equal(replay_state.mismatches, 1);
    assert_int_equal(replay_state.first_mismatch, 60);
    assert_true(replay_state.first_mismatch_line > 30);
    session_destroy(session);
}

/* A killed program leaves whole lines and perhaps a part of one: at any length the file is read or refused, and whole
 * lines are all used. */
static void a_cut_recording_is_read_to_its_last_whole_line(void **state)
{
    (void)state;
    record_session(path);
    char *text = read_text(path), error[300];
    size_t length = strlen(text);
    for (size_t cut = 20; cut < length; cut += 97) {
        write_text(path2, text, cut);
        struct session_options options = session_default_options();
        options.replay = path2;
        struct session *session = session_create(&options, error, sizeof error);
        if (!session)
            fail_msg("cut at %zu: %s", cut, error);
        int lines = 0;
        for (size_t i = 0; i < cut; i++)
            lines += text[i] == '\n';
        assert_int_equal(session_get_replay(session).cut_line,
                         text[cut - 1] == '\n' ? 0 : lines + 1);
        session_destroy(session);
    }
    free(text);
}

static void what_is_no_recording_is_refused(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        const char *says;
    } cases[] = {
        {"", "empty"},
        {"hello\n", "no recording"},
        {"# weft recording 2\n", "a recording of form 2"},
        {"# weft recording 1", "no recording"},
        {"\x89PNG\r\n\x1a\n", "no recording"},
        {"# weft recording 1\n# scene moon\n", ":2: "},
        {"# weft recording 1\n# grid 1x1\n", ":2: "},
        {"# weft recording 1\n# set substeps 0\n", ":2: "},
        {"# weft recording 1\n# set nothing 1\n", ":2: "},
        {"# weft recording 1\n# set gravity nan\n", ":2: "},
        {"# weft recording 1\n# set gravity 1 maybe\n", ":2: "},
        {"# weft recording 1\n# what\n", ":2: "},
        {"# weft recording 1\n5 reset\n# scene corners\n", ":3: "},
        {"# weft recording 1\n\n5 reset\n4 reset\n", ":4: "},
        {"# weft recording 1\nreset\n", ":2: "},
        {"# weft recording 1\n-1 reset\n", ":2: "},
        {"# weft recording 1\n99999999999999999999 reset\n", ":2: "},
        {"# weft recording 1\n10000001 reset\n", ":2: "},
        {"# weft recording 1\n+5 reset\n", ":2: "},
        {"# weft recording 1\n# scene flag ball\n", ":2: "},
        {"# weft recording 1\n# version 1 2\n", ":2: "},
        {"# weft recording 1\n5 grid 1025x2\n", "1025x2"},
        {"# weft recording 1\n5\n", ":2: "},
        {"# weft recording 1\n5 fly\n", ":2: "},
        {"# weft recording 1\n5 drag 1 2\n", ":2: "},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char error[300] = "";
        struct session_options options = session_default_options();
        options.replay = path2;
        write_text(path2, cases[i].text, strlen(cases[i].text));
        assert_null(session_create(&options, error, sizeof error));
        if (!strstr(error, cases[i].says) || strchr(error, '\n'))
            fail_msg("case %zu: %s", i, error);
    }
    static const char zero[] = "# weft recording 1\n5 re\0set\n";
    char error[300];
    struct session_options options = session_default_options();
    options.replay = path2;
    write_text(path2, zero, sizeof zero - 1);
    assert_null(session_create(&options, error, sizeof error));
    options.replay = folder; /* a folder */
    assert_null(session_create(&options, error, sizeof error));
    options.replay = "/nowhere/at/all.weft";
    assert_null(session_create(&options, error, sizeof error));
    options = session_default_options();
    options.record = "/nowhere/at/all.weft";
    assert_null(session_create(&options, error, sizeof error));
    assert_non_null(strstr(error, "/nowhere/at/all.weft"));
}

/* What a person writes by hand: remarks, empty lines, decimal floats, Windows line ends, settings left out. */
static void a_handwritten_recording_works(void **state)
{
    (void)state;
    static const char text[] =
        "# weft recording 1\r\n## a remark\r\n# scene curtain\r\n# grid 9x7\r\n"
        "# set wind on\r\n\r\n10 set wind_speed 2.5\r\n20 pin 0 40\r\n30 end\r\n";
    write_text(path2, text, sizeof text - 1);
    struct session_options options = session_default_options();
    options.replay = path2;
    struct session *session = open_session(&options);
    assert_int_equal(session_get_replay(session).ticks, 30);
    assert_string_equal(scene_table[session_scene(session)].name, "curtain");
    for (int i = 0; i < 30; i++)
        session_tick(session);
    assert_true(session_params(session)->wind_speed == 2.5f && session_params(session)->wind);
    assert_true(view_of(session_world(session), session_cloth(session, 0)).flags[40] ==
                WEFT_PARTICLE_PINNED);
    assert_false(session_get_replay(session).active);
    session_destroy(session);
}

/* While a replay runs, the person looks on; after it, the session is theirs. */
static void a_replay_takes_no_commands(void **state)
{
    (void)state;
    static const char text[] = "# weft recording 1\n# grid 5x5\n30 end\n";
    write_text(path2, text, sizeof text - 1);
    struct session_options options = session_default_options();
    options.replay = path2;
    struct session *session = open_session(&options);
    send(session, command_set(PARAM_WIND, 1));
    session_tick(session);
    assert_false(session_params(session)->wind);
    session_replay_stop(session);
    send(session, command_set(PARAM_WIND, 1));
    session_tick(session);
    assert_true(session_params(session)->wind);
    session_destroy(session);
}

/* Lines that cannot be done are counted by their kind; what is recorded meanwhile has none of them. */
static void lines_that_cannot_be_done_are_told(void **state)
{
    (void)state;
    static const char text[] = "# weft recording 1\n# grid 5x5\n"
                               "1 drag 0 1 0\n1 drag 0 1 1\n2 release pin\n3 pin 0 25\n3 pin 1 0\n"
                               "4 unpin 0 24\n5 grab 0 0 1 25 1 0 0 0 0 0 0\n6 scene two\n"
                               "7 grid 9x9\n8 pin 0 1\n9 end\n";
    static const char told[] =
        "weft: f:3: drag: nothing is grabbed: left out, with 1 more lines like it\n"
        "weft: f:5: release: nothing is grabbed: left out, with 0 more lines like it\n"
        "weft: f:6: pin: there is no particle 25 in cloth 0: left out, with 1 more lines like it\n";
    write_text(path2, text, sizeof text - 1);
    struct session_options options = session_default_options();
    options.replay = path2;
    options.record = path;
    struct session *session = open_session(&options);
    for (int i = 0; i < 9; i++)
        session_tick(session);
    assert_int_equal(session_get_replay(session).refused, 7);
    FILE *file = tmpfile();
    char said[1000] = "";
    session_report_replay(session, "weft", "f", file);
    rewind(file);
    said[fread(said, 1, sizeof said - 1, file)] = '\0';
    fclose(file);
    for (const char *line = told; *line; line = strchr(line, '\n') + 1) {
        char one[200];
        snprintf(one, sizeof one, "%.*s\n", (int)strcspn(line, "\n"), line);
        if (!strstr(said, one))
            fail_msg("'%s' is not in: %s", one, said);
    }
    session_destroy(session);
    options.replay = path;
    options.record = NULL;
    session = open_session(&options);
    for (int i = 0; i < 9; i++)
        session_tick(session);
    struct session_replay replay = session_get_replay(session);
    assert_true(replay.refused == 0 && replay.mismatches == 0 && replay.hashes == 2);
    session_destroy(session);
}

/* A recorder writes nothing that no reader takes. */
static void a_recording_ends_at_the_last_tick(void **state)
{
    (void)state;
    char error[300];
    struct recording_start start = {.columns = 5, .rows = 5, .settings = settings_default()};
    struct command end = command_simple(COMMAND_END);
    struct recorder *recorder = recorder_create(path, &start, error, sizeof error);
    assert_non_null(recorder);
    assert_true(recorder_write(recorder, RECORDING_TICKS_MAX, &end));
    assert_true(recorder_check(recorder, error, sizeof error));
    assert_false(recorder_write(recorder, RECORDING_TICKS_MAX + 1, &end));
    assert_false(recorder_check(recorder, error, sizeof error));
    assert_non_null(strstr(error, path));
    recorder_destroy(recorder);
    struct session_options options = session_default_options();
    options.replay = path;
    struct session *session = open_session(&options);
    assert_int_equal(session_get_replay(session).ticks, RECORDING_TICKS_MAX);
    session_destroy(session);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_recording_replays_to_the_same_bits),
        cmocka_unit_test(a_changed_recording_is_found_out),
        cmocka_unit_test(a_cut_recording_is_read_to_its_last_whole_line),
        cmocka_unit_test(what_is_no_recording_is_refused),
        cmocka_unit_test(a_handwritten_recording_works),
        cmocka_unit_test(a_replay_takes_no_commands),
        cmocka_unit_test(lines_that_cannot_be_done_are_told),
        cmocka_unit_test(a_recording_ends_at_the_last_tick),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
