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
 * the upper right corner. Nothing of it goes into the display's first `left`; `above` lifts it. */
static bool begin_overlay(const struct panel *panel, const char *name, ImVec2 part,
                          float left = 0.0f, float above = 0.0f)
{
    const ImVec2 display = ImGui::GetIO().DisplaySize;
    float gap = margin * panel->scale;
    ImVec2 at{left + gap + part.x * (display.x - left - 2.0f * gap),
              gap + part.y * (display.y - 2.0f * gap) - above};
    ImGui::SetNextWindowPos(at, ImGuiCond_Always, part);
    return ImGui::Begin(name, nullptr, overlay_flags);
}

float panel_draw_line(const struct panel *panel, const char *name, const char *text, float above,
                      const ImVec4 &colour)
{
    const ImVec2 display = ImGui::GetIO().DisplaySize;
    if (!text || !text[0])
        return above;
    float gap = margin * panel->scale, left = 0.0f;
    if (panel->shown && !panel->help) /* beside the panel, where there is room */
        left = panel_width * panel->scale + gap;
    if (display.x - left < 300.0f * panel->scale)
        left = 0.0f;
    float wrap = std::fmax(display.x - left - 6.0f * gap, 60.0f);
    if (begin_overlay(panel, name, {0.5f, 1.0f}, left, above)) {
        ImGui::PushTextWrapPos(wrap);
        ImGui::PushStyleColor(ImGuiCol_Text, colour);
        ImGui::TextUnformatted(text);
        ImGui::PopStyleColor();
        ImGui::PopTextWrapPos();
    }
    float height = ImGui::GetWindowHeight();
    ImGui::End();
    return above + height + 0.5f * gap;
}

/* The heat map's colours, from full compression to full stretch, with what they stand for. */
void panel_draw_legend(const struct panel *panel, float range)
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
    ImGui::End();
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

/* To the column where the line says what the key or the gesture does. */
static void draw_help_text(float left, float column, const char *help)
{
    ImGui::SameLine();
    ImGui::SetCursorPosX(left + column);
    ImGui::TextUnformatted(help);
}

static void draw_help_keys(float column)
{
    ImGui::BeginGroup();
    ImGui::TextColored(dim_colour, "Keys");
    float left = ImGui::GetCursorPosX();
    for (int i = 0; i < ACTION_COUNT; i++) {
        draw_key_name(key_table[i].keys);
        draw_help_text(left, column, key_table[i].help);
    }
    ImGui::EndGroup();
}

static void draw_help_gestures(float column)
{
    ImGui::BeginGroup();
    ImGui::TextColored(dim_colour, "Mouse");
    float left = ImGui::GetCursorPosX();
    for (int i = 0; i < GESTURE_COUNT; i++) {
        ImGui::TextColored(accent_colour, "%s", gesture_table[i].gesture);
        draw_help_text(left, column, gesture_table[i].help);
    }
    ImGui::EndGroup();
}

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
        draw_help_keys(96.0f * panel->scale);
        ImGui::SameLine(0.0f, 32.0f * panel->scale);
        draw_help_gestures(208.0f * panel->scale);
    }
    ImGui::End();
    ImGui::PopStyleVar();
    ImGui::PopStyleColor();
}
