import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { isIPv4, isIPv6 } from 'node:net';
import { IdentifierPool } from './identifier-pool.ts';
import { PendingReply } from './pending-reply.ts';
import type { ReplyDropReason } from './reply-verifier.ts';
import { bindSocket, closeSocket } from '../../runtime/machine/udp-socket.ts';

/** Called with the reason why a datagram was dropped; `unsolicited`: no pending request matches its sender and identifier. */
export type OnReplyDropped = (
  reason: ReplyDropReason | 'unsolicited',
  from: { readonly address: string; readonly port: number },
) => void;

interface RequestSocketOptions {
  readonly family: 4 | 6;
  readonly hosts: readonly string[];
  readonly onDropped?: OnReplyDropped | undefined;
}

/** A request and its destination. */
export interface OutgoingRequest<T> {
  readonly identifier: number;
  /** Address in the form that a socket uses for the source of a datagram. */
  readonly address: string;
  readonly port: number;
  readonly request: Buffer;
  /** Reads the reply in a datagram from that address, or returns the reason to drop it. */
  readonly read: (datagram: Buffer) => T | ReplyDropReason;
}

interface PendingRequest {
  readonly address: string;
  readonly port: number;
  readonly receive: (datagram: Buffer) => ReplyDropReason | null;
}

/** One source port and its pending requests, at most one for each identifier. */
export class RequestSocket {
  readonly #socket: Socket;
  readonly #onDropped: OnReplyDropped | undefined;
  readonly #identifiers = new IdentifierPool();
  /** Pending requests by identifier. */
  readonly #pending = new Map<number, PendingRequest>();

  private constructor(socket: Socket, onDropped: OnReplyDropped | undefined) {
    this.#socket = socket;
    this.#onDropped = onDropped;
    socket.on('message', (datagram, from) => {
      this.#receive(datagram, from);
    });
  }

  /** @throws Error if the address is not one of this machine */
  static async open({ family, hosts, onDropped }: RequestSocketOptions): Promise<RequestSocket> {
    const socket = createSocket({ type: family === 4 ? 'udp4' : 'udp6', ipv6Only: family === 6 });
    const host = hosts.find(family === 4 ? isIPv4 : isIPv6);
    await bindSocket(socket, 0, host ?? (family === 4 ? '0.0.0.0' : '::'));
    // A failed send (no route, buffer full) counts as a lost datagram, which is retransmitted.
    socket.on('error', () => undefined);
    return new RequestSocket(socket, onDropped);
  }

  /** Takes a free identifier. @returns undefined if all are in use */
  takeIdentifier(): number | undefined {
    return this.#identifiers.take();
  }

  /** Ends the request with the identifier: later replies to it are unsolicited. */
  releaseIdentifier(identifier: number): void {
    this.#pending.delete(identifier);
    this.#identifiers.release(identifier);
  }

  expectReply<T extends object>({
    identifier,
    address,
    port,
    read,
  }: OutgoingRequest<T>): PendingReply<T> {
    const pendingReply = new PendingReply<T>();
    const receive = (datagram: Buffer) => {
      const reply = read(datagram);
      if (typeof reply === 'string') return reply;
      pendingReply.settle(reply);
      return null;
    };
    this.#pending.set(identifier, { address, port, receive });
    return pendingReply;
  }

  send({
    request,
    port,
    address,
  }: Pick<OutgoingRequest<unknown>, 'request' | 'port' | 'address'>): void {
    this.#socket.send(request, port, address, () => undefined);
  }

  close(): Promise<void> {
    return closeSocket(this.#socket);
  }

  #receive(datagram: Buffer, from: RemoteInfo): void {
    const pending = this.#pending.get(datagram[1] ?? -1);
    const reason =
      pending?.address === from.address && pending.port === from.port
        ? pending.receive(datagram)
        : 'unsolicited';
    if (reason !== null) this.#onDropped?.(reason, from);
  }
}
