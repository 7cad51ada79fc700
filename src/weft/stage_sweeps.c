/* The sweeps and bend stages: one pass of Gauss-Seidel over a cloth's constraints, for PBD and XPBD
 * alike (kernels_edges.c has the one formula for both). Reads w; writes x, with n as the room for
 * the transposed sheet.
 *
 * A sheet's constraints come in families that join a row to one below: columns (warp) and both
 * diagonals (bias) of the sheet, and, of the transposed sheet, its columns: the rows (weft). Rows
 * of one colour (every other, or every third for bends) share no particle, so they go at once; in
 * this red and black order rigid constraints stay calm where row by row they explode. Warp is last
 * in each substep: where they do not converge, the result depends on the order, and to alternate
 * would shake the cloth (a folded curtain on 3 x 3 gained 1.6 J). */
#include "families.h"

#include <math.h>

/* n-th root of a in [0, 1], by Newton from above: no libm, so the same bits everywhere. */
static double nth_root(double a, int n)
{
    if (a <= 0.0)
        return 0.0;
    double y = 1.0;
    for (int i = 0; i < 200; i++) {
        double power = 1.0, base = y; /* y^(n-1) */
        for (int e = n - 1; e > 0; e >>= 1, base *= base)
            if (e & 1)
                power *= base;
        double next = y - (y * power - a) / (n * power);
        if (next >= y)
            break;
        y = next;
    }
    return y;
}

/* k' = 1 - (1 - k)^(1/n), so that n iterations correct the part k (Mueller et al. 2007,
 * section 3.3). */
float wf_gain(const weft_settings *s, float k)
{
    return s->projection == WEFT_PBD ? (float)(1.0 - nth_root(1.0 - (double)k, s->iterations))
                                     : 1.0f;
}

typedef wf_strength strength;

static strength strength_of(const weft_settings *s, float k, float stiffness, float h)
{
    if (s->projection == WEFT_PBD)
        return (strength){wf_gain(s, k), 0.0f};
    float compliance = 1.0f / stiffness / (h * h); /* 0 for an infinite one */
    return compliance < 1e25f ? (strength){1.0f, compliance} : (strength){0.0f, 0.0f};
}

static strength warp_of(const weft_world *w, const wf_cloth *c, float h)
{
    return strength_of(&w->settings, c->fabric.k_stretch, c->fabric.warp_stiffness, h);
}

static strength weft_of(const weft_world *w, const wf_cloth *c, float h)
{
    return strength_of(&w->settings, c->fabric.k_stretch, c->fabric.weft_stiffness, h);
}

static strength bias_of(const weft_world *w, const wf_cloth *c, float h)
{
    return strength_of(&w->settings, c->fabric.k_shear, c->fabric.bias_stiffness, h);
}

/* Of bends of the warp, or of the weft; a mesh has the warp's. */
static strength bend_of(const weft_world *w, const wf_cloth *c, bool weft, float h)
{
    float stiffness = weft ? c->fabric.weft_bend_stiffness : c->fabric.warp_bend_stiffness;
    return strength_of(&w->settings, c->fabric.k_bend, stiffness, h);
}

/* The energy of a plate that is twisted is 2 D (1 - nu) (d2w/du dv)^2 / 2 an area (Timoshenko,
 * Theory of Plates and Shells, ch. 2), where the strip's torque C W T has C T^2 / 2, so that C is
 * 2 D (1 - nu): GJ/W of a thin strip, G thickness^3 / 3. A cell of the sides u and v has
 * C/2 (|t| / (u v))^2 u v, and so the compliance u v / C. */
static strength twist_of(const weft_world *w, const wf_cloth *c, float h)
{
    strength s = strength_of(&w->settings, c->fabric.k_twist, c->fabric.twist_stiffness, h);
    s.compliance *= c->cell_u * c->cell_v;
    return s;
}

static float *alpha_row(const wf_cloth *cloth, wf_row row)
{
    return cloth->alpha +
           (size_t)row * (size_t)(cloth->pitch > cloth->pitch_t ? cloth->pitch : cloth->pitch_t);
}

/* alpha / h^2 of each line of a family: an edge of length L stands for a strip of width b (half as
 * wide at the border) and has compliance L / (Y b); a bend over cells of length L has L^3 / (B b),
 * from the energy B/2 (|b| / L^2)^2 on the area L b. */
static void fill_alpha(float *alpha, int lines, float compliance, bool border)
{
    for (int i = 0; i < lines; i++)
        alpha[i] = compliance / (border ? wf_border(i, lines) : 1.0f);
}

static void fill_alphas(const weft_world *world, wf_cloth *cloth, float h)
{
    float u = cloth->columns > 1 ? cloth->cell_u : 1.0f, v = cloth->rows > 1 ? cloth->cell_v : 1.0f;
    float diagonal2 = u * u + v * v;
    fill_alpha(alpha_row(cloth, WF_ALPHA_WARP), cloth->columns,
               warp_of(world, cloth, h).compliance * (v / u), true);
    fill_alpha(alpha_row(cloth, WF_ALPHA_WEFT), cloth->rows,
               weft_of(world, cloth, h).compliance * (u / v), true);
    fill_alpha(alpha_row(cloth, WF_ALPHA_BIAS), cloth->columns,
               bias_of(world, cloth, h).compliance * (diagonal2 / (u * v)), false);
    fill_alpha(alpha_row(cloth, WF_ALPHA_BEND), cloth->columns,
               bend_of(world, cloth, false, h).compliance * (v * v * v / u), true);
    fill_alpha(alpha_row(cloth, WF_ALPHA_BEND_T), cloth->rows,
               bend_of(world, cloth, true, h).compliance * (u * u * u / v), true);
}

static bool direct(const weft_world *world)
{
    return world->settings.projection == WEFT_DIRECT;
}

/* Strands cross: each is exact along itself and leaves its error to the others, until all agree. */
static bool strands_cross(const weft_world *world, const wf_cloth *c)
{
    return direct(world) && c->sheet && c->rows > 1 && c->columns > 1 &&
           !world->stage_off[WEFT_STAGE_SWEEPS];
}

/* With one iteration no multiplier is read again; PBD has none. */
static bool keeps_multipliers(const weft_world *world)
{
    return world->settings.iterations > 1 && world->settings.projection != WEFT_PBD;
}

/* Of warp and weft. Strands that are solved again need those of elastic edges, which say how long they
 * are to be. */
static bool keeps_stretch(const weft_world *world, const wf_cloth *c)
{
    return keeps_multipliers(world) || (strands_cross(world, c) && !wf_inextensible(c));
}

/* Whether a substep begins with the tensions that the last one left, see begin_taut. Within its slack an
 * edge is not in its chain, which could not take a wrong tension back. */
static bool keeps_tension(const weft_world *world, const wf_cloth *c, float h)
{
    return strands_cross(world, c) && !wf_inextensible(c) && c->fabric.slack == 0.0f &&
           warp_of(world, c, h).gain > 0.0f && weft_of(world, c, h).gain > 0.0f;
}

static void clear(float *values, size_t count)
{
    for (size_t i = 0; i < count; i++)
        values[i] = 0.0f;
}

/* Multipliers start at 0 in each substep, but for the tensions that it begins with. */
static void clear_multipliers(const weft_world *world, wf_cloth *c)
{
    size_t span = wf_span(c), span_t = (size_t)c->columns * (size_t)c->pitch_t;
    if (c->sheet && keeps_stretch(world, c) && c->tension_h == 0.0f) {
        clear(c->lambda[0], span);
        clear(c->lambda[3], span_t);
    }
    if (!keeps_multipliers(world))
        return;
    for (int k = 1; c->sheet && k < 3; k++)
        clear(c->lambda[k], span);
    for (int a = 0; c->sheet && a < 3; a++) {
        clear(c->lambda_bend[0][a], span);
        clear(c->lambda_bend[1][a], span_t);
        clear(c->lambda_twist[a], span > span_t ? span : span_t);
    }
    clear(c->lambda_edge, (size_t)c->edge_count);
    clear(c->lambda_hinge, (size_t)c->hinge_count);
}

/* ------------------------------------------------------------------ a sheet's families */

enum { STRAND_PASSES = 4 };

/* A family as strands. start: null, or see wf_strands. */
static wf_strands strands_of(const wf_distance *d, float *const *start, bool again)
{
    /* one that is not rigid keeps a strain, which is not to be solved away */
    int passes = d->alpha[0] == 0.0f ? STRAND_PASSES : 1;
    wf_strands s = {d->rows,   d->shift, d->rest, d->least, d->alpha,
                    d->lambda, passes,   again,   {NULL}};
    for (int a = 0; start && a < 3; a++)
        s.start[a] = start[a];
    return s;
}

/* The edges along columns, or rows. */
static wf_distance stretch_of(const weft_world *world, const wf_cloth *c, bool transposed, float h)
{
    strength s = transposed ? weft_of(world, c, h) : warp_of(world, c, h);
    float rest = transposed ? c->cell_u : c->cell_v;
    return (wf_distance){
        .rows = wf_sheet_rows(c, transposed),
        .rest = rest,
        .least = rest * (1.0f - c->fabric.slack),
        .gain = s.gain,
        .alpha = alpha_row(c, transposed ? WF_ALPHA_WEFT : WF_ALPHA_WARP),
        .lambda = keeps_stretch(world, c) ? c->lambda[transposed ? 3 : 0] : NULL,
    };
}

static bool has_stretch(const weft_world *world, const wf_distance *d)
{
    return d->gain > 0.0f && !world->stage_off[WEFT_STAGE_SWEEPS];
}

/* The diagonals to the right (k = 0), to the left. Slack is the threads'; shear leaves it alone. */
static wf_distance diagonals_of(const weft_world *world, const wf_cloth *c, int k, float h)
{
    float rest = sqrtf(c->cell_u * c->cell_u + c->cell_v * c->cell_v);
    return (wf_distance){
        .rows = wf_sheet_rows(c, false),
        .shift = k ? -1 : 1,
        .rest = rest,
        .least = rest,
        .gain = c->columns > 1 ? bias_of(world, c, h).gain : 0.0f,
        .alpha = alpha_row(c, WF_ALPHA_BIAS),
        .lambda = keeps_multipliers(world) ? c->lambda[1 + k] : NULL,
    };
}

static wf_bend bends_of(const weft_world *world, const wf_cloth *c, bool transposed, float h)
{
    wf_bend b = {
        .rows = wf_sheet_rows(c, transposed),
        .gain = bend_of(world, c, transposed, h).gain,
        .alpha = alpha_row(c, transposed ? WF_ALPHA_BEND_T : WF_ALPHA_BEND),
        .inverse_cell2 =
            transposed ? 1.0f / (c->cell_u * c->cell_u) : 1.0f / (c->cell_v * c->cell_v),
    };
    for (int a = 0; keeps_multipliers(world) && a < 3; a++)
        b.lambda[a] = c->lambda_bend[transposed][a];
    return b;
}

static bool has_bend(const weft_world *world, const wf_bend *b)
{
    return b->gain > 0.0f && !world->stage_off[WEFT_STAGE_BEND];
}

/* Strands of cells run along the longer side of the grid: exact along them, a solve leaves its
 * error to their neighbours, whose turn comes with the next colour, and the fewer those are the better.
 * Of a strip they run along it, whichever way it lies. */
static bool twist_transposed(const wf_cloth *c)
{
    return c->columns > c->rows;
}

static bool has_twist(const weft_world *world, const wf_cloth *c, bool transposed, float h)
{
    return transposed == twist_transposed(c) && twist_of(world, c, h).gain > 0.0f &&
           !world->stage_off[WEFT_STAGE_BEND];
}

/* Of every other column of cells, from `column` on. */
static wf_twist twists_of(const weft_world *world, const wf_cloth *c, bool transposed, int column,
                          float h)
{
    strength s = twist_of(world, c, h);
    wf_twist t = {.rows = wf_sheet_rows(c, transposed),
                  .column = column,
                  .gain = s.gain,
                  .alpha = s.compliance};
    for (int a = 0; keeps_multipliers(world) && a < 3; a++)
        t.lambda[a] = c->lambda_twist[a];
    return t;
}

/* ------------------------------------------------------------------ a sheet's two halves */

static void solve_twists(weft_world *world, const wf_cloth *c, bool transposed, float h)
{
    for (int k = 0; k < 2 && has_twist(world, c, transposed, h); k++) {
        wf_twist twists = twists_of(world, c, transposed, k, h);
        wf_solve_twists(world, &twists);
    }
}

/* Strand by strand. */
static void solve_columns(weft_world *world, wf_cloth *c, float h)
{
    double start = wf_now(world);
    wf_bend bends = bends_of(world, c, false, h);
    if (has_bend(world, &bends))
        wf_solve_bends(world, &bends);
    solve_twists(world, c, false, h);
    wf_count_bend(world, wf_now(world) - start);
    for (int k = 0; k < 2; k++) {
        wf_distance diagonals = diagonals_of(world, c, k, h);
        wf_strands s = strands_of(&diagonals, NULL, false);
        if (has_stretch(world, &diagonals))
            wf_solve_edges(world, &s);
    }
    wf_distance edges = stretch_of(world, c, false, h);
    wf_strands s = strands_of(&edges, c->keeps_energy ? c->start : NULL, false);
    if (has_stretch(world, &edges))
        wf_solve_edges(world, &s);
}

/* Gauss-Seidel. */
static void sweep_columns(weft_world *world, const wf_cloth *c, float h)
{
    const wf_bend bends = bends_of(world, c, false, h);
    const wf_twist twists[2] = {twists_of(world, c, false, 0, h), twists_of(world, c, false, 1, h)};
    const wf_distance edges[3] = {diagonals_of(world, c, 0, h), diagonals_of(world, c, 1, h),
                                  stretch_of(world, c, false, h)};
    wf_descent d = {.world = world, .rows = c->rows};
    if (has_bend(world, &bends))
        wf_descent_add(&d, (wf_pass){.bend = &bends, .step = 3});
    for (int k = 0; k < 2 && has_twist(world, c, false, h); k++)
        wf_descent_add(&d, (wf_pass){.twist = &twists[k], .step = 2});
    for (int k = 0; k < 3; k++)
        if (has_stretch(world, &edges[k]))
            wf_descent_add(&d, (wf_pass){.distance = &edges[k], .step = 2});
    wf_descent_run(&d);
}

static void columns_half(weft_world *world, wf_cloth *c, float h)
{
    if (direct(world))
        solve_columns(world, c, h);
    else
        sweep_columns(world, c, h);
}

static void twist_rows(weft_world *world, const wf_cloth *c, float h)
{
    if (direct(world)) {
        double start = wf_now(world);
        solve_twists(world, c, true, h);
        wf_count_bend(world, wf_now(world) - start);
        return;
    }
    const wf_twist twists[2] = {twists_of(world, c, true, 0, h), twists_of(world, c, true, 1, h)};
    wf_descent d = {.world = world, .rows = c->columns};
    for (int k = 0; k < 2; k++)
        wf_descent_add(&d, (wf_pass){.twist = &twists[k], .step = 2});
    wf_descent_run(&d);
}

/* Only twists join rows to each other; they cut what goes along the rows in two. */
static void rows_half(weft_world *world, wf_cloth *c, float h)
{
    wf_bend bends = bends_of(world, c, true, h);
    wf_distance edges = stretch_of(world, c, true, h);
    wf_strands strands = strands_of(&edges, c->keeps_energy ? c->start : NULL, false);
    wf_along_rows job = {.world = world, .cloth = c, .there = true, .back = true};
    job.bend = has_bend(world, &bends) ? &bends : NULL;
    if (has_twist(world, c, true, h)) {
        job.back = false;
        wf_along_rows_run(job);
        twist_rows(world, c, h);
        job = (wf_along_rows){.world = world, .cloth = c, .back = true};
    }
    if (has_stretch(world, &edges) && direct(world))
        job.strands = &strands;
    else if (has_stretch(world, &edges))
        job.edges = &edges;
    wf_along_rows_run(job);
}

/* Solves edges along columns, or rows, that others strained. Returns whether there were any. */
static bool stretch_again(weft_world *world, const wf_cloth *c, bool transposed, float h)
{
    wf_distance edges = stretch_of(world, c, transposed, h);
    wf_strands strands = strands_of(&edges, NULL, true);
    if (!has_stretch(world, &edges))
        return false;
    if (!transposed)
        return wf_solve_edges(world, &strands);
    return wf_along_rows_run((wf_along_rows){
        .world = world, .cloth = c, .strands = &strands, .there = true, .back = true});
}

/* ------------------------------------------------------------------ elastic cloth that is taut */

static wf_springs springs_of(const wf_distance *d, float change)
{
    return (wf_springs){.rows = d->rows, .lambda = d->lambda, .change = change};
}

static void run_springs(weft_world *world, const wf_cloth *c, const wf_springs *u,
                        const wf_springs *v, wf_spring_step step)
{
    wf_along_rows_run((wf_along_rows){.world = world,
                                      .cloth = c,
                                      .springs = u,
                                      .step = step,
                                      .there = true,
                                      .back = step != WF_SPRING_TENSIONS});
    wf_run_springs(world, v, step);
}

/* The tensions of the last substep as a part of the prediction, so that strands have only to find what
 * has changed. Solved anew from none, the warp of an elastic cloth falls as far as the weft lets it
 * before the weft lifts it, and an edge with the tension T pushes a particle to and fro across it
 * where T h^2/(m L) is large. As springs K that pull with T over the length they are linear, and
 * implicit they are stable for any T: with s = p - h v, where the substep starts,
 *   (1 + w K) (x - s) = h v - w K s,  1 + w (K_u + K_v) taken as (1 + w K_u) (1 + w K_v)
 * (force densities, Schek 1974; the factors after Beam & Warming 1976). Cloth at rest stays. */
static void begin_taut(weft_world *world, wf_cloth *c, float h)
{
    wf_distance warp = stretch_of(world, c, false, h), weft = stretch_of(world, c, true, h);
    float change = (h / c->tension_h) * (h / c->tension_h);
    wf_springs u = springs_of(&weft, change), v = springs_of(&warp, change);
    v.h = h;
    for (int a = 0; a < 3; a++) {
        u.from[a] = c->n[a];
        v.from[a] = c->q[a];
        v.v[a] = c->v[a];
    }
    wf_rewind(world, c, h);
    run_springs(world, c, &u, &v, WF_SPRING_MOVES);
    run_springs(world, c, &u, &v, WF_SPRING_SOLVE);
    run_springs(world, c, &u, &v, WF_SPRING_TENSIONS);
}

/* How large T h^2/(m L) may be at a pin. Beyond, the particles beside it are thrown about, at any
 * stiffness, and an edge is up to ten times too much stretched, at 40 by a quarter; neither iterations nor
 * stiffer springs help. */
#define TENSION_MOST_ELASTIC 40.0f

int wf_sweeps_substeps(const weft_world *world, const wf_cloth *c, float dt)
{
    if (!keeps_tension(world, c, dt))
        return 0;
    /* each pin, or hand, bears its part T of the weight; of masses m there is one a cell */
    float cells = (float)((c->rows - 1) * (c->columns - 1)),
          pins = c->pin_count > 1 ? (float)c->pin_count : 1.0f,
          length = c->cell_u < c->cell_v ? c->cell_u : c->cell_v;
    float count = dt * sqrtf(cells * wf_gravity(world) / (pins * length * TENSION_MOST_ELASTIC));
    return count < WF_SUBSTEPS_MAX ? (int)ceilf(count) : WF_SUBSTEPS_MAX;
}

/* ------------------------------------------------------------------ a chain that keeps its energy */

/* Where a chain's particles were before the substep: they went from there to q with the velocity v. */
static void keep_start(wf_cloth *c, float h)
{
    bool column = c->columns == 1;
    size_t from = column ? (size_t)c->pitch : 1,
           to = column ? (size_t)c->pitch : (size_t)c->pitch_t;
    for (int a = 0; a < 3; a++)
        for (size_t i = 0; i < (size_t)wf_count(c); i++)
            c->start[a][i * to] = c->q[a][i * from] - h * c->v[a][i * from];
}

/* Pushing along the directions of before makes the tension T explicit: stable while
 * 4 T h^2 / (m L) < 4 (the highest wave of a chain has the square frequency 4 T / (m L)). Beyond a
 * quarter of that a substep is WEFT_VERLET's, which loses energy instead. A chain whose weight alone
 * comes near would go to and fro between the two, and gain by it: it is always WEFT_VERLET's. */
#define TENSION_MOST 0.25f        /* T h^2 / (m L) */
#define TENSION_MOST_WEIGHT 0.06f /* of the chain's weight */

static bool can_keep_energy(weft_world *world, wf_cloth *c, float h)
{
    if (world->settings.integrator != WEFT_SHAKE || world->settings.projection != WEFT_DIRECT ||
        !wf_is_chain(c))
        return false;
    float links = (float)(wf_count(c) - 1), rest = c->rows == 1 ? c->cell_u : c->cell_v;
    float weight = links * wf_gravity(world) * h * h / rest;
    if (weight > TENSION_MOST_WEIGHT)
        return false;
    bool row = c->rows == 1;
    keep_start(c, h);
    if (row)
        wf_transpose_rows(world, c, 0, 1, false);
    wf_distance d = stretch_of(world, c, row, h);
    wf_strands s = strands_of(&d, c->start, false);
    return world->kernels->tension(&s, world->scratch) < TENSION_MOST;
}

/* ------------------------------------------------------------------ a sheet that moves wildly */

enum { REFINE_ROUNDS = 8, SETTLE_ROUNDS = 4 };

/* Columns, solved last, undo some of what rows did. At rest and in calm motion that is nothing; where
 * it is more than the tolerance, both are solved again, so that cloth that is whipped does not stretch
 * either. Calm cloth pays for the look only. */
static void refine(weft_world *world, wf_cloth *c, float h)
{
    bool strained = true;
    for (int i = 0; i < REFINE_ROUNDS && strained; i++)
        strained = stretch_again(world, c, true, h) && stretch_again(world, c, false, h);
}

/* Lengths that are wrong before a substep, as cloth was put there or comes from another solver, are
 * made right without speed: projected within the substep, it would be shot off by its error over h.
 * After Cline & Pai 2003, "Post-stabilization". Strain that is the solver's own is not: to take a place
 * back and not the speed makes the two fight for ever. */
void wf_stage_settle(weft_world *world, wf_cloth *cloth, const wf_substep *substep)
{
    if (!strands_cross(world, cloth) || !wf_inextensible(cloth)) {
        cloth->unsettled = WF_SETTLE_SUBSTEPS;
        return;
    }
    bool strained = cloth->unsettled > 0;
    if (strained)
        fill_alphas(world, cloth, substep->h); /* those of the last substep may be elastic */
    for (int i = 0; i < SETTLE_ROUNDS && strained; i++) {
        if (!world->stage_off[WEFT_STAGE_TETHER])
            wf_stage_tether(world, cloth, substep);
        strained = stretch_again(world, cloth, true, substep->h);
        strained = stretch_again(world, cloth, false, substep->h) || strained;
    }
    cloth->unsettled = strained ? cloth->unsettled - 1 : 0;
}

/* Once a substep, before its first iteration. */
void wf_sweeps_begin(weft_world *world, wf_cloth *cloth, const wf_substep *substep)
{
    float h = substep->h;
    bool taut = keeps_tension(world, cloth, h);
    cloth->tension_h = taut ? cloth->tension_h : 0.0f;
    clear_multipliers(world, cloth);
    if (!cloth->sheet)
        return;
    fill_alphas(world, cloth, h);
    if (cloth->tension_h > 0.0f)
        begin_taut(world, cloth, h);
    cloth->tension_h = taut ? h : 0.0f;
    cloth->keeps_energy = can_keep_energy(world, cloth, h);
}

void wf_stage_sweeps(weft_world *world, wf_cloth *cloth, const wf_substep *substep)
{
    float h = substep->h;
    if (!cloth->sheet) {
        bool keep = keeps_multipliers(world);
        wf_mesh_hinges(world, cloth, bend_of(world, cloth, false, h), keep);
        wf_mesh_edges(world, cloth, warp_of(world, cloth, h), keep);
        wf_mesh_keep_volume(cloth);
        return;
    }
    rows_half(world, cloth, h);
    columns_half(world, cloth, h);
    if (strands_cross(world, cloth))
        refine(world, cloth, h);
}
