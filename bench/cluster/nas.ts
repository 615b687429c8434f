import { createHash } from 'node:crypto';
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import radius from 'radius';
import type { Json } from '../../test/gateway-process.ts';
import type { Ledger } from './ledger.ts';

export interface NasOptions {
  readonly address: string;
  readonly secret: string;
  /** Prefix of its session identifiers. */
  readonly name: string;
  readonly msBetweenSessions: number;
  readonly msBetweenPackets: number;
  /** Time until a packet is repeated, at the other gateway. */
  readonly timeoutMs: number;
  readonly tries: number;
  /** Ports of the two gateways. */
  readonly accountingPorts: readonly [number, number];
}

/** Access points with the addresses of a network; `name` is the begin of their names. */
interface Nases extends Omit<NasOptions, 'address'> {
  readonly count: number;
  /** The first three octets of their addresses. */
  readonly network: string;
}

/** Returns access points that record in one ledger what was answered. */
export function createNases(
  { count, network, name, ...options }: Nases,
  ledger: Ledger,
): readonly Nas[] {
  return Array.from({ length: count }, (_, number) => {
    const address = addressOf(network, number);
    return new Nas({ ...options, address, name: `${name}-${number}` }, ledger);
  });
}

/** Creates the AAA clients of access points. @throws Error if the gateway refuses one */
export async function addClients(
  { count, network, secret }: Pick<Nases, 'count' | 'network' | 'secret'>,
  post: (client: Json) => Promise<{ readonly status: number; readonly text: string }>,
): Promise<void> {
  for (let number = 0; number < count; number += 1) {
    const client = { name: `nas-${number}`, address: addressOf(network, number), secret };
    const { status, text } = await post(client);
    if (status !== 201) throw new Error(`no client: ${status} ${text}`);
  }
}

function addressOf(network: string, number: number): string {
  return `${network}.${number + 1}`;
}

type Status = 'Start' | 'Interim-Update' | 'Stop';

interface Packet {
  readonly session: string;
  readonly status: Status;
  readonly octets: number;
}

const octetsPerPacket = 1000;
const course: readonly Status[] = ['Start', 'Interim-Update', 'Interim-Update', 'Stop'];
/** Packets without an answer, of 256 identifiers, above which no new session begins. */
const maxWaiting = 64;
/** One of so many sessions has a copy of its Start arrive at the other gateway after its Stop. */
const delayedCopyEvery = 5;

/**
 * An access point with two accounting servers: new sessions at an interval, each with a Start, two Interim-Updates and a Stop. A
 * packet without an answer is repeated at the other gateway: octet for octet in every other session, else with another
 * identifier and Acct-Delay-Time (RFC 2866 section 5.2).
 */
export class Nas {
  readonly #options: NasOptions;
  readonly #ledger: Ledger;
  readonly #socket: Socket = createSocket('udp4');
  readonly #waiting = new Map<number, { authenticator: Buffer; resolve: () => void }>();
  readonly #running = new Set<Promise<void>>();
  #isStopping = false;
  #identifier = 0;
  /** Packets answered at the first, second … try. */
  readonly answeredAtTry: number[];
  /** Packets without an answer after the last try. */
  readonly unanswered: string[] = [];

  constructor(options: NasOptions, ledger: Ledger) {
    this.#options = options;
    this.#ledger = ledger;
    this.answeredAtTry = Array<number>(options.tries).fill(0);
  }

  /** Begins sessions until it is stopped, and ends when the last one has ended. */
  async run(): Promise<void> {
    this.#socket.bind(0, this.#options.address);
    await once(this.#socket, 'listening');
    this.#socket.on('message', (reply) => {
      this.#take(reply);
    });
    for (let number = 0; !this.#isStopping; number += 1) {
      // Without answers no more guests come; those that are there need identifiers.
      if (this.#waiting.size < maxWaiting) {
        const session = this.#session(number).finally(() => this.#running.delete(session));
        this.#running.add(session);
      }
      await sleep(this.#options.msBetweenSessions);
    }
    await Promise.all(this.#running);
    this.#socket.close();
  }

  stop(): void {
    this.#isStopping = true;
  }

  async #session(number: number): Promise<void> {
    const session = `${this.#options.name}-${number}`;
    const startedAt = Date.now();
    let start: Buffer | null = null;
    for (const [step, status] of course.entries()) {
      const packet = { session, status, octets: step * octetsPerPacket };
      const sent = await this.#send(packet, { number, startedAt });
      // A session whose Start was not answered goes on, as that of a real access point.
      if (sent !== null)
        this.#ledger.add({ session, octets: packet.octets, isStopped: status === 'Stop' });
      if (status === 'Start') start = sent;
      if (status !== 'Stop') await sleep(this.#options.msBetweenPackets);
    }
    if (start !== null && number % delayedCopyEvery === 0) this.#sendTo(start, number + 1);
  }

  /** @returns the packet as it was first sent; null if no try was answered */
  async #send(
    packet: Packet,
    { number, startedAt }: { readonly number: number; readonly startedAt: number },
  ): Promise<Buffer | null> {
    const sentAt = Date.now();
    let first: Buffer | null = null;
    let octets: Buffer | null = null;
    for (let at = 0; at < this.#options.tries; at += 1) {
      if (octets === null || number % 2 === 1) octets = this.#encode(packet, { startedAt, sentAt });
      first ??= octets;
      if (await this.#try(octets, number + at)) {
        this.answeredAtTry[at] = (this.answeredAtTry[at] ?? 0) + 1;
        return first;
      }
    }
    this.unanswered.push(`${packet.session} ${packet.status} at ${new Date(sentAt).toISOString()}`);
    return null;
  }

  #encode(
    { session, status, octets }: Packet,
    { startedAt, sentAt }: { readonly startedAt: number; readonly sentAt: number },
  ): Buffer {
    return radius.encode({
      code: 'Accounting-Request',
      secret: this.#options.secret,
      identifier: this.#freeIdentifier(),
      attributes: [
        ['Acct-Status-Type', status],
        ['Acct-Session-Id', session],
        ['User-Name', `guest-${this.#options.name}`],
        ['NAS-IP-Address', this.#options.address],
        ['Acct-Session-Time', Math.round((sentAt - startedAt) / 1000)],
        ['Acct-Input-Octets', octets],
        ['Acct-Delay-Time', Math.round((Date.now() - sentAt) / 1000)],
        ['Event-Timestamp', new Date(sentAt)],
      ],
    });
  }

  #freeIdentifier(): number {
    for (let tries = 0; tries < 256; tries += 1) {
      this.#identifier = (this.#identifier + 1) % 256;
      if (!this.#waiting.has(this.#identifier)) return this.#identifier;
    }
    throw new Error('an access point has at most 256 packets without an answer; use more of them');
  }

  /** @returns true if the answer came in time */
  async #try(packet: Buffer, gateway: number): Promise<boolean> {
    const identifier = packet.readUInt8(1);
    const late = new AbortController();
    const answer = new Promise<true>((resolve) => {
      this.#waiting.set(identifier, {
        authenticator: Buffer.from(packet.subarray(4, 20)),
        resolve: () => {
          resolve(true);
        },
      });
    });
    this.#sendTo(packet, gateway);
    const end = sleep(this.#options.timeoutMs, false, { signal: late.signal }).catch(() => false);
    const isAnswered = await Promise.race([answer, end]);
    late.abort();
    this.#waiting.delete(identifier);
    return isAnswered;
  }

  #sendTo(packet: Buffer, gateway: number): void {
    const { accountingPorts } = this.#options;
    this.#socket.send(packet, accountingPorts[gateway % 2] ?? 0, '127.0.0.1');
  }

  /** Takes only answers with the right Response Authenticator (RFC 2866 section 3). */
  #take(reply: Buffer): void {
    const waiting = this.#waiting.get(reply.readUInt8(1));
    if (!waiting) return;
    const signed = Buffer.concat([
      reply.subarray(0, 4),
      waiting.authenticator,
      reply.subarray(20),
      Buffer.from(this.#options.secret),
    ]);
    if (createHash('md5').update(signed).digest().equals(reply.subarray(4, 20))) waiting.resolve();
  }
}
