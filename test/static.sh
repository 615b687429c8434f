#!/bin/sh
# Checks of the source text that take long: lint, and that generated files are up to date. Needs a build.
set -eu
cd "$(dirname "$0")/.."

npm run --silent lint
node dist/tools/generate.js --check
