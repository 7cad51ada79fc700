/* Commands as text: format and strict parser of every row of the table below. */
#include "command.h"
#include "scenes.h"
#include "text.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* What a command's arguments look like, for messages. */
struct command_row {
    const char *name;
    const char *arguments;
};

static const struct command_row command_table[COMMAND_KIND_COUNT] = {
    [COMMAND_GRAB] = {"grab", "a cloth, three particles, three weights from 0 to 1, x y z of the "
                              "hit and a radius, in m, all within 10 km"},
    [COMMAND_TAKE] = {"take", "a collider and x y z in m, within 10 km"},
    [COMMAND_SHOOT] = {"shoot", "x y z in m, within 10 km, and a direction of length 1"},
    [COMMAND_DRAG] = {"drag", "x y z in m, within 10 km"},
    [COMMAND_RELEASE] = {"release", "nothing or pin"},
    [COMMAND_PIN] = {"pin", "a cloth and a particle"},
    [COMMAND_UNPIN] = {"unpin", "a cloth and a particle"},
    [COMMAND_SET] = {"set", "a parameter and its value"},
    [COMMAND_SOLVER] = {"solver", "a name of weft-cli list solvers"},
    [COMMAND_STIFFNESS] = {"stiffness", "soft, medium or stiff"},
    [COMMAND_SCENE] = {"scene", "a name of weft-cli list scenes"},
    [COMMAND_GRID] = {"grid", "N or NxM (columns x rows), each 2 to 1024"},
    [COMMAND_RESET] = {"reset", "nothing"},
    [COMMAND_DEFAULTS] = {"defaults", "nothing"},
    [COMMAND_HASH] = {"hash", "up to 16 hex digits"},
    [COMMAND_END] = {"end", "nothing"},
};

/* Farther away than this nothing can be grabbed or dragged to, m: the world ends at 10 km. */
#define COORDINATE_MAX 1e4f
enum { PARTICLE_NUMBER_MAX = 1 << 26, COLLIDER_NUMBER_MAX = 4095 };

const char *command_name(enum command_kind kind)
{
    return command_table[kind].name;
}

void command_format(const struct command *command, char *text, size_t size)
{
    const char *name = command_table[command->kind].name;
    const float *p = command->point, *b = command->barycentric;
    char value[64];
    switch (command->kind) {
    case COMMAND_GRAB:
        text_format(text, size, "%s %d %d %d %d %a %a %a %a %a %a %a", name, command->cloth,
                    command->particles[0], command->particles[1], command->particles[2],
                    (double)b[0], (double)b[1], (double)b[2], (double)p[0], (double)p[1],
                    (double)p[2], (double)command->radius);
        return;
    case COMMAND_TAKE:
        text_format(text, size, "%s %d %a %a %a", name, command->index, (double)p[0], (double)p[1],
                    (double)p[2]);
        return;
    case COMMAND_SHOOT:
        text_format(text, size, "%s %a %a %a %a %a %a", name, (double)p[0], (double)p[1],
                    (double)p[2], (double)command->direction[0], (double)command->direction[1],
                    (double)command->direction[2]);
        return;
    case COMMAND_DRAG:
        text_format(text, size, "%s %a %a %a", name, (double)p[0], (double)p[1], (double)p[2]);
        return;
    case COMMAND_RELEASE:
        text_format(text, size, "%s%s", name, command->pin ? " pin" : "");
        return;
    case COMMAND_PIN:
    case COMMAND_UNPIN:
        text_format(text, size, "%s %d %d", name, command->cloth, command->particles[0]);
        return;
    case COMMAND_SET:
        param_format_exact((enum param_id)command->index, command->value, value, sizeof value);
        text_format(text, size, "%s %s %s", name, param_table[command->index].name, value);
        return;
    case COMMAND_SOLVER:
        text_format(text, size, "%s %s", name, solver_table[command->index].name);
        return;
    case COMMAND_STIFFNESS:
        text_format(text, size, "%s %s", name, stiffness_table[command->index].name);
        return;
    case COMMAND_SCENE:
        text_format(text, size, "%s %s", name, scene_table[command->index].name);
        return;
    case COMMAND_GRID:
        text_format(text, size, "%s %dx%d", name, command->columns, command->rows);
        return;
    case COMMAND_HASH:
        text_format(text, size, "%s %016" PRIx64, name, command->hash);
        return;
    default:
        text_format(text, size, "%s", name);
    }
}

/* --- parsing: each takes the next word(s) of the rest of the line ---------------------------- */

static bool take_int(char **rest, int max, int *value)
{
    char *word = text_word(rest);
    int64_t number;
    if (!word || !text_parse_integer(word, 0, max, &number))
        return false;
    *value = (int)number;
    return true;
}

static bool take_float(char **rest, float min, float max, float *value)
{
    char *word = text_word(rest);
    double number;
    if (!word || !text_parse_double(word, &number) || !(number >= min && number <= max))
        return false;
    *value = (float)number;
    return true;
}

static bool take_point(char **rest, float point[3])
{
    for (int i = 0; i < 3; i++)
        if (!take_float(rest, -COORDINATE_MAX, COORDINATE_MAX, &point[i]))
            return false;
    return true;
}

static bool take_grab(char **rest, struct command *command)
{
    if (!take_int(rest, PARTICLE_NUMBER_MAX, &command->cloth))
        return false;
    for (int i = 0; i < 3; i++)
        if (!take_int(rest, PARTICLE_NUMBER_MAX, &command->particles[i]))
            return false;
    for (int i = 0; i < 3; i++) /* a hit on an edge may round a little outside */
        if (!take_float(rest, -0.01f, 1.01f, &command->barycentric[i]))
            return false;
    return take_point(rest, command->point) &&
           take_float(rest, 0.0f, COORDINATE_MAX, &command->radius);
}

static bool take_direction(char **rest, float direction[3])
{
    float length2 = 0.0f;
    for (int i = 0; i < 3; i++) {
        if (!take_float(rest, -1.001f, 1.001f, &direction[i]))
            return false;
        length2 += direction[i] * direction[i];
    }
    return fabsf(length2 - 1.0f) < 1e-3f;
}

/* Takes a word that `find` knows. */
static bool take_name(char **rest, int (*find)(const char *), int *index)
{
    char *word = text_word(rest);
    *index = word ? find(word) : -1;
    return *index >= 0;
}

/* Of `set`: its own messages name the parameter and its range. */
static bool take_set(char **rest, struct command *command, char *error, size_t size)
{
    char *name = text_word(rest);
    char *value = text_word(rest);
    if (!name || !value)
        return text_error(error, size, "set: expected %s", command_table[COMMAND_SET].arguments);
    command->index = param_find(name);
    if (command->index < 0)
        return text_error(error, size, "set: unknown parameter '%.60s'", name);
    return param_parse((enum param_id)command->index, value, &command->value, error, size);
}

static bool take_arguments(char **rest, struct command *command)
{
    char *word;
    switch (command->kind) {
    case COMMAND_GRAB:
        return take_grab(rest, command);
    case COMMAND_TAKE:
        return take_int(rest, COLLIDER_NUMBER_MAX, &command->index) &&
               take_point(rest, command->point);
    case COMMAND_SHOOT:
        return take_point(rest, command->point) && take_direction(rest, command->direction);
    case COMMAND_DRAG:
        return take_point(rest, command->point);
    case COMMAND_RELEASE:
        word = text_word(rest);
        command->pin = word != NULL;
        return !word || strcmp(word, "pin") == 0;
    case COMMAND_PIN:
    case COMMAND_UNPIN:
        return take_int(rest, PARTICLE_NUMBER_MAX, &command->cloth) &&
               take_int(rest, PARTICLE_NUMBER_MAX, &command->particles[0]);
    case COMMAND_SOLVER:
        return take_name(rest, solver_find, &command->index);
    case COMMAND_STIFFNESS:
        return take_name(rest, stiffness_find, &command->index);
    case COMMAND_SCENE:
        return take_name(rest, scene_find, &command->index);
    case COMMAND_GRID:
        word = text_word(rest);
        return word && scene_parse_grid(word, &command->columns, &command->rows, NULL, 0);
    case COMMAND_HASH:
        word = text_word(rest);
        return word && text_parse_hex(word, &command->hash);
    default:
        return true;
    }
}

bool command_parse(const char *text, struct command *command, char *error, size_t size)
{
    char line[COMMAND_TEXT_MAX];
    size_t length = strlen(text);
    if (length >= sizeof line)
        return text_error(error, size, "a line of %zu characters: a command has at most %zu",
                          length, sizeof line - 1);
    memcpy(line, text, length + 1);

    char *rest = line;
    char *name = text_word(&rest);
    if (!name)
        return text_error(error, size, "no command");
    *command = (struct command){0};
    int kind = 0;
    while (kind < COMMAND_KIND_COUNT && strcmp(name, command_table[kind].name) != 0)
        kind++;
    if (kind == COMMAND_KIND_COUNT)
        return text_error(error, size, "unknown command '%.60s'", name);
    command->kind = (enum command_kind)kind;

    if (kind == COMMAND_SET) {
        if (!take_set(&rest, command, error, size))
            return false;
    } else if (!take_arguments(&rest, command)) {
        const char *arguments = strstr(text, name) + strlen(name);
        return text_error(error, size, "%s: expected %s, not '%.60s'", name,
                          command_table[kind].arguments, arguments + strspn(arguments, " \t"));
    }
    char *extra = text_word(&rest);
    if (extra)
        return text_error(error, size, "%s: '%.60s' is too much, expected %s", name, extra,
                          command_table[kind].arguments);
    return true;
}

/* --- shorthands ------------------------------------------------------------------------------ */

struct command command_simple(enum command_kind kind)
{
    return (struct command){.kind = kind};
}

struct command command_set(enum param_id id, double value)
{
    return (struct command){.kind = COMMAND_SET, .index = (int)id, .value = value};
}

struct command command_row(enum command_kind kind, int index)
{
    return (struct command){.kind = kind, .index = index};
}

struct command command_grab(int cloth, const weft_hit *hit, float radius)
{
    struct command command = {.kind = COMMAND_GRAB, .cloth = cloth, .radius = radius};
    for (int i = 0; i < 3; i++) {
        command.particles[i] = hit->particles[i];
        command.barycentric[i] = hit->barycentric[i];
        command.point[i] = hit->point[i];
    }
    return command;
}

struct command command_take(int collider, const float point[3])
{
    return (struct command){
        .kind = COMMAND_TAKE, .index = collider, .point = {point[0], point[1], point[2]}};
}

struct command command_shoot(const float point[3], const float direction[3])
{
    return (struct command){.kind = COMMAND_SHOOT,
                            .point = {point[0], point[1], point[2]},
                            .direction = {direction[0], direction[1], direction[2]}};
}

struct command command_drag(const float point[3])
{
    return (struct command){.kind = COMMAND_DRAG, .point = {point[0], point[1], point[2]}};
}
