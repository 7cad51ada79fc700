/* Particles moving freely, and off obstacles. */
#include "kernels_inner.h"

WF_INLINE void integrate_elements(const wf_motion *m, size_t begin, size_t end, const bool pushed)
{
    const float h = m->h, *w = m->w, max_speed = m->max_speed;
    const float kick_x = m->kick[0], kick_y = m->kick[1], kick_z = m->kick[2];
    float *xx = m->x[0], *xy = m->x[1], *xz = m->x[2];
    float *qx = m->q[0], *qy = m->q[1], *qz = m->q[2];
    float *vx = m->v[0], *vy = m->v[1], *vz = m->v[2];
    WF_LOOP
    for (size_t i = begin; i < end; i++) {
        float moves = w[i] != 0.0f ? 1.0f : 0.0f;
        float ux = vx[i] + moves * kick_x + (pushed ? qx[i] : 0.0f);
        float uy = vy[i] + moves * kick_y + (pushed ? qy[i] : 0.0f);
        float uz = vz[i] + moves * kick_z + (pushed ? qz[i] : 0.0f);
        float speed = sqrtf(ux * ux + uy * uy + uz * uz);
        float scale = speed * moves > max_speed ? max_speed / speed : 1.0f;
        ux *= scale;
        uy *= scale;
        uz *= scale;
        vx[i] = ux;
        vy[i] = uy;
        vz[i] = uz;
        qx[i] = xx[i] += h * ux;
        qy[i] = xy[i] += h * uy;
        qz[i] = xz[i] += h * uz;
    }
}

void KERNEL(integrate)(const wf_motion *m, size_t begin, size_t end)
{
    if (m->pushed)
        integrate_elements(m, begin, end, true);
    else
        integrate_elements(m, begin, end, false);
}

/* v += (x - q) / h adds what the constraints did, and keeps what v had below the rounding of x:
 * re-deriving v from positions would lose it (at h = 1e-4 s a resting particle would never start to
 * fall). */
void KERNEL(velocity)(const wf_motion *m, size_t begin, size_t end)
{
    const float *w = m->w, inverse_h = 1.0f / m->h, damping = m->damping, max_speed = m->max_speed;
    const float *xx = m->x[0], *xy = m->x[1], *xz = m->x[2];
    const float *qx = m->q[0], *qy = m->q[1], *qz = m->q[2];
    float *vx = m->v[0], *vy = m->v[1], *vz = m->v[2];
    WF_LOOP
    for (size_t i = begin; i < end; i++) {
        float ux = (vx[i] + (xx[i] - qx[i]) * inverse_h) * damping;
        float uy = (vy[i] + (xy[i] - qy[i]) * inverse_h) * damping;
        float uz = (vz[i] + (xz[i] - qz[i]) * inverse_h) * damping;
        float speed = sqrtf(ux * ux + uy * uy + uz * uz);
        float scale = speed > max_speed ? max_speed / speed : 1.0f;
        bool moves = w[i] != 0.0f;
        vx[i] = moves ? ux * scale : vx[i];
        vy[i] = moves ? uy * scale : vy[i];
        vz[i] = moves ? uz * scale : vz[i];
    }
}

bool KERNEL(within)(const float *values, size_t begin, size_t end, float limit)
{
    int outside = 0;
    for (size_t i = begin; i < end; i++)
        outside |= !(fabsf(values[i]) <= limit);
    return !outside;
}

/* ------------------------------------------------------------------ obstacles */

/* How much of a depth was there before the substep: a collider was put there, or grew. That part
 * moves the particle without giving it speed, so that nothing is shot out. */
WF_INLINE float sunk_part(float depth, float depth_at_start)
{
    float least = depth_at_start < depth ? depth_at_start : depth;
    return least > 0.0f ? least : 0.0f;
}

/* Pushes a particle out along n by `depth` (> 0: it is inside) and takes away as much of its way
 * along the surface in this substep as Coulomb's law allows: at most `hold` (Macklin et al. 2014,
 * eq. 24). */
WF_INLINE vector contact(vector p, vector start, vector n, float depth, float hold)
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
    float scale = slip > hold ? hold / slip : 1.0f;
    return (vector){p.x - dx * scale, p.y - dy * scale, p.z - dz * scale};
}

void KERNEL(collide_plane)(const wf_motion *m, const wf_obstacle *o, size_t begin, size_t end)
{
    float *x = m->x[0], *y = m->x[1], *z = m->x[2], *qx = m->q[0], *qy = m->q[1], *qz = m->q[2];
    const float *vx = m->v[0], *vy = m->v[1], *vz = m->v[2], *w = m->w;
    const float h = m->h, friction = o->friction, offset = o->offset;
    const float px = o->position[0], py = o->position[1], pz = o->position[2];
    const vector n = {o->normal[0], o->normal[1], o->normal[2]};
    WF_LOOP
    for (size_t i = begin; i < end; i++) {
        float depth = offset - ((x[i] - px) * n.x + (y[i] - py) * n.y + (z[i] - pz) * n.z);
        vector start = {qx[i] - h * vx[i], qy[i] - h * vy[i], qz[i] - h * vz[i]};
        float sunk = sunk_part(
            depth, offset - ((start.x - px) * n.x + (start.y - py) * n.y + (start.z - pz) * n.z));
        vector p = contact((vector){x[i], y[i], z[i]}, start, n, depth, friction * (depth - sunk));
        bool touches = depth > 0.0f && w[i] != 0.0f;
        sunk = touches ? sunk : 0.0f;
        x[i] = touches ? p.x : x[i];
        y[i] = touches ? p.y : y[i];
        z[i] = touches ? p.z : z[i];
        qx[i] += sunk * n.x;
        qy[i] += sunk * n.y;
        qz[i] += sunk * n.z;
    }
}

void KERNEL(collide_sphere)(const wf_motion *m, const wf_obstacle *o, size_t begin, size_t end)
{
    float *x = m->x[0], *y = m->x[1], *z = m->x[2], *qx = m->q[0], *qy = m->q[1], *qz = m->q[2];
    const float *vx = m->v[0], *vy = m->v[1], *vz = m->v[2], *w = m->w;
    const float h = m->h, friction = o->friction, offset = o->offset;
    const float px = o->position[0], py = o->position[1], pz = o->position[2];
    WF_LOOP
    for (size_t i = begin; i < end; i++) {
        float dx = x[i] - px, dy = y[i] - py, dz = z[i] - pz, r2 = dx * dx + dy * dy + dz * dz;
        bool centre = r2 < TINY_LENGTH2; /* any way out is as good: up */
        float r = sqrtf(centre ? 1.0f : r2), inverse = 1.0f / r,
              depth = centre ? offset : offset - r;
        vector n = {centre ? 0.0f : dx * inverse, centre ? 1.0f : dy * inverse,
                    centre ? 0.0f : dz * inverse};
        vector start = {qx[i] - h * vx[i], qy[i] - h * vy[i], qz[i] - h * vz[i]};
        float sx = start.x - px, sy = start.y - py, sz = start.z - pz;
        float sunk = sunk_part(depth, offset - sqrtf(sx * sx + sy * sy + sz * sz));
        vector p = contact((vector){x[i], y[i], z[i]}, start, n, depth, friction * (depth - sunk));
        bool touches = depth > 0.0f && w[i] != 0.0f;
        sunk = touches ? sunk : 0.0f;
        x[i] = touches ? p.x : x[i];
        y[i] = touches ? p.y : y[i];
        z[i] = touches ? p.z : z[i];
        qx[i] += sunk * n.x;
        qy[i] += sunk * n.y;
        qz[i] += sunk * n.z;
    }
}
