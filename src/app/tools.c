/* tools.c: see tools.h. Reads the window's cursor and the session's displayed positions; writes
 * commands, the camera and app->tools. */
#include "app.h"

#include "pin_choice.h"

#include <math.h>
#include <string.h>

#define DEPTH_MIN 0.1f /* nearest that a hand may pull the cloth to the eye, m */
#define DEPTH_MAX 30.0f
#define DEPTH_STEP 0.05f  /* a notch of the wheel, m */
#define DEPTH_SPEED 0.8f  /* Q and E, m/s */
#define HIDDEN_PART 0.01f /* of its distance that cloth must be before a pin to hide it */
#define HOVER_SECONDS 0.1 /* between two looks under a pointer that rests */

/* What is under the pointer. */
enum picked { PICKED_NOTHING, PICKED_CLOTH, PICKED_BODY };
struct pointed {
    enum picked picked;
    weft_hit hit; /* of cloth */
    int cloth;
    int collider;   /* of a body */
    float point[3]; /* where a body is hit, m */
};

static struct pointed point_at(struct app *app, double x, double y)
{
    struct pointed at = {.picked = PICKED_NOTHING};
    float origin[3], direction[3], distance;
    float alpha = session_alpha(app->session);
    view_ray(&app->view, x, y, origin, direction);
    if (session_pick(app->session, alpha, origin, direction, &at.hit, &at.cloth))
        at.picked = PICKED_CLOTH;
    if (!session_pick_body(app->session, alpha, origin, direction, &at.collider, &distance) ||
        (at.picked == PICKED_CLOTH && at.hit.distance < distance))
        return at;
    at.picked = PICKED_BODY;
    for (int i = 0; i < 3; i++)
        at.point[i] = origin[i] + distance * direction[i];
    return at;
}

/* --- grab ------------------------------------------------------------------------------------ */

/* The pointer's place in the plane that faces the viewer, kept above the floor. */
static void aim_target(struct app *app)
{
    struct tools *tools = &app->tools;
    float target[3];
    view_point_at_depth(&app->view, tools->x, tools->y, tools->depth, target);
    target[1] = fmaxf(target[1], 0.0f);
    if (memcmp(target, tools->target, sizeof target) == 0)
        return;
    memcpy(tools->target, target, sizeof target);
    tools->target_changed = true;
}

/* One drag a tick at most: more would only fill the recording. */
static void send_target(struct app *app, bool at_once)
{
    struct tools *tools = &app->tools;
    uint64_t ticks = session_ticks(app->session);
    if (!tools->target_changed ||
        (!at_once && ticks == tools->target_ticks && !session_paused(app->session)))
        return;
    struct command command = command_drag(tools->target);
    session_command(app->session, &command);
    tools->target_changed = false;
    tools->target_ticks = ticks;
}

/* The hit was found on what is displayed; this is where that point of the cloth is by now. */
static void find_point_now(const struct app *app, int cloth, const weft_hit *hit, float point[3])
{
    weft_cloth_view view;
    if (weft_cloth_get_view(session_world(app->session), session_cloth(app->session, cloth),
                            &view) != WEFT_OK)
        return;
    point[0] = point[1] = point[2] = 0.0f;
    for (int i = 0; i < 3; i++) {
        int row = hit->particles[i] / view.columns, column = hit->particles[i] % view.columns;
        size_t element = (size_t)row * (size_t)view.pitch + (size_t)column;
        point[0] += hit->barycentric[i] * view.x[element];
        point[1] += hit->barycentric[i] * view.y[element];
        point[2] += hit->barycentric[i] * view.z[element];
    }
}

/* Holds the point of the cloth that was hit, and wants it back where it was seen. */
static void begin_grab(struct app *app, const weft_hit *hit, int cloth)
{
    struct tools *tools = &app->tools;
    struct command command = command_grab(cloth, hit, 0.0f);
    find_point_now(app, cloth, hit, command.point);
    session_command(app->session, &command);
    tools->mode = TOOL_GRAB;
    tools->depth = view_depth(&app->view, hit->point);
    memcpy(tools->target, hit->point, sizeof tools->target);
    tools->target_changed = true;
    send_target(app, true);
}

/* Holds a body of the scene by the point that was hit. */
static void begin_take(struct app *app, int collider, const float point[3])
{
    struct tools *tools = &app->tools;
    struct command command = command_take(collider, point);
    session_command(app->session, &command);
    tools->mode = TOOL_GRAB;
    tools->depth = view_depth(&app->view, point);
    memcpy(tools->target, point, sizeof tools->target);
    tools->target_changed = false;
}

/* What is held becomes a pin with the next tick, and how to undo that is not to be guessed. */
static void tell_pinned(struct app *app)
{
    struct session_grab grab = session_get_grab(app->session);
    if (!grab.active || grab.body != 0 || session_get_replay(app->session).active)
        return;
    session_say(app->session, "pinned%s · U frees it",
                grab.out_of_reach ? " where the cloth's reach ends" : "");
}

static void end_grab(struct app *app, bool pin)
{
    send_target(app, true);
    struct command command = command_simple(COMMAND_RELEASE);
    command.pin = pin;
    session_command(app->session, &command);
    app->tools.mode = TOOL_NONE;
    if (pin)
        tell_pinned(app);
}

static void change_depth(struct app *app, float metres)
{
    struct tools *tools = &app->tools;
    tools->depth = fminf(fmaxf(tools->depth + metres, DEPTH_MIN), DEPTH_MAX);
}

/* --- following the cursor -------------------------------------------------------------------- */

static void follow(struct app *app, double x, double y)
{
    struct tools *tools = &app->tools;
    double dx = x - tools->x, dy = y - tools->y;
    tools->x = x;
    tools->y = y;
    if (tools->mode == TOOL_GRAB)
        aim_target(app);
    else if (tools->mode == TOOL_ORBIT && (dx != 0.0 || dy != 0.0))
        camera_orbit(&app->camera, &app->view, dx, dy);
    else if (tools->mode == TOOL_PAN && (dx != 0.0 || dy != 0.0))
        camera_pan(&app->camera, &app->view, dx, dy);
}

static void press(struct app *app, const struct window_event *event)
{
    struct tools *tools = &app->tools;
    if (tools->mode != TOOL_NONE) /* a second button does not take over */
        return;
    tools->button = event->code;
    tools->x = event->x;
    tools->y = event->y;
    struct pointed at = {.picked = PICKED_NOTHING};
    if (event->code == WINDOW_LEFT)
        at = point_at(app, event->x, event->y);
    if (at.picked == PICKED_BODY)
        begin_take(app, at.collider, at.point);
    else if (at.picked == PICKED_CLOTH)
        begin_grab(app, &at.hit, at.cloth);
    else if (event->code == WINDOW_MIDDLE || (event->code == WINDOW_RIGHT && event->shift))
        tools->mode = TOOL_PAN;
    else
        tools->mode = TOOL_ORBIT;
}

static void release(struct app *app, const struct window_event *event)
{
    struct tools *tools = &app->tools;
    if (tools->mode == TOOL_NONE || event->code != tools->button)
        return;
    follow(app, event->x, event->y);
    if (tools->mode == TOOL_GRAB)
        end_grab(app, event->shift);
    tools->mode = TOOL_NONE;
}

void tools_event(struct app *app, const struct window_event *event, bool panel_has_mouse)
{
    if (event->kind == WINDOW_BUTTON && !event->down) {
        release(app, event);
    } else if (event->kind == WINDOW_BUTTON && !panel_has_mouse) {
        press(app, event);
    } else if (event->kind == WINDOW_SCROLL) {
        if (app->tools.mode == TOOL_GRAB)
            change_depth(app, DEPTH_STEP * (float)event->scroll);
        else if (!panel_has_mouse)
            camera_zoom(&app->camera, event->scroll);
    }
}

/* What is under the pointer, if a press there would grab it. Looking costs a pass over the
 * triangles: while the pointer rests, a few times a second do; the marks are particles, which move
 * on. */
static void hover(struct app *app, bool pointer_moved, bool panel_has_mouse)
{
    struct tools *tools = &app->tools;
    if (!tools->moved || tools->mode != TOOL_NONE || panel_has_mouse ||
        !window_hovered(app->window)) {
        tools->hovering = false;
        tools->hover_body = 0;
        return;
    }
    if (!pointer_moved && app->frame_began - tools->hovered_at < HOVER_SECONDS)
        return;
    tools->hovered_at = app->frame_began;
    struct pointed at = point_at(app, tools->x, tools->y);
    struct session_solid solid = {.body = 0};
    if (at.picked == PICKED_BODY)
        session_get_solid(app->session, at.collider, 1.0f, &solid);
    tools->hover_body = solid.body;
    tools->hovering = at.picked == PICKED_CLOTH;
    tools->hover_cloth = at.cloth;
    if (tools->hovering)
        tools->hover_count =
            session_grab_candidates(app->session, tools->hover_cloth, &at.hit, 0.0f,
                                    tools->hover_particles, SESSION_GRAB_MAX);
}

void tools_update(struct app *app, bool panel_has_mouse)
{
    struct tools *tools = &app->tools;
    double x, y;
    window_cursor(app->window, &x, &y);
    bool moved = x != tools->x || y != tools->y;
    tools->moved = tools->moved || (app->frames > 1 && moved);
    if (tools->mode == TOOL_GRAB && tools->pull != tools->push)
        change_depth(app,
                     (float)fmin(app->elapsed, 0.1) * (tools->pull ? -DEPTH_SPEED : DEPTH_SPEED));
    follow(app, x, y);
    if (tools->mode == TOOL_GRAB)
        send_target(app, false);
    hover(app, moved, panel_has_mouse);
}

void tools_cancel(struct app *app)
{
    if (app->tools.mode == TOOL_GRAB)
        end_grab(app, false);
    app->tools.mode = TOOL_NONE;
    app->tools.pull = app->tools.push = false;
}

/* --- pins ------------------------------------------------------------------------------------ */

/* More pins than these are not told apart by a pointer. */
enum { PINS_MAX = 256 };

struct pins {
    double x, y; /* the pointer */
    int count;
    struct pin_seen seen[PINS_MAX];
    int cloth[PINS_MAX], particle[PINS_MAX];
};

/* Whether cloth is before a point. What is at the point itself is not. */
static bool is_hidden(struct app *app, const float point[3])
{
    const float *eye = app->view.eye;
    float direction[3], away = 0.0f;
    for (int i = 0; i < 3; i++) {
        direction[i] = point[i] - eye[i];
        away += direction[i] * direction[i];
    }
    away = sqrtf(away);
    for (int i = 0; i < 3; i++)
        direction[i] /= away;
    weft_hit hit;
    int cloth;
    return session_pick(app->session, session_alpha(app->session), eye, direction, &hit, &cloth) &&
           hit.distance < (1.0f - HIDDEN_PART) * away;
}

/* Adds a pin, if it is seen near the pointer or was made by hand. On the screen rather than on the
 * cloth: pins sit at rims and corners, where a ray goes by them. */
static void add_pin(struct app *app, struct pins *pins, int cloth, int particle,
                    const struct session_pin *by_hand, int made)
{
    struct pin_seen *seen = &pins->seen[pins->count];
    const float *position = app->draw.cloths[cloth].vertices[particle].position;
    if (pins->count == PINS_MAX || !view_project(&app->view, position, &seen->x, &seen->y))
        return;
    double away = hypot((double)seen->x - pins->x, (double)seen->y - pins->y);
    if (!by_hand && away > PIN_REACH * app_scale(app))
        return;
    if (!by_hand || !view_project(&app->view, by_hand->let_go, &seen->let_go_x, &seen->let_go_y)) {
        seen->let_go_x = seen->x;
        seen->let_go_y = seen->y;
    }
    seen->hidden = is_hidden(app, position);
    seen->made = made;
    pins->cloth[pins->count] = cloth;
    pins->particle[pins->count++] = particle;
}

static int find_by_hand(const struct session_pin *list, int count, int cloth, int particle)
{
    for (int i = 0; i < count; i++)
        if (list[i].cloth == cloth && list[i].particle == particle)
            return i;
    return -1;
}

static void add_pins(struct app *app, struct pins *pins, int cloth)
{
    struct session_pin list[SESSION_PINS_MAX];
    int count = session_get_pins(app->session, list);
    weft_cloth_view view;
    if (weft_cloth_get_view(session_world(app->session), session_cloth(app->session, cloth),
                            &view) != WEFT_OK)
        return;
    for (int p = 0; p < view.particle_count; p++) {
        if (!(view.flags[p] & WEFT_PARTICLE_PINNED))
            continue;
        int i = find_by_hand(list, count, cloth, p);
        add_pin(app, pins, cloth, p, i < 0 ? NULL : &list[i], i + 1);
    }
}

void tools_unpin(struct app *app)
{
    struct pins pins = {0};
    struct command command = {.kind = COMMAND_UNPIN};
    window_cursor(app->window, &pins.x, &pins.y); /* it may have moved in this frame */
    for (int i = 0; i < app->draw.cloth_count && app->draw.build == session_build(app->session);
         i++)
        add_pins(app, &pins, i);
    int chosen = pin_choose(pins.seen, pins.count, pins.x, pins.y, app_scale(app));
    if (chosen < 0) {
        session_say(app->session, "no pin at the pointer");
        return;
    }
    command.cloth = pins.cloth[chosen];
    command.particles[0] = pins.particle[chosen];
    session_command(app->session, &command);
}
