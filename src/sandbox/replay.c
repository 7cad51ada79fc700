/* The recording's reader: see replay.h. Reads one file. */
#include "replay.h"
#include "file.h"
#include "scenes.h"
#include "text.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RECORDING_SIZE_MAX = 256 << 20 };

/* The state of reading one file. */
struct reader {
    const char *path;
    int line; /* from 1 */
    size_t capacity;
    struct replay *replay;
    bool has_grid;
    bool given[PARAM_COUNT], chosen[PARAM_COUNT]; /* by "# set" lines */
    double value[PARAM_COUNT];
    char *error;
    size_t size;
};

/* "file:line: …"; returns false. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
static bool
complain(struct reader *reader, const char *format, ...)
{
    char what[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    return text_error(reader->error, reader->size, "%s:%d: %s", reader->path, reader->line, what);
}

/* --- the file -------------------------------------------------------------------------------- */

/* All of it, with a zero byte at its end; null with one line in `error`. */
static char *read_file(const char *path, size_t *length, char *error, size_t size)
{
    if (!file_check_input("the recording", path, error, size))
        return NULL;
    FILE *file = fopen(path, "rb");
    char *bytes = NULL;
    size_t used = 0, capacity = 0;
    bool ok = file != NULL;
    while (ok) {
        if (used + 1 >= capacity) {
            capacity = capacity ? 2 * capacity : 65536;
            char *more = capacity <= RECORDING_SIZE_MAX ? realloc(bytes, capacity) : NULL;
            ok = more != NULL;
            errno = capacity <= RECORDING_SIZE_MAX ? ENOMEM : EFBIG;
            bytes = more ? more : bytes;
            continue;
        }
        size_t got = fread(bytes + used, 1, capacity - used - 1, file);
        used += got;
        if (got == 0) {
            ok = !ferror(file);
            break;
        }
    }
    if (!ok) {
        text_error(error, size, "cannot read the recording %.600s: %s", path, strerror(errno));
        free(bytes);
        bytes = NULL;
    } else {
        bytes[used] = '\0';
        *length = used;
    }
    if (file)
        fclose(file);
    return bytes;
}

/* --- header lines ---------------------------------------------------------------------------- */

/* The word "default" or nothing, at the end of a grid or set line. */
static bool take_default(struct reader *reader, char **rest, bool *chosen)
{
    char *word = text_word(rest);
    *chosen = word == NULL;
    if (!word || (strcmp(word, "default") == 0 && !text_word(rest)))
        return true;
    return complain(reader, "expected nothing or 'default' at the end of the line");
}

static bool header_set(struct reader *reader, char **rest)
{
    char *name = text_word(rest), *value = text_word(rest);
    char what[200];
    int id = name ? param_find(name) : -1;
    if (!value || id < 0)
        return complain(reader, "unknown parameter '%.60s', expected: # set NAME VALUE",
                        name ? name : "");
    if (!param_parse((enum param_id)id, value, &reader->value[id], what, sizeof what))
        return complain(reader, "%s", what);
    reader->given[id] = true;
    return take_default(reader, rest, &reader->chosen[id]);
}

static bool header_scene(struct reader *reader, const char *name)
{
    char names[200];
    reader->replay->start.scene = scene_find(name);
    if (reader->replay->start.scene >= 0)
        return true;
    scene_names(names, sizeof names);
    return complain(reader, "unknown scene '%.60s': known are %s", name, names);
}

static bool header_grid(struct reader *reader, const char *value, char **rest)
{
    struct recording_start *start = &reader->replay->start;
    char what[200];
    if (!take_default(reader, rest, &start->grid_chosen))
        return false;
    reader->has_grid = scene_parse_grid(value, &start->columns, &start->rows, what, sizeof what);
    /* The own grid of a scene may be one that a person cannot ask for: that of `two` is 2x1. */
    return reader->has_grid || !start->grid_chosen || complain(reader, "%s", what);
}

static bool header_line(struct reader *reader, char *line)
{
    char *rest = line + 1;
    if (line[1] == '#') /* ## a remark */
        return true;
    if (reader->replay->count > 0)
        return complain(reader, "a setting after the first command: expected it before");
    char *name = text_word(&rest);
    if (name && strcmp(name, "set") == 0)
        return header_set(reader, &rest);
    char *value = text_word(&rest);
    if (name && value && strcmp(name, "grid") == 0)
        return header_grid(reader, value, &rest);
    char *extra = text_word(&rest);
    if (name && value && !extra && strcmp(name, "version") == 0) {
        text_format(reader->replay->version, sizeof reader->replay->version, "%s", value);
        return true;
    }
    if (name && value && !extra && strcmp(name, "scene") == 0)
        return header_scene(reader, value);
    return complain(
        reader,
        "unknown header line: expected # version V, # scene NAME, # grid NxM, # set NAME VALUE, or "
        "## and a remark");
}

/* --- command lines --------------------------------------------------------------------------- */

static struct replay_line *append_line(struct reader *reader)
{
    struct replay *replay = reader->replay;
    if (replay->count == reader->capacity) {
        size_t capacity = reader->capacity ? 2 * reader->capacity : 256;
        struct replay_line *lines = realloc(replay->lines, capacity * sizeof *lines);
        if (!lines)
            return NULL;
        replay->lines = lines;
        reader->capacity = capacity;
    }
    return &replay->lines[replay->count++];
}

static bool command_line(struct reader *reader, char *line)
{
    char what[300];
    char *rest = line;
    char *first = text_word(&rest);
    int64_t tick;
    if (!first)
        return true; /* an empty line */
    if (!text_parse_integer(first, 0, RECORDING_TICKS_MAX, &tick) ||
        !isdigit((unsigned char)first[0]))
        return complain(reader,
                        "expected a tick (a whole number, at most %d) and a command, not '%.60s'",
                        RECORDING_TICKS_MAX, first);
    struct replay *replay = reader->replay;
    if (replay->count > 0 && (uint64_t)tick < replay->lines[replay->count - 1].tick)
        return complain(reader, "the tick is before that of the line above");
    struct command command;
    if (!command_parse(rest, &command, what, sizeof what))
        return complain(reader, "%s", what);
    struct replay_line *entry = append_line(reader);
    if (!entry)
        return complain(reader, "out of memory");
    *entry = (struct replay_line){.tick = (uint64_t)tick, .line = reader->line, .command = command};
    return true;
}

/* False with one line in the error: why the file does not begin as a recording does. */
static bool first_line(struct reader *reader, const char *line)
{
    static const char expected[] = "expected '" RECORDING_FIRST_LINE "'";
    size_t name = strlen(RECORDING_NAME);
    if (strcmp(line, RECORDING_FIRST_LINE) == 0)
        return true;
    if (strncmp(line, RECORDING_NAME, name) == 0 && isdigit((unsigned char)line[name]))
        return complain(reader,
                        "a recording of form %.20s, which this weft does not read: %s; replay it "
                        "with the weft that made it",
                        line + name, expected);
    return complain(reader, "this is no recording: %s", expected);
}

/* All whole lines of `bytes`, which is taken apart. */
static bool read_lines(struct reader *reader, char *bytes, size_t length)
{
    char *line = bytes, *end = bytes + length;
    while (line < end) {
        reader->line++;
        char *newline = memchr(line, '\n', (size_t)(end - line));
        if (!newline) {
            reader->replay->cut_line = reader->line;
            if (reader->line == 1)
                return complain(reader,
                                "this is no recording: expected '" RECORDING_FIRST_LINE "'");
            return true;
        }
        bool text = memchr(line, '\0', (size_t)(newline - line)) == NULL;
        *newline = '\0';
        if (newline > line && newline[-1] == '\r') /* a file that went through Windows */
            newline[-1] = '\0';
        if (reader->line == 1 && !first_line(reader, line))
            return false;
        if (!text)
            return complain(reader, "a zero byte: expected text");
        if (reader->line > 1 &&
            !(line[0] == '#' ? header_line(reader, line) : command_line(reader, line)))
            return false;
        line = newline + 1;
    }
    if (reader->line > 0)
        return true;
    reader->line = 1;
    return complain(reader, "an empty file: expected '" RECORDING_FIRST_LINE "'");
}

/* Settings that the header did not give come from the table and the scene. */
static void finish_start(struct reader *reader)
{
    struct recording_start *start = &reader->replay->start;
    scene_apply_overrides(start->scene, &start->settings);
    for (int i = 0; i < PARAM_COUNT; i++)
        if (reader->given[i]) {
            params_set(&start->settings.values, (enum param_id)i, reader->value[i]);
            start->settings.chosen[i] = reader->chosen[i];
        }
    if (!reader->has_grid) {
        start->columns = scene_table[start->scene].columns;
        start->rows = scene_table[start->scene].rows;
    }
}

struct replay *replay_load(const char *path, char *error, size_t size)
{
    size_t length;
    char *bytes = read_file(path, &length, error, size);
    if (!bytes)
        return NULL;
    struct replay *replay = calloc(1, sizeof *replay);
    struct reader reader = {.path = path, .replay = replay, .error = error, .size = size};
    bool ok = false;
    if (!replay) {
        complain(&reader, "out of memory");
    } else {
        replay->start.settings = settings_default();
        ok = read_lines(&reader, bytes, length);
        if (ok)
            finish_start(&reader);
    }
    free(bytes);
    if (!ok) {
        replay_free(replay);
        return NULL;
    }
    return replay;
}

void replay_free(struct replay *replay)
{
    if (!replay)
        return;
    free(replay->lines);
    free(replay);
}
