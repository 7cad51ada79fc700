/* clock.h: time for the window: a steady clock, the thread's own CPU time, sleep, and the pace of
 * frames where the swap does not wait for the display. */
#ifndef APP_CLOCK_H
#define APP_CLOCK_H

#include <stdbool.h>

/* Seconds on a steady clock. The argument is ignored: it is what session_options.now wants. */
double clock_now(void *user);
/* CPU seconds of this thread: what we compute, not what we wait for. */
double clock_cpu(void);
void clock_sleep(double seconds);

/* A display that the swap waits for sets the pace itself. Where it does not (Xvfb, vsync forced off
 * by the driver), frames come much faster than the display shows them: then we sleep. */
struct pace {
    double period; /* of the display, s */
    double last;   /* when the last frame ended */
    int quick;     /* frames in a row that ended too soon */
    bool active;
};

struct pace pace_make(double period, double now);
/* After a swap that returned at `now`: how long to sleep before the next frame, s. */
double pace_wait(struct pace *pace, double now);

#endif
