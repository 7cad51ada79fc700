/* Exported files, read back by a small reader of the test's own: the numbers are the world's, the old file survives a
 * failure, and the locale does not matter. */
#include "export.h"
#include "scenes.h"
#include "session.h"
#include "sandbox_support.h"

#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[] = "/tmp/weft-export-XXXXXX";
static char obj[200], ply[200];

static int make_folder(void **state)
{
    (void)state;
    if (!mkdtemp(folder))
        return -1;
    snprintf(obj, sizeof obj, "%s/drape.obj", folder);
    snprintf(ply, sizeof ply, "%s/drape.PLY", folder);
    return 0;
}

static int remove_folder(void **state)
{
    (void)state;
    unlink(obj);
    unlink(ply);
    return rmdir(folder); /* fails where a temporary file was left behind */
}

static struct session *run_scene(const char *scene, int columns, int rows)
{
    struct session *session = open_scene(scene, columns, rows);
    for (int i = 0; i < 30; i++)
        session_tick(session);
    return session;
}

static void save(const struct session *session, const char *path)
{
    char error[300];
    if (!export_write(session_world(session), path, error, sizeof error))
        fail_msg("%s", error);
}

enum { VERTICES_MAX = 2000 };
struct model {
    int positions, normals, uvs, faces, lines;
    float position[VERTICES_MAX][3], normal[VERTICES_MAX][3], uv[VERTICES_MAX][2];
    unsigned face[2 * VERTICES_MAX][3];
};

static void read_obj(const char *path, struct model *model)
{
    char line[300];
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    memset(model, 0, sizeof *model);
    while (fgets(line, sizeof line, file)) {
        float *p = model->position[model->positions], *n = model->normal[model->normals],
              *t = model->uv[model->uvs];
        unsigned a[9];
        if (sscanf(line, "v %f %f %f", p, p + 1, p + 2) == 3)
            model->positions++;
        else if (sscanf(line, "vn %f %f %f", n, n + 1, n + 2) == 3)
            model->normals++;
        else if (sscanf(line, "vt %f %f", t, t + 1) == 2)
            model->uvs++;
        else if (sscanf(line, "f %u/%u/%u %u/%u/%u %u/%u/%u", a, a + 1, a + 2, a + 3, a + 4, a + 5,
                        a + 6, a + 7, a + 8) == 9) {
            for (int i = 0; i < 3; i++) {
                assert_true(a[3 * i] == a[3 * i + 1] && a[3 * i] == a[3 * i + 2]);
                model->face[model->faces][i] = a[3 * i] - 1;
            }
            model->faces++;
        } else if (strncmp(line, "l ", 2) == 0)
            model->lines++;
        else
            assert_true(line[0] == '#' || line[0] == 'o');
    }
    fclose(file);
}

static uint32_t u32(const unsigned char *bytes)
{
    return bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

static void take_floats(FILE *file, float *values, int count)
{
    for (int i = 0; i < count; i++) {
        unsigned char bytes[4];
        assert_int_equal(fread(bytes, 1, 4, file), 4);
        uint32_t bits = u32(bytes);
        memcpy(&values[i], &bits, 4);
    }
}

static void read_ply(const char *path, struct model *model)
{
    char line[300];
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    memset(model, 0, sizeof *model);
    assert_non_null(fgets(line, sizeof line, file));
    assert_string_equal(line, "ply\n");
    while (fgets(line, sizeof line, file) && strcmp(line, "end_header\n") != 0) {
        sscanf(line, "element vertex %d", &model->positions);
        sscanf(line, "element face %d", &model->faces);
        sscanf(line, "element edge %d", &model->lines);
    }
    for (int i = 0; i < model->positions; i++) {
        take_floats(file, model->position[i], 3);
        take_floats(file, model->normal[i], 3);
        take_floats(file, model->uv[i], 2);
    }
    for (int i = 0; i < model->faces; i++) {
        unsigned char bytes[13];
        assert_int_equal(fread(bytes, 1, 13, file), 13);
        assert_int_equal(bytes[0], 3);
        for (int j = 0; j < 3; j++)
            model->face[i][j] = u32(bytes + 1 + 4 * j);
    }
    assert_int_equal(fseek(file, 8 * model->lines, SEEK_CUR), 0);
    assert_int_equal(fgetc(file), EOF);
    fclose(file);
}

/* Against the world, bit for bit. */
static void compare(const struct model *model, const struct session *session)
{
    static float position[VERTICES_MAX][3], normal[VERTICES_MAX][3], uv[VERTICES_MAX][2];
    static uint32_t face[2 * VERTICES_MAX][3];
    const weft_world *world = session_world(session);
    weft_cloth_id cloth = session_cloth(session, 0);
    int count = view_of(world, cloth).particle_count;
    weft_cloth_copy_positions(world, cloth, position[0], 12);
    weft_cloth_copy_normals(world, cloth, normal[0], 12);
    weft_cloth_copy_rest(world, cloth, uv[0], 8);
    assert_int_equal(model->positions, count);
    assert_int_equal(model->faces, weft_cloth_triangles(world, cloth, face[0]));
    assert_memory_equal(model->position, position, 12 * (size_t)count);
    assert_memory_equal(model->normal, normal, 12 * (size_t)count);
    assert_memory_equal(model->uv, uv, 8 * (size_t)count);
    assert_memory_equal(model->face, face, 12 * (size_t)model->faces);
}

static void both_formats_hold_the_cloth(void **state)
{
    (void)state;
    static struct model model;
    struct session *session =
        run_scene("curtain", 37, 29); /* more than 999 vertices: no thousands separator */
    save(session, obj);
    read_obj(obj, &model);
    assert_int_equal(model.normals, model.positions);
    assert_int_equal(model.uvs, model.positions);
    compare(&model, session);
    save(session, ply);
    read_ply(ply, &model);
    compare(&model, session);
    session_destroy(session);
}

static void sticks_are_lines(void **state)
{
    (void)state;
    static struct model model;
    struct session *session = run_scene("two", 0, 0);
    save(session, obj);
    read_obj(obj, &model);
    assert_true(model.positions == 2 && model.faces == 0 && model.lines == 1);
    save(session, ply);
    read_ply(ply, &model);
    assert_true(model.positions == 2 && model.faces == 0 && model.lines == 1);
    session_destroy(session);
}

static char *bytes_of(const char *path, size_t *length)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    char *bytes = malloc(1 << 20);
    *length = fread(bytes, 1, 1 << 20, file);
    fclose(file);
    return bytes;
}

static void every_locale_writes_the_same_bytes(void **state)
{
    (void)state;
    struct session *session = run_scene("corners", 8, 8);
    size_t length, length2;
    save(session, obj);
    char *first = bytes_of(obj, &length);
    static const char *const names[] = {"de_DE.UTF-8", "fr_FR.UTF-8", "tr_TR.UTF-8"};
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        if (!setlocale(LC_ALL, names[i]))
            continue;
        save(session, obj);
        setlocale(LC_ALL, "C");
        char *again = bytes_of(obj, &length2);
        assert_int_equal(length, length2);
        assert_memory_equal(first, again, length);
        free(again);
    }
    free(first);
    session_destroy(session);
}

static void failures_leave_the_old_file(void **state)
{
    (void)state;
    struct session *session = run_scene("corners", 8, 8);
    char error[300];
    static const char *const bad[] = {"x.stl", "obj", ".obj.txt",
                                      "drape", "",    "/nowhere/at/all.obj"};
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        assert_false(export_write(session_world(session), bad[i], error, sizeof error));
        assert_true(strlen(error) > 0 && strchr(error, '\n') == NULL);
    }
    /* a folder in the way */
    unlink(obj);
    assert_int_equal(mkdir(obj, 0777), 0);
    assert_false(export_write(session_world(session), obj, error, sizeof error));
    assert_int_equal(rmdir(obj), 0);
    if (access("/dev/full", W_OK) == 0) {
        char link_path[300];
        snprintf(link_path, sizeof link_path, "%s/full.obj", folder);
        assert_int_equal(symlink("/dev/full", link_path), 0);
        assert_false(export_write(session_world(session), link_path, error, sizeof error));
        unlink(link_path);
    }
    save(session, obj);
    struct stat status;
    assert_int_equal(stat(obj, &status), 0);
    mode_t mask = umask(0);
    umask(mask);
    assert_int_equal(status.st_mode & 0777, 0666 & ~mask); /* readable by whom other files are */
    session_destroy(session);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_formats_hold_the_cloth),
        cmocka_unit_test(sticks_are_lines),
        cmocka_unit_test(every_locale_writes_the_same_bytes),
        cmocka_unit_test(failures_leave_the_old_file),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
