import { asFault } from '../../contract/errors.ts';
import type { Statement, Store } from '../../store/store.ts';
import { AccessPointResolver } from '../client/access-point-resolver.ts';
import type { SessionPlace } from '../client/access-point-identifiers.ts';
import type { AccountingRecord } from './accounting-record.ts';
import { LateEventMerger } from './late-event-merger.ts';
import { compileSessionStatements, type SessionStatements } from './session-statements.ts';
import { stationOf, type StationRow } from './session-station.ts';
import type { PreparedStatement } from '../../store/prepared-statement.ts';

/** A merge that holds for every row, with what is to be done before it in its transaction. */
interface GeneralMerge {
  readonly before: readonly PreparedStatement<AccountingRecord>[];
  readonly merge: PreparedStatement<AccountingRecord>;
  readonly extra: readonly Statement[];
}

/** Records accounting: one row for each session, whatever the order of its packets and however often they arrive. */
export class SessionRecorder {
  readonly #store: Store;
  readonly #statements: SessionStatements;
  readonly #accessPoints: AccessPointResolver;
  readonly #lateEvents: LateEventMerger;

  constructor(store: Store, accessPoints = new AccessPointResolver(store)) {
    this.#store = store;
    this.#statements = compileSessionStatements(store);
    this.#accessPoints = accessPoints;
    this.#lateEvents = new LateEventMerger(store);
  }

  /**
   * Merges a record into the row of its session; `on` and `off` end those of the NAS, or of the radio that
   * it names. Resolves once it is on disk.
   *
   * @param extra  statements of the same transaction
   * @throws Fault as `Store.write`; the packet is then not recorded
   */
  record(record: AccountingRecord, extra: readonly Statement[] = []): Promise<unknown> {
    const { kind } = record;
    if (kind === 'on' || kind === 'off')
      return this.#store.write([this.#statements.closeNasSessions.bind(record), ...extra]);
    const place = this.#accessPoints.find(record);
    return place instanceof Promise
      ? place.then((found) => this.#merge(placed(record, found), extra))
      : this.#merge(placed(record, place), extra);
  }

  /**
   * Stores a session of another server as its row has it. No open session of a guest at the portal is given its identifiers.
   *
   * @throws Fault as `Store.write` does
   */
  async recordPast(record: AccountingRecord): Promise<void> {
    const { interim, stop } = this.#statements;
    const place = await this.#accessPoints.find(record);
    const merge = record.kind === 'stop' ? stop : interim;
    await this.#store.write([merge.bind(await this.#settle(placed(record, place)))]);
  }

  #merge(record: AccountingRecord, extra: readonly Statement[]): Promise<void> {
    return record.kind === 'start' ? this.#start(record, extra) : this.#update(record, extra);
  }

  /** Inserts a session that is not stored yet, in one statement; otherwise first retires the session that it supersedes. */
  async #start(record: AccountingRecord, extra: readonly Statement[]): Promise<void> {
    const { start, sessionOfStart, retire, adopt } = this.#statements;
    const insert = isUsual(record) ? start.usual : start.guarded;
    try {
      await this.#store.write([{ ...insert.bind(record), mustChange: true }, ...extra]);
    } catch (error) {
      if (asFault(error)?.kind !== 'conflict') throw error;
      // A copy that another gateway has held back would begin a session after the Stop. It has no time of its own.
      if ((await this.#store.read(sessionOfStart.bind(record))).length > 0) return;
      await this.#mergeAny(record, { before: [retire, adopt], merge: start.unguarded, extra });
    }
  }

  /** Updates an open session by the cheapest statement, any other session by the general one. */
  async #update(record: AccountingRecord, extra: readonly Statement[]): Promise<void> {
    const { cheapest, general } = this.#updateStatements(record);
    const { adopt } = this.#statements;
    try {
      const merge = { ...cheapest.bind(record), mustChange: true };
      const [merged] = await this.#store.write([merge, ...extra]);
      if (merged?.rows[0]?.['is_used_up']) await this.#scheduleQuotaCheck(record);
    } catch (error) {
      if (asFault(error)?.kind !== 'conflict') throw error;
      await this.#mergeAny(record, { before: [adopt], merge: general, extra });
    }
  }

  #updateStatements(record: AccountingRecord) {
    const { kind, session_class } = record;
    const { interim, interimKeepingIndexes, interimRoaming } = this.#statements;
    const { stop, stopKeepingIndexes, stopRoaming } = this.#statements;
    // Only a Class of this gateway identifies a session at two access points.
    if (session_class) {
      const { guarded: cheapest, unguarded: general } =
        kind === 'stop' ? stopRoaming : interimRoaming;
      return { cheapest, general };
    }
    const by = isUsual(record) ? 'usual' : 'any';
    return kind === 'stop'
      ? { cheapest: stopKeepingIndexes[by], general: stop }
      : { cheapest: interimKeepingIndexes[by], general: interim };
  }

  /** Merges a record into the row of its station. */
  async #mergeAny(record: AccountingRecord, { before, merge, extra }: GeneralMerge): Promise<void> {
    const settled = await this.#settle(record);
    const statement = merge.bind(settled);
    const prepare = before.map((prepared) => prepared.bind(settled));
    const results = await this.#store.write([...prepare, statement, ...extra]);
    const merged = results[before.length];
    if (merged?.rows[0]?.['is_used_up']) await this.#scheduleQuotaCheck(settled);
    if (merged?.changes !== 0) return;
    // Another gateway may have stored the first station of these identifiers in the meantime.
    if (settled.station === '' && (await this.#settle(record)).station !== '')
      await this.#mergeAny(record, { before, merge, extra: [] });
    else
      await this.#lateEvents.merge(settled, { merge: statement, isStart: record.kind === 'start' });
  }

  /** Finds the row of the record's station among those with its identifiers. */
  async #settle(record: AccountingRecord): Promise<AccountingRecord> {
    const rows = await this.#store.read<StationRow>(this.#statements.stations.bind(record));
    return { ...record, station: stationOf(record, rows), is_settled: 1 };
  }

  /** Other sessions of the user share the quota. If this fails, the Stop is not answered, and is retransmitted. */
  async #scheduleQuotaCheck(record: AccountingRecord): Promise<void> {
    await this.#store.write([this.#statements.scheduleUserQuotaCheck.bind(record)]);
  }
}

/** True for a packet with a MAC address whose user name has no local form. */
function isUsual({ station_digits, local_name, folded_name }: AccountingRecord): boolean {
  return station_digits !== null && local_name === null && folded_name === null;
}

function placed(record: AccountingRecord, place: SessionPlace | null): AccountingRecord {
  return place ? Object.assign(record, place) : record;
}
