# shellcheck shell=bash
# What the tests of weft-cli share. Sourced; needs WEFT_CLI, JSON_FLAT and MESH_PROBE, the paths of the
# programs (CMakeLists.txt sets them). Each test runs in an empty folder of its own, which goes with it.
set -euo pipefail
: "${WEFT_CLI:?}" "${JSON_FLAT:?}" "${MESH_PROBE:?}"

temp=$(mktemp -d "${TMPDIR:-/tmp}/weft-cli.XXXXXX")
trap 'rm -rf "$temp"' EXIT
cd "$temp"
failures=0
in_locale=

# fault WHAT…: counts it, goes on.
fault() {
    printf 'FAILED: %s\n' "$*"
    failures=$((failures + 1))
}

# cli ARGUMENTS…: its output is in the files out and err, its exit code in $code. in_locale sets its locale.
cli() {
    code=0
    env ${in_locale:+LC_ALL="$in_locale"} timeout 400 "$WEFT_CLI" "$@" >out 2>err </dev/null || code=$?
}

# one_line WORD…: stderr is one line, and every word is in it.
one_line() {
    local word lines
    mapfile -t lines <err
    [ ${#lines[@]} = 1 ] || fault "$called: expected one line on stderr, got: ${lines[*]:0:5}"
    for word in "$@"; do
        [[ ${lines[*]} == *"$word"* ]] || fault "$called: '$word' is not in: ${lines[*]:0:5}"
    done
}

# refused CODE WORD ARGUMENTS…: ends with CODE and one line with WORD on stderr, and nothing on stdout.
refused() {
    local want=$1 word=$2
    shift 2
    called="weft-cli $*"
    cli "$@"
    [ "$code" = "$want" ] || fault "$called: exit code $code, expected $want: $(head -n 5 err)"
    [ ! -s out ] || fault "$called: printed although it failed: $(head -n 3 out)"
    one_line "$word"
}

# works ARGUMENTS…: ends with 0 and says nothing on stderr.
works() {
    called="weft-cli $*"
    cli "$@"
    [ "$code" = 0 ] || fault "$called: exit code $code: $(head -n 5 err)"
    [ ! -s err ] || fault "$called: said on stderr: $(head -n 5 err)"
}

# is WHAT VALUE EXPECTED
is() {
    [ "$2" = "$3" ] || fault "${called-}: $1 is '$2', expected '$3'"
}

# holds WHAT EXPRESSION: an awk expression of numbers is true.
holds() {
    awk "BEGIN { exit !($2) }" || fault "${called-}: $1: $2 does not hold"
}

# field FILE PATH: one value of a JSON file, e.g. field stats.json constraints.bend
field() {
    "$JSON_FLAT" <"$1" | sed -n "s/^$2=//p"
}

# Ends the test; the last line of each.
finish() {
    [ $failures = 0 ] || printf '%d faults\n' $failures
    [ $failures = 0 ]
    exit
}
