import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { architectures, type Architecture } from '../package/architecture.ts';
import { makeDeb } from '../package/deb.ts';
import { sourceDate } from '../package/reproducible.ts';
import { makeAptRepository } from './apt-repository.ts';
import { buildImage, canBuildImage, hasBuildah, saveImage } from './image.ts';
import { writeLicences } from './licences.ts';
import { emptyOutput } from './output-folder.ts';
import { writeSbom } from './sbom.ts';
import { Signer, sums, writeChecksums } from './signature.ts';
import { changedFiles, releaseNotes, sourceArchive } from './source-archive.ts';
import { packageRoot } from '../../src/runtime/package-root.ts';

/*
 * Makes a release from a clean clone: Debian packages, apt repository, source, list of components, licences, notes, checksums
 * and, if buildah is installed, the images. `npm run release` builds and calls this.
 *
 *   npm run release -- [--output dist/release] [--repository FOLDER] [--sign KEY] [--revision 1] [--without-image]
 *                  [--image-base IMAGE]
 *
 * --sign KEY           key of the operator's gpg, for SHA256SUMS and the repository; the release has no key of its own
 * --repository FOLDER  existing apt repository that gets the packages; default: apt in the output
 * --image-base IMAGE   what the images extend, with a variant for each processor; default: Debian of the registry
 */

const root = fileURLToPath(packageRoot);
const { values } = parseArgs({
  options: {
    output: { type: 'string', default: resolve(root, 'dist/release') },
    repository: { type: 'string' },
    sign: { type: 'string' },
    revision: { type: 'string', default: '1' },
    'without-image': { type: 'boolean', default: false },
    'image-base': { type: 'string' },
    'with-changes': { type: 'boolean', default: false },
  },
});
const changed = changedFiles(root);
if (changed.length > 0 && !values['with-changes'])
  throw new Error(`a release is made from a clean clone; changed: ${changed.join(', ')}`);

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly version: string;
};
const seconds = sourceDate(root, process.env);
const { output } = values;
const debVersion = `${version}-${values.revision}`;
const print = (line: string) => process.stdout.write(`${line}\n`);

emptyOutput(output, values.repository);
const packages = architectures.map((architecture) =>
  makeDeb({ root, architecture, seconds, output, version: debVersion, compression: 'xz' }),
);
writeFileSync(join(output, `gatehouse-${version}.tar.gz`), sourceArchive(root, version));
writeFileSync(join(output, `gatehouse-${version}.cdx.json`), writeSbom({ root, version, seconds }));
writeFileSync(join(output, 'LICENCES.txt'), writeLicences(root));
const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
writeFileSync(join(output, 'NOTES.md'), releaseNotes(changelog, version));
if (values['without-image'] || !hasBuildah()) print('no image: buildah is not installed');
else for (const architecture of architectures) await makeImage(architecture);
const signer = values.sign === undefined ? null : new Signer(values.sign);
const folder = values.repository ?? join(output, 'apt');
await makeAptRepository({ folder, packages, seconds, signer });
writeChecksums(output);
await signer?.sign(join(output, sums), join(output, `${sums}.asc`));
print(output);

/** Builds the image of a processor. */
async function makeImage(architecture: Architecture): Promise<void> {
  if (!canBuildImage(architecture)) {
    print(
      `no image for ${architecture.deb}: its programs do not run here; qemu-user-static does it`,
    );
    return;
  }
  const from = values['image-base'];
  const tag = `localhost/gatehouse:${version}-${architecture.deb}`;
  await buildImage({
    root,
    architecture,
    packages: output,
    tag,
    seconds,
    ...(from !== undefined && { from }),
  });
  await saveImage(tag, join(output, `gatehouse-${version}-${architecture.deb}.oci.tar`), seconds);
}
