/* Sessions for the sandbox's tests: see sandbox_support.h. */
#include "sandbox_support.h"

struct session *open_session(const struct session_options *options)
{
    char error[300];
    struct session *session = session_create(options, error, sizeof error);
    if (!session)
        fail_msg("%s", error);
    return session;
}

struct session *open_scene(const char *scene, int columns, int rows)
{
    struct session_options options = session_default_options();
    options.scene = scene_find(scene);
    options.columns = columns;
    options.rows = rows;
    options.keep_previous = true;
    return open_session(&options);
}
