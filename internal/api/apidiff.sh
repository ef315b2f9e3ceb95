#!/bin/sh
# Compares the exported names of the three packages with those of a revision, the last tag if none is given. Ends with 1
# where something incompatible is found.
set -eu
base=${1:-$(git describe --tags --abbrev=0 2>/dev/null || true)}
if [ -z "$base" ]; then
	echo 'there is no tag to compare with; this will be the first version'
	exit 0
fi
tool=golang.org/x/exp/cmd/apidiff@v0.0.0-20261113113407-e3970619a1a4
work=$(mktemp -d)
trap 'git worktree remove --force "$work/base"; rm -rf "$work"' EXIT
git worktree add --quiet --detach "$work/base" "$base"
GOBIN=$work go install "$tool"
broken=0
for package in sqlcheck schema rules; do
	(cd "$work/base" && "$work/apidiff" -w "$work/$package" "./$package")
	"$work/apidiff" -incompatible "$work/$package" "./$package" > "$work/differences"
	if [ -s "$work/differences" ]; then
		echo "$package, since $base:"
		cat "$work/differences"
		broken=1
	fi
done
exit $broken
