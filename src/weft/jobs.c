/* The workers: the only file with threads and atomics.
 *
 * A job is a range that is cut into parts; no part touches what another does, so neither the cuts nor
 * who runs a part can change a bit. Whoever is free takes the next part, the caller too, so that a
 * worker which the system runs late, or not at all, costs nothing but its help. More workers than
 * processors would only wait for each other, so there are at most as many as those. Workers wait by
 * spinning for a moment (a step hands out hundreds of jobs of a few microseconds) and then sleep. */
#include "internal.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <unistd.h>

enum { SPINS = 4000 };

typedef struct worker {
    wf_jobs *jobs;
    pthread_t thread;
    int number;
    bool started;
} worker;

struct wf_jobs {
    int threads; /* parts that a job may have */
    int worker_count;
    worker *workers; /* [0] is the caller */
    pthread_mutex_t mutex;
    pthread_cond_t wake;
    atomic_uint generation; /* a new job is there */
    atomic_bool open;       /* and has parts to take */
    atomic_int inside;      /* workers that may be reading it */
    atomic_int next, done;  /* the part to be taken next; parts that are finished */
    atomic_bool quit;
    /* the job: written only while it is not open and no worker is inside */
    wf_job_fn *fn;
    void *context;
    int count, parts;
};

static void run_parts(wf_jobs *jobs, int number)
{
    for (int part; (part = atomic_fetch_add(&jobs->next, 1)) < jobs->parts;) {
        int begin = (int)((long long)jobs->count * part / jobs->parts);
        int end = (int)((long long)jobs->count * (part + 1) / jobs->parts);
        jobs->fn(jobs->context, number, begin, end);
        atomic_fetch_add_explicit(&jobs->done, 1, memory_order_release);
    }
}

/* Takes part in the job, unless it is over. First in, then the look: the caller closes first and then
 * looks who is in, so that one of the two sees the other. */
static void join_job(wf_jobs *jobs, int number)
{
    atomic_fetch_add(&jobs->inside, 1);
    if (atomic_load(&jobs->open))
        run_parts(jobs, number);
    atomic_fetch_sub(&jobs->inside, 1);
}

static void pause_briefly(void)
{
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#endif
}

static void *worker_main(void *argument)
{
    worker *self = argument;
    wf_jobs *jobs = self->jobs;
    unsigned seen = 0;
    for (;;) {
        for (int i = 0;
             i < SPINS && atomic_load_explicit(&jobs->generation, memory_order_acquire) == seen;
             i++)
            pause_briefly();
        if (atomic_load_explicit(&jobs->generation, memory_order_acquire) == seen) {
            pthread_mutex_lock(&jobs->mutex);
            while (atomic_load(&jobs->generation) == seen)
                pthread_cond_wait(&jobs->wake, &jobs->mutex);
            pthread_mutex_unlock(&jobs->mutex);
        }
        seen = atomic_load(&jobs->generation);
        if (atomic_load(&jobs->quit))
            return NULL;
        join_job(jobs, self->number);
    }
}

static void announce(wf_jobs *jobs)
{
    pthread_mutex_lock(&jobs->mutex);
    atomic_fetch_add(&jobs->generation, 1);
    pthread_cond_broadcast(&jobs->wake);
    pthread_mutex_unlock(&jobs->mutex);
}

/* Until *value is what is wanted. */
static void wait_for(atomic_int *value, int wanted)
{
    for (int i = 0; atomic_load_explicit(value, memory_order_acquire) != wanted; i++) {
        if (i < SPINS)
            pause_briefly();
        else
            sched_yield();
    }
}

void wf_jobs_run(wf_jobs *jobs, int count, int grain, wf_job_fn *fn, void *context)
{
    int parts = count / (grain > 0 ? grain : 1);
    parts = parts < jobs->threads ? parts : jobs->threads;
    if (parts <= 1 || jobs->worker_count == 1) {
        if (count > 0)
            fn(context, 0, 0, count);
        return;
    }
    jobs->fn = fn;
    jobs->context = context;
    jobs->count = count;
    jobs->parts = parts;
    atomic_store(&jobs->next, 0);
    atomic_store(&jobs->done, 0);
    atomic_store(&jobs->open, true);
    announce(jobs);
    run_parts(jobs, 0);
    wait_for(&jobs->done, parts);
    atomic_store(&jobs->open, false);
    wait_for(&jobs->inside, 0);
}

wf_jobs *wf_jobs_create(weft_world *world, int threads)
{
    wf_jobs *jobs = wf_allocate(world, 1, sizeof *jobs, NULL);
    if (!jobs)
        return NULL;
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    jobs->threads = threads;
    jobs->worker_count = processors >= 1 && processors < threads ? (int)processors : threads;
    pthread_mutex_init(&jobs->mutex, NULL);
    pthread_cond_init(&jobs->wake, NULL);
    jobs->workers = wf_allocate(world, (size_t)jobs->worker_count, sizeof *jobs->workers, NULL);
    for (int i = 1; jobs->workers && i < jobs->worker_count; i++) {
        worker *w = &jobs->workers[i];
        *w = (worker){.jobs = jobs, .number = i};
        w->started = pthread_create(&w->thread, NULL, worker_main, w) == 0;
        if (!w->started) {
            wf_jobs_destroy(world, jobs);
            return NULL;
        }
    }
    if (!jobs->workers) {
        wf_jobs_destroy(world, jobs);
        return NULL;
    }
    return jobs;
}

void wf_jobs_destroy(weft_world *world, wf_jobs *jobs)
{
    if (!jobs)
        return;
    atomic_store(&jobs->quit, true);
    announce(jobs);
    for (int i = 1; jobs->workers && i < jobs->worker_count; i++)
        if (jobs->workers[i].started)
            pthread_join(jobs->workers[i].thread, NULL);
    pthread_cond_destroy(&jobs->wake);
    pthread_mutex_destroy(&jobs->mutex);
    wf_release(world, jobs->workers);
    wf_release(world, jobs);
}
