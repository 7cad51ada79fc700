/* Locale-independent text: see text.h. Reads and writes nothing but its arguments. */
#include "text.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

struct text_locale text_locale_begin(void)
{
    struct text_locale locale = {.c = newlocale(LC_ALL_MASK, "C", (locale_t)0)};
    /* Without memory for a locale the thread keeps its own: still right wherever nobody called
     * setlocale. */
    locale.previous = locale.c ? uselocale(locale.c) : (locale_t)0;
    return locale;
}

void text_locale_end(struct text_locale locale)
{
    if (!locale.c)
        return;
    uselocale(locale.previous);
    freelocale(locale.c);
}

void text_format(char *text, size_t size, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    struct text_locale locale = text_locale_begin();
    vsnprintf(text, size, format, arguments);
    text_locale_end(locale);
    va_end(arguments);
}

/* Formats as one line, whatever the words in it are. */
static void format_line(char *line, size_t size, const char *format, va_list arguments)
{
    struct text_locale locale = text_locale_begin();
    vsnprintf(line, size, format, arguments);
    text_locale_end(locale);
    for (char *c = line; *c; c++)
        if ((unsigned char)*c < 0x20)
            *c = '?';
}

bool text_error(char *error, size_t size, const char *format, ...)
{
    if (!error || size == 0)
        return false;
    va_list arguments;
    va_start(arguments, format);
    format_line(error, size, format, arguments);
    va_end(arguments);
    return false;
}

void text_complain(FILE *file, const char *program, const char *format, ...)
{
    char line[2048];
    va_list arguments;
    va_start(arguments, format);
    format_line(line, sizeof line, format, arguments);
    va_end(arguments);
    fprintf(file, "%s: %s\n", program, line);
}

bool text_parse_double(const char *text, double *value)
{
    /* strtod skips blanks in front and reads "nan(…)": neither is a number here. */
    if (text[0] == '\0' || isspace((unsigned char)text[0]))
        return false;
    char *end;
    struct text_locale locale = text_locale_begin();
    double number = strtod(text, &end);
    text_locale_end(locale);
    if (*end != '\0' || isnan(number))
        return false;
    *value = number;
    return true;
}

bool text_parse_integer(const char *text, int64_t min, int64_t max, int64_t *value)
{
    const char *digits = text[0] == '-' || text[0] == '+' ? text + 1 : text;
    if (digits[0] == '\0' || digits[strspn(digits, "0123456789")] != '\0')
        return false;
    errno = 0;
    long long number = strtoll(text, NULL, 10);
    if (errno != 0 || number < min || number > max)
        return false;
    *value = number;
    return true;
}

bool text_parse_hex(const char *text, uint64_t *value)
{
    size_t length = strlen(text);
    if (length < 1 || length > 16 || text[strspn(text, "0123456789abcdefABCDEF")] != '\0')
        return false;
    *value = strtoull(text, NULL, 16);
    return true;
}

bool text_has_suffix(const char *text, const char *suffix)
{
    size_t length = strlen(text), end = strlen(suffix);
    if (length <= end)
        return false;
    for (size_t i = 0; i < end; i++) {
        char c = text[length - end + i];
        if ((c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c) != suffix[i])
            return false;
    }
    return true;
}

int text_columns(const char *text)
{
    int columns = 0;
    for (; *text; text++)
        columns += ((unsigned char)*text & 0xc0) != 0x80; /* not the rest of a letter */
    return columns;
}

void text_add_name(char *list, size_t size, const char *name)
{
    size_t used = strlen(list);
    if (used < size)
        text_format(list + used, size - used, "%s%s", used > 0 ? ", " : "", name);
}

char *text_word(char **text)
{
    char *word = *text + strspn(*text, " \t");
    if (*word == '\0') {
        *text = word;
        return NULL;
    }
    char *end = word + strcspn(word, " \t");
    *text = *end ? end + 1 : end;
    *end = '\0';
    return word;
}
