#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# try_image.sh BUILD: builds packaging/Containerfile on a bare Debian made here, since nothing is fetched from a registry of
# images, and runs the demo in it. Prints SKIPPED where that can't be done.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/clean_debian.sh"
source=$(realpath "$(dirname "$0")/../..")

need_clean_debian
command -v buildah >/dev/null || skip "buildah, which makes images, is not installed"
command -v patchelf >/dev/null || skip "patchelf is not installed"
ls "$1"/archive/*.tar.gz >/dev/null 2>&1 || cmake --build "$1" --target archive >/dev/null

work=$(mktemp -d)
build() {
    buildah --root "$work/images" --runroot "$work/run" --storage-driver vfs "$@"
}
trap 'build rm --all >/dev/null; rm -rf "$work"' EXIT
export BUILDAH_ISOLATION=chroot

echo '{"default": [{"type": "insecureAcceptAnything"}]}' >"$work/policy.json" # of what is made here
mmdebstrap --quiet --variant=essential "$suite" "$work/bare.tar" "$mirror" >/dev/null
printf 'FROM scratch\nADD bare.tar /\n' >"$work/Containerfile"
build bud --quiet --signature-policy "$work/policy.json" --tag localhost/bare --file "$work/Containerfile" "$work" >/dev/null
rm "$work/bare.tar"
build bud --quiet --signature-policy "$work/policy.json" --build-arg BASE=localhost/bare --tag localhost/quantloupe \
    --file "$source/packaging/Containerfile" "$1/archive" >/dev/null

container=$(build from --signature-policy "$work/policy.json" localhost/quantloupe)
entry=$(build inspect --format '{{.OCIv1.Config.Entrypoint}} in {{.OCIv1.Config.WorkingDir}}' "$container")
[ "$entry" = "[quantloupe-cli] in /work" ] || { echo "error: the image starts $entry"; exit 1; }
build run --user 1000:1000 "$container" -- quantloupe-cli demo --out /tmp/demo |
    grep -F "The error starts at /block1/depthwise/Conv"
build run --env QT_QPA_PLATFORM=offscreen "$container" -- quantloupe --demo --screenshot /tmp/window.png
echo "the image's programs run"
