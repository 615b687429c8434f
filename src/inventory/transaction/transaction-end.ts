import { sql } from 'kysely';
import { asFault, Fault } from '../../contract/errors.ts';
import { formatTime } from '../../contract/fields.ts';
import type { Tables } from '../../contract/tables.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { isNotSkipped } from '../../gateway/trusted-clock.ts';
import { namedParameter, prepareQuery } from '../../store/prepared-statement.ts';
import { mustChange, type Statement, type Store } from '../../store/store.ts';
import { settleDeviceLogEntry } from './device-log.ts';

const maxExpiredPerRun = 200;

const findExpired = prepareQuery((db) =>
  db
    .selectFrom('inventory_transaction')
    .select(['id', 'expires_at', 'error_message', 'progress'])
    .where('status', '=', 'scheduled')
    .where('expires_at', '<=', namedParameter<number>('now'))
    .where(
      isNotSkipped(sql.ref('expires_at'), {
        from: namedParameter('skipped_from'),
        until: namedParameter('skipped_until'),
      }),
    )
    .limit(maxExpiredPerRun)
    .compile(),
);

/** Ends scheduled transactions whose time is over: they have not begun, or wait for their device in the middle. */
export async function expireTransactions(gateway: Gateway): Promise<void> {
  const late = await findExpired(gateway.store, {
    now: gateway.now().getTime(),
    ...gateway.trustedClock.skippedTime(),
  });
  const ends = late.map(({ id, expires_at, error_message, progress }) => {
    const reason = error_message === null ? '' : `: ${error_message}`;
    const state = progress === null ? 'had not begun' : 'was not finished';
    const message = `${state} by ${formatTime(expires_at ?? 0)}${reason}`;
    return endScheduled(gateway, id, { status: 'expired', message });
  });
  await Promise.all(ends);
}

/**
 * Cancels a transaction that has not begun.
 *
 * @param key  the transaction in some organizations
 * @throws Fault `not_found`; `conflict` if it has begun or ended
 */
export async function cancelTransaction(
  gateway: Gateway,
  key: OwnedKey,
  username: string,
): Promise<void> {
  const found = await findStatus(gateway, 'inventory_transaction', key);
  if (found !== 'scheduled') throw begun(key.id, found);
  const message = `canceled by ${username}`;
  if (!(await endScheduled(gateway, key.id, { status: 'canceled', message })))
    throw begun(key.id, await findStatus(gateway, 'inventory_transaction', key));
}

/** Cancels the transactions of a fleet operation or of a series that have not begun. */
export async function cancelTransactions(
  gateway: Gateway,
  [column, id]: readonly ['fleet_operation' | 'series', string],
  message: string,
): Promise<void> {
  const scheduled = await gateway.store.db
    .selectFrom('inventory_transaction')
    .select('id')
    .where(column, '=', id)
    .where('status', '=', 'scheduled')
    .execute();
  for (const one of scheduled) await endScheduled(gateway, one.id, { status: 'canceled', message });
}

/**
 * Cancels a transaction that has not begun, in one batch with further statements.
 *
 * @returns false: it has begun or ended since it was read; no row is changed
 */
export function withdrawTransaction(
  gateway: Gateway,
  id: string,
  { message, also }: { readonly message: string; readonly also: readonly Statement[] },
): Promise<boolean> {
  return endScheduled(gateway, id, { status: 'canceled', message, also });
}

function begun(id: string, status: string): Fault {
  return new Fault('conflict', `Transaction ${id} is ${status}; only a scheduled one is canceled.`);
}

/** A row in some organizations. */
export interface OwnedKey {
  readonly id: string;
  readonly organizations: readonly number[];
}

/** Returns the status of a transaction, or of a row with transactions. @throws Fault `not_found` */
export async function findStatus(
  { store }: { readonly store: Store },
  table: keyof Tables,
  { id, organizations }: OwnedKey,
): Promise<string> {
  const query = sql<{ status: string }>`
    select status from ${sql.table(table)} where id = ${id} and organization in (${sql.join(organizations)})`;
  const { rows } = await query.execute(store.db);
  if (!rows[0]) throw new Fault('not_found', 'Not found.');
  return rows[0].status;
}

interface ScheduledEnd {
  readonly status: 'expired' | 'canceled';
  readonly message: string;
  /** Further statements of the batch. */
  readonly also?: readonly Statement[];
}

/**
 * Ends a transaction, and with it the entries of the device log that it left pending.
 *
 * @returns false: it has begun or ended since it was read
 */
async function endScheduled(
  gateway: Gateway,
  id: string,
  { status, message, also = [] }: ScheduledEnd,
): Promise<boolean> {
  const update = gateway.store.db
    .updateTable('inventory_transaction')
    .set({
      status,
      waiting_for: null,
      error_code: status,
      error_message: message,
      completed_at: gateway.now().getTime(),
      secret_parameters: null,
    })
    .where('id', '=', id)
    .where('status', '=', 'scheduled');
  const failure = { code: status, message };
  try {
    await gateway.store.write([
      mustChange(update),
      settleDeviceLogEntry(gateway, id, failure),
      ...also,
    ]);
    return true;
  } catch (error) {
    if (asFault(error)?.kind !== 'conflict') throw error;
    return false;
  }
}
