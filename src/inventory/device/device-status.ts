import { sql } from 'kysely';
import type { Fault } from '../../contract/errors.ts';
import type { Gateway, StoreAndClock } from '../../gateway/gateway.ts';
import { namedParameter, prepareStatement } from '../../store/prepared-statement.ts';
import { compileStatement, type Statement } from '../../store/store.ts';
import type { StoredDevice } from './find-device.ts';
import { retryWaiting } from '../transaction/transaction.ts';

/** Result of an attempt to reach a device; for a poll also its time and the time of the next poll. */
export type Reachability = (
  | {
      readonly isUp: true;
      /** Why one of its protocols does not answer although the device is up. */
      readonly lastError?: string | null;
    }
  | {
      readonly isUp: false;
      readonly reason: string;
      /** True: there was no answer at all, not even a refusal. */
      readonly isSilent: boolean;
    }
) & {
  /** Milliseconds since 1970; default: now. */
  readonly at?: number;
  readonly nextPollAt?: number;
  /** Start of the attempt; default: `at`. If the device or profile changed since, it is retried immediately. */
  readonly startedAt?: number;
};

/**
 * States that a device is shown in. Misconfigured: type, profile, address or credentials do not fit, so that it was not tried,
 * refused the login, or does not have the recorded host key or certificate.
 */
export const deviceStates = ['Up', 'Down', 'Misconfigured', 'Unknown'] as const;
type DeviceState = (typeof deviceStates)[number];

/** SQL: the state of device `d`. A device that was never reached nor found silent is Unknown. */
export const deviceState = `case when d.last_status_change is null then 'Unknown' when d.status = 1 then 'Up'
  when d.last_error like 'unsupported:%' or d.last_error like 'refused:%' or d.ip_address is null then 'Misconfigured' else 'Down' end`;

/**
 * Returns statements that store whether a device answers, since when, and why not; a change of its state is an event of
 * its log, with the reason and how long the former state lasted. What waits for a device that answers again is due.
 */
export function updateDeviceStatus(
  gateway: StoreAndClock,
  device: Pick<StoredDevice, 'id' | 'silent_contacts'>,
  reachability: Reachability,
): readonly Statement[] {
  const isBack = device.silent_contacts > 0 && (reachability.isUp || !reachability.isSilent);
  return [
    logStateChange(gateway, device, reachability),
    setStatus(gateway, device, reachability),
    ...(isBack ? [retryWaiting(gateway.store, device)] : []),
  ];
}

/** A device as it was read before it was asked. */
type ReadDevice = Pick<
  StoredDevice,
  'id' | 'status' | 'last_status_change' | 'first_connection' | 'last_error' | 'silent_contacts'
>;

/**
 * Returns the statement that stores a poll of a device that stays up: only the times of contact and next poll change. It fails
 * its batch if the state of the device has changed since it was read. Null: the poll changes more.
 */
export function keepStatus(
  { store }: Pick<StoreAndClock, 'store'>,
  device: ReadDevice,
  reachability: Reachability,
): Statement | null {
  const { at, nextPollAt } = reachability;
  const isKept = isUpWithoutError(device) && reachability.isUp && !reachability.lastError;
  if (!isKept || at === undefined || nextPollAt === undefined) return null;
  return { ...keepUp(store, { id: device.id, at, nextPollAt }), mustChange: true };
}

function isUpWithoutError(device: ReadDevice): boolean {
  return (
    device.status === 1 &&
    device.last_status_change !== null &&
    device.first_connection !== null &&
    device.last_error === null &&
    device.silent_contacts === 0
  );
}

const keepUp = prepareStatement((db) =>
  db
    .updateTable('inventory_device')
    .set({
      last_connection: namedParameter<number>('at'),
      next_poll_at: namedParameter<number>('nextPollAt'),
    })
    .where('id', '=', namedParameter<number>('id'))
    .where('status', '=', 1)
    .where('last_status_change', 'is not', null)
    .where('silent_contacts', '=', 0)
    .where('last_error', 'is', null)
    .compile(),
);

function logStateChange(
  gateway: StoreAndClock,
  { id }: { readonly id: number },
  reachability: Reachability,
): Statement {
  const reason = reachability.isUp ? null : reachability.reason;
  return insertStateChange(gateway.store, {
    id,
    state: stateOf(reachability),
    at: reachability.at ?? gateway.now().getTime(),
    code: reason === null ? null : (/^([a-z_]+): /.exec(reason)?.[1] ?? null),
    reason: reason === null ? null : `${reason}; `,
  });
}

const insertStateChange = prepareStatement((db) => {
  const former = sql.raw(deviceState);
  const state = namedParameter<string>('state');
  const at = sql`cast(${namedParameter('at')} as bigint)`;
  const next = sql`case when ${state} = 'Down' and d.ip_address is null then 'Misconfigured' else ${state} end`;
  return sql`
    insert into inventory_device_log
      (device, organization, datetime, action, variable_name, old_value, value, is_pending, is_applied, error_code,
       error_message, origin)
    select d.id, d.organization, ${at}, 'event', 'status', ${former}, ${next}, 0, 0, ${namedParameter('code')},
      coalesce(${namedParameter('reason')}, '') || case when d.last_status_change is null then 'first contact'
        else 'after ' || cast((${at} - d.last_status_change) / 1000 as text) || ' s' end,
      'auto'
    from inventory_device d where d.id = ${namedParameter('id')} and ${former} <> ${next}`.compile(
    db,
  );
});

function stateOf(reachability: Reachability): DeviceState {
  if (reachability.isUp) return 'Up';
  return /^(unsupported|refused):/.test(reachability.reason) ? 'Misconfigured' : 'Down';
}

function setStatus(
  gateway: StoreAndClock,
  { id }: { readonly id: number },
  reachability: Reachability,
): Statement {
  const { isUp, nextPollAt, at = gateway.now().getTime() } = reachability;
  const update = updates[isUp ? 'up' : 'down'][nextPollAt === undefined ? 'contact' : 'poll'];
  return update(gateway.store, {
    id,
    at,
    status: isUp ? 1 : 0,
    silent: isUp || !reachability.isSilent ? 0 : 1,
    error: isUp ? (reachability.lastError ?? null) : reachability.reason,
    nextPollAt,
    startedAt: reachability.startedAt ?? at,
  });
}

const at = namedParameter<number>('at');
const whenUp = {
  last_connection: at,
  first_connection: sql<number>`coalesce(first_connection, ${at})`,
};
const afterPoll = { next_poll_at: namedParameter<number>('nextPollAt') };

const startedAt = namedParameter<number>('startedAt');
/** The next poll of a silent device; due immediately if the device or its profile changed since the attempt began. */
const afterSilentPoll = {
  next_poll_at: sql<number>`case when updated_at > ${startedAt} or exists (
      select 1 from inventory_connection_profile p
      where p.id = inventory_device.connection_profile and p.updated_at > ${startedAt}
    ) then cast(${at} as bigint) else cast(${namedParameter<number>('nextPollAt')} as bigint) end`,
};

const updates = {
  up: { contact: prepareUpdate(whenUp), poll: prepareUpdate({ ...whenUp, ...afterPoll }) },
  down: { contact: prepareUpdate({}), poll: prepareUpdate(afterSilentPoll) },
};

function prepareUpdate(more: Partial<typeof whenUp & (typeof afterPoll | typeof afterSilentPoll)>) {
  const status = namedParameter<0 | 1>('status');
  const silent = namedParameter<number>('silent');
  return prepareStatement((db) =>
    db
      .updateTable('inventory_device')
      .set({
        last_status_change: sql<number>`case when status = ${status} and last_status_change is not null then last_status_change else ${at} end`,
        status,
        silent_contacts: sql<number>`case when ${silent} = 1 then silent_contacts + 1 else 0 end`,
        last_error: namedParameter<string | null>('error'),
        ...more,
      })
      .where('id', '=', namedParameter<number>('id'))
      .compile(),
  );
}

/**
 * Returns the state of a device that has answered: protocols that were not asked keep their fault, and silent protocols get a
 * new one.
 */
export function answeredState(
  device: { readonly last_error: string | null },
  silent: ReadonlyMap<string, Fault>,
  asked: readonly string[],
): Reachability {
  const [fault] = [...silent].map(([protocol, one]) => protocolError(protocol, one));
  if (fault !== undefined) return { isUp: true, lastError: fault };
  const kept = protocolErrorPattern.exec(device.last_error ?? '')?.[1];
  const isKept = kept !== undefined && !asked.includes(kept);
  return { isUp: true, lastError: isKept ? device.last_error : null };
}

const protocolErrorPattern = /^by ([a-z][a-z0-9-]*): /;

/** Returns the `last_error` of a device that one of its protocols does not reach. */
export function protocolError(protocol: string, { kind, message }: Fault): string {
  return `by ${protocol}: ${kind}: ${message}`;
}

/** Returns a statement that stores why one of the protocols of a device does not answer, and leaves its status. */
export function noteProtocolError(
  gateway: Gateway,
  device: { readonly id: number },
  { protocol, fault }: { readonly protocol: string; readonly fault: Fault },
): Statement {
  const query = gateway.store.db
    .updateTable('inventory_device')
    .set({ last_error: protocolError(protocol, fault) })
    .where('id', '=', device.id);
  return compileStatement(query);
}

/** Returns a statement that stores whether a device has answered a ping. */
export function notePing(
  { store }: Pick<StoreAndClock, 'store'>,
  { id }: { readonly id: number },
  isAnswered: boolean,
): Statement {
  const answers_ping = isAnswered ? 1 : 0;
  const query = store.db.updateTable('inventory_device').set({ answers_ping });
  return compileStatement(query.where('id', '=', id));
}

/** Returns a statement that counts a transaction that the device did not answer. */
export function countSilence(gateway: Gateway, device: number): Statement {
  const query = gateway.store.db
    .updateTable('inventory_device')
    .set({ silent_contacts: sql<number>`silent_contacts + 1` })
    .where('id', '=', device);
  return compileStatement(query);
}
