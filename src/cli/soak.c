/* weft-cli soak: random hands on scenes, and a look at the cloth after each tick. See soak.h.
 *
 * All that the hands do are commands, chosen by a generator of whole numbers from the state that
 * they meet, so that a seed does the same on every machine and a recording replays it.
 */
#include "soak.h"
#include "text.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <string.h>

enum { ERROR_MAX = 1024, WHAT_MAX = 300 };

#define MINUTES_DEFAULT 10.0
#define AWAY 100.0f         /* from the origin that is too far, m */
#define LOST 10.0f          /* and from where a person would start the scene again, m */
#define REST_SECONDS 2.0    /* that the start, and what a hand did, takes to calm down */
#define LOOK_SECONDS 1.0    /* between looks at the stretch */
#define REACH 1.5f          /* the hand moves as far as this to the sides … */
#define HEIGHT 2.2f         /* … and from the floor to there, m */
#define THROW_DISTANCE 2.5f /* of the thrower from what is thrown at, m */

struct soak {
    struct session *session;
    uint64_t random;     /* the generator's state */
    struct params start; /* what the session began with, and each reset goes back to */
    bool budgeted;       /* these are the scene's own, as is the grid: its budget holds */
    int wait;            /* ticks to the next act */
    float target[3], goal[3], speed; /* of the hand, m and m/s */
    float farthest;                  /* cloth from the origin along an axis, m */
    uint64_t touched;                /* the tick of the last command */
    bool as_built; /* not pinned, nor set otherwise, since the scene (re)started */
    int grabs, shots, resets, looks;
    double stretch;               /* the largest of the looks */
    uint64_t faults, first_fault; /* how many, and the first one's tick */
    char what[WHAT_MAX];          /* of the first */
};

/* --- chance ----------------------------------------------------------------------------------- */

/* A Weyl sequence, well mixed: Steele, Lea & Flood 2014. */
static uint64_t next_random(struct soak *soak)
{
    uint64_t z = soak->random += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/* 0 to count - 1. */
static int choose(struct soak *soak, int count)
{
    return (int)(next_random(soak) % (uint64_t)count);
}

/* In 2^24 steps, which a float holds exactly. */
static float between(struct soak *soak, float low, float high)
{
    return low + (high - low) * ((float)(next_random(soak) >> 40) / 16777216.0f);
}

static void choose_direction(struct soak *soak, float direction[3])
{
    float squared;
    do {
        squared = 0.0f;
        for (int axis = 0; axis < 3; axis++) {
            direction[axis] = between(soak, -1.0f, 1.0f);
            squared += direction[axis] * direction[axis];
        }
    } while (squared > 1.0f || squared < 0.01f);
    for (int axis = 0; axis < 3; axis++)
        direction[axis] /= sqrtf(squared);
}

static int seconds_to_ticks(const struct soak *soak, double seconds)
{
    return (int)(seconds * soak->start.tick_rate);
}

/* --- the hands -------------------------------------------------------------------------------- */

static void order(struct soak *soak, struct command command)
{
    session_command(soak->session, &command);
    soak->touched = session_ticks(soak->session);
}

static bool get_view(const struct soak *soak, int cloth, weft_cloth_view *view)
{
    return weft_cloth_get_view(session_world(soak->session), session_cloth(soak->session, cloth),
                               view) == WEFT_OK;
}

/* A place of a cloth, and a way to look at it. */
static bool aim(struct soak *soak, float place[3], float direction[3])
{
    weft_cloth_view view;
    if (!get_view(soak, choose(soak, session_cloth_count(soak->session)), &view))
        return false;
    int particle = choose(soak, view.particle_count);
    size_t e =
        (size_t)(particle / view.columns) * (size_t)view.pitch + (size_t)(particle % view.columns);
    place[0] = view.x[e];
    place[1] = view.y[e];
    place[2] = view.z[e];
    choose_direction(soak, direction);
    return true;
}

static void choose_goal(struct soak *soak)
{
    float part = between(soak, 0.0f, 1.0f);
    soak->goal[0] = between(soak, -REACH, REACH);
    soak->goal[1] = between(soak, 0.0f, HEIGHT);
    soak->goal[2] = between(soak, -REACH, REACH);
    soak->speed = SESSION_GRAB_SPEED * part * part; /* mostly slow */
}

static void begin_drag(struct soak *soak, const float point[3])
{
    memcpy(soak->target, point, sizeof soak->target);
    choose_goal(soak);
    soak->grabs++;
}

/* As the window does: what a ray meets first. */
static void grab(struct soak *soak)
{
    float place[3], direction[3], eye[3];
    weft_hit hit;
    int cloth;
    if (!aim(soak, place, direction))
        return;
    for (int axis = 0; axis < 3; axis++)
        eye[axis] = place[axis] - THROW_DISTANCE * direction[axis];
    if (!session_pick(soak->session, 1.0f, eye, direction, &hit, &cloth))
        return;
    float radius = choose(soak, 4) ? 0.0f : between(soak, 0.0f, 0.15f);
    order(soak, command_grab(cloth, &hit, radius));
    begin_drag(soak, hit.point);
}

static void take(struct soak *soak)
{
    struct session_solid solid;
    int count = 0;
    while (session_get_solid(soak->session, count, 1.0f, &solid))
        count++;
    int first = count ? choose(soak, count) : 0;
    for (int i = 0; i < count; i++) {
        int collider = (first + i) % count;
        session_get_solid(soak->session, collider, 1.0f, &solid);
        if (solid.body == 0)
            continue;
        order(soak, command_take(collider, solid.def.position));
        begin_drag(soak, solid.def.position);
        return;
    }
}

static void shoot(struct soak *soak)
{
    float place[3], direction[3], start[3];
    if (!aim(soak, place, direction))
        return;
    direction[1] = -fabsf(direction[1]); /* not from below the floor */
    for (int axis = 0; axis < 3; axis++)
        start[axis] = place[axis] - THROW_DISTANCE * direction[axis];
    order(soak, command_shoot(start, direction));
    soak->shots++;
}

static void unpin(struct soak *soak)
{
    int cloth = choose(soak, session_cloth_count(soak->session));
    weft_cloth_view view;
    if (!get_view(soak, cloth, &view))
        return;
    int first = choose(soak, view.particle_count);
    for (int i = 0; i < view.particle_count; i++) {
        int particle = (first + i) % view.particle_count;
        if (!(view.flags[particle] & WEFT_PARTICLE_PINNED))
            continue;
        order(soak,
              (struct command){.kind = COMMAND_UNPIN, .cloth = cloth, .particles = {particle}});
        return;
    }
}

static void set(struct soak *soak, enum param_id id, double value)
{
    order(soak, command_set(id, value));
    soak->as_built = false;
}

static void blow(struct soak *soak)
{
    set(soak, PARAM_WIND, choose(soak, 3) > 0);
    set(soak, PARAM_WIND_SPEED, between(soak, 0.0f, 15.0f));
    set(soak, PARAM_WIND_DIRECTION, between(soak, -180.0f, 180.0f));
}

static void change_solver(struct soak *soak)
{
    order(soak, command_row(COMMAND_SOLVER, choose(soak, SOLVER_COUNT)));
    soak->as_built = false;
}

static void change_stiffness(struct soak *soak)
{
    order(soak, command_row(COMMAND_STIFFNESS, choose(soak, STIFFNESS_COUNT)));
    soak->as_built = false;
}

/* The scene as it was at first, and half the time long enough alone to see how it does. */
static void reset(struct soak *soak)
{
    for (int i = 0; i < PARAM_COUNT; i++) {
        enum param_id id = (enum param_id)i;
        double value = params_get(&soak->start, id);
        if (params_get(session_params(soak->session), id) != value)
            set(soak, id, value);
    }
    order(soak, command_simple(COMMAND_RESET));
    soak->as_built = true;
    soak->resets++;
    if (choose(soak, 2))
        soak->wait += seconds_to_ticks(soak, between(soak, 3.0f, 8.0f));
}

static void release(struct soak *soak)
{
    struct command command = command_simple(COMMAND_RELEASE);
    command.pin = choose(soak, 3) == 0;
    soak->as_built = soak->as_built && !command.pin;
    order(soak, command);
}

/* As often as their weights say. */
static const struct act {
    int weight;
    void (*run)(struct soak *soak);
} acts[] = {{30, grab}, {10, take},         {12, shoot},           {4, unpin},
            {8, blow},  {3, change_solver}, {3, change_stiffness}, {12, reset}};

static void act(struct soak *soak)
{
    int sum = 0, chosen = 0;
    soak->wait = seconds_to_ticks(soak, between(soak, 0.05f, 1.5f));
    if (soak->farthest > LOST) {
        reset(soak);
        return;
    }
    if (session_get_grab(soak->session).active && choose(soak, 5) > 1) {
        release(soak);
        return;
    }
    for (size_t i = 0; i < sizeof acts / sizeof acts[0]; i++)
        sum += acts[i].weight;
    int ticket = choose(soak, sum);
    while (ticket >= acts[chosen].weight)
        ticket -= acts[chosen++].weight;
    acts[chosen].run(soak);
}

/* The pointer goes on to its goal, rests a moment there, and sets out for another. */
static void drag(struct soak *soak)
{
    float way[3], squared = 0.0f, step = soak->speed / (float)soak->start.tick_rate;
    for (int axis = 0; axis < 3; axis++) {
        way[axis] = soak->goal[axis] - soak->target[axis];
        squared += way[axis] * way[axis];
    }
    float length = sqrtf(squared), part = length > step ? step / length : 1.0f;
    for (int axis = 0; axis < 3; axis++)
        soak->target[axis] += part * way[axis];
    order(soak, command_drag(soak->target));
    if (part >= 1.0f && choose(soak, 20) == 0)
        choose_goal(soak);
}

/* --- what is looked at ------------------------------------------------------------------------ */

#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
static void
note_fault(struct soak *soak, const char *format, ...)
{
    if (soak->faults++ > 0)
        return;
    soak->first_fault = session_ticks(soak->session);
    va_list arguments;
    va_start(arguments, format);
    struct text_locale locale = text_locale_begin();
    vsnprintf(soak->what, sizeof soak->what, format, arguments);
    text_locale_end(locale);
    va_end(arguments);
}

/* The largest size of `count` numbers, or infinity where one is not finite. */
static float largest(const float *values, int count)
{
    float most = 0.0f;
    for (int i = 0; i < count; i++) {
        float size = fabsf(values[i]);
        if (!(size <= most)) /* a NaN as well */
            most = isfinite(size) ? size : INFINITY;
    }
    return most;
}

static void look_at_cloth(struct soak *soak, int number)
{
    weft_cloth_view view;
    float speed = 0.0f, away = 0.0f;
    if (!get_view(soak, number, &view))
        return;
    for (int row = 0; row < view.rows; row++) {
        size_t first = (size_t)row * (size_t)view.pitch;
        const float *places[] = {view.x + first, view.y + first, view.z + first},
                    *speeds[] = {view.vx + first, view.vy + first, view.vz + first};
        for (int axis = 0; axis < 3; axis++) {
            away = fmaxf(away, largest(places[axis], view.columns));
            speed = fmaxf(speed, largest(speeds[axis], view.columns));
        }
    }
    soak->farthest = fmaxf(soak->farthest, away);
    if (!isfinite(away) || !isfinite(speed))
        note_fault(soak, "cloth %d is not finite", number);
    else if (away > AWAY)
        note_fault(soak, "cloth %d is %.4g m away", number, (double)away);
}

static void look_at_solids(struct soak *soak)
{
    struct session_solid solid;
    for (int i = 0; session_get_solid(soak->session, i, 1.0f, &solid); i++) {
        const weft_collider_def *def = &solid.def;
        float place = largest(def->position, 3), turn = largest(def->orientation, 4),
              speed = fmaxf(largest(def->velocity, 3), largest(def->angular_velocity, 3));
        if (!isfinite(place) || !isfinite(turn) || !isfinite(speed))
            note_fault(soak, "collider %d is not finite", i);
        else if (fabsf(def->position[1]) > AWAY)
            note_fault(soak, "collider %d is at a height of %.4g m", i, (double)def->position[1]);
    }
}

static void look_at_stretch(struct soak *soak)
{
    double budget = scene_table[session_scene(soak->session)].stretch_budget;
    soak->looks++;
    for (int i = 0; i < session_cloth_count(soak->session); i++) {
        weft_measure measure;
        if (weft_cloth_measure(session_world(soak->session), session_cloth(soak->session, i),
                               &measure) != WEFT_OK)
            continue;
        soak->stretch = fmax(soak->stretch, measure.stretch_max);
        if (measure.stretch_max > budget)
            note_fault(soak, "stretched by %.3g %%, of %.3g %% allowed",
                       100.0 * measure.stretch_max, 100.0 * budget);
    }
}

/* Whether what the budget is for is there: the scene as it is, left alone. */
static bool is_left_alone(const struct soak *soak)
{
    uint64_t ticks = session_ticks(soak->session);
    return soak->budgeted && soak->as_built && !session_get_grab(soak->session).active &&
           ticks - soak->touched >= (uint64_t)seconds_to_ticks(soak, REST_SECONDS) &&
           ticks % (uint64_t)seconds_to_ticks(soak, LOOK_SECONDS) == 0;
}

static void soak_tick(struct soak *soak)
{
    if (soak->wait-- <= 0)
        act(soak);
    if (session_get_grab(soak->session).active)
        drag(soak);
    if (!session_tick(soak->session))
        note_fault(soak, "%s", session_message(soak->session, NULL));
    soak->farthest = 0.0f;
    for (int i = 0; i < session_cloth_count(soak->session); i++)
        look_at_cloth(soak, i);
    look_at_solids(soak);
    if (is_left_alone(soak))
        look_at_stretch(soak);
}

/* --- the command ------------------------------------------------------------------------------ */

/* Whether these are the scene's own settings and grid, whatever the gusts. */
static bool has_defaults(const struct session *session)
{
    int scene = session_scene(session), columns, rows;
    struct settings own = settings_default();
    scene_apply_overrides(scene, &own);
    session_grid(session, &columns, &rows);
    for (int i = 0; i < PARAM_COUNT; i++)
        if (i != PARAM_GUST_SEED && params_get(&own.values, (enum param_id)i) !=
                                        params_get(session_params(session), (enum param_id)i))
            return false;
    return columns == scene_table[scene].columns && rows == scene_table[scene].rows;
}

static void report(const struct soak *soak, double minutes)
{
    const struct session *session = soak->session;
    const struct scene_row *row = &scene_table[session_scene(session)];
    int columns, rows;
    struct text_locale locale = text_locale_begin();
    session_grid(session, &columns, &rows);
    printf("%s %dx%d: %g min, %" PRIu64 " ticks, %d grabs, %d shots, %d resets; ", row->name,
           columns, rows, minutes, session_ticks(session), soak->grabs, soak->shots, soak->resets);
    if (soak->looks > 0)
        printf("stretched by %.3g %% at most of %.3g %%, %d looks; ", 100.0 * soak->stretch,
               100.0 * row->stretch_budget, soak->looks);
    else
        printf("no look at the stretch; ");
    printf("hash %016" PRIx64 "; ", weft_world_hash(session_world(session)));
    if (soak->faults > 0)
        printf("WRONG in %" PRIu64 " looks, first at tick %" PRIu64 ": %s\n", soak->faults,
               soak->first_fault, soak->what);
    else
        printf("well\n");
    fflush(stdout); /* it takes minutes */
    text_locale_end(locale);
}

static int run_scene(const struct options *options, int scene)
{
    char error[ERROR_MAX];
    struct session_options session_options = options->session;
    session_options.scene = scene;
    struct soak soak = {.session = session_create(&session_options, error, sizeof error)};
    if (!soak.session) {
        text_complain(stderr, "weft-cli", "soak: %s", error);
        return EXIT_CODE_FAILURE;
    }
    soak.start = *session_params(soak.session);
    soak.random = (uint64_t)soak.start.gust_seed;
    soak.budgeted = has_defaults(soak.session);
    soak.as_built = true;
    double minutes = options->minutes > 0.0 ? options->minutes : MINUTES_DEFAULT;
    for (int64_t left = (int64_t)(60.0 * minutes * soak.start.tick_rate); left > 0; left--)
        soak_tick(&soak);
    report(&soak, minutes);
    bool wrong = soak.faults > 0;
    if (wrong)
        text_complain(stderr, "weft-cli",
                      "soak: %s went wrong: the same line with --scene %s --record FILE records it",
                      scene_table[scene].name, scene_table[scene].name);
    if (!session_finish_recording(soak.session, error, sizeof error)) {
        text_complain(stderr, "weft-cli", "soak: %s", error);
        wrong = true;
    }
    session_destroy(soak.session);
    return wrong ? EXIT_CODE_FAILURE : EXIT_CODE_OK;
}

void soak_print_rules(FILE *file)
{
    fprintf(
        file,
        "\nRandom hands grab, drag (as fast as 20 m/s), let go, pin and unpin, move and throw what "
        "can be\nmoved, turn the wind, change solver and stiffness, and reset. The same seed does "
        "the same.\n\nWrong is, after any tick: a state that is not finite or ran away, cloth more "
        "than 100 m from the\norigin, a body more than 100 m high or deep (it may roll as far as "
        "it likes). And, once a second, a\nstretch above the scene's budget: where grid and "
        "settings are the scene's own, nothing was pinned or\nset since it was reset, and for 2 "
        "seconds nothing was done.\n");
}

int command_soak(const struct options *options)
{
    int code = EXIT_CODE_OK;
    if (options->file_count > 0) {
        text_complain(stderr, "weft-cli", "soak: '%.200s' is no option: see weft-cli soak --help",
                      options->files[0]);
        return EXIT_CODE_USAGE;
    }
    if (options->scene_named)
        return run_scene(options, options->session.scene);
    for (int scene = 0; scene < SCENE_COUNT; scene++)
        if (run_scene(options, scene) != EXIT_CODE_OK)
            code = EXIT_CODE_FAILURE;
    return code;
}
