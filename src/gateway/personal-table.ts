import type { RawBuilder } from 'kysely';
import type { Resource } from '../contract/resource.ts';
import type { Engine } from '../store/store.ts';
import type { Tables } from '../contract/tables.ts';

/* Where the store has data about a person: what an erasure removes, and what an export contains. */

/** Identity of a person in the rows of the store. */
export interface Person {
  readonly engine: Engine;
  /** Id of the user. */
  readonly user: number;
  /** Organizations whose rows without a user may be the person's by name or address: the user's and all below it. */
  readonly organizations: readonly number[];
  /** Organizations above, whose upstreams may be sent its accounting. */
  readonly above: readonly number[];
  readonly username: string;
  /** Calling-Station-Ids and MAC addresses, in each spelling that was seen, and canonical. */
  readonly stations: readonly string[];
  readonly phones: readonly string[];
  /** Ids of registered devices. */
  readonly apps: readonly number[];
}

export type Identifier = 'station' | 'phone' | 'app';

/** Rows that are still in use, and are erased when they are not, or when their time is over. */
export interface LiveRows {
  readonly condition: RawBuilder<unknown>;
  /** Milliseconds after the request for the erasure. */
  readonly forMs: number;
}

/** A table with data about persons. */
export interface PersonalTable {
  readonly table: keyof Tables;
  readonly key: string;
  /** Shows its rows in an export; null: they repeat what other tables have. */
  readonly resource: Resource | null;
  /** Returns alternative conditions for the rows of the person; each is a query of its own. */
  readonly belongsTo: (person: Person) => readonly RawBuilder<unknown>[];
  /** Columns that identify the person in other tables. */
  readonly identifiers?: Readonly<Record<string, Identifier>>;
  readonly live?: LiveRows;
  /** Returns the columns that an erasure replaces; absent: it deletes the row. */
  readonly anonymize?: (pseudonym: string) => Readonly<Record<string, unknown>>;
  /** Matches anonymized rows that a late packet has given an identity again. */
  readonly isRestored?: (pseudonym: string) => RawBuilder<unknown>;
  /** Matches rows that a late packet may change. @param since  milliseconds since 1970 */
  readonly mayChange?: (since: number) => RawBuilder<unknown>;
}
