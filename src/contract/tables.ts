import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { Static, TObject, TProperties, TSchema } from 'typebox';
import type { StoredAs } from './fields.ts';

/*
 * The column types of the store, the same on both engines: times are milliseconds since 1970 UTC, booleans are 0 or 1,
 * objects and lists are JSON text. Column names are the API's field names.
 */

/** Milliseconds since 1970-01-01 UTC. */
export type EpochMs = number;
export type Flag = 0 | 1;
export type JsonText = string;
export type Nullable<T> = ColumnType<T | null, T | null | undefined, T | null>;

/**
 * Tables by name. Each domain declares its own next to the resource or the code that uses them, so this file imports no
 * domain: `declare module '…/tables.ts' { interface Tables { location: TableOf<typeof location> } }`.
 */
export interface Tables {
  /** Holds one row that a readiness check updates, so that it fails as a write would. */
  heartbeat: { beat: number };
}

/** Derives the column types of a resource's table: its schema without computed fields, and its `columns`. */
export type TableOf<R extends Shape> = TableColumns<
  Omit<R['schema']['properties'], Names<R['computed']> | keyof Columns<R>> & Columns<R>,
  Names<R['databaseDefaults']>
>;

interface Shape {
  readonly schema: TObject;
  readonly computed?: readonly string[];
  readonly columns?: TProperties;
  readonly databaseDefaults?: readonly string[];
}

type Names<List extends readonly string[] | undefined> = NonNullable<List>[number];
type Columns<R extends Shape> = NonNullable<R['columns']>;

type TableColumns<P extends TProperties, Defaulted extends PropertyKey> = {
  [K in keyof P]: K extends Defaulted ? Generated<StoredValue<P[K]>> : Column<P[K]>;
};

type Column<S extends TSchema> =
  S extends StoredAs<'id'>
    ? GeneratedAlways<number>
    : null extends Static<S>
      ? Nullable<StoredValue<S>>
      : StoredValue<S>;

interface StoredValues {
  id: number;
  time: EpochMs;
  /** An opaque string of the vault. */
  sealed: string;
  /** 64 bits, exact: a bigint where a number would round. */
  counter: number | bigint;
  bytes: Uint8Array;
}

type StoredValue<S extends TSchema> =
  S extends StoredAs<infer Kind extends keyof StoredValues>
    ? StoredValues[Kind]
    : Scalar<Exclude<Static<S>, null>>;

/** An enumeration is stored as `string`: another version may have written the row. */
type Scalar<V> = unknown extends V
  ? JsonText
  : V extends boolean
    ? Flag
    : V extends number
      ? number
      : string;
