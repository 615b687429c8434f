import type { Varbind as LibraryVarbind } from 'net-snmp';
import { Fault } from '../../errors.ts';
import { encodeAssignment, type SnmpWriteType } from './assignment.ts';

/** Table whose rows are added and deleted by a RowStatus column (RFC 2579). */
export interface RowTable {
  readonly row_status: string;
  /** How the instance is written in the OIDs of its row (RFC 2578 section 7.7). */
  readonly index: 'integer' | 'string' | 'implied_string';
  readonly columns: Readonly<
    Record<string, { readonly oid: string; readonly type: SnmpWriteType }>
  >;
}

export interface RowChange {
  readonly action: 'add' | 'delete';
  readonly instance: string;
  readonly values: Readonly<Record<string, string | number | boolean>>;
}

/** States of a row (RFC 2579): `createAndGo` and `destroy` are written, `active` is read. */
const createAndGo = 4;
const destroy = 6;
export const rowIsActive = 1;

/** Returns the OID of the RowStatus of a row. @throws Fault `unsupported` if the instance is not an index of the table */
export function rowStatusOf({ row_status, index }: RowTable, instance: string): string {
  return `${row_status}.${subidentifiers(index, instance)}`;
}

/** A variable and its value, before it is encoded. */
interface RowAssignment {
  readonly oid: string;
  readonly type: SnmpWriteType;
  readonly value: string | number | boolean;
}

/**
 * Returns the assignments that add or delete a row, for one SET request.
 *
 * @throws Fault `unsupported` if a value or the instance does not fit its type
 */
export function rowAssignments(table: RowTable, change: RowChange): readonly LibraryVarbind[] {
  return assignmentsOf(table, change).map(({ oid, type, value }) =>
    encodeAssignment(oid, type, value),
  );
}

/** Returns the assignment that deletes the row of a RowStatus. */
export function rowDeletion(rowStatus: string): LibraryVarbind {
  return encodeAssignment(rowStatus, 'integer', destroy);
}

/** Returns the same assignments as text, for people. @throws as `rowAssignments` */
export function rowText(table: RowTable, change: RowChange): string {
  rowAssignments(table, change);
  return assignmentsOf(table, change)
    .map(({ oid, type, value }) => `SET ${oid} ${type} ${JSON.stringify(value)}`)
    .join('; ');
}

function assignmentsOf(table: RowTable, change: RowChange): readonly RowAssignment[] {
  const status = rowStatusOf(table, change.instance);
  if (change.action === 'delete') return [{ oid: status, type: 'integer', value: destroy }];
  const suffix = status.slice(table.row_status.length);
  const columns = Object.entries(table.columns).flatMap(([name, { oid, type }]) => {
    const value = change.values[name];
    return value === undefined ? [] : [{ oid: `${oid}${suffix}`, type, value }];
  });
  return [...columns, { oid: status, type: 'integer', value: createAndGo }];
}

const maxIndexOctets = 64;

function subidentifiers(index: RowTable['index'], instance: string): string {
  if (index === 'integer') {
    if (/^(0|[1-9]\d{0,9})$/.test(instance)) return instance;
    throw new Fault('unsupported', `instance ${JSON.stringify(instance)} is not a number`);
  }
  const octets = [...Buffer.from(instance)];
  if (octets.length === 0 || octets.length > maxIndexOctets)
    throw new Fault('unsupported', `an instance has 1 to ${maxIndexOctets} octets`);
  return (index === 'string' ? [octets.length, ...octets] : octets).join('.');
}
