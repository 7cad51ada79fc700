/* pass_studio.c: the floor and the backdrop, like the paper sweep of a photographer: the floor runs
 * into the wall without a corner. Also the soft shadows on the floor: each cloth and solid throws
 * one Gaussian spot along the key light, which costs nothing and keeps things from floating. */
#include "render_internal.h"

#include <math.h>
#include <string.h>

#define CAST_STRENGTH 0.42f    /* of a shadow along the key light, in sRGB values */
#define CONTACT_STRENGTH 0.62f /* where a thing touches the floor */
#define CONTACT_HEIGHT 0.6f    /* from where on cloth leaves the floor its sky, m */

/* A shadow on the floor: mean and covariance (xx, xz, zz), and how high above the floor its thing
 * is. */
struct blob {
    float mean[2], covariance[3], height;
    bool bell; /* of the light from all around rather than from the key */
};

/* The shadow spreads with the height, and pales: the key light is as wide as a soft box. */
static void blob_add(struct frame_block *block, const struct blob *blob, float strength)
{
    int i = (int)block->floor[1];
    if (i == BLOB_MAX || !(strength > 0) || !(blob->height > -0.2f) ||
        !isfinite(blob->mean[0] + blob->mean[1]))
        return;
    float spread = 0.03f + 0.20f * fmaxf(blob->height, 0);
    float xx = blob->covariance[0] + spread * spread, xz = blob->covariance[1];
    float zz = blob->covariance[2] + spread * spread;
    float before = blob->covariance[0] * blob->covariance[2] - xz * xz, after = xx * zz - xz * xz;
    if (!(after > 1e-12f))
        return;
    float kept = sqrtf(fmaxf(before, 0) / after); /* of the shadow that there is without a spread */
    float *centre = block->blob_centre[i], *shape = block->blob_shape[i];
    centre[0] = blob->mean[0];
    centre[1] = blob->mean[1];
    centre[2] = strength * fmaxf(kept, 0.25f); /* a large cloth stays dark in its middle */
    centre[3] = blob->bell ? 0 : 1 + kept;
    shape[0] = sqrtf(xx);
    shape[1] = xz / shape[0];
    shape[2] = sqrtf(after / xx);
    block->floor[1] = (float)(i + 1);
}

/* The point's shadow on the floor along the key light; a low light is taken as a higher one. */
static void project(const struct frame_block *block, const float p[3], float to[2])
{
    const float *key = block->key_direction;
    float t = (p[1] - block->floor[0]) / fmaxf(key[1], 0.35f);
    to[0] = p[0] - t * key[0];
    to[1] = p[2] - t * key[2];
}

/* Mean and covariance of points on the floor. */
struct spread {
    float sum[2], square[3];
    int count;
};

static void spread_add(struct spread *s, float x, float z)
{
    s->sum[0] += x;
    s->sum[1] += z;
    s->square[0] += x * x;
    s->square[1] += x * z;
    s->square[2] += z * z;
    s->count++;
}

static struct blob spread_blob(const struct spread *s, float height)
{
    float n = 1.0f / (float)s->count, x = s->sum[0] * n, z = s->sum[1] * n;
    return (struct blob){
        .mean = {x, z},
        .covariance = {s->square[0] * n - x * x, s->square[1] * n - x * z,
                       s->square[2] * n - z * z},
        .height = height,
    };
}

/* One spot along the key light, and one below where the cloth is near the floor and keeps the sky
 * from it. A thousand vertices, evenly picked, tell the shape well enough. */
static void blob_of_cloth(struct frame_block *block, const struct render_cloth_draw *draw)
{
    int count = draw->cloth->vertex_count, stride = count / 1024 + 1;
    if (!draw->vertices || !draw->cloth->triangle_count)
        return;
    struct spread cast = {0}, below = {0};
    float height = 0, lowest = INFINITY;
    for (int i = 0; i < count; i += stride) {
        const float *p = draw->vertices[i].position;
        float at[2];
        project(block, p, at);
        spread_add(&cast, at[0], at[1]);
        spread_add(&below, p[0], p[2]);
        height += p[1] - block->floor[0];
        lowest = fminf(lowest, p[1] - block->floor[0]);
    }
    struct blob blob = spread_blob(&cast, height / (float)cast.count);
    blob_add(block, &blob, CAST_STRENGTH);
    blob = spread_blob(&below, lowest);
    blob.bell = true;
    blob_add(block, &blob, CONTACT_STRENGTH * fmaxf(1 - lowest / CONTACT_HEIGHT, 0));
}

/* Half the solid's extent along each world axis. */
static void solid_extent(const struct render_solid *solid, float extent[3])
{
    const float *m = solid->transform, *size = solid->size;
    bool box = solid->kind == RENDER_SOLID_BOX, ball = solid->kind == RENDER_SOLID_SPHERE;
    float along = ball ? 0 : size[1]; /* half length of the axis that turns with the solid */
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

/* Two spots: one along the key light, drawn out by the solid's height, and a small dark one below,
 * where the floor sees the solid instead of the sky. */
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
    blob_add(block, &cast, CAST_STRENGTH);
    struct blob below = {.mean = {m[12], m[14]},
                         .covariance = {1.5f * xx, 0, 1.5f * zz},
                         .height = height,
                         .bell = true};
    float size = 2 * extent[1] + 0.01f;
    blob_add(block, &below, CONTACT_STRENGTH * fminf(fmaxf(1 - height / size, 0), 1));
}

int studio_blobs(struct frame_block *block, const struct render_frame *frame)
{
    for (int i = 0; i < frame->cloth_count && frame->floor; i++)
        blob_of_cloth(block, &frame->cloths[i]);
    for (int i = 0; i < frame->solid_count && frame->floor; i++)
        blob_of_solid(block, &frame->solids[i]);
    return (int)block->floor[1];
}

/* sRGB, as picked by eye: white paper under a warm lamp, its shade a little cool, so that fabric
 * looks warm before it. */
static const float paper_low[3] = {0.835f, 0.841f, 0.848f};
static const float paper_high[3] = {0.650f, 0.670f, 0.700f};
static const float paper_floor[3] = {0.915f, 0.911f, 0.904f};
#define POOL_FALL 0.045f /* of the light from the picture's middle to its corners */

/* Without the studio all of it has the clear colour, and the floor is only its shadows. */
void studio_colours(struct frame_block *block, const struct render_frame *frame)
{
    const float *clear = frame->clear_colour;
    memcpy(block->backdrop_low, frame->studio ? paper_low : clear, sizeof paper_low);
    memcpy(block->backdrop_high, frame->studio ? paper_high : clear, sizeof paper_high);
    memcpy(block->floor_colour, frame->studio ? paper_floor : clear, sizeof paper_floor);
    block->backdrop_low[3] = frame->studio ? POOL_FALL : 0;
    colours_to_linear(block->backdrop_low, block->fog_colour);
}

/* The shadows lie in the floor's plane, so they are pulled a little in front of it. */
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
}
