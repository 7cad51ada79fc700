/* target.c: the framebuffer that the scene is drawn into, with any number of samples, and its way
 * to the window. It stores sRGB, and the window gets its bytes as they are, whether or not its own
 * framebuffer says that it is sRGB. The detour is spared where it can be: one sample a pixel is
 * drawn right into a window that is sRGB, and more are averaged right into any. */
#include "render_internal.h"

static GLuint renderbuffer_create(GLenum format, int width, int height, int samples)
{
    GLuint id;
    glGenRenderbuffers(1, &id);
    glBindRenderbuffer(GL_RENDERBUFFER, id);
    glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples, format, width, height);
    return id;
}

static GLuint framebuffer_create(GLuint colour, GLuint depth)
{
    GLuint id;
    glGenFramebuffers(1, &id);
    glBindFramebuffer(GL_FRAMEBUFFER, id);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, colour);
    if (depth)
        glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, depth);
    return id;
}

static void buffers_destroy(struct target *t)
{
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    glDeleteFramebuffers(1, &t->framebuffer);
    glDeleteFramebuffers(1, &t->resolve);
    glDeleteRenderbuffers(1, &t->colour);
    glDeleteRenderbuffers(1, &t->depth);
    glDeleteRenderbuffers(1, &t->resolve_colour);
    t->framebuffer = t->resolve = t->colour = t->depth = t->resolve_colour = 0;
}

/* A property of one of the window's buffers; 0 where there is no such buffer. */
static GLint window_ask(GLenum buffer, GLenum property)
{
    GLint type = GL_NONE, value = 0;
    glGetFramebufferAttachmentParameteriv(GL_FRAMEBUFFER, buffer,
                                          GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE, &type);
    if (type != GL_NONE)
        glGetFramebufferAttachmentParameteriv(GL_FRAMEBUFFER, buffer, property, &value);
    return value;
}

/* What the window itself can do: asked once, a context's window keeps its format. */
void target_ask_window(struct target *t)
{
    GLint major = 0, minor = 0;
    glGetIntegerv(GL_MAJOR_VERSION, &major);
    glGetIntegerv(GL_MINOR_VERSION, &minor);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    t->window_fits =
        window_ask(GL_BACK_LEFT, GL_FRAMEBUFFER_ATTACHMENT_COLOR_ENCODING) == GL_SRGB &&
        window_ask(GL_DEPTH, GL_FRAMEBUFFER_ATTACHMENT_DEPTH_SIZE) >= 24;
    /* An older blit with many samples wants both formats alike, which the window's need not be. */
    t->resolves_to_window = major > 4 || (major == 4 && minor >= 4);
}

static bool buffers_create(struct target *t)
{
    bool complete = true;
    if (t->samples && !t->resolves_to_window) {
        t->resolve_colour = renderbuffer_create(GL_SRGB8_ALPHA8, t->width, t->height, 0);
        t->resolve = framebuffer_create(t->resolve_colour, 0);
        complete = glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
    }
    t->colour = renderbuffer_create(GL_SRGB8_ALPHA8, t->width, t->height, t->samples);
    t->depth = renderbuffer_create(GL_DEPTH_COMPONENT24, t->width, t->height, t->samples);
    t->framebuffer = framebuffer_create(t->colour, t->depth);
    return complete && glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
}

/* Makes the target fit and binds it. False where the driver cannot, or the size is zero; what was
 * refused once is not tried again until another size or number of samples is asked for. */
bool target_prepare(struct target *t, int width, int height, int samples)
{
    if (width <= 0 || height <= 0)
        return false;
    if (t->width != width || t->height != height || t->samples != samples) {
        target_destroy(t);
        t->width = width;
        t->height = height;
        t->samples = samples;
        t->direct = !samples && t->window_fits;
        GLint side_max = 0;
        glGetIntegerv(GL_MAX_RENDERBUFFER_SIZE, &side_max);
        t->refused = !t->direct && (width > side_max || height > side_max || !buffers_create(t));
        if (t->refused)
            buffers_destroy(t);
    }
    if (!t->refused)
        glBindFramebuffer(GL_FRAMEBUFFER, t->framebuffer); /* 0, the window, when drawn directly */
    return !t->refused;
}

static void blit(GLuint from, GLuint to, int width, int height)
{
    glBindFramebuffer(GL_READ_FRAMEBUFFER, from);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, to);
    glBlitFramebuffer(0, 0, width, height, 0, 0, width, height, GL_COLOR_BUFFER_BIT, GL_NEAREST);
}

/* Samples are averaged as the bytes that they are, not as light, which would be a matter of
 * GL_FRAMEBUFFER_SRGB here: the steps from one side of an edge to the other are even to the eye all
 * the same, and llvmpipe needs 6 to 7 ms for 1280 x 720 so, and 1.3 to 4 ms more for light. */
void target_show(const struct target *t)
{
    GLuint source = t->framebuffer;
    glDisable(GL_FRAMEBUFFER_SRGB);
    if (t->samples) {
        blit(t->framebuffer, t->resolve, t->width, t->height);
        source = t->resolve;
    }
    if (source)
        blit(source, 0, t->width, t->height);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
}

void target_destroy(struct target *t)
{
    buffers_destroy(t);
    t->width = t->height = t->samples = 0;
}
