#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# try_installing.sh BUILD: gives the commands of install.md that make packages on a machine that has what `setup.sh build`
# installs and nothing else, with the build as it is here. Prints SKIPPED where that can't be done.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/clean_debian.sh"
source=$(realpath "$(dirname "$0")/../..")

# Called where the Debian in the folder $3 is complete: --make BUILD. Whatever is written into the build is thrown away.
if [ "${1:-}" = --make ]; then
    exec unshare --mount "$(realpath "$0")" --make-apart "$2" "$3"
fi
if [ "${1:-}" = --make-apart ]; then
    build=$2
    debian=$3
    inside() {
        chroot "$debian" env HOME=/root LC_ALL=C.UTF-8 "$@"
    }
    mount --make-rprivate /
    mkdir -p "$debian$source" "$debian$build" "$debian/changes"
    mount -t tmpfs none "$debian/changes"
    mkdir "$debian/changes/upper" "$debian/changes/work"
    mount --bind -o ro "$source" "$debian$source"
    mount -t overlay -o "lowerdir=$build,upperdir=$debian/changes/upper,workdir=$debian/changes/work" overlay "$debian$build"
    mountpoint --quiet "$debian/proc" || mount --bind /proc "$debian/proc"
    steps=$(inside ninja -C "$build" -n installed_files | grep -c '^\[.*Building') || true
    [ "$steps" -eq 0 ] || skip "Debian's packages have changed since the build, and $steps files would be compiled again"
    inside sh -c "cd '$build' && cpack -G DEB"
    inside sh -c "dpkg-deb --field '$build'/quantloupe_*.deb Depends" | tr ',' '\n' | grep -E '^ *lib(c6|torch)'
    inside cmake --build "$build" --target archive | grep '^-- wrote'
    exit
fi

need_clean_debian
cmake --build "$1" --target installed_files >/dev/null
mmdebstrap --quiet --variant=apt --dpkgopt=force-unsafe-io --aptopt='APT::Install-Recommends "false"' \
    --include="$("$source/packaging/setup.sh" needs | paste -sd,)" \
    --customize-hook="$(realpath "$0") --make $(realpath "$1") \"\$1\"" "$suite" - "$mirror" >/dev/null
