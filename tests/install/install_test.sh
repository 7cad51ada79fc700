#!/usr/bin/env bash
# install_test.sh BUILD_DIR SOURCE_DIR installed|embedded
#   installed  installs the build into a prefix with a space in its path; builds examples/hello.c against it with
#              find_package and with pkg-config alone; starts the installed programs
#   embedded   builds examples/hello.c with weft as a sub-project
# with the compiler and the sanitizers of the build.
set -euo pipefail

build=$1 source=$2 way=$3
temp=$(mktemp -d "${TMPDIR:-/tmp}/weft install.XXXXXX")
trap 'rm -rf "$temp"' EXIT

fail() {
    echo "install_test: $*" >&2
    exit 1
}

cached() { sed -n "s/^$1:[A-Z]*=//p" "$build/CMakeCache.txt"; }
CC=$(cached CMAKE_C_COMPILER)
export CC
type=$(cached CMAKE_BUILD_TYPE)
sanitize=$(cached WEFT_SANITIZE)
generator=$(cached CMAKE_GENERATOR)

# build_example NAME CMAKE-OPTIONS…: as a project of its own, outside our tree.
build_example() {
    local name=$1
    shift
    cp -R "$source/examples" "$temp/$name"
    cmake -S "$temp/$name" -B "$temp/$name/build" -G "$generator" -DCMAKE_BUILD_TYPE="$type" "$@"
    cmake --build "$temp/$name/build"
}

# says_sag PROGRAM: it runs, and prints the sag of a sheet of 1 m as a number between 0 and 2 m.
says_sag() {
    local output sag
    output=$("$1") || fail "$1 ended with $?"
    sag=$(grep -i sag <<<"$output" | grep -oE '[0-9]+\.[0-9]+' | head -n 1) || fail "no sag in: $output"
    awk -v sag="$sag" 'BEGIN { exit !(sag > 0 && sag < 2) }' || fail "not the sag of a sheet of 1 m: $output"
    echo "${1#"$temp"/}: $output"
}

case $way in
    installed)
        prefix=$temp/prefix
        cmake --install "$build" --prefix "$prefix" >/dev/null

        [ -n "$(find "$prefix" -name LICENSE)" ] || fail 'LICENSE is not installed'
        build_example with-cmake -DCMAKE_PREFIX_PATH="$prefix"
        says_sag "$temp/with-cmake/build/hello"

        pc=$(find "$prefix" -name weft.pc)
        [ -n "$pc" ] || fail "weft.pc is not installed"
        flags=$(PKG_CONFIG_PATH=$(dirname "$pc") pkg-config --cflags --libs weft)
        # As a person would write them: no .. in the paths.
        for name in prefix libdir includedir; do
            path=$(PKG_CONFIG_PATH=$(dirname "$pc") pkg-config --variable=$name weft)
            case $path in *..*) fail "pkg-config: $name is $path" ;; "$prefix"*) ;; *) fail "pkg-config: $name is $path" ;; esac
        done
        # pkg-config escapes the space of the path for a shell: eval reads it as one.
        eval "\"$CC\" ${sanitize:+-fsanitize=$sanitize} -o \"$temp/plain\" \"$source/examples/hello.c\" $flags"
        says_sag "$temp/plain"

        cd /
        for program in weft-cli weft; do
            case $program in weft) option=WEFT_APP ;; *) option=WEFT_SANDBOX ;; esac
            [ "$(cached $option)" = ON ] || continue
            "$prefix/bin/$program" --version || fail "the installed $program does not start"
        done
        ;;
    embedded)
        build_example embedded -DWEFT_SOURCE="$source" -DWEFT_SANITIZE="$sanitize"
        says_sag "$temp/embedded/build/hello"
        # A guest builds the library and nothing else.
        [ -z "$(find "$temp/embedded/build" -name 'weft-cli*' -o -name 'libweft_*')" ] ||
            fail "as a sub-project weft builds more than its library"
        ;;
    *) fail "installed or embedded, not '$way'" ;;
esac
