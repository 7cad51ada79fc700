/* The smallest use of weft: hang a sheet by two corners for five seconds, say how far it sags. */
#include <stdio.h>
#include <weft.h>

int main(void)
{
    weft_world_def world_def = weft_default_world_def();
    weft_sheet_def sheet = weft_default_sheet_def(); /* 1 m x 1 m, 64 x 64, flat */
    weft_world *world;
    weft_cloth_id cloth;
    weft_measure measure;
    weft_result result = weft_world_create(&world_def, &world);
    if (result == WEFT_OK)
        result = weft_sheet_create(world, &sheet, &cloth);
    if (result == WEFT_OK)
        result = weft_cloth_pin(world, cloth, 0);
    if (result == WEFT_OK)
        result = weft_cloth_pin(world, cloth, sheet.columns - 1);
    for (int tick = 0; tick < 300 && result == WEFT_OK; tick++)
        result = weft_world_step(world, 1.0f / 60.0f);
    if (result == WEFT_OK)
        result = weft_cloth_measure(world, cloth, &measure);
    if (result == WEFT_OK)
        printf("sag %.3f m, mean stretch %.2f %%\n", 1.5 - measure.lowest,
               100.0 * measure.stretch_mean);
    else
        fprintf(stderr, "hello: %s\n", weft_result_string(result));
    weft_world_destroy(world);
    return result != WEFT_OK;
}
