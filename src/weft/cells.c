/* Walks a sheet's triangles row by row, for the two stages that need them: wind and normals. What a
 * triangle gives its corners is computed once, into scratch rows that stay in the cache; each
 * particle then gathers from the six around it, so that no two iterations write the same place.
 * Reads x and v; writes q (the velocity that the air adds, for integrate) or n (normals). */
#include "internal.h"

typedef struct walk {
    const weft_world *world;
    wf_cloth *cloth;
    const wf_air *air; /* null: normals */
} walk;

/* The two scratch rows of a worker, each 3 components of triangle a, then of b. Columns -1 and
 * columns - 1 are 0. */
static void scratch_rows(const weft_world *world, const wf_cloth *cloth, int worker,
                         float *rows[2][6])
{
    size_t length = (size_t)cloth->pitch + 2 * WF_LANES;
    float *base = world->scratch + (size_t)worker * world->scratch_floats + WF_LANES;
    for (int i = 0; i < WF_CELL_ROWS; i++) {
        float *row = rows[i / 6][i % 6] = base + (size_t)i * length;
        row[-1] = row[cloth->columns - 1] = 0.0f;
    }
}

static void row_pointers(const wf_cloth *cloth, int r, const float *row[6])
{
    for (int a = 0; a < 3; a++) {
        row[a] = cloth->x[a] + (size_t)r * (size_t)cloth->pitch;
        row[a + 3] = cloth->v[a] + (size_t)r * (size_t)cloth->pitch;
    }
}

/* Fills `out` from the cells between rows r and r + 1; with 0 outside the sheet. */
static void compute_cells(const walk *w, int r, float *const out[6])
{
    const wf_cloth *cloth = w->cloth;
    if (r < 0 || r + 1 >= cloth->rows) {
        for (int i = 0; i < 6; i++)
            for (int c = 0; c < cloth->columns; c++)
                out[i][c] = 0.0f;
        return;
    }
    const float *top[6], *bottom[6];
    row_pointers(cloth, r, top);
    row_pointers(cloth, r + 1, bottom);
    /* Whole vectors: what is read beyond the last row is the next of the cloth's arrays. */
    int cells = (cloth->columns - 1 + WF_LANES - 1) / WF_LANES * WF_LANES;
    if (w->air)
        w->world->kernels->cell_air(top, bottom, cells, w->air, out);
    else
        w->world->kernels->cell_areas(top, bottom, cells, out, out + 3);
    for (int i = 0; i < 6; i++)
        out[i][cloth->columns - 1] = 0.0f;
}

/* Rows begin … end-1. The air's push goes to q, not to v, which the neighbouring workers still
 * read. */
static void walk_rows(void *context, int worker, int begin, int end)
{
    const walk *w = context;
    const wf_cloth *cloth = w->cloth;
    float *rows[2][6];
    scratch_rows(w->world, cloth, worker, rows);
    compute_cells(w, begin - 1, rows[0]);
    for (int r = begin; r < end; r++) {
        float **above = rows[(r - begin) & 1], **here = rows[(r - begin + 1) & 1];
        compute_cells(w, r, here);
        size_t offset = (size_t)r * (size_t)cloth->pitch;
        float *out[3];
        for (int a = 0; a < 3; a++)
            out[a] = (w->air ? cloth->q : cloth->n)[a] + offset;
        if (w->air)
            w->world->kernels->gather_air((const float *const *)above, (const float *const *)here,
                                          cloth->columns, cloth->w + offset, out);
        else
            w->world->kernels->gather_normals((const float *const *)above,
                                              (const float *const *)here, cloth->columns, out);
    }
}

void wf_cells_walk(weft_world *world, wf_cloth *cloth, const wf_air *air)
{
    walk w = {world, cloth, air};
    wf_jobs_run(world->jobs, cloth->rows, 1 + 4096 / cloth->columns, walk_rows, &w);
}
