/* panel_text.h: the words of the panel: values with their units, the figures of a run, the
 * derivation of the scene `two`. Plain C, no ImGui: panel.cpp only places what is written here.
 */
#ifndef APP_PANEL_TEXT_H
#define APP_PANEL_TEXT_H

#include "panel.h"
#include "session.h"

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { PANEL_FIGURES_MAX = 8, PANEL_PAIR_LINES = 8, PANEL_LINE_MAX = 96 };

/* What the scene starts with: the table's default or the scene's own. */
double panel_text_default(const struct session *session, enum param_id id);
/* "9.81 m/s²" */
void panel_text_value(enum param_id id, double value, char *text, size_t size);
/* "used by pbd, verlet": for a row that the solver in use ignores. */
void panel_text_users(enum param_id id, char *text, size_t size);
/* "wind_speed" reads better as "wind speed". */
void panel_text_name(const char *name, char *text, size_t size);
/* An error of param_parse, which begins with the parameter's name, with the name as the panel has it. */
void panel_text_error(enum param_id id, const char *error, char *text, size_t size);
/* A part as percent, two digits of it, never finer than 0.0001 and never with an exponent: at most
 * six characters below 100 000. */
void panel_text_percent(double part, char *text, size_t size);

/* What to do first in this scene; where to find the panel unless it is shown. */
void panel_text_hint(int scene, bool panel_shown, char *text, size_t size);

/* One line of the panel's figures: what, and how much. */
struct panel_figure {
    const char *name;
    char text[PANEL_LINE_MAX];
    bool wrong; /* to be seen at once */
};
/* Fills the lines in order, those of a replay last; returns their number. */
int panel_text_figures(const struct panel_stats *stats, const struct session *session,
                       struct panel_figure figures[PANEL_FIGURES_MAX]);

struct panel_pair_line {
    char text[PANEL_LINE_MAX];
    bool dim, rule_above;
};
void panel_text_pair(const struct session_pair *pair,
                     struct panel_pair_line lines[PANEL_PAIR_LINES]);

#ifdef __cplusplus
}
#endif

#endif
