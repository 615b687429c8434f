import type { TLSSocket } from 'node:tls';
import type { DynamicOutcome } from '../../protocol/radius/dynamic-authorization.ts';
import { maxPacketOctets } from '../../protocol/radius/packet.ts';
import { PacketStream } from '../../protocol/radius/packet-stream.ts';
import {
  ReverseCoaClient,
  type ReverseCoaRequest,
} from '../../protocol/radius/reverse-coa-client.ts';
import type { ReceivedPacket, Peer } from '../core/received-packet.ts';

/** Identifiers that a packet can have: more requests can not be told apart (RFC 6613 section 2.6.5). */
const mostOutstanding = 256;
/** Answers that a client leaves unread: as many as can be outstanding, of the largest size. */
const mostUnread = mostOutstanding * maxPacketOctets;
const msToEnd = 1_000;

/**
 * Why a packet is dropped, where nothing that follows it on the connection can be trusted. What is merely not for us is
 * dropped, and the connection stays.
 *
 * @see RFC 6613 section 2.6.4
 */
const closing: ReadonlySet<string | null> = new Set([
  ...['unknown_client', 'length', 'attribute_length', 'authenticator', 'message_authenticator'],
]);

interface Options {
  readonly peer: Peer;
  readonly idleTimeoutMs: number;
  readonly receive: (arrival: ReceivedPacket) => Promise<string | null>;
  /** Told why, where nothing more is to be said to the client: it does not read, or an answer is not its own. */
  readonly onAborted: (reason: string) => void;
}

/** A client over TLS, from its handshake to its end: it asks us, and is asked for CoA and Disconnect. */
export class RadsecServerConnection {
  readonly #socket: TLSSocket;
  readonly #options: Options;
  readonly #stream = new PacketStream();
  readonly #requests: ReverseCoaClient;
  readonly #idle: NodeJS.Timeout;
  #outstanding = 0;
  #isOpen = true;

  constructor(socket: TLSSocket, options: Options) {
    this.#socket = socket;
    this.#options = options;
    this.#requests = new ReverseCoaClient((request) => {
      this.#send(request);
    });
    this.#idle = setTimeout(() => {
      this.#tire();
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
      clearTimeout(this.#idle);
    });
  }

  get peer(): Peer {
    return this.#options.peer;
  }

  /** Whether anything that comes would still be read. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Asks the client to end or change a session. Outcomes and faults are those of `ReverseRequests`. */
  sendRequest(question: ReverseCoaRequest): Promise<DynamicOutcome> {
    return this.#requests.sendRequest(question);
  }

  /** Reads nothing more, and ends the connection when what has been written has gone out. */
  async close(): Promise<void> {
    this.#isOpen = false;
    this.#requests.cancelOutstanding();
    if (this.#socket.destroyed) return;
    const closed = new Promise((resolve) => this.#socket.once('close', resolve));
    const patience = setTimeout(() => this.#socket.destroy(), msToEnd);
    this.#socket.end();
    // Read on, or the other side's end would never be seen; what comes is for nobody.
    this.#socket.resume();
    await closed;
    clearTimeout(patience);
  }

  /** Takes packets as long as there is room for more; who has as many outstanding as can be must wait. */
  #read(): void {
    while (this.#isOpen && this.#outstanding < mostOutstanding) {
      const octets = this.#stream.next();
      if (!octets) break;
      if (this.#requests.isExpectedReply(octets)) this.#answer(octets);
      else void this.#serve(octets);
    }
    if (!this.#isOpen) return;
    if (this.#outstanding < mostOutstanding) this.#socket.resume();
    else this.#socket.pause();
  }

  #answer(octets: Buffer): void {
    this.#idle.refresh();
    const why = this.#requests.receiveReply(octets);
    // What is no answer at all is dropped like anything else that is none.
    if (why === 'malformed' || why === 'code') void this.#serve(octets);
    else if (why !== null) this.#cutOff(why);
  }

  async #serve(octets: Buffer): Promise<void> {
    this.#outstanding += 1;
    this.#idle.refresh();
    const { peer, receive } = this.#options;
    const send = (reply: Buffer) => {
      this.#send(reply);
    };
    const reason = await receive({ octets, peer: peer, localEndpoint: null, send });
    this.#outstanding -= 1;
    if (!this.#isOpen) return;
    if (closing.has(reason)) await this.close();
    else this.#read();
  }

  #send(packet: Buffer): void {
    if (!this.#isOpen) return;
    this.#socket.write(packet);
    if (this.#socket.writableLength > mostUnread) this.#cutOff('not_reading');
  }

  #cutOff(reason: string): void {
    this.#isOpen = false;
    this.#options.onAborted(reason);
    this.#socket.destroy();
  }

  /** Half a packet is none: whoever stops within one is as silent as who sends nothing. */
  #tire(): void {
    if (this.#outstanding + this.#requests.outstandingCount > 0) this.#idle.refresh();
    else void this.close();
  }
}
