#!/usr/bin/env bash
# weft's command line, wrong: exit code 2 and one line that names what was wrong, before any window is opened.
# shellcheck source=tests/app/desk.sh
. "$(dirname "${BASH_SOURCE[0]}")/desk.sh"
unset DISPLAY WAYLAND_DISPLAY

# refused WORD ARGUMENTS…
refused() {
    local code=0 word=$1 lines
    shift
    timeout 20 "$WEFT" "$@" >"$temp/out" 2>"$temp/err" </dev/null || code=$?
    mapfile -t lines <"$temp/err"
    [ $code = 2 ] || fault "weft $*: exit code $code, expected 2: ${lines[*]:0:3}"
    [ ${#lines[@]} = 1 ] || fault "weft $*: expected one line on stderr: ${lines[*]:0:3}"
    [[ ${lines[*]} == *"$word"* ]] || fault "weft $*: '$word' is not in: ${lines[*]:0:3}"
}

for size in 0x0 0x480 640x0 -1x5 640 640x 640x480x2 axb 16385x10 99999999999x1 640X480 '' 1e3x5; do
    refused window --window "$size"
done
refused --nothing --nothing
refused --verify --verify
refused window --window
refused moon --scene moon
refused moon --solver moon
refused moon --set moon=1
refused gravity --set gravity=nan
refused grid --grid 1
refused grid --grid 100000
refused frames --frames 0
refused a.stl --export a.stl
refused screenshot --screenshot ''
refused replay --replay
refused fixed --fixed=yes
refused capture --capture
refused capture-every --capture frames --capture-every 0
[ -z "$(ls)" ] || fault "a refused command line left files: $(ls)"

# Help and version need no display.
for option in --help --version -h; do
    "$WEFT" $option >"$temp/out" 2>"$temp/err" || fault "weft $option: exit code $?"
    [ -s "$temp/out" ] || fault "weft $option prints nothing"
    [ ! -s "$temp/err" ] || fault "weft $option complains: $(cat "$temp/err")"
done
"$WEFT" --help >"$temp/out"
for option in scene grid solver integrator substeps iterations threads frames seed set stats export record screenshot \
    replay fixed window no-vsync version help; do
    grep -q -- "--$option " "$temp/out" || fault "--help lacks $option"
done
finish
