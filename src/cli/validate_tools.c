/* See validate_tools.h. */
#include "validate_tools.h"

#include <math.h>
#include <stdlib.h>

enum {
    REST_TICKS = 15,
    REST_WINDOWS = 2, /* in a row: one may lie at a turning point */
    MEAN_TICKS = 30
};

const struct solver_row *row_solver(int solver)
{
    static const struct solver_row shake = {"direct", WEFT_SHAKE, WEFT_DIRECT, ""};
    return solver == SOLVER_DIRECT_SHAKE ? &shake : &solver_table[solver];
}

bool row_has_strands(int solver)
{
    return row_solver(solver)->projection == WEFT_DIRECT;
}

weft_settings row_settings(int solver)
{
    weft_settings settings = weft_default_settings();
    settings.integrator = row_solver(solver)->integrator;
    settings.projection = row_solver(solver)->projection;
    settings.gravity[1] = 0.0f;
    settings.air_density = 0.0f;
    return settings;
}

weft_fabric row_fabric(void)
{
    weft_fabric fabric = weft_default_fabric();
    fabric.damping = 0.0f;
    return fabric;
}

weft_world *row_world(const weft_settings *settings)
{
    weft_world_def def = weft_default_world_def();
    def.settings = *settings;
    weft_world *world = NULL;
    weft_world_create(&def, &world);
    return world;
}

struct row_result make_result(int part, int solver, int resolution, double expected,
                              double measured, double tolerance, bool claimed)
{
    double error = expected != 0.0 ? (measured - expected) / fabs(expected) : measured;
    return (struct row_result){
        .part = part,
        .solver = row_solver(solver)->name,
        .integrator = param_choice_name(PARAM_INTEGRATOR, (int)row_solver(solver)->integrator + 1),
        .resolution = resolution,
        .claimed = claimed,
        .expected = expected,
        .measured = measured,
        .error = error,
        .tolerance = tolerance,
        .failed = !isfinite(measured),
    };
}

void give(const struct row_sink *sink, struct row_result result)
{
    sink->take(sink->user, &result);
}

void step_many(weft_world *world, int ticks, double dt)
{
    for (int i = 0; i < ticks; i++)
        if (!world || weft_world_step(world, (float)dt) != WEFT_OK)
            return;
}

/* --- strips ----------------------------------------------------------------------------------- */

int strip_particle(const struct strip *strip, int line, int across)
{
    return strip->def.weft ? across * strip->lines + line : line * (STRIP_ACROSS + 1) + across;
}

static void place_lines(const struct strip *strip, const struct strip_point *curve,
                        float (*positions)[3])
{
    for (int line = 0; line < strip->lines; line++)
        for (int across = 0; across <= STRIP_ACROSS; across++) {
            float *place = positions[strip_particle(strip, line, across)];
            place[0] = (float)curve[line].x;
            place[1] = (float)curve[line].y;
            place[2] = (float)((across - STRIP_ACROSS / 2) * strip->cell);
        }
}

bool strip_open(struct strip *strip, const struct strip_def *def, const struct strip_point *curve)
{
    static float positions[STRIP_LINES_MAX * (STRIP_ACROSS + 1)][3];
    *strip = (struct strip){
        .def = *def, .lines = def->cells + def->extra + 1, .cell = def->length / def->cells};
    weft_settings settings = row_settings(def->solver);
    for (int axis = 0; axis < 3; axis++)
        settings.gravity[axis] = (float)(def->pull[axis] - (axis == 1 ? def->gravity : 0));
    settings.substeps = def->substeps;
    strip->world = row_world(&settings);
    if (!strip->world || strip->lines > STRIP_LINES_MAX)
        return false;

    float along = (float)((strip->lines - 1) * strip->cell);
    float across = (float)(STRIP_ACROSS * strip->cell);
    weft_sheet_def sheet = weft_default_sheet_def();
    sheet.columns = def->weft ? strip->lines : STRIP_ACROSS + 1;
    sheet.rows = def->weft ? STRIP_ACROSS + 1 : strip->lines;
    sheet.width = def->weft ? along : across;
    sheet.height = def->weft ? across : along;
    sheet.positions = &positions[0][0];
    sheet.fabric = def->fabric;
    place_lines(strip, curve, positions);
    return weft_sheet_create(strip->world, &sheet, &strip->cloth) == WEFT_OK;
}

void strip_close(struct strip *strip)
{
    weft_world_destroy(strip->world);
    strip->world = NULL;
}

void strip_pin_line(struct strip *strip, int line)
{
    for (int across = 0; across <= STRIP_ACROSS; across++)
        weft_cloth_pin(strip->world, strip->cloth, strip_particle(strip, line, across));
}

/* Where particle `number` is. */
static void read_position(const weft_cloth_view *view, int number, double position[3])
{
    int i = number / view->columns * view->pitch + number % view->columns;
    position[0] = view->x[i];
    position[1] = view->y[i];
    position[2] = view->z[i];
}

bool strip_middle(const struct strip *strip, int line, double middle[3])
{
    weft_cloth_view view;
    if (weft_cloth_get_view(strip->world, strip->cloth, &view) != WEFT_OK)
        return false;
    middle[0] = middle[1] = middle[2] = 0;
    for (int across = 0; across <= STRIP_ACROSS; across++) {
        double position[3];
        read_position(&view, strip_particle(strip, line, across), position);
        for (int axis = 0; axis < 3; axis++)
            middle[axis] += position[axis] / (STRIP_ACROSS + 1);
    }
    return isfinite(middle[0]) && isfinite(middle[1]) && isfinite(middle[2]);
}

/* The furthest that a particle is from where `before` has it, which is brought up to date. */
static double largest_move(const struct strip *strip, double (*before)[3])
{
    weft_cloth_view view;
    double largest = 0;
    if (weft_cloth_get_view(strip->world, strip->cloth, &view) != WEFT_OK)
        return INFINITY;
    for (int i = 0; i < view.particle_count; i++) {
        double now[3], move2 = 0;
        read_position(&view, i, now);
        for (int axis = 0; axis < 3; axis++) {
            double move = now[axis] - before[i][axis];
            move2 += move * move;
            before[i][axis] = now[axis];
        }
        largest = fmax(largest, sqrt(move2));
    }
    return largest;
}

bool strip_settle(struct strip *strip, double move, double limit_seconds)
{
    static double before[STRIP_LINES_MAX * (STRIP_ACROSS + 1)][3];
    int quiet = 0;
    largest_move(strip, before);
    for (int tick = 1; tick * TICK <= limit_seconds && quiet < REST_WINDOWS; tick++) {
        if (weft_world_step(strip->world, (float)TICK) != WEFT_OK)
            return false;
        if (tick % REST_TICKS == 0)
            quiet = largest_move(strip, before) < move ? quiet + 1 : 0;
    }
    return quiet == REST_WINDOWS;
}

bool strip_mean(struct strip *strip, int line, double mean[3])
{
    mean[0] = mean[1] = mean[2] = 0;
    for (int tick = 0; tick < MEAN_TICKS; tick++) {
        double middle[3];
        if (weft_world_step(strip->world, (float)TICK) != WEFT_OK ||
            !strip_middle(strip, line, middle))
            return false;
        for (int axis = 0; axis < 3; axis++)
            mean[axis] += middle[axis] / MEAN_TICKS;
    }
    return true;
}
