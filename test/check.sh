#!/bin/sh
# Called by `npm run check`. The build keeps one core busy, format and lint the other.
set -eu
cd "$(dirname "$0")/.."

start=$(date +%s)
# Compiler and linter are programs in Go: with more memory they spend less time on collecting it.
{ npm run --silent format:check && GOGC=400 npm run --silent lint; } &
texts=$!
trap 'kill "$texts" 2>/dev/null || true' EXIT
GOGC=400 test/prepare.sh
wait "$texts"
CHECK_STEPS="format, lint and build $(($(date +%s) - start)) s"
export CHECK_STEPS
# Only in time that no test needs.
node dist/test/run.js --beside 'chrt --idle 0 node dist/tools/generate.js --check'
