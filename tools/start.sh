#!/bin/sh
# Called by `npm start`. In a checkout it builds first; the package has no sources.
set -eu
cd "$(dirname "$0")/.."
sh tools/link-node.sh

[ ! -d src ] || npm run --silent build
exec tools/gatehouse serve
