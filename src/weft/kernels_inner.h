/* What the kernels share. Each kernels_*.c is compiled once for each instruction set; a kernel's
 * name ends with it, and kernels.c makes the table.
 *
 * Plain C over rows. Bits are the same in every build because each element's arithmetic is: no
 * reassociation, no fused multiply-add, exact square roots and divisions, and no sum across a
 * vector. */
#ifndef WF_KERNELS_INNER_H
#define WF_KERNELS_INNER_H

#include "kernels.h"

#include <math.h>

/* The iterations of the loop below touch different particles. */
#if defined(__clang__)
#define WF_LOOP _Pragma("clang loop vectorize(assume_safety) interleave(enable)")
#elif defined(__GNUC__)
#define WF_LOOP _Pragma("GCC ivdep")
#else
#define WF_LOOP
#endif

#define TINY_WEIGHT 1e-20f /* 1/kg: between two pinned particles */
#define TINY_PIVOT 1e-9f   /* 1/kg: the same in a strand's elimination */
/* A straight strand between two fixed ends has one constraint more than it has ways to move, so its
 * matrix is singular. At least this much compliance, relative to the masses', keeps rounding from
 * becoming motion; it costs less than 0.01 % of strain. */
#define REGULAR 1e-4f

typedef wf_vector vector;

WF_INLINE float dot(vector a, vector b)
{
    return wf_dot(a, b);
}

#define NAME_(name, isa) wf_##name##_##isa
#define NAME(name, isa) NAME_(name, isa)
#define KERNEL(name) NAME(name, WF_ISA)

void KERNEL(integrate)(const wf_motion *m, size_t begin, size_t end);
void KERNEL(rewind)(const wf_motion *m, size_t begin, size_t end);
void KERNEL(velocity)(const wf_motion *m, size_t begin, size_t end);
bool KERNEL(within)(const float *values, size_t begin, size_t end, float limit);
void KERNEL(distance)(const wf_distance *d, int first, int end, int step);
void KERNEL(bend)(const wf_bend *b, int first, int end, int step);
void KERNEL(twist)(const wf_twist *t, int first, int end, int step);
bool KERNEL(strands)(const wf_strands *s, int begin, int end, float *scratch);
bool KERNEL(strained_along)(const wf_rows *rows, float rest, float least, int begin, int end);
float KERNEL(tension)(const wf_strands *s, float *scratch);
void KERNEL(spring_moves)(const wf_springs *s, int begin, int end);
void KERNEL(spring_solve)(const wf_springs *s, int begin, int end, float *scratch);
void KERNEL(spring_tensions)(const wf_springs *s, int begin, int end);
void KERNEL(bend_strands)(const wf_bend *b, int begin, int end, float *scratch);
void KERNEL(twist_strands)(const wf_twist *t, int begin, int end, float *scratch);
void KERNEL(tether)(const wf_tether *t, int begin, int end);
void KERNEL(tether_each)(const wf_tethers *t, size_t begin, size_t end);
void KERNEL(transpose)(const float *from, ptrdiff_t from_pitch, float *to, ptrdiff_t to_pitch,
                       int columns, int begin, int end);
void KERNEL(cell_areas)(const float *const top[6], const float *const bottom[6], int cells,
                        float *const a[3], float *const b[3]);
void KERNEL(cell_air)(const float *const top[6], const float *const bottom[6], int cells,
                      const wf_air *air, float *const push[3]);
void KERNEL(triangle_air)(const float area[3], const float v[3], const wf_air *air,
                          float momentum[3]);
void KERNEL(gather_normals)(const float *const above[6], const float *const here[6], int columns,
                            float *const n[3]);
void KERNEL(gather_air)(const float *const above[6], const float *const here[6], int columns,
                        const float *w, float *const push[3]);
void KERNEL(bounds)(const wf_motion *m, size_t begin, size_t end, wf_bounds *bounds);
float KERNEL(least_along)(const float *const x[3], const float point[3], const float normal[3],
                          size_t begin, size_t end);
float KERNEL(strayed)(const float *const a[3], const float *const b[3], const float common[3],
                      size_t count);
void KERNEL(collide)(const wf_motion *m, const wf_obstacle *o, bool quick, size_t begin,
                     size_t end);
void KERNEL(touch_cells)(const wf_motion *m, const wf_obstacle *o, size_t top, size_t bottom,
                         int cells, float way);
void KERNEL(touch_triangles)(const wf_motion *m, const wf_obstacle *o, const uint32_t *triangles,
                             int count, float way);

#endif
