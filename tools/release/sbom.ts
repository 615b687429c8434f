import { createHash } from 'node:crypto';
import { licenceName } from '../package/copyright.ts';
import { runtimePackages, type PinnedPackage } from '../package/shrinkwrap.ts';

export interface ReleaseOf {
  /** Folder of the checkout. */
  readonly root: string;
  readonly version: string;
  /** Time of everything that is made. */
  readonly seconds: number;
}

type Json = Readonly<Record<string, unknown>>;

/**
 * Writes the list of all packages that the Debian packages and the image carry, from the lock file. Neither npm's version nor
 * the machine is in it, so the same sources give the same octets.
 *
 * @see CycloneDX 1.6, JSON
 */
export function writeSbom({ root, version, seconds }: ReleaseOf): string {
  const packages = runtimePackages(root);
  const program = {
    type: 'application',
    'bom-ref': `gatehouse@${version}`,
    name: 'gatehouse',
    version,
    licenses: [{ license: { id: 'Apache-2.0' } }],
  };
  const content = {
    version: 1,
    metadata: { timestamp: new Date(seconds * 1000).toISOString(), component: program },
    components: packages.map((pinned) => componentOf(root, pinned)),
    dependencies: [
      { ref: program['bom-ref'], dependsOn: packages.map(referenceOf) },
      ...packages.map((pinned) => ({ ref: referenceOf(pinned) })),
    ],
  };
  const serialNumber = `urn:uuid:${uuidOf(JSON.stringify(content))}`;
  const bom = { bomFormat: 'CycloneDX', specVersion: '1.6', serialNumber, ...content };
  return `${JSON.stringify(bom, null, 2)}\n`;
}

function componentOf(root: string, pinned: PinnedPackage): Json {
  const [scope, name] = pinned.name.startsWith('@')
    ? pinned.name.split('/')
    : [undefined, pinned.name];
  return {
    type: 'library',
    'bom-ref': referenceOf(pinned),
    ...(scope !== undefined && { group: scope }),
    name,
    version: pinned.version,
    scope: 'required',
    hashes: [{ alg: 'SHA-512', content: hexOf(pinned.integrity) }],
    licenses: [licenceOf(licenceName(root, pinned))],
    purl: purlOf(pinned),
    properties: [{ name: 'gatehouse:folder', value: pinned.folder }],
  };
}

/** A package that lies in two folders is two components. */
function referenceOf({ folder, version }: PinnedPackage): string {
  return `${folder}@${version}`;
}

function purlOf({ name, version }: PinnedPackage): string {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`;
}

function licenceOf(name: string): Json {
  if (/ (?:OR|AND|WITH) /.test(name)) return { expression: name };
  return { license: name === '' ? { name: 'unknown' } : { id: name } };
}

function hexOf(integrity: string): string {
  return Buffer.from(integrity.replace(/^sha512-/, ''), 'base64').toString('hex');
}

/** Returns a UUID of version 8, made from a digest. */
function uuidOf(text: string): string {
  const digest = createHash('sha256').update(text).digest().subarray(0, 16);
  digest.writeUInt8((digest.readUInt8(6) & 0x0f) | 0x80, 6);
  digest.writeUInt8((digest.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = digest.toString('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20),
  ].join('-');
}
