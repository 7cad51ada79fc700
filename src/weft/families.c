/* Runs families of constraints over a sheet: strand by strand, colour by colour, or along the rows
 * (see families.h). Reads w; writes x, with n as the room for the transposed sheet. */
#include "families.h"

void wf_count_bend(weft_world *world, double seconds)
{
    world->profile.stage_ms[WEFT_STAGE_BEND] += (float)(1e3 * seconds);
    world->profile.stage_ms[WEFT_STAGE_SWEEPS] -= (float)(1e3 * seconds);
}

static float *scratch_of(const weft_world *world, int worker)
{
    return world->scratch + (size_t)worker * world->scratch_floats;
}

/* ------------------------------------------------------------------ strands */

typedef struct strand_job {
    const weft_world *world;
    const wf_strands *edges; /* or */
    const wf_bend *bend;     /* or */
    const wf_twist *twist;   /* or */
    const wf_springs *springs;
    wf_spring_step step;
    int first, last;
    bool strained[WF_WORKERS_MAX]; /* a worker found an edge that was */
} strand_job;

static bool any_of(const bool *workers)
{
    bool any = false;
    for (int i = 0; i < WF_WORKERS_MAX; i++)
        any = any || workers[i];
    return any;
}

static void run_springs(const wf_kernels *kernels, const wf_springs *s, wf_spring_step step,
                        int begin, int end, float *scratch)
{
    if (step == WF_SPRING_MOVES)
        kernels->spring_moves(s, begin, end);
    else if (step == WF_SPRING_SOLVE)
        kernels->spring_solve(s, begin, end, scratch);
    else
        kernels->spring_tensions(s, begin, end);
}

static void run_blocks(void *context, int worker, int begin, int end)
{
    strand_job *job = context;
    int first = job->first + begin * WF_STRAND_BLOCK, last = job->first + end * WF_STRAND_BLOCK;
    const wf_kernels *kernels = job->world->kernels;
    float *scratch = scratch_of(job->world, worker);
    last = last < job->last ? last : job->last;
    if (job->edges && kernels->strands(job->edges, first, last, scratch))
        job->strained[worker] = true;
    if (job->bend)
        kernels->bend_strands(job->bend, first, last, scratch);
    if (job->twist)
        kernels->twist_strands(job->twist, first, last, scratch);
    if (job->springs)
        run_springs(kernels, job->springs, job->step, first, last, scratch);
}

static bool run_strands(strand_job job, int rows)
{
    int blocks = (job.last - job.first + WF_STRAND_BLOCK - 1) / WF_STRAND_BLOCK;
    wf_jobs_run(job.world->jobs, blocks, 1 + 4096 / (WF_STRAND_BLOCK * rows), run_blocks, &job);
    return any_of(job.strained);
}

bool wf_solve_edges(weft_world *world, const wf_strands *s)
{
    int columns = s->rows.columns, rows = s->rows.rows;
    strand_job job = {.world = world, .edges = s, .last = columns};
    if (s->shift > 0) {
        job.first = 2 - rows;
        job.last = columns - 1;
    } else if (s->shift < 0) {
        job.first = 1;
        job.last = columns + rows - 2;
    }
    return run_strands(job, rows);
}

void wf_solve_bends(weft_world *world, const wf_bend *b)
{
    run_strands((strand_job){.world = world, .bend = b, .last = b->rows.columns}, b->rows.rows);
}

void wf_solve_twists(weft_world *world, const wf_twist *t)
{
    int pairs = (t->rows.columns - t->column) / 2;
    run_strands((strand_job){.world = world, .twist = t, .last = pairs}, t->rows.rows);
}

void wf_run_springs(weft_world *world, const wf_springs *s, wf_spring_step step)
{
    strand_job job = {.world = world, .springs = s, .step = step, .last = s->rows.columns};
    run_strands(job, s->rows.rows);
}

/* ------------------------------------------------------------------ Gauss-Seidel */

/* Each pass needs of those before it only the rows that it reaches, so they go down the sheet
 * together, each some rows behind the last, while those are in the cache. Where the sheet is
 * shared, a part leaves a wedge at its ends, which grows from pass to pass; the wedges are done
 * when the parts are. No constraint sees another order than pass by pass.
 *
 * The passes reach 16 rows down together, and twice that is the least that goes at a time. */
enum { FRONT_ROWS = 32 };

void wf_descent_add(wf_descent *d, wf_pass family)
{
    for (family.first = 0; family.first < family.step; family.first++)
        d->passes[d->count++] = family;
}

/* The constraints of a pass whose upper rows are begin … end-1. */
static void run_pass(wf_descent *d, const wf_pass *p, int worker, int begin, int end)
{
    const wf_kernels *kernels = d->world->kernels;
    int rows = d->rows - (p->step - 1), last = end < rows ? end : rows;
    int first = begin + (p->first - begin % p->step + p->step) % p->step;
    bool timed = worker == 0 && !p->distance;
    double start = timed ? wf_now(d->world) : 0.0;
    if (p->distance)
        kernels->distance(p->distance, first, last, p->step);
    else if (p->bend)
        kernels->bend(p->bend, first, last, p->step);
    else
        kernels->twist(p->twist, first, last, p->step);
    if (timed)
        d->bend_s += wf_now(d->world) - start;
}

/* Rows top … bottom-1, without the wedges. */
static void descend(wf_descent *d, int worker, int top, int bottom)
{
    for (int front = top, next; front < bottom; front = next) {
        next = front + FRONT_ROWS < bottom ? front + FRONT_ROWS : bottom;
        int wedge = 0;
        for (int i = 0; i < d->count; i++) {
            int reach = d->passes[i].step - 1, start = top > 0 ? top + wedge : 0;
            int begin = front > top ? front - wedge - reach : start;
            int end = next < d->rows ? next - wedge - reach : d->rows;
            run_pass(d, &d->passes[i], worker, begin, end);
            wedge += reach;
        }
    }
}

static int part_begin(const wf_descent *d, int part)
{
    return (int)((long long)d->rows * part / d->parts);
}

static void run_parts(void *context, int worker, int begin, int end)
{
    wf_descent *d = context;
    for (int part = begin; part < end; part++)
        descend(d, worker, part_begin(d, part), part_begin(d, part + 1));
}

/* The wedges between parts `begin` and begin + 1, and so on. */
static void run_wedges(void *context, int worker, int begin, int end)
{
    wf_descent *d = context;
    for (int part = begin; part < end; part++) {
        int middle = part_begin(d, part + 1), wedge = 0;
        for (int i = 0; i < d->count; i++) {
            int reach = d->passes[i].step - 1;
            run_pass(d, &d->passes[i], worker, middle - wedge - reach, middle + wedge);
            wedge += reach;
        }
    }
}

void wf_descent_run(wf_descent *d)
{
    int most = d->rows / FRONT_ROWS, threads = d->world->def.threads;
    d->parts = most < threads ? (most > 1 ? most : 1) : threads;
    wf_jobs_run(d->world->jobs, d->parts, 1, run_parts, d);
    wf_jobs_run(d->world->jobs, d->parts - 1, 1, run_wedges, d);
    wf_count_bend(d->world, d->bend_s);
}

/* ------------------------------------------------------------------ along the rows */

/* Rows do not touch each other, so a block of them goes all the way while it is in the cache: into
 * columns of the transposed sheet, bends, edges, and back. */

void wf_transpose_rows(const weft_world *world, const wf_cloth *c, int begin, int end, bool back)
{
    const ptrdiff_t pitch = c->pitch, pitch_t = c->pitch_t;
    for (int a = 0; a < 3; a++)
        if (back)
            world->kernels->transpose(c->n[a] + begin, pitch_t, c->x[a] + begin * pitch, pitch,
                                      end - begin, 0, c->columns);
        else
            world->kernels->transpose(c->x[a], pitch, c->n[a], pitch_t, c->columns, begin, end);
}

/* Columns begin … end-1 as a sheet of their own. */
static wf_rows some_columns(const wf_rows *rows, int begin, int end)
{
    return (wf_rows){rows->x + begin, rows->y + begin, rows->z + begin, rows->w + begin,
                     end - begin,     rows->rows,      rows->pitch};
}

static void bend_block(const wf_along_rows *job, int worker, int begin, int end)
{
    const weft_world *world = job->world;
    wf_bend b = *job->bend;
    if (world->settings.projection == WEFT_DIRECT) {
        world->kernels->bend_strands(&b, begin, end, scratch_of(world, worker));
        return;
    }
    b.rows = some_columns(&b.rows, begin, end);
    b.alpha += begin;
    for (int a = 0; a < 3 && b.lambda[a]; a++)
        b.lambda[a] += begin;
    for (int colour = 0; colour < 3; colour++)
        world->kernels->bend(&b, colour, b.rows.rows - 2, 3);
}

static void edges_block(const wf_along_rows *job, int begin, int end)
{
    wf_distance d = *job->edges;
    d.rows = some_columns(&d.rows, begin, end);
    d.alpha += begin;
    d.lambda = d.lambda ? d.lambda + begin : NULL;
    for (int colour = 0; colour < 2; colour++)
        job->world->kernels->distance(&d, colour, d.rows.rows - 1, 2);
}

/* Whether the rows' strands are solved again and need not be, which the sheet as it lies tells. The tension of
 * elastic ones is in the transposed sheet. */
static bool calm_already(const wf_along_rows *job, int begin, int end)
{
    const wf_strands *s = job->strands;
    if (!s || !s->again || (s->lambda && s->alpha[begin] > 0.0f))
        return false;
    wf_rows rows = wf_sheet_rows(job->cloth, false);
    return !job->world->kernels->strained_along(&rows, s->rest, s->least, begin, end);
}

static void run_block(wf_along_rows *job, int worker, int begin, int end)
{
    const weft_world *world = job->world;
    bool moved = true;
    if (calm_already(job, begin, end))
        return;
    if (job->there)
        wf_transpose_rows(world, job->cloth, begin, end, false);
    double start = wf_now(world);
    if (job->bend)
        bend_block(job, worker, begin, end);
    if (worker == 0)
        job->bend_s += wf_now(world) - start;
    if (job->strands)
        moved = world->kernels->strands(job->strands, begin, end, scratch_of(world, worker));
    job->strained[worker] = job->strained[worker] || moved;
    if (job->edges)
        edges_block(job, begin, end);
    if (job->springs)
        run_springs(world->kernels, job->springs, job->step, begin, end, scratch_of(world, worker));
    if (job->back && moved)
        wf_transpose_rows(world, job->cloth, begin, end, true);
}

static void run_row_blocks(void *context, int worker, int begin, int end)
{
    wf_along_rows *job = context;
    for (int i = begin; i < end; i++) {
        int first = i * WF_STRAND_BLOCK, last = first + WF_STRAND_BLOCK;
        run_block(job, worker, first, last < job->cloth->rows ? last : job->cloth->rows);
    }
}

bool wf_along_rows_run(wf_along_rows job)
{
    const wf_cloth *c = job.cloth;
    if (!job.bend && !job.strands && !job.edges && !job.springs && job.there == job.back)
        return false;
    int blocks = (c->rows + WF_STRAND_BLOCK - 1) / WF_STRAND_BLOCK;
    wf_jobs_run(job.world->jobs, blocks, 1 + 4096 / (WF_STRAND_BLOCK * c->columns), run_row_blocks,
                &job);
    wf_count_bend(job.world, job.bend_s);
    return any_of(job.strained);
}
