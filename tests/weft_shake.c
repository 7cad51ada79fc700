/* WEFT_SHAKE: chains keep their energy, never gain any, and everything else moves as with
 * WEFT_VERLET. */
#include "support.h"

#include <math.h>
#include <string.h>

/* A chain of 1 m that hangs from its first particle, at `angle` from straight down and straight.
 * Along the columns, or, with `row`, along a row. */
static weft_cloth_id add_chain(weft_world *world, int links, double angle, bool row)
{
    weft_sheet_def def = weft_default_sheet_def();
    def.columns = row ? links + 1 : 1;
    def.rows = row ? 1 : links + 1;
    def.width = row ? 1.0f : 0.0f;
    def.height = row ? 0.0f : 1.0f;
    memset(def.origin, 0, sizeof def.origin);
    float along[3] = {(float)sin(angle), (float)-cos(angle), 0}, across[3] = {0, 0, 1};
    memcpy(row ? def.axis_u : def.axis_v, along, sizeof along);
    memcpy(row ? def.axis_v : def.axis_u, across, sizeof across);
    def.fabric = bare_fabric();
    weft_cloth_id cloth = add_sheet(world, &def);
    assert_ok(weft_cloth_pin(world, cloth, 0));
    return cloth;
}

static weft_settings swing_settings(weft_integrator integrator, int substeps)
{
    weft_settings s = bare_settings();
    s.integrator = integrator;
    s.projection = WEFT_DIRECT;
    s.substeps = substeps;
    s.gravity[1] = (float)-GRAVITY;
    return s;
}

/* J, 0 where the chain hangs straight down. */
static double energy_of(const weft_world *world, weft_cloth_id cloth, int links)
{
    double sum = 0;
    for (int p = 1; p <= links; p++) {
        double m = mass_of(world, cloth, p);
        vec v = velocity_of(world, cloth, p);
        sum +=
            m * (GRAVITY * (position_of(world, cloth, p).y + (double)p / links) + 0.5 * dot(v, v));
    }
    return sum;
}

typedef struct swing {
    double lost; /* of its energy in 10 s, as a part; the mean of the last second, since v is half a
                    substep old */
    double gained; /* the most that it had at any tick beyond what it started with */
    double stretch;
} swing;

static swing swing_of(weft_integrator integrator, int links, int substeps, double degrees, bool row)
{
    weft_settings s = swing_settings(integrator, substeps);
    weft_world *world = make_world(&s);
    weft_cloth_id cloth = add_chain(world, links, degrees * PI / 180, row);
    double start = energy_of(world, cloth, links), most = 0, last = 0;
    for (int tick = 0; tick < 600; tick++) {
        run_steps(world, 1, TICK);
        double energy = energy_of(world, cloth, links);
        most = fmax(most, energy);
        last += tick >= 540 ? energy / 60 : 0;
    }
    swing result = {1 - last / start, most / start - 1, measure_of(world, cloth).stretch_max};
    weft_world_destroy(world);
    return result;
}

static void test_a_chain_keeps_its_energy(void **state)
{
    (void)state;
    for (int row = 0; row < 2; row++) {
        assert_close(swing_of(WEFT_SHAKE, 1, 5, 90, row).lost, 0, 0.005);
        assert_close(swing_of(WEFT_SHAKE, 1, 5, 150, row).lost, 0, 0.01);
        assert_close(swing_of(WEFT_SHAKE, 64, 20, 60, row).lost, 0, 0.005);
        assert_at_least(swing_of(WEFT_EULER, 64, 20, 60, row).lost, 0.1); /* what it is for */
        assert_at_most(swing_of(WEFT_SHAKE, 64, 20, 60, row).stretch, 1e-3);
    }
}

/* Long chains, few substeps, whips: where its tension would be unstable it must lose energy, not
 * gain it. */
static void test_a_chain_gains_no_energy(void **state)
{
    (void)state;
    static const struct {
        int links, substeps;
        double degrees;
    } chains[] = {{16, 20, 120}, {32, 20, 170}, {128, 50, 120}, {64, 5, 60},  {128, 5, 90},
                  {256, 20, 60}, {512, 20, 60}, {400, 50, 170}, {8, 10, 170}, {4, 5, 170}};
    for (size_t i = 0; i < COUNT_OF(chains); i++) {
        swing s =
            swing_of(WEFT_SHAKE, chains[i].links, chains[i].substeps, chains[i].degrees, false);
        assert_at_most(s.gained, 0.03); /* a velocity of half a substep ago is off by that much */
        assert_at_most(s.stretch, 0.02);
    }
}

/* A sheet, and a chain that another projection solves: the same bits as with WEFT_VERLET. */
static void test_everything_else_is_verlet(void **state)
{
    (void)state;
    for (int projection = 0; projection < WEFT_PROJECTION_COUNT; projection++) {
        uint64_t hash[2];
        for (int i = 0; i < 2; i++) {
            weft_settings s = swing_settings(i ? WEFT_SHAKE : WEFT_VERLET, 10);
            s.projection = (weft_projection)projection;
            weft_world *world = make_world(&s);
            weft_sheet_def def = weft_default_sheet_def();
            def.columns = def.rows = 20;
            assert_ok(weft_cloth_pin(world, add_sheet(world, &def), 0));
            if (projection != WEFT_DIRECT)
                add_chain(world, 20, 1, false);
            run_steps(world, 60, TICK);
            hash[i] = weft_world_hash(world);
            weft_world_destroy(world);
        }
        assert_true(hash[0] == hash[1]);
    }
}

static void test_a_chain_has_the_same_bits_on_every_instruction_set(void **state)
{
    (void)state;
    uint64_t hash[WEFT_ISA_COUNT];
    for (int isa = 0; isa < WEFT_ISA_COUNT; isa++) {
        weft_world_def def = weft_default_world_def();
        def.settings = swing_settings(WEFT_SHAKE, 20);
        def.isa = (weft_isa)isa;
        def.threads = 1 + isa;
        weft_world *world;
        hash[isa] = hash[0];
        if (weft_world_create(&def, &world) == WEFT_ERROR_ISA)
            continue;
        add_chain(world, 37, 2.5, false);
        add_chain(world, 50, 1, true);
        run_steps(world, 60, TICK);
        hash[isa] = weft_world_hash(world);
        weft_world_destroy(world);
        assert_true(hash[isa] == hash[0]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_chain_keeps_its_energy),
        cmocka_unit_test(test_a_chain_gains_no_energy),
        cmocka_unit_test(test_everything_else_is_verlet),
        cmocka_unit_test(test_a_chain_has_the_same_bits_on_every_instruction_set),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
