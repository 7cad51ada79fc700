/* scene_draw.c: see scene_draw.h. Reads session, view, tools; writes its own arrays. */
#include "scene_draw.h"

#include "tools.h"

#include <cglm/cglm.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STRIDE sizeof(struct render_vertex)
#define LIT_PART 0.25f   /* of the way to white that a body under the hand is lit */
#define MARK_LIFT 0.004f /* marks are drawn this part of their distance nearer, out of the cloth */
#define PIN_HIDDEN 0.35f /* of its alpha that a pin has where cloth is before it */
#define HAND_PIN_HIDDEN 0.6f
enum { RING_RODS = 48 };
#define LET_GO_SECONDS 2.0 /* that a new pin shows where the hand let go */

static const float solid_colour[3] = {0.52f, 0.55f, 0.58f};
static const float pole_colour[3] = {0.34f, 0.36f, 0.39f};
static const float ball_colour[3] = {0.78f, 0.29f, 0.24f};
static const float body_colour[3] = {0.16f, 0.30f, 0.46f}; /* of what moves by itself */
static const float pin_colour[4] = {0.13f, 0.16f, 0.20f, 1.0f};
static const float hand_pin_colour[4] = {1.0f, 0.80f, 0.25f, 1.0f}; /* its middle */
static const float hover_colour[4] = {1.0f, 0.97f, 0.90f, 0.85f};
static const float held_colour[4] = {1.0f, 0.80f, 0.25f, 1.0f};
static const float reach_colour[4] = {1.0f, 0.80f, 0.25f, 0.9f};
static const float arrow_colour[4] = {0.10f, 0.36f, 0.62f, 1.0f};

/* --- buffers of a new world ------------------------------------------------------------------ */

static void free_cloth(struct scene_draw_cloth *cloth)
{
    free(cloth->vertices);
    free(cloth->sticks);
    free(cloth->radii);
    *cloth = (struct scene_draw_cloth){0};
}

void scene_draw_free(struct scene_draw *draw)
{
    for (int i = 0; i < draw->cloth_count; i++)
        free_cloth(&draw->cloths[i]);
    draw->cloth_count = 0;
}

/* Texture coordinates: the rest shape in metres, v turned so that it grows upwards in a sheet that
 * hangs by its first row; pictures then hang upright. */
static float *make_uv(const weft_world *world, weft_cloth_id id, struct scene_draw_cloth *cloth,
                      bool sheet)
{
    float *uv = malloc(2 * sizeof *uv * (size_t)cloth->vertex_count);
    if (!uv || weft_cloth_copy_rest(world, id, uv, 2 * sizeof *uv) != WEFT_OK) {
        free(uv);
        return NULL;
    }
    float low[2] = {uv[0], uv[1]}, high[2] = {uv[0], uv[1]};
    for (int i = 0; i < 2 * cloth->vertex_count; i++) {
        low[i % 2] = fminf(low[i % 2], uv[i]);
        high[i % 2] = fmaxf(high[i % 2], uv[i]);
    }
    for (int i = 0; i < cloth->vertex_count; i++) {
        uv[2 * i] -= low[0];
        uv[2 * i + 1] = sheet ? high[1] - uv[2 * i + 1] : uv[2 * i + 1] - low[1];
    }
    cloth->width = high[0] - low[0];
    cloth->height = high[1] - low[1];
    return uv;
}

/* Balls for a handful of particles: as big as their mass is, the heaviest as thick as it is
 * picked. */
static bool make_balls(struct scene_draw_cloth *cloth, const weft_cloth_view *view, float radius,
                       uint32_t *edges, int edge_count)
{
    if (cloth->triangle_count > 0 || cloth->vertex_count > BALLS_MAX || !(radius > 0.0f))
        return false;
    cloth->radii = malloc(sizeof *cloth->radii * (size_t)cloth->vertex_count);
    if (!cloth->radii)
        return false;
    float lightest = INFINITY; /* inverse mass of the heaviest */
    for (int i = 0; i < cloth->vertex_count; i++)
        if (view->inverse_mass[i] > 0.0f)
            lightest = fminf(lightest, view->inverse_mass[i]);
    for (int i = 0; i < cloth->vertex_count; i++) {
        float w = view->inverse_mass[i];
        cloth->radii[i] = radius * (w > 0.0f ? cbrtf(lightest / w) : 1.0f);
    }
    cloth->sticks = edges;
    cloth->stick_count = edge_count;
    return true;
}

static uint32_t *make_edges(const weft_world *world, weft_cloth_id id, int *count)
{
    *count = weft_cloth_edges(world, id, WEFT_STRETCH, NULL);
    uint32_t *edges = malloc(2 * sizeof *edges * (size_t)(*count > 0 ? *count : 1));
    if (edges)
        weft_cloth_edges(world, id, WEFT_STRETCH, edges);
    return edges;
}

static bool make_cloth(struct scene_draw_cloth *cloth, struct render *render,
                       const weft_world *world, weft_cloth_id id, float pick_radius, char *error,
                       size_t size)
{
    weft_cloth_view view;
    if (weft_cloth_get_view(world, id, &view) != WEFT_OK)
        return true; /* nothing there to draw */
    cloth->vertex_count = view.particle_count;
    cloth->triangle_count = view.triangle_count;
    int edge_count;
    uint32_t *edges = make_edges(world, id, &edge_count);
    uint32_t *triangles = malloc(3 * sizeof *triangles * (size_t)(view.triangle_count + 1));
    float *uv = make_uv(world, id, cloth, view.rows > 1);
    cloth->vertices = calloc((size_t)view.particle_count, STRIDE);
    bool good = edges && triangles && uv && cloth->vertices;
    if (good) {
        weft_cloth_triangles(world, id, triangles);
        struct render_cloth_def def = {view.particle_count, uv,         view.triangle_count,
                                       triangles,           edge_count, edges};
        cloth->buffers = render_cloth_create(render, &def, error, size);
        good = cloth->buffers != NULL;
    } else {
        snprintf(error, size, "out of memory for the picture of %d particles", view.particle_count);
    }
    if (!good || !make_balls(cloth, &view, pick_radius, edges, edge_count))
        free(edges);
    free(triangles);
    free(uv);
    return good;
}

bool scene_draw_prepare(struct scene_draw *draw, struct render *render,
                        const struct session *session, char *error, size_t size)
{
    if (draw->build == session_build(session))
        return true;
    for (int i = 0; i < draw->cloth_count; i++)
        if (draw->cloths[i].buffers)
            render_cloth_destroy(render, draw->cloths[i].buffers);
    scene_draw_free(draw);
    draw->build = session_build(session);
    draw->heat = (struct heat){0};
    const struct scene_row *scene = &scene_table[session_scene(session)];
    int count = session_cloth_count(session);
    for (int i = 0; i < count && i < SCENE_DRAW_CLOTHS_MAX; i++) {
        draw->cloth_count = i + 1;
        if (!make_cloth(&draw->cloths[i], render, session_world(session), session_cloth(session, i),
                        scene->pick_radius, error, size)) {
            free_cloth(&draw->cloths[i]);
            draw->cloth_count = i;
            return false;
        }
    }
    return true;
}

/* --- cloth ----------------------------------------------------------------------------------- */

static void fill_vertices(struct scene_draw *draw, const struct scene_draw_input *input)
{
    const struct session *session = input->session;
    float alpha = session_alpha(session);
    size_t strained = 0;
    int beyond[HEAT_STEPS] = {0};
    for (int i = 0; i < draw->cloth_count; i++) {
        struct scene_draw_cloth *cloth = &draw->cloths[i];
        weft_cloth_id id = session_cloth(session, i);
        session_display(session, i, alpha, cloth->vertices->position, STRIDE);
        weft_cloth_copy_normals(session_world(session), id, cloth->vertices->normal, STRIDE);
        if (input->mode != RENDER_VIEW_HEAT)
            continue;
        weft_cloth_copy_strain(session_world(session), id, &cloth->vertices->value, STRIDE);
        heat_count(&cloth->vertices->value, (size_t)cloth->vertex_count, STRIDE, beyond);
        strained += (size_t)cloth->vertex_count;
    }
    if (strained > 0)
        heat_follow(&draw->heat, beyond, strained);
}

static void fill_draws(struct scene_draw *draw, const struct scene_draw_input *input)
{
    for (int i = 0; i < draw->cloth_count; i++) {
        const struct scene_draw_cloth *cloth = &draw->cloths[i];
        struct render_cloth_draw *to = &draw->draws[i];
        *to = render_cloth_draw_default();
        look_apply(input->look, session_params(input->session)->weave, cloth->width, cloth->height,
                   to);
        to->cloth = cloth->buffers;
        to->vertices = cloth->vertices;
        /* Balls are solids of their own: of such a system only the sticks are drawn as cloth. */
        to->view = cloth->radii ? RENDER_VIEW_LINES : input->mode;
        to->line_width = input->scale * (cloth->radii ? 4.0f : 1.0f);
        to->point_size = 4.0f * input->scale;
        to->heat_range = draw->heat.range;
    }
}

/* --- solids ---------------------------------------------------------------------------------- */

static void set_colour(float to[3], const float colour[3])
{
    memcpy(to, colour, 3 * sizeof *to);
}

static struct render_solid *add_solid(struct scene_draw *draw, enum render_solid_kind kind,
                                      const float position[3], const float colour[3])
{
    if (draw->solid_count == SCENE_DRAW_SOLIDS_MAX)
        return NULL;
    struct render_solid *solid = &draw->solids[draw->solid_count++];
    *solid = (struct render_solid){.kind = kind};
    for (int i = 0; i < 16; i += 5)
        solid->transform[i] = 1.0f;
    memcpy(&solid->transform[12], position, 3 * sizeof(float));
    set_colour(solid->colour, colour);
    return solid;
}

static void add_sphere(struct scene_draw *draw, const float position[3], float radius,
                       const float colour[3])
{
    struct render_solid *solid = add_solid(draw, RENDER_SOLID_SPHERE, position, colour);
    if (solid)
        solid->size[0] = radius;
}

/* A solid that is turned: from Y to its axis. */
static void add_turned(struct scene_draw *draw, enum render_solid_kind kind, const float middle[3],
                       float *orientation, const float size[3], const float colour[3])
{
    struct render_solid *solid = add_solid(draw, kind, middle, colour);
    if (!solid)
        return;
    mat4 rotation;
    glm_quat_mat4(orientation, rotation);
    memcpy(solid->transform, rotation, 12 * sizeof(float));
    memcpy(solid->size, size, sizeof solid->size);
}

/* As rods around the circle in its middle. */
static void add_ring(struct scene_draw *draw, const struct scene_object *object,
                     const float middle[3], float *orientation, const float colour[3])
{
    const float angle = 2.0f * GLM_PIf / RING_RODS;
    const float size[3] = {object->tube, object->radius * sinf(0.5f * angle), 0.0f};
    for (int i = 0; i < RING_RODS; i++) {
        vec3 away = {cosf((float)i * angle) * object->radius * cosf(0.5f * angle), 0.0f,
                     sinf((float)i * angle) * object->radius * cosf(0.5f * angle)};
        vec3 along = {-sinf((float)i * angle), 0.0f, cosf((float)i * angle)}, up = {0, 1, 0};
        versor rod;
        glm_quat_from_vecs(up, along, rod);
        glm_quat_mul(orientation, rod, rod);
        glm_quat_rotatev(orientation, away, away);
        glm_vec3_add(away, (float *)middle, away);
        add_turned(draw, RENDER_SOLID_CAPSULE, away, rod, size, colour);
    }
}

/* What a press would take, or has taken, is a little brighter. */
static void light_body(const struct scene_draw_input *input, int body, float colour[3])
{
    struct session_grab grab = session_get_grab(input->session);
    int lit = grab.active ? grab.body : input->tools->hover_body;
    for (int i = 0; i < 3 && body != 0 && body == lit; i++)
        colour[i] += LIT_PART * (1.0f - colour[i]);
}

/* A collider, as its def says; a scene's ring as its object does. */
static void add_collider(struct scene_draw *draw, const struct scene_draw_input *input,
                         struct session_solid *solid)
{
    const weft_collider_def *def = &solid->def;
    const float size[3] = {def->radius, def->half[1], 0.0f};
    float colour[3];
    set_colour(colour, def->mass > 0.0f             ? body_colour
                       : def->shape == WEFT_CAPSULE ? pole_colour
                                                    : solid_colour);
    light_body(input, solid->body, colour);
    float *turn = solid->def.orientation;
    switch (def->shape) {
    case WEFT_SPHERE:
        add_sphere(draw, def->position, def->radius, colour);
        return;
    case WEFT_CAPSULE:
        add_turned(draw, RENDER_SOLID_CAPSULE, def->position, turn, size, colour);
        return;
    case WEFT_FRUSTUM: /* the scenes' are cylinders */
        add_turned(draw, RENDER_SOLID_CYLINDER, def->position, turn, size, colour);
        return;
    case WEFT_BOX:
        add_turned(draw, RENDER_SOLID_BOX, def->position, turn, def->half, colour);
        return;
    case WEFT_BODY:
        if (solid->object)
            add_ring(draw, solid->object, def->position, turn, colour);
        return;
    default: /* a plane is the studio's floor */
        return;
    }
}

/* The colliders where they are displayed, and the scene's objects that are only to look at: poles. */
static void fill_solids(struct scene_draw *draw, const struct scene_draw_input *input)
{
    const struct scene_object *objects = scene_table[session_scene(input->session)].objects;
    struct session_solid solid;
    float alpha = session_alpha(input->session);
    for (int i = 0; session_get_solid(input->session, i, alpha, &solid); i++)
        add_collider(draw, input, &solid);
    for (int i = 0; i < SCENE_OBJECTS_MAX && objects[i].shape != SCENE_NOTHING; i++) {
        float middle[3];
        versor orientation;
        const float size[3] = {objects[i].radius, 0.5f * scene_object_length(&objects[i]), 0.0f};
        scene_object_pose(&objects[i], middle, orientation);
        if (!objects[i].solid)
            add_turned(draw, RENDER_SOLID_CAPSULE, middle, orientation, size, pole_colour);
    }
}

static void fill_balls(struct scene_draw *draw, enum render_view mode)
{
    for (int i = 0; i < draw->cloth_count && mode != RENDER_VIEW_LINES; i++) {
        const struct scene_draw_cloth *cloth = &draw->cloths[i];
        for (int p = 0; cloth->radii && p < cloth->vertex_count; p++)
            add_sphere(draw, cloth->vertices[p].position, cloth->radii[p], ball_colour);
    }
}

/* --- marks ----------------------------------------------------------------------------------- */

/* A point a little nearer to the eye, so that the cloth it marks does not cover it. */
static void lift(const struct view *view, const float position[3], float lifted[3])
{
    for (int i = 0; i < 3; i++)
        lifted[i] = position[i] + MARK_LIFT * (view->eye[i] - position[i]);
}

static void add_mark(struct scene_draw *draw, const struct scene_draw_input *input,
                     const float position[3], float size, const float colour[4], bool on_top,
                     float hidden)
{
    if (draw->point_count == SCENE_DRAW_MARKS_MAX)
        return;
    struct render_point *point = &draw->points[draw->point_count++];
    *point = (struct render_point){.size = size * input->scale, .on_top = on_top, .hidden = hidden};
    lift(input->view, position, point->position);
    memcpy(point->colour, colour, sizeof point->colour);
}

/* What a person pinned, or would pin: a bright middle, to be told from the scene's pins and to be
 * seen on every fabric. */
static void add_hand_pin(struct scene_draw *draw, const struct scene_draw_input *input,
                         const float position[3], bool on_top)
{
    add_mark(draw, input, position, 10.0f, pin_colour, on_top, HAND_PIN_HIDDEN);
    add_mark(draw, input, position, 6.0f, hand_pin_colour, on_top, HAND_PIN_HIDDEN);
}

static void add_line(struct scene_draw *draw, const float a[3], const float b[3],
                     const float colour[4], float width)
{
    if (draw->line_count == SCENE_DRAW_LINES_MAX)
        return;
    struct render_line *line = &draw->lines[draw->line_count++];
    *line = (struct render_line){.width = width, .on_top = true};
    memcpy(line->a, a, sizeof line->a);
    memcpy(line->b, b, sizeof line->b);
    memcpy(line->colour, colour, sizeof line->colour);
}

static void mark_pins(struct scene_draw *draw, const struct scene_draw_input *input)
{
    for (int i = 0; i < draw->cloth_count; i++) {
        const struct scene_draw_cloth *cloth = &draw->cloths[i];
        weft_cloth_view view;
        if (weft_cloth_get_view(session_world(input->session), session_cloth(input->session, i),
                                &view) != WEFT_OK)
            continue;
        for (int p = 0; p < cloth->vertex_count; p++)
            if (view.flags[p] & WEFT_PARTICLE_PINNED)
                add_mark(draw, input, cloth->vertices[p].position, 6.0f, pin_colour, false,
                         PIN_HIDDEN);
    }
}

/* From where the hand let go to the pin it left, which is elsewhere where the cloth did not reach:
 * for a moment, so that the eye finds it. */
static void show_let_go(struct scene_draw *draw, const struct scene_draw_input *input,
                        const struct session_pin *pin, const float position[3])
{
    double ticks = (double)(session_ticks(input->session) - pin->ticks);
    double age = ticks * (double)session_dt(input->session) / LET_GO_SECONDS;
    float colour[4];
    memcpy(colour, reach_colour, sizeof colour);
    colour[3] *= (float)fmax(0.0, 1.0 - age * age);
    if (!(colour[3] > 0.0f))
        return;
    add_line(draw, pin->let_go, position, colour, 2.0f * input->scale);
    add_mark(draw, input, pin->let_go, 5.0f, colour, true, 0.0f);
}

static void mark_hand_pins(struct scene_draw *draw, const struct scene_draw_input *input)
{
    struct session_pin pins[SESSION_PINS_MAX];
    int count = session_get_pins(input->session, pins);
    for (int i = 0; i < count; i++) {
        if (pins[i].cloth >= draw->cloth_count)
            continue;
        const struct scene_draw_cloth *cloth = &draw->cloths[pins[i].cloth];
        const float *position = cloth->vertices[pins[i].particle].position;
        show_let_go(draw, input, &pins[i], position);
        add_hand_pin(draw, input, position, false);
    }
}

static void mark_particles(struct scene_draw *draw, const struct scene_draw_input *input, int cloth,
                           const int *particles, int count, float size, const float colour[4])
{
    for (int i = 0; i < count && cloth < draw->cloth_count; i++)
        if (particles[i] < draw->cloths[cloth].vertex_count)
            add_mark(draw, input, draw->cloths[cloth].vertices[particles[i]].position, size, colour,
                     true, 0.0f);
}

/* What is held, and where the pointer wants it when that is beyond reach: the line ends with what
 * Shift would leave. */
static void mark_grab(struct scene_draw *draw, const struct scene_draw_input *input)
{
    struct session_grab grab = session_get_grab(input->session);
    if (!grab.active || grab.body != 0 || grab.cloth >= draw->cloth_count)
        return;
    mark_particles(draw, input, grab.cloth, grab.particles, grab.count, 3.5f, held_colour);
    if (!grab.out_of_reach)
        return;
    const float *held = draw->cloths[grab.cloth].vertices[grab.particles[0]].position;
    add_line(draw, held, grab.target, reach_colour, 2.0f * input->scale);
    add_mark(draw, input, grab.target, 5.0f, reach_colour, true, 0.0f);
    add_hand_pin(draw, input, held, true);
}

static void mark_hover(struct scene_draw *draw, const struct scene_draw_input *input)
{
    const struct tools *tools = input->tools;
    if (tools->hovering)
        mark_particles(draw, input, tools->hover_cloth, tools->hover_particles, tools->hover_count,
                       3.5f, hover_colour);
}

/* --- the scene `two`: what the constraint does to each end, as an arrow and in words --------- */

static void add_label(struct scene_draw *draw, const float position[3], float below,
                      const char *text)
{
    if (draw->label_count == SCENE_DRAW_LABELS_MAX)
        return;
    struct scene_draw_label *label = &draw->labels[draw->label_count++];
    memcpy(label->position, position, sizeof label->position);
    label->position[1] -= below;
    snprintf(label->text, sizeof label->text, "%s", text);
}

/* An arrow from `from` along `way`, in the plane that faces the viewer. */
static void add_arrow(struct scene_draw *draw, const struct view *view, const float from[3],
                      float *way, float width)
{
    vec3 start = {from[0], from[1], from[2]}, tip, back, side, corner;
    float length = glm_vec3_norm(way);
    if (!(length > 0.006f)) /* a dot says nothing */
        return;
    glm_vec3_add(start, way, tip);
    glm_vec3_scale(way, -fminf(0.3f, 0.02f / length), back);
    glm_vec3_cross(back, (float *)view->forward, side);
    add_line(draw, start, tip, arrow_colour, width);
    for (int sign = -1; sign <= 1; sign += 2) {
        glm_vec3_scale(side, 0.7f * (float)sign, corner);
        glm_vec3_add(corner, back, corner);
        glm_vec3_add(corner, tip, corner);
        add_line(draw, tip, corner, arrow_colour, width);
    }
}

static void show_pair(struct scene_draw *draw, const struct scene_draw_input *input)
{
    struct session_pair pair = session_get_pair(input->session);
    if (!pair.valid || draw->cloth_count < 1 || draw->cloths[0].vertex_count < 2)
        return;
    const struct scene_draw_cloth *cloth = &draw->cloths[0];
    float drawn = 0.0f; /* length of the longer correction, m */
    for (int i = 0; i < 2; i++)
        drawn = fmaxf(drawn, glm_vec3_norm(pair.correction[i]));
    /* The longer arrow is as long as the stick's error, so that both stay visible to the end. */
    float error = fabsf(pair.length - pair.rest);
    float scale = drawn > 1e-9f ? fminf(error, 0.2f) / drawn : 0.0f;
    for (int i = 0; i < 2; i++) {
        const float *position = cloth->vertices[i].position;
        float from[3], way[3];
        char text[48];
        memcpy(from, position, sizeof from);
        from[1] += 0.055f;
        for (int axis = 0; axis < 3; axis++)
            way[axis] = scale * pair.correction[i][axis];
        add_arrow(draw, input->view, from, way, 3.0f * input->scale);
        snprintf(text, sizeof text, "%g kg", (double)pair.mass[i]);
        add_label(draw, position, 0.065f, text);
    }
}

/* --- the frame ------------------------------------------------------------------------------- */

struct render_frame scene_draw_frame(struct scene_draw *draw, const struct scene_draw_input *input)
{
    draw->solid_count = draw->line_count = draw->point_count = draw->label_count = 0;
    fill_vertices(draw, input);
    fill_draws(draw, input);
    fill_solids(draw, input);
    fill_balls(draw, input->mode);
    mark_pins(draw, input);
    mark_hand_pins(draw, input);
    mark_hover(draw, input);
    mark_grab(draw, input);
    show_pair(draw, input);

    struct render_frame frame = render_frame_default();
    frame.width = input->view->framebuffer_width;
    frame.height = input->view->framebuffer_height;
    memcpy(frame.view, input->view->matrix, sizeof frame.view);
    memcpy(frame.projection, input->view->projection, sizeof frame.projection);
    frame.cloths = draw->draws;
    frame.cloth_count = draw->cloth_count;
    frame.solids = draw->solids;
    frame.solid_count = draw->solid_count;
    frame.lines = draw->lines;
    frame.line_count = draw->line_count;
    frame.points = draw->points;
    frame.point_count = draw->point_count;
    return frame;
}
