/* Text that does not depend on the locale: numbers are read and written with a point, whatever
 * LC_NUMERIC says, so that files are the same bytes everywhere.
 */
#ifndef SANDBOX_TEXT_H
#define SANDBOX_TEXT_H

#include <locale.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Brackets a stretch of printf's or strtod's in the "C" locale, for this thread only. */
struct text_locale {
    locale_t c, previous;
};
struct text_locale text_locale_begin(void);
void text_locale_end(struct text_locale locale);

/* snprintf in the C locale. Always ends the string. */
void text_format(char *text, size_t size, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 3, 4)))
#endif
    ;

/* Writes a line to an `error` buffer (which may be null or empty) and returns false. */
bool text_error(char *error, size_t size, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 3, 4)))
#endif
    ;

/* Writes "program: …" as one line to a stream, stderr mostly. */
void text_complain(FILE *file, const char *program, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 3, 4)))
#endif
    ;

/* Each reads the whole of `text`: no blanks around, nothing left over. False if it is no such
 * number. */
bool text_parse_double(const char *text,
                       double *value); /* decimal or C hex float; finite or infinite, no NaN */
bool text_parse_integer(const char *text, int64_t min, int64_t max,
                        int64_t *value);                /* decimal digits, a sign */
bool text_parse_hex(const char *text, uint64_t *value); /* 1 to 16 hex digits, no 0x */

/* Whether `text` is more than `suffix` (in small letters) and ends with it, in any case. */
bool text_has_suffix(const char *text, const char *suffix);

/* How many columns UTF-8 text takes on a terminal, for letters and signs that take one each. */
int text_columns(const char *text);

/* Adds a name to a list of them: "a, b", "a, b, c". */
void text_add_name(char *list, size_t size, const char *name);

/* Splits off the next word (blanks are spaces and tabs): ends it in place, moves *text past it.
 * Null at the end of the string. */
char *text_word(char **text);

#endif
