import { sql } from 'kysely';
import type { Row } from '../store/query/row-serialization.ts';
import type { Store } from '../store/store.ts';
import type { Tables } from '../tables.ts';
import { organizationKey, type NaturalKey, type Section } from './section.ts';

/** What is in the store, by the names that site files use. */
export class StoredObjects {
  /** Identity -> rows of that identity, by table. Names that are not unique in the store may be several rows'. */
  readonly #tables = new Map<keyof Tables, ReadonlyMap<string, readonly Row[]>>();
  readonly #identities = new Map<keyof Tables, ReadonlyMap<unknown, string>>();

  /** Reads the tables of some sections, and those that they refer to. */
  static async read(store: Store, sections: readonly Section[]): Promise<StoredObjects> {
    const stored = new StoredObjects();
    // Organizations first: the identities of most others begin with theirs.
    const namings = [
      organizationKey,
      ...sections.flatMap((section) => [section, ...Object.values(section.references)]),
    ];
    for (const naming of new Map(namings.map((naming) => [naming.table, naming])).values())
      stored.#add(naming, await rowsOf(store, naming.table));
    for (const { listField, table } of sections)
      if (listField) stored.#addLists(table, listField, await rowsOf(store, listField.table));
    return stored;
  }

  /** Every row of a table with its identity, in the order of identities. */
  all(table: keyof Tables): readonly (readonly [identity: string, row: Row])[] {
    const entries = [...(this.#tables.get(table) ?? [])].sort(([a], [b]) => (a < b ? -1 : 1));
    return entries.flatMap(([identity, rows]) => rows.map((row) => [identity, row] as const));
  }

  /** Rows of an identity: none, one, or several that a site file cannot tell apart. */
  find(table: keyof Tables, identity: string): readonly Row[] {
    return this.#tables.get(table)?.get(identity) ?? [];
  }

  /** The identity of a row, or null for no row. */
  identityOf(table: keyof Tables, id: unknown): string | null {
    return this.#identities.get(table)?.get(id) ?? null;
  }

  /** Short name of the organization to which a row belongs. */
  organizationOf(row: Row): string {
    return this.identityOf('organization', row.organization) ?? '';
  }

  /** Short names of the organizations that lie in no other. */
  roots(): string[] {
    return this.all('organization').flatMap(([identity, { parent }]) =>
      parent === null ? [identity] : [],
    );
  }

  #add({ table, key, uniqueWithin }: NaturalKey, rows: readonly Row[]): void {
    const byIdentity = new Map<string, Row[]>();
    const byId = new Map<unknown, string>();
    for (const row of rows) {
      const name = String(row[key]);
      const identity =
        uniqueWithin === 'store' ? name : joinIdentity(this.organizationOf(row), name);
      byIdentity.set(identity, [...(byIdentity.get(identity) ?? []), row]);
      byId.set(row.id, identity);
    }
    this.#tables.set(table, byIdentity);
    this.#identities.set(table, byId);
  }

  #addLists(
    table: keyof Tables,
    { field, ownerColumn, valueColumn }: NonNullable<Section['listField']>,
    entries: readonly Row[],
  ): void {
    const lists = new Map<unknown, unknown[]>(this.all(table).map(([, row]) => [row.id, []]));
    for (const entry of entries) lists.get(entry[ownerColumn])?.push(entry[valueColumn]);
    for (const [, row] of this.all(table)) row[field] = lists.get(row.id)?.sort();
  }
}

/** A name that an organization has once, among those of all organizations. Neither part has a slash in it. */
export function joinIdentity(organization: string, name: string): string {
  return `${organization}/${name}`;
}

export function organizationOfIdentity(identity: string): string {
  return identity.slice(0, identity.indexOf('/'));
}

/** The name within an identity of that kind. */
export function nameOfIdentity(identity: string): string {
  return identity.slice(identity.indexOf('/') + 1);
}

async function rowsOf(store: Store, table: keyof Tables): Promise<readonly Row[]> {
  return store.readLong({
    compile: () => sql<Row>`select * from ${sql.table(table)}`.compile(store.db),
  });
}
