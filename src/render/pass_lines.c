/* pass_lines.c: the caller's lines as screen-space ribbons and its points as round sprites. Both
 * arrays go to the GPU as they are, one instance or vertex an entry, depth-tested ones first: what
 * is seen of them, then what is hidden of the points, faded, then all that is on top. */
#include "render_internal.h"

enum line_part { PART_SEEN, PART_HIDDEN, PART_ON_TOP, PART_COUNT };

static void attribute_set(GLuint index, int count, size_t stride, size_t offset, GLuint divisor)
{
    glEnableVertexAttribArray(index);
    glVertexAttribPointer(index, count, GL_FLOAT, GL_FALSE, (GLsizei)stride, (const void *)offset);
    glVertexAttribDivisor(index, divisor);
}

static void flag_set(GLuint index, size_t stride, size_t offset, GLuint divisor)
{
    glEnableVertexAttribArray(index);
    glVertexAttribIPointer(index, 1, GL_UNSIGNED_BYTE, (GLsizei)stride, (const void *)offset);
    glVertexAttribDivisor(index, divisor);
}

static void array_begin(GLuint *array, GLuint *buffer)
{
    glGenVertexArrays(1, array);
    glGenBuffers(1, buffer);
    glBindVertexArray(*array);
    glBindBuffer(GL_ARRAY_BUFFER, *buffer);
}

void pass_lines_create(struct render *r)
{
    size_t stride = sizeof(struct render_line);
    array_begin(&r->line_array, &r->line_buffer);
    attribute_set(0, 3, stride, offsetof(struct render_line, a), 1);
    attribute_set(1, 3, stride, offsetof(struct render_line, b), 1);
    attribute_set(2, 4, stride, offsetof(struct render_line, colour), 1);
    attribute_set(3, 1, stride, offsetof(struct render_line, width), 1);
    flag_set(4, stride, offsetof(struct render_line, on_top), 1);

    stride = sizeof(struct render_point);
    array_begin(&r->point_array, &r->point_buffer);
    attribute_set(0, 3, stride, offsetof(struct render_point, position), 0);
    attribute_set(2, 4, stride, offsetof(struct render_point, colour), 0);
    attribute_set(3, 1, stride, offsetof(struct render_point, size), 0);
    flag_set(4, stride, offsetof(struct render_point, on_top), 0);
    attribute_set(5, 1, stride, offsetof(struct render_point, hidden), 0);
    glBindVertexArray(0);
    glBindBuffer(GL_ARRAY_BUFFER, 0);
}

void pass_lines_destroy(struct render *r)
{
    glDeleteVertexArrays(1, &r->line_array);
    glDeleteVertexArrays(1, &r->point_array);
    glDeleteBuffers(1, &r->line_buffer);
    glDeleteBuffers(1, &r->point_buffer);
}

static void upload(GLuint buffer, const void *data, size_t size)
{
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)size, data, GL_STREAM_DRAW);
    glBindBuffer(GL_ARRAY_BUFFER, 0);
}

static void lines_draw(const struct render *r, int count, enum line_part part)
{
    const struct program *p = &r->shaders.programs[PROGRAM_LINES];
    glUseProgram(p->id);
    glUniform1i(p->uniform[UNIFORM_PART], (GLint)part);
    glBindVertexArray(r->line_array);
    glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, count);
}

static void points_draw(const struct render *r, int count, enum line_part part)
{
    const struct program *p = &r->shaders.programs[PROGRAM_POINTS];
    glUseProgram(p->id);
    glUniform1i(p->uniform[UNIFORM_PART], (GLint)part);
    glBindVertexArray(r->point_array);
    glDrawArrays(GL_POINTS, 0, count);
}

void pass_lines_draw(struct render *r, const struct render_frame *frame)
{
    if (!frame->line_count && !frame->point_count)
        return;
    if (frame->line_count)
        upload(r->line_buffer, frame->lines, (size_t)frame->line_count * sizeof *frame->lines);
    if (frame->point_count)
        upload(r->point_buffer, frame->points, (size_t)frame->point_count * sizeof *frame->points);
    glEnable(GL_FRAMEBUFFER_SRGB);
    glEnable(GL_BLEND);
    glDepthMask(GL_FALSE);
    for (enum line_part part = PART_SEEN; part < PART_COUNT; part++) {
        glDepthFunc(part == PART_HIDDEN ? GL_GREATER : GL_LEQUAL);
        if (part == PART_ON_TOP)
            glDisable(GL_DEPTH_TEST);
        if (frame->line_count && part != PART_HIDDEN)
            lines_draw(r, frame->line_count, part);
        if (frame->point_count)
            points_draw(r, frame->point_count, part);
    }
    glEnable(GL_DEPTH_TEST);
    glDepthMask(GL_TRUE);
    glDisable(GL_BLEND);
    glDisable(GL_FRAMEBUFFER_SRGB);
}
