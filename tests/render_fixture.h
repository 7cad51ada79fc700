// render_fixture.h: what the renderer's tests share: a hidden window, a renderer in it that keeps its
// messages, a flat view, one square of cloth, a temporary folder. Needs a display.
#ifndef TESTS_RENDER_FIXTURE_H
#define TESTS_RENDER_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "render.h"

extern char fixture_folder[];       // made by fixture_setup, removed by fixture_teardown
extern char fixture_error[512];     // of the last call that takes one
extern char fixture_messages[4096]; // of the last renderer, a line each

int fixture_setup(void **state); // for cmocka_run_group_tests
int fixture_teardown(void **state);

// Closes the window before it, if any. Its framebuffer is sRGB with the second.
void fixture_window(int width, int height);
void fixture_window_srgb(int width, int height);
void fixture_swap(void);
// `shader_folder` may be null: the embedded shaders.
struct render *fixture_renderer(const char *shader_folder, int samples);
// Clip space is the world: x and y from -1 to 1 fill the picture, looking along -z.
struct render_frame fixture_flat_frame(int width, int height);
void fixture_identity(float m[16]);
// A square over the middle of the flat view, with normals along `z`.
struct render_cloth *fixture_square(struct render *r, struct render_vertex vertices[4], float z);
// Draws; the middle pixel of a 64 x 64 picture.
void fixture_middle(struct render *r, const struct render_frame *frame, unsigned char rgb[3]);
// Writes a PNG that has to arrive.
void fixture_png(const char *path, int width, int height, const unsigned char *rgb);
// Runs a command that has to succeed.
void fixture_shell(const char *format, ...);

#endif
