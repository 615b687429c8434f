import { sql } from 'kysely';
import { Counter } from 'prom-client';
import type { Gateway } from '../../gateway.ts';
import type { PeriodicTask } from '../../job.ts';
import type { Statement } from '../../store/store.ts';
import { namedParameter } from '../../store/prepared-statement.ts';
import { prepareStatement } from '../../store/prepare-statement.ts';
import { InterimIntervalEstimator } from './interim-interval.ts';
import { NasBootTimes } from './nas-boot-times.ts';
import { elapsedSecondsSql } from './session-merge-rules.ts';

/** Where a turn begins: after the last session of the one before. */
interface Position {
  readonly acctstarttime: number | null;
  readonly radacctid: number;
}

type Session = Awaited<ReturnType<typeof openSessions>>[number];
type Cause = 'Lost-Carrier' | 'NAS-Reboot';

/** Sessions that are looked at in one turn. */
const mostInTurn = 250;
const msBetweenTurns = 500;
const msBetweenRounds = 15_000;
const interimsMissed = 3;
/** A packet may wait in a queue, and so may its repetitions. */
const patienceMs = 30_000;
/** An uptime is cut to whole seconds, and its answer takes a while. */
const bootSlackMs = 5_000;
/** A turn that comes so late: the machine slept, or its clock was set. */
const longestTurnMs = 120_000;

/**
 * Ends sessions that nobody ended: those of which their NAS has not spoken for three of its intervals, and those whose NAS
 * came up after it spoke of them last. That is a guess, and is stored as one: a real Stop replaces it, and an interim
 * update opens the session again. Open sessions are looked at in the order of their index, so many at a time; a session
 * that was heard of in the meantime, here or by another gateway, is left alone.
 */
export class SessionSweep {
  readonly #gateway: Pick<Gateway, 'store' | 'now'>;
  readonly #habits: InterimIntervalEstimator;
  readonly #reboots: NasBootTimes;
  readonly #ended: Counter<'cause'>;
  #after: Position | null = null;
  /** Since when what was said has been heard: silence before that says nothing. */
  #listeningSince: number;
  #lastTurn: number;

  constructor(gateway: Pick<Gateway, 'store' | 'now' | 'metrics'>) {
    this.#gateway = gateway;
    this.#habits = new InterimIntervalEstimator(gateway.store);
    this.#reboots = new NasBootTimes(gateway.store);
    this.#listeningSince = gateway.now().getTime();
    this.#lastTurn = this.#listeningSince;
    this.#ended = new Counter({
      name: 'gatehouse_accounting_swept_total',
      help: 'Sessions that were ended because nothing was heard of them, or because their NAS had come up anew',
      labelNames: ['cause'],
      registers: [gateway.metrics],
    });
  }

  get task(): PeriodicTask {
    return {
      name: 'session sweep',
      intervalMs: msBetweenRounds,
      failureMessage: 'cannot sweep open sessions; retrying in 15 s',
      run: () => this.#turnOrSilence(),
    };
  }

  /**
   * Looks at the next open sessions, and ends those that are over.
   *
   * @returns whether there are more; if not, the next turn begins with the first
   * @throws Fault where the store can not be read or written
   */
  async sweepPage(): Promise<boolean> {
    const now = this.#gateway.now().getTime();
    if (Math.abs(now - this.#lastTurn) > longestTurnMs) this.#listeningSince = now;
    this.#lastTurn = now;
    const sessions = await openSessions(this.#gateway, this.#after);
    await this.#end(sessions, now);
    this.#after = sessions.length === mostInTurn ? (sessions.at(-1) ?? null) : null;
    return this.#after !== null;
  }

  async #turnOrSilence(): Promise<number | undefined> {
    try {
      return (await this.sweepPage()) ? msBetweenTurns : undefined;
    } catch (error) {
      // What can not be written now could not be heard either.
      this.#listeningSince = this.#gateway.now().getTime();
      throw error;
    }
  }

  async #end(sessions: readonly Session[], now: number): Promise<void> {
    const causes: Cause[] = [];
    const statements: Statement[] = [];
    for (const session of sessions) {
      const cause = await this.#causeOf(session, now);
      if (!cause) continue;
      causes.push(cause);
      const { radacctid, acctupdatetime, heard_at } = session;
      statements.push(
        ending(this.#gateway.store, { cause, radacctid, acctupdatetime, heard_at: heard_at ?? 0 }),
      );
    }
    if (statements.length === 0) return;
    const written = await this.#gateway.store.write(statements);
    for (const [position, { changes }] of written.entries())
      this.#ended.inc({ cause: causes[position] ?? '' }, changes);
  }

  async #causeOf(session: Session, now: number): Promise<Cause | null> {
    const heardAt = session.heard_at ?? session.acctupdatetime ?? 0;
    const bootedAt = await this.#reboots.bootedAt(session, now);
    if (bootedAt !== null && bootedAt > heardAt + bootSlackMs) return 'NAS-Reboot';
    const silentMs = now - Math.max(heardAt, this.#listeningSince);
    if (silentMs <= patienceMs) return null;
    const expected = await this.#habits.expectedSeconds(session, now);
    return expected !== null && silentMs > interimsMissed * expected * 1000 + patienceMs
      ? 'Lost-Carrier'
      : null;
  }
}

function openSessions({ store }: Pick<Gateway, 'store'>, after: Position | null) {
  const from = after
    ? sql<boolean>`(acctstarttime, radacctid) > (${after.acctstarttime}, ${after.radacctid})`
    : sql<boolean>`1 = 1`;
  return store.db
    .selectFrom('aaa_accounting')
    .select([
      'radacctid',
      'organization',
      'client',
      'access_point',
      'nasipaddress',
      'acctstarttime',
      'acctupdatetime',
    ])
    .select(['heard_at', 'acctinterval', 'granted'])
    .where('acctstoptime', 'is', null)
    .where(from)
    .orderBy('acctstarttime')
    .orderBy('radacctid')
    .limit(mostInTurn)
    .execute();
}

/** The session ended when it was last heard of, as far as anybody knows. */
const ending = prepareStatement((db) =>
  sql`
  update aaa_accounting set
    acctstoptime = acctupdatetime,
    acctsessiontime = case when acctsessiontime > 0 then acctsessiontime
      else ${elapsedSecondsSql(sql.ref('acctstarttime'), sql.ref('acctupdatetime'))} end,
    acctterminatecause = ${namedParameter('cause')},
    stop_is_guess = 1
  where radacctid = ${namedParameter('radacctid')} and acctstoptime is null and acctupdatetime = ${namedParameter('acctupdatetime')}
    and coalesce(heard_at, 0) = ${namedParameter('heard_at')}`.compile(db),
);
