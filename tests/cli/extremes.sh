#!/usr/bin/env bash
# Settings at the ends of their ranges: every run ends with 0 and a finite state; a cloth that runs away is
# noticed, said in a line or two, and set back.
# shellcheck source=tests/cli/cli.sh
. "$(dirname "${BASH_SOURCE[0]}")/cli.sh"

# bounded ARGUMENTS…
bounded() {
    called="weft-cli run $*"
    local grid=(--grid 12)
    case " $* " in *' two '*) grid=() ;; esac # it has particles of its own
    cli run --frames 40 ${grid[@]+"${grid[@]}"} "$@" --stats stats.json --export a.ply
    is 'exit code' "$code" 0
    sed -i '/: without effect: /d' err # each solver is given the others' numbers as well
    [ "$(wc -l <err)" -le 2 ] || fault "$called: $(head -n 5 err)"
    [ -s err ] || is finite "$(field stats.json finite)" true
    is 'finite vertices' "$("$MESH_PROBE" a.ply | sed -n 's/^finite //p')" yes
    holds 'lowest' "$(field stats.json lowest) > -1e4"
}

for solver in pbd verlet xpbd; do
    bounded --solver $solver --set wind=on --set wind_speed=1e6 --set max_speed=10000 --set gravity=1000
    bounded --solver $solver --set wind=on --set wind_speed=100 --set areal_density=0.001 --set air_density=100 \
        --set drag=10 --set lift=10
    bounded --solver $solver --set gravity=-1000 --set max_speed=10000 --substeps 1 --iterations 50
    bounded --solver $solver --set tick_rate=10 --set gravity=1000 --substeps 1
    bounded --solver $solver --set stiffness=0 --set bias_stiffness=0 --set k_stretch=0 \
        --set k_shear=0 --set k_bend=0 --set warp_bend_stiffness=0 --set weft_bend_stiffness=0
    bounded --solver $solver --set stiffness=1e9 --set bias_stiffness=inf \
        --set warp_bend_stiffness=1000 --set weft_bend_stiffness=1000 --set k_bend=1 \
        --set twist_stiffness=1000 --set k_twist=1
    bounded --solver $solver --set areal_density=100 --set damping=1000 --set friction=10 --set thickness=0.1 \
        --scene ball
    bounded --solver $solver --grid 2
    bounded --solver $solver --grid 2x300
done
bounded --scene two --set k_stretch=1 --iterations 1000 --set damping=0
bounded --threads 64
bounded --set tick_rate=10000
finish
