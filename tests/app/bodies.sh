#!/usr/bin/env bash
# Things of a scene are picked up: the ball goes where the pointer goes, lifts the cloth above it, and stays where it is
# let go; B throws a ball at the pointer; the recording replays to the same hash.
# shellcheck source=tests/app/desk.sh
. "$(dirname "${BASH_SOURCE[0]}")/desk.sh"

# highest: of the drape, m.
highest() {
    saved drape.obj
    awk '$1 == "v" && (top == "" || $3 > top) { top = $3 } END { print top }' drape.obj
}

begin_desk
open_weft --scene ball --set gravity=0
settle
shot first.png
flat=$(highest)
holds 'the cloth hovers' "($flat - 0.9)^2 < 0.001"

point 320 240
sleep 0.3
shot lit.png
other first.png lit.png 290 210 60 60
press 1
line 'take [0-9]+'
no_line grab
glide 320 240 320 50
sleep 1
shot lifted.png
other lit.png lifted.png "${picture[@]}"
holds 'the hand is higher' "$(last drag | cut -d' ' -f2) > 0.6"
release 1
line release
point 620 20
sleep 1
shot let_go.png
sleep 1
shot later.png
# Nearly: the cloth above it drifts.
holds 'the ball stays where it is let go' "$(probe differ let_go.png later.png 290 60 60 100) < 3"
holds 'the ball has lifted the cloth' "$(highest) > $flat + 0.05"

point 200 300
no_line shoot
key b
sleep 0.5
line 'shoot [0-9a-fx.+p -]+'
shot thrown.png
other later.png thrown.png "${picture[@]}"
close_weft
replays
finish
