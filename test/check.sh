#!/bin/sh
# What `npm run check` calls. Lint keeps one core busy for a minute: format and build go on beside it, tests do not.
set -eu
cd "$(dirname "$0")/.."

npm run --silent lint &
lint=$!
trap 'kill "$lint" 2>/dev/null || true' EXIT
npm run --silent format:check
test/prepare.sh
wait "$lint"
node dist/test/run.js
node dist/tools/generate.js --check
