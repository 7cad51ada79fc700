# shellcheck shell=bash
# What ./run and ./check share: installing what is missing and building a preset. Sourced by both, which
# set $root, the project's folder. Keeps to the bash 3.2 that macOS has. Messages go to stderr, so that what
# the programs print can be piped.
: "${root:?}"

say() { printf 'weft: %s\n' "$*" >&2; }
die() { say "$@"; exit 1; }

# What each part needs. A row is there when its second column is: a command on the PATH (from any source,
# not only the package), or the package itself (-; where there is no dpkg, only the commands are looked for).
# A system without a package of that kind: - where it needs none, ? where we know of none.
#   build   the library, the sandbox, weft-cli      app      the desktop program
#   test    the unit tests                          screen   a display without a screen
#   desk    what the window tests drive             sanitize the sanitizers' compiler
# The X libraries are those that GLFW loads while it runs, so that no package asks for them.
packages='
#group    command    Debian,Ubuntu   Fedora                  Arch              Homebrew
build     cc         gcc             gcc                     gcc               -
build     -          libc6-dev       glibc-devel             -                 -
build     cmake      cmake           cmake                   cmake             cmake
build     ninja      ninja-build     ninja-build             ninja             ninja
build     pkg-config pkg-config      pkgconf-pkg-config      pkgconf           pkgconf
app       c++        g++             gcc-c++                 -                 -
app       glad       python3-glad    glad2                   glad              glad
app       -          libgl-dev       libglvnd-devel          libglvnd          -
app       -          libglfw3-dev    glfw-devel              glfw              glfw
app       -          libcglm-dev     cglm-devel              cglm              cglm
app       -          libstb-dev      stb-devel               stb               ?
app       -          libimgui-dev    ?                       imgui             imgui
app       -          libxcursor1     libXcursor              libxcursor        -
app       -          libxi6          libXi                   libxi             -
app       -          libxinerama1    libXinerama             libxinerama       -
app       -          libxrandr2      libXrandr               libxrandr         -
test      -          libcmocka-dev   libcmocka-devel         cmocka            cmocka
screen    Xvfb       xvfb            xorg-x11-server-Xvfb    xorg-server-xvfb  -
screen    -          libgl1-mesa-dri mesa-dri-drivers        mesa              -
desk      xauth      xauth           xorg-x11-xauth          xorg-xauth        -
desk      openbox    openbox         openbox                 openbox           -
desk      xdotool    xdotool         xdotool                 xdotool           -
desk      xdpyinfo   x11-utils       xdpyinfo                xorg-xdpyinfo     -
desk      -          libx11-dev      libX11-devel            libx11            -
sanitize  clang++    clang           clang                   clang             -
sanitize  -          -               compiler-rt             compiler-rt       -
'

# need GROUP…: installs what these groups lack, or says what to type and ends.
need() {
    local installed group command debian fedora arch brew here name missing=() names=() unknown=()
    here=$(package_manager)
    [ "$here" != apt ] || installed=" $(dpkg-query -W -f='${db:Status-Status}:${Package} ' 2>/dev/null) "

    while read -r group command debian fedora arch brew; do
        case " $* " in *" $group "*) ;; *) continue ;; esac
        case $here in apt) name=$debian ;; dnf) name=$fedora ;; brew) name=$brew ;; *) name=$arch ;; esac
        case $name in -) ;; \?) unknown+=("$debian") ;; *) names+=("$name") ;; esac
        if [ "$command" != - ]; then
            command -v "$command" >/dev/null || { missing+=("$debian"); }
        elif [ "$here" = apt ] && [ "$debian" != - ]; then
            case $installed in *" installed:$debian "*) ;; *) missing+=("$debian") ;; esac
        fi
    done <<<"$packages"

    case $here in
        apt) install_line= ;; # not needed: it is typed for you
        dnf) install_line="sudo dnf install ${names[*]}" ;;
        pacman) install_line="sudo pacman -S --needed ${names[*]}" ;;
        brew) install_line="xcode-select --install; brew install ${names[*]}" ;;
        *) install_line="(with your package manager) ${names[*]}" ;;
    esac
    [ ${#unknown[@]} = 0 ] || install_line+=" (and, from its sources, what Debian calls ${unknown[*]})"
    [ ${#missing[@]} -gt 0 ] || return 0
    [ "$here" = apt ] || die "something to build with is missing; please type: $install_line"
    install_debian "${missing[@]}"
}

package_manager() {
    local name
    if [ "$(uname -s)" = Darwin ]; then echo brew; return; fi
    if command -v apt-get >/dev/null && command -v dpkg-query >/dev/null; then echo apt; return; fi
    for name in dnf pacman; do
        if command -v $name >/dev/null; then echo $name; return; fi
    done
    echo other
}

# install_debian PACKAGE…
install_debian() {
    local as_root=(env DEBIAN_FRONTEND=noninteractive)
    if [ "$(id -u)" != 0 ]; then
        as_root=(sudo "${as_root[@]}")
        say "missing: $*; sudo may ask for your password"
        { command -v sudo && sudo -v; } >/dev/null || die "cannot be root here; as root, type: apt-get install $*"
    fi
    say "installing $* (this can take a few minutes)"
    # A source of yours that is out of order must not stop what the other ones have.
    quietly "${as_root[@]}" apt-get -q update || say "apt-get update failed; trying with the lists that are there"
    quietly "${as_root[@]}" apt-get -qy -o DPkg::Lock::Timeout=300 install --no-install-recommends "$@" ||
        die "could not install them; please type: sudo apt-get install $*"
}

# Clang's sanitizers are in a package of its own version, on some systems in clang's own: ask clang.
need_sanitizers() {
    need sanitize
    if clang_has_sanitizers; then return; fi
    local version
    version=$(clang -dumpversion)
    [ "$(package_manager)" = apt ] || die "clang's sanitizers are missing; please type: $install_line"
    install_debian "libclang-rt-${version%%.*}-dev"
    clang_has_sanitizers || die "clang $version cannot link with -fsanitize=address; is its compiler-rt installed?"
}

clang_has_sanitizers() {
    clang -fsanitize=address,undefined -x c -o /dev/null - <<<'int main(void) { return 0; }' 2>/dev/null
}

# quietly COMMAND…: its output is shown only when it fails. What it says on 3 is shown at once.
quietly() {
    local log
    log=$(mktemp "${TMPDIR:-/tmp}/weft.XXXXXX")
    if "$@" 3>&2 >"$log" 2>&1 </dev/null; then
        rm -f "$log"
    else
        cat "$log" >&2
        rm -f "$log"
        return 1
    fi
}

# build PRESET: configures where that is needed, then builds what is out of date. Two at once would write the same
# files: the second waits. (macOS has no flock, and takes its chance.)
build() {
    mkdir -p "$root/build"
    if command -v flock >/dev/null; then
        exec 9>"$root/build/lock"
        flock -n 9 || { say "waiting for another build in this folder" && flock 9; } ||
            say "cannot lock $root/build/lock; going on without"
    fi
    build_alone "$1"
    exec 9>&-
}

build_alone() {
    local preset=$1 dir=$root/build/$1
    # Configured last with these presets, and here: a moved or copied project starts anew. Changes of the
    # CMakeLists are ninja's own business.
    if ! { [ -f "$dir/configured" ] && [ ! "$root/CMakePresets.json" -nt "$dir/configured" ] &&
        grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$dir/CMakeCache.txt"; }; then
        rm -rf "$dir/configured" "$dir/CMakeCache.txt" "$dir/CMakeFiles"
        (cd "$root" && quietly cmake --preset "$preset") ||
            die "cmake could not configure${install_line:+; if something is missing, please type: $install_line}"
        touch "$dir/configured"
    fi
    if ! (cd "$root" && quietly ninja_says "$preset"); then
        rm -f "$dir/configured" # what was found when it was configured may be why
        die "the build failed"
    fi
}

# The build itself; says so once there is something to build.
ninja_says() {
    local line said=
    cmake --build --preset "$1" 2>&1 | while IFS= read -r line; do
        case $line in
            "[0/"* | *"no work to do"*) ;;
            *) [ -n "$said" ] || say "building build/$1" 2>&3; said=yes ;;
        esac
        printf '%s\n' "$line"
    done
}
