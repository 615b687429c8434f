import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

/* The kinds of column that the tables are made of, the same on both engines. */

/** Milliseconds since 1970-01-01 UTC. */
export type EpochMs = number;
export type Flag = 0 | 1;
export type JsonText = string;
/** An opaque string of the vault: a sealed secret. */
export type Sealed = string;
/** 64 bits, exact: a bigint where a number would round. */
export type Counter64 = number | bigint;
export type Id = GeneratedAlways<number>;
export type Nullable<T> = ColumnType<T | null, T | null | undefined, T | null>;
export type Defaulted<T> = Generated<T>;
