/* What a session is made of, on one page: for session.c (time), session_command.c (commands),
 * session_build.c (the world is made), session_grab.c (the hand), session_body.c (the hand on colliders),
 * session_pins.c (what it leaves), session_replay.c (a recording runs), session_view.c (queries), nobody else.
 */
#ifndef SANDBOX_SESSION_INTERNAL_H
#define SANDBOX_SESSION_INTERNAL_H

#include "recorder.h"
#include "replay.h"
#include "session.h"

enum { SESSION_CLOTHS_MAX = 64 };

/* A parameter on its way to a new value, a little each tick. */
struct ramp {
    double from;
    int done, ticks; /* ticks 0: it is there */
};

struct grab {
    struct session_grab state;
    float slack; /* how far beyond reach the point may be, m: see grab_begin */
    float slack_per_second;
    float offset[SESSION_GRAB_MAX][3];        /* of each held particle from the grabbed point, m */
    float body_offset[SESSION_SOLIDS_MAX][3]; /* of each collider of a held body from it, m */
    float above;                              /* how high the point is over the body's foot, m */
};

struct session_pose {
    float position[3], orientation[4];
};

/* The lines of one kind of command that a replay could not do. */
struct session_refused {
    int count;
    int line; /* of the file, of the first */
    char why[SESSION_MESSAGE_MAX];
};

struct session {
    /* what was asked for: session.c */
    struct session_options options;
    int scene, columns, rows;
    bool grid_chosen;
    struct settings settings;
    struct params active; /* what the world uses: settings.values, but for ramps */
    struct ramp ramps[PARAM_COUNT];

    /* the world and what is measured once when it is made: session_build.c */
    weft_world *world;
    uint64_t build;
    int cloth_count;
    size_t first[SESSION_CLOTHS_MAX];  /* of each cloth's particles in `previous` and `scratch` */
    float spacing[SESSION_CLOTHS_MAX]; /* between neighbours in a sheet, m; 0 for a mesh */
    size_t particle_count;
    float *previous; /* positions before the last tick, 3 a particle; null without keep_previous */
    struct session_pose previous_solid[SESSION_SOLIDS_MAX]; /* before the last tick */
    int previous_solids;
    weft_collider_id shots[SESSION_SHOTS_MAX]; /* a ring */
    int shot_count;                            /* in this world */
    bool has_previous;
    float *scratch; /* displayed positions, for picking; null without keep_previous */

    /* time: session.c */
    uint64_t ticks, scene_ticks;
    double scene_time;
    double accumulator, dropped;
    bool paused, on_the_tick; /* on_the_tick: show the last tick as it is */
    double step_ms;

    /* commands */
    struct command *queue;
    int queued, queue_capacity;
    struct grab grab;
    struct session_pin pins[SESSION_PINS_MAX]; /* made by hand in this world, the oldest first; some
                                                  may be gone: session_pins.c */
    int pin_count;

    /* the last good state */
    void *snapshot;
    size_t snapshot_size;
    bool snapshot_valid;
    uint64_t snapshot_ticks;
    double snapshot_time;
    uint64_t runaways, last_runaway;

    struct recorder *recorder;
    bool recorder_failed;
    uint64_t hashed_at; /* the tick of the last hash line … */
    bool hash_fresh;    /* … and no command came after it */
    struct replay *replay;
    size_t replay_next;
    bool replay_stopped;
    struct session_replay replay_state;
    struct session_refused refused[COMMAND_KIND_COUNT];

    struct session_pair pair;
    float pair_position[2][3], pair_velocity[2][3]; /* before the step */

    char message[SESSION_MESSAGE_MAX];
    unsigned message_serial;
};

/* session_build.c: makes the world anew from scene, grid and settings. On failure the old world
 * stays and one line is in `error`. */
bool session_rebuild(struct session *session, int scene, int columns, int rows,
                     const struct params *params, char *error, size_t size);
void session_free_world(struct session *session);
/* After colliders came or went: makes the last good state anew, of now. */
void session_fit_snapshot(struct session *session);
/* Hands `active` to the world. */
void session_push_params(struct session *session);

/* session.c: keeps the state as the last good one. */
void session_keep_snapshot(struct session *session);
/* Writes a line to the recording, if there is one. */
void session_record(struct session *session, const struct command *command);

/* session_command.c: does one command and records it. False with one line in `error` where it cannot
 * be done: then nothing changed. */
bool session_do(struct session *session, const struct command *command, char *error, size_t size);
/* One tick further on every ramp. */
void session_advance_ramps(struct session *session);
/* Starts a scene; what it asks for takes effect only if it can be made. */
bool session_start(struct session *session, int scene, const struct settings *settings,
                   bool grid_chosen, int columns, int rows, char *error, size_t size);

/* session_replay.c: does the recording's lines for this moment, between the tick that was and the
 * one that comes. */
void session_feed_replay(struct session *session);

/* session_grab.c */
bool grab_begin(struct session *session, const struct command *command, char *error, size_t size);
void grab_drag(struct session *session, const float target[3]);
void grab_end(struct session *session, bool pin);
/* Forgets it without touching the world (the world is a new one). */
void grab_forget(struct session *session);
/* Before a step: clamps the target and gives the held particles their velocity. */
void grab_tick(struct session *session, float dt);
/* session_body.c: the same for the scene's bodies. */
bool body_begin(struct session *session, const struct command *command, char *error, size_t size);
void body_tick(struct session *session, float dt);
bool body_shoot(struct session *session, const struct command *command, char *error, size_t size);
/* By at most `limit` m, and no further. */
void move_towards(float point[3], const float target[3], float limit);
/* Keeps where the colliders are, before a step. */
void body_keep_previous(struct session *session);
/* session_pins.c: a pin was made or freed. */
void pins_add(struct session *session, int cloth, int particle, const float let_go[3]);
void pins_remove(struct session *session, int cloth, int particle);

/* The position of one particle, m. */
void cloth_position(const weft_cloth_view *view, int particle, float position[3]);

#endif
