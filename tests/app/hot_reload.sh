#!/usr/bin/env bash
# A shader that is edited while the program runs changes the picture; a broken one leaves the old picture and shows
# its error until it is mended.
# shellcheck source=tests/app/desk.sh
. "$(dirname "${BASH_SOURCE[0]}")/desk.sh"

middle=(300 200 40 40)
strip=(0 420 640 60) # where errors are shown

# green: the cloth is.
green() {
    shot now.png
    probe mean now.png "${middle[@]}" | awk '{ exit !($2 > $1 + 50 && $2 > $3 + 50) }'
}
red() {
    shot now.png
    probe mean now.png "${middle[@]}" | awk '{ exit !($1 > $2 + 30 && $1 > $3 + 30) }'
}
# Nothing is shown there any more. Shots are told there too, for some seconds.
strip_is_clear() {
    sleep 8
    shot after.png
    awk -v part="$(probe differ before.png after.png "${strip[@]}")" 'BEGIN { exit !(part < 0.3) }'
}
told() {
    grep -q 'cloth\.frag' "$temp/err"
}

begin_desk
mkdir assets
cp -r "$WEFT_BUILD/assets/textures" assets/
cp -rL "$WEFT_SOURCE/shaders" assets/
WEFT_ASSETS=$PWD/assets open_weft
settle
pause
red || fault 'the cloth is not red at first'
cp assets/shaders/cloth.frag whole
# The last assignment of the colour gets another one after it.
sed 's/^\( *\)\(f_colour *=.*\)$/\1\2\n\1f_colour = vec4(0.0, 0.8, 0.0, 1.0);/' whole >assets/shaders/cloth.frag
until_true 15 green || fault 'an edited shader changes nothing'
sleep 8 # messages are over
shot before.png
sed 's/^void main()/nonsense here;\nvoid main()/' whole >assets/shaders/cloth.frag
until_true 15 told || fault 'a broken shader is not told'
green || fault 'a broken shader changes the picture'
other before.png now.png "${strip[@]}"
sleep 5
shot later.png
other before.png later.png "${strip[@]}"
alive || give_up 'a broken shader ends the program'
cp whole assets/shaders/cloth.frag
until_true 15 red || fault 'a mended shader changes nothing'
strip_is_clear || strip_is_clear || strip_is_clear || fault 'the error of a mended shader stays'
# F5 reloads as well, and stands a folder that is gone.
rm -r assets/shaders
key F5
red || fault 'without its shaders the picture changes'
alive || give_up 'missing shaders end the program'
: >"$temp/err" # it has complained about them
close_weft
replays
finish
