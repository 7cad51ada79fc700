/* Atomic replacement of a file: see file.h. */
#include "file.h"
#include "text.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool fail(const char *path, const char *what, char *error, size_t size)
{
    return text_error(error, size, "cannot write %s: %s%s", path, what, strerror(errno));
}

static void forget(struct file_output *output)
{
    free(output->path);
    free(output->temporary);
    *output = (struct file_output){0};
}

/* Opens a new file next to `path`, with the permissions that a plain fopen would give it. */
static int open_beside(struct file_output *output)
{
    size_t length = strlen(output->path) + 40;
    output->temporary = malloc(length);
    if (!output->temporary)
        return -1;
    for (int i = 0; i < 100; i++) {
        snprintf(output->temporary, length, "%s.%ld-%d.part", output->path, (long)getpid(), i);
        int file = open(output->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (file >= 0 || errno != EEXIST)
            return file;
    }
    return -1;
}

bool file_begin(struct file_output *output, const char *path, char *error, size_t size)
{
    *output = (struct file_output){0};
    size_t length = strlen(path) + 1;
    output->path = malloc(length);
    if (!output->path)
        return fail(path, "", error, size);
    memcpy(output->path, path, length);

    struct stat status;
    bool exists = stat(path, &status) == 0;
    if (exists && S_ISDIR(status.st_mode)) {
        errno = EISDIR;
        fail(path, "", error, size);
        forget(output);
        return false;
    }
    /* A device or a pipe is no file to be replaced. */
    bool in_place = exists && !S_ISREG(status.st_mode);
    int file = in_place ? open(path, O_WRONLY | O_CLOEXEC) : open_beside(output);
    output->file = file >= 0 ? fdopen(file, "wb") : NULL;
    if (!output->file) {
        fail(path, "", error, size);
        if (file >= 0)
            close(file);
        forget(output);
        return false;
    }
    return true;
}

bool file_commit(struct file_output *output, char *error, size_t size)
{
    errno = 0;
    bool ok = fflush(output->file) == 0 && !ferror(output->file);
    if (ok && output->temporary)
        ok = fsync(fileno(output->file)) == 0;
    int first_error = errno;
    ok = fclose(output->file) == 0 && ok;
    output->file = NULL;
    if (first_error)
        errno = first_error;
    if (ok && output->temporary)
        ok = rename(output->temporary, output->path) == 0;
    if (!ok) {
        fail(output->path, "", error, size);
        if (output->temporary)
            unlink(output->temporary);
    }
    forget(output);
    return ok;
}

void file_abandon(struct file_output *output)
{
    if (output->file)
        fclose(output->file);
    if (output->temporary)
        unlink(output->temporary);
    forget(output);
}
