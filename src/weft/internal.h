/* The data model on one page: which arrays there are, who owns them, which stage may write them.
 *
 *   world ── cloths[] ── particles: x q v w flags    state; structure of arrays, one allocation each
 *        │           ├── n                           scratch during a step, vertex normals after it
 *        │           └── lambda alpha edges hinges    constraints; a sheet's are implicit in its grid
 *        ├── colliders[]  constraints[]  forces[]     pools: ids are index + generation
 *        ├── kernels                                  the hot loops, for the chosen instruction set
 *        └── jobs                                     the workers
 *
 *   array   written by
 *   x       integrate (the prediction), sweeps, bend, user constraints, collide
 *   q       wind, user forces (the velocity that they add), integrate (a copy of the prediction,
 *           so that velocity sees what the constraints did), collide (the part of a way out that is
 *           to give no speed)
 *   v       integrate, velocity
 *   w       pins and holds, between steps
 *   n       sweeps (the transposed sheet), user forces (force), normals (normals)
 */
#ifndef WF_INTERNAL_H
#define WF_INTERNAL_H

#include "weft.h"
#include "kernels.h"

#include <math.h>

#define WF_ALIGN 64            /* bytes: a cache line and the widest vector */
#define WF_LANES 16            /* floats in it; row pitches are multiples of this */
#define WF_LIMIT_POSITION 1e4f /* m: a position beyond this has run away, and is not accepted */
#define WF_LIMIT_SPEED 1e4f    /* m/s: nor is a velocity beyond this, the most of max_speed */
#define WF_LIMIT_SPIN 1e3f     /* rad/s */

#define WF_SUBSTEPS_MAX 1000

typedef struct wf_jobs wf_jobs;

/* A distance constraint of a mesh. */
typedef struct wf_edge {
    uint32_t a, b;
    float rest;    /* m */
    float stretch; /* L / b: its compliance at stiffness 1 N/m */
} wf_edge;

/* A bend constraint of a mesh: | sum of k_i x_i | = rest, for two triangles that share an edge. */
typedef struct wf_hinge {
    uint32_t p[4];
    float k[4];
    float rest;
    float compliance; /* at B = 1 N m */
} wf_hinge;

/* More than WF_ANCHORS_MAX are WF_ANCHORS_MANY. */
enum { WF_ANCHORS_MAX = 8, WF_ANCHORS_MANY, WF_SETTLE_SUBSTEPS = 20 };

/* Beside the public flags: it is attached to what has a mass, and so no anchor for tethers. */
enum { WF_PARTICLE_CARRIES = 128 };

typedef struct wf_cloth {
    uint32_t generation;
    bool alive;
    bool sheet;    /* a grid, constraints implicit; or a mesh, with lists */
    bool pushed;   /* q holds the velocity that wind and forces add, until integrate takes it */
    int unsettled; /* substeps that may begin by making lengths right, see wf_stage_settle */
    bool fresh;    /* velocities are those of now: Verlet's first kick is half a step's */
    int columns, rows, pitch;
    int pitch_t; /* of the transposed sheet, which has `columns` rows of `rows` particles */
    float width, height, cell_u, cell_v; /* m; cells 0 where there is one column or row */
    weft_fabric fabric;
    int pin_count;

    /* particles: rows * pitch elements each; the padding has w = 0 and never moves */
    float *particles; /* the allocation that holds the next five */
    float *x[3], *q[3], *v[3], *n[3];
    bool keeps_energy; /* a chain whose edges push along their directions at the substep's start */
    float *start[3];   /* chains only: positions at the substep's start, in their strand's layout */
    float *w, *w_t;    /* inverse mass; the same, transposed */
    uint8_t *flags;    /* rows * columns */
    float *mass;       /* meshes only, at fabric density 0.2; a sheet's follow from the area */

    /* constraints */
    float *lambda[4]; /* multipliers of warp, bias, bias, weft (transposed); for more than one
                         iteration, and where strands are solved again */
    float tension_h;  /* s: warp and weft in lambda are what a substep this long left, and the
                         next one begins with; 0: it begins with none */
    float *lambda_bend[2][3];
    float *lambda_twist[3]; /* as the particles that its strands run along, see twist_transposed */
    float *alpha;           /* five rows of compliance / h^2, see wf_row; refilled each step */
    int edge_count, hinge_count, triangle_count;
    wf_edge *edges;
    float *lambda_edge;
    wf_hinge *hinges;
    float *lambda_hinge;
    uint32_t *triangles;
    float edge_mean; /* length of a mesh's edges at rest, m */
    float
        volume; /* that a closed mesh encloses at rest, m^3; less than 0: its triangles face inwards */
    float *triangle_rest; /* their sides, from each particle to the next, m */
    float *rest;          /* meshes: 2 floats a particle, texture coordinates */
    float *distance;      /* meshes: scratch of distance queries */
    uint32_t *pieces; /* meshes: the triangles and, numbered after them, edges of each particle, */
    uint32_t *piece_first;       /* which begin here */
    uint32_t *search;            /* scratch of wf_mesh_spread */
    int anchors[WF_ANCHORS_MAX]; /* fixed particles that tethers lead to */
    int anchor_count;            /* -1: not known, pins changed */
    uint32_t *anchor; /* element of the nearest fixed particle, used where the anchors would
                         be too many */
    float *tether; /* and its distance along the cloth at rest, m; of a mesh with few anchors, the
                         distances to each, one after the other */
    size_t state_bytes, topology_bytes;
} wf_cloth;

/* Rows of wf_cloth.alpha. */
typedef enum wf_row {
    WF_ALPHA_WARP,
    WF_ALPHA_BIAS,
    WF_ALPHA_WEFT,
    WF_ALPHA_BEND,
    WF_ALPHA_BEND_T,
    WF_ALPHA_ROWS
} wf_row;

/* Two rows of cells, two triangles a cell, three components, with room for columns -1 and columns
 * - 1. */
enum { WF_CELL_ROWS = 12 };
#define WF_CELL_FLOATS(pitch) ((size_t)WF_CELL_ROWS * ((size_t)(pitch) + 2 * WF_LANES))

typedef struct wf_collider {
    uint32_t generation;
    bool alive;
    bool targeted; /* this step moves it from `start` to `target`, then it rests */
    weft_collider_def def;
    float start_position[3], start_orientation[4];
    float target_position[3], target_orientation[4];
    wf_pose from, to;                                   /* at the substep's start and end */
    bool turned;                                        /* they differ by a turn */
    wf_field field;                                     /* of a WEFT_BODY */
    float inverse_mass, inertia[3], inverse_inertia[3]; /* about its axes; 0: moved as told alone */
    bool led;           /* it has a mass, but its way in this substep is given */
    float impulse[3];   /* that acted on it in this step, N s */
    double loaded_give; /* of all particles that carry it, 1/kg */
} wf_collider;

/* A particle that is fixed to a collider: attach.c. */
typedef struct wf_attachment {
    bool alive;
    uint16_t cloth, collider; /* numbers of the pools */
    uint32_t cloth_generation, collider_generation;
    int particle;
    wf_vector own;  /* its place in the collider's axes, m */
    wf_vector last; /* in the world, when the collider last heard of it */
    float part;     /* of a body's mass that it carries, kg */
} wf_attachment;

/* Bodies and the particles that they press on: stage_bodies.c. What a substep leaves to the next: */
enum { WF_PRESSED_MAX = 8192 };
typedef struct wf_pressed {
    uint16_t cloth, collider; /* numbers of the pools */
    uint32_t element;
} wf_pressed;

/* and for a substep, what such a particle carries. */
typedef struct wf_load {
    wf_cloth *cloth;
    wf_collider *body;
    size_t element;
    float own;      /* inverse mass without it, 1/kg */
    float mass;     /* its part of the body's, kg */
    wf_vector out;  /* away from the body */
    wf_vector last; /* where it was when the body last heard of it, m */
    wf_vector kept; /* and before the tethers */
} wf_load;

typedef struct wf_loads {
    wf_load list[WF_PRESSED_MAX];
    wf_pressed pressed[WF_PRESSED_MAX];
    uint32_t count, pressed_count;
} wf_loads;

typedef struct wf_constraint {
    uint32_t generation;
    bool alive;
    weft_constraint_def def;
    float lambda;
} wf_constraint;

typedef struct wf_force {
    weft_force_fn *fn; /* null: free */
    void *user;
} wf_force;

typedef struct wf_self wf_self; /* stage_self.c */

struct weft_world {
    weft_settings settings;
    weft_world_def def;
    bool stage_off[WEFT_STAGE_COUNT];
    bool stepping;
    uint64_t step_count;
    double time; /* s: the sum of the steps' dt */
    float dt;    /* s: of the last step */
    weft_profile profile;
    const wf_kernels *kernels;
    wf_jobs *jobs;
    float *scratch; /* the workers': scratch_floats each, enough for any sheet that was made */
    size_t scratch_floats;
    wf_cloth *cloths;
    wf_collider *colliders;
    wf_obstacle *obstacles; /* scratch of the collide stage: as many as colliders */
    wf_attachment *attachments;
    wf_loads *loads; /* null until a collider has a mass */
    wf_constraint *constraints;
    wf_force *forces;
    wf_self *self; /* null until a cloth collides with itself */
};

/* What the stages of one substep share. */
typedef struct wf_substep {
    float h;       /* s */
    float wind[3]; /* m/s, gusts included */
    double time;   /* s, at its start */
    int number;    /* 0 … count - 1 */
    int count;     /* of the step: the settings' substeps, or more, see wf_sweeps_substeps */
} wf_substep;

/* world.c */
/* The def's clock, s; 0 where there is none. */
double wf_now(const weft_world *world);
void *wf_allocate(weft_world *world, size_t count, size_t size, size_t *total);
void wf_release(weft_world *world, void *memory);
/* Makes each worker's scratch at least this large. False where there is no memory; then it is as it
 * was. */
bool wf_reserve_scratch(weft_world *world, size_t floats);
wf_cloth *wf_cloth_find(const weft_world *world, weft_cloth_id id);
/* Fixes a particle (a WEFT_PARTICLE_ flag), or takes that back. */
weft_result wf_cloth_set_flag(weft_world *world, weft_cloth_id id, int particle, uint8_t flag,
                              bool on);
bool wf_index_of(const wf_cloth *cloth, int particle, int *index);
void wf_cloth_free(weft_world *world, wf_cloth *cloth);
bool wf_fabric_valid(const weft_fabric *fabric);
bool wf_finite(const float *values, int count);
bool wf_in_range(float value, float low, float high);
/* Whether each is between -limit and limit. */
bool wf_within(const float *values, int count, float limit);

/* colliders.c */
/* Moves all on by a substep. */
void wf_colliders_move(weft_world *world, const wf_substep *substep);
void wf_collider_free(weft_world *world, wf_collider *collider);
wf_solid wf_collider_solid(const wf_collider *collider);
/* Fills a body's field, and how far it reaches along each axis, m. Errors: ARGUMENT (open or too small), MEMORY. */
weft_result wf_field_create(weft_world *world, const weft_collider_def *def, wf_field *field,
                            float reach[3]);
wf_pose wf_pose_of(const weft_collider_def *def);
/* From a pose's own axes to the world, and back. */
wf_vector wf_pose_point(const wf_pose *pose, wf_vector own);
wf_vector wf_pose_seen(const wf_pose *pose, wf_vector point);
wf_collider *wf_collider_find(const weft_world *world, weft_collider_id id);
/* dq/dt = w q / 2, w in the world's axes, rad/s, for h seconds. */
void wf_turn_on(float q[4], const float w[3], float h);
/* The farthest point of the core from its middle, m: all of it but its roundness. */
float wf_core_reach(const weft_collider_def *def);
/* The radius of a ball inside that what passes the shape passes too, m. */
float wf_collider_inner(const wf_collider *collider);
/* How deep a point is inside, m; 0 or less: it is outside. */
float wf_collider_depth(const wf_collider *collider, const double point[3]);

/* topology.c */
/* Inverse masses, in both layouts, from the flags, the areas and the fabric: of one particle, of
 * all. */
void wf_particle_set_mass(wf_cloth *cloth, int particle);
void wf_cloth_set_masses(wf_cloth *cloth);
void wf_element_set_inverse_mass(wf_cloth *cloth, size_t element, float w);
float wf_particle_mass(const wf_cloth *cloth, int particle);
/* Of two particles of a sheet, at rest, m. */
float wf_grid_distance(const wf_cloth *cloth, int a, int b);
/* Which triangles and edges meet at each particle of a mesh. */
void wf_mesh_index(wf_cloth *cloth);
/* Spreads distances (0 at the sources, infinite elsewhere) along a mesh at rest. source: null, or the source
 * of each, which goes with its distance. */
void wf_mesh_spread(const wf_cloth *cloth, float *distance, uint32_t *source);
/* How much of a cell a line of the grid stands for: 0.5 at the border, else 1. */
float wf_border(int line, int count);

/* Element of particle p, and back. */
static inline size_t wf_element(const wf_cloth *cloth, int p)
{
    return (size_t)(p / cloth->columns) * (size_t)cloth->pitch + (size_t)(p % cloth->columns);
}

/* Whether a tether may lead there. */
static inline bool wf_is_anchor(const wf_cloth *cloth, int p)
{
    return cloth->flags[p] != 0 && !(cloth->flags[p] & WF_PARTICLE_CARRIES);
}

static inline int wf_count(const wf_cloth *cloth)
{
    return cloth->columns * cloth->rows;
}

/* One row or column: one strand. */
static inline bool wf_is_chain(const wf_cloth *cloth)
{
    return cloth->sheet && (cloth->columns == 1 || cloth->rows == 1);
}

/* m/s^2 */
static inline float wf_gravity(const weft_world *world)
{
    const float *g = world->settings.gravity;
    return sqrtf(g[0] * g[0] + g[1] * g[1] + g[2] * g[2]);
}

/* Neither warp nor weft may stretch; a mesh's edges all have the warp's stiffness. */
static inline bool wf_inextensible(const wf_cloth *cloth)
{
    const float warp = cloth->fabric.warp_stiffness, weft = cloth->fabric.weft_stiffness;
    return warp == INFINITY && (!cloth->sheet || weft == INFINITY);
}

static inline size_t wf_span(const wf_cloth *cloth)
{
    return (size_t)cloth->rows * (size_t)cloth->pitch;
}

/* The tethers to a mesh's anchor k. */
static inline float *wf_tethers_to(const wf_cloth *cloth, int k)
{
    return cloth->tether + (size_t)k * wf_span(cloth);
}

/* stages, one file each; all act on one cloth */
/* cells.c: the triangles of a sheet. With air: its push into q; without: normals into n. */
void wf_cells_walk(weft_world *world, wf_cloth *cloth, const wf_air *air);

void wf_stage_settle(weft_world *world, wf_cloth *cloth, const wf_substep *substep);
void wf_stage_wind(weft_world *world, wf_cloth *cloth, const wf_substep *substep);
void wf_stage_forces(weft_world *world, wf_cloth *cloth, const wf_substep *substep);
/* From the prediction back to where the substep starts. */
void wf_rewind(weft_world *world, wf_cloth *cloth, float h);
void wf_stage_integrate(weft_world *world, wf_cloth *cloth, const wf_substep *substep);
/* The least substeps in dt with which elastic cloth is stretched as its stiffness says; 0: any do. */
int wf_sweeps_substeps(const weft_world *world, const wf_cloth *cloth, float dt);
void wf_sweeps_begin(weft_world *world, wf_cloth *cloth, const wf_substep *substep);
void wf_stage_tether(weft_world *world, wf_cloth *cloth, const wf_substep *substep);
/* Fills in a mesh's anchors and the tethers to them, and returns how many there are. */
int wf_mesh_anchors(wf_cloth *cloth);
int wf_tether_count(const weft_world *world, const wf_cloth *cloth);
void wf_stage_sweeps(weft_world *world, wf_cloth *cloth, const wf_substep *substep);
/* stage_volume.c: of a mesh, with a sign. */
float wf_mesh_volume(const wf_cloth *cloth);
/* Makes it what the fabric's inflation says. */
void wf_mesh_keep_volume(wf_cloth *cloth);
void wf_stage_constraints(weft_world *world, const wf_substep *substep, int iteration);
void wf_stage_collide(weft_world *world, wf_cloth *cloth, const wf_substep *substep);
/* attach.c: what is fixed to colliders goes along; then, around the constraints, it carries its body, which hears what
 * they did, and is fixed again. */
void wf_attachments_begin(weft_world *world, float h);
void wf_attachments_load(weft_world *world);
void wf_attachments_pull(weft_world *world, float h);
/* Lets go what is fixed to this one. */
void wf_attachments_drop(weft_world *world, const wf_collider *collider);
/* Around the constraints: particles that carry bodies weigh more. */
void wf_bodies_load(weft_world *world, const wf_substep *substep);
void wf_bodies_unload(weft_world *world);
/* Before contacts are looked for (again): what was pressed on. */
void wf_bodies_forget(weft_world *world);
/* Keeps where particles that carry bodies are (false: there are none), and puts them back there after the tethers,
 * which know no weights, and where pins are many but the nearest: they would pull a body aside. */
bool wf_bodies_keep(weft_world *world, const wf_cloth *cloth);
void wf_bodies_untether(weft_world *world, const wf_cloth *cloth);
/* Room for all that collide with each other, and `also`, which may be null. False without memory. */
bool wf_self_reserve(weft_world *world, const wf_cloth *also);
void wf_self_find(weft_world *world, const wf_substep *substep);
void wf_stage_self(weft_world *world, const wf_substep *substep);
void wf_stage_velocity(weft_world *world, wf_cloth *cloth, const wf_substep *substep);
void wf_stage_normals(weft_world *world, wf_cloth *cloth);
/* How long gravity and forces act on a velocity in this substep: Verlet's is half a substep old,
 * but for a fresh cloth's, whose first kick is half as long. */
float wf_kick_time(const weft_world *world, const wf_cloth *cloth, float h);
/* PBD's k' for a k; 1 for XPBD. */
float wf_gain(const weft_settings *settings, float k);
/* The wind at a time, gusts included. */
void wf_wind_at(const weft_settings *settings, double time, float wind[3]);

/* jobs.c */
enum { WF_WORKERS_MAX = 64 };
typedef void wf_job_fn(void *context, int worker, int begin, int end);
wf_jobs *wf_jobs_create(weft_world *world, int threads);
void wf_jobs_destroy(weft_world *world, wf_jobs *jobs);
/* Calls fn on parts of 0 … count-1, in parallel where `count` is worth it (at least `grain` a
 * worker), and returns when all are done. The parts must not depend on each other. */
void wf_jobs_run(wf_jobs *jobs, int count, int grain, wf_job_fn *fn, void *context);

#endif
