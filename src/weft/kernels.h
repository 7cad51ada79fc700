/* The hot loops, as a table of functions: kernels*.c are compiled once for each instruction set.
 *
 * A kernel works on rows: particle (r, c) of a sheet is element r * pitch + c of each array, and a
 * constraint joins a row to one below it, shifted by a few columns. Columns, diagonals and two-cell
 * bends are all that; rows are the columns of the transposed sheet. In such a kernel no two
 * iterations of the inner loop touch the same particle, so it vectorises, and neither the vector's
 * width nor the threads change a bit. */
#ifndef WF_KERNELS_H
#define WF_KERNELS_H

#include "shapes.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The particles that a projection moves. */
typedef struct wf_rows {
    float *x, *y, *z;
    const float *w;
    int columns, rows;
    ptrdiff_t pitch;
} wf_rows;

/* A family of distance constraints: (r, c) with (r + 1, c + shift), for every r of a range. */
typedef struct wf_distance {
    wf_rows rows;
    int shift;          /* -1, 0, 1 */
    float rest;         /* m */
    float least;        /* m: shorter than at rest, but no shorter than this, it does nothing */
    float gain;         /* part of the correction that is made: k' for PBD, 1 for XPBD */
    const float *alpha; /* compliance / h^2 of each column */
    float *lambda;      /* null (multipliers start at 0 and are not kept), or one an element */
} wf_distance;

/* The length that an edge is to have: at rest; or the one it has, where that is shorter by no more than
 * its slack. */
static inline float wf_wanted_length(float length, float rest, float least)
{
    float shorter = length > least ? length : least;
    return length < rest ? shorter : rest;
}

enum { WF_STRAND_BLOCK = 64 }; /* strands that a worker solves side by side */

/* The chains that run down the rows, shifted by `shift` from row to row: strand s is (r, s + shift
 * r) for every r. */
typedef struct wf_strands {
    wf_rows rows;
    int shift;
    float rest, least;     /* m, as in wf_distance */
    const float *alpha;    /* compliance / h^2 of each column */
    float *lambda;         /* null, or the multiplier so far of one an element */
    int passes;            /* at most: a block is solved again where it is still strained */
    bool again;            /* they were solved before: only blocks that are strained */
    const float *start[3]; /* null, or positions at the substep's start: edges push along the
                              directions of then, not along those of the prediction */
} wf_strands;

/* The tensions of the edges of strands, as springs that pull with the tension over the length:
 * force densities (Schek 1974), in which a net's equilibrium is linear. */
typedef struct wf_springs {
    wf_rows rows;         /* what is written: moves, then places */
    float *lambda;        /* one an element: minus a tension, or minus a spring */
    float change;         /* what tensions are multiplied by first: (h / h of before)^2 */
    const float *from[3]; /* where the particles are; or, with v, where they would go in h */
    const float *v[3];    /* m/s; or null */
    float h;              /* s */
} wf_springs;

/* How far from an anchor a particle may be that is `rest` along the cloth from it, and `aside` of that
 * along the shorter of the grid's directions:
 *   slack (rest + stretch (1 + spread sqrt(rest) + across rest) + shear aside) */
typedef struct wf_reach {
    float slack2;  /* its square */
    float stretch; /* m; 0: cloth that does not stretch, without the other terms */
    float spread;  /* 1/sqrt(m) */
    float across;  /* 1/m */
    float shear;
} wf_reach;

/* Tethers to one anchor: |x - anchor| is at most the reach. */
typedef struct wf_tether {
    wf_rows rows;
    float anchor[3];      /* m */
    float cell_u, cell_v; /* m */
    int row, column;      /* the anchor's */
    wf_reach reach;
} wf_tether;

/* Tethers of elements to elements: |x - x[anchor]| is at most the reach; how much of it is aside is not
 * known, so the most that may be is taken. */
typedef struct wf_tethers {
    float *x, *y, *z;
    const float *w, *rest;  /* m */
    const uint32_t *anchor; /* elements that do not move; null: all to `only` */
    wf_reach reach;
    uint32_t only;
} wf_tethers;

/* A family of bend constraints: x(r, c) - 2 x(r + 1, c) + x(r + 2, c) = 0. */
typedef struct wf_bend {
    wf_rows rows;
    float gain;
    float inverse_cell2; /* 1/m^2 */
    const float *alpha;
    float *lambda[3]; /* null, or one an element */
} wf_bend;

/* Twist constraints of every other column of cells, so that they share no particle across: pair p
 * is of the columns c = column + 2 p and c + 1, and its cells are
 * x(r, c) - x(r, c + 1) - x(r + 1, c) + x(r + 1, c + 1) = 0. */
typedef struct wf_twist {
    wf_rows rows;
    int column; /* 0 or 1 */
    float gain;
    float alpha;      /* compliance / h^2, the same of every cell */
    float *lambda[3]; /* null, or one an element: its cell's is at (r, c) */
} wf_twist;

/* Particles moving freely: elements begin … end-1 of the arrays. */
typedef struct wf_motion {
    float *x[3], *q[3], *v[3];
    const float *w;
    bool pushed; /* q holds velocity to be added (by wind and forces) until the prediction takes its
                    place */
    float h;     /* s */
    float kick[3];   /* velocity that gravity adds, m/s */
    float damping;   /* factor on velocity */
    float max_speed; /* m/s */
} wf_motion;

/* The air's force on triangles. */
typedef struct wf_air {
    float wind[3];    /* m/s */
    float drag, lift; /* rho C / 2, kg/m^3 */
    float kick;       /* time that the force acts, s */
    float density;    /* kg/m^2 */
} wf_air;

/* A collider in one substep, as kernels see it. */
typedef struct wf_obstacle {
    weft_shape shape;
    wf_solid solid;
    wf_pose from, to; /* at the substep's start and end */
    /* How far its surface's point at p moves in the substep: drift + spin (p - to.position). */
    wf_vector drift; /* m */
    float spin[3][3];
    float offset;   /* kept from the core: the shape's roundness and the cloth's thickness, m */
    float friction; /* static */
    float kinetic;  /* part of it that is left where it slides */
    float restitution;
    float rest_speed; /* a slower impact does not bounce, m/s */
    wf_vector lag;    /* from the velocity that is kept to that at the substep's end, m/s */
    float quick2;     /* m^2: what moves further in a substep may have passed it */
    float smooth2;    /* m^2: triangles with no longer edge touch it with their corners alone */
    float low[3], high[3]; /* the box that it stays in, offset included; not of a plane, m */
    float moved;           /* no point of it moves further in the substep, m */
    bool plain;            /* at rest, and nothing bounces off it */
} wf_obstacle;

/* Where particles are, at the substep's start and now, and the square of the longest way between. */
typedef struct wf_bounds {
    float low[3], high[3]; /* m */
    float way2;            /* m^2 */
} wf_bounds;

typedef struct wf_kernels {
    void (*integrate)(const wf_motion *m, size_t begin, size_t end);
    /* x = q - h v: from the prediction back to the substep's start. */
    void (*rewind)(const wf_motion *m, size_t begin, size_t end);
    void (*velocity)(const wf_motion *m, size_t begin, size_t end);
    /* True if each coordinate is within +-limit and finite. */
    bool (*within)(const float *values, size_t begin, size_t end, float limit);
    /* Projects rows first, first + step, … < end. */
    void (*distance)(const wf_distance *d, int first, int end, int step);
    void (*bend)(const wf_bend *b, int first, int end, int step);
    void (*twist)(const wf_twist *t, int first, int end, int step);
    /* Solves strands begin … end-1 exactly. scratch: WF_STRAND_FLOATS(rows) floats. Returns, if
     * `again`, whether any was strained. */
    bool (*strands)(const wf_strands *s, int begin, int end, float *scratch);
    /* Whether, in rows begin … end-1 of a sheet, an edge along them is strained so that `again` would solve
     * its strand: the same look without the transposed sheet, at edges that do not stretch. */
    bool (*strained_along)(const wf_rows *rows, float rest, float least, int begin, int end);
    /* The largest w l / rest of one strand's edges, l being the multipliers that would solve it: for
     * an edge under the tension T, T h^2 / (m rest). Infinite where one turns by more than a little. */
    float (*tension)(const wf_strands *s, float *scratch);
    /* Makes springs of the tensions of strands begin … end-1, and sets rows to what moves the particles
     * in a substep: w f of the springs where they are; with v, that and h v are added to rows. rows
     * and from may be the same. */
    void (*spring_moves)(const wf_springs *s, int begin, int end);
    /* Solves (1 + w K) d = rows for them, K being the springs' stiffness, and sets rows to d, or, with
     * v, to d and where they are. */
    void (*spring_solve)(const wf_springs *s, int begin, int end, float *scratch);
    /* Makes tensions of the springs, at the lengths that rows has. */
    void (*spring_tensions)(const wf_springs *s, int begin, int end);
    void (*bend_strands)(const wf_bend *b, int begin, int end, float *scratch);
    /* The same for pairs begin … end-1. */
    void (*twist_strands)(const wf_twist *t, int begin, int end, float *scratch);
    void (*tether)(const wf_tether *t, int begin, int end);
    void (*tether_each)(const wf_tethers *t, size_t begin, size_t end);
    /* Transposes rows begin … end-1 of `from` into columns of `to`. */
    void (*transpose)(const float *from, ptrdiff_t from_pitch, float *to, ptrdiff_t to_pitch,
                      int columns, int begin, int end);
    /* One row of cells: twice the vector area of each cell's triangles a and b, or the momentum
     * that the air gives each corner of the cell. top and bottom: x y z vx vy vz of the two rows.
     */
    void (*cell_areas)(const float *const top[6], const float *const bottom[6], int cells,
                       float *const a[3], float *const b[3]);
    void (*cell_air)(const float *const top[6], const float *const bottom[6], int cells,
                     const wf_air *air, float *const push[3]);
    /* The same for a single triangle of doubled vector area `area` and velocity `v`: the momentum
     * of a corner. */
    void (*triangle_air)(const float area[3], const float v[3], const wf_air *air,
                         float momentum[3]);
    /* Sums over the six triangles, or the four cells, around each particle of a row; columns -1 are
     * read too. */
    void (*gather_normals)(const float *const above[6], const float *const here[6], int columns,
                           float *const n[3]);
    void (*gather_air)(const float *const above[6], const float *const here[6], int columns,
                       const float *w, float *const push[3]);
    /* Makes the bounds hold elements begin … end-1 too. */
    void (*bounds)(const wf_motion *m, size_t begin, size_t end, wf_bounds *bounds);
    /* The least of normal . (x - point) over whole vectors of elements begin … end-1, m, or less by what
     * rounding may do. */
    float (*least_along)(const float *const x[3], const float point[3], const float normal[3],
                         size_t begin, size_t end);
    /* The largest of |a - b - common|^2 of `count` elements; b null: 0. */
    float (*strayed)(const float *const a[3], const float *const b[3], const float common[3],
                     size_t count);
    /* Particles out of a collider. quick: some may move further than quick2 says. */
    void (*collide)(const wf_motion *m, const wf_obstacle *o, bool quick, size_t begin, size_t end);
    /* The triangles of a row of cells out of a collider, one after the other; `top` and `bottom` are
     * the elements of the first cell's corners. No cells: one stick. And those of a list. way: no
     * corner moved further, m. */
    void (*touch_cells)(const wf_motion *m, const wf_obstacle *o, size_t top, size_t bottom,
                        int cells, float way);
    void (*touch_triangles)(const wf_motion *m, const wf_obstacle *o, const uint32_t *triangles,
                            int count, float way);
} wf_kernels;

/* Up to six numbers a row of a block, with two rows of zeros before and after. */
enum { WF_STRAND_ROW = 6 * WF_STRAND_BLOCK };
#define WF_STRAND_FLOATS(rows) ((size_t)((rows) + 4) * WF_STRAND_ROW)

extern const wf_kernels wf_kernels_baseline;
#ifdef WF_X86
extern const wf_kernels wf_kernels_avx2, wf_kernels_avx512;
#endif

#endif
