#!/bin/sh
# Called by `npm run check`. The build keeps one core busy, format and lint the other.
set -eu
cd "$(dirname "$0")/.."

start=$(date +%s)
{ npm run --silent format:check && npm run --silent lint; } &
texts=$!
trap 'kill "$texts" 2>/dev/null || true' EXIT
test/prepare.sh
wait "$texts"
CHECK_STEPS="format, lint and build $(($(date +%s) - start)) s"
export CHECK_STEPS
node dist/test/run.js --beside 'nice -n 10 node dist/tools/generate.js --check'
