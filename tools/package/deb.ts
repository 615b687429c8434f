import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Architecture } from './architecture.ts';
import { layOutDebianFiles } from './debian-tree.ts';
import { normalize, pathsBelow } from './reproducible.ts';

const maintainer = 'Gatehouse maintainers <maintainers@gatehouse.example>';
const scripts = ['preinst', 'postinst', 'prerm', 'postrm'];
const executables = [
  ...scripts.map((script) => `DEBIAN/${script}`),
  'usr/bin/gatehouse',
  'usr/lib/gatehouse/bin/node',
  'usr/lib/gatehouse/dist/gateway/cli.js',
];
/** What the package needs of the system: the libraries of Node and the native modules, and the programs that it calls. */
const depends = [
  'libc6 (>= 2.34)',
  'libgcc-s1 (>= 4.2)',
  'libstdc++6 (>= 11)',
  'init-system-helpers (>= 1.54~)',
  'iputils-ping',
  'systemd | systemd-standalone-sysusers',
].join(', ');

export const compressions = ['xz', 'zstd'] as const;
export type Compression = (typeof compressions)[number];

export interface DebOptions {
  readonly root: string;
  readonly architecture: Architecture;
  /** Version of the Debian package. */
  readonly version: string;
  readonly seconds: number;
  /** Folder of the file that is made. */
  readonly output: string;
  /** Smallest: xz; fastest: zstd. */
  readonly compression: Compression;
}

/** Makes the Debian package of a processor, the same octets from the same sources. @returns its file */
export function makeDeb({ output, compression, ...options }: DebOptions): string {
  const { architecture, version, seconds } = options;
  const into = mkdtempSync(join(tmpdir(), 'gatehouse-deb-'));
  try {
    layOutDebianFiles({ ...options, into });
    addControl(into, options);
    mkdirSync(output, { recursive: true });
    const file = join(output, `gatehouse_${version}_${architecture.deb}.deb`);
    const environment = { ...process.env, SOURCE_DATE_EPOCH: String(seconds) };
    // One thread and the version of dpkg decide which octets xz writes.
    const how = ['--root-owner-group', `-Z${compression}`, '--threads-max=1'];
    execFileSync('dpkg-deb', [...how, '--build', into, file], { env: environment });
    return file;
  } finally {
    rmSync(into, { recursive: true });
  }
}

/** Adds the control files to the laid out files. */
export function addControl(
  into: string,
  { root, architecture, version, seconds }: Omit<DebOptions, 'output' | 'compression'>,
): void {
  writeDebianChangelog(into, version, seconds);
  const paths = pathsBelow(into).filter((path) => lstatSync(join(into, path)).isFile());
  const folder = join(into, 'DEBIAN');
  mkdirSync(folder);
  const octets = paths.reduce((sum, path) => sum + lstatSync(join(into, path)).size, 0);
  writeFileSync(join(folder, 'control'), controlOf(architecture, version, octets));
  const sums = paths.map((path) => `${md5Of(join(into, path))}  ${path}\n`);
  writeFileSync(join(folder, 'md5sums'), sums.join(''));
  for (const script of scripts)
    cpSync(join(root, 'packaging/debian', script), join(folder, script));
  normalize(into, seconds, (path) => executables.includes(path));
}

/** Writes the changelog that Debian's tools read: a line for this package, which names the changelog of the program. */
function writeDebianChangelog(into: string, version: string, seconds: number): void {
  const file = join(into, 'usr/share/doc/gatehouse/changelog.Debian.gz');
  const date = new Date(seconds * 1000).toUTCString().replace('GMT', '+0000');
  const text = [
    `gatehouse (${version}) stable; urgency=medium`,
    '  * See changelog.gz for the changes of the program.',
    ` -- ${maintainer}  ${date}`,
  ].join('\n\n');
  writeFileSync(file, gzipSync(`${text}\n`, { level: 9 }));
}

function controlOf({ deb }: Architecture, version: string, octets: number): string {
  return [
    'Package: gatehouse',
    `Version: ${version}`,
    `Architecture: ${deb}`,
    `Maintainer: ${maintainer}`,
    `Installed-Size: ${Math.ceil(octets / 1024)}`,
    `Depends: ${depends}`,
    'Recommends: ca-certificates, fping',
    'Suggests: mariadb-client, postgresql-client, traceroute',
    'Section: net',
    'Priority: optional',
    'Description: protocol gateway for access networks',
    ' Device control over SSH, NETCONF, SNMP and HTTP, and access control over RADIUS',
    ' and a captive portal, in one process with two HTTP interfaces. The store is a',
    ' file, or a PostgreSQL database that several gateways share.',
    ' .',
    ' The package carries the Node that the gateway was tested with.',
    '',
  ].join('\n');
}

function md5Of(file: string): string {
  return createHash('md5').update(readFileSync(file)).digest('hex');
}
