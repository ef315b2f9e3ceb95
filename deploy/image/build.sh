#!/bin/sh
# Builds the image with buildah, from nothing and without a registry, and writes it as an OCI archive. Then it
# runs the binary in what the image holds, as the image's user, and asks it a question.
# Usage: build.sh BINARY ARCHIVE
set -eu
binary=$(realpath "$1")
archive=$2
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
finish() {
  [ -z "${container:-}" ] || buildah umount --root "$work/storage" --runroot "$work/run" "$container" >/dev/null
  rm -rf "$work"
}
trap finish EXIT
export STORAGE_DRIVER=vfs BUILDAH_ISOLATION=chroot

cp "$binary" "$work/asksql"
buildah bud --quiet --root "$work/storage" --runroot "$work/run" --file "$here/Containerfile" --tag asksql:local "$work" >/dev/null
buildah push --quiet --root "$work/storage" --runroot "$work/run" asksql:local "oci-archive:$archive:asksql:local"

# The whole root folder of the image, with the shop example mounted in its place.
container=$(buildah from --quiet --root "$work/storage" --runroot "$work/run" asksql:local)
root=$(buildah mount --root "$work/storage" --runroot "$work/run" "$container")
files=$(cd "$root" && find . -type f)
[ "$files" = ./asksql ] || { echo "the image holds more than the binary: $files" >&2; exit 1; }
cp "$here/../../examples/shop/schema.json" "$root/schema.json"
chmod 0444 "$root/schema.json"
sql=$(chroot --userspec=65532:65532 "$root" /asksql ask --schema /schema.json --set llm.provider=builtin How many orders are there)
[ "$sql" = 'SELECT COUNT(*) FROM `orders`' ] || { echo "the image answers: $sql" >&2; exit 1; }
echo "$archive: $(wc -c <"$archive") bytes, answers as user 65532"
