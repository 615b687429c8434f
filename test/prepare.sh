#!/bin/sh
# What tests need: real peers and a clean build.
set -eu
cd "$(dirname "$0")/.."

test/peers/packages.sh
# All of it: a file that left the sources must not go on being tested, or loaded as an adapter.
rm -rf dist
npm run --silent build
