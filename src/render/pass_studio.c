// pass_studio.c: the floor and the backdrop, like the paper sweep of a photographer: the floor runs
// into the wall without a corner. Also the soft shadows on the floor: each cloth and solid throws
// one Gaussian spot along the key light, which costs nothing and keeps things from floating.
#include "render_internal.h"

#include <math.h>
#include <string.h>

// Where a thing's shadow falls: mean and covariance (xx, xz, zz) on the floor, mean height above
// it.
struct blob {
    float mean[2], covariance[3], height;
};

static void blob_add(struct frame_block *block, const struct blob *blob, float strength)
{
    int i = (int)block->floor[1];
    if (i == BLOB_MAX || !(blob->height > -0.2f) || !isfinite(blob->mean[0] + blob->mean[1]))
        return;
    // The key light is as wide as a soft box: the shadow spreads with the height, and pales.
    float height = fmaxf(blob->height, 0), spread = 0.03f + 0.22f * height;
    float xx = blob->covariance[0] + spread * spread, xz = blob->covariance[1];
    float zz = blob->covariance[2] + spread * spread;
    float determinant = xx * zz - xz * xz;
    float sharp = blob->covariance[0] * blob->covariance[2] - xz * xz;
    if (!(determinant > 1e-12f))
        return;
    // A large cloth stays dark in its middle.
    strength *= fmaxf(sqrtf(fmaxf(sharp, 0) / determinant), 0.25f);
    float *centre = block->blob_centre[i], *shape = block->blob_shape[i];
    centre[0] = blob->mean[0];
    centre[1] = blob->mean[1];
    centre[2] = strength;
    shape[0] = zz / determinant;
    shape[1] = -xz / determinant;
    shape[2] = xx / determinant;
    block->floor[1] = (float)(i + 1);
}

// The point's shadow on the floor along the key light; a low light is taken as a higher one.
static void project(const struct frame_block *block, const float p[3], float to[2])
{
    const float *key = block->key_direction;
    float t = (p[1] - block->floor[0]) / fmaxf(key[1], 0.35f);
    to[0] = p[0] - t * key[0];
    to[1] = p[2] - t * key[2];
}

// A thousand vertices, evenly picked, tell the shape well enough.
static void blob_of_cloth(struct frame_block *block, const struct render_cloth_draw *draw)
{
    int count = draw->cloth->vertex_count, stride = count / 1024 + 1, n = 0;
    if (!draw->vertices || !draw->cloth->triangle_count)
        return;
    float sum[2] = {0, 0}, square[3] = {0, 0, 0}, height = 0;
    for (int i = 0; i < count; i += stride, n++) {
        const float *p = draw->vertices[i].position;
        float at[2];
        project(block, p, at);
        sum[0] += at[0];
        sum[1] += at[1];
        square[0] += at[0] * at[0];
        square[1] += at[0] * at[1];
        square[2] += at[1] * at[1];
        height += p[1] - block->floor[0];
    }
    float s = 1.0f / (float)n, x = sum[0] * s, z = sum[1] * s;
    struct blob blob = {
        .mean = {x, z},
        .covariance = {square[0] * s - x * x, square[1] * s - x * z, square[2] * s - z * z},
        .height = height * s,
    };
    blob_add(block, &blob, 0.50f);
}

// Half the solid's extent along each world axis.
static void solid_extent(const struct render_solid *solid, float extent[3])
{
    const float *m = solid->transform, *size = solid->size;
    bool box = solid->kind == RENDER_SOLID_BOX, ball = solid->kind == RENDER_SOLID_SPHERE;
    float along = ball ? 0 : size[1]; // half length of the axis that turns with the solid
    for (int i = 0; i < 3; i++) {
        if (box)
            extent[i] =
                fabsf(m[i]) * size[0] + fabsf(m[4 + i]) * size[1] + fabsf(m[8 + i]) * size[2];
        else if (solid->kind == RENDER_SOLID_CYLINDER)
            extent[i] =
                fabsf(m[4 + i]) * along + size[0] * sqrtf(fmaxf(1 - m[4 + i] * m[4 + i], 0));
        else
            extent[i] = size[0] + fabsf(m[4 + i]) * along;
    }
}

// Two spots: one along the key light, drawn out by the solid's height, and a small dark one below,
// where the floor sees the solid instead of the sky.
static void blob_of_solid(struct frame_block *block, const struct render_solid *solid)
{
    const float *m = solid->transform, *key = block->key_direction;
    float extent[3];
    solid_extent(solid, extent);
    float height = m[13] - block->floor[0] - extent[1];
    float xx = 0.28f * extent[0] * extent[0], zz = 0.28f * extent[2] * extent[2];
    float slope = 0.5f * extent[1] / fmaxf(key[1], 0.35f);
    struct blob cast = {
        .covariance = {xx + slope * slope * key[0] * key[0], slope * slope * key[0] * key[2],
                       zz + slope * slope * key[2] * key[2]},
        .height = height,
    };
    project(block, m + 12, cast.mean);
    blob_add(block, &cast, 0.50f);
    float near_floor = 1 - height / (2 * extent[1] + 0.01f);
    struct blob below = {
        .mean = {m[12], m[14]}, .covariance = {1.6f * xx, 0, 1.6f * zz}, .height = height};
    if (near_floor > 0)
        blob_add(block, &below, 0.55f * fminf(near_floor, 1));
}

int studio_blobs(struct frame_block *block, const struct render_frame *frame)
{
    for (int i = 0; i < frame->cloth_count && frame->floor; i++)
        blob_of_cloth(block, &frame->cloths[i]);
    for (int i = 0; i < frame->solid_count && frame->floor; i++)
        blob_of_solid(block, &frame->solids[i]);
    return (int)block->floor[1];
}

// sRGB, as picked by eye: a neutral, slightly cool paper, so that fabric looks warm before it.
static const float paper_low[3] = {0.715f, 0.725f, 0.735f};
static const float paper_high[3] = {0.300f, 0.320f, 0.345f};
static const float paper_floor[3] = {0.700f, 0.702f, 0.705f};

// Without the studio all of it has the clear colour, and the floor is only its shadows.
void studio_colours(struct frame_block *block, const struct render_frame *frame)
{
    const float *clear = frame->clear_colour;
    memcpy(block->backdrop_low, frame->studio ? paper_low : clear, sizeof paper_low);
    memcpy(block->backdrop_high, frame->studio ? paper_high : clear, sizeof paper_high);
    memcpy(block->floor_colour, frame->studio ? paper_floor : clear, sizeof paper_floor);
    colours_to_linear(block->backdrop_low, block->fog_colour);
}

// The shadows lie in the floor's plane, so they are pulled a little in front of it.
static void blobs_draw(const struct render *r, int count)
{
    glUseProgram(r->shaders.programs[PROGRAM_BLOBS].id);
    glEnable(GL_POLYGON_OFFSET_FILL);
    glPolygonOffset(-1, -2);
    glEnable(GL_BLEND);
    glBlendFunc(GL_ZERO, GL_SRC_COLOR);
    glDepthMask(GL_FALSE);
    glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, count);
    glDepthMask(GL_TRUE);
    glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
    glDisable(GL_BLEND);
    glDisable(GL_POLYGON_OFFSET_FILL);
}

void pass_studio_draw(struct render *r, const struct render_frame *frame, int blob_count)
{
    glDisable(GL_FRAMEBUFFER_SRGB); // see studio.glsl
    glBindVertexArray(r->empty_array);
    if (frame->floor) {
        glUseProgram(r->shaders.programs[PROGRAM_FLOOR].id);
        glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
    }
    if (frame->floor && blob_count)
        blobs_draw(r, blob_count);
    if (frame->studio) {
        glUseProgram(r->shaders.programs[PROGRAM_BACKDROP].id);
        glDrawArrays(GL_TRIANGLES, 0, 3);
    }
    glEnable(GL_FRAMEBUFFER_SRGB);
}
