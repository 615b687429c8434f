import { isIPv4, SocketAddress } from 'node:net';
import { Fault } from '../../errors.ts';
import { RequestSocket, type OnReplyDropped, type OutgoingRequest } from './request-socket.ts';
import { retransmissionIntervals, type Retransmission } from './retransmission.ts';

interface Options {
  /** Addresses of this machine: the first of a family is sent from. Of a family that has none the kernel chooses. */
  readonly hosts: readonly string[];
  /** What is sent, in words: `CoA and Disconnect`. */
  readonly requestName: string;
  /** Told of every datagram that was no answer. */
  readonly onDropped?: OnReplyDropped | undefined;
}

/** A request that gets its identifier from the socket by which it goes out. */
export interface SocketRequest<T> {
  /** An IP address: no name is looked up. */
  readonly address: string;
  readonly port: number;
  readonly retransmission: Retransmission;
  readonly signal: AbortSignal;
  encode(identifier: number): Pick<OutgoingRequest<T>, 'request' | 'read'>;
}

/** What came of a request: the answer, or null where none came in time. */
export interface SocketExchange<T> {
  readonly reply: T | null;
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
export class RequestSocketPool {
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
  async sendRequest<T extends object>(asked: SocketRequest<T>): Promise<SocketExchange<T>> {
    const { socket, identifier } = await this.#place(isIPv4(asked.address) ? 4 : 6);
    try {
      const address = canonical(asked.address);
      const sent = { ...asked.encode(identifier), identifier, address, port: asked.port };
      return await exchange(socket, sent, asked);
    } finally {
      socket.releaseIdentifier(identifier);
    }
  }

  async close(): Promise<void> {
    this.#isOpen = false;
    const opened = await Promise.allSettled([...this.#sockets[4], ...this.#sockets[6]]);
    await Promise.all(
      opened.flatMap((socket) => (socket.status === 'fulfilled' ? [socket.value.close()] : [])),
    );
  }

  /** A socket that has an identifier left, and that identifier. */
  async #place(
    family: 4 | 6,
  ): Promise<{ readonly socket: RequestSocket; readonly identifier: number }> {
    const { hosts, requestName, onDropped } = this.#options;
    const opened = this.#sockets[family];
    for (let position = 0; ; position += 1) {
      if (!this.#isOpen) throw new Fault('unavailable', `the sender of ${requestName} has stopped`);
      if (position >= mostSockets)
        throw new Fault('overloaded', `too many ${requestName} requests are outstanding`);
      const opening = (opened[position] ??= RequestSocket.open({ family, hosts, onDropped }));
      const socket = await opening.catch((cause: unknown) => {
        opened.length = position;
        throw new Fault('unavailable', `no socket for ${requestName}`, { cause });
      });
      const identifier = socket.takeIdentifier();
      if (identifier !== undefined) return { socket, identifier };
    }
  }
}

async function exchange<T extends object>(
  socket: RequestSocket,
  sent: OutgoingRequest<T>,
  { retransmission, signal }: SocketRequest<T>,
): Promise<SocketExchange<T>> {
  const { maxTries, timeoutMs } = retransmission;
  const began = performance.now();
  const passed = () => Math.round(performance.now() - began);
  const awaited = socket.expectReply(sent);
  const { first, next } = retransmissionIntervals(retransmission);
  let wait = first;
  for (let tries = 1; ; tries += 1) {
    socket.send(sent);
    const answer = await awaited.within(Math.min(wait, timeoutMs - passed()), signal);
    if (answer || tries >= maxTries || passed() >= timeoutMs)
      return { reply: answer, tries, ms: passed() };
    wait = next(wait);
  }
}

/** As a socket gives the address of who sent a datagram. */
function canonical(address: string): string {
  return isIPv4(address) ? address : new SocketAddress({ address, family: 'ipv6' }).address;
}
