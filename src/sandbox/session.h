/* A session: one scene that runs, and everything a person does to it.
 *
 * It owns the weft_world, the parameters, the tick counter, the command queue, the recorder and the
 * replay. Time comes in as an argument, pictures go out as positions: the window, weft-cli and the
 * tests drive it alike. Whatever changes the world is a command (command.h), applied between two
 * ticks and recorded with the tick's number, so that a recording replays to the same bits at any
 * frame rate.
 *
 *     struct session_options options = session_default_options();
 *     char error[256];
 *     struct session *session = session_create(&options, error, sizeof error);
 *     for (each frame) {
 *         session_command(session, &command);                 // what the person did
 *         session_advance(session, seconds_since_last_frame); // 0 to 4 ticks
 *         session_display(session, 0, session_alpha(session), positions, stride);
 *     }
 *     session_destroy(session);
 */
#ifndef SANDBOX_SESSION_H
#define SANDBOX_SESSION_H

#include "command.h"
#include "params.h"
#include "scenes.h"
#include "weft.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct session;

enum {
    SESSION_CATCH_UP_MAX = 4, /* ticks in one advance; the time beyond is dropped and counted */
    SESSION_GRAB_MAX = 64,    /* particles held by one grab */
    SESSION_PINS_MAX = 64,    /* pins that are remembered as a person's */
    SESSION_SHOTS_MAX = 16,   /* balls thrown by hand */
    SESSION_SOLIDS_MAX = SCENE_OBJECTS_MAX + SESSION_SHOTS_MAX,
    SESSION_SHOT_BODY = 1000, /* and the collider's number: the body of a thrown ball */
    SESSION_MESSAGE_MAX = 256,
};
#define SESSION_GRAB_SPEED 20.0f /* the hand follows the pointer at most this fast, m/s */

struct session_options {
    int scene;         /* row of scene_table; default 0 */
    int columns, rows; /* 0 (default): the scene's own grid */
    struct settings
        settings; /* only what is `chosen` counts; the rest comes from table and scene */
    int threads;  /* 1 to 64, default 1 */
    weft_isa isa; /* default WEFT_ISA_AUTO */
    double (*now)(void *user); /* seconds of a steady clock, for stage and step times; null: none */
    void *user;
    bool keep_previous; /* keep the positions before the last tick, for session_display; default
                           false */
    const char *record; /* file to write a recording to; null: none */
    int hash_every;     /* ticks between hash lines while recording; default 60 */
    const char
        *replay; /* recording to run; its header replaces scene, grid and settings; null: none */
};

struct session_options session_default_options(void);

/* Null with one line in `error` on failure: memory, a recording that cannot be read or written, …
 */
struct session *session_create(const struct session_options *options, char *error, size_t size);
/* Ends the recording with a last hash line, and frees. Null is allowed. */
void session_destroy(struct session *session);
/* The same end of the recording without freeing. False with one line in `error` where writing
 * failed. */
bool session_finish_recording(struct session *session, char *error, size_t size);

/* --- what a person does ---------------------------------------------------------------------- */

/* Queues a command; it is applied at the next advance, tick or apply, in order. What cannot be done
 * (a particle that is not there, a drag without a grab) is refused with a message and not recorded.
 * While a replay runs, commands are refused: see session_replay_stop. */
void session_command(struct session *session, const struct command *command);
/* Applies what is queued now: for drawing the result of a key while paused. */
void session_apply(struct session *session);

/* The nearest hit of a ray with all cloths as displayed at `alpha`. `cloth`: its number, for
 * command_grab. */
bool session_pick(struct session *session, float alpha, const float origin[3],
                  const float direction[3], weft_hit *hit, int *cloth);
/* The particles that a grab at this hit would hold (for marking on hover): at most `capacity`,
 * returned. */
int session_grab_candidates(const struct session *session, int cloth, const weft_hit *hit,
                            float radius, int *particles, int capacity);
struct session_grab {
    bool active;
    int body; /* held instead of cloth: see session_solid; 0: cloth is */
    int cloth;
    int count; /* particles held */
    int particles[SESSION_GRAB_MAX];
    float point[3];    /* where the grabbed point is, m */
    float target[3];   /* where the pointer wants it; beyond reach they stay apart: draw a line */
    bool out_of_reach; /* the last tick had to clamp the target */
};
/* The nearest hit of a ray with what can be picked up, as displayed at `alpha`: the world's collider,
 * for command_take, and the distance along the (unit) direction, m. */
bool session_pick_body(const struct session *session, float alpha, const float origin[3],
                       const float direction[3], int *collider, float *distance);
/* A collider of the world, as it is between the last two ticks. False after the last. */
struct session_solid {
    weft_collider_def def;
    int body; /* what is picked up together has one number; 0: not at all */
    const struct scene_object *object; /* null: a ball that was thrown */
};
bool session_get_solid(const struct session *session, int collider, float alpha,
                       struct session_solid *solid);
struct session_grab session_get_grab(const struct session *session);

/* A pin that a person made; those of the scene are none. */
struct session_pin {
    int cloth, particle;
    float let_go[3]; /* where the hand was when it let go, m; beyond reach the pin is elsewhere */
    uint64_t ticks;  /* session_ticks then */
};
/* Those that are still there, the oldest first; of many, the newest. Returns their number. */
int session_get_pins(const struct session *session, struct session_pin pins[SESSION_PINS_MAX]);

/* --- time ------------------------------------------------------------------------------------ */

/* Adds elapsed seconds (times time_scale) and does the ticks that are due: 0 to
 * SESSION_CATCH_UP_MAX, returned. Negative, NaN and infinite times count as 0. Paused: applies the
 * commands and does none. */
int session_advance(struct session *session, double elapsed_seconds);
/* One tick, whatever the clock says and even when paused (--fixed, the O key). False: it ran away
 * and the session went back to its last good state (see the message). */
bool session_tick(struct session *session);
void session_pause(struct session *session, bool paused);
bool session_paused(const struct session *session);
/* How far between the last two ticks the moment to draw is, 0 to 1; 1 when paused or after
 * session_tick. */
float session_alpha(const struct session *session);
uint64_t session_ticks(const struct session *session); /* done since the session began */
double session_time(const struct session *session); /* simulated since the scene (re)started, s */
double
session_dropped_seconds(const struct session *session); /* of system time, by the catch-up limit */
float session_dt(const struct session *session);        /* s a tick */

/* --- what there is to see -------------------------------------------------------------------- */

/* For queries: weft_cloth_get_view and the like. Ids and topology hold while session_build stays
 * the same. */
const weft_world *session_world(const struct session *session);
/* Counts up whenever the world is made anew (scene, grid, reset): fetch topology and buffers again.
 */
uint64_t session_build(const struct session *session);
int session_cloth_count(const struct session *session);
weft_cloth_id session_cloth(const struct session *session, int number);
/* Positions of a cloth between the last two ticks: previous + alpha (current - previous), one every
 * `stride` bytes. Without keep_previous, or right after a restart, the current ones. */
void session_display(const struct session *session, int cloth, float alpha, float *destination,
                     size_t stride);

int session_scene(const struct session *session); /* row of scene_table */
void session_grid(const struct session *session, int *columns, int *rows);
/* What the person set (a ramp may still be on its way there). */
const struct params *session_params(const struct session *session);
const struct settings *session_settings(const struct session *session);
/* What the world uses at this moment. */
const struct params *session_active(const struct session *session);
/* How often the state ran away and was set back. */
uint64_t session_runaways(const struct session *session);
int session_threads(const struct session *session);
double session_step_ms(
    const struct session *session); /* of weft_world_step in the last tick; 0: no clock */

/* The last line for the user, or "". `serial` (may be null) counts the lines, so that a new one
 * shows. */
const char *session_message(const struct session *session, unsigned *serial);
/* Puts a line there (the window's own: "saved drape.obj"). */
void session_say(struct session *session, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 2, 3)))
#endif
    ;

/* The scene `two`: the derivation as a picture. */
struct session_pair {
    bool valid;             /* the world is two particles and a stick */
    float k;                /* k of the stick */
    int iterations;         /* n */
    float k_prime;          /* 1 - (1 - k)^(1/n) */
    float mass[2];          /* kg */
    float rest, length;     /* m */
    float correction[2][3]; /* of the last tick: how far each moved besides its own velocity, m */
    float ratio;            /* |correction 0| / |correction 1|: that of the masses, 9 : 1; 0 where
                    too little moved to say */
};
struct session_pair session_get_pair(const struct session *session);

/* --- replay ---------------------------------------------------------------------------------- */

struct session_replay {
    bool active;             /* lines are left */
    uint64_t ticks;          /* of its last line */
    int hashes, mismatches;  /* compared so far, and how many differed */
    uint64_t first_mismatch; /* its tick */
    uint64_t last_hash;      /* the tick of the last one */
    int first_mismatch_line; /* of the file */
    int last_hash_line;      /* of the file; 0: none yet */
    bool unchecked;          /* there are ticks or commands after the last hash */
    int refused;             /* lines that could not be done; none in what weft recorded */
    int cut_line; /* where the file ends in the middle of a line, left out; 0: it does not */
};
struct session_replay session_get_replay(const struct session *session);
/* What was wrong with it so far: a line for each kind of fault, e.g. "weft: a.weft:7: …". */
void session_report_replay(const struct session *session, const char *program, const char *path,
                           FILE *file);
/* Takes over: the rest of the recording is not done. */
void session_replay_stop(struct session *session);

#endif
