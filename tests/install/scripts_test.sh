#!/usr/bin/env bash
# scripts_test.sh SOURCE_DIR: ./run without a display, and two builds at once; with a weft, a cmake and an ffmpeg that
# only say what they were told, so that it takes a second.
set -euo pipefail

source=$1
temp=$(mktemp -d "${TMPDIR:-/tmp}/weft scripts.XXXXXX")
trap 'rm -rf "$temp"' EXIT
failures=0

fault() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}

# program PATH: a program of these lines of bash.
program() {
    mkdir -p "$(dirname "$1")"
    { echo '#!/usr/bin/env bash' && cat; } >"$1"
    chmod +x "$1"
}

# --- ./run without a display

root=$temp/run
mkdir -p "$root/tools" "$root/tests"
cp "$source/run" "$root/run"
printf '%s\n' 'say() { echo "weft: $*" >&2; }' 'need() { :; }' 'build() { :; }' 'quietly() { "$@"; }' >"$root/tools/setup.sh"
program "$root/tests/with_display.sh" <<<'"$@"'
# With --check it refuses --moon; else the last --capture counts, as in weft: its folder gets a frame.
program "$root/build/release/src/app/weft" <<'END'
case " $* " in *' --check '*--moon*) echo 'weft: no moon' >&2; exit 2 ;; *' --check '*) exit ;; esac
case " $* " in *--fall*) echo 'weft: it fell' >&2; exit 1 ;; esac
printf '%s\n' "$@" >"$WEFT_SAID"
while [ $# -gt 1 ]; do
    case $1 in --capture) frames=$2 ;; esac
    shift
done
[ -z "${frames-}" ] || { mkdir -p "$frames" && touch "$frames/frame-000000.png"; }
END
program "$temp/bin/ffmpeg" <<'END'
ls >"$FFMPEG_SAW"
echo "$@" >"$FFMPEG_SAID"
echo new >"${!#}"
[ -z "${FFMPEG_FAILS-}" ]
END
program "$temp/bin/uname" <<<'echo Linux' # a Mac always has a display
export PATH="$temp/bin:$PATH" WEFT_SAID="$temp/weft_said" FFMPEG_SAW="$temp/saw" FFMPEG_SAID="$temp/ffmpeg_said"

# play OPTIONS…
play() {
    local code=0
    rm -f "$temp/saw" "$temp/ffmpeg_said"
    (cd "$temp" && env -u DISPLAY -u WAYLAND_DISPLAY "$root/run" "$@") >"$temp/out" 2>"$temp/err" || code=$?
    [ $code = 0 ] || fault "run $*: exit code $code: $(cat "$temp/err")"
    grep -q 'weft.mp4' "$temp/out" || fault "run $*: no video is named: $(cat "$temp/out")"
    grep -q frame-000000.png "$temp/saw" || fault "run $*: the video is not of weft's frames"
}

# told WORD, not_told WORD: an argument of weft's.
told() { grep -qxF -e "$1" "$temp/weft_said" || fault "weft was not told $1"; }
not_told() { if grep -qxF -e "$1" "$temp/weft_said"; then fault "weft was told $1"; fi; }

play
told --replay
told "$root/assets/demos/drag.weft"
grep -qF -- '-framerate 60/2' "$temp/ffmpeg_said" || fault "the video's rate: $(cat "$temp/ffmpeg_said")"

play --capture "my frames" --threads 2
told --replay
[ -f "$temp/my frames/frame-000000.png" ] || fault 'the frames are not where --capture wants them'
grep -qF -- '-framerate 60/1' "$temp/ffmpeg_said" || fault "the video's rate: $(cat "$temp/ffmpeg_said")"
play --capture=there --capture frames --capture-every=5
grep -qF -- '-framerate 60/5' "$temp/ffmpeg_said" || fault "the video's rate: $(cat "$temp/ffmpeg_said")"

for option in scene grid solver integrator substeps iterations seed set; do
    play --$option value
    not_told --replay
    grep -qF "no scripted drag: --$option" "$temp/err" || fault "--$option: it does not say what is left out"
    play "--$option=value"
    not_told --replay
done
play --replay own.weft
not_told "$root/assets/demos/drag.weft"
play --record --scene.weft --screenshot mine.png
told "$root/assets/demos/drag.weft"
grep -q 'to mine.png' "$temp/err" || fault "it does not say where the picture goes: $(cat "$temp/err")"

# What was there before stays, whatever fails, and nothing is left beside it.
# keeps WHAT: both old files are as they were.
keeps() {
    [ "$(cat "$root/out/weft.png" "$root/out/weft.mp4")" = "$(printf 'old\nold')" ] || fault "$1: the old files are lost"
    [ "$(ls -A "$root/out" | wc -l)" = 2 ] || fault "$1 leaves files: $(ls -A "$root/out")"
}
# fails CODE LINE OPTIONS…: this line, alone or after the one that says what is played.
fails() {
    local want=$1 line=$2 code=0
    shift 2
    (cd "$temp" && env -u DISPLAY -u WAYLAND_DISPLAY "$root/run" "$@") >"$temp/out" 2>"$temp/err" || code=$?
    [ $code = "$want" ] || fault "run $*: exit code $code, expected $want"
    [ "$(tail -n 1 "$temp/err")" = "$line" ] || fault "run $*: it says: $(cat "$temp/err")"
    [ ! -s "$temp/out" ] || fault "run $*: it names what it did not make: $(cat "$temp/out")"
    keeps "run $*"
}
echo old | tee "$root/out/weft.png" >"$root/out/weft.mp4"
fails 2 'weft: no moon' --moon
[ "$(wc -l <"$temp/err")" = 1 ] || fault "wrong options take more than one line: $(cat "$temp/err")"
fails 1 'weft: it fell' --fall
(cd "$temp" && FFMPEG_FAILS=yes env -u DISPLAY -u WAYLAND_DISPLAY "$root/run") >"$temp/out" 2>"$temp/err" || true
keeps 'a video that fails'
if grep -q mp4 "$temp/out"; then fault 'a video that failed is named'; fi
play
[ "$(cat "$root/out/weft.mp4")" = new ] || fault 'the new video is not where the old one was'

# --- two builds at once

if command -v flock >/dev/null; then
    mkdir "$temp/two"
    touch "$temp/two/CMakePresets.json"
    program "$temp/bin/cmake" <<'END'
mkdir -p build/release
echo begin >>"$CMAKE_SAID"
sleep 0.2
echo end >>"$CMAKE_SAID"
END
    export CMAKE_SAID="$temp/cmake_said"
    # shellcheck disable=SC2016 # expanded by the shell that runs it
    line='set -euo pipefail; root=$1; . "$2/tools/setup.sh"; build release'
    bash -c "$line" - "$temp/two" "$source" 2>"$temp/first" &
    bash -c "$line" - "$temp/two" "$source" 2>"$temp/second" || fault "a build fails: $(cat "$temp/second")"
    wait $! || fault "a build fails: $(cat "$temp/first")"
    [ "$(uniq "$CMAKE_SAID" | wc -l)" = "$(wc -l <"$CMAKE_SAID")" ] || fault "two builds ran at once"
    grep -q 'another build' "$temp/first" "$temp/second" || fault "the one that waits does not say so"
fi
[ $failures = 0 ]
