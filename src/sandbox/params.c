/* The parameter, solver and stiffness tables, and how a value is read, checked, written and
 * applied. */
#include "params.h"
#include "numeric.h"
#include "text.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define PBD (1u << WEFT_PBD)
#define COMPLIANT (1u << WEFT_XPBD | 1u << WEFT_DIRECT)
#define ALL (PBD | COMPLIANT)
#define MEMBER(name) offsetof(struct params, name)

const char *const param_group_names[PARAM_GROUP_COUNT] = {"time", "solver", "air", "fabric",
                                                          "scene"};

/* Where an infinite or zero stiffness is half way, N/m: see PARAM_RAMP_STIFFNESS. */
#define RAMP_STIFFNESS_MIDDLE 1000.0

/* Name, unit, kind and group; then by name. What a row does not say is zero: it is not logarithmic
 * and not infinite, and changes at once. */
const struct param_row param_table[PARAM_COUNT] = {
    [PARAM_TICK_RATE] =
        {"tick_rate", "1/s", PARAM_INT, PARAM_TIME_GROUP, .min = 10, .max = 10000, .preset = 60,
         .slider_min = 30, .slider_max = 480, .logarithmic = true, .projections = ALL,
         .offset = MEMBER(tick_rate),
         .help = "Fixed simulation ticks a second; the picture's rate does not matter to them."},
    [PARAM_TIME_SCALE] = {"time_scale", "", PARAM_FLOAT, PARAM_TIME_GROUP, .min = 0.001, .max = 10,
                          .preset = 1, .slider_min = 0.02, .slider_max = 2, .logarithmic = true,
                          .projections = ALL, .offset = MEMBER(time_scale),
                          .help = "Simulated seconds in a second: below 1 is slow motion."},
    [PARAM_SOLVER] = {"solver", "", PARAM_CHOICE, PARAM_SOLVER_GROUP, .min = 0,
                      .max = SOLVER_COUNT - 1, .preset = SOLVER_DIRECT, .slider_min = 0,
                      .slider_max = SOLVER_COUNT - 1, .projections = ALL, .offset = MEMBER(solver),
                      .help =
                          "How constraints are enforced: a preset of integrator and projection."},
    [PARAM_INTEGRATOR] =
        {"integrator", "", PARAM_CHOICE, PARAM_SOLVER_GROUP, .min = 0, .max = WEFT_INTEGRATOR_COUNT,
         .preset = 0, .slider_min = 0, .slider_max = WEFT_INTEGRATOR_COUNT, .projections = ALL,
         .offset = MEMBER(integrator),
         .help = "How particles move between constraints; preset is the solver's own."},
    [PARAM_SUBSTEPS] =
        {"substeps", "", PARAM_INT, PARAM_SOLVER_GROUP, .min = 1, .max = 1000, .preset = 20,
         .slider_min = 1, .slider_max = 100, .logarithmic = true, .projections = ALL,
         .offset = MEMBER(substeps),
         .help =
             "Steps that a tick is divided into: more is stiffer and more exact, and costs time."},
    [PARAM_ITERATIONS] = {"iterations", "", PARAM_INT, PARAM_SOLVER_GROUP, .min = 1, .max = 1000,
                          .preset = 1, .slider_min = 1, .slider_max = 100, .logarithmic = true,
                          .projections = ALL, .offset = MEMBER(iterations),
                          .help = "Passes over all constraints in a substep."},
    [PARAM_GRAVITY] = {"gravity", "m/s^2", PARAM_FLOAT, PARAM_SOLVER_GROUP, .min = -1000,
                       .max = 1000, .preset = 9.80665f, .slider_min = 0, .slider_max = 20,
                       .projections = ALL, .offset = MEMBER(gravity),
                       .help = "Acceleration downwards: 9.80665 on Earth, 1.62 on the Moon."},
    [PARAM_MAX_SPEED] = {"max_speed", "m/s", PARAM_FLOAT, PARAM_SOLVER_GROUP, .min = 0.1f,
                         .max = 10000, .preset = 100, .slider_min = 1, .slider_max = 1000,
                         .logarithmic = true, .projections = ALL, .offset = MEMBER(max_speed),
                         .help = "No free particle is faster than this."},
    [PARAM_WIND] = {"wind", "", PARAM_BOOL, PARAM_AIR_GROUP, .min = 0, .max = 1, .preset = 0,
                    .slider_min = 0, .slider_max = 1, .projections = ALL, .offset = MEMBER(wind),
                    .help = "Whether the wind blows; still air drags all the same."},
    [PARAM_WIND_SPEED] = {"wind_speed", "m/s", PARAM_FLOAT, PARAM_AIR_GROUP, .min = 0, .max = 1e6f,
                          .preset = 4, .slider_min = 0, .slider_max = 30, .projections = ALL,
                          .offset = MEMBER(wind_speed),
                          .help = "Mean speed of the wind: 3 is a breeze, 15 a gale."},
    [PARAM_WIND_DIRECTION] =
        {"wind_direction", "deg", PARAM_FLOAT, PARAM_AIR_GROUP, .min = -360, .max = 360,
         .preset = 20, .slider_min = -180, .slider_max = 180, .projections = ALL,
         .offset = MEMBER(wind_direction),
         .help = "Where the wind blows to: 0 is away (-z), 90 is to the right (+x)."},
    [PARAM_WIND_ELEVATION] = {"wind_elevation", "deg", PARAM_FLOAT, PARAM_AIR_GROUP, .min = -90,
                              .max = 90, .preset = 0, .slider_min = -90, .slider_max = 90,
                              .projections = ALL, .offset = MEMBER(wind_elevation),
                              .help = "How steeply the wind blows upwards: 90 is straight up."},
    [PARAM_GUST] = {"gust", "", PARAM_FLOAT, PARAM_AIR_GROUP, .min = 0, .max = 2, .preset = 0.5,
                    .slider_min = 0, .slider_max = 2, .projections = ALL, .offset = MEMBER(gust),
                    .help = "How much gusts swing the wind's speed, as a part of it."},
    [PARAM_GUST_FREQUENCY] = {"gust_frequency", "1/s", PARAM_FLOAT, PARAM_AIR_GROUP, .min = 0,
                              .max = 20, .preset = 0.7f, .slider_min = 0, .slider_max = 5,
                              .projections = ALL, .offset = MEMBER(gust_frequency),
                              .help = "Gusts a second."},
    [PARAM_GUST_SEED] = {"gust_seed", "", PARAM_INT, PARAM_AIR_GROUP, .min = 0, .max = 2147483647,
                         .preset = 0, .slider_min = 0, .slider_max = 100, .projections = ALL,
                         .offset = MEMBER(gust_seed),
                         .help = "Which gusts: another number, another weather."},
    [PARAM_AIR_DENSITY] = {"air_density", "kg/m^3", PARAM_FLOAT, PARAM_AIR_GROUP, .min = 0,
                           .max = 100, .preset = 1.2f, .slider_min = 0, .slider_max = 5,
                           .projections = ALL, .offset = MEMBER(air_density),
                           .help = "1.2 at sea level; 0 is a vacuum."},
    [PARAM_AREAL_DENSITY] = {"areal_density", "kg/m^2", PARAM_FLOAT, PARAM_FABRIC_GROUP,
                             .min = 0.001f, .max = 100, .preset = 0.2f, .slider_min = 0.02,
                             .slider_max = 2, .logarithmic = true, .projections = ALL,
                             .offset = MEMBER(areal_density),
                             .help = "How heavy the cloth is: 0.1 is a shirt, 0.4 denim."},
    [PARAM_STIFFNESS] =
        {"stiffness", "N/m", PARAM_FLOAT, PARAM_FABRIC_GROUP, .min = 0, .max = 1e9f,
         .preset = INFINITY, .slider_min = 10, .slider_max = 1e6, .logarithmic = true,
         .infinite = true, .ramp = PARAM_RAMP_STIFFNESS, .projections = COMPLIANT,
         .offset = MEMBER(stiffness),
         .help = "How hard it is to stretch along warp and weft; inf does not stretch."},
    [PARAM_BIAS_STIFFNESS] =
        {"bias_stiffness", "N/m", PARAM_FLOAT, PARAM_FABRIC_GROUP, .min = 0, .max = 1e9f,
         .preset = 60, .slider_min = 1, .slider_max = 1e5, .logarithmic = true, .infinite = true,
         .ramp = PARAM_RAMP_STIFFNESS, .projections = COMPLIANT, .offset = MEMBER(bias_stiffness),
         .help = "How hard it is to stretch along each diagonal: a woven cloth gives there."},
    [PARAM_WARP_BEND_STIFFNESS] =
        {"warp_bend_stiffness", "N m", PARAM_FLOAT, PARAM_FABRIC_GROUP, .min = 0, .max = 1000,
         .preset = 1e-5f, .slider_min = 1e-7, .slider_max = 1e-2,
         .logarithmic = true, .projections = COMPLIANT, .offset = MEMBER(warp_bend_stiffness),
         .help = "How hard the warp is to bend, a moment per metre of width and curvature."},
    [PARAM_WEFT_BEND_STIFFNESS] =
        {"weft_bend_stiffness", "N m", PARAM_FLOAT, PARAM_FABRIC_GROUP, .min = 0, .max = 1000,
         .preset = 1e-5f, .slider_min = 1e-7, .slider_max = 1e-2,
         .logarithmic = true, .projections = COMPLIANT, .offset = MEMBER(weft_bend_stiffness),
         .help = "How hard the weft is to bend, a moment per metre of width and curvature."},
    [PARAM_TWIST_STIFFNESS] =
        {"twist_stiffness", "N m", PARAM_FLOAT, PARAM_FABRIC_GROUP, .min = 0, .max = 1000,
         .preset = 0, .slider_min = 1e-7, .slider_max = 1e-2, .logarithmic = true,
         .projections = COMPLIANT, .offset = MEMBER(twist_stiffness),
         .help = "How hard it is to twist, a torque per metre of width and turn a metre."},
    [PARAM_SLACK] = {"slack", "", PARAM_FLOAT, PARAM_FABRIC_GROUP, .min = 0, .max = 0.5f,
                     .preset = 0, .slider_min = 0, .slider_max = 0.5, .ramp = PARAM_RAMP_LINEAR,
                     .projections = ALL, .offset = MEMBER(slack),
                     .help = "Part of their length by which threads may be shorter before they "
                             "resist it."},
    [PARAM_K_STRETCH] = {"k_stretch", "", PARAM_FLOAT, PARAM_FABRIC_GROUP, .min = 0, .max = 1,
                         .preset = 1, .slider_min = 0, .slider_max = 1, .ramp = PARAM_RAMP_LINEAR,
                         .projections = PBD, .offset = MEMBER(k_stretch),
                         .help = "Part of a stretch that a substep corrects."},
    [PARAM_K_SHEAR] = {"k_shear", "", PARAM_FLOAT, PARAM_FABRIC_GROUP, .min = 0, .max = 1,
                       .preset = 0.8f, .slider_min = 0, .slider_max = 1, .ramp = PARAM_RAMP_LINEAR,
                       .projections = PBD, .offset = MEMBER(k_shear),
                       .help = "Part of a diagonal's stretch that a substep corrects."},
    [PARAM_K_BEND] = {"k_bend", "", PARAM_FLOAT, PARAM_FABRIC_GROUP, .min = 0, .max = 1,
                      .preset = 0.02f, .slider_min = 0, .slider_max = 1, .ramp = PARAM_RAMP_LINEAR,
                      .projections = PBD, .offset = MEMBER(k_bend),
                      .help = "Part of a bend that a substep corrects."},
    [PARAM_K_TWIST] = {"k_twist", "", PARAM_FLOAT, PARAM_FABRIC_GROUP, .min = 0, .max = 1,
                       .preset = 0, .slider_min = 0, .slider_max = 1, .ramp = PARAM_RAMP_LINEAR,
                       .projections = PBD, .offset = MEMBER(k_twist),
                       .help = "Part of a twist that a substep corrects."},
    [PARAM_DAMPING] = {"damping", "1/s", PARAM_FLOAT, PARAM_FABRIC_GROUP, .min = 0, .max = 1000,
                       .preset = 0.1f, .slider_min = 0.01, .slider_max = 50, .logarithmic = true,
                       .projections = ALL, .offset = MEMBER(damping),
                       .help = "How fast all motion dies away: dv/dt = -damping v."},
    [PARAM_FRICTION] =
        {"friction", "", PARAM_FLOAT, PARAM_FABRIC_GROUP, .min = 0, .max = 10, .preset = 0.4f,
         .slider_min = 0, .slider_max = 2, .projections = ALL, .offset = MEMBER(friction),
         .help =
             "Against things that it touches: the coefficient is sqrt(this times theirs, 0.4)."},
    [PARAM_THICKNESS] = {"thickness", "m", PARAM_FLOAT, PARAM_FABRIC_GROUP, .min = 0, .max = 0.1f,
                         .preset = 0.004f, .slider_min = 0, .slider_max = 0.02, .projections = ALL,
                         .offset = MEMBER(thickness), .help = "Distance that is kept from things."},
    [PARAM_DRAG] = {"drag", "", PARAM_FLOAT, PARAM_FABRIC_GROUP, .min = 0, .max = 10,
                    .preset = 1.2f, .slider_min = 0, .slider_max = 3, .projections = ALL,
                    .offset = MEMBER(drag),
                    .help = "Drag coefficient of a triangle that faces the wind."},
    [PARAM_LIFT] = {"lift", "", PARAM_FLOAT, PARAM_FABRIC_GROUP, .min = 0, .max = 10,
                    .preset = 0.8f, .slider_min = 0, .slider_max = 3, .projections = ALL,
                    .offset = MEMBER(lift), .help = "Lift coefficient: what makes a flag wave."},
    [PARAM_INFLATION] = {"inflation", "", PARAM_FLOAT, PARAM_FABRIC_GROUP, .min = 0, .max = 10,
                         .preset = 0, .slider_min = 0, .slider_max = 2, .ramp = PARAM_RAMP_LINEAR,
                         .projections = ALL, .offset = MEMBER(inflation),
                         .help =
                             "Of a balloon: the volume that is kept, 1 as at rest; 0: none is."},
    [PARAM_SELF_COLLISION] =
        {"self_collision", "", PARAM_BOOL, PARAM_FABRIC_GROUP, .min = 0, .max = 1, .preset = 0,
         .slider_min = 0, .slider_max = 1, .projections = ALL, .offset = MEMBER(self_collision),
         .help = "Cloth does not pass through itself and other cloth, as far as its grid is fine."},
    [PARAM_WEAVE] = {"weave", "", PARAM_CHOICE, PARAM_FABRIC_GROUP, .min = 0,
                     .max = WEAVE_COUNT - 1, .preset = WEAVE_PLAIN, .slider_min = 0,
                     .slider_max = WEAVE_COUNT - 1, .projections = ALL, .offset = MEMBER(weave),
                     .help = "How its threads cross, for the eye alone."},
    [PARAM_TURNS] = {"turns", "", PARAM_FLOAT, PARAM_SCENE_GROUP, .min = 0, .max = 4, .preset = 2,
                     .slider_min = 0, .slider_max = 4, .projections = ALL, .offset = MEMBER(turns),
                     .help =
                         "How often the scene twist turns the lower end, from the next reset on."},
    [PARAM_BALL_RADIUS] = {"ball_radius", "m", PARAM_FLOAT, PARAM_SCENE_GROUP, .min = 0.01f,
                           .max = 1, .preset = 0.07f, .slider_min = 0.02, .slider_max = 0.3,
                           .projections = ALL, .offset = MEMBER(ball_radius),
                           .help = "Of the balls that you throw with B."},
    [PARAM_BALL_MASS] = {"ball_mass", "kg", PARAM_FLOAT, PARAM_SCENE_GROUP, .min = 0.001f,
                         .max = 1000, .preset = 0.2f, .slider_min = 0.01, .slider_max = 10,
                         .logarithmic = true, .projections = ALL, .offset = MEMBER(ball_mass),
                         .help = "Of the balls that you throw with B."},
    [PARAM_BALL_SPEED] = {"ball_speed", "m/s", PARAM_FLOAT, PARAM_SCENE_GROUP, .min = 0, .max = 100,
                          .preset = 10, .slider_min = 0, .slider_max = 50, .projections = ALL,
                          .offset = MEMBER(ball_speed),
                          .help = "Of the balls that you throw with B."},
};

const struct solver_row solver_table[SOLVER_COUNT] = {
    [SOLVER_PBD] = {"pbd", WEFT_EULER, WEFT_PBD,
                    "position based dynamics: k' = 1 - (1 - k)^(1/n), uses the k's"},
    [SOLVER_VERLET] = {"verlet", WEFT_VERLET, WEFT_PBD,
                       "Verlet integration with the same projection, uses the k's"},
    [SOLVER_XPBD] = {"xpbd", WEFT_EULER, WEFT_XPBD,
                     "extended PBD: real stiffnesses at any number of substeps"},
    [SOLVER_DIRECT] =
        {"direct", WEFT_EULER, WEFT_DIRECT,
         "whole rows, columns and diagonals solved at once: cloth that does not stretch"},
};

/* The first choice of `integrator` stands for the solver's own; the rest are weft_integrator + 1.
 */
static const char *const integrator_names[WEFT_INTEGRATOR_COUNT + 1] = {"preset", "euler", "verlet",
                                                                        "shake"};

static const char *const weave_names[WEAVE_COUNT] = {"plain", "twill", "satin"};

const struct stiffness_row stiffness_table[STIFFNESS_COUNT] = {
    [STIFFNESS_SOFT] = {"soft", 30, 10, 0.3f, 0.1f},
    [STIFFNESS_MEDIUM] = {"medium", 500, 30, 0.8f, 0.5f},
    [STIFFNESS_STIFF] = {"stiff", INFINITY, 60, 1, 0.8f},
};

int param_find(const char *name)
{
    for (int i = 0; i < PARAM_COUNT; i++)
        if (strcmp(param_table[i].name, name) == 0)
            return i;
    return -1;
}

int solver_find(const char *name)
{
    for (int i = 0; i < SOLVER_COUNT; i++)
        if (strcmp(solver_table[i].name, name) == 0)
            return i;
    return -1;
}

int stiffness_find(const char *name)
{
    for (int i = 0; i < STIFFNESS_COUNT; i++)
        if (strcmp(stiffness_table[i].name, name) == 0)
            return i;
    return -1;
}

int param_choice_count(enum param_id id)
{
    return param_table[id].kind == PARAM_CHOICE ? (int)param_table[id].max + 1 : 0;
}

const char *param_choice_name(enum param_id id, int choice)
{
    if (choice < 0 || choice >= param_choice_count(id))
        return NULL;
    return id == PARAM_SOLVER  ? solver_table[choice].name
           : id == PARAM_WEAVE ? weave_names[choice]
                               : integrator_names[choice];
}

struct params params_default(void)
{
    struct params params = {0};
    for (int i = 0; i < PARAM_COUNT; i++)
        params_set(&params, (enum param_id)i, param_table[i].preset);
    return params;
}

double params_get(const struct params *params, enum param_id id)
{
    const void *member = (const char *)params + param_table[id].offset;
    switch (param_table[id].kind) {
    case PARAM_FLOAT:
        return *(const float *)member;
    case PARAM_BOOL:
        return *(const bool *)member;
    default:
        return *(const int *)member;
    }
}

void params_set(struct params *params, enum param_id id, double value)
{
    void *member = (char *)params + param_table[id].offset;
    switch (param_table[id].kind) {
    case PARAM_FLOAT:
        *(float *)member = (float)value;
        break;
    case PARAM_BOOL:
        *(bool *)member = value != 0.0;
        break;
    default:
        *(int *)member = (int)value;
    }
}

void param_label(enum param_id id, char *text, size_t size)
{
    text_format(text, size, "%s", param_table[id].name);
    for (char *c = text; *c; c++)
        *c = *c == '_' ? ' ' : *c;
}

bool param_check(enum param_id id, double value, char *error, size_t size)
{
    const struct param_row *row = &param_table[id];
    bool allowed = value >= row->min && value <= row->max; /* false for NaN */
    /* A float's limits are floats: 0.1 as a double is a little below 0.1f, and the same number to a
     * person. */
    if (row->kind == PARAM_FLOAT)
        allowed = (float)value >= (float)row->min && (float)value <= (float)row->max;
    else
        allowed = allowed && value == floor(value);
    if (row->infinite && value > 0 && isinf(value))
        allowed = true;
    if (allowed)
        return true;
    char range[160], number[40];
    param_format_range(id, range, sizeof range);
    param_format(id, value, number, sizeof number);
    return text_error(error, size, "%s is %s: allowed is %s", row->name, number, range);
}

/* Words and choices. Returns false if `text` is none of them. */
static bool parse_word(enum param_id id, const char *text, double *value)
{
    static const char *const words[] = {"off", "on", "false", "true", "0", "1"};
    if (param_table[id].kind == PARAM_BOOL) {
        for (int i = 0; i < 6; i++)
            if (strcmp(text, words[i]) == 0) {
                *value = i & 1;
                return true;
            }
        return false;
    }
    for (int i = 0; i < param_choice_count(id); i++)
        if (strcmp(text, param_choice_name(id, i)) == 0) {
            *value = i;
            return true;
        }
    return false;
}

bool param_parse(enum param_id id, const char *text, double *value, char *error, size_t size)
{
    const struct param_row *row = &param_table[id];
    double number = 0.0;
    bool understood;
    if (row->kind == PARAM_BOOL || row->kind == PARAM_CHOICE)
        understood = parse_word(id, text, &number);
    else
        understood = text_parse_double(text, &number) &&
                     (row->kind == PARAM_FLOAT || number == floor(number));
    if (!understood) {
        char range[160];
        param_format_range(id, range, sizeof range);
        return text_error(error, size, "%s is '%.60s': allowed is %s", row->name, text, range);
    }
    if (!param_check(id, number, error, size))
        return false;
    *value = row->kind == PARAM_FLOAT ? (double)(float)number : number;
    return true;
}

void param_format(enum param_id id, double value, char *text, size_t size)
{
    const char *choice =
        param_table[id].kind == PARAM_CHOICE ? param_choice_name(id, (int)value) : NULL;
    if (param_table[id].kind == PARAM_BOOL)
        text_format(text, size, "%s", value != 0.0 ? "on" : "off");
    else if (choice)
        text_format(text, size, "%s", choice);
    else
        /* Seven digits name every float that a person typed; nine (the exact ones) would print 0.1
         * as 0.100000001. */
        text_format(text, size, "%.*g", param_table[id].kind == PARAM_FLOAT ? 7 : 12, value);
}

void param_format_exact(enum param_id id, double value, char *text, size_t size)
{
    if (param_table[id].kind == PARAM_FLOAT)
        text_format(text, size, "%a", value);
    else
        param_format(id, value, text, size);
}

void param_format_range(enum param_id id, char *text, size_t size)
{
    const struct param_row *row = &param_table[id];
    if (row->kind == PARAM_BOOL) {
        text_format(text, size, "on or off");
        return;
    }
    if (row->kind == PARAM_CHOICE) {
        text[0] = '\0';
        for (int i = 0; i < param_choice_count(id); i++)
            text_add_name(text, size, param_choice_name(id, i));
        return;
    }
    char low[40], high[40];
    param_format(id, row->min, low, sizeof low);
    param_format(id, row->max, high, sizeof high);
    text_format(text, size, "%s%s to %s%s%s%s",
                row->kind == PARAM_INT ? "a whole number from " : "", low, high,
                row->unit[0] ? " " : "", row->unit, row->infinite ? " or inf" : "");
}

bool param_used(const struct params *params, enum param_id id)
{
    return (param_table[id].projections >> solver_table[params->solver].projection) & 1u;
}

double param_blend(enum param_id id, double from, double to, double part)
{
    if (part >= 1.0 || param_table[id].ramp == PARAM_AT_ONCE)
        return to;
    if (param_table[id].ramp == PARAM_RAMP_LINEAR)
        return from + (to - from) * part;
    double a = isinf(from) ? 1.0 : from / (from + RAMP_STIFFNESS_MIDDLE);
    double b = isinf(to) ? 1.0 : to / (to + RAMP_STIFFNESS_MIDDLE);
    double s = a + (b - a) * part;
    return s >= 1.0 ? INFINITY : RAMP_STIFFNESS_MIDDLE * s / (1.0 - s);
}

/* The wind as a vector from speed, direction and elevation. */
static void wind_vector(const struct params *params, float wind[3])
{
    double turns = params->wind_direction / 360.0, up = params->wind_elevation / 360.0;
    double speed = params->wind ? params->wind_speed : 0.0;
    double level = speed * numeric_cos_turns(up);
    wind[0] = (float)(level * numeric_sin_turns(turns));
    wind[1] = (float)(speed * numeric_sin_turns(up));
    wind[2] = (float)(-level * numeric_cos_turns(turns));
}

weft_settings params_settings(const struct params *params)
{
    const struct solver_row *solver = &solver_table[params->solver];
    weft_settings settings = weft_default_settings();
    settings.integrator =
        params->integrator > 0 ? (weft_integrator)(params->integrator - 1) : solver->integrator;
    settings.projection = solver->projection;
    settings.substeps = params->substeps;
    settings.iterations = params->iterations;
    settings.gravity[0] = settings.gravity[2] = 0.0f;
    settings.gravity[1] = -params->gravity;
    wind_vector(params, settings.wind);
    settings.gust = params->gust;
    settings.gust_frequency = params->gust_frequency;
    settings.gust_seed = (uint32_t)params->gust_seed;
    settings.air_density = params->air_density;
    settings.max_speed = params->max_speed;
    return settings;
}

weft_fabric params_fabric(const struct params *params)
{
    weft_fabric fabric = weft_default_fabric();
    fabric.areal_density = params->areal_density;
    fabric.warp_stiffness = params->stiffness;
    fabric.weft_stiffness = params->stiffness;
    fabric.bias_stiffness = params->bias_stiffness;
    fabric.warp_bend_stiffness = params->warp_bend_stiffness;
    fabric.weft_bend_stiffness = params->weft_bend_stiffness;
    fabric.twist_stiffness = params->twist_stiffness;
    fabric.slack = params->slack;
    fabric.k_stretch = params->k_stretch;
    fabric.k_shear = params->k_shear;
    fabric.k_bend = params->k_bend;
    fabric.k_twist = params->k_twist;
    fabric.damping = params->damping;
    fabric.friction = params->friction;
    fabric.thickness = params->thickness;
    fabric.drag = params->drag;
    fabric.lift = params->lift;
    fabric.inflation = params->inflation;
    fabric.self_collision = params->self_collision;
    return fabric;
}

struct settings settings_default(void)
{
    struct settings settings = {.values = params_default()};
    return settings;
}

void settings_choose(struct settings *settings, enum param_id id, double value)
{
    params_set(&settings->values, id, value);
    settings->chosen[id] = true;
}

int stiffness_level(const struct params *params)
{
    /* On the scale of the solver in use, where infinity is finite. */
    bool pbd = solver_table[params->solver].projection == WEFT_PBD;
    int best = 0;
    double best_distance = INFINITY;
    for (int i = 0; i < STIFFNESS_COUNT; i++) {
        double y = stiffness_table[i].stiffness, own = params->stiffness;
        double distance = pbd ? stiffness_table[i].k_stretch - params->k_stretch
                              : (isinf(y) ? 1.0 : y / (y + RAMP_STIFFNESS_MIDDLE)) -
                                    (isinf(own) ? 1.0 : own / (own + RAMP_STIFFNESS_MIDDLE));
        if (fabs(distance) < best_distance) {
            best = i;
            best_distance = fabs(distance);
        }
    }
    return best;
}
