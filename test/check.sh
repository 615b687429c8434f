#!/bin/sh
# Called by `npm run check`. Format and build use a core each; lint then runs beside the tests, which wait most of their time.
set -eu
cd "$(dirname "$0")/.."

start=$(date +%s)
npm run --silent format:check &
format=$!
trap 'kill "$format" 2>/dev/null || true' EXIT
test/prepare.sh
wait "$format"
CHECK_STEPS="format and build $(($(date +%s) - start)) s"
export CHECK_STEPS
node dist/test/run.js --beside 'nice -n 10 test/static.sh'
