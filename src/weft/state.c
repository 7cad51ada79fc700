/* The state as bytes: hash, snapshot, restore. A snapshot is a header and, for each living cloth
 * and collider in order, what a step or a hand changes. */
#include "internal.h"

#include <string.h>

/* FNV-1a's recurrence over 32-bit words, finished by a mix so that every bit counts. */
static uint64_t hash_row(uint64_t h, const float *values, int count)
{
    for (int i = 0; i < count; i++) {
        uint32_t bits;
        memcpy(&bits, &values[i], sizeof bits);
        h = (h ^ bits) * 0x100000001b3u;
    }
    return h;
}

uint64_t weft_world_hash(const weft_world *world)
{
    uint64_t h = 0xcbf29ce484222325u;
    for (int i = 0; world && i < world->def.max_cloths; i++) {
        const wf_cloth *c = &world->cloths[i];
        for (int a = 0; c->alive && a < 3; a++)
            for (int r = 0; r < c->rows; r++) {
                h = hash_row(h, c->x[a] + (size_t)r * (size_t)c->pitch, c->columns);
                h = hash_row(h, c->v[a] + (size_t)r * (size_t)c->pitch, c->columns);
            }
    }
    for (int i = 0; world && i < world->def.max_colliders; i++) {
        const wf_collider *c = &world->colliders[i];
        if (!c->alive || !(c->inverse_mass > 0.0f))
            continue;
        h = hash_row(h, c->def.position, 3);
        h = hash_row(h, c->def.orientation, 4);
        h = hash_row(h, c->def.velocity, 3);
        h = hash_row(h, c->def.angular_velocity, 3);
    }
    h ^= h >> 33;
    h *= 0xff51afd7ed558ccdu;
    return h ^ h >> 33;
}

typedef struct header {
    char magic[8];
    uint64_t step_count;
    double time;
    uint64_t size;
    uint64_t sum; /* of all bytes, this being 0 */
} header;

static const char MAGIC[8] = "weft\x01st";

/* A checksum, so that a damaged snapshot is refused: any changed word changes it. */
static uint64_t sum_bytes(uint64_t sum, const unsigned char *bytes, size_t size)
{
    for (size_t i = 0; i < size; i += sizeof sum) {
        uint64_t word = 0;
        memcpy(&word, bytes + i, size - i < sizeof word ? size - i : sizeof word);
        sum = (sum ^ word) * 0x9e3779b97f4a7c15u;
        sum ^= sum >> 29;
    }
    return sum;
}

static uint64_t sum_of(header head, const unsigned char *snapshot)
{
    head.sum = 0;
    uint64_t sum = sum_bytes(0, (const unsigned char *)&head, sizeof head);
    return sum_bytes(sum, snapshot + sizeof head, head.size - sizeof head);
}

typedef enum direction { MEASURE, SAVE, RESTORE } direction;

/* One pass over all that a snapshot holds, in any direction: it cannot save what it does not
 * restore. */
typedef struct stream {
    direction direction;
    unsigned char *bytes;
    size_t at;
} stream;

static void pass(stream *s, void *data, size_t size)
{
    if (s->direction == SAVE)
        memcpy(s->bytes + s->at, data, size);
    else if (s->direction == RESTORE)
        memcpy(data, s->bytes + s->at, size);
    s->at += size;
}

/* What a cloth's part of a snapshot begins with. */
typedef struct cloth_key {
    uint32_t generation;
    int32_t columns, rows;
} cloth_key;

static cloth_key cloth_key_of(const wf_cloth *c)
{
    return (cloth_key){c->generation, c->columns, c->rows};
}

static void pass_cloth(stream *s, wf_cloth *c)
{
    cloth_key key = cloth_key_of(c);
    pass(s, &key, sizeof key);
    pass(s, &c->fresh, sizeof c->fresh);
    pass(s, &c->unsettled, sizeof c->unsettled);
    pass(s, &c->tension_h, sizeof c->tension_h);
    if (c->sheet) {
        pass(s, c->lambda[0], wf_span(c) * sizeof(float));
        pass(s, c->lambda[3], (size_t)c->columns * (size_t)c->pitch_t * sizeof(float));
    }
    pass(s, c->flags, (size_t)wf_count(c));
    for (int a = 0; a < 3; a++) {
        pass(s, c->x[a], wf_span(c) * sizeof(float));
        pass(s, c->v[a], wf_span(c) * sizeof(float));
        pass(s, c->n[a], wf_span(c) * sizeof(float));
    }
    if (s->direction != RESTORE)
        return;
    c->pushed = false;
    c->anchor_count = -1;
    c->pin_count = 0;
    for (int p = 0; p < wf_count(c); p++)
        c->pin_count += c->flags[p] & WEFT_PARTICLE_PINNED;
    wf_cloth_set_masses(c);
}

static void pass_collider(stream *s, wf_collider *c)
{
    uint32_t key = c->generation;
    pass(s, &key, sizeof key);
    pass(s, c->def.position, sizeof c->def.position);
    pass(s, c->def.orientation, sizeof c->def.orientation);
    pass(s, c->def.velocity, sizeof c->def.velocity);
    pass(s, c->def.angular_velocity, sizeof c->def.angular_velocity);
    pass(s, &c->targeted, sizeof c->targeted);
    pass(s, c->target_position, sizeof c->target_position);
    pass(s, c->target_orientation, sizeof c->target_orientation);
}

static size_t pass_world(stream *s, const weft_world *world)
{
    for (int i = 0; i < world->def.max_cloths; i++)
        if (world->cloths[i].alive)
            pass_cloth(s, &world->cloths[i]);
    for (int i = 0; i < world->def.max_colliders; i++)
        if (world->colliders[i].alive)
            pass_collider(s, &world->colliders[i]);
    pass(s, world->attachments, (size_t)world->def.max_attachments * sizeof *world->attachments);
    if (world->loads) {
        pass(s, &world->loads->pressed_count, sizeof world->loads->pressed_count);
        pass(s, world->loads->pressed, sizeof world->loads->pressed);
    }
    return s->at;
}

size_t weft_world_snapshot_size(const weft_world *world)
{
    stream s = {.direction = MEASURE, .at = sizeof(header)};
    return world ? pass_world(&s, world) : 0;
}

weft_result weft_world_snapshot(const weft_world *world, void *destination, size_t size)
{
    if (!world || !destination || size < weft_world_snapshot_size(world))
        return WEFT_ERROR_ARGUMENT;
    if (world->stepping)
        return WEFT_ERROR_BUSY;
    header head = {.step_count = world->step_count,
                   .time = world->time,
                   .size = weft_world_snapshot_size(world)};
    memcpy(head.magic, MAGIC, sizeof MAGIC);
    stream s = {.direction = SAVE, .bytes = destination, .at = sizeof head};
    pass_world(&s, world);
    head.sum = sum_of(head, s.bytes);
    memcpy(destination, &head, sizeof head);
    return WEFT_OK;
}

/* Whether the next bytes of the snapshot are this key; moves on past it and the rest of its object.
 */
static bool key_fits(const unsigned char *bytes, stream *s, const void *key, size_t size,
                     size_t rest)
{
    bool same = memcmp(bytes + s->at, key, size) == 0;
    s->at += size + rest;
    return same;
}

/* The snapshot is whole, and its cloths and colliders are this world's: same ids, same grids, in
 * the same places. */
static bool fits(const weft_world *world, const unsigned char *bytes, size_t size, header *head)
{
    if (size < sizeof *head)
        return false;
    memcpy(head, bytes, sizeof *head);
    if (memcmp(head->magic, MAGIC, sizeof MAGIC) != 0 ||
        head->size != weft_world_snapshot_size(world) || size < head->size ||
        head->sum != sum_of(*head, bytes))
        return false;
    stream s = {.direction = MEASURE, .at = sizeof *head};
    bool same = true;
    for (int i = 0; i < world->def.max_cloths; i++) {
        wf_cloth *c = &world->cloths[i];
        stream rest = {.direction = MEASURE};
        cloth_key key = cloth_key_of(c);
        if (!c->alive)
            continue;
        pass_cloth(&rest, c);
        same = same && key_fits(bytes, &s, &key, sizeof key, rest.at - sizeof key);
    }
    for (int i = 0; i < world->def.max_colliders; i++) {
        wf_collider *c = &world->colliders[i];
        stream rest = {.direction = MEASURE};
        if (!c->alive)
            continue;
        pass_collider(&rest, c);
        same = same && key_fits(bytes, &s, &c->generation, sizeof c->generation,
                                rest.at - sizeof c->generation);
    }
    return same;
}

weft_result weft_world_restore(weft_world *world, const void *snapshot, size_t size)
{
    header head;
    if (!world || !snapshot || !fits(world, snapshot, size, &head))
        return WEFT_ERROR_ARGUMENT;
    if (world->stepping)
        return WEFT_ERROR_BUSY;
    stream s = {
        .direction = RESTORE, .bytes = (unsigned char *)(uintptr_t)snapshot, .at = sizeof head};
    pass_world(&s, world);
    world->step_count = head.step_count;
    world->time = head.time;
    return WEFT_OK;
}
