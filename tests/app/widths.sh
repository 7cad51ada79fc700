#!/usr/bin/env bash
# Pictures of odd widths are neither skewed nor upside down, and colours are in their order.
screen=1400x800
# shellcheck source=tests/app/desk.sh
. "$(dirname "${BASH_SOURCE[0]}")/desk.sh"

begin_desk
for size in 1366x200 1367x201 801x601 641x481 3x3 1x1; do
    "$WEFT" --window $size --grid 8 --scene curtain --fixed --frames 3 --screenshot $size.png 2>"$temp/err" ||
        fault "$size: exit code $?"
    [ ! -s "$temp/err" ] || fault "$size: $(head -n 3 "$temp/err")"
    [ "$(probe size $size.png)" = "${size/x/ }" ] || fault "$size: the picture has $(probe size $size.png)"
done
# Every row begins where it should: the backdrop is as bright at both ends of a row, and darker or brighter
# only slowly from row to row; the panel is at the left, the cloth red and in the middle.
for size in 801x601 641x481; do
    width=${size%x*}
    for y in 5 150 300 470; do
        left=$(probe mean $size.png 2 $y 8 1 | cut -d' ' -f4)
        right=$(probe mean $size.png $((width - 10)) $y 8 1 | cut -d' ' -f4)
        holds "$size: row $y is whole" "($left - $right)^2 < 30^2"
    done
    holds "$size: cloth right of the panel" "$(probe cloth $size.png $((width / 2)) 150 60 60) > 50"
    holds "$size: no cloth at the edges" "$(probe cloth $size.png -6 0 6 0) + $(probe cloth $size.png 0 0 6 0) < 0.1"
    holds "$size: the floor's shade is below" "$(probe cloth $size.png $((width / 2)) -40 100 30) < 5"
done
finish
