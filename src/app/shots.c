/* shots.c: see shots.h. Writes to the working directory and the capture folder. */
#include "shots.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { SAME_NAME_MAX = 1000 };

bool shots_free_name(char *path, size_t size, const char *scene, double seconds, const char *suffix)
{
    for (int i = 1; i < SAME_NAME_MAX; i++) {
        char number[16] = "";
        if (i > 1)
            snprintf(number, sizeof number, "-%d", i);
        int n = snprintf(path, size, "weft-%s-%07.2fs%s%s", scene, seconds, number, suffix);
        if (n < 0 || (size_t)n >= size)
            return false;
        if (access(path, F_OK) != 0)
            return true;
    }
    return false;
}

/* The value of the option `name` at argv[*i], which may be the next word; null where argv[*i] is
 * another word. *missing: it is the option, but nothing follows. */
static const char *option_value(int argc, char *argv[], int *i, const char *name, bool *missing)
{
    size_t length = strlen(name);
    if (strncmp(argv[*i], name, length) != 0)
        return NULL;
    if (argv[*i][length] == '=')
        return argv[*i] + length + 1;
    if (argv[*i][length] != '\0')
        return NULL;
    *missing = *i + 1 >= argc;
    return *missing ? NULL : argv[++*i];
}

static bool read_every(const char *text, int64_t *every)
{
    char *end;
    errno = 0;
    long long value = strtoll(text, &end, 10);
    *every = value;
    return text[0] >= '0' && text[0] <= '9' && !*end && !errno && value >= 1 && value <= 1000000;
}

bool shots_capture_options(int *argc, char *argv[], struct shots_capture *capture, char *error,
                           size_t size)
{
    int kept = 1;
    bool missing = false;
    *capture = (struct shots_capture){.every = 1};
    for (int i = 1; i < *argc; i++) {
        const char *word = argv[i], *value;
        if ((value = option_value(*argc, argv, &i, "--capture", &missing))) {
            capture->folder = value;
        } else if ((value = option_value(*argc, argv, &i, "--capture-every", &missing))) {
            if (!read_every(value, &capture->every)) {
                snprintf(error, size, "--capture-every is '%.60s': allowed is 1 to 1000000", value);
                return false;
            }
        } else if (missing) {
            snprintf(error, size, "%.60s: a value is expected after it", word);
            return false;
        } else {
            argv[kept++] = argv[i];
        }
    }
    *argc = kept;
    argv[kept] = NULL;
    return true;
}

bool shots_capture_begin(const struct shots_capture *capture, char *error, size_t size)
{
    struct stat status;
    if (!capture->folder)
        return true;
    if (mkdir(capture->folder, 0777) == 0 ||
        (stat(capture->folder, &status) == 0 && S_ISDIR(status.st_mode) &&
         access(capture->folder, W_OK) == 0))
        return true;
    snprintf(error, size, "cannot write frames to the folder %.200s: %s", capture->folder,
             strerror(errno));
    return false;
}

bool shots_capture_frame(const struct shots_capture *capture, struct render *render, int64_t frame,
                         int width, int height, char *error, size_t size)
{
    if (!capture->folder || frame % capture->every != 0)
        return true;
    char path[SHOTS_PATH_MAX];
    int n = snprintf(path, sizeof path, "%s/frame-%06lld.png", capture->folder, (long long)frame);
    if (n < 0 || (size_t)n >= sizeof path) {
        snprintf(error, size, "the path of the capture folder is too long");
        return false;
    }
    return render_write_png(render, path, width, height, error, size);
}
