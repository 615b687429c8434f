import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { licenceName, licenceText } from '../package/copyright.ts';
import { unpackFromRegistry } from '../package/fetch.ts';
import { runtimePackages, type PinnedPackage } from '../package/shrinkwrap.ts';

/** Writes our licence and, for each package that is carried, its name, version and licence with the text it came with. */
export function writeLicences(root: string): string {
  const own = readFileSync(join(root, 'LICENSE'), 'utf8').trim();
  const parts = runtimePackages(root).map((pinned) =>
    [
      `${pinned.name} ${pinned.version}`,
      `Licence: ${licenceName(root, pinned)}`,
      '',
      textOf(root, pinned) ?? 'The package has no text of its licence.',
    ].join('\n'),
  );
  return `${[`gatehouse\n\n${own}`, ...parts].join(`\n\n${'='.repeat(80)}\n\n`)}\n`;
}

/** Returns the text of a licence; packages for the other processor are not installed and come from the registry. */
function textOf(root: string, pinned: PinnedPackage): string | null {
  if (!pinned.isOptional) return licenceText(root, pinned);
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-licence-'));
  try {
    unpackFromRegistry(root, pinned, folder);
    return licenceText(folder, { ...pinned, folder: '.' });
  } finally {
    rmSync(folder, { recursive: true });
  }
}
