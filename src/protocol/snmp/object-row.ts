import type { Varbind as LibraryVarbind } from 'net-snmp';
import { Fault } from '../../contract/errors.ts';
import { encodeAssignment, setText, type SnmpSet, type SnmpWriteType } from './assignment.ts';
import type { SnmpRefusal, SnmpSession } from './session.ts';
import type { Varbind } from './varbind.ts';

/** Table with a RowStatus column, which adds and deletes its rows (RFC 2579). */
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
const rowIsActive = 1;

/** Returns the OID of the RowStatus of a row. @throws Fault `unsupported` if the instance is not an index of the table */
export function rowStatusOf({ row_status, index }: RowTable, instance: string): string {
  return `${row_status}.${subidentifiers(index, instance)}`;
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
function rowDeletion(rowStatus: string): LibraryVarbind {
  return encodeAssignment(rowStatus, 'integer', destroy);
}

/** Returns the same assignments as text, for people. @throws as `rowAssignments` */
export function rowText(table: RowTable, change: RowChange): string {
  rowAssignments(table, change);
  return setText(assignmentsOf(table, change));
}

function assignmentsOf(table: RowTable, change: RowChange): readonly SnmpSet[] {
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

/**
 * Deletes the rows that a refused request has left behind: snmpd keeps rows that it created before the fault.
 *
 * @returns true if each row is as it was before
 */
export async function deleteRemains(
  session: SnmpSession,
  statuses: readonly string[],
  before: readonly Varbind[],
): Promise<boolean> {
  const left = await session.get(statuses);
  const remains = statuses.filter(
    (_, at) => before[at]?.value === null && (left[at]?.value ?? null) !== null,
  );
  if (remains.length > 0) await session.set(remains.map(rowDeletion));
  const after = await session.get(statuses);
  return after.every(({ value }, at) => value === before[at]?.value);
}

export function rowRefusal({ fault, oid }: SnmpRefusal, isAsBefore: boolean): Fault {
  const state = isAsBefore ? 'no row has changed' : 'the device has changed some rows nevertheless';
  return new Fault('rejected', `${fault} to SET${oid === null ? '' : ` ${oid}`}; ${state}`);
}

/** Returns a fault unless a row is active after it was added, or gone after it was deleted. */
export function rowFault(
  { action, instance }: Pick<RowChange, 'action' | 'instance'>,
  state: Varbind | undefined,
): Fault | null {
  const value = state?.value ?? null;
  if (action === 'delete')
    return value === null ? null : new Fault('rejected', `row ${instance} is still there`);
  if (value === rowIsActive) return null;
  return new Fault('rejected', `row ${instance} is not active: RowStatus ${String(value)}`);
}
