import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { isIPv4, isIPv6 } from 'node:net';
import type { ReplyDropReason } from './reply-verifier.ts';

const identifiers = 256;

/** Told why a datagram was no answer: `unsolicited` where nobody who was asked sent it. */
export type OnReplyDropped = (
  why: ReplyDropReason | 'unsolicited',
  from: { readonly address: string; readonly port: number },
) => void;

interface Options {
  readonly family: 4 | 6;
  readonly hosts: readonly string[];
  readonly onDropped?: OnReplyDropped | undefined;
}

/** A request, and whom it is for. */
export interface OutgoingRequest<T> {
  readonly identifier: number;
  /** As a socket gives the address of who sent a datagram. */
  readonly address: string;
  readonly port: number;
  readonly request: Buffer;
  /** Reads the answer in a datagram of theirs, or says why there is none. */
  readonly read: (datagram: Buffer) => T | ReplyDropReason;
}

interface Expected {
  readonly address: string;
  readonly port: number;
  readonly receive: (datagram: Buffer) => ReplyDropReason | null;
}

/** One source port, and the requests that have gone out by it: as many as there are identifiers. */
export class RequestSocket {
  readonly #socket: Socket;
  readonly #dropped: OnReplyDropped | undefined;
  /** Not in use, the one that has rested longest first (RFC 5080 section 2.2.1). */
  readonly #free = Array.from({ length: identifiers }, (_, identifier) => identifier);
  readonly #expected = new Map<number, Expected>();

  private constructor(socket: Socket, dropped: OnReplyDropped | undefined) {
    this.#socket = socket;
    this.#dropped = dropped;
    socket.on('message', (datagram, from) => {
      this.#receive(datagram, from);
    });
  }

  /** @throws Error where the address is not ours */
  static async open({ family, hosts, onDropped }: Options): Promise<RequestSocket> {
    const socket = createSocket({ type: family === 4 ? 'udp4' : 'udp6', ipv6Only: family === 6 });
    const host = hosts.find(family === 4 ? isIPv4 : isIPv6);
    const listening = once(socket, 'listening');
    socket.bind(0, host ?? (family === 4 ? '0.0.0.0' : '::'));
    try {
      await listening;
    } catch (error) {
      socket.close();
      throw error;
    }
    // A send that failed (no route, buffer full) is a lost datagram, which is sent again.
    socket.on('error', () => undefined);
    return new RequestSocket(socket, onDropped);
  }

  /** An identifier of its own for a request; undefined where all are in use. */
  takeIdentifier(): number | undefined {
    return this.#free.shift();
  }

  releaseIdentifier(identifier: number): void {
    this.#expected.delete(identifier);
    this.#free.push(identifier);
  }

  expectReply<T extends object>({
    identifier,
    address,
    port,
    read,
  }: OutgoingRequest<T>): Awaited<T> {
    const awaited = new Awaited<T>();
    const receive = (datagram: Buffer) => {
      const answer = read(datagram);
      if (typeof answer === 'string') return answer;
      awaited.give(answer);
      return null;
    };
    this.#expected.set(identifier, { address, port, receive });
    return awaited;
  }

  send({
    request,
    port,
    address,
  }: Pick<OutgoingRequest<unknown>, 'request' | 'port' | 'address'>): void {
    this.#socket.send(request, port, address, () => undefined);
  }

  async close(): Promise<void> {
    const closed = once(this.#socket, 'close');
    this.#socket.close();
    await closed;
  }

  #receive(datagram: Buffer, from: RemoteInfo): void {
    const expected = this.#expected.get(datagram[1] ?? -1);
    const why =
      expected?.address === from.address && expected.port === from.port
        ? expected.receive(datagram)
        : 'unsolicited';
    if (why !== null) this.#dropped?.(why, from);
  }
}

/** The answer to one request, which may come while somebody waits for it, or never. */
class Awaited<T> {
  #answer: T | null = null;
  #wake: () => void = () => undefined;

  give(answer: T): void {
    this.#answer = answer;
    this.#wake();
  }

  /** @throws the reason of the signal */
  async within(ms: number, signal: AbortSignal): Promise<T | null> {
    signal.throwIfAborted();
    if (this.#answer) return this.#answer;
    await new Promise<void>((resolve) => {
      const end = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
        resolve();
      };
      const timer = setTimeout(end, Math.max(0, ms));
      this.#wake = end;
      signal.addEventListener('abort', end, { once: true });
    });
    signal.throwIfAborted();
    return this.#answer;
  }
}
