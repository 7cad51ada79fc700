// mesh_probe.c: reads an OBJ or a binary PLY of ours with code of its own and prints what is in it: vertices,
// triangles, finite, unit_normals, lowest (least y), sum (of all coordinates, weighted by place) and uv_box. Exit
// code 1 with one line where the file is not whole or an index is out of range.
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { VALUES = 8 }; // of a vertex: x y z, nx ny nz, u v

struct mesh {
    long vertices, uvs, normals, triangles;
    double *value; // VALUES each
};

static void fail(const char *what)
{
    printf("mesh_probe: %s\n", what);
    exit(1);
}

static double *vertex(struct mesh *mesh, long i)
{
    static long capacity;
    if (i >= capacity) {
        capacity = 2 * i + 64;
        mesh->value = realloc(mesh->value, (size_t)capacity * VALUES * sizeof(double));
        if (!mesh->value)
            fail("out of memory");
    }
    return mesh->value + VALUES * i;
}

static void check_triangle(const struct mesh *mesh, const long corner[3])
{
    for (int i = 0; i < 3; i++)
        if (corner[i] < 0 || corner[i] >= mesh->vertices || corner[i] == corner[(i + 1) % 3])
            fail("a triangle with a wrong index");
}

static void read_face(struct mesh *mesh, const char *line)
{
    long a[3][3], corner[3];
    char more;
    if (sscanf(line, "f %ld/%ld/%ld %ld/%ld/%ld %ld/%ld/%ld %c", &a[0][0], &a[0][1], &a[0][2],
               &a[1][0], &a[1][1], &a[1][2], &a[2][0], &a[2][1], &a[2][2], &more) != 9)
        fail("a face that is no triangle with uv and normals");
    for (int i = 0; i < 3; i++) {
        corner[i] = a[i][0] - 1;
        if (a[i][1] != a[i][0] || a[i][2] != a[i][0])
            fail("uv and normal of another vertex");
    }
    check_triangle(mesh, corner);
    mesh->triangles++;
}

static void read_obj(struct mesh *mesh, FILE *file)
{
    char line[512];
    while (fgets(line, sizeof line, file)) {
        double *v;
        if (!strchr(line, '\n'))
            fail("a line without its end");
        if (strncmp(line, "v ", 2) == 0) {
            v = vertex(mesh, mesh->vertices++);
            if (sscanf(line, "v %lf %lf %lf", v, v + 1, v + 2) != 3)
                fail("a vertex without three numbers");
        } else if (strncmp(line, "vn ", 3) == 0) {
            v = vertex(mesh, mesh->normals++);
            if (sscanf(line, "vn %lf %lf %lf", v + 3, v + 4, v + 5) != 3)
                fail("a normal without three numbers");
        } else if (strncmp(line, "vt ", 3) == 0) {
            v = vertex(mesh, mesh->uvs++);
            if (sscanf(line, "vt %lf %lf", v + 6, v + 7) != 2)
                fail("a uv without two numbers");
        } else if (line[0] == 'f') {
            read_face(mesh, line);
        } else if (!strchr("#ol", line[0])) {
            fail("a line of an unknown kind");
        }
    }
    if (mesh->normals != mesh->vertices || mesh->uvs != mesh->vertices)
        fail("a vertex without normal or uv");
}

static uint32_t read_u32(FILE *file)
{
    unsigned char b[4];
    if (fread(b, 1, 4, file) != 4)
        fail("the file is too short");
    return b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

static void read_ply(struct mesh *mesh, FILE *file)
{
    char line[512] = "";
    long edges = 0;
    while (strcmp(line, "end_header\n") != 0) {
        if (!fgets(line, sizeof line, file))
            fail("no end_header");
        sscanf(line, "element vertex %ld", &mesh->vertices);
        sscanf(line, "element face %ld", &mesh->triangles);
        sscanf(line, "element edge %ld", &edges);
    }
    for (long i = 0; i < mesh->vertices; i++)
        for (int k = 0; k < VALUES; k++) {
            uint32_t bits = read_u32(file);
            float value;
            memcpy(&value, &bits, sizeof value);
            vertex(mesh, i)[k] = (double)value;
        }
    for (long i = 0; i < mesh->triangles; i++) {
        if (fgetc(file) != 3)
            fail("a face that is no triangle");
        long corner[3];
        for (int k = 0; k < 3; k++)
            corner[k] = (long)read_u32(file);
        check_triangle(mesh, corner);
    }
    for (long i = 0; i < 2 * edges; i++)
        if ((long)read_u32(file) >= mesh->vertices)
            fail("an edge with a wrong index");
    if (fgetc(file) != EOF)
        fail("the file is too long");
}

static void report(const struct mesh *mesh)
{
    bool finite = true, unit = true;
    double lowest = INFINITY, sum = 0.0, box[4] = {INFINITY, INFINITY, -INFINITY, -INFINITY};
    for (long i = 0; i < mesh->vertices; i++) {
        const double *v = mesh->value + VALUES * i;
        for (int k = 0; k < VALUES; k++) {
            finite = finite && isfinite(v[k]);
            sum += v[k] * (double)(i + 1);
        }
        double length = sqrt(v[3] * v[3] + v[4] * v[4] + v[5] * v[5]);
        unit = unit && (fabs(length - 1.0) < 1e-3 || mesh->triangles == 0);
        lowest = fmin(lowest, v[1]);
        for (int k = 0; k < 2; k++) {
            box[k] = fmin(box[k], v[6 + k]);
            box[2 + k] = fmax(box[2 + k], v[6 + k]);
        }
    }
    printf("vertices %ld\ntriangles %ld\nfinite %s\nunit_normals %s\n", mesh->vertices,
           mesh->triangles, finite ? "yes" : "no", unit ? "yes" : "no");
    printf("lowest %.9g\nsum %.6f\nuv_box %g %g %g %g\n", lowest, sum, box[0], box[1], box[2],
           box[3]);
}

int main(int argc, char *argv[])
{
    FILE *file = argc == 2 ? fopen(argv[1], "rb") : NULL;
    if (!file)
        fail("cannot read the file");
    struct mesh mesh = {0};
    char first[5] = "";
    if (fread(first, 1, 4, file) != 4)
        fail("an empty file");
    rewind(file);
    if (strcmp(first, "ply\n") == 0)
        read_ply(&mesh, file);
    else
        read_obj(&mesh, file);
    fclose(file);
    if (!mesh.value)
        fail("no vertices");
    report(&mesh);
    free(mesh.value);
    return 0;
}
