/* Same bits everywhere: the hash of every scene after 60 and 600 ticks with its defaults (stress on a smaller grid) is
 * one constant, whatever the threads, the instruction set, the compiler and the build type. Without an argument the
 * scenes run on one thread with the processor's best instructions; with the argument "splits" on several threads and
 * with every instruction set. When the solver changes on purpose, run this test and write the hashes that it prints
 * into the table. */
#include "session.h"
#include "support.h"

#include <inttypes.h>
#include <string.h>

typedef struct golden {
    const char *scene;
    uint64_t early, late; /* after 60 and 600 ticks */
} golden;

static const golden GOLDEN[] = {
    {"corners", 0x3f0c5fb49018ddb7, 0xf072d4efe7650124},
    {"curtain", 0x2a68170a6abbed3e, 0x43babe3fabdac728},
    {"flag", 0x05a24efe9dbef600, 0x661f487e98dd936f},
    {"ball", 0x6a3443d8cac15df1, 0x8dd8e9518702468a},
    {"two", 0x133654ac2a661c98, 0x237966554f3c9d3a},
    {"tablecloth", 0xafd10721898737fc, 0x02d125ed311e2e6f},
    {"line", 0xf264e965aa323536, 0x379f2a87eab47d25},
    {"fold", 0x585bb1bafd21dbd6, 0x814301f66c58658d},
    {"twist", 0xbfb48ab70975d56d, 0xcb68b4aba765ab82},
    {"ring", 0xc40877bdf4c5484e, 0xaa24e8215d632524},
    {"trampoline", 0x446fc497f060e0c3, 0xc68223886b30ac59},
    {"net", 0xa617ecba5dde301e, 0xd901c22261102f01},
    {"banner", 0xb198eefec6dd4d49, 0x1d0e6d265ce8f684},
    {"shots", 0x3cbe1527c988f00e, 0xd4094823c9a961ba},
    {"balloon", 0xfabc44ac62d36714, 0x966fcb7d36846478},
    {"stress", 0x4aaa18736c1d1ce1, 0x2138a76a4bb990b2},
};

/* A sanitized build is many times slower; it looks at the early hash only. */
#ifdef WEFT_SANITIZED
enum { EARLY = 60, LATE = EARLY };
#else
enum { EARLY = 60, LATE = 600 };
#endif

/* Numbers of threads and every instruction set are met once, two at a time: the bits may depend on neither. One
 * split runs to the end; what another does differently shows at once. */
static const struct {
    int threads;
    weft_isa isa;
    int ticks;
} SPLITS[] = {
    {2, WEFT_ISA_BASELINE, EARLY},
    {3, WEFT_ISA_AVX2, LATE},
    {16, WEFT_ISA_AVX512, EARLY},
};

static void check(int threads, weft_isa isa, int ticks)
{
    bool same = true;
    assert_int_equal(sizeof GOLDEN / sizeof *GOLDEN, SCENE_COUNT);
    for (int i = 0; i < SCENE_COUNT; i++) {
        struct session_options options = session_default_options();
        char error[256];
        options.scene = scene_find(GOLDEN[i].scene);
        if (strcmp(GOLDEN[i].scene, "stress") == 0) /* its own takes minutes */
            options.columns = options.rows = 64;
        options.threads = threads;
        options.isa = isa;
        struct session *session = session_create(&options, error, sizeof error);
        if (!session)
            fail_msg("%s", error);
        uint64_t hash[2] = {0, GOLDEN[i].late};
        for (int tick = 1; tick <= ticks; tick++) {
            assert_true(session_tick(session));
            if (tick == EARLY)
                hash[0] = weft_world_hash(session_world(session));
            if (tick == 600)
                hash[1] = weft_world_hash(session_world(session));
        }
        session_destroy(session);
        if (hash[0] != GOLDEN[i].early || hash[1] != GOLDEN[i].late) {
            print_error("    {\"%s\", 0x%016" PRIx64 ", 0x%016" PRIx64 "},\n", GOLDEN[i].scene,
                        hash[0], hash[1]);
            same = false;
        }
    }
    assert_true(same);
}

static void every_scene_has_its_hash(void **state)
{
    (void)state;
    check(1, WEFT_ISA_AUTO, LATE);
}

/* False where the processor lacks the instruction set. */
static bool isa_is_here(weft_isa isa)
{
    weft_world_def def = weft_default_world_def();
    def.isa = isa;
    weft_world *world;
    weft_result result = weft_world_create(&def, &world);
    weft_world_destroy(world);
    return result != WEFT_ERROR_ISA;
}

static void threads_and_instruction_sets_change_no_bit(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof SPLITS / sizeof *SPLITS; i++) {
        weft_isa isa = SPLITS[i].isa;
        if (!isa_is_here(isa)) {
            print_message("this processor lacks %s\n", weft_isa_name(isa));
            isa = WEFT_ISA_AUTO;
        }
        check(SPLITS[i].threads, isa, SPLITS[i].ticks);
    }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest scenes[] = {cmocka_unit_test(every_scene_has_its_hash)};
    const struct CMUnitTest splits[] = {
        cmocka_unit_test(threads_and_instruction_sets_change_no_bit),
    };
    if (argc > 1 && strcmp(argv[1], "splits") == 0)
        return cmocka_run_group_tests(splits, NULL, NULL);
    return cmocka_run_group_tests(scenes, NULL, NULL);
}
