/* assets.c: see assets.h. Reads the environment and the file system; writes nothing. */
#include "assets.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#if defined(__APPLE__)
#include <mach-o/dyld.h>
#include <stdint.h>
#endif

/* Relative to the folder of the program. The first that has an assets' look is taken. */
static const char *const places[] = {"../../assets", "../share/weft", "assets"};
enum { PLACE_COUNT = sizeof places / sizeof places[0] };

static bool is_folder(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

bool assets_join(char *path, size_t size, const char *folder, const char *name)
{
    int n = snprintf(path, size, "%s/%s", folder, name);
    return n >= 0 && (size_t)n < size;
}

/* The real folder of the running program, without a slash at its end. */
static bool program_folder(char *folder, size_t size)
{
    char path[ASSETS_PATH_MAX];
#if defined(__APPLE__)
    char raw[ASSETS_PATH_MAX];
    uint32_t room = sizeof raw;
    if (_NSGetExecutablePath(raw, &room) != 0 || !realpath(raw, path))
        return false;
#else
    ssize_t n = readlink("/proc/self/exe", path, sizeof path - 1);
    if (n <= 0)
        return false;
    path[n] = '\0';
#endif
    char *slash = strrchr(path, '/');
    if (!slash || (size_t)(slash - path) >= size)
        return false;
    *slash = '\0';
    memcpy(folder, path, (size_t)(slash - path) + 1);
    return true;
}

/* An assets folder has textures or shaders in it; another one that is called so has not. */
static bool is_assets(const char *path)
{
    char inside[ASSETS_PATH_MAX];
    return (assets_join(inside, sizeof inside, path, "textures") && is_folder(inside)) ||
           (assets_join(inside, sizeof inside, path, "shaders") && is_folder(inside));
}

bool assets_find_near(const char *folder, char *path, size_t size)
{
    for (int i = 0; i < PLACE_COUNT; i++)
        if (assets_join(path, size, folder, places[i]) && is_assets(path))
            return true;
    return false;
}

bool assets_find(char *path, size_t size, char *error, size_t error_size)
{
    const char *chosen = getenv("WEFT_ASSETS");
    if (chosen && chosen[0]) {
        int n = snprintf(path, size, "%s", chosen);
        if (n >= 0 && (size_t)n < size && is_assets(path))
            return true;
        snprintf(error, error_size,
                 "no assets in WEFT_ASSETS=%.200s: going on with the built-in shaders and a plain "
                 "cloth; name the folder with textures/ and shaders/, or unset it",
                 chosen);
        return false;
    }
    char folder[ASSETS_PATH_MAX];
    bool found = program_folder(folder, sizeof folder);
    if (found && assets_find_near(folder, path, size))
        return true;
    snprintf(error, error_size,
             "no assets folder near %.200s: going on with the built-in shaders and a plain cloth; "
             "set WEFT_ASSETS to the folder with textures/ and shaders/",
             found ? folder : "the program");
    return false;
}
