/* panel_imgui.h: what the panel's C++ files share: its state, its colours, its parts. Only they
 * include it; everybody else knows panel.h. */
#ifndef APP_PANEL_IMGUI_H
#define APP_PANEL_IMGUI_H

#include "panel.h"

extern "C" {
#include "panel_layout.h"
#include "panel_text.h"
#include "session.h"
}

#include <imgui.h>

constexpr float panel_width = PANEL_LAYOUT_WIDTH; /* window units at scale 1, as all lengths here */
constexpr float margin = PANEL_LAYOUT_MARGIN;

const ImVec4 text_colour{0.90f, 0.91f, 0.92f, 1.0f};
const ImVec4 dim_colour{0.60f, 0.63f, 0.67f, 1.0f};
const ImVec4 accent_colour{0.86f, 0.42f, 0.34f, 1.0f};
const ImVec4 error_colour{1.00f, 0.55f, 0.45f, 1.0f};
const ImVec4 field_colour{0.165f, 0.180f, 0.203f, 1.0f};
const ImVec4 field_hover_colour{0.205f, 0.223f, 0.250f, 1.0f};
const ImVec4 bar_colour{0.30f, 0.335f, 0.385f, 1.0f};

enum { taps_max = 16 };

struct panel {
    float scale, density; /* that fonts and style are made for */
    bool shown, help, started;
    bool chosen; /* whether it is shown: by the person, not by the window's size */
    int taps[taps_max], tap_count; /* keys pressed since the last frame */
    float left; /* of the panel, and how high its parts were in the last frame, window units */
    float groups_height, stats_height;
    struct panel_press press;
    bool double_pressed; /* in this frame */
    int edited;          /* row whose value is being typed, or -1 */
    bool edit_begun;     /* its field has the keyboard */
    char edit_text[64];
    int muted; /* row that a double click has just reset: its slider is still held */
    bool list_open, close_list;
    bool mouse_moved; /* by a person: one that just lies there asks for nothing */
    int hovered;      /* row under the mouse, and since when */
    double hovered_since;
};

/* The panel itself, in the upper left corner: panel_column.cpp. */
void panel_draw_column(struct panel *panel, const struct panel_frame *frame,
                       struct panel_request *request);

/* What stands in for it in a window that has no room: a button that shows it. */
void panel_draw_tab(struct panel *panel);

/* What is written over the picture: panel_overlay.cpp. */
void panel_draw_labels(const struct panel *panel, const struct panel_frame *frame);
void panel_draw_pair(const struct panel *panel, const struct session_pair &pair);
ImVec2 panel_draw_legend(const struct panel *panel, float range); /* returns its size */
void panel_draw_help(const struct panel *panel);
/* A line in a box of its own, in the middle of the strip, which is then what is above it. */
void panel_draw_line(const struct panel *panel, const char *name, const char *text,
                     panel_strip &strip, const ImVec4 &colour);

#endif
