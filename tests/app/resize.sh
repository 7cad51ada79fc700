#!/usr/bin/env bash
# A storm of sizes, down to 1x1: it stays alive, without an OpenGL error, and the picture is right afterwards.
# shellcheck source=tests/app/desk.sh
. "$(dirname "${BASH_SOURCE[0]}")/desk.sh"

begin_desk
open_weft
settle
pause
shot before.png
RANDOM=7
for i in $(seq 100); do
    width=$((RANDOM % 900 + 1)) height=$((RANDOM % 700 + 1))
    case $((i % 10)) in
        1) width=1 height=1 ;;
        2) width=1 ;;
        3) height=1 ;;
    esac
    xdotool windowsize "$window" $width $height
    [ $((i % 7)) != 0 ] || sleep 0.2
done
alive || give_up 'it did not survive the storm'
size_is() {
    [ "$(xdotool getwindowgeometry --shell "$window" | sed -n 's/^WIDTH=//p;s/^HEIGHT=//p' | paste -sdx)" = "$1" ]
}
for size in 3x3 301x77 640x480; do
    xdotool windowsize "$window" "${size%x*}" "${size#*x}"
    until_true 10 size_is $size || fault "the window does not become $size"
    sleep 0.3
    shot small.png
    [ "$(probe size small.png)" = "${size/x/ }" ] || fault "the picture of $size has $(probe size small.png)"
done
sleep 4.5
shot after.png
same before.png after.png "${picture[@]}"

# The cloth is still where the pointer is.
pause
point 320 240
press 1
until_true 10 has_line '^[0-9]+ grab' || fault 'no grab after the storm'
release 1
close_weft
replays
finish
