/* view.c: camera matrices and picking rays. See view.h. Reads and writes its arguments only. */
#include "view.h"

#include <cglm/cglm.h>

#include <math.h>
#include <string.h>

#define NEAREST 0.02f    /* of the near plane, m */
#define FAR_BEYOND 60.0f /* how far behind what is looked at there is still picture, m */
#define COVERED_MAX 0.8f /* of the width, by the panel */
#define FOV_MIN 1.0f
#define FOV_MAX 150.0f

static int at_least_one(int size)
{
    return size < 1 ? 1 : size;
}

static float picture_aspect(const struct view *view)
{
    return (float)view->window_width / (float)view->window_height;
}

struct view view_make(int window_width, int window_height, int framebuffer_width,
                      int framebuffer_height, float covered, const float eye[3],
                      const float target[3], float fov_degrees)
{
    struct view view = {
        .window_width = at_least_one(window_width),
        .window_height = at_least_one(window_height),
        .framebuffer_width = at_least_one(framebuffer_width),
        .framebuffer_height = at_least_one(framebuffer_height),
    };
    vec3 from = {eye[0], eye[1], eye[2]}, to = {target[0], target[1], target[2]}, forward;
    glm_vec3_sub(to, from, forward);
    float distance = glm_vec3_norm(forward);
    if (distance > 1e-6f)
        glm_vec3_scale(forward, 1.0f / distance, forward);
    else
        glm_vec3_copy((vec3){0.0f, 0.0f, -1.0f}, forward);

    /* Straight up or down, any other direction will do for up. */
    vec3 up = {0.0f, 1.0f, 0.0f};
    if (fabsf(forward[1]) > 0.9999f)
        glm_vec3_copy((vec3){0.0f, 0.0f, -1.0f}, up);

    /* The middle of what is not covered is half the cover to the right. */
    view.shift = glm_clamp(covered / (float)view.window_width, 0.0f, COVERED_MAX);
    float aspect = picture_aspect(&view), free_aspect = aspect * (1.0f - view.shift);
    float fov = glm_rad(glm_clamp(fov_degrees, FOV_MIN, FOV_MAX));
    view.half_height = tanf(0.5f * fov) / (free_aspect < 1.0f ? free_aspect : 1.0f);
    mat4 matrix, projection;
    glm_look(from, forward, up, matrix);
    float near = glm_clamp(0.02f * distance, NEAREST, 0.5f);
    glm_perspective(2.0f * atanf(view.half_height), aspect, near, distance + FAR_BEYOND,
                    projection);
    projection[2][0] = -view.shift;
    memcpy(view.eye, from, sizeof view.eye);
    memcpy(view.forward, forward, sizeof view.forward);
    memcpy(view.matrix, matrix, sizeof view.matrix);
    memcpy(view.projection, projection, sizeof view.projection);
    return view;
}

/* The direction through the cursor whose part along `forward` is 1 m. */
static void direction_at_one_metre(const struct view *view, double x, double y, float direction[3])
{
    float right = ((float)(2.0 * x / view->window_width - 1.0) - view->shift) * view->half_height *
                  picture_aspect(view);
    float up = (float)(1.0 - 2.0 * y / view->window_height) * view->half_height;
    /* The rows of the view matrix are the camera's axes. */
    for (int i = 0; i < 3; i++)
        direction[i] =
            view->forward[i] + right * view->matrix[4 * i] + up * view->matrix[4 * i + 1];
}

void view_ray(const struct view *view, double x, double y, float origin[3], float direction[3])
{
    memcpy(origin, view->eye, sizeof view->eye);
    direction_at_one_metre(view, x, y, direction);
    glm_vec3_normalize(direction);
}

void view_point_at_depth(const struct view *view, double x, double y, float depth, float point[3])
{
    float direction[3];
    direction_at_one_metre(view, x, y, direction);
    for (int i = 0; i < 3; i++)
        point[i] = view->eye[i] + depth * direction[i];
}

float view_depth(const struct view *view, const float point[3])
{
    float depth = 0.0f;
    for (int i = 0; i < 3; i++)
        depth += view->forward[i] * (point[i] - view->eye[i]);
    return depth;
}

bool view_project(const struct view *view, const float point[3], float *x, float *y)
{
    float depth = view_depth(view, point);
    if (!(depth > 1e-4f))
        return false;
    float right = 0.0f, up = 0.0f;
    for (int i = 0; i < 3; i++) {
        right += view->matrix[4 * i] * (point[i] - view->eye[i]);
        up += view->matrix[4 * i + 1] * (point[i] - view->eye[i]);
    }
    float half = depth * view->half_height;
    *x = 0.5f * (1.0f + view->shift + right / (half * picture_aspect(view))) *
         (float)view->window_width;
    *y = 0.5f * (1.0f - up / half) * (float)view->window_height;
    return true;
}

void view_pixel(const struct view *view, double x, double y, double *pixel_x, double *pixel_y)
{
    *pixel_x = x * view->framebuffer_width / view->window_width;
    *pixel_y = y * view->framebuffer_height / view->window_height;
}

float view_pixels_per_metre(const struct view *view, float depth)
{
    return depth > 0.0f ? 0.5f * (float)view->framebuffer_height / (depth * view->half_height)
                        : 0.0f;
}
