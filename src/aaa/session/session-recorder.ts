import { asFault } from '../../contract/errors.ts';
import type { Statement, Store } from '../../store/store.ts';
import { AccessPointResolver } from '../client/access-point-resolver.ts';
import type { SessionPlace } from '../client/access-point-identifiers.ts';
import type { AccountingRecord } from './accounting-record.ts';
import { LateEventMerger } from './late-event-merger.ts';
import { compileSessionStatements, type SessionStatements } from './session-statements.ts';

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
    await this.#store.write([merge.bind(placed(record, place))]);
  }

  #merge(record: AccountingRecord, extra: readonly Statement[]): Promise<void> {
    return record.kind === 'start' ? this.#start(record, extra) : this.#update(record, extra);
  }

  /** Inserts a session that is not stored yet, in one statement; otherwise first retires the session that it supersedes. */
  async #start(record: AccountingRecord, extra: readonly Statement[]): Promise<void> {
    const { start, sessionOfStart, retire, adopt } = this.#statements;
    try {
      await this.#store.write([{ ...start.guarded.bind(record), mustChange: true }, ...extra]);
    } catch (error) {
      if (asFault(error)?.kind !== 'conflict') throw error;
      // A copy that another gateway has held back would begin a session after the Stop. It has no time of its own.
      if ((await this.#store.read(sessionOfStart.bind(record))).length > 0) return;
      const merge = start.unguarded.bind(record);
      const [, , merged] = await this.#store.write([
        retire.bind(record),
        adopt.bind(record),
        merge,
        ...extra,
      ]);
      if (merged?.changes === 0) await this.#lateEvents.merge(record, { merge, isStart: true });
    }
  }

  /** Updates an open session by the cheapest statement, any other session by the general one. */
  async #update(record: AccountingRecord, extra: readonly Statement[]): Promise<void> {
    const { cheapest, general } = this.#updateStatements(record);
    try {
      const merge = { ...cheapest.bind(record), mustChange: true };
      const [merged] = await this.#store.write([merge, ...extra]);
      if (merged?.rows[0]?.['is_used_up']) await this.#scheduleQuotaCheck(record);
    } catch (error) {
      if (asFault(error)?.kind !== 'conflict') throw error;
      await this.#mergeAny(record, general.bind(record), extra);
    }
  }

  #updateStatements({ kind, session_class }: AccountingRecord) {
    const { interim, interimKeepingIndexes, interimRoaming } = this.#statements;
    const { stop, stopKeepingIndexes, stopRoaming } = this.#statements;
    // Only a Class of this gateway identifies a session at two access points.
    if (session_class) {
      const { guarded: cheapest, unguarded: general } =
        kind === 'stop' ? stopRoaming : interimRoaming;
      return { cheapest, general };
    }
    return kind === 'stop'
      ? { cheapest: stopKeepingIndexes, general: stop }
      : { cheapest: interimKeepingIndexes, general: interim };
  }

  async #mergeAny(
    record: AccountingRecord,
    merge: Statement,
    extra: readonly Statement[],
  ): Promise<void> {
    const adopt = this.#statements.adopt.bind(record);
    const [, merged] = await this.#store.write([adopt, merge, ...extra]);
    if (merged?.changes === 0) await this.#lateEvents.merge(record, { merge, isStart: false });
    if (merged?.rows[0]?.['is_used_up']) await this.#scheduleQuotaCheck(record);
  }

  /** Other sessions of the user share the quota. If this fails, the Stop is not answered, and is retransmitted. */
  async #scheduleQuotaCheck(record: AccountingRecord): Promise<void> {
    await this.#store.write([this.#statements.scheduleUserQuotaCheck.bind(record)]);
  }
}

function placed(record: AccountingRecord, place: SessionPlace | null): AccountingRecord {
  return place ? Object.assign(record, place) : record;
}
