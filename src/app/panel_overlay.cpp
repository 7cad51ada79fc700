/* panel_overlay.cpp: what is written over the picture: labels, the derivation of the scene `two`,
 * the strain legend, the lines at the bottom, the help. See panel.h. Reads the session. */
#include "panel_imgui.h"

extern "C" {
#include "keys.h"
}
#include "render.h"

#include <cmath>
#include <cstdio>
#include <cstring>

static const ImGuiWindowFlags overlay_flags =
    ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoInputs | ImGuiWindowFlags_NoMove |
    ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoSavedSettings |
    ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoNav;

/* Begins a box over the picture, at the same part of the display as of its own size: {1, 0} is
 * the upper right corner. What is beside the strip is as if it was none of the display. */
static bool begin_overlay(const struct panel *panel, const char *name, ImVec2 part,
                          const panel_strip &strip = {})
{
    const ImVec2 display = ImGui::GetIO().DisplaySize;
    float gap = margin * panel->scale;
    ImVec2 at{strip.left + gap + part.x * (display.x - strip.left - strip.right - 2.0f * gap),
              gap + part.y * (display.y - 2.0f * gap) - strip.above};
    ImGui::SetNextWindowPos(at, ImGuiCond_Always, part);
    return ImGui::Begin(name, nullptr, overlay_flags);
}

void panel_draw_line(const struct panel *panel, const char *name, const char *text,
                     panel_strip &strip, const ImVec4 &colour)
{
    const ImVec2 display = ImGui::GetIO().DisplaySize;
    if (!text || !text[0])
        return;
    float gap = margin * panel->scale;
    float wrap = std::fmax(display.x - strip.left - strip.right - 4.0f * gap, 60.0f);
    if (begin_overlay(panel, name, {0.5f, 1.0f}, strip)) {
        ImGui::PushTextWrapPos(wrap);
        ImGui::PushStyleColor(ImGuiCol_Text, colour);
        ImGui::TextUnformatted(text);
        ImGui::PopStyleColor();
        ImGui::PopTextWrapPos();
    }
    strip.above += ImGui::GetWindowHeight() + 0.5f * gap;
    ImGui::End();
}

/* The heat map's colours, from full compression to full stretch, with what they stand for. */
ImVec2 panel_draw_legend(const struct panel *panel, float range)
{
    float width = 220.0f * panel->scale, height = 12.0f * panel->scale;
    if (begin_overlay(panel, "legend", {1.0f, 1.0f})) {
        ImGui::TextUnformatted("strain (length / rest length - 1)");
        ImVec2 at = ImGui::GetCursorScreenPos();
        ImDrawList *list = ImGui::GetWindowDrawList();
        constexpr int steps = 64;
        for (int i = 0; i < steps; i++) {
            float rgb[3];
            render_heat_colour((static_cast<float>(i) + 0.5f) / steps * 2.0f - 1.0f, rgb);
            list->AddRectFilled({at.x + width * static_cast<float>(i) / steps, at.y},
                                {at.x + width * static_cast<float>(i + 1) / steps, at.y + height},
                                ImGui::GetColorU32({rgb[0], rgb[1], rgb[2], 1.0f}));
        }
        ImGui::Dummy({width, height});
        char text[3][24];
        std::snprintf(text[0], sizeof text[0], "-%g %%", 100.0 * static_cast<double>(range));
        std::snprintf(text[1], sizeof text[1], "0");
        std::snprintf(text[2], sizeof text[2], "+%g %%", 100.0 * static_cast<double>(range));
        for (int i = 0; i < 3; i++) {
            float part = 0.5f * static_cast<float>(i);
            float x = (width - ImGui::CalcTextSize(text[i]).x) * part;
            if (i)
                ImGui::SameLine();
            ImGui::SetCursorPosX(ImGui::GetStyle().WindowPadding.x + x);
            ImGui::TextUnformatted(text[i]);
        }
    }
    ImVec2 size = ImGui::GetWindowSize();
    ImGui::End();
    return size;
}

/* The derivation with its numbers: the scene `two`. */
void panel_draw_pair(const struct panel *panel, const struct session_pair &pair)
{
    panel_pair_line lines[PANEL_PAIR_LINES];
    panel_text_pair(&pair, lines);
    if (begin_overlay(panel, "pair", {1.0f, 0.0f})) {
        for (const panel_pair_line &line : lines) {
            if (line.rule_above)
                ImGui::Separator();
            ImGui::TextColored(line.dim ? dim_colour : text_colour, "%s", line.text);
        }
    }
    ImGui::End();
}

void panel_draw_labels(const struct panel *panel, const struct panel_frame *frame)
{
    ImDrawList *list = ImGui::GetBackgroundDrawList();
    for (int i = 0; i < frame->label_count; i++) {
        const struct panel_label &label = frame->labels[i];
        ImVec2 size = ImGui::CalcTextSize(label.text);
        ImVec2 at{std::round(label.x - 0.5f * size.x), std::round(label.y)};
        float pad = 5.0f * panel->scale;
        list->AddRectFilled({at.x - pad, at.y - 0.4f * pad},
                            {at.x + size.x + pad, at.y + size.y + 0.4f * pad},
                            ImGui::GetColorU32(ImGuiCol_WindowBg), pad);
        list->AddText(at, ImGui::GetColorU32(ImGuiCol_Text), label.text);
    }
}

/* The built-in font has no ellipsis. */
static void draw_key_name(const char *keys)
{
    const char *dots = std::strstr(keys, "…");
    if (dots && !ImGui::GetFont()->FindGlyphNoFallback(0x2026))
        ImGui::TextColored(accent_colour, "%.*s-%s", static_cast<int>(dots - keys), keys,
                           dots + std::strlen("…"));
    else
        ImGui::TextColored(accent_colour, "%s", keys);
}

/* In the column where the line says what the key or the gesture does; the longest takes two lines,
 * so that all is seen in a small window. */
static void draw_help_text(float left, float column, float width, const char *help)
{
    ImGui::SameLine();
    ImGui::SetCursorPosX(left + column);
    ImGui::PushTextWrapPos(left + column + width);
    ImGui::TextUnformatted(help);
    ImGui::PopTextWrapPos();
}

static void draw_help_keys(float column, float width)
{
    ImGui::BeginGroup();
    ImGui::TextColored(dim_colour, "Keys");
    float left = ImGui::GetCursorPosX();
    for (int i = 0; i < ACTION_COUNT; i++) {
        draw_key_name(key_table[i].keys);
        draw_help_text(left, column, width, key_table[i].help);
    }
    ImGui::EndGroup();
}

static void draw_help_gestures(float column, float width)
{
    ImGui::BeginGroup();
    ImGui::TextColored(dim_colour, "Mouse");
    float left = ImGui::GetCursorPosX();
    for (int i = 0; i < GESTURE_COUNT; i++) {
        ImGui::TextColored(accent_colour, "%s", gesture_table[i].gesture);
        draw_help_text(left, column, width, gesture_table[i].help);
    }
    ImGui::EndGroup();
}

constexpr float help_width = 850.0f; /* of a window in which keys and mouse go side by side */

void panel_draw_help(const struct panel *panel)
{
    const ImVec2 display = ImGui::GetIO().DisplaySize;
    float gap = margin * panel->scale;
    ImGui::SetNextWindowPos({0.5f * display.x, 0.5f * display.y}, ImGuiCond_Always, {0.5f, 0.5f});
    ImGui::SetNextWindowSizeConstraints({0.0f, 0.0f}, {std::fmax(display.x - 2.0f * gap, 60.0f),
                                                       std::fmax(display.y - 2.0f * gap, 60.0f)});
    ImGui::PushStyleColor(ImGuiCol_WindowBg, ImGui::GetStyleColorVec4(ImGuiCol_PopupBg));
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {8.0f * panel->scale, 2.5f * panel->scale});
    ImGuiWindowFlags flags = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize |
                             ImGuiWindowFlags_NoMove | ImGuiWindowFlags_AlwaysAutoResize |
                             ImGuiWindowFlags_NoNav | ImGuiWindowFlags_HorizontalScrollbar;
    if (ImGui::Begin("help", nullptr, flags)) {
        const float s = panel->scale;
        draw_help_keys(88.0f * s, 280.0f * s);
        if (display.x >= help_width * s) /* else below: there is only one way to scroll */
            ImGui::SameLine(0.0f, 28.0f * s);
        else
            ImGui::Spacing();
        draw_help_gestures(196.0f * s, 210.0f * s);
    }
    ImGui::End();
    ImGui::PopStyleVar();
    ImGui::PopStyleColor();
}
