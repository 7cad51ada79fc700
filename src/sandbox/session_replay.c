/* A recording that runs: its lines are done at their ticks, its hashes compared, and what came of it
 * is told. See session.h; the file itself is read in replay.c.
 */
#include "session_internal.h"
#include "text.h"

#include <stdio.h>
#include <string.h>

/* Compares a hash line with the state. */
static void compare_hash(struct session *session, const struct replay_line *line)
{
    struct session_replay *state = &session->replay_state;
    state->hashes++;
    state->last_hash = line->tick;
    state->last_hash_line = line->line;
    state->unchecked = false;
    if (weft_world_hash(session->world) == line->command.hash)
        return;
    if (state->mismatches++ == 0) {
        state->first_mismatch = line->tick;
        state->first_mismatch_line = line->line;
        session_say(session, "the replay differs from its recording at tick %llu",
                    (unsigned long long)line->tick);
    }
}

/* A line that cannot be done, e.g. a grab of a particle that is not there: the rest goes on, but
 * what was recorded it is not. weft records only what it did. */
static void note_refused(struct session *session, const struct replay_line *line, const char *error)
{
    struct session_refused *refused = &session->refused[line->command.kind];
    session->replay_state.refused++;
    session_say(session, "line %d of the recording: %s", line->line, error);
    if (refused->count++ > 0)
        return;
    refused->line = line->line;
    snprintf(refused->why, sizeof refused->why, "%s", error);
}

void session_feed_replay(struct session *session)
{
    const struct replay *replay = session->replay;
    char error[SESSION_MESSAGE_MAX];
    while (session->replay_state.active && session->replay_next < replay->count) {
        const struct replay_line *line = &replay->lines[session->replay_next];
        if (line->tick > session->ticks)
            return;
        session->replay_next++;
        if (line->command.kind == COMMAND_HASH) {
            compare_hash(session, line);
            continue;
        }
        struct session_replay *state = &session->replay_state;
        if (line->command.kind != COMMAND_END || line->tick > state->last_hash)
            state->unchecked = true;
        if (!session_do(session, &line->command, error, sizeof error))
            note_refused(session, line, error);
    }
    session->replay_state.active = false;
}

struct session_replay session_get_replay(const struct session *session)
{
    return session->replay_state;
}

void session_replay_stop(struct session *session)
{
    session->replay_state.active = false;
}

void session_report_replay(const struct session *session, const char *program, const char *path,
                           FILE *file)
{
    const struct session_replay *state = &session->replay_state;
    if (state->cut_line > 0)
        text_complain(file, program,
                      "%s:%d: the file ends in the middle of this line: it was left out", path,
                      state->cut_line);
    for (int i = 0; i < COMMAND_KIND_COUNT; i++) {
        const struct session_refused *refused = &session->refused[i];
        if (refused->count > 0)
            text_complain(file, program, "%s:%d: %s: left out, with %d more lines like it", path,
                          refused->line, refused->why, refused->count - 1);
    }
    if (state->mismatches > 0)
        text_complain(file, program,
                      "%s:%d: the hash of tick %llu differs (%d of %d hashes differ)", path,
                      state->first_mismatch_line, (unsigned long long)state->first_mismatch,
                      state->mismatches, state->hashes);
}
