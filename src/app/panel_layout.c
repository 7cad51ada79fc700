/* panel_layout.c: see panel_layout.h. Reads and writes its arguments only. */
#include "panel_layout.h"

#include <math.h>

/* At scale 1. With the panel, less than two thirds of a narrower window were the picture's; in less
 * height the panel is little more than a scrollbar. */
#define WIDTH_MIN 900.0f
#define HEIGHT_MIN 400.0f
#define FREE_MIN 160.0f  /* beside the panel: less is no picture */
#define STRIP_MIN 300.0f /* a line's width, where it could have more */
#define DOUBLE_CLICK_SECONDS 0.4
#define DOUBLE_CLICK_REACH 5.0f

bool panel_layout_fits(float width, float height, float scale)
{
    return width >= WIDTH_MIN * scale && height >= HEIGHT_MIN * scale;
}

float panel_layout_covers(float width, float scale)
{
    float covered = (PANEL_LAYOUT_MARGIN + PANEL_LAYOUT_WIDTH) * scale;
    return width - covered < FREE_MIN * scale ? 0.0f : covered;
}

struct panel_strip panel_layout_strip(float width, float scale, float covered, float legend_width,
                                      float legend_height)
{
    struct panel_strip strip = {.left = covered};
    float gap = PANEL_LAYOUT_MARGIN * scale;
    if (legend_width <= 0.0f)
        return strip;
    if (width - covered - legend_width - gap >= STRIP_MIN * scale)
        strip.right = legend_width + gap;
    else
        strip.above = legend_height + 0.5f * gap;
    return strip;
}

bool panel_layout_press(struct panel_press *last, double seconds, double x, double y, float scale)
{
    double reach = DOUBLE_CLICK_REACH * scale;
    bool twice = last->waiting && seconds - last->seconds < DOUBLE_CLICK_SECONDS &&
                 fabs(x - last->x) < reach && fabs(y - last->y) < reach;
    *last = (struct panel_press){!twice, seconds, x, y};
    return twice;
}
