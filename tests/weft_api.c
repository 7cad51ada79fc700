/* The contract of every function: what it refuses, with which error, and that a refusal changes
 * nothing. */
#include "support.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A world with one of each thing, that refusals are tried on. */
typedef struct fixture {
    weft_world *world;
    weft_cloth_id sheet, mesh, dead;
    weft_collider_id plane, dead_plane;
    weft_constraint_id constraint, dead_constraint;
    int force;
    uint64_t hash;
} fixture;

static void hold_height(void *user, int count, const float (*p)[3], float *c, float (*gradient)[3])
{
    (void)user, (void)count;
    *c = p[0][1] - 1.5f;
    gradient[0][1] = 1.0f;
}

static void no_force(void *user, weft_cloth_id cloth, const weft_cloth_view *view, double time,
                     float *fx, float *fy, float *fz)
{
    (void)user, (void)cloth, (void)view, (void)time, (void)fx, (void)fy, (void)fz;
}

static weft_constraint_def height_def(weft_cloth_id cloth, int particle)
{
    weft_constraint_def def = weft_default_constraint_def();
    def.evaluate = hold_height;
    def.count = 1;
    def.particles[0] = (weft_particle){cloth, particle};
    return def;
}

static weft_sheet_def small_sheet(void)
{
    weft_sheet_def def = weft_default_sheet_def();
    def.columns = 5;
    def.rows = 4;
    return def;
}

static fixture make_fixture(void)
{
    fixture f;
    weft_settings s = weft_default_settings();
    f.world = make_world(&s);
    weft_sheet_def sheet = small_sheet();
    f.sheet = add_sheet(f.world, &sheet);
    f.mesh = add_stick(f.world, 1, (vec){3, 1, 0}, 1, (vec){4, 1, 0}, NULL);
    f.dead = add_sheet(f.world, &sheet);
    assert_ok(weft_cloth_destroy(f.world, f.dead));
    f.plane = add_plane(f.world, (vec){0, 0, 0}, (vec){0, 1, 0}, 0.4);
    f.dead_plane = add_plane(f.world, (vec){0, 0, 0}, (vec){0, 1, 0}, 0.4);
    assert_ok(weft_collider_destroy(f.world, f.dead_plane));
    weft_constraint_def def = height_def(f.sheet, 7);
    assert_ok(weft_constraint_create(f.world, &def, &f.constraint));
    assert_ok(weft_constraint_create(f.world, &def, &f.dead_constraint));
    assert_ok(weft_constraint_destroy(f.world, f.dead_constraint));
    assert_ok(weft_force_create(f.world, no_force, NULL, &f.force));
    assert_ok(weft_cloth_pin(f.world, f.sheet, 0));
    run_steps(f.world, 3, TICK);
    f.hash = weft_world_hash(f.world);
    return f;
}

/* The world is as it was: the same bits now, and after the steps that a world without refusals
 * makes. */
static void end_fixture(fixture *f)
{
    assert_int_equal(weft_world_hash(f->world), f->hash);
    assert_int_equal(weft_world_step_count(f->world), 3);
    assert_int_equal(weft_world_cloth_count(f->world), 2);
    fixture other = make_fixture();
    run_steps(f->world, 5, TICK);
    run_steps(other.world, 5, TICK);
    assert_int_equal(weft_world_hash(f->world), weft_world_hash(other.world));
    weft_world_destroy(other.world);
    weft_world_destroy(f->world);
}

#define assert_refused(call) assert_result(call, WEFT_ERROR_ARGUMENT)

/* ------------------------------------------------------------------ defaults and names */

static void test_the_defaults_are_accepted(void **state)
{
    (void)state;
    weft_world_def def = weft_default_world_def();
    weft_world *world;
    assert_ok(weft_world_create(&def, &world));
    weft_settings s = weft_default_settings(), got = weft_world_get_settings(world);
    assert_ok(weft_world_set_settings(world, &s));
    assert_memory_equal(&s, &got, sizeof s);
    weft_sheet_def sheet = weft_default_sheet_def();
    weft_cloth_id cloth = add_sheet(world, &sheet);
    weft_fabric f = weft_default_fabric(), own;
    assert_ok(weft_cloth_get_fabric(world, cloth, &own));
    assert_same_fabric(&f, &own);
    assert_ok(weft_cloth_set_fabric(world, cloth, &f));
    weft_collider_def collider = weft_default_collider_def(), as_made;
    weft_collider_id id;
    assert_ok(weft_collider_create(world, &collider, &id));
    assert_ok(weft_collider_get(world, id, &as_made));
    assert_memory_equal(&collider, &as_made, sizeof collider);
    weft_constraint_def constraint = height_def(cloth, 9);
    weft_constraint_id c;
    assert_ok(weft_constraint_create(world, &constraint, &c));
    run_steps(world, 1, TICK);
    assert_true(measure_of(world, cloth).finite);
    weft_world_destroy(world);
}

static void test_every_name_is_known_once(void **state)
{
    (void)state;
    for (int i = 0; i < WEFT_STAGE_COUNT; i++)
        for (int k = 0; k < i; k++)
            assert_string_not_equal(weft_stage_name((weft_stage)i), weft_stage_name((weft_stage)k));
    for (int i = 0; i < WEFT_ISA_COUNT; i++)
        for (int k = 0; k < i; k++)
            assert_string_not_equal(weft_isa_name((weft_isa)i), weft_isa_name((weft_isa)k));
    assert_null(weft_stage_name(WEFT_STAGE_COUNT));
    assert_null(weft_stage_name((weft_stage)-1));
    assert_null(weft_isa_name(WEFT_ISA_COUNT));
    for (int i = -1; i < 20; i++)
        assert_non_null(weft_result_string((weft_result)i));
}

static void test_the_version_is_one(void **state)
{
    (void)state;
    char version[32];
    snprintf(version, sizeof version, "%d.%d.%d", WEFT_VERSION_MAJOR, WEFT_VERSION_MINOR,
             WEFT_VERSION_PATCH);
    assert_string_equal(version, WEFT_VERSION);
}

static void test_null_worlds_are_harmless(void **state)
{
    (void)state;
    const weft_cloth_id cloth = {1, 1};
    weft_world_destroy(NULL);
    assert_int_equal(weft_world_step_count(NULL), 0);
    assert_int_equal(weft_world_cloth_count(NULL), 0);
    assert_int_equal(weft_world_cloth(NULL, 0).index, 0);
    assert_int_equal(weft_world_collider(NULL, 0).index, 0);
    assert_int_equal(weft_world_snapshot_size(NULL), 0);
    assert_int_equal(weft_cloth_triangles(NULL, cloth, NULL), 0);
    assert_int_equal(weft_cloth_edges(NULL, cloth, WEFT_STRETCH, NULL), 0);
    assert_int_equal(weft_world_get_settings(NULL).substeps, weft_default_settings().substeps);
    assert_close(weft_world_get_profile(NULL).step_ms, 0.0, 0.0);
    weft_world_hash(NULL);
}

/* ------------------------------------------------------------------ worlds */

/* Each field in turn set to each wrong value of its kind. */
static void test_a_world_def_out_of_range_is_refused(void **state)
{
    (void)state;
    weft_world_def def = weft_default_world_def();
    weft_world *world = NULL;
    assert_refused(weft_world_create(NULL, &world));
    assert_null(world);
    assert_refused(weft_world_create(&def, NULL));
    const struct {
        size_t at;
        int low, high;
    } ints[] = {
        {offsetof(weft_world_def, threads), 1, 64},
        {offsetof(weft_world_def, max_cloths), 1, 4096},
        {offsetof(weft_world_def, max_colliders), 0, 4096},
        {offsetof(weft_world_def, max_constraints), 0, 1000000},
        {offsetof(weft_world_def, max_forces), 0, 64},
        {offsetof(weft_world_def, settings.substeps), 1, 1000},
        {offsetof(weft_world_def, settings.iterations), 1, 1000},
    };
    for (size_t i = 0; i < COUNT_OF(ints); i++) {
        const int wrong[] = {ints[i].low - 1, ints[i].high + 1, INT32_MIN, INT32_MAX};
        for (size_t k = 0; k < COUNT_OF(wrong); k++) {
            def = weft_default_world_def();
            memcpy((char *)&def + ints[i].at, &wrong[k], sizeof(int));
            assert_refused(weft_world_create(&def, &world));
            assert_null(world);
        }
        def = weft_default_world_def();
        memcpy((char *)&def + ints[i].at, &ints[i].low, sizeof(int));
        assert_ok(weft_world_create(&def, &world));
        weft_world_destroy(world);
    }
    def = weft_default_world_def();
    def.isa = WEFT_ISA_COUNT;
    assert_refused(weft_world_create(&def, &world));
    memory m = {0};
    count_memory(&def, &m);
    def.isa = WEFT_ISA_AUTO;
    def.release = NULL;
    assert_refused(weft_world_create(&def, &world)); /* both or neither */
    assert_int_equal(m.calls, 0);
}

typedef struct range {
    size_t at;
    float low, high;
} range;

static const range SETTINGS[] = {
    {offsetof(weft_settings, gravity[0]), -1000, 1000},
    {offsetof(weft_settings, gravity[1]), -1000, 1000},
    {offsetof(weft_settings, gravity[2]), -1000, 1000},
    {offsetof(weft_settings, wind[0]), -1e6f, 1e6f},
    {offsetof(weft_settings, wind[1]), -1e6f, 1e6f},
    {offsetof(weft_settings, wind[2]), -1e6f, 1e6f},
    {offsetof(weft_settings, gust), 0, 2},
    {offsetof(weft_settings, gust_frequency), 0, 20},
    {offsetof(weft_settings, air_density), 0, 100},
    {offsetof(weft_settings, max_speed), 0.1f, 1e4f},
};

static const range FABRIC[] = {
    {offsetof(weft_fabric, areal_density), 1e-3f, 100},
    {offsetof(weft_fabric, warp_stiffness), 0, 1e9f},
    {offsetof(weft_fabric, weft_stiffness), 0, 1e9f},
    {offsetof(weft_fabric, bias_stiffness), 0, 1e9f},
    {offsetof(weft_fabric, warp_bend_stiffness), 0, 1e3f},
    {offsetof(weft_fabric, weft_bend_stiffness), 0, 1e3f},
    {offsetof(weft_fabric, twist_stiffness), 0, 1e3f},
    {offsetof(weft_fabric, slack), 0, 0.5f},
    {offsetof(weft_fabric, k_stretch), 0, 1},
    {offsetof(weft_fabric, k_shear), 0, 1},
    {offsetof(weft_fabric, k_bend), 0, 1},
    {offsetof(weft_fabric, k_twist), 0, 1},
    {offsetof(weft_fabric, damping), 0, 1000},
    {offsetof(weft_fabric, friction), 0, 10},
    {offsetof(weft_fabric, thickness), 0, 0.1f},
    {offsetof(weft_fabric, drag), 0, 10},
    {offsetof(weft_fabric, lift), 0, 10},
    {offsetof(weft_fabric, inflation), 0, 10},
};

/* Writes the k-th value that a range excludes; false where there is none. */
static bool wrong_value(const range *r, int k, void *def)
{
    const float values[] = {
        NAN,    -INFINITY, nextafterf(r->low, -INFINITY), nextafterf(r->high, INFINITY), INFINITY,
        -1e30f, 1e30f};
    if (k >= (int)COUNT_OF(values))
        return false;
    memcpy((char *)def + r->at, &values[k], sizeof(float));
    return true;
}

static bool is_stiffness(const range *r)
{
    return r->at == offsetof(weft_fabric, warp_stiffness) ||
           r->at == offsetof(weft_fabric, weft_stiffness) ||
           r->at == offsetof(weft_fabric, bias_stiffness);
}

static void test_settings_out_of_range_are_refused(void **state)
{
    (void)state;
    fixture f = make_fixture();
    weft_settings s = weft_default_settings();
    for (size_t i = 0; i < COUNT_OF(SETTINGS); i++) {
        for (int k = 0; wrong_value(&SETTINGS[i], k, &s); k++) {
            assert_refused(weft_world_set_settings(f.world, &s));
            s = weft_default_settings();
        }
        s = weft_default_settings();
    }
    s.integrator = WEFT_INTEGRATOR_COUNT;
    assert_refused(weft_world_set_settings(f.world, &s));
    s = weft_default_settings();
    s.projection = (weft_projection)-1;
    assert_refused(weft_world_set_settings(f.world, &s));
    assert_refused(weft_world_set_settings(f.world, NULL));
    assert_refused(weft_world_set_settings(NULL, &s));
    assert_refused(weft_world_enable_stage(f.world, WEFT_STAGE_COUNT, false));
    assert_refused(weft_world_enable_stage(f.world, (weft_stage)-1, false));
    assert_refused(weft_world_enable_stage(NULL, WEFT_STAGE_WIND, false));
    end_fixture(&f);
}

static void test_the_ends_of_every_range_are_accepted(void **state)
{
    (void)state;
    weft_settings s = weft_default_settings();
    weft_world *world = make_world(&s);
    weft_sheet_def def = small_sheet();
    weft_cloth_id cloth = add_sheet(world, &def);
    for (size_t i = 0; i < COUNT_OF(SETTINGS); i++)
        for (int high = 0; high < 2; high++) {
            s = weft_default_settings();
            memcpy((char *)&s + SETTINGS[i].at, high ? &SETTINGS[i].high : &SETTINGS[i].low,
                   sizeof(float));
            assert_ok(weft_world_set_settings(world, &s));
        }
    for (size_t i = 0; i < COUNT_OF(FABRIC); i++)
        for (int high = 0; high < 2; high++) {
            weft_fabric f = weft_default_fabric();
            memcpy((char *)&f + FABRIC[i].at, high ? &FABRIC[i].high : &FABRIC[i].low,
                   sizeof(float));
            assert_ok(weft_cloth_set_fabric(world, cloth, &f));
        }
    weft_world_destroy(world);
}

/* A stage that is "switched off" is off, or the switch says that it cannot be. */
static void test_a_switch_that_is_taken_does_something(void **state)
{
    (void)state;
    const weft_stage stages[] = {WEFT_STAGE_INTEGRATE, WEFT_STAGE_VELOCITY, WEFT_STAGE_SWEEPS};
    for (size_t i = 0; i < COUNT_OF(stages); i++) {
        fixture with = make_fixture(), without = make_fixture();
        weft_result result = weft_world_enable_stage(without.world, stages[i], false);
        run_steps(with.world, 3, TICK);
        run_steps(without.world, 3, TICK);
        bool same = weft_world_hash(with.world) == weft_world_hash(without.world);
        assert_true(same == (result != WEFT_OK));
        weft_world_destroy(with.world);
        weft_world_destroy(without.world);
    }
}

static void test_a_step_of_a_wrong_length_changes_nothing(void **state)
{
    (void)state;
    const float wrong[] = {0.0f,     -0.0f,     1e-9f, -TICK, NAN,
                           INFINITY, -INFINITY, 10.0f, 0.11f, 9e-6f};
    fixture f = make_fixture();
    for (size_t i = 0; i < COUNT_OF(wrong); i++)
        assert_refused(weft_world_step(f.world, wrong[i]));
    assert_refused(weft_world_step(NULL, TICK));
    end_fixture(&f);
    f = make_fixture();
    assert_ok(weft_world_step(f.world, 1e-5f));
    assert_ok(weft_world_step(f.world, 0.1f));
    weft_world_destroy(f.world);
}

/* ------------------------------------------------------------------ cloths */

static void refuse_sheet(fixture *f, const weft_sheet_def *def)
{
    weft_cloth_id id = {5, 5};
    assert_refused(weft_sheet_create(f->world, def, &id));
    assert_int_equal(id.index, 5);
}

static void test_wrong_sheets_are_refused(void **state)
{
    (void)state;
    fixture f = make_fixture();
    weft_cloth_id id;
    weft_sheet_def good = small_sheet();
    assert_refused(weft_sheet_create(NULL, &good, &id));
    assert_refused(weft_sheet_create(f.world, NULL, &id));
    assert_refused(weft_sheet_create(f.world, &good, NULL));
    const int sizes[][2] = {{0, 4},     {4, 0},         {1, 1},
                            {-3, 4},    {4, -3},        {16385, 2},
                            {2, 16385}, {16384, 16384}, {INT32_MAX, INT32_MAX}};
    for (size_t i = 0; i < COUNT_OF(sizes); i++) {
        weft_sheet_def def = good;
        def.columns = sizes[i][0];
        def.rows = sizes[i][1];
        refuse_sheet(&f, &def);
    }
    const float lengths[] = {0.0f, -1.0f, NAN, INFINITY, 1e-5f, 2e4f};
    for (size_t i = 0; i < COUNT_OF(lengths); i++) {
        weft_sheet_def def = good;
        def.width = lengths[i];
        refuse_sheet(&f, &def);
        def = good;
        def.height = lengths[i];
        refuse_sheet(&f, &def);
    }
    float values[60];
    for (int i = 0; i < 60; i++)
        values[i] = (float)i;
    values[59] = NAN;
    weft_sheet_def def = good;
    def.positions = values;
    refuse_sheet(&f, &def);
    def = good;
    def.velocities = values;
    refuse_sheet(&f, &def);
    def = good;
    def.origin[1] = INFINITY;
    refuse_sheet(&f, &def);
    def = good;
    def.axis_u[0] = 0.0f;
    refuse_sheet(&f, &def);
    def = good;
    memcpy(def.axis_v, def.axis_u, sizeof def.axis_v); /* a sheet on a line */
    refuse_sheet(&f, &def);
    def = good;
    def.axis_v[2] = NAN;
    refuse_sheet(&f, &def);
    for (size_t i = 0; i < COUNT_OF(FABRIC); i++)
        for (int k = 0; k < 7; k++) {
            if (k == 4 && is_stiffness(&FABRIC[i]))
                continue;
            def = good;
            wrong_value(&FABRIC[i], k, &def.fabric);
            refuse_sheet(&f, &def);
        }
    end_fixture(&f);
}

static void test_wrong_fabrics_are_refused(void **state)
{
    (void)state;
    fixture f = make_fixture();
    weft_fabric own;
    for (size_t i = 0; i < COUNT_OF(FABRIC); i++)
        for (int k = 0; k < 7; k++) {
            weft_fabric fabric = weft_default_fabric();
            wrong_value(&FABRIC[i], k, &fabric);
            if (k == 4 && is_stiffness(&FABRIC[i])) /* infinite is inextensible */
                continue;
            assert_refused(weft_cloth_set_fabric(f.world, f.sheet, &fabric));
        }
    weft_fabric fabric = weft_default_fabric();
    assert_refused(weft_cloth_set_fabric(f.world, f.sheet, NULL));
    assert_refused(weft_cloth_set_fabric(NULL, f.sheet, &fabric));
    assert_result(weft_cloth_set_fabric(f.world, f.dead, &fabric), WEFT_ERROR_ID);
    assert_refused(weft_cloth_get_fabric(f.world, f.sheet, NULL));
    assert_refused(weft_cloth_get_fabric(NULL, f.sheet, &own));
    assert_result(weft_cloth_get_fabric(f.world, f.dead, &own), WEFT_ERROR_ID);
    assert_ok(weft_cloth_get_fabric(f.world, f.sheet, &own));
    assert_same_fabric(&own, &fabric);
    end_fixture(&f);
}

typedef weft_result change_fn(weft_world *world, weft_cloth_id cloth, int particle);

static void test_wrong_particles_and_ids_are_refused(void **state)
{
    (void)state;
    fixture f = make_fixture();
    change_fn *const changes[] = {weft_cloth_pin, weft_cloth_unpin, weft_cloth_hold,
                                  weft_cloth_let_go};
    const weft_cloth_id wrong[] = {
        f.dead,  {0, 0},  {0, 1},          {1, 99},
        {64, 1}, {65, 1}, {UINT32_MAX, 1}, {f.sheet.index, f.sheet.generation + 1}};
    const int outside[] = {-1, 20, INT32_MIN, INT32_MAX};
    const float fine[3] = {1, 1, 1};
    for (size_t c = 0; c < COUNT_OF(changes); c++) {
        assert_refused(changes[c](NULL, f.sheet, 0));
        for (size_t i = 0; i < COUNT_OF(outside); i++)
            assert_refused(changes[c](f.world, f.sheet, outside[i]));
        for (size_t i = 0; i < COUNT_OF(wrong); i++)
            assert_result(changes[c](f.world, wrong[i], 0), WEFT_ERROR_ID);
    }
    for (size_t i = 0; i < COUNT_OF(outside); i++) {
        assert_refused(weft_cloth_set_position(f.world, f.sheet, outside[i], fine));
        assert_refused(weft_cloth_set_velocity(f.world, f.sheet, outside[i], fine));
    }
    for (size_t i = 0; i < COUNT_OF(wrong); i++) {
        weft_cloth_view view;
        weft_measure measure;
        weft_memory used;
        float copy[60];
        assert_result(weft_cloth_set_position(f.world, wrong[i], 0, fine), WEFT_ERROR_ID);
        assert_result(weft_cloth_set_velocity(f.world, wrong[i], 0, fine), WEFT_ERROR_ID);
        assert_result(weft_cloth_destroy(f.world, wrong[i]), WEFT_ERROR_ID);
        assert_result(weft_cloth_get_view(f.world, wrong[i], &view), WEFT_ERROR_ID);
        assert_result(weft_cloth_measure(f.world, wrong[i], &measure), WEFT_ERROR_ID);
        assert_result(weft_cloth_get_memory(f.world, wrong[i], &used), WEFT_ERROR_ID);
        assert_result(weft_cloth_copy_positions(f.world, wrong[i], copy, 12), WEFT_ERROR_ID);
        assert_result(weft_cloth_copy_normals(f.world, wrong[i], copy, 12), WEFT_ERROR_ID);
        assert_result(weft_cloth_copy_strain(f.world, wrong[i], copy, 12), WEFT_ERROR_ID);
        assert_result(weft_cloth_copy_rest(f.world, wrong[i], copy, 12), WEFT_ERROR_ID);
        assert_int_equal(weft_cloth_triangles(f.world, wrong[i], NULL), 0);
        assert_int_equal(weft_cloth_edges(f.world, wrong[i], WEFT_STRETCH, NULL), 0);
    }
    end_fixture(&f);
}

static void test_wrong_vectors_are_refused(void **state)
{
    (void)state;
    fixture f = make_fixture();
    const float wrong[] = {NAN, INFINITY, -INFINITY, 1e30f, -1e30f, 10000.001f, -10000.001f};
    for (int a = 0; a < 3; a++)
        for (size_t i = 0; i < COUNT_OF(wrong); i++) {
            float v[3] = {0, 0, 0};
            v[a] = wrong[i];
            assert_refused(weft_cloth_set_position(f.world, f.sheet, 3, v));
            assert_refused(weft_cloth_set_velocity(f.world, f.sheet, 3, v));
            assert_refused(weft_collider_set_pose(f.world, f.plane, v, NULL));
        }
    assert_refused(weft_cloth_set_position(f.world, f.sheet, 3, NULL));
    assert_refused(weft_cloth_set_velocity(f.world, f.sheet, 3, NULL));
    assert_refused(weft_cloth_set_position(NULL, f.sheet, 3, (float[3]){0, 0, 0}));
    assert_refused(weft_cloth_destroy(NULL, f.sheet));
    end_fixture(&f);
}

/* What a setter takes, a step takes: the ends of the range are no runaway, and what is beyond them is
 * refused wherever a position or a velocity may come in. */
static void test_places_and_speeds_have_one_range(void **state)
{
    (void)state;
    fixture f = make_fixture();
    for (int end = 0; end < 2; end++) {
        float most = end ? 1e4f : -1e4f, beyond = nextafterf(most, 2.0f * most);
        const float at[3] = {most, most, most};
        weft_cloth_id dot = add_particle(f.world, 1, (vec){1, 1, 1}, (vec){0, 0, 0}, NULL);
        assert_ok(weft_cloth_set_velocity(f.world, dot, 0, at));
        assert_ok(weft_cloth_pin(f.world, dot, 0)); /* rests, at the end of the range */
        assert_ok(weft_cloth_set_position(f.world, dot, 0, at));
        assert_ok(weft_world_step(f.world, TICK));
        assert_ok(weft_cloth_destroy(f.world, dot));
        assert_ok(
            weft_collider_set_pose(f.world, f.plane, (float[3]){0, most < 0 ? most : 0, 0}, NULL));

        weft_collider_def collider = weft_default_collider_def();
        weft_collider_id plane = {9, 9};
        collider.position[1] = beyond;
        assert_refused(weft_collider_create(f.world, &collider, &plane));

        weft_cloth_id cloth = {9, 9};
        weft_sheet_def sheet = small_sheet();
        sheet.origin[2] = beyond;
        assert_refused(weft_sheet_create(f.world, &sheet, &cloth));
        sheet.origin[2] = end ? 9999.5f : -1e4f; /* it reaches to 1 m further on */
        assert_result(weft_sheet_create(f.world, &sheet, &cloth),
                      end ? WEFT_ERROR_ARGUMENT : WEFT_OK);
        sheet = small_sheet();
        float places[60] = {0}, speeds[60] = {0};
        sheet.positions = places;
        sheet.velocities = speeds;
        places[59] = beyond;
        assert_refused(weft_sheet_create(f.world, &sheet, &cloth));
        places[59] = 0;
        speeds[0] = beyond;
        assert_refused(weft_sheet_create(f.world, &sheet, &cloth));

        weft_mesh_def mesh = weft_default_mesh_def();
        const float mass = 1;
        mesh.particle_count = 1;
        mesh.positions = places;
        mesh.velocities = speeds;
        mesh.masses = &mass;
        assert_refused(weft_mesh_create(f.world, &mesh, &cloth));
        speeds[0] = 0;
        places[1] = beyond;
        assert_refused(weft_mesh_create(f.world, &mesh, &cloth));
        places[1] = 0;
        assert_ok(weft_mesh_create(f.world, &mesh, &cloth));
    }
    weft_world_destroy(f.world);
}

typedef weft_result copy_fn(const weft_world *world, weft_cloth_id cloth, float *destination,
                            size_t stride);

static void test_wrong_questions_are_refused(void **state)
{
    (void)state;
    fixture f = make_fixture();
    weft_cloth_view view;
    weft_measure measure;
    weft_memory used;
    float copy[20 * 4];
    copy_fn *const copies[] = {weft_cloth_copy_positions, weft_cloth_copy_normals,
                               weft_cloth_copy_strain, weft_cloth_copy_rest};
    const size_t least[] = {12, 12, 4, 8};
    for (size_t i = 0; i < COUNT_OF(copies); i++) {
        assert_refused(copies[i](NULL, f.sheet, copy, 16));
        assert_refused(copies[i](f.world, f.sheet, NULL, 16));
        assert_refused(copies[i](f.world, f.sheet, copy, 0));
        assert_refused(copies[i](f.world, f.sheet, copy, least[i] - 4));
        assert_refused(copies[i](f.world, f.sheet, copy, 13));
        assert_ok(copies[i](f.world, f.sheet, copy, least[i]));
    }
    assert_refused(weft_cloth_get_view(NULL, f.sheet, &view));
    assert_refused(weft_cloth_get_view(f.world, f.sheet, NULL));
    assert_refused(weft_cloth_measure(NULL, f.sheet, &measure));
    assert_refused(weft_cloth_measure(f.world, f.sheet, NULL));
    assert_refused(weft_cloth_get_memory(NULL, f.sheet, &used));
    assert_refused(weft_cloth_get_memory(f.world, f.sheet, NULL));
    assert_int_equal(weft_cloth_edges(f.world, f.sheet, WEFT_KIND_COUNT, NULL), 0);
    assert_int_equal(weft_cloth_edges(f.world, f.sheet, (weft_constraint_kind)-1, NULL), 0);
    end_fixture(&f);
}

static void test_loops_over_cloths_and_colliders_end(void **state)
{
    (void)state;
    fixture f = make_fixture();
    assert_int_equal(weft_world_cloth(f.world, 0).index, f.sheet.index);
    assert_int_equal(weft_world_cloth(f.world, 1).index, f.mesh.index);
    assert_int_equal(weft_world_cloth(f.world, 2).index, 0);
    assert_int_equal(weft_world_cloth(f.world, -1).index, 0);
    assert_int_equal(weft_world_collider(f.world, 0).index, f.plane.index);
    assert_int_equal(weft_world_collider(f.world, 1).index, 0);
    assert_int_equal(weft_world_collider(f.world, -5).index, 0);
    end_fixture(&f);
}

/* --------------------------------------------------------------- colliders, constraints, forces */

static void test_wrong_colliders_are_refused(void **state)
{
    (void)state;
    fixture f = make_fixture();
    const weft_collider_def good = weft_default_collider_def();
    weft_collider_def def = good, got;
    weft_collider_id id = {9, 9};
    assert_refused(weft_collider_create(NULL, &good, &id));
    assert_refused(weft_collider_create(f.world, NULL, &id));
    assert_refused(weft_collider_create(f.world, &good, NULL));
    def.shape = WEFT_SHAPE_COUNT;
    assert_refused(weft_collider_create(f.world, &def, &id));
    const float wrong[] = {NAN, INFINITY, -1.0f, 1e30f};
    for (size_t i = 0; i < COUNT_OF(wrong); i++) {
        def = good;
        def.friction = wrong[i];
        assert_refused(weft_collider_create(f.world, &def, &id));
        def = good;
        def.shape = WEFT_SPHERE;
        def.radius = wrong[i];
        assert_refused(weft_collider_create(f.world, &def, &id));
        def = good;
        def.normal[0] = wrong[i];
        assert_refused(weft_collider_create(f.world, &def, &id));
    }
    def = good;
    def.normal[1] = 0.0f;
    assert_refused(weft_collider_create(f.world, &def, &id));
    def = good;
    def.position[2] = NAN;
    assert_refused(weft_collider_create(f.world, &def, &id));
    assert_int_equal(id.index, 9);
    const weft_collider_id dead[] = {
        f.dead_plane, {0, 0}, {65, 1}, {UINT32_MAX, 0}, {f.plane.index, f.plane.generation + 1}};
    for (size_t i = 0; i < COUNT_OF(dead); i++) {
        assert_result(weft_collider_destroy(f.world, dead[i]), WEFT_ERROR_ID);
        assert_result(weft_collider_get(f.world, dead[i], &got), WEFT_ERROR_ID);
        assert_result(weft_collider_set_pose(f.world, dead[i], (float[3]){0, 0, 0}, NULL),
                      WEFT_ERROR_ID);
    }
    assert_refused(weft_collider_get(f.world, f.plane, NULL));
    assert_refused(weft_collider_get(NULL, f.plane, &got));
    assert_refused(weft_collider_set_pose(f.world, f.plane, NULL, NULL));
    assert_refused(weft_collider_set_pose(NULL, f.plane, (float[3]){0, 0, 0}, NULL));
    assert_refused(weft_collider_destroy(NULL, f.plane));
    end_fixture(&f);
}

static void test_wrong_constraints_and_forces_are_refused(void **state)
{
    (void)state;
    fixture f = make_fixture();
    const weft_constraint_def good = height_def(f.sheet, 3);
    weft_constraint_def def = good;
    weft_constraint_id id = {9, 9};
    int force = 99;
    assert_refused(weft_constraint_create(NULL, &good, &id));
    assert_refused(weft_constraint_create(f.world, NULL, &id));
    assert_refused(weft_constraint_create(f.world, &good, NULL));
    def.evaluate = NULL;
    assert_refused(weft_constraint_create(f.world, &def, &id));
    const int counts[] = {0, -1, 9, INT32_MAX};
    for (size_t i = 0; i < COUNT_OF(counts); i++) {
        def = good;
        def.count = counts[i];
        assert_refused(weft_constraint_create(f.world, &def, &id));
    }
    const float wrong[] = {NAN, -0.1f, 2e9f, INFINITY};
    for (size_t i = 0; i < COUNT_OF(wrong); i++) {
        def = good;
        def.k = wrong[i];
        assert_refused(weft_constraint_create(f.world, &def, &id));
        def = good;
        def.compliance = wrong[i];
        assert_refused(weft_constraint_create(f.world, &def, &id));
    }
    def = good;
    def.particles[0].index = 20;
    assert_refused(weft_constraint_create(f.world, &def, &id));
    def.particles[0].index = -1;
    assert_refused(weft_constraint_create(f.world, &def, &id));
    def = good;
    def.count = 2;
    def.particles[1] = def.particles[0]; /* the same one twice */
    assert_refused(weft_constraint_create(f.world, &def, &id));
    def.particles[1].cloth = f.dead;
    assert_result(weft_constraint_create(f.world, &def, &id), WEFT_ERROR_ID);
    assert_int_equal(id.index, 9);
    assert_result(weft_constraint_destroy(f.world, f.dead_constraint), WEFT_ERROR_ID);
    assert_result(weft_constraint_destroy(f.world, (weft_constraint_id){0, 0}), WEFT_ERROR_ID);
    assert_result(weft_constraint_destroy(f.world, (weft_constraint_id){257, 1}), WEFT_ERROR_ID);
    assert_refused(weft_constraint_destroy(NULL, f.constraint));
    assert_refused(weft_force_create(NULL, no_force, NULL, &force));
    assert_refused(weft_force_create(f.world, NULL, NULL, &force));
    assert_refused(weft_force_create(f.world, no_force, NULL, NULL));
    assert_refused(weft_force_destroy(f.world, -1));
    assert_refused(weft_force_destroy(f.world, 8));
    assert_refused(weft_force_destroy(NULL, f.force));
    assert_result(weft_force_destroy(f.world, f.force + 1), WEFT_ERROR_ID);
    end_fixture(&f);
}

static void test_the_limits_of_a_def_hold_and_room_is_used_again(void **state)
{
    (void)state;
    weft_world_def def = weft_default_world_def();
    def.max_cloths = def.max_colliders = def.max_constraints = def.max_forces = 2;
    weft_world *world;
    assert_ok(weft_world_create(&def, &world));
    weft_sheet_def sheet = small_sheet();
    weft_collider_def collider = weft_default_collider_def();
    weft_cloth_id cloths[3];
    weft_collider_id colliders[3];
    weft_constraint_id constraints[3];
    int forces[3];
    for (int i = 0; i < 3; i++) {
        weft_result expected = i < 2 ? WEFT_OK : WEFT_ERROR_LIMIT;
        assert_result(weft_sheet_create(world, &sheet, &cloths[i]), expected);
        assert_result(weft_collider_create(world, &collider, &colliders[i]), expected);
        weft_constraint_def constraint = height_def(cloths[0], i);
        assert_result(weft_constraint_create(world, &constraint, &constraints[i]), expected);
        assert_result(weft_force_create(world, no_force, NULL, &forces[i]), expected);
    }
    for (int round = 0; round < 5; round++) {
        weft_cloth_id before = cloths[1];
        assert_ok(weft_cloth_destroy(world, cloths[1]));
        assert_ok(weft_sheet_create(world, &sheet, &cloths[1]));
        assert_result(weft_cloth_pin(world, before, 0), WEFT_ERROR_ID);
        assert_ok(weft_cloth_pin(world, cloths[1], 0));
    }
    weft_world_destroy(world);
}

/* ------------------------------------------------------------------ from inside a step */

static weft_result busy_results[24];
static int busy_count;

static void meddle(weft_world *world, weft_cloth_id cloth)
{
    static char snapshot[1 << 16];
    weft_settings s = weft_default_settings();
    weft_sheet_def sheet = small_sheet();
    weft_collider_def collider = weft_default_collider_def();
    weft_constraint_def constraint = height_def(cloth, 0);
    weft_fabric fabric = weft_default_fabric();
    weft_mesh_def mesh = weft_default_mesh_def();
    const float p[3] = {1, 1, 1}, mass = 1;
    mesh.particle_count = 1;
    mesh.positions = p;
    mesh.masses = &mass;
    weft_cloth_id c;
    weft_collider_id k;
    weft_constraint_id u;
    int f;
    const weft_result results[] = {
        weft_world_step(world, TICK),
        weft_world_set_settings(world, &s),
        weft_world_enable_stage(world, WEFT_STAGE_WIND, false),
        weft_sheet_create(world, &sheet, &c),
        weft_mesh_create(world, &mesh, &c),
        weft_cloth_destroy(world, cloth),
        weft_cloth_set_fabric(world, cloth, &fabric),
        weft_cloth_pin(world, cloth, 1),
        weft_cloth_unpin(world, cloth, 0),
        weft_cloth_hold(world, cloth, 1),
        weft_cloth_let_go(world, cloth, 1),
        weft_cloth_set_position(world, cloth, 1, p),
        weft_cloth_set_velocity(world, cloth, 1, p),
        weft_collider_create(world, &collider, &k),
        weft_collider_destroy(world, weft_world_collider(world, 0)),
        weft_collider_set_pose(world, weft_world_collider(world, 0), p, NULL),
        weft_constraint_create(world, &constraint, &u),
        weft_constraint_destroy(world, (weft_constraint_id){1, 1}),
        weft_force_create(world, no_force, NULL, &f),
        weft_force_destroy(world, 0),
        weft_world_snapshot(world, snapshot, sizeof snapshot),
    };
    busy_count = COUNT_OF(results);
    memcpy(busy_results, results, sizeof results);
}

static void meddling_force(void *user, weft_cloth_id cloth, const weft_cloth_view *view,
                           double time, float *fx, float *fy, float *fz)
{
    (void)view, (void)time, (void)fx, (void)fy, (void)fz;
    meddle(user, cloth);
}

static void meddling_constraint(void *user, int count, const float (*p)[3], float *c,
                                float (*gradient)[3])
{
    hold_height(NULL, count, p, c, gradient);
    meddle(user, weft_world_cloth(user, 0));
}

static void test_changes_from_a_callback_are_refused(void **state)
{
    (void)state;
    for (int with_force = 0; with_force < 2; with_force++) {
        uint64_t hash[2];
        for (int meddled = 0; meddled < 2; meddled++) {
            weft_settings s = weft_default_settings();
            s.substeps = 2;
            weft_world *world = make_world(&s);
            weft_sheet_def sheet = small_sheet();
            weft_cloth_id cloth = add_sheet(world, &sheet);
            add_plane(world, (vec){0, 0, 0}, (vec){0, 1, 0}, 0.4);
            assert_ok(weft_cloth_pin(world, cloth, 0));
            weft_constraint_def def = height_def(cloth, 7);
            weft_constraint_id id;
            int force;
            def.evaluate = meddled && !with_force ? meddling_constraint : hold_height;
            def.user = world;
            assert_ok(weft_constraint_create(world, &def, &id));
            assert_ok(weft_force_create(world, meddled && with_force ? meddling_force : no_force,
                                        world, &force));
            run_steps(world, 3, TICK);
            hash[meddled] = weft_world_hash(world);
            for (int i = 0; meddled && i < busy_count; i++)
                assert_result(busy_results[i], WEFT_ERROR_BUSY);
            assert_int_equal(weft_world_cloth_count(world), 1);
            weft_world_destroy(world);
        }
        assert_int_equal(hash[0], hash[1]);
    }
}

/* ------------------------------------------------------------------ times */

/* A clock that ticks whenever it is read. */
static double count_reads(void *user)
{
    return 1e-3 * ++*(int *)user;
}

static void test_stage_times_add_up_and_change_nothing(void **state)
{
    (void)state;
    uint64_t hash[2];
    for (int timed = 0; timed < 2; timed++) {
        int reads = 0;
        weft_world_def def = weft_default_world_def();
        def.now = timed ? count_reads : NULL;
        def.user = &reads;
        weft_world *world;
        assert_ok(weft_world_create(&def, &world));
        weft_sheet_def sheet = small_sheet();
        add_sheet(world, &sheet);
        for (int tick = 0; tick < 3; tick++) {
            run_steps(world, 1, TICK);
            weft_profile p = weft_world_get_profile(world);
            double sum = 0.0;
            for (int i = 0; i < WEFT_STAGE_COUNT; i++) {
                assert_true(timed ? p.stage_ms[i] > 0.0f : p.stage_ms[i] == 0.0f);
                sum += p.stage_ms[i];
            }
            assert_at_most(sum, p.step_ms); /* of one step, not of all so far */
        }
        hash[timed] = weft_world_hash(world);
        weft_world_destroy(world);
    }
    assert_int_equal(hash[0], hash[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_defaults_are_accepted),
        cmocka_unit_test(test_every_name_is_known_once),
        cmocka_unit_test(test_the_version_is_one),
        cmocka_unit_test(test_null_worlds_are_harmless),
        cmocka_unit_test(test_a_world_def_out_of_range_is_refused),
        cmocka_unit_test(test_settings_out_of_range_are_refused),
        cmocka_unit_test(test_the_ends_of_every_range_are_accepted),
        cmocka_unit_test(test_a_switch_that_is_taken_does_something),
        cmocka_unit_test(test_a_step_of_a_wrong_length_changes_nothing),
        cmocka_unit_test(test_wrong_sheets_are_refused),
        cmocka_unit_test(test_wrong_fabrics_are_refused),
        cmocka_unit_test(test_wrong_particles_and_ids_are_refused),
        cmocka_unit_test(test_wrong_vectors_are_refused),
        cmocka_unit_test(test_places_and_speeds_have_one_range),
        cmocka_unit_test(test_wrong_questions_are_refused),
        cmocka_unit_test(test_loops_over_cloths_and_colliders_end),
        cmocka_unit_test(test_wrong_colliders_are_refused),
        cmocka_unit_test(test_wrong_constraints_and_forces_are_refused),
        cmocka_unit_test(test_the_limits_of_a_def_hold_and_room_is_used_again),
        cmocka_unit_test(test_changes_from_a_callback_are_refused),
        cmocka_unit_test(test_stage_times_add_up_and_change_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
