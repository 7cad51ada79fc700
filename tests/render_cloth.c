// render_cloth.c: both faces of cloth are lit alike; the vertex stream arrives; nothing is drawn at size zero.
#include "render_fixture.h"

#include <stdlib.h>
#include <string.h>

static void both_faces_lit(void **state)
{
    (void)state;
    fixture_window(64, 64);
    struct render *r = fixture_renderer(NULL, 0);
    struct render_frame frame = fixture_flat_frame(64, 64);
    struct render_vertex vertices[4];
    struct render_cloth_draw draw = render_cloth_draw_default();
    draw.cloth = fixture_square(r, vertices, 1);
    draw.vertices = vertices;
    draw.colour[0] = draw.colour[1] = draw.colour[2] = 0.7f;
    frame.cloths = &draw;
    frame.cloth_count = 1;
    unsigned char front[3], back[3];
    fixture_middle(r, &frame, front);
    // Seen and lit from the other side.
    frame.view[0] = frame.view[10] = -1;
    frame.light.key_direction[0] *= -1;
    frame.light.key_direction[2] *= -1;
    frame.light.fill_direction[0] *= -1;
    frame.light.fill_direction[2] *= -1;
    fixture_middle(r, &frame, back);
    for (int c = 0; c < 3; c++) {
        assert_true(front[c] > 60 && front[c] < 250);
        assert_true(abs(front[c] - back[c]) <= front[c] / 10);
    }
    // The back face alone, lit from the front, is darker but not black.
    frame.light = render_frame_default().light;
    fixture_middle(r, &frame, back);
    assert_true(back[1] > 40 && back[1] < front[1]);
    assert_int_equal(render_gl_errors(r), 0);
    render_destroy(r);
}

/* Wound the other way round, with the normals that go with it, the same square is the same picture. */
static void both_windings_are_lit_alike(void **state)
{
    (void)state;
    static const uint32_t triangles[2][6] = {{0, 1, 2, 1, 3, 2}, {0, 2, 1, 1, 2, 3}};
    static const float uv[8] = {0, 0, 1, 0, 0, 1, 1, 1};
    unsigned char seen[2][3];
    fixture_window(64, 64);
    struct render *r = fixture_renderer(NULL, 0);
    for (int turned = 0; turned < 2; turned++) {
        struct render_frame frame = fixture_flat_frame(64, 64);
        struct render_vertex vertices[4];
        struct render_cloth_draw draw = render_cloth_draw_default();
        struct render_cloth_def def = {4, uv, 2, triangles[turned], 0, NULL};
        for (int i = 0; i < 4; i++)
            vertices[i] = (struct render_vertex){
                {i & 1 ? 0.8f : -0.8f, i & 2 ? 0.8f : -0.8f, 0}, {0, 0, turned ? -1 : 1}, 0};
        draw.cloth = render_cloth_create(r, &def, fixture_error, sizeof fixture_error);
        assert_non_null(draw.cloth);
        draw.vertices = vertices;
        frame.cloths = &draw;
        frame.cloth_count = 1;
        fixture_middle(r, &frame, seen[turned]);
    }
    for (int c = 0; c < 3; c++)
        assert_true(seen[0][c] > 40 && abs(seen[0][c] - seen[1][c]) <= seen[0][c] / 10);
    assert_int_equal(render_gl_errors(r), 0);
    render_destroy(r);
}

/* A fold has the tones of its two sides: that which faces the light is the brighter, whichever it is. */
static void a_fold_shows_both_tones(void **state)
{
    (void)state;
    static unsigned char pixels[64 * 64 * 3];
    fixture_window(64, 64);
    struct render *r = fixture_renderer(NULL, 0);
    for (int side = -1; side <= 1; side += 2) {
        struct render_frame frame = fixture_flat_frame(64, 64);
        struct render_vertex vertices[4];
        struct render_cloth_draw draw = render_cloth_draw_default();
        draw.cloth = fixture_square(r, vertices, 1);
        for (int i = 0; i < 4; i++) {
            vertices[i].normal[0] = i & 1 ? 0.8f : -0.8f;
            vertices[i].normal[2] = 0.6f;
        }
        draw.vertices = vertices;
        frame.cloths = &draw;
        frame.cloth_count = 1;
        const float key[3] = {0.8f * (float)side, 0, 0.6f};
        memcpy(frame.light.key_direction, key, sizeof key);
        render_frame_draw(r, &frame);
        assert_true(render_read_pixels(r, 64, 64, pixels));
        int left = pixels[3 * (32 * 64 + 12) + 1], right = pixels[3 * (32 * 64 + 52) + 1];
        assert_true(side > 0 ? right > left + 20 : left > right + 20);
    }
    render_destroy(r);
}

static void stream_reads_back(void **state)
{
    (void)state;
    fixture_window(64, 64);
    struct render *r = fixture_renderer(NULL, 0);
    struct render_frame frame = fixture_flat_frame(64, 64);
    struct render_vertex vertices[4], back[4];
    struct render_cloth_draw draw = render_cloth_draw_default();
    draw.cloth = fixture_square(r, vertices, 1);
    draw.vertices = vertices;
    frame.cloths = &draw;
    frame.cloth_count = 1;
    for (int k = 0; k < 3; k++) {
        for (int i = 0; i < 4; i++)
            vertices[i].value = (float)(k * 10 + i);
        render_frame_draw(r, &frame);
        assert_int_equal(render_cloth_read_back(r, draw.cloth, back, 4), 4);
        assert_memory_equal(back, vertices, sizeof back);
    }
    // An index out of range is refused and the cloth stays as it was.
    uint32_t wrong[] = {0, 1, 4};
    struct render_cloth_def def = {.vertex_count = 4, .triangle_count = 1, .triangles = wrong};
    assert_false(render_cloth_update(r, draw.cloth, &def, fixture_error, sizeof fixture_error));
    assert_int_equal(render_cloth_read_back(r, draw.cloth, back, 9), 4);
    assert_memory_equal(back, vertices, sizeof back);
    assert_int_equal(render_gl_errors(r), 0);
    render_destroy(r);
}

static void zero_size_draws_nothing(void **state)
{
    (void)state;
    fixture_window(64, 64);
    struct render *r = fixture_renderer(NULL, 4);
    struct render_frame frame = render_frame_default();
    int sizes[][2] = {{0, 0}, {0, 64}, {64, 0}, {64, 64}, {0, 0}, {1, 1}};
    fixture_identity(frame.view);
    fixture_identity(frame.projection);
    for (int i = 0; i < 6; i++) {
        frame.width = sizes[i][0];
        frame.height = sizes[i][1];
        render_frame_draw(r, &frame);
    }
    assert_false(render_read_pixels(r, 0, 64, (unsigned char *)fixture_error));
    assert_false(render_write_png(r, stdout, 0, 0, fixture_error, sizeof fixture_error));
    assert_int_equal(render_gl_errors(r), 0);
    assert_string_equal(fixture_messages, "");
    render_destroy(r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_faces_lit),          cmocka_unit_test(both_windings_are_lit_alike),
        cmocka_unit_test(a_fold_shows_both_tones), cmocka_unit_test(stream_reads_back),
        cmocka_unit_test(zero_size_draws_nothing),
    };
    return cmocka_run_group_tests(tests, fixture_setup, fixture_teardown);
}
