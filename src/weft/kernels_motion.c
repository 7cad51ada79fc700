/* Particles moving freely. */
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

void KERNEL(rewind)(const wf_motion *m, size_t begin, size_t end)
{
    const float h = m->h;
    for (int a = 0; a < 3; a++) {
        float *x = m->x[a], *q = m->q[a], *v = m->v[a];
        WF_LOOP
        for (size_t i = begin; i < end; i++)
            x[i] = q[i] - h * v[i];
    }
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
