#!/usr/bin/env bash
# A screen of twice the scale: the panel and its button are twice as large, and the hand is where the pointer is.
# shellcheck source=tests/app/desk.sh
. "$(dirname "${BASH_SOURCE[0]}")/desk.sh"

begin_desk
xprop -root -format RESOURCE_MANAGER 8s -set RESOURCE_MANAGER 'Xft.dpi: 192'
leave_panel=1
open_weft

point 70 44
xdotool click 1
point 620 20
has_panel() {
    shot large.png
    panel_shown large.png
}
until_true 5 has_panel || fault 'a click on the button, twice as large, does not show the panel'
holds 'the panel is twice as wide' "$(probe mean large.png 540 60 40 60 | cut -d' ' -f4) < 100"
key h

settle
point 320 240
press 1
line grab
glide 320 240 335 200
sleep 0.5
shot held.png
holds 'the cloth is where the pointer is' "$(probe cloth held.png 320 185 30 30) > 30"
release 1
line release
close_weft
replays
finish
