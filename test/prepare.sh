#!/bin/sh
# Prepares a test run: installs missing peers and builds.
set -eu
cd "$(dirname "$0")/.."

test/peers/packages.sh
npm run --silent build
