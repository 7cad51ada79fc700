#!/usr/bin/env bash
# The panel takes input first: a slider turns no camera and grabs no cloth, keys work while it is held, typing in a
# field presses no key; a drag that began on the cloth goes on over the panel.
# shellcheck source=tests/app/desk.sh
. "$(dirname "${BASH_SOURCE[0]}")/desk.sh"

# What neither the panel nor the lines at the bottom cover.
free=(320 0 320 360)

begin_desk
open_weft
settle
pause
shot hidden.png
key h
shot shown.png
panel_shown shown.png || fault 'H does not show the panel'
holds 'the cloth is in the middle of the rest' "$(probe cloth shown.png 460 210 24 24) > 95"
holds 'no cloth is at the panel' "$(probe cloth shown.png 305 0 10 360) < 1"
holds 'no cloth is at the rim' "$(probe cloth shown.png 630 0 10 360) < 1"

# Clicks down the panel, in its bars, until one sets a number: there is a slider. (A drag beside one would move the
# panel.)
lines=$(wc -l <r.weft)
slider=
for y in $(seq 206 5 330); do
    point 180 "$y"
    xdotool click 1
    sleep 0.15
    point 620 20
    xdotool click 1 # a list that was opened closes
    sleep 0.15
    if tail -n +"$((lines + 1))" r.weft | grep -E ' set [a-z_]+ ' >"$temp/set"; then
        slider=$y
        break
    fi
done
[ -n "$slider" ] || give_up "no slider in the panel's upper part"
sets=$(grep -c ' set ' r.weft)
drag 1 180 "$slider" 250 "$((slider + 120))"
point 620 20
shot dragged.png
[ "$(grep -c ' set ' r.weft)" -gt $((sets + 2)) ] || fault 'a dragged slider sets nothing'
same shown.png dragged.png "${free[@]}"
no_line grab

# The wheel over the panel is the panel's.
point 180 "$slider"
xdotool click 4 click 4
point 620 20
shot wheel.png
same shown.png wheel.png "${free[@]}"

# Keys work while a slider is held.
name=$(tail -n 1 "$temp/set" | cut -d' ' -f3)
point 200 "$slider"
press 1
sleep 0.3
key w
line 'set wind on'
release 1

# A right click opens a field: what is typed there presses no key, and Esc closes it and nothing else.
lines=$(wc -l <r.weft)
xdotool click 3
sleep 0.5
xdotool type --delay 60 'rwgmshp'
sleep 0.5
key Escape
sleep 0.3
alive || give_up 'Esc in a field ends the program'
key w
line 'set wind off'
more=$(($(wc -l <r.weft) - lines))
[ $more = 1 ] || fault "typing did something: $(tail -n $more r.weft)"
xdotool click 3
sleep 0.5
key ctrl+a
xdotool type --delay 60 '17'
key Return
line "set $name (17|0x1\.1p\+4)\$"
point 620 20
shot typed.png
same shown.png typed.png "${free[@]}"

# A key held while the panel is clicked ends when it is let go: Q pulls no more.
pause
point 470 200
press 1
until_true 10 has_line '^[0-9]+ grab' || give_up 'no grab beside the panel'
xdotool keydown q
sleep 0.3
xdotool keyup q
sleep 0.3

# The drag that began on the cloth goes on over the panel.
before=$(last drag | cut -d' ' -f1)
lines=$(wc -l <r.weft)
glide 470 200 200 "$slider"
sleep 0.3
depth=$(last drag | cut -d' ' -f3)
holds 'the cloth goes on over the panel' "$(last drag | cut -d' ' -f1) < $before - 0.2"
if tail -n +"$((lines + 1))" r.weft | grep ' set '; then fault 'the panel takes a drag of the cloth'; fi
sleep 0.5
point 198 "$slider"
sleep 0.3
holds 'a key that was let go has ended' "($(last drag | cut -d' ' -f3) - $depth)^2 < 0.02^2"
release 1
line release

# A press is where the button went down, wherever the pointer is by the next frame.
grabs=$(grep -cE '^[0-9]+ grab' r.weft)
point 480 210
sleep 0.5
xdotool mousemove --window "$window" 470 200 mousedown 1 mousemove --window "$window" 200 "$slider"
line grab $((grabs + 1))
release 1
line release 2

# The figures are of what is drawn: of the finer grid as soon as it is there.
key p
shot coarse.png
key g
shot finer.png
sleep 1
shot later.png
counts=(98 375 100 36)
other coarse.png finer.png "${counts[@]}"
same finer.png later.png "${counts[@]}"
close_weft
replays
finish
