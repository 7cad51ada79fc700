#!/usr/bin/env bash
# An image dropped on the window, or named on the command line, becomes the fabric; a broken one leaves the fabric as
# it is and says why.
# shellcheck source=tests/app/desk.sh
. "$(dirname "${BASH_SOURCE[0]}")/desk.sh"
if [ -z "${XDND_SEND:-}" ]; then
    echo 'skipped: xdnd_send was not built; install libx11-dev and configure again'
    exit 77
fi

middle=(300 200 40 40)

# colour FILE: which channel is the strongest in the middle of the cloth.
colour() {
    probe mean "$1" "${middle[@]}" | awk '{ print($1 > $2 && $1 > $3 ? "red" : $2 > $3 ? "green" : "blue") }'
}

# is_colour NAME: the cloth has it by now.
is_colour() {
    shot now.png
    [ "$(colour now.png)" = "$1" ]
}

# drop FILE
drop() {
    "$XDND_SEND" "$window" "$1" || fault "the drop of $1 fails"
}

begin_desk
probe make green.png 64 48 30 200 60
probe make 'blau & größer.png' 300 300 30 60 220
echo 'no picture' >broken.png
head -c 70 green.png >cut.png
head -c 3000000 /dev/urandom >noise.jpg
mkdir folder.png

open_weft
settle
pause
is_colour red || fault "the fabric is $(colour now.png) at first"
drop "$PWD/green.png"
until_true 10 is_colour green || fault "the cloth is $(colour now.png) after a green image was dropped"
drop "$PWD/blau & größer.png"
until_true 10 is_colour blue || fault "the cloth is $(colour now.png) after a blue image was dropped"
sleep 4.5 # messages are over
shot before.png
for broken in broken.png cut.png noise.jpg folder.png not_there.png; do
    drop "$PWD/$broken"
    shot after.png
    same before.png after.png "${middle[@]}"
    other before.png after.png 0 420 640 60
    alive || give_up "weft ends after a drop of $broken"
done
close_weft
replays

open_weft "$PWD/green.png"
settle
is_colour green || fault "weft green.png: the cloth is $(colour now.png)"
close_weft
finish
