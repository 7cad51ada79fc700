/* OBJ and PLY writers: see export.h. Reads the world, writes one file. */
#include "export.h"
#include "file.h"
#include "text.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum format { FORMAT_NONE, FORMAT_OBJ, FORMAT_PLY };

/* Everything of all cloths, as one list of vertices. */
struct drape {
    int vertex_count, triangle_count, stick_count;
    float *position, *normal; /* 3 each */
    float *uv;                /* 2 each */
    uint32_t *triangle;       /* 3 each */
    uint32_t *stick;          /* 2 each: the stretch constraints of cloths that have no triangles */
};

static enum format format_of(const char *path)
{
    if (text_has_suffix(path, ".obj"))
        return FORMAT_OBJ;
    return text_has_suffix(path, ".ply") ? FORMAT_PLY : FORMAT_NONE;
}

bool export_check_path(const char *path, char *error, size_t size)
{
    if (format_of(path) != FORMAT_NONE)
        return true;
    return text_error(error, size, "cannot export '%s': its name has to end with .obj or .ply",
                      path);
}

static void drape_free(struct drape *drape)
{
    free(drape->position);
    free(drape->normal);
    free(drape->uv);
    free(drape->triangle);
    free(drape->stick);
}

/* Adds one cloth behind those before it; the indices move by the number of vertices so far. */
static void drape_add(struct drape *drape, const weft_world *world, weft_cloth_id cloth)
{
    weft_cloth_view view;
    if (weft_cloth_get_view(world, cloth, &view) != WEFT_OK)
        return;
    size_t first = (size_t)drape->vertex_count;
    weft_cloth_copy_positions(world, cloth, drape->position + 3 * first, 3 * sizeof(float));
    weft_cloth_copy_normals(world, cloth, drape->normal + 3 * first, 3 * sizeof(float));
    weft_cloth_copy_rest(world, cloth, drape->uv + 2 * first, 2 * sizeof(float));

    uint32_t *triangle = drape->triangle + 3 * (size_t)drape->triangle_count;
    int triangles = weft_cloth_triangles(world, cloth, triangle);
    for (size_t i = 0; i < 3 * (size_t)triangles; i++)
        triangle[i] += (uint32_t)first;
    if (triangles == 0) {
        uint32_t *stick = drape->stick + 2 * (size_t)drape->stick_count;
        int sticks = weft_cloth_edges(world, cloth, WEFT_STRETCH, stick);
        for (size_t i = 0; i < 2 * (size_t)sticks; i++)
            stick[i] += (uint32_t)first;
        drape->stick_count += sticks;
    }
    drape->vertex_count += view.particle_count;
    drape->triangle_count += triangles;
}

static bool drape_fill(struct drape *drape, const weft_world *world)
{
    size_t vertices = 0, triangles = 0, sticks = 0;
    int cloths = weft_world_cloth_count(world);
    for (int i = 0; i < cloths; i++) {
        weft_cloth_id cloth = weft_world_cloth(world, i);
        weft_cloth_view view;
        if (weft_cloth_get_view(world, cloth, &view) != WEFT_OK)
            continue;
        vertices += (size_t)view.particle_count;
        triangles += (size_t)view.triangle_count;
        if (view.triangle_count == 0)
            sticks += (size_t)weft_cloth_edges(world, cloth, WEFT_STRETCH, NULL);
    }
    *drape = (struct drape){0};
    drape->position = calloc(3 * vertices + 1, sizeof(float));
    drape->normal = calloc(3 * vertices + 1, sizeof(float));
    drape->uv = calloc(2 * vertices + 1, sizeof(float));
    drape->triangle = calloc(3 * triangles + 1, sizeof(uint32_t));
    drape->stick = calloc(2 * sticks + 1, sizeof(uint32_t));
    if (!drape->position || !drape->normal || !drape->uv || !drape->triangle || !drape->stick)
        return false;
    for (int i = 0; i < cloths; i++)
        drape_add(drape, world, weft_world_cloth(world, i));
    return true;
}

/* Nine digits bring every float back with its bits. */
static void write_obj(const struct drape *drape, FILE *file)
{
    struct text_locale locale = text_locale_begin();
    fprintf(file, "# weft %s: metres, Y up\no cloth\n", WEFT_VERSION);
    for (int i = 0; i < drape->vertex_count; i++) {
        const float *p = drape->position + 3 * (size_t)i;
        fprintf(file, "v %.9g %.9g %.9g\n", (double)p[0], (double)p[1], (double)p[2]);
    }
    for (int i = 0; i < drape->vertex_count; i++) {
        const float *uv = drape->uv + 2 * (size_t)i;
        fprintf(file, "vt %.9g %.9g\n", (double)uv[0], (double)uv[1]);
    }
    for (int i = 0; i < drape->vertex_count; i++) {
        const float *n = drape->normal + 3 * (size_t)i;
        fprintf(file, "vn %.9g %.9g %.9g\n", (double)n[0], (double)n[1], (double)n[2]);
    }
    for (int i = 0; i < drape->triangle_count; i++) {
        const uint32_t *t = drape->triangle + 3 * (size_t)i;
        unsigned a = t[0] + 1, b = t[1] + 1, c = t[2] + 1; /* OBJ counts from 1 */
        fprintf(file, "f %u/%u/%u %u/%u/%u %u/%u/%u\n", a, a, a, b, b, b, c, c, c);
    }
    for (int i = 0; i < drape->stick_count; i++)
        fprintf(file, "l %u %u\n", drape->stick[2 * (size_t)i] + 1,
                drape->stick[2 * (size_t)i + 1] + 1);
    text_locale_end(locale);
}

/* Little endian, whatever the machine's order is. */
static void put_u32(unsigned char *bytes, uint32_t value)
{
    for (int i = 0; i < 4; i++)
        bytes[i] = (unsigned char)(value >> (8 * i));
}

static void put_floats(unsigned char *bytes, const float *values, int count)
{
    for (int i = 0; i < count; i++) {
        uint32_t bits;
        memcpy(&bits, &values[i], sizeof bits);
        put_u32(bytes + 4 * i, bits);
    }
}

static void write_ply(const struct drape *drape, FILE *file)
{
    fprintf(file, "ply\nformat binary_little_endian 1.0\ncomment weft %s: metres, Y up\n",
            WEFT_VERSION);
    fprintf(file, "element vertex %d\n", drape->vertex_count);
    static const char *const names[] = {"x", "y", "z", "nx", "ny", "nz", "s", "t"};
    for (int i = 0; i < 8; i++)
        fprintf(file, "property float %s\n", names[i]);
    fprintf(file, "element face %d\nproperty list uchar int vertex_indices\n",
            drape->triangle_count);
    fprintf(file, "element edge %d\nproperty int vertex1\nproperty int vertex2\nend_header\n",
            drape->stick_count);

    for (int i = 0; i < drape->vertex_count; i++) {
        unsigned char bytes[32];
        put_floats(bytes, drape->position + 3 * (size_t)i, 3);
        put_floats(bytes + 12, drape->normal + 3 * (size_t)i, 3);
        put_floats(bytes + 24, drape->uv + 2 * (size_t)i, 2);
        fwrite(bytes, 1, sizeof bytes, file);
    }
    for (int i = 0; i < drape->triangle_count; i++) {
        unsigned char bytes[13] = {3};
        for (int j = 0; j < 3; j++)
            put_u32(bytes + 1 + 4 * j, drape->triangle[3 * (size_t)i + (size_t)j]);
        fwrite(bytes, 1, sizeof bytes, file);
    }
    for (int i = 0; i < drape->stick_count; i++) {
        unsigned char bytes[8];
        put_u32(bytes, drape->stick[2 * (size_t)i]);
        put_u32(bytes + 4, drape->stick[2 * (size_t)i + 1]);
        fwrite(bytes, 1, sizeof bytes, file);
    }
}

bool export_write(const weft_world *world, const char *path, char *error, size_t size)
{
    if (!export_check_path(path, error, size))
        return false;
    struct drape drape;
    struct file_output output;
    bool ok = false;
    if (!drape_fill(&drape, world)) {
        text_error(error, size, "cannot write %s: out of memory", path);
    } else if (file_begin(&output, path, error, size)) {
        if (format_of(path) == FORMAT_OBJ)
            write_obj(&drape, output.file);
        else
            write_ply(&drape, output.file);
        ok = file_commit(&output, error, size);
    }
    drape_free(&drape);
    return ok;
}
