/* The command line: one table of options for both programs.
 *
 * `weft` and `weft-cli` parse the same words with the same code. Every option is --name VALUE or
 * --name=VALUE; --set may be repeated. A bad word gives one line that names it and what is allowed.
 */
#ifndef SANDBOX_OPTIONS_H
#define SANDBOX_OPTIONS_H

#include "session.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdint.h>

/* Exit codes of both programs. */
enum { EXIT_CODE_OK = 0, EXIT_CODE_FAILURE = 1, EXIT_CODE_USAGE = 2 };

/* Who accepts an option: bits. */
enum {
    PROGRAM_WEFT = 1,     /* the desktop program */
    PROGRAM_RUN = 2,      /* weft-cli run */
    PROGRAM_REPLAY = 4,   /* weft-cli replay */
    PROGRAM_VALIDATE = 8, /* weft-cli validate (its --set has names of its own) */
    PROGRAM_LIST = 16,
    PROGRAM_BENCH = 32, /* weft-cli bench */
    PROGRAM_SOAK = 64,  /* weft-cli soak */
};

enum { OPTIONS_FILES_MAX = 4, OPTIONS_SETS_MAX = 64 };

struct options {
    struct session_options session; /* scene, grid, settings, threads, isa, record, replay */
    bool scene_named;               /* a scene was given, and not "all" */
    double minutes;                 /* soak: simulated; 0: not given */
    int64_t frames;                 /* 0: not given (weft runs on; weft-cli run does 300) */
    const char *stats;              /* file, or "-" */
    const char *export_file;        /* .obj or .ply */
    const char *screenshot;         /* .png */
    const char *capture;            /* folder for frames */
    int64_t capture_every;          /* frames; 0: not given */
    bool fixed, no_vsync;
    bool check;                      /* opens no window: see app.c */
    int window_width, window_height; /* 0: not given */
    bool check_intersections;        /* run, replay: into the stats */
    bool verify;                     /* replay: compare the hashes */
    bool json;                       /* validate */
    const char *csv, *plot;          /* bench: files */
    bool help, version;
    const char
        *files[OPTIONS_FILES_MAX]; /* words that are no option: an image, a recording, a row */
    int file_count;
    const char *sets[OPTIONS_SETS_MAX]; /* --set NAME=VALUE as given, for validate */
    int set_count;
    const char *start; /* the name of an option that says how a session starts; null: none given */
};

struct options options_default(void);

/* Reads argv[first …]. Pointers of the result point into argv. Returns EXIT_CODE_OK, or
 * EXIT_CODE_USAGE with one line in `error`. Looks at the files that are named, but only to tell
 * whether two are one. */
int options_parse(int argc, char *const argv[], int first, unsigned program,
                  struct options *options, char *error, size_t size);

/* Whether the image can be read, and what is written at the end can be: better known before, and
 * before --record begins anew what it names. False with one line in `error`. */
bool options_check_access(const struct options *options, unsigned program, char *error,
                          size_t size);

/* What is given and has no effect, for `run`, where nobody can switch on later what it needs: the
 * solver's other numbers, a wind that does not blow. False where there is nothing to tell. */
bool options_find_idle(const struct options *options, char *line, size_t size);

/* Writes the help of every option that `program` accepts, one a line, from the table. */
void options_print_help(FILE *file, unsigned program);

/* Prints a list, one row a line, the name first: "scenes", "solvers", "parameters" or "keys". False
 * if the name is none of these. */
bool options_print_list(FILE *file, const char *what);

#endif
