import { sql } from 'kysely';
import { mustChange, type Statement, type Store } from '../../store/store.ts';
import {
  clockResolutionMs,
  isBefore,
  mayBeOfEarlier,
  startToleranceMs,
} from './session-merge-rules.ts';
import {
  matchesSessionKey,
  retireAssignments,
  type SessionEventKey,
} from './session-statements.ts';
import { namedParameter, PreparedStatement } from '../../store/prepared-statement.ts';

/*
 * Packets older than the session under their identifiers, because an earlier session had the same ones: they are merged
 * into the row of that session by the usual rules. For the time of the transaction, that row is the current one.
 */

interface LateEvent {
  /** Begin of the session as computed from the packet, in milliseconds since 1970. */
  readonly began: number;
  readonly toleranceMs: number;
  readonly event: SessionEventKey;
}

/** Merges late packets into the rows of earlier sessions. */
export class LateEventMerger {
  readonly #store: Store;
  readonly #reviveEarlier: PreparedStatement<Readonly<Record<string, unknown>>>;
  readonly #retireRevived: PreparedStatement<Readonly<Record<string, unknown>>>;

  constructor(store: Store) {
    this.#store = store;
    this.#reviveEarlier = new PreparedStatement(reviveEarlier.compile(store.db));
    this.#retireRevived = new PreparedStatement(retireRevived.compile(store.db));
  }

  /**
   * Merges a packet that did not change the current row into the earlier session it belongs to; inserts a session if no
   * session matches.
   *
   * @param merge  the statement that merges the packet into the current row of its key
   * @throws Fault as `Store.write`; the packet is then not recorded
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
      toleranceMs: isStart ? startToleranceMs : clockResolutionMs,
    };
    await this.#store.write([
      mustChange(this.#setCurrent(current, false)),
      this.#reviveEarlier.bind(parametersOf(late, current)),
      merge,
      this.#retireRevived.bind(event),
      this.#setCurrent(current, true),
    ]);
  }

  /** Returns the id of the current session, if it began after the packet and has predecessors; else null. */
  async #current(event: SessionEventKey): Promise<number | null> {
    const { client, acctuniqueid, station, acctstarttime, acctupdatetime } = event;
    const times = sql`(select cast(${acctstarttime} as bigint) as acctstarttime, cast(${acctupdatetime} as bigint) as acctupdatetime)`;
    const of = (alias: string) => (name: string) => sql.ref(`${alias}.${name}`);
    const earlier = sql`select 1 from aaa_accounting as e
      where e.client = c.client and e.acctuniqueid = c.acctuniqueid and e.station = c.station and e.is_current = 0
        and ${mayBeOfEarlier(of('packet'), of('c'))}`;
    const found = await sql<{ radacctid: number }>`
      select c.radacctid from aaa_accounting as c, ${times} as packet
      where c.client = ${client} and c.acctuniqueid = ${acctuniqueid} and c.station = ${station} and c.is_current = 1
        and ${isBefore(of('packet'), of('c'))} and exists (${earlier})`.execute(this.#store.db);
    return found.rows[0]?.radacctid ?? null;
  }

  #setCurrent(radacctid: number, isCurrent: boolean) {
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

function parametersOf({ event, began, toleranceMs }: LateEvent, current: number) {
  const { client, acctuniqueid, station, acctupdatetime } = event;
  return {
    client,
    acctuniqueid,
    station,
    current,
    latest: acctupdatetime + toleranceMs,
    began,
    ended: began - clockResolutionMs,
  };
}

/** Makes current the earlier session that contains the packet; of several, the one with the nearest begin. */
const reviveEarlier = sql`
  update aaa_accounting set is_current = 1 where radacctid = (
    select radacctid from aaa_accounting
    where ${matchesSessionKey} and is_current = 0 and radacctid <> ${namedParameter('current')}
      and acctstarttime <= ${namedParameter('latest')} and acctstoptime > ${namedParameter('ended')}
    order by abs(acctstarttime - cast(${namedParameter('began')} as bigint)) limit 1)`;

/** Retires the revived row, or the row that the packet inserted. */
const retireRevived = sql`update aaa_accounting set ${retireAssignments} where ${matchesSessionKey} and is_current = 1`;
