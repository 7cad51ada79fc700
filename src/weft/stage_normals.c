/* The normals stage: a vertex normal is the sum of the cross products of its triangles, which
 * weights them by area, made unit. Reads x; writes n. */
#include "internal.h"

#include <math.h>

static void mesh_normals(wf_cloth *cloth)
{
    float *const *x = cloth->x, *const *n = cloth->n;
    for (int a = 0; a < 3; a++)
        for (int i = 0; i < cloth->columns; i++)
            n[a][i] = 0.0f;
    for (int t = 0; t < cloth->triangle_count; t++) {
        const uint32_t *p = &cloth->triangles[3 * t];
        float e[3], f[3];
        for (int a = 0; a < 3; a++) {
            e[a] = x[a][p[1]] - x[a][p[0]];
            f[a] = x[a][p[2]] - x[a][p[0]];
        }
        for (int a = 0; a < 3; a++) {
            int b = (a + 1) % 3, c = (a + 2) % 3;
            float area = e[b] * f[c] - e[c] * f[b];
            for (int k = 0; k < 3; k++)
                n[a][p[k]] += area;
        }
    }
    for (int i = 0; i < cloth->columns; i++) {
        float length2 = n[0][i] * n[0][i] + n[1][i] * n[1][i] + n[2][i] * n[2][i];
        float scale = length2 > 0.0f ? 1.0f / sqrtf(length2) : 0.0f;
        for (int a = 0; a < 3; a++)
            n[a][i] *= scale;
    }
}

void wf_stage_normals(weft_world *world, wf_cloth *cloth)
{
    if (!cloth->sheet) {
        mesh_normals(cloth);
    } else if (cloth->rows > 1 && cloth->columns > 1) {
        wf_cells_walk(world, cloth, NULL);
    } else { /* n was scratch: a line has no normals */
        for (int a = 0; a < 3; a++)
            for (size_t i = 0; i < wf_span(cloth); i++)
                cloth->n[a][i] = 0.0f;
    }
}
