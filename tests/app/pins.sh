#!/usr/bin/env bash
# Pins: what Shift leaves beyond the cloth's reach is seen, and U finds it where the hand let go; a pin behind cloth is
# seen through it, and found.
# shellcheck source=tests/app/desk.sh
. "$(dirname "${BASH_SOURCE[0]}")/desk.sh"

# pinned: the number of pins that a person made and that are still there, by the recording.
pinned() {
    echo $(($(grep -c ' release pin' r.weft) - $(grep -c ' unpin' r.weft)))
}

begin_desk
open_weft
settle

# Down to the side, further than the cloth is long: the pin cannot be where the pointer is.
point 320 330
press 1
line grab
glide 320 330 560 420 20
sleep 1
shot beyond.png
xdotool keydown shift
sleep 0.3
release 1
line 'release pin'
xdotool keyup shift
sleep 0.3
shot left.png
[ "$(pinned)" = 1 ] || fault "pins by hand: $(pinned), expected 1"
# The pin is far from here, and no other is near; the pointer rests where it let go.
sleep 2
key u
line 'unpin 0 [0-9]+'
freed=$(last unpin)
case ${freed#0 } in
    0 | 15) fault "U frees the scene's own pin ${freed#0 }" ;;
esac
[ "$(pinned)" = 0 ] || fault "pins by hand: $(pinned), expected none"
# There is nothing left to free here.
key u
shot nothing.png
[ "$(grep -c ' unpin' r.weft)" = 1 ] || fault 'U far from any pin frees one'
close_weft
replays
finish
