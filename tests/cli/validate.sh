#!/usr/bin/env bash
# validate: 0 where every claimed row holds, 1 where one is out, 2 for an unknown row or parameter.
# shellcheck source=tests/cli/cli.sh
. "$(dirname "${BASH_SOURCE[0]}")/cli.sh"

refused 2 moon validate moon
refused 2 pendulum validate freefall pendulum
refused 2 k validate pendulum --set k=1
refused 2 moon validate k_prime --set moon=1
refused 2 angle_deg validate pendulum --set angle_deg=x
refused 2 angle_deg validate pendulum --set angle_deg=nan
refused 2 angle_deg validate pendulum --set angle_deg
refused 2 iterations validate k_prime --set iterations=1.5
refused 2 iterations validate k_prime --set iterations=0
for bad in 'catenary span_ratio=0' 'catenary span_ratio=1' 'catenary weft=2' 'stretch stiffness=0' 'stretch stiffness=inf' \
    'chain length=-1' 'cantilever gamma=0' 'cantilever substeps=2.5' 'tip_load load=x' 'tip_load gamma=1'; do
    row=${bad% *} set=${bad#* }
    refused 2 "${set%%=*}" validate "$row" --set "$set"
done
refused 2 --frames validate --frames 3
refused 2 'k=9' validate k_prime --set k=9 --set iterations=x # one line, the first

works validate --help
rows='freefall order pendulum momentum k_prime catenary stretch chain cantilever tip_load greenhill lateral incline impact'
for row in $rows; do
    grep -q "$row" out || fault "validate --help lacks $row"
done

# Everything that is claimed holds. A sanitized build is many times slower; the physics is the other build's to show.
if [ -n "${WEFT_SANITIZED-}" ]; then rows='freefall order k_prime'; fi
for row in $rows; do
    works validate "$row"
    grep -Eq "^${row}[ .:_-].*  claimed and met\$" out || fault "validate: no result of $row is met: $(grep "^${row}" out)"
    if grep -q 'OUT' out; then fault "validate: $(grep 'OUT' out)"; fi
    verdicts=$(sed 1d out | grep -Evc '  (claimed and met|claimed and OUT|shown without a claim)$' || true)
    is "lines of $row without a verdict" "$verdicts" 0
done
works validate freefall --json
"$JSON_FLAT" <out >flat || fault 'validate --json prints no JSON'
for name in name solver integrator resolution claimed expected measured error tolerance pass; do
    grep -q "^0\.$name=" flat || fault "validate --json lacks $name"
done
if grep -Eq '^[0-9]+\.pass=false$' flat; then fault 'validate --json: a claimed row is out'; fi
works validate k_prime --json --set k=0.5 --set iterations=10
"$JSON_FLAT" <out >flat
grep -q '^0\.params\.k=0\.5$' flat || fault 'the parameter is not in the JSON'
grep -q '^0\.params\.iterations=10$' flat || fault 'the parameter is not in the JSON'

# Rounding in single precision adds up to more than is claimed for ten seconds: out, and said so.
called='validate momentum --set seconds=100'
cli validate momentum --set seconds=100
is 'exit code' "$code" 1
grep -q '  claimed and OUT$' out || fault "$called: nothing is out: $(cat out)"
cli validate momentum --set seconds=100 --json
is 'exit code with --json' "$code" 1
"$JSON_FLAT" <out >flat
grep -q '\.pass=false$' flat || fault "$called: --json does not say what is out"

works validate k_prime --set k=0
works validate k_prime --set k=1 --set iterations=1000
if [ -n "${WEFT_SANITIZED-}" ]; then finish; fi

# Other numbers, along the warp (0) or the weft (1): expected values are computed.
while read -r row set weft; do
    works validate "$row" --set "$set" --set "weft=$weft"
done <<'END'
catenary span_ratio=0.5 1
catenary span_ratio=0.95 0
stretch stiffness=2000 1
chain length=0.25 1
cantilever gamma=0.1 0
cantilever gamma=100 1
tip_load load=50 1
greenhill substeps=60 1
lateral substeps=40 1
END
for angle in 0 5 20 23 45 70 89; do # it holds at 21.8 degrees
    works validate incline --set angle_deg=$angle
done
works validate incline --set friction=0 --set angle_deg=10
works validate incline --set friction=3 --set angle_deg=70
expected() { # the second number of the row's first result
    cli validate "$1" --json --set "$2"
    "$JSON_FLAT" <out | sed -n 's/^0\.expected=//p' | cut -c1-7
}
is 'a of 30 degrees' "$(expected incline angle_deg=30)" 1.50620
is 'a of 20 degrees' "$(expected incline angle_deg=20)" 0
is 'sag of span_ratio 0.5' "$(expected catenary span_ratio=0.5)" 0.39819
is 'H/W of gamma 5' "$(expected cantilever gamma=5)" 0.58572
is 'w/L of load 4' "$(expected tip_load load=4)" 0.66996
is 'first mode of a chain of 1 m' "$(expected chain length=1)" 0.59928
finish
