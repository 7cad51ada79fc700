/* Sine, cosine and n-th root out of exactly rounded operations: see numeric.h. */
#include "numeric.h"

#define PI 3.14159265358979323846

/* Taylor series of sin and cos for |x| <= pi/4: the first term left out is below 1e-17. */
static double sin_near_zero(double x)
{
    double s = x * x, sum = 0.0;
    for (int n = 17; n >= 1; n -= 2) /* Horner, from the last term inwards */
        sum = 1.0 - s / ((n + 1) * (n + 2)) * sum;
    return x * sum;
}

static double cos_near_zero(double x)
{
    double s = x * x, sum = 0.0;
    for (int n = 18; n >= 0; n -= 2)
        sum = 1.0 - s / ((n + 1) * (n + 2)) * sum;
    return sum;
}

double numeric_sin_turns(double turns)
{
    /* The part of a turn, as a whole number of quarters and a rest of at most half a quarter. */
    double whole = (double)(long long)turns;
    double quarters = 4.0 * (turns - whole);
    int quarter = (int)(quarters < 0 ? quarters - 0.5 : quarters + 0.5);
    double x = (quarters - quarter) * (PI / 2);
    switch (quarter & 3) {
    case 0:
        return sin_near_zero(x);
    case 1:
        return cos_near_zero(x);
    case 2:
        return -sin_near_zero(x);
    default:
        return -cos_near_zero(x);
    }
}

double numeric_cos_turns(double turns)
{
    double whole = (double)(long long)turns;
    return numeric_sin_turns(turns - whole + 0.25);
}

/* x^n by repeated squaring. */
static double power(double x, int n)
{
    double result = 1.0;
    for (; n > 0; n >>= 1, x *= x)
        if (n & 1)
            result *= x;
    return result;
}

double numeric_k_prime(double k, int n)
{
    double target = 1.0 - k;
    if (target <= 0.0 || n <= 1)
        return k;
    /* Newton for r^n = target from above: it comes down to the root and then stops changing. */
    double r = 1.0;
    for (int i = 0; i < 200 + 50 * n; i++) {
        double low = power(r, n - 1);
        double next = r - (low * r - target) / (n * low);
        if (!(next < r))
            break;
        r = next;
    }
    return 1.0 - r;
}
