/* The volume that a closed mesh encloses, kept by one constraint of all its particles, after its edges:
 *     C = V - target,  V = 1/6 sum x_a . (x_b x x_c),  dC/dx_i = 1/6 sum (x_b - x_a) x (x_c - x_a)
 * over the triangles, those around i. Each particle moves along its gradient, by its inverse mass, so far that C is
 * 0 to first order. On one thread: the sum has one order. Reads triangles and w; writes x, and n as scratch. */
#include "internal.h"

/* A triangle's corners, seen from `origin`. */
static void corners_of(const wf_cloth *c, const uint32_t *p, const float origin[3],
                       wf_vector corner[3])
{
    for (int k = 0; k < 3; k++)
        corner[k] = (wf_vector){c->x[0][p[k]] - origin[0], c->x[1][p[k]] - origin[1],
                                c->x[2][p[k]] - origin[2]};
}

float wf_mesh_volume(const wf_cloth *c)
{
    const float origin[3] = {c->x[0][0], c->x[1][0], c->x[2][0]};
    double sum = 0.0;
    for (int t = 0; t < c->triangle_count; t++) {
        wf_vector v[3];
        corners_of(c, &c->triangles[3 * t], origin, v);
        sum += (double)wf_dot(v[0], wf_cross(v[1], v[2]));
    }
    return (float)(sum / 6.0);
}

/* Into n. */
static void gradients(const wf_cloth *c)
{
    const float origin[3] = {c->x[0][0], c->x[1][0], c->x[2][0]};
    for (int a = 0; a < 3; a++)
        for (int i = 0; i < c->columns; i++)
            c->n[a][i] = 0.0f;
    for (int t = 0; t < c->triangle_count; t++) {
        const uint32_t *p = &c->triangles[3 * t];
        wf_vector v[3];
        corners_of(c, p, origin, v);
        wf_vector area = wf_cross(wf_minus(v[1], v[0]), wf_minus(v[2], v[0]));
        for (int k = 0; k < 3; k++) {
            c->n[0][p[k]] += area.x / 6.0f;
            c->n[1][p[k]] += area.y / 6.0f;
            c->n[2][p[k]] += area.z / 6.0f;
        }
    }
}

void wf_mesh_keep_volume(wf_cloth *c)
{
    if (c->volume == 0.0f || c->fabric.inflation == 0.0f)
        return;
    gradients(c);
    double weight = 0.0;
    for (int a = 0; a < 3; a++)
        for (int i = 0; i < c->columns; i++)
            weight += (double)(c->w[i] * c->n[a][i] * c->n[a][i]);
    if (!(weight > 0.0))
        return;
    float error = wf_mesh_volume(c) - c->fabric.inflation * c->volume,
          scale = (float)((double)-error / weight);
    for (int a = 0; a < 3; a++)
        for (int i = 0; i < c->columns; i++)
            c->x[a][i] += scale * c->w[i] * c->n[a][i];
}
