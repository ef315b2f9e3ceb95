#!/usr/bin/env bash
# Unpacks a MySQL server and the libraries it needs below a folder, by default the one where the tests
# look for it. Nothing is installed and nothing else on the machine changes: no service, no package.
#
#   mysql.sh [DIR]      then  DIR/mysqld --version
#
# The packages are those of Debian's newest suite, the only one that has MySQL, from the mirror that apt
# uses here. They may need a newer C library than this machine has: they bring their own.
set -euo pipefail

dir=${1:-${XDG_CACHE_HOME:-$HOME/.cache}/asksql/mysql}
mkdir -p "$dir"
dir=$(cd "$dir" && pwd)
if "$dir/mysqld" --version 2>/dev/null; then
  exit 0
fi
if ! command -v apt-get >/dev/null || ! command -v dpkg-deb >/dev/null; then
  echo "mysql.sh: this is not a Debian; set ASKSQL_TEST_MYSQLD to a mysqld of your own" >&2
  exit 1
fi

mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' | grep -m 1 -E '/debian/?$' || true)
if [ -z "$mirror" ]; then
  echo "mysql.sh: apt knows no mirror of Debian; set ASKSQL_TEST_MYSQLD to a mysqld of your own" >&2
  exit 1
fi

# An apt of its own: it knows one suite, and believes that no package is installed.
apt=$(mktemp -d)
trap 'rm -rf "$apt"' EXIT
mkdir -p "$apt/lists/partial" "$apt/cache/archives/partial" "$apt/etc/preferences.d" "$apt/etc/apt.conf.d"
: >"$apt/status"
echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror sid main" >"$apt/etc/sources.list"
own_apt() {
  apt-get -qq -o Dir::State="$apt" -o Dir::State::lists="$apt/lists" -o Dir::State::status="$apt/status" \
    -o Dir::Cache="$apt/cache" -o Dir::Etc="$apt/etc" -o Dir::Etc::sourcelist="$apt/etc/sources.list" \
    -o Dir::Etc::sourceparts=/dev/null -o Acquire::Languages=none -o APT::Sandbox::User="$(id -un)" \
    -o APT::Install-Recommends=false -o Debug::NoLocking=1 "$@"
}
own_apt update
own_apt -y --download-only install mysql-server-core >/dev/null

# The server and its libraries; what else it depends on, such as perl, it does not need to run.
root=$dir/root
rm -rf "$root"
mkdir -p "$root"
for package in "$apt"/cache/archives/*.deb; do
  case ${package##*/} in
    mysql-* | lib* | zlib1g_*) dpkg-deb -x "$package" "$root" ;;
  esac
done

# The program is started by the loader that came with its libraries.
loader=$(find "$root" -name 'ld-linux*.so.*' | head -n 1)
libraries=$(dirname "$(find "$root" -name 'libc.so.6' | head -n 1)")
cat >"$dir/mysqld" <<END
#!/bin/sh
exec "$loader" --library-path "$libraries" "$root/usr/sbin/mysqld" --no-defaults --basedir="$root/usr" "\$@"
END
chmod +x "$dir/mysqld"
"$dir/mysqld" --version
