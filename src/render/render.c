/* render.c: makes and frees the renderer: looks up the GL functions, checks the version, listens to
 * the driver's messages. */
#include "render_internal.h"

#include <assert.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void error_set(char *error, size_t size, const char *format, ...)
{
    if (!error || !size)
        return;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(error, size, format, arguments);
    va_end(arguments);
}

FILE *file_open_regular(const char *path, struct stat *status, const char **reason)
{
    *reason = NULL;
    if (stat(path, status) != 0)
        *reason = strerror(errno);
    else if (S_ISDIR(status->st_mode))
        *reason = "it is a folder; give a file";
    else if (!S_ISREG(status->st_mode))
        *reason = "it is not a regular file; copy it into one";
    FILE *file = *reason ? NULL : fopen(path, "rb");
    if (!file && !*reason)
        *reason = strerror(errno);
    return file;
}

static void message_to_stderr(void *user, const char *line)
{
    (void)user;
    fprintf(stderr, "weft: %s\n", line);
}

struct render_config render_config_default(void)
{
    return (struct render_config){.samples = 4, .message = message_to_stderr};
}

/* --- what the driver says -------------------------------------------------------------------- */

static bool message_is_new(struct render *r, const char *text)
{
    unsigned hash = 2166136261u;
    for (const char *c = text; *c; c++)
        hash = (hash ^ (unsigned char)*c) * 16777619u;
    for (int i = 0; i < r->message_count; i++) {
        if (r->message_hashes[i] == hash)
            return false;
    }
    if (r->message_count == MESSAGE_MAX)
        return false;
    r->message_hashes[r->message_count++] = hash;
    return true;
}

static void GLAD_API_PTR debug_message(GLenum source, GLenum type, GLuint id, GLenum severity,
                                       GLsizei length, const GLchar *text, const void *user)
{
    (void)id;
    (void)length;
    struct render *r = (struct render *)(uintptr_t)user;
    /* Compile errors are reported with the file's name by shader.c. */
    if (source == GL_DEBUG_SOURCE_SHADER_COMPILER || severity == GL_DEBUG_SEVERITY_NOTIFICATION)
        return;
    if (type == GL_DEBUG_TYPE_ERROR)
        r->gl_errors++;
    if (message_is_new(r, text)) {
        char line[512];
        snprintf(line, sizeof line, "OpenGL: %.*s", (int)strcspn(text, "\r\n"), text);
        r->message(r->user, line);
    }
}

static void debug_listen(struct render *r)
{
    GLint flags = 0;
    glGetIntegerv(GL_CONTEXT_FLAGS, &flags);
    if (!GLAD_GL_KHR_debug || !glDebugMessageCallback || !(flags & GL_CONTEXT_FLAG_DEBUG_BIT))
        return;
    glEnable(GL_DEBUG_OUTPUT);
    glEnable(GL_DEBUG_OUTPUT_SYNCHRONOUS);
    glDebugMessageCallback(debug_message, r);
    r->debug_callback = true;
}

/* With the callback errors are counted there; the queue is emptied all the same. */
int gl_errors_take(struct render *r)
{
    int count = 0;
    /* A lost context answers an error for ever, hence the limit. */
    for (GLenum error = glGetError(); error != GL_NO_ERROR && count < 16; error = glGetError()) {
        count++;
        if (r->debug_callback)
            continue;
        r->gl_errors++;
        char line[64];
        snprintf(line, sizeof line, "OpenGL error 0x%04x", (unsigned)error);
        if (message_is_new(r, line))
            r->message(r->user, line);
    }
    return count;
}

int render_gl_errors(struct render *r)
{
    gl_errors_take(r);
    return r->gl_errors;
}

const char *render_device(const struct render *r)
{
    return r->device;
}

/* --- create and destroy ---------------------------------------------------------------------- */

struct lookup {
    render_function (*load)(const char *name);
    char missing[64]; /* the first function that there is not */
};

static GLADapiproc lookup_function(void *user, const char *name)
{
    struct lookup *lookup = user;
    render_function function = lookup->load(name);
    if (!function && !lookup->missing[0])
        snprintf(lookup->missing, sizeof lookup->missing, "%s", name);
    return (GLADapiproc)function;
}

static bool functions_load(struct render *r, const struct render_config *config, char *error,
                           size_t error_size)
{
    struct lookup lookup = {.load = config->load};
    int version = gladLoadGLUserPtr(lookup_function, &lookup);
    if (!version) {
        error_set(error, error_size,
                  "no OpenGL: no context is current, or the driver has none; install a graphics "
                  "driver (Mesa: libgl1-mesa-dri)");
        return false;
    }
    const char *name = (const char *)glGetString(GL_RENDERER);
    snprintf(r->device, sizeof r->device, "%s, OpenGL %d.%d", name ? name : "unknown device",
             GLAD_VERSION_MAJOR(version), GLAD_VERSION_MINOR(version));
    if (version < GLAD_MAKE_VERSION(3, 3)) {
        error_set(error, error_size,
                  "weft needs OpenGL 3.3 or later, this is %s; update the graphics driver, or set "
                  "LIBGL_ALWAYS_SOFTWARE=1 for Mesa's software one",
                  r->device);
        return false;
    }
    if (lookup.missing[0]) {
        error_set(error, error_size,
                  "the OpenGL driver (%s) lacks the function %s; update the graphics driver",
                  r->device, lookup.missing);
        return false;
    }
    return true;
}

static void limits_read(struct render *r)
{
    GLint samples = 0, side = 0;
    glGetIntegerv(GL_MAX_SAMPLES, &samples);
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &side);
    r->samples_max = samples;
    target_ask_window(&r->target);
    r->texture_side_max = side;
    r->anisotropy = 1;
    if (GLAD_GL_EXT_texture_filter_anisotropic) {
        glGetFloatv(GL_MAX_TEXTURE_MAX_ANISOTROPY_EXT, &r->anisotropy);
        /* The eye sees little beyond 8. Mesa's software rasterisers pay for every probe, and their
         * anisotropic filter can take seconds for one frame with MSAA (22.3): none there. */
        bool software = strstr(r->device, "llvmpipe") || strstr(r->device, "softpipe");
        r->anisotropy = software ? 1 : r->anisotropy < 8 ? r->anisotropy : 8;
    }
}

static bool resources_create(struct render *r, const struct render_config *config, char *error,
                             size_t error_size)
{
    r->shaders.message = r->message;
    r->shaders.user = r->user;
    if (!shaders_create(&r->shaders, config->shader_folder, error, error_size))
        return false;
    glGenBuffers(1, &r->frame_buffer);
    glBindBuffer(GL_UNIFORM_BUFFER, r->frame_buffer);
    glBufferData(GL_UNIFORM_BUFFER, sizeof(struct frame_block), NULL, GL_DYNAMIC_DRAW);
    glGenVertexArrays(1, &r->empty_array);
    pass_lines_create(r);
    static const unsigned char white[4] = {255, 255, 255, 255}, smooth[4] = {128, 128, 255, 255};
    r->white = render_texture_create(r, 1, 1, white, RENDER_TEXTURE_COLOUR, error, error_size);
    r->smooth = render_texture_create(r, 1, 1, smooth, RENDER_TEXTURE_NORMAL, error, error_size);
    if (!r->white || !r->smooth)
        return false;
    if (!pass_solids_create(r) || gl_errors_take(r)) {
        error_set(error, error_size, "the renderer cannot make its buffers: out of memory");
        return false;
    }
    return true;
}

struct render *render_create(const struct render_config *config, char *error, size_t error_size)
{
    assert(config && config->load);
    struct render *r = calloc(1, sizeof *r);
    if (!r) {
        error_set(error, error_size, "out of memory");
        return NULL;
    }
    r->message = config->message ? config->message : message_to_stderr;
    r->user = config->user;
    if (!functions_load(r, config, error, error_size)) {
        free(r);
        return NULL;
    }
    if (config->debug)
        debug_listen(r);
    limits_read(r);
    render_set_samples(r, config->samples);
    if (!resources_create(r, config, error, error_size)) {
        render_destroy(r);
        return NULL;
    }
    return r;
}

void render_destroy(struct render *r)
{
    if (!r)
        return;
    while (r->cloths)
        render_cloth_destroy(r, r->cloths);
    while (r->textures)
        render_texture_destroy(r, r->textures);
    pass_solids_destroy(r);
    pass_lines_destroy(r);
    target_destroy(&r->target);
    glDeleteBuffers(1, &r->frame_buffer);
    glDeleteVertexArrays(1, &r->empty_array);
    shaders_destroy(&r->shaders);
    if (r->debug_callback)
        glDebugMessageCallback(NULL, NULL);
    free(r);
}

int render_set_samples(struct render *r, int samples)
{
    if (samples > r->samples_max)
        samples = r->samples_max;
    r->samples = samples >= 8 ? 8 : samples >= 4 ? 4 : samples >= 2 ? 2 : 0;
    return r->samples;
}

int render_samples(const struct render *r)
{
    return r->samples;
}

bool render_reload_shaders(struct render *r)
{
    return shaders_reload(&r->shaders);
}

bool render_watch_shaders(struct render *r)
{
    return shaders_changed(&r->shaders);
}

const char *render_shader_error(const struct render *r)
{
    return r->shaders.error[0] ? r->shaders.error : NULL;
}
