/* Commands: everything that a person can do to the world, as plain data and as lines of text.
 *
 * A recording is one line a command: `tick command arguments`. The tick is how many ticks were done
 * when it was applied; floats are written as C hex floats, so that they come back with the same
 * bits. The same lines are the demos, the tests' input and what the window sends to the session.
 *
 *     0 grab 0 4000 4064 4001 0x1p-1 0x1p-2 0x1p-2 0x0p+0 0x1p-1 0x1p-5 0x1.8p-6
 *     12 drag 0x1p-3 0x1.2p-1 0x1p-2
 *     80 release
 *     80 hash 1f0a4c20d5a6b7c8
 */
#ifndef SANDBOX_COMMAND_H
#define SANDBOX_COMMAND_H

#include "params.h"
#include "weft.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum command_kind {
    COMMAND_GRAB,    /* grab CLOTH P0 P1 P2 B0 B1 B2 X Y Z RADIUS: hold a small disc around a hit */
    COMMAND_TAKE,    /* take COLLIDER X Y Z: hold a body by a point of it */
    COMMAND_SHOOT,   /* shoot X Y Z DX DY DZ: throw a ball from there that way */
    COMMAND_DRAG,    /* drag X Y Z: where the held point is to go */
    COMMAND_RELEASE, /* release [pin]: let go, keeping the speed; or leave it pinned there */
    COMMAND_PIN,     /* pin CLOTH PARTICLE */
    COMMAND_UNPIN,   /* unpin CLOTH PARTICLE */
    COMMAND_SET,     /* set NAME VALUE */
    COMMAND_SOLVER,  /* solver NAME: the preset; drops an integrator override */
    COMMAND_STIFFNESS, /* stiffness soft|medium|stiff: k's and stiffnesses together */
    COMMAND_SCENE,     /* scene NAME */
    COMMAND_GRID,      /* grid NxM */
    COMMAND_RESET,     /* reset: the scene from its start; parameters stay */
    COMMAND_DEFAULTS,  /* defaults: parameters and grid too */
    COMMAND_HASH,      /* hash HEX: not done but checked: the state's hash at this tick */
    COMMAND_END,       /* end: nothing; the recording lasts until this tick */
    COMMAND_KIND_COUNT
};

struct command {
    enum command_kind kind;
    int cloth;            /* number among the world's cloths: grab, pin, unpin */
    int particles[3];     /* grab: of the triangle or stick; pin, unpin: the first */
    float barycentric[3]; /* grab */
    float point[3];       /* grab, take: the hit, m; drag: the target, m; shoot: the start, m */
    float direction[3];   /* shoot: unit */
    float radius;         /* grab: of the disc, along the cloth, m; 0: the session's default */
    bool pin;             /* release */
    int index; /* set: enum param_id; solver, stiffness, scene: row; take: the world's collider */
    double value;      /* set */
    int columns, rows; /* grid */
    uint64_t hash;     /* hash */
};

enum { COMMAND_TEXT_MAX = 320 };

/* The word that starts a command, e.g. "grab". */
const char *command_name(enum command_kind kind);

/* Writes "command arguments" (no tick, no newline); at most COMMAND_TEXT_MAX with its end. */
void command_format(const struct command *command, char *text, size_t size);

/* Reads "command arguments": the inverse of command_format, strict (every value in its range,
 * nothing left over). False with one line in `error`: what is wrong and what was expected. */
bool command_parse(const char *text, struct command *command, char *error, size_t size);

/* Shorthands that make a command. */
struct command command_simple(enum command_kind kind); /* reset, defaults, release */
struct command command_set(enum param_id id, double value);
struct command command_row(enum command_kind kind, int index); /* solver, stiffness, scene */
struct command command_grab(int cloth, const weft_hit *hit, float radius);
struct command command_take(int collider, const float point[3]);
struct command command_shoot(const float point[3], const float direction[3]);
struct command command_drag(const float point[3]);

#endif
