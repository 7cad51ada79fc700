/* The key and gesture tables. Reads and writes nothing. */
#include "keys.h"

#include <stdio.h>
#include <string.h>

const struct key_row key_table[ACTION_COUNT] = {
    {ACTION_WIND, "wind", "W", "wind on or off"},
    {ACTION_WIND_LEFT, "wind_left", "Left", "turn the wind to the left"},
    {ACTION_WIND_RIGHT, "wind_right", "Right", "turn the wind to the right"},
    {ACTION_WIND_UP, "wind_up", "Up", "turn the wind upwards"},
    {ACTION_WIND_DOWN, "wind_down", "Down", "turn the wind downwards"},
    {ACTION_WIND_FASTER, "wind_faster", "+", "faster wind"},
    {ACTION_WIND_SLOWER, "wind_slower", "-", "slower wind"},
    {ACTION_STIFFNESS, "stiffness", "S", "stiffness: soft, medium, stiff"},
    {ACTION_SOLVER, "solver", "M", "next solver"},
    {ACTION_VIEW, "view", "V", "next view: textured, wireframe, lines, particles, normals, strain"},
    {ACTION_PAUSE, "pause", "P or Space", "pause and go on"},
    {ACTION_STEP, "step", "O", "one step"},
    {ACTION_SLOW_MOTION, "slow_motion", "L", "slow motion and back"},
    {ACTION_RESET, "reset", "R", "the scene from its start, without your pins; parameters stay"},
    {ACTION_DEFAULTS, "defaults", "Shift+R", "everything to its defaults"},
    {ACTION_SCENE_NUMBER, "scene_number", "1…9", "the scene with this number"},
    {ACTION_SCENE_PREVIOUS, "scene_previous", "[", "previous scene"},
    {ACTION_SCENE_NEXT, "scene_next", "]", "next scene"},
    {ACTION_GRID_FINER, "grid_finer", "G",
     "finer grid: the scene from its start, without your pins"},
    {ACTION_GRID_COARSER, "grid_coarser", "Shift+G", "coarser grid, the same"},
    {ACTION_SHOOT, "shoot", "B", "throw a ball at the pointer"},
    {ACTION_GRAB_PULL, "grab_pull", "Q", "while grabbing: pull nearer"},
    {ACTION_GRAB_PUSH, "grab_push", "E", "while grabbing: push away"},
    {ACTION_UNPIN, "unpin", "U", "free the pin at the pointer, seen or behind cloth"},
    {ACTION_PANEL, "panel", "H", "show or hide the panel"},
    {ACTION_HELP, "help", "F1", "show or hide this help"},
    {ACTION_RELOAD, "reload", "F5", "reload the shaders"},
    {ACTION_FULL_SCREEN, "full_screen", "F11", "full screen and back"},
    {ACTION_SCREENSHOT, "screenshot", "F12", "screenshot, a PNG named by scene and time"},
    {ACTION_SAVE, "save", "Ctrl+S", "save the drape as OBJ"},
    {ACTION_CLOSE, "close", "Esc", "close what is open, then quit"},
};

const struct gesture_row gesture_table[GESTURE_COUNT] = {
    {"Left drag on the cloth", "grab and pull it"},
    {"Wheel while grabbing", "push and pull it in depth"},
    {"Left drag on a thing", "pick it up: ball, table, pole; cloth on it goes along"},
    {"Shift at release", "leave it pinned there, or where its reach ends"},
    {"Left drag on nothing", "orbit"},
    {"Right drag", "orbit"},
    {"Middle drag", "pan"},
    {"Shift + right drag", "pan"},
    {"Wheel", "zoom"},
    {"Drop an image on the window", "it becomes the fabric's texture"},
};

int key_alternative(const struct key_row *row, int which, char *text, int size)
{
    const char *start = row->keys;
    for (int i = 0; i < which; i++) {
        start = strstr(start, " or ");
        if (!start)
            return 0;
        start += 4;
    }
    const char *end = strstr(start, " or ");
    int length = end ? (int)(end - start) : (int)strlen(start);
    snprintf(text, (size_t)size, "%.*s", length, start);
    return 1;
}
