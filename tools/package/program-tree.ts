import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import type { Architecture } from './architecture.ts';
import { unpackFromRegistry } from './fetch.ts';
import { runtimePackages, type PinnedPackage } from './shrinkwrap.ts';

/** What of a package the gateway does not read when it runs. */
const documents =
  /^\.|^eslint\.config\.|\.(?:[cm]?ts|map|md|markdown|flow|tsbuildinfo|gyp|c|cc|h)$/i;
const licences = /licen[cs]e|copying|notice/i;
/** Folders at the top of a package that hold no code which is loaded. */
const unused =
  /^(?:tests?|__tests__|spec|integration|scripts|docs|examples?|bench|benchmarks?|coverage|man|index\.html)$/;

/** Packages with builds for several processors, or with fonts, of which one is needed or some, and the places of these. */
const builds: Readonly<Record<string, (npm: string) => readonly string[]>> = {
  'better-sqlite3': (npm) => [
    'lib',
    'package.json',
    'LICENSE',
    'prebuilds',
    `prebuilds/linux-${npm}.node`,
  ],
  'dejavu-fonts-ttf': () => [
    'package.json',
    'LICENSE',
    'ttf',
    'ttf/DejaVuSans.ttf',
    'ttf/DejaVuSans-Bold.ttf',
    'ttf/DejaVuSansMono-Bold.ttf',
  ],
};

/** Packages of one processor: the runtime, which is put elsewhere, and native modules. */
const runtimeName = ({ npm }: Architecture) => `node-linux-${npm}`;
const nativeNames = ({ npm }: Architecture) => [`@node-rs/argon2-linux-${npm}-gnu`];

export interface ProgramTreeOptions {
  /** Folder of the checkout, built. */
  readonly root: string;
  readonly architecture: Architecture;
  /** Folder to fill. */
  readonly into: string;
  /** Packages to carry; default: the gateway's dependencies at run time. */
  readonly packages?: readonly PinnedPackage[];
}

/**
 * Lays out the program as a machine runs it: compiled code, configuration, the packages of the lock file that are needed at
 * run time, and the Node that it pins. It does not compile, so any machine can do it for each processor.
 */
export function layOutProgram({
  root,
  architecture,
  into,
  packages = runtimePackages(root),
}: ProgramTreeOptions): void {
  for (const part of ['dist/gateway', 'dist/console', 'dist/node_modules', 'config'])
    cpSync(join(root, part), join(into, part), { recursive: true });
  rmSync(join(into, 'config/conf.d'), { recursive: true, force: true });
  writeManifest(root, into);
  const native = nativeNames(architecture);
  for (const pinned of packages) {
    if (!pinned.isOptional) copyPackage(root, pinned, { architecture, into });
    else if (native.includes(pinned.name))
      unpackFromRegistry(root, pinned, join(into, pinned.folder));
    else if (pinned.name === runtimeName(architecture)) addRuntime(root, pinned, into);
  }
}

/** Writes the package.json of the installed program: only the fields that it reads, without the checkout's tools. */
function writeManifest(root: string, into: string): void {
  const { name, version, license, type, engines } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  ) as Readonly<Record<string, unknown>>;
  const manifest = { name, version, license, type, engines };
  writeFileSync(join(into, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}

function copyPackage(
  root: string,
  { folder, name }: PinnedPackage,
  { architecture, into }: Pick<ProgramTreeOptions, 'architecture' | 'into'>,
): void {
  const from = join(root, folder);
  const listed = builds[name]?.(architecture.npm);
  cpSync(from, join(into, folder), {
    recursive: true,
    filter: (path) => {
      const inside = relative(from, path);
      if (inside === '') return true;
      // Packages inside a package are listed by themselves.
      if (inside.startsWith('node_modules')) return false;
      if (listed) return listed.some((part) => inside === part || inside.startsWith('lib/'));
      return (
        licences.test(basename(path)) || !(unused.test(inside) || documents.test(basename(path)))
      );
    },
  });
}

function addRuntime(root: string, pinned: PinnedPackage, into: string): void {
  const unpacked = mkdtempSync(join(tmpdir(), 'gatehouse-runtime-'));
  try {
    unpackFromRegistry(root, pinned, unpacked);
    mkdirSync(join(into, 'bin'));
    cpSync(join(unpacked, 'bin/node'), join(into, 'bin/node'));
    if (existsSync(join(unpacked, 'LICENSE')))
      cpSync(join(unpacked, 'LICENSE'), join(into, 'bin/LICENSE'));
  } finally {
    rmSync(unpacked, { recursive: true });
  }
}
