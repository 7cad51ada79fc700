#include "support.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------ checks */

void check_close(double actual, double expected, double tolerance, const char *what,
                 const char *file, int line)
{
    if (fabs(actual - expected) <= tolerance)
        return;
    print_error("%s is %.9g, should be %.9g within %.3g (off by %.3g)\n", what, actual, expected,
                tolerance, actual - expected);
    _fail(file, line);
}

void check_at_most(double actual, double limit, const char *what, const char *file, int line)
{
    if (actual <= limit)
        return;
    print_error("%s is %.9g, should be at most %.9g\n", what, actual, limit);
    _fail(file, line);
}

void check_result(weft_result actual, weft_result expected, const char *what, const char *file,
                  int line)
{
    if (actual == expected)
        return;
    print_error("%s says '%s', should say '%s'\n", what, weft_result_string(actual),
                weft_result_string(expected));
    _fail(file, line);
}

void assert_same_fabric(const weft_fabric *a, const weft_fabric *b)
{
    /* Floats side by side, then one switch, the last member. */
    const size_t floats = offsetof(weft_fabric, self_collision);
    _Static_assert(sizeof(weft_fabric) - sizeof(float) == offsetof(weft_fabric, self_collision),
                   "a member was added: compare it too");
    assert_memory_equal(a, b, floats);
    assert_int_equal(a->self_collision, b->self_collision);
}

/* ------------------------------------------------------------------ vectors */

vec add(vec a, vec b)
{
    return (vec){a.x + b.x, a.y + b.y, a.z + b.z};
}

vec sub(vec a, vec b)
{
    return (vec){a.x - b.x, a.y - b.y, a.z - b.z};
}

vec scale(vec a, double s)
{
    return (vec){a.x * s, a.y * s, a.z * s};
}

vec cross(vec a, vec b)
{
    return (vec){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

double dot(vec a, vec b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

double length(vec a)
{
    return sqrt(dot(a, a));
}

vec unit(vec a)
{
    return scale(a, 1.0 / length(a));
}

double distance(vec a, vec b)
{
    return length(sub(a, b));
}

/* ------------------------------------------------------------------ worlds and cloths */

weft_settings bare_settings(void)
{
    weft_settings s = weft_default_settings();
    s.substeps = 1;
    s.iterations = 1;
    s.gravity[0] = s.gravity[1] = s.gravity[2] = 0.0f;
    s.gust = 0.0f;
    s.air_density = 0.0f;
    return s;
}

weft_settings falling_settings(void)
{
    weft_settings s = bare_settings();
    s.gravity[1] = (float)-GRAVITY;
    s.substeps = 20;
    return s;
}

weft_fabric bare_fabric(void)
{
    weft_fabric f = weft_default_fabric();
    f.warp_bend_stiffness = f.weft_bend_stiffness = f.twist_stiffness = 0.0f;
    f.k_bend = f.k_twist = f.damping = f.drag = f.lift = 0.0f;
    return f;
}

weft_world *make_world_on(int threads, weft_isa isa)
{
    weft_world_def def = weft_default_world_def();
    weft_world *world;
    def.threads = threads;
    def.isa = isa;
    weft_result result = weft_world_create(&def, &world);
    assert_true(result == WEFT_OK || result == WEFT_ERROR_ISA);
    return world;
}

weft_world *make_world(const weft_settings *settings)
{
    weft_world_def def = weft_default_world_def();
    def.settings = *settings;
    weft_world *world;
    assert_ok(weft_world_create(&def, &world));
    return world;
}

weft_cloth_id add_sheet(weft_world *world, const weft_sheet_def *def)
{
    weft_cloth_id cloth;
    assert_ok(weft_sheet_create(world, def, &cloth));
    return cloth;
}

weft_cloth_id add_mesh(weft_world *world, const weft_mesh_def *def)
{
    weft_cloth_id cloth;
    assert_ok(weft_mesh_create(world, def, &cloth));
    return cloth;
}

weft_cloth_id add_particle(weft_world *world, double mass, vec position, vec velocity,
                           const weft_fabric *fabric)
{
    const float p[3] = {(float)position.x, (float)position.y, (float)position.z};
    const float v[3] = {(float)velocity.x, (float)velocity.y, (float)velocity.z}, m = (float)mass;
    weft_mesh_def def = weft_default_mesh_def();
    def.particle_count = 1;
    def.positions = p;
    def.velocities = v;
    def.masses = &m;
    def.fabric = fabric ? *fabric : bare_fabric();
    return add_mesh(world, &def);
}

weft_cloth_id add_stick(weft_world *world, double mass_a, vec a, double mass_b, vec b,
                        const weft_fabric *fabric)
{
    const float p[6] = {(float)a.x, (float)a.y, (float)a.z, (float)b.x, (float)b.y, (float)b.z};
    const float m[2] = {(float)mass_a, (float)mass_b};
    const uint32_t ends[2] = {0, 1};
    weft_mesh_def def = weft_default_mesh_def();
    def.particle_count = 2;
    def.positions = p;
    def.masses = m;
    def.stick_count = 1;
    def.sticks = ends;
    def.fabric = fabric ? *fabric : bare_fabric();
    return add_mesh(world, &def);
}

static weft_collider_id add_collider(weft_world *world, weft_collider_def *def, vec position,
                                     double friction)
{
    weft_collider_id id;
    def->position[0] = (float)position.x;
    def->position[1] = (float)position.y;
    def->position[2] = (float)position.z;
    def->friction = (float)friction;
    assert_ok(weft_collider_create(world, def, &id));
    return id;
}

weft_collider_id add_plane(weft_world *world, vec point, vec normal, double friction)
{
    weft_collider_def def = weft_default_collider_def();
    def.normal[0] = (float)normal.x;
    def.normal[1] = (float)normal.y;
    def.normal[2] = (float)normal.z;
    return add_collider(world, &def, point, friction);
}

weft_collider_id add_sphere(weft_world *world, vec centre, double radius, double friction)
{
    weft_collider_def def = weft_default_collider_def();
    def.shape = WEFT_SPHERE;
    def.radius = (float)radius;
    return add_collider(world, &def, centre, friction);
}

void place(weft_world *world, weft_cloth_id cloth, int particle, vec p)
{
    assert_ok(weft_cloth_set_position(world, cloth, particle,
                                      (float[3]){(float)p.x, (float)p.y, (float)p.z}));
}

void launch(weft_world *world, weft_cloth_id cloth, int particle, vec v)
{
    assert_ok(weft_cloth_set_velocity(world, cloth, particle,
                                      (float[3]){(float)v.x, (float)v.y, (float)v.z}));
}

void run_steps(weft_world *world, int count, float dt)
{
    for (int i = 0; i < count; i++)
        assert_ok(weft_world_step(world, dt));
}

weft_cloth_view view_of(const weft_world *world, weft_cloth_id cloth)
{
    weft_cloth_view view;
    assert_ok(weft_cloth_get_view(world, cloth, &view));
    return view;
}

static size_t element_of(const weft_cloth_view *view, int particle)
{
    assert_in_range(particle, 0, view->particle_count - 1);
    return (size_t)(particle / view->columns) * (size_t)view->pitch +
           (size_t)(particle % view->columns);
}

vec position_of(const weft_world *world, weft_cloth_id cloth, int particle)
{
    weft_cloth_view v = view_of(world, cloth);
    size_t i = element_of(&v, particle);
    return (vec){v.x[i], v.y[i], v.z[i]};
}

vec velocity_of(const weft_world *world, weft_cloth_id cloth, int particle)
{
    weft_cloth_view v = view_of(world, cloth);
    size_t i = element_of(&v, particle);
    return (vec){v.vx[i], v.vy[i], v.vz[i]};
}

vec normal_of(const weft_world *world, weft_cloth_id cloth, int particle)
{
    weft_cloth_view v = view_of(world, cloth);
    size_t i = element_of(&v, particle);
    return (vec){v.nx[i], v.ny[i], v.nz[i]};
}

double mass_of(const weft_world *world, weft_cloth_id cloth, int particle)
{
    weft_cloth_view v = view_of(world, cloth);
    double w = v.inverse_mass[element_of(&v, particle)];
    assert_true(w > 0.0);
    return 1.0 / w;
}

weft_measure measure_of(const weft_world *world, weft_cloth_id cloth)
{
    weft_measure measure;
    assert_ok(weft_cloth_measure(world, cloth, &measure));
    return measure;
}

static void *claim(size_t count, size_t size)
{
    void *p = calloc(count, size);
    assert_non_null(p);
    return p;
}

grid make_grid(int columns, int rows, double width, double height)
{
    int n = columns * rows, cells = (columns - 1) * (rows - 1);
    double u = width / (columns - 1), v = height / (rows - 1);
    grid g = {
        .def = weft_default_mesh_def(),
        .positions = claim((size_t)n * 3, sizeof(float)),
        .masses = claim((size_t)n, sizeof(float)),
        .triangles = claim((size_t)cells * 6, sizeof(uint32_t)),
    };
    uint32_t *t = g.triangles;
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < columns; c++) {
            uint32_t p = (uint32_t)(r * columns + c), below = p + (uint32_t)columns;
            bool side = c == 0 || c == columns - 1, end = r == 0 || r == rows - 1;
            g.positions[3 * p] = (float)(c * u);
            g.positions[3 * p + 2] = (float)(r * v);
            g.masses[p] = (float)(0.2 * u * v * (side ? 0.5 : 1.0) * (end ? 0.5 : 1.0));
            if (c + 1 == columns || r + 1 == rows)
                continue;
            const uint32_t cell[6] = {p, below, p + 1, p + 1, below, below + 1};
            memcpy(t, cell, sizeof cell);
            t += 6;
        }
    g.def.particle_count = n;
    g.def.positions = g.positions;
    g.def.masses = g.masses;
    g.def.triangle_count = 2 * cells;
    g.def.triangles = g.triangles;
    g.def.fabric = bare_fabric();
    return g;
}

void grid_free(grid *g)
{
    free(g->positions);
    free(g->masses);
    free(g->triangles);
}

double next_random(uint32_t *state)
{
    *state = *state * 1664525u + 1013904223u; /* Numerical Recipes' */
    return (*state >> 8) / 16777216.0;
}

/* ------------------------------------------------------------------ memory */

static void *counted_allocate(void *user, size_t size)
{
    memory *m = user;
    if (++m->calls == m->fail_at)
        return NULL;
    size_t bytes = (size + 63) / 64 * 64;
    void *p = aligned_alloc(64, bytes);
    if (!p)
        return NULL;
    m->live++;
    return memset(p, 0xA5, bytes);
}

static void counted_release(void *user, void *p)
{
    memory *m = user;
    m->live--;
    free(p);
}

void count_memory(weft_world_def *def, memory *m)
{
    def->allocate = counted_allocate;
    def->release = counted_release;
    def->user = m;
}
