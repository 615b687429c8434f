#!/bin/sh
# What `npm test` calls: real peers, a clean build, all tests. Arguments name tests: test/x.test.ts.
set -eu
cd "$(dirname "$0")/.."

test/prepare.sh
exec node dist/test/run.js "$@"
