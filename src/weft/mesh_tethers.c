/* What a mesh's tethers (stage_tether.c) lead to, and how long they are: distances along its triangles at rest, to
 * each of a few fixed particles apart from each other, or, where they are many, to each particle's nearest. */
#include "internal.h"

#include <math.h>

static void fill_far(const wf_cloth *c, float *distance)
{
    for (size_t i = 0; i < wf_span(c); i++)
        distance[i] = INFINITY;
}

/* Those that are within a few edges of another one say the same. Returns how many, or WF_ANCHORS_MANY. */
static int find_anchors(wf_cloth *c)
{
    float near = 2.5f * c->edge_mean;
    int count = 0;
    for (int p = 0; p < wf_count(c); p++) {
        bool apart = wf_is_anchor(c, p);
        for (int k = 0; apart && k < count; k++)
            apart = wf_tethers_to(c, k)[p] > near;
        if (!apart)
            continue;
        if (count == WF_ANCHORS_MAX)
            return WF_ANCHORS_MANY;
        float *distance = wf_tethers_to(c, count);
        fill_far(c, distance);
        distance[p] = 0.0f;
        wf_mesh_spread(c, distance, NULL);
        c->anchors[count++] = p;
    }
    return count;
}

static void find_nearest(wf_cloth *c)
{
    fill_far(c, c->tether);
    for (size_t i = 0; i < wf_span(c); i++)
        c->anchor[i] = (uint32_t)i;
    for (int p = 0; p < wf_count(c); p++)
        if (wf_is_anchor(c, p))
            c->tether[p] = 0.0f;
    wf_mesh_spread(c, c->tether, c->anchor);
}

int wf_mesh_anchors(wf_cloth *c)
{
    int count = find_anchors(c);
    if (count == WF_ANCHORS_MANY)
        find_nearest(c);
    return count;
}
