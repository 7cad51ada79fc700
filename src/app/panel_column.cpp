/* panel_column.cpp: the panel itself, a row each for the rows of the parameter table. See panel.h.
 * Reads the session, sends it commands. */
#include "panel_imgui.h"

extern "C" {
#include "keys.h"
#include "slider.h"
}
#include "render.h"

#include <cmath>
#include <cstdio>
#include <cstring>
#include <initializer_list>

constexpr double tooltip_seconds = 0.35; /* that the mouse rests on a row first */

static const char *const view_names[RENDER_VIEW_COUNT] = {"textured",  "wireframe", "lines",
                                                          "particles", "normals",   "strain"};

/* --- one row of the parameter table ---------------------------------------------------------- */

static void send(struct session *session, const struct command &command)
{
    session_command(session, &command);
}

static double current_value(const struct session *session, param_id id)
{
    return params_get(session_params(session), id);
}

static void show_tooltip(const struct session *session, param_id id, bool used)
{
    const param_row &row = param_table[id];
    char range[128], value[96], users[96];
    param_format_range(id, range, sizeof range);
    panel_text_value(id, panel_text_default(session, id), value, sizeof value);
    panel_text_users(id, users, sizeof users);
    ImGui::BeginTooltip();
    ImGui::PushTextWrapPos(ImGui::GetFontSize() * 22.0f);
    ImGui::TextUnformatted(row.help);
    if (!used)
        ImGui::TextColored(accent_colour, "The solver %s does not use it (%s).",
                           solver_table[session_params(session)->solver].name, users);
    ImGui::TextColored(dim_colour, "%s; default %s; --set %s=VALUE", range, value, row.name);
    if (row.kind == PARAM_FLOAT || row.kind == PARAM_INT)
        ImGui::TextColored(dim_colour, "right click: type a value; double click: default");
    ImGui::PopTextWrapPos();
    ImGui::EndTooltip();
}

/* Shows the tooltip once the mouse has rested on the row. */
static void handle_hover(struct panel *panel, const struct session *session, param_id id, bool used)
{
    if (!panel->mouse_moved || ImGui::IsItemActive() ||
        !ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) {
        panel->hovered = panel->hovered == id ? -1 : panel->hovered;
        return;
    }
    if (panel->hovered != id) {
        panel->hovered = id;
        panel->hovered_since = ImGui::GetTime();
    }
    if (ImGui::GetTime() - panel->hovered_since > tooltip_seconds)
        show_tooltip(session, id, used);
}

static void begin_typing(struct panel *panel, const struct session *session, param_id id)
{
    panel->edited = id;
    panel->edit_begun = false;
    param_format(id, current_value(session, id), panel->edit_text, sizeof panel->edit_text);
}

static void draw_field(struct panel *panel, struct session *session, param_id id)
{
    if (!panel->edit_begun)
        ImGui::SetKeyboardFocusHere();
    bool entered =
        ImGui::InputText("##typed", panel->edit_text, sizeof panel->edit_text,
                         ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
    bool left = panel->edit_begun && ImGui::IsItemDeactivated();
    panel->edit_begun = panel->edit_begun || ImGui::IsItemActive();
    if (entered) {
        char error[256];
        double value;
        if (param_parse(id, panel->edit_text, &value, error, sizeof error))
            send(session, command_set(id, value));
        else {
            char text[256];
            panel_text_error(id, error, text, sizeof text);
            session_say(session, "%s", text);
        }
    }
    if (entered || left)
        panel->edited = -1;
}

/* A slider looks like a bar that is filled up to its value, or from zero where it has two sides;
 * the text stays readable over it. Leaves five colours on the stack that hide ImGui's own knob. */
static void draw_bar(const struct panel *panel, param_id id, float place)
{
    const param_row &row = param_table[id];
    float zero = !row.logarithmic && row.slider_min < 0.0 && row.slider_max > 0.0
                     ? static_cast<float>(slider_place(id, 0.0))
                     : 0.0f;
    ImVec2 at = ImGui::GetCursorScreenPos();
    ImVec2 size{ImGui::CalcItemWidth(), ImGui::GetFrameHeight()};
    bool hot = ImGui::IsMouseHoveringRect(at, {at.x + size.x, at.y + size.y});
    float low = std::fmin(zero, place) * size.x, high = std::fmax(zero, place) * size.x;
    float rounding = ImGui::GetStyle().FrameRounding;
    ImDrawList *list = ImGui::GetWindowDrawList();
    list->AddRectFilled(at, {at.x + size.x, at.y + size.y},
                        ImGui::GetColorU32(hot ? ImGuiCol_FrameBgHovered : ImGuiCol_FrameBg),
                        rounding);
    if (high - low < 2.0f * panel->scale) /* a value at the end still shows */
        high = low + 2.0f * panel->scale;
    list->AddRectFilled({at.x + low, at.y}, {at.x + high, at.y + size.y},
                        ImGui::GetColorU32(ImGuiCol_SliderGrab), rounding);
    for (int colour : {ImGuiCol_FrameBg, ImGuiCol_FrameBgHovered, ImGuiCol_FrameBgActive,
                       ImGuiCol_SliderGrab, ImGuiCol_SliderGrabActive})
        ImGui::PushStyleColor(colour, ImVec4{0.0f, 0.0f, 0.0f, 0.0f});
}

static void draw_slider(struct panel *panel, struct session *session, param_id id)
{
    char text[96];
    double value = current_value(session, id);
    float place = static_cast<float>(slider_place(id, value));
    panel_text_value(id, value, text, sizeof text);
    draw_bar(panel, id, place);
    bool moved = ImGui::SliderFloat("##value", &place, 0.0f, 1.0f, text, ImGuiSliderFlags_NoInput);
    ImGui::PopStyleColor(5);
    bool double_clicked = ImGui::IsItemHovered() && panel->double_pressed;
    if (double_clicked) {
        panel->muted = id;
        send(session, command_set(id, panel_text_default(session, id)));
    } else if (moved && panel->muted != id && !ImGui::GetIO().KeyCtrl) {
        double wanted = slider_value(id, static_cast<double>(place));
        if (wanted != value)
            send(session, command_set(id, wanted));
    }
    if (panel->muted == id && !ImGui::IsItemActive())
        panel->muted = -1;
    if (ImGui::IsItemClicked(1) || (ImGui::IsItemClicked(0) && ImGui::GetIO().KeyCtrl))
        begin_typing(panel, session, id);
}

static void draw_choice(struct panel *panel, struct session *session, param_id id)
{
    int value = static_cast<int>(current_value(session, id));
    const char *name = param_choice_name(id, value);
    if (!ImGui::BeginCombo("##choice", name ? name : "?"))
        return;
    panel->list_open = true;
    for (int i = 0; i < param_choice_count(id); i++)
        if (ImGui::Selectable(param_choice_name(id, i), i == value))
            send(session, id == PARAM_SOLVER ? command_row(COMMAND_SOLVER, i) : command_set(id, i));
    if (panel->close_list)
        ImGui::CloseCurrentPopup();
    ImGui::EndCombo();
}

static void draw_switch(struct session *session, param_id id)
{
    bool on = current_value(session, id) != 0.0;
    if (ImGui::Checkbox("##on", &on))
        send(session, command_set(id, on ? 1.0 : 0.0));
}

/* On, in this line, at a part of the panel's width: the same place inside the scrolled groups. */
static void go_to_column(const struct panel *panel, float part)
{
    ImGui::SameLine();
    ImGui::SetCursorScreenPos(
        {panel->left + part * panel_width * panel->scale, ImGui::GetCursorScreenPos().y});
}

static void draw_name(const struct panel *panel, const char *name)
{
    char text[64];
    panel_text_name(name, text, sizeof text);
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(text);
    go_to_column(panel, 0.42f);
    ImGui::SetNextItemWidth(ImGui::GetContentRegionMax().x - ImGui::GetCursorPosX());
}

static void draw_row(struct panel *panel, struct session *session, param_id id)
{
    bool used = param_used(session_params(session), id);
    ImGui::PushID(id);
    ImGui::BeginDisabled(!used);
    ImGui::BeginGroup();
    draw_name(panel, param_table[id].name);
    if (panel->edited == id)
        draw_field(panel, session, id);
    else if (param_table[id].kind == PARAM_BOOL)
        draw_switch(session, id);
    else if (param_table[id].kind == PARAM_CHOICE)
        draw_choice(panel, session, id);
    else
        draw_slider(panel, session, id);
    ImGui::EndGroup();
    ImGui::EndDisabled();
    handle_hover(panel, session, id, used);
    ImGui::PopID();
}

/* --- the panel ------------------------------------------------------------------------------- */

/* A list to choose a row from; -1 where none was. */
static int draw_list(struct panel *panel, const char *name, const char *current, int count,
                     const char *(*title)(int))
{
    int chosen = -1;
    ImGui::PushID(name);
    draw_name(panel, name);
    if (ImGui::BeginCombo("##list", current, ImGuiComboFlags_HeightLarge)) {
        panel->list_open = true;
        for (int i = 0; i < count; i++)
            if (ImGui::Selectable(title(i), std::strcmp(title(i), current) == 0))
                chosen = i;
        if (panel->close_list)
            ImGui::CloseCurrentPopup();
        ImGui::EndCombo();
    }
    ImGui::PopID();
    return chosen;
}

static const char *scene_title(int i)
{
    return scene_table[i].title;
}

static const char *view_title(int i)
{
    return view_names[i];
}

static void draw_grid(const struct panel *panel, const struct session *session,
                      struct panel_request *request)
{
    int columns, rows;
    char text[48];
    session_grid(session, &columns, &rows);
    std::snprintf(text, sizeof text, "%d x %d", columns, rows);
    draw_name(panel, "grid");
    ImGui::TextUnformatted(text);
    float width = ImGui::GetFrameHeight() * 1.25f;
    float spacing = ImGui::GetStyle().ItemInnerSpacing.x;
    ImGui::SameLine(ImGui::GetContentRegionMax().x - 2.0f * width - spacing);
    ImGui::BeginDisabled(scene_table[session_scene(session)].fixed_grid);
    if (ImGui::Button("-", {width, 0.0f}))
        request->action = ACTION_GRID_COARSER;
    ImGui::SameLine(0.0f, spacing);
    if (ImGui::Button("+", {width, 0.0f}))
        request->action = ACTION_GRID_FINER;
    ImGui::EndDisabled();
}

static void draw_top(struct panel *panel, const struct panel_frame *frame,
                     struct panel_request *request)
{
    int scene = draw_list(panel, "scene", scene_title(session_scene(frame->session)), SCENE_COUNT,
                          scene_title);
    if (scene >= 0) {
        request->action = ACTION_SCENE_NUMBER;
        request->number = scene + 1;
    }
    int view = draw_list(panel, "view", view_title(frame->view), RENDER_VIEW_COUNT, view_title);
    request->view = view >= 0 ? view : frame->view;
    draw_grid(panel, frame->session, request);

    const struct {
        const char *name;
        key_action action;
    } buttons[] = {{session_paused(frame->session) ? "Go on" : "Pause", ACTION_PAUSE},
                   {"Step", ACTION_STEP},
                   {"Reset", ACTION_RESET}};
    float spacing = ImGui::GetStyle().ItemInnerSpacing.x;
    float width = (ImGui::GetContentRegionAvail().x - 2.0f * spacing) / 3.0f;
    for (int i = 0; i < 3; i++) {
        if (i > 0)
            ImGui::SameLine(0.0f, spacing);
        if (ImGui::Button(buttons[i].name, {width, 0.0f}))
            request->action = buttons[i].action;
    }
}

static void draw_groups(struct panel *panel, struct session *session)
{
    for (int group = 0; group < PARAM_GROUP_COUNT; group++) {
        /* What people turn first is open at first. */
        bool open = group == PARAM_SOLVER_GROUP || group == PARAM_AIR_GROUP;
        ImGui::SetNextItemOpen(open, ImGuiCond_Once);
        if (!ImGui::CollapsingHeader(param_group_names[group]))
            continue;
        for (int i = 0; i < PARAM_COUNT; i++)
            if (param_table[i].group == group)
                draw_row(panel, session, static_cast<param_id>(i));
    }
}

/* As high as they are, or as there is room for: the figures below stay in sight. */
static void draw_scrolled_groups(struct panel *panel, struct session *session, float tallest)
{
    float room = tallest - ImGui::GetCursorPosY() - panel->stats_height -
                 2.0f * ImGui::GetStyle().WindowPadding.y;
    float height = std::fmax(std::fmin(panel->groups_height, room), ImGui::GetFrameHeight());
    ImGui::BeginChild("groups", {0.0f, height});
    float top = ImGui::GetCursorPosY();
    draw_groups(panel, session);
    panel->groups_height = ImGui::GetCursorPosY() - top;
    ImGui::EndChild();
}

static void draw_figures(const struct panel *panel, const struct panel_frame *frame)
{
    panel_figure figures[PANEL_FIGURES_MAX];
    int count = panel_text_figures(&frame->stats, frame->session, figures);
    for (int i = 0; i < count; i++) {
        ImGui::TextColored(dim_colour, "%s", figures[i].name);
        go_to_column(panel, 0.30f);
        ImGui::TextColored(figures[i].wrong ? error_colour : text_colour, "%s", figures[i].text);
    }
}

static const ImGuiWindowFlags panel_flags =
    ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
    ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoNav |
    ImGuiWindowFlags_NoFocusOnAppearing;

void panel_draw_column(struct panel *panel, const struct panel_frame *frame,
                       struct panel_request *request)
{
    const ImVec2 display = ImGui::GetIO().DisplaySize;
    float edge = margin * panel->scale;
    ImGui::SetNextWindowPos({edge, edge}, ImGuiCond_Always);
    float width = panel_width * panel->scale;
    float tallest = std::fmax(display.y - 2.0f * edge, 80.0f);
    ImGui::SetNextWindowSizeConstraints({width, 0.0f}, {width, tallest});
    if (ImGui::Begin("panel", nullptr, panel_flags)) {
        panel->left = ImGui::GetWindowPos().x;
        draw_top(panel, frame, request);
        draw_scrolled_groups(panel, frame->session, tallest);
        float top = ImGui::GetCursorPosY();
        ImGui::Separator();
        draw_figures(panel, frame);
        panel->stats_height = ImGui::GetCursorPosY() - top;
    }
    ImGui::End();
}

void panel_draw_tab(struct panel *panel)
{
    float edge = margin * panel->scale;
    ImGui::SetNextWindowPos({edge, edge}, ImGuiCond_Always);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {2.0f, 2.0f}); /* else its rim is cut */
    ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, {1.0f, 1.0f});
    if (ImGui::Begin("tab", nullptr, panel_flags | ImGuiWindowFlags_NoBackground)) {
        if (ImGui::Button("Panel"))
            panel_toggle(panel);
    }
    ImGui::End();
    ImGui::PopStyleVar(2);
}
