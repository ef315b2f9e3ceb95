#!/bin/sh
# Makes the annotated tag of a version from its section of CHANGELOG.md, once everything is as it has to be. Pushes
# nothing.
set -eu
version=${1:?give a version, such as v0.1.0}
echo "$version" | grep -Eq '^v[0-9]+\.[0-9]+\.[0-9]+(-[0-9a-z.]+)?$' || { echo "$version is no version; write one such as v0.1.0" >&2; exit 1; }
[ -z "$(git status --porcelain)" ] || { echo 'the tree has changes; commit them first' >&2; exit 1; }
! git rev-parse -q --verify "refs/tags/$version" > /dev/null || { echo "there is a tag $version already" >&2; exit 1; }
notes=$(awk -v heading="## $version" '$0 == heading || index($0, heading " ") == 1 {on = 1; next} /^## / {on = 0} on' CHANGELOG.md)
[ -n "$notes" ] || { echo "CHANGELOG.md has no section \"## $version\"; rename \"## Unreleased\", and commit" >&2; exit 1; }
case $version in
v0.*) "$(dirname "$0")/apidiff.sh" || echo 'that breaks callers, which a minor version may do before v1.0.0' ;;
*) "$(dirname "$0")/apidiff.sh" ;;
esac
ASKSQL_RELEASE=1 ${MAKE:-make} test library
printf '%s\n\n%s\n' "asksql $version" "$notes" | git tag -a "$version" --cleanup=verbatim -F -
echo "git push origin $version"
