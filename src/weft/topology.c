/* From a sheet (N x M grid) or a triangle mesh to particles and constraints. A sheet's constraints
 * are implicit in its grid, so that a kernel finds them by walking rows; a mesh's are lists. Both
 * are fixed once made. */
#include "internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MASS_DENSITY 0.2f /* kg/m^2 that a mesh's masses are given for */

weft_sheet_def weft_default_sheet_def(void)
{
    return (weft_sheet_def){
        .columns = 64,
        .rows = 64,
        .width = 1.0f,
        .height = 1.0f,
        .origin = {-0.5f, 1.5f, 0.0f},
        .axis_u = {1.0f, 0.0f, 0.0f},
        .axis_v = {0.0f, 0.0f, 1.0f},
        .fabric = weft_default_fabric(),
    };
}

weft_mesh_def weft_default_mesh_def(void)
{
    return (weft_mesh_def){.fabric = weft_default_fabric()};
}

/* ------------------------------------------------------------------ masses */

/* Cells that a line of the grid stands for: a border line half of one. */
float wf_border(int line, int count)
{
    return count > 1 && (line == 0 || line == count - 1) ? 0.5f : 1.0f;
}

/* A sheet of one row or column stands for a strip of 1 m: its mass is per length. */
float wf_particle_mass(const wf_cloth *cloth, int particle)
{
    float density = cloth->fabric.areal_density;
    if (!cloth->sheet)
        return cloth->mass[particle] * (density / MASS_DENSITY);
    float u = cloth->columns > 1 ? cloth->cell_u : 1.0f, v = cloth->rows > 1 ? cloth->cell_v : 1.0f;
    return density * (u * wf_border(particle % cloth->columns, cloth->columns)) *
           (v * wf_border(particle / cloth->columns, cloth->rows));
}

void wf_element_set_inverse_mass(wf_cloth *c, size_t element, float w)
{
    size_t pitch = (size_t)c->pitch;
    c->w[element] = w;
    if (c->sheet)
        c->w_t[element % pitch * (size_t)c->pitch_t + element / pitch] = w;
}

void wf_particle_set_mass(wf_cloth *cloth, int particle)
{
    float w = cloth->flags[particle] ? 0.0f : 1.0f / wf_particle_mass(cloth, particle);
    wf_element_set_inverse_mass(cloth, wf_element(cloth, particle), w);
}

void wf_cloth_set_masses(wf_cloth *cloth)
{
    for (int p = 0; p < wf_count(cloth); p++)
        wf_particle_set_mass(cloth, p);
}

/* ------------------------------------------------------------------ distances at rest */

float wf_grid_distance(const wf_cloth *c, int a, int b)
{
    float u = (float)(a % c->columns - b % c->columns) * c->cell_u,
          v = (float)(a / c->columns - b / c->columns) * c->cell_v;
    return sqrtf(u * u + v * v);
}

/* ------------------------------------------------------------------ allocation */

static weft_result cloth_slot(weft_world *world, wf_cloth **cloth)
{
    if (world->stepping)
        return WEFT_ERROR_BUSY;
    for (int i = 0; i < world->def.max_cloths; i++)
        if (!world->cloths[i].alive) {
            *cloth = &world->cloths[i];
            return WEFT_OK;
        }
    return WEFT_ERROR_LIMIT;
}

/* Every array of a cloth, for freeing: null where it has none. */
void wf_cloth_free(weft_world *world, wf_cloth *cloth)
{
    uint32_t generation = cloth->generation;
    void *single[] = {cloth->particles,   cloth->flags,         cloth->mass,
                      cloth->alpha,       cloth->edges,         cloth->hinges,
                      cloth->lambda_edge, cloth->lambda_hinge,  cloth->triangles,
                      cloth->rest,        cloth->distance,      cloth->anchor,
                      cloth->tether,      cloth->triangle_rest, cloth->piece_first,
                      cloth->pieces,      cloth->search};
    for (size_t i = 0; i < sizeof single / sizeof *single; i++)
        wf_release(world, single[i]);
    for (int a = 0; a < 3; a++) {
        wf_release(world, cloth->start[a]);
        wf_release(world, cloth->lambda_bend[0][a]);
        wf_release(world, cloth->lambda_bend[1][a]);
        wf_release(world, cloth->lambda_twist[a]);
    }
    for (int k = 0; k < 4; k++)
        wf_release(world, cloth->lambda[k]);
    *cloth = (wf_cloth){.generation = generation};
}

static int padded(int count)
{
    return (count + WF_LANES - 1) / WF_LANES * WF_LANES;
}

/* The pitch of the transposed sheet, which is filled a few elements of each row at a time: its rows
 * are not to share sets of the first cache. */
static int padded_apart(int count)
{
    int pitch = padded(count);
    return pitch % 128 == 0 ? pitch + WF_LANES : pitch;
}

/* Makes *array of `count` floats, counted in *bytes; clears *ok where there is no memory. */
static void allocate_floats(weft_world *world, float **array, size_t count, size_t *bytes, bool *ok)
{
    *array = wf_allocate(world, count, sizeof **array, bytes);
    *ok = *ok && *array;
}

static void allocate_indices(weft_world *world, uint32_t **array, size_t count, size_t *bytes,
                             bool *ok)
{
    *array = wf_allocate(world, count, sizeof **array, bytes);
    *ok = *ok && *array;
}

enum { PAGE = 4096 / sizeof(float), STAGGER = 5 * WF_LANES, STAGGERED = 4 * PAGE };

/* Room for an array of `count` floats and for what sets the next one apart: places 4 KiB apart
 * share a set of the first cache, which holds eight, and the loops walk up to ten arrays at once.
 * Small ones stay in the second cache either way. */
static size_t staggered(size_t count)
{
    size_t over = (count + PAGE - STAGGER) % PAGE;
    return count < STAGGERED || over == 0 ? count : count + PAGE - over;
}

/* All particle arrays lie in one allocation. */
static bool place_particles(weft_world *world, wf_cloth *cloth, size_t span, size_t span_t)
{
    size_t most = staggered(span > span_t ? span : span_t), each = staggered(span);
    float *next = wf_allocate(world, 10 * each + 4 * most, sizeof *next, &cloth->state_bytes);
    if (!next)
        return false;
    cloth->particles = next;
    for (int a = 0; a < 3; a++, next += 3 * each + most) {
        cloth->q[a] = next; /* not behind x or v, whose readers go on for a vector (cells.c) */
        cloth->x[a] = next + each;
        cloth->v[a] = next + 2 * each;
        cloth->n[a] = next + 3 * each;
    }
    cloth->w = next;
    cloth->w_t = next + each;
    return true;
}

static bool allocate_particles(weft_world *world, wf_cloth *cloth)
{
    size_t span = wf_span(cloth),
           span_t = cloth->sheet ? (size_t)cloth->columns * (size_t)cloth->pitch_t : 0;
    size_t *bytes = &cloth->state_bytes;
    bool ok = place_particles(world, cloth, span, span_t);
    for (int a = 0; wf_is_chain(cloth) && a < 3; a++)
        allocate_floats(world, &cloth->start[a], span > span_t ? span : span_t, bytes, &ok);
    cloth->flags = wf_allocate(world, (size_t)wf_count(cloth), sizeof *cloth->flags, bytes);
    ok = ok && cloth->flags;
    if (cloth->sheet) {
        size_t strands =
            WF_STRAND_FLOATS(cloth->rows > cloth->columns ? cloth->rows : cloth->columns);
        size_t cells = WF_CELL_FLOATS(cloth->pitch);
        ok = ok && wf_reserve_scratch(world, strands > cells ? strands : cells);
    }
    return ok;
}

static bool allocate_sheet_constraints(weft_world *world, wf_cloth *cloth)
{
    size_t span = wf_span(cloth), span_t = (size_t)cloth->columns * (size_t)cloth->pitch_t,
           *bytes = &cloth->topology_bytes;
    bool ok = true;
    for (int k = 0; k < 4; k++)
        allocate_floats(world, &cloth->lambda[k], k < 3 ? span : span_t, bytes, &ok);
    for (int a = 0; a < 3; a++) {
        allocate_floats(world, &cloth->lambda_bend[0][a], span, bytes, &ok);
        allocate_floats(world, &cloth->lambda_bend[1][a], span_t, bytes, &ok);
        allocate_floats(world, &cloth->lambda_twist[a], span > span_t ? span : span_t, bytes, &ok);
    }
    allocate_floats(world, &cloth->tether, span, bytes, &ok);
    allocate_indices(world, &cloth->anchor, span, bytes, &ok);
    size_t row = (size_t)(cloth->pitch > cloth->pitch_t ? cloth->pitch : cloth->pitch_t);
    allocate_floats(world, &cloth->alpha, WF_ALPHA_ROWS * row, bytes, &ok);
    return ok;
}

/* ------------------------------------------------------------------ sheet */

static bool unit(const float v[3])
{
    float length2 = v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
    return length2 > 0.998f && length2 < 1.002f;
}

/* No sheet lies between axes that are (nearly) one line. */
static bool apart(const float a[3], const float b[3])
{
    return fabsf(a[0] * b[0] + a[1] * b[1] + a[2] * b[2]) < 0.99f;
}

/* A side of n particles: its length, 0 where there is one. */
static bool side_valid(float length, int n)
{
    return n == 1 ? length >= 0.0f && length <= 1e4f : length >= 1e-4f && length <= 1e4f;
}

/* Whether a sheet that starts flat starts within the limit: its corners do. */
static bool corners_valid(const weft_sheet_def *d)
{
    for (int corner = 0; corner < 4; corner++) {
        float u = (corner & 1) && d->columns > 1 ? d->width : 0.0f;
        float v = (corner & 2) && d->rows > 1 ? d->height : 0.0f, place[3];
        for (int a = 0; a < 3; a++)
            place[a] = d->origin[a] + u * d->axis_u[a] + v * d->axis_v[a];
        if (!wf_within(place, 3, WF_LIMIT_POSITION))
            return false;
    }
    return true;
}

/* The places and speeds that a def gives, if it does. */
static bool starts_valid(const float *positions, const float *velocities, int count)
{
    return (!positions || wf_within(positions, 3 * count, WF_LIMIT_POSITION)) &&
           (!velocities || wf_within(velocities, 3 * count, WF_LIMIT_SPEED));
}

static bool sheet_def_valid(const weft_sheet_def *d)
{
    if (d->columns < 1 || d->columns > 16384 || d->rows < 1 || d->rows > 16384)
        return false;
    long long count = (long long)d->columns * d->rows;
    if (count < 2 || count > 1 << 26)
        return false;
    return side_valid(d->width, d->columns) && side_valid(d->height, d->rows) &&
           wf_finite(d->origin, 3) && unit(d->axis_u) && unit(d->axis_v) &&
           apart(d->axis_u, d->axis_v) && wf_fabric_valid(&d->fabric) &&
           (d->positions || corners_valid(d)) &&
           starts_valid(d->positions, d->velocities, (int)count);
}

static void place_sheet(wf_cloth *cloth, const weft_sheet_def *d)
{
    for (int r = 0; r < d->rows; r++)
        for (int c = 0; c < d->columns; c++) {
            int p = r * d->columns + c;
            size_t i = wf_element(cloth, p);
            float u = (float)c * cloth->cell_u, v = (float)r * cloth->cell_v;
            for (int a = 0; a < 3; a++) {
                cloth->x[a][i] = d->positions ? d->positions[3 * p + a]
                                              : d->origin[a] + u * d->axis_u[a] + v * d->axis_v[a];
                cloth->v[a][i] = d->velocities ? d->velocities[3 * p + a] : 0.0f;
            }
        }
}

/* Makes a fully built cloth the world's. */
static weft_result adopt(weft_world *world, wf_cloth *cloth, weft_cloth_id *id)
{
    if (cloth->fabric.self_collision && !wf_self_reserve(world, cloth)) {
        wf_cloth_free(world, cloth);
        return WEFT_ERROR_MEMORY;
    }
    cloth->generation++;
    cloth->alive = true;
    cloth->fresh = true;
    cloth->unsettled = WF_SETTLE_SUBSTEPS;
    cloth->anchor_count = -1;
    wf_cloth_set_masses(cloth);
    wf_stage_normals(world, cloth);
    *id = (weft_cloth_id){(uint32_t)(cloth - world->cloths) + 1, cloth->generation};
    return WEFT_OK;
}

weft_result weft_sheet_create(weft_world *world, const weft_sheet_def *def, weft_cloth_id *id)
{
    if (!world || !def || !id || !sheet_def_valid(def))
        return WEFT_ERROR_ARGUMENT;
    wf_cloth *cloth;
    weft_result result = cloth_slot(world, &cloth);
    if (result != WEFT_OK)
        return result;
    *cloth = (wf_cloth){
        .generation = cloth->generation,
        .sheet = true,
        .columns = def->columns,
        .rows = def->rows,
        .pitch = padded(def->columns),
        .pitch_t = padded_apart(def->rows),
        .width = def->width,
        .height = def->height,
        .cell_u = def->columns > 1 ? def->width / (float)(def->columns - 1) : 0.0f,
        .cell_v = def->rows > 1 ? def->height / (float)(def->rows - 1) : 0.0f,
        .fabric = def->fabric,
    };
    if (!allocate_particles(world, cloth) || !allocate_sheet_constraints(world, cloth)) {
        wf_cloth_free(world, cloth);
        return WEFT_ERROR_MEMORY;
    }
    place_sheet(cloth, def);
    return adopt(world, cloth, id);
}

/* ------------------------------------------------------------------ mesh */

typedef struct vec {
    float x, y, z;
} vec;

static vec point(const weft_mesh_def *d, uint32_t i)
{
    return (vec){d->positions[3 * i], d->positions[3 * i + 1], d->positions[3 * i + 2]};
}

static vec sub(vec a, vec b)
{
    return (vec){a.x - b.x, a.y - b.y, a.z - b.z};
}

static vec cross(vec a, vec b)
{
    return (vec){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static float dot(vec a, vec b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static float length(vec a)
{
    return sqrtf(dot(a, a));
}

static float triangle_area(const weft_mesh_def *d, const uint32_t t[3])
{
    return 0.5f *
           length(cross(sub(point(d, t[1]), point(d, t[0])), sub(point(d, t[2]), point(d, t[0]))));
}

/* Indices within range, none repeated in a group of `size`. */
static bool indices_valid(const uint32_t *indices, int groups, int size, int limit)
{
    if (groups < 0 || (groups > 0 && !indices))
        return false;
    for (int g = 0; g < groups; g++)
        for (int k = 0; k < size; k++) {
            uint32_t i = indices[g * size + k];
            if (i >= (uint32_t)limit || i == indices[g * size + (k + 1) % size])
                return false;
        }
    return true;
}

static bool mesh_def_valid(const weft_mesh_def *d)
{
    const int limit = 1 << 26;
    if (d->particle_count < 1 || d->particle_count > limit || d->triangle_count > limit ||
        d->stick_count > limit)
        return false;
    if (!d->positions || !wf_fabric_valid(&d->fabric) ||
        !starts_valid(d->positions, d->velocities, d->particle_count))
        return false;
    for (int i = 0; d->masses && i < d->particle_count; i++)
        if (!(d->masses[i] >= 1e-9f && d->masses[i] <= 1e9f))
            return false;
    return indices_valid(d->triangles, d->triangle_count, 3, d->particle_count) &&
           indices_valid(d->sticks, d->stick_count, 2, d->particle_count);
}

/* One side of a triangle, or a stick (triangle -1). */
typedef struct side {
    uint32_t a, b; /* a < b */
    int triangle;
    bool turned; /* the triangle goes from b to a */
    uint32_t opposite;
} side;

static int by_ends(const void *left, const void *right)
{
    const side *l = left, *r = right;
    if (l->a != r->a)
        return l->a < r->a ? -1 : 1;
    if (l->b != r->b)
        return l->b < r->b ? -1 : 1;
    return (l->triangle > r->triangle) - (l->triangle < r->triangle);
}

static int collect_sides(const weft_mesh_def *d, side *sides)
{
    int n = 0;
    for (int t = 0; t < d->triangle_count; t++)
        for (int k = 0; k < 3; k++) {
            uint32_t a = d->triangles[3 * t + k], b = d->triangles[3 * t + (k + 1) % 3];
            sides[n++] =
                (side){a < b ? a : b, a < b ? b : a, t, a > b, d->triangles[3 * t + (k + 2) % 3]};
        }
    for (int s = 0; s < d->stick_count; s++) {
        uint32_t a = d->sticks[2 * s], b = d->sticks[2 * s + 1];
        sides[n++] = (side){a < b ? a : b, a < b ? b : a, -1, false, 0};
    }
    qsort(sides, (size_t)n, sizeof *sides, by_ends);
    return n;
}

static float cotangent(vec a, vec b)
{
    return dot(a, b) / length(cross(a, b));
}

/* The bend constraint of two triangles that share the edge s->a, s->b. sum k_i x_i, with k from the
 * cotangents at the edge (Bergou et al. 2006), is the edge's length times the angle between the
 * triangles for small ones, and linear in x. Its energy is B/(2 (A1 + A2)) |sum|^2, which makes
 * regular meshes, of equilateral or of halved squares, bend like a sheet of rigidity B. False where
 * a triangle has no area. */
static bool make_hinge(const weft_mesh_def *d, const side *s, const side *other, wf_hinge *hinge)
{
    float area = triangle_area(d, &d->triangles[3 * s->triangle]) +
                 triangle_area(d, &d->triangles[3 * other->triangle]);
    vec x0 = point(d, s->a), x1 = point(d, s->b), x2 = point(d, s->opposite),
        x3 = point(d, other->opposite);
    vec e = sub(x1, x0);
    float c01 = cotangent(e, sub(x2, x0)), c02 = cotangent(e, sub(x3, x0));
    float c03 = cotangent(sub(x0, x1), sub(x2, x1)), c04 = cotangent(sub(x0, x1), sub(x3, x1));
    *hinge = (wf_hinge){
        .p = {s->a, s->b, s->opposite, other->opposite},
        .k = {c03 + c04, c01 + c02, -c01 - c03, -c02 - c04},
        .compliance = area,
    };
    if (!wf_finite(hinge->k, 4) || !(area > 0.0f))
        return false;
    vec b = {0, 0, 0};
    vec x[4] = {x0, x1, x2, x3};
    for (int i = 0; i < 4; i++)
        b = (vec){b.x + hinge->k[i] * x[i].x, b.y + hinge->k[i] * x[i].y,
                  b.z + hinge->k[i] * x[i].z};
    hinge->rest = length(b);
    return true;
}

/* Edges and hinges from the sorted sides. A side with one triangle is a border; of more than two,
 * the first two bend. */
static void make_constraints(wf_cloth *cloth, const weft_mesh_def *d, const side *sides, int count)
{
    for (int i = 0, next; i < count; i = next) {
        float area = 0.0f;
        for (next = i; next < count && sides[next].a == sides[i].a && sides[next].b == sides[i].b;
             next++)
            if (sides[next].triangle >= 0)
                area += triangle_area(d, &d->triangles[3 * sides[next].triangle]);
        float rest = length(sub(point(d, sides[i].a), point(d, sides[i].b)));
        float width =
            area > 0.0f && rest > 0.0f ? area / rest : 1.0f; /* a stick alone: a strip of 1 m */
        cloth->edges[cloth->edge_count++] = (wf_edge){sides[i].a, sides[i].b, rest, rest / width};
        const side *first = NULL;
        for (int k = i; k < next; k++) {
            if (sides[k].triangle < 0)
                continue;
            if (first) {
                cloth->hinge_count +=
                    make_hinge(d, first, &sides[k], &cloth->hinges[cloth->hinge_count]);
                break;
            }
            first = &sides[k];
        }
    }
}

/* Whether the triangles enclose something: two at each side, one in each direction. */
static bool is_closed(const side *sides, int count)
{
    for (int i = 0, next; i < count; i = next) {
        int along = 0, against = 0;
        for (next = i; next < count && sides[next].a == sides[i].a && sides[next].b == sides[i].b;
             next++) {
            along += sides[next].triangle >= 0 && !sides[next].turned;
            against += sides[next].triangle >= 0 && sides[next].turned;
        }
        if (along != against || along > 1)
            return false;
    }
    return count > 0;
}

/* Colours the edges so that no two of a colour share a particle (greedily: the first colour that is
 * free at both ends), and sorts them by colour: one after the other in the order of their particles,
 * rigid edges explode on fine meshes; colour by colour they stay calm. Past 64 colours at one
 * particle the last is shared, which is only less calm. used: a word a particle; sorted: as many as
 * there are edges. */
static void sort_by_colour(wf_cloth *cloth, uint64_t *used, wf_edge *sorted)
{
    enum { COLOURS = 64 };
    int first[COLOURS + 1] = {0};
    for (int pass = 0; pass < 2; pass++) { /* counts, then places */
        memset(used, 0, (size_t)wf_count(cloth) * sizeof *used);
        for (int i = 0; i < cloth->edge_count; i++) {
            const wf_edge *e = &cloth->edges[i];
            uint64_t taken = used[e->a] | used[e->b];
            int colour = 0;
            while (colour < COLOURS - 1 && (taken >> colour & 1))
                colour++;
            used[e->a] |= (uint64_t)1 << colour;
            used[e->b] |= (uint64_t)1 << colour;
            if (pass == 0)
                first[colour + 1]++;
            else
                sorted[first[colour]++] = *e;
        }
        for (int k = 0; pass == 0 && k < COLOURS; k++)
            first[k + 1] += first[k];
    }
    memcpy(cloth->edges, sorted, (size_t)cloth->edge_count * sizeof *sorted);
}

static bool mesh_masses(wf_cloth *cloth, const weft_mesh_def *d)
{
    for (int t = 0; !d->masses && t < d->triangle_count; t++)
        for (int k = 0; k < 3; k++)
            cloth->mass[d->triangles[3 * t + k]] +=
                triangle_area(d, &d->triangles[3 * t]) * (MASS_DENSITY / 3.0f);
    for (int i = 0; i < d->particle_count; i++) {
        if (d->masses)
            cloth->mass[i] = d->masses[i];
        if (!(cloth->mass[i] >= 1e-9f))
            return false;
    }
    return true;
}

static void place_mesh(wf_cloth *cloth, const weft_mesh_def *d)
{
    for (int i = 0; i < d->particle_count; i++) {
        for (int a = 0; a < 3; a++) {
            cloth->x[a][i] = d->positions[3 * i + a];
            cloth->v[a][i] = d->velocities ? d->velocities[3 * i + a] : 0.0f;
        }
        cloth->rest[2 * i] = d->positions[3 * i];
        cloth->rest[2 * i + 1] = d->positions[3 * i + 1];
    }
}

static void measure_triangles(wf_cloth *cloth, const weft_mesh_def *d)
{
    for (int i = 0; i < 3 * d->triangle_count; i++) {
        uint32_t a = d->triangles[i], b = d->triangles[i % 3 == 2 ? i - 2 : i + 1];
        cloth->triangle_rest[i] = length(sub(point(d, a), point(d, b)));
    }
}

static weft_result build_mesh(weft_world *world, wf_cloth *cloth, const weft_mesh_def *d)
{
    int most = 3 * d->triangle_count + d->stick_count;
    size_t n = (size_t)d->particle_count, *bytes = &cloth->topology_bytes;
    bool ok = allocate_particles(world, cloth);
    allocate_floats(world, &cloth->mass, n, bytes, &ok);
    allocate_floats(world, &cloth->rest, 2 * n, bytes, &ok);
    allocate_floats(world, &cloth->distance, n, bytes, &ok);
    allocate_floats(world, &cloth->tether, WF_ANCHORS_MAX * wf_span(cloth), bytes, &ok);
    allocate_floats(world, &cloth->triangle_rest, 3 * (size_t)d->triangle_count, bytes, &ok);
    allocate_indices(world, &cloth->anchor, wf_span(cloth), bytes, &ok);
    allocate_indices(world, &cloth->piece_first, n + 1, bytes, &ok);
    allocate_indices(world, &cloth->pieces, 3 * (size_t)d->triangle_count + 2 * (size_t)most, bytes,
                     &ok);
    allocate_indices(world, &cloth->search, 2 * n, bytes, &ok);
    allocate_floats(world, &cloth->lambda_edge, (size_t)most, bytes, &ok);
    allocate_floats(world, &cloth->lambda_hinge, (size_t)most, bytes, &ok);
    cloth->edges = wf_allocate(world, (size_t)most, sizeof *cloth->edges, bytes);
    cloth->hinges = wf_allocate(world, (size_t)most, sizeof *cloth->hinges, bytes);
    cloth->triangles =
        wf_allocate(world, (size_t)d->triangle_count, 3 * sizeof *cloth->triangles, bytes);
    side *sides = wf_allocate(world, (size_t)most, sizeof *sides, NULL);
    uint64_t *used = wf_allocate(world, n, sizeof *used, NULL);
    wf_edge *sorted = wf_allocate(world, (size_t)most, sizeof *sorted, NULL);
    ok = ok && cloth->edges && cloth->hinges && cloth->triangles && sides && used && sorted;
    weft_result result = ok ? WEFT_OK : WEFT_ERROR_MEMORY;
    if (ok) {
        cloth->triangle_count = d->triangle_count;
        if (d->triangle_count > 0)
            memcpy(cloth->triangles, d->triangles,
                   (size_t)d->triangle_count * 3 * sizeof *cloth->triangles);
        place_mesh(cloth, d);
        measure_triangles(cloth, d);
        int side_count = collect_sides(d, sides);
        make_constraints(cloth, d, sides, side_count);
        cloth->volume = is_closed(sides, side_count) ? wf_mesh_volume(cloth) : 0.0f;
        sort_by_colour(cloth, used, sorted);
        wf_mesh_index(cloth);
        for (int i = 0; i < cloth->edge_count; i++)
            cloth->edge_mean += cloth->edges[i].rest / (float)cloth->edge_count;
        if (!mesh_masses(cloth, d))
            result = WEFT_ERROR_ARGUMENT;
    }
    wf_release(world, sides);
    wf_release(world, used);
    wf_release(world, sorted);
    return result;
}

weft_result weft_mesh_create(weft_world *world, const weft_mesh_def *def, weft_cloth_id *id)
{
    if (!world || !def || !id || !mesh_def_valid(def))
        return WEFT_ERROR_ARGUMENT;
    wf_cloth *cloth;
    weft_result result = cloth_slot(world, &cloth);
    if (result != WEFT_OK)
        return result;
    *cloth = (wf_cloth){
        .generation = cloth->generation,
        .columns = def->particle_count,
        .rows = 1,
        .pitch = padded(def->particle_count),
        .fabric = def->fabric,
    };
    result = build_mesh(world, cloth, def);
    if (result != WEFT_OK) {
        wf_cloth_free(world, cloth);
        return result;
    }
    return adopt(world, cloth, id);
}

/* ------------------------------------------------------------------ what there is */

/* Writes a group of `size` numbers where there is a destination, and counts it. */
static void emit(uint32_t *destination, int *count, int size, int a, int b, int c)
{
    int numbers[3] = {a, b, c};
    for (int k = 0; destination && k < size; k++)
        destination[*count * size + k] = (uint32_t)numbers[k];
    ++*count;
}

int weft_cloth_triangles(const weft_world *world, weft_cloth_id id, uint32_t *destination)
{
    const wf_cloth *cloth = wf_cloth_find(world, id);
    if (!cloth)
        return 0;
    if (!cloth->sheet) {
        if (destination && cloth->triangle_count)
            memcpy(destination, cloth->triangles,
                   (size_t)cloth->triangle_count * 3 * sizeof *destination);
        return cloth->triangle_count;
    }
    int count = 0, n = cloth->columns;
    for (int r = 0; r + 1 < cloth->rows; r++)
        for (int c = 0; c + 1 < n; c++) {
            int p = r * n + c;
            emit(destination, &count, 3, p, p + n, p + 1);
            emit(destination, &count, 3, p + 1, p + n, p + n + 1);
        }
    return count;
}

/* All pairs (r, c), (r + down, c + shift) of a grid. */
static void emit_pairs(const wf_cloth *cloth, uint32_t *destination, int *count, int down,
                       int shift)
{
    for (int r = 0; r + down < cloth->rows; r++)
        for (int c = shift < 0 ? -shift : 0; c < cloth->columns - (shift > 0 ? shift : 0); c++)
            emit(destination, count, 2, r * cloth->columns + c,
                 (r + down) * cloth->columns + c + shift, 0);
}

int weft_cloth_edges(const weft_world *world, weft_cloth_id id, weft_constraint_kind kind,
                     uint32_t *destination)
{
    const wf_cloth *cloth = wf_cloth_find(world, id);
    int count = 0;
    if (!cloth)
        return 0;
    if (cloth->sheet) {
        static const int8_t pairs[WEFT_KIND_COUNT][2][2] = {
            {{0, 1}, {1, 0}}, {{1, 1}, {1, -1}}, {{0, 2}, {2, 0}}};
        for (int k = 0; (unsigned)kind < WEFT_KIND_COUNT && k < 2; k++)
            emit_pairs(cloth, destination, &count, pairs[kind][k][0], pairs[kind][k][1]);
        return count;
    }
    for (int i = 0; kind == WEFT_STRETCH && i < cloth->edge_count; i++)
        emit(destination, &count, 2, (int)cloth->edges[i].a, (int)cloth->edges[i].b, 0);
    for (int i = 0; kind == WEFT_BEND && i < cloth->hinge_count; i++)
        emit(destination, &count, 2, (int)cloth->hinges[i].p[2], (int)cloth->hinges[i].p[3], 0);
    return count;
}
