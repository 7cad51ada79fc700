// app_panel_text.c: what the panel says fits its column.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "panel_text.h"

static void percents(void **state)
{
    (void)state;
    static const struct {
        double part;
        const char *text;
    } rows[] = {
        {0.0, "0"},          {1e-9, "0"},       {1.02e-6, "0.0001"}, {1.02e-5, "0.001"},
        {1.24e-5, "0.0012"}, {7.3e-4, "0.073"}, {0.0389, "3.9"},     {0.5, "50"},
        {1.0, "100"},        {12.0, "1200"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[16];
        panel_text_percent(rows[i].part, text, sizeof text);
        assert_string_equal(text, rows[i].text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(percents),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
