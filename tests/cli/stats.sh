#!/usr/bin/env bash
# The figures of --stats, field by field, and the constraint counts of full sheets.
# shellcheck source=tests/cli/cli.sh
. "$(dirname "${BASH_SOURCE[0]}")/cli.sh"

works run --scene curtain --grid 20x15 --solver xpbd --substeps 7 --iterations 2 --frames 50 --threads 2 \
    --stats stats.json
"$JSON_FLAT" <stats.json >flat || fault "no JSON: $(cat stats.json)"

# Each field is there once, and no other.
cat >expected <<'END'
scene solver integrator grid particles triangles constraints.stretch constraints.shear constraints.bend
constraints.tether threads substeps iterations frames ms_per_frame.median ms_per_frame.p95 ms_per_frame.min
ns_per_projection bytes_per_particle.state bytes_per_particle.topology stretch.max stretch.mean compression.max
compression.mean kinetic_energy max_speed lowest penetration_max hash finite
END
tr ' ' '\n' <expected | sort >expected_fields
sed 's/=.*//' flat | grep -v '^stages_ms\.' | sort >fields
diff expected_fields fields >difference || fault "fields: $(cat difference)"
grep -q '^stages_ms\.' flat || fault 'no stage has a time'

# value NAME EXPECTED
value() {
    is "$1" "$(field stats.json "$1")" "$2"
}
value scene curtain
value solver xpbd
value integrator euler
value grid 20x15
value particles 300
value triangles 532
value threads 2
value substeps 7
value iterations 2
value frames 50
value finite true
field stats.json hash | grep -Eq '^[0-9a-f]{16}$' || fault "hash: $(field stats.json hash)"

number() {
    field stats.json "$1"
}
holds 'times in order' "0 < $(number ms_per_frame.min) && $(number ms_per_frame.min) <= $(number ms_per_frame.median) &&
    $(number ms_per_frame.median) <= $(number ms_per_frame.p95)"
projections="7 * 2 * ($(number constraints.stretch) + $(number constraints.shear) + $(number constraints.bend))"
holds 'ns_per_projection' "($(number ns_per_projection) * $projections / ($(number ms_per_frame.median) * 1e6) - 1)^2 < 1e-8"
holds 'stage times' "$(grep '^stages_ms' flat | sed 's/.*=//' | paste -sd+) > 0"
holds 'stretch' "0 <= $(number stretch.mean) && $(number stretch.mean) <= $(number stretch.max) && $(number stretch.max) < 1"
holds 'compression' "0 <= $(number compression.mean) && $(number compression.mean) <= $(number compression.max) &&
    $(number compression.max) <= 1"
holds 'the fall' "$(number kinetic_energy) > 0 && 0 < $(number max_speed) && $(number max_speed) <= 100"
holds 'lowest' "$(number lowest) > -0.01 && $(number lowest) < 1.6"
holds 'bytes' "$(number bytes_per_particle.state) > 24 && $(number bytes_per_particle.topology) >= 0"

# counts N M: of a full sheet of N columns and M rows.
counts() {
    local n=$1 m=$2
    works run --solver xpbd --grid "${n}x$m" --frames 1 --stats stats.json
    value grid "${n}x$m"
    value particles $((n * m))
    value triangles $((2 * (n - 1) * (m - 1)))
    value constraints.stretch $((2 * n * m - n - m))
    value constraints.shear $((2 * (n - 1) * (m - 1)))
    value constraints.bend $((n * (m - 2) + m * (n - 2)))
    value constraints.tether 0
}
counts 2 2
counts 2 3
counts 3 2
counts 2 40
counts 40 2
counts 17 23
counts 64 64
counts 1024 2

# Each free particle is tethered to both corners, or, of a waved row of pins, to the nearest.
works run --grid 64x32 --frames 1 --stats stats.json
value constraints.tether $((2 * (64 * 32 - 2)))
works run --scene curtain --grid 64x32 --frames 1 --stats stats.json
value constraints.tether $((64 * 31))

# The last frame's state: a sheet that has not moved yet, one that lies on a ball, two with one stick.
works run --frames 1 --grid 8 --set gravity=0 --set damping=0 --stats stats.json
holds 'no motion' "$(number kinetic_energy) < 1e-9 && $(number max_speed) < 1e-3"
value lowest 1.5
value penetration_max 0
works run --scene two --frames 3 --stats stats.json
value grid 2x1
value constraints.stretch 1
value triangles 0
works run --scene ball --grid 24 --frames 120 --stats stats.json
holds 'on the ball' "$(number penetration_max) >= 0 && $(number penetration_max) < 0.01"

# To stdout: the JSON alone. Also with --export and --record beside it, and where a decimal point is a comma.
works run --frames 2 --grid 4 --stats - --record a.weft --export a.obj
"$JSON_FLAT" <out >/dev/null || fault "stdout is no JSON: $(cat out)"
cp out first.json
for name in de_DE.UTF-8 fr_FR.UTF-8 tr_TR.UTF-8; do
    in_locale=$name works run --frames 2 --grid 4 --stats -
    is "hash under $name" "$(field out hash)" "$(field first.json hash)"
done
# The last of equal options counts; repeated --set are all used.
works run --frames 9 --frames 2 --grid 4 --set gravity=1 --set gravity=9.80665 --set wind=off --stats -
is 'hash' "$(field out hash)" "$(field first.json hash)"
# Without --stats a person reads one line.
works run --scene flag --grid 8 --frames 10
grep -Eq '^flag 8x8, direct: 10 ticks, [0-9.e-]+ ms each, stretched [0-9.e-]+ % at most, ' out || fault "run says: $(cat out)"
is 'lines without --stats' "$(wc -l <out)" 1

finish
