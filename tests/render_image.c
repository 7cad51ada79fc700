// render_image.c: images load, or one line says why not.
#include "render_fixture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void image_refused(struct render *r, const char *path, const char *reason)
{
    fixture_error[0] = '\0';
    assert_null(
        render_texture_load(r, path, RENDER_TEXTURE_COLOUR, fixture_error, sizeof fixture_error));
    assert_non_null(strstr(fixture_error, path));
    assert_non_null(strstr(fixture_error, reason));
    assert_null(strchr(fixture_error, '\n'));
}

static void images_load_or_say_why(void **state)
{
    (void)state;
    fixture_window(64, 64);
    struct render *r = fixture_renderer(NULL, 0);
    char path[256];
    image_refused(r, "/nowhere/picture.png", "No such file");
    image_refused(r, fixture_folder, "folder");
    snprintf(path, sizeof path, "%s/text.png", fixture_folder);
    fixture_shell("echo this is no picture > %s", path);
    image_refused(r, path, "not an image");
    fixture_shell(": > %s", path);
    image_refused(r, path, "not an image");
    unsigned char *rgb = calloc(64 * 64, 3);
    uint32_t random = 1;
    for (int i = 0; i < 64 * 64 * 3; i++) {
        random = random * 1664525u + 1013904223u;
        rgb[i] = (unsigned char)(random >> 24);
    }
    snprintf(path, sizeof path, "%s/good.png", fixture_folder);
    fixture_png(path, 64, 64, rgb);
    struct render_texture *texture =
        render_texture_load(r, path, RENDER_TEXTURE_COLOUR, fixture_error, sizeof fixture_error);
    if (!texture)
        print_message("%s\n", fixture_error);
    assert_non_null(texture);
    assert_true(render_texture_aspect(texture) == 1);
    fixture_shell("head -c 3000 %s/good.png > %s/cut.png", fixture_folder, fixture_folder);
    snprintf(path, sizeof path, "%s/cut.png", fixture_folder);
    image_refused(r, path, "damaged");
    unsigned char *wide = calloc(RENDER_TEXTURE_SIDE_MAX + 1, 3);
    snprintf(path, sizeof path, "%s/wide.png", fixture_folder);
    fixture_png(path, RENDER_TEXTURE_SIDE_MAX + 1, 1, wide);
    image_refused(r, path, "too large");
    free(wide);
    free(rgb);
    render_texture_destroy(r, texture);
    assert_int_equal(render_gl_errors(r), 0);
    render_destroy(r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(images_load_or_say_why),
    };
    return cmocka_run_group_tests(tests, fixture_setup, fixture_teardown);
}
