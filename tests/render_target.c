// render_target.c: the picture is the same whether it is drawn into the window or beside it first, and a
// size that the driver refuses is refused once.
#include "render_fixture.h"

#include <stdlib.h>
#include <string.h>

enum { SIDE = 64, BYTES = SIDE * SIDE * 3 };

static void studio_picture(int samples, unsigned char rgb[BYTES])
{
    struct render *r = fixture_renderer(NULL, samples);
    struct render_frame frame = fixture_flat_frame(SIDE, SIDE);
    struct render_vertex vertices[4];
    struct render_cloth_draw draw = render_cloth_draw_default();
    struct render_solid ball = {
        .kind = RENDER_SOLID_SPHERE, .size = {0.5f, 0.5f, 0.5f}, .colour = {0.3f, 0.5f, 0.7f}};
    fixture_identity(ball.transform);
    draw.cloth = fixture_square(r, vertices, 1);
    draw.vertices = vertices;
    frame.cloths = &draw;
    frame.cloth_count = 1;
    frame.solids = &ball;
    frame.solid_count = 1;
    frame.studio = frame.floor = true;
    frame.floor_height = -0.9f;
    render_frame_draw(r, &frame);
    assert_true(render_read_pixels(r, SIDE, SIDE, rgb));
    assert_int_equal(render_gl_errors(r), 0);
    assert_string_equal(fixture_messages, "");
    render_destroy(r);
}

static void direct_or_not_is_the_same(void **state)
{
    (void)state;
    static unsigned char beside[BYTES], direct[BYTES];
    for (int samples = 0; samples <= 4; samples += 4) {
        fixture_window(SIDE, SIDE);
        studio_picture(samples, beside);
        fixture_window_srgb(SIDE, SIDE);
        studio_picture(samples, direct);
        for (int i = 0; i < BYTES; i++)
            assert_true(abs(beside[i] - direct[i]) <= 1);
    }
}

static void refused_once(void **state)
{
    (void)state;
    fixture_window(SIDE, SIDE);
    struct render *r = fixture_renderer(NULL, 4);
    struct render_frame frame = fixture_flat_frame(1 << 20, SIDE);
    for (int i = 0; i < 3; i++)
        render_frame_draw(r, &frame);
    assert_int_equal(render_samples(r), 0);
    const char *line_end = strchr(fixture_messages, '\n');
    assert_non_null(line_end);
    assert_string_equal(line_end, "\n");
    // Another size is tried again.
    unsigned char rgb[3];
    frame = fixture_flat_frame(SIDE, SIDE);
    frame.clear_colour[0] = 1;
    frame.clear_colour[1] = frame.clear_colour[2] = 0;
    fixture_middle(r, &frame, rgb);
    assert_true(rgb[0] == 255 && rgb[1] == 0);
    assert_int_equal(render_gl_errors(r), 0);
    render_destroy(r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(direct_or_not_is_the_same),
        cmocka_unit_test(refused_once),
    };
    return cmocka_run_group_tests(tests, fixture_setup, fixture_teardown);
}
