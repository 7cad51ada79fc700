// app_assets.c: where textures and shaders are looked for, and in which order.
#include "support.h"

#include "assets.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char root[] = "/tmp/weft-assets.XXXXXX";

// Made in this order, and removed from the end. No assets yet but in the last ones.
static const char *const folders[] = {
    "build",      "build/src",    "build/src/app",     "build/assets", "prefix",
    "prefix/bin", "prefix/share", "prefix/share/weft", "copy",         "copy/assets",
};

static void path_of(const char *name, char path[ASSETS_PATH_MAX])
{
    assert_true(assets_join(path, ASSETS_PATH_MAX, root, name));
}

static void make(const char *name)
{
    char path[ASSETS_PATH_MAX];
    path_of(name, path);
    assert_int_equal(mkdir(path, 0777), 0);
}

static void removed(const char *name)
{
    char path[ASSETS_PATH_MAX];
    path_of(name, path);
    assert_int_equal(rmdir(path), 0);
}

static int begin(void **state)
{
    (void)state;
    if (!mkdtemp(root))
        return -1;
    for (size_t i = 0; i < COUNT_OF(folders); i++)
        make(folders[i]);
    return 0;
}

static int end(void **state)
{
    (void)state;
    for (size_t i = COUNT_OF(folders); i-- > 0;)
        removed(folders[i]);
    return rmdir(root);
}

// finds FOLDER EXPECTED: what a program in this folder takes; null: nothing.
static void finds(const char *folder, const char *expected)
{
    char at[ASSETS_PATH_MAX], path[ASSETS_PATH_MAX], wanted[ASSETS_PATH_MAX];
    path_of(folder, at);
    bool found = assets_find_near(at, path, sizeof path);
    if (!expected) {
        assert_false(found);
        return;
    }
    assert_true(found);
    path_of(expected, wanted);
    assert_string_equal(path, wanted);
}

static void each_place_is_found(void **state)
{
    (void)state;
    finds("build/src/app", NULL); // there is a folder of that name, with nothing in it
    make("build/assets/shaders");
    finds("build/src/app", "build/src/app/../../assets");
    finds("prefix/bin", NULL);
    make("prefix/share/weft/textures");
    finds("prefix/bin", "prefix/bin/../share/weft");
    make("copy/assets/textures");
    finds("copy", "copy/assets");
    removed("copy/assets/textures");
    removed("prefix/share/weft/textures");
    removed("build/assets/shaders");
}

// In a build tree its own come first, whatever lies beside the program.
static void the_build_tree_comes_first(void **state)
{
    (void)state;
    make("build/assets/shaders");
    make("build/src/app/assets");
    make("build/src/app/assets/shaders");
    finds("build/src/app", "build/src/app/../../assets");
    removed("build/assets/shaders");
    finds("build/src/app", "build/src/app/assets");
    removed("build/src/app/assets/shaders");
    removed("build/src/app/assets");
}

static void the_environment_is_the_only_place_where_it_is_set(void **state)
{
    (void)state;
    char path[ASSETS_PATH_MAX], wanted[ASSETS_PATH_MAX], error[512] = "";
    make("copy/assets/shaders");
    path_of("copy/assets", wanted);
    setenv("WEFT_ASSETS", wanted, 1);
    assert_true(assets_find(path, sizeof path, error, sizeof error));
    assert_string_equal(path, wanted);
    removed("copy/assets/shaders");
    assert_false(assets_find(path, sizeof path, error, sizeof error));
    assert_non_null(strstr(error, "WEFT_ASSETS="));
    setenv("WEFT_ASSETS", "", 1); // as if it was not set
    error[0] = '\0';
    if (!assets_find(path, sizeof path, error, sizeof error))
        assert_null(strstr(error, "WEFT_ASSETS="));
    unsetenv("WEFT_ASSETS");
}

static void a_path_that_does_not_fit_is_refused(void **state)
{
    (void)state;
    char small[8];
    assert_true(assets_join(small, sizeof small, "abc", "def"));
    assert_string_equal(small, "abc/def");
    assert_false(assets_join(small, sizeof small, "abcd", "def"));
    assert_false(assets_find_near("/tmp", small, sizeof small));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_place_is_found),
        cmocka_unit_test(the_build_tree_comes_first),
        cmocka_unit_test(the_environment_is_the_only_place_where_it_is_set),
        cmocka_unit_test(a_path_that_does_not_fit_is_refused),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
