import { Counter } from 'prom-client';
import type { ForwardBacklog } from '../../aaa/proxy/forward-backlog.ts';
import {
  ForwardStatements,
  type ForwardOrderKey,
  type ForwardQueue,
} from '../../aaa/proxy/forward-queue.ts';
import type { Gateway } from '../../gateway.ts';
import {
  readAccountingAttributes,
  type AccountingAttributes,
} from '../../protocol/radius/accounting-attributes.ts';
import { acctStatusType } from '../../protocol/radius/acct-status-type.ts';
import { attributeType } from '../../protocol/radius/attribute-type.ts';
import {
  attributeAt,
  hasAttribute,
  headerOctets,
  maxPacketOctets,
  type Packet,
} from '../../protocol/radius/packet.ts';
import type { Statement } from '../../store/store.ts';
import { selectQueues } from './queue-selection.ts';
import { RateLimitedLog } from '../../runtime/rate-limited-log.ts';
import type { RadiusRequest } from '../core/radius-request.ts';
import type { UpstreamRegistry } from './upstream-registry.ts';

interface Means {
  readonly upstreams: UpstreamRegistry;
  readonly backlog: ForwardBacklog;
}

const none: readonly Statement[] = [];
const nasStatuses: readonly (number | null)[] = [
  acctStatusType.accountingOn,
  acctStatusType.accountingOff,
];
/** Acct-Delay-Time, Proxy-State and Message-Authenticator of our own. */
const roomOctets = 6 + 10 + 18;
/** An Interim-Update says nothing that the next one and the Stop do not say again, so it leaves them room. */
const shareOfInterims = 0.75;
const msBetweenLines = 10_000;

/** Puts accounting into the queues of those who are to be told of it, in the unit that records it. */
export class ForwardQueueWriter {
  readonly #gateway: Pick<Gateway, 'config' | 'log'>;
  readonly #means: Means;
  readonly #statements: ForwardStatements;
  readonly #dropped: Counter<'reason'>;
  readonly #said = new RateLimitedLog(msBetweenLines);

  constructor(gateway: Pick<Gateway, 'config' | 'log' | 'store' | 'metrics'>, means: Means) {
    this.#gateway = gateway;
    this.#means = means;
    this.#statements = new ForwardStatements(gateway.store);
    this.#dropped = new Counter({
      name: 'gatehouse_forward_dropped_total',
      help: 'accounting packets that no upstream will be told of: there was no room for them, or nobody left to tell',
      labelNames: ['reason'],
      registers: [gateway.metrics],
    });
  }

  /** What is to be written beside the record of a packet; nothing where nobody is to be told of it. */
  enqueueStatements({ packet, client, source, receivedAt }: RadiusRequest): readonly Statement[] {
    const { upstreams } = this.#means;
    if (upstreams.isEmpty) return none;
    const said = readAccountingAttributes(packet);
    const isOfNas = nasStatuses.includes(said.status);
    const to = selectQueues(
      { organization: client.organization, username: said.userName, isAccountingOnOff: isOfNas },
      upstreams,
    );
    if (to.length === 0) return none;
    const nas = [client.id, said.nasIpv6Address ?? said.nasIpAddress ?? source, said.nasIdentifier];
    const line = { nas, session: isOfNas ? null : (said.sessionId ?? '') };
    const waiting = { received: receivedAt.getTime(), attributes: attributesToPass(packet) };
    return to.flatMap((queue) => this.#add(queue, { line, said, waiting }));
  }

  /** Nobody is left to tell of so many packets. */
  recordAbandoned(queue: ForwardQueue, packets: number): void {
    this.#dropped.inc({ reason: 'no_upstream' }, packets);
    this.#gateway.log.warn(
      { ...queue, packets },
      'accounting waited for upstreams that are no more, and was dropped',
    );
  }

  #add(
    queue: ForwardQueue,
    {
      line,
      said,
      waiting,
    }: {
      line: ForwardOrderKey;
      said: AccountingAttributes;
      waiting: { received: number; attributes: Buffer };
    },
  ): Statement[] {
    const refusal = this.#refusal(queue, {
      status: said.status,
      octets: waiting.attributes.length,
    });
    if (refusal) {
      this.#drop(queue, refusal);
      return [];
    }
    this.#means.backlog.recordAdded(queue);
    return [this.#statements.enqueue(queue, line, waiting)];
  }

  #refusal(
    queue: ForwardQueue,
    { status, octets }: { readonly status: number | null; readonly octets: number },
  ): string | null {
    if (headerOctets + octets + roomOctets > maxPacketOctets) return 'too_long';
    const most =
      this.#gateway.config.radius.forward_rows *
      (status === acctStatusType.interimUpdate ? shareOfInterims : 1);
    return this.#means.backlog.countOf(queue) >= most ? 'full' : null;
  }

  #drop(queue: ForwardQueue, reason: string): void {
    this.#dropped.inc({ reason });
    this.#said.write(reason, (unsaid) => {
      this.#gateway.log.error(
        { ...queue, reason, packets: unsaid + 1 },
        'accounting is recorded here, but no upstream will be told',
      );
    });
  }
}

/** Signed or hidden by the secret of the hop that ends here. */
const ofThisHop: readonly number[] = [
  attributeType.messageAuthenticator,
  attributeType.userPassword,
];

/** The attributes as they came, octet for octet, Proxy-States of others among them. */
function attributesToPass(packet: Packet): Buffer {
  if (!ofThisHop.some((type) => hasAttribute(packet, type)))
    return packet.octets.subarray(headerOctets);
  const passed = packet.attributeOffsets.map((start) => attributeAt(packet, start));
  return Buffer.concat(passed.filter((octets) => !ofThisHop.includes(octets[0] ?? 0)));
}
