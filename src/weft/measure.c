/* What the numbers say: strain, energy, momentum, contact. In double, and in a fixed order. */
#include "internal.h"

#include <math.h>

typedef struct strains {
    double stretch_max, stretch_sum, compression_max, compression_sum;
    int count;
} strains;

static void add_edge(strains *s, const wf_cloth *c, size_t a, size_t b, double rest)
{
    double dx = (double)c->x[0][a] - c->x[0][b], dy = (double)c->x[1][a] - c->x[1][b],
           dz = (double)c->x[2][a] - c->x[2][b];
    s->count++;
    if (rest <= 0.0)
        return;
    double strain = sqrt(dx * dx + dy * dy + dz * dz) / rest - 1.0;
    if (strain > 0.0) {
        s->stretch_sum += strain;
        s->stretch_max = strain > s->stretch_max ? strain : s->stretch_max;
    } else {
        s->compression_sum -= strain;
        s->compression_max = -strain > s->compression_max ? -strain : s->compression_max;
    }
}

static strains measure_strains(const wf_cloth *c)
{
    strains s = {0};
    for (int r = 0; c->sheet && r < c->rows; r++)
        for (int i = 0; i < c->columns; i++) {
            size_t e = (size_t)r * (size_t)c->pitch + (size_t)i;
            if (i + 1 < c->columns)
                add_edge(&s, c, e, e + 1, c->cell_u);
            if (r + 1 < c->rows)
                add_edge(&s, c, e, e + (size_t)c->pitch, c->cell_v);
        }
    for (int i = 0; i < c->edge_count; i++)
        add_edge(&s, c, c->edges[i].a, c->edges[i].b, c->edges[i].rest);
    return s;
}

static double penetration(const weft_world *world, const double p[3])
{
    double deepest = 0.0;
    for (int i = 0; i < world->def.max_colliders; i++) {
        if (!world->colliders[i].alive)
            continue;
        double depth = wf_collider_depth(&world->colliders[i], p);
        deepest = depth > deepest ? depth : deepest;
    }
    return deepest;
}

/* The i-th free or fixed particle's share of the sums. */
static void add_particle(weft_measure *m, const weft_world *world, const wf_cloth *c, int particle)
{
    size_t i = wf_element(c, particle);
    double x[3], v[3];
    for (int a = 0; a < 3; a++) {
        x[a] = c->x[a][i];
        v[a] = c->v[a][i];
        m->finite = m->finite && isfinite(x[a]) && isfinite(v[a]) && isfinite(c->n[a][i]);
    }
    double speed = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]), depth = penetration(world, x);
    m->max_speed = speed > m->max_speed ? speed : m->max_speed;
    m->lowest = x[1] < m->lowest ? x[1] : m->lowest;
    if (depth > m->penetration_max && !(c->flags[particle] & WEFT_PARTICLE_ATTACHED))
        m->penetration_max = depth;
    if (wf_is_anchor(c, particle))
        return;
    double mass = wf_particle_mass(c, particle);
    m->mass += mass;
    m->kinetic_energy += 0.5 * mass * speed * speed;
    for (int a = 0; a < 3; a++) {
        int b = (a + 1) % 3, d = (a + 2) % 3;
        m->centre[a] += mass * x[a];
        m->momentum[a] += mass * v[a];
        m->angular_momentum[a] += mass * (x[b] * v[d] - x[d] * v[b]);
    }
}

weft_result weft_cloth_measure(const weft_world *world, weft_cloth_id id, weft_measure *m)
{
    if (!world || !m)
        return WEFT_ERROR_ARGUMENT;
    const wf_cloth *c = wf_cloth_find(world, id);
    if (!c)
        return WEFT_ERROR_ID;
    *m = (weft_measure){.finite = true, .lowest = INFINITY};
    for (int p = 0; p < wf_count(c); p++)
        add_particle(m, world, c, p);
    for (int a = 0; a < 3 && m->mass > 0.0; a++)
        m->centre[a] /= m->mass;
    strains s = measure_strains(c);
    m->stretch_max = s.stretch_max;
    m->compression_max = s.compression_max;
    m->stretch_mean = s.count ? s.stretch_sum / s.count : 0.0;
    m->compression_mean = s.count ? s.compression_sum / s.count : 0.0;
    m->tethers = wf_tether_count(world, c);
    for (int k = 0; k < WEFT_KIND_COUNT; k++)
        m->constraints[k] = weft_cloth_edges(world, id, (weft_constraint_kind)k, NULL);
    return WEFT_OK;
}
