/* The scenes: one table row each. Everything that shows, runs, measures or tests a scene reads this
 * table.
 *
 * A scene makes cloths and colliders in an empty world. What it computes uses +, -, *, / and sqrt
 * only, no libm sine or power, so that it starts from the same bits on every machine.
 */
#ifndef SANDBOX_SCENES_H
#define SANDBOX_SCENES_H

#include "params.h"
#include "weft.h"

#include <stdint.h>

enum { SCENE_GRID_MIN = 2, SCENE_GRID_MAX = 1024 };

/* Where the viewer is at first. */
struct scene_camera {
    float eye[3], target[3]; /* m */
    float fov_degrees;       /* vertical */
};

/* A parameter that this scene starts with another value than the table's default. */
struct scene_override {
    enum param_id id;
    double value;
};
enum { SCENE_OVERRIDES_MAX = 12 };

/* What to draw besides cloth. It is also a collider where `solid` says so. */
enum scene_shape {
    SCENE_NOTHING,
    SCENE_PLANE,
    SCENE_SPHERE,
    SCENE_POLE,
    SCENE_CYLINDER,
    SCENE_BOX,
    SCENE_RING
};
struct scene_object {
    enum scene_shape shape;
    bool solid;
    float
        position[3]; /* a point of the plane; the foot of a pole or cylinder; else the middle; m */
    float normal
        [3]; /* of a plane; of a pole or cylinder: its axis times its length, m; of a box: its half
                          extents, m; of a ring: its axis, unit */
    float radius;      /* m; of a ring: of the circle in its middle */
    int body;          /* solid objects of one number are picked up together; 0: not at all */
    float tube;        /* radius of a ring's tube, m */
    float mass;        /* kg: it falls, and pushes and is pushed (a sphere or box); 0: it stays */
    float restitution; /* 0 to 1 */
    float velocity[3]; /* at first, m/s */
};
enum { SCENE_OBJECTS_MAX = 12 };

struct scene_row {
    const char *name;  /* as in --scene NAME */
    const char *title; /* for the panel */
    const char *help;  /* one line */
    int columns, rows; /* the default grid */
    bool fixed_grid;   /* it has its own particles: the grid does nothing */
    struct scene_camera camera;
    float pick_radius; /* how thick sticks and particles are for the pointer (and drawn), m; 0: has
                          triangles */
    /* The largest stretch of any edge with the defaults, once the start is over (from the second second on), as a part:
       0.01 is 1 %. */
    double stretch_budget;
    struct scene_override
        overrides[SCENE_OVERRIDES_MAX];             /* ends with a row whose id is PARAM_COUNT */
    struct scene_object objects[SCENE_OBJECTS_MAX]; /* ends with SCENE_NOTHING */
    /* Makes the cloths. The colliders are made from `objects` before it. */
    weft_result (*create)(weft_world *world, int columns, int rows, const weft_fabric *fabric);
    /* Called before each step, `tick` counting from the (re)start, or null: moves pins and
     * colliders. */
    void (*update)(weft_world *world, const struct params *params, uint64_t tick, float dt);
};

enum { SCENE_COUNT = 16 };
extern const struct scene_row scene_table[SCENE_COUNT];

/* The row called `name`, or -1. */
int scene_find(const char *name);
/* The object that collider `number` of a scene's world is, or null: solid ones, in their order. */
const struct scene_object *scene_collider(int scene, int number);
/* An object's middle, m, and the turn from Y to its axis, x y z w. */
void scene_object_pose(const struct scene_object *object, float middle[3], float orientation[4]);
/* How long a pole or cylinder is, m. */
float scene_object_length(const struct scene_object *object);
/* "corners, curtain, …", for messages. */
void scene_names(char *text, size_t size);

/* Defaults with the scene's overrides, and what was chosen kept. */
void scene_apply_overrides(int scene, struct settings *settings);

/* Fills an empty world: colliders, then cloths. */
weft_result scene_create(int scene, weft_world *world, int columns, int rows,
                         const weft_fabric *fabric);

/* Reads "64" (64 x 64) or "128x32" (128 columns by 32 rows). False with one line in `error`. */
bool scene_parse_grid(const char *text, int *columns, int *rows, char *error, size_t size);

#endif
