import type { FaultList } from './faults.ts';
import type { Wanted } from './resolve.ts';
import type { Stored } from './stored.ts';

/** Says which objects would come to lie within themselves. */
export function checkTrees(wanted: readonly Wanted[], stored: Stored, faults: FaultList): void {
  const changes = new Map(wanted.map((entry) => [nameOf(entry), entry]));
  for (const entry of wanted) {
    const { parent, table } = entry.section;
    if (parent === undefined || !entry.links[parent]) continue;
    const above = (identity: string): string | null => {
      const change = changes.get(`${table} ${identity}`);
      if (change && parent in change.links) return change.links[parent] ?? null;
      return stored.identityOf(table, stored.find(table, identity)[0]?.[parent]);
    };
    if (liesWithinItself(entry.identity, above)) faults.add(entry, parent, 'it would lie within itself');
  }
}

function liesWithinItself(identity: string, above: (identity: string) => string | null): boolean {
  const seen = new Set<string>();
  for (let next = above(identity); next !== null && !seen.has(next); next = above(next)) {
    if (next === identity) return true;
    seen.add(next);
  }
  return false;
}

/** The same objects, each after the one of its section that it lies in. */
export function parentsFirst(wanted: readonly Wanted[]): Wanted[] {
  const waiting = new Map(wanted.map((entry) => [nameOf(entry), entry]));
  const ordered: Wanted[] = [];
  const add = (name: string): void => {
    const entry = waiting.get(name);
    if (!entry || !waiting.delete(name)) return;
    const parent = entry.section.parent === undefined ? null : entry.links[entry.section.parent];
    if (parent) add(`${entry.section.table} ${parent}`);
    ordered.push(entry);
  };
  for (const entry of wanted) add(nameOf(entry));
  return ordered;
}

function nameOf({ section, identity }: Wanted): string {
  return `${section.table} ${identity}`;
}
