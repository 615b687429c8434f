import { Fault } from '../contract/errors.ts';
import { isTextList } from '../contract/fields.ts';
import type { Row } from '../store/query/row-serialization.ts';
import type { FaultList } from './faults.ts';
import { objectTitle } from './site-file.ts';
import { organizationKey, type NaturalKey } from './object/natural-key.ts';
import type { Section } from './section.ts';
import { joinIdentity, nameOfIdentity, type StoredObjects } from './stored-objects.ts';
import { siteFileFields, type ValidatedEntry } from './validate.ts';

/** A resolved object of a site file: its organization, its references and its stored row. */
export interface DesiredObject extends ValidatedEntry {
  readonly identity: string;
  /** The short name of its organization; for an organization, its own. */
  readonly organization: string;
  /** The identities of the referenced objects, by field. */
  readonly referencedIdentities: Readonly<Record<string, string | null>>;
  /** The same, for fields that hold a list. */
  readonly referencedLists: Readonly<Record<string, readonly string[]>>;
  readonly storedRow: Row | null;
}

type Placed = Omit<DesiredObject, 'referencedIdentities' | 'referencedLists'>;

/** Resolves objects and their references, in the store and among themselves. Omits objects with a fault. */
export function resolveEntries(
  entries: readonly ValidatedEntry[],
  stored: StoredObjects,
  faults: FaultList,
): DesiredObject[] {
  const placed = withoutTwins(
    entries.flatMap((entry) => place(entry, stored, faults) ?? []),
    faults,
  );
  const known = new Known(placed, stored, faults);
  return placed.flatMap((entry) => link(entry, known, faults) ?? []);
}

function place(entry: ValidatedEntry, stored: StoredObjects, faults: FaultList): Placed | null {
  const { section, fields, isAbsent } = entry;
  const name = String(fields[section.key]);
  const organization = organizationOf(entry, name, stored);
  if (organization === null) {
    faults.add(
      entry,
      'organization',
      `is missing, and there is no one organization above all: ${stored.roots().join(', ')}`,
    );
    return null;
  }
  const identity = section.uniqueWithin === 'store' ? name : joinIdentity(organization, name);
  const [row = null, ...others] = stored.find(section.table, identity);
  if (others.length > 0) {
    faults.add(
      entry,
      section.key,
      `${others.length + 1} in the store are called that: rename them first`,
    );
    return null;
  }
  const found = { ...entry, organization, identity, storedRow: row };
  return row || isAbsent
    ? found
    : complete({ ...found, fields: withParent(section, fields, stored) }, faults);
}

function organizationOf(
  { section, fields }: ValidatedEntry,
  name: string,
  stored: StoredObjects,
): string | null {
  if (section.table === 'organization') return name;
  if (typeof fields.organization === 'string') return fields.organization;
  const [row] = section.uniqueWithin === 'store' ? stored.find(section.table, name) : [];
  return row ? stored.organizationOf(row) : onlyRoot(stored);
}

function onlyRoot(stored: StoredObjects): string | null {
  const [root, ...others] = stored.roots();
  return root !== undefined && others.length === 0 ? root : null;
}

/** Places a new organization below the only root, whose administrators then see it. */
function withParent({ table }: Section, fields: Row, stored: StoredObjects): Row {
  const parent = onlyRoot(stored);
  return table === 'organization' && parent !== null ? { parent, ...fields } : fields;
}

/** Returns a new object if the file has all its required fields. */
function complete(entry: Placed, faults: FaultList): Placed | null {
  const { defaults, extraFields = {} } = entry.section;
  const missing = Object.keys(siteFileFields(entry.section)).filter(
    (field) =>
      !(field in entry.fields) &&
      !entry.absentSecrets.has(field) &&
      !(field in defaults) &&
      !(field in extraFields) &&
      field !== 'organization',
  );
  for (const field of missing) faults.add(entry, field, 'is missing');
  return missing.length > 0 ? null : entry;
}

function withoutTwins(placed: readonly Placed[], faults: FaultList): Placed[] {
  const first = new Map<string, Placed>();
  return placed.filter((entry) => {
    const name = `${entry.section.table} ${entry.identity}`;
    const twin = first.get(name);
    if (!twin) first.set(name, entry);
    else faults.add(entry, '', `is a duplicate of ${twin.locationOf([])}`);
    return !twin;
  });
}

/** The objects that exist once the file is applied. */
class Known {
  readonly #stored: StoredObjects;
  readonly #desired: ReadonlyMap<string, Placed>;
  readonly #faults: FaultList;

  constructor(placed: readonly Placed[], stored: StoredObjects, faults: FaultList) {
    this.#faults = faults;
    this.#stored = stored;
    this.#desired = new Map(
      placed.map((entry) => [`${entry.section.table} ${entry.identity}`, entry]),
    );
  }

  /** Returns the reason why a reference to an object is invalid, or null. */
  faultOf({ table, uniqueWithin }: NaturalKey, identity: string): string | null {
    const desired = this.#desired.get(`${table} ${identity}`);
    if (desired?.isAbsent) return `${table} ${JSON.stringify(identity)} is removed by this file`;
    if (desired) return null;
    const rows = this.#stored.find(table, identity).length;
    if (rows === 1) return null;
    if (rows > 1)
      return `${rows} of ${table} are called ${JSON.stringify(identity)}: rename them first`;
    if (
      this.#faults.hasFaultAbout(
        objectTitle(table, uniqueWithin === 'store' ? identity : nameOfIdentity(identity)),
      )
    )
      return null;
    const hint =
      table === 'inventory_type'
        ? `; there are ${this.#stored
            .all(table)
            .map(([name]) => name)
            .join(', ')}`
        : '';
    return `there is no ${table} ${JSON.stringify(identity)}${hint}`;
  }
}

function link(entry: Placed, known: Known, faults: FaultList): DesiredObject | null {
  const { section, fields, organization } = entry;
  if (entry.isAbsent) return { ...entry, referencedIdentities: {}, referencedLists: {} };
  const links: Record<string, string | null> =
    section.table === 'organization' ? {} : { organization };
  for (const [field, naming] of Object.entries(section.references)) {
    const given = fields[field];
    if (given !== undefined)
      links[field] = typeof given === 'string' ? identityOf(naming, given, organization) : null;
  }
  const lists = listsOf(entry);
  const named = [...Object.entries(links), ...pairsOf(lists)];
  const wrong = named.flatMap(([field, identity]) => {
    const why = identity === null ? null : known.faultOf(keyOf(section, field), identity);
    return why === null ? [] : [{ field, why }];
  });
  for (const { field, why } of wrong) faults.add(entry, field, why);
  return wrong.length > 0
    ? null
    : prepared({ ...entry, referencedIdentities: links, referencedLists: lists }, faults);
}

/** Returns the identities in the lists of references that an object has. */
function listsOf({ section, fields, organization }: Placed): Record<string, readonly string[]> {
  const lists: Record<string, readonly string[]> = {};
  for (const [field, naming] of Object.entries(section.referenceLists ?? {})) {
    const names = fields[field];
    if (isTextList(names))
      lists[field] = names.map((name) => identityOf(naming, name, organization));
  }
  return lists;
}

function pairsOf(lists: Readonly<Record<string, readonly string[]>>): [string, string][] {
  return Object.entries(lists).flatMap(([field, identities]) =>
    identities.map((identity): [string, string] => [field, identity]),
  );
}

function keyOf({ references, referenceLists = {} }: Section, field: string): NaturalKey {
  return references[field] ?? referenceLists[field] ?? organizationKey;
}

/** Returns the identity of a reference: `name` in the same organization, `organization/name` in another. */
function identityOf({ uniqueWithin }: NaturalKey, text: string, organization: string): string {
  return uniqueWithin === 'store' || text.includes('/') ? text : joinIdentity(organization, text);
}

/** True if a check failed for nothing but secrets that are absent. */
function isAboutAbsent({ absentSecrets }: DesiredObject, error: unknown): boolean {
  const fields = error instanceof Fault ? Object.keys(error.fields ?? {}) : [];
  return fields.length > 0 && fields.every((field) => absentSecrets.has(field));
}

function prepared(desired: DesiredObject, faults: FaultList): DesiredObject | null {
  const { section, fields, storedRow } = desired;
  try {
    return { ...desired, fields: section.prepare?.(fields, storedRow ?? {}) ?? fields };
  } catch (error) {
    if (isAboutAbsent(desired, error)) return desired;
    faults.addThrown(desired, error);
    return null;
  }
}
