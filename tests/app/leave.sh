#!/usr/bin/env bash
# The keyboard goes to another window while a key and a button are held: both end, whatever is let go elsewhere.
# shellcheck source=tests/app/desk.sh
. "$(dirname "${BASH_SOURCE[0]}")/desk.sh"

begin_desk
open_weft
settle
point 320 240
press 1
until_true 10 has_line '^[0-9]+ grab' || give_up 'a press on the cloth grabs nothing'
xdotool keydown q
sleep 0.3

# Another window, as Alt+Tab would choose it. Its own keyboard gets the release.
"$WEFT" --window 200x150 --scene two >"$temp/other" 2>&1 &
other=$!
is_elsewhere() {
    ! is_active
}
until_true 30 is_elsewhere || give_up 'no other window takes the keyboard'
line release
xdotool keyup q
release 1
kill "$other"
wait "$other" 2>/dev/null || true

xdotool windowfocus "$window"
until_true 10 is_active || give_up 'the keyboard does not come back'
no_line 'release pin'
point 320 220
press 1
line grab 2
glide 320 220 330 210
sleep 0.3
depth=$(last drag | cut -d' ' -f3)
sleep 0.5
point 331 210
sleep 0.3
holds 'Q has ended with the keyboard' "($(last drag | cut -d' ' -f3) - $depth)^2 < 0.02^2"
release 1
line release 2
close_weft
replays
finish
