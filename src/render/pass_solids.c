/* pass_solids.c: spheres, capsules, cylinders and boxes. One mesh each for the round, the
 * flat-ended and the square ones; the vertex shader gives them their size, so that every normal
 * stays right. */
#include "render_internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A vertex lies at unit * size.x (per axis for a box), moved by offset * half length along Y. */
struct solid_vertex {
    float unit[3], normal[3], offset;
};

enum { AROUND = 48, RINGS = 12 }; /* segments around; rings from equator to pole */

struct builder {
    struct solid_vertex *vertices;
    uint16_t *indices;
    int vertex_count, index_count;
};

static void vertex_add(struct builder *b, float x, float y, float z, float nx, float ny, float nz,
                       float offset)
{
    b->vertices[b->vertex_count++] = (struct solid_vertex){{x, y, z}, {nx, ny, nz}, offset};
}

static void triangle_add(struct builder *b, int i, int j, int k)
{
    int at[3] = {i, j, k};
    for (int n = 0; n < 3; n++)
        b->indices[b->index_count++] = (uint16_t)at[n];
}

/* Joins a ring of AROUND + 1 vertices to the one above it, counter-clockwise from outside. */
static void ring_join(struct builder *b, int low, int high)
{
    for (int i = 0; i < AROUND; i++) {
        triangle_add(b, low + i, high + i, low + i + 1);
        triangle_add(b, low + i + 1, high + i, high + i + 1);
    }
}

static void ring_add(struct builder *b, float radius, float y, float normal_out, float normal_up,
                     float offset)
{
    for (int i = 0; i <= AROUND; i++) {
        float angle = 6.28318531f * (float)(i % AROUND) / AROUND;
        float x = cosf(angle), z = sinf(angle);
        vertex_add(b, radius * x, y, radius * z, normal_out * x, normal_up, normal_out * z, offset);
    }
}

/* Two half spheres and the band between them, which is empty for a sphere. */
static void capsule_build(struct builder *b)
{
    for (int half = -1; half <= 1; half += 2) {
        for (int ring = 0; ring <= RINGS; ring++) {
            int step = half < 0 ? ring - RINGS : ring;
            float angle = 1.57079633f * (float)step / RINGS;
            ring_add(b, cosf(angle), sinf(angle), cosf(angle), sinf(angle), (float)half);
        }
    }
    for (int ring = 0; ring < 2 * RINGS + 1; ring++)
        ring_join(b, ring * (AROUND + 1), (ring + 1) * (AROUND + 1));
}

static void cylinder_build(struct builder *b)
{
    ring_add(b, 0, 0, 0, -1, -1);
    ring_add(b, 1, 0, 0, -1, -1);
    ring_add(b, 1, 0, 1, 0, -1);
    ring_add(b, 1, 0, 1, 0, 1);
    ring_add(b, 1, 0, 0, 1, 1);
    ring_add(b, 0, 0, 0, 1, 1);
    for (int ring = 0; ring < 6; ring += 2)
        ring_join(b, ring * (AROUND + 1), (ring + 1) * (AROUND + 1));
}

static void box_build(struct builder *b)
{
    for (int face = 0; face < 6; face++) {
        int axis = face / 2, first = b->vertex_count;
        float side = face % 2 ? 1.0f : -1.0f;
        for (int corner = 0; corner < 4; corner++) {
            float unit[3], normal[3] = {0, 0, 0};
            unit[axis] = normal[axis] = side;
            unit[(axis + 1) % 3] = corner & 1 ? side : -side;
            unit[(axis + 2) % 3] = corner & 2 ? 1.0f : -1.0f;
            vertex_add(b, unit[0], unit[1], unit[2], normal[0], normal[1], normal[2], 0);
        }
        triangle_add(b, first, first + 1, first + 2);
        triangle_add(b, first + 1, first + 3, first + 2);
    }
}

static void attribute_set(GLuint index, int count, size_t offset)
{
    glEnableVertexAttribArray(index);
    glVertexAttribPointer(index, count, GL_FLOAT, GL_FALSE, sizeof(struct solid_vertex),
                          (const void *)offset);
}

static void mesh_upload(struct mesh *mesh, const struct builder *b)
{
    glGenVertexArrays(1, &mesh->array);
    glGenBuffers(1, &mesh->vertices);
    glGenBuffers(1, &mesh->indices);
    glBindVertexArray(mesh->array);
    glBindBuffer(GL_ARRAY_BUFFER, mesh->vertices);
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)((size_t)b->vertex_count * sizeof *b->vertices),
                 b->vertices, GL_STATIC_DRAW);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, mesh->indices);
    glBufferData(GL_ELEMENT_ARRAY_BUFFER, (GLsizeiptr)((size_t)b->index_count * sizeof *b->indices),
                 b->indices, GL_STATIC_DRAW);
    attribute_set(0, 3, offsetof(struct solid_vertex, unit));
    attribute_set(1, 3, offsetof(struct solid_vertex, normal));
    attribute_set(2, 1, offsetof(struct solid_vertex, offset));
    glBindVertexArray(0);
    glBindBuffer(GL_ARRAY_BUFFER, 0);
    mesh->index_count = b->index_count;
}

bool pass_solids_create(struct render *r)
{
    static void (*const build[MESH_COUNT])(struct builder *) = {
        [MESH_CAPSULE] = capsule_build, [MESH_CYLINDER] = cylinder_build, [MESH_BOX] = box_build};
    size_t rings = 2 * RINGS + 2; /* the largest mesh, the capsule */
    struct builder b = {.vertices = malloc(rings * (AROUND + 1) * sizeof *b.vertices),
                        .indices = malloc(rings * AROUND * 6 * sizeof *b.indices)};
    bool good = b.vertices && b.indices;
    for (int i = 0; good && i < MESH_COUNT; i++) {
        b.vertex_count = b.index_count = 0;
        build[i](&b);
        mesh_upload(&r->meshes[i], &b);
    }
    free(b.vertices);
    free(b.indices);
    return good;
}

void pass_solids_destroy(struct render *r)
{
    for (int i = 0; i < MESH_COUNT; i++) {
        GLuint buffers[2] = {r->meshes[i].vertices, r->meshes[i].indices};
        glDeleteBuffers(2, buffers);
        glDeleteVertexArrays(1, &r->meshes[i].array);
    }
}

/* The shader's sizes: three axes, and the half length along Y that the two ends are moved by. */
static const struct mesh *solid_shape(const struct render *r, const struct render_solid *solid,
                                      float size[4])
{
    for (int i = 0; i < 3; i++)
        size[i] = solid->kind == RENDER_SOLID_BOX ? solid->size[i] : solid->size[0];
    size[3] = 0;
    if (solid->kind == RENDER_SOLID_CAPSULE || solid->kind == RENDER_SOLID_CYLINDER)
        size[3] = solid->size[1];
    return &r->meshes[solid->kind == RENDER_SOLID_BOX        ? MESH_BOX
                      : solid->kind == RENDER_SOLID_CYLINDER ? MESH_CYLINDER
                                                             : MESH_CAPSULE];
}

void pass_solids_draw(struct render *r, const struct render_frame *frame)
{
    const struct program *p = &r->shaders.programs[PROGRAM_SOLIDS];
    if (!frame->solid_count)
        return;
    glUseProgram(p->id);
    glEnable(GL_CULL_FACE);
    for (int i = 0; i < frame->solid_count; i++) {
        const struct render_solid *solid = &frame->solids[i];
        float size[4], colour[3];
        const struct mesh *mesh = solid_shape(r, solid, size);
        colours_to_linear(solid->colour, colour);
        glUniformMatrix4fv(p->uniform[UNIFORM_MODEL], 1, GL_FALSE, solid->transform);
        glUniform4fv(p->uniform[UNIFORM_SIZE], 1, size);
        glUniform3fv(p->uniform[UNIFORM_COLOUR], 1, colour);
        glBindVertexArray(mesh->array);
        glDrawElements(GL_TRIANGLES, mesh->index_count, GL_UNSIGNED_SHORT, NULL);
    }
    glDisable(GL_CULL_FACE);
}
