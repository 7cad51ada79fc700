/* weft-cli: the headless program. Runs scenes, replays recordings, checks the physics, measures
 * its cost; no window, no GL.
 *
 * Exit codes: 0 done, 1 it failed (a file, a hash, a validation), 2 the command line was wrong.
 */
#include "bench.h"
#include "export.h"
#include "file.h"
#include "options.h"
#include "session.h"
#include "soak.h"
#include "stats.h"
#include "text.h"
#include "validate.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

enum { FRAMES_DEFAULT = 300, ERROR_MAX = 1024 };

struct program_command {
    const char *name;
    unsigned program; /* whose options */
    const char *arguments;
    const char *help;
    int (*run)(const struct options *options);
};

static const struct program_command *find_command(const char *name);

/* One line on stderr; returns the exit code. */
static int fail(int code, const char *what)
{
    text_complain(stderr, "weft-cli", "%s", what);
    return code;
}

static double now(void *user)
{
    (void)user;
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* Runs the frames, and says it once when the cloth runs away. */
static void run_frames(struct session *session, struct stats *stats, int64_t frames)
{
    for (int64_t i = 0; i < frames; i++) {
        if (!session_tick(session) && session_runaways(session) == 1)
            fprintf(stderr, "weft-cli: %s\n", session_message(session, NULL));
        stats_frame(stats, session);
    }
    if (session_runaways(session) > 1)
        fprintf(stderr, "weft-cli: the cloth ran away %llu times\n",
                (unsigned long long)session_runaways(session));
}

/* What is written after a run. Each that fails says so; the others are written all the same. */
static int write_results(struct session *session, const struct stats *stats,
                         const struct options *options)
{
    char error[ERROR_MAX];
    int code = EXIT_CODE_OK;
    if (!session_finish_recording(session, error, sizeof error))
        code = fail(EXIT_CODE_FAILURE, error);
    if (options->export_file &&
        !export_write(session_world(session), options->export_file, error, sizeof error))
        code = fail(EXIT_CODE_FAILURE, error);
    if (options->stats && !stats_write(stats, session, options->check_intersections, options->stats,
                                       error, sizeof error))
        code = fail(EXIT_CODE_FAILURE, error);
    if (code == EXIT_CODE_OK && !options->stats && !options->verify)
        stats_print(stats, session, stdout);
    return code;
}

static int run_session(const struct options *options, struct session *session, int64_t frames)
{
    struct stats *stats = stats_create(frames);
    if (!stats)
        return fail(EXIT_CODE_FAILURE, "out of memory");
    run_frames(session, stats, frames);
    int code = write_results(session, stats, options);
    stats_destroy(stats);
    return code;
}

/* Null, having said why, where there is none or what is written at its end could not be. */
static struct session *open_session(const struct options *options)
{
    char error[ERROR_MAX];
    struct session_options session_options = options->session;
    session_options.now = now;
    struct session *session = NULL;
    if (options_check_access(options, PROGRAM_RUN, error, sizeof error))
        session = session_create(&session_options, error, sizeof error);
    if (!session)
        fail(EXIT_CODE_FAILURE, error);
    return session;
}

/* --- the commands ----------------------------------------------------------------------------- */

static int command_run(const struct options *options)
{
    if (options->file_count > 0) {
        text_complain(stderr, "weft-cli", "run: '%.200s' is no option: see weft-cli run --help",
                      options->files[0]);
        return EXIT_CODE_USAGE;
    }
    struct session *session = open_session(options);
    if (!session)
        return EXIT_CODE_FAILURE;
    char idle[ERROR_MAX];
    if (options_find_idle(options, idle, sizeof idle))
        text_complain(stderr, "weft-cli", "run: %s", idle);
    int code = run_session(options, session, options->frames ? options->frames : FRAMES_DEFAULT);
    session_destroy(session);
    return code;
}

/* What the replay found; with --verify the exit code depends on it. */
static int report_replay(const struct session *session, const struct options *options)
{
    struct session_replay replay = session_get_replay(session);
    session_report_replay(session, "weft-cli", options->files[0], stderr);
    if (!options->verify)
        return EXIT_CODE_OK;
    if (replay.mismatches > 0 || replay.refused > 0 || replay.cut_line > 0)
        return EXIT_CODE_FAILURE;
    if (replay.hashes == 0) {
        text_complain(stderr, "weft-cli", "%s: it has no hash to compare", options->files[0]);
        return EXIT_CODE_FAILURE;
    }
    bool stats_there = options->stats && strcmp(options->stats, "-") == 0;
    FILE *file = stats_there ? stderr : stdout;
    fprintf(file, "%llu ticks, %d hashes: all equal", (unsigned long long)replay.last_hash,
            replay.hashes);
    if (replay.unchecked)
        fprintf(file, "; what comes after line %d, up to tick %llu, has no hash: not checked",
                replay.last_hash_line, (unsigned long long)replay.ticks);
    fprintf(file, "\n");
    return EXIT_CODE_OK;
}

static int command_replay(const struct options *options)
{
    if (options->file_count != 1)
        return fail(EXIT_CODE_USAGE,
                    "replay: expected one recording: weft-cli replay FILE [--verify]");
    struct options with_file = *options;
    with_file.session.replay = options->files[0];
    struct session *session = open_session(&with_file);
    if (!session)
        return EXIT_CODE_FAILURE;
    int code = run_session(&with_file, session, (int64_t)session_get_replay(session).ticks);
    int verdict = report_replay(session, options);
    session_destroy(session);
    return code != EXIT_CODE_OK ? code : verdict;
}

static int command_list(const struct options *options)
{
    static const char lists[] = "expected one of scenes, solvers, parameters, keys";
    if (options->file_count == 1 && options_print_list(stdout, options->files[0]))
        return EXIT_CODE_OK;
    if (options->file_count == 0)
        text_complain(stderr, "weft-cli", "list: %s", lists);
    else if (options->file_count == 1)
        text_complain(stderr, "weft-cli", "list: '%.200s' is no list: %s", options->files[0],
                      lists);
    else
        text_complain(stderr, "weft-cli", "list: '%.200s' is one word too many: %s",
                      options->files[1], lists);
    return EXIT_CODE_USAGE;
}

static int command_help(const struct options *options);

static const struct program_command commands[] = {
    {"run", PROGRAM_RUN, "[options]", "runs a scene and writes figures, cloth or a recording",
     command_run},
    {"list", PROGRAM_LIST, "scenes|solvers|parameters|keys", "prints one a line, the name first",
     command_list},
    {"replay", PROGRAM_REPLAY, "FILE [--verify]", "runs a recording again, and compares its hashes",
     command_replay},
    {"validate", PROGRAM_VALIDATE, "[ROW] [--set NAME=VALUE] [--json]",
     "measures the physics against exact mechanics", command_validate},
    {"bench", PROGRAM_BENCH, "[ROW|table|table1|cost]",
     "measures what a frame costs and how much the cloth stretches", command_bench},
    {"soak", PROGRAM_SOAK, "[--scene NAME|all] [--minutes M] [--seed K]",
     "leaves scenes to random hands, and tells what goes wrong", command_soak},
    {"help", PROGRAM_LIST, "[COMMAND]", "prints this, or the options of a command", command_help},
};
enum { COMMAND_COUNT = sizeof commands / sizeof commands[0] };

static const struct program_command *find_command(const char *name)
{
    for (int i = 0; i < COMMAND_COUNT; i++)
        if (strcmp(commands[i].name, name) == 0)
            return &commands[i];
    return NULL;
}

static void print_usage(FILE *file)
{
    fprintf(file, "weft-cli %s: the cloth sandbox without a window\n\n", WEFT_VERSION);
    for (int i = 0; i < COMMAND_COUNT; i++)
        fprintf(file, "  weft-cli %s %s\n      %s\n", commands[i].name, commands[i].arguments,
                commands[i].help);
    fprintf(file,
            "\nweft-cli COMMAND --help prints the options of a command.\n"
            "Exit codes: 0 done, 1 failed (a file, a hash, a claim), 2 wrong command line.\n");
}

static void print_command_help(const struct program_command *command)
{
    printf("weft-cli %s %s\n%s\n\n", command->name, command->arguments, command->help);
    options_print_help(stdout, command->program);
    if (command->program == PROGRAM_VALIDATE)
        validate_print_rows(stdout);
    if (command->program == PROGRAM_SOAK)
        soak_print_rules(stdout);
}

static int unknown_command(const char *name)
{
    char names[100] = "";
    for (int i = 0; i < COMMAND_COUNT; i++)
        text_add_name(names, sizeof names, commands[i].name);
    text_complain(stderr, "weft-cli", "unknown command '%.200s': known are %s", name, names);
    return EXIT_CODE_USAGE;
}

static int command_help(const struct options *options)
{
    if (options->file_count == 0) {
        print_usage(stdout);
        return EXIT_CODE_OK;
    }
    const struct program_command *command = find_command(options->files[0]);
    if (!command)
        return unknown_command(options->files[0]);
    if (options->file_count > 1)
        return fail(EXIT_CODE_USAGE, "help: expected one command");
    print_command_help(command);
    return EXIT_CODE_OK;
}

static int run_program(int argc, char *argv[])
{
    if (argc < 2) {
        print_usage(stderr);
        return EXIT_CODE_USAGE;
    }
    const char *name = argv[1];
    if (strcmp(name, "--version") == 0) {
        printf("weft-cli %s\n", WEFT_VERSION);
        return EXIT_CODE_OK;
    }
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0)
        name = "help";
    const struct program_command *command = find_command(name);
    if (!command)
        return unknown_command(name);

    struct options options;
    char error[ERROR_MAX];
    int code = options_parse(argc, argv, 2, command->program, &options, error, sizeof error);
    if (code != EXIT_CODE_OK) {
        text_complain(stderr, "weft-cli", "%s: %s", name, error);
        return code;
    }
    if (options.version) {
        printf("weft-cli %s\n", WEFT_VERSION);
        return EXIT_CODE_OK;
    }
    if (options.help && command->run != command_help) {
        print_command_help(command);
        return EXIT_CODE_OK;
    }
    return command->run(&options);
}

int main(int argc, char *argv[])
{
    char error[ERROR_MAX];
    file_reserve_standard();
    int code = run_program(argc, argv);
    if (!file_flush_stdout(error, sizeof error) && code == EXIT_CODE_OK)
        code = fail(EXIT_CODE_FAILURE, error);
    return code;
}
