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
refused capture-every --capture frames --capture-every 10000001
refused '--capture FOLDER' --capture-every 2
for name in a.jpg a .png a.png.jpg; do refused .png --screenshot "$name"; done
refused b.png a.png b.png
refused "'' is an empty word" ''
refused 'particles of its own' --scene two --grid 5
refused one --capture a.png --screenshot a.png
refused 'a frame that --capture writes' --capture frames --screenshot frames/frame-000003.png
refused 'a frame that --capture writes' frames/frame-000000.png --capture frames/
refused one a.png --screenshot ./a.png
refused one --replay a.weft --record a.weft
for option in '--scene flag' '--grid 9' '--set wind=on' '--solver pbd' '--integrator verlet' '--substeps 3' '--seed 1' \
    '--iterations 2'; do
    # shellcheck disable=SC2086
    refused "${option% *}" --replay a.weft $option
    # shellcheck disable=SC2086
    refused "${option% *}" $option --replay a.weft
done
[ -z "$(ls)" ] || fault "a refused command line left files: $(ls)"

# stopped WORD ARGUMENTS…: exit code 1 and one line, where a file stands in the way; with --check, and without it before
# the missing display is noticed.
stopped() {
    local code word=$1 lines check
    shift
    for check in --check --fixed; do
        code=0
        timeout 20 "$WEFT" "$@" $check >"$temp/out" 2>"$temp/err" </dev/null || code=$?
        [ $code = 1 ] || fault "weft $* $check: exit code $code, expected 1"
        mapfile -t lines <"$temp/err"
        [ ${#lines[@]} = 1 ] || fault "weft $* $check: expected one line on stderr: ${lines[*]:0:3}"
        [[ ${lines[*]} == *"$word"* ]] || fault "weft $* $check: '$word' is not in: ${lines[*]:0:3}"
    done
}
mkfifo fifo.png
mkdir folder
echo keep >file
stopped 'fifo.png: it is not a regular file' fifo.png # nobody ever writes to it
stopped 'folder: it is a folder' folder
stopped 'it is not a regular file' /dev/null
stopped /nowhere.png /nowhere.png
stopped 'it is a file; name a folder' --capture file
[ "$(cat file)" = keep ] || fault '--capture of a file lost it'
"$WEFT" --check --replay fifo.png >"$temp/out" 2>"$temp/err" && fault '--check takes a pipe for a recording'
grep -q 'fifo.png: it is not a regular file' "$temp/err" || fault "--check --replay: $(cat "$temp/err")"
"$WEFT" --check --record /nowhere/a 2>"$temp/err" && fault '--check takes a recording that cannot be written'
"$WEFT" --check --record file --screenshot a.png >"$temp/out" 2>"$temp/err" || fault "--check: $(cat "$temp/err")"
[ "$(cat file)" = keep ] || fault '--check begins a recording'
rm -r fifo.png folder file
[ -z "$(ls -A)" ] || fault "--check leaves files: $(ls -A)"

# Help and version need no display.
for option in --help --version -h; do
    "$WEFT" $option >"$temp/out" 2>"$temp/err" || fault "weft $option: exit code $?"
    [ -s "$temp/out" ] || fault "weft $option prints nothing"
    [ ! -s "$temp/err" ] || fault "weft $option complains: $(cat "$temp/err")"
done
for option in --help --version; do
    for where in /dev/full closed; do
        [ $where = closed ] || [ -e $where ] || continue
        code=0
        if [ $where = closed ]; then "$WEFT" $option >&- 2>"$temp/err"; else "$WEFT" $option >$where 2>"$temp/err"; fi || code=$?
        [ $code = 1 ] || fault "weft $option >$where: exit code $code, expected 1"
        grep -q stdout "$temp/err" || fault "weft $option >$where says nothing"
    done
done
"$WEFT" --help >"$temp/out"
for option in scene grid solver integrator substeps iterations threads frames seed set stats export record screenshot \
    capture capture-every replay fixed window no-vsync check version help; do
    grep -q -- "--$option " "$temp/out" || fault "--help lacks $option"
done
finish
