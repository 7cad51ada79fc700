/* shots.c: see shots.h. Writes to the working directory and the capture folder. */
#include "shots.h"

#include "file.h"

#include <errno.h>
#include <stdio.h>
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

bool shots_write(struct render *render, const char *path, int width, int height, char *error,
                 size_t size)
{
    char reason[300];
    struct file_output output;
    if (!file_begin(&output, path, error, size))
        return false;
    if (render_write_png(render, output.file, width, height, reason, sizeof reason))
        return file_commit(&output, error, size);
    snprintf(error, size, "cannot write %s: %s", path, reason);
    file_abandon(&output);
    return false;
}

bool shots_capture_begin(const struct shots_capture *capture, char *error, size_t size)
{
    struct stat status = {0};
    if (!capture->folder || mkdir(capture->folder, 0777) == 0)
        return true;
    const char *why = strerror(errno);
    if (errno == EEXIST) {
        bool known = stat(capture->folder, &status) == 0;
        if (known && S_ISDIR(status.st_mode) && access(capture->folder, W_OK | X_OK) == 0)
            return true;
        why = known && !S_ISDIR(status.st_mode)
                  ? "it is a file; name a folder, which need not be there yet"
                  : strerror(errno);
    }
    snprintf(error, size, "cannot write frames to the folder %.200s: %s", capture->folder, why);
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
    return shots_write(render, path, width, height, error, size);
}
