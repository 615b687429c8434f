import { randomUUID } from 'node:crypto';
import { sql, type Insertable } from 'kysely';
import { Fault } from '../../contract/errors.ts';
import type { Gateway, StoreAndClock } from '../../gateway/gateway.ts';
import { queueDeliveries } from '../delivery/delivery.ts';
import { insertDeviceLogEntry } from '../../inventory/transaction/device-log.ts';
import { compileStatement, mustChange, type Statement } from '../../store/store.ts';
import type { Tables } from '../../contract/tables.ts';

/** An alert that begins, changes or ends. */
export interface AlertChange {
  readonly id: string;
  readonly organization: number;
  readonly device: number | null;
  readonly subject: string;
  readonly state: 'firing' | 'acknowledged' | 'resolved';
  readonly message: string;
  /** Username; null: the gateway itself. */
  readonly user: string | null;
}

/** Returns statements that add a change of an alert to its history and to the log of its device. */
function recordChange(gateway: Gateway, change: AlertChange): readonly Statement[] {
  const { id, organization, device, subject, state, message, user } = change;
  const entry = {
    alert: id,
    organization,
    datetime: gateway.now().getTime(),
    state,
    message,
    user,
  };
  return [
    compileStatement(gateway.store.db.insertInto('alert_history').values(entry)),
    ...queueDeliveries(gateway, change),
    ...(device === null
      ? []
      : [
          insertDeviceLogEntry(
            gateway,
            { id: device, organization },
            {
              action: 'alert',
              variable_name: subject === '' ? 'status' : subject,
              value: state,
              error_message: message,
            },
          ),
        ]),
  ];
}

type NewAlert = Omit<Insertable<Tables['alert']>, 'id' | 'state' | 'fired_at'>;

/** Returns the batch that fires the alert of a condition, unless another gateway has. */
export function fireAlert(
  gateway: Gateway,
  condition: string,
  alert: NewAlert,
): readonly Statement[] {
  const id = randomUUID();
  const { db } = gateway.store;
  const row = { ...alert, id, state: 'firing' as const, fired_at: gateway.now().getTime() };
  const claim = db
    .updateTable('alert_condition')
    .set({ alert: id, suppressed_by: null, flaps: alert.flaps })
    .where('key', '=', condition)
    .where('alert', 'is', null);
  const { organization, subject, message, device = null } = alert;
  return [
    compileStatement(db.insertInto('alert').values(row)),
    mustChange(claim),
    ...recordChange(gateway, {
      id,
      organization,
      subject,
      message,
      device,
      state: 'firing',
      user: null,
    }),
  ];
}

/** An alert that has not been resolved. */
export interface OpenAlert {
  readonly id: string;
  readonly organization: number;
  readonly device: number | null;
  readonly subject: string;
  readonly flaps: number;
}

/** Returns the batch that resolves an alert and forgets its condition, unless another gateway has. */
export function resolveAlert(
  gateway: Gateway,
  { flaps, ...alert }: OpenAlert,
  message: string,
): readonly Statement[] {
  const { db } = gateway.store;
  const end = db
    .updateTable('alert')
    .set({ state: 'resolved', resolved_at: gateway.now().getTime(), flaps })
    .where('id', '=', alert.id)
    .where('state', '<>', 'resolved');
  return [
    mustChange(end),
    compileStatement(db.deleteFrom('alert_condition').where('alert', '=', alert.id)),
    ...recordChange(gateway, { ...alert, state: 'resolved', message, user: null }),
  ];
}

interface Acknowledgement {
  readonly id: string;
  readonly organizations: readonly number[];
  readonly username: string;
  readonly note: string;
}

/**
 * Acknowledges an alert: a person knows of it. It stays until its condition ends.
 *
 * @throws Fault `not_found`; `conflict` if it is acknowledged or resolved
 */
export async function acknowledgeAlert(
  gateway: Gateway,
  { id, organizations, username, note }: Acknowledgement,
): Promise<void> {
  const found = await findAlert(gateway, id, organizations);
  if (!found) throw new Fault('not_found', 'Not found.');
  const refused = (state: string) => new Fault('conflict', `Alert ${id} is ${state}.`);
  if (found.state !== 'firing')
    throw refused(
      found.state === 'acknowledged'
        ? `acknowledged by ${found.acknowledged_by ?? ''}`
        : found.state,
    );
  const query = gateway.store.db
    .updateTable('alert')
    .set({
      state: 'acknowledged',
      acknowledged_at: gateway.now().getTime(),
      acknowledged_by: username,
    })
    .where('id', '=', id)
    .where('state', '=', 'firing');
  const { organization, device, subject } = found;
  const message = note === '' ? `acknowledged by ${username}` : note;
  const change = { id, organization, device, subject, message, user: username };
  await gateway.store
    .write([mustChange(query), ...recordChange(gateway, { ...change, state: 'acknowledged' })])
    .catch((error: unknown) => {
      throw error instanceof Fault && error.kind === 'conflict'
        ? refused('no longer firing')
        : error;
    });
}

function findAlert({ store }: StoreAndClock, id: string, organizations: readonly number[]) {
  return store.db
    .selectFrom('alert')
    .selectAll()
    .where('id', '=', id)
    .where('organization', 'in', organizations)
    .executeTakeFirst();
}

/** Reads the history of an alert, the oldest entry first; of a long one the latest 500. */
export async function readAlertHistory({ store }: StoreAndClock, id: string) {
  const rows = await store.db
    .selectFrom('alert_history')
    .select(['datetime', 'state', 'message', 'user'])
    .where('alert', '=', id)
    .orderBy('id', 'desc')
    .limit(500)
    .execute();
  return rows.reverse();
}

/** Returns how often the alert of a condition has flapped: it fires again within an hour of its end. */
export async function readFormerFlaps(
  { store, now }: StoreAndClock,
  { rule, device, subject }: { rule: number; device: number | null; subject: string },
): Promise<number> {
  const since = now().getTime() - flapWindowMs;
  const found = await store.db
    .selectFrom('alert')
    .select('flaps')
    .where('rule', '=', rule)
    .where(sql<boolean>`coalesce(device, 0) = ${device ?? 0}`)
    .where('subject', '=', subject)
    .where('fired_at', '>', since - flapWindowMs)
    .where('resolved_at', '>', since)
    .orderBy('fired_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return found === undefined ? 0 : found.flaps + 1;
}

const flapWindowMs = 3_600_000;
