# SPDX-License-Identifier: GPL-3.0-or-later
# Sourced by the tests of packages.

skip() {
    echo "SKIPPED: $*"
    exit 0
}

# Nothing but what Debian holds indispensable; ends the test where that can't be made.
need_clean_debian() {
    command -v mmdebstrap >/dev/null || skip "mmdebstrap is not installed"
    [ "$(id -u)" -eq 0 ] || skip "only root may make a Debian to try the package in"
    unshare --mount true 2>/dev/null || skip "this machine allows no mounts, which a Debian of its own needs"
    suite=$(. /etc/os-release && echo "$VERSION_CODENAME")
    mirror=$(find /etc/apt/sources.list /etc/apt/sources.list.d -type f -exec cat {} + 2>/dev/null |
        sed -n 's/^URIs: *//p; s/^deb  *\(http[^ ]*\).*/\1/p' | awk '/\/debian\/*$/ && !found { print; found = 1 }') || true
    [ -n "$mirror" ] || skip "apt knows no mirror of Debian"
    apt-get download --print-uris base-files >/dev/null 2>&1 || skip "apt can't reach $mirror"
}

# in_clean_debian VARIANT HOOK...: makes one, calls `HOOK… FOLDER` where it is complete, and removes it.
in_clean_debian() {
    local variant=$1
    shift
    mmdebstrap --quiet --variant="$variant" --dpkgopt=force-unsafe-io --aptopt='APT::Install-Recommends "false"' \
        --customize-hook="$* \"\$1\"" "$suite" - "$mirror" >/dev/null
}

# on_display COMMAND...: with an X server's display where there is one.
on_display() {
    if command -v xvfb-run >/dev/null; then
        xvfb-run --auto-servernum --server-args='-screen 0 1600x1000x24 -ac' "$@"
    else
        QT_QPA_PLATFORM=offscreen "$@"
    fi
}
