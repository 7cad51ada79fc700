/* clock.c: the only file of the program that reads a clock or sleeps. See clock.h. */
#include "clock.h"

#include <time.h>

enum { QUICK_FRAMES = 6 };      /* as many in a row never come from a swap that waits */
static const double soon = 0.9; /* of a period */

static double read_clock(clockid_t clock)
{
    struct timespec time;
    clock_gettime(clock, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

double clock_now(void *user)
{
    (void)user;
    return read_clock(CLOCK_MONOTONIC);
}

double clock_cpu(void)
{
    return read_clock(CLOCK_THREAD_CPUTIME_ID);
}

void clock_sleep(double seconds)
{
    if (!(seconds > 0.0))
        return;
    struct timespec time = {.tv_sec = (time_t)seconds};
    time.tv_nsec = (long)(1e9 * (seconds - (double)time.tv_sec));
    nanosleep(&time, NULL); /* a signal may end it early: the next frame comes a little sooner */
}

struct pace pace_make(double period, double now)
{
    return (struct pace){.period = period, .last = now};
}

double pace_wait(struct pace *pace, double now)
{
    double due = pace->last + pace->period;
    pace->quick = now - pace->last < soon * pace->period ? pace->quick + 1 : 0;
    pace->active = pace->active || pace->quick >= QUICK_FRAMES;
    /* Counting from when the frame was due keeps the rate exact although sleep ends a little late;
     * after a slow frame it starts anew. */
    pace->last = pace->active && now < due + pace->period ? due : now;
    return pace->active && now < due ? due - now : 0.0;
}
