/* The sweeps and bend stages of a mesh: its edges and hinges as lists. stage_sweeps.c says how strong
 * they are. Reads w; writes x and the multipliers. */
#include "families.h"

#include <math.h>

void wf_mesh_edges(const weft_world *world, wf_cloth *c, wf_strength s, bool keep)
{
    float *x = c->x[0], *y = c->x[1], *z = c->x[2], part = 1.0f - c->fabric.slack;
    for (int i = 0; s.gain > 0.0f && !world->stage_off[WEFT_STAGE_SWEEPS] && i < c->edge_count;
         i++) {
        const wf_edge *e = &c->edges[i];
        float wa = c->w[e->a], wb = c->w[e->b], alpha = s.compliance * e->stretch;
        float dx = x[e->a] - x[e->b], dy = y[e->a] - y[e->b], dz = z[e->a] - z[e->b];
        float length = sqrtf(dx * dx + dy * dy + dz * dz + 1e-20f);
        float error = wf_wanted_length(length, e->rest, e->rest * part) - length -
                      (keep ? alpha * c->lambda_edge[i] : 0.0f);
        float scale = error * s.gain / ((wa + wb + alpha + 1e-20f) * length);
        if (keep)
            c->lambda_edge[i] += scale * length;
        x[e->a] += scale * wa * dx;
        y[e->a] += scale * wa * dy;
        z[e->a] += scale * wa * dz;
        x[e->b] -= scale * wb * dx;
        y[e->b] -= scale * wb * dy;
        z[e->b] -= scale * wb * dz;
    }
}

/* C = |b| - rest with b = sum k_i x_i; its gradients k_i b/|b| have the same direction. */
void wf_mesh_hinges(const weft_world *world, wf_cloth *c, wf_strength s, bool keep)
{
    for (int i = 0; s.gain > 0.0f && !world->stage_off[WEFT_STAGE_BEND] && i < c->hinge_count;
         i++) {
        const wf_hinge *g = &c->hinges[i];
        const float *w = c->w;
        bool clamp =
            w[g->p[0]] == 0.0f && w[g->p[1]] == 0.0f && (w[g->p[2]] == 0.0f || w[g->p[3]] == 0.0f);
        float b[3] = {0, 0, 0}, weight = 0.0f,
              alpha = s.compliance * g->compliance * (clamp ? 0.5f : 1.0f);
        for (int k = 0; k < 4; k++) {
            weight += c->w[g->p[k]] * g->k[k] * g->k[k];
            for (int a = 0; a < 3; a++)
                b[a] += g->k[k] * c->x[a][g->p[k]];
        }
        float length = sqrtf(b[0] * b[0] + b[1] * b[1] + b[2] * b[2] + 1e-20f);
        float error = g->rest - length - (keep ? alpha * c->lambda_hinge[i] : 0.0f);
        float scale = error * s.gain / ((weight + alpha + 1e-20f) * length);
        if (keep)
            c->lambda_hinge[i] += scale * length;
        for (int k = 0; k < 4; k++)
            for (int a = 0; a < 3; a++)
                c->x[a][g->p[k]] += scale * c->w[g->p[k]] * g->k[k] * b[a];
    }
}
