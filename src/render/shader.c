/* shader.c: reads the shader files, expands their #include lines, compiles and links the programs.
 * A file that is missing or does not compile never stops the program: at start the embedded text
 * takes its place, later the old program stays. */
#include "shader.h"

#include "render_internal.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SOURCE_FILES_MAX = 16, SHADER_BYTES_MAX = 1 << 20, PATH_BYTES = 4096 };

/* The files of each program are these names with .vert, .geom (where there is one) and .frag. */
static const struct {
    const char *name;
    const char *vertex; /* whose vertex shader, where it is not its own */
} programs[PROGRAM_COUNT] = {
    [PROGRAM_BACKDROP] = {"backdrop", NULL}, [PROGRAM_FLOOR] = {"floor", NULL},
    [PROGRAM_BLOBS] = {"blobs", NULL},       [PROGRAM_SOLIDS] = {"solids", NULL},
    [PROGRAM_CLOTH] = {"cloth", NULL},       [PROGRAM_NORMALS] = {"normals", "cloth"},
    [PROGRAM_HEAT] = {"heat", "cloth"},      [PROGRAM_EDGES] = {"edges", NULL},
    [PROGRAM_LINES] = {"lines", NULL},       [PROGRAM_PARTICLES] = {"particles", NULL},
    [PROGRAM_POINTS] = {"points", NULL},
};

static const char *const uniform_names[UNIFORM_COUNT] = {
    [UNIFORM_MODEL] = "u_model",
    [UNIFORM_SIZE] = "u_size",
    [UNIFORM_COLOUR] = "u_colour",
    [UNIFORM_TEXTURE] = "u_texture",
    [UNIFORM_NORMAL_MAP] = "u_normal_map",
    [UNIFORM_TEXTURE_REPEAT] = "u_texture_repeat",
    [UNIFORM_NORMAL_REPEAT] = "u_normal_repeat",
    [UNIFORM_SHEEN] = "u_sheen",
    [UNIFORM_HEAT_RANGE] = "u_heat_range",
    [UNIFORM_HEAT_TABLE] = "u_heat_table",
    [UNIFORM_WIDTH] = "u_width",
    [UNIFORM_PART] = "u_part",
};

static const struct {
    GLenum type;
    const char *suffix;
    bool optional;
} stages[] = {
    {GL_VERTEX_SHADER, "vert", false},
    {GL_GEOMETRY_SHADER, "geom", true},
    {GL_FRAGMENT_SHADER, "frag", false},
};
enum { STAGE_COUNT = sizeof stages / sizeof stages[0] };

/* One stage's text while it is put together. The names turn the driver's file numbers into
 * files. */
struct source {
    char *text;
    size_t size, capacity;
    const char *names[SOURCE_FILES_MAX];
    int name_count;
    bool embedded_only;
    char error[512];
};

/* --- reading --------------------------------------------------------------------------------- */

static const struct shader_file *embedded_find(const char *name)
{
    for (const struct shader_file *f = shader_files_embedded; f->name; f++) {
        if (strcmp(f->name, name) == 0)
            return f;
    }
    return NULL;
}

static bool path_join(char path[PATH_BYTES], const char *folder, const char *name)
{
    int n = snprintf(path, PATH_BYTES, "%s/%s", folder, name);
    return n > 0 && n < PATH_BYTES;
}

/* The whole file as a string, to be freed; NULL and a reason when it cannot be read. */
static char *file_read(const char *folder, const char *name, const char **reason)
{
    char path[PATH_BYTES];
    *reason = "path too long";
    if (!path_join(path, folder, name))
        return NULL;
    struct stat status;
    FILE *file = file_open_regular(path, &status, reason);
    if (!file)
        return NULL;
    char *text = malloc(SHADER_BYTES_MAX + 1);
    size_t size = text ? fread(text, 1, SHADER_BYTES_MAX, file) : 0;
    bool good = text && !ferror(file) && fgetc(file) == EOF;
    *reason = good ? NULL : "not a readable text file of less than 1 MiB";
    fclose(file);
    if (!good) {
        free(text);
        return NULL;
    }
    text[size] = '\0';
    return text;
}

static bool source_append(struct source *source, const char *text, size_t size)
{
    if (source->size + size + 1 > source->capacity) {
        size_t capacity = 2 * (source->size + size + 1);
        char *grown = realloc(source->text, capacity);
        if (!grown) {
            snprintf(source->error, sizeof source->error, "out of memory");
            return false;
        }
        source->text = grown;
        source->capacity = capacity;
    }
    memcpy(source->text + source->size, text, size);
    source->size += size;
    source->text[source->size] = '\0';
    return true;
}

static bool source_line_number(struct source *source, int line, int file)
{
    char text[64];
    int n = snprintf(text, sizeof text, "#line %d %d\n", line, file);
    return source_append(source, text, (size_t)n);
}

static bool source_add_file(const struct shaders *s, struct source *source, const char *name);

/* The file that an #include line names, or NULL when the line is none. */
static const char *include_name(const char *line, const char *end, char name[64])
{
    static const char word[] = "#include \"";
    size_t length = (size_t)(end - line), skip = sizeof word - 1;
    if (length <= skip || memcmp(line, word, skip) != 0)
        return NULL;
    const char *first = line + skip, *quote = memchr(first, '"', length - skip);
    if (!quote || quote - first >= 64)
        return NULL;
    memcpy(name, first, (size_t)(quote - first));
    name[quote - first] = '\0';
    return name;
}

static bool source_add_text(const struct shaders *s, struct source *source, const char *text,
                            int file)
{
    int number = 1;
    for (const char *line = text; *line; number++) {
        const char *end = line + strcspn(line, "\n");
        char name[64];
        bool good = true;
        if (include_name(line, end, name)) {
            good = source_add_file(s, source, name) && source_line_number(source, number + 1, file);
        } else {
            good =
                source_append(source, line, (size_t)(end - line)) && source_append(source, "\n", 1);
            /* #version must come first, so files are numbered from the line after it. */
            if (good && number == 1 && source->name_count == 1)
                good = source_line_number(source, 2, file);
        }
        if (!good)
            return false;
        line = *end ? end + 1 : end;
    }
    return true;
}

static bool source_add_file(const struct shaders *s, struct source *source, const char *name)
{
    const struct shader_file *embedded = embedded_find(name);
    if (source->name_count == SOURCE_FILES_MAX) {
        snprintf(source->error, sizeof source->error,
                 "%s: more than %d files, or one includes itself", name, SOURCE_FILES_MAX);
        return false;
    }
    const char *reason = "not embedded either";
    char *text = NULL;
    if (s->folder && !source->embedded_only)
        text = file_read(s->folder, name, &reason);
    if (!text && embedded && s->folder && !source->embedded_only)
        snprintf(source->error, sizeof source->error, "%s/%s: %s", s->folder, name, reason);
    if (!text && !embedded) {
        snprintf(source->error, sizeof source->error, "%s: %s", name, reason);
        return false;
    }
    int file = source->name_count;
    source->names[source->name_count++] = embedded ? embedded->name : "included file";
    bool good = file == 0 || source_line_number(source, 1, file);
    good = good && source_add_text(s, source, text ? text : embedded->text, file);
    free(text);
    return good;
}

/* --- compiling ------------------------------------------------------------------------------- */

/* Turns the first line of the driver's log, "0:12(3): error: ..." or "0(12) : error ...", into
 * "cloth.frag:12: error: ...". */
static void log_to_error(const struct source *source, const char *log, char *error, size_t size)
{
    int file = 0, line = 0, used = 0, length = (int)strcspn(log, "\r\n");
    bool numbered = sscanf(log, "%d:%d%n", &file, &line, &used) == 2 ||
                    sscanf(log, "ERROR: %d:%d%n", &file, &line, &used) == 2 ||
                    sscanf(log, "%d(%d)%n", &file, &line, &used) == 2;
    const char *name = source->names[numbered && file >= 0 && file < source->name_count ? file : 0];
    const char *rest = log + used;
    if (numbered && *rest == '(')
        rest += strcspn(rest, ")") + 1;
    rest += strspn(rest, ": ");
    if (!numbered)
        snprintf(error, size, "%s: %.*s", name, length, log);
    else
        snprintf(error, size, "%s:%d: %.*s", name, line, (int)strcspn(rest, "\r\n"), rest);
}

/* Compiles one stage; 0 and an error on failure. *found is false when an optional stage has no
 * file. */
static GLuint stage_compile(const struct shaders *s, struct source *source, int program, int stage,
                            bool *found)
{
    char name[64];
    bool shared = stages[stage].type == GL_VERTEX_SHADER && programs[program].vertex;
    snprintf(name, sizeof name, "%s.%s", shared ? programs[program].vertex : programs[program].name,
             stages[stage].suffix);
    *found = embedded_find(name) || !stages[stage].optional;
    if (!*found || !source_add_file(s, source, name))
        return 0;
    if (source->size == 0) {
        snprintf(source->error, sizeof source->error, "%s: it is empty", name);
        return 0;
    }
    GLuint shader = glCreateShader(stages[stage].type);
    const char *text = source->text;
    glShaderSource(shader, 1, &text, NULL);
    glCompileShader(shader);
    GLint good = GL_FALSE;
    glGetShaderiv(shader, GL_COMPILE_STATUS, &good);
    if (good)
        return shader;
    char log[1024] = "";
    glGetShaderInfoLog(shader, sizeof log, NULL, log);
    log_to_error(source, log, source->error, sizeof source->error);
    glDeleteShader(shader);
    return 0;
}

static bool program_link(GLuint id, const char *name, char *error, size_t size)
{
    glLinkProgram(id);
    GLint good = GL_FALSE;
    glGetProgramiv(id, GL_LINK_STATUS, &good);
    if (!good) {
        char log[1024] = "";
        glGetProgramInfoLog(id, sizeof log, NULL, log);
        snprintf(error, size, "%s does not link: %.*s", name, (int)strcspn(log, "\r\n"), log);
    }
    return good;
}

static void program_find_uniforms(struct program *program)
{
    for (int i = 0; i < UNIFORM_COUNT; i++)
        program->uniform[i] = glGetUniformLocation(program->id, uniform_names[i]);
    GLuint block = glGetUniformBlockIndex(program->id, "Frame");
    if (block != GL_INVALID_INDEX)
        glUniformBlockBinding(program->id, block, FRAME_BLOCK_BINDING);
    glUseProgram(program->id);
    glUniform1i(program->uniform[UNIFORM_TEXTURE], 0);
    glUniform1i(program->uniform[UNIFORM_NORMAL_MAP], 1);
    glUseProgram(0);
}

/* Builds one program. On failure *program is untouched. `note` tells of a missing file even when
 * the program could be built, with the embedded text in its place. */
static bool program_build(const struct shaders *s, int index, bool embedded_only,
                          struct program *program, char *note, size_t note_size)
{
    GLuint id = glCreateProgram();
    bool good = true;
    for (int stage = 0; stage < STAGE_COUNT && good; stage++) {
        struct source source = {.embedded_only = embedded_only};
        bool found;
        GLuint shader = stage_compile(s, &source, index, stage, &found);
        if (source.error[0] && !note[0])
            snprintf(note, note_size, "%s", source.error);
        good = shader || !found;
        if (shader) {
            glAttachShader(id, shader);
            glDeleteShader(shader); /* goes with its program */
        }
        free(source.text);
    }
    good = good && program_link(id, programs[index].name, note, note_size);
    if (!good) {
        glDeleteProgram(id);
        return false;
    }
    program->id = id;
    program_find_uniforms(program);
    return true;
}

/* --- all programs ---------------------------------------------------------------------------- */

static uint64_t hash_of(const char *text)
{
    uint64_t hash = 14695981039346656037u; /* FNV-1a */
    for (; *text; text++)
        hash = (hash ^ (unsigned char)*text) * 1099511628211u;
    return hash;
}

/* FNV-1a over modification times and sizes: another value when any file changed, came or went. */
static uint64_t files_stamp(const struct shaders *s)
{
    uint64_t hash = 14695981039346656037u;
    for (const struct shader_file *f = shader_files_embedded; s->folder && f->name; f++) {
        char path[PATH_BYTES];
        struct stat status;
        uint64_t words[3] = {0, 0, 0};
        if (path_join(path, s->folder, f->name) && stat(path, &status) == 0) {
            words[0] = (uint64_t)status.st_mtim.tv_sec;
            words[1] = (uint64_t)status.st_mtim.tv_nsec;
            words[2] = (uint64_t)status.st_size + 1;
        }
        for (int i = 0; i < 3; i++)
            hash = (hash ^ words[i]) * 1099511628211u;
    }
    return hash;
}

/* Once each, though a file that many programs include fails in all of them. */
static void shaders_report(struct shaders *s, const char *what, const char *done)
{
    char line[1024];
    snprintf(line, sizeof line, "shader %s; %s", what, done);
    uint64_t hash = hash_of(line);
    for (int i = 0; i < s->told_count; i++) {
        if (s->told[i] == hash)
            return;
    }
    if (s->told_count < PROGRAM_COUNT)
        s->told[s->told_count++] = hash;
    /* First the error, then the message: who hears that asks whether the error says it already. */
    if (!s->error[0])
        snprintf(s->error, sizeof s->error, "%s", what);
    s->message(s->user, line);
}

bool shaders_create(struct shaders *s, const char *folder, char *error, size_t error_size)
{
    struct stat status;
    if (folder && (stat(folder, &status) != 0 || !S_ISDIR(status.st_mode))) {
        char what[512];
        snprintf(what, sizeof what, "folder %s cannot be read", folder);
        shaders_report(s, what, "the embedded shaders are used");
        folder = NULL;
    }
    if (folder) {
        s->folder = malloc(strlen(folder) + 1);
        if (!s->folder) {
            error_set(error, error_size, "out of memory");
            return false;
        }
        strcpy(s->folder, folder);
    }
    s->stamp = files_stamp(s);
    for (int i = 0; i < PROGRAM_COUNT; i++) {
        char note[512] = "";
        bool good = program_build(s, i, false, &s->programs[i], note, sizeof note);
        if (note[0] && s->folder)
            shaders_report(s, note, "the embedded one is used instead");
        note[0] = '\0';
        if (!good && !program_build(s, i, true, &s->programs[i], note, sizeof note)) {
            error_set(error, error_size,
                      "the driver does not compile our shaders (%s); try a newer one", note);
            return false;
        }
    }
    return true;
}

bool shaders_reload(struct shaders *s)
{
    s->error[0] = '\0';
    s->told_count = 0;
    s->stamp = files_stamp(s); /* before reading: a change while we read is seen next time */
    for (int i = 0; i < PROGRAM_COUNT; i++) {
        char note[512] = "";
        struct program program = {0};
        bool good = program_build(s, i, false, &program, note, sizeof note);
        if (note[0])
            shaders_report(s, note,
                           good ? "the embedded one is used instead" : "the old one stays in use");
        if (good) {
            glDeleteProgram(s->programs[i].id);
            s->programs[i] = program;
        }
    }
    return !s->error[0];
}

bool shaders_changed(const struct shaders *s)
{
    return s->folder && files_stamp(s) != s->stamp;
}

void shaders_destroy(struct shaders *s)
{
    for (int i = 0; i < PROGRAM_COUNT; i++)
        glDeleteProgram(s->programs[i].id);
    free(s->folder);
    memset(s, 0, sizeof *s);
}
