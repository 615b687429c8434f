import { Gauge, Histogram } from 'prom-client';
import type {
  AccountingPacketLog,
  AccountingPacketRow,
} from '../../aaa/session/accounting-packet-log.ts';
import type { AccountingRecord } from '../../aaa/session/accounting-record.ts';
import type { NasClocks } from '../../aaa/client/nas-clocks.ts';
import type { SessionRecorder } from '../../aaa/session/session-recorder.ts';
import { Fault } from '../../contract/errors.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { attributeType } from '../../protocol/radius/attribute-type.ts';
import type { Dictionary } from '../../protocol/radius/dictionary.ts';
import { firstInteger, firstText } from '../../protocol/radius/packet.ts';
import { withDeadline } from '../../runtime/deadline.ts';
import type { AccountingQueue } from '../core/accounting-queue.ts';
import { printableAttributes } from '../core/printable-attributes.ts';
import type { RadsecConnections } from '../core/radsec-connections.ts';
import {
  nasAddressOf,
  sourceOf,
  verifyRequestAuthenticator,
  type PacketService,
  type ReceivedAccounting,
} from '../core/radius-request.ts';
import { decodeAccountingRecord } from './accounting-record.ts';
import { mayBeWritten, type AccountingSpool, type RecordAgain } from './accounting-spool.ts';

export interface AccountingServiceOptions {
  readonly sessions: SessionRecorder;
  readonly clocks: NasClocks;
  readonly packets: AccountingPacketLog;
  readonly commits: CommitMetrics;
  /** The home servers; without one, packets are not queued. */
  readonly upstreams: { readonly isEmpty: boolean };
  readonly forwardQueue: AccountingQueue;
  readonly radsecConnections: Pick<RadsecConnections, 'recordSession'>;
  readonly dictionary: () => Dictionary;
  /** Takes packets while the store cannot be written; null: they are not answered then. */
  readonly spool: AccountingSpool | null;
  /** Called with a record that the spool has taken, and the store has not. Never rejects. */
  readonly onHeld: (record: AccountingRecord) => Promise<void>;
}

/** A store that has not committed by then is taken to be away: a NAS waits for some seconds only. */
const commitMs = 1_000;
/** Records about a NAS as a whole. */
const nasKinds: ReadonlySet<AccountingRecord['kind']> = new Set(['on', 'off']);

/**
 * Creates the service of Accounting-Requests: packets are recorded and queued for upstreams in one batch, then answered
 * (RFC 2866 section 2). A packet without a session is logged as received. While the store cannot be written, packets are
 * answered as soon as the spool has them.
 */
export function createAccountingService(options: AccountingServiceOptions): PacketService {
  const { commits, radsecConnections, spool, clocks, dictionary, onHeld } = options;
  return {
    verify: verifyRequestAuthenticator,
    async serve(request) {
      const startedAt = performance.now();
      const record = decodeAccountingRecord(request, dictionary(), clocks);
      const isHeld = await (spool === null
        ? write(request, record, options).then(() => false)
        : writeOrHold(spool, request, () => write(request, record, options)));
      if (isHeld && record) await onHeld(record);
      commits.observeCommit(startedAt);
      if (record && !nasKinds.has(record.kind) && request.peer.certificate)
        radsecConnections.recordSession(request.peer, record, { isOver: record.kind === 'stop' });
      return record ? 'recorded' : 'ignored';
    },
  };
}

/** Returns what records a packet of the spool, which may have been recorded before. */
export function recordingAgain(options: AccountingServiceOptions): RecordAgain['packet'] {
  return async (packet) => {
    const record = decodeAccountingRecord(packet, options.dictionary(), options.clocks);
    // A session merges the same packet twice to the same row. Everything of another packet is in one batch.
    const isLogged = !record || nasKinds.has(record.kind);
    if (isLogged && (await options.packets.has(packetRow(packet, options.dictionary())))) return;
    await write(packet, record, options);
  };
}

/** Writes a packet, or has the spool keep it if the store is away or does not commit in time. @returns whether it keeps it */
async function writeOrHold(
  spool: AccountingSpool,
  request: ReceivedAccounting,
  writePacket: () => Promise<unknown>,
): Promise<boolean> {
  if (!spool.isHolding || spool.isFull) {
    const createFault = () => new Fault('timeout', `the store has not committed in ${commitMs} ms`);
    try {
      await withDeadline({ timeoutMs: commitMs, createFault }, writePacket());
      return false;
    } catch (error) {
      if (!mayBeWritten(error)) throw error;
    }
  }
  await spool.hold(request);
  return true;
}

/** Writes a record, and what is written with it, in one batch. @throws Fault as `Store.write` */
function write(
  request: ReceivedAccounting,
  record: AccountingRecord | null,
  { sessions, packets, dictionary, upstreams, forwardQueue }: AccountingServiceOptions,
): Promise<unknown> {
  const forwarded = upstreams.isEmpty ? [] : forwardQueue.enqueueStatements(request);
  if (record && !nasKinds.has(record.kind)) return sessions.record(record, forwarded);
  const logged = packets.insertStatements(packetRow(request, dictionary()));
  const extra = [...logged, ...forwarded];
  return record ? sessions.record(record, extra) : packets.record(extra);
}

function packetRow(request: ReceivedAccounting, names: Dictionary): AccountingPacketRow {
  const { packet, client, receivedAt } = request;
  return {
    organization: client.organization,
    datetime: receivedAt.getTime(),
    client: client.id,
    client_name: client.name,
    source: sourceOf(request),
    acctstatustype: statusName(firstInteger(packet, attributeType.acctStatusType), names),
    acctsessionid: firstText(packet, attributeType.acctSessionId),
    username: firstText(packet, attributeType.userName),
    nasipaddress: nasAddressOf(request),
    attributes: JSON.stringify(printableAttributes(packet, names)),
  };
}

function statusName(status: number | null, names: Dictionary): string | null {
  return status === null
    ? null
    : (names.find('Acct-Status-Type')?.namesByValue.get(status) ?? String(status));
}

/** Measures the commits of accounting: how long a packet waits for one, and how many packets share one. */
export class CommitMetrics {
  readonly #seconds: Histogram;
  readonly #packets: Histogram;
  #packetCount = 0;

  constructor({ metrics, store }: Pick<Gateway, 'metrics' | 'store'>) {
    const registers = [metrics];
    this.#seconds = new Histogram({
      name: 'gatehouse_accounting_commit_seconds',
      help: 'Time from handing an accounting packet to the store until it is on disk',
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
      registers,
    });
    this.#packets = new Histogram({
      name: 'gatehouse_accounting_commit_packets',
      help: 'Accounting packets per commit',
      buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024],
      registers,
    });
    new Gauge({
      name: 'gatehouse_store_pending_writes',
      help: 'Batches of statements that wait for the store or are being written',
      registers,
      collect() {
        this.set(store.pendingWrites);
      },
    });
  }

  /** @param startedAt  when the packet was handed to the store, by `performance.now()` */
  observeCommit(startedAt: number): void {
    this.#seconds.observe((performance.now() - startedAt) / 1000);
    // The batches of one commit are all resolved before the next tick.
    if (this.#packetCount === 0)
      process.nextTick(() => {
        this.#packets.observe(this.#packetCount);
        this.#packetCount = 0;
      });
    this.#packetCount += 1;
  }
}
