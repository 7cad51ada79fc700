/* The wind stage: the air's force on each triangle, from the wind relative to it. Reads x, v, w;
 * writes q (see cells.c). Gusts are a function of the world's time, by integer hash and polynomial,
 * so that every run has the same. */
#include "internal.h"

#include <math.h>

/* -1 … 1, from a lattice point and a seed (a finaliser in the manner of MurmurHash3's). */
static float lattice(int64_t point, uint32_t seed)
{
    uint64_t h = (uint64_t)point * 0x9e3779b97f4a7c15u + seed;
    h ^= h >> 33;
    h *= 0xff51afd7ed558ccdu;
    h ^= h >> 33;
    h *= 0xc4ceb9fe1a85ec53u;
    h ^= h >> 33;
    return (float)((double)(h >> 40) / 8388607.5 - 1.0);
}

/* Value noise, smooth to the second derivative (Perlin's quintic fade). */
static float noise(double t, uint32_t seed)
{
    double whole = floor(t);
    float f = (float)(t - whole), s = f * f * f * (f * (f * 6.0f - 15.0f) + 10.0f);
    float a = lattice((int64_t)whole, seed), b = lattice((int64_t)whole + 1, seed);
    return a + (b - a) * s;
}

/* The speed swings by `gust`, two octaves, and the direction by a third of it to the sides and up.
 */
void wf_wind_at(const weft_settings *s, double time, float wind[3])
{
    double t = time * s->gust_frequency;
    float swing =
        1.0f + s->gust * (0.7f * noise(t, s->gust_seed) + 0.3f * noise(2.7 * t, s->gust_seed + 1));
    float side = s->gust * 0.35f * noise(1.3 * t, s->gust_seed + 2),
          up = s->gust * 0.2f * noise(1.7 * t, s->gust_seed + 3);
    const float *w = s->wind;
    float speed = sqrtf(w[0] * w[0] + w[1] * w[1] + w[2] * w[2]);
    wind[0] = w[0] * swing - w[2] * side;
    wind[1] = w[1] * swing + speed * up;
    wind[2] = w[2] * swing + w[0] * side;
}

typedef struct vec {
    float x, y, z;
} vec;

static vec sub(const float *const x[3], uint32_t a, uint32_t b)
{
    return (vec){x[0][a] - x[0][b], x[1][a] - x[1][b], x[2][a] - x[2][b]};
}

/* A mesh's triangles, one after the other; by the same formula as the sheet's kernel. */
static void mesh_air(weft_world *world, wf_cloth *cloth, const wf_air *air)
{
    for (int a = 0; a < 3; a++)
        for (int i = 0; i < cloth->pitch; i++)
            cloth->q[a][i] = 0.0f;
    for (int t = 0; t < cloth->triangle_count; t++) {
        const uint32_t *p = &cloth->triangles[3 * t];
        vec e = sub((const float *const *)cloth->x, p[1], p[0]),
            f = sub((const float *const *)cloth->x, p[2], p[0]);
        float area[3] = {e.y * f.z - e.z * f.y, e.z * f.x - e.x * f.z, e.x * f.y - e.y * f.x},
              velocity[3], push[3];
        for (int a = 0; a < 3; a++)
            velocity[a] =
                (cloth->v[a][p[0]] + cloth->v[a][p[1]] + cloth->v[a][p[2]]) * (1.0f / 3.0f);
        world->kernels->triangle_air(area, velocity, air, push);
        for (int k = 0; k < 3; k++)
            for (int a = 0; a < 3; a++)
                cloth->q[a][p[k]] += cloth->w[p[k]] * push[a];
    }
}

void wf_stage_wind(weft_world *world, wf_cloth *cloth, const wf_substep *substep)
{
    const weft_fabric *f = &cloth->fabric;
    float density = world->settings.air_density;
    bool triangles =
        cloth->sheet ? cloth->rows > 1 && cloth->columns > 1 : cloth->triangle_count > 0;
    if (density == 0.0f || (f->drag == 0.0f && f->lift == 0.0f) || !triangles)
        return;
    wf_air air = {
        .wind = {substep->wind[0], substep->wind[1], substep->wind[2]},
        .drag = 0.5f * density * f->drag,
        .lift = 0.5f * density * f->lift,
        .kick = wf_kick_time(world, cloth, substep->h),
        .density = f->areal_density,
    };
    if (cloth->sheet)
        wf_cells_walk(world, cloth, &air);
    else
        mesh_air(world, cloth, &air);
    cloth->pushed = true;
}
