/* The few functions that scenes need and libm would compute a little differently on each machine:
 * made of
 * +, -, *, / and sqrt only, which IEEE 754 rounds alike everywhere.
 */
#ifndef SANDBOX_NUMERIC_H
#define SANDBOX_NUMERIC_H

/* sin and cos of 2 pi turns, to about 1e-15; any finite number of turns. */
double numeric_sin_turns(double turns);
double numeric_cos_turns(double turns);

/* 1 - (1 - k)^(1/n): the stiffness that, applied n times, corrects the part k (k' in Mueller et al.
 * 2007). */
double numeric_k_prime(double k, int n);

#endif
