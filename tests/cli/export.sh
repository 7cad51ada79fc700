#!/usr/bin/env bash
# --export: OBJ and PLY hold the last frame, the cloth alone, with normals and uv.
# shellcheck source=tests/cli/cli.sh
. "$(dirname "${BASH_SOURCE[0]}")/cli.sh"

# figure FILE NAME: what mesh_probe says of it.
figure() {
    "$MESH_PROBE" "$1" | sed -n "s/^$2 //p"
}

# whole FILE VERTICES TRIANGLES: everything in it is finite, complete and in range.
whole() {
    "$MESH_PROBE" "$1" >probe || fault "$called: $1: $(cat probe)"
    is "$1: vertices" "$(figure "$1" vertices)" "$2"
    is "$1: triangles" "$(figure "$1" triangles)" "$3"
    is "$1: finite" "$(figure "$1" finite)" yes
    is "$1: unit normals" "$(figure "$1" unit_normals)" yes
}

for suffix in obj ply OBJ; do
    for grid in 2x2 7x5 33x40; do
        works run --grid $grid --frames 40 --export "a.$suffix" --stats stats.json
        whole "a.$suffix" "$(field stats.json particles)" "$(field stats.json triangles)"
    done
done
# More than 999 and more than 65535 vertices.
works run --grid 300x250 --frames 1 --substeps 1 --export a.ply
whole a.ply 75000 148902
works run --grid 300x250 --frames 1 --substeps 1 --export a.obj
whole a.obj 75000 148902

# Metres, Y up: the same vertices in both, and the lowest is that of --stats.
works run --scene curtain --grid 9x8 --frames 30 --export a.obj --stats stats.json
works run --scene curtain --grid 9x8 --frames 30 --export a.ply
holds 'the same sums in both forms' "($(figure a.obj sum)) - ($(figure a.ply sum)) < 1e-4 && ($(figure a.ply sum)) - ($(figure a.obj sum)) < 1e-4"
holds 'lowest' "($(figure a.obj lowest) - $(field stats.json lowest))^2 < 1e-12"
is 'uv of the corners' "$(figure a.obj uv_box)" "$(figure a.ply uv_box)"
# Two runs give the same bytes, also where a decimal point is a comma.
cp a.obj first.obj
in_locale=de_DE.UTF-8 works run --scene curtain --grid 9x8 --frames 30 --export a.obj
cmp -s a.obj first.obj || fault 'two exports of the same differ'
# Only particles and a stick: points and a line.
works run --scene two --frames 2 --export two.obj
whole two.obj 2 0
grep -q '^l 1 2$' two.obj || fault 'the stick is not in the file'
works run --scene two --frames 2 --export two.ply
whole two.ply 2 0
# A replay exports as well, under a name with spaces and other letters.
works run --grid 5 --frames 20 --record a.weft
works replay a.weft --export 'my drapé.ply'
whole 'my drapé.ply' 25 32
[ -z "$(find . -name '*.part')" ] || fault "left behind: $(ls)"
finish
