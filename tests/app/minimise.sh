#!/usr/bin/env bash
# Minimised, it stands still and costs next to nothing; restored, it goes on where it was.
# shellcheck source=tests/app/desk.sh
. "$(dirname "${BASH_SOURCE[0]}")/desk.sh"

# used: the program's processor time so far, in hundredths of a second.
used() {
    local fields
    read -r -a fields <"/proc/$program/stat"
    echo $((fields[13] + fields[14]))
}

minimised() {
    grep -q Iconic <<<"$(xprop -id "$window" WM_STATE)"
}

begin_desk
open_weft
settle
start=$(used)
sleep 2
shown=$(($(used) - start))

key w
line 'set wind on'
before=$(tick 'set wind on')
xdotool windowminimize "$window"
until_true 10 minimised || give_up 'the window is not minimised'
sleep 0.5
start=$(used)
sleep 3
hidden=$(($(used) - start))
holds 'minimised it costs little' "$hidden < 15 && $hidden / 1.5 < 0.2 * $shown"

xdotool windowactivate "$window"
until_true 10 is_active || xdotool windowfocus "$window"
until_true 15 listens || give_up 'it does not react after it was restored'
sleep 0.3
rm -f weft-*.png
key w
line 'set wind off'
passed=$(($(tick 'set wind off') - before))
holds 'time stood still meanwhile' "$passed < 60 * 2.5 * $slow"
shot after.png
holds 'the picture is right afterwards' "$(probe cloth after.png 200 80 260 250) > 10"
close_weft
replays
finish
