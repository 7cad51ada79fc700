/* cloth.c: the buffers of one cloth. The topology is uploaded once; the vertex stream every frame,
 * in one piece. */
#include "render_internal.h"

#include <assert.h>
#include <stdlib.h>

enum { VERTEX_COUNT_MAX = 1 << 24, INDEX_COUNT_MAX = 1 << 28 };

static bool indices_check(const char *what, const uint32_t *indices, size_t count, int vertex_count,
                          char *error, size_t error_size)
{
    for (size_t i = 0; i < count; i++) {
        if (indices[i] >= (uint32_t)vertex_count) {
            error_set(error, error_size, "%s index %zu is %u, but the cloth has %d vertices", what,
                      i, (unsigned)indices[i], vertex_count);
            return false;
        }
    }
    return true;
}

static bool def_check(const struct render_cloth_def *def, char *error, size_t error_size)
{
    assert(def->vertex_count >= 0 && def->triangle_count >= 0 && def->edge_count >= 0);
    assert(def->triangles || !def->triangle_count);
    assert(def->edges || !def->edge_count);
    if (def->vertex_count > VERTEX_COUNT_MAX || def->triangle_count > INDEX_COUNT_MAX / 3 ||
        def->edge_count > INDEX_COUNT_MAX / 2) {
        error_set(error, error_size, "a cloth of %d vertices is more than the renderer draws (%d)",
                  def->vertex_count, VERTEX_COUNT_MAX);
        return false;
    }
    return indices_check("triangle", def->triangles, (size_t)def->triangle_count * 3,
                         def->vertex_count, error, error_size) &&
           indices_check("edge", def->edges, (size_t)def->edge_count * 2, def->vertex_count, error,
                         error_size);
}

/* A buffer is never made empty: some drivers refuse it. */
static GLuint buffer_create(GLenum kind, const void *data, size_t size, GLenum usage)
{
    static const float nothing[8] = {0};
    GLuint id;
    glGenBuffers(1, &id);
    glBindBuffer(kind, id);
    if (size)
        glBufferData(kind, (GLsizeiptr)size, data, usage);
    else
        glBufferData(kind, sizeof nothing, nothing, usage);
    return id;
}

static void attribute_set(GLuint index, int count, size_t stride, size_t offset)
{
    glEnableVertexAttribArray(index);
    glVertexAttribPointer(index, count, GL_FLOAT, GL_FALSE, (GLsizei)stride, (const void *)offset);
}

static void cloth_free_buffers(struct render_cloth *cloth)
{
    GLuint buffers[] = {cloth->stream, cloth->uv, cloth->triangles, cloth->edges};
    glDeleteBuffers(4, buffers);
    glDeleteVertexArrays(1, &cloth->array);
}

static void cloth_make_buffers(struct render_cloth *cloth, const struct render_cloth_def *def,
                               void *zeros)
{
    cloth->vertex_count = def->vertex_count;
    cloth->triangle_count = def->triangle_count;
    cloth->edge_count = def->edge_count;
    size_t vertex_count = (size_t)def->vertex_count, stride = sizeof(struct render_vertex);
    glGenVertexArrays(1, &cloth->array);
    glBindVertexArray(cloth->array);
    cloth->stream = buffer_create(GL_ARRAY_BUFFER, zeros, vertex_count * stride, GL_STREAM_DRAW);
    attribute_set(ATTRIBUTE_POSITION, 3, stride, offsetof(struct render_vertex, position));
    attribute_set(ATTRIBUTE_NORMAL, 3, stride, offsetof(struct render_vertex, normal));
    attribute_set(ATTRIBUTE_VALUE, 1, stride, offsetof(struct render_vertex, value));
    if (def->uv) {
        cloth->uv = buffer_create(GL_ARRAY_BUFFER, def->uv, vertex_count * 2 * sizeof(float),
                                  GL_STATIC_DRAW);
        attribute_set(ATTRIBUTE_UV, 2, 2 * sizeof(float), 0);
    }
    /* The element buffer is bound to the array at draw time: triangles or edges. */
    cloth->edges = buffer_create(GL_ELEMENT_ARRAY_BUFFER, def->edges,
                                 (size_t)def->edge_count * 2 * sizeof(uint32_t), GL_STATIC_DRAW);
    cloth->triangles =
        buffer_create(GL_ELEMENT_ARRAY_BUFFER, def->triangles,
                      (size_t)def->triangle_count * 3 * sizeof(uint32_t), GL_STATIC_DRAW);
    glBindVertexArray(0);
    glBindBuffer(GL_ARRAY_BUFFER, 0);
}

/* Checks and fills *made with new buffers; nothing is left behind on failure. */
static bool cloth_build(struct render *r, struct render_cloth *made,
                        const struct render_cloth_def *def, char *error, size_t error_size)
{
    if (!def_check(def, error, error_size))
        return false;
    void *zeros = calloc((size_t)def->vertex_count + 1, sizeof(struct render_vertex));
    if (!zeros) {
        error_set(error, error_size, "out of memory for a cloth of %d vertices", def->vertex_count);
        return false;
    }
    gl_errors_take(r);
    cloth_make_buffers(made, def, zeros);
    free(zeros);
    if (gl_errors_take(r)) {
        cloth_free_buffers(made);
        error_set(error, error_size, "the GPU has no memory for a cloth of %d vertices",
                  def->vertex_count);
        return false;
    }
    return true;
}

struct render_cloth *render_cloth_create(struct render *r, const struct render_cloth_def *def,
                                         char *error, size_t error_size)
{
    assert(r && def);
    struct render_cloth *cloth = calloc(1, sizeof *cloth);
    if (!cloth) {
        error_set(error, error_size, "out of memory");
        return NULL;
    }
    if (!cloth_build(r, cloth, def, error, error_size)) {
        free(cloth);
        return NULL;
    }
    cloth->next = r->cloths;
    r->cloths = cloth;
    return cloth;
}

bool render_cloth_update(struct render *r, struct render_cloth *cloth,
                         const struct render_cloth_def *def, char *error, size_t error_size)
{
    assert(r && cloth && def);
    struct render_cloth made = {.next = cloth->next};
    if (!cloth_build(r, &made, def, error, error_size))
        return false;
    cloth_free_buffers(cloth);
    *cloth = made;
    return true;
}

void render_cloth_destroy(struct render *r, struct render_cloth *cloth)
{
    if (!cloth)
        return;
    struct render_cloth **link = &r->cloths;
    while (*link && *link != cloth)
        link = &(*link)->next;
    assert(*link && "a cloth of another renderer, or destroyed before");
    *link = cloth->next;
    cloth_free_buffers(cloth);
    free(cloth);
}

/* Orphans the buffer first, so that the driver need not wait for the frame that still reads it. */
void cloth_upload(struct render_cloth *cloth, const struct render_vertex *vertices)
{
    GLsizeiptr size = (GLsizeiptr)((size_t)cloth->vertex_count * sizeof *vertices);
    if (!size)
        return;
    glBindBuffer(GL_ARRAY_BUFFER, cloth->stream);
    glBufferData(GL_ARRAY_BUFFER, size, NULL, GL_STREAM_DRAW);
    glBufferSubData(GL_ARRAY_BUFFER, 0, size, vertices);
    glBindBuffer(GL_ARRAY_BUFFER, 0);
}

int render_cloth_read_back(struct render *r, const struct render_cloth *cloth,
                           struct render_vertex *vertices, int count)
{
    (void)r; /* its context is current */
    assert(cloth && count >= 0);
    if (count > cloth->vertex_count)
        count = cloth->vertex_count;
    if (count) {
        glBindBuffer(GL_ARRAY_BUFFER, cloth->stream);
        glGetBufferSubData(GL_ARRAY_BUFFER, 0, (GLsizeiptr)((size_t)count * sizeof *vertices),
                           vertices);
        glBindBuffer(GL_ARRAY_BUFFER, 0);
    }
    return count;
}
