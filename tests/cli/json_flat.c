// json_flat.c: reads one JSON value from stdin, strictly, and prints each of its leaves as path=value, e.g.
// stretch.max=0.5 or 0.name=freefall. Exit code 1, with the place, where it is no JSON or a key comes twice.
#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_MAX = 1 << 20, PATH_SIZE = 512, DEPTH_MAX = 20, KEYS_MAX = 4096 };

static char text[TEXT_MAX + 1];
static const char *at = text;
static char keys[KEYS_MAX][PATH_SIZE]; // all paths so far
static int key_count;

static void fail(const char *what)
{
    fprintf(stderr, "json_flat: byte %ld: %s\n", (long)(at - text), what);
    exit(1);
}

static void skip_space(void)
{
    while (*at == ' ' || *at == '\t' || *at == '\n' || *at == '\r')
        at++;
}

static void expect(char c)
{
    skip_space();
    if (*at != c)
        fail("unexpected character");
    at++;
}

static void read_string(char *value, size_t size)
{
    size_t used = 0;
    expect('"');
    for (; *at != '"'; at++) {
        if ((unsigned char)*at < 0x20)
            fail("a control character in a string");
        if (*at == '\\' && !strchr("\"\\/bfnrtu", *++at))
            fail("unknown escape");
        if (used + 1 < size)
            value[used++] = *at;
    }
    at++;
    value[used] = '\0';
}

static void read_digits(void)
{
    if (!isdigit((unsigned char)*at))
        fail("expected a digit");
    while (isdigit((unsigned char)*at))
        at++;
}

static void read_number(void)
{
    if (*at == '-')
        at++;
    if (at[0] == '0' && isdigit((unsigned char)at[1]))
        fail("a number with a zero before it");
    read_digits();
    if (*at == '.') {
        at++;
        read_digits();
    }
    if (*at == 'e' || *at == 'E') {
        at++;
        if (*at == '+' || *at == '-')
            at++;
        read_digits();
    }
}

static void read_leaf(const char *path)
{
    char value[PATH_SIZE] = "";
    static const char *const words[] = {"true", "false", "null"};
    const char *start = at;
    if (*at == '"') {
        read_string(value, sizeof value);
        printf("%s=%s\n", path, value);
        return;
    }
    for (int i = 0; i < 3; i++)
        if (strncmp(at, words[i], strlen(words[i])) == 0)
            at += strlen(words[i]);
    if (at == start)
        read_number();
    printf("%s=%.*s\n", path, (int)(at - start), start);
}

static void remember(const char *path)
{
    for (int i = 0; i < key_count; i++)
        if (strcmp(keys[i], path) == 0)
            fail("a key that was there before");
    if (key_count < KEYS_MAX)
        snprintf(keys[key_count++], PATH_SIZE, "%s", path);
}

static void read_value(const char *path, int depth)
{
    skip_space();
    if (*at != '{' && *at != '[') {
        read_leaf(path);
        return;
    }
    bool object = *at++ == '{';
    char end = object ? '}' : ']';
    if (depth == DEPTH_MAX)
        fail("too deep");
    skip_space();
    for (int i = 0; *at != end; i++) {
        char name[64], inner[PATH_SIZE];
        if (i > 0)
            expect(',');
        snprintf(name, sizeof name, "%d", i);
        if (object) {
            read_string(name, sizeof name);
            expect(':');
        }
        if (snprintf(inner, sizeof inner, "%s%s%s", path, path[0] ? "." : "", name) >=
            (int)sizeof inner)
            fail("a path that is too long");
        remember(inner);
        read_value(inner, depth + 1);
        skip_space();
    }
    at++;
}

int main(void)
{
    size_t length = fread(text, 1, TEXT_MAX, stdin);
    text[length] = '\0';
    read_value("", 0);
    skip_space();
    if (*at || at != text + length)
        fail("something after the value");
    return 0;
}
