/* The parameters: everything that a person can turn while the cloth moves.
 *
 * One table row each. The panel, `--set`, `weft-cli list parameters`, the recorder and the tests
 * all walk this table, so that a new parameter is one member of `struct params`, one id and one
 * row.
 */
#ifndef SANDBOX_PARAMS_H
#define SANDBOX_PARAMS_H

#include "weft.h"

#include <stdbool.h>
#include <stddef.h>

/* The values. Members are float, int or bool, as the row's kind says (a choice is an int). */
struct params {
    /* time */
    int tick_rate;
    float time_scale;
    /* solver */
    int solver, integrator;
    int substeps, iterations;
    float gravity, max_speed;
    /* air */
    bool wind;
    float wind_speed, wind_direction, wind_elevation;
    float gust, gust_frequency;
    int gust_seed;
    float air_density;
    /* fabric */
    float areal_density;
    float stiffness, bias_stiffness, warp_bend_stiffness, weft_bend_stiffness;
    float twist_stiffness, slack;
    float k_stretch, k_shear, k_bend, k_twist;
    float damping, friction, thickness, drag, lift, inflation;
    int weave;
    bool self_collision;
    /* scene */
    float turns;
    float ball_radius, ball_mass, ball_speed;
};

enum param_id {
    PARAM_TICK_RATE,
    PARAM_TIME_SCALE,
    PARAM_SOLVER,
    PARAM_INTEGRATOR,
    PARAM_SUBSTEPS,
    PARAM_ITERATIONS,
    PARAM_GRAVITY,
    PARAM_MAX_SPEED,
    PARAM_WIND,
    PARAM_WIND_SPEED,
    PARAM_WIND_DIRECTION,
    PARAM_WIND_ELEVATION,
    PARAM_GUST,
    PARAM_GUST_FREQUENCY,
    PARAM_GUST_SEED,
    PARAM_AIR_DENSITY,
    PARAM_AREAL_DENSITY,
    PARAM_STIFFNESS,
    PARAM_BIAS_STIFFNESS,
    PARAM_WARP_BEND_STIFFNESS,
    PARAM_WEFT_BEND_STIFFNESS,
    PARAM_TWIST_STIFFNESS,
    PARAM_SLACK,
    PARAM_K_STRETCH,
    PARAM_K_SHEAR,
    PARAM_K_BEND,
    PARAM_K_TWIST,
    PARAM_DAMPING,
    PARAM_FRICTION,
    PARAM_THICKNESS,
    PARAM_DRAG,
    PARAM_LIFT,
    PARAM_INFLATION,
    PARAM_SELF_COLLISION,
    PARAM_WEAVE,
    PARAM_TURNS,
    PARAM_BALL_RADIUS,
    PARAM_BALL_MASS,
    PARAM_BALL_SPEED,
    PARAM_COUNT
};

enum param_kind { PARAM_FLOAT, PARAM_INT, PARAM_BOOL, PARAM_CHOICE };

/* Groups, in the order in which the panel shows them. */
enum param_group {
    PARAM_TIME_GROUP,
    PARAM_SOLVER_GROUP,
    PARAM_AIR_GROUP,
    PARAM_FABRIC_GROUP,
    PARAM_SCENE_GROUP,
    PARAM_GROUP_COUNT
};
extern const char *const param_group_names[PARAM_GROUP_COUNT];

/* How a change that is made while the cloth moves takes effect. */
enum param_ramp {
    PARAM_AT_ONCE,
    PARAM_RAMP_LINEAR,    /* over PARAM_RAMP_SECONDS, in equal steps of the value */
    PARAM_RAMP_STIFFNESS, /* in equal steps of s = Y / (Y + 1000 N/m), which is finite for Y = 0 and
                             infinity */
};
#define PARAM_RAMP_SECONDS 0.25

struct param_row {
    const char *name; /* as in --set NAME=VALUE */
    const char *unit; /* "" where there is none */
    enum param_kind kind;
    enum param_group group;
    double min, max;               /* what is accepted */
    double preset;                 /* the default */
    double slider_min, slider_max; /* what the panel's slider spans */
    bool logarithmic; /* the slider's scale; a slider_min of 0 is then a small value's stand-in */
    bool infinite;    /* `inf` is accepted as well: inextensible */
    enum param_ramp ramp;
    unsigned projections; /* bit (1u << weft_projection) for each that uses it; the panel greys it
                             for others */
    size_t offset;        /* of its member in struct params */
    const char *help;     /* one sentence */
};

extern const struct param_row param_table[PARAM_COUNT];

/* Solvers: presets of integrator x projection. The choice values of PARAM_SOLVER index this table.
 */
struct solver_row {
    const char *name;
    weft_integrator integrator;
    weft_projection projection;
    const char *help;
};
enum { SOLVER_PBD, SOLVER_VERLET, SOLVER_XPBD, SOLVER_DIRECT, SOLVER_COUNT };
extern const struct solver_row solver_table[SOLVER_COUNT];

/* What the fabric looks like: the choice values of PARAM_WEAVE, and the textures' names. */
enum { WEAVE_PLAIN, WEAVE_TWILL, WEAVE_SATIN, WEAVE_COUNT };

/* The row called `name`, or -1. */
int param_find(const char *name);
int solver_find(const char *name);

/* Choices of a PARAM_CHOICE row: how many, and the name of one (null when out of range). */
int param_choice_count(enum param_id id);
const char *param_choice_name(enum param_id id, int choice);

/* All rows at their defaults. */
struct params params_default(void);
/* Any value as a double: ints, bools (0, 1), choices and floats all fit exactly. */
double params_get(const struct params *params, enum param_id id);
void params_set(struct params *params, enum param_id id, double value);

/* The row's name as a person reads it in the window: "wind speed". */
void param_label(enum param_id id, char *text, size_t size);

/* Whether the row accepts the value. If not, one line in `error`: what is allowed. */
bool param_check(enum param_id id, double value, char *error, size_t size);
/* Reads the whole of `text` as the row's kind: a number (decimal or C hex float, any locale), `inf`
 * where allowed, on/off/true/false/1/0, or a choice's name. False with one line in `error` that
 * names the parameter, what was given and what is allowed. */
bool param_parse(enum param_id id, const char *text, double *value, char *error, size_t size);
/* Writes a value for people ("20", "0.0001", "inf", "on", "xpbd") … */
void param_format(enum param_id id, double value, char *text, size_t size);
/* … and so that param_parse gives the same bits (floats in hex). */
void param_format_exact(enum param_id id, double value, char *text, size_t size);
/* What is allowed, for messages and lists: "1 to 1000", "0 to 1e+09 N/m or inf", "on or off", … */
void param_format_range(enum param_id id, char *text, size_t size);
/* Whether the solver that `params` chooses uses the row. */
bool param_used(const struct params *params, enum param_id id);
/* Moves a ramped value `part` (0 to 1) of the way from `from` to `to`, on the row's scale. */
double param_blend(enum param_id id, double from, double to, double part);

/* What the library is to use. */
weft_settings params_settings(const struct params *params);
weft_fabric params_fabric(const struct params *params);

/* Settings as a session holds them: the values, and which of them a person chose. Changing the
 * scene keeps what was chosen and takes the rest from the new scene. */
struct settings {
    struct params values;
    bool chosen[PARAM_COUNT];
};

struct settings settings_default(void);
/* Sets one and marks it as chosen. The value must have passed param_check. */
void settings_choose(struct settings *settings, enum param_id id, double value);

/* Soft, medium, stiff: k's and stiffnesses together (the S key). */
enum stiffness_level { STIFFNESS_SOFT, STIFFNESS_MEDIUM, STIFFNESS_STIFF, STIFFNESS_COUNT };
struct stiffness_row {
    const char *name;
    double stiffness, bias_stiffness; /* N/m */
    double k_stretch, k_shear;
};
extern const struct stiffness_row stiffness_table[STIFFNESS_COUNT];
int stiffness_find(const char *name);
/* The level that `params` is nearest to. */
int stiffness_level(const struct params *params);

#endif
