import { setTimeout as sleep } from 'node:timers/promises';
import { asFault } from '../../contract/errors.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import {
  authenticatorOf,
  maxPacketOctets,
  readPacket,
  type Packet,
} from '../../protocol/radius/packet.ts';
import { encodeReply } from '../../protocol/radius/reply-encoder.ts';
import type { Client, Clients } from './clients.ts';
import type { DropReason } from './drop-reason.ts';
import { DuplicateCache, type DuplicateEntry } from './duplicate-cache.ts';
import { normalizeIpAddress } from '../../runtime/ip-address.ts';
import type { DroppedPacket, PacketMetrics } from './packet-metrics.ts';
import { Places } from './places.ts';
import type { RadiusRequest, ServiceReply, PacketService } from './radius-request.ts';
import type { ReceivedPacket } from './received-packet.ts';
import type { RejectDelay } from './reject-delay.ts';
import {
  replyTable,
  type ListenerName,
  type PacketRule,
  type ReplyRule,
  type RequestResult,
} from './reply-table.ts';

const maxInFlight = 16_384;
/** Of one organization, so that its clients cannot take the places of all others. */
const maxInFlightOfOrganization = 12_288;
const maxCachedRequests = 131_072;
const drainTimeoutMs = 5_000;

/** The parts that the packet handlers of all listeners share. */
export interface PacketHandlerContext {
  readonly gateway: Gateway;
  readonly clients: Clients;
  readonly packetMetrics: PacketMetrics;
  readonly rejectDelay: RejectDelay;
}

export type AnyPacketService = PacketService<RequestResult | ServiceReply>;
/** The services of a listener, by the code of the request. */
export type PacketServices = ReadonlyMap<number, AnyPacketService>;

/** A request that is being served. */
interface PendingRequest {
  readonly request: RadiusRequest;
  readonly service: AnyPacketService;
  readonly rule: PacketRule;
  /** Its entry in the duplicate cache; null over TLS, which has no retransmissions. */
  readonly entry: DuplicateEntry | null;
}

/** A request to serve, or its drop reason. */
type Admission = PendingRequest | DropReason | 'duplicate';

/** Reasons that may be over with a change of the client in the store. */
const mayHaveChanged: ReadonlySet<string> = new Set([
  'unknown_client',
  'authenticator',
  'message_authenticator',
  'message_authenticator_missing',
  'proxy_state',
] satisfies DropReason[]);

const answered: Promise<null> = Promise.resolve(null);

/** Handles the packets of a listener, each from its receipt to its reply, or drops it. */
export class PacketHandler {
  readonly #listener: ListenerName;
  readonly #services: PacketServices;
  readonly #context: PacketHandlerContext;
  readonly #duplicates: DuplicateCache;
  /** Requests that are being served, by organization. */
  readonly #places = new Places(maxInFlightOfOrganization);
  #inFlight = 0;
  #isOpen = true;
  #onIdle: (() => void) | null = null;

  constructor(listener: ListenerName, services: PacketServices, context: PacketHandlerContext) {
    this.#listener = listener;
    this.#services = services;
    this.#context = context;
    this.#duplicates = new DuplicateCache({
      ttlMs: context.gateway.config.radius.duplicate_seconds * 1000,
      maxEntries: maxCachedRequests,
    });
    context.packetMetrics.reportLoad(listener, () => ({
      inFlight: this.#inFlight,
      cachedRequests: this.#duplicates.size,
    }));
  }

  /** Resolves once the packet is answered, with null, or dropped, with the reason. Never rejects. */
  handle(received: ReceivedPacket): Promise<DropReason | null> {
    if (!this.#isOpen) return answered;
    if (this.#inFlight >= maxInFlight)
      return Promise.resolve(this.#drop(received, { reason: 'overloaded' }));
    this.#inFlight += 1;
    return this.#process(received, performance.now());
  }

  /** Handles no further packets, and waits until those in flight are answered, five seconds at most. */
  async drain(): Promise<void> {
    this.#isOpen = false;
    if (this.#inFlight === 0) return;
    const idle = new Promise<void>((resolve) => (this.#onIdle = resolve));
    const drained = new AbortController();
    const timeout = sleep(drainTimeoutMs, undefined, { signal: drained.signal, ref: false });
    await Promise.race([idle, timeout.catch(() => undefined)]);
    drained.abort();
  }

  /** One asynchronous function throughout: every further one is a frame that garbage collection copies while in flight. */
  async #process(received: ReceivedPacket, startedAt: number): Promise<DropReason | null> {
    let pending: PendingRequest | null = null;
    try {
      let { client, admitted } = this.#findAndAdmit(received);
      // A check of its own only for the few packets that the client in memory cannot account for.
      if (typeof admitted === 'string' && mayHaveChanged.has(admitted)) {
        await this.#context.clients.reloadForUnknown();
        ({ client, admitted } = this.#findAndAdmit(received));
      }
      if (admitted === 'duplicate') return null;
      if (typeof admitted === 'string') return this.#drop(received, { reason: admitted, client });
      pending = admitted;
      const served = await admitted.service.serve(admitted.request);
      const reply = replyTo(admitted, served);
      const mayReply = !reply.rule.isDelayed || (await this.#context.rejectDelay.wait());
      const reason = mayReply
        ? this.#send(received, admitted, { ...reply, startedAt })
        : 'overloaded';
      if (reason === null) return null;
      this.#forget(admitted.entry);
      return this.#drop(received, { reason, client });
    } catch (error) {
      this.#forget(pending?.entry);
      return this.#drop(received, { reason: failureReason(error), error });
    } finally {
      this.#leave(pending);
    }
  }

  #leave(pending: PendingRequest | null): void {
    if (pending) this.#places.release(pending.request.client.organization);
    this.#inFlight -= 1;
    if (this.#inFlight === 0) this.#onIdle?.();
  }

  #findAndAdmit(received: ReceivedPacket): {
    readonly client: Client | undefined;
    readonly admitted: Admission;
  } {
    const client = this.#context.clients.find(received.peer);
    return { client, admitted: client ? this.#admit(received, client) : 'unknown_client' };
  }

  /** Parses and verifies a packet. A duplicate is answered immediately with the cached reply, if it exists yet. */
  #admit(received: ReceivedPacket, client: Client): Admission {
    const packet = readPacket(received.octets);
    if (typeof packet === 'string') return packet;
    const rule = replyTable[this.#listener].get(packet.code);
    const service = this.#services.get(packet.code);
    if (!rule || !service) return 'code';
    const request = {
      packet,
      client,
      peer: received.peer,
      receivedAt: this.#context.gateway.now(),
    };
    const reason = service.verify(request);
    if (reason) return reason;
    this.#context.clients.recordSeen(client, request.receivedAt);
    if (received.localEndpoint === null) return this.#take({ request, service, rule, entry: null });
    const key = duplicateKey(received, packet);
    const { entry, isNew } = this.#duplicates.findOrAdd(key, authenticatorOf(packet));
    if (isNew) return this.#take({ request, service, rule, entry });
    this.#context.packetMetrics.countDuplicate(this.#listener, {
      type: rule.type,
      client: client.name,
    });
    const reply = entry.reply;
    if (reply !== null) received.send(Buffer.from(reply, 'latin1'));
    return 'duplicate';
  }

  /** Takes a place among the requests of the client's organization. */
  #take(pending: PendingRequest): PendingRequest | DropReason {
    if (this.#places.take(pending.request.client.organization)) return pending;
    this.#forget(pending.entry);
    return 'overloaded';
  }

  /** Sends the reply, unless another request has taken its place in the cache. @returns null, or why there is no reply */
  #send(
    received: ReceivedPacket,
    { request: { packet, client }, rule: { type }, entry }: PendingRequest,
    { rule, result, attributes, startedAt }: Reply & { readonly startedAt: number },
  ): DropReason | null {
    const reply = encodeReply({
      code: rule.code,
      request: packet,
      secret: client.secret,
      isSigned: rule.isSigned,
      attributes,
    });
    if (reply.length > maxPacketOctets) return 'reply_too_long';
    this.#context.packetMetrics.countReply(this.#listener, {
      type,
      outcome: result,
      client: client.name,
      durationMs: performance.now() - startedAt,
    });
    if (!entry || this.#duplicates.setReply(entry, reply)) received.send(reply);
    return null;
  }

  #forget(entry: DuplicateEntry | null | undefined): void {
    if (entry) this.#duplicates.remove(entry);
  }

  #drop(
    { peer }: ReceivedPacket,
    dropped: Pick<DroppedPacket, 'reason' | 'error'> & { readonly client?: Client | undefined },
  ): DropReason {
    this.#context.packetMetrics.recordDrop({
      listener: this.#listener,
      reason: dropped.reason,
      source: normalizeIpAddress(peer.address),
      client: dropped.client?.name,
      error: dropped.error,
    });
    return dropped.reason;
  }
}

/** The reply to a request, before it is encoded. */
interface Reply {
  readonly rule: ReplyRule;
  readonly result: RequestResult;
  readonly attributes?: Buffer | undefined;
}

function replyTo({ rule }: PendingRequest, served: RequestResult | ServiceReply): Reply {
  const { result, attributes } =
    typeof served === 'string' ? { result: served, attributes: undefined } : served;
  const reply = rule.replies[result];
  if (!reply) throw new Error(`a ${rule.type} cannot have the result ${result}`);
  return { rule: reply, result, attributes };
}

function failureReason(error: unknown): DropReason {
  return asFault(error)?.kind ?? 'defect';
}

function duplicateKey({ peer, localEndpoint }: ReceivedPacket, packet: Packet): string {
  return `${peer.address}/${peer.port}/${localEndpoint}/${packet.code}/${packet.identifier}`;
}
