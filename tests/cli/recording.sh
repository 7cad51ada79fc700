#!/usr/bin/env bash
# run → record → replay --verify, and a recording that was tampered with.
# shellcheck source=tests/cli/cli.sh
. "$(dirname "${BASH_SOURCE[0]}")/cli.sh"

# A recording of every scene and solver replays to its hashes.
for scene in corners curtain flag ball two; do
    for solver in pbd verlet xpbd; do
        grid=(--grid 12x9)
        [ $scene != two ] || grid=() # it has particles of its own
        works run --scene $scene ${grid[@]+"${grid[@]}"} --solver $solver --frames 90 --record a.weft --stats a.json
        works replay a.weft --verify --stats b.json
        grep -q 'all equal' out || fault "$called: $scene, $solver: $(cat out)"
        is "hash of $scene, $solver" "$(field b.json hash)" "$(field a.json hash)"
    done
done

# Its form: settings first, then a tick and a command a line, ticks in order, the last hash that of the run.
works run --grid 6 --frames 70 --set wind=on --set gust=0.1 --record a.weft --stats a.json
is 'first line' "$(head -n 1 a.weft)" '# weft recording 1'
grep -q '^# scene corners$' a.weft || fault 'no scene in the head'
grep -q '^# grid 6x6$' a.weft || fault 'no grid in the head'
grep -Eq '^# set gust 0x1\.9[0-9a-f]+p-4$' a.weft || fault 'floats are not in hex'
is 'number of settings' "$(grep -c '^# set ' a.weft)" "$("$WEFT_CLI" list parameters | wc -l)"
if grep -v '^#' a.weft | grep -Evq '^[0-9]+ [a-z]+( |$)'; then fault 'a line is no tick and command'; fi
is 'last line' "$(tail -n 1 a.weft)" "70 hash $(field a.json hash)"

# Hands and settings change the state, and replay to the same hash; a line more or another value does not.
cat >hands.weft <<'END'
# weft recording 1
# scene corners
# grid 12x12
5 grab 0 60 61 72 0x1p-2 0x1p-2 0x1p-1 0x0p+0 0x1.4p+0 0x1p-1 0x0p+0
6 drag 0x1p-3 0x1.4p+0 0x1p-1
20 drag 0x1p-2 0x1.6p+0 0x1p-1
30 release pin
31 set wind on
40 set wind_speed 0x1.8p+3
50 solver pbd
55 stiffness soft
60 grid 9x7
70 reset
80 scene flag
90 defaults
100 end
END
works replay hands.weft --record full.weft --stats a.json
works replay full.weft --verify --stats b.json
is 'hash of a replayed replay' "$(field b.json hash)" "$(field a.json hash)"
for word in grab drag 'release pin' 'set wind on' 'solver pbd' 'stiffness soft' 'grid 9x7' reset 'scene flag' defaults; do
    grep -Eq "^[0-9]+ $word" full.weft || fault "a replay's own recording lacks '$word'"
done
cat >>wide.weft <<'END'
# weft recording 1
# grid 12x12
59 end
END
works replay wide.weft
grep -q '^corners 12x12, direct: 59 ticks, ' out || fault "replay without --verify says: $(cat out)"
is 'its lines' "$(wc -l <out)" 1
works replay wide.weft --stats a.json
[ "$(field a.json hash)" != "$(field b.json hash)" ] || fault 'the hash does not depend on what was done'

# Tampered with.
works run --grid 8 --frames 150 --set wind=on --record good.weft
works replay good.weft --verify
tampered() {
    sed "$1" good.weft >bad.weft
    cmp -s good.weft bad.weft && fault "the tampering '$1' changes nothing"
    called="a recording after sed '$1'"
    cli replay bad.weft --verify
    is 'exit code' "$code" 1
    one_line bad.weft: differs
    cli replay bad.weft
    is 'exit code without --verify' "$code" 0
}
tampered 's/^60 hash .*/60 hash 1111111111111111/'
tampered 's/^150 hash .*/150 hash 0000000000000000/'
tampered 's/^# set wind on.*/# set wind off/'
tampered 's/^# set gravity .*/# set gravity 0x1p+3/'
tampered 's/^120 hash/119 reset\n120 hash/'
grep -v hash good.weft >none.weft
echo '150 end' >>none.weft
refused 1 hash replay none.weft --verify

# Threads and instruction sets change nothing.
for option in '--threads 3' '--isa baseline'; do
    # shellcheck disable=SC2086
    works replay good.weft --verify $option
done
works run --grid 8 --frames 150 --set wind=on --threads 4 --stats a.json
is 'hash with 4 threads' "$(field a.json hash)" "$(sed -n 's/^150 hash //p' good.weft)"
# Through Windows and back.
sed 's/$/\r/' good.weft >crlf.weft
works replay crlf.weft --verify
finish
