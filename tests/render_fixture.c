// render_fixture.c: see render_fixture.h.
#include "render_fixture.h"

#include <GLFW/glfw3.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static GLFWwindow *window;
char fixture_folder[] = "/tmp/render_test.XXXXXX";
char fixture_error[512];
char fixture_messages[4096];

static void message(void *user, const char *line)
{
    (void)user;
    size_t used = strlen(fixture_messages);
    snprintf(fixture_messages + used, sizeof fixture_messages - used, "%s\n", line);
}

static void window_open(int width, int height, int srgb)
{
    if (window)
        glfwDestroyWindow(window);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
    glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
    glfwWindowHint(GLFW_OPENGL_DEBUG_CONTEXT, GLFW_TRUE);
    glfwWindowHint(GLFW_VISIBLE, GLFW_FALSE);
    glfwWindowHint(GLFW_SRGB_CAPABLE, srgb);
    window = glfwCreateWindow(width, height, "render_test", NULL, NULL);
    assert_non_null(window);
    glfwMakeContextCurrent(window);
}

void fixture_window(int width, int height)
{
    window_open(width, height, GLFW_FALSE);
}

void fixture_window_srgb(int width, int height)
{
    window_open(width, height, GLFW_TRUE);
}

struct render *fixture_renderer(const char *shader_folder, int samples)
{
    struct render_config config = render_config_default();
    config.load = glfwGetProcAddress;
    config.shader_folder = shader_folder;
    config.samples = samples;
    config.debug = true;
    config.message = message;
    fixture_messages[0] = '\0';
    struct render *r = render_create(&config, fixture_error, sizeof fixture_error);
    if (!r)
        print_message("%s\n", fixture_error);
    assert_non_null(r);
    return r;
}

void fixture_identity(float m[16])
{
    memset(m, 0, 16 * sizeof *m);
    m[0] = m[5] = m[10] = m[15] = 1;
}

struct render_frame fixture_flat_frame(int width, int height)
{
    struct render_frame frame = render_frame_default();
    frame.width = width;
    frame.height = height;
    fixture_identity(frame.view);
    fixture_identity(frame.projection);
    frame.projection[10] = -1;
    frame.studio = frame.floor = false;
    return frame;
}

void fixture_swap(void)
{
    glfwSwapBuffers(window);
}

static const uint32_t square_triangles[] = {0, 1, 2, 2, 1, 3},
                      square_edges[] = {0, 1, 1, 3, 3, 2, 2, 0};
static const float square_uv[] = {0, 0, 1, 0, 0, 1, 1, 1};

struct render_cloth *fixture_square(struct render *r, struct render_vertex vertices[4], float z)
{
    struct render_cloth_def def = {4, square_uv, 2, square_triangles, 4, square_edges};
    for (int i = 0; i < 4; i++) {
        vertices[i] =
            (struct render_vertex){{i & 1 ? 0.8f : -0.8f, i & 2 ? 0.8f : -0.8f, 0}, {0, 0, z}, 0};
    }
    struct render_cloth *cloth = render_cloth_create(r, &def, fixture_error, sizeof fixture_error);
    assert_non_null(cloth);
    return cloth;
}

void fixture_middle(struct render *r, const struct render_frame *frame, unsigned char rgb[3])
{
    static unsigned char pixels[64 * 64 * 3];
    render_frame_draw(r, frame);
    assert_true(render_read_pixels(r, 64, 64, pixels));
    memcpy(rgb, pixels + 3 * (32 * 64 + 33), 3);
}

void fixture_png(const char *path, int width, int height, const unsigned char *rgb)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_true(render_save_png(file, width, height, rgb));
    assert_int_equal(fclose(file), 0);
}

void fixture_shell(const char *format, ...)
{
    char command[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(command, sizeof command, format, arguments);
    va_end(arguments);
    assert_int_equal(system(command), 0);
}

int fixture_setup(void **state)
{
    (void)state;
    return mkdtemp(fixture_folder) && glfwInit() ? 0 : -1;
}

int fixture_teardown(void **state)
{
    (void)state;
    glfwTerminate();
    fixture_shell("rm -rf %s", fixture_folder);
    return 0;
}
