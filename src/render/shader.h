/* shader.h: the programs of the renderer, one vertex and fragment shader pair a pass (the edges
 * have a geometry shader as well), their uniforms, and where their text comes from. */
#ifndef WEFT_RENDER_SHADER_H
#define WEFT_RENDER_SHADER_H

#include <glad/gl.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum program_id {
    PROGRAM_BACKDROP,
    PROGRAM_FLOOR,
    PROGRAM_BLOBS,
    PROGRAM_SOLIDS,
    PROGRAM_CLOTH,
    PROGRAM_NORMALS,
    PROGRAM_HEAT,
    PROGRAM_EDGES,
    PROGRAM_PARTICLES,
    PROGRAM_LINES,
    PROGRAM_POINTS,
    PROGRAM_COUNT
};

enum uniform_id {
    UNIFORM_MODEL,          /* mat4: a solid's transform */
    UNIFORM_SIZE,           /* vec4: a solid's axes and half length */
    UNIFORM_COLOUR,         /* vec3, linear */
    UNIFORM_TEXTURE,        /* sampler2D, unit 0 */
    UNIFORM_NORMAL_MAP,     /* sampler2D, unit 1 */
    UNIFORM_TEXTURE_REPEAT, /* vec2 */
    UNIFORM_NORMAL_REPEAT,  /* vec2 */
    UNIFORM_SHEEN,          /* float */
    UNIFORM_HEAT_RANGE,     /* float */
    UNIFORM_HEAT_TABLE,     /* vec3[HEAT_COUNT], linear */
    UNIFORM_WIDTH,          /* float: line width or point size, px */
    UNIFORM_PART,           /* int, enum line_part: which of the lines or points are drawn */
    UNIFORM_COUNT
};

struct program {
    GLuint id;
    GLint uniform[UNIFORM_COUNT]; /* -1 where the program has none */
};

/* A shader file as embedded in the program; the generated list ends with a NULL name. */
struct shader_file {
    const char *name;
    const char *text;
};
extern const struct shader_file shader_files_embedded[];

struct shaders {
    struct program programs[PROGRAM_COUNT];
    char *folder;                 /* NULL: embedded only */
    uint64_t stamp;               /* of the files' modification times and sizes when last read */
    char error[512];              /* empty when all is as on disk */
    uint64_t told[PROGRAM_COUNT]; /* hashes of the lines of this reading */
    int told_count;
    void (*message)(void *user, const char *line);
    void *user;
};

/* Loads all programs; false and an error only when the embedded text itself does not compile. */
bool shaders_create(struct shaders *s, const char *folder, char *error, size_t error_size);
void shaders_destroy(struct shaders *s);
bool shaders_reload(struct shaders *s);
bool shaders_changed(const struct shaders *s);

#endif
