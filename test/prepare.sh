#!/bin/sh
# Prepares a test run: installs missing peers and builds.
set -eu
cd "$(dirname "$0")/.."

test/peers/packages.sh
# The build is incremental; the output of a source that was removed must not be tested, or loaded as an adapter.
rm -rf dist/node_modules dist/gateway dist/test/node_modules
if [ -d dist ]; then
  find dist -name '*.js' | while read -r output; do
    source=${output#dist/}
    [ -e "${source%.js}.ts" ] || rm -f "$output" "$output.map"
  done
fi
npm run --silent build
