// app_view.c: cursor, pixels and points of space agree at every size and scale of a screen.
#include "support.h"

#include "view.h"

#include <math.h>
#include <string.h>

static const float eye[3] = {1.2f, 1.6f, 2.8f}, target[3] = {0.1f, 0.9f, -0.2f};

static const struct {
    int window[2], framebuffer[2];
    float covered;
} screens[] = {
    {{1280, 720}, {1280, 720}, 0},   {{800, 600}, {1600, 1200}, 0},   {{800, 600}, {1000, 750}, 0},
    {{641, 479}, {1282, 958}, 0},    {{300, 900}, {600, 1800}, 0},    {{1, 1}, {2, 2}, 0},
    {{1280, 720}, {1280, 720}, 304}, {{800, 600}, {1600, 1200}, 304}, {{640, 480}, {640, 480}, 304},
    {{300, 900}, {600, 1800}, 200},  {{300, 900}, {600, 1800}, 1e9f},
};

static struct view screen(size_t s)
{
    return view_make(screens[s].window[0], screens[s].window[1], screens[s].framebuffer[0],
                     screens[s].framebuffer[1], screens[s].covered, eye, target, 45.0f);
}

static void multiply(const float matrix[16], const float from[4], float to[4])
{
    for (int row = 0; row < 4; row++) {
        to[row] = 0.0f;
        for (int column = 0; column < 4; column++)
            to[row] += matrix[4 * column + row] * from[column];
    }
}

// Where GL draws a point: px from the upper left corner of the framebuffer.
static void rasterise(const struct view *view, const float point[3], double pixel[2])
{
    float world[4] = {point[0], point[1], point[2], 1.0f}, seen[4], clip[4];
    multiply(view->matrix, world, seen);
    multiply(view->projection, seen, clip);
    pixel[0] = (0.5 + 0.5 * clip[0] / clip[3]) * view->framebuffer_width;
    pixel[1] = (0.5 - 0.5 * clip[1] / clip[3]) * view->framebuffer_height;
}

// The cursor over the centre of a pixel: nine of them, the four corners among them.
static void cursor_over(const struct view *view, int which, double pixel[2], double cursor[2])
{
    int size[2] = {view->framebuffer_width, view->framebuffer_height},
        part[2] = {which % 3, which / 3};
    for (int axis = 0; axis < 2; axis++)
        pixel[axis] = (size[axis] - 1) * part[axis] / 2 + 0.5;
    cursor[0] = pixel[0] * view->window_width / size[0];
    cursor[1] = pixel[1] * view->window_height / size[1];
}

static void what_is_under_the_cursor_is_drawn_there(void **state)
{
    (void)state;
    for (size_t s = 0; s < COUNT_OF(screens); s++) {
        struct view view = screen(s);
        for (int i = 0; i < 9; i++) {
            double pixel[2], cursor[2], there[2];
            float point[3];
            cursor_over(&view, i, pixel, cursor);
            view_pixel(&view, cursor[0], cursor[1], &there[0], &there[1]);
            assert_close(there[0], pixel[0], 1e-9);
            assert_close(there[1], pixel[1], 1e-9);
            view_point_at_depth(&view, cursor[0], cursor[1], 3.0f, point);
            assert_close(view_depth(&view, point), 3.0, 1e-5);
            rasterise(&view, point, there);
            assert_close(there[0], pixel[0], 0.01);
            assert_close(there[1], pixel[1], 0.01);
        }
    }
}

static void a_point_that_is_seen_is_hit(void **state)
{
    (void)state;
    for (size_t s = 0; s < COUNT_OF(screens); s++) {
        struct view view = screen(s);
        for (int i = 0; i < 9; i++) {
            double pixel[2], cursor[2];
            float point[3], origin[3], direction[3], x, y;
            cursor_over(&view, i, pixel, cursor);
            view_ray(&view, cursor[0], cursor[1], origin, direction);
            assert_memory_equal(origin, eye, sizeof eye);
            assert_close(sqrt(direction[0] * direction[0] + direction[1] * direction[1] +
                              direction[2] * direction[2]),
                         1.0, 1e-6);
            for (float distance = 0.3f; distance < 20.0f; distance *= 4.0f) {
                for (int axis = 0; axis < 3; axis++)
                    point[axis] = origin[axis] + distance * direction[axis];
                assert_true(view_project(&view, point, &x, &y));
                assert_close(x, cursor[0], 0.01);
                assert_close(y, cursor[1], 0.01);
            }
        }
    }
}

// The window goes to a screen of another scale: only the pixels are others, not the cursor's units.
static void another_scale_changes_no_ray(void **state)
{
    (void)state;
    float origin[3], direction[2][3];
    for (int scale = 1; scale <= 3; scale++) {
        struct view view = view_make(800, 600, 800 * scale, 600 * scale, 0, eye, target, 45.0f);
        view_ray(&view, 123.25, 456.75, origin, direction[scale > 1]);
        assert_memory_equal(direction[0], direction[scale > 1], sizeof direction[0]);
        assert_close(view_pixels_per_metre(&view, 2.0f),
                     300.0 * scale / (2.0 * tan(22.5 * PI / 180.0)), 0.01 * scale);
    }
}

static void nothing_behind_the_eye_is_seen(void **state)
{
    (void)state;
    struct view view = screen(0);
    float behind[3], x, y;
    for (int axis = 0; axis < 3; axis++)
        behind[axis] = eye[axis] - view.forward[axis];
    assert_false(view_project(&view, behind, &x, &y));
    assert_false(view_project(&view, eye, &x, &y));
    assert_true(view_depth(&view, behind) < 0.0f);
    assert_true(view_pixels_per_metre(&view, -1.0f) == 0.0f);
}

// A picture that is higher than wide shows as much from side to side as a square one.
static void a_narrow_picture_keeps_its_sides(void **state)
{
    (void)state;
    struct view wide = view_make(600, 600, 600, 600, 0, eye, target, 45.0f);
    struct view narrow = view_make(300, 900, 300, 900, 0, eye, target, 45.0f);
    float x, y, point[3];
    view_point_at_depth(&wide, 0.0, 300.0, 2.0f, point);
    assert_true(view_project(&narrow, point, &x, &y));
    assert_close(x, 0.0, 0.01);
}

// Beside the panel what is looked at is in the middle of the rest, and all that a square picture of
// the window's height shows is beside it.
static void nothing_in_the_middle_is_covered(void **state)
{
    (void)state;
    static const int sizes[][2] = {{640, 480}, {800, 600},  {900, 650},   {1000, 700},
                                   {640, 900}, {1280, 720}, {1920, 1080}, {3840, 2160}};
    for (size_t s = 0; s < COUNT_OF(sizes); s++) {
        int width = sizes[s][0], height = sizes[s][1];
        struct view square = view_make(600, 600, 600, 600, 0, eye, target, 45.0f);
        struct view view = view_make(width, height, width, height, 304, eye, target, 45.0f);
        float x, y, point[3];
        assert_true(view_project(&view, target, &x, &y));
        assert_close(x, 304 + 0.5 * (width - 304), 0.01);
        assert_close(y, 0.5 * height, 0.01);
        for (int corner = 0; corner < 4; corner++) {
            view_point_at_depth(&square, corner % 2 * 600.0, corner / 2 * 600.0, 2.0f, point);
            assert_true(view_project(&view, point, &x, &y));
            assert_at_least(x, 304 - 0.01);
            assert_at_most(x, width + 0.01);
            assert_at_least(y, -0.01);
            assert_at_most(y, height + 0.01);
        }
    }
}

static void every_size_and_direction_is_finite(void **state)
{
    (void)state;
    static const int sizes[][2] = {{0, 0}, {1, 1}, {-5, 3}, {1, 16384}, {16384, 1}};
    static const float targets[][3] = {
        {1.2f, 1.6f, 2.8f}, {1.2f, 9.0f, 2.8f}, {1.2f, -9.0f, 2.8f}, {1e6f, 0.0f, 0.0f}};
    for (size_t s = 0; s < COUNT_OF(sizes); s++) {
        for (size_t t = 0; t < COUNT_OF(targets); t++) {
            struct view view = view_make(sizes[s][0], sizes[s][1], sizes[s][0], sizes[s][1], 304,
                                         eye, targets[t], 45.0f);
            float origin[3], direction[3];
            view_ray(&view, 0.0, 0.0, origin, direction);
            for (int i = 0; i < 16; i++)
                assert_true(isfinite(view.matrix[i]) && isfinite(view.projection[i]));
            for (int i = 0; i < 3; i++)
                assert_true(isfinite(direction[i]));
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_under_the_cursor_is_drawn_there),
        cmocka_unit_test(a_point_that_is_seen_is_hit),
        cmocka_unit_test(another_scale_changes_no_ray),
        cmocka_unit_test(nothing_behind_the_eye_is_seen),
        cmocka_unit_test(a_narrow_picture_keeps_its_sides),
        cmocka_unit_test(nothing_in_the_middle_is_covered),
        cmocka_unit_test(every_size_and_direction_is_finite),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
