import { sql } from 'kysely';
import type { Gateway, StoreAndClock } from '../../gateway/gateway.ts';
import type { PeriodicTask } from '../../gateway/job.ts';
import { compileStatement, type Statement } from '../../store/store.ts';

/*
 * When a device is polled. Its turns are an interval apart, and where they lie within the interval follows from its id: so
 * devices that were added, or found due, in one moment are polled at times of their own from the second poll on.
 */

const taskIntervalMs = 30_000;
/** Time after which a device that is down is polled less often. */
export const recentlyDownMs = 600_000;
/** Time between two polls of a device that has been down for long, unless its own interval is longer. */
const longDownDelayMs = 120_000;

/** A prime, so that the turns of any thousand consecutive ids are at a thousand places of the interval. */
const step = 617;
const places = 1000;

/** SQL: the seconds between two polls of device `d`: from the device, else its connection profile, else its type. */
export const pollInterval = sql<number>`coalesce(d.poll_interval,
  (select p.poll_interval from inventory_connection_profile p where p.id = d.connection_profile),
  (select t.poll_interval from inventory_type t where t.id = d.type))`;

/**
 * Returns the task that makes polls due immediately if they are due later than their interval allows: the interval has become
 * shorter, or the clock was set back.
 */
export function createPollIntervalTask(
  gateway: Pick<Gateway, 'store' | 'now' | 'config'>,
): PeriodicTask {
  return {
    name: 'poll intervals',
    intervalMs: taskIntervalMs,
    failureMessage: 'cannot search for devices with a shorter poll interval; retrying in 30 s',
    run: async (): Promise<undefined> => {
      const delayed = await findDelayed(gateway);
      if (delayed.length > 0) await gateway.store.write([pollNow(gateway, delayed)]);
    },
  };
}

/** Devices of one search: more of them are found by the next. */
const maxDelayed = 10_000;

/** Returns the devices that are due later than a claim, the delay of a silent device and their interval explain. */
async function findDelayed(
  gateway: Pick<Gateway, 'store' | 'now' | 'config'>,
): Promise<readonly number[]> {
  const { store } = gateway;
  const now = gateway.now().getTime();
  const query = sql<{ id: number }>`
    select d.id from inventory_device d
    where d.next_poll_at > cast(${now} as bigint) + 1000 * ${pollInterval}
      and d.next_poll_at > case when d.silent_contacts = 0 then cast(${claimEnd(gateway)} as bigint)
        else cast(${now + longDownDelayMs} as bigint) end
    limit ${maxDelayed}`;
  const rows = await store.readLong({ compile: () => query.compile(store.db) });
  return rows.map(({ id }) => id);
}

/** Returns a statement that makes devices due for a poll immediately. */
export function pollNow({ store, now }: StoreAndClock, ids: readonly number[]): Statement {
  const at = now().getTime();
  const query = store.db
    .updateTable('inventory_device')
    .set({ next_poll_at: at })
    .where('id', 'in', ids)
    .where('next_poll_at', '>', at);
  return compileStatement(query);
}

/**
 * Returns a statement that makes a silent device, or the silent devices of a connection profile, due immediately for a poll by
 * their protocol.
 */
export function pollAbsent(
  { store, now }: StoreAndClock,
  column: 'id' | 'connection_profile',
  value: number,
): Statement {
  const at = now().getTime();
  const query = store.db
    .updateTable('inventory_device')
    .set({ next_poll_at: at, answers_ping: null })
    .where(column, '=', value)
    .where((eb) => eb.or([eb('status', '=', 0), eb('silent_contacts', '>', 0)]));
  return compileStatement(query);
}

/** Returns the time until which a claim for a poll that begins now holds: twice the time limit of a poll. */
export function claimEnd({ now, config }: Pick<Gateway, 'now' | 'config'>): number {
  return now().getTime() + 2000 * config.polling.timeout_seconds;
}

interface Schedule {
  readonly id: number;
  readonly intervalSeconds: number;
  /** Time since the device last answered; 0: it answers. */
  readonly downMs: number;
}

/**
 * Returns the first turn of a device after a time. A device that has been down for ten minutes misses turns: it is polled every
 * two minutes at most.
 */
export function nextTurn({ id, intervalSeconds, downMs }: Schedule, after: number): number {
  const intervalMs = intervalSeconds * 1000;
  const delayMs = Math.max(intervalMs, downMs < recentlyDownMs ? 0 : longDownDelayMs);
  const from = after + delayMs - intervalMs;
  const phase = ((id * step) % places) * intervalSeconds;
  return from + intervalMs - ((((from - phase) % intervalMs) + intervalMs) % intervalMs);
}
