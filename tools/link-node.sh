#!/bin/sh
# Links the packaged Node into node_modules/.bin where npm has not: npm 9 tries the package of the other processor first,
# whose file is absent, and then takes the name as linked.
set -eu
cd "$(dirname "$0")/../node_modules"

[ ! -e .bin/node ] || exit 0
for node in node-linux-*/bin/node; do
  [ ! -x "$node" ] || ln -s "../$node" .bin/node
done
