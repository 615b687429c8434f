import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PinnedPackage } from './shrinkwrap.ts';

/** Returns the text of a package's licence file, or null. */
export function licenceText(root: string, { folder }: PinnedPackage): string | null {
  const directory = join(root, folder);
  if (!existsSync(directory)) return null;
  const file = readdirSync(directory).find((name) => /^(?:licen[cs]e|copying)/i.test(name));
  return file === undefined ? null : readFileSync(join(directory, file), 'utf8').trim();
}

/** Returns the SPDX name of a package's licence: from its manifest, else from the words of its text. */
export function licenceName(root: string, pinned: PinnedPackage): string {
  if (pinned.licence !== '') return pinned.licence;
  const text = licenceText(root, pinned) ?? '';
  if (text.includes('Permission is hereby granted, free of charge')) return 'MIT';
  if (!text.includes('Redistribution and use in source and binary forms')) return '';
  return /neither the name/i.test(text) ? 'BSD-3-Clause' : 'BSD-2-Clause';
}

/**
 * Writes the copyright file of a Debian package: our licence, and name, version, holder and licence of each package that is
 * carried.
 */
export function copyrightFile(root: string, packages: readonly PinnedPackage[]): string {
  const stanzas = packages.map((pinned) => {
    const text = licenceText(root, pinned);
    const holders = [...(text ?? '').matchAll(/^\W*copyright\b.*\d{4}.*$/gim)].map(([line]) =>
      line.trim(),
    );
    const where = pinned.name.startsWith('node-linux-') ? 'bin' : pinned.folder;
    return [
      `Files: usr/lib/gatehouse/${where}/*`,
      `Copyright: ${holders[0] ?? `the authors of ${pinned.name}`}`,
      `License: ${licenceName(root, pinned)}`,
      `Comment: ${pinned.name} ${pinned.version}`,
    ].join('\n');
  });
  return `${[
    'Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\nUpstream-Name: gatehouse',
    'Files: *\nCopyright: the Gatehouse authors\nLicense: Apache-2.0\n On Debian systems the text is in /usr/share/common-licenses/Apache-2.0.',
    ...stanzas,
  ].join('\n\n')}\n`;
}
