#!/bin/sh
# Called by `npm test`: installs missing peers, builds and runs all tests, or those that are named: test/x.test.ts.
set -eu
cd "$(dirname "$0")/.."

test/prepare.sh
exec node dist/test/run.js "$@"
