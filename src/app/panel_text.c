/* panel_text.c: see panel_text.h. Reads the session and the tables; writes its arguments only. */
#include "panel_text.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

double panel_text_default(const struct session *session, enum param_id id)
{
    struct settings defaults = settings_default();
    scene_apply_overrides(session_scene(session), &defaults);
    return params_get(&defaults.values, id);
}

/* The table's units are ASCII, for files and terminals; here they can be as people write them. */
static const char *written_unit(const char *unit)
{
    static const char *const written[][2] = {
        {"m/s^2", " m/s²"}, {"kg/m^2", " kg/m²"}, {"kg/m^3", " kg/m³"},
        {"deg", "°"},       {"1/s", " / s"},
    };
    for (size_t i = 0; i < sizeof written / sizeof written[0]; i++)
        if (strcmp(unit, written[i][0]) == 0)
            return written[i][1];
    return NULL;
}

void panel_text_value(enum param_id id, double value, char *text, size_t size)
{
    char number[64];
    param_format(id, value, number, sizeof number);
    const char *unit = isinf(value) ? "" : param_table[id].unit, *written = written_unit(unit);
    if (written)
        snprintf(text, size, "%s%s", number, written);
    else
        snprintf(text, size, "%s%s%s", number, unit[0] ? " " : "", unit);
}

void panel_text_users(enum param_id id, char *text, size_t size)
{
    size_t used = 0;
    text[0] = '\0';
    for (int i = 0; i < SOLVER_COUNT && used < size; i++)
        if (param_table[id].projections & (1u << solver_table[i].projection))
            used += (size_t)snprintf(text + used, size - used, "%s%s", used ? ", " : "used by ",
                                     solver_table[i].name);
}

void panel_text_name(const char *name, char *text, size_t size)
{
    snprintf(text, size, "%s", name);
    for (char *c = text; *c; c++)
        *c = *c == '_' ? ' ' : *c;
}

void panel_text_error(enum param_id id, const char *error, char *text, size_t size)
{
    char name[64];
    size_t length = strlen(param_table[id].name);
    bool named = strncmp(error, param_table[id].name, length) == 0;
    param_label(id, name, sizeof name);
    snprintf(text, size, "%s%s", named ? name : "", named ? error + length : error);
}

void panel_text_percent(double part, char *text, size_t size)
{
    double percent = 1e2 * part;
    int decimals = 0;
    for (double unit = 10.0; decimals < 4 && percent < unit; unit *= 0.1)
        decimals++;
    snprintf(text, size, "%.*f", decimals, percent);
    char *end = strchr(text, '.') ? text + strlen(text) : text;
    while (end > text && end[-1] == '0')
        *--end = '\0';
    if (end > text && end[-1] == '.')
        *--end = '\0';
}

/* NO_BREAK keeps a key and what it does on one line. */
#define NO_BREAK "\u00a0"

void panel_text_hint(int scene, bool panel_shown, char *text, size_t size)
{
    /* Sticks have no surface: there is nothing to grab but the balls, and nothing for the wind. */
    bool sticks = scene_table[scene].pick_radius > 0.0f;
    snprintf(text, size, "%s · S" NO_BREAK "stiffness%s · F1" NO_BREAK "help",
             sticks ? "drag a ball · M" NO_BREAK "solver"
                    : "drag the cloth · W" NO_BREAK "wind · B" NO_BREAK "ball",
             panel_shown ? "" : " · H" NO_BREAK "panel");
}

/* --- the figures ----------------------------------------------------------------------------- */

struct figure_list {
    struct panel_figure *lines;
    int count;
};

static struct panel_figure *figure_add(struct figure_list *list, const char *name,
                                       const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 3, 4)))
#endif
    ;

static struct panel_figure *figure_add(struct figure_list *list, const char *name,
                                       const char *format, ...)
{
    struct panel_figure *line = &list->lines[list->count++];
    *line = (struct panel_figure){.name = name};
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line->text, sizeof line->text, format, arguments);
    va_end(arguments);
    return line;
}

static void replay_figures(struct figure_list *list, const struct session *session)
{
    struct session_replay replay = session_get_replay(session);
    if (replay.active)
        figure_add(list, "replay", "tick %" PRIu64 " of %" PRIu64, session_ticks(session),
                   replay.ticks);
    else if (replay.hashes > 0)
        figure_add(list, "replay", "done");
    else
        return;
    if (replay.mismatches > 0)
        figure_add(list, "checks", "%d of %d differ", replay.mismatches, replay.hashes)->wrong =
            true;
    else if (replay.hashes > 0)
        figure_add(list, "checks", "%d, all equal", replay.hashes);
}

int panel_text_figures(const struct panel_stats *stats, const struct session *session,
                       struct panel_figure figures[PANEL_FIGURES_MAX])
{
    struct figure_list list = {figures, 0};
    char max[16], mean[16];
    panel_text_percent(stats->stretch_max, max, sizeof max);
    panel_text_percent(stats->stretch_mean, mean, sizeof mean);
    figure_add(&list, "frame", "%.1f ms  (%.0f / s)", stats->frame_ms,
               stats->frame_ms > 0.0 ? 1e3 / stats->frame_ms : 0.0);
    figure_add(&list, "physics", "%.2f ms, program %.2f ms", stats->step_ms, stats->app_ms);
    figure_add(&list, "particles", "%d", stats->particles);
    figure_add(&list, "constraints", "%d", stats->constraints);
    figure_add(&list, "stretch", "max %s %%  mean %s %%", max, mean);
    figure_add(&list, "time", "%.2f s%s", session_time(session),
               session_paused(session) ? ", paused" : "");
    replay_figures(&list, session);
    return list.count;
}

/* --- the scene `two` ------------------------------------------------------------------------- */

void panel_text_pair(const struct session_pair *pair,
                     struct panel_pair_line lines[PANEL_PAIR_LINES])
{
    enum { SIZE = sizeof lines[0].text };
    double w[2];
    memset(lines, 0, PANEL_PAIR_LINES * sizeof *lines);
    snprintf(lines[0].text, SIZE, "One stick, two masses");
    snprintf(lines[1].text, SIZE, "C = |p1 - p2| - d = %.4f m",
             (double)(pair->length - pair->rest));
    snprintf(lines[2].text, SIZE, "k = %.3g   n = %d", (double)pair->k, pair->iterations);
    snprintf(lines[3].text, SIZE, "k' = 1 - (1 - k)^(1/n) = %.5f", (double)pair->k_prime);
    snprintf(lines[4].text, SIZE, "move i = k' w i / (w1 + w2) C, n times a substep");
    for (int i = 0; i < 2; i++) {
        const float *c = pair->correction[i];
        double moved = sqrt((double)(c[0] * c[0] + c[1] * c[1] + c[2] * c[2]));
        w[i] = 1.0 / (double)pair->mass[i];
        snprintf(lines[5 + i].text, SIZE, "m%d = %g kg   w%d = %.3f   moved %.4f mm", i + 1,
                 (double)pair->mass[i], i + 1, w[i], 1e3 * moved);
    }
    bool corrects = pair->ratio > 0.0f;
    if (corrects)
        snprintf(lines[7].text, SIZE, "ratio %.3f : 1   (w1 : w2 = %g : 1)", (double)pair->ratio,
                 w[0] / w[1]);
    else
        snprintf(lines[7].text, SIZE, "nothing left to correct: R starts again");
    lines[0].dim = lines[4].dim = lines[4].rule_above = true;
    lines[7].dim = !corrects;
}
