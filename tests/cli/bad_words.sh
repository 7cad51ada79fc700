#!/usr/bin/env bash
# Every command line that is wrong: exit code 2, one line on stderr that names what was wrong.
# shellcheck source=tests/cli/cli.sh
. "$(dirname "${BASH_SOURCE[0]}")/cli.sh"

# Commands and words.
refused 2 fly fly
refused 2 replai replai file
refused 2 stray run stray
refused 2 'list: expected one of scenes, solvers, parameters, keys' list
refused 2 moons list moons
refused 2 "'keys' is one word too many" list scenes keys
refused 2 moon help moon
for command in run list replay validate bench soak help; do refused 2 "'' is an empty word" $command ''; done
refused 2 'one command' help run list
refused 2 recording replay
refused 2 recording replay a b
cli
is 'exit code without arguments' "$code" 2
grep -q 'weft-cli run' err || fault 'without arguments it does not say what there is'

# Options.
refused 2 --nothing run --nothing
refused 2 -x run -x
refused 2 --frame run --frame 3
refused 2 --window run --window 640x480 # only weft has one
refused 2 --verify run --verify
refused 2 --scene run --scene
refused 2 --set run --set
refused 2 --frames run --frames
refused 2 --record run --record ''
refused 2 --stats run --stats ''
refused 2 --record run --record - # a file's name; only figures go to stdout
for option in '--scene flag' '--grid 9' '--set wind=on' '--solver pbd' '--integrator verlet' '--substeps 3' '--seed 1' '--frames 3'; do
    # shellcheck disable=SC2086
    refused 2 "${option% *}" replay file $option # the recording has its own
done
refused 2 --verify replay file --verify=yes
refused 2 '--stats FILE' run --check-intersections # nothing would tell what it counts
refused 2 '--stats FILE' replay file --check-intersections
refused 2 --grid replay file --grid 9

# Names.
refused 2 moon run --scene moon
refused 2 corners run --scene '' # says what is known
refused 2 moon run --solver moon
refused 2 moon run --integrator moon
refused 2 moon run --isa moon
refused 2 moon run --set moon=1
refused 2 "''" run --set =1
refused 2 NAME=VALUE run --set gravity
refused 2 gravity run --set gravity=
refused 2 Gravity run --set Gravity=1

# Values of --set: no number, not a number, beyond the range, no whole number, no choice.
for value in x nan NaN -nan inf -inf 1e400 -1001 1000.1 '1 2' 9,8 0x 1e '--' 12abc; do
    refused 2 gravity run --set "gravity=$value"
done
for value in 0 1001 -1 1.5 1e99 nan 99999999999999999999; do
    refused 2 substeps run --set "substeps=$value"
done
refused 2 wind run --set wind=maybe
refused 2 wind run --set wind=2
refused 2 solver run --set solver=moon
refused 2 solver run --set solver=-1
refused 2 k_stretch run --set k_stretch=1.0001

# Numbers of the other options.
for grid in 1 0 -5 100000 1025 x 8x 8x1 1x8 8x8x8 8X8 '8 x 8' 1025x2 nan 2.5 ''; do
    refused 2 grid run --grid "$grid"
done
for option in frames threads substeps iterations; do
    for value in 0 -1 x 1.5 nan '' 99999999999999999999; do
        refused 2 "$option" run "--$option" "$value"
        refused 2 "$option" run "--$option=$value"
    done
done
refused 2 frames run --frames 10000001
refused 2 threads run --threads 65
refused 2 seed run --seed -1
refused 2 seed run --seed 2147483648
refused 2 7x7 run --scene two --grid 7x7x7
refused 2 '--grid does not go with --scene two' run --scene two --grid 5
refused 2 '--grid does not go with --scene two' run --grid 64x64 --scene two

# Suffixes that we do not write.
for name in a.stl a a.obj.gz .obja obj; do
    refused 2 "$name" run --export "$name"
done

# A very long word does not spill over; the line stays one.
long=$(printf '%04000d' 7)
refused 2 unknown run "--$long"
refused 2 unknown "$long"
refused 2 scene run --scene "$long"
refused 2 parameter run --set "$long=1"
refused 2 gravity run --set "gravity=$long$long"
refused 2 export run --export "$long"
refused 2 unknown run --scene $'two\nlines'
for command in '' help list run validate; do
    # shellcheck disable=SC2086
    refused 2 'two?lines' $command $'two\nlines'
done

# One file for two: refused before anything is written, however it is spelled.
mkdir folder
ln -s ../both folder/link
refused 2 both run --record both --stats both
refused 2 --export run --record both.obj --export both.obj
refused 2 --stats run --stats folder/../both --record both
refused 2 --stats run --stats "$PWD/both" --record folder/link
refused 2 --record replay both --record both
refused 2 --stats replay both --record other --stats both
for name in both both.obj other; do [ ! -e $name ] || fault "$name was written all the same"; done
echo keep >both
ln both hard
ln -s both soft
for name in both hard soft folder/link ./both; do
    refused 2 "$name" run --record "$name" --stats both
    refused 2 "$name" replay both --stats "$name"
done
is 'the file' "$(cat both)" keep
# What stdout or stderr was sent to is an output as well, under any of its names.
# sent FILE WORD ARGUMENTS…: refused where stdout, then stderr, is added to FILE.
sent() {
    local file=$1 word=$2
    shift 2
    called="weft-cli $* >>$file"
    code=0
    "$WEFT_CLI" "$@" >>"$file" 2>err </dev/null || code=$?
    is 'exit code' "$code" 2
    one_line "$word" stdout
    is 'the file' "$(cat "$file")" keep
    called="weft-cli $* 2>>$file"
    code=0
    "$WEFT_CLI" "$@" >out 2>>"$file" </dev/null || code=$?
    is 'exit code' "$code" 2
    is 'the rest of it' "$(head -n 1 "$file")" keep
    echo keep >"$file"
}
for name in both hard soft ./both; do
    sent both "--record and stdout are one file, $name" run --stats - --record "$name"
    sent both --stats run --stats "$name"
    sent both --stats replay other --stats "$name"
    sent both --record replay other --record "$name"
    sent both 'the recording' replay "$name" --verify
    sent both --csv bench table1 --csv "$name"
done
for name in both.obj hard.obj; do ln both $name; done
sent both --export run --export both.obj
refused 2 '--record and --export are one file' run --export both.obj --record hard.obj
# bench: a table and a picture in one file; a row may be called as a file is.
refused 2 '--csv and --plot are one file' bench cost --csv new --plot ./new
refused 2 '--csv and --plot are one file' bench cost --csv both --plot hard
rm both hard soft folder/link both.obj hard.obj

[ -z "$(find . -type f ! -name out ! -name err)" ] || fault "a refused command line left files: $(ls)"
finish
