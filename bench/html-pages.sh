#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Fetches the pages that the HTML benchmarks parse into a folder: html-pages.sh FOLDER
# They come from Debian's documentation packages and one npm package, and are not part of this project.
set -eu
folder=$(mkdir -p "$1" && cd "$1" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get download openjdk-17-doc python3.11-doc
npm pack htmlparser-benchmark@1.1.3 >/dev/null
for package in *.deb; do dpkg-deb -x "$package" deb; done
tar xzf htmlparser-benchmark-*.tgz
api=deb/usr/share/doc/openjdk-17-jre-headless/api
cp "$api/overview-summary.html" "$folder/A.html"
cp "$api/java.base/java/util/concurrent/atomic/AtomicLong.html" "$folder/B.html"
cp "$api/java.base/java/lang/class-use/SuppressWarnings.html" "$folder/E.html"
cp deb/usr/share/doc/python3.11/html/library/stdtypes.html "$folder/F.html"
cp "$api/serialized-form.html" "$folder/G.html"
cp package/files/*15f74e5bb253e55.html "$folder/H.html"
