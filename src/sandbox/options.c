/* The option table, its parser, and the lists: see options.h. Leaves files as they are. */
#include "options.h"
#include "export.h"
#include "file.h"
#include "keys.h"
#include "recorder.h"
#include "text.h"

#include <string.h>
#include <unistd.h>

enum option_kind {
    OPTION_SCENE,
    OPTION_GRID,
    OPTION_PARAM, /* of the row's param */
    OPTION_SET,
    OPTION_THREADS,
    OPTION_ISA,
    OPTION_NUMBER, /* 1 to NUMBER_MAX */
    OPTION_MINUTES,
    OPTION_WINDOW,
    OPTION_EXPORT,
    OPTION_PICTURE,
    OPTION_TEXT, /* a word, kept as it is */
    OPTION_FLAG,
};

struct option_row {
    const char *name;     /* without -- */
    const char *argument; /* null: a flag */
    unsigned programs;
    enum option_kind kind;
    enum param_id param;
    size_t offset; /* of a text, number or flag in struct options */
    const char *help;
};

#define RUNS (PROGRAM_WEFT | PROGRAM_RUN)
#define STARTS (RUNS | PROGRAM_SOAK)
#define EVERY                                                                                      \
    (PROGRAM_WEFT | PROGRAM_RUN | PROGRAM_REPLAY | PROGRAM_VALIDATE | PROGRAM_LIST |               \
     PROGRAM_BENCH | PROGRAM_SOAK)
#define MEMBER(name) offsetof(struct options, name)

static const struct option_row option_table[] = {
    {"scene", "NAME", STARTS, OPTION_SCENE, 0, 0,
     "the scene: see weft-cli list scenes; soak does all without it, or with all"},
    {"grid", "N|NxM", STARTS, OPTION_GRID, 0, 0,
     "particles: N columns by M rows, each 2 to 1024 (the scene two has its own)"},
    {"solver", "NAME", STARTS, OPTION_PARAM, PARAM_SOLVER, 0,
     "the solver: see weft-cli list solvers"},
    {"integrator", "NAME", STARTS, OPTION_PARAM, PARAM_INTEGRATOR, 0,
     "another integrator than the solver's own: euler, verlet, shake"},
    {"substeps", "S", STARTS, OPTION_PARAM, PARAM_SUBSTEPS, 0, "steps in a tick, 1 to 1000"},
    {"iterations", "I", STARTS, OPTION_PARAM, PARAM_ITERATIONS, 0,
     "passes in a substep, 1 to 1000"},
    {"seed", "K", STARTS, OPTION_PARAM, PARAM_GUST_SEED, 0,
     "which gusts, and in soak which hands, 0 to 2147483647"},
    {"set", "NAME=VALUE", STARTS | PROGRAM_VALIDATE, OPTION_SET, 0, 0,
     "any parameter, may be repeated: see weft-cli list parameters"},
    {"threads", "T", STARTS | PROGRAM_REPLAY, OPTION_THREADS, 0, 0,
     "1 to 64; the result is the same"},
    {"isa", "NAME", STARTS | PROGRAM_REPLAY, OPTION_ISA, 0, 0,
     "instruction set: auto, baseline, avx2, avx512; the result is the same"},
    {"minutes", "M", PROGRAM_SOAK, OPTION_MINUTES, 0, 0,
     "simulated, of each scene, 0.01 to 100000; default 10"},
    {"frames", "F", RUNS | PROGRAM_BENCH, OPTION_NUMBER, 0, MEMBER(frames),
     "ends after F frames, 1 to 10000000"},
    {"record", "FILE", STARTS | PROGRAM_REPLAY, OPTION_TEXT, 0, MEMBER(session.record),
     "writes a recording of all that is done"},
    {"stats", "FILE|-", RUNS | PROGRAM_REPLAY, OPTION_TEXT, 0, MEMBER(stats),
     "writes the figures of the run as JSON; - is stdout"},
    {"check-intersections", NULL, PROGRAM_RUN | PROGRAM_REPLAY, OPTION_FLAG, 0,
     MEMBER(check_intersections), "with --stats: counts where cloth passes through cloth"},
    {"export", "FILE", RUNS | PROGRAM_REPLAY, OPTION_EXPORT, 0, MEMBER(export_file),
     "writes the last frame's cloth: .obj or .ply"},
    {"replay", "FILE", PROGRAM_WEFT, OPTION_TEXT, 0, MEMBER(session.replay), "runs a recording"},
    {"screenshot", "FILE", PROGRAM_WEFT, OPTION_PICTURE, 0, MEMBER(screenshot),
     "writes the last frame: .png"},
    {"capture", "FOLDER", PROGRAM_WEFT, OPTION_TEXT, 0, MEMBER(capture),
     "writes every frame there: frame-000000.png, …"},
    {"capture-every", "N", PROGRAM_WEFT, OPTION_NUMBER, 0, MEMBER(capture_every),
     "only each N-th frame, 1 to 10000000"},
    {"fixed", NULL, PROGRAM_WEFT, OPTION_FLAG, 0, MEMBER(fixed), "one tick a frame, no clock"},
    {"window", "WxH", PROGRAM_WEFT, OPTION_WINDOW, 0, 0, "size of the window, each 1 to 16384"},
    {"no-vsync", NULL, PROGRAM_WEFT, OPTION_FLAG, 0, MEMBER(no_vsync), "as many frames as it can"},
    {"check", NULL, PROGRAM_WEFT, OPTION_FLAG, 0, MEMBER(check),
     "only checks the options and the files that they name"},
    {"verify", NULL, PROGRAM_REPLAY, OPTION_FLAG, 0, MEMBER(verify),
     "fails where a hash differs, a line cannot be done or is cut"},
    {"json", NULL, PROGRAM_VALIDATE, OPTION_FLAG, 0, MEMBER(json), "prints a JSON array"},
    {"csv", "FILE", PROGRAM_BENCH, OPTION_TEXT, 0, MEMBER(csv), "writes every figure as CSV"},
    {"plot", "FILE", PROGRAM_BENCH, OPTION_TEXT, 0, MEMBER(plot),
     "draws strain against cost, as SVG"},
    {"version", NULL, EVERY, OPTION_FLAG, 0, MEMBER(version), "prints the version"},
    {"help", NULL, EVERY, OPTION_FLAG, 0, MEMBER(help), "prints this help"},
};
enum { OPTION_COUNT = sizeof option_table / sizeof option_table[0] };

/* A longer run could not be recorded. */
enum { NUMBER_MAX = RECORDING_TICKS_MAX, THREADS_MAX = 64, WINDOW_MAX = 16384 };
#define MINUTES_MIN 0.01
#define MINUTES_MAX 100000.0

struct options options_default(void)
{
    return (struct options){.session = session_default_options()};
}

static bool take_set(struct options *options, const char *value, char *error, size_t size)
{
    const char *equals = strchr(value, '=');
    char name[64], names[640] = "";
    size_t length = equals ? (size_t)(equals - value) : 0;
    if (!equals)
        return text_error(error, size, "--set '%.60s': expected NAME=VALUE", value);
    text_format(name, sizeof name, "%.*s", (int)(length < 60 ? length : 60), value);
    int id = length < sizeof name ? param_find(name) : -1;
    if (id < 0) {
        for (int i = 0; i < PARAM_COUNT; i++)
            text_add_name(names, sizeof names, param_table[i].name);
        return text_error(error, size, "--set: unknown parameter '%s': known are %s", name, names);
    }
    char what[400];
    double number;
    if (!param_parse((enum param_id)id, equals + 1, &number, what, sizeof what))
        return text_error(error, size, "--set: %s", what);
    settings_choose(&options->session.settings, (enum param_id)id, number);
    return true;
}

static bool take_param(struct options *options, const struct option_row *row, const char *value,
                       char *error, size_t size)
{
    char what[400];
    double number;
    if (!param_parse(row->param, value, &number, what, sizeof what))
        return text_error(error, size, "--%s: %s", row->name, what);
    settings_choose(&options->session.settings, row->param, number);
    return true;
}

static bool take_scene(struct options *options, unsigned program, const char *value, char *error,
                       size_t size)
{
    char names[200];
    int scene = scene_find(value);
    bool all = program == PROGRAM_SOAK && strcmp(value, "all") == 0;
    options->scene_named = !all;
    if (all) {
        options->session.scene = 0;
        return true;
    }
    if (scene < 0) {
        scene_names(names, sizeof names);
        if (program == PROGRAM_SOAK)
            text_add_name(names, sizeof names, "all");
        return text_error(error, size, "--scene: unknown scene '%.60s': known are %s", value,
                          names);
    }
    options->session.scene = scene;
    return true;
}

static bool take_isa(struct options *options, const char *value, char *error, size_t size)
{
    for (int i = 0; i < WEFT_ISA_COUNT; i++)
        if (strcmp(value, weft_isa_name((weft_isa)i)) == 0) {
            options->session.isa = (weft_isa)i;
            return true;
        }
    return text_error(
        error, size,
        "--isa: unknown instruction set '%.60s': known are auto, baseline, avx2, avx512", value);
}

/* A whole number in a range. */
static bool take_number(const struct option_row *row, const char *value, int64_t max,
                        int64_t *number, char *error, size_t size)
{
    if (text_parse_integer(value, 1, max, number))
        return true;
    return text_error(error, size, "--%s is '%.60s': allowed is a whole number from 1 to %lld",
                      row->name, value, (long long)max);
}

static bool take_minutes(struct options *options, const char *value, char *error, size_t size)
{
    double minutes;
    if (!text_parse_double(value, &minutes) || minutes < MINUTES_MIN || minutes > MINUTES_MAX)
        return text_error(error, size, "--minutes is '%.60s': allowed is a number from %g to %.0f",
                          value, MINUTES_MIN, MINUTES_MAX);
    options->minutes = minutes;
    return true;
}

static bool take_window(struct options *options, const char *value, char *error, size_t size)
{
    char first[16] = "";
    const char *x = strchr(value, 'x');
    size_t length = x ? (size_t)(x - value) : 0;
    int64_t width, height;
    if (x && length < sizeof first) {
        memcpy(first, value, length);
        if (text_parse_integer(first, 1, WINDOW_MAX, &width) &&
            text_parse_integer(x + 1, 1, WINDOW_MAX, &height)) {
            options->window_width = (int)width;
            options->window_height = (int)height;
            return true;
        }
    }
    return text_error(error, size, "--window is '%.60s': allowed is WxH, each 1 to %d", value,
                      WINDOW_MAX);
}

/* A file's name, mostly. "-" is stdout where the table says so, and no name elsewhere. */
static bool take_text(const struct option_row *row, const char *value, const char **text,
                      char *error, size_t size)
{
    char what[400];
    if (row->kind == OPTION_EXPORT && !export_check_path(value, what, sizeof what))
        return text_error(error, size, "--export: %s", what);
    if (row->kind == OPTION_PICTURE && !text_has_suffix(value, ".png"))
        return text_error(error, size, "--%s: '%.60s': its name has to end with .png", row->name,
                          value);
    if (value[0] == '\0' || (strcmp(value, "-") == 0 && !strchr(row->argument, '-')))
        return text_error(error, size, "--%s: expected %s, not '%s'", row->name, row->argument,
                          value);
    *text = value;
    return true;
}

/* Whether a recording's own head says it: what the session starts with. */
static bool is_start(enum option_kind kind)
{
    return kind == OPTION_SCENE || kind == OPTION_GRID || kind == OPTION_PARAM ||
           kind == OPTION_SET;
}

static bool take_option(struct options *options, const struct option_row *row, unsigned program,
                        const char *value, char *error, size_t size)
{
    char what[400];
    int64_t number;
    void *member = (char *)options + row->offset;
    if (is_start(row->kind))
        options->start = row->name;
    switch (row->kind) {
    case OPTION_SCENE:
        return take_scene(options, program, value, error, size);
    case OPTION_GRID:
        return scene_parse_grid(value, &options->session.columns, &options->session.rows, what,
                                sizeof what) ||
               text_error(error, size, "--grid: %s", what);
    case OPTION_PARAM:
        return take_param(options, row, value, error, size);
    case OPTION_SET:
        if (options->set_count == OPTIONS_SETS_MAX)
            return text_error(error, size, "--set: more than %d of them", OPTIONS_SETS_MAX);
        options->sets[options->set_count++] = value;
        return program == PROGRAM_VALIDATE || take_set(options, value, error, size);
    case OPTION_THREADS:
        if (!take_number(row, value, THREADS_MAX, &number, error, size))
            return false;
        options->session.threads = (int)number;
        return true;
    case OPTION_ISA:
        return take_isa(options, value, error, size);
    case OPTION_NUMBER:
        return take_number(row, value, NUMBER_MAX, member, error, size);
    case OPTION_MINUTES:
        return take_minutes(options, value, error, size);
    case OPTION_WINDOW:
        return take_window(options, value, error, size);
    case OPTION_EXPORT:
    case OPTION_PICTURE:
    case OPTION_TEXT:
        return take_text(row, value, member, error, size);
    default:
        *(bool *)member = true;
        return true;
    }
}

/* The row that `word` ("--name" or "--name=value") names, or null. */
static const struct option_row *find_option(const char *word, unsigned program)
{
    const char *name = word + 2;
    size_t length = strcspn(name, "=");
    for (int i = 0; i < OPTION_COUNT; i++)
        if ((option_table[i].programs & program) && strlen(option_table[i].name) == length &&
            strncmp(option_table[i].name, name, length) == 0)
            return &option_table[i];
    return NULL;
}

/* An option that would have no effect, for the recording says it. */
static bool refuse_start(const char *name, char *error, size_t size)
{
    return text_error(error, size,
                      "--%s does not go with a replay: the recording says what it starts with",
                      name);
}

/* The options that a program accepts, for the message about one that it does not. */
static bool unknown_option(const char *word, unsigned program, char *error, size_t size)
{
    char names[400] = "", name[40];
    const struct option_row *row = word[1] == '-' ? find_option(word, PROGRAM_RUN) : NULL;
    if (program == PROGRAM_REPLAY && row && is_start(row->kind))
        return refuse_start(row->name, error, size);
    for (int i = 0; i < OPTION_COUNT; i++)
        if (option_table[i].programs & program) {
            text_format(name, sizeof name, "--%s", option_table[i].name);
            text_add_name(names, sizeof names, name);
        }
    return text_error(error, size, "unknown option '%.60s': known are %s", word, names);
}

/* One option at argv[*i], with its value, which may be the next word. */
static bool take_word(int argc, char *const argv[], int *i, unsigned program,
                      struct options *options, char *error, size_t size)
{
    const char *word = argv[*i];
    if (word[0] == '\0')
        return text_error(error, size, "'' is an empty word: leave it out, or put a name in it");
    if (strcmp(word, "-h") == 0) {
        options->help = true;
        return true;
    }
    if (word[0] != '-' || word[1] == '\0') {
        if (options->file_count == OPTIONS_FILES_MAX)
            return text_error(error, size, "'%.60s' is one word too many", word);
        options->files[options->file_count++] = word;
        return true;
    }
    const struct option_row *row = word[1] == '-' ? find_option(word, program) : NULL;
    if (!row)
        return unknown_option(word, program, error, size);
    const char *value = strchr(word, '=');
    if (!row->argument && value)
        return text_error(error, size, "--%s takes no value", row->name);
    if (row->argument && !value) {
        if (*i + 1 >= argc)
            return text_error(error, size, "--%s: expected %s", row->name, row->argument);
        *i += 1;
        return take_option(options, row, program, argv[*i], error, size);
    }
    return take_option(options, row, program, value ? value + 1 : NULL, error, size);
}

/* --- what does not go together ---------------------------------------------------------------- */

/* What is written and what is read, with the words for it in a message. */
enum { OUTPUTS = 7, FILES = OUTPUTS + 2 };
struct named_file {
    const char *name, *path; /* null: not given */
};

static void name_files(const struct options *options, unsigned program,
                       struct named_file files[FILES])
{
    bool to_stdout = options->stats && strcmp(options->stats, "-") == 0;
    bool reads = program == PROGRAM_WEFT || program == PROGRAM_REPLAY; /* elsewhere it is a row */
    const struct named_file all[FILES] = {
        {"--record", options->session.record},
        {"--stats", to_stdout ? NULL : options->stats},
        {"--export", options->export_file},
        {"--screenshot", options->screenshot},
        {"--csv", options->csv},
        {"--plot", options->plot},
        {"--capture", options->capture},
        {"--replay", options->session.replay},
        {program == PROGRAM_REPLAY ? "the recording" : "the image",
         reads ? options->files[0] : NULL},
    };
    memcpy(files, all, sizeof all);
}

static bool one_file(const char *name, const char *other, const char *path, char *error,
                     size_t size)
{
    return text_error(error, size, "%s and %s are one file, %.400s: name two", name, other, path);
}

/* "frame-000123.png", and with more digits. */
static bool is_frame_name(const char *name)
{
    if (strncmp(name, "frame-", 6) != 0)
        return false;
    size_t digits = strspn(name + 6, "0123456789");
    return digits >= 6 && strcmp(name + 6 + digits, ".png") == 0;
}

/* A file that stdout or stderr was sent to, and one that a captured frame would replace. */
static bool check_file(const struct options *options, const struct named_file *file, char *error,
                       size_t size)
{
    if (file_is_open(STDOUT_FILENO, file->path))
        return one_file(file->name, "stdout", file->path, error, size);
    if (file_is_open(STDERR_FILENO, file->path))
        return one_file(file->name, "stderr", file->path, error, size);
    if (options->capture && file_in_folder(file->path, options->capture, is_frame_name))
        return text_error(error, size,
                          "%s: %.400s has the name of a frame that --capture writes there: "
                          "name another",
                          file->name, file->path);
    return true;
}

/* Two outputs in one file, or an output over what is read: one of them would be lost. */
static bool check_files(const struct options *options, unsigned program, char *error, size_t size)
{
    struct named_file files[FILES];
    name_files(options, program, files);
    for (int i = 0; i < OUTPUTS; i++)
        for (int j = i + 1; j < FILES; j++)
            if (files[i].path && files[j].path && file_same(files[i].path, files[j].path))
                return one_file(files[i].name, files[j].name, files[i].path, error, size);
    for (int i = 0; i < FILES; i++)
        if (files[i].path && !check_file(options, &files[i], error, size))
            return false;
    return true;
}

/* A recording is of one session, and not longer than it can be replayed. */
static bool check_soak(const struct options *options, char *error, size_t size)
{
    if (!options->session.record)
        return true;
    if (!options->scene_named)
        return text_error(error, size, "--record: expected --scene NAME beside it, and not all");
    double ticks = 60.0 * options->minutes * options->session.settings.values.tick_rate;
    if (ticks > RECORDING_TICKS_MAX)
        return text_error(error, size,
                          "--minutes: %.0f ticks are too many for --record: %d at most", ticks,
                          RECORDING_TICKS_MAX);
    return true;
}

static bool check_together(const struct options *options, unsigned program, char *error,
                           size_t size)
{
    if (options->session.replay && options->start)
        return refuse_start(options->start, error, size);
    if (options->capture_every && !options->capture)
        return text_error(error, size, "--capture-every: expected --capture FOLDER beside it");
    if (options->check_intersections && !options->stats)
        return text_error(error, size, "--check-intersections: expected --stats FILE beside it");
    if (options->session.columns > 0 && scene_table[options->session.scene].fixed_grid)
        return text_error(error, size,
                          "--grid does not go with --scene %s, which has particles of its own",
                          scene_table[options->session.scene].name);
    if (program == PROGRAM_SOAK && !check_soak(options, error, size))
        return false;
    if (program == PROGRAM_WEFT && options->file_count > 1)
        return text_error(error, size, "'%.60s' is one image too many: the cloth takes one",
                          options->files[1]);
    return check_files(options, program, error, size);
}

int options_parse(int argc, char *const argv[], int first, unsigned program,
                  struct options *options, char *error, size_t size)
{
    *options = options_default();
    for (int i = first; i < argc; i++)
        if (!take_word(argc, argv, &i, program, options, error, size))
            return EXIT_CODE_USAGE;
    if (options->help || options->version)
        return EXIT_CODE_OK;
    return check_together(options, program, error, size) ? EXIT_CODE_OK : EXIT_CODE_USAGE;
}

bool options_check_access(const struct options *options, unsigned program, char *error, size_t size)
{
    const char *paths[] = {options->stats, options->export_file, options->screenshot, options->csv,
                           options->plot};
    if (program == PROGRAM_WEFT && options->files[0] &&
        !file_check_input("the image", options->files[0], error, size))
        return false;
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++)
        if (paths[i] && strcmp(paths[i], "-") != 0 && !file_check(paths[i], error, size))
            return false;
    return true;
}

/* Why a parameter does nothing in a run with these, or null. */
static const char *idle_reason(const struct params *params, enum param_id id)
{
    if (!param_used(params, id))
        return "not for this solver";
    if (!params->wind && id >= PARAM_WIND_SPEED && id <= PARAM_GUST_SEED)
        return "the wind is off";
    if (id == PARAM_WEAVE)
        return "a run draws nothing";
    return id == PARAM_TIME_SCALE ? "a run has no clock" : NULL;
}

bool options_find_idle(const struct options *options, char *line, size_t size)
{
    struct settings settings = options->session.settings;
    char names[600] = "", name[100];
    scene_apply_overrides(options->session.scene, &settings);
    for (int i = 0; i < PARAM_COUNT; i++) {
        enum param_id id = (enum param_id)i;
        const char *why = settings.chosen[i] ? idle_reason(&settings.values, id) : NULL;
        if (!why)
            continue;
        text_format(name, sizeof name, "%s (%s)", param_table[i].name, why);
        text_add_name(names, sizeof names, name);
    }
    text_format(line, size, "without effect: %s", names);
    return names[0] != '\0';
}

void options_print_help(FILE *file, unsigned program)
{
    for (int i = 0; i < OPTION_COUNT; i++) {
        const struct option_row *row = &option_table[i];
        if (!(row->programs & program))
            continue;
        char left[40];
        text_format(left, sizeof left, "--%s %s", row->name, row->argument ? row->argument : "");
        fprintf(file, "  %-24s %s\n", left, row->help);
    }
}

/* --- lists ------------------------------------------------------------------------------------ */

/* The first column of a row. printf would pad by bytes. */
static void print_left(FILE *file, const char *text, int width)
{
    int gap = width - text_columns(text);
    fprintf(file, "%s%*s", text, gap > 1 ? gap : 1, "");
}

static void print_scenes(FILE *file)
{
    for (int i = 0; i < SCENE_COUNT; i++) {
        const struct scene_row *row = &scene_table[i];
        char grid[24];
        text_format(grid, sizeof grid, "%dx%d", row->columns, row->rows);
        fprintf(file, "%-10s %-7s %s", row->name, grid, row->help);
        for (const struct scene_override *o = row->overrides; o->id != PARAM_COUNT; o++) {
            char value[64];
            param_format(o->id, o->value, value, sizeof value);
            fprintf(file, "%s%s %s", o == row->overrides ? " Starts with " : ", ",
                    param_table[o->id].name, value);
        }
        fprintf(file, "%s\n", row->overrides[0].id != PARAM_COUNT ? "." : "");
    }
}

static void print_solvers(FILE *file)
{
    for (int i = 0; i < SOLVER_COUNT; i++)
        fprintf(file, "%-10s %s%s\n", solver_table[i].name, solver_table[i].help,
                i == (int)param_table[PARAM_SOLVER].preset ? " (default)" : "");
}

static void print_parameters(FILE *file)
{
    for (int i = 0; i < PARAM_COUNT; i++) {
        char range[160], preset[64];
        param_format_range((enum param_id)i, range, sizeof range);
        param_format((enum param_id)i, param_table[i].preset, preset, sizeof preset);
        fprintf(file, "%-16s %s, default %s: %s\n", param_table[i].name, range, preset,
                param_table[i].help);
    }
}

static void print_keys(FILE *file)
{
    enum { WIDTH = 29 };
    for (int i = 0; i < ACTION_COUNT; i++) {
        print_left(file, key_table[i].keys, WIDTH);
        fprintf(file, "%s\n", key_table[i].help);
    }
    for (int i = 0; i < GESTURE_COUNT; i++) {
        print_left(file, gesture_table[i].gesture, WIDTH);
        fprintf(file, "%s\n", gesture_table[i].help);
    }
}

bool options_print_list(FILE *file, const char *what)
{
    static const struct {
        const char *name;
        void (*print)(FILE *file);
    } lists[] = {{"scenes", print_scenes},
                 {"solvers", print_solvers},
                 {"parameters", print_parameters},
                 {"keys", print_keys}};
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++)
        if (strcmp(what, lists[i].name) == 0) {
            lists[i].print(file);
            return true;
        }
    return false;
}
