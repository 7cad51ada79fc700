/* The table of the kernels of one instruction set (see kernels.h). */
#include "kernels_inner.h"

const wf_kernels KERNEL(kernels) = {
    .integrate = KERNEL(integrate),
    .velocity = KERNEL(velocity),
    .within = KERNEL(within),
    .distance = KERNEL(distance),
    .bend = KERNEL(bend),
    .twist = KERNEL(twist),
    .strands = KERNEL(strands),
    .tension = KERNEL(tension),
    .bend_strands = KERNEL(bend_strands),
    .twist_strands = KERNEL(twist_strands),
    .tether = KERNEL(tether),
    .tether_each = KERNEL(tether_each),
    .transpose = KERNEL(transpose),
    .cell_areas = KERNEL(cell_areas),
    .cell_air = KERNEL(cell_air),
    .triangle_air = KERNEL(triangle_air),
    .gather_normals = KERNEL(gather_normals),
    .gather_air = KERNEL(gather_air),
    .bounds = KERNEL(bounds),
    .collide = KERNEL(collide),
    .touch_cells = KERNEL(touch_cells),
    .touch_triangles = KERNEL(touch_triangles),
};
