/* render.h: the public interface of weft's renderer. Plain arrays in, pixels out.
 *
 * It draws one struct render_frame into the window whose OpenGL context is current. It knows
 * neither the window library, nor the panel, nor the solver: the caller passes a function that
 * looks up GL functions, and arrays of positions, normals and colours.
 *
 * Conventions
 *   Lengths are in metres, Y is up, right-handed. Sizes called px are framebuffer pixels.
 *   Matrices are float[16], column-major, as OpenGL and cglm store them; clip depth is -1 to 1.
 *   Colours named `colour` are sRGB, 0 to 1, as picked on a screen. Light colours are linear.
 *   Every call must come from the thread in which the GL context that was current at render_create
 *   is current. Pointers inside a frame are only read during the call; nothing is kept.
 *   A struct is filled from its default function first, then changed.
 *   `error` arguments: on failure one line without newline that says what is wrong and what to do
 *   is written there (cut to error_size); they may be NULL with size 0.
 */
#ifndef WEFT_RENDER_H
#define WEFT_RENDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

struct render;         /* the renderer: programs, targets and buffers of one GL context */
struct render_cloth;   /* the geometry of one cloth or particle system; belongs to its renderer */
struct render_texture; /* an image on the GPU with all its mipmaps; belongs to its renderer */

/* --- create and destroy ---------------------------------------------------------------------- */

typedef void (*render_function)(void);

struct render_config {
    /* Looks up a GL function, e.g. glfwGetProcAddress. Required. */
    render_function (*load)(const char *name);
    /* Folder of the shader files, or NULL for those embedded in the program. Copied. */
    const char *shader_folder;
    /* MSAA samples a pixel: 0 (off), 2, 4 or 8; cut to what the driver can do. Default 4. With 0
     * the scene is drawn right into a window that is sRGB and has 24 bits of depth. */
    int samples;
    /* Install a KHR_debug callback (where the context has it): each distinct message goes once to
     * `message`, and errors are counted. Without it, errors are counted by glGetError, once a
     * frame. */
    bool debug;
    /* Receives one line (without newline) for what is worth telling: a shader file that is missing
     * or broken and what was done instead, a GL message. NULL: lines go to stderr. */
    void (*message)(void *user, const char *line);
    void *user;
};

struct render_config render_config_default(void);

/* Makes a renderer for the current GL context. Returns NULL and an error when the context is older
 * than OpenGL 3.3, lacks a function, or memory runs out. Shader files that are missing or broken
 * are no error: the embedded ones are used instead, and `message` says so. */
struct render *render_create(const struct render_config *config, char *error, size_t error_size);

/* Frees the renderer with all its cloths and textures. NULL does nothing. */
void render_destroy(struct render *r);

/* The driver's own name and GL version on one line, e.g. "llvmpipe (LLVM 15.0.6), OpenGL 4.5". */
const char *render_device(const struct render *r);

/* GL errors seen since render_create. Zero in a sound program. */
int render_gl_errors(struct render *r);

/* Changes the MSAA samples from the next frame on: 0 (off), 2, 4 or 8, cut to what the driver can
 * do. Returns what is in use from then on; a driver that then refuses the buffers gets 0, once and
 * with a message. */
int render_set_samples(struct render *r, int samples);
int render_samples(const struct render *r);

/* --- shaders --------------------------------------------------------------------------------- */

/* Compiles every shader again, from the shader folder where there is one. A program that does not
 * compile or link is kept as it was, and `message` and render_shader_error tell why. Returns true
 * when all are good. */
bool render_reload_shaders(struct render *r);

/* True when a shader file changed, came or went since it was last read. Looks at a dozen
 * modification times: call it a few times a second, then render_reload_shaders. */
bool render_watch_shaders(struct render *r);

/* The shader error that still stands, one line, or NULL when all shaders are as on disk. */
const char *render_shader_error(const struct render *r);

/* --- cloths ---------------------------------------------------------------------------------- */

/* One vertex of the stream: 28 bytes, uploaded as it is. */
struct render_vertex {
    float position[3]; /* m */
    float normal[3];   /* unit length, or zero where there is none */
    float value;       /* strain (1 = 100 %), shown by RENDER_VIEW_HEAT; below 0 is compression */
};

/* What stays while the cloth moves. Arrays are copied; any count may be 0. */
struct render_cloth_def {
    int vertex_count;          /* 0 to 16 Mi */
    const float *uv;           /* 2 floats a vertex, or NULL for 0, 0 */
    int triangle_count;        /* triangles, counter-clockwise seen from the front */
    const uint32_t *triangles; /* 3 vertex indices a triangle, each below vertex_count */
    int edge_count;            /* edges of the line views; need not be edges of triangles */
    const uint32_t *edges;     /* 2 vertex indices an edge, each below vertex_count */
};

/* Makes the buffers of a cloth. Returns NULL and an error when an index is out of range or the
 * driver has no memory. Until vertices are drawn all are at the origin. */
struct render_cloth *render_cloth_create(struct render *r, const struct render_cloth_def *def,
                                         char *error, size_t error_size);

/* Replaces the whole topology (a tear, another grid). False and an error as above; then the cloth
 * is as it was before. */
bool render_cloth_update(struct render *r, struct render_cloth *cloth,
                         const struct render_cloth_def *def, char *error, size_t error_size);

void render_cloth_destroy(struct render *r, struct render_cloth *cloth);

/* Copies the vertex stream as the GPU has it, for tests: `vertices` has room for `count`. Returns
 * the number copied: the smaller of count and the cloth's own. */
int render_cloth_read_back(struct render *r, const struct render_cloth *cloth,
                           struct render_vertex *vertices, int count);

/* --- textures -------------------------------------------------------------------------------- */

enum render_texture_kind {
    RENDER_TEXTURE_COLOUR, /* sRGB colour */
    RENDER_TEXTURE_NORMAL, /* tangent-space normal map, linear; green points along +v */
};

/* Largest side of an image, px; the driver's own limit may be lower. */
enum { RENDER_TEXTURE_SIDE_MAX = 16384 };

/* Loads any image that stb_image reads (PNG, JPEG, BMP, TGA, ...). Returns NULL and an error that
 * names the path and the reason (no file, a folder, corrupt, too large). The first row of the image
 * is the highest v. */
struct render_texture *render_texture_load(struct render *r, const char *path,
                                           enum render_texture_kind kind, char *error,
                                           size_t error_size);

/* The same from memory: width * height * 4 bytes RGBA, first row lowest v. Copied. */
struct render_texture *render_texture_create(struct render *r, int width, int height,
                                             const unsigned char *rgba,
                                             enum render_texture_kind kind, char *error,
                                             size_t error_size);

/* Width / height of the image. */
float render_texture_aspect(const struct render_texture *texture);

void render_texture_destroy(struct render *r, struct render_texture *texture);

/* --- one frame ------------------------------------------------------------------------------- */

enum render_view {
    RENDER_VIEW_TEXTURED,
    RENDER_VIEW_WIREFRAME, /* edges over textured */
    RENDER_VIEW_LINES,     /* edges only */
    RENDER_VIEW_PARTICLES, /* a round point a vertex */
    RENDER_VIEW_NORMALS,   /* the normal's x, y, z as red, green, blue */
    RENDER_VIEW_HEAT,      /* the vertex value as render_heat_colour */
    RENDER_VIEW_COUNT
};

/* One cloth of a frame. A cloth without triangles is drawn as edges and points in every view. */
struct render_cloth_draw {
    struct render_cloth *cloth;
    /* The stream: as many as the def's vertex_count, or NULL to draw what was uploaded last. */
    const struct render_vertex *vertices;
    enum render_view view;
    const struct render_texture *texture;    /* colour; NULL: white */
    const struct render_texture *normal_map; /* weave; NULL: smooth */
    float texture_repeat[2];                 /* repeats a unit of u and of v. Default 1, 1 */
    float normal_repeat[2];                  /* the same of normal_map. Default 1, 1 */
    float colour[3];                         /* multiplies the texture. Default 1, 1, 1 */
    float sheen;                             /* fuzz at grazing angles, 0 to 1. Default 0.25 */
    float line_colour[3];                    /* of edges and points */
    float line_width;                        /* px. Default 1 */
    float point_size;                        /* px. Default 5 */
    float heat_range;                        /* strain at the ends of the heat map. Default 0.05 */
};

struct render_cloth_draw render_cloth_draw_default(void);

enum render_solid_kind {
    RENDER_SOLID_SPHERE,  /* size[0] = radius */
    RENDER_SOLID_CAPSULE, /* size[0] = radius, size[1] = half length of the straight part along Y */
    RENDER_SOLID_CYLINDER, /* size[0] = radius, size[1] = half height, along Y */
    RENDER_SOLID_BOX,      /* size = half extents */
};

struct render_solid {
    enum render_solid_kind kind;
    float size[3];       /* m */
    float transform[16]; /* rotation and translation, no scale */
    float colour[3];
};

/* A line as a screen-space ribbon: any width, in one flat colour. */
struct render_line {
    float a[3], b[3]; /* m */
    float colour[4];  /* with alpha */
    float width;      /* px */
    bool on_top;      /* drawn over everything instead of depth-tested */
};

/* A round point that keeps its size on the screen. */
struct render_point {
    float position[3]; /* m */
    float colour[4];   /* with alpha */
    float size;        /* diameter, px */
    float hidden; /* part of its alpha that still shows where something is before it. Default 0 */
    bool on_top;
};

/* The lights. Directions point from the scene to the light and need not be of unit length. */
struct render_light {
    float key_direction[3];
    float key_colour[3]; /* linear; 1 lights a facing white surface fully */
    float fill_direction[3];
    float fill_colour[3];
    float sky_colour[3];    /* ambient from above, linear */
    float ground_colour[3]; /* ambient from below, linear */
};

struct render_frame {
    int width, height;    /* framebuffer size, px; 0 draws nothing */
    float view[16];       /* world to camera; rotation and translation only */
    float projection[16]; /* perspective or orthographic */
    struct render_light light;
    bool studio;           /* the backdrop and paper floor; else clear_colour for both */
    bool floor;            /* the floor plane with its soft shadows. Default true */
    float floor_height;    /* m. Default 0 */
    float clear_colour[3]; /* behind everything where there is no studio */
    float fog_density; /* 1/m; distance fog 1 - exp(-(density * distance)^2); 0 is off. Default 0 */

    const struct render_cloth_draw *cloths;
    int cloth_count;
    const struct render_solid *solids;
    int solid_count;
    const struct render_line *lines;
    int line_count;
    const struct render_point *points;
    int point_count;
};

/* An empty studio: lights, floor and backdrop set; size and camera still zero. */
struct render_frame render_frame_default(void);

/* Draws the frame into the window's framebuffer. Afterwards that framebuffer is bound, its viewport
 * is the whole frame, and sRGB conversion, depth test, blending and scissor are off, so that a
 * panel can be drawn on top with colours as they are. */
void render_frame_draw(struct render *r, const struct render_frame *frame);

/* The heat map: t from -1 (full compression) over 0 to 1 (full stretch), clamped; NaN is magenta.
 * Gives the very colour, sRGB 0 to 1, that RENDER_VIEW_HEAT shows on cloth that faces the camera;
 * cloth that turns away is a little darker. */
void render_heat_colour(float t, float rgb[3]);

/* --- screenshots ----------------------------------------------------------------------------- */

/* Reads the window's back buffer, panel included: width * height * 3 bytes RGB, top row first. Call
 * it before the swap. False when the size is not positive or GL fails. */
bool render_read_pixels(struct render *r, int width, int height, unsigned char *rgb);

/* Writes the same as a PNG to an open file. False with the reason in `error`. */
bool render_write_png(struct render *r, FILE *file, int width, int height, char *error,
                      size_t error_size);

/* Writes any RGB image, top row first. Needs no renderer. */
bool render_save_png(FILE *file, int width, int height, const unsigned char *rgb);

#ifdef __cplusplus
}
#endif

#endif
