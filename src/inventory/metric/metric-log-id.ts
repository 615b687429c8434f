import { sql, type RawBuilder } from 'kysely';

/*
 * The id of an entry of the metric log begins with its time, so that the primary key is the order of the list, and every
 * other index leads to its rows in that order: no separate column or index of the time is stored.
 */

/** 2020-01-01 UTC, in milliseconds since 1970: ids stay exact numbers of JSON until 2089. */
const epochMs = 1_577_836_800_000;
const placeBits = 12;

/** Entries that may have the same millisecond. */
export const entriesPerMs = 2 ** placeBits;

/** Returns the least id of the entries of a time. @param ms  milliseconds since 1970 */
export function firstIdAt(ms: number): number {
  return (ms - epochMs) * entriesPerMs;
}

/** Returns the time of an entry in milliseconds since 1970. */
export function timeOfId(id: number): number {
  return Math.floor(id / entriesPerMs) + epochMs;
}

/** Returns the SQL expression of the time of an entry. @param alias  of the metric log */
export function timeColumn(alias: string): string {
  return `(${alias}.id >> ${placeBits}) + ${epochMs}`;
}

/** Returns the SQL expression of the time of an entry in milliseconds since 1970. */
export function timeOfEntry(alias: string): RawBuilder<number> {
  return sql.raw<number>(timeColumn(alias));
}
