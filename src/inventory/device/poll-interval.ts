import { sql } from 'kysely';
import type { Gateway } from '../../gateway.ts';
import type { PeriodicTask } from '../../job.ts';
import { prepareClaim } from '../../store/claim.ts';
import { namedParameter } from '../../store/prepared-statement.ts';

/*
 * When a device is polled. Its turns are an interval apart, and where they lie within the interval follows from its id: so
 * devices that were added, or found due, in one moment are polled at times of their own from the second poll on.
 */

const taskIntervalMs = 30_000;
const maxDelayFactor = 8;
const maxDelayMs = 600_000;

/** A prime, so that the turns of any thousand consecutive ids are at a thousand places of the interval. */
const step = 617;
const places = 1000;

/** SQL: the seconds between two polls of device `d`: its own, or those of its connection profile, or of its type. */
export const pollInterval = sql<number>`coalesce(d.poll_interval,
  (select p.poll_interval from inventory_connection_profile p where p.id = d.connection_profile),
  (select t.poll_interval from inventory_type t where t.id = d.type))`;

const claimDelayed = prepareClaim<{ id: number | string }>({
  table: 'inventory_device',
  candidates: sql`
    select d.id from inventory_device d
    where d.next_poll_at > cast(${namedParameter('now')} as bigint) + 1000 * ${pollInterval}
      and d.next_poll_at > case when d.silent_contacts = 0 then cast(${namedParameter('claimedUntil')} as bigint)
        else cast(${namedParameter('silentUntil')} as bigint) end`,
  set: sql`next_poll_at = ${namedParameter('now')}`,
  returning: sql`id`,
});

/**
 * Returns the task that lets devices be polled at once whose polls are due later than their interval allows: it has become
 * shorter, or the clock was set back.
 */
export function createPollIntervalTask(
  gateway: Pick<Gateway, 'store' | 'now' | 'config'>,
): PeriodicTask {
  return {
    name: 'poll intervals',
    intervalMs: taskIntervalMs,
    failureMessage: 'cannot search for devices with a shorter poll interval; retrying in 30 s',
    run: async () => {
      const now = gateway.now().getTime();
      const claimedUntil = claimEnd(gateway);
      await claimDelayed(gateway.store, { now, claimedUntil, silentUntil: now + maxDelayMs });
    },
  };
}

/** Returns the time until which a claim for a poll that begins now holds: twice the time limit of a poll. */
export function claimEnd({ now, config }: Pick<Gateway, 'now' | 'config'>): number {
  return now().getTime() + 2000 * config.polling.timeout_seconds;
}

interface Schedule {
  readonly id: number;
  readonly intervalSeconds: number;
  readonly silentPolls: number;
}

/**
 * Returns the first turn of a device after a time. The interval of a silent device doubles with each poll, up to eight
 * times, or to ten minutes if that is less: it misses turns.
 */
export function nextTurn({ id, intervalSeconds, silentPolls }: Schedule, after: number): number {
  const intervalMs = intervalSeconds * 1000;
  const factor = Math.min(maxDelayFactor, 2 ** Math.max(0, silentPolls - 1));
  const delayMs = Math.max(intervalMs, Math.min(maxDelayMs, intervalMs * factor));
  const from = after + delayMs - intervalMs;
  const phase = ((id * step) % places) * intervalSeconds;
  return from + intervalMs - ((((from - phase) % intervalMs) + intervalMs) % intervalMs);
}
