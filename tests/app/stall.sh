#!/usr/bin/env bash
# The program is held up for five seconds: the cloth does not jump, what was missed is dropped but for a few ticks.
# shellcheck source=tests/app/desk.sh
. "$(dirname "${BASH_SOURCE[0]}")/desk.sh"

# now_ms: the time, in thousandths of a second.
now_ms() {
    date +%s%3N
}

begin_desk
open_weft
settle
key w
line 'set wind on'
began=$(now_ms)
before=$(tick 'set wind on')
kill -STOP "$program"
held=$(now_ms)
sleep 5
freed=$(now_ms)
kill -CONT "$program"
key w
line 'set wind off'
ended=$(now_ms)
passed=$(($(tick 'set wind off') - before))
# In the time that it ran, 60 ticks a second; at most 4 to catch up; and what it had not drawn yet at the line.
running=$((held - began + ended - freed))
holds "at most 4 ticks catch up ($passed ticks in $running ms of running)" "$passed <= 4 + 60 * ($running / 1000 + 0.2) + 4"
holds 'it goes on' "$passed >= 0"
shot after.png
close_weft
replays
finish
