#!/usr/bin/env bash
# The mouse: a drag moves the cloth where the pointer goes, and replays to the same hash; pins, orbit, pan, zoom.
# shellcheck source=tests/app/desk.sh
. "$(dirname "${BASH_SOURCE[0]}")/desk.sh"

# reach POINT FILE: distance of the nearest vertex of an OBJ, m.
reach() {
    awk -v x="$1" -v y="$2" -v z="$3" '$1 == "v" { d = sqrt(($2 - x)^2 + ($3 - y)^2 + ($4 - z)^2)
        if (best == "" || d < best) best = d } END { print best }' "$4"
}

# distance BEFORE AFTER: between two points of three words each.
distance() {
    awk -v a="$1" -v b="$2" 'BEGIN { split(a, p, " "); split(b, q, " ")
        print sqrt((p[1] - q[1])^2 + (p[2] - q[2])^2 + (p[3] - q[3])^2) }'
}

begin_desk
open_weft
settle
shot first.png
holds 'the middle is cloth' "$(probe cloth first.png 310 230 20 20) > 95"

# Up and a little to the side, so that both pins allow it: held where it was hit, and carried along in a plane that faces the camera.
point 320 240
press 1
until_true 10 has_line '^[0-9]+ grab' || give_up 'a press on the cloth grabs nothing'
grabbed=$(last grab | cut -d' ' -f8-10)
glide 320 240 332 216
shot near.png
near=$(last drag)
glide 332 216 344 192
shot far.png
far=$(last drag)
holds 'the hand goes as far as the pointer' \
    "(($(distance "$grabbed" "$far") / $(distance "$grabbed" "$near")) / 2 - 1)^2 < 0.01"
holds 'up on the screen is up' "$(echo "$far" | cut -d' ' -f2) > $(echo "$grabbed" | cut -d' ' -f2) + 0.02"
holds 'right on the screen is right' "$(echo "$far" | cut -d' ' -f1) > $(echo "$grabbed" | cut -d' ' -f1) + 0.02"
sleep 0.5
saved held.obj
# shellcheck disable=SC2086
holds 'the cloth is where the pointer is' "$(reach $far held.obj) < 0.05"
holds 'the picture shows it there' "$(probe cloth far.png 329 177 30 30) > 30"
other near.png far.png "${picture[@]}"
# Wheel and keys change the depth: the camera looks along -z, more or less.
depth=$(echo "$far" | cut -d' ' -f3)
for step in 1 2 3 4; do
    xdotool click 4
    line drag $((step + 1))
done
shot depth.png
pushed=$(last drag | cut -d' ' -f3)
holds 'the wheel moves it in depth' "($pushed - $depth)^2 > 0.05^2"
xdotool keydown q
sleep 0.5
xdotool keyup q
shot depth.png
pulled=$(last drag | cut -d' ' -f3)
holds 'Q pulls it nearer' "$pulled > $pushed + 0.02"
xdotool keydown e
sleep 0.5
xdotool keyup e
shot depth.png
holds 'E pushes it away' "$(last drag | cut -d' ' -f3) < $pulled - 0.02"
release 1
line release
no_line 'release pin'

# Shift at release leaves it pinned; U frees a pin under the pointer.
point 300 220
press 1
line grab 2
glide 300 220 305 185
xdotool keydown shift
sleep 0.2
release 1
line 'release pin'
xdotool keyup shift
sleep 1
shot pinned.png
key u
line 'unpin 0 [0-9]+'
no_line '(reset|scene|defaults)'

# Turning, moving and zooming the camera are no business of the cloth, and of no recording.
key r
sleep 0.3
pause
shot before.png
lines=$(wc -l <r.weft)
drag 3 600 300 500 280
point 620 20
shot orbit.png
other before.png orbit.png "${picture[@]}"
drag 1 600 300 640 320
point 620 20
shot orbit_left.png
other orbit.png orbit_left.png "${picture[@]}"
drag 2 600 300 560 340
point 620 20
shot pan.png
other orbit_left.png pan.png "${picture[@]}"
xdotool keydown shift
drag 3 600 300 640 260
xdotool keyup shift
point 620 20
shot pan_right.png
other pan.png pan_right.png "${picture[@]}"
xdotool click 4 click 4 click 4
shot zoom.png
holds 'the wheel zooms' "$(probe cloth zoom.png) > $(probe cloth pan_right.png) + 1"
is_same=$(($(wc -l <r.weft) - lines))
[ $is_same = 0 ] || fault "the camera is in the recording: $(tail -n $is_same r.weft)"
close_weft
[ "$(grep -c ' grab' r.weft)" = 2 ] || fault "grabs: $(grep -c ' grab' r.weft), expected 2"
replays
finish
