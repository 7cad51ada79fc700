/* frame.c: one frame. render_frame_draw is the list of passes; the rest fills the block that all
 * their shaders read. */
#include "render_internal.h"

#include <cglm/cglm.h>

#include <assert.h>
#include <string.h>

struct render_cloth_draw render_cloth_draw_default(void)
{
    return (struct render_cloth_draw){
        .texture_repeat = {1, 1},
        .normal_repeat = {1, 1},
        .colour = {1, 1, 1},
        .sheen = 0.25f,
        .line_colour = {0.13f, 0.16f, 0.20f},
        .line_width = 1,
        .point_size = 5,
        .heat_range = 0.05f,
    };
}

struct render_frame render_frame_default(void)
{
    return (struct render_frame){
        .light =
            {
                .key_direction = {0.55f, 0.80f, 0.68f},
                .key_colour = {1.62f, 1.54f, 1.43f},
                .fill_direction = {-0.80f, 0.35f, 0.25f},
                .fill_colour = {0.20f, 0.22f, 0.25f},
                .sky_colour = {0.27f, 0.29f, 0.32f},
                .ground_colour = {0.20f, 0.19f, 0.18f},
            },
        .studio = true,
        .floor = true,
        .clear_colour = {0.55f, 0.57f, 0.60f},
    };
}

static void vector_set(float to[4], const float from[3], float w)
{
    memcpy(to, from, 3 * sizeof(float));
    to[3] = w;
}

static void direction_set(float to[4], const float from[3])
{
    vec3 direction = {from[0], from[1], from[2]};
    glm_vec3_normalize(direction);
    vector_set(to, direction, 0);
}

static void block_set_camera(struct frame_block *block, const struct render_frame *frame)
{
    mat4 view, projection, both, inverse;
    memcpy(view, frame->view, sizeof view);
    memcpy(projection, frame->projection, sizeof projection);
    glm_mat4_mul(projection, view, both);
    memcpy(block->view, view, sizeof view);
    memcpy(block->projection, projection, sizeof projection);
    memcpy(block->view_projection, both, sizeof both);
    glm_mat4_inv(both, inverse);
    memcpy(block->inverse_view_projection, inverse, sizeof inverse);
    glm_mat4_inv(view, inverse);
    vector_set(block->eye, inverse[3], frame->fog_density);
}

static void block_set(struct frame_block *block, const struct render_frame *frame)
{
    memset(block, 0, sizeof *block);
    block_set_camera(block, frame);
    direction_set(block->key_direction, frame->light.key_direction);
    direction_set(block->fill_direction, frame->light.fill_direction);
    vector_set(block->key_colour, frame->light.key_colour, 0);
    vector_set(block->fill_colour, frame->light.fill_colour, 0);
    vector_set(block->sky_colour, frame->light.sky_colour, 0);
    vector_set(block->ground_colour, frame->light.ground_colour, 0);
    studio_colours(block, frame);
    block->viewport[0] = (float)frame->width;
    block->viewport[1] = (float)frame->height;
    block->viewport[2] = 1 / block->viewport[0];
    block->viewport[3] = 1 / block->viewport[1];
    block->floor[0] = frame->floor_height;
}

static void block_upload(const struct render *r, const struct frame_block *block)
{
    glBindBuffer(GL_UNIFORM_BUFFER, r->frame_buffer);
    glBufferData(GL_UNIFORM_BUFFER, sizeof *block, block, GL_DYNAMIC_DRAW);
    glBindBufferBase(GL_UNIFORM_BUFFER, FRAME_BLOCK_BINDING, r->frame_buffer);
}

static void state_begin(const struct render_frame *frame)
{
    /* The panel drawn last frame may have left anything behind. */
    glDisable(GL_SCISSOR_TEST);
    glDisable(GL_CULL_FACE);
    glDisable(GL_BLEND);
    glPolygonMode(GL_FRONT_AND_BACK, GL_FILL);
    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    glDepthMask(GL_TRUE);
    glDepthFunc(GL_LEQUAL);
    glEnable(GL_DEPTH_TEST);
    glEnable(GL_PROGRAM_POINT_SIZE);
    glDisable(GL_FRAMEBUFFER_SRGB); /* only what blends has it on: see srgb.glsl */
    glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
    glViewport(0, 0, frame->width, frame->height);
    const float *clear = frame->clear_colour;
    glClearColor(clear[0], clear[1], clear[2], 1);
    glClear(frame->studio ? GL_DEPTH_BUFFER_BIT : GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
}

static void state_end(const struct render_frame *frame)
{
    glUseProgram(0);
    glBindVertexArray(0);
    glDisable(GL_DEPTH_TEST);
    glDisable(GL_BLEND);
    glDisable(GL_PROGRAM_POINT_SIZE);
    glDepthMask(GL_TRUE);
    glViewport(0, 0, frame->width, frame->height);
}

static void cloths_upload(const struct render_frame *frame)
{
    for (int i = 0; i < frame->cloth_count; i++) {
        if (frame->cloths[i].vertices)
            cloth_upload(frame->cloths[i].cloth, frame->cloths[i].vertices);
    }
}

/* Fewer samples where the driver refuses many; render_samples tells. */
static bool frame_target(struct render *r, const struct render_frame *frame)
{
    if (frame->width <= 0 || frame->height <= 0)
        return false;
    bool good = target_prepare(&r->target, frame->width, frame->height, r->samples);
    if (good || !r->samples)
        return good;
    r->samples = 0;
    r->message(r->user,
               "the graphics driver refuses many samples a pixel at this size; one is used");
    return target_prepare(&r->target, frame->width, frame->height, 0);
}

void render_frame_draw(struct render *r, const struct render_frame *frame)
{
    assert(r && frame);
    if (!frame_target(r, frame))
        return;
    struct frame_block block;
    block_set(&block, frame);
    int blob_count = studio_blobs(&block, frame);
    block_upload(r, &block);
    cloths_upload(frame);
    state_begin(frame);

    /* Solid things first, the backdrop last: what they cover is never shaded. */
    pass_cloth_faces(r, frame);
    pass_solids_draw(r, frame);
    pass_studio_draw(r, frame, blob_count);
    pass_cloth_edges(r, frame);
    pass_lines_draw(r, frame);

    state_end(frame);
    target_show(&r->target);
    gl_errors_take(r);
}
