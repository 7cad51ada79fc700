// render_shot.c: screenshots of odd widths hold the right pixels; what cannot be written is said.
#include "render_fixture.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#if defined(__GNUC__)
#pragma GCC diagnostic ignored "-Wunused-function"
#endif
#include <stb_image.h>

static const float corner_colours[4][4] = {{1, 0, 0, 1}, {0, 1, 0, 1}, {0, 0, 1, 1}, {1, 1, 0, 1}};

static void corners_check(const unsigned char *rgb, int width, int height)
{
    for (int i = 0; i < 4; i++) {
        int x = i & 1 ? width - 1 : 0, y = i & 2 ? height - 1 : 0; // y counts from the top
        for (int c = 0; c < 3; c++)
            assert_int_equal(rgb[3 * (y * width + x) + c], (int)(255 * corner_colours[i][c]));
    }
}

static void screenshot_at(int width, int height, int samples)
{
    fixture_window(width, height);
    struct render *r = fixture_renderer(NULL, samples);
    struct render_frame frame = fixture_flat_frame(width, height);
    struct render_point points[4];
    for (int i = 0; i < 4; i++) {
        points[i] = (struct render_point){.size = samples ? 8 : 2, .on_top = true};
        points[i].position[0] = (i & 1 ? 1.0f : -1.0f) * (1 - 1.0f / (float)width);
        points[i].position[1] = (i & 2 ? -1.0f : 1.0f) * (1 - 1.0f / (float)height);
        memcpy(points[i].colour, corner_colours[i], sizeof points[i].colour);
    }
    frame.points = points;
    frame.point_count = 4;
    render_frame_draw(r, &frame);
    unsigned char *rgb = malloc((size_t)(width * height * 3));
    assert_true(render_read_pixels(r, width, height, rgb));
    corners_check(rgb, width, height);

    char path[256];
    snprintf(path, sizeof path, "%s/shot.png", fixture_folder);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_true(render_write_png(r, file, width, height, fixture_error, sizeof fixture_error));
    assert_int_equal(fclose(file), 0);
    int w, h, channels;
    unsigned char *loaded = stbi_load(path, &w, &h, &channels, 3);
    assert_non_null(loaded);
    assert_int_equal(w, width);
    assert_int_equal(h, height);
    assert_memory_equal(loaded, rgb, (size_t)(width * height * 3));
    stbi_image_free(loaded);
    free(rgb);
    assert_int_equal(render_gl_errors(r), 0);
    render_destroy(r);
}

static void screenshot_widths(void **state)
{
    (void)state;
    screenshot_at(1366, 31, 0);
    screenshot_at(1367, 30, 0);
    screenshot_at(801, 601, 0);
    screenshot_at(3, 3, 0);
    screenshot_at(801, 33, 4);
}

static void screenshot_failures(void **state)
{
    (void)state;
    fixture_window(64, 64);
    struct render *r = fixture_renderer(NULL, 0);
    FILE *full = fopen("/dev/full", "wb");
    if (full) {
        setvbuf(full, NULL, _IONBF, 0);
        assert_false(render_write_png(r, full, 64, 64, fixture_error, sizeof fixture_error));
        assert_string_equal(fixture_error, strerror(ENOSPC));
        fclose(full);
    }
    assert_false(render_write_png(r, stdout, 0, 64, fixture_error, sizeof fixture_error));
    assert_non_null(strstr(fixture_error, "no pixels"));
    render_destroy(r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(screenshot_widths),
        cmocka_unit_test(screenshot_failures),
    };
    return cmocka_run_group_tests(tests, fixture_setup, fixture_teardown);
}
