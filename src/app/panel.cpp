/* panel.cpp: calls into Dear ImGui (1.86 or later), the one C++ file. See panel.h. Generated from
 * the parameter, scene and key tables. Reads the session, sends it commands; writes no file. */
#include "panel.h"

extern "C" {
#include "keys.h"
#include "panel_text.h"
#include "session.h"
#include "slider.h"
}
#include "render.h"

#include <GLFW/glfw3.h>
#include <imgui.h>
#include <imgui_impl_glfw.h>
#include <imgui_impl_opengl3.h>

#include <cmath>
#include <cstdio>
#include <cstring>
#include <initializer_list>
#include <new>

namespace
{

constexpr float font_size = 14.0f;    /* window units at scale 1 */
constexpr float panel_width = 292.0f; /* likewise, as all lengths here */
constexpr float margin = 12.0f;
constexpr double double_click_seconds = 0.4;
constexpr double tooltip_seconds = 0.35; /* that the mouse rests on a row first */

const ImVec4 text_colour{0.90f, 0.91f, 0.92f, 1.0f};
const ImVec4 dim_colour{0.60f, 0.63f, 0.67f, 1.0f};
const ImVec4 accent_colour{0.86f, 0.42f, 0.34f, 1.0f};
const ImVec4 error_colour{1.00f, 0.55f, 0.45f, 1.0f};
const ImVec4 field_colour{0.165f, 0.180f, 0.203f, 1.0f};
const ImVec4 field_hover_colour{0.205f, 0.223f, 0.250f, 1.0f};
const ImVec4 bar_colour{0.30f, 0.335f, 0.385f, 1.0f};

const char *const view_names[RENDER_VIEW_COUNT] = {"textured",  "wireframe", "lines",
                                                   "particles", "normals",   "strain"};

/* Sans-serif fonts that systems have; where none is found, the built-in pixel font. */
const char *const font_files[] = {
    "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",
    "/usr/share/fonts/dejavu-sans-fonts/DejaVuSans.ttf",
    "/usr/share/fonts/TTF/DejaVuSans.ttf",
    "/usr/share/fonts/truetype/noto/NotoSans-Regular.ttf",
    "/usr/share/fonts/google-noto/NotoSans-Regular.ttf",
    "/usr/share/fonts/noto/NotoSans-Regular.ttf",
    "/usr/share/fonts/truetype/liberation/LiberationSans-Regular.ttf",
    "/System/Library/Fonts/Supplemental/Arial.ttf",
};
/* Latin, ellipsis, Greek delta, prime. */
const ImWchar glyphs[] = {0x20, 0xFF, 0x2026, 0x2026, 0x0394, 0x0394, 0x2032, 0x2032, 0};

} /* namespace */

enum { taps_max = 16 };

struct panel {
    float scale, density; /* that fonts and style are made for */
    bool shown, help, started;
    int taps[taps_max], tap_count; /* keys pressed since the last frame */
    float left; /* of the panel, and how high its parts were in the last frame, window units */
    float groups_height, stats_height;
    double press_time; /* of the left button's last press, and where it was, window units */
    float press_x, press_y;
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

/* --- set-up ---------------------------------------------------------------------------------- */

struct style_colour {
    ImGuiCol which;
    ImVec4 colour;
};
const style_colour style_colours[] = {
    {ImGuiCol_Text, text_colour},
    {ImGuiCol_TextDisabled, dim_colour},
    {ImGuiCol_WindowBg, {0.075f, 0.083f, 0.095f, 0.90f}},
    {ImGuiCol_PopupBg, {0.090f, 0.099f, 0.112f, 0.97f}},
    {ImGuiCol_Border, {1.0f, 1.0f, 1.0f, 0.07f}},
    {ImGuiCol_FrameBg, field_colour},
    {ImGuiCol_FrameBgHovered, field_hover_colour},
    {ImGuiCol_FrameBgActive, field_hover_colour},
    {ImGuiCol_Button, field_colour},
    {ImGuiCol_ButtonHovered, field_hover_colour},
    {ImGuiCol_ButtonActive, bar_colour},
    {ImGuiCol_Header, {0.0f, 0.0f, 0.0f, 0.0f}},
    {ImGuiCol_HeaderHovered, field_colour},
    {ImGuiCol_HeaderActive, field_hover_colour},
    {ImGuiCol_SliderGrab, bar_colour},
    {ImGuiCol_SliderGrabActive, accent_colour},
    {ImGuiCol_CheckMark, accent_colour},
    {ImGuiCol_Separator, {1.0f, 1.0f, 1.0f, 0.09f}},
    {ImGuiCol_ScrollbarBg, {0.0f, 0.0f, 0.0f, 0.0f}},
    {ImGuiCol_ScrollbarGrab, field_hover_colour},
    {ImGuiCol_TextSelectedBg, {0.86f, 0.42f, 0.34f, 0.45f}},
};

static void set_style(float scale)
{
    ImGuiStyle style;
    ImGui::StyleColorsDark(&style);
    for (const style_colour &row : style_colours)
        style.Colors[row.which] = row.colour;
    style.WindowRounding = 7.0f;
    style.FrameRounding = style.PopupRounding = style.GrabRounding = 4.0f;
    style.WindowPadding = {12.0f, 11.0f};
    style.FramePadding = {7.0f, 2.5f};
    style.ItemSpacing = {8.0f, 5.0f};
    style.ItemInnerSpacing = {6.0f, 4.0f};
    style.GrabMinSize = 9.0f;
    style.ScrollbarSize = 9.0f;
    style.WindowMenuButtonPosition = ImGuiDir_None;
    style.ScaleAllSizes(scale);
    style.WindowBorderSize = style.PopupBorderSize = style.FrameBorderSize = 1.0f;
    ImGui::GetStyle() = style;
}

/* Rasterised at the framebuffer's density, shown in window units: sharp on every screen. */
static void load_font(float scale, float density)
{
    ImGuiIO &io = ImGui::GetIO();
    io.Fonts->Clear();
    ImFontConfig config;
    float pixels = std::round(font_size * scale * density);
    bool loaded = false;
    for (const char *file : font_files) {
        FILE *there = std::fopen(file, "rb");
        if (!there)
            continue;
        std::fclose(there);
        loaded = io.Fonts->AddFontFromFileTTF(file, pixels, &config, glyphs) != nullptr;
        if (loaded)
            break;
    }
    if (!loaded) {
        config.SizePixels = std::fmax(13.0f, std::floor(pixels / 13.0f) * 13.0f);
        io.Fonts->AddFontDefault(&config);
    }
    io.FontGlobalScale = 1.0f / density;
}

static bool is_near(float a, float b)
{
    return std::fabs(a - b) < 0.01f;
}

/* The window moved to a screen of another scale. */
static void rescale(struct panel *panel, float scale, float density)
{
    if (is_near(panel->scale, scale) && is_near(panel->density, density))
        return;
    panel->scale = scale;
    panel->density = density;
    set_style(scale);
    load_font(scale, density);
    ImGui_ImplOpenGL3_DestroyFontsTexture();
    ImGui_ImplOpenGL3_CreateFontsTexture();
}

struct panel *panel_create(GLFWwindow *window, char *error, size_t size)
{
    struct panel *panel = new (std::nothrow) struct panel();
    if (!panel || !ImGui::CreateContext()) {
        std::snprintf(error, size, "out of memory for the panel");
        delete panel;
        return nullptr;
    }
    panel->shown = true;
    panel->edited = panel->muted = panel->hovered = -1;
    ImGuiIO &io = ImGui::GetIO();
    io.IniFilename = nullptr; /* nothing is written to the working directory */
    io.LogFilename = nullptr;
    if (!ImGui_ImplGlfw_InitForOpenGL(window, true) ||
        !ImGui_ImplOpenGL3_Init("#version 330 core")) {
        std::snprintf(error, size, "the panel cannot draw with this OpenGL driver");
        panel_destroy(panel);
        return nullptr;
    }
    ImGui_ImplOpenGL3_NewFrame(); /* makes its GL objects */
    rescale(panel, 1.0f, 1.0f);
    return panel;
}

void panel_destroy(struct panel *panel)
{
    if (!panel)
        return;
    if (ImGui::GetIO().BackendRendererUserData)
        ImGui_ImplOpenGL3_Shutdown();
    if (ImGui::GetIO().BackendPlatformUserData)
        ImGui_ImplGlfw_Shutdown();
    ImGui::DestroyContext();
    delete panel;
}

/* --- input ----------------------------------------------------------------------------------- */

void panel_begin(struct panel *panel, float scale, float density)
{
    rescale(panel, scale, density);
    ImGui_ImplOpenGL3_NewFrame();
    ImGui_ImplGlfw_NewFrame();
#if IMGUI_VERSION_NUM < 18700 /* looks at what is down now: a tap between frames would be lost */
    bool *down = ImGui::GetIO().KeysDown;
    for (int i = 0; i < panel->tap_count; i++) {
        int key = panel->taps[i];
        panel->taps[i] = down[key] ? -1 : key;
        down[key] = true;
    }
#endif
    ImGui::NewFrame();
#if IMGUI_VERSION_NUM < 18700
    for (int i = 0; i < panel->tap_count; i++)
        if (panel->taps[i] >= 0)
            down[panel->taps[i]] = false;
#endif
    panel->tap_count = 0;
}

void panel_note_key(struct panel *panel, int key)
{
    if (key >= 0 && key < 512 && panel->tap_count < taps_max)
        panel->taps[panel->tap_count++] = key;
}

void panel_note_press(struct panel *panel, double seconds, double x, double y)
{
    float fx = static_cast<float>(x), fy = static_cast<float>(y), near = 5.0f * panel->scale;
    bool twice = seconds - panel->press_time < double_click_seconds &&
                 std::fabs(fx - panel->press_x) < near && std::fabs(fy - panel->press_y) < near;
    panel->double_pressed = panel->double_pressed || twice;
    panel->press_time = twice ? -1.0 : seconds; /* a third press begins anew */
    panel->press_x = fx;
    panel->press_y = fy;
}

bool panel_has_mouse(const struct panel *)
{
    return ImGui::GetIO().WantCaptureMouse;
}

bool panel_has_text(const struct panel *panel)
{
    return panel->edited >= 0 || ImGui::GetIO().WantTextInput;
}

void panel_toggle(struct panel *panel)
{
    panel->shown = !panel->shown;
    panel->edited = -1;
}

void panel_toggle_help(struct panel *panel)
{
    panel->help = !panel->help;
}

bool panel_close_something(struct panel *panel)
{
    if (panel->edited >= 0)
        panel->edited = -1;
    else if (panel->list_open)
        panel->close_list = true;
    else if (panel->help)
        panel->help = false;
    else
        return false;
    return true;
}

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
    ImGui::TextColored(dim_colour, "%s: %s; default %s", row.name, range, value);
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
        else
            session_say(session, "%s", error);
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
        go_to_column(panel, 0.33f);
        ImGui::TextColored(figures[i].wrong ? error_colour : text_colour, "%s", figures[i].text);
    }
}

static void draw_panel(struct panel *panel, const struct panel_frame *frame,
                       struct panel_request *request)
{
    const ImVec2 display = ImGui::GetIO().DisplaySize;
    float edge = margin * panel->scale;
    ImGui::SetNextWindowPos({edge, edge}, ImGuiCond_Always);
    float width = panel_width * panel->scale;
    float tallest = std::fmax(display.y - 2.0f * edge, 80.0f);
    ImGui::SetNextWindowSizeConstraints({width, 0.0f}, {width, tallest});
    ImGuiWindowFlags flags = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize |
                             ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoCollapse |
                             ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoNav |
                             ImGuiWindowFlags_NoFocusOnAppearing;
    if (ImGui::Begin("panel", nullptr, flags)) {
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

/* --- what is written over the picture -------------------------------------------------------- */

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

/* A line in a box of its own, centred at the bottom; returns the height it took. */
static float draw_bottom_line(struct panel *panel, const char *name, const char *text, float above,
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
static void draw_legend(struct panel *panel, float range)
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
static void draw_pair(struct panel *panel, const struct session_pair &pair)
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

static void draw_labels(struct panel *panel, const struct panel_frame *frame)
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

static void draw_help(struct panel *panel)
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

struct panel_request panel_build(struct panel *panel, const struct panel_frame *frame)
{
    struct panel_request request = {-1, 0, frame->view};
    panel->list_open = false;
    const ImVec2 moved = ImGui::GetIO().MouseDelta;
    panel->mouse_moved = panel->mouse_moved || (panel->started && (moved.x != 0 || moved.y != 0));
    panel->started = true;
    draw_labels(panel, frame);
    struct session_pair pair = session_get_pair(frame->session);
    if (pair.valid && !panel->help)
        draw_pair(panel, pair);
    if (frame->heat_range > 0.0f)
        draw_legend(panel, frame->heat_range);
    if (panel->shown && !panel->help)
        draw_panel(panel, frame, &request);
    float above = draw_bottom_line(panel, "hint", frame->hint, 0.0f, text_colour);
    above = draw_bottom_line(panel, "message", frame->message, above, text_colour);
    draw_bottom_line(panel, "shader error", frame->shader_error, above, error_colour);
    if (panel->help)
        draw_help(panel);
    panel->close_list = false;
    panel->double_pressed = false;
    ImGui::Render();
    return request;
}

void panel_render(struct panel *)
{
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}
