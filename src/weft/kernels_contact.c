/* Particles and triangles out of colliders, with friction. A contact is a plane: that of the
 * surface where it is nearest or, for what moves far in a substep, where its way meets it. The shapes
 * being convex, what is outside that plane is outside the shape. */
#include "kernels_inner.h"
#include "triangle.h"

enum { LANES = 16 };

/* Where a particle was when the substep began. */
WF_INLINE vector start_of(const wf_motion *m, size_t i)
{
    return (vector){m->q[0][i] - m->h * m->v[0][i], m->q[1][i] - m->h * m->v[1][i],
                    m->q[2][i] - m->h * m->v[2][i]};
}

WF_INLINE vector point_of(const wf_motion *m, size_t i)
{
    return (vector){m->x[0][i], m->x[1][i], m->x[2][i]};
}

/* One axis of some particles into LANES smallest and largest, which vectorise. */
WF_INLINE void bounds_axis(const float *x, const float *q, const float *v, float h, size_t begin,
                           size_t end, float low[LANES], float high[LANES])
{
    for (size_t i = begin; i < end; i += LANES)
        for (int k = 0; k < LANES; k++) {
            float now = x[i + k], then = q[i + k] - h * v[i + k];
            float least = now < then ? now : then, most = now < then ? then : now;
            low[k] = least < low[k] ? least : low[k];
            high[k] = most > high[k] ? most : high[k];
        }
}

static void bounds_add(wf_bounds *b, vector p, vector start)
{
    const float now[3] = {p.x, p.y, p.z}, then[3] = {start.x, start.y, start.z};
    float way2 = 0.0f;
    for (int a = 0; a < 3; a++) {
        float least = now[a] < then[a] ? now[a] : then[a],
              most = now[a] < then[a] ? then[a] : now[a];
        b->low[a] = least < b->low[a] ? least : b->low[a];
        b->high[a] = most > b->high[a] ? most : b->high[a];
        way2 += (now[a] - then[a]) * (now[a] - then[a]);
    }
    b->way2 = way2 > b->way2 ? way2 : b->way2;
}

void KERNEL(bounds)(const wf_motion *m, size_t begin, size_t end, wf_bounds *bounds)
{
    float way2[LANES] = {0};
    size_t whole = begin + (end - begin) / LANES * LANES;
    for (int a = 0; a < 3; a++) {
        float low[LANES], high[LANES];
        for (int k = 0; k < LANES; k++) {
            low[k] = bounds->low[a];
            high[k] = bounds->high[a];
        }
        bounds_axis(m->x[a], m->q[a], m->v[a], m->h, begin, whole, low, high);
        for (int k = 0; k < LANES; k++) {
            bounds->low[a] = low[k] < bounds->low[a] ? low[k] : bounds->low[a];
            bounds->high[a] = high[k] > bounds->high[a] ? high[k] : bounds->high[a];
        }
    }
    for (size_t i = begin; i < whole; i += LANES)
        for (int k = 0; k < LANES; k++) {
            vector d = wf_minus(point_of(m, i + k), start_of(m, i + k));
            float d2 = wf_dot(d, d);
            way2[k] = d2 > way2[k] ? d2 : way2[k];
        }
    for (int k = 0; k < LANES; k++)
        bounds->way2 = way2[k] > bounds->way2 ? way2[k] : bounds->way2;
    for (size_t i = whole; i < end; i++)
        bounds_add(bounds, point_of(m, i), start_of(m, i));
}

/* More than what rounding makes of a coordinate. */
#define ROUNDING 1e-6f

float KERNEL(least_along)(const float *const x[3], const float point[3], const float normal[3],
                          size_t begin, size_t end)
{
    float least[LANES];
    for (int k = 0; k < LANES; k++)
        least[k] = INFINITY;
    for (size_t i = begin; i < end; i += LANES)
        for (int k = 0; k < LANES; k++) {
            float dx = x[0][i + k] - point[0], dy = x[1][i + k] - point[1],
                  dz = x[2][i + k] - point[2];
            float along = normal[0] * dx + normal[1] * dy + normal[2] * dz -
                          ROUNDING * (fabsf(dx) + fabsf(dy) + fabsf(dz));
            least[k] = along < least[k] ? along : least[k];
        }
    for (int k = 1; k < LANES; k++)
        least[0] = least[k] < least[0] ? least[k] : least[0];
    return least[0];
}

WF_INLINE float strayed_elements(const float *const a[3], const float *const b[3],
                                 const float common[3], size_t count, const bool from)
{
    float most[LANES] = {0};
    for (size_t i = 0; i < count; i += LANES)
        for (size_t k = 0; k < LANES && i + k < count; k++) {
            float x = a[0][i + k] - common[0] - (from ? b[0][i + k] : 0.0f),
                  y = a[1][i + k] - common[1] - (from ? b[1][i + k] : 0.0f),
                  z = a[2][i + k] - common[2] - (from ? b[2][i + k] : 0.0f);
            float d2 = x * x + y * y + z * z;
            most[k] = d2 > most[k] ? d2 : most[k];
        }
    for (int k = 1; k < LANES; k++)
        most[0] = most[k] > most[0] ? most[k] : most[0];
    return most[0];
}

float KERNEL(strayed)(const float *const a[3], const float *const b[3], const float common[3],
                      size_t count)
{
    return b ? strayed_elements(a, b, common, count, true)
             : strayed_elements(a, b, common, count, false);
}

/* ------------------------------------------------------------------ a contact */

/* How much of a depth was there before the substep: a collider was put there, or grew. That part
 * moves the particle without giving it speed, so that nothing is shot out. */
WF_INLINE float sunk_part(float depth, float depth_at_start)
{
    float least = depth_at_start < depth ? depth_at_start : depth;
    return least > 0.0f ? least : 0.0f;
}

/* Pushes a particle out along n by `depth` (> 0: it is inside) and takes away as much of its way
 * along the surface in this substep as Coulomb's law allows: at most `hold`, and where that is not
 * all of it the `kinetic` part of `hold` (Macklin et al. 2014, eq. 24). */
WF_INLINE vector contact(vector p, vector start, vector n, float depth, float hold, float kinetic)
{
    p.x += n.x * depth;
    p.y += n.y * depth;
    p.z += n.z * depth;
    float dx = p.x - start.x, dy = p.y - start.y, dz = p.z - start.z,
          along = dx * n.x + dy * n.y + dz * n.z;
    dx -= along * n.x;
    dy -= along * n.y;
    dz -= along * n.z;
    float slip = sqrtf(dx * dx + dy * dy + dz * dz + TINY_LENGTH2);
    float scale = slip > hold ? kinetic * hold / slip : 1.0f;
    return (vector){p.x - dx * scale, p.y - dy * scale, p.z - dz * scale};
}

/* How far the surface moves in the substep at d from the collider's place. */
WF_INLINE vector surface_way(const wf_obstacle *o, vector d)
{
    return (vector){o->drift.x + o->spin[0][0] * d.x + o->spin[0][1] * d.y + o->spin[0][2] * d.z,
                    o->drift.y + o->spin[1][0] * d.x + o->spin[1][1] * d.y + o->spin[1][2] * d.z,
                    o->drift.z + o->spin[2][0] * d.x + o->spin[2][1] * d.y + o->spin[2][2] * d.z};
}

/* Where the way from a to b, in the shape's axes, meets the surface. */
typedef struct meeting {
    bool met;
    float depth; /* of b below the plane there, m */
    vector out;
} meeting;

enum { NEWTON_STEPS = 6, TRACE_STEPS = 24 };

/* Newton's steps from outside never go too far: along a line the distance to a convex shape is convex. To a
 * body steps are as long as its distance. A way that the surface only grazes is not met. */
WF_INLINE meeting meet(weft_shape shape, const wf_solid *s, float offset, vector a, vector b)
{
    vector way = wf_minus(b, a), at = a;
    const bool body = shape == WEFT_BODY;
    float t = 0.0f, length = body ? sqrtf(wf_dot(way, way) + TINY_LENGTH2) : 0.0f;
    wf_look look = wf_look_at(shape, s, a);
    float slope = wf_dot(look.out, way);
    for (int i = 0; i < (body ? TRACE_STEPS : NEWTON_STEPS); i++) {
        float gap = look.distance - offset;
        float step = body && gap > 0.0f           ? gap / length
                     : slope < 0.0f && gap > 0.0f ? -gap / slope
                                                  : 0.0f;
        t += step;
        t = t < 2.0f ? t : 2.0f;
        at = wf_along(a, t, way);
        look = wf_look_at(shape, s, at);
        slope = wf_dot(look.out, way);
    }
    float gap = look.distance - offset;
    return (meeting){t <= 1.0f && slope < 0.0f && gap < 0.05f * offset + 1e-6f,
                     wf_dot(wf_minus(at, b), look.out) - gap, look.out};
}

/* The least way in which a substep's start may be below the surface and still count as outside. */
#define OUTSIDE 0.25f

/* `plain`: the collider is at rest and nothing bounces; `quick`: something may move far. */
WF_INLINE void collide_elements(const wf_motion *m, const wf_obstacle *obstacle, size_t begin,
                                size_t end, const weft_shape shape, const bool plain,
                                const bool quick)
{
    const wf_obstacle o = *obstacle;
    float *x = m->x[0], *y = m->x[1], *z = m->x[2], *qx = m->q[0], *qy = m->q[1], *qz = m->q[2];
    const float *vx = m->v[0], *vy = m->v[1], *vz = m->v[2], *w = m->w;
    const float h = m->h;
    WF_LOOP
    for (size_t i = begin; i < end; i++) {
        vector p = {x[i], y[i], z[i]}, q = {qx[i], qy[i], qz[i]}, v = {vx[i], vy[i], vz[i]};
        vector start = {q.x - h * v.x, q.y - h * v.y, q.z - h * v.z};
        vector d = wf_minus(p, o.to.position), b = wf_to_shape(shape, &o.to, d);
        vector a = wf_to_shape(shape, &o.from, wf_minus(start, o.from.position));
        wf_look look = wf_look_at(shape, &o.solid, b);
        float depth = o.offset - look.distance;
        float before = o.offset - wf_look_at(shape, &o.solid, a).distance;
        float sunk = sunk_part(depth, before);
        if (quick && shape != WEFT_PLANE) {
            vector way = wf_minus(b, a);
            meeting met = meet(shape, &o.solid, o.offset, a, b);
            bool passed = wf_dot(way, way) > o.quick2 && before < OUTSIDE * o.offset && met.met;
            depth = passed ? met.depth : depth;
            sunk = passed ? 0.0f : sunk;
            look.out.x = passed ? met.out.x : look.out.x;
            look.out.y = passed ? met.out.y : look.out.y;
            look.out.z = passed ? met.out.z : look.out.z;
        }
        vector n = wf_to_world(shape, &o.to, look.out);
        vector carried = plain ? (vector){0.0f, 0.0f, 0.0f} : surface_way(&o, d);
        vector from = plain ? start : wf_along(start, 1.0f, carried);
        vector to = contact(p, from, n, depth, o.friction * (depth - sunk), o.kinetic);
        bool touches = depth > 0.0f && w[i] != 0.0f;
        float lift = touches ? sunk : 0.0f;
        if (!plain) {
            /* The velocity that is kept becomes v + (x - q) / h. */
            float own = wf_dot(v, n), late = wf_dot(o.lag, n), surface = wf_dot(carried, n) / h;
            float impact = own + late - surface;
            float wanted = surface - o.restitution * impact - late;
            bool bounces = touches && o.restitution > 0.0f && impact < -o.rest_speed;
            lift = bounces ? wf_dot(wf_minus(to, q), n) - h * (wanted - own) : lift;
        }
        x[i] = touches ? to.x : p.x;
        y[i] = touches ? to.y : p.y;
        z[i] = touches ? to.z : p.z;
        qx[i] = touches ? q.x + lift * n.x : q.x;
        qy[i] = touches ? q.y + lift * n.y : q.y;
        qz[i] = touches ? q.z + lift * n.z : q.z;
    }
}

#define COLLIDE(shape)                                                                             \
    case shape:                                                                                    \
        if (quick)                                                                                 \
            collide_elements(m, o, begin, end, shape, false, true);                                \
        else if (o->plain)                                                                         \
            collide_elements(m, o, begin, end, shape, true, false);                                \
        else                                                                                       \
            collide_elements(m, o, begin, end, shape, false, false);                               \
        return

void KERNEL(collide)(const wf_motion *m, const wf_obstacle *o, bool quick, size_t begin, size_t end)
{
    switch (o->shape) {
        COLLIDE(WEFT_PLANE);
        COLLIDE(WEFT_SPHERE);
        COLLIDE(WEFT_CAPSULE);
        COLLIDE(WEFT_BOX);
        COLLIDE(WEFT_BODY);
    default:
        COLLIDE(WEFT_FRUSTUM);
    }
}

/* ------------------------------------------------------------------ triangles */

#define FLAT 0.05f /* part of the thickness by which a triangle may sink in unseen */
enum { DEEPEST_STEPS = 8, WAY_STEPS_MAX = 16 };

/* The point of a triangle that is deepest in the shape: from the core's nearest point to the
 * triangle's, forth and back (for two convex sets that ends at their nearest points: Cheney &
 * Goldstein 1959). */
static wf_spot deepest(const wf_obstacle *o, const vector corner[3], wf_look *look)
{
    wf_spot s = wf_spot_at(corner, 1.0f / 3.0f, 1.0f / 3.0f);
    *look = wf_look_at(o->shape, &o->solid, s.point);
    for (int i = 0; i < DEEPEST_STEPS; i++) {
        float inwards = look->distance > 0.0f ? look->distance : o->offset;
        wf_spot next = wf_nearest_on_triangle(corner, wf_along(s.point, -inwards, look->out));
        wf_look there = wf_look_at(o->shape, &o->solid, next.point);
        if (!(there.distance < look->distance - 1e-4f * o->offset))
            break;
        s = next;
        *look = there;
    }
    return s;
}

typedef struct touched {
    wf_spot spot;
    vector out; /* in the world's axes */
    float depth, sunk;
} touched;

static vector at_parts(const vector corner[3], const float part[3])
{
    vector p = {0.0f, 0.0f, 0.0f};
    for (int k = 0; k < 3; k++)
        p = wf_along(p, part[k], corner[k]);
    return p;
}

/* Looks along a triangle's way from a to b, in the shape's axes: in steps too short to pass it. */
static bool find_touch(const wf_obstacle *o, const vector a[3], const vector b[3], float way,
                       touched *t)
{
    float quick = sqrtf(o->quick2);
    int steps = way > quick ? (int)fminf(ceilf(way / quick), (float)WAY_STEPS_MAX) : 1;
    wf_look look = {0};
    for (int s = 1; s <= steps; s++) {
        vector corner[3];
        for (int k = 0; k < 3; k++)
            corner[k] =
                s < steps ? wf_along(a[k], (float)s / (float)steps, wf_minus(b[k], a[k])) : b[k];
        t->spot = deepest(o, corner, &look);
        if (look.distance < o->offset)
            break;
    }
    if (!(look.distance < o->offset))
        return false;
    vector end = at_parts(b, t->spot.part), start = at_parts(a, t->spot.part);
    t->depth = wf_dot(wf_minus(t->spot.point, end), look.out) + (o->offset - look.distance);
    t->sunk = steps > 1 ? 0.0f
                        : sunk_part(t->depth,
                                    o->offset - wf_look_at(o->shape, &o->solid, start).distance);
    t->out = wf_to_world(o->shape, &o->to, look.out);
    return t->depth > 0.0f;
}

/* The corners move so that the point does, each by its part and inverse mass. */
static void move_corners(const wf_motion *m, const wf_obstacle *o, const size_t i[3],
                         const touched *t)
{
    vector p = {0.0f, 0.0f, 0.0f}, start = p;
    float weight = 0.0f;
    for (int k = 0; k < 3; k++) {
        p = wf_along(p, t->spot.part[k], point_of(m, i[k]));
        start = wf_along(start, t->spot.part[k], start_of(m, i[k]));
        weight += m->w[i[k]] * t->spot.part[k] * t->spot.part[k];
    }
    if (!(weight > 0.0f))
        return;
    vector from = wf_along(start, 1.0f, surface_way(o, wf_minus(p, o->to.position)));
    vector to = contact(p, from, t->out, t->depth, o->friction * (t->depth - t->sunk), o->kinetic);
    vector move = wf_minus(to, p);
    for (int k = 0; k < 3; k++) {
        float part = m->w[i[k]] * t->spot.part[k] / weight, lift = part * t->sunk;
        m->x[0][i[k]] += part * move.x;
        m->x[1][i[k]] += part * move.y;
        m->x[2][i[k]] += part * move.z;
        m->q[0][i[k]] += lift * t->out.x;
        m->q[1][i[k]] += lift * t->out.y;
        m->q[2][i[k]] += lift * t->out.z;
    }
}

/* Whether a triangle whose corners moved by no more than `way` cannot have met the obstacle. */
static bool apart(const wf_motion *m, const wf_obstacle *o, const size_t i[3], float way)
{
    for (int a = 2; a >= 0; a--) {
        const float *x = m->x[a];
        float p = x[i[0]], q = x[i[1]], r = x[i[2]], high = o->high[a] + way, low = o->low[a] - way;
        if ((p > high && q > high && r > high) || (p < low && q < low && r < low))
            return true;
    }
    return false;
}

/* Whether a triangle is outside the plane of the surface that is nearest to its middle, and so, the shape
 * being convex, outside the shape: what lies flat on a face is. On a body it is where neither its middle nor
 * those of its sides are half the thickness in it. */
static bool all_outside(const wf_obstacle *o, const vector corner[3], vector middle,
                        const wf_look *look)
{
    float thickness = o->offset - o->solid.round;
    float room = look->distance - o->offset + FLAT * thickness;
    if (o->shape != WEFT_BODY) {
        for (int k = 0; k < 3; k++)
            if (wf_dot(look->out, wf_minus(corner[k], middle)) < -room)
                return false;
        return true;
    }
    float least = look->distance, reach2 = 0.0f;
    for (int k = 0; k < 3; k++) {
        vector reach = wf_minus(corner[k], middle);
        float far2 = wf_dot(reach, reach);
        reach2 = far2 > reach2 ? far2 : reach2;
    }
    /* The sides' middles are half as far away as the corners. */
    if (least - 0.5f * sqrtf(reach2) > o->offset - 0.5f * thickness)
        return true;
    for (int k = 0; k < 3; k++) {
        vector side = wf_along(corner[k], 0.5f, wf_minus(corner[(k + 1) % 3], corner[k]));
        float there = wf_look_at(o->shape, &o->solid, side).distance;
        least = there < least ? there : least;
    }
    return least > o->offset - 0.5f * thickness;
}

/* Whether a corner that nothing moves is in the shape: pinned or attached there. Such a triangle cannot get out. */
static bool is_fixed_inside(const wf_motion *m, const wf_obstacle *o, const size_t i[3],
                            const vector corner[3])
{
    const float thickness = o->offset - o->solid.round;
    for (int k = 0; k < 3; k++)
        if (m->w[i[k]] == 0.0f &&
            wf_look_at(o->shape, &o->solid, corner[k]).distance < o->offset - FLAT * thickness)
            return true;
    return false;
}

/* What moves little and is outside is left at once: most triangles are. */
static void touch_triangle(const wf_motion *m, const wf_obstacle *o, const size_t i[3], float way)
{
    vector a[3], b[3];
    if (apart(m, o, i, way))
        return;
    for (int k = 0; k < 3; k++)
        b[k] = wf_to_shape(o->shape, &o->to, wf_minus(point_of(m, i[k]), o->to.position));
    const float third = 1.0f / 3.0f;
    vector middle = at_parts(b, (const float[3]){third, third, third});
    wf_look look = wf_look_at(o->shape, &o->solid, middle);
    float most = way + o->moved;
    if ((most * most <= o->quick2 && all_outside(o, b, middle, &look)) ||
        is_fixed_inside(m, o, i, b))
        return;
    float way2 = 0.0f, edge2 = 0.0f, reach2 = 0.0f;
    for (int k = 0; k < 3; k++) {
        a[k] = wf_to_shape(o->shape, &o->from, wf_minus(start_of(m, i[k]), o->from.position));
        vector moved = wf_minus(b[k], a[k]), edge = wf_minus(b[(k + 1) % 3], b[k]),
               reach = wf_minus(b[k], middle);
        float moved2 = wf_dot(moved, moved), side2 = wf_dot(edge, edge),
              far2 = wf_dot(reach, reach);
        way2 = moved2 > way2 ? moved2 : way2;
        edge2 = side2 > edge2 ? side2 : edge2;
        reach2 = far2 > reach2 ? far2 : reach2;
    }
    touched t;
    float own = sqrtf(way2);
    if (edge2 > o->smooth2 && look.distance - sqrtf(reach2) - own < o->offset &&
        find_touch(o, a, b, own, &t))
        move_corners(m, o, i, &t);
}

void KERNEL(touch_cells)(const wf_motion *m, const wf_obstacle *o, size_t top, size_t bottom,
                         int cells, float way)
{
    if (cells == 0)
        touch_triangle(m, o, (const size_t[3]){top, bottom, bottom}, way);
    for (size_t c = 0; c < (size_t)cells; c++) {
        touch_triangle(m, o, (const size_t[3]){top + c, bottom + c, top + c + 1}, way);
        touch_triangle(m, o, (const size_t[3]){top + c + 1, bottom + c, bottom + c + 1}, way);
    }
}

void KERNEL(touch_triangles)(const wf_motion *m, const wf_obstacle *o, const uint32_t *triangles,
                             int count, float way)
{
    for (int t = 0; t < count; t++, triangles += 3)
        touch_triangle(m, o, (const size_t[3]){triangles[0], triangles[1], triangles[2]}, way);
}
