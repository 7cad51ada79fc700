/* What a collider looks like from a point: how far its surface is, and which way is out. All shapes but a
 * body are convex, so that the distance is a convex function of the point; ways along a path and over a
 * triangle are found with that alone. Inline: for the kernels and for queries alike. */
#ifndef WF_SHAPES_H
#define WF_SHAPES_H

#include "weft.h"

#include <math.h>

/* Into each caller, where the flags that it passes are constants: gcc vectorises its loops only
 * there. */
#define WF_INLINE static inline __attribute__((always_inline))

#define TINY_LENGTH2 1e-20f /* m^2: keeps the direction of a zero wf_vector finite (and zero) */

typedef struct wf_vector {
    float x, y, z;
} wf_vector;

WF_INLINE float wf_dot(wf_vector a, wf_vector b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

WF_INLINE wf_vector wf_minus(wf_vector a, wf_vector b)
{
    return (wf_vector){a.x - b.x, a.y - b.y, a.z - b.z};
}

WF_INLINE wf_vector wf_cross(wf_vector a, wf_vector b)
{
    return (wf_vector){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

/* a + s b */
WF_INLINE wf_vector wf_along(wf_vector a, float s, wf_vector b)
{
    return (wf_vector){a.x + s * b.x, a.y + s * b.y, a.z + s * b.z};
}

/* A place and a turn: `turn` takes what is fixed to the collider to the world. Of a plane only the
 * second column counts, its normal. */
typedef struct wf_pose {
    wf_vector position; /* m */
    float turn[3][3];
} wf_pose;

/* Distances to a surface, at the points of a grid: x fastest, then y, z. At its border they are MARGIN cells
 * or more. */
typedef struct wf_field {
    const float *distance; /* m; negative inside */
    int count[3];          /* points, 2 or more each */
    wf_vector corner;      /* of the grid, m */
    float cell;            /* m */
} wf_field;

enum { WF_FIELD_MARGIN = 3 };

/* A shape in its own axes, Y along it. A sphere or a capsule is its core, a point or a line, made `round`
 * thick, and so is every shape by the cloth's thickness: distances are those to the core. */
typedef struct wf_solid {
    wf_vector half;         /* extents of a box; y: of a capsule's line and of a frustum, m */
    float low, high;        /* radius of a frustum at -half.y and half.y, m */
    float slant_x, slant_y; /* the unit normal of its side */
    float inverse_side2;    /* 1 / length^2 of its side */
    float round;            /* m */
    wf_field field;         /* of a body */
} wf_solid;

typedef struct wf_look {
    float distance; /* to the core, m; negative inside */
    wf_vector out;  /* unit */
} wf_look;

/* A point, seen from the pose's position, in the shape's axes. A sphere has none. */
WF_INLINE wf_vector wf_to_shape(weft_shape shape, const wf_pose *pose, wf_vector d)
{
    const float(*t)[3] = pose->turn;
    if (shape == WEFT_SPHERE)
        return d;
    float y = d.x * t[0][1] + d.y * t[1][1] + d.z * t[2][1];
    if (shape == WEFT_PLANE)
        return (wf_vector){0.0f, y, 0.0f};
    return (wf_vector){d.x * t[0][0] + d.y * t[1][0] + d.z * t[2][0], y,
                       d.x * t[0][2] + d.y * t[1][2] + d.z * t[2][2]};
}

WF_INLINE wf_vector wf_to_world(weft_shape shape, const wf_pose *pose, wf_vector n)
{
    const float(*t)[3] = pose->turn;
    if (shape == WEFT_SPHERE)
        return n;
    if (shape == WEFT_PLANE)
        return (wf_vector){t[0][1], t[1][1], t[2][1]};
    return (wf_vector){t[0][0] * n.x + t[0][1] * n.y + t[0][2] * n.z,
                       t[1][0] * n.x + t[1][1] * n.y + t[1][2] * n.z,
                       t[2][0] * n.x + t[2][1] * n.y + t[2][2] * n.z};
}

/* From a core that has no inside: the way out of the middle is as good as any. */
WF_INLINE wf_look wf_look_round(wf_vector v, wf_vector middle)
{
    float r2 = wf_dot(v, v);
    bool centre = r2 < TINY_LENGTH2;
    float r = sqrtf(centre ? 1.0f : r2), inverse = 1.0f / r;
    return (wf_look){centre ? 0.0f : r,
                     {centre ? middle.x : v.x * inverse, centre ? middle.y : v.y * inverse,
                      centre ? middle.z : v.z * inverse}};
}

WF_INLINE wf_look wf_look_capsule(const wf_solid *s, wf_vector p)
{
    float y = p.y > s->half.y ? s->half.y : p.y < -s->half.y ? -s->half.y : p.y;
    return wf_look_round((wf_vector){p.x, p.y - y, p.z}, (wf_vector){1.0f, 0.0f, 0.0f});
}

WF_INLINE wf_look wf_look_box(const wf_solid *s, wf_vector p)
{
    float qx = fabsf(p.x) - s->half.x, qy = fabsf(p.y) - s->half.y, qz = fabsf(p.z) - s->half.z;
    float sx = p.x < 0.0f ? -1.0f : 1.0f, sy = p.y < 0.0f ? -1.0f : 1.0f,
          sz = p.z < 0.0f ? -1.0f : 1.0f;
    wf_vector o = {qx > 0.0f ? qx : 0.0f, qy > 0.0f ? qy : 0.0f, qz > 0.0f ? qz : 0.0f};
    float yz = qy > qz ? qy : qz, deepest = qx > yz ? qx : yz, r2 = wf_dot(o, o);
    bool inside = !(r2 > TINY_LENGTH2), face_x = qx >= yz, face_y = !face_x && qy >= qz;
    float r = sqrtf(inside ? 1.0f : r2), inverse = 1.0f / r;
    wf_vector face = {face_x ? 1.0f : 0.0f, face_y ? 1.0f : 0.0f, face_x || face_y ? 0.0f : 1.0f};
    return (wf_look){inside ? deepest : r,
                     {sx * (inside ? face.x : o.x * inverse),
                      sy * (inside ? face.y : o.y * inverse),
                      sz * (inside ? face.z : o.z * inverse)}};
}

/* In the half plane through the axis: the nearer of an end's radius and the side. */
WF_INLINE wf_look wf_look_frustum(const wf_solid *s, wf_vector p)
{
    const float half = s->half.y, side_x = s->high - s->low, side_y = 2.0f * half;
    float r2 = p.x * p.x + p.z * p.z;
    bool axis = r2 < TINY_LENGTH2;
    float r = sqrtf(axis ? 1.0f : r2), around_x = axis ? 1.0f : p.x / r,
          around_z = axis ? 0.0f : p.z / r;
    r = axis ? 0.0f : r;
    float sign = p.y > 0.0f ? 1.0f : -1.0f, cap = p.y > 0.0f ? s->high : s->low;
    float to_side = (r - s->high) * s->slant_x + (p.y - half) * s->slant_y;
    float to_cap = fabsf(p.y) - half;
    bool inside = to_side <= 0.0f && to_cap <= 0.0f;
    float ax = r > cap ? r - cap : 0.0f, ay = p.y - sign * half;
    float t = ((r - s->low) * side_x + (p.y + half) * side_y) * s->inverse_side2;
    t = t < 0.0f ? 0.0f : t > 1.0f ? 1.0f : t;
    float bx = r - s->low - t * side_x, by = p.y + half - t * side_y;
    float a2 = ax * ax + ay * ay, b2 = bx * bx + by * by;
    bool end = a2 < b2;
    float d2 = end ? a2 : b2;
    bool face = inside || !(d2 > TINY_LENGTH2), side = to_side > to_cap;
    float d = sqrtf(face ? 1.0f : d2), inverse = 1.0f / d;
    float nx = face ? (side ? s->slant_x : 0.0f) : (end ? ax : bx) * inverse;
    float ny = face ? (side ? s->slant_y : sign) : (end ? ay : by) * inverse;
    return (wf_look){inside ? (side ? to_side : to_cap)
                     : face ? 0.0f
                            : d,
                     {nx * around_x, ny, nx * around_z}};
}

/* The cell of a coordinate along one axis, in cells from the corner; sets it to the part within. */
WF_INLINE int wf_field_cell(int count, float *at)
{
    int last = count - 2, cell = *at > 0.0f ? *at < (float)last ? (int)*at : last : 0;
    float part = *at - (float)cell;
    *at = part < 0.0f ? 0.0f : part > 1.0f ? 1.0f : part;
    return cell;
}

/* Linear along each axis between the grid's points; outside of the grid no more than is sure. */
WF_INLINE wf_look wf_look_field(const wf_field *f, wf_vector p)
{
    const float inverse = 1.0f / f->cell;
    wf_vector at = wf_minus(p, f->corner);
    at = (wf_vector){at.x * inverse, at.y * inverse, at.z * inverse};
    wf_vector t = at;
    int i = wf_field_cell(f->count[0], &t.x), j = wf_field_cell(f->count[1], &t.y),
        k = wf_field_cell(f->count[2], &t.z);
    const ptrdiff_t row = f->count[0], layer = row * f->count[1];
    const float *d = f->distance + k * layer + j * row + i;
    float x00 = d[1] - d[0], x10 = d[row + 1] - d[row], x01 = d[layer + 1] - d[layer],
          x11 = d[layer + row + 1] - d[layer + row];
    float y0 = d[0] + t.x * x00, y1 = d[row] + t.x * x10, y2 = d[layer] + t.x * x01,
          y3 = d[layer + row] + t.x * x11;
    float z0 = y0 + t.y * (y1 - y0), z1 = y2 + t.y * (y3 - y2);
    float x0 = x00 + t.y * (x10 - x00), x1 = x01 + t.y * (x11 - x01);
    wf_vector g = {x0 + t.z * (x1 - x0), (y1 - y0) + t.z * ((y3 - y2) - (y1 - y0)), z1 - z0};
    wf_look look = wf_look_round(g, (wf_vector){0.0f, 1.0f, 0.0f});
    look.distance = z0 + t.z * (z1 - z0);
    wf_vector beyond = {at.x - (float)i - t.x, at.y - (float)j - t.y, at.z - (float)k - t.z};
    float away2 = wf_dot(beyond, beyond);
    if (away2 > 0.0f) {
        float away = f->cell * sqrtf(away2);
        float sure = away + (float)WF_FIELD_MARGIN * f->cell, far = look.distance - away;
        look.distance = far > sure ? far : sure;
    }
    return look;
}

/* From a point in the shape's axes. */
WF_INLINE wf_look wf_look_at(weft_shape shape, const wf_solid *s, wf_vector p)
{
    switch (shape) {
    case WEFT_PLANE:
        return (wf_look){p.y, {0.0f, 1.0f, 0.0f}};
    case WEFT_SPHERE:
        return wf_look_round(p, (wf_vector){0.0f, 1.0f, 0.0f});
    case WEFT_CAPSULE:
        return wf_look_capsule(s, p);
    case WEFT_BOX:
        return wf_look_box(s, p);
    case WEFT_BODY:
        return wf_look_field(&s->field, p);
    default:
        return wf_look_frustum(s, p);
    }
}

#endif
