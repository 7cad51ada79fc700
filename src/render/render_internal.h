/* render_internal.h: the renderer's data on one page, and what its files offer each other.
 * Only files of src/render include it. */
#ifndef WEFT_RENDER_INTERNAL_H
#define WEFT_RENDER_INTERNAL_H

#include "render.h"
#include "shader.h"

#include <glad/gl.h>
#include <stdio.h>
#include <sys/stat.h>

enum {
    FRAME_BLOCK_BINDING = 0,
    BLOB_MAX = 16,   /* soft shadows on the floor */
    HEAT_COUNT = 9,  /* colours of the heat map */
    MESSAGE_MAX = 64 /* distinct GL messages that are told */
};

/* Where vertex attributes are bound, the same numbers as in the shaders. */
enum attribute_id {
    ATTRIBUTE_POSITION = 0,
    ATTRIBUTE_NORMAL = 1,
    ATTRIBUTE_VALUE = 2,
    ATTRIBUTE_UV = 3,
};

/* What all shaders of a frame share: the std140 block `Frame` of frame.glsl, field by field. */
struct frame_block {
    float view_projection[16];
    float view[16];
    float projection[16];
    float inverse_view_projection[16];
    float eye[4]; /* w: fog density */
    float key_direction[4], key_colour[4];
    float fill_direction[4], fill_colour[4];
    float sky_colour[4], ground_colour[4];
    float backdrop_low[4], backdrop_high[4]; /* sRGB; low's w: fall of the pool of light */
    float fog_colour[4];                     /* linear */
    float viewport[4];                       /* width, height, 1 / width, 1 / height, px */
    float floor_colour[4];                   /* sRGB */
    float floor[4];                          /* x: height; y: number of blobs */
    /* Soft shadows: centre x, z, strength, sharpness; then the axes (x, y) and (0, z). */
    float blob_centre[BLOB_MAX][4];
    float blob_shape[BLOB_MAX][4];
};

/* Where the scene is drawn before it goes to the window; or the window itself, framebuffer 0. */
struct target {
    bool window_fits;        /* the window is sRGB and has depth: can be drawn into */
    bool resolves_to_window; /* samples are averaged right into it */
    bool direct;             /* framebuffer 0, no buffers */
    bool refused;            /* by the driver, at this size and with these samples */
    int width, height, samples;
    GLuint framebuffer, colour, depth; /* as many samples as asked for */
    GLuint resolve, resolve_colour;    /* one sample; only where there are more */
};

struct mesh {
    GLuint vertices, indices, array;
    int index_count;
};

enum { MESH_CAPSULE, MESH_CYLINDER, MESH_BOX, MESH_COUNT };

struct render_cloth {
    struct render_cloth *next;
    GLuint array, stream, uv, triangles, edges;
    int vertex_count, triangle_count, edge_count;
};

struct render_texture {
    struct render_texture *next;
    GLuint id;
    int width, height;
};

struct render {
    struct shaders shaders;
    struct target target;
    GLuint frame_buffer; /* the uniform block */
    GLuint empty_array;  /* for the full-screen triangle */
    struct mesh meshes[MESH_COUNT];
    GLuint line_array, line_buffer;
    GLuint point_array, point_buffer;
    struct render_texture *white, *smooth; /* what NULL textures stand for */
    struct render_cloth *cloths;
    struct render_texture *textures;

    int samples, samples_max;
    float anisotropy; /* 1: none */
    int texture_side_max;
    bool debug_callback;
    int gl_errors;
    unsigned message_hashes[MESSAGE_MAX];
    int message_count;
    void (*message)(void *user, const char *line);
    void *user;
    char device[256];
};

/* Opens a regular file for reading; what else there may be could keep us waiting. Null with a reason. */
FILE *file_open_regular(const char *path, struct stat *status, const char **reason);

/* Formats one line into error, cut to size; nothing where error is NULL. */
void error_set(char *error, size_t size, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 3, 4)))
#endif
    ;

/* Takes the GL errors that wait, counts them; returns how many there were. */
int gl_errors_take(struct render *r);

float colour_to_linear(float srgb);
float colour_to_srgb(float linear);
void colours_to_linear(const float srgb[3], float linear[3]);

/* The heat map's colours, linear, as the shader interpolates them. */
void heat_table(float linear[HEAT_COUNT][3]);

/* target.c */
void target_ask_window(struct target *t);
bool target_prepare(struct target *t, int width, int height, int samples);
void target_show(const struct target *t);
void target_destroy(struct target *t);

/* mipmap.c */
bool mipmap_upload(const unsigned char *rgba, int width, int height, bool srgb);

/* cloth.c */
void cloth_upload(struct render_cloth *cloth, const struct render_vertex *vertices);

/* The passes of a frame, in the order of frame.c. */
void pass_cloth_faces(struct render *r, const struct render_frame *frame);
void pass_cloth_edges(struct render *r, const struct render_frame *frame);
bool pass_solids_create(struct render *r);
void pass_solids_draw(struct render *r, const struct render_frame *frame);
void pass_solids_destroy(struct render *r);
void pass_studio_draw(struct render *r, const struct render_frame *frame, int blob_count);
void studio_colours(struct frame_block *block, const struct render_frame *frame);
int studio_blobs(struct frame_block *block, const struct render_frame *frame);
void pass_lines_create(struct render *r);
void pass_lines_draw(struct render *r, const struct render_frame *frame);
void pass_lines_destroy(struct render *r);

#endif
