#!/usr/bin/env bash
# Each key of `weft-cli list keys` does what it says.
# shellcheck source=tests/app/desk.sh
. "$(dirname "${BASH_SOURCE[0]}")/desk.sh"

tested=()

# sends KEY PATTERN [COUNT] NAME: the key, called NAME in the table, writes a line into the recording.
sends() {
    key "$1"
    line "$2" "$3"
    tested+=("$4")
}

begin_desk
open_weft

# What changes the world is in the recording.
sends w 'set wind on' 1 W
sends w 'set wind off' 1 W
sends Left 'set wind_direction 0x1\.4p\+3$' 1 Left
sends Right 'set wind_direction 0x1\.4p\+4$' 1 Right
sends Up 'set wind_elevation 0x1\.4p\+3$' 1 Up
sends Down 'set wind_elevation 0x0p\+0$' 1 Down
sends plus 'set wind_speed 0x1\.4p\+2$' 1 +
sends minus 'set wind_speed 0x1p\+2$' 1 -
sends equal 'set wind_speed 0x1\.4p\+2$' 2 +
sends KP_Subtract 'set wind_speed 0x1p\+2$' 2 -
sends s 'stiffness soft' 1 S
sends s 'stiffness medium' 1 S
sends s 'stiffness stiff' 1 S
sends m 'solver pbd' 1 M
sends m 'solver verlet' 1 M
sends m 'solver xpbd' 1 M
sends l 'set time_scale 0x1\.99999[0-9a-f]*p-4$' 1 L
sends l 'set time_scale 0x1p\+0$' 1 L
sends b 'shoot [-+0-9a-fpx. ]*$' 1 B
sends r reset 1 R
sends g 'grid 32x32' 1 G
sends shift+g 'grid 16x16' 1 Shift+G
sends 9 'scene twist' 1 '1…9'
sends 3 'scene flag' 1 '1…9'
sends bracketright 'scene ball' 1 ']'
sends bracketleft 'scene flag' 2 '['
sends 1 'scene corners' 1 '1…9'
sends shift+r defaults 1 Shift+R
key XF86AudioMute XF86Back # keys that have no name

# Held down, the arrows go on; W does not.
presses=$(grep -c 'wind_direction' r.weft)
xdotool keydown Right
sleep 1.5
xdotool keyup Right
shot held.png
[ "$(grep -c 'wind_direction' r.weft)" -gt $((presses + 2)) ] || fault 'a held arrow does not go on turning'
presses=$(grep -c 'set wind o' r.weft)
xdotool keydown w
sleep 1.5
xdotool keyup w
shot held.png
[ "$(grep -c 'set wind o' r.weft)" = $((presses + 1)) ] || fault 'a held W goes on switching'

# Pause holds the ticks, O makes one of them.
key space
tested+=('P or Space')
key w
line 'set wind off' 2
first=$(tick 'set wind off')
sleep 0.5
key w
line 'set wind on' 3
[ "$(tick 'set wind on')" = "$first" ] || fault 'time goes on in a pause'
key o
shot step.png
tested+=(O)
key w
line 'set wind off' 3
[ "$(tick 'set wind off')" = $((first + 1)) ] || fault 'O is not one step'
key p
sleep 0.7
key w
line 'set wind on' 4
holds 'P goes on' "$(tick 'set wind on') > $first + 2"

# What starts anew runs, though what was before was paused.
key p 1
line 'scene corners' 2
settle $(($(tick 'scene corners') + 5))
key l p shift+r
line defaults 2
settle $(($(tick defaults) + 5))
key w # as it was before

# Views: six pictures that differ, and the seventh is the first.
key w
key r
sleep 0.5
pause
shot view0.png
for view in 1 2 3 4 5 6; do
    key v
    shot view$view.png
    [ $view = 6 ] || other view$view.png view$((view - 1)).png "${picture[@]}"
done
same view0.png view6.png "${picture[@]}"
tested+=(V)

# Panel and help.
key h
shot panel.png
other view0.png panel.png 0 0 300 400
key h
shot no_panel.png
same view0.png no_panel.png "${picture[@]}"
tested+=(H)
key F1
shot help.png
other view0.png help.png "${picture[@]}"
key F1
shot no_help.png
same view0.png no_help.png "${picture[@]}"
tested+=(F1)
key F5
shot reloaded.png
same view0.png reloaded.png "${picture[@]}"
tested+=(F5 F12) # F12 makes all these pictures

# U frees the pin under the pointer; away from a pin it says so. Those of this scene are the upper corners: the
# left one is where the cloth begins in its rows from above.
key u
shot no_pin.png
no_line unpin
pins=0
for y in $(seq 40 4 130); do
    for x in $(seq 150 6 200); do
        point "$x" "$y"
        key u
    done
    if grep -q ' unpin' r.weft; then pins=1 && break; fi
done
[ $pins = 1 ] || fault 'U frees no pin, neither beside nor on the corner'
tested+=(U)
point 620 20

# Files.
key ctrl+s
has_obj() { compgen -G 'weft-corners-*.obj' >/dev/null; }
until_true 15 has_obj || fault 'no OBJ by Ctrl+S'
[ "$(grep -c '^v ' weft-corners-*.obj)" = 4096 ] || fault 'the OBJ is not that of the default grid'
tested+=(Ctrl+S)
key F12
until_true 15 has_shot || fault 'no PNG by F12'
compgen -G 'weft-corners-*s.png' >/dev/null || fault "the PNG is not named by scene and time: $(ls)"
rm -f weft-*.png

# Q and E are nothing without a hand on the cloth (with one: see the mouse's test).
key q e
tested+=(Q E)

# Full screen and back.
size_is() {
    [ "$(xdotool getwindowgeometry --shell "$window" | sed -n 's/^WIDTH=//p;s/^HEIGHT=//p' | paste -sdx)" = "$1" ]
}
key F11
until_true 15 size_is "$screen" || fault 'F11 does not fill the screen'
shot full.png
[ "$(probe size full.png)" = "${screen/x/ }" ] || fault "full screen picture: $(probe size full.png)"
key F11
until_true 15 size_is 640x480 || fault 'F11 does not go back'
shot back.png
[ "$(probe size back.png)" = '640 480' ] || fault "picture after full screen: $(probe size back.png)"
tested+=(F11)

# Esc closes the help first, then full screen, then the program.
key F1
shot help.png
key Escape
shot no_help.png
other help.png no_help.png "${picture[@]}"
key F11
until_true 15 size_is "$screen" || fault 'F11 does not fill the screen'
key Escape
until_true 15 size_is 640x480 || fault 'Esc does not leave full screen'
alive || fault 'Esc in full screen ends the program'
close_weft
tested+=(Esc)
replays

# Nothing in the table is left out; the mouse, which comes after the keys, has a test of its own.
"$WEFT_CLI" list keys | sed '/^Left drag/,$d; s/  .*//' >table
pressed=$(printf '%s\n' "${tested[@]}") # piped into grep -q, printf could fail: grep stops at the first
while read -r name; do
    grep -qxF -- "$name" <<<"$pressed" || fault "no test presses '$name'"
done <table
finish
