/* window.c: GLFW. See window.h. Reads the environment variable WEFT_GL_VERSION. */
#include "window.h"

#include <GLFW/glfw3.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    WIDTH_DEFAULT = 1280,
    HEIGHT_DEFAULT = 720,
    EVENTS_MAX = 1024, /* between two frames; what is beyond is lost */
    GLFW_REASON_MAX = 256,
};

struct window {
    GLFWwindow *handle;
    struct window_event events[EVENTS_MAX];
    int event_count, event_next;
    double cursor_x, cursor_y;
    bool hovered;
    /* As the callbacks last told: asking X each time is a round trip. */
    struct window_size size;
    bool iconified;
    bool full_screen;
    int place[4]; /* x, y, width, height before full screen */
};

/* --- events: the callbacks only write them down ---------------------------------------------- */

static struct window *of_handle(GLFWwindow *handle)
{
    return glfwGetWindowUserPointer(handle);
}

static struct window_event *add_event(GLFWwindow *handle, enum window_event_kind kind)
{
    struct window *window = of_handle(handle);
    if (window->event_count == EVENTS_MAX)
        return NULL;
    struct window_event *event = &window->events[window->event_count++];
    *event = (struct window_event){.kind = kind, .x = window->cursor_x, .y = window->cursor_y};
    return event;
}

/* What is printed on the keys that type nothing. */
static const char *name_of_special(int key)
{
    switch (key) {
    case GLFW_KEY_LEFT:
        return "Left";
    case GLFW_KEY_RIGHT:
        return "Right";
    case GLFW_KEY_UP:
        return "Up";
    case GLFW_KEY_DOWN:
        return "Down";
    case GLFW_KEY_SPACE:
        return "Space";
    case GLFW_KEY_ESCAPE:
        return "Esc";
    case GLFW_KEY_KP_ADD:
        return "+";
    case GLFW_KEY_KP_SUBTRACT:
        return "-";
    default:
        return NULL;
    }
}

static void name_key(struct window_event *event, int key, int scancode)
{
    const char *name = name_of_special(key);
    if (key >= GLFW_KEY_F1 && key <= GLFW_KEY_F25)
        snprintf(event->name, sizeof event->name, "F%d", key - GLFW_KEY_F1 + 1);
    else if (!name && (key != GLFW_KEY_UNKNOWN || scancode > 0))
        name = glfwGetKeyName(key, scancode);
    if (name)
        snprintf(event->name, sizeof event->name, "%s", name);
    if ((key >= GLFW_KEY_A && key <= GLFW_KEY_Z) || (key >= GLFW_KEY_0 && key <= GLFW_KEY_9))
        event->place = (char)key; /* GLFW's codes are those of a US keyboard */
}

static void on_key(GLFWwindow *handle, int key, int scancode, int action, int mods)
{
    struct window_event *event = add_event(handle, WINDOW_KEY);
    if (!event)
        return;
    event->code = key;
    event->down = action != GLFW_RELEASE;
    event->repeat = action == GLFW_REPEAT;
    event->shift = mods & GLFW_MOD_SHIFT;
    event->control = mods & (GLFW_MOD_CONTROL | GLFW_MOD_SUPER);
    name_key(event, key, scancode);
}

static void write_utf8(char text[8], unsigned code)
{
    int n = 0;
    if (code < 0x80) {
        text[n++] = (char)code;
    } else if (code < 0x800) {
        text[n++] = (char)(0xC0 | code >> 6);
        text[n++] = (char)(0x80 | (code & 0x3F));
    } else if (code < 0x10000) {
        text[n++] = (char)(0xE0 | code >> 12);
        text[n++] = (char)(0x80 | (code >> 6 & 0x3F));
        text[n++] = (char)(0x80 | (code & 0x3F));
    }
    text[n] = '\0';
}

/* The character comes right after the press that typed it. Space has its name already. */
static void on_character(GLFWwindow *handle, unsigned code)
{
    struct window *window = of_handle(handle);
    struct window_event *last =
        window->event_count ? &window->events[window->event_count - 1] : NULL;
    if (last && last->kind == WINDOW_KEY && last->down && !last->typed[0] && code > ' ')
        write_utf8(last->typed, code);
}

static void on_button(GLFWwindow *handle, int button, int action, int mods)
{
    if (button > GLFW_MOUSE_BUTTON_MIDDLE)
        return;
    struct window_event *event = add_event(handle, WINDOW_BUTTON);
    if (!event)
        return;
    event->code = button == GLFW_MOUSE_BUTTON_LEFT    ? WINDOW_LEFT
                  : button == GLFW_MOUSE_BUTTON_RIGHT ? WINDOW_RIGHT
                                                      : WINDOW_MIDDLE;
    event->down = action == GLFW_PRESS;
    event->shift = mods & GLFW_MOD_SHIFT;
}

static void on_scroll(GLFWwindow *handle, double dx, double dy)
{
    (void)dx;
    struct window_event *event = add_event(handle, WINDOW_SCROLL);
    if (event)
        event->scroll = dy;
}

static void on_cursor(GLFWwindow *handle, double x, double y)
{
    of_handle(handle)->cursor_x = x;
    of_handle(handle)->cursor_y = y;
}

static void on_enter(GLFWwindow *handle, int entered)
{
    of_handle(handle)->hovered = entered;
}

static void on_size(GLFWwindow *handle, int width, int height)
{
    of_handle(handle)->size.width = width;
    of_handle(handle)->size.height = height;
}

static void on_framebuffer_size(GLFWwindow *handle, int width, int height)
{
    of_handle(handle)->size.framebuffer_width = width;
    of_handle(handle)->size.framebuffer_height = height;
}

static void on_content_scale(GLFWwindow *handle, float x, float y)
{
    (void)x;
    of_handle(handle)->size.content_scale = y > 0.25f && y < 16.0f ? y : 1.0f;
}

static void on_iconify(GLFWwindow *handle, int iconified)
{
    of_handle(handle)->iconified = iconified;
}

static void on_focus(GLFWwindow *handle, int focused)
{
    if (!focused)
        add_event(handle, WINDOW_LEAVE);
}

static void on_drop(GLFWwindow *handle, int count, const char **paths)
{
    struct window_event *event = count > 0 ? add_event(handle, WINDOW_DROP) : NULL;
    if (!event)
        return;
    size_t size = strlen(paths[count - 1]) + 1;
    event->path = malloc(size);
    if (event->path)
        memcpy(event->path, paths[count - 1], size);
}

static void forget_events(struct window *window)
{
    for (int i = 0; i < window->event_count; i++)
        free(window->events[i].path);
    window->event_count = window->event_next = 0;
}

void window_poll(struct window *window, double wait_seconds)
{
    forget_events(window);
    if (wait_seconds > 0.0)
        glfwWaitEventsTimeout(wait_seconds);
    else
        glfwPollEvents();
}

const struct window_event *window_next_event(struct window *window)
{
    return window->event_next < window->event_count ? &window->events[window->event_next++] : NULL;
}

const struct window_event *window_first_press(const struct window *window)
{
    for (int i = window->event_next; i < window->event_count; i++)
        if (window->events[i].kind == WINDOW_BUTTON && window->events[i].down)
            return &window->events[i];
    return NULL;
}

void window_cursor(const struct window *window, double *x, double *y)
{
    *x = window->cursor_x;
    *y = window->cursor_y;
}

bool window_hovered(const struct window *window)
{
    return window->hovered;
}

/* --- create and destroy ---------------------------------------------------------------------- */

/* What GLFW says about its last error, on one line. */
static const char *glfw_reason(char *text, size_t size)
{
    const char *reason = NULL;
    glfwGetError(&reason);
    snprintf(text, size, "%s", reason && reason[0] ? reason : "no reason given");
    text[strcspn(text, "\r\n")] = '\0';
    size_t length = strlen(text);
    if (length && text[length - 1] == '.')
        text[length - 1] = '\0';
    return text;
}

static void set_hints(int major, int minor, bool scale)
{
    glfwWindowHint(GLFW_CLIENT_API, GLFW_OPENGL_API);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, major);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, minor);
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
    glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
#ifndef NDEBUG
    glfwWindowHint(GLFW_OPENGL_DEBUG_CONTEXT, GLFW_TRUE);
#endif
    glfwWindowHint(GLFW_SRGB_CAPABLE, GLFW_TRUE);
    /* With one sample a pixel the scene is drawn right into the window; with more the renderer has
     * its own target. */
    glfwWindowHint(GLFW_SAMPLES, 0);
    glfwWindowHint(GLFW_DEPTH_BITS, 24);
    glfwWindowHint(GLFW_STENCIL_BITS, 0);
    glfwWindowHint(GLFW_SCALE_TO_MONITOR, scale);
    glfwWindowHintString(GLFW_X11_CLASS_NAME, "weft");
    glfwWindowHintString(GLFW_X11_INSTANCE_NAME, "weft");
}

static void set_callbacks(GLFWwindow *handle)
{
    glfwSetKeyCallback(handle, on_key);
    glfwSetCharCallback(handle, on_character);
    glfwSetMouseButtonCallback(handle, on_button);
    glfwSetScrollCallback(handle, on_scroll);
    glfwSetCursorPosCallback(handle, on_cursor);
    glfwSetCursorEnterCallback(handle, on_enter);
    glfwSetWindowFocusCallback(handle, on_focus);
    glfwSetDropCallback(handle, on_drop);
    glfwSetWindowSizeCallback(handle, on_size);
    glfwSetFramebufferSizeCallback(handle, on_framebuffer_size);
    glfwSetWindowContentScaleCallback(handle, on_content_scale);
    glfwSetWindowIconifyCallback(handle, on_iconify);
}

/* The OpenGL version to ask for: 3.3, or what the environment says, for tests of the refusal. */
static void choose_version(int *major, int *minor)
{
    *major = *minor = 3;
    const char *chosen = getenv("WEFT_GL_VERSION");
    int a, b;
    if (chosen && sscanf(chosen, "%d.%d", &a, &b) == 2 && a > 0 && a < 100 && b >= 0 && b < 100) {
        *major = a;
        *minor = b;
    }
}

static bool open_window(struct window *window, const struct window_config *config, char *error,
                        size_t size)
{
    char reason[GLFW_REASON_MAX];
    if (!glfwInit()) {
        snprintf(error, size,
                 "cannot open a window: GLFW says: %s; start weft in a desktop session, or use "
                 "./run or weft-cli, which need none",
                 glfw_reason(reason, sizeof reason));
        return false;
    }
    int major, minor;
    choose_version(&major, &minor);
    set_hints(major, minor, config->width == 0);
    window->handle =
        glfwCreateWindow(config->width ? config->width : WIDTH_DEFAULT,
                         config->height ? config->height : HEIGHT_DEFAULT, "weft", NULL, NULL);
    if (!window->handle) {
        snprintf(error, size,
                 "cannot open a window with OpenGL %d.%d core: GLFW says: %s; update the graphics "
                 "driver, or try LIBGL_ALWAYS_SOFTWARE=1 weft",
                 major, minor, glfw_reason(reason, sizeof reason));
        return false;
    }
    return true;
}

/* What the callbacks tell from here on. */
static void ask_state(struct window *window)
{
    float x = 1.0f, y = 1.0f;
    struct window_size *size = &window->size;
    glfwGetWindowSize(window->handle, &size->width, &size->height);
    glfwGetFramebufferSize(window->handle, &size->framebuffer_width, &size->framebuffer_height);
    glfwGetWindowContentScale(window->handle, &x, &y);
    on_content_scale(window->handle, x, y);
    window->iconified = glfwGetWindowAttrib(window->handle, GLFW_ICONIFIED);
}

struct window *window_create(const struct window_config *config, char *error, size_t size)
{
    struct window *window = calloc(1, sizeof *window);
    if (!window) {
        snprintf(error, size, "out of memory");
        return NULL;
    }
    if (!open_window(window, config, error, size)) {
        window_destroy(window);
        return NULL;
    }
    glfwSetWindowUserPointer(window->handle, window);
    set_callbacks(window->handle);
    ask_state(window);
    window->hovered = glfwGetWindowAttrib(window->handle, GLFW_HOVERED);
    glfwGetCursorPos(window->handle, &window->cursor_x, &window->cursor_y);
    glfwMakeContextCurrent(window->handle);
    glfwSwapInterval(config->vsync ? 1 : 0);
    return window;
}

void window_destroy(struct window *window)
{
    if (!window)
        return;
    forget_events(window);
    if (window->handle)
        glfwDestroyWindow(window->handle);
    glfwTerminate();
    free(window);
}

struct GLFWwindow *window_handle(struct window *window)
{
    return window->handle;
}

void (*window_gl_function(const char *name))(void)
{
    return glfwGetProcAddress(name);
}

/* --- size and place -------------------------------------------------------------------------- */

struct window_size window_size(const struct window *window)
{
    return window->size;
}

bool window_drawable(const struct window *window)
{
    const struct window_size *size = &window->size;
    return !window->iconified && size->width > 0 && size->height > 0 &&
           size->framebuffer_width > 0 && size->framebuffer_height > 0;
}

/* The monitor that shows most of the window, or null. */
static GLFWmonitor *find_monitor(struct window *window)
{
    if (glfwGetWindowMonitor(window->handle))
        return glfwGetWindowMonitor(window->handle);
    int count = 0, x = 0, y = 0, width, height;
    GLFWmonitor **monitors = glfwGetMonitors(&count), *best = glfwGetPrimaryMonitor();
    glfwGetWindowPos(window->handle, &x, &y);
    glfwGetWindowSize(window->handle, &width, &height);
    double best_area = 0.0;
    for (int i = 0; i < count; i++) {
        const GLFWvidmode *mode = glfwGetVideoMode(monitors[i]);
        int left = 0, top = 0;
        glfwGetMonitorPos(monitors[i], &left, &top);
        if (!mode)
            continue;
        int right = left + mode->width, bottom = top + mode->height;
        int w = (x + width < right ? x + width : right) - (x > left ? x : left);
        int h = (y + height < bottom ? y + height : bottom) - (y > top ? y : top);
        if (w > 0 && h > 0 && (double)w * h > best_area) {
            best_area = (double)w * h;
            best = monitors[i];
        }
    }
    return best;
}

double window_refresh_rate(struct window *window)
{
    GLFWmonitor *monitor = find_monitor(window);
    const GLFWvidmode *mode = monitor ? glfwGetVideoMode(monitor) : NULL;
    /* A virtual display may know no rate, or a wild one. */
    return mode && mode->refreshRate >= 20 && mode->refreshRate <= 1000 ? mode->refreshRate : 60.0;
}

void window_toggle_full_screen(struct window *window)
{
    int *place = window->place;
    GLFWmonitor *monitor = find_monitor(window);
    const GLFWvidmode *mode = monitor ? glfwGetVideoMode(monitor) : NULL;
    if (window->full_screen) {
        glfwSetWindowMonitor(window->handle, NULL, place[0], place[1], place[2], place[3],
                             GLFW_DONT_CARE);
        window->full_screen = false;
    } else if (mode) {
        glfwGetWindowPos(window->handle, &place[0], &place[1]);
        glfwGetWindowSize(window->handle, &place[2], &place[3]);
        glfwSetWindowMonitor(window->handle, monitor, 0, 0, mode->width, mode->height,
                             mode->refreshRate);
        window->full_screen = true;
    }
}

bool window_full_screen(const struct window *window)
{
    return window->full_screen;
}

bool window_closing(struct window *window)
{
    return glfwWindowShouldClose(window->handle);
}

void window_close(struct window *window)
{
    glfwSetWindowShouldClose(window->handle, GLFW_TRUE);
}

void window_swap(struct window *window)
{
    glfwSwapBuffers(window->handle);
}
