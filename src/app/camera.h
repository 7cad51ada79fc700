/* camera.h: an orbit camera: a point that it looks at, two angles and a distance. */
#ifndef APP_CAMERA_H
#define APP_CAMERA_H

#include "scenes.h"
#include "view.h"

struct camera {
    float target[3];   /* m */
    float yaw, pitch;  /* around Y from +z towards +x, and upwards; radians */
    float distance;    /* m */
    float fov_degrees; /* see view_make */
};

/* As the scene wants it at first. */
struct camera camera_make(const struct scene_camera *scene);

/* Turns by a cursor movement, window units; a whole window height is half a turn. The eye stays
 * above the floor (y = 0). */
void camera_orbit(struct camera *camera, const struct view *view, double dx, double dy);
/* Moves the target along with the cursor: what is at the target's depth stays under it. */
void camera_pan(struct camera *camera, const struct view *view, double dx, double dy);
/* Nearer (steps > 0) or further. */
void camera_zoom(struct camera *camera, double steps);

void camera_eye(const struct camera *camera, float eye[3]);

#endif
