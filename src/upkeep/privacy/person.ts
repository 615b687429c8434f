import { sql } from 'kysely';
import { findRelatives } from '../../organization/tree-query.ts';
import { canonicalMac } from '../../contract/fields.ts';
import type { Identifier, Person, PersonalTable } from '../../gateway/personal-table.ts';
import type { Store } from '../../store/store.ts';

/** A user to find the data of. */
export interface Subject {
  readonly user: number;
  readonly username: string;
  readonly organization: number;
}

/** More devices than a person has; what names more is no identity. */
const maxIdentifiers = 500;

/** Collects what identifies a user in the rows of the store. */
export async function identifyPerson(
  store: Store,
  tables: readonly PersonalTable[],
  { user, username, organization }: Subject,
): Promise<Person> {
  const { below: organizations, above } = await findRelatives(store, organization);
  let person: Person = {
    engine: store.engine,
    user,
    username,
    organizations,
    above,
    stations: [],
    phones: [],
    apps: [],
  };
  // The second round uses the addresses and numbers found in the first.
  for (let round = 0; round < 2; round += 1)
    for (const table of tables) person = await addIdentifiers(store, table, person);
  return person;
}

async function addIdentifiers(
  store: Store,
  { table, belongsTo, identifiers = {} }: PersonalTable,
  person: Person,
): Promise<Person> {
  let known = person;
  for (const [column, kind] of Object.entries(identifiers))
    for (const condition of belongsTo(person)) {
      const query = sql<{ value: string | number | null }>`
        select distinct ${sql.ref(column)} as value from ${sql.table(table)} where ${condition} limit ${maxIdentifiers}`;
      const rows = await store.readLong({ compile: () => query.compile(store.db) });
      for (const { value } of rows) known = withIdentifier(known, kind, value);
    }
  return known;
}

function withIdentifier(person: Person, kind: Identifier, value: string | number | null): Person {
  if (typeof value === 'number')
    return kind === 'app' ? { ...person, apps: union(person.apps, [value]) } : person;
  if (value === null || value === '') return person;
  if (kind === 'phone') return { ...person, phones: union(person.phones, [value]) };
  return { ...person, stations: union(person.stations, spellings(value)) };
}

/** Returns the spellings of a MAC address that NASes use most; any other station is returned unchanged. */
function spellings(station: string): readonly string[] {
  const mac = canonicalMac(station);
  if (mac === null) return [station];
  const plain = mac.replaceAll(':', '');
  const written = [mac, mac.replaceAll(':', '-'), plain];
  return [station, ...written, ...written.map((text) => text.toLowerCase())];
}

function union<T>(known: readonly T[], more: readonly T[]): readonly T[] {
  return [...new Set([...known, ...more])].slice(0, maxIdentifiers);
}
