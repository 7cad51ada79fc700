/* weft-bench-meshes: what triangle meshes stretch and cost, hung and left alone for five seconds without
 * damping. Prints a line a mesh: the stretch of its edges and the kinetic energy over the last second,
 * and what a frame took. Usage: weft-bench-meshes [SHAPE|all] [SIDE] [SUBSTEPS] [SOLVER] [THREADS]
 *
 * Stretch is told of all edges, and, as `reach`, of the furthest that any particle is from a pin over
 * the distance at rest. */
#include "weft.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOST = 200000 };

typedef struct mesh {
    float *places; /* 3 a particle */
    float *rest;   /* 2 a particle */
    uint32_t *triangles;
    int particle_count, triangle_count;
    int pins[MOST / 64];
    int pin_count;
} mesh;

static double random_unit(uint32_t *state)
{
    *state = *state * 1664525u + 1013904223u; /* Numerical Recipes' */
    return (*state >> 8) / 16777216.0;
}

static int add_particle(mesh *m, double x, double y, double z)
{
    float *p = m->places + (size_t)3 * (size_t)m->particle_count;
    p[0] = (float)x;
    p[1] = (float)y;
    p[2] = (float)z;
    m->rest[2 * m->particle_count] = (float)x;
    m->rest[2 * m->particle_count + 1] = (float)z;
    return m->particle_count++;
}

static void add_triangle(mesh *m, int a, int b, int c)
{
    uint32_t *t = m->triangles + (size_t)3 * (size_t)m->triangle_count++;
    t[0] = (uint32_t)a;
    t[1] = (uint32_t)b;
    t[2] = (uint32_t)c;
}

static void pin(mesh *m, int p)
{
    m->pins[m->pin_count++] = p;
}

static double cross2(const mesh *m, int o, int a, int b)
{
    const float *po = m->rest + 2 * o, *pa = m->rest + 2 * a, *pb = m->rest + 2 * b;
    return ((double)pa[0] - po[0]) * ((double)pb[1] - po[1]) -
           ((double)pa[1] - po[1]) * ((double)pb[0] - po[0]);
}

/* Cotangent of the angle at o: two of opposite corners sum to less than 0 where Delaunay would flip. */
static double cotangent2(const mesh *m, int o, int a, int b)
{
    const float *po = m->rest + 2 * o, *pa = m->rest + 2 * a, *pb = m->rest + 2 * b;
    double dot = ((double)pa[0] - po[0]) * ((double)pb[0] - po[0]) +
                 ((double)pa[1] - po[1]) * ((double)pb[1] - po[1]);
    return dot / fabs(cross2(m, o, a, b));
}

typedef enum split { ALTERNATING, RANDOM, ONE_WAY, DELAUNAY } split;

/* A grid of columns x rows particles, jittered by a part of a cell, its cells split. */
static void grid(mesh *m, int columns, int rows, double width, double height, split how,
                 double jitter)
{
    uint32_t seed = 7;
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < columns; c++) {
            bool inside = c > 0 && c < columns - 1 && r > 0 && r < rows - 1;
            double du = inside ? jitter * (random_unit(&seed) - 0.5) : 0.0,
                   dv = inside ? jitter * (random_unit(&seed) - 0.5) : 0.0;
            add_particle(m, (c + du) * width / (columns - 1), 0.0, (r + dv) * height / (rows - 1));
        }
    for (int r = 0; r + 1 < rows; r++)
        for (int c = 0; c + 1 < columns; c++) {
            int p = r * columns + c, q = p + columns;
            bool down =
                how == RANDOM ? random_unit(&seed) < 0.5 : how == ALTERNATING && (r + c) % 2;
            if (how == DELAUNAY)
                down = cotangent2(m, p, q, p + 1) + cotangent2(m, q + 1, q, p + 1) < 0.0;
            add_triangle(m, p, q, down ? q + 1 : p + 1);
            add_triangle(m, down ? p : q, q + 1, p + 1);
        }
}

/* By two corners. */
static void square(mesh *m, int n, split how, double jitter)
{
    grid(m, n, n, 1.0, 1.0, how, jitter);
    pin(m, 0);
    pin(m, n - 1);
}

static void alternating(mesh *m, int n)
{
    square(m, n, ALTERNATING, 0.0);
}

static void random_ways(mesh *m, int n)
{
    square(m, n, RANDOM, 0.0);
}

static void one_way(mesh *m, int n)
{
    square(m, n, ONE_WAY, 0.0);
}

static void irregular(mesh *m, int n)
{
    square(m, n, DELAUNAY, 0.7);
}

static void strip(mesh *m, int n)
{
    int rows = n / 16 + 2;
    grid(m, n, rows, 1.0, 0.05, ALTERNATING, 0.0);
    for (int r = 0; r < rows; r++) {
        m->places[3 * r * n] = 0.0f;
        pin(m, r * n);
        pin(m, r * n + n - 1);
    }
}

/* Rings of 6 k particles; its rim is pinned at three places. */
static void disc(mesh *m, int n)
{
    int rings = n / 2, first = 0, first_in = 0;
    add_particle(m, 0.0, 0.0, 0.0);
    for (int k = 1; k <= rings; k++) {
        first_in = first;
        first = m->particle_count;
        for (int i = 0; i < 6 * k; i++) {
            double angle = 6.283185307179586 * i / (6 * k), radius = 0.5 * k / rings;
            add_particle(m, radius * cos(angle), 0.0, radius * sin(angle));
        }
        for (int s = 0; s < 6; s++)
            for (int i = 0; i < k; i++) {
                int o = first + s * k + i, next = first + (s * k + i + 1) % (6 * k);
                int inner = k == 1 ? 0 : first_in + (s * (k - 1) + i) % (6 * (k - 1));
                add_triangle(m, o, inner, next);
                if (i + 1 < k)
                    add_triangle(m, next, inner, first_in + (s * (k - 1) + i + 1) % (6 * (k - 1)));
            }
    }
    for (int i = 0; i < 3; i++)
        pin(m, first + 2 * rings * i);
}

/* An octahedron divided, closed; hung by its top. */
static void sphere(mesh *m, int n)
{
    int k = n / 2, first = 0, above = 0;
    add_particle(m, 0.0, 0.3, 0.0);
    for (int r = 1; r < 2 * k; r++) {
        int per = r <= k ? r : 2 * k - r, per_above = r - 1 <= k ? r - 1 : 2 * k - r + 1;
        above = first;
        first = m->particle_count;
        for (int i = 0; i < 4 * per; i++) {
            double polar = 3.141592653589793 * r / (2 * k),
                   angle = 6.283185307179586 * i / (4 * per);
            add_particle(m, 0.3 * sin(polar) * cos(angle), 0.3 * cos(polar),
                         0.3 * sin(polar) * sin(angle));
        }
        int wide = per > per_above ? per : per_above, slim = per > per_above ? per_above : per;
        int wide_first = per > per_above ? first : above,
            slim_first = per > per_above ? above : first;
        for (int s = 0; s < 4; s++)
            for (int i = 0; i < wide; i++) {
                int o = wide_first + s * wide + i,
                    next = wide_first + (s * wide + i + 1) % (4 * wide);
                int in = slim == 0 ? slim_first : slim_first + (s * slim + i) % (4 * slim);
                add_triangle(m, o, in, next);
                if (i + 1 < wide)
                    add_triangle(m, next, in, slim_first + (s * slim + i + 1) % (4 * slim));
            }
    }
    int bottom = add_particle(m, 0.0, -0.3, 0.0);
    for (int i = 0; i < 4; i++)
        add_triangle(m, first + i, bottom, first + (i + 1) % 4);
    pin(m, 0);
}

typedef struct shape {
    const char *name;
    void (*build)(mesh *m, int side);
} shape;

static const shape SHAPES[] = {
    {"alternating", alternating},
    {"random", random_ways},
    {"oneway", one_way},
    {"irregular", irregular},
    {"disc", disc},
    {"sphere", sphere},
    {"strip", strip},
};

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double apart(const float *a, const float *b)
{
    double d = 0.0;
    for (int k = 0; k < 3; k++)
        d += ((double)a[k] - b[k]) * ((double)a[k] - b[k]);
    return sqrt(d);
}

typedef struct figures {
    double most, mean, kinetic, reach;
} figures;

static void add_figures(figures *f, const mesh *m, weft_world *world, weft_cloth_id cloth,
                        const uint32_t *edges, int edge_count, float *now)
{
    weft_measure measure;
    weft_cloth_measure(world, cloth, &measure);
    weft_cloth_copy_positions(world, cloth, now, 3 * sizeof(float));
    double most = 0.0, sum = 0.0, reach = 0.0;
    for (int e = 0; e < edge_count; e++) {
        uint32_t a = edges[2 * e], b = edges[2 * e + 1];
        double strain =
            apart(now + 3 * a, now + 3 * b) / apart(m->places + 3 * a, m->places + 3 * b) - 1.0;
        most = strain > most ? strain : most;
        sum += strain > 0.0 ? strain : 0.0;
    }
    for (int p = 0; p < m->particle_count; p++) {
        double rest = apart(m->places + 3 * p, m->places + 3 * m->pins[0]);
        double far = apart(now + 3 * p, now + 3 * m->pins[0]);
        if (rest > 0.05 && far / rest - 1.0 > reach)
            reach = far / rest - 1.0;
    }
    f->most += most / 60.0;
    f->mean += (edge_count ? sum / edge_count : 0.0) / 60.0;
    f->reach += reach / 60.0;
    f->kinetic += measure.kinetic_energy / 60.0;
}

static void run(const shape *s, int side, int substeps, weft_projection solver, int threads)
{
    static mesh m;
    m = (mesh){.places = calloc(3 * MOST, sizeof(float)),
               .rest = calloc(2 * MOST, sizeof(float)),
               .triangles = calloc(6 * MOST, sizeof(uint32_t))};
    float *now = calloc(3 * MOST, sizeof(float));
    if (!m.places || !m.rest || !m.triangles || !now)
        exit(1);
    s->build(&m, side);
    weft_world_def def = weft_default_world_def();
    def.threads = threads;
    def.settings.substeps = substeps;
    def.settings.projection = solver;
    weft_world *world;
    weft_cloth_id cloth;
    weft_mesh_def d = weft_default_mesh_def();
    d.particle_count = m.particle_count;
    d.positions = m.places;
    d.triangle_count = m.triangle_count;
    d.triangles = m.triangles;
    d.fabric.damping = 0.0f;
    double begin = seconds();
    if (weft_world_create(&def, &world) != WEFT_OK ||
        weft_mesh_create(world, &d, &cloth) != WEFT_OK) {
        fprintf(stderr, "weft-bench-meshes: %s of side %d is no mesh\n", s->name, side);
        exit(1);
    }
    double made = seconds() - begin;
    for (int i = 0; i < m.pin_count; i++)
        weft_cloth_pin(world, cloth, m.pins[i]);
    uint32_t *edges =
        calloc((size_t)weft_cloth_edges(world, cloth, WEFT_STRETCH, NULL), 2 * sizeof *edges);
    int edge_count = weft_cloth_edges(world, cloth, WEFT_STRETCH, edges);
    figures f = {0};
    double spent = 0.0;
    for (int tick = 0; tick < 300; tick++) {
        double start = seconds();
        weft_world_step(world, 1.0f / 60.0f);
        spent += seconds() - start;
        if (tick >= 240)
            add_figures(&f, &m, world, cloth, edges, edge_count, now);
    }
    weft_measure last;
    weft_cloth_measure(world, cloth, &last);
    printf("%-15s %4d  %6d particles  stretch max %8.3f %% mean %7.4f %%  reach %6.2f %%  kinetic "
           "%9.2e J  "
           "lowest %7.4f m  centre %7.4f m  %7.2f ms/frame  made in %.0f ms  %016llx\n",
           s->name, side, m.particle_count, 100.0 * f.most, 100.0 * f.mean, 100.0 * f.reach,
           f.kinetic, last.lowest, last.centre[1], 1e3 * spent / 300.0, 1e3 * made,
           (unsigned long long)weft_world_hash(world));
    fflush(stdout);
    weft_world_destroy(world);
    free(edges);
    free(m.places);
    free(m.rest);
    free(m.triangles);
    free(now);
}

int main(int argc, char **argv)
{
    const char *name = argc > 1 ? argv[1] : "all";
    int side = argc > 2 ? atoi(argv[2]) : 64, substeps = argc > 3 ? atoi(argv[3]) : 20,
        threads = argc > 5 ? atoi(argv[5]) : 1;
    weft_projection solver = argc > 4 && strcmp(argv[4], "xpbd") == 0 ? WEFT_XPBD : WEFT_DIRECT;
    bool any = false;
    for (size_t i = 0; i < sizeof SHAPES / sizeof *SHAPES; i++)
        if (strcmp(name, "all") == 0 || strcmp(name, SHAPES[i].name) == 0) {
            run(&SHAPES[i], side, substeps, solver, threads);
            any = true;
        }
    if (!any)
        fprintf(stderr, "weft-bench-meshes: no shape '%s'\n", name);
    return any ? 0 : 2;
}
