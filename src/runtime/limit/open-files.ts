import { readFileSync } from 'node:fs';

/**
 * Returns how many connections a listener may hold: as many as configured, within a share of the files that the process may
 * have open. The rest is for the store, the devices and the upstreams, which would fail at the limit.
 */
export function limitByOpenFiles(configured: number, share: number): number {
  return Math.max(1, Math.min(configured, Math.floor(readOpenFileLimit() * share)));
}

/** @returns how many files this process may have open; Infinity without one, or where /proc does not show it */
export function readOpenFileLimit(): number {
  try {
    const [, soft] =
      /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return soft === undefined ? Infinity : Number(soft);
  } catch {
    return Infinity;
  }
}
