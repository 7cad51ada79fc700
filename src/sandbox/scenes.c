/* The scene table and how each scene is built. Writes only to the world that it is given. */
#include "scenes.h"
#include "numeric.h"
#include "text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define END_OF_OVERRIDES                                                                           \
    {                                                                                              \
        PARAM_COUNT, 0                                                                             \
    }

#define FLOOR                                                                                      \
    {                                                                                              \
        SCENE_PLANE, true, {0.0f, 0.0f, 0.0f}, {0.0f, 1.0f, 0.0f}, 0.0f, 0                         \
    }

/* To look at. */
#define POST(x, z, height)                                                                         \
    {                                                                                              \
        SCENE_POLE, false, {x, 0.0f, z}, {0.0f, height, 0.0f}, 0.015f, 0                           \
    }
#define RAIL(x, z, along_x, along_z)                                                               \
    {                                                                                              \
        SCENE_POLE, false, {x, TRAMPOLINE_HEIGHT, z}, {along_x, 0.0f, along_z}, 0.015f, 0          \
    }
#define SHOT(x, z, up, number)                                                                     \
    {                                                                                              \
        SCENE_SPHERE, true, {x, 1.0f, z}, {0.0f, 0.0f, 0.0f}, 0.06f, number, .mass = 0.2f,         \
                                                                             .velocity = {         \
                                                                                 0.0f,             \
                                                                                 up,               \
                                                                                 -8.0f             \
                                                                             }                     \
    }

/* 1 m x 1 m, horizontal at y = 1.5 m, until a scene says otherwise. */
static weft_sheet_def sheet_def(int columns, int rows, const weft_fabric *fabric)
{
    weft_sheet_def def = weft_default_sheet_def();
    def.columns = columns;
    def.rows = rows;
    def.fabric = *fabric;
    return def;
}

/* A sheet that is pinned by its first row. */
static weft_result create_hanging(weft_world *world, const weft_sheet_def *def,
                                  weft_cloth_id *cloth)
{
    weft_result result = weft_sheet_create(world, def, cloth);
    for (int c = 0; c < def->columns && result == WEFT_OK; c++)
        result = weft_cloth_pin(world, *cloth, c);
    return result;
}

/* --- corners: a horizontal sheet, pinned at the two corners of one edge, swings down --------- */

static weft_result create_corners(weft_world *world, int columns, int rows,
                                  const weft_fabric *fabric)
{
    weft_sheet_def def = sheet_def(columns, rows, fabric);
    weft_cloth_id cloth;
    weft_result result = weft_sheet_create(world, &def, &cloth);
    if (result == WEFT_OK)
        result = weft_cloth_pin(world, cloth, 0);
    if (result == WEFT_OK)
        result = weft_cloth_pin(world, cloth, columns - 1);
    return result;
}

/* --- curtain: the top row pinned on a wave, the rest hanging straight below ------------------ */

#define CURTAIN_SPAN 0.8 /* from the wave's first to its last point, m; its arc is 1 m */
enum { CURTAIN_PERIODS = 4 };

/* How far edge `i` of `edges` turns from the line of the rail, in turns, on a wave that turns by at
 * most `turn`: sin over the arc, a meander's curve (Langbein & Leopold 1966). Coarse rows have room
 * for fewer periods. */
static double wave_heading(double turn, int i, int edges)
{
    int most = edges / 2;
    double periods = edges == 1 ? 0.5 : most < CURTAIN_PERIODS ? most : CURTAIN_PERIODS;
    return turn * numeric_sin_turns(periods * (i + 0.5) / edges);
}

static double wave_span(double turn, int edges)
{
    double span = 0;
    for (int i = 0; i < edges; i++)
        span += numeric_cos_turns(wave_heading(turn, i, edges)) / edges;
    return span;
}

/* Bisects for the largest turn: the more a wave turns, the shorter its span. */
static double wave_turn(int edges)
{
    double low = 0, high = 0.25;
    for (int i = 0; i < 60; i++) {
        double middle = 0.5 * (low + high);
        if (wave_span(middle, edges) > CURTAIN_SPAN)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* Where the particles start, and how fast: the top row goes along the wave edge by edge, each as
 * long as it is at rest; each column hangs straight below, and moves sideways the faster the lower
 * it is. */
static void curtain_fill(int columns, int rows, float *positions, float *velocities)
{
    int edges = columns - 1;
    double turn = wave_turn(edges), x = -0.5 * CURTAIN_SPAN, z = 0;
    for (int c = 0; c < columns; c++) {
        for (int r = 0; r < rows; r++) {
            size_t i = 3 * ((size_t)r * (size_t)columns + (size_t)c);
            double down = (double)r / (rows - 1);
            positions[i] = (float)x;
            positions[i + 1] = (float)(1.5 - down);
            positions[i + 2] = (float)z;
            velocities[i] = velocities[i + 1] = 0.0f;
            velocities[i + 2] = (float)down;
        }
        x += numeric_cos_turns(wave_heading(turn, c, edges)) / edges;
        z += numeric_sin_turns(wave_heading(turn, c, edges)) / edges;
    }
}

static weft_result create_curtain(weft_world *world, int columns, int rows,
                                  const weft_fabric *fabric)
{
    size_t floats = 3 * (size_t)columns * (size_t)rows;
    float *positions = malloc(2 * floats * sizeof *positions);
    weft_result result = WEFT_ERROR_MEMORY;
    if (positions) {
        curtain_fill(columns, rows, positions, positions + floats);
        weft_sheet_def def = sheet_def(columns, rows, fabric);
        def.positions = positions;
        def.velocities = positions + floats;
        weft_cloth_id cloth;
        result = create_hanging(world, &def, &cloth);
    }
    free(positions);
    return result;
}

/* --- flag: a sheet that hangs at a pole by one edge, in the wind ----------------------------- */

static weft_result create_flag(weft_world *world, int columns, int rows, const weft_fabric *fabric)
{
    weft_sheet_def def = sheet_def(columns, rows, fabric);
    def.width = 1.5f;
    def.height = 1.0f;
    def.origin[0] = -0.75f;
    def.origin[1] = 2.1f;
    def.axis_v[1] = -1.0f;
    def.axis_v[2] = 0.0f;
    weft_cloth_id cloth;
    weft_result result = weft_sheet_create(world, &def, &cloth);
    for (int r = 0; r < rows && result == WEFT_OK; r++)
        result = weft_cloth_pin(world, cloth, r * columns);
    return result;
}

/* --- ball: a sheet falls on a sphere and drapes to the floor --------------------------------- */

static weft_result create_ball(weft_world *world, int columns, int rows, const weft_fabric *fabric)
{
    weft_sheet_def def = sheet_def(columns, rows, fabric);
    def.origin[1] = 0.9f;
    def.origin[2] = -0.5f;
    weft_cloth_id cloth;
    return weft_sheet_create(world, &def, &cloth);
}

/* --- two: the smallest cloth there is -------------------------------------------------------- */

static weft_result create_two(weft_world *world, int columns, int rows, const weft_fabric *fabric)
{
    (void)columns, (void)rows;
    static const float rest[] = {-0.15f, 1.0f, 0.0f, 0.15f, 1.0f, 0.0f};
    static const float masses[] = {1.0f, 9.0f};
    static const uint32_t stick[] = {0, 1};
    weft_mesh_def def = weft_default_mesh_def();
    def.particle_count = 2;
    def.positions = rest;
    def.masses = masses;
    def.stick_count = 1;
    def.sticks = stick;
    def.fabric = *fabric;
    weft_cloth_id cloth;
    weft_result result = weft_mesh_create(world, &def, &cloth);
    /* Pulled apart to twice its length, so that there is an error to correct. */
    static const float left[] = {-0.3f, 1.0f, 0.0f}, right[] = {0.3f, 1.0f, 0.0f};
    if (result == WEFT_OK)
        result = weft_cloth_set_position(world, cloth, 0, left);
    if (result == WEFT_OK)
        result = weft_cloth_set_position(world, cloth, 1, right);
    return result;
}

/* --- tablecloth: a square cloth falls on a round table and folds ----------------------------- */

#define TABLE_HEIGHT 0.7f /* m */

static weft_result create_tablecloth(weft_world *world, int columns, int rows,
                                     const weft_fabric *fabric)
{
    weft_sheet_def def = sheet_def(columns, rows, fabric);
    def.width = def.height = 1.3f;
    def.origin[0] = def.origin[2] = -0.65f;
    def.origin[1] = TABLE_HEIGHT + 0.1f;
    weft_cloth_id cloth;
    return weft_sheet_create(world, &def, &cloth);
}

/* --- line: a sheet falls across a thin pole and hangs on it ---------------------------------- */

static weft_result create_line(weft_world *world, int columns, int rows, const weft_fabric *fabric)
{
    weft_sheet_def def = sheet_def(columns, rows, fabric);
    def.width = 1.0f;
    def.height = 1.6f;
    def.origin[1] = 1.55f;
    def.origin[2] = -0.81f;
    weft_cloth_id cloth;
    return weft_sheet_create(world, &def, &cloth);
}

/* --- fold: a strip falls on its lower edge and folds ----------------------------------------- */

static weft_result create_fold(weft_world *world, int columns, int rows, const weft_fabric *fabric)
{
    weft_sheet_def def = sheet_def(columns, rows, fabric);
    def.width = 0.6f;
    def.origin[0] = -0.3f;
    def.origin[1] = 1.05f;
    /* Leaning by 1.7 degrees, so that it is clear which way it falls. */
    def.axis_v[1] = -0.99955f;
    def.axis_v[2] = 0.03f;
    weft_cloth_id cloth;
    return weft_sheet_create(world, &def, &cloth);
}

/* --- twist: a strip hangs, its lower end is turned and let go -------------------------------- */

#define TWIST_WIDTH 0.3
#define TWIST_TOP 1.45    /* m */
#define TWIST_SECONDS 4.0 /* that the turning takes; then it is held for one, and let go */
#define TWIST_ROPE 0.035  /* radius of the rope that it becomes, m: its edges wind around it */

static weft_result create_twist(weft_world *world, int columns, int rows, const weft_fabric *fabric)
{
    weft_sheet_def def = sheet_def(columns, rows, fabric);
    def.width = (float)TWIST_WIDTH;
    def.origin[0] = -0.5f * (float)TWIST_WIDTH;
    def.origin[1] = (float)TWIST_TOP;
    def.axis_v[1] = -1.0f;
    def.axis_v[2] = 0.0f;
    weft_cloth_id cloth;
    weft_result result = create_hanging(world, &def, &cloth);
    for (int c = 0; c < columns && result == WEFT_OK; c++)
        result = weft_cloth_pin(world, cloth, (rows - 1) * columns + c);
    return result;
}

/* The lower end after `turned` turns: as much higher as the edges, which do not stretch, need to go in to the rope
 * and around it. */
static void twist_end(double turned, double across, double place[3])
{
    double round = 2.0 * 3.14159265358979 * TWIST_ROPE * turned,
           in = 0.7 * TWIST_WIDTH * (turned < 1.0 ? turned : 1.0);
    double length = round < 0.99 ? sqrt(1.0 - round * round) - in : 0.0;
    place[0] = across * numeric_cos_turns(turned);
    place[1] = TWIST_TOP - (length > 0.1 ? length : 0.1);
    place[2] = across * numeric_sin_turns(turned);
}

static void update_twist(weft_world *world, const struct params *params, uint64_t tick, float dt)
{
    double end = (double)(tick + 1) * (double)dt, part = end / TWIST_SECONDS;
    weft_cloth_id cloth = weft_world_cloth(world, 0);
    weft_cloth_view view;
    if (weft_cloth_get_view(world, cloth, &view) != WEFT_OK || end > TWIST_SECONDS + 1.5)
        return;
    part = part < 1.0 ? part : 1.0;
    for (int c = 0; c < view.columns; c++) {
        int particle = (view.rows - 1) * view.columns + c;
        size_t e = (size_t)(view.rows - 1) * (size_t)view.pitch + (size_t)c;
        double place[3];
        float velocity[3];
        if (end > TWIST_SECONDS + 1.0) {
            weft_cloth_unpin(world, cloth, particle);
            continue;
        }
        twist_end(part * (double)params->turns,
                  TWIST_WIDTH * ((double)c / (view.columns - 1) - 0.5), place);
        const float now[3] = {view.x[e], view.y[e], view.z[e]};
        for (int a = 0; a < 3; a++)
            velocity[a] = (float)((place[a] - (double)now[a]) / (double)dt);
        weft_cloth_set_velocity(world, cloth, particle, velocity);
    }
}

/* --- ring: a sheet falls on a ring, and into it ---------------------------------------------- */

static weft_result create_on_ring(weft_world *world, int columns, int rows,
                                  const weft_fabric *fabric)
{
    weft_sheet_def def = sheet_def(columns, rows, fabric);
    def.origin[1] = 0.75f;
    def.origin[2] = -0.5f;
    weft_cloth_id cloth;
    return weft_sheet_create(world, &def, &cloth);
}

/* --- trampoline, net: sheets that are held all around, or at four corners -------------------- */

/* Holds a level sheet by its border, or by its corners alone, its middle over the origin at this height; what
 * it is held at is `taut` of its size, so that it hangs through. */
static weft_result create_level(weft_world *world, weft_sheet_def *def, double height, double taut,
                                bool corners)
{
    weft_cloth_id cloth;
    def->origin[0] = -0.5f * def->width;
    def->origin[1] = (float)height;
    def->origin[2] = -0.5f * def->height;
    weft_result result = weft_sheet_create(world, def, &cloth);
    for (int p = 0; p < def->columns * def->rows && result == WEFT_OK; p++) {
        int row = p / def->columns, column = p % def->columns;
        bool side = column == 0 || column == def->columns - 1,
             end = row == 0 || row == def->rows - 1;
        if (!(corners ? side && end : side || end))
            continue;
        const double u = (double)column / (def->columns - 1) - 0.5,
                     v = (double)row / (def->rows - 1) - 0.5;
        const float at[3] = {(float)(taut * u) * def->width, (float)height,
                             (float)(taut * v) * def->height};
        result = weft_cloth_set_position(world, cloth, p, at);
        if (result == WEFT_OK)
            result = weft_cloth_pin(world, cloth, p);
    }
    return result;
}

#define TRAMPOLINE_HEIGHT 0.6f /* m */
#define TRAMPOLINE_HALF 0.7f   /* of its side, m */

static weft_result create_trampoline(weft_world *world, int columns, int rows,
                                     const weft_fabric *fabric)
{
    weft_sheet_def def = sheet_def(columns, rows, fabric);
    def.width = def.height = 2.0f * TRAMPOLINE_HALF;
    return create_level(world, &def, (double)TRAMPOLINE_HEIGHT, 1.0, false);
}

#define NET_HEIGHT 1.0f /* m */
#define NET_HALF 0.6f   /* between its posts, m */
#define NET_TAUT 0.85

static weft_result create_net(weft_world *world, int columns, int rows, const weft_fabric *fabric)
{
    weft_sheet_def def = sheet_def(columns, rows, fabric);
    def.width = def.height = 2.0f * NET_HALF / (float)NET_TAUT;
    return create_level(world, &def, (double)NET_HEIGHT, NET_TAUT, true);
}

/* --- banner: a sheet hangs from a rail, and a bar from it ------------------------------------ */

#define BANNER_TOP 1.75f /* m */
#define BANNER_LENGTH 1.0f
#define BANNER_BAR 0.02f /* half its thickness, m */

static weft_result create_banner(weft_world *world, int columns, int rows,
                                 const weft_fabric *fabric)
{
    weft_sheet_def def = sheet_def(columns, rows, fabric);
    def.width = 0.8f;
    def.height = BANNER_LENGTH;
    def.origin[0] = -0.4f;
    def.origin[1] = BANNER_TOP;
    def.axis_v[1] = -1.0f;
    def.axis_v[2] = 0.0f;
    weft_cloth_id cloth;
    weft_result result = create_hanging(world, &def, &cloth);
    for (int c = 0; c < columns && result == WEFT_OK; c++)
        result = weft_cloth_attach(world, cloth, (rows - 1) * columns + c,
                                   weft_world_collider(world, 0));
    return result;
}

/* --- shots: balls fly at a hanging sheet ----------------------------------------------------- */

static weft_result create_shots(weft_world *world, int columns, int rows, const weft_fabric *fabric)
{
    weft_sheet_def def = sheet_def(columns, rows, fabric);
    def.width = 1.4f;
    def.height = 1.4f;
    def.origin[0] = -0.7f;
    def.origin[1] = 1.7f;
    def.axis_v[1] = -1.0f;
    def.axis_v[2] = 0.0f;
    weft_cloth_id cloth;
    weft_result result = create_hanging(world, &def, &cloth);
    for (int end = 0; end < 2 && result == WEFT_OK; end++)
        result = weft_cloth_pin(world, cloth, (rows - 1) * columns + end * (columns - 1));
    return result;
}

/* --- balloon: a closed surface that keeps what it holds -------------------------------------- */

#define BALLOON_RADIUS 0.3f /* m */
enum {
    BALLOON_STEPS = 16, /* from pole to equator */
    BALLOON_POINTS = 4 * BALLOON_STEPS * BALLOON_STEPS + 2,
    BALLOON_TRIANGLES = 8 * BALLOON_STEPS * BALLOON_STEPS
};
struct balloon {
    float positions[3 * BALLOON_POINTS];
    uint32_t triangles[3 * BALLOON_TRIANGLES];
};

/* An octahedron's faces, divided and blown up to a sphere: ring r below the upper pole has 4 r points up to the
 * equator, and as many less after it. */
static int ring_points(int r)
{
    int to_pole = r < BALLOON_STEPS ? r : 2 * BALLOON_STEPS - r;
    return to_pole == 0 ? 1 : 4 * to_pole;
}

static void balloon_points(float *p)
{
    for (int r = 0; r <= 2 * BALLOON_STEPS; r++)
        for (int i = 0, count = ring_points(r); i < count; i++, p += 3) {
            double down = 0.25 * r / BALLOON_STEPS, around = (double)i / count;
            p[0] = (float)(numeric_sin_turns(down) * numeric_cos_turns(around));
            p[1] = (float)numeric_cos_turns(down);
            p[2] = (float)(numeric_sin_turns(down) * numeric_sin_turns(around));
            for (int a = 0; a < 3; a++)
                p[a] *= BALLOON_RADIUS;
            p[1] += 1.3f;
        }
}

static uint32_t *add_triangle(uint32_t *t, uint32_t a, uint32_t b, uint32_t c)
{
    t[0] = a, t[1] = b, t[2] = c;
    return t + 3;
}

/* Between a ring and the next one nearer to the equator, a quarter after the other: each has one point more there.
 * `turned`: below the equator, from the lower ring upwards. */
static uint32_t *balloon_band(uint32_t *t, uint32_t inner, int r, uint32_t outer, bool turned)
{
    uint32_t inner_count = (uint32_t)ring_points(r), outer_count = 4 * (uint32_t)(r + 1);
    for (uint32_t quarter = 0; quarter < 4; quarter++)
        for (uint32_t k = 0; k <= (uint32_t)r; k++) {
            uint32_t a = inner + (quarter * (uint32_t)r + k) % inner_count,
                     next = inner + (quarter * (uint32_t)r + k + 1) % inner_count,
                     b = outer + (quarter * (uint32_t)(r + 1) + k) % outer_count,
                     c = outer + (quarter * (uint32_t)(r + 1) + k + 1) % outer_count;
            t = turned ? add_triangle(t, a, b, c) : add_triangle(t, a, c, b);
            if (k < (uint32_t)r)
                t = turned ? add_triangle(t, a, c, next) : add_triangle(t, a, next, c);
        }
    return t;
}

static void balloon_triangles(uint32_t *t)
{
    uint32_t above = 0, below = BALLOON_POINTS - 1;
    for (int r = 0; r < BALLOON_STEPS; r++) {
        uint32_t next_above = above + (uint32_t)ring_points(r),
                 next_below = below - (uint32_t)ring_points(r + 1);
        t = balloon_band(t, above, r, next_above, false);
        t = balloon_band(t, below, r, next_below, true);
        above = next_above;
        below = next_below;
    }
}

static weft_result create_balloon(weft_world *world, int columns, int rows,
                                  const weft_fabric *fabric)
{
    (void)columns, (void)rows;
    struct balloon *balloon = malloc(sizeof *balloon);
    weft_result result = WEFT_ERROR_MEMORY;
    if (balloon) {
        balloon_points(balloon->positions);
        balloon_triangles(balloon->triangles);
        weft_mesh_def def = weft_default_mesh_def();
        def.particle_count = BALLOON_POINTS;
        def.positions = balloon->positions;
        def.triangle_count = BALLOON_TRIANGLES;
        def.triangles = balloon->triangles;
        def.fabric = *fabric;
        weft_cloth_id cloth;
        result = weft_mesh_create(world, &def, &cloth);
    }
    free(balloon);
    return result;
}

/* --- stress: a large sheet falls on balls ---------------------------------------------------- */

static weft_result create_stress(weft_world *world, int columns, int rows,
                                 const weft_fabric *fabric)
{
    weft_sheet_def def = sheet_def(columns, rows, fabric);
    def.width = def.height = 2.4f;
    def.origin[0] = def.origin[2] = -1.2f;
    def.origin[1] = 1.0f;
    weft_cloth_id cloth;
    return weft_sheet_create(world, &def, &cloth);
}

/* --- the table ------------------------------------------------------------------------------- */

const struct scene_row scene_table[SCENE_COUNT] = {
    {
        .name = "corners",
        .title = "Two corners",
        .help = "A sheet of 1 m x 1 m hangs by two corners, started horizontally.",
        .columns = 64,
        .rows = 64,
        .camera = {{0.55f, 1.25f, 2.5f}, {0.0f, 0.98f, 0.0f}, 34.0f},
        .stretch_budget = 0.002,
        .overrides = {END_OF_OVERRIDES},
        .objects = {FLOOR},
        .create = create_corners,
    },
    {
        .name = "curtain",
        .title = "Curtain",
        .help = "A curtain on a waved rail, four folds wide, swung sideways at the start.",
        .columns = 64,
        .rows = 64,
        .camera = {{0.7f, 1.3f, 2.3f}, {0.0f, 1.0f, 0.0f}, 34.0f},
        .stretch_budget = 0.01,
        .overrides = {END_OF_OVERRIDES},
        .objects = {FLOOR},
        .create = create_curtain,
    },
    {
        .name = "flag",
        .title = "Flag",
        .help = "A flag of 1.5 m x 1 m at a pole, in a fresh wind with gusts.",
        .columns = 96,
        .rows = 64,
        .camera = {{0.5f, 1.45f, 3.3f}, {0.0f, 1.5f, 0.0f}, 34.0f},
        .stretch_budget = 0.05,
        .overrides =
            {{PARAM_WIND, 1}, {PARAM_WIND_SPEED, 7}, {PARAM_WIND_DIRECTION, 80}, END_OF_OVERRIDES},
        .objects = {{SCENE_POLE, false, {-0.765f, 0.0f, 0.0f}, {0.0f, 2.16f, 0.0f}, 0.015f, 0},
                    FLOOR},
        .create = create_flag,
    },
    {
        .name = "ball",
        .title = "Ball",
        .help = "A sheet of 1 m x 1 m falls on a ball and drapes to the floor.",
        .columns = 64,
        .rows = 64,
        .camera = {{1.0f, 1.1f, 2.0f}, {0.0f, 0.28f, 0.0f}, 34.0f},
        .stretch_budget = 0.02,
        .overrides = {END_OF_OVERRIDES},
        .objects = {{SCENE_SPHERE, true, {0.0f, 0.25f, 0.0f}, {0.0f, 0.0f, 0.0f}, 0.25f, 1}, FLOOR},
        .create = create_ball,
    },
    {
        .name = "two",
        .title = "Two particles",
        .help = "Masses of 1 and 9 kg and one stretched stick: how a constraint is corrected.",
        .columns = 2,
        .rows = 1,
        .fixed_grid = true,
        .camera = {{0.0f, 1.1f, 1.4f}, {0.0f, 1.0f, 0.0f}, 34.0f},
        .pick_radius = 0.04f,
        /* Slow and without oscillation, so that the eye can follow: k is small and motion dies at
           once. */
        .stretch_budget = 0.01,
        .overrides = {{PARAM_SOLVER, SOLVER_PBD},
                      {PARAM_GRAVITY, 0},
                      {PARAM_SUBSTEPS, 1},
                      {PARAM_ITERATIONS, 4},
                      {PARAM_K_STRETCH, 0.03f},
                      {PARAM_DAMPING, 200},
                      END_OF_OVERRIDES},
        .objects = {FLOOR},
        .create = create_two,
    },
    {
        .name = "tablecloth",
        .title = "Tablecloth",
        .help =
            "A cloth of 1.3 m x 1.3 m falls on a round table and folds; the table can be moved.",
        .columns = 64,
        .rows = 64,
        .camera = {{1.5f, 1.5f, 2.3f}, {0.0f, 0.4f, 0.0f}, 34.0f},
        .stretch_budget = 0.06,
        .overrides = {END_OF_OVERRIDES},
        .objects = {{SCENE_CYLINDER,
                     true,
                     {0.0f, TABLE_HEIGHT - 0.03f, 0.0f},
                     {0.0f, 0.03f, 0.0f},
                     0.4f,
                     1},
                    {SCENE_CYLINDER,
                     true,
                     {0.0f, 0.02f, 0.0f},
                     {0.0f, TABLE_HEIGHT - 0.05f, 0.0f},
                     0.03f,
                     1},
                    {SCENE_CYLINDER, true, {0.0f, 0.0f, 0.0f}, {0.0f, 0.02f, 0.0f}, 0.22f, 1},
                    FLOOR},
        .create = create_tablecloth,
    },
    {
        .name = "line",
        .title = "Washing line",
        .help =
            "A sheet of 1 m x 1.6 m falls across a pole of 2 cm and hangs on it; move the pole.",
        .columns = 64,
        .rows = 96,
        .camera = {{1.9f, 1.4f, 3.3f}, {0.0f, 0.78f, 0.0f}, 34.0f},
        .stretch_budget = 0.03,
        .overrides = {END_OF_OVERRIDES},
        .objects = {{SCENE_POLE, true, {-0.7f, 1.45f, 0.0f}, {1.4f, 0.0f, 0.0f}, 0.01f, 1},
                    {SCENE_POLE, true, {-0.7f, 0.0f, 0.0f}, {0.0f, 1.45f, 0.0f}, 0.015f, 1},
                    {SCENE_POLE, true, {0.7f, 0.0f, 0.0f}, {0.0f, 1.45f, 0.0f}, 0.015f, 1},
                    FLOOR},
        .create = create_line,
    },
    {
        .name = "fold",
        .title = "Fold",
        .help = "A strip of 0.6 m x 1 m falls on its lower edge and folds up, without passing "
                "through itself.",
        .columns = 40,
        .rows = 64,
        .camera = {{0.8f, 0.75f, 1.8f}, {0.0f, 0.24f, 0.0f}, 34.0f},
        .stretch_budget = 0.05,
        .overrides = {{PARAM_SELF_COLLISION, 1}, {PARAM_DAMPING, 0.5f}, END_OF_OVERRIDES},
        .objects = {FLOOR},
        .create = create_fold,
    },
    {
        .name = "twist",
        .title = "Twist",
        .help = "A hanging strip is twisted into a rope by its lower end, and let go after five "
                "seconds.",
        .columns = 24,
        .rows = 80,
        .camera = {{0.6f, 1.1f, 2.1f}, {0.0f, 0.95f, 0.0f}, 34.0f},
        .stretch_budget = 0.06,
        .overrides = {{PARAM_SELF_COLLISION, 1}, {PARAM_DAMPING, 1}, END_OF_OVERRIDES},
        .objects = {FLOOR},
        .create = create_twist,
        .update = update_twist,
    },
    {
        .name = "ring",
        .title = "Ring",
        .help = "A sheet of 1 m x 1 m falls on a ring and hangs into it; the ring can be moved.",
        .columns = 64,
        .rows = 64,
        .camera = {{0.9f, 1.25f, 1.8f}, {0.0f, 0.38f, 0.0f}, 34.0f},
        .stretch_budget = 0.03,
        .overrides = {END_OF_OVERRIDES},
        .objects =
            {{SCENE_RING, true, {0.0f, 0.5f, 0.0f}, {0.0f, 1.0f, 0.0f}, 0.32f, 1, .tube = 0.05f},
             {SCENE_POLE, true, {0.32f, 0.0f, 0.0f}, {0.0f, 0.5f, 0.0f}, 0.015f, 1},
             {SCENE_POLE, true, {-0.16f, 0.0f, 0.277f}, {0.0f, 0.5f, 0.0f}, 0.015f, 1},
             {SCENE_POLE, true, {-0.16f, 0.0f, -0.277f}, {0.0f, 0.5f, 0.0f}, 0.015f, 1},
             FLOOR},
        .create = create_on_ring,
    },
    {
        .name = "trampoline",
        .title = "Trampoline",
        .help =
            "A ball of 2 kg bounces on a stretchy sheet of 1.4 m x 1.4 m; pick it up and throw it.",
        .columns = 48,
        .rows = 48,
        .camera = {{1.9f, 1.7f, 2.9f}, {0.0f, 0.75f, 0.0f}, 34.0f},
        .stretch_budget = 0.35,
        .overrides = {{PARAM_STIFFNESS, 3000},
                      {PARAM_BIAS_STIFFNESS, 300},
                      {PARAM_SUBSTEPS, 40},
                      END_OF_OVERRIDES},
        .objects =
            {{SCENE_SPHERE, true, {0.0f, 1.5f, 0.0f}, {0.0f, 0.0f, 0.0f}, 0.12f, 1, .mass = 2.0f},
             FLOOR,
             POST(-TRAMPOLINE_HALF, -TRAMPOLINE_HALF, TRAMPOLINE_HEIGHT),
             POST(TRAMPOLINE_HALF, -TRAMPOLINE_HALF, TRAMPOLINE_HEIGHT),
             POST(-TRAMPOLINE_HALF, TRAMPOLINE_HALF, TRAMPOLINE_HEIGHT),
             POST(TRAMPOLINE_HALF, TRAMPOLINE_HALF, TRAMPOLINE_HEIGHT),
             RAIL(-TRAMPOLINE_HALF, -TRAMPOLINE_HALF, 2.0f * TRAMPOLINE_HALF, 0.0f),
             RAIL(-TRAMPOLINE_HALF, TRAMPOLINE_HALF, 2.0f * TRAMPOLINE_HALF, 0.0f),
             RAIL(-TRAMPOLINE_HALF, -TRAMPOLINE_HALF, 0.0f, 2.0f * TRAMPOLINE_HALF),
             RAIL(TRAMPOLINE_HALF, -TRAMPOLINE_HALF, 0.0f, 2.0f * TRAMPOLINE_HALF)},
        .create = create_trampoline,
    },
    {
        .name = "net",
        .title = "Net",
        .help = "A sheet that hangs from four posts catches a ball of 0.5 kg that is thrown at it.",
        .columns = 48,
        .rows = 48,
        .camera = {{1.7f, 1.7f, 2.9f}, {0.0f, 0.75f, 0.0f}, 34.0f},
        .stretch_budget = 0.06,
        .overrides = {{PARAM_FRICTION, 1}, END_OF_OVERRIDES},
        .objects = {{SCENE_SPHERE,
                     true,
                     {-1.5f, 1.0f, 0.0f},
                     {0.0f, 0.0f, 0.0f},
                     0.1f,
                     1,
                     .mass = 0.5f,
                     .velocity = {1.5f, 5.0f, 0.0f}},
                    FLOOR,
                    POST(-NET_HALF, -NET_HALF, NET_HEIGHT),
                    POST(NET_HALF, -NET_HALF, NET_HEIGHT),
                    POST(-NET_HALF, NET_HALF, NET_HEIGHT),
                    POST(NET_HALF, NET_HALF, NET_HEIGHT)},
        .create = create_net,
    },
    {
        .name = "banner",
        .title = "Banner",
        .help = "A bar of 1 kg hangs from a sheet of 0.8 m x 1 m in gusts; swing it by hand.",
        .columns = 48,
        .rows = 60,
        .camera = {{1.1f, 1.3f, 2.9f}, {0.0f, 1.15f, 0.0f}, 34.0f},
        .stretch_budget = 0.03,
        .overrides = {{PARAM_WIND, 1}, {PARAM_WIND_SPEED, 5}, END_OF_OVERRIDES},
        .objects = {{SCENE_BOX,
                     true,
                     {0.0f, BANNER_TOP - BANNER_LENGTH - BANNER_BAR, 0.0f},
                     {0.42f, BANNER_BAR, BANNER_BAR},
                     0.0f,
                     1,
                     .mass = 1.0f},
                    {SCENE_POLE, false, {-0.45f, BANNER_TOP, 0.0f}, {0.9f, 0.0f, 0.0f}, 0.012f, 0},
                    POST(-0.45f, 0.0f, BANNER_TOP),
                    POST(0.45f, 0.0f, BANNER_TOP),
                    FLOOR},
        .create = create_banner,
    },
    {
        .name = "shots",
        .title = "Shots",
        .help = "Balls fly at a sheet of 1.4 m x 1.4 m; B throws more, at the pointer.",
        .columns = 64,
        .rows = 64,
        .camera = {{1.2f, 1.4f, 3.4f}, {0.0f, 0.95f, 0.0f}, 34.0f},
        .stretch_budget = 0.05,
        .overrides = {END_OF_OVERRIDES},
        .objects = {SHOT(0.2f, 3.0f, 1.5f, 1),
                    SHOT(-0.25f, 5.0f, 3.0f, 2),
                    SHOT(0.0f, 7.0f, 4.2f, 3),
                    {SCENE_POLE, false, {-0.75f, 1.7f, 0.0f}, {1.5f, 0.0f, 0.0f}, 0.012f, 0},
                    POST(-0.75f, 0.0f, 1.7f),
                    POST(0.75f, 0.0f, 1.7f),
                    FLOOR},
        .create = create_shots,
    },
    {
        .name = "balloon",
        .title = "Balloon",
        .help =
            "A closed surface of 0.6 m that keeps its volume falls, bounces and can be squeezed.",
        .columns = BALLOON_POINTS,
        .rows = 1,
        .fixed_grid = true,
        .camera = {{1.2f, 1.2f, 2.3f}, {0.0f, 0.5f, 0.0f}, 34.0f},
        .stretch_budget = 0.2,
        .overrides = {{PARAM_INFLATION, 1.05f},
                      {PARAM_STIFFNESS, 400},
                      {PARAM_DAMPING, 0.5f},
                      END_OF_OVERRIDES},
        .objects = {FLOOR},
        .create = create_balloon,
    },
    {
        .name = "stress",
        .title = "Stress",
        .help = "65536 particles fall on five balls; --grid 512 for four times as many.",
        .columns = 256,
        .rows = 256,
        .camera = {{1.8f, 1.9f, 3.6f}, {0.0f, 0.25f, 0.0f}, 34.0f},
        .stretch_budget = 0.06,
        .overrides = {END_OF_OVERRIDES},
        .objects = {{SCENE_SPHERE, true, {0.0f, 0.45f, 0.0f}, {0.0f, 0.0f, 0.0f}, 0.45f, 1},
                    {SCENE_SPHERE, true, {0.85f, 0.25f, 0.55f}, {0.0f, 0.0f, 0.0f}, 0.25f, 2},
                    {SCENE_SPHERE, true, {-0.75f, 0.3f, 0.6f}, {0.0f, 0.0f, 0.0f}, 0.3f, 3},
                    {SCENE_SPHERE, true, {0.7f, 0.3f, -0.7f}, {0.0f, 0.0f, 0.0f}, 0.3f, 4},
                    {SCENE_SPHERE, true, {-0.8f, 0.2f, -0.65f}, {0.0f, 0.0f, 0.0f}, 0.2f, 5},
                    FLOOR},
        .create = create_stress,
    },
};

int scene_find(const char *name)
{
    for (int i = 0; i < SCENE_COUNT; i++)
        if (strcmp(scene_table[i].name, name) == 0)
            return i;
    return -1;
}

void scene_names(char *text, size_t size)
{
    text[0] = '\0';
    for (int i = 0; i < SCENE_COUNT; i++)
        text_add_name(text, size, scene_table[i].name);
}

void scene_apply_overrides(int scene, struct settings *settings)
{
    struct params values = params_default();
    for (const struct scene_override *o = scene_table[scene].overrides; o->id != PARAM_COUNT; o++)
        params_set(&values, o->id, o->value);
    for (int i = 0; i < PARAM_COUNT; i++)
        if (!settings->chosen[i])
            params_set(&settings->values, (enum param_id)i, params_get(&values, (enum param_id)i));
}

const struct scene_object *scene_collider(int scene, int number)
{
    const struct scene_object *objects = scene_table[scene].objects;
    for (int i = 0; i < SCENE_OBJECTS_MAX && objects[i].shape != SCENE_NOTHING; i++)
        if (objects[i].solid && number-- == 0)
            return &objects[i];
    return NULL;
}

float scene_object_length(const struct scene_object *object)
{
    const float *axis = object->normal;
    return sqrtf(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]);
}

static bool object_is_long(const struct scene_object *object)
{
    return object->shape == SCENE_POLE || object->shape == SCENE_CYLINDER;
}

/* The shortest turn from Y to the axis: half way there, (Y + axis) / |Y + axis|, is its half angle. */
void scene_object_pose(const struct scene_object *object, float middle[3], float orientation[4])
{
    const float *axis = object->normal;
    const float none[4] = {0.0f, 0.0f, 0.0f, 1.0f};
    memcpy(middle, object->position, 3 * sizeof *middle);
    memcpy(orientation, none, sizeof none);
    if (!object_is_long(object) && object->shape != SCENE_RING)
        return;
    for (int i = 0; i < 3 && object_is_long(object); i++)
        middle[i] += 0.5f * axis[i];
    float length = scene_object_length(object), y = axis[1] / length;
    orientation[3] = sqrtf(0.5f * (1.0f + y));
    orientation[0] = 0.5f * axis[2] / length / orientation[3];
    orientation[2] = -0.5f * axis[0] / length / orientation[3];
}

/* A ring around Y as a closed surface: AROUND slices of a tube of ALONG sides. */
enum { RING_AROUND = 64, RING_ALONG = 20, RING_POINTS = RING_AROUND * RING_ALONG };
struct ring {
    float positions[3 * RING_POINTS];
    uint32_t triangles[6 * RING_POINTS];
};

static void ring_fill(struct ring *ring, double radius, double tube)
{
    uint32_t *t = ring->triangles;
    for (int i = 0; i < RING_AROUND; i++)
        for (int k = 0; k < RING_ALONG; k++) {
            double around = (double)i / RING_AROUND, along = (double)k / RING_ALONG;
            double away = radius + tube * numeric_cos_turns(along);
            float *p = ring->positions + 3 * (RING_ALONG * i + k);
            p[0] = (float)(away * numeric_cos_turns(around));
            p[1] = (float)(tube * numeric_sin_turns(along));
            p[2] = (float)(away * numeric_sin_turns(around));
            uint32_t here = (uint32_t)(RING_ALONG * i), next = (here + RING_ALONG) % RING_POINTS,
                     a = (uint32_t)k, b = (uint32_t)((k + 1) % RING_ALONG);
            const uint32_t square[6] = {here + a, here + b, next + a, next + a, here + b, next + b};
            memcpy(t, square, sizeof square);
            t += 6;
        }
}

static weft_result create_ring(weft_world *world, weft_collider_def *def,
                               const struct scene_object *object)
{
    weft_collider_id collider;
    struct ring *ring = malloc(sizeof *ring);
    if (!ring)
        return WEFT_ERROR_MEMORY;
    ring_fill(ring, (double)object->radius, (double)object->tube);
    def->positions = ring->positions;
    def->position_count = RING_POINTS;
    def->triangles = ring->triangles;
    def->triangle_count = 2 * RING_POINTS;
    weft_result result = weft_collider_create(world, def, &collider);
    free(ring);
    return result;
}

static weft_result create_collider(weft_world *world, const struct scene_object *object)
{
    static const weft_shape shapes[] = {
        [SCENE_PLANE] = WEFT_PLANE, [SCENE_SPHERE] = WEFT_SPHERE,    [SCENE_POLE] = WEFT_CAPSULE,
        [SCENE_BOX] = WEFT_BOX,     [SCENE_CYLINDER] = WEFT_FRUSTUM, [SCENE_RING] = WEFT_BODY};
    weft_collider_def def = weft_default_collider_def();
    def.shape = shapes[object->shape];
    def.mass = object->mass;
    def.restitution = object->restitution;
    memcpy(def.velocity, object->velocity, sizeof def.velocity);
    scene_object_pose(object, def.position, def.orientation);
    if (object->shape == SCENE_RING)
        return create_ring(world, &def, object);
    if (object->shape == SCENE_PLANE)
        memcpy(def.normal, object->normal, sizeof def.normal);
    else if (object->shape == SCENE_BOX)
        memcpy(def.half, object->normal, sizeof def.half);
    else
        def.radius = def.radius_top = object->radius;
    if (object_is_long(object))
        def.half[1] = 0.5f * scene_object_length(object);
    weft_collider_id collider;
    return weft_collider_create(world, &def, &collider);
}

weft_result scene_create(int scene, weft_world *world, int columns, int rows,
                         const weft_fabric *fabric)
{
    const struct scene_row *row = &scene_table[scene];
    for (int i = 0; i < SCENE_OBJECTS_MAX && row->objects[i].shape != SCENE_NOTHING; i++) {
        weft_result result =
            row->objects[i].solid ? create_collider(world, &row->objects[i]) : WEFT_OK;
        if (result != WEFT_OK)
            return result;
    }
    return row->create(world, columns, rows, fabric);
}

bool scene_parse_grid(const char *text, int *columns, int *rows, char *error, size_t size)
{
    char first[16];
    const char *x = strchr(text, 'x');
    size_t length = x ? (size_t)(x - text) : strlen(text);
    int64_t n = 0, m = 0;
    bool ok = length < sizeof first;
    if (ok) {
        memcpy(first, text, length);
        first[length] = '\0';
        ok = text_parse_integer(first, SCENE_GRID_MIN, SCENE_GRID_MAX, &n) &&
             text_parse_integer(x ? x + 1 : first, SCENE_GRID_MIN, SCENE_GRID_MAX, &m);
    }
    if (!ok)
        return text_error(error, size,
                          "grid is '%.60s': allowed is N or NxM (columns x rows), each %d to %d",
                          text, SCENE_GRID_MIN, SCENE_GRID_MAX);
    *columns = (int)n;
    *rows = (int)m;
    return true;
}
