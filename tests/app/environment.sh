#!/usr/bin/env bash
# No display, an old OpenGL, files that are not there or cannot be read or written: one clear line and exit code 1,
# or the program goes on with what it has and says so.
# shellcheck source=tests/app/desk.sh
. "$(dirname "${BASH_SOURCE[0]}")/desk.sh"

grid=(--grid 8)
# weft ARGUMENTS…: a short run; exit code in $code, stderr's lines in $lines.
weft() {
    code=0
    called="weft $*"
    timeout $((60 * slow)) "$WEFT" --window 640x480 ${grid[@]+"${grid[@]}"} --fixed --frames 2 "$@" >"$temp/out" 2>"$temp/err" \
        </dev/null || code=$?
    mapfile -t lines <"$temp/err"
}

# refused WORD ARGUMENTS…: exit code 1, one line with the word in it.
refused() {
    local word=$1
    shift
    weft "$@"
    [ $code = 1 ] || fault "$called: exit code $code, expected 1: ${lines[*]:0:3}"
    [ ${#lines[@]} = 1 ] || fault "$called: expected one line on stderr: ${lines[*]:0:3}"
    [[ ${lines[*]} == *"$word"* ]] || fault "$called: '$word' is not in: ${lines[*]:0:3}"
}

# goes_on WORD ARGUMENTS…: exit code 0, one line with the word in it, and cloth in the picture.
goes_on() {
    local word=$1
    shift
    weft --scene curtain --screenshot on.png "$@"
    [ $code = 0 ] || fault "$called: exit code $code: ${lines[*]:0:3}"
    [ ${#lines[@]} = 1 ] || fault "$called: expected one line on stderr: ${lines[*]:0:3}"
    [[ ${lines[*]} == *"$word"* ]] || fault "$called: '$word' is not in: ${lines[*]:0:3}"
    probe size on.png >/dev/null || fault "$called: no picture"
}

# Without a display. The line says what there is instead.
unset DISPLAY WAYLAND_DISPLAY
refused 'cannot open a window'
[[ ${lines[*]} == *weft-cli* ]] || fault "without a display it does not name weft-cli: ${lines[*]}"
DISPLAY=:99999 refused 'cannot open a window'

begin_desk

# OpenGL that is too old, or that is not there.
MESA_GL_VERSION_OVERRIDE=2.1 refused OpenGL
MESA_GL_VERSION_OVERRIDE=3.2 refused OpenGL
WEFT_GL_VERSION=9.9 refused 9.9

# Images on the command line.
echo 'no picture' >broken.png
probe make whole.png 64 64 20 90 220
head -c 60 whole.png >cut.png
mkdir folder.png
refused /nowhere.png /nowhere.png
refused broken.png broken.png
refused cut.png cut.png
refused folder.png folder.png
weft whole.png
[ $code = 0 ] || fault "$called: exit code $code: ${lines[*]}"

# Outputs.
refused /nowhere/a.png --screenshot /nowhere/a.png
refused /nowhere/r.weft --record /nowhere/r.weft
refused /nowhere/s.json --stats /nowhere/s.json
refused /nowhere/a.obj --export /nowhere/a.obj
refused /nowhere/frames --capture /nowhere/frames
[ ! -e /dev/full ] || refused /dev/full --record /dev/full

# Pictures through links.
mkdir there
echo old >there/real.png
ln -s there/real.png link.png
mkdir frames
ln -s ../there/frame.png frames/frame-000001.png
weft --screenshot link.png --capture frames
[ $code = 0 ] || fault "$called: exit code $code: ${lines[*]}"
for name in link.png frames/frame-000001.png; do [ -L $name ] || fault "a picture replaced the link $name"; done
for name in there/real.png there/frame.png frames/frame-000000.png; do
    [ "$(probe size $name)" = '640 480' ] || fault "no picture in $name"
done

# Recordings.
grid=()
refused /nowhere.weft --replay /nowhere.weft
refused broken.png:1 --replay broken.png
printf '# weft recording 1\n# grid 8x8\n0 grab 9 0 1 2 1 0 0 0 0 0 0\n1 end\n' >misses.weft
weft --replay misses.weft
[ $code = 0 ] || fault "$called: exit code $code: ${lines[*]}"
[[ ${lines[*]} == *misses.weft:3* ]] || fault "$called: the line is not named: ${lines[*]}"
grid=(--grid 8)

# Assets that are not where they are said to be: built-in shaders, a plain cloth, a picture all the same.
WEFT_ASSETS=/nowhere goes_on WEFT_ASSETS
holds 'there is cloth without assets' "$(probe cloth on.png 310 0 330 400) > 10"
mkdir -p assets
cp -r "$WEFT_BUILD/assets/textures" assets/
WEFT_ASSETS=$PWD/assets goes_on shaders
cp -rL "$WEFT_SOURCE/shaders" assets/
WEFT_ASSETS=$PWD/assets weft --scene curtain --screenshot good.png
[ ${#lines[@]} = 0 ] || fault "a whole copy of the assets: ${lines[*]:0:3}"
for broken in cloth.frag floor.frag light.glsl; do
    cp "assets/shaders/$broken" saved
    echo 'this is no GLSL;' >>"assets/shaders/$broken"
    WEFT_ASSETS=$PWD/assets weft --scene curtain --screenshot on.png
    [ $code = 0 ] || fault "with a broken $broken: exit code $code"
    [[ ${lines[*]} == *"$broken"* ]] || fault "with a broken $broken: it is not named: ${lines[*]:0:3}"
    # Nothing is black, nothing is missing: below the message it is the picture of the whole copy.
    holds "a broken $broken falls back" "$(probe differ good.png on.png 310 0 330 350) < 1"
    rm "assets/shaders/$broken"
    WEFT_ASSETS=$PWD/assets goes_on "$broken"
    cp saved "assets/shaders/$broken"
done
# A pipe that nobody writes to does not keep it waiting.
rm assets/shaders/cloth.frag
mkfifo assets/shaders/cloth.frag
WEFT_ASSETS=$PWD/assets goes_on 'cloth.frag: it is not a regular file'
rm assets/shaders/cloth.frag
cp -L "$WEFT_SOURCE/shaders/cloth.frag" assets/shaders/
rm assets/textures/plain_colour.png
mkfifo assets/textures/plain_colour.png
WEFT_ASSETS=$PWD/assets goes_on 'plain_colour.png: it is not a regular file'
rm assets/textures/plain_colour.png
WEFT_ASSETS=$PWD/assets goes_on plain_colour.png
echo broken >assets/textures/plain_colour.png
WEFT_ASSETS=$PWD/assets goes_on plain_colour.png
finish
