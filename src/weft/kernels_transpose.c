/* The transposed sheet. */
#include "kernels_inner.h"

#include <string.h>

/* Four rows by four columns in registers where the compiler has shuffles. */
#if defined(__clang__) || (defined(__GNUC__) && __GNUC__ >= 12)
typedef float quad __attribute__((vector_size(16), aligned(4)));

WF_INLINE void transpose_block(const float *from, ptrdiff_t from_pitch, float *to,
                               ptrdiff_t to_pitch)
{
    quad a, b, c, d;
    memcpy(&a, from, sizeof a);
    memcpy(&b, from + from_pitch, sizeof b);
    memcpy(&c, from + 2 * from_pitch, sizeof c);
    memcpy(&d, from + 3 * from_pitch, sizeof d);
    quad ab_low = __builtin_shufflevector(a, b, 0, 4, 1, 5),
         ab_high = __builtin_shufflevector(a, b, 2, 6, 3, 7);
    quad cd_low = __builtin_shufflevector(c, d, 0, 4, 1, 5),
         cd_high = __builtin_shufflevector(c, d, 2, 6, 3, 7);
    a = __builtin_shufflevector(ab_low, cd_low, 0, 1, 4, 5);
    b = __builtin_shufflevector(ab_low, cd_low, 2, 3, 6, 7);
    c = __builtin_shufflevector(ab_high, cd_high, 0, 1, 4, 5);
    d = __builtin_shufflevector(ab_high, cd_high, 2, 3, 6, 7);
    memcpy(to, &a, sizeof a);
    memcpy(to + to_pitch, &b, sizeof b);
    memcpy(to + 2 * to_pitch, &c, sizeof c);
    memcpy(to + 3 * to_pitch, &d, sizeof d);
}
#else
WF_INLINE void transpose_block(const float *from, ptrdiff_t from_pitch, float *to,
                               ptrdiff_t to_pitch)
{
    for (int r = 0; r < 4; r++)
        for (int c = 0; c < 4; c++)
            to[c * to_pitch + r] = from[r * from_pitch + c];
}
#endif

/* Sixteen rows by sixteen columns at a time: of both sheets as many lines as the first cache holds
 * even where all rows begin in the same set. */
enum { TRANSPOSE_TILE = 16 };

WF_INLINE void transpose_tile(const float *from, ptrdiff_t from_pitch, float *to,
                              ptrdiff_t to_pitch, int columns, int rows)
{
    int r = 0;
    for (; r + 4 <= rows; r += 4) {
        int c = 0;
        for (; c + 4 <= columns; c += 4)
            transpose_block(from + r * from_pitch + c, from_pitch, to + c * to_pitch + r, to_pitch);
        for (; c < columns; c++)
            for (int i = r; i < r + 4; i++)
                to[c * to_pitch + i] = from[i * from_pitch + c];
    }
    for (; r < rows; r++)
        for (int c = 0; c < columns; c++)
            to[c * to_pitch + r] = from[r * from_pitch + c];
}

void KERNEL(transpose)(const float *from, ptrdiff_t from_pitch, float *to, ptrdiff_t to_pitch,
                       int columns, int begin, int end)
{
    for (int r = begin; r < end; r += TRANSPOSE_TILE)
        for (int c = 0; c < columns; c += TRANSPOSE_TILE)
            transpose_tile(from + r * from_pitch + c, from_pitch, to + c * to_pitch + r, to_pitch,
                           columns - c < TRANSPOSE_TILE ? columns - c : TRANSPOSE_TILE,
                           end - r < TRANSPOSE_TILE ? end - r : TRANSPOSE_TILE);
}
