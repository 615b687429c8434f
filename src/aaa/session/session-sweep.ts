import { sql, type NotNull } from 'kysely';
import { Counter } from 'prom-client';
import type { Gateway, UptimeLookup } from '../../gateway/gateway.ts';
import type { PeriodicTask } from '../../gateway/job.ts';
import type { Statement, Store } from '../../store/store.ts';
import { namedParameter, prepareStatement } from '../../store/prepared-statement.ts';
import { InterimIntervalEstimator } from './interim-interval.ts';
import { NasBootTimes } from './nas-boot-times.ts';
import { elapsedSecondsSql } from './session-merge-rules.ts';

/** The last session of a page, after which the next one begins. */
interface Position {
  readonly acctstarttime: number | null;
  readonly radacctid: number;
}

type Session = Awaited<ReturnType<typeof openSessions>>[number];
type Cause = 'Lost-Carrier' | 'NAS-Reboot';
type Context = Pick<Gateway, 'store' | 'now' | 'trustedClock'>;

const pageSize = 250;
const pageIntervalMs = 500;
const roundIntervalMs = 15_000;
const missedInterims = 3;
/** A packet and its retransmissions may be delayed. */
const graceMs = 30_000;
/** An uptime is truncated to seconds, and its poll takes a while. */
const bootSlackMs = 5_000;
/** After a longer interval between two pages the machine slept, or its clock was set. */
const maxIntervalMs = 120_000;

/**
 * Ends sessions whose Stop was lost: those without an Interim-Update for three intervals, and those whose NAS has booted
 * since their last packet. The stop is stored as a guess: a real Stop replaces it, and an Interim-Update reopens the
 * session. Open sessions are read in pages, in the order of their index; a session that this or another
 * gateway has updated since then is left alone.
 */
export class SessionSweep {
  readonly #gateway: Context;
  readonly #intervals: InterimIntervalEstimator;
  readonly #bootTimes: NasBootTimes;
  readonly #ended: Counter<'cause'>;
  #after: Position | null = null;
  /** Start of uninterrupted operation: packets that are missing before it may have been lost here. */
  #listeningSince: number;
  #lastPageAt: number;

  constructor(gateway: Context & Pick<Gateway, 'metrics'>, findUptimes: UptimeLookup) {
    this.#gateway = gateway;
    this.#intervals = new InterimIntervalEstimator(gateway.store);
    this.#bootTimes = new NasBootTimes(gateway.store, findUptimes);
    this.#listeningSince = gateway.now().getTime();
    this.#lastPageAt = this.#listeningSince;
    this.#ended = new Counter({
      name: 'gatehouse_accounting_swept_total',
      help: 'Sessions that were ended because their Interim-Updates were missing, or because their NAS had booted',
      labelNames: ['cause'],
      registers: [gateway.metrics],
    });
  }

  get task(): PeriodicTask {
    return {
      name: 'session sweep',
      intervalMs: roundIntervalMs,
      failureMessage: 'cannot sweep open sessions; retrying in 15 s',
      run: () => this.#sweepNextPage(),
    };
  }

  /**
   * Ends the sessions of the next page that are over.
   *
   * @returns true if there are more pages; else the next call begins with the first page
   * @throws Fault if the store cannot be read or written
   */
  async sweepPage(): Promise<boolean> {
    const now = this.#gateway.now().getTime();
    if (Math.abs(now - this.#lastPageAt) > maxIntervalMs) this.#listeningSince = now;
    this.#lastPageAt = now;
    const sessions = await openSessions(this.#gateway.store, this.#after);
    await this.#end(sessions, now);
    this.#after = sessions.length === pageSize ? (sessions.at(-1) ?? null) : null;
    return this.#after !== null;
  }

  async #sweepNextPage(): Promise<number | undefined> {
    try {
      return (await this.sweepPage()) ? pageIntervalMs : undefined;
    } catch (error) {
      // Packets could not be recorded in the meantime, either.
      this.#listeningSince = this.#gateway.now().getTime();
      throw error;
    }
  }

  async #end(sessions: readonly Session[], now: number): Promise<void> {
    const causes: Cause[] = [];
    const statements: Statement[] = [];
    for (const session of sessions) {
      const cause = await this.#findCause(session, now);
      if (!cause) continue;
      causes.push(cause);
      const { radacctid, acctupdatetime, heard_at } = session;
      statements.push(
        endSession(this.#gateway.store, {
          cause,
          radacctid,
          acctupdatetime,
          heard_at: heard_at ?? 0,
        }),
      );
    }
    if (statements.length === 0) return;
    const written = await this.#gateway.store.write(statements);
    for (const [position, { changes }] of written.entries())
      this.#ended.inc({ cause: causes[position] ?? '' }, changes);
  }

  async #findCause(session: Session, now: number): Promise<Cause | null> {
    const lastPacketAt = session.heard_at ?? session.acctupdatetime ?? 0;
    if (await this.#hasRebooted(session, { lastPacketAt, now })) return 'NAS-Reboot';
    const { trustedClock } = this.#gateway;
    const missingMs = Math.min(
      trustedClock.ageOf(lastPacketAt),
      trustedClock.ageOf(this.#listeningSince),
    );
    if (missingMs <= graceMs) return null;
    const expected = await this.#intervals.expectedSeconds(session, now);
    return expected !== null && missingMs > missedInterims * expected * 1000 + graceMs
      ? 'Lost-Carrier'
      : null;
  }

  /** A packet and a start on different sides of a jump of the clock cannot be compared. */
  async #hasRebooted(
    session: Session,
    { lastPacketAt, now }: { readonly lastPacketAt: number; readonly now: number },
  ): Promise<boolean> {
    const bootedAt = await this.#bootTimes.bootedAt(session, now);
    if (bootedAt === null || bootedAt <= lastPacketAt + bootSlackMs || bootedAt > now) return false;
    return lastPacketAt >= this.#gateway.trustedClock.skippedTime().skipped_until;
  }
}

function openSessions(store: Store, after: Position | null) {
  const from = after
    ? sql<boolean>`(acctstarttime, radacctid) > (${after.acctstarttime}, ${after.radacctid})`
    : sql<boolean>`1 = 1`;
  return (
    store.db
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
      // A portal session that no NAS accounts for sends no Interim-Updates.
      .where('client', 'is not', null)
      .where(from)
      .$narrowType<{ client: NotNull }>()
      .orderBy('acctstarttime')
      .orderBy('radacctid')
      .limit(pageSize)
      .execute()
  );
}

/** Concludes that a session ended at its last update. */
const endSession = prepareStatement((db) =>
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
