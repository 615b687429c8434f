import type { TLSSocket } from 'node:tls';
import type { DynamicOutcome } from '../../protocol/radius/dynamic-authorization.ts';
import { maxPacketOctets } from '../../protocol/radius/packet.ts';
import { PacketStream } from '../../protocol/radius/packet-stream.ts';
import {
  ReverseCoaClient,
  type ReverseCoaRequest,
} from '../../protocol/radius/reverse-coa-client.ts';
import type { ConnectionDropReason, DropReason } from '../core/drop-reason.ts';
import type { RadsecConnection } from '../core/radsec-connections.ts';
import type { Peer, ReceivedPacket } from '../core/received-packet.ts';

/** An Identifier has 256 values: more outstanding requests cannot be distinguished (RFC 6613 section 2.6.5). */
const maxOutstanding = 256;
/** Replies that a client may leave unread: as many as can be outstanding, of maximum size. */
const maxUnreadOctets = maxOutstanding * maxPacketOctets;
const closeTimeoutMs = 1_000;

/**
 * Drop reasons that close the connection, because its further octets cannot be trusted. After any other reason it stays open.
 *
 * @see RFC 6613 section 2.6.4
 */
const closingReasons: ReadonlySet<DropReason | null> = new Set<DropReason>([
  'unknown_client',
  'length',
  'attribute_length',
  'authenticator',
  'message_authenticator',
]);

interface ConnectionOptions {
  readonly peer: Peer;
  readonly idleTimeoutMs: number;
  readonly receive: (received: ReceivedPacket) => Promise<DropReason | null>;
  /** Called before the connection is aborted: the client does not read, or a reply is not authentic. */
  readonly onAborted: (reason: ConnectionDropReason) => void;
}

/** A connection that a client has opened, from its handshake to its end: it sends requests, and takes CoA and Disconnect. */
export class RadsecServerConnection implements RadsecConnection {
  readonly #socket: TLSSocket;
  readonly #options: ConnectionOptions;
  readonly #stream = new PacketStream();
  readonly #requests: ReverseCoaClient;
  readonly #idleTimer: NodeJS.Timeout;
  #outstanding = 0;
  #isOpen = true;

  constructor(socket: TLSSocket, options: ConnectionOptions) {
    this.#socket = socket;
    this.#options = options;
    this.#requests = new ReverseCoaClient((request) => {
      this.#send(request);
    });
    this.#idleTimer = setTimeout(() => {
      this.#closeIfIdle();
    }, options.idleTimeoutMs).unref();
    socket.on('data', (octets: Buffer) => {
      if (!this.#isOpen) return;
      this.#stream.push(octets);
      this.#read();
    });
    socket.once('end', () => void this.close());
    socket.once('close', () => {
      this.#isOpen = false;
      this.#requests.cancelOutstanding();
      clearTimeout(this.#idleTimer);
    });
  }

  get peer(): Peer {
    return this.#options.peer;
  }

  /** False once reading has stopped. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Sends a CoA or Disconnect request. Outcomes and faults as with `ReverseCoaClient`. */
  sendRequest(request: ReverseCoaRequest): Promise<DynamicOutcome> {
    return this.#requests.sendRequest(request);
  }

  /** Stops reading, and ends the connection once everything written has been sent. */
  async close(): Promise<void> {
    this.#isOpen = false;
    this.#requests.cancelOutstanding();
    if (this.#socket.destroyed) return;
    const closed = new Promise((resolve) => this.#socket.once('close', resolve));
    const timeout = setTimeout(() => this.#socket.destroy(), closeTimeoutMs);
    this.#socket.end();
    // Keep reading, or the end of the other side is never seen; the octets are discarded.
    this.#socket.resume();
    await closed;
    clearTimeout(timeout);
  }

  /** Serves received packets. A client with the maximum of outstanding requests has to wait. */
  #read(): void {
    while (this.#isOpen && this.#outstanding < maxOutstanding) {
      const octets = this.#stream.next();
      if (!octets) break;
      if (this.#requests.isExpectedReply(octets)) this.#receiveReply(octets);
      else void this.#serve(octets);
    }
    if (!this.#isOpen) return;
    if (this.#outstanding < maxOutstanding) this.#socket.resume();
    else this.#socket.pause();
  }

  #receiveReply(octets: Buffer): void {
    this.#idleTimer.refresh();
    const reason = this.#requests.receiveReply(octets);
    // A packet that is not a reply at all is dropped like any other.
    if (reason === 'malformed' || reason === 'code') void this.#serve(octets);
    else if (reason !== null) this.#abort(reason);
  }

  async #serve(octets: Buffer): Promise<void> {
    this.#outstanding += 1;
    this.#idleTimer.refresh();
    const { peer, receive } = this.#options;
    const send = (reply: Buffer) => {
      this.#send(reply);
    };
    const reason = await receive({ octets, peer, localEndpoint: null, send });
    this.#outstanding -= 1;
    if (!this.#isOpen) return;
    if (closingReasons.has(reason)) await this.close();
    else this.#read();
  }

  #send(packet: Buffer): void {
    if (!this.#isOpen) return;
    this.#socket.write(packet);
    if (this.#socket.writableLength > maxUnreadOctets) this.#abort('not_reading');
  }

  #abort(reason: ConnectionDropReason): void {
    this.#isOpen = false;
    this.#options.onAborted(reason);
    this.#socket.destroy();
  }

  /** Partial packets do not reset the idle timer. */
  #closeIfIdle(): void {
    if (this.#outstanding + this.#requests.outstandingCount > 0) this.#idleTimer.refresh();
    else void this.close();
  }
}
