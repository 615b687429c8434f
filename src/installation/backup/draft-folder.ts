import { lstatSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { isProcessAlive } from '../../runtime/machine/process-alive.ts';

/* Unfinished backups: folders next to the backup, `NAME.HOST-PROCESS.partial`. */

const pattern = /\.([^/]+)-(\d+)\.partial$/;

/** Runs work in a new folder next to a file, and removes the folder at the end. Removes folders of killed processes as well. */
export async function withDraftFolder<T>(
  folder: string,
  name: string,
  work: (draft: string) => Promise<T>,
): Promise<T> {
  removeStaleDrafts(folder);
  const draft = join(folder, `${name}.${hostname()}-${process.pid}.partial`);
  mkdirSync(draft, { mode: 0o700 });
  try {
    return await work(draft);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

function removeStaleDrafts(folder: string): void {
  for (const name of readdirSync(folder)) {
    const [, host, pid] = pattern.exec(name) ?? [];
    const draft = join(folder, name);
    if (host === undefined || !`.${host}`.endsWith(`.${hostname()}`) || isProcessAlive(Number(pid)))
      continue;
    if (lstatSync(draft).isDirectory()) rmSync(draft, { recursive: true, force: true });
  }
}
