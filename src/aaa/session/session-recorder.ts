import { hash } from 'node:crypto';
import { asFault } from '../../errors.ts';
import { mustChange, type Statement, type Store } from '../../store/store.ts';
import { AccessPointResolver, type SessionPlace } from './access-point-resolver.ts';
import { LateEventMerger } from './late-event-merger.ts';
import {
  compileSessionStatements,
  type SessionRow,
  type SessionStatements,
} from './session-statements.ts';

/** What a NAS says of a session, or of itself (`on`, `off`); null where it did not say. */
export interface AccountingEvent {
  readonly kind: 'start' | 'interim' | 'stop' | 'on' | 'off';
  readonly organization: number;
  /** The RADIUS client that said so. */
  readonly client: number;
  readonly receivedAt: Date;
  /** The NAS' own clock: seconds since 1970. */
  readonly eventTimestamp: number | null;
  /** Seconds for which the NAS has been trying to tell. */
  readonly delaySeconds: number | null;
  readonly sessionId: string | null;
  readonly multiSessionId: string | null;
  readonly username: string | null;
  readonly nasAddress: string;
  readonly nasIdentifier: string | null;
  readonly nasPort: number | null;
  readonly nasPortId: string | null;
  readonly nasPortType: string | null;
  readonly class: string | null;
  /** 16 octets that we gave the session, where it carries them: they stay the same when it roams. */
  readonly sessionClass: Uint8Array | null;
  readonly sessionSeconds: number | null;
  readonly octetsIn: number | null;
  readonly gigawordsIn: number | null;
  readonly octetsOut: number | null;
  readonly gigawordsOut: number | null;
  readonly terminateCause: string | null;
  readonly authentic: string | null;
  readonly connectInfo: string | null;
  readonly serviceType: string | null;
  readonly framedProtocol: string | null;
  readonly framedIpAddress: string | null;
  readonly framedIpv6Address: string | null;
  readonly framedIpv6Prefix: string | null;
  readonly framedInterfaceId: string | null;
  readonly delegatedIpv6Prefix: string | null;
  readonly calledStationId: string | null;
  readonly callingStationId: string | null;
  /** All attributes as they came, to keep. */
  readonly attributes: Uint8Array;
}

/** Keeps accounting: one row for each session, whatever order its events arrive in and however often. */
export class SessionRecorder {
  readonly #store: Store;
  readonly #statements: SessionStatements;
  readonly #accessPoints: AccessPointResolver;
  readonly #earlier: LateEventMerger;

  constructor(store: Store) {
    this.#store = store;
    this.#statements = compileSessionStatements(store.db);
    this.#accessPoints = new AccessPointResolver(store);
    this.#earlier = new LateEventMerger(store);
  }

  /**
   * Merges an event into the row of its session; `on` and `off` end all sessions of the NAS instead.
   *
   * @param beside  what is kept with it, or not at all
   * @throws Fault as `Store.write` does; nothing is recorded then
   */
  async record(event: AccountingEvent, beside: readonly Statement[] = []): Promise<void> {
    if (event.kind === 'on' || event.kind === 'off') {
      await this.#store.write([this.#statements.closeNasSessions.bind(closing(event)), ...beside]);
      return;
    }
    const place =
      this.#accessPoints.find(event) ??
      (this.#accessPoints.isReloadDue ? await this.#accessPoints.reloadAndFind(event) : null);
    const row = rowOf(event, place);
    await (event.kind === 'start'
      ? this.#start(row, beside)
      : this.#continue(row, [this.#merge(event, row), ...beside]));
  }

  async #continue(
    row: SessionRow,
    unit: readonly [merge: Statement, ...beside: Statement[]],
  ): Promise<void> {
    const [merged] = await this.#store.write(unit);
    if (merged?.changes === 0) await this.#earlier.merge(row, { merge: unit[0], isStart: false });
    // What it has used others no longer may. Where that can not be written, the Stop is not answered, and comes again.
    if (merged?.rows[0]?.['is_used_up'])
      await this.#store.write([this.#statements.scheduleUserQuotaCheck.bind(row)]);
  }

  /** Mostly nothing is known of the session, and one statement is all; else there may be one to be put away first. */
  async #start(row: SessionRow, beside: readonly Statement[]): Promise<void> {
    const { start, retire } = this.#statements;
    const merge = start.bind(row);
    try {
      await this.#store.write([mustChange(merge), ...beside]);
    } catch (error) {
      if (asFault(error)?.kind !== 'conflict') throw error;
      const [, merged] = await this.#store.write([retire.bind(row), merge, ...beside]);
      if (merged?.changes === 0) await this.#earlier.merge(row, { merge, isStart: true });
    }
  }

  #merge({ kind, sessionClass }: AccountingEvent, row: SessionRow): Statement {
    const { interim, interimRoaming, stop, stopRoaming } = this.#statements;
    // Only what carries a ticket of ours is the same session elsewhere.
    if (sessionClass) return (kind === 'stop' ? stopRoaming : interimRoaming).bind(row);
    return (kind === 'stop' ? stop : interim).bind(row);
  }
}

function closing(event: AccountingEvent) {
  return {
    client: event.client,
    nasipaddress: event.nasAddress,
    acctstoptime: eventTime(event),
    acctterminatecause: event.terminateCause ?? 'NAS-Reboot',
  };
}

function rowOf(event: AccountingEvent, place: SessionPlace | null): SessionRow {
  const at = eventTime(event);
  return {
    organization: place?.organization ?? event.organization,
    access_point: place?.access_point ?? null,
    location: place?.location ?? null,
    kin: event.organization,
    client: event.client,
    acctuniqueid: acctUniqueSessionId(event),
    heard_at: event.receivedAt.getTime(),
    attributes: event.attributes,
    ...names(event),
    ...times(event, at),
    ...counters(event, at),
    ...link(event),
  };
}

function names(event: AccountingEvent) {
  return {
    acctsessionid: event.sessionId ?? '',
    acctmultisessionid: event.multiSessionId,
    username: event.username,
    realm: realm(event.username),
    nasipaddress: event.nasAddress,
    nasidentifier: event.nasIdentifier,
    nasportid: event.nasPortId ?? event.nasPort?.toString() ?? null,
    nasporttype: event.nasPortType,
    class: event.class,
  };
}

function realm(username: string | null): string | null {
  const at = username?.lastIndexOf('@') ?? -1;
  return at < 0 ? null : (username?.slice(at + 1) ?? null);
}

function times(event: AccountingEvent, at: number) {
  const { kind, sessionSeconds, connectInfo } = event;
  const hasStopped = kind === 'stop';
  return {
    acctstarttime: kind === 'start' ? at : Math.max(0, at - (sessionSeconds ?? 0) * 1000),
    acctupdatetime: at,
    acctstoptime: hasStopped ? at : null,
    acctterminatecause: hasStopped ? event.terminateCause : null,
    connectinfo_start: hasStopped ? null : connectInfo,
    connectinfo_stop: hasStopped ? connectInfo : null,
  };
}

/** A session that starts has used nothing, said or not; whatever comes later is newer than that. */
function counters(event: AccountingEvent, at: number) {
  const begun = event.kind === 'start' ? 0 : null;
  const acctinputoctets = volume(event.octetsIn, event.gigawordsIn) ?? begun;
  const acctoutputoctets = volume(event.octetsOut, event.gigawordsOut) ?? begun;
  const acctsessiontime = event.sessionSeconds ?? begun;
  const isSilent =
    acctsessiontime === null && acctinputoctets === null && acctoutputoctets === null;
  return {
    acctsessiontime,
    acctinputoctets,
    acctoutputoctets,
    counters_at: event.kind === 'start' || isSilent ? null : at,
  };
}

function link(event: AccountingEvent) {
  return {
    acctauthentic: event.authentic,
    servicetype: event.serviceType,
    framedprotocol: event.framedProtocol,
    framedipaddress: event.framedIpAddress,
    framedipv6address: event.framedIpv6Address,
    framedipv6prefix: event.framedIpv6Prefix,
    framedinterfaceid: event.framedInterfaceId,
    delegatedipv6prefix: event.delegatedIpv6Prefix,
    calledstationid: event.calledStationId,
    callingstationid: event.callingStationId,
  };
}

const largest = 2n ** 63n - 1n;

/**
 * Both halves of a counter, exact, and never more than 64 signed bits hold.
 *
 * @see RFC 2869 sections 5.1 and 5.2
 */
function volume(octets: number | null, gigawords: number | null): number | bigint | null {
  if (octets === null || !gigawords) return octets;
  const total = (BigInt(gigawords) << 32n) + BigInt(octets);
  return total > largest ? largest : total;
}

const year2000 = Date.UTC(2000, 0, 1);
const day = 86_400_000;

/**
 * When it happened, in milliseconds: by the NAS' clock where that has been set, else when it arrived less the time
 * that the NAS had been trying.
 *
 * @see RFC 2869 section 5.3, RFC 2866 section 5.2
 */
function eventTime({ receivedAt, eventTimestamp, delaySeconds }: AccountingEvent): number {
  const arrived = receivedAt.getTime();
  const isBelievable = (time: number) => time >= year2000 && time <= arrived + day;
  const stamped = (eventTimestamp ?? 0) * 1000;
  if (isBelievable(stamped)) return stamped;
  const delayed = arrived - (delaySeconds ?? 0) * 1000;
  return isBelievable(delayed) ? delayed : arrived;
}

/** The key of a session: FreeRADIUS' Acct-Unique-Session-Id, so that rows of both can be compared. */
export function acctUniqueSessionId(event: AccountingEvent): string {
  const id = event.sessionId ?? '';
  if (event.sessionClass) return md5(Buffer.concat([event.sessionClass, Buffer.from(`,${id}`)]));
  const { username, nasAddress, nasIdentifier, nasPortId, nasPort } = event;
  return md5(
    [username, id, nasAddress, nasIdentifier, nasPortId, nasPort]
      .map((part) => part ?? '')
      .join(','),
  );
}

function md5(key: string | Buffer): string {
  return hash('md5', key, 'hex');
}
