import { sql } from 'kysely';
import { mustChange, type Statement, type Store } from '../../store/store.ts';
import { clockResolutionMs, startToleranceMs } from './session-merge-rules.ts';
import {
  matchesSessionKey,
  retireAssignments,
  type SessionEventKey,
} from './session-statements.ts';
import { namedParameter, PreparedStatement } from '../../store/prepared-statement.ts';

/*
 * Events that are older than the session under their identifiers, because an earlier session had the same ones: they go
 * to the row of that session, by the rules of every other event. For as long as the unit lasts, that row is the current one.
 */

interface Late {
  /** When the session began as far as the event tells, in milliseconds since 1970. */
  readonly began: number;
  readonly slack: number;
  readonly event: SessionEventKey;
}

/** Merges late events into the rows of earlier sessions. */
export class LateEventMerger {
  readonly #store: Store;
  readonly #takeUp: PreparedStatement<Readonly<Record<string, unknown>>>;
  readonly #putBack: PreparedStatement<Readonly<Record<string, unknown>>>;

  constructor(store: Store) {
    this.#store = store;
    this.#takeUp = new PreparedStatement(takeUp.compile(store.db));
    this.#putBack = new PreparedStatement(putBack.compile(store.db));
  }

  /**
   * Merges an event that the current row did not take, where it is of an earlier session; if none fits, one is made of it.
   *
   * @param merge  what merges the event into the current row of its key
   * @throws Fault as `Store.write` does; nothing is recorded then
   */
  async merge(
    event: SessionEventKey,
    { merge, isStart }: { readonly merge: Statement; readonly isStart: boolean },
  ): Promise<void> {
    const current = await this.#current(event);
    if (current === null) return;
    const late = {
      event,
      began: event.acctstarttime,
      slack: isStart ? startToleranceMs : clockResolutionMs,
    };
    await this.#store.write([
      mustChange(this.#use(current, false)),
      this.#takeUp.bind(slotsOf(late, current)),
      merge,
      this.#putBack.bind(event),
      this.#use(current, true),
    ]);
  }

  /** @returns the row of a session that began after the event, where there were others before it; null: there is none */
  async #current({
    client,
    acctuniqueid,
    acctupdatetime,
  }: SessionEventKey): Promise<number | null> {
    const earlier = sql`select 1 from aaa_accounting as e
      where e.client = c.client and e.acctuniqueid = c.acctuniqueid and e.is_current = 0`;
    const found = await sql<{ radacctid: number }>`
      select c.radacctid from aaa_accounting as c
      where c.client = ${client} and c.acctuniqueid = ${acctuniqueid} and c.is_current = 1
        and c.acctstarttime >= ${acctupdatetime + clockResolutionMs} and exists (${earlier})`.execute(
      this.#store.db,
    );
    return found.rows[0]?.radacctid ?? null;
  }

  #use(radacctid: number, isCurrent: boolean) {
    const { db } = this.#store;
    const from = isCurrent ? 0 : 1;
    return db
      .updateTable('aaa_accounting')
      .set({ is_current: isCurrent ? 1 : 0 })
      .where('radacctid', '=', radacctid)
      .where('is_current', '=', from)
      .compile();
  }
}

function slotsOf({ event, began, slack }: Late, current: number) {
  const { client, acctuniqueid, acctupdatetime } = event;
  return {
    client,
    acctuniqueid,
    current,
    latest: acctupdatetime + slack,
    began,
    ended: began - clockResolutionMs,
  };
}

/** Of the sessions that the event lies within, the one that began when it says. */
const takeUp = sql`
  update aaa_accounting set is_current = 1 where radacctid = (
    select radacctid from aaa_accounting
    where ${matchesSessionKey} and is_current = 0 and radacctid <> ${namedParameter('current')}
      and acctstarttime <= ${namedParameter('latest')} and acctstoptime > ${namedParameter('ended')}
    order by abs(acctstarttime - cast(${namedParameter('began')} as bigint)) limit 1)`;

/** The row that was taken up, or the one that the event has made. */
const putBack = sql`update aaa_accounting set ${retireAssignments} where ${matchesSessionKey} and is_current = 1`;
