// render_shader.c: shaders that are broken or missing, at the start and while it runs. SHADER_FOLDER is
// the path of shaders/.
#include "render_fixture.h"

#include <GLFW/glfw3.h>

#include <stdio.h>
#include <string.h>

// Who hears of a broken shader can ask whether the error says it already, so that it is shown once.
struct listener {
    struct render *render;
    int heard, doubled;
};

static void listen(void *user, const char *line)
{
    struct listener *listener = user;
    const char *error = listener->render ? render_shader_error(listener->render) : NULL;
    listener->heard++;
    listener->doubled += !error || !strstr(line, error);
}

static void an_error_is_known_when_it_is_told(void **state)
{
    (void)state;
    fixture_window(64, 64);
    char copy[256], error[512];
    snprintf(copy, sizeof copy, "%s/shaders", fixture_folder);
    fixture_shell("rm -rf %s && cp -rL '%s' %s", copy, SHADER_FOLDER, copy);
    struct listener listener = {0};
    struct render_config config = render_config_default();
    config.load = glfwGetProcAddress;
    config.shader_folder = copy;
    config.message = listen;
    config.user = &listener;
    listener.render = render_create(&config, error, sizeof error);
    assert_non_null(listener.render);
    fixture_shell("sed -i '8s/.*/nonsense here;/' %s/cloth.frag", copy);
    assert_false(render_reload_shaders(listener.render));
    assert_int_equal(listener.heard, 1);
    assert_int_equal(listener.doubled, 0);
    render_destroy(listener.render);
}

static void shaders_fall_back(void **state)
{
    (void)state;
    fixture_window(64, 64);
    char copy[256];
    snprintf(copy, sizeof copy, "%s/shaders", fixture_folder);
    fixture_shell("rm -rf %s && cp -rL '%s' %s", copy, SHADER_FOLDER, copy);

    // Broken at start: the embedded one draws, the file and its line are named.
    fixture_shell("sed -i '8s/.*/nonsense here;/' %s/cloth.frag", copy);
    struct render *r = fixture_renderer(copy, 0);
    assert_non_null(strstr(fixture_messages, "cloth.frag:8"));
    assert_non_null(render_shader_error(r));
    struct render_frame frame = fixture_flat_frame(64, 64);
    struct render_vertex vertices[4];
    struct render_cloth_draw draw = render_cloth_draw_default();
    draw.cloth = fixture_square(r, vertices, 1);
    draw.vertices = vertices;
    frame.cloths = &draw;
    frame.cloth_count = 1;
    unsigned char first[3], rgb[3];
    fixture_middle(r, &frame, first);
    assert_true(first[0] > 40);

    // Mended: noticed, and good again.
    assert_false(render_watch_shaders(r));
    fixture_shell("cp -L '%s'/cloth.frag %s/", SHADER_FOLDER, copy);
    assert_true(render_watch_shaders(r));
    assert_true(render_reload_shaders(r));
    assert_false(render_watch_shaders(r));
    assert_null(render_shader_error(r));

    // Broken in an included file while running: the old program stays.
    fixture_messages[0] = '\0';
    fixture_shell("sed -i '3s/.*/broken too;/' %s/light.glsl", copy);
    assert_true(render_watch_shaders(r));
    assert_false(render_reload_shaders(r));
    assert_non_null(strstr(fixture_messages, "light.glsl:3"));
    fixture_middle(r, &frame, rgb);
    assert_memory_equal(rgb, first, 3);

    // Missing: the embedded text stands in.
    fixture_messages[0] = '\0';
    fixture_shell("cp -L '%s'/light.glsl %s/ && rm %s/floor.frag", SHADER_FOLDER, copy, copy);
    assert_false(render_reload_shaders(r));
    assert_non_null(strstr(fixture_messages, "floor.frag"));

    // One that many programs include is told once, at every reading.
    fixture_shell("cp -L '%s'/floor.frag %s/ && rm %s/light.glsl", SHADER_FOLDER, copy, copy);
    for (int reading = 0; reading < 2; reading++) {
        fixture_messages[0] = '\0';
        assert_false(render_reload_shaders(r));
        const char *told = strstr(fixture_messages, "light.glsl");
        assert_non_null(told);
        assert_null(strstr(told + 1, "light.glsl"));
    }

    // Empty: told, and not given to OpenGL, which refuses it.
    fixture_messages[0] = '\0';
    fixture_shell("cp -L '%s'/light.glsl %s/ && : >%s/cloth.frag", SHADER_FOLDER, copy, copy);
    assert_false(render_reload_shaders(r));
    assert_non_null(strstr(fixture_messages, "cloth.frag: it is empty"));
    assert_int_equal(render_gl_errors(r), 0);
    render_destroy(r);

    // A pipe that nobody writes to is not waited for.
    fixture_messages[0] = '\0';
    fixture_shell("rm %s/cloth.frag && mkfifo %s/cloth.frag", copy, copy);
    r = fixture_renderer(copy, 0);
    assert_non_null(strstr(fixture_messages, "cloth.frag: it is not a regular file"));
    render_destroy(r);

    // No fixture_folder at all: one line, then the embedded ones.
    r = fixture_renderer("/nowhere/shaders", 0);
    assert_non_null(strstr(fixture_messages, "/nowhere/shaders"));
    assert_ptr_equal(strchr(fixture_messages, '\n'),
                     fixture_messages + strlen(fixture_messages) - 1);
    assert_false(render_watch_shaders(r));
    render_destroy(r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_error_is_known_when_it_is_told),
        cmocka_unit_test(shaders_fall_back),
    };
    return cmocka_run_group_tests(tests, fixture_setup, fixture_teardown);
}
