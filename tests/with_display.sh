#!/usr/bin/env bash
# with_display.sh COMMAND [ARGUMENTS…]: runs it on the display that DISPLAY names, or, where there is none, on a private
# virtual one that ends with it. Exits with the command's code.
set -euo pipefail

if [ -n "${DISPLAY:-}" ] || [ -n "${WAYLAND_DISPLAY:-}" ]; then exec "$@"; fi
if ! command -v Xvfb >/dev/null; then
    echo "with_display.sh: no DISPLAY, and no Xvfb to make one: install xvfb" >&2
    exit 1
fi

temp=$(mktemp -d "${TMPDIR:-/tmp}/weft-display.XXXXXX")
server=
end() {
    [ -z "$server" ] || kill "$server" 2>/dev/null || true
    [ -z "$server" ] || wait "$server" 2>/dev/null || true
    rm -rf "$temp"
}
trap end EXIT
trap 'exit 143' INT TERM

# The server picks a free number itself and writes it once it is ready.
Xvfb -displayfd 3 -screen 0 1600x1200x24 -nolisten tcp -noreset 3>"$temp/number" >"$temp/log" 2>&1 &
server=$!
for _ in $(seq 200); do
    [ ! -s "$temp/number" ] || break
    kill -0 "$server" 2>/dev/null || break
    sleep 0.05
done
if [ ! -s "$temp/number" ]; then
    echo "with_display.sh: Xvfb did not start:" >&2
    cat "$temp/log" >&2
    exit 1
fi
DISPLAY=:$(head -n 1 "$temp/number") "$@"
