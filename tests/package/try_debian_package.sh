#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# try_debian_package.sh BUILD: packs the build, has lintian look at the package, installs it in a clean Debian and runs the
# demo there. Prints SKIPPED where that can't be done.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/clean_debian.sh"

# Called in the middle of making the Debian in the folder $2: installs the package $1.
if [ "${1:-}" = --install ]; then
    cp "$2" "$3/tmp/quantloupe.deb"
    chroot "$3" apt-get install --quiet=2 --yes /tmp/quantloupe.deb fonts-dejavu-core >/dev/null
    on_display "$(dirname "$0")/try_demo.sh" "$3" /usr
    # Only recommended, so that the programs do without it.
    chroot "$3" apt-get install --quiet=2 --yes python3 >/dev/null
    chroot "$3" python3 -c "import quantloupe; print(quantloupe.demo()['compare']['error_origin'], 'from Python')"
    exit
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cmake --build "$1" --target installed_files >/dev/null
(cd "$1" && cpack -G DEB -B "$work" >"$work/cpack.log" 2>&1) || { cat "$work/cpack.log"; exit 1; }
package=$(echo "$work"/quantloupe_*.deb)

if command -v lintian >/dev/null; then
    lintian --allow-root --fail-on error "$package"
else
    echo "lintian is not installed and looks at nothing"
fi
need_clean_debian
in_clean_debian apt "$(realpath "$0")" --install "$package"
