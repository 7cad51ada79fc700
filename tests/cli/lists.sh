#!/usr/bin/env bash
# list, help and version: one a line, the name first, with units, ranges and defaults.
# shellcheck source=tests/cli/cli.sh
. "$(dirname "${BASH_SOURCE[0]}")/cli.sh"

# has NAME WORD…: the line that begins with NAME has every word.
has() {
    local name=$1 line word
    shift
    line=$(awk -v name="$name" '$1 == name' out)
    is "lines of $name" "$(printf '%s' "$line" | grep -c .)" 1
    for word in "$@"; do
        case $line in *"$word"*) ;; *) fault "$called: '$name' lacks '$word': $line" ;; esac
    done
}

works list scenes
for scene in corners curtain flag ball two tablecloth line; do has $scene; done
has corners 64x64
has flag 'wind on'
is 'columns where the sentences begin' "$(awk '{ print index($0, $3) }' out | sort -u | wc -l)" 1
works list solvers
has pbd
has verlet
has direct default
works list parameters
has tick_rate '10 to 10000' 1/s 'default 60'
has gravity m/s^2 'default 9.80665'
has wind off
has stiffness N/m
has areal_density kg/m^2 'default 0.2'
has solver pbd verlet xpbd
# Each line tells a range or choices, a default, and a sentence; each can be set to its own default.
while read -r name rest; do
    case $rest in *default*:\ ?*.) ;; *) fault "list parameters: $name: $rest" ;; esac
    default=$(printf '%s' "$rest" | sed 's/.*default \([^:]*\):.*/\1/')
    code=0
    "$WEFT_CLI" run --frames 1 --grid 3 --set "$name=$default" >/dev/null 2>err || code=$?
    is "exit code of --set $name=$default" $code 0
done <out
works list keys
for key in W S M V R L O H U F1 F5 F11 F12 Ctrl+S Esc Shift+R Shift+G; do has $key; done
# README has each: keys as <kbd>, Shift+R as two of them, the arrows and the numbers by what they are.
readme=$(cat "$(dirname "${BASH_SOURCE[0]}")/../../README.md")
while read -r key; do
    case $key in
        Left | Right | Up | Down) word=arrows ;;
        1…9) word='<kbd>1</kbd> … <kbd>9</kbd>' ;;
        *) word="<kbd>${key//+/</kbd>+<kbd>}</kbd>" ;;
    esac
    [ "$key" != + ] || word='<kbd>+</kbd>'
    [[ $readme == *"$word"* ]] || fault "README lacks the key $key: $word"
done < <(sed '/^Left drag/,$d; s/  .*//; s/ or /\n/' out)
# Columns are letters, not bytes: the row of 1…9 begins where the others do.
starts=$(for words in 'wind on or' 'the scene with this number' 'pause and go on' 'grab and pull it'; do
    sed 's/…/./' out | awk -v words="$words" 'index($0, words) { print index($0, words) }'
done | sort -u | wc -l)
is 'columns where the sentences of keys begin' "$starts" 1
grep -q '^P or Space ' out || fault 'list keys lacks P or Space'
grep -q '^Left drag on the cloth' out || fault 'list keys lacks the mouse'

works --version
grep -Eq '^weft-cli [0-9]+\.[0-9]+' out || fault "version: $(cat out)"
works --help
for command in run list replay validate bench soak; do
    grep -q "weft-cli $command" out || fault "--help lacks $command"
done
works help
for command in run replay validate bench soak list; do
    works $command --help
    cp out first
    works help $command
    cmp -s out first || fault "help $command and $command --help differ"
done
works run --help
for option in scene grid solver integrator substeps iterations threads frames seed set stats export record; do
    grep -q -- "--$option " out || fault "run --help lacks --$option"
done
works run --scene corners --version
finish
