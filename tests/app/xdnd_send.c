// xdnd_send.c: drops a file on a window, as a file manager does, by the XDND protocol (version 5,
// https://www.freedesktop.org/wiki/Specifications/XDND). xdnd_send WINDOW FILE drops it on the window's middle. Exit
// code 0 once the window has said that it took it.
#include <X11/Xatom.h>
#include <X11/Xlib.h>

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { URI_MAX = 12288, WAIT_MS = 20000 };

struct source {
    Display *display;
    Window own, target;
    Atom aware, selection, enter, position, status, drop, finished, action_copy, uri_list;
    char uri[URI_MAX];
};

static void fail(const char *what)
{
    fprintf(stderr, "xdnd_send: %s\n", what);
    exit(1);
}

// file:// and the path, every byte but the plainest as %XX.
static void write_uri(char *uri, const char *path)
{
    size_t used = (size_t)sprintf(uri, "file://");
    for (; *path && used < URI_MAX - 8; path++) {
        unsigned char c = (unsigned char)*path;
        bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                     strchr("/._-", c);
        used += (size_t)sprintf(uri + used, plain ? "%c" : "%%%02X", c);
    }
    strcpy(uri + used, "\r\n");
}

static void send(struct source *source, Atom type, long a, long b, long c, long d)
{
    XEvent event = {0};
    event.xclient.type = ClientMessage;
    event.xclient.window = source->target;
    event.xclient.message_type = type;
    event.xclient.format = 32;
    event.xclient.data.l[0] = (long)source->own;
    event.xclient.data.l[1] = a;
    event.xclient.data.l[2] = b;
    event.xclient.data.l[3] = c;
    event.xclient.data.l[4] = d;
    XSendEvent(source->display, source->target, False, NoEventMask, &event);
    XFlush(source->display);
}

// The target asks for what is dropped.
static void answer(struct source *source, const XSelectionRequestEvent *request)
{
    XEvent event = {0};
    event.xselection.type = SelectionNotify;
    event.xselection.requestor = request->requestor;
    event.xselection.selection = request->selection;
    event.xselection.target = request->target;
    event.xselection.time = request->time;
    if (request->target == source->uri_list) {
        event.xselection.property = request->property;
        XChangeProperty(source->display, request->requestor, request->property, source->uri_list, 8,
                        PropModeReplace, (const unsigned char *)source->uri,
                        (int)strlen(source->uri));
    }
    XSendEvent(source->display, request->requestor, False, NoEventMask, &event);
    XFlush(source->display);
}

// Waits for the target's message of this type, and serves its requests meanwhile.
static XClientMessageEvent await(struct source *source, Atom type)
{
    for (int waited = 0; waited < WAIT_MS; waited += 10) {
        while (XPending(source->display)) {
            XEvent event;
            XNextEvent(source->display, &event);
            if (event.type == SelectionRequest)
                answer(source, &event.xselectionrequest);
            else if (event.type == ClientMessage && event.xclient.message_type == type)
                return event.xclient;
        }
        nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
    }
    fail("the window does not answer");
    return (XClientMessageEvent){0};
}

static Atom atom(struct source *source, const char *name)
{
    return XInternAtom(source->display, name, False);
}

static void open_source(struct source *source, const char *target, const char *path)
{
    source->display = XOpenDisplay(NULL);
    if (!source->display)
        fail("no display");
    source->target = (Window)strtoul(target, NULL, 0);
    source->own = XCreateSimpleWindow(source->display, DefaultRootWindow(source->display), 0, 0, 1,
                                      1, 0, 0, 0);
    source->aware = atom(source, "XdndAware");
    source->selection = atom(source, "XdndSelection");
    source->enter = atom(source, "XdndEnter");
    source->position = atom(source, "XdndPosition");
    source->status = atom(source, "XdndStatus");
    source->drop = atom(source, "XdndDrop");
    source->finished = atom(source, "XdndFinished");
    source->action_copy = atom(source, "XdndActionCopy");
    source->uri_list = atom(source, "text/uri-list");
    write_uri(source->uri, path);
}

// The version of the protocol that the target knows.
static long target_version(struct source *source)
{
    Atom type;
    int format;
    unsigned long count, left;
    unsigned char *data = NULL;
    long version = 0;
    XGetWindowProperty(source->display, source->target, source->aware, 0, 1, False, XA_ATOM, &type,
                       &format, &count, &left, &data);
    if (data && format == 32 && count == 1)
        version = *(long *)(void *)data;
    if (data)
        XFree(data);
    return version < 5 ? version : 5;
}

int main(int argc, char *argv[])
{
    struct source source = {0};
    if (argc != 3 || argv[2][0] != '/') {
        fprintf(stderr, "usage: xdnd_send WINDOW /PATH/OF/A/FILE\n");
        return 2;
    }
    open_source(&source, argv[1], argv[2]);
    long version = target_version(&source);
    if (version < 3)
        fail("the window takes no drops");
    XSetSelectionOwner(source.display, source.selection, source.own, CurrentTime);

    XWindowAttributes size;
    int x, y;
    Window child;
    XGetWindowAttributes(source.display, source.target, &size);
    XTranslateCoordinates(source.display, source.target, DefaultRootWindow(source.display),
                          size.width / 2, size.height / 2, &x, &y, &child);
    send(&source, source.enter, version << 24, (long)source.uri_list, 0, 0);
    send(&source, source.position, 0, (long)x << 16 | y, CurrentTime, (long)source.action_copy);
    XClientMessageEvent status = await(&source, source.status);
    if (!(status.data.l[1] & 1))
        fail("the window refuses the drop");
    send(&source, source.drop, 0, CurrentTime, 0, 0);
    XClientMessageEvent finished = await(&source, source.finished);
    // GLFW writes how many bytes it got where the protocol has bit 0.
    bool taken = finished.data.l[1] != 0;
    XCloseDisplay(source.display);
    if (!taken)
        fail("the window did not take the drop");
    return 0;
}
