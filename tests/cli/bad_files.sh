#!/usr/bin/env bash
# Files that cannot be read or written, and files that are no recording: exit code 1, one line on stderr that
# names the file. What can be saved of a damaged recording is.
# shellcheck source=tests/cli/cli.sh
. "$(dirname "${BASH_SOURCE[0]}")/cli.sh"

run=(run --grid 4 --frames 3)

# Outputs.
mkdir folder folder.obj
for where in /nowhere/at/all folder; do
    refused 1 "$where" "${run[@]}" --record "$where"
    refused 1 "$where" "${run[@]}" --stats "$where"
done
refused 1 /nowhere/a.obj "${run[@]}" --export /nowhere/a.obj
refused 1 /nowhere/a.ply "${run[@]}" --export /nowhere/a.ply
refused 1 folder.obj "${run[@]}" --export folder.obj
if [ -e /dev/full ]; then
    refused 1 /dev/full "${run[@]}" --record /dev/full
    refused 1 /dev/full "${run[@]}" --stats /dev/full
    called='run --stats - >/dev/full'
    code=0
    "$WEFT_CLI" "${run[@]}" --stats - >/dev/full 2>err || code=$?
    is 'exit code with a full stdout' "$code" 1
    one_line stdout
fi
# What was there stays where the new one cannot be written, and no part of it is left behind.
echo keep >old.json
works "${run[@]}" --stats old.json
grep -q hash old.json || fault 'an older file was not replaced'
[ -z "$(find . -name '*.part')" ] || fault "left behind: $(ls)"
works "${run[@]}" --stats /dev/null --record /dev/null

# What --record names is begun anew only when the others can be written as well.
echo keep >old.weft
for option in '--stats /nowhere/a' '--export folder.obj'; do
    # shellcheck disable=SC2086
    refused 1 "${option#* }" "${run[@]}" --record old.weft $option
    is 'a recording that was not begun' "$(cat old.weft)" keep
done
# A pipe is opened once: its reader gets all, however late.
mkfifo pipe
{ while read -r line; do printf '%s\n' "$line"; done <pipe >piped; } &
works "${run[@]}" --frames 600 --stats pipe
wait
[ -n "$(field piped hash)" ] || fault "the reader of a pipe got: $(head -n 3 piped)"

# A link stays a link, and what it names is written: a file, one that is not there yet, through a chain, elsewhere.
mkdir there
echo old >there/real.obj
ln -s there/real.obj link.obj
ln -s link.obj chain.obj
ln -s ../new.json there/new.json
ln -s there/r.weft r.weft
works "${run[@]}" --export chain.obj --stats there/new.json --record r.weft
for name in link.obj chain.obj there/new.json r.weft; do [ -L "$name" ] || fault "the link $name is gone"; done
grep -q '^v ' there/real.obj || fault 'the file behind a chain of links was not written'
grep -q hash new.json || fault 'the file that a link names was not made'
works replay there/r.weft --verify
ln -s loop.obj loop.obj
for option in --export --stats --record; do refused 1 loop.obj "${run[@]}" $option loop.obj; done
[ -L loop.obj ] || fault 'the loop is gone'
ln -s /nowhere/a.obj astray.obj
refused 1 astray.obj "${run[@]}" --export astray.obj
# A name that is as long as a name may be leaves no room for one that is longer.
long=$(printf '%0251d.obj' 0)
works "${run[@]}" --export "$long"
[ -s "$long" ] || fault 'the file with a long name was not written'
if [ "$(id -u)" != 0 ]; then # nobody is root's judge
    echo keep >locked.json
    chmod 444 locked.json
    refused 1 locked.json "${run[@]}" --stats locked.json
    is 'a file that may not be written' "$(cat locked.json)" keep
fi

# stdout that is closed or full: said so, and nothing lands in another file.
for arguments in --version --help help 'help run' 'run --help' 'run --version' 'list scenes' 'validate k_prime'; do
    called="$arguments >&-"
    code=0
    # shellcheck disable=SC2086
    "$WEFT_CLI" $arguments >&- 2>err || code=$?
    is 'exit code with a closed stdout' "$code" 1
    one_line stdout
    [ -e /dev/full ] || continue
    called="$arguments >/dev/full"
    code=0
    # shellcheck disable=SC2086
    "$WEFT_CLI" $arguments >/dev/full 2>err || code=$?
    is 'exit code with a full stdout' "$code" 1
    one_line stdout
done
called='run --stats - >&-'
code=0
"$WEFT_CLI" "${run[@]}" --stats - --record closed.weft --export closed.obj >&- 2>err || code=$?
is 'exit code with a closed stdout' "$code" 1
one_line stdout
works replay closed.weft --verify

# What is no recording.
refused 1 /nowhere.weft replay /nowhere.weft
refused 1 folder replay folder
refused 1 "$WEFT_CLI" replay "$WEFT_CLI"
refused 1 '/dev/null: it is not a regular file' replay /dev/null
mkfifo fifo
refused 1 'fifo: it is not a regular file' replay fifo # nobody ever writes to it
refused 1 'folder: it is a folder' replay folder
for version in 2 10 1.5 '1 2'; do
    printf '# weft recording %s\n5 end\n' "$version" >newer.weft
    refused 1 "newer.weft:1: a recording of form $version," replay newer.weft
done
for first in '# weft recording' '# weft recording x' '# weft recordings 1' ' # weft recording 1'; do
    printf '%s\n5 end\n' "$first" >other.weft
    refused 1 'other.weft:1: this is no recording' replay other.weft
done
printf 'hello\n' >text
refused 1 text:1 replay text
printf '# weft recording 1' >no_newline
refused 1 no_newline:1 replay no_newline

# recording LINE…: a file of these lines after a good head.
recording() {
    printf '# weft recording 1\n# scene corners\n# grid 4x4\n' >lines.weft
    printf '%s\n' "$@" >>lines.weft
}

# wrong WORD LINE…: the last line is refused, by its number.
wrong() {
    local word=$1
    shift
    recording "$@"
    refused 1 "lines.weft:$((3 + $#)):" replay lines.weft
    one_line "$word"
}

wrong fly '5 fly'
wrong tick 'five end'
wrong tick '-5 end'
wrong tick '1.5 end'
wrong tick '99999999999999999999 end'
wrong 10000000 '10000001 end'
wrong before '5 end' '4 end'
wrong command '5'
wrong scene '# scene moon'
wrong grid '# grid 1x1'
wrong 1024 '# grid 1025x2'
wrong "each 2 to 1024, not '1025x2'" '1 grid 1025x2'
wrong corners '# scene moon'
wrong header '# scene flag ball'
wrong "not 'moon'" '1 scene moon'
wrong moon '# set moon 1'
wrong gravity '# set gravity nan'
wrong header '# nonsense'
wrong setting '1 reset' '# set gravity 1'
wrong moon '1 set moon 1'
wrong gravity '1 set gravity 1e9'
wrong solver '1 solver moon'
wrong drag '1 drag 0 1'
wrong drag '1 drag 0 1 nan'
wrong drag '1 drag 0 1 1e30'
wrong grab '1 grab 0 1 2 3'
wrong much '1 reset now'
wrong characters "1 drag $(printf '%02000d' 1)"
printf '# weft recording 1\n1 re\0set\n' >zero.weft
refused 1 zero.weft:2 replay zero.weft

# A hand where there is nothing to hold is no reason to stop.
recording '1 grab 7 0 1 2 0.3 0.3 0.4 0 1 0 0' '2 grab 0 900 901 902 0.3 0.3 0.4 0 1 0 0' '3 drag 0 1 0' \
    '4 release' '5 pin 0 900' '6 unpin 3 0' '9 end'
cli replay lines.weft --stats stats.json
is 'exit code of commands that miss' "$code" 0
is 'lines about them' "$(sed 's/:.*weft:/ /' err)" "weft-cli 4: grab: there is no cloth 7: left out, with 1 more lines like it
weft-cli 6: drag: nothing is grabbed: left out, with 0 more lines like it
weft-cli 7: release: nothing is grabbed: left out, with 0 more lines like it
weft-cli 8: pin: there is no particle 900 in cloth 0: left out, with 0 more lines like it
weft-cli 9: unpin: there is no particle 0 in cloth 3: left out, with 0 more lines like it"
is finite "$(field stats.json finite)" true
# What was recorded of it is what was done. The first is not verified, whatever its hashes are.
cli replay lines.weft --record done.weft
works replay done.weft --verify
grep '^[0-9]* hash' done.weft >>lines.weft
cli replay lines.weft --verify
is 'exit code of --verify with commands that miss' "$code" 1
if grep differs err; then fault 'the hashes differ'; fi
recording '9 end'
refused 1 lines.weft replay lines.weft --verify # no hash

# Cut anywhere, a recording is good up to its last whole line.
works "${run[@]}" --frames 130 --record whole.weft
size=$(wc -c <whole.weft)
for cut in 1 5 20; do
    head -c $((size - cut)) whole.weft >cut.weft
    called="a recording without its last $cut bytes"
    cli replay cut.weft
    is 'exit code' "$code" 0
    one_line "cut.weft:$(wc -l <whole.weft): the file ends in the middle of this line"
    refused 1 "cut.weft:$(wc -l <whole.weft): the file ends in the middle of this line" replay cut.weft --verify
done
# Cut in its head, too, where no hash is left.
head -n 5 whole.weft | head -c -3 >cut.weft
refused 1 'cut.weft:5: the file ends in the middle' replay cut.weft --verify
# Cut at the end of a line it is whole, and --verify says how far it could look.
works replay whole.weft --verify
is 'what is verified' "$(cat out)" '130 ticks, 4 hashes: all equal'
head -n -1 whole.weft >cut.weft
works replay cut.weft --verify
is 'what is verified' "$(cat out)" '120 ticks, 3 hashes: all equal'
echo '125 reset' >>cut.weft
works replay cut.weft --verify
is 'what is verified' "$(cat out)" "120 ticks, 3 hashes: all equal; what comes after line $(($(wc -l <cut.weft) - 1)), \
up to tick 125, has no hash: not checked"
head -n -1 whole.weft >cut.weft
echo '120 end' >>cut.weft # says no more than the hash above it
works replay cut.weft --verify
is 'what is verified' "$(cat out)" '120 ticks, 3 hashes: all equal'
echo '120 set wind on' >>cut.weft # changes what comes after it
works replay cut.weft --verify
grep -q 'not checked' out || fault "$called: it claims more than it can: $(cat out)"
finish
