// app_keymap.c: a key does what is printed on it, on any layout.
#include "support.h"

#include "keymap.h"

#include <string.h>

static const struct {
    const char *what;
    struct key_press press; // typed, name, place, shift, control
    int action, number;
} rows[] = {
    {"W on QWERTY", {"w", "w", 'W', false, false}, ACTION_WIND, 0},
    {"W on AZERTY, where QWERTY has Z", {"w", "w", 'Z', false, false}, ACTION_WIND, 0},
    {"Z on AZERTY is no W", {"z", "z", 'W', false, false}, -1, 0},
    {"with Caps Lock", {"W", "w", 'W', false, false}, ACTION_WIND, 0},
    {"a release, which types nothing", {"", "q", 'Q', false, false}, ACTION_GRAB_PULL, 0},
    {"R", {"r", "r", 'R', false, false}, ACTION_RESET, 0},
    {"Shift+R", {"R", "r", 'R', true, false}, ACTION_DEFAULTS, 0},
    {"Shift+W is nothing", {"W", "w", 'W', true, false}, -1, 0},
    {"Ctrl+S", {"", "s", 'S', false, true}, ACTION_SAVE, 0},
    {"S", {"s", "s", 'S', false, false}, ACTION_STIFFNESS, 0},
    {"Ctrl+W is nothing", {"", "w", 'W', false, true}, -1, 0},
    {"Ctrl+F1 is nothing", {"", "F1", 0, false, true}, -1, 0},
    {"a digit", {"3", "3", '3', false, false}, ACTION_SCENE_NUMBER, 3},
    {"a digit's key on AZERTY without Shift",
     {"\"", "\"", '3', false, false},
     ACTION_SCENE_NUMBER,
     3},
    {"a digit on AZERTY with Shift", {"3", "\"", '3', true, false}, ACTION_SCENE_NUMBER, 3},
    {"0 is no scene", {"0", "0", '0', false, false}, -1, 0},
    {"+ above =", {"", "=", 0, false, false}, ACTION_WIND_FASTER, 0},
    {"+ on the keypad", {"+", "+", 0, false, false}, ACTION_WIND_FASTER, 0},
    {"-", {"-", "-", 0, false, false}, ACTION_WIND_SLOWER, 0},
    {"[ by AltGr on a German keyboard", {"[", "8", '8', false, false}, ACTION_SCENE_PREVIOUS, 0},
    {"Cyrillic: W is where QWERTY has it", {"ц", "ц", 'W', false, false}, ACTION_WIND, 0},
    {"a Greek one likewise, with Shift", {"Ρ", "ρ", 'R', true, false}, ACTION_DEFAULTS, 0},
    {"Space", {"", "Space", 0, false, false}, ACTION_PAUSE, 0},
    {"P", {"p", "p", 'P', false, false}, ACTION_PAUSE, 0},
    {"an arrow", {"", "Left", 0, false, false}, ACTION_WIND_LEFT, 0},
    {"Esc", {"", "Esc", 0, false, false}, ACTION_CLOSE, 0},
    {"F12", {"", "F12", 0, false, false}, ACTION_SCREENSHOT, 0},
    {"F2 is nothing", {"", "F2", 0, false, false}, -1, 0},
    {"a key without a name", {"", "", 0, false, false}, -1, 0},
    {"words of the table are no keys", {"", "or", 0, false, false}, -1, 0},
    {"a character that nothing has", {"é", "é", 0, false, false}, -1, 0},
};

static void keys_do_what_is_printed_on_them(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        int number = -1, action = keymap_find(&rows[i].press, &number);
        if (action != rows[i].action || number != rows[i].number)
            fail_msg("%s: action %d, number %d; expected %d, %d", rows[i].what, action, number,
                     rows[i].action, rows[i].number);
    }
}

// Each name of the table finds its own row.
static void every_name_is_found(void **state)
{
    (void)state;
    for (int i = 0; i < ACTION_COUNT; i++) {
        char name[32];
        for (int a = 0; key_alternative(&key_table[i], a, name, sizeof name); a++) {
            struct key_press press = {"", name, 0, false, false};
            if (strncmp(name, "Shift+", 6) == 0)
                press.name += 6, press.shift = true;
            if (strncmp(name, "Ctrl+", 5) == 0)
                press.name += 5, press.control = true;
            if (i == ACTION_SCENE_NUMBER)
                press.name = "1";
            int number;
            assert_int_equal(keymap_find(&press, &number), key_table[i].action);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_do_what_is_printed_on_them),
        cmocka_unit_test(every_name_is_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
