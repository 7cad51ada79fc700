#!/usr/bin/env bash
# What is seen: the hint, cloth in the middle, every corner drawn, both sides lit, and it moves.
screen=1300x800
# shellcheck source=tests/app/desk.sh
. "$(dirname "${BASH_SOURCE[0]}")/desk.sh"

begin_desk
# As a person starts it, without any option.
open_weft --window 1280x720 --grid 64 --set damping=0.1
shot hint.png
[ "$(probe size hint.png)" = '1280 720' ] || fault "size: $(probe size hint.png)"
settle
pause
key h # the panel, as a person sees it first
shot first.png
panel_shown first.png || fault 'H does not show the panel'
key h
sleep 9 # both the hint and what F12 says are over
shot later.png
holds 'the hint is there in the beginning' "$(probe mean hint.png 520 675 240 30 | cut -d' ' -f4) < 90"
holds 'the hint goes away' "$(probe mean later.png 520 675 240 30 | cut -d' ' -f4) > 100"
holds 'the middle is cloth' "$(probe cloth first.png 600 320 80 80) > 95"
holds 'the cloth is in the frame' "$(probe cloth first.png 1278 0 2 720) < 1"
for corner in '0 0' '-1 0' '0 -1' '-1 -1'; do
    # shellcheck disable=SC2086
    holds "the corner $corner is drawn" "$(probe pixel later.png $corner | tr ' ' +) > 120"
done
holds 'nothing is black' "$(probe mean later.png 0 0 0 600 | cut -d' ' -f4) > 100"

# From behind: half a turn is as long as the window is high.
point 640 360
front=$(probe mean later.png 560 250 160 160 | cut -d' ' -f4)
drag 3 1240 500 520 500
point 1260 20
sleep 0.3
shot back.png
holds 'the middle is cloth from behind' "$(probe cloth back.png 600 320 80 80) > 95"
back=$(probe mean back.png 560 250 160 160 | cut -d' ' -f4)
holds 'both sides are lit' "$front > 40 && $back > 40 && $front < 230 && $back < 230"
holds 'both sides are lit alike' "$back / $front > 0.5 && $back / $front < 2"
other later.png back.png

# What is drawn moves with what is computed.
key p w
sleep 1
shot moving0.png
sleep 0.7
shot moving1.png
other moving0.png moving1.png 300 0 900 600
close_weft
replays
finish
