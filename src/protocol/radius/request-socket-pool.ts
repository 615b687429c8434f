import { isIPv4, SocketAddress } from 'node:net';
import { Fault } from '../../contract/errors.ts';
import { RequestSocket, type OnReplyDropped, type OutgoingRequest } from './request-socket.ts';
import { retransmissionIntervals, type Retransmission } from './retransmission.ts';

interface RequestSocketPoolOptions {
  /** Source addresses: the first of a family is used; for a family without one the kernel chooses. */
  readonly hosts: readonly string[];
  /** Kind of requests for error messages: `CoA and Disconnect`. */
  readonly requestName: string;
  /** Called with every datagram that is dropped because it is not a valid reply. */
  readonly onDropped?: OnReplyDropped | undefined;
}

/** A request that is encoded once the pool has chosen its socket and identifier. */
export interface SocketRequest<T> {
  /** IP address; host names are not resolved. */
  readonly address: string;
  readonly port: number;
  readonly retransmission: Retransmission;
  readonly signal: AbortSignal;
  encode(identifier: number): Pick<OutgoingRequest<T>, 'request' | 'read'>;
}

/** Result of an exchange. */
export interface SocketExchange<T> {
  /** Reply; null: no reply in time. */
  readonly reply: T | null;
  /** Datagrams sent. */
  readonly tries: number;
  readonly ms: number;
}

const maxSockets = 8;

/**
 * Sends requests over UDP. A request keeps its identifier, authenticator and source port until it has a reply or its
 * timeout is over. Requests do not wait for each other: a silent peer delays only its own.
 *
 * @see RFC 5080 section 2.2.1
 */
export class RequestSocketPool {
  readonly #options: RequestSocketPoolOptions;
  readonly #sockets: Record<4 | 6, Promise<RequestSocket>[]> = { 4: [], 6: [] };
  #isOpen = true;

  constructor(options: RequestSocketPoolOptions) {
    this.#options = options;
  }

  /**
   * Sends a request, with retransmissions, and waits for the reply.
   *
   * @throws Fault `overloaded` too many requests are pending; `unavailable` no socket can be opened; what `encode`
   *   throws; the reason of the signal
   */
  async sendRequest<T extends object>(request: SocketRequest<T>): Promise<SocketExchange<T>> {
    const { socket, identifier } = await this.#reserve(isIPv4(request.address) ? 4 : 6);
    try {
      const address = canonicalAddress(request.address);
      const outgoing = { ...request.encode(identifier), identifier, address, port: request.port };
      return await exchange(socket, outgoing, request);
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

  /** Reserves an identifier of the first socket that has a free one; opens further sockets as needed. */
  async #reserve(
    family: 4 | 6,
  ): Promise<{ readonly socket: RequestSocket; readonly identifier: number }> {
    const { hosts, requestName, onDropped } = this.#options;
    const opened = this.#sockets[family];
    for (let position = 0; ; position += 1) {
      if (!this.#isOpen) throw new Fault('unavailable', `the sender of ${requestName} has stopped`);
      if (position >= maxSockets)
        throw new Fault('overloaded', `too many ${requestName} requests are pending`);
      const opening = (opened[position] ??= RequestSocket.open({ family, hosts, onDropped }));
      const socket = await opening.catch((cause: unknown) => {
        opened.length = position;
        throw new Fault('unavailable', `cannot open a socket for ${requestName}`, { cause });
      });
      const identifier = socket.takeIdentifier();
      if (identifier !== undefined) return { socket, identifier };
    }
  }
}

async function exchange<T extends object>(
  socket: RequestSocket,
  outgoing: OutgoingRequest<T>,
  { retransmission, signal }: SocketRequest<T>,
): Promise<SocketExchange<T>> {
  const { maxTries, timeoutMs } = retransmission;
  const began = performance.now();
  const elapsedMs = () => Math.round(performance.now() - began);
  const pendingReply = socket.expectReply(outgoing);
  const { first, next } = retransmissionIntervals(retransmission);
  let intervalMs = first;
  for (let tries = 1; ; tries += 1) {
    socket.send(outgoing);
    const reply = await pendingReply.wait(Math.min(intervalMs, timeoutMs - elapsedMs()), signal);
    if (reply || tries >= maxTries || elapsedMs() >= timeoutMs)
      return { reply, tries, ms: elapsedMs() };
    intervalMs = next(intervalMs);
  }
}

/** Returns an address in the form that a socket uses for the source of a datagram. */
function canonicalAddress(address: string): string {
  return isIPv4(address) ? address : new SocketAddress({ address, family: 'ipv6' }).address;
}
