/* The recording's writer: see recorder.h and command.h for the lines. */
#include "recorder.h"
#include "file.h"
#include "scenes.h"
#include "text.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct recorder {
    FILE *file;
    char *path;
    int failure; /* errno of the first write that failed; 0: none */
};

static void note_failure(struct recorder *recorder)
{
    if (recorder->failure == 0)
        recorder->failure = errno ? errno : EIO;
}

static void write_header(struct recorder *recorder, const struct recording_start *start)
{
    FILE *file = recorder->file;
    fprintf(file, "%s\n# version %s\n# scene %s\n", RECORDING_FIRST_LINE, WEFT_VERSION,
            scene_table[start->scene].name);
    fprintf(file, "# grid %dx%d%s\n", start->columns, start->rows,
            start->grid_chosen ? "" : " default");
    for (int i = 0; i < PARAM_COUNT; i++) {
        char value[64];
        enum param_id id = (enum param_id)i;
        param_format_exact(id, params_get(&start->settings.values, id), value, sizeof value);
        fprintf(file, "# set %s %s%s\n", param_table[i].name, value,
                start->settings.chosen[i] ? "" : " default");
    }
}

/* A recording is written in place: that asks for less than file_check does. */
bool recorder_check_path(const char *path, char *error, size_t size)
{
    struct stat status;
    if (stat(path, &status) == 0 && S_ISREG(status.st_mode) && access(path, W_OK) == 0)
        return true;
    return file_check(path, error, size);
}

struct recorder *recorder_create(const char *path, const struct recording_start *start, char *error,
                                 size_t size)
{
    struct recorder *recorder = calloc(1, sizeof *recorder);
    size_t length = strlen(path) + 1;
    if (recorder && (recorder->path = malloc(length)))
        memcpy(recorder->path, path, length);
    if (!recorder || !recorder->path) {
        free(recorder);
        text_error(error, size, "cannot record to %s: out of memory", path);
        return NULL;
    }
    recorder->file = fopen(path, "wb");
    if (!recorder->file) {
        text_error(error, size, "cannot record to %.600s: %s", path, strerror(errno));
        recorder_destroy(recorder);
        return NULL;
    }
    setvbuf(recorder->file, NULL, _IOLBF, 1024);
    errno = 0;
    write_header(recorder, start);
    if (ferror(recorder->file)) {
        note_failure(recorder);
        recorder_check(recorder, error, size);
        recorder_destroy(recorder);
        return NULL;
    }
    return recorder;
}

void recorder_destroy(struct recorder *recorder)
{
    if (!recorder)
        return;
    if (recorder->file)
        fclose(recorder->file);
    free(recorder->path);
    free(recorder);
}

bool recorder_write(struct recorder *recorder, uint64_t tick, const struct command *command)
{
    char text[COMMAND_TEXT_MAX];
    command_format(command, text, sizeof text);
    errno = EFBIG;
    if (tick > RECORDING_TICKS_MAX)
        note_failure(recorder);
    errno = 0;
    if (recorder->failure == 0 && fprintf(recorder->file, "%" PRIu64 " %s\n", tick, text) < 0)
        note_failure(recorder);
    return recorder->failure == 0;
}

bool recorder_check(struct recorder *recorder, char *error, size_t size)
{
    errno = 0;
    if (recorder->failure == 0 && fflush(recorder->file) != 0)
        note_failure(recorder);
    if (recorder->failure == 0)
        return true;
    return text_error(error, size, "cannot write the recording %s: %s", recorder->path,
                      strerror(recorder->failure));
}
