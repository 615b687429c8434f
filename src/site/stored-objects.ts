import { sql } from 'kysely';
import type { Row } from '../store/query/row-serialization.ts';
import { parseJsonColumn, type Store } from '../store/store.ts';
import type { Tables } from '../contract/tables.ts';
import { organizationKey, type NaturalKey } from './object/natural-key.ts';
import type { Section } from './section.ts';

/** Stored objects by their identities in site files. */
export class StoredObjects {
  /** Rows by identity, by table. A name that is not unique has several rows. */
  readonly #tables = new Map<keyof Tables, ReadonlyMap<string, readonly Row[]>>();
  readonly #identities = new Map<keyof Tables, ReadonlyMap<unknown, string>>();

  /** Reads the tables of some sections and the tables that they reference. */
  static async read(store: Store, sections: readonly Section[]): Promise<StoredObjects> {
    const stored = new StoredObjects();
    // Organizations first: most identities begin with that of an organization.
    const namings = [
      organizationKey,
      ...sections.flatMap((section) => [
        section,
        ...Object.values({ ...section.references, ...section.referenceLists }),
      ]),
    ];
    for (const naming of new Map(namings.map((naming) => [naming.table, naming])).values())
      stored.#add(naming, await rowsOf(store, naming.table));
    for (const { listField, table } of sections)
      if (listField) stored.#addLists(table, listField.field, await listField.read(store));
    return stored;
  }

  /** Returns all rows of a table with their identities, sorted by identity. */
  all(table: keyof Tables): readonly (readonly [identity: string, row: Row])[] {
    const entries = [...(this.#tables.get(table) ?? [])].sort(([a], [b]) => (a < b ? -1 : 1));
    return entries.flatMap(([identity, rows]) => rows.map((row) => [identity, row] as const));
  }

  /** Returns the rows of an identity. A site file cannot distinguish several of them. */
  find(table: keyof Tables, identity: string): readonly Row[] {
    return this.#tables.get(table)?.get(identity) ?? [];
  }

  /** Returns the identity of a row, null if the row is unknown. */
  identityOf(table: keyof Tables, id: unknown): string | null {
    return this.#identities.get(table)?.get(id) ?? null;
  }

  /** Returns the identities of the rows in a stored list of ids, sorted; rows that do not exist any more are omitted. */
  identitiesOf(table: keyof Tables, ids: unknown): string[] {
    const list = typeof ids === 'string' ? parseJsonColumn<readonly number[]>(ids) : [];
    return list.flatMap((id) => this.identityOf(table, id) ?? []);
  }

  /** Returns the short name of a row's organization. */
  organizationOf(row: Row): string {
    return this.identityOf('organization', row.organization) ?? '';
  }

  /** Returns the short names of the organizations without a parent. */
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
    field: string,
    lists: ReadonlyMap<number, readonly string[]>,
  ): void {
    for (const [, row] of this.all(table)) row[field] = lists.get(Number(row.id));
  }
}

/** Joins the identity of a name that is unique within its organization. Neither part contains a slash. */
export function joinIdentity(organization: string, name: string): string {
  return `${organization}/${name}`;
}

export function organizationOfIdentity(identity: string): string {
  return identity.slice(0, identity.indexOf('/'));
}

/** Returns the name in such an identity. */
export function nameOfIdentity(identity: string): string {
  return identity.slice(identity.indexOf('/') + 1);
}

async function rowsOf(store: Store, table: keyof Tables): Promise<readonly Row[]> {
  return store.readLong({
    compile: () => sql<Row>`select * from ${sql.table(table)}`.compile(store.db),
  });
}
