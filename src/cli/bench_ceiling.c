/* How fast a distance constraint can be projected here: the bare loop, with nothing around it.
 *
 * The arithmetic is that of the solver's sweeps (its kernels_edges.c), on arrays x, y, z, w of
 * rows, each row against the one below, every other row at a time. No diagonals, which read beside
 * the vector's own place, no transposed rows, no threads, no choice of anything: what is lost
 * between this and a sweep is what the solver around it costs. CMakeLists.txt compiles it with the
 * kernels' flags.
 */
#include "bench_rows.h"

#include <math.h>
#include <stdlib.h>

#if defined(__clang__)
#define LOOP _Pragma("clang loop vectorize(assume_safety) interleave(enable)")
#else
#define LOOP _Pragma("GCC ivdep")
#endif

#define SECONDS 0.1 /* of measuring; the fastest PASSES in it count, whatever else runs here */
enum { PASSES = 10, ALIGNMENT = 64 };

struct bare {
    float *x, *y, *z, *w;
    int columns, rows, pitch;
    float rest;
};

static inline __attribute__((always_inline)) void project_row(const struct bare *s, int row)
{
    size_t upper = (size_t)row * (size_t)s->pitch, lower = upper + (size_t)s->pitch;
    float *ax = s->x + upper, *ay = s->y + upper, *az = s->z + upper;
    float *bx = s->x + lower, *by = s->y + lower, *bz = s->z + lower;
    const float *aw = s->w + upper, *bw = s->w + lower;
    const float rest = s->rest;
    const int columns = s->columns;
    LOOP for (int c = 0; c < columns; c++)
    {
        float dx = ax[c] - bx[c], dy = ay[c] - by[c], dz = az[c] - bz[c];
        float length = sqrtf(dx * dx + dy * dy + dz * dz + 1e-20f);
        float scale = (rest - length) / ((aw[c] + bw[c] + 1e-20f) * length);
        float sa = scale * aw[c], sb = scale * bw[c];
        ax[c] += sa * dx;
        ay[c] += sa * dy;
        az[c] += sa * dz;
        bx[c] -= sb * dx;
        by[c] -= sb * dy;
        bz[c] -= sb * dz;
    }
}

static inline __attribute__((always_inline)) void project_all(const struct bare *s)
{
    for (int colour = 0; colour < 2; colour++)
        for (int r = colour; r + 1 < s->rows; r += 2)
            project_row(s, r);
}

typedef void project_fn(const struct bare *s);

/* The same loop for each instruction set. */
static void project_baseline(const struct bare *s)
{
    project_all(s);
}

#if defined(__x86_64__)
#define AVX512 "avx512f,avx512dq,avx512vl,avx512bw"
#if defined(__clang__) /* takes the whole vector by itself */
#define WIDE AVX512
#else
#define WIDE AVX512 ",prefer-vector-width=512"
#endif

__attribute__((target("avx2"))) static void project_avx2(const struct bare *s)
{
    project_all(s);
}

__attribute__((target(WIDE))) static void project_avx512(const struct bare *s)
{
    project_all(s);
}

static project_fn *choose(void)
{
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw"))
        return project_avx512;
    return __builtin_cpu_supports("avx2") ? project_avx2 : project_baseline;
}
#else
static project_fn *choose(void)
{
    return project_baseline;
}
#endif

/* A sheet that is a little too long everywhere. */
static void fill(const struct bare *s)
{
    for (int r = 0; r < s->rows; r++)
        for (int c = 0; c < s->pitch; c++) {
            size_t i = (size_t)r * (size_t)s->pitch + (size_t)c;
            s->x[i] = s->rest * (float)c;
            s->y[i] = 1.01f * s->rest * (float)r;
            s->z[i] = 0.1f * s->rest * (float)(c & 1);
            s->w[i] = 1.0f;
        }
}

/* Seconds that one pass over all rows takes. */
static double time_pass(const struct bare *s, project_fn *project)
{
    double begin = bench_now(NULL), start = begin, best = INFINITY;
    while (start - begin < SECONDS) {
        for (int i = 0; i < PASSES; i++)
            project(s);
        double end = bench_now(NULL);
        best = end - start < best ? end - start : best;
        start = end;
    }
    return best / PASSES;
}

double bench_ceiling(int columns, int rows)
{
    int pitch = (columns + 15) / 16 * 16;
    /* Some lines apart: what is 4 KiB apart gets in its own way, and costs up to a quarter. */
    size_t floats = (size_t)pitch * (size_t)rows + 9 * ALIGNMENT / sizeof(float);
    float *memory = aligned_alloc(ALIGNMENT, 4 * floats * sizeof(float));
    if (!memory)
        return 0.0;
    struct bare sheet = {
        memory, memory + floats, memory + 2 * floats,  memory + 3 * floats, columns,
        rows,   pitch,           1.0f / (float)columns};
    fill(&sheet);
    double seconds = time_pass(&sheet, choose());
    free(memory);
    return (double)columns * (rows - 1) / seconds;
}
