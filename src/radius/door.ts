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

/** What both doors share. */
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
  readonly entry: Entry;
  readonly begun: number;
}

/** One port: from a packet as it comes in to its answer, or to silence. */
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

  receive(arrival: Arrival): void {
    if (!this.#isOpen) return;
    if (this.#inFlight >= mostInFlight) {
      this.#drop(arrival, { reason: 'overloaded' });
      return;
    }
    this.#inFlight += 1;
    void this.#admit(arrival).finally(() => {
      this.#inFlight -= 1;
      if (this.#inFlight === 0) this.#emptied();
    });
  }

  /** Lets nothing in any more, and waits until what is inside has been answered. */
  async close(): Promise<void> {
    this.#isOpen = false;
    if (this.#inFlight > 0) await new Promise<void>((resolve) => (this.#emptied = resolve));
  }

  async #admit(arrival: Arrival): Promise<void> {
    const begun = performance.now();
    try {
      const client = this.#with.clients.find(arrival.from.address) ?? (await this.#lookFor(arrival));
      const reason = client ? await this.#check(arrival, { client, begun }) : 'unknown_client';
      if (reason) this.#drop(arrival, { reason, client });
    } catch (error) {
      this.#drop(arrival, { reason: asFault(error)?.kind ?? 'defect', error });
    }
  }

  async #lookFor({ from }: Arrival): Promise<Client | undefined> {
    await this.#with.clients.look();
    return this.#with.clients.find(from.address);
  }

  /** @returns why there is no answer, or null where there is one */
  async #check(arrival: Arrival, { client, begun }: { readonly client: Client; readonly begun: number }): Promise<string | null> {
    const packet = readPacket(arrival.octets);
    if (typeof packet === 'string') return packet;
    const kind = expected[this.#name].get(packet.code);
    const service = this.#services.get(packet.code);
    if (!kind || !service) return 'code';
    const request = { packet, client, source: plainAddress(arrival.from.address), receivedAt: this.#with.gateway.now() };
    const refusal = service.verify(request);
    if (refusal) {
      // The secret may have been changed a moment ago; the client's next try will find the new one here.
      await this.#with.clients.look();
      return refusal;
    }
    this.#with.lastSeen.note(client.id, request.receivedAt);
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
    try {
      const reply = await this.#reply(visit, await service.serve(visit.request));
      if (typeof reply === 'string') this.#duplicates.forget(visit.entry);
      else if (this.#duplicates.answer(visit.entry, reply)) visit.arrival.send(reply);
      return typeof reply === 'string' ? reply : null;
    } catch (error) {
      this.#duplicates.forget(visit.entry);
      throw error;
    }
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
  ): void {
    this.#with.journal.dropped({
      door: this.#name,
      reason: what.reason,
      source: from.address,
      client: what.client?.name,
      error: what.error,
    });
  }
}

function keyOf({ from, at }: Arrival, { code, identifier }: Packet): string {
  return `${from.address}/${from.port}/${at}/${code}/${identifier}`;
}
