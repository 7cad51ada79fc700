/* How families of constraints are run over a sheet. stage_sweeps.c says which, in what order. */
#ifndef WF_FAMILIES_H
#define WF_FAMILIES_H

#include "internal.h"

/* The sheet as rows; transposed, as it lies in n. */
static inline wf_rows wf_sheet_rows(const wf_cloth *c, bool transposed)
{
    if (transposed)
        return (wf_rows){c->n[0], c->n[1], c->n[2], c->w_t, c->rows, c->columns, c->pitch_t};
    return (wf_rows){c->x[0], c->x[1], c->x[2], c->w, c->columns, c->rows, c->pitch};
}

/* What the two projections make of a fabric, for one kind of constraint: nothing to do where the
 * gain is 0. */
typedef struct wf_strength {
    float gain;
    float compliance; /* over h^2, of a constraint whose compliance at stiffness 1 is 1 */
} wf_strength;

/* mesh_sweeps.c: one pass over a mesh's lists. keep: their multipliers are read again. */
void wf_mesh_edges(const weft_world *world, wf_cloth *c, wf_strength s, bool keep);
void wf_mesh_hinges(const weft_world *world, wf_cloth *c, wf_strength s, bool keep);

/* All strands of a family. They are exact along themselves and share no particle: in any order.
 * Edges return, if `again`, whether any was strained. */
bool wf_solve_edges(weft_world *world, const wf_strands *s);
void wf_solve_bends(weft_world *world, const wf_bend *b);
void wf_solve_twists(weft_world *world, const wf_twist *t);

/* What is done with springs: see wf_kernels. */
typedef enum wf_spring_step {
    WF_SPRING_MOVES,
    WF_SPRING_SOLVE,
    WF_SPRING_TENSIONS,
} wf_spring_step;

void wf_run_springs(weft_world *world, const wf_springs *s, wf_spring_step step);

/* One colour of a family: its rows first, first + step …, which reach step - 1 rows down. */
typedef struct wf_pass {
    const wf_distance *distance; /* or */
    const wf_bend *bend;         /* or */
    const wf_twist *twist;
    int first, step;
} wf_pass;

/* Bends are 3 passes, twists and diagonals 4, edges 2. */
enum { WF_PASSES_MAX = 13 };

/* Gauss-Seidel: passes that follow each other over `rows` rows. */
typedef struct wf_descent {
    weft_world *world;
    int rows, parts;
    int count;
    wf_pass passes[WF_PASSES_MAX];
    double bend_s; /* that the caller spent on bends and twists */
} wf_descent;

/* The colours of a family are the next passes. */
void wf_descent_add(wf_descent *d, wf_pass family);
void wf_descent_run(wf_descent *d);

/* What is done along a sheet's rows, as the columns of the transposed sheet. */
typedef struct wf_along_rows {
    weft_world *world;
    const wf_cloth *cloth;
    const wf_bend *bend;           /* null: none */
    const wf_strands *strands;     /* null: none; or */
    const wf_distance *edges;      /* null: none */
    const wf_springs *springs;     /* null: none */
    wf_spring_step step;           /* of springs */
    bool there, back;              /* the transposed sheet is to be filled, is to be read */
    double bend_s;                 /* that the caller spent on bends */
    bool strained[WF_WORKERS_MAX]; /* a worker found a strand that was */
} wf_along_rows;

/* Returns, if its strands are solved again, whether any was strained. */
bool wf_along_rows_run(wf_along_rows job);
/* Rows begin … end-1 into columns of the transposed sheet, or back. */
void wf_transpose_rows(const weft_world *world, const wf_cloth *c, int begin, int end, bool back);

/* Moves time from the sweeps, where step.c counts the whole stage, to the bends. */
void wf_count_bend(weft_world *world, double seconds);

#endif
