/* assets.h: finds the folder with textures and shaders, from any working directory. */
#ifndef APP_ASSETS_H
#define APP_ASSETS_H

#include <stdbool.h>
#include <stddef.h>

enum { ASSETS_PATH_MAX = 4096 };

/* Writes the assets folder to `path`: where WEFT_ASSETS says or, where it is not set, next to the
 * program (its symbolic links resolved): <dir>/../../assets in a build tree, <dir>/../share/weft
 * where it is installed, <dir>/assets. False, with one line in `error`, where there is none: the
 * program then goes on with what is built in. */
bool assets_find(char *path, size_t size, char *error, size_t error_size);

/* The same for a program in `folder`, whatever the environment says. */
bool assets_find_near(const char *folder, char *path, size_t size);

/* Joins folder and name with a slash. False where the result does not fit. */
bool assets_join(char *path, size_t size, const char *folder, const char *name);

#endif
