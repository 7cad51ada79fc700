/* What the library's tests share: worlds and cloths made in one line, places and speeds read back,
 * and checks that say both numbers. A check that fails ends its test. */
#ifndef TESTS_SUPPORT_H
#define TESTS_SUPPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "weft.h"

#define GRAVITY 9.80665 /* m/s^2 */
#define TICK (1.0f / 60.0f)
#define PI 3.14159265358979323846
#define COUNT_OF(array) (sizeof(array) / sizeof *(array))

/* ------------------------------------------------------------------ checks */

#define assert_close(actual, expected, tolerance)                                                  \
    check_close((actual), (expected), (tolerance), #actual, __FILE__, __LINE__)
#define assert_at_most(actual, limit) check_at_most((actual), (limit), #actual, __FILE__, __LINE__)
#define assert_at_least(actual, limit)                                                             \
    check_at_most(-(actual), -(limit), "-" #actual, __FILE__, __LINE__)
#define assert_result(call, expected) check_result((call), (expected), #call, __FILE__, __LINE__)
#define assert_ok(call) assert_result(call, WEFT_OK)

/* At the start of a test that lets cloth settle: minutes under a sanitizer, which sees nothing there that it does not
 * in others. */
#ifdef WEFT_SANITIZED
#define skip_if_sanitized() skip()
#else
#define skip_if_sanitized() (void)0
#endif

/* |actual - expected| <= tolerance; NaN never is. */
void check_close(double actual, double expected, double tolerance, const char *what,
                 const char *file, int line);
void check_at_most(double actual, double limit, const char *what, const char *file, int line);
void check_result(weft_result actual, weft_result expected, const char *what, const char *file,
                  int line);
/* Member by member: the bytes that pad a struct are anybody's, and a copy need not keep them. */
void assert_same_fabric(const weft_fabric *a, const weft_fabric *b);

/* ------------------------------------------------------------------ vectors */

typedef struct vec {
    double x, y, z;
} vec;

vec add(vec a, vec b);
vec sub(vec a, vec b);
vec scale(vec a, double s);
vec cross(vec a, vec b);
double dot(vec a, vec b);
double length(vec a);
vec unit(vec a);
/* The angle's worth of difference between two unit vectors: |a - b|. */
double distance(vec a, vec b);

/* ------------------------------------------------------------------ worlds and cloths */

/* Nothing acts: no gravity, no air; one substep, one iteration, Euler and XPBD. */
weft_settings bare_settings(void);
/* The same with gravity and 20 substeps. */
weft_settings falling_settings(void);
/* No damping, no drag, no lift, no bending; the rest as by default. */
weft_fabric bare_fabric(void);

weft_world *make_world(const weft_settings *settings);
/* With the default settings; null where the processor lacks the instruction set. */
weft_world *make_world_on(int threads, weft_isa isa);
weft_cloth_id add_sheet(weft_world *world, const weft_sheet_def *def);
weft_cloth_id add_mesh(weft_world *world, const weft_mesh_def *def);
/* A mesh of one particle, or of two joined by a stick; with bare_fabric where fabric is null. */
weft_cloth_id add_particle(weft_world *world, double mass, vec position, vec velocity,
                           const weft_fabric *fabric);
weft_cloth_id add_stick(weft_world *world, double mass_a, vec a, double mass_b, vec b,
                        const weft_fabric *fabric);
weft_collider_id add_plane(weft_world *world, vec point, vec normal, double friction);
weft_collider_id add_sphere(weft_world *world, vec centre, double radius, double friction);

void place(weft_world *world, weft_cloth_id cloth, int particle, vec position);
void launch(weft_world *world, weft_cloth_id cloth, int particle, vec velocity);
/* Steps that must all succeed. */
void run_steps(weft_world *world, int count, float dt);

vec position_of(const weft_world *world, weft_cloth_id cloth, int particle);
vec velocity_of(const weft_world *world, weft_cloth_id cloth, int particle);
vec normal_of(const weft_world *world, weft_cloth_id cloth, int particle);
double mass_of(const weft_world *world, weft_cloth_id cloth, int particle); /* of a free particle */
weft_cloth_view view_of(const weft_world *world, weft_cloth_id cloth);
weft_measure measure_of(const weft_world *world, weft_cloth_id cloth);

/* A flat grid as a mesh of triangles in the plane y = 0, cut as a sheet is, its masses a sheet's.
 * Freed by grid_free. */
typedef struct grid {
    weft_mesh_def def;
    float *positions, *masses;
    uint32_t *triangles;
} grid;

grid make_grid(int columns, int rows, double width, double height);
void grid_free(grid *grid);

/* A number in [0, 1), the same sequence for the same start. */
double next_random(uint32_t *state);

/* ------------------------------------------------------------------ memory */

/* A counting allocator: give it to a world's def with count_memory. Memory that it hands out is not
 * zero. */
typedef struct memory {
    int calls;   /* allocations asked for */
    int live;    /* not yet released */
    int fail_at; /* the number of the call that fails; 0: none */
} memory;

void count_memory(weft_world_def *def, memory *memory);

#endif
