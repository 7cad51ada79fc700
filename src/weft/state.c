/* The state as bytes: hash, snapshot, restore. A snapshot is a header and, for each living cloth and collider in order, what
 * a step or a hand changes. */
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
    h ^= h >> 33;
    h *= 0xff51afd7ed558ccdu;
    return h ^ h >> 33;
}

typedef struct header {
    char magic[8];
    uint64_t step_count;
    double time;
    uint64_t size;
} header;

static const char MAGIC[8] = "weft\x01st";

typedef enum direction { MEASURE, SAVE, RESTORE } direction;

/* One pass over all that a snapshot holds, in any direction: it cannot save what it does not restore. */
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

static void pass_cloth(stream *s, wf_cloth *c)
{
    uint64_t key[2] = {(uint64_t)c->generation << 32 | (uint32_t)c->columns, (uint64_t)c->rows};
    pass(s, key, sizeof key);
    pass(s, &c->fresh, sizeof c->fresh);
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

static size_t pass_world(stream *s, const weft_world *world)
{
    for (int i = 0; i < world->def.max_cloths; i++)
        if (world->cloths[i].alive)
            pass_cloth(s, &world->cloths[i]);
    for (int i = 0; i < world->def.max_colliders; i++)
        if (world->colliders[i].alive)
            pass(s, world->colliders[i].def.position, sizeof world->colliders[i].def.position);
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
    header head = {.step_count = world->step_count, .time = world->time, .size = weft_world_snapshot_size(world)};
    memcpy(head.magic, MAGIC, sizeof MAGIC);
    memcpy(destination, &head, sizeof head);
    stream s = {.direction = SAVE, .bytes = destination, .at = sizeof head};
    pass_world(&s, world);
    return WEFT_OK;
}

/* The snapshot's cloths are this world's: same ids, same grids, in the same places. */
static bool fits(const weft_world *world, const void *snapshot, size_t size, header *head)
{
    if (size < sizeof *head)
        return false;
    memcpy(head, snapshot, sizeof *head);
    if (memcmp(head->magic, MAGIC, sizeof MAGIC) != 0 || head->size != weft_world_snapshot_size(world) || size < head->size)
        return false;
    stream s = {.direction = MEASURE, .at = sizeof *head};
    for (int i = 0; i < world->def.max_cloths; i++) {
        wf_cloth *c = &world->cloths[i];
        if (!c->alive)
            continue;
        uint64_t key[2] = {(uint64_t)c->generation << 32 | (uint32_t)c->columns, (uint64_t)c->rows};
        if (memcmp((const unsigned char *)snapshot + s.at, key, sizeof key) != 0)
            return false;
        pass_cloth(&s, c);
    }
    return true;
}

weft_result weft_world_restore(weft_world *world, const void *snapshot, size_t size)
{
    header head;
    if (!world || !snapshot || !fits(world, snapshot, size, &head))
        return WEFT_ERROR_ARGUMENT;
    if (world->stepping)
        return WEFT_ERROR_BUSY;
    stream s = {.direction = RESTORE, .bytes = (unsigned char *)(uintptr_t)snapshot, .at = sizeof head};
    pass_world(&s, world);
    world->step_count = head.step_count;
    world->time = head.time;
    return WEFT_OK;
}
