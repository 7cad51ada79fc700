// target.c: the framebuffer that the scene is drawn into, with any number of samples, and its way
// to the window. It stores sRGB, and the window gets its bytes as they are: right whether or not
// the window's own framebuffer says that it is sRGB.
#include "render_internal.h"

#include <string.h>

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

// Makes the target fit and binds it. False where the driver cannot, or the size is zero.
bool target_prepare(struct target *t, int width, int height, int samples)
{
    if (width <= 0 || height <= 0)
        return false;
    if (t->framebuffer && t->width == width && t->height == height && t->samples == samples) {
        glBindFramebuffer(GL_FRAMEBUFFER, t->framebuffer);
        return true;
    }
    target_destroy(t);
    GLint side_max = 0;
    glGetIntegerv(GL_MAX_RENDERBUFFER_SIZE, &side_max);
    if (width > side_max || height > side_max)
        return false;
    t->width = width;
    t->height = height;
    t->samples = samples;
    bool complete = true;
    if (samples) {
        t->resolve_colour = renderbuffer_create(GL_SRGB8_ALPHA8, width, height, 0);
        t->resolve = framebuffer_create(t->resolve_colour, 0);
        complete = glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
    }
    t->colour = renderbuffer_create(GL_SRGB8_ALPHA8, width, height, samples);
    t->depth = renderbuffer_create(GL_DEPTH_COMPONENT24, width, height, samples);
    t->framebuffer = framebuffer_create(t->colour, t->depth);
    complete = complete && glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
    if (!complete)
        target_destroy(t);
    return complete;
}

static void blit(GLuint from, GLuint to, int width, int height)
{
    glBindFramebuffer(GL_READ_FRAMEBUFFER, from);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, to);
    glBlitFramebuffer(0, 0, width, height, 0, 0, width, height, GL_COLOR_BUFFER_BIT, GL_NEAREST);
}

// Samples are averaged in light, not in sRGB values, so conversion stays on for the first step; a
// blit with many samples also wants both formats alike, which the window's need not be.
void target_show(const struct target *t)
{
    GLuint source = t->framebuffer;
    if (t->samples) {
        glEnable(GL_FRAMEBUFFER_SRGB);
        blit(t->framebuffer, t->resolve, t->width, t->height);
        source = t->resolve;
    }
    glDisable(GL_FRAMEBUFFER_SRGB);
    blit(source, 0, t->width, t->height);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
}

void target_destroy(struct target *t)
{
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    glDeleteFramebuffers(1, &t->framebuffer);
    glDeleteFramebuffers(1, &t->resolve);
    glDeleteRenderbuffers(1, &t->colour);
    glDeleteRenderbuffers(1, &t->depth);
    glDeleteRenderbuffers(1, &t->resolve_colour);
    memset(t, 0, sizeof *t);
}
