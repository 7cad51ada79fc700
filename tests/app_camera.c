// app_camera.c: orbit, pan and zoom, their ends, and sizes that are none.
#include "support.h"

#include "camera.h"

#include <math.h>

static struct camera camera_of(int scene)
{
    return camera_make(&scene_table[scene].camera);
}

static struct view look(const struct camera *camera, int width, int height)
{
    float eye[3];
    camera_eye(camera, eye);
    return view_make(width, height, width, height, 0, eye, camera->target, camera->fov_degrees);
}

static void assert_sound(const struct camera *camera)
{
    float eye[3];
    camera_eye(camera, eye);
    assert_true(isfinite(camera->yaw) && isfinite(camera->pitch) && isfinite(camera->distance));
    for (int axis = 0; axis < 3; axis++)
        assert_true(isfinite(eye[axis]) && isfinite(camera->target[axis]));
    assert_at_least(eye[1], 0.0);
    assert_at_most(fabs(camera->pitch), 0.5 * PI);
}

static void a_scene_is_seen_as_it_says(void **state)
{
    (void)state;
    for (int scene = 0; scene < SCENE_COUNT; scene++) {
        const struct scene_camera *wanted = &scene_table[scene].camera;
        struct camera camera = camera_of(scene);
        float eye[3];
        camera_eye(&camera, eye);
        for (int axis = 0; axis < 3; axis++) {
            assert_close(eye[axis], wanted->eye[axis], 1e-4);
            assert_close(camera.target[axis], wanted->target[axis], 1e-6);
        }
    }
}

static void a_window_height_is_half_a_turn(void **state)
{
    (void)state;
    struct camera camera = camera_of(0), before = camera;
    struct view view = look(&camera, 1280, 720);
    for (int i = 0; i < 72; i++)
        camera_orbit(&camera, &view, 10.0, 0.0);
    assert_close(remainder((double)(camera.yaw - before.yaw) - PI, 2.0 * PI), 0.0, 1e-3);
    assert_close(camera.pitch, before.pitch, 1e-6);
    assert_close(camera.distance, before.distance, 1e-6);
}

// Up to the zenith and down to the floor, and never beyond.
static void orbit_ends_above_the_floor(void **state)
{
    (void)state;
    for (int scene = 0; scene < SCENE_COUNT; scene++) {
        struct camera camera = camera_of(scene);
        struct view view = look(&camera, 1280, 720);
        camera_orbit(&camera, &view, 0.0, 1e6);
        assert_sound(&camera);
        float highest = camera.pitch;
        assert_at_least(highest, 1.4);
        camera_orbit(&camera, &view, 0.0, -1e6);
        assert_sound(&camera);
        assert_true(camera.pitch < highest);
        camera_zoom(&camera, -100.0);
        assert_sound(&camera);
        camera_zoom(&camera, 100.0);
        assert_sound(&camera);
    }
}

// What is at the target's depth stays under the cursor.
static void a_pan_follows_the_cursor(void **state)
{
    (void)state;
    struct camera camera = camera_of(0);
    struct view view = look(&camera, 800, 600);
    float before[3], x, y;
    for (int axis = 0; axis < 3; axis++)
        before[axis] = camera.target[axis];
    camera_pan(&camera, &view, 40.0, -25.0);
    view = look(&camera, 800, 600);
    assert_true(view_project(&view, before, &x, &y));
    assert_close(x, 440.0, 0.05);
    assert_close(y, 275.0, 0.05);
    camera_pan(&camera, &view, 1e9, 1e9);
    assert_sound(&camera);
    camera_pan(&camera, &view, -1e9, -1e9);
    assert_sound(&camera);
}

static void zoom_comes_back_and_ends(void **state)
{
    (void)state;
    struct camera camera = camera_of(0);
    float distance = camera.distance;
    camera_zoom(&camera, 3.0);
    assert_true(camera.distance < distance);
    camera_zoom(&camera, -3.0);
    assert_close(camera.distance, distance, 1e-4);
    static const double wild[] = {1e300, -1e300, INFINITY, -INFINITY};
    for (size_t i = 0; i < COUNT_OF(wild); i++) {
        camera_zoom(&camera, wild[i]);
        assert_sound(&camera);
        assert_at_least(camera.distance, 0.1);
        assert_at_most(camera.distance, 100.0);
    }
}

static void a_window_without_a_size_breaks_nothing(void **state)
{
    (void)state;
    static const int sizes[][2] = {{0, 0}, {1, 1}, {1, 1000}, {1000, 1}};
    for (size_t i = 0; i < COUNT_OF(sizes); i++) {
        struct camera camera = camera_of(0);
        for (int n = 0; n < 20; n++) {
            struct view view = look(&camera, sizes[i][0], sizes[i][1]);
            camera_orbit(&camera, &view, 1.0, -1.0);
            camera_pan(&camera, &view, -1.0, 1.0);
            camera_zoom(&camera, 1.0);
            assert_sound(&camera);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_scene_is_seen_as_it_says),
        cmocka_unit_test(a_window_height_is_half_a_turn),
        cmocka_unit_test(orbit_ends_above_the_floor),
        cmocka_unit_test(a_pan_follows_the_cursor),
        cmocka_unit_test(zoom_comes_back_and_ends),
        cmocka_unit_test(a_window_without_a_size_breaks_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
