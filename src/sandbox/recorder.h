/* Writes a recording while a session runs: header, one line a command, a hash line now and then.
 *
 * Lines are handed to the system as they are whole, so that a killed program leaves a readable
 * recording.
 */
#ifndef SANDBOX_RECORDER_H
#define SANDBOX_RECORDER_H

#include "command.h"
#include "params.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define RECORDING_NAME "# weft recording " /* and the number of its form */
#define RECORDING_FIRST_LINE RECORDING_NAME "1"
enum { RECORDING_TICKS_MAX = 10000000 }; /* nearly two days at 60 a second */

struct recorder;

/* What the header says: how the session starts. */
struct recording_start {
    int scene;
    int columns, rows;
    bool grid_chosen; /* false: the scene's own grid, which a change of scene changes */
    struct settings settings;
};

/* Whether recorder_create will work, as far as can be told without beginning the file anew. False
 * with one line in `error`. */
bool recorder_check_path(const char *path, char *error, size_t size);
/* Null with one line in `error`. */
struct recorder *recorder_create(const char *path, const struct recording_start *start, char *error,
                                 size_t size);
/* Closes without another line. Null is allowed. */
void recorder_destroy(struct recorder *recorder);
/* False once a line could not be written (a full disk, a tick too many); it stays false. */
bool recorder_write(struct recorder *recorder, uint64_t tick, const struct command *command);
/* One line in `error` if anything could not be written. */
bool recorder_check(struct recorder *recorder, char *error, size_t size);

#endif
