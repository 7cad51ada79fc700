/* camera.c: the orbit camera. See camera.h. Reads and writes its arguments only. */
#include "camera.h"

#include <math.h>
#include <string.h>

#define PI 3.14159265f
#define PITCH_MAX (0.495f * PI)
#define DISTANCE_MIN 0.15f /* m */
#define DISTANCE_MAX 40.0f
#define EYE_HEIGHT_MIN 0.03f /* above the floor, m */
#define TARGET_MAX 30.0f     /* as far as a pan goes along each axis, m */
#define ZOOM_STEP 0.88f      /* of the distance, a notch of the wheel */

static float clamp(float value, float low, float high)
{
    return value < low ? low : value > high ? high : value;
}

/* The smallest pitch that keeps the eye above the floor. */
static void stay_above_floor(struct camera *camera)
{
    float sine = (EYE_HEIGHT_MIN - camera->target[1]) / camera->distance;
    float lowest = sine <= -1.0f ? -PITCH_MAX : sine >= 1.0f ? PITCH_MAX : asinf(sine);
    camera->pitch = clamp(camera->pitch, clamp(lowest, -PITCH_MAX, PITCH_MAX), PITCH_MAX);
}

struct camera camera_make(const struct scene_camera *scene)
{
    float away[3];
    for (int i = 0; i < 3; i++)
        away[i] = scene->eye[i] - scene->target[i];
    float distance = sqrtf(away[0] * away[0] + away[1] * away[1] + away[2] * away[2]);
    struct camera camera = {.fov_degrees = scene->fov_degrees};
    memcpy(camera.target, scene->target, sizeof camera.target);
    camera.distance = clamp(distance, DISTANCE_MIN, DISTANCE_MAX);
    camera.yaw = atan2f(away[0], away[2]);
    camera.pitch = distance > 0.0f ? asinf(clamp(away[1] / distance, -1.0f, 1.0f)) : 0.0f;
    camera.pitch = clamp(camera.pitch, -PITCH_MAX, PITCH_MAX);
    return camera;
}

void camera_orbit(struct camera *camera, const struct view *view, double dx, double dy)
{
    float turn = PI / (float)view->window_height;
    camera->yaw = remainderf(camera->yaw - (float)dx * turn, 2.0f * PI);
    camera->pitch = clamp(camera->pitch + (float)dy * turn, -PITCH_MAX, PITCH_MAX);
    stay_above_floor(camera);
}

void camera_pan(struct camera *camera, const struct view *view, double dx, double dy)
{
    float step = 2.0f * view->half_height * camera->distance / (float)view->window_height;
    for (int i = 0; i < 3; i++) {
        float right = view->matrix[4 * i], up = view->matrix[4 * i + 1];
        float moved = camera->target[i] + step * ((float)dy * up - (float)dx * right);
        camera->target[i] = clamp(moved, i == 1 ? 0.0f : -TARGET_MAX, TARGET_MAX);
    }
    stay_above_floor(camera);
}

void camera_zoom(struct camera *camera, double steps)
{
    float factor = powf(ZOOM_STEP, clamp((float)steps, -20.0f, 20.0f));
    camera->distance = clamp(camera->distance * factor, DISTANCE_MIN, DISTANCE_MAX);
    stay_above_floor(camera);
}

void camera_eye(const struct camera *camera, float eye[3])
{
    float level = camera->distance * cosf(camera->pitch);
    eye[0] = camera->target[0] + level * sinf(camera->yaw);
    eye[1] = camera->target[1] + camera->distance * sinf(camera->pitch);
    eye[2] = camera->target[2] + level * cosf(camera->yaw);
}
