# shellcheck shell=bash
# A desk for the tests of the window: a private X server with a window manager, hands on mouse and keyboard, and eyes
# on the window's pictures and its recording. Sourced; needs WEFT, WEFT_CLI, PNG_PROBE (CMakeLists.txt sets
# them). Each test runs in an empty folder of its own; at its end all that it started is ended.
# WEFT_TEST_SLOW: by how much all waiting is longer, e.g. 4 under a sanitizer.
set -euo pipefail
: "${WEFT:?}" "${WEFT_CLI:?}" "${PNG_PROBE:?}"

slow=${WEFT_TEST_SLOW:-1}
screen=${screen:-1024x768}
failures=0
server=
manager=
program=
window=

for tool in Xvfb openbox xdotool xprop; do
    if ! command -v $tool >/dev/null; then
        echo "skipped: no $tool; ./check installs what the tests of the window need"
        exit 77
    fi
done

temp=$(mktemp -d "${TMPDIR:-/tmp}/weft-desk.XXXXXX")
end_desk() {
    local pid
    for pid in $program $manager $server; do
        kill -CONT "$pid" 2>/dev/null || true
        kill "$pid" 2>/dev/null || true
    done
    wait 2>/dev/null || true
    if [ -n "${WEFT_TEST_KEEP:-}" ]; then echo "kept: $temp"; else rm -rf "$temp"; fi
}
trap end_desk EXIT
trap 'exit 143' INT TERM
mkdir "$temp/home" "$temp/work"
cd "$temp/work"

# fault WHAT…: counts it, goes on. Ends the test in `finish`.
fault() {
    printf 'FAILED: %s\n' "$*"
    failures=$((failures + 1))
}

# give_up WHAT…: there is no going on.
give_up() {
    fault "$@"
    [ ! -s "$temp/err" ] || sed 's/^/weft said: /' "$temp/err"
    exit 1
}

finish() {
    [ -z "$program" ] || give_up 'the test ends with a program that runs'
    [ $failures = 0 ] || printf '%d faults\n' $failures
    [ $failures = 0 ]
    exit
}

# until_true SECONDS COMMAND…: polls; false when the time is over.
until_true() {
    local tries=$(($1 * slow * 20))
    shift
    while ! "$@"; do
        [ $((tries -= 1)) -gt 0 ] || return 1
        sleep 0.05
    done
}

# --- the display

has_manager() {
    grep -q 'window id' <<<"$(xprop -root _NET_SUPPORTING_WM_CHECK 2>/dev/null)"
}

begin_desk() {
    unset WAYLAND_DISPLAY XDG_SESSION_TYPE
    export LIBGL_ALWAYS_SOFTWARE=1 HOME="$temp/home" XDG_CONFIG_HOME="$temp/home" XDG_CACHE_HOME="$temp/home"
    # Wrong uses of OpenGL are told on stderr also by release builds.
    export MESA_DEBUG=1
    Xvfb -displayfd 3 -screen 0 "${screen}x24" -nolisten tcp -noreset 3>"$temp/number" >"$temp/server" 2>&1 &
    server=$!
    until_true 20 test -s "$temp/number" || give_up "Xvfb did not start: $(cat "$temp/server")"
    DISPLAY=:$(head -n 1 "$temp/number")
    export DISPLAY
    openbox --sm-disable >"$temp/manager" 2>&1 &
    manager=$!
    until_true 20 has_manager || give_up "openbox did not start: $(cat "$temp/manager")"
}

# --- the program

find_window() {
    kill -0 "$program" 2>/dev/null || give_up 'weft ended at once'
    window=$(xdotool search --onlyvisible --class '^weft$' 2>/dev/null | head -n 1)
    [ -n "$window" ]
}

is_active() {
    [ "$(xdotool getactivewindow 2>/dev/null)" = "$window" ]
}

# open_weft ARGUMENTS…: starts it, small, coarse and calm unless told otherwise, with a recording in r.weft, and waits
# for its first picture. The panel is hidden then, unless leave_panel is set; the pointer is in the upper right corner,
# where nothing is.
open_weft() {
    : >"$temp/err"
    "$WEFT" --window 640x480 --grid 16 --set damping=4 --record r.weft "$@" >"$temp/out" 2>"$temp/err" &
    program=$!
    until_true 30 find_window || give_up 'no window'
    until_true 10 is_active || xdotool windowfocus "$window"
    point 620 20
    until_true 30 listens || give_up 'the window does not react to keys'
    sleep 0.3
    rm -f weft-*.png
    shot first.png
    [ -z "${leave_panel:-}" ] || return 0
    if ! panel_shown first.png; then
        key h # a small window begins without the panel, but with a button that shows it
    fi
    key h
    shot first.png
}
# panel_shown FILE: the panel, dark, is in the upper left corner of the picture.
panel_shown() {
    awk "BEGIN { exit !($("$PNG_PROBE" mean "$1" 20 20 200 70 | cut -d' ' -f4) < 100) }"
}
listens() {
    key F12
    sleep 0.3
    has_shot
}

# settle [TICK]: waits until this tick is over; by then the cloth hangs.
settle() {
    until_true 30 reached "${1:-120}" || give_up "tick ${1:-120} never comes"
}
reached() {
    [ "$(tail -n 1 r.weft | cut -d' ' -f1)" -ge "$1" ] 2>/dev/null
}

alive() {
    kill -0 "$program" 2>/dev/null
}

gone() {
    ! alive
}

# close_weft [KEYS…]: ends it by Esc; it has to end well and to have nothing to complain about.
close_weft() {
    local code=0
    alive || give_up "weft is not there any more"
    xdotool key Escape
    until_true 10 gone || give_up 'Esc does not end it'
    wait "$program" || code=$?
    program=
    [ $code = 0 ] || fault "exit code $code"
    [ ! -s "$temp/err" ] || fault "weft said: $(head -n 5 "$temp/err")"
}

# --- hands: window coordinates

point() { xdotool mousemove --window "$window" "$1" "$2"; }
press() { xdotool mousedown "$1"; }
release() { xdotool mouseup "$1"; }
key() { xdotool key "$@"; }

# glide X Y X2 Y2 [STEPS]: moves there in small steps, as a hand does.
glide() {
    local i steps=${5:-10}
    for i in $(seq "$steps"); do
        point $(($1 + ($3 - $1) * i / steps)) $(($2 + ($4 - $2) * i / steps))
        sleep 0.02
    done
}

# drag BUTTON X Y X2 Y2
drag() {
    point "$2" "$3"
    press "$1"
    glide "$2" "$3" "$4" "$5"
    release "$1"
}

# --- eyes

has_shot() {
    compgen -G 'weft-*.png' >/dev/null
}

# shot FILE: a picture by F12. All that was pressed before is done then.
shot() {
    key F12
    until_true 15 has_shot || give_up "no picture $1 by F12"
    mv weft-*.png "$1"
}

# The window without its bottom, where messages come and go.
picture=(0 0 640 400)

# probe ARGUMENTS…
probe() { "$PNG_PROBE" "$@"; }

# holds WHAT EXPRESSION: of numbers, as awk has it.
holds() {
    awk "BEGIN { exit !($2) }" || fault "$1: $2 does not hold"
}

has_obj() {
    compgen -G 'weft-*.obj' >/dev/null
}

# saved FILE: the drape, by Ctrl+S.
saved() {
    key ctrl+s
    until_true 15 has_obj || give_up 'no OBJ by Ctrl+S'
    mv weft-*.obj "$1"
}

# same A B [X Y W H], other A B [X Y W H]: whether two pictures are the same, less a few pixels.
same() {
    local part
    part=$(probe differ "$1" "$2" "${@:3}")
    holds "$1 and $2 are the same" "$part < 0.3"
}
other() {
    local part
    part=$(probe differ "$1" "$2" "${@:3}")
    holds "$1 and $2 differ" "$part > 0.5"
}

# pause: what is seen does not move any more.
pause() {
    key p
}

has_line() {
    [ "$(grep -cE "$1" r.weft)" -ge "${2:-1}" ]
}

# line PATTERN [COUNT]: waits until the recording has COUNT lines like this (one), after the tick's number.
line() {
    until_true 10 has_line "^[0-9]+ $1" "${2:-1}" || fault "the recording has no '$1' (${2:-1} times)"
}

# no_line PATTERN: none of these came.
no_line() {
    if grep -E "^[0-9]+ $1" r.weft >"$temp/found"; then fault "the recording has: $(head -n 3 "$temp/found")"; fi
}

# last PATTERN: the last such line's words after the command, floats as decimal numbers; tick PATTERN: its tick.
last() {
    local word words=()
    for word in $(grep -E "^[0-9]+ $1" r.weft | tail -n 1 | cut -d' ' -f3-); do
        case $word in *0x*) word=$(printf '%.9f' "$word") ;; esac
        words+=("$word")
    done
    echo "${words[@]}"
}
tick() {
    grep -E "^[0-9]+ $1" r.weft | tail -n 1 | cut -d' ' -f1
}

# replays: the recording of the program that has ended gives the same hashes without a window.
replays() {
    "$WEFT_CLI" replay "${1:-r.weft}" --verify >verdict 2>&1 || fault "the replay: $(cat verdict)"
    if [ $# -lt 2 ]; then grep -q 'all equal' verdict || fault "the replay: $(cat verdict)"; fi
}
