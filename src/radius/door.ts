import { asFault } from '../errors.ts';
import type { Gateway } from '../gateway.ts';
import { authenticatorOf, largestPacket, readPacket, type Packet } from '../protocol/radius/packet.ts';
import { encodeReply } from '../protocol/radius/reply.ts';
import { plainAddress } from './address.ts';
import type { Arrival } from './arrival.ts';
import type { Client, Clients } from './clients.ts';
import type { Delay } from './delay.ts';
import { Duplicates, type Entry } from './duplicates.ts';
import type { Journal } from './journal.ts';
import type { LastSeen } from './last-seen.ts';
import { expected, type Door as Name, type Expected, type Result } from './outcome.ts';
import type { Request, Served, Service } from './request.ts';

const mostInFlight = 16_384;
const mostRemembered = 131_072;

/** What all doors share. */
export interface Surroundings {
  readonly gateway: Gateway;
  readonly clients: Clients;
  readonly journal: Journal;
  readonly lastSeen: LastSeen;
  readonly rejects: Delay;
}

/** A request that was let in. */
interface Visit {
  readonly arrival: Arrival;
  readonly request: Request;
  readonly expected: Expected;
  /** Where it may be repeated, what is remembered of it. */
  readonly entry: Entry | null;
  readonly begun: number;
}

/** One port, or over TLS one for all: from a packet as it comes in to its answer, or to silence. */
export class Door {
  readonly #name: Name;
  readonly #services: ReadonlyMap<number, Service<Result | Served>>;
  readonly #with: Surroundings;
  readonly #duplicates: Duplicates;
  #inFlight = 0;
  #isOpen = true;
  #emptied: () => void = () => undefined;

  constructor(name: Name, services: ReadonlyMap<number, Service<Result | Served>>, surroundings: Surroundings) {
    this.#name = name;
    this.#services = services;
    this.#with = surroundings;
    this.#duplicates = new Duplicates({
      lifetimeMs: surroundings.gateway.config.radius.duplicate_seconds * 1000,
      most: mostRemembered,
      clock: () => performance.now(),
    });
    surroundings.journal.watch(name, () => ({ inFlight: this.#inFlight, remembered: this.#duplicates.size }));
  }

  /** @returns when it is done with: why the packet was dropped, or null */
  async receive(arrival: Arrival): Promise<string | null> {
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

  async #admit(arrival: Arrival): Promise<string | null> {
    const begun = performance.now();
    try {
      const client = this.#with.clients.find(arrival.from) ?? (await this.#lookFor(arrival));
      const reason = client ? await this.#check(arrival, { client, begun }) : 'unknown_client';
      return reason === null ? null : this.#drop(arrival, { reason, client });
    } catch (error) {
      return this.#drop(arrival, { reason: asFault(error)?.kind ?? 'defect', error });
    }
  }

  async #lookFor({ from }: Arrival): Promise<Client | undefined> {
    await this.#with.clients.look();
    return this.#with.clients.find(from);
  }

  /** @returns why there is no answer, or null where there is one */
  async #check(arrival: Arrival, { client, begun }: { readonly client: Client; readonly begun: number }): Promise<string | null> {
    const packet = readPacket(arrival.octets);
    if (typeof packet === 'string') return packet;
    const kind = expected[this.#name].get(packet.code);
    const service = this.#services.get(packet.code);
    if (!kind || !service) return 'code';
    const { from } = arrival;
    const request = { packet, client, from, source: plainAddress(from.address), receivedAt: this.#with.gateway.now() };
    const refusal = service.verify(request);
    if (refusal) {
      // The secret may have been changed a moment ago; the client's next try will find the new one here.
      await this.#with.clients.look();
      return refusal;
    }
    this.#with.lastSeen.note(client.id, request.receivedAt);
    if (arrival.at === null) return this.#serve({ arrival, request, expected: kind, entry: null, begun }, service);
    const { entry, isNew } = this.#duplicates.begin(keyOf(arrival, packet), authenticatorOf(packet));
    if (isNew) return this.#serve({ arrival, request, expected: kind, entry, begun }, service);
    this.#repeat(arrival, { entry, type: kind.type, client: client.name });
    return null;
  }

  #repeat(
    arrival: Arrival,
    { entry, ...whose }: { readonly entry: Entry; readonly type: string; readonly client: string },
  ): void {
    this.#with.journal.repeated(this.#name, whose);
    if (entry.reply) arrival.send(entry.reply);
  }

  async #serve(visit: Visit, service: Service<Result | Served>): Promise<string | null> {
    const { arrival, request, entry } = visit;
    try {
      const reply = await this.#reply(visit, await service.serve(request));
      if (typeof reply === 'string') this.#forget(entry);
      else if (!entry || this.#duplicates.answer(entry, reply)) arrival.send(reply);
      return typeof reply === 'string' ? reply : null;
    } catch (error) {
      this.#forget(entry);
      throw error;
    }
  }

  #forget(entry: Entry | null): void {
    if (entry) this.#duplicates.forget(entry);
  }

  /** @returns the octets to send, or why there are none */
  async #reply({ request, begun, expected: { type, answers } }: Visit, served: Result | Served): Promise<Buffer | string> {
    const { result, attributes } = typeof served === 'string' ? { result: served } : served;
    const answer = answers[result];
    if (!answer) throw new Error(`a ${type} can not be ${result}`);
    if (answer.isDelayed && !(await this.#with.rejects.wait())) return 'overloaded';
    const { packet, client } = request;
    const { code, isSigned } = answer;
    const reply = encodeReply({ code, request: packet, secret: client.secret, isSigned, attributes });
    if (reply.length > largestPacket) return 'reply_too_long';
    this.#with.journal.answered(this.#name, { type, outcome: result, client: client.name, ms: performance.now() - begun });
    return reply;
  }

  #drop(
    { from }: Arrival,
    what: { readonly reason: string; readonly client?: Client | undefined; readonly error?: unknown },
  ): string {
    this.#with.journal.dropped({
      door: this.#name,
      reason: what.reason,
      source: from.address,
      client: what.client?.name,
      error: what.error,
    });
    return what.reason;
  }
}

function keyOf({ from, at }: Arrival, { code, identifier }: Packet): string {
  return `${from.address}/${from.port}/${at}/${code}/${identifier}`;
}
