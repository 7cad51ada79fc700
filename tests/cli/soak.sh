#!/usr/bin/env bash
# soak: a seed does the same twice, on any number of threads, and its recording replays; other seeds do other things.
# shellcheck source=tests/cli/cli.sh
. "$(dirname "${BASH_SOURCE[0]}")/cli.sh"

for minutes in 0 0.009 -1 100001 x nan inf ''; do
    refused 2 '--minutes' soak --minutes "$minutes"
    refused 2 '--minutes' soak "--minutes=$minutes"
done
refused 2 --minutes run --minutes 1
refused 2 --frames soak --frames 3
refused 2 --stats soak --stats -
refused 2 all soak --scene moon # says what is known
refused 2 "unknown scene 'all'" run --scene all
refused 2 stray soak stray
refused 2 seed soak --seed -1
refused 2 '--scene NAME' soak --record a.weft
refused 2 '--scene NAME' soak --scene flag --scene all --record a.weft
refused 2 '10000000 at most' soak --scene flag --minutes 2778 --record a.weft
[ ! -e a.weft ] || fault 'a refused command line left a.weft'
refused 1 /nowhere/a.weft soak --scene flag --record /nowhere/a.weft

# found NAME: what the line in `out` says after this word, or before it where that is a number of things.
found() {
    sed -En "s/.*[ ;]$1 ([0-9a-f]{16});.*/\1/p; s/.*[ ;]([0-9]+) $1[,;].*/\1/p" out
}

works soak --help
grep -q -- '--minutes' out || fault 'soak --help lacks --minutes'

# Every scene, one line each, in their order.
works soak --scene all --grid 8 --minutes 0.05 --threads 2
"$WEFT_CLI" list scenes | cut -d" " -f1 >names
cut -d' ' -f1 out >soaked
cmp -s names soaked || fault "$called: not one line a scene: $(cat out)"
is 'scenes that are well' "$(grep -c '; well$' out)" "$(wc -l <names)"
sed -n 's/^flag .*/&/p' out >flag_of_all
works soak --scene flag --grid 8 --minutes 0.05
cmp -s out flag_of_all || fault "flag alone: $(cat out), among all: $(cat flag_of_all)"

# The same twice, whatever the threads; and it was something that was done.
for scene in corners ring trampoline; do
    works soak --scene $scene --grid 12 --minutes 0.5 --seed 5 --record $scene.weft
    cp out first
    hash=$(found hash)
    holds 'what was done' "$(found grabs) > 0 && $(found shots) > 0 && $(found resets) > 0"
    is 'ticks' "$(found ticks)" 1800
    works soak --scene $scene --grid 12 --minutes 0.5 --seed 5 --threads 3
    cmp -s out first || fault "$scene again: $(cat out first)"
    works replay $scene.weft --verify --stats a.json
    is "hash of the replay of $scene" "$(field a.json hash)" "$hash"
    is 'grabs and takes of the recording' "$(grep -Ec '^[0-9]+ (grab|take) ' $scene.weft)" \
        "$(sed -En 's/.* ([0-9]+) grabs.*/\1/p' first)"
    is 'shots of the recording' "$(grep -c '^[0-9]* shoot ' $scene.weft)" "$(sed -En 's/.* ([0-9]+) shots.*/\1/p' first)"
    works soak --scene $scene --grid 12 --minutes 0.5 --seed 6
    [ "$(found hash)" != "$hash" ] || fault "$scene: another seed does the same"
done
for command in grab drag release 'release pin' take shoot unpin solver stiffness reset 'set wind on' 'set wind off'; do
    grep -Eqh "^[0-9]+ $command" ./*.weft || fault "no recording has '$command'"
done

# The budget is that of the scene's own grid and settings.
works soak --scene two --minutes 0.2
grep -Eq 'stretched by [0-9.e-]+ % at most of 1 %, [1-9][0-9]* looks;' out || fault "two: $(cat out)"
works soak --scene two --minutes 0.2 --set gravity=5
grep -q 'no look at the stretch' out || fault "two with another gravity: $(cat out)"
# What goes wrong is said, with its tick, and how to see it again: here a cloth in a storm, from which nothing holds it.
called='soak in a storm'
cli soak --scene ball --grid 8 --minutes 0.2 --set wind=on --set wind_speed=3000 --set max_speed=1000
is 'exit code' "$code" 1
one_line ball --record
grep -Eq 'WRONG in [0-9]+ looks, first at tick [0-9]+: cloth 0 is [0-9.e+]+ m away$' out || fault "$called: $(cat out)"
finish
