/* weft: a real-time cloth solver. Positions in, positions out.
 *
 * This header is the whole public interface. A world holds cloths (sheets, or meshes of triangles
 * and sticks), colliders, and the constraints and forces that you add; weft_world_step advances it
 * by a tick.
 *
 *     weft_world *world;
 *     weft_world_def def = weft_default_world_def();
 *     weft_world_create(&def, &world);
 *     weft_sheet_def sheet = weft_default_sheet_def();       // 1 m x 1 m, 64 x 64, horizontal
 *     weft_cloth_id cloth;
 *     weft_sheet_create(world, &sheet, &cloth);
 *     weft_cloth_pin(world, cloth, 0);
 *     weft_world_step(world, 1.0f / 60.0f);
 *     weft_cloth_view view;
 *     weft_cloth_get_view(world, cloth, &view);              // pointers into the world, no copies
 *
 * Each of these returns a weft_result, to be looked at: examples/hello.c.
 *
 * Conventions. SI units; right-handed, y up. A def comes from its default function, so that a field
 * added later keeps its meaning. What lives in a world is named by an id (index + generation): an
 * id whose object is gone is refused, never followed. Every function that can fail returns a
 * weft_result and changes nothing unless it returns WEFT_OK (weft_world_step alone may return
 * WEFT_ERROR_RUNAWAY with the state advanced, to be restored by the caller). Nothing here reads a
 * clock, a file or a random source, and weft_world_step allocates nothing: the same calls give the
 * same bits for any number of threads and any instruction set. Positions that you give are within
 * 10 km of the origin along each axis (beyond, a step calls them a runaway), velocities within 1e4
 * m/s. A world must not be used by two threads at once; two worlds may.
 */
#ifndef WEFT_H
#define WEFT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define WEFT_VERSION "0.1.0"
#define WEFT_VERSION_MAJOR 0
#define WEFT_VERSION_MINOR 1
#define WEFT_VERSION_PATCH 0

typedef enum weft_result {
    WEFT_OK = 0,
    WEFT_ERROR_ARGUMENT, /* a null pointer, a value out of its range, NaN, or inconsistent fields */
    WEFT_ERROR_ID,       /* the id names nothing that is alive in this world */
    WEFT_ERROR_LIMIT,    /* a limit of the world's def is reached */
    WEFT_ERROR_MEMORY,   /* the allocator returned null; nothing was made */
    WEFT_ERROR_BUSY,     /* called from a callback while the world is stepping */
    WEFT_ERROR_RUNAWAY,  /* the step made a position that is not finite or is beyond 10 km */
    WEFT_ERROR_ISA,      /* the processor lacks the instruction set that the def asks for */
} weft_result;

/* A short English phrase for a result, e.g. "out of memory". Never null. */
const char *weft_result_string(weft_result result);

/* -----------------------------------------------------------------------------------------------
 * Solver settings, of the whole world
 * --------------------------------------------------------------------------------------------- */

/* How positions move when nothing holds them. */
typedef enum weft_integrator {
    WEFT_EULER,  /* v += h a, p = x + h v (symplectic Euler; Mueller et al. 2007, section 3.1) */
    WEFT_VERLET, /* x' = 2x - x* + a h^2 (Jakobsen 2001), kept as the displacement (x - x*)/h in
                    `velocity`, which is then the velocity half a substep ago; started exactly from
                    v(0) */
    WEFT_SHAKE,  /* WEFT_VERLET, and with WEFT_DIRECT the edges of a chain (a sheet of one column or
                    row) push along the directions that they have at the substep's start, so that it
                    keeps its energy (Ryckaert, Ciccotti, Berendsen 1977). Sheets and meshes are not
                    stable so, and stay with WEFT_VERLET */
    WEFT_INTEGRATOR_COUNT
} weft_integrator;

/* How constraints are enforced on the prediction. */
typedef enum weft_projection {
    WEFT_PBD,  /* Gauss-Seidel with k' = 1 - (1 - k)^(1/n): k is the part corrected by n iterations
                */
    WEFT_XPBD, /* Gauss-Seidel with compliance alpha/h^2 and the multiplier kept over the iterations
                  (Macklin, Mueller, Chentanez 2016; small steps: Macklin et al. 2019) */
    WEFT_DIRECT, /* strands: every row, column and diagonal of a sheet is a chain whose multipliers
                    are solved exactly by the Thomas algorithm, after tethers to the pins;
                    compliance as for WEFT_XPBD */
    WEFT_PROJECTION_COUNT
} weft_projection;

typedef struct weft_settings {
    weft_integrator integrator; /* default WEFT_EULER */
    weft_projection projection; /* default WEFT_DIRECT */
    int substeps;   /* steps that a tick is divided into; 1 to 1000, default 20. With WEFT_DIRECT an
                     inextensible sheet that hangs by two corners is stretched by less than 1 % from
                     2 on at 64 x 64, from 5 at 128 x 128, from 10 at 256 x 256, at 60 ticks a
                     second. An elastic one makes it at least 3, 9 or 24, so that it is stretched as
                     its stiffness says, to a quarter: see weft_world_step. */
    int iterations; /* passes over all constraints in a substep; 1 to 1000, default 1 */
    float gravity[3]; /* m/s^2; each -1000 to 1000, default (0, -9.80665, 0) */
    float wind[3];    /* velocity of the air, m/s; each -1e6 to 1e6, default 0 */
    float gust;       /* how much the wind's speed swings, as a part of it; 0 to 2, default 0.5 */
    float gust_frequency; /* gusts a second; 0 to 20, default 0.7 */
    uint32_t gust_seed;   /* which gusts; any, default 0 */
    float air_density;    /* kg/m^3; 0 (no air) to 100, default 1.2 */
    float max_speed;      /* no free particle is faster, m/s; 0.1 to 1e4, default 100 */
} weft_settings;

weft_settings weft_default_settings(void);

/* The stages of a step, in their order: names for timings and for the `stages` command. */
typedef enum weft_stage {
    WEFT_STAGE_WIND,
    WEFT_STAGE_INTEGRATE,
    WEFT_STAGE_TETHER, /* long-range attachments to what is pinned or held, of cloth that does not
                          stretch and, with room for what their weight stretches, of elastic sheets
                          (WEFT_DIRECT) */
    WEFT_STAGE_SWEEPS, /* stretch and shear */
    WEFT_STAGE_BEND,   /* and twist */
    WEFT_STAGE_USER,   /* your constraints and forces */
    WEFT_STAGE_SELF,   /* cloth with cloth */
    WEFT_STAGE_COLLIDE,
    WEFT_STAGE_VELOCITY,
    WEFT_STAGE_NORMALS,
    WEFT_STAGE_COUNT
} weft_stage;

/* "wind", "integrate", … ; null for a number that is no stage. */
const char *weft_stage_name(weft_stage stage);

/* -----------------------------------------------------------------------------------------------
 * World
 * --------------------------------------------------------------------------------------------- */

typedef struct weft_world weft_world;

/* Instruction sets that the kernels are compiled for. All give the same bits. */
typedef enum weft_isa {
    WEFT_ISA_AUTO, /* the widest that this processor has */
    WEFT_ISA_BASELINE,
    WEFT_ISA_AVX2,
    WEFT_ISA_AVX512,
    WEFT_ISA_COUNT
} weft_isa;

/* "auto", "baseline", "avx2", "avx512"; null for a number that is none. */
const char *weft_isa_name(weft_isa isa);

typedef struct weft_world_def {
    weft_settings settings;
    int threads;    /* parts that work is cut into, 1 to 64, default 1; run by as many workers, the
                       caller included, but by no more than there are processors */
    weft_isa isa;   /* default WEFT_ISA_AUTO */
    int max_cloths; /* 1 to 4096, default 64 */
    int max_colliders;   /* 0 to 4096, default 64 */
    int max_attachments; /* particles fixed to colliders; 0 to 65536, default 256 */
    int max_constraints; /* user constraints; 0 to 1000000, default 256 */
    int max_forces;      /* user forces; 0 to 64, default 8 */

    /* Memory: both or neither. `allocate` returns `size` bytes aligned to 64, or null. Default:
     * libc's. */
    void *(*allocate)(void *user, size_t size);
    void (*release)(void *user, void *memory);
    /* Seconds on any steady clock, for the stage times; null (default): no stage times. */
    double (*now)(void *user);
    void *user; /* given to the three above */
} weft_world_def;

weft_world_def weft_default_world_def(void);

/* Makes an empty world. Errors: ARGUMENT, MEMORY, ISA. On an error *world is null. */
weft_result weft_world_create(const weft_world_def *def, weft_world **world);

/* Frees the world and all in it. Null is allowed. Ids and views of it are dead. */
void weft_world_destroy(weft_world *world);

/* Takes new settings from the next step on. Errors: ARGUMENT (a field out of range), BUSY. */
weft_result weft_world_set_settings(weft_world *world, const weft_settings *settings);
weft_settings weft_world_get_settings(const weft_world *world);

/* Switches one stage off or on (for teaching: what does it do?). All are on in a new world.
 * Errors: ARGUMENT (integrate, velocity and normals cannot be off), BUSY. */
weft_result weft_world_enable_stage(weft_world *world, weft_stage stage, bool enabled);

/* Advances all cloths by dt seconds, in `substeps` equal substeps, and computes normals. With WEFT_DIRECT a
 * sheet without slack whose warp or weft can stretch needs dt sqrt(g cells / (40 pins L)) of them, with L its
 * shorter cell's side (docs/solver.md); where that is more, it is taken, up to 1000.
 * dt: 1e-5 to 0.1 s; keep it constant for reproducible results.
 * Errors: ARGUMENT (dt; nothing changed), BUSY, RUNAWAY (the state is no longer usable: restore a
 * snapshot). */
weft_result weft_world_step(weft_world *world, float dt);

/* Steps done since the world was made or the snapshot that was restored was. Gusts are a function
 * of it. */
uint64_t weft_world_step_count(const weft_world *world);

typedef struct weft_profile {
    float
        stage_ms[WEFT_STAGE_COUNT]; /* time of each stage in the last step, ms; 0 without a clock */
    float step_ms;                  /* of the whole step */
} weft_profile;

weft_profile weft_world_get_profile(const weft_world *world);

/* -----------------------------------------------------------------------------------------------
 * Cloth
 * --------------------------------------------------------------------------------------------- */

typedef struct weft_cloth_id {
    uint32_t index; /* 1-based; the null id is all zero */
    uint32_t generation;
} weft_cloth_id;

/* What a cloth is made of. The k's are read by WEFT_PBD alone, the stiffnesses by WEFT_XPBD and
 * WEFT_DIRECT, all else by all three. */
typedef struct weft_fabric {
    float areal_density;  /* kg/m^2; 1e-3 to 100, default 0.2. A mesh's masses are scaled by it over
                             0.2. */
    float warp_stiffness; /* along v (the columns), N/m; 0 to 1e9 or INFINITY (inextensible),
                             default INFINITY */
    float weft_stiffness; /* along u (the rows), N/m; alike */
    float bias_stiffness; /* of each diagonal, N/m; alike, default 60: a cotton */
    float warp_bend_stiffness; /* flexural rigidity B of bends of the warp (curvature along v), N m
                                  (a moment per metre of width and curvature); 0 to 1e3, default
                                  1e-5. A mesh, which has no weft, bends with it every way. */
    float weft_bend_stiffness; /* of bends of the weft (curvature along u), N m; 0 to 1e3, default
                                  1e-5 */
    float twist_stiffness; /* torsional rigidity C of a sheet, N m: a strip of width W (m) that is
                              twisted by T (rad/m) resists with the torque C W T; 0 to 1e3, default
                              0: a tenth of a step's time less. A plate has C = 2 (1 - nu) B, nu its
                              Poisson's ratio; with C = 2 B a sheet bends alike in all directions,
                              with less more easily along its diagonals. A mesh has its hinges
                              instead. */
    float slack;           /* part of their length by which warp and weft may be shorter before they
                             resist it: cloth that gathers in folds finer than its grid; a mesh's edges
                             all; 0 to 0.5, default 0 */
    float k_stretch;       /* part of a stretch error that a substep corrects; 0 to 1, default 1 */
    float k_shear;         /* 0 to 1, default 0.8 */
    float k_bend;          /* 0 to 1, default 0.02 */
    float k_twist;         /* 0 to 1, default 0 */
    float damping;         /* dv/dt = -damping v, 1/s; 0 to 1000, default 0.1 */
    float friction;        /* with a collider's: mu = sqrt(own * its); 0 to 10, default 0.4 */
    float thickness;       /* distance kept from colliders, m; 0 to 0.1, default 0.004 */
    float drag;            /* drag coefficient of a face-on triangle; 0 to 10, default 1.2 */
    float lift;            /* lift coefficient; 0 to 10, default 0.8 */
    float inflation; /* the volume that a closed mesh encloses is kept at this times that at rest:
                              a balloon; 0 (default, and for all other cloth): it is not kept; to 10 */
    bool self_collision; /* with itself, and with other cloths that have it. Particles keep the
                              distance of the widest cell, or twice `thickness`, from each other (of
                              two cloths, the mean), but for those that are nearer than 1.2 times that
                              along the cloth. Default false: it costs a tenth of a step at rest and
                              flat, and several steps where much moves against each other. */
} weft_fabric;

weft_fabric weft_default_fabric(void);

/* A sheet: a grid of `columns` (along u) by `rows` (along v) particles, particle r * columns + c in
 * row r and column c. At rest it is a flat width x height rectangle; it starts at origin + u axis_u
 * + v axis_v, or at the positions that you give. */
typedef struct weft_sheet_def {
    int columns, rows;   /* particles; each 1 to 16384, at most 2^26 together, 2 or more in all;
                                   default 64 x 64 */
    float width, height; /* between the outer particles, m; 1e-4 to 1e4 (0 allowed where there is
                            one column or row), default 1 x 1 */
    float origin[3];     /* of particle 0, m; default (-0.5, 1.5, 0). No corner is beyond 1e4 */
    float axis_u[3];     /* unit vector; default (1, 0, 0) */
    float axis_v[3];     /* unit vector, 8 degrees or more from axis_u; default (0, 0, 1) */
    const float
        *positions; /* null, or columns * rows * 3 floats: where it starts instead, m; -1e4 to 1e4;
                       copied */
    const float *velocities; /* null (at rest), or as many: m/s; -1e4 to 1e4; copied */
    weft_fabric fabric;
} weft_sheet_def;

weft_sheet_def weft_default_sheet_def(void);

/* Makes a sheet. A particle's mass is the areal density times the area nearest to it (an edge
 * particle's half a cell, a corner's a quarter). Errors: ARGUMENT, LIMIT, MEMORY, BUSY. */
weft_result weft_sheet_create(weft_world *world, const weft_sheet_def *def, weft_cloth_id *cloth);

/* Anything else: particles, with triangles or sticks or both. */
typedef struct weft_mesh_def {
    int particle_count;      /* 1 to 2^26 */
    const float *positions;  /* particle_count * 3 floats, m; -1e4 to 1e4; copied; also the rest
                                shape */
    const float *velocities; /* null (at rest) or as many, m/s; -1e4 to 1e4; copied */
    const float *masses; /* null (areal density times a third of the area of the triangles around;
                            an error where that is 0) or particle_count floats > 0, kg; copied */
    int triangle_count;  /* 0 or more */
    const uint32_t *triangles; /* 3 indices each; none repeated in a triangle; copied */
    int stick_count;           /* distance constraints besides the triangles' edges; 0 or more */
    const uint32_t *sticks;    /* 2 indices each, different; copied */
    weft_fabric fabric;
} weft_mesh_def;

weft_mesh_def weft_default_mesh_def(void);

/* Makes a mesh: a stretch constraint on each edge and stick, a bend constraint on each pair of
 * triangles that share an edge. Errors: ARGUMENT, LIMIT, MEMORY, BUSY. */
weft_result weft_mesh_create(weft_world *world, const weft_mesh_def *def, weft_cloth_id *cloth);

/* Errors: ID, BUSY. The user constraints that use it go too. */
weft_result weft_cloth_destroy(weft_world *world, weft_cloth_id cloth);

/* Errors: ARGUMENT (a field out of range), ID, BUSY. */
weft_result weft_cloth_set_fabric(weft_world *world, weft_cloth_id cloth,
                                  const weft_fabric *fabric);
weft_result weft_cloth_get_fabric(const weft_world *world, weft_cloth_id cloth,
                                  weft_fabric *fabric);

/* A pinned particle has inverse mass 0: constraints do not move it. It moves with its own velocity,
 * which is 0 after weft_cloth_pin; set one to carry it. A freed particle keeps the velocity it had.
 * `particle`: 0 to the cloth's count - 1. Errors: ARGUMENT, ID, BUSY. Pinning twice is allowed. */
weft_result weft_cloth_pin(weft_world *world, weft_cloth_id cloth, int particle);
weft_result weft_cloth_unpin(weft_world *world, weft_cloth_id cloth, int particle);

/* As pinned, for a hand's hold: independent of the pins, so that letting go leaves a pin where one
 * was. The reach of a held particle (weft_cloth_clamp_reach) is measured from the pins only. */
weft_result weft_cloth_hold(weft_world *world, weft_cloth_id cloth, int particle);
weft_result weft_cloth_let_go(weft_world *world, weft_cloth_id cloth, int particle);

/* m, each -1e4 to 1e4; m/s, each -1e4 to 1e4 (a step slows a free particle to max_speed). Errors:
 * ARGUMENT (index, or beyond that), ID, BUSY. */
weft_result weft_cloth_set_position(weft_world *world, weft_cloth_id cloth, int particle,
                                    const float position[3]);
weft_result weft_cloth_set_velocity(weft_world *world, weft_cloth_id cloth, int particle,
                                    const float velocity[3]);

enum { WEFT_PARTICLE_PINNED = 1, WEFT_PARTICLE_HELD = 2, WEFT_PARTICLE_ATTACHED = 4 };

/* The cloth's particles: pointers into the world, valid until the cloth is destroyed, contents
 * until the next call that is not a query. Read only. Particle r * columns + c is element r * pitch
 * + c of each array; a mesh has one row, so that particle i is element i. */
typedef struct weft_cloth_view {
    int columns, rows, pitch;
    int particle_count; /* columns * rows */
    int triangle_count;
    const float *x, *y, *z;    /* m */
    const float *vx, *vy, *vz; /* m/s */
    const float *nx, *ny,
        *nz; /* vertex normals of the last step, unit; 0 for a particle without triangles */
    const float *inverse_mass; /* 1/kg; 0 where pinned or held */
    const uint8_t
        *flags; /* WEFT_PARTICLE_* (128 is the library's own); particle_count of them, without
                              pitch */
} weft_cloth_view;

weft_result weft_cloth_get_view(const weft_world *world, weft_cloth_id cloth,
                                weft_cloth_view *view);

/* The cloth with this number among the living ones (0, 1, …), or the null id after the last. For
 * loops over all. */
weft_cloth_id weft_world_cloth(const weft_world *world, int number);
int weft_world_cloth_count(const weft_world *world);

/* Copies out of a cloth: for each of its particles (the view's particle_count), in their order, one
 * element of as many floats as told below, `stride` bytes from the one before: a multiple of
 * sizeof(float), no less than the element. Errors: ARGUMENT, ID. Positions: 3 floats, m. */
weft_result weft_cloth_copy_positions(const weft_world *world, weft_cloth_id cloth,
                                      float *destination, size_t stride);
/* Normals of the last step: 3 floats, unit; 0 for a particle without triangles. */
weft_result weft_cloth_copy_normals(const weft_world *world, weft_cloth_id cloth,
                                    float *destination, size_t stride);
/* Strain at a particle: 1 float, the mean of length/rest - 1 over the stretch constraints that it
 * has. */
weft_result weft_cloth_copy_strain(const weft_world *world, weft_cloth_id cloth, float *destination,
                                   size_t stride);
/* Texture coordinates: 2 floats, metres along u and v from particle 0 for a sheet, (x, y) at rest
 * for a mesh. */
weft_result weft_cloth_copy_rest(const weft_world *world, weft_cloth_id cloth, float *destination,
                                 size_t stride);

/* Topology, as particle numbers. The triangles of a sheet's cell (r, c) are (r,c) (r+1,c) (r,c+1)
 * and (r,c+1) (r+1,c) (r+1,c+1). Each writes all, 3 numbers a triangle or 2 an edge, and returns
 * how many triangles or edges there are: the destination holds 3 or 2 times as many numbers. With a
 * null destination it only counts. 0 for a dead id. */
typedef enum weft_constraint_kind {
    WEFT_STRETCH,
    WEFT_SHEAR,
    WEFT_BEND,
    WEFT_KIND_COUNT
} weft_constraint_kind;

int weft_cloth_triangles(const weft_world *world, weft_cloth_id cloth, uint32_t *destination);
/* The two outer particles of a bend constraint. */
int weft_cloth_edges(const weft_world *world, weft_cloth_id cloth, weft_constraint_kind kind,
                     uint32_t *destination);

typedef struct weft_memory {
    size_t
        state; /* bytes of positions, velocities, masses and normals (a world's workers have scratch
                  besides: it grows with the longest side of a sheet, not with the cloths) */
    size_t topology; /* bytes of constraints, multipliers, tethers, triangles */
} weft_memory;

weft_result weft_cloth_get_memory(const weft_world *world, weft_cloth_id cloth,
                                  weft_memory *memory);

/* -----------------------------------------------------------------------------------------------
 * Colliders
 * --------------------------------------------------------------------------------------------- */

typedef struct weft_collider_id {
    uint32_t index;
    uint32_t generation;
} weft_collider_id;

/* In the collider's own axes, Y along it. All are solid; the cloth's thickness rounds their edges. */
typedef enum weft_shape {
    WEFT_PLANE,   /* all below it is solid: `normal` */
    WEFT_SPHERE,  /* `radius` */
    WEFT_CAPSULE, /* the line from -half[1] to half[1] along y, `radius` thick */
    WEFT_BOX,     /* from -half to half */
    WEFT_FRUSTUM, /* a cone without its tip: `radius` at -half[1], `radius_top` at half[1] along y; a
                     cylinder where they are alike, a cone where one is 0 */
    WEFT_BODY,    /* what `triangles` enclose, whatever its shape */
    WEFT_SHAPE_COUNT
} weft_shape;

typedef struct weft_collider_def {
    weft_shape shape;  /* default WEFT_PLANE */
    float position[3]; /* a point of the plane, else the middle; m; -1e4 to 1e4, default 0 */
    float
        orientation[4]; /* unit quaternion x y z w from its axes to the world's; default 0 0 0 1 */
    float velocity[3];  /* with which each step moves it, m/s; -1e4 to 1e4, default 0 */
    float angular_velocity[3]; /* rad/s, in the world's axes; -1e3 to 1e3, default 0 */
    float normal[3];           /* of a plane: unit, away from the solid side; default (0, 1, 0) */
    float radius;              /* m; 1e-4 to 1e4 (of a frustum from 0), default 0.25 */
    float radius_top; /* m; 0 to 1e4, default 0.25. A frustum has one radius of 1e-4 or more */
    float
        half[3]; /* half extents, m; each that the shape has 1e-4 to 1e4, default 0.25. A body's are
                         set: how far it reaches from its position along each of its axes */
    /* A body: `triangle_count` (up to 2^22) triples of indices into `positions`, 3 floats a point in the
     * body's own axes, m, each -1e3 to 1e3; a closed surface, either way round. They are read at creation
     * alone, into a grid of distances: `cells` (8 to 256, default 64) cells of 4 to 5 bytes along its longest
     * extent, 1e-3 m or more; what is finer than a cell is rounded. */
    const float *positions;
    const uint32_t *triangles;
    int position_count, triangle_count, cells;
    float friction; /* with the fabric's: mu = sqrt(own * its); 0 to 10, default 0.4 */
    float kinetic;  /* part of mu that is left where cloth slides; 0 to 1, default 1 */
    float
        restitution; /* part of the speed of an impact that cloth rebounds with; 0 to 1, default 0.
                          Impacts slower than gravity's push in two substeps do not rebound. */
    /* Of a sphere, a capsule or a box, kg: 0 (default), it moves as it is told alone; or 1e-4 to 1e6, it is
     * a rigid body of even density: gravity, cloth and other colliders move it, and it moves cloth and other
     * bodies. Two of them: mu as above, the larger restitution. There is no stacking engine: piles are soft. */
    float mass;
    float damping; /* of a body: dv/dt = -damping v, its spin alike, 1/s; 0 to 1000, default 0.1 */
    bool
        weigh; /* whether weft_collider_get_force is to tell what acts on it; a body always does. It costs
                      a little where cloth touches it. Default false */
} weft_collider_def;

weft_collider_def weft_default_collider_def(void);

/* Errors: ARGUMENT (a body's surface that is not closed as well), LIMIT, BUSY, MEMORY. */
weft_result weft_collider_create(weft_world *world, const weft_collider_def *def,
                                 weft_collider_id *collider);
weft_result weft_collider_destroy(weft_world *world, weft_collider_id collider);
/* Its def as it is now, without a body's arrays. Errors: ARGUMENT, ID. */
weft_result weft_collider_get(const weft_world *world, weft_collider_id collider,
                              weft_collider_def *def);
/* Teleports it, to rest: wherever it comes from, it carries nothing along, and what it is put on is moved
 * without getting speed. position: m, each -1e4 to 1e4. orientation: unit quaternion, or null: as
 * it is. Errors: ARGUMENT (beyond that), ID, BUSY. */
weft_result weft_collider_set_pose(weft_world *world, weft_collider_id collider,
                                   const float position[3], const float orientation[4]);
/* Moves it: the next step takes it there in a straight line, evenly over the substeps, and then it
 * rests; a body with a mass, which nothing else moves meanwhile, goes on as fast instead. Cloth is pushed and, by friction, carried along; what is in its way is met however fast it
 * goes. Turns of less than half a turn a step. Arguments and errors as above. */
weft_result weft_collider_set_target(weft_world *world, weft_collider_id collider,
                                     const float position[3], const float orientation[4]);
/* Lets it move on its own: as the def's fields (a body with a mass as fast from now on). Errors:
 * ARGUMENT, ID, BUSY. */
weft_result weft_collider_set_velocity(weft_world *world, weft_collider_id collider,
                                       const float velocity[3], const float angular_velocity[3]);
/* Fixes a particle to a collider where both are now: it goes along with it, whatever moves that, and pulls
 * on it where it has a mass. Pinning or holding the particle takes it off, as does the collider's end. Twice on
 * one collider or another: the last counts. Errors: ARGUMENT (a particle that is not there, is pinned or held), ID,
 * LIMIT, BUSY. */
weft_result weft_cloth_attach(weft_world *world, weft_cloth_id cloth, int particle,
                              weft_collider_id collider);
/* Lets it go, with the speed that it has. Errors: ARGUMENT (a particle that is not there), ID, BUSY. */
weft_result weft_cloth_detach(weft_world *world, weft_cloth_id cloth, int particle);
/* The mean force over the last step, N, with which cloth and other bodies pushed it: of one with a mass or
 * `weigh`; else 0. Gravity is not in it. Errors: ARGUMENT, ID. */
weft_result weft_collider_get_force(const weft_world *world, weft_collider_id collider,
                                    float force[3]);
/* Where the ray origin + t direction (t > 0, direction of any length, from outside) meets it:
 * distance along the ray, m. False where it does not or for a bad argument. */
bool weft_collider_raycast(const weft_world *world, weft_collider_id collider,
                           const float origin[3], const float direction[3], float *distance);
/* The collider with this number among the living ones (0, 1, …), or the null id after the last: a
 * loop over all ends there. */
weft_collider_id weft_world_collider(const weft_world *world, int number);

/* -----------------------------------------------------------------------------------------------
 * Your own constraints and forces: they join the step like ours
 * --------------------------------------------------------------------------------------------- */

typedef struct weft_particle {
    weft_cloth_id cloth;
    int index;
} weft_particle;

enum { WEFT_CONSTRAINT_PARTICLES_MAX = 8 };

/* Evaluates C(p) and its gradients at the positions p[0 … count-1], m. Deterministic, and not to
 * call the world's functions that change it (they return WEFT_ERROR_BUSY). */
typedef void weft_constraint_fn(void *user, int count, const float (*p)[3], float *c,
                                float (*gradient)[3]);

typedef struct weft_constraint_def {
    weft_constraint_fn *evaluate;
    void *user;
    int count;                                              /* particles, 1 to 8 */
    weft_particle particles[WEFT_CONSTRAINT_PARTICLES_MAX]; /* different ones */
    bool inequality;  /* false (default): C = 0; true: C >= 0 */
    float k;          /* read by WEFT_PBD alone; 0 to 1, default 1 */
    float compliance; /* read by WEFT_XPBD and WEFT_DIRECT: the inverse of the stiffness d2E/dC2,
                         m/N for a C in metres; 0 (default) to 1e9 */
} weft_constraint_def;

weft_constraint_def weft_default_constraint_def(void);

typedef struct weft_constraint_id {
    uint32_t index;
    uint32_t generation;
} weft_constraint_id;

/* Errors: ARGUMENT, ID (a particle's cloth), LIMIT, BUSY. */
weft_result weft_constraint_create(weft_world *world, const weft_constraint_def *def,
                                   weft_constraint_id *constraint);
weft_result weft_constraint_destroy(weft_world *world, weft_constraint_id constraint);

/* Adds forces, N, to fx fy fz (laid out like the view's arrays) of one cloth; called for each cloth
 * in each substep, `time` being the seconds since step 0. The view has no normals (null): they are
 * made after the last substep. Deterministic. */
typedef void weft_force_fn(void *user, weft_cloth_id cloth, const weft_cloth_view *view,
                           double time, float *fx, float *fy, float *fz);

/* Forces act in the order of their creation. Errors: ARGUMENT, LIMIT, BUSY. */
weft_result weft_force_create(weft_world *world, weft_force_fn *fn, void *user, int *force);
weft_result weft_force_destroy(weft_world *world, int force);

/* -----------------------------------------------------------------------------------------------
 * Queries and state
 * --------------------------------------------------------------------------------------------- */

typedef struct weft_hit {
    weft_cloth_id cloth;
    float distance;       /* along the ray, m */
    float point[3];       /* m */
    int particles[3];     /* of the triangle (or the stick, then [2] = [1]; or the particle, all the
                             same) */
    float barycentric[3]; /* point = sum of barycentric * position */
} weft_hit;

/* The nearest hit of the ray origin + t direction (t > 0, direction of any length) with one cloth's
 * triangles (both sides), or, where it has none, with its sticks and particles made `radius` m
 * thick. `positions`: null for the world's, or what is displayed instead, `stride` bytes a
 * particle. False without a hit or for a bad argument. */
bool weft_cloth_raycast(const weft_world *world, weft_cloth_id cloth, const float origin[3],
                        const float direction[3], float radius, const float *positions,
                        size_t stride, weft_hit *hit);

/* The particles whose rest distance from `particle`, along the cloth, is at most `radius` m: writes
 * up to `capacity` numbers of particles, nearest first, and returns how many it wrote (the particle
 * itself included). */
int weft_cloth_neighbours(const weft_world *world, weft_cloth_id cloth, int particle, float radius,
                          int *destination, int capacity);

/* Moves `point`, by hardly more than it must, to within the reach of `particle`: no further from
 * any pinned particle (held ones do not count) than their distance along the cloth at rest. True if
 * it moved. Where the pins themselves are too far apart for any point to fit, the nearest
 * compromise. */
bool weft_cloth_clamp_reach(const weft_world *world, weft_cloth_id cloth, int particle,
                            float point[3]);

typedef struct weft_measure {
    double stretch_max,
        stretch_mean; /* of length/rest - 1 over stretch constraints longer than rest: */
    double compression_max,
        compression_mean;       /* max over them, mean over all of them; compression alike */
    double kinetic_energy;      /* J */
    double momentum[3];         /* kg m/s */
    double angular_momentum[3]; /* about the origin, kg m^2/s */
    double centre[3];           /* of mass of the particles that are not pinned, m */
    double mass;                /* of the particles that are not pinned, kg */
    double max_speed;           /* m/s */
    double lowest;              /* smallest y, m */
    double penetration_max;     /* deepest particle inside a collider, but for attached ones, m */
    int constraints[WEFT_KIND_COUNT]; /* how many of each kind */
    int tethers;                      /* of the last step: WEFT_DIRECT's */
    bool finite;                      /* positions, velocities and normals */
} weft_measure;

/* Measures one cloth. Errors: ARGUMENT, ID. */
weft_result weft_cloth_measure(const weft_world *world, weft_cloth_id cloth, weft_measure *measure);

/* A hash of all positions and velocities, of cloths and of colliders with a mass, the same on every
 * machine. */
uint64_t weft_world_hash(const weft_world *world);

/* Snapshots hold what a step changes: positions, velocities, pins, holds, colliders' poses and
 * velocities and the step count; not settings, fabrics, topology. A snapshot fits the world it came from while no
 * cloth or collider was created or destroyed since. */
size_t weft_world_snapshot_size(const weft_world *world);
/* Writes it to `destination`, of at least weft_world_snapshot_size bytes. Errors: ARGUMENT, BUSY.
 */
weft_result weft_world_snapshot(const weft_world *world, void *destination, size_t size);
/* Errors: ARGUMENT (it does not fit this world), BUSY. */
weft_result weft_world_restore(weft_world *world, const void *snapshot, size_t size);

#ifdef __cplusplus
}
#endif

#endif
