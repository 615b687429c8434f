import { asFault } from '../../errors.ts';
import type { Gateway } from '../../gateway.ts';
import {
  authenticatorOf,
  maxPacketOctets,
  readPacket,
  type Packet,
} from '../../protocol/radius/packet.ts';
import { encodeReply } from '../../protocol/radius/reply-encoder.ts';
import { normalizeIpAddress } from './ip-address.ts';
import type { ReceivedPacket } from './received-packet.ts';
import type { Client, Clients } from './clients.ts';
import type { RejectDelay } from './reject-delay.ts';
import { DuplicateCache, type DuplicateEntry } from './duplicate-cache.ts';
import type { PacketMetrics } from './packet-metrics.ts';
import type { ClientLastSeen } from './client-last-seen.ts';
import {
  replyTable,
  type ListenerName as Name,
  type PacketRule,
  type RequestResult,
} from './reply-table.ts';
import type { RadiusRequest, ServiceReply, PacketService } from './radius-request.ts';

const mostInFlight = 16_384;
const mostRemembered = 131_072;

/** What all doors share. */
export interface PacketHandlerContext {
  readonly gateway: Gateway;
  readonly clients: Clients;
  readonly packetMetrics: PacketMetrics;
  readonly lastSeen: ClientLastSeen;
  readonly rejectDelay: RejectDelay;
}

/** A request that was let in. */
interface Visit {
  readonly arrival: ReceivedPacket;
  readonly request: RadiusRequest;
  readonly expected: PacketRule;
  /** Where it may be repeated, what is remembered of it. */
  readonly entry: DuplicateEntry | null;
  readonly begun: number;
}

/** One port, or over TLS one for all: from a packet as it comes in to its answer, or to silence. */
export class PacketHandler {
  readonly #name: Name;
  readonly #services: ReadonlyMap<number, PacketService<RequestResult | ServiceReply>>;
  readonly #with: PacketHandlerContext;
  readonly #duplicates: DuplicateCache;
  #inFlight = 0;
  #isOpen = true;
  #emptied: () => void = () => undefined;

  constructor(
    name: Name,
    services: ReadonlyMap<number, PacketService<RequestResult | ServiceReply>>,
    surroundings: PacketHandlerContext,
  ) {
    this.#name = name;
    this.#services = services;
    this.#with = surroundings;
    this.#duplicates = new DuplicateCache({
      ttlMs: surroundings.gateway.config.radius.duplicate_seconds * 1000,
      maxEntries: mostRemembered,
      clock: () => performance.now(),
    });
    surroundings.packetMetrics.reportLoad(name, () => ({
      inFlight: this.#inFlight,
      cachedRequests: this.#duplicates.size,
    }));
  }

  /** @returns when it is done with: why the packet was dropped, or null */
  async handle(arrival: ReceivedPacket): Promise<string | null> {
    if (!this.#isOpen) return null;
    if (this.#inFlight >= mostInFlight) return this.#drop(arrival, { reason: 'overloaded' });
    this.#inFlight += 1;
    try {
      return await this.#admit(arrival);
    } finally {
      this.#inFlight -= 1;
      if (this.#inFlight === 0) this.#emptied();
    }
  }

  /** Lets nothing in any more, and waits until what is inside has been answered. */
  async close(): Promise<void> {
    this.#isOpen = false;
    if (this.#inFlight > 0) await new Promise<void>((resolve) => (this.#emptied = resolve));
  }

  async #admit(arrival: ReceivedPacket): Promise<string | null> {
    const begun = performance.now();
    try {
      const client = this.#with.clients.find(arrival.peer) ?? (await this.#lookFor(arrival));
      const reason = client ? await this.#check(arrival, { client, begun }) : 'unknown_client';
      return reason === null ? null : this.#drop(arrival, { reason, client });
    } catch (error) {
      return this.#drop(arrival, { reason: asFault(error)?.kind ?? 'defect', error });
    }
  }

  async #lookFor({ peer }: ReceivedPacket): Promise<Client | undefined> {
    await this.#with.clients.reloadIfChanged();
    return this.#with.clients.find(peer);
  }

  /** @returns why there is no answer, or null where there is one */
  async #check(
    arrival: ReceivedPacket,
    { client, begun }: { readonly client: Client; readonly begun: number },
  ): Promise<string | null> {
    const packet = readPacket(arrival.octets);
    if (typeof packet === 'string') return packet;
    const kind = replyTable[this.#name].get(packet.code);
    const service = this.#services.get(packet.code);
    if (!kind || !service) return 'code';
    const { peer } = arrival;
    const request = {
      packet,
      client,
      peer: peer,
      source: normalizeIpAddress(peer.address),
      receivedAt: this.#with.gateway.now(),
    };
    const refusal = service.verify(request);
    if (refusal) {
      // The secret may have been changed a moment ago; the client's next try will find the new one here.
      await this.#with.clients.reloadIfChanged();
      return refusal;
    }
    this.#with.lastSeen.record(client.id, request.receivedAt);
    if (arrival.localEndpoint === null)
      return this.#serve({ arrival, request, expected: kind, entry: null, begun }, service);
    const { entry, isNew } = this.#duplicates.findOrAdd(
      keyOf(arrival, packet),
      authenticatorOf(packet),
    );
    if (isNew) return this.#serve({ arrival, request, expected: kind, entry, begun }, service);
    this.#repeat(arrival, { entry, type: kind.type, client: client.name });
    return null;
  }

  #repeat(
    arrival: ReceivedPacket,
    {
      entry,
      ...whose
    }: { readonly entry: DuplicateEntry; readonly type: string; readonly client: string },
  ): void {
    this.#with.packetMetrics.countDuplicate(this.#name, whose);
    if (entry.reply) arrival.send(entry.reply);
  }

  async #serve(
    visit: Visit,
    service: PacketService<RequestResult | ServiceReply>,
  ): Promise<string | null> {
    const { arrival, request, entry } = visit;
    try {
      const reply = await this.#reply(visit, await service.serve(request));
      if (typeof reply === 'string') this.#forget(entry);
      else if (!entry || this.#duplicates.setReply(entry, reply)) arrival.send(reply);
      return typeof reply === 'string' ? reply : null;
    } catch (error) {
      this.#forget(entry);
      throw error;
    }
  }

  #forget(entry: DuplicateEntry | null): void {
    if (entry) this.#duplicates.remove(entry);
  }

  /** @returns the octets to send, or why there are none */
  async #reply(
    { request, begun, expected: { type, replies } }: Visit,
    served: RequestResult | ServiceReply,
  ): Promise<Buffer | string> {
    const { result, attributes } = typeof served === 'string' ? { result: served } : served;
    const answer = replies[result];
    if (!answer) throw new Error(`a ${type} can not be ${result}`);
    if (answer.isDelayed && !(await this.#with.rejectDelay.wait())) return 'overloaded';
    const { packet, client } = request;
    const { code, isSigned } = answer;
    const reply = encodeReply({
      code,
      request: packet,
      secret: client.secret,
      isSigned,
      attributes,
    });
    if (reply.length > maxPacketOctets) return 'reply_too_long';
    this.#with.packetMetrics.countReply(this.#name, {
      type,
      outcome: result,
      client: client.name,
      durationMs: performance.now() - begun,
    });
    return reply;
  }

  #drop(
    { peer }: ReceivedPacket,
    what: {
      readonly reason: string;
      readonly client?: Client | undefined;
      readonly error?: unknown;
    },
  ): string {
    this.#with.packetMetrics.recordDrop({
      listener: this.#name,
      reason: what.reason,
      source: peer.address,
      client: what.client?.name,
      error: what.error,
    });
    return what.reason;
  }
}

function keyOf({ peer, localEndpoint }: ReceivedPacket, { code, identifier }: Packet): string {
  return `${peer.address}/${peer.port}/${localEndpoint}/${code}/${identifier}`;
}
