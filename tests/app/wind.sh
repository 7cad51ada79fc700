#!/usr/bin/env bash
# W makes the cloth blow, S changes how much it gives, Shift+R puts everything back.
# shellcheck source=tests/app/desk.sh
. "$(dirname "${BASH_SOURCE[0]}")/desk.sh"

begin_desk
open_weft --set wind_speed=8 --solver xpbd
settle 180
shot calm0.png
sleep 0.5
shot calm1.png
holds 'without wind it hangs still' "$(probe differ calm0.png calm1.png "${picture[@]}") < 2"
key w
line 'set wind on'
sleep 1.5
shot wind.png
other calm1.png wind.png "${picture[@]}"
holds 'the wind carries it away' "$(probe differ calm1.png wind.png "${picture[@]}") > 3"
key w
line 'set wind off'
settle $(($(tick 'set wind off') + 150))

# Soft gives more than stiff, in the figures that a replay of the recording up to there has.
key s
line 'stiffness soft'
settle $(($(tick 'stiffness soft') + 180))
shot soft.png
other calm1.png soft.png "${picture[@]}"
key shift+r
line defaults
close_weft
replays

soft_at=$(tick 'stiffness soft')
awk -v end="$soft_at" '/^#/ || $1 < end' r.weft >stiff.weft
awk -v end="$soft_at" '/^#/ || $1 < end + 180' r.weft >soft.weft
echo "$soft_at end" >>stiff.weft
echo "$((soft_at + 180)) end" >>soft.weft
lowest() {
    "$WEFT_CLI" replay "$1" --stats stats.json >/dev/null 2>&1 || fault "replay $1"
    sed -n 's/.*"lowest": *\([^,]*\),*/\1/p' stats.json
}
holds 'soft cloth sags more' "$(lowest soft.weft) < $(lowest stiff.weft) - 0.01"
finish
