#!/usr/bin/env bash
# A storm of sizes, down to 1x1: it stays alive, without an OpenGL error, and the picture is right afterwards.
# shellcheck source=tests/app/desk.sh
. "$(dirname "${BASH_SOURCE[0]}")/desk.sh"

begin_desk
leave_panel=1
open_weft

# The panel is there where it has room, until a person says otherwise.
has_panel() {
    shot panel.png
    panel_shown panel.png
}
has_none() {
    ! has_panel
}
has_none || fault 'a small window shows the panel'
xdotool windowsize "$window" 960 600
until_true 5 has_panel || fault 'a window with room does not show the panel'
xdotool windowsize "$window" 640 480
until_true 5 has_none || fault 'the panel stays in a small window'
point 30 20
xdotool click 1
until_true 5 has_panel || fault 'a click on the button does not show the panel'
key h
has_none || fault 'H does not hide the panel'
key h
has_panel || fault 'H does not show the panel in a small window'
key h
has_none || fault 'H does not hide the panel'
xdotool windowsize "$window" 960 600
sleep 0.5
has_none || fault 'the panel comes back after H'
xdotool windowsize "$window" 640 480
sleep 0.5

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
