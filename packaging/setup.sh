#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# One command from a fresh Debian 12 to a running Quantloupe. Works as root or through sudo.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build=${QUANTLOUPE_BUILD:-$root/build}

usage() {
    cat <<TEXT
usage: packaging/setup.sh COMMAND

  demo    install what is needed, build, and open the window on the embedded demo
          (without a display: write the demo's reports and a picture of the window)
  test    install what is needed, build everything and run the tests
  build   install what is needed and build everything
  deps    only install what is needed
TEXT
}

# What the sources need to build, to run and to be tested, and nothing else.
packages=(
    # build
    cmake ninja-build g++ ccache pkg-config
    # core and engine
    libtorch-dev libonnx-dev libprotobuf-dev protobuf-compiler libhwy-dev libzip-dev zlib1g-dev
    libfmt-dev libspdlog-dev nlohmann-json3-dev libcli11-dev
    libyaml-cpp-dev libopencv-imgcodecs-dev libopencv-imgproc-dev
    # without it the reference BLAS computes, ten times slower
    libopenblas0-openmp
    # window (Qt Charts' CMake files ask for Qt OpenGL, whose -dev package is not among its dependencies)
    qt6-base-dev libqt6opengl6-dev qt6-charts-dev qt6-svg-dev
    qt6-tools-dev qt6-tools-dev-tools qt6-l10n-tools libxkbcommon-dev
    # pictures without a display, Chinese text in them
    fonts-dejavu-core fonts-noto-cjk
    # the test that opens report.html
    chromium
)

say() { printf '== %s\n' "$*"; }

as_root() {
    if [ "$(id -u)" -eq 0 ]; then
        "$@"
    elif command -v sudo >/dev/null; then
        sudo "$@"
    else
        echo "error: installing packages needs root: run this as root or install sudo" >&2
        exit 1
    fi
}

# A package counts as installed when dpkg says so, or when an installed package provides it.
missing_packages() {
    local installed package
    installed=$(dpkg-query -W -f='${db:Status-Status} ${Package} ${Provides}\n' | sed -n 's/^installed //p' | tr -s ' ,' '\n')
    for package in "${packages[@]}"; do
        grep -qxF "$package" <<<"$installed" || echo "$package"
    done
}

install_packages() {
    local missing
    mapfile -t missing < <(missing_packages)
    if [ "${#missing[@]}" -eq 0 ]; then
        say "every package is installed"
        return
    fi
    say "installing ${#missing[@]} packages: ${missing[*]}"
    as_root apt-get update -q
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends "${missing[@]}"
}

# One compiler per core, but never more than memory allows: LibTorch's headers take 1.5 GB each.
job_count() {
    local cores memory_kib by_memory
    cores=$(nproc)
    memory_kib=$(awk '/^MemAvailable:/ {print $2}' /proc/meminfo)
    by_memory=$((memory_kib / 1572864))
    [ "$by_memory" -ge 1 ] || by_memory=1
    echo $((cores < by_memory ? cores : by_memory))
}

build_targets() {
    say "configuring in $build"
    cmake -S "$root" -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release
    say "building with $(job_count) jobs"
    cmake --build "$build" --parallel "$(job_count)" "$@"
}

has_display() {
    [ -n "${DISPLAY:-}" ] || [ -n "${WAYLAND_DISPLAY:-}" ]
}

run_demo() {
    build_targets --target quantloupe quantloupe-cli
    if has_display; then
        say "opening the window on the demo"
        exec "$build/bin/quantloupe" --demo
    fi
    local out=$build/demo
    mkdir -p "$out"
    "$build/bin/quantloupe-cli" demo --out "$out"
    QT_QPA_PLATFORM=offscreen "$build/bin/quantloupe" --demo --screenshot "$out/window.png"
    say "no display was found, so nothing was opened"
    say "the demo's reports are in $out"
    say "a picture of the window is $out/window.png"
}

run_tests() {
    build_targets
    say "testing"
    ctest --test-dir "$build" --output-on-failure --parallel 2
}

case "${1:-}" in
    demo)
        install_packages
        run_demo
        ;;
    test)
        install_packages
        run_tests
        ;;
    build)
        install_packages
        build_targets
        ;;
    deps) install_packages ;;
    -h | --help | help) usage ;;
    *)
        usage >&2
        exit 2
        ;;
esac
