import { createWriteStream, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import tap, { test, type Test } from 'tap';
import { measureFile, writeArchive } from '../../src/installation/backup/archive.ts';
import { backupPaths, type Manifest } from '../../src/installation/backup/manifest.ts';
import { restore } from '../../src/installation/restore/restore-command.ts';
import { schemaStep } from '../../src/store/migrations/index.ts';
import { loopbackConfig } from '../loopback-config.ts';

/* Archives of some hundred kB that unpack to 200 MB. */

tap.setTimeout(120_000);
const root = mkdtempSync(join(tmpdir(), 'large-archive-'));
tap.teardown(() => {
  rmSync(root, { recursive: true });
});
const config = loopbackConfig({ GATEHOUSE_DATA_DIR: join(root, 'data') });
const long = 200_000_000;

/** Rejects with a message, without holding the archive in memory. */
async function refuses(t: Test, file: string, message: RegExp): Promise<void> {
  const before = process.resourceUsage().maxRSS;
  for (const dryRun of [true, false])
    await t.rejects(restore(config, { file, dryRun }, {}), { message });
  const grown = (process.resourceUsage().maxRSS - before) / 1024;
  t.ok(grown < 100, `${Math.round(grown)} MiB more`);
}

for (const path of [backupPaths.configuration, backupPaths.keys])
  test(`${path} of a backup that is too long is refused`, async (t) => {
    const zeros = join(root, 'zeros');
    writeFileSync(zeros, '');
    truncateSync(zeros, long);
    const source = { path, from: { file: zeros } };
    const manifest: Manifest = {
      format: 1,
      version: '0.1.0',
      created_at: '2026-03-01T12:00:00.000Z',
      engine: 'sqlite',
      step: schemaStep,
      tables: {},
      sealed: {},
      files: [await measureFile(source)],
    };
    const file = join(root, `${path}.tar.gz`);
    await writeArchive(file, manifest, [source]);
    await refuses(t, file, new RegExp(`is not a whole backup: ${path} is longer than 4 MiB`));
  });

/** Octets of a header of tar. @see POSIX.1-2017 pax, ustar Interchange Format */
function tarHeader(name: string, size: number, type: string): Buffer {
  const header = Buffer.alloc(512);
  header.write(name, 0);
  header.write('0000600\0', 100);
  header.write('0000000\0', 108);
  header.write('0000000\0', 116);
  header.write(`${size.toString(8).padStart(11, '0')}\0`, 124);
  header.write('00000000000\0', 136);
  header.write('        ', 148);
  header.write(type, 156);
  header.write('ustar\x0000', 257);
  const sum = header.reduce((total, octet) => total + octet, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}

async function* zerosAfter(header: Buffer): AsyncGenerator<Buffer> {
  yield header;
  const part = Buffer.alloc(1_000_000);
  for (let octets = 0; octets < long; octets += part.length) yield await Promise.resolve(part);
}

for (const [name, header] of [
  ['a pax header', tarHeader('PaxHeader', long, 'x')],
  ['a long name', tarHeader('././@LongLink', long, 'L')],
] as const)
  test(`an archive with ${name} that is too long is refused`, async (t) => {
    const file = join(root, 'header.tar.gz');
    await pipeline(zerosAfter(header), createGzip(), createWriteStream(file));
    await refuses(t, file, /is not a whole backup: Header exceeds max size/);
  });
