// render_views.c: no GL error and no message in any view; the heat map has the colours of its legend; points show
// through what is before them as much as they should.
#include "render_fixture.h"

#include <math.h>

static void every_view_is_silent(void **state)
{
    (void)state;
    fixture_window(64, 64);
    for (int samples = 0; samples <= 4; samples += 4) {
        struct render *r = fixture_renderer(SHADER_FOLDER, samples);
        struct render_frame frame = fixture_flat_frame(64, 64);
        struct render_vertex vertices[4];
        struct render_cloth_draw draw = render_cloth_draw_default();
        draw.cloth = fixture_square(r, vertices, 1);
        draw.vertices = vertices;
        struct render_solid solids[4] = {{.kind = RENDER_SOLID_SPHERE},
                                         {.kind = RENDER_SOLID_CAPSULE},
                                         {.kind = RENDER_SOLID_CYLINDER},
                                         {.kind = RENDER_SOLID_BOX}};
        for (int i = 0; i < 4; i++) {
            fixture_identity(solids[i].transform);
            solids[i].size[0] = solids[i].size[1] = solids[i].size[2] = 0.1f;
        }
        frame.cloths = &draw;
        frame.cloth_count = 1;
        frame.solids = solids;
        frame.solid_count = 4;
        frame.studio = frame.floor = true;
        for (int view = 0; view < RENDER_VIEW_COUNT; view++) {
            unsigned char rgb[3];
            draw.view = (enum render_view)view;
            fixture_middle(r, &frame, rgb);
            fixture_swap();
        }
        assert_int_equal(render_gl_errors(r), 0);
        assert_string_equal(fixture_messages, "");
        assert_null(render_shader_error(r));
        render_destroy(r);
    }
}

static void heat_colours_match(void **state)
{
    (void)state;
    fixture_window(64, 64);
    struct render *r = fixture_renderer(NULL, 0);
    struct render_frame frame = fixture_flat_frame(64, 64);
    struct render_vertex vertices[4];
    struct render_cloth_draw draw = render_cloth_draw_default();
    draw.cloth = fixture_square(r, vertices, 1);
    draw.vertices = vertices;
    draw.view = RENDER_VIEW_HEAT;
    draw.heat_range = 0.02f;
    frame.cloths = &draw;
    frame.cloth_count = 1;
    // Far away along z, so that the eye of this flat view faces the square.
    frame.view[14] = -0.5f;
    for (int k = -12; k <= 12; k++) {
        float t = (float)k / 10, expected[3];
        unsigned char rgb[3];
        for (int i = 0; i < 4; i++)
            vertices[i].value = t * draw.heat_range;
        fixture_middle(r, &frame, rgb);
        render_heat_colour(t, expected);
        for (int c = 0; c < 3; c++)
            assert_true(fabsf((float)rgb[c] - 255 * expected[c]) < 1.6f);
    }
    float nan_colour[3];
    render_heat_colour(NAN, nan_colour);
    assert_true(nan_colour[0] == 1 && nan_colour[1] == 0 && nan_colour[2] == 1);
    render_destroy(r);
}

// The middle pixel, where a white point is before or behind a dark square.
static int point_at_dark(struct render *r, float z, float hidden, bool on_top)
{
    struct render_frame frame = fixture_flat_frame(64, 64);
    struct render_vertex vertices[4];
    struct render_cloth_draw draw = render_cloth_draw_default();
    struct render_point point = {.position = {0, 0, z},
                                 .colour = {1, 1, 1, 1},
                                 .size = 20,
                                 .hidden = hidden,
                                 .on_top = on_top};
    draw.cloth = fixture_square(r, vertices, 1);
    draw.vertices = vertices;
    draw.view = RENDER_VIEW_HEAT;
    for (int i = 0; i < 4; i++)
        vertices[i].value = -1; // dark
    frame.cloths = &draw;
    frame.cloth_count = 1;
    frame.points = &point;
    frame.point_count = 1;
    unsigned char rgb[3];
    fixture_middle(r, &frame, rgb);
    render_cloth_destroy(r, draw.cloth);
    return rgb[0];
}

static void hidden_points_are_faded(void **state)
{
    (void)state;
    fixture_window(64, 64);
    for (int samples = 0; samples <= 4; samples += 4) {
        struct render *r = fixture_renderer(SHADER_FOLDER, samples);
        int seen = point_at_dark(r, 0.1f, 0.5f, false), none = point_at_dark(r, -0.1f, 0, false);
        int faded = point_at_dark(r, -0.1f, 0.5f, false), top = point_at_dark(r, -0.1f, 0, true);
        assert_int_equal(seen, 255);
        assert_int_equal(top, 255);
        assert_true(none < 120);
        assert_true(faded > none + 30 && faded < 225);
        assert_int_equal(point_at_dark(r, 0.1f, 0, false), 255);
        assert_int_equal(render_gl_errors(r), 0);
        render_destroy(r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_view_is_silent),
        cmocka_unit_test(heat_colours_match),
        cmocka_unit_test(hidden_points_are_faded),
    };
    return cmocka_run_group_tests(tests, fixture_setup, fixture_teardown);
}
