import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { Fault, isAway, isTemporary } from '../../contract/errors.ts';
import type { DecisionRow } from '../../aaa/policy/decision-log.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import type { PeriodicTask } from '../../gateway/job.ts';
import { concernsNas } from '../../protocol/radius/acct-status-type.ts';
import { attributeType } from '../../protocol/radius/attribute-type.ts';
import { firstInteger, firstText, headerOctets, readPacket } from '../../protocol/radius/packet.ts';
import { withDeadline } from '../../runtime/deadline.ts';
import { groupBy } from '../../runtime/group-by.ts';
import type { Spool, SpooledEntry } from '../../store/spool.ts';
import { parseJsonColumn } from '../../store/store.ts';
import type { ReceivedAccounting } from '../core/radius-request.ts';
import { storableAttributes } from './accounting-record.ts';

/** What of a packet is not in its octets. */
interface PacketContext {
  readonly client: ReceivedAccounting['client'];
  readonly address: string;
}

/** Decisions over logins; the entry has no octets. */
interface DecisionContext {
  readonly decisions: readonly DecisionRow[];
}

interface SpooledPacket {
  readonly entry: SpooledEntry;
  /** An accounting packet, or decisions over logins; null: the octets of the entry are no packet. */
  readonly content: ReceivedAccounting | DecisionContext | null;
  /** Packets of a line are replayed in the order of receipt; null: the packet concerns all sessions of its NAS. */
  readonly line: string | null;
}

/** Records what the spool holds again: it may have been recorded before. @throws Fault as `Store.write` */
export interface RecordAgain {
  readonly packet: (packet: ReceivedAccounting) => Promise<unknown>;
  readonly decisions: (rows: readonly DecisionRow[]) => Promise<unknown>;
}

interface AccountingSpoolContext extends Pick<Gateway, 'now'> {
  readonly spool: Spool;
  readonly log: Logger;
  readonly store: Pick<Gateway['store'], 'checkWritable'>;
}

/** Packets that are read from the spool at a time, and lines that are replayed concurrently. */
const pagePackets = 256;
const concurrentLines = 32;
const intervalMs = 1_000;
/** Time for the store to say whether it can be written. */
const probeMs = 5_000;

/**
 * Accounting that the store could not take, on the disk of this gateway. While it holds a packet, all that follow join it, so
 * that they are recorded in the order of receipt.
 */
export class AccountingSpool {
  readonly #context: AccountingSpoolContext;

  constructor(context: AccountingSpoolContext) {
    this.#context = context;
  }

  /** True while packets wait: the next one joins them, unless there is no room. */
  get isHolding(): boolean {
    return !this.#context.spool.isEmpty();
  }

  /** True while it takes no packet. */
  get isFull(): boolean {
    const { spool, now } = this.#context;
    return spool.fullness(now().getTime()) !== null;
  }

  /** Resolves once the packet is on disk. @throws Fault `unavailable` if the spool is full */
  async hold({ packet, client, peer, receivedAt }: ReceivedAccounting): Promise<void> {
    const { id, organization, formattedServes, name, names, isNetwork } = client;
    const context: PacketContext = {
      client: { id, organization, formattedServes, name, names, isNetwork },
      address: peer.address,
    };
    await this.#context.spool.add({
      received: receivedAt.getTime(),
      context: JSON.stringify(context),
      octets: storableOctets(packet),
    });
  }

  /** Keeps decisions over logins. Resolves once they are on disk. @throws Fault `unavailable` if the spool is full */
  async holdDecisions(decisions: readonly DecisionRow[]): Promise<void> {
    const { spool, now } = this.#context;
    const context = JSON.stringify({ decisions } satisfies DecisionContext);
    await spool.add({ received: now().getTime(), context, octets: Buffer.alloc(0) });
  }

  /** Returns the task that records what the spool holds as soon as the store can be written. */
  replayTask(record: RecordAgain): PeriodicTask {
    return {
      name: 'spooled accounting',
      intervalMs,
      failureMessage:
        'RADIUS: the store cannot be written; accounting waits in the spool, retrying each second',
      run: async (signal) => {
        await this.#replay(record, signal);
        return undefined;
      },
    };
  }

  async #replay(record: RecordAgain, signal: AbortSignal): Promise<void> {
    const { spool, store, log } = this.#context;
    if (spool.isEmpty()) return;
    const createFault = () => new Fault('timeout', `the store does not answer in ${probeMs} ms`);
    await withDeadline({ signal, timeoutMs: probeMs, createFault }, store.checkWritable());
    let recorded = 0;
    while (!spool.isEmpty() && !signal.aborted) {
      const page = spool.first(pagePackets).map(readEntry);
      // What was added a moment ago is still being written.
      if (page.length === 0) await sleep(0);
      for (const packets of divide(page)) recorded += await this.#replayLines(packets, record);
    }
    log.info({ packets: recorded }, 'RADIUS: recorded the accounting of the spool');
  }

  /** Records packets whose lines do not depend on each other. @throws the fault of the store if it is away again */
  async #replayLines(packets: readonly SpooledPacket[], record: RecordAgain): Promise<number> {
    const lines = [...groupBy(packets, ({ line }) => line).values()];
    const recorded: SpooledEntry[] = [];
    const faults: unknown[] = [];
    const work = async () => {
      for (let line = lines.pop(); line !== undefined && faults.length === 0; line = lines.pop())
        await this.#replayLine(line, recorded, record).catch((error: unknown) => {
          faults.push(error);
        });
    };
    await Promise.all(Array.from({ length: concurrentLines }, work));
    await this.#context.spool.remove(recorded);
    if (faults.length > 0) throw new AggregateError(faults, 'the store is away again');
    return recorded.length;
  }

  async #replayLine(
    packets: readonly SpooledPacket[],
    recorded: SpooledEntry[],
    record: RecordAgain,
  ): Promise<void> {
    for (const one of packets) if (await this.#replayOne(one, record)) recorded.push(one.entry);
  }

  /** @returns whether it is recorded, or set aside @throws the fault of a store that is away */
  async #replayOne({ entry, content }: SpooledPacket, record: RecordAgain): Promise<boolean> {
    const { spool, log } = this.#context;
    try {
      if (content === null) throw new Error('its octets are no packet');
      await ('decisions' in content ? record.decisions(content.decisions) : record.packet(content));
      return true;
    } catch (error) {
      if (mayBeWritten(error)) throw error;
      const reason = error instanceof Error ? error.message : String(error);
      log.error({ entry: entry.id, reason }, 'RADIUS: set aside a spooled packet that is refused');
      await spool.setAside(entry, reason);
      return false;
    }
  }
}

/** True for a fault of the store itself: what it refused may be written later. */
export function mayBeWritten(error: unknown): boolean {
  return isAway(error) || isTemporary(error);
}

/** Returns a packet without the values that accounting must not have. */
function storableOctets(packet: ReceivedAccounting['packet']): Buffer {
  const octets = Buffer.concat([
    packet.octets.subarray(0, headerOctets),
    storableAttributes(packet),
  ]);
  octets.writeUInt16BE(octets.length, 2);
  return octets;
}

/** Divides packets so that one that concerns a whole NAS comes after all before it and before all after it. */
function* divide(packets: readonly SpooledPacket[]): Generator<readonly SpooledPacket[]> {
  let from = 0;
  for (const [index, packet] of packets.entries()) {
    if (packet.line !== null) continue;
    if (index > from) yield packets.slice(from, index);
    yield [packet];
    from = index + 1;
  }
  if (from < packets.length) yield packets.slice(from);
}

function readEntry(entry: SpooledEntry): SpooledPacket {
  const { octets, received, context } = entry;
  const held = parseJsonColumn<PacketContext | DecisionContext>(context);
  if ('decisions' in held) return { entry, content: held, line: 'decisions' };
  const packet = readPacket(Buffer.from(octets.buffer, octets.byteOffset, octets.byteLength));
  if (typeof packet === 'string') return { entry, content: null, line: `entry ${entry.id}` };
  const { client, address } = held;
  const isOfNas = concernsNas(firstInteger(packet, attributeType.acctStatusType));
  const session = firstText(packet, attributeType.acctSessionId) ?? '';
  return {
    entry,
    content: { packet, client, peer: { address }, receivedAt: new Date(received) },
    line: isOfNas ? null : `${client.id} ${session}`,
  };
}
