import { sql } from 'kysely';
import type { StoreAndClock } from '../../../gateway/gateway.ts';
import type { PeriodicTask } from '../../../gateway/job.ts';
import { writeReturning, type Statement, type Store } from '../../../store/store.ts';
import { thinPoints } from './session-traffic.ts';

const intervalMs = 60_000;
/** Seconds between two points of a session, until it has too many of them. */
export const firstStep = 120;
/** A session with more points loses every second one, and is sampled half as often from then on. */
export const maxPoints = 96;
/** Interim-Updates are never quite on time: a point is due after nine tenths of its step. */
const dueMsPerSecond = 900;
/** Sessions of a batch: some milliseconds of the writer, between two groups of accounting. */
const sessionsPerStep = 200;
const stepsPerRun = 100;
/** Above this many pending writes the samples wait: accounting has priority. */
const maxPendingWrites = 64;

type Context = Pick<StoreAndClock, 'store'>;

/** Returns the task that samples the traffic of open sessions. */
export function createSamplingTask(gateway: Context): PeriodicTask {
  return {
    name: 'traffic of sessions',
    intervalMs,
    initialDelayMs: intervalMs,
    failureMessage: 'accounting: cannot sample the traffic of sessions; retrying in 60 s',
    run: async (signal) => {
      await sampleTraffic(gateway, signal);
      return undefined;
    },
  };
}

/**
 * Adds the counters of open sessions to their points, where an Interim-Update has come since the last point. Several gateways
 * need no lease: what one of them has sampled is not due for another one.
 *
 * @throws Fault as the store does; what was sampled before stays
 */
export async function sampleTraffic({ store }: Context, signal: AbortSignal): Promise<void> {
  let after: DueSession | null = null;
  for (let step = 0; step < stepsPerRun; step += 1) {
    if (signal.aborted || store.pendingWrites > maxPendingWrites) return;
    const due: readonly DueSession[] = await readDue(store, after);
    if (due.length > 0) await addPoints(store, due);
    after = due.at(-1) ?? null;
    if (due.length < sessionsPerStep) return;
  }
}

interface DueSession {
  readonly radacctid: number;
  readonly acctstarttime: number | null;
}

function readDue(store: Store, after: DueSession | null): Promise<readonly DueSession[]> {
  const from =
    after === null
      ? sql`1 = 1`
      : sql`(a.acctstarttime, a.radacctid) > (${after.acctstarttime}, ${after.radacctid})`;
  const query = sql<DueSession>`
    select a.radacctid, a.acctstarttime
    from aaa_accounting a left join aaa_session_traffic t on t.session = a.radacctid
    where a.acctstoptime is null and ${from} and a.counters_at >=
      coalesce(t.at + t.step * ${sql.lit(dueMsPerSecond)}, a.acctstarttime + ${sql.lit(firstStep * dueMsPerSecond)})
    order by a.acctstarttime, a.radacctid limit ${sql.lit(sessionsPerStep)}`;
  return store.readLong({ compile: () => query.compile(store.db) });
}

async function addPoints(store: Store, due: readonly DueSession[]): Promise<void> {
  const ids = due.map(({ radacctid }) => radacctid);
  const written = await writeReturning<{ session: number; samples: number }>(
    store,
    addingPoints(store, ids),
  );
  const full = written.filter(({ samples }) => samples >= maxPoints);
  if (full.length === 0) return;
  const rows = await store.db
    .selectFrom('aaa_session_traffic')
    .select(['session', 'samples', 'step', 'points'])
    .where(
      'session',
      'in',
      full.map(({ session }) => session),
    )
    .execute();
  await store.write(
    rows.map(({ session, samples, step, points }) =>
      store.db
        .updateTable('aaa_session_traffic')
        .set({ step: step * 2, ...thinPoints(points) })
        .where('session', '=', session)
        .where('samples', '=', samples)
        .where('step', '=', step),
    ),
  );
}

/** The order keeps two gateways from waiting for each other. */
function addingPoints({ db }: Store, ids: readonly number[]): Statement {
  const counters = sql`cast(counters_at / 1000 as text) || ' ' || coalesce(acctinputoctets, 0) || ' ' || coalesce(acctoutputoctets, 0)`;
  return sql`
    insert into aaa_session_traffic (session, organization, at, step, samples, points)
    select radacctid, organization, counters_at, ${sql.lit(firstStep)}, 1, ${counters}
    from aaa_accounting where radacctid in (${sql.join(ids)}) and counters_at is not null order by radacctid
    on conflict (session) do update set organization = excluded.organization, at = excluded.at,
      samples = aaa_session_traffic.samples + 1, points = aaa_session_traffic.points || ';' || excluded.points
      where excluded.at > aaa_session_traffic.at
    returning session, samples`.compile(db);
}
