#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Fetches the files that JsonParserBench parses into a folder: json-files.sh FOLDER
# They come from the npm package simdjson (its examples), and are not part of this project; one more is made by juggle bench corpus.
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
folder=$(mkdir -p "$1" && cd "$1" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm pack simdjson@0.9.2 >/dev/null
tar xzf simdjson-*.tgz
for name in twitter citm_catalog canada gsoc-2018 marine_ik mesh.pretty; do
    cp "package/jsonexamples/$name.json" "$folder"
done
"$here/../juggle" bench corpus "$work/corpus" 1 1 1 >/dev/null
cp "$(find "$work/corpus" -name '*.json' | sort | head -1)" "$folder/snapshot.json"
