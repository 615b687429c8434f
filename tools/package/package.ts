import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { architectures } from './architecture.ts';
import { compressions, makeDeb } from './deb.ts';
import { sourceDate } from './reproducible.ts';
import { packageRoot } from '../../src/runtime/package-root.ts';

/*
 * Makes the Debian packages. `npm run package` builds and calls this.
 *
 *   npm run package -- [--output dist/packages] [--architecture amd64] [--revision 1] [--compression xz|zstd]
 */

const root = fileURLToPath(packageRoot);
const { values } = parseArgs({
  options: {
    output: { type: 'string', default: resolve(root, 'dist/packages') },
    architecture: { type: 'string' },
    revision: { type: 'string', default: '1' },
    compression: { type: 'string', default: 'xz' },
  },
});
const chosen = architectures.filter(
  ({ deb }) => values.architecture === undefined || values.architecture === deb,
);
if (chosen.length === 0)
  throw new Error(
    `no package for "${values.architecture ?? ''}": ${architectures.map(({ deb }) => deb).join(', ')}`,
  );

const compression = compressions.find((name) => name === values.compression);
if (compression === undefined)
  throw new Error(
    `--compression: "${values.compression}": expected one of ${compressions.join(', ')}`,
  );

const { version } = JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8')) as {
  readonly version: string;
};
const seconds = sourceDate(root, process.env);
for (const architecture of chosen) {
  const options = { root, architecture, seconds, output: values.output, compression };
  const file = makeDeb({ ...options, version: `${version}-${values.revision}` });
  process.stdout.write(`${file}\n`);
}
