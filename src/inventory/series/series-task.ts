import { randomUUID } from 'node:crypto';
import { sql, type Selectable } from 'kysely';
import { asFault } from '../../contract/errors.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { isNotSkipped } from '../../gateway/trusted-clock.ts';
import type { PeriodicTask } from '../../gateway/job.ts';
import { mustChange, parseJsonColumn, type Statement } from '../../store/store.ts';
import type { Tables } from '../../contract/tables.ts';
import { findDevices, type StoredDevice } from '../device/find-device.ts';
import { kindsThat } from '../transaction/transaction-kinds.ts';
import { scheduleTransaction, type TransactionRequest } from '../transaction/transaction.ts';

const searchIntervalMs = 5000;
const maxPerRun = 100;

type Series = Selectable<Tables['inventory_series']>;

/**
 * Returns the task that schedules the runs of series when they are due. The batch of a run moves the time of the next
 * one, so of several gateways one makes it.
 */
export function createSeriesTask(gateway: Gateway): PeriodicTask {
  return {
    name: 'series',
    intervalMs: searchIntervalMs,
    failureMessage: `cannot schedule the runs of series; retrying every ${searchIntervalMs / 1000} s`,
    async run() {
      const due = await findDue(gateway);
      const ids = new Set(due.map(({ device }) => device));
      const devices = new Map(
        (await findDevices(gateway, [...ids])).map((device) => [device.id, device]),
      );
      const busy = await findBusy(gateway, due);
      await Promise.all(
        due.map(async (series) => {
          const device = devices.get(series.device);
          if (device) await advance(gateway, series, { device, isBusy: busy.has(series.id) });
        }),
      );
      if (due.length > 0) gateway.jobs.wake();
      return due.length === maxPerRun ? 0 : findDelay(gateway);
    },
  };
}

function findDue(gateway: Gateway): Promise<readonly Series[]> {
  const { skipped_from: from, skipped_until: until } = gateway.trustedClock.skippedTime();
  return gateway.store.db
    .selectFrom('inventory_series')
    .selectAll()
    .where('status', '=', 'running')
    .where('next_run_at', '<=', gateway.now().getTime())
    .where(isNotSkipped(sql.ref('next_run_at'), { from: sql.val(from), until: sql.val(until) }))
    .orderBy('next_run_at')
    .limit(maxPerRun)
    .execute();
}

/** Returns the delay before the next search: the time until the next run, at most the interval. */
async function findDelay(gateway: Gateway): Promise<number> {
  const next = await gateway.store.db
    .selectFrom('inventory_series')
    .select('next_run_at')
    .where('status', '=', 'running')
    .orderBy('next_run_at')
    .limit(1)
    .executeTakeFirst();
  const delay = -gateway.trustedClock.ageOf(next?.next_run_at ?? Infinity);
  return Math.min(Math.max(delay, 1), searchIntervalMs);
}

/** Returns the series with an unfinished run. A waiting run expires now, since the next run is due. */
async function findBusy(
  gateway: Gateway,
  due: readonly Series[],
): Promise<ReadonlySet<string | null>> {
  if (due.length === 0) return new Set();
  const running = await gateway.store.db
    .selectFrom('inventory_transaction')
    .select('series')
    .where(
      'series',
      'in',
      due.map(({ id }) => id),
    )
    .where('status', '=', 'running')
    .execute();
  return new Set(running.map(({ series }) => series));
}

interface Turn {
  readonly device: StoredDevice;
  readonly isBusy: boolean;
}

async function advance(gateway: Gateway, series: Series, { device, isBusy }: Turn): Promise<void> {
  const kind = kindsThat('isRepeatable').find((repeatable) => repeatable === series.kind);
  // A gateway of a newer release, on the same store, makes the runs of other kinds.
  if (kind === undefined) return;
  const now = timeFor(gateway, series);
  const { slot, missed } = slotAt(series, now);
  const everyMs = series.every * 1000;
  const isMissed = isBusy || now - slot >= everyMs;
  const counted = { missed: missed + Number(isMissed), runs: Number(!isMissed) };
  const run: TransactionRequest = {
    id: randomUUID(),
    device,
    kind,
    operation: series.operation,
    parameters: parseJsonColumn<Readonly<Record<string, unknown>>>(series.parameters),
    user: series.user,
    runAt: slot,
    expiresAt: slot + everyMs,
    series: series.id,
  };
  try {
    await gateway.store.write([
      moveOn(gateway, series, { next: slot + everyMs, ...counted }),
      ...(isMissed ? [] : scheduleTransaction(gateway, run)),
    ]);
  } catch (error) {
    // Another gateway has made the run, or the series was canceled since it was read.
    if (asFault(error)?.kind !== 'conflict') throw error;
  }
}

/** Returns the time: for a run that was due before a jump of the clock, without what the clock has skipped. */
function timeFor({ now, trustedClock }: Gateway, { next_run_at }: Series): number {
  return next_run_at === null ? now().getTime() : next_run_at + trustedClock.ageOf(next_run_at);
}

/** Returns the time of the latest run that is due, and how many before it were missed. */
function slotAt({ next_run_at, every, until }: Series, now: number) {
  const next = next_run_at ?? now;
  const missed = Math.floor((Math.min(now, until) - next) / (every * 1000));
  return { slot: next + missed * every * 1000, missed };
}

interface Counted {
  readonly next: number;
  readonly runs: number;
  readonly missed: number;
}

/** Returns a statement that fails its batch if the series has moved on or ended. */
function moveOn(gateway: Gateway, series: Series, { next, runs, missed }: Counted): Statement {
  const isLast = next > series.until;
  const query = gateway.store.db
    .updateTable('inventory_series')
    .set({
      next_run_at: isLast ? null : next,
      runs: sql<number>`runs + ${runs}`,
      missed: sql<number>`missed + ${missed}`,
      ...(isLast && { status: 'completed' as const, completed_at: gateway.now().getTime() }),
    })
    .where('id', '=', series.id)
    .where('status', '=', 'running')
    .where('next_run_at', '=', series.next_run_at);
  return mustChange(query);
}
