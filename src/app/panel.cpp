/* panel.cpp: the panel's set-up, its input and its frame, by Dear ImGui (1.86 or later): the reason
 * why panel*.cpp are C++. See panel.h. Writes no file. */
#include "panel_imgui.h"

#include <GLFW/glfw3.h>
#include <imgui_impl_glfw.h>
#include <imgui_impl_opengl3.h>

#include <cmath>
#include <cstdio>
#include <new>

constexpr float font_size = 14.0f; /* window units at scale 1 */

/* Sans-serif fonts that systems have; where none is found, the built-in pixel font. */
static const char *const font_files[] = {
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
static const ImWchar glyphs[] = {0x20, 0xFF, 0x2026, 0x2026, 0x0394, 0x0394, 0x2032, 0x2032, 0};

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
    panel->edited = panel->muted = panel->hovered = -1;
    ImGuiIO &io = ImGui::GetIO();
    io.IniFilename = nullptr; /* nothing is written to the working directory */
    io.LogFilename = nullptr;
    if (!ImGui_ImplGlfw_InitForOpenGL(window, true) ||
        !ImGui_ImplOpenGL3_Init("#version 330 core")) {
        std::snprintf(error, size,
                      "the panel cannot draw with this OpenGL driver; update it, or try "
                      "LIBGL_ALWAYS_SOFTWARE=1 weft");
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

void panel_begin(struct panel *panel, float scale, float density, const double *press)
{
    rescale(panel, scale, density);
    ImGui_ImplOpenGL3_NewFrame();
    ImGui_ImplGlfw_NewFrame();
#if IMGUI_VERSION_NUM < 18700 /* looks at what is down now: a tap between frames would be lost */
    if (press)
        ImGui::GetIO().MousePos = ImVec2(float(press[0]), float(press[1]));
    bool *down = ImGui::GetIO().KeysDown;
    for (int i = 0; i < panel->tap_count; i++) {
        int key = panel->taps[i];
        panel->taps[i] = down[key] ? -1 : key;
        down[key] = true;
    }
#else
    (void)press;
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
    if (panel_layout_press(&panel->press, seconds, x, y, panel->scale))
        panel->double_pressed = true;
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
    panel->chosen = true;
}

/* Until the person says whether to show it, the window's size does. */
float panel_covers(struct panel *panel, float width, float height, float scale)
{
    if (!panel->chosen)
        panel->shown = panel_layout_fits(width, height, scale);
    return panel->shown ? panel_layout_covers(width, scale) : 0.0f;
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

/* --- a frame --------------------------------------------------------------------------------- */

static void draw_lines(const struct panel *panel, const struct panel_frame *frame,
                       const ImVec2 &legend)
{
    char hint[PANEL_LINE_MAX];
    panel_text_hint(session_scene(frame->session), panel->shown, hint, sizeof hint);
    float width = ImGui::GetIO().DisplaySize.x;
    bool beside = panel->shown && !panel->help;
    float covered = beside ? panel_layout_covers(width, panel->scale) : 0.0f;
    panel_strip strip = panel_layout_strip(width, panel->scale, covered, legend.x, legend.y);
    panel_draw_line(panel, "hint", frame->hint ? hint : "", strip, text_colour);
    panel_draw_line(panel, "message", frame->message, strip, text_colour);
    panel_draw_line(panel, "shader error", frame->shader_error, strip, error_colour);
}

struct panel_request panel_build(struct panel *panel, const struct panel_frame *frame)
{
    struct panel_request request = {-1, 0, frame->view};
    panel->list_open = false;
    const ImVec2 moved = ImGui::GetIO().MouseDelta;
    panel->mouse_moved = panel->mouse_moved || (panel->started && (moved.x != 0 || moved.y != 0));
    panel->started = true;
    if (!panel->shown || panel->help) /* nobody types into what is not there */
        panel->edited = -1;
    panel_draw_labels(panel, frame);
    struct session_pair pair = session_get_pair(frame->session);
    if (pair.valid && !panel->help)
        panel_draw_pair(panel, pair);
    ImVec2 legend{0.0f, 0.0f};
    if (frame->heat_range > 0.0f)
        legend = panel_draw_legend(panel, frame->heat_range);
    if (panel->shown && !panel->help)
        panel_draw_column(panel, frame, &request);
    else if (!panel->chosen && !panel->help)
        panel_draw_tab(panel);
    draw_lines(panel, frame, legend);
    if (panel->help)
        panel_draw_help(panel);
    panel->close_list = false;
    panel->double_pressed = false;
    ImGui::Render();
    return request;
}

void panel_render(struct panel *)
{
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}
