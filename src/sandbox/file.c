/* Atomic replacement of a file: see file.h. */
#include "file.h"
#include "text.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LINKS_MAX = 40 }; /* in a chain, as the system has it */

static bool fail(const char *path, char *error, size_t size)
{
    return text_error(error, size, "cannot write %.600s: %s", path, strerror(errno));
}

static void forget(struct file_output *output)
{
    free(output->path);
    free(output->temporary);
    *output = (struct file_output){0};
}

/* How much of a path is its folder, with the slash; 0: the working directory. */
static size_t folder_length(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? (size_t)(slash - path) + 1 : 0;
}

/* The first `length` bytes of `path`, and `name` after them. Null without memory. */
static char *join(const char *path, size_t length, const char *name)
{
    size_t rest = strlen(name) + 1;
    char *joined = malloc(length + rest);
    if (joined) {
        memcpy(joined, path, length);
        memcpy(joined + length, name, rest);
    }
    return joined;
}

/* The path, or where the links at its end lead: perhaps to a file that is not there yet, which is
 * why this is not realpath. Null with errno. */
static char *follow_links(const char *path)
{
    char *place = join("", 0, path);
    char target[PATH_MAX];
    for (int i = 0; place && i < LINKS_MAX; i++) {
        ssize_t length = readlink(place, target, sizeof target - 1);
        if (length < 0) /* no link */
            return place;
        target[length] = '\0';
        char *next = join(place, target[0] == '/' ? 0 : folder_length(place), target);
        free(place);
        place = next;
    }
    if (place)
        errno = ELOOP;
    free(place);
    return NULL;
}

/* Opens a new file in the folder of `path`, with the permissions that a plain fopen would give it.
 * Its name is short: a long one with something added could be too long. */
static int open_beside(struct file_output *output)
{
    for (int i = 0; i < 100; i++) {
        char name[64];
        snprintf(name, sizeof name, ".weft-%ld-%d.part", (long)getpid(), i);
        free(output->temporary);
        output->temporary = join(output->path, folder_length(output->path), name);
        if (!output->temporary)
            return -1;
        int file = open(output->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (file >= 0 || errno != EEXIST)
            return file;
    }
    return -1;
}

/* Opens where the bytes go at first. Returns -1 with errno. */
static int open_output(struct file_output *output, const char *path)
{
    struct stat status;
    bool exists = stat(path, &status) == 0;
    if (exists && S_ISDIR(status.st_mode)) {
        errno = EISDIR;
        return -1;
    }
    /* A device or a pipe is no file to be replaced, and has no place that its link could name. */
    bool in_place = exists && !S_ISREG(status.st_mode);
    output->path = in_place ? join("", 0, path) : follow_links(path);
    if (!output->path)
        return -1;
    /* Renaming does not ask whether the old file may be written. */
    if (exists && access(output->path, W_OK) != 0)
        return -1;
    return in_place ? open(path, O_WRONLY | O_CLOEXEC) : open_beside(output);
}

bool file_begin(struct file_output *output, const char *path, char *error, size_t size)
{
    *output = (struct file_output){0};
    int file = open_output(output, path);
    output->file = file >= 0 ? fdopen(file, "wb") : NULL;
    if (output->file)
        return true;
    fail(path, error, size);
    if (file >= 0)
        close(file);
    if (file >= 0 && output->temporary)
        unlink(output->temporary);
    forget(output);
    return false;
}

bool file_check(const char *path, char *error, size_t size)
{
    struct stat status;
    struct file_output output;
    /* A pipe that is opened and closed ends for its reader. */
    if (stat(path, &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode))
        return access(path, W_OK) == 0 || fail(path, error, size);
    if (!file_begin(&output, path, error, size))
        return false;
    file_abandon(&output);
    return true;
}

bool file_check_input(const char *what, const char *path, char *error, size_t size)
{
    struct stat status;
    const char *why = NULL;
    if (stat(path, &status) != 0)
        why = strerror(errno);
    else if (S_ISDIR(status.st_mode))
        why = "it is a folder; give a file";
    else if (!S_ISREG(status.st_mode))
        why = "it is not a regular file; copy it into one";
    else if (access(path, R_OK) != 0)
        why = strerror(errno);
    return !why || text_error(error, size, "cannot read %s %.600s: %s", what, path, why);
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
        fail(output->path, error, size);
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

static bool same_inode(const struct stat *a, const struct stat *b)
{
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

static bool stat_folder(const char *place, struct stat *status)
{
    char *folder = join(place, folder_length(place), ".");
    bool known = folder && stat(folder, status) == 0;
    free(folder);
    return known;
}

/* Of files that are not there yet: whether they would be one name in one folder. */
static bool same_place(const char *a, const char *b)
{
    char *first = follow_links(a), *second = follow_links(b);
    struct stat one, other;
    bool same = first && second &&
                strcmp(first + folder_length(first), second + folder_length(second)) == 0 &&
                stat_folder(first, &one) && stat_folder(second, &other) && same_inode(&one, &other);
    free(first);
    free(second);
    return same;
}

bool file_same(const char *a, const char *b)
{
    struct stat one, other;
    bool exists = stat(a, &one) == 0;
    if (exists != (stat(b, &other) == 0))
        return false;
    if (!exists)
        return same_place(a, b);
    return S_ISREG(one.st_mode) && same_inode(&one, &other); /* two may write to one device */
}

bool file_is_open(int file, const char *path)
{
    struct stat one, other;
    return fstat(file, &one) == 0 && S_ISREG(one.st_mode) && stat(path, &other) == 0 &&
           same_inode(&one, &other);
}

/* A folder's path without the slashes at its end. Null without memory. */
static char *without_slashes(const char *folder, size_t length)
{
    while (length > 1 && folder[length - 1] == '/')
        length--;
    return join(folder, length, "");
}

/* As file_in_folder, of a path whose links are followed. */
static bool place_in_folder(const char *place, const char *folder)
{
    struct stat one, other;
    bool exists = stat(folder, &other) == 0;
    if (stat_folder(place, &one) || exists)
        return exists && stat_folder(place, &one) && same_inode(&one, &other);
    char *own = without_slashes(place, folder_length(place));
    char *plain = without_slashes(folder, strlen(folder));
    bool same = own && plain && same_place(own, plain);
    free(own);
    free(plain);
    return same;
}

bool file_in_folder(const char *path, const char *folder, bool (*named)(const char *name))
{
    char *place = follow_links(path);
    bool inside = place && named(place + folder_length(place)) && place_in_folder(place, folder);
    free(place);
    return inside;
}

void file_reserve_standard(void)
{
    int file = open("/dev/null", O_RDONLY);
    while (file >= 0 && file <= STDERR_FILENO)
        file = open("/dev/null", O_RDONLY);
    if (file > STDERR_FILENO)
        close(file);
}

bool file_flush_stdout(char *error, size_t size)
{
    errno = 0;
    if (fflush(stdout) == 0 && !ferror(stdout))
        return true;
    return text_error(error, size, "cannot write to stdout: %s", strerror(errno ? errno : EIO));
}
