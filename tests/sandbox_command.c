/* Commands as text: what is written is read back bit for bit, and a hostile line is refused with a reason. */
#include "command.h"
#include "scenes.h"
#include "support.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static float any_float(uint32_t *random)
{
    return (float)((next_random(random) - 0.5) * 20);
}

/* A command of a kind, with random arguments in their ranges. */
static struct command any_command(enum command_kind kind, uint32_t *random)
{
    struct command command = {.kind = kind};
    switch (kind) {
    case COMMAND_GRAB:
        command.cloth = (int)(next_random(random) * 4);
        command.radius = (float)next_random(random);
        for (int i = 0; i < 3; i++) {
            command.particles[i] = (int)(next_random(random) * 1e6);
            command.barycentric[i] = (float)next_random(random);
            command.point[i] = any_float(random);
        }
        break;
    case COMMAND_TAKE:
        command.index = (int)(next_random(random) * 64);
        /* fall through */
    case COMMAND_DRAG:
        for (int i = 0; i < 3; i++)
            command.point[i] = any_float(random);
        break;
    case COMMAND_SHOOT: {
        float turn = any_float(random);
        command.direction[0] = cosf(turn);
        command.direction[2] = sinf(turn);
        for (int i = 0; i < 3; i++)
            command.point[i] = any_float(random);
        break;
    }
    case COMMAND_RELEASE:
        command.pin = next_random(random) < 0.5;
        break;
    case COMMAND_PIN:
    case COMMAND_UNPIN:
        command.particles[0] = (int)(next_random(random) * 1e6);
        break;
    case COMMAND_SET: {
        struct params params = params_default();
        command.index = (int)(next_random(random) * PARAM_COUNT);
        const struct param_row *row = &param_table[command.index];
        params_set(&params, (enum param_id)command.index,
                   row->min + (row->max - row->min) * next_random(random));
        command.value = row->infinite && next_random(random) < 0.2
                            ? INFINITY
                            : params_get(&params, (enum param_id)command.index);
        break;
    }
    case COMMAND_SOLVER:
        command.index = (int)(next_random(random) * SOLVER_COUNT);
        break;
    case COMMAND_STIFFNESS:
        command.index = (int)(next_random(random) * STIFFNESS_COUNT);
        break;
    case COMMAND_SCENE:
        command.index = (int)(next_random(random) * SCENE_COUNT);
        break;
    case COMMAND_GRID:
        command.columns = 2 + (int)(next_random(random) * 1000);
        command.rows = 2 + (int)(next_random(random) * 1000);
        break;
    case COMMAND_HASH:
        command.hash = (uint64_t)(next_random(random) * 1e18);
        break;
    default:
        break;
    }
    return command;
}

static void text_brings_every_command_back(void **state)
{
    (void)state;
    uint32_t random = 7;
    for (int kind = 0; kind < COMMAND_KIND_COUNT; kind++)
        for (int n = 0; n < 300; n++) {
            struct command command = any_command((enum command_kind)kind, &random), back;
            char text[COMMAND_TEXT_MAX], again[COMMAND_TEXT_MAX], error[300];
            command_format(&command, text, sizeof text);
            if (!command_parse(text, &back, error, sizeof error))
                fail_msg("%s: %s", text, error);
            command_format(&back, again, sizeof again);
            assert_string_equal(text, again);
            assert_int_equal(back.kind, command.kind);
            assert_memory_equal(back.point, command.point, sizeof back.point);
            assert_memory_equal(back.direction, command.direction, sizeof back.direction);
            assert_memory_equal(back.barycentric, command.barycentric, sizeof back.barycentric);
            assert_true(back.value == command.value && back.hash == command.hash &&
                        back.pin == command.pin);
            assert_true(back.columns == command.columns && back.index == command.index);
        }
}

static void the_longest_command_fits(void **state)
{
    (void)state;
    struct command command = {.kind = COMMAND_GRAB, .cloth = 1 << 26, .radius = -1.1754943e-38f};
    for (int i = 0; i < 3; i++) {
        command.particles[i] = 1 << 26;
        command.barycentric[i] = command.point[i] =
            -1.23456789e-40f; /* denormal: the longest there is */
    }
    char text[COMMAND_TEXT_MAX];
    command_format(&command, text, sizeof text);
    assert_true(strlen(text) < sizeof text - 1);
}

static void hostile_lines_are_refused(void **state)
{
    (void)state;
    static const char *const lines[] = {
        "",
        "   ",
        "grabb",
        "GRAB",
        "grab",
        "grab 0 1 2 3",
        "grab 0 1 2 3 1 0 0 0 0 0",
        "take",
        "take 1 2 3",
        "take -1 0 0 0",
        "take 4096 0 0 0",
        "take 0 nan 0 0",
        "take 0 1 2 3 4",
        "shoot",
        "shoot 0 0 0",
        "shoot 0 0 0 0 0 2",
        "shoot 0 0 0 0.5 0.5 0.5",
        "shoot 0 0 0 nan 0 1",
        "shoot 0 0 1e5 0 0 1",
        "shoot 0 0 0 0 0 1 0",
        "drag",
        "drag 1 2",
        "drag 1 2 x",
        "drag nan 0 0",
        "drag inf 0 0",
        "drag 1 2 3 4",
        "drag 1e5 0 0",
        "drag 1,5 0 0",
        "grab -1 1 2 3 1 0 0 0 0 0 0",
        "grab 0 1 2 99999999999999999999 1 0 0 0 0 0 0",
        "grab 0 1 2 3 2 0 0 0 0 0 0",
        "grab 0 1 2 3 1 0 0 0 0 0 -1",
        "release maybe",
        "release pin now",
        "pin",
        "pin 0",
        "pin 0 x",
        "pin 0 1 2",
        "unpin 0 -1",
        "set",
        "set substeps",
        "set substeps 0",
        "set nothing 1",
        "set substeps 1 2",
        "set gravity nan",
        "solver",
        "solver gauss",
        "stiffness",
        "stiffness hard",
        "scene",
        "scene nowhere",
        "grid",
        "grid 1",
        "grid 1x1",
        "grid 64x",
        "grid x64",
        "grid 64x64x64",
        "grid 100000",
        "grid -2x2",
        "reset now",
        "defaults 1",
        "hash",
        "hash xyz",
        "hash 0x12",
        "hash 11112222333344445",
        "\x01",
        "drag 0x 0 0",
        "drag 0 0 0\n1 reset",
        "set substeps 20\t\v",
    };
    for (size_t i = 0; i < COUNT_OF(lines); i++) {
        struct command command;
        char error[300] = "";
        if (command_parse(lines[i], &command, error, sizeof error))
            fail_msg("accepted: '%s'", lines[i]);
        assert_true(error[0] != '\0' && strchr(error, '\n') == NULL);
    }
    char longest[5000];
    memset(longest, 'x', sizeof longest);
    longest[sizeof longest - 1] = '\0';
    struct command command;
    char error[300];
    assert_false(command_parse(longest, &command, error, sizeof error));
    memset(longest, ' ', sizeof longest - 1);
    assert_false(command_parse(longest, &command, error, sizeof error));
}

/* Any bytes: no crash, and a yes or no. */
static void noise_does_no_harm(void **state)
{
    (void)state;
    uint32_t random = 99;
    for (int n = 0; n < 20000; n++) {
        struct command start = any_command((enum command_kind)(n % COMMAND_KIND_COUNT), &random),
                       command;
        char text[COMMAND_TEXT_MAX], error[64];
        command_format(&start, text, sizeof text);
        size_t length = strlen(text);
        for (int changes = 0; changes < 3; changes++)
            text[(size_t)(next_random(&random) * (double)length)] =
                (char)(1 + (int)(next_random(&random) * 255));
        command_parse(text, &command, error, sizeof error);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_brings_every_command_back),
        cmocka_unit_test(the_longest_command_fits),
        cmocka_unit_test(hostile_lines_are_refused),
        cmocka_unit_test(noise_does_no_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
