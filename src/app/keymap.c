/* keymap.c: looks a key press up in the sandbox's key table. See keymap.h. */
#include "keymap.h"

#include <string.h>

enum { NAME_MAX_BYTES = 32 };

static bool is_letter(char c)
{
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

static bool is_ascii(const char *text)
{
    for (; *text; text++)
        if ((unsigned char)*text >= 0x80)
            return false;
    return true;
}

static bool same_key(const char *a, const char *b)
{
    if (is_letter(a[0]) && !a[1] && !b[1])
        return (a[0] | 0x20) == (b[0] | 0x20);
    return strcmp(a, b) == 0;
}

/* Whether `wanted`, e.g. "Shift+R", "+", "1…9", is the key called `key` with these modifiers. */
static bool matches(const char *wanted, const char *key, const struct key_press *press, int *number)
{
    bool shift = strncmp(wanted, "Shift+", 6) == 0;
    wanted += shift ? 6 : 0;
    bool control = strncmp(wanted, "Ctrl+", 5) == 0;
    wanted += control ? 5 : 0;
    if (control != press->control)
        return false;
    if (strncmp(wanted, "1…", strlen("1…")) == 0) { /* a range of digits */
        bool digit = key[0] >= '1' && key[0] <= '9' && !key[1];
        *number = digit ? key[0] - '0' : *number;
        return digit;
    }
    /* Shift is part of a letter's name; a sign may need it or not, as the layout has it. */
    if (is_letter(wanted[0]) && !wanted[1] && shift != press->shift)
        return false;
    return same_key(wanted, key);
}

static int find(const char *key, const struct key_press *press, int *number)
{
    if (!key[0])
        return -1;
    for (int i = 0; i < ACTION_COUNT; i++) {
        char wanted[NAME_MAX_BYTES];
        for (int a = 0; key_alternative(&key_table[i], a, wanted, sizeof wanted); a++)
            if (matches(wanted, key, press, number))
                return (int)key_table[i].action;
    }
    return -1;
}

int keymap_find(const struct key_press *press, int *number)
{
    *number = 0;
    int action = find(press->typed, press, number);
    if (action < 0)
        action = find(press->name, press, number);
    /* "+" is printed above "=" on many keyboards. */
    if (action < 0 && strcmp(press->name, "=") == 0)
        action = find("+", press, number);
    bool digit = press->place >= '0' && press->place <= '9';
    if (action < 0 && (digit || !is_ascii(press->name)) && press->place)
        action = find((const char[]){press->place, '\0'}, press, number);
    return action;
}
