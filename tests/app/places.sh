#!/usr/bin/env bash
# The assets are found from any working directory, through a link, beside a copied program, and in a path with spaces
# and letters that are not ASCII.
# shellcheck source=tests/app/desk.sh
. "$(dirname "${BASH_SOURCE[0]}")/desk.sh"

shots=$temp/shots
mkdir "$shots"

# starts PROGRAM NAME [ARGUMENTS…]: runs without a complaint, with the picture of the other places.
starts() {
    local code=0
    timeout $((60 * slow)) "$1" --window 640x480 --grid 8 --scene curtain --fixed --frames 20 --screenshot "$shots/$2.png" \
        "${@:3}" >"$temp/out" 2>"$temp/err" </dev/null || code=$?
    [ $code = 0 ] || fault "$2: exit code $code"
    [ ! -s "$temp/err" ] || fault "$2: $(head -n 3 "$temp/err")"
    [ "$2" = first ] || same "$shots/first.png" "$shots/$2.png" 310 0 330 400
}

begin_desk
starts "$WEFT" first
holds 'there is cloth' "$(probe cloth "$shots/first.png" 310 0 330 400) > 10"
cd /
starts "$WEFT" from_the_root
cd "$HOME"
starts "$WEFT" from_home
ln -s "$WEFT" "$temp/link"
starts "$temp/link" link
cd "$temp/work"
(PATH=$(dirname "$WEFT"):$PATH && starts weft by_path)

# A build tree somewhere else.
tree="$temp/ein schöner Ort/布/src/app"
mkdir -p "$tree"
cp "$WEFT" "$tree/"
cp -rL "$WEFT_BUILD/assets" "$tree/../../"
starts "$tree/weft" far
ln -s "$tree/weft" "$temp/verknüpft"
starts "$temp/verknüpft" far_link
(cd "$tree" && starts ./weft far_inside)
# An installed program: bin and share.
mkdir -p "$temp/pre fix/bin" "$temp/pre fix/share"
cp "$WEFT" "$temp/pre fix/bin/"
cp -rL "$WEFT_BUILD/assets" "$temp/pre fix/share/weft"
starts "$temp/pre fix/bin/weft" installed
# Beside it, and by name.
mkdir "$temp/alone"
cp "$WEFT" "$temp/alone/"
cp -rL "$WEFT_BUILD/assets" "$temp/alone/assets"
starts "$temp/alone/weft" beside
rm -r "$temp/alone/assets"
WEFT_ASSETS=$temp/verknüpft/.. starts "$temp/alone/weft" named >"$temp/found" || true # not a folder
grep -q WEFT_ASSETS "$temp/err" || fault 'WEFT_ASSETS of a file that is no folder is not told'
failures=$((failures > 0 ? failures - $(grep -c . "$temp/found") : 0))
# With none at all it says so in one line, and has its shaders and a plain cloth.
(unset WEFT_ASSETS && starts "$temp/alone/weft" bare) >"$temp/found" # another picture: no weave
if grep -q 'exit code' "$temp/found"; then fault "without assets: $(cat "$temp/found")"; fi
[ "$(wc -l <"$temp/err")" = 1 ] || fault "without assets: expected one line: $(cat "$temp/err")"
grep -q "no assets folder near $temp/alone: .*built-in shaders" "$temp/err" ||
    fault "without assets it says: $(cat "$temp/err")"
holds 'there is cloth without assets' "$(probe cloth "$shots/bare.png" 310 0 330 400) > 10"
WEFT_ASSETS="$temp/pre fix/share/weft" starts "$temp/alone/weft" by_name

# Files with such names, too.
probe make 'mein Bild ü.png' 32 32 30 200 60
starts "$WEFT" words 'mein Bild ü.png' >"$temp/found" # another picture: the cloth is green
failures=0
[ ! -s "$temp/err" ] || fault "an image with spaces and other letters in its name: $(cat "$temp/err")"
finish
