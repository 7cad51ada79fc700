#!/usr/bin/env bash
# bench: what it prints and writes is well-formed and its figures are positive, with a few frames a row. How fast it is
# depends on the machine, so nothing is said about that.
# shellcheck source=tests/cli/cli.sh
. "$(dirname "${BASH_SOURCE[0]}")/cli.sh"

refused 2 moon bench moon
refused 2 corners-64-direct bench moon # says what is known
refused 2 table1-1024 bench table1 table1-1024
refused 2 frames bench --frames 0
refused 2 csv bench --csv
refused 2 cost bench table1 --plot a.svg
refused 2 --scene bench --scene flag
refused 1 /nowhere/a.csv bench table1 --csv /nowhere/a.csv
refused 1 /nowhere/a.svg bench cost --plot /nowhere/a.svg

# column FILE NAME: the values of a column, one a line.
column() {
    awk -F, -v name="$2" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) at = i; next } { print $at }' "$1"
}

# positive FILE NAME…: these columns have a number above 0 in every row of ours (the peer has no stages).
positive() {
    local file=$1 name
    shift
    for name in "$@"; do
        paste -d' ' <(column "$file" solver) <(column "$file" "$name") >values
        awk '$1 != "bullet" && !(NF == 2 && $2 + 0 > 0) { exit 1 }' values || fault "${called-}: $name: $(cat values)"
    done
}

# table FILE ROWS: as many rows, with a name each of its own and all fields.
table() {
    is 'rows' "$(($(wc -l <"$1") - 1))" "$2"
    is 'numbers of fields' "$(awk -F, '{ print NF }' "$1" | sort -u | wc -l)" 1
    is 'names of columns' "$(head -n 1 "$1" | tr , '\n' | sort -u | wc -l)" "$(head -n 1 "$1" | tr , '\n' | wc -l)"
    is 'names of rows' "$(column "$1" row | sort -u | wc -l)" "$2"
    positive "$1" columns rows particles stretch_constraints shear_constraints bend_constraints substeps iterations \
        tick_ms threads frames frame_ms_min frame_ms_median integrate_ms_min sweeps_ms_median normals_ms_median \
        frame_ns_per_particle projections_per_s sweeps_projections_per_s ceiling_projections_per_s sweeps_of_ceiling \
        stretch_max stretch_mean state_bytes topology_bytes
}

# The sheets of 2007: their constraints, and a line each.
works bench table1 --frames 5 --csv a.csv
is lines "$(wc -l <out)" 4
is 'figures of 2007' "$(grep -oE '[0-9]+ of 2007' out | tr '\n' ' ')" '71 of 2007 58 of 2007 46 of 2007 32 of 2007 '
table a.csv 4
is particles "$(column a.csv particles | tr '\n' ' ')" '1024 2304 4096 5184 '
is ticks "$(column a.csv tick_ms | sort -u)" 1
is constraints "$(($(head -n 2 a.csv | tail -n 1 | cut -d, -f6-8 | tr , +)))" 5826

# One row tells its stages.
works bench corners-38x40-once --frames 5 --csv a.csv
for word in corners-38x40-once sweeps bend normals 'bytes a particle' 'bare row kernel'; do
    grep -q "$word" out || fault "$called: '$word' is not in: $(cat out)"
done
table a.csv 1
is frames "$(column a.csv frames)" 5

# Strain against cost: each solver, and the picture.
works bench cost --frames 2 --csv a.csv --plot a.svg
table a.csv "$(grep '^cost-' out | grep -vc 'not measured')"
for solver in pbd verlet xpbd direct; do
    [ "$(column a.csv solver | grep -c "^$solver$")" -ge 3 ] || fault "$solver: too few rows"
    grep -q "<text.*>$solver</text>" a.svg || fault "$solver is not in the picture"
done
is 'first line' "$(head -n 1 a.svg | cut -c 1-4)" '<svg'
is 'last line' "$(tail -n 1 a.svg)" '</svg>'
if grep -q nan a.svg; then fault "the picture has a number that is none"; fi
[ -z "$(find . -name '*.part')" ] || fault "left behind: $(ls)"
finish
