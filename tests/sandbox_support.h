/* What the sandbox's tests share: sessions that are there, or the test ends with what was wrong. */
#ifndef TESTS_SANDBOX_SUPPORT_H
#define TESTS_SANDBOX_SUPPORT_H

#include "session.h"
#include "support.h"

struct session *open_session(const struct session_options *options);
/* A scene with the grid given, or its own where columns is 0; with session_display. */
struct session *open_scene(const char *scene, int columns, int rows);

#endif
