/* Strain against cost as an SVG: the rows of `cost`, a line a solver, both axes logarithmic. */
#include "bench_rows.h"
#include "text.h"

#include <math.h>
#include <string.h>

enum { POINTS_MAX = 32 };
enum { WIDTH = 720, HEIGHT = 460, LEFT = 80, RIGHT = 80, TOP = 44, BOTTOM = 56 };

/* One axis: from 10^low to 10^high, at pixels begin to end. */
struct axis {
    int low, high;
    double begin, end;
};

/* The lines, and where the substeps stand from their points, so that they do not cover each other. */
static const struct {
    const char *solver, *colour, *dashes;
    double label_x, label_y;
} lines[] = {{"pbd", "#d55e00", "none", 6, -6},
             {"verlet", "#cc79a7", "6 4", 6, 14},
             {"xpbd", "#0072b2", "none", -24, 14},
             {"direct", "#009e73", "none", 6, -6},
             {"bullet", "#777777", "none", 6, -6}};
enum { LINE_COUNT = sizeof lines / sizeof lines[0] };

static bool shown(const struct bench_result *result)
{
    return strcmp(result->row->group, "cost") == 0 && !result->missing && !result->ran_away &&
           result->ms_median > 0.0 && result->stretch_max > 0.0;
}

static double percent(const struct bench_result *result)
{
    return 100.0 * result->stretch_max;
}

static void widen(struct axis *axis, double value)
{
    double exponent = log10(value);
    if (exponent < axis->low)
        axis->low = (int)floor(exponent);
    if (exponent > axis->high)
        axis->high = (int)ceil(exponent);
}

static double place(const struct axis *axis, double value)
{
    double part = (log10(value) - axis->low) / (axis->high - axis->low);
    return axis->begin + part * (axis->end - axis->begin);
}

/* A line and a number at each power of ten. */
static void put_grid(FILE *file, const struct axis *x, const struct axis *y)
{
    for (int i = x->low; i <= x->high; i++) {
        double at = place(x, pow(10, i));
        fprintf(file, "<path d=\"M%.1f %dV%d\" stroke=\"#ddd\"/>\n", at, TOP, HEIGHT - BOTTOM);
        fprintf(file, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%g</text>\n", at,
                HEIGHT - BOTTOM + 18, pow(10, i));
    }
    for (int i = y->low; i <= y->high; i++) {
        double at = place(y, pow(10, i));
        fprintf(file, "<path d=\"M%d %.1fH%d\" stroke=\"#ddd\"/>\n", LEFT, at, WIDTH - RIGHT);
        fprintf(file, "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%g %%</text>\n", LEFT - 8,
                at + 4, pow(10, i));
    }
}

static void put_path(FILE *file, const struct bench_result *points[], int count, int line,
                     const struct axis *x, const struct axis *y)
{
    fprintf(file,
            "<path fill=\"none\" stroke-width=\"2\" stroke=\"%s\" stroke-dasharray=\"%s\" d=\"",
            lines[line].colour, lines[line].dashes);
    for (int i = 0; i < count; i++)
        fprintf(file, "%s%.1f %.1f", i ? "L" : "M", place(x, points[i]->ms_median),
                place(y, percent(points[i])));
    fprintf(file, "\"/>\n");
}

/* A solver's points, joined, with the substeps beside each; and its place in the legend. */
static void put_line(FILE *file, const struct bench_result *points[], int count, int line,
                     const struct axis *x, const struct axis *y)
{
    const char *colour = lines[line].colour;
    if (count == 0)
        return;
    put_path(file, points, count, line, x, y);
    for (int i = 0; i < count; i++) {
        double at_x = place(x, points[i]->ms_median), at_y = place(y, percent(points[i]));
        fprintf(file, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"4\" fill=\"%s\"/>\n", at_x, at_y,
                colour);
        fprintf(file, "<text x=\"%.1f\" y=\"%.1f\" font-size=\"10\" fill=\"%s\">%d</text>\n",
                at_x + lines[line].label_x, at_y + lines[line].label_y, colour,
                points[i]->row->substeps);
    }
    fprintf(file, "<text x=\"%d\" y=\"%d\" font-weight=\"bold\" fill=\"%s\">%s</text>\n",
            WIDTH - RIGHT + 8, TOP + 12 + 18 * line, colour, lines[line].solver);
}

static void put_picture(FILE *file, const struct bench_result *results, int count)
{
    struct axis x = {0, 1, LEFT, WIDTH - RIGHT}, y = {0, 1, HEIGHT - BOTTOM, TOP};
    for (int i = 0; i < count; i++)
        if (shown(&results[i])) {
            widen(&x, results[i].ms_median);
            widen(&y, percent(&results[i]));
        }
    fprintf(file,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
            "font-family=\"sans-serif\" font-size=\"12\">\n"
            "<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n"
            "<text x=\"%d\" y=\"24\" font-size=\"14\">Largest stretch against cost: 64 x 64 by two "
            "corners, one thread, substeps beside each point</text>\n",
            WIDTH, HEIGHT, LEFT - 60);
    put_grid(file, &x, &y);
    fprintf(file, "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">ms a frame (median)</text>\n",
            WIDTH / 2, HEIGHT - 14);
    for (int line = 0; line < LINE_COUNT; line++) {
        const struct bench_result *points[POINTS_MAX];
        int found = 0;
        for (int i = 0; i < count && found < POINTS_MAX; i++)
            if (shown(&results[i]) && strcmp(results[i].row->solver, lines[line].solver) == 0)
                points[found++] = &results[i];
        put_line(file, points, found, line, &x, &y);
    }
    fprintf(file, "</svg>\n");
}

void bench_write_plot(FILE *file, const struct bench_result *results, int count)
{
    struct text_locale locale = text_locale_begin();
    put_picture(file, results, count);
    text_locale_end(locale);
}
