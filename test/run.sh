#!/bin/sh
# What `npm test` calls: real peers, a clean build, all tests. Arguments name tests: test/x.test.ts.
set -eu
cd "$(dirname "$0")/.."

test/peers/packages.sh
# All of it: a file that left the sources must not go on being tested, or loaded as an adapter.
rm -rf dist
npm run --silent build
exec node dist/test/run.js "$@"
