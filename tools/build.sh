#!/bin/sh
# Called by `npm run build`. Builds in a folder next to dist and renames it: an interrupted build does not affect running
# programs, and dist is either complete or missing.
set -eu
cd "$(dirname "$0")/.."
sh tools/link-node.sh

# Puts everything into dist that a build does not make, such as packages.
finish() {
  for entry in dist.old/*; do
    [ ! -e "$entry" ] || [ -e "dist/${entry#dist.old/}" ] || mv "$entry" dist/
  done
  rm -rf dist.old
}

# Of builds that were interrupted: one between its renames had completed.
if [ -d dist.old ]; then
  [ -d dist ] || mv dist.old dist
  finish
fi
for folder in dist.next.*; do
  kill -0 "${folder#dist.next.}" 2>/dev/null || rm -rf "$folder" || :
done

next=dist.next.$$
trap 'rm -rf "$next"' EXIT
trap 'exit 130' HUP INT TERM
mkdir "$next"

# The compiler writes only changed files.
for part in .tsbuildinfo adapters bench packaging src test tools web; do
  [ ! -e "dist/$part" ] || cp -pR "dist/$part" "$next/"
done
rm -rf "$next/test/node_modules"
# The output of a source that was removed must not be tested, or loaded as an adapter.
find "$next" -name '*.js' | while read -r output; do
  source=${output#"$next/"}
  [ -e "${source%.js}.ts" ] || rm -f "$output" "$output.map"
done

# The first build takes a while and shows how far it is; later ones are fast.
say() {
  [ -d dist ] || echo "$1"
}

say 'Compiling the sources (1 of 4).'
node node_modules/typescript-7/bin/tsc --checkers 1 --outDir "$next" --tsBuildInfoFile "$next/.tsbuildinfo"
say 'Bundling the gateway (2 of 4).'
node "$next/tools/bundle.js"
say 'Bundling the console (3 of 4).'
node node_modules/typescript-7/bin/tsc --checkers 1 -p web
node "$next/tools/console/build-console.js"
say 'Checking device types and texts (4 of 4).'
node "$next/tools/check-shipped-files.js"

[ ! -d dist ] || mv dist dist.old
mv "$next" dist
finish
