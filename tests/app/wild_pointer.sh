#!/usr/bin/env bash
# A pointer that jumps across the screen or leaves the window while it holds the cloth breaks nothing; losing the
# focus ends the grab.
# shellcheck source=tests/app/desk.sh
. "$(dirname "${BASH_SOURCE[0]}")/desk.sh"

# grabbing COUNT: takes hold in the middle, for the COUNT-th time.
grabbing() {
    point 320 240
    press 1
    until_true 10 has_line '^[0-9]+ grab' "$1" || give_up "grab $1 does not begin"
}

begin_desk
open_weft
settle

# Across the screen in one event, again and again.
grabbing 1
for at in '0 0' '639 479' '0 479' '639 0' '320 240'; do
    # shellcheck disable=SC2086
    point $at
    sleep 0.15
done
release 1
line release 1

# Out of the window, on all sides, and let go there.
grabbing 2
xdotool mousemove 0 0
sleep 0.3
xdotool mousemove 1023 767
sleep 0.3
xdotool mousemove 0 767
sleep 0.3
release 1
line release 2
key r

# A second button does not take over, and its release does not end the grab.
sleep 1
grabbing 3
press 3
glide 320 240 360 260 3
release 3
sleep 0.3
[ "$(grep -c ' release' r.weft)" = 2 ] || fault 'another button ends the grab'
release 1
line release 3

# Another window takes the focus.
other_window() {
    "$WEFT" --window 200x150 --scene two >/dev/null 2>&1 &
    other=$!
}
grabbing 4
other_window
until_true 20 has_line '^[0-9]+ release' 4 || fault 'losing the focus does not end the grab'
kill "$other" 2>/dev/null || true
until_true 10 is_active || xdotool windowfocus "$window"
glide 320 240 400 300 4
release 1
sleep 0.3
drags=$(grep -c ' drag' r.weft)
glide 400 300 300 200 4
shot after.png
[ "$(grep -c ' drag' r.weft)" = "$drags" ] || fault 'the cloth is dragged after the grab has ended'

# Minimised while grabbing.
grabbing 5
xdotool windowminimize "$window"
sleep 0.5
xdotool windowactivate "$window"
line release 5
release 1
until_true 10 is_active || xdotool windowfocus "$window"

# All is well after it.
key r
line reset 2
settle $(($(tick reset) + 120))
shot good.png
holds 'the cloth hangs in the middle again' "$(probe cloth good.png 300 220 40 40) > 95"
close_weft
replays
"$WEFT_CLI" replay r.weft --stats stats.json >/dev/null 2>&1 || fault 'the replay has no figures'
grep -q '"finite": true' stats.json || fault 'the state is not finite'
if grep -q 'ran away' "$temp/err" verdict; then fault 'the cloth ran away'; fi
finish
