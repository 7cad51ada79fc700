/* pass_cloth.c: cloth in its six views: faces (textured, normals, heat), then edges and
 * particles. */
#include "render_internal.h"

#include <assert.h>

static bool has_faces(const struct render_cloth_draw *draw)
{
    return draw->cloth->triangle_count && draw->view != RENDER_VIEW_LINES &&
           draw->view != RENDER_VIEW_PARTICLES;
}

/* What is no mesh shows as a frame of edges and points in every view. */
static bool has_edges(const struct render_cloth_draw *draw)
{
    return draw->cloth->edge_count &&
           (draw->view == RENDER_VIEW_WIREFRAME || draw->view == RENDER_VIEW_LINES ||
            (!draw->cloth->triangle_count && draw->view != RENDER_VIEW_PARTICLES));
}

static bool has_particles(const struct render_cloth_draw *draw)
{
    return draw->cloth->vertex_count &&
           (draw->view == RENDER_VIEW_PARTICLES ||
            (!draw->cloth->triangle_count && draw->view != RENDER_VIEW_LINES));
}

static enum program_id faces_program(enum render_view view)
{
    return view == RENDER_VIEW_NORMALS ? PROGRAM_NORMALS
           : view == RENDER_VIEW_HEAT  ? PROGRAM_HEAT
                                       : PROGRAM_CLOTH;
}

static void fabric_uniforms(const struct render *r, const struct render_cloth_draw *draw)
{
    const struct program *p = &r->shaders.programs[PROGRAM_CLOTH];
    float colour[3];
    colours_to_linear(draw->colour, colour);
    glUniform3fv(p->uniform[UNIFORM_COLOUR], 1, colour);
    glUniform2fv(p->uniform[UNIFORM_TEXTURE_REPEAT], 1, draw->texture_repeat);
    glUniform2fv(p->uniform[UNIFORM_NORMAL_REPEAT], 1, draw->normal_repeat);
    glUniform1f(p->uniform[UNIFORM_SHEEN], draw->sheen);
    glActiveTexture(GL_TEXTURE1);
    glBindTexture(GL_TEXTURE_2D, (draw->normal_map ? draw->normal_map : r->smooth)->id);
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, (draw->texture ? draw->texture : r->white)->id);
}

static void heat_uniforms(const struct render *r, const struct render_cloth_draw *draw)
{
    const struct program *p = &r->shaders.programs[PROGRAM_HEAT];
    float table[HEAT_COUNT][3];
    heat_table(table);
    glUniform3fv(p->uniform[UNIFORM_HEAT_TABLE], HEAT_COUNT, table[0]);
    glUniform1f(p->uniform[UNIFORM_HEAT_RANGE], draw->heat_range > 0 ? draw->heat_range : 1);
}

static void faces_draw(const struct render *r, const struct render_cloth_draw *draw)
{
    enum program_id program = faces_program(draw->view);
    glUseProgram(r->shaders.programs[program].id);
    if (program == PROGRAM_CLOTH)
        fabric_uniforms(r, draw);
    if (program == PROGRAM_HEAT)
        heat_uniforms(r, draw);
    glBindVertexArray(draw->cloth->array);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, draw->cloth->triangles);
    glDrawElements(GL_TRIANGLES, 3 * draw->cloth->triangle_count, GL_UNSIGNED_INT, NULL);
}

void pass_cloth_faces(struct render *r, const struct render_frame *frame)
{
    for (int i = 0; i < frame->cloth_count; i++) {
        assert(frame->cloths[i].cloth);
        if (has_faces(&frame->cloths[i]))
            faces_draw(r, &frame->cloths[i]);
    }
}

static void edges_draw(const struct program *p, const struct render_cloth_draw *draw)
{
    float colour[3];
    colours_to_linear(draw->line_colour, colour);
    glUseProgram(p->id);
    glUniform3fv(p->uniform[UNIFORM_COLOUR], 1, colour);
    glUniform1f(p->uniform[UNIFORM_WIDTH], draw->line_width);
    glBindVertexArray(draw->cloth->array);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, draw->cloth->edges);
    glDrawElements(GL_LINES, 2 * draw->cloth->edge_count, GL_UNSIGNED_INT, NULL);
}

static void particles_draw(const struct program *p, const struct render_cloth_draw *draw)
{
    float colour[3];
    colours_to_linear(draw->line_colour, colour);
    glUseProgram(p->id);
    glUniform3fv(p->uniform[UNIFORM_COLOUR], 1, colour);
    glUniform1f(p->uniform[UNIFORM_WIDTH], draw->point_size);
    glBindVertexArray(draw->cloth->array);
    glDrawArrays(GL_POINTS, 0, draw->cloth->vertex_count);
}

/* Edges have soft rims, so they blend over all that is solid. */
void pass_cloth_edges(struct render *r, const struct render_frame *frame)
{
    glEnable(GL_FRAMEBUFFER_SRGB);
    glEnable(GL_BLEND);
    for (int i = 0; i < frame->cloth_count; i++) {
        const struct render_cloth_draw *draw = &frame->cloths[i];
        if (has_edges(draw))
            edges_draw(&r->shaders.programs[PROGRAM_EDGES], draw);
        if (has_particles(draw))
            particles_draw(&r->shaders.programs[PROGRAM_PARTICLES], draw);
    }
    glDisable(GL_BLEND);
    glDisable(GL_FRAMEBUFFER_SRGB);
}
