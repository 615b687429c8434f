import { Counter } from 'prom-client';
import type { ForwardBacklog } from '../../aaa/proxy/forward-backlog.ts';
import {
  ForwardStatements,
  type ForwardOrderKey,
  type ForwardQueue,
  type QueuedPacket,
} from '../../aaa/proxy/forward-queue.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { acctStatusType, concernsNas } from '../../protocol/radius/acct-status-type.ts';
import { attributeType } from '../../protocol/radius/attribute-type.ts';
import {
  attributeAt,
  firstInteger,
  firstText,
  hasAttribute,
  headerOctets,
  maxPacketOctets,
  type Packet,
} from '../../protocol/radius/packet.ts';
import type { Statement } from '../../store/store.ts';
import { localName } from '../../organization/name-rules.ts';
import { selectQueues } from './queue-selection.ts';
import { RateLimitedLog } from '../../runtime/rate-limited-log.ts';
import type { AccountingQueue } from '../core/accounting-queue.ts';
import { nasAddressOf, type ReceivedAccounting } from '../core/radius-request.ts';
import type { UpstreamRegistry } from './upstream-registry.ts';

interface QueueWriterContext {
  readonly upstreams: UpstreamRegistry;
  readonly backlog: ForwardBacklog;
}

interface PacketToQueue {
  /** Acct-Status-Type. */
  readonly status: number | null;
  readonly orderKey: ForwardOrderKey;
  readonly queued: Pick<QueuedPacket, 'received' | 'attributes'>;
}

const noStatements: readonly Statement[] = [];
/** Acct-Delay-Time, Proxy-State and Message-Authenticator, which are added when the packet is sent. */
const addedOctets = 6 + 10 + 18;
/** Share of a queue that Interim-Updates may fill: the next one and the Stop repeat what they contain. */
const interimQueueShare = 0.75;
const logIntervalMs = 10_000;

/** Puts accounting packets into the queues of upstreams, in the transaction that records them. */
export class ForwardQueueWriter implements AccountingQueue {
  readonly #gateway: Pick<Gateway, 'config' | 'log'>;
  readonly #context: QueueWriterContext;
  readonly #statements: ForwardStatements;
  readonly #dropped: Counter<'reason'>;
  readonly #dropLog = new RateLimitedLog(logIntervalMs);

  constructor(
    gateway: Pick<Gateway, 'config' | 'log' | 'store' | 'metrics'>,
    context: QueueWriterContext,
  ) {
    this.#gateway = gateway;
    this.#context = context;
    this.#statements = new ForwardStatements(gateway.store);
    this.#dropped = new Counter({
      name: 'gatehouse_forward_dropped_total',
      help: 'Accounting packets not forwarded: too long, queue full, or no upstream left',
      labelNames: ['reason'],
      registers: [gateway.metrics],
    });
  }

  /** Returns the statements that queue a packet for its upstreams; empty if no upstream handles it. */
  enqueueStatements(request: ReceivedAccounting): readonly Statement[] {
    const { packet, client, receivedAt } = request;
    const { upstreams } = this.#context;
    const status = firstInteger(packet, attributeType.acctStatusType);
    const isAccountingOnOff = concernsNas(status);
    const presented = firstText(packet, attributeType.userName);
    const username = presented && localName(presented, client.names);
    const queues = selectQueues(
      { organization: client.organization, username, isAccountingOnOff },
      upstreams,
    );
    if (queues.length === 0) return noStatements;
    const nasIdentifier = firstText(packet, attributeType.nasIdentifier);
    const toQueue = {
      status,
      orderKey: {
        nas: [client.id, nasAddressOf(request), nasIdentifier],
        session: isAccountingOnOff ? null : (firstText(packet, attributeType.acctSessionId) ?? ''),
      },
      queued: { received: receivedAt.getTime(), attributes: forwardableAttributes(packet) },
    };
    return queues.flatMap((queue) => this.#enqueue(queue, toQueue));
  }

  /** Records that packets were dropped because their queue has no upstream. */
  recordAbandoned(queue: ForwardQueue, packets: number): void {
    this.#dropped.inc({ reason: 'no_upstream' }, packets);
    this.#gateway.log.warn(
      { ...queue, packets },
      'RADIUS proxy: dropped queued accounting packets, since their upstream was removed',
    );
  }

  #enqueue(queue: ForwardQueue, packet: PacketToQueue): Statement[] {
    const reason = this.#dropReason(queue, packet);
    if (reason) {
      this.#recordDrop(queue, reason);
      return [];
    }
    this.#context.backlog.recordAdded(queue);
    return [this.#statements.enqueue(queue, packet.orderKey, packet.queued)];
  }

  #dropReason(queue: ForwardQueue, { status, queued }: PacketToQueue): string | null {
    if (headerOctets + queued.attributes.length + addedOctets > maxPacketOctets) return 'too_long';
    const maxRows =
      this.#gateway.config.radius.forward_rows *
      (status === acctStatusType.interimUpdate ? interimQueueShare : 1);
    return this.#context.backlog.countOf(queue) >= maxRows ? 'full' : null;
  }

  #recordDrop(queue: ForwardQueue, reason: string): void {
    this.#dropped.inc({ reason });
    this.#dropLog.write(reason, (suppressedCount) => {
      this.#gateway.log.error(
        { ...queue, reason, packets: suppressedCount + 1 },
        'RADIUS proxy: accounting packets are recorded but not forwarded',
      );
    });
  }
}

/** Attributes that are signed or hidden by the secret of the client. */
const hopAttributes: readonly number[] = [
  attributeType.messageAuthenticator,
  attributeType.userPassword,
];

/** Returns the attributes as received, octet for octet, without the attributes for this hop only. */
function forwardableAttributes(packet: Packet): Buffer {
  if (!hopAttributes.some((type) => hasAttribute(packet, type)))
    return packet.octets.subarray(headerOctets);
  const attributes = packet.attributeOffsets.map((start) => attributeAt(packet, start));
  return Buffer.concat(attributes.filter((octets) => !hopAttributes.includes(octets[0] ?? 0)));
}
