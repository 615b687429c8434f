import { isIPv4, SocketAddress } from 'node:net';
import { Fault } from '../../errors.ts';
import { RequestSocket, type Dropped, type Sent } from './request-socket.ts';
import { waits, type Retransmission } from './retransmission.ts';

interface Options {
  /** Addresses of this machine: the first of a family is sent from. Of a family that has none the kernel chooses. */
  readonly hosts: readonly string[];
  /** What is sent, in words: `CoA and Disconnect`. */
  readonly what: string;
  /** Told of every datagram that was no answer. */
  readonly dropped?: Dropped | undefined;
}

/** A request that gets its identifier from the socket by which it goes out. */
export interface Asked<T> {
  /** An IP address: no name is looked up. */
  readonly address: string;
  readonly port: number;
  readonly retransmission: Retransmission;
  readonly signal: AbortSignal;
  request(identifier: number): Pick<Sent<T>, 'request' | 'read'>;
}

/** What came of a request: the answer, or null where none came in time. */
export interface Exchanged<T> {
  readonly answer: T | null;
  /** Datagrams sent. */
  readonly tries: number;
  readonly ms: number;
}

const mostSockets = 8;

/**
 * Asks over UDP. A request keeps its identifier, authenticator and source port until it is answered or given up; each
 * waits for itself, so a peer that is silent holds up nobody else.
 *
 * @see RFC 5080 section 2.2.1
 */
export class RequestSockets {
  readonly #options: Options;
  readonly #sockets: Record<4 | 6, Promise<RequestSocket>[]> = { 4: [], 6: [] };
  #isOpen = true;

  constructor(options: Options) {
    this.#options = options;
  }

  /**
   * @throws Fault `overloaded` too many requests are outstanding; `unavailable` no socket can be opened; what `request`
   *   throws; the reason of the signal
   */
  async ask<T extends object>(asked: Asked<T>): Promise<Exchanged<T>> {
    const { socket, identifier } = await this.#place(isIPv4(asked.address) ? 4 : 6);
    try {
      const address = canonical(asked.address);
      const sent = { ...asked.request(identifier), identifier, address, port: asked.port };
      return await exchange(socket, sent, asked);
    } finally {
      socket.release(identifier);
    }
  }

  async close(): Promise<void> {
    this.#isOpen = false;
    const opened = await Promise.allSettled([...this.#sockets[4], ...this.#sockets[6]]);
    await Promise.all(opened.flatMap((socket) => (socket.status === 'fulfilled' ? [socket.value.close()] : [])));
  }

  /** A socket that has an identifier left, and that identifier. */
  async #place(family: 4 | 6): Promise<{ readonly socket: RequestSocket; readonly identifier: number }> {
    const { hosts, what, dropped } = this.#options;
    const opened = this.#sockets[family];
    for (let position = 0; ; position += 1) {
      if (!this.#isOpen) throw new Fault('unavailable', `the sender of ${what} has stopped`);
      if (position >= mostSockets) throw new Fault('overloaded', `too many ${what} requests are outstanding`);
      const opening = (opened[position] ??= RequestSocket.open({ family, hosts, dropped }));
      const socket = await opening.catch((cause: unknown) => {
        opened.length = position;
        throw new Fault('unavailable', `no socket for ${what}`, { cause });
      });
      const identifier = socket.take();
      if (identifier !== undefined) return { socket, identifier };
    }
  }
}

async function exchange<T extends object>(
  socket: RequestSocket,
  sent: Sent<T>,
  { retransmission, signal }: Asked<T>,
): Promise<Exchanged<T>> {
  const { mostTries, patienceMs } = retransmission;
  const began = performance.now();
  const passed = () => Math.round(performance.now() - began);
  const awaited = socket.expect(sent);
  const { first, next } = waits(retransmission);
  let wait = first;
  for (let tries = 1; ; tries += 1) {
    socket.send(sent);
    const answer = await awaited.within(Math.min(wait, patienceMs - passed()), signal);
    if (answer || tries >= mostTries || passed() >= patienceMs) return { answer, tries, ms: passed() };
    wait = next(wait);
  }
}

/** As a socket gives the address of who sent a datagram. */
function canonical(address: string): string {
  return isIPv4(address) ? address : new SocketAddress({ address, family: 'ipv6' }).address;
}
