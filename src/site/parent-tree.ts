import type { Row } from '../store/query/row-serialization.ts';
import type { FaultList } from './faults.ts';
import type { DesiredObject } from './resolve.ts';
import type { StoredObjects } from './stored-objects.ts';

/** Reports objects whose parents would form a cycle. */
export function checkParentCycles(
  desired: readonly DesiredObject[],
  stored: StoredObjects,
  faults: FaultList,
): void {
  const changes = new Map(desired.map((entry) => [nameOf(entry), entry]));
  for (const entry of desired) {
    const { parentField, table } = entry.section;
    if (parentField === undefined || !entry.referencedIdentities[parentField]) continue;
    const above = (identity: string): string | null => {
      const change = changes.get(`${table} ${identity}`);
      if (change && parentField in change.referencedIdentities)
        return change.referencedIdentities[parentField] ?? null;
      return stored.identityOf(table, stored.find(table, identity)[0]?.[parentField]);
    };
    if (liesWithinItself(entry.identity, above))
      faults.add(entry, parentField, 'it would lie within itself');
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

/** An organization as a site file makes it. */
export interface PlannedOrganization {
  /** What the file says of it; undefined: nothing. */
  readonly change: DesiredObject | undefined;
  /** Its row; undefined: it is new. */
  readonly row: Row | undefined;
  /** Null: it is the root. */
  readonly parent: string | null;
}

/** The organizations as a site file makes them. */
export class PlannedOrganizations {
  readonly #changes: ReadonlyMap<string, DesiredObject>;
  readonly #stored: StoredObjects;

  constructor(desired: readonly DesiredObject[], stored: StoredObjects) {
    this.#changes = new Map(
      desired
        .filter(({ section }) => section.table === 'organization')
        .map((entry) => [entry.identity, entry]),
    );
    this.#stored = stored;
  }

  /** Those that the file names, by short name. */
  get changes(): ReadonlyMap<string, DesiredObject> {
    return this.#changes;
  }

  get(name: string): PlannedOrganization {
    const change = this.#changes.get(name);
    const [row] = this.#stored.find('organization', name);
    const before = this.#stored.identityOf('organization', row?.['parent']);
    return { change, row, parent: change?.referencedIdentities['parent'] ?? before };
  }

  /** Returns the time zone that an organization will have; null: that of the gateway. */
  timeZoneOf(name: string): string | null {
    for (const { change, row } of this.upwards(name)) {
      const { time_zone: zone = row?.time_zone } = change?.fields ?? {};
      if (typeof zone === 'string') return zone;
    }
    return null;
  }

  /** Returns an organization and those above it, the nearest first. */
  upwards(name: string): readonly PlannedOrganization[] {
    const above: PlannedOrganization[] = [];
    for (let next: string | null = name; next !== null && above.length < maxDepth;) {
      const planned = this.get(next);
      above.push(planned);
      next = planned.parent;
    }
    return above;
  }
}

/** More organizations are not above each other. */
const maxDepth = 100;

/** Sorts objects so that a parent precedes its children. */
export function sortParentsFirst(desired: readonly DesiredObject[]): DesiredObject[] {
  const waiting = new Map(desired.map((entry) => [nameOf(entry), entry]));
  const ordered: DesiredObject[] = [];
  const add = (name: string): void => {
    const entry = waiting.get(name);
    if (!entry || !waiting.delete(name)) return;
    const parent =
      entry.section.parentField === undefined
        ? null
        : entry.referencedIdentities[entry.section.parentField];
    if (parent) add(`${entry.section.table} ${parent}`);
    ordered.push(entry);
  };
  for (const entry of desired) add(nameOf(entry));
  return ordered;
}

function nameOf({ section, identity }: DesiredObject): string {
  return `${section.table} ${identity}`;
}
