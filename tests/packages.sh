#!/bin/sh
# Brings the system packages that the tests need, or says in one sentence what is missing and ends.
set -eu

missing=""
need() {
	# need PACKAGE FILE...: the package is there when one of the files exists
	package=$1
	shift
	for file in "$@"; do
		if [ -e "$file" ] || command -v "$file" >/dev/null 2>&1; then return; fi
	done
	missing="$missing $package"
}

need postgresql /usr/lib/postgresql/*/bin/initdb initdb
need redis-server redis-server
need chromium-headless-shell chromium-headless-shell
need gettext xgettext
need fonts-dejavu-core /usr/share/fonts/truetype/dejavu/DejaVuSans.ttf
[ -z "$missing" ] && exit 0

if [ "$(id -u)" = 0 ]; then
	as_root=""
elif command -v sudo >/dev/null 2>&1 && sudo -n true 2>/dev/null; then
	as_root="sudo -n"
else
	echo "The tests need these packages, which only root may install:$missing (remedy: sudo apt-get install$missing)." >&2
	exit 1
fi
if ! command -v apt-get >/dev/null 2>&1; then
	echo "The tests need these programs, install them by your system's own means:$missing." >&2
	exit 1
fi

echo "Installing for the tests:$missing"
# A server of the distribution must not start by itself: the tests bring up their own.
export DEBIAN_FRONTEND=noninteractive RUNLEVEL=1
$as_root apt-get update -qq
# shellcheck disable=SC2086
$as_root apt-get install -y -qq --no-install-recommends $missing >/dev/null
