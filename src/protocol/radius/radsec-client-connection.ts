import type { TLSSocket } from 'node:tls';
import { Fault } from '../../contract/errors.ts';
import type { Secret } from '../../contract/secret.ts';
import { identifierCount, IdentifierPool } from './identifier-pool.ts';
import { authenticatorOf, packetCode, readPacket, type Packet } from './packet.ts';
import { PacketStream } from './packet-stream.ts';
import { PendingReply } from './pending-reply.ts';
import { verifyReply } from './reply-verifier.ts';
import { encodeRequest, replyCodesOf, statusServerRequest } from './request-encoder.ts';
import type { VerifiedReply, OutboundRequest } from './server-transport.ts';

/** Reserved for Status-Server, so that the watchdog works however many requests are pending. */
const statusServerIdentifier = 0;
/** Requests that ended without reply keep their identifier, because the reply may still arrive. */
const maxAbandoned = 128;

interface PendingRequest {
  readonly request: Buffer;
  readonly reply: PendingReply<VerifiedReply>;
}

interface RadsecClientOptions {
  readonly secret: Secret;
  /** Silence after which a Status-Server is sent, and after as much again the connection is closed. */
  readonly watchdogIntervalMs: number;
  /** Called once, when the connection has ended. */
  readonly onEnded: (connection: RadsecClientConnection) => void;
}

/**
 * One RadSec connection to a home server, and its pending requests. It ends if the server closes it, is silent for too
 * long, or sends a reply that fails verification.
 *
 * @see RFC 6613 section 2.6, RFC 3539 section 3.4
 */
export class RadsecClientConnection {
  readonly #socket: TLSSocket;
  readonly #options: RadsecClientOptions;
  readonly #stream = new PacketStream();
  readonly #watchdog: NodeJS.Timeout;
  readonly #identifiers = new IdentifierPool({ first: statusServerIdentifier + 1 });
  /** Pending requests by identifier; null: the request was abandoned, its reply may still arrive. */
  readonly #pending = new Map<number, PendingRequest | null>();
  #abandonedCount = 0;
  #hasReplied = false;
  #hasEnded = false;

  constructor(socket: TLSSocket, options: RadsecClientOptions) {
    this.#socket = socket;
    this.#options = options;
    this.#watchdog = setInterval(() => {
      this.#checkAlive();
    }, options.watchdogIntervalMs).unref();
    socket.on('data', (octets: Buffer) => {
      this.#receive(octets);
    });
    // An error is followed by 'close', which is handled.
    socket.on('error', () => undefined);
    socket.once('end', () => socket.destroy());
    socket.once('close', () => {
      this.#end();
    });
    if (socket.destroyed) this.#end();
  }

  /** True if the server has sent a verified reply on this connection. */
  get hasReplied(): boolean {
    return this.#hasReplied;
  }

  /**
   * Sends a request and waits for its reply.
   *
   * @returns the reply; null if the time passes or the connection ends before it
   * @throws Fault `overloaded` all identifiers are in use; the reason of the signal
   */
  async sendRequest(outbound: OutboundRequest, timeoutMs: number): Promise<VerifiedReply | null> {
    const identifier = this.#takeIdentifier(outbound.code);
    const request = this.#encode(outbound, identifier);
    const reply = new PendingReply<VerifiedReply>();
    this.#send(identifier, { request, reply });
    try {
      return await reply.wait(timeoutMs, outbound.signal);
    } finally {
      if (!reply.isSettled) this.#abandon(identifier);
    }
  }

  close(): void {
    this.#socket.destroy();
    this.#end();
  }

  #takeIdentifier(code: number): number {
    const isReserved =
      code === packetCode.statusServer && !this.#pending.has(statusServerIdentifier);
    const identifier = isReserved ? statusServerIdentifier : this.#identifiers.take();
    if (identifier === undefined)
      throw new Fault('overloaded', `${identifierCount - 1} RADIUS requests are pending`);
    return identifier;
  }

  #release(identifier: number): void {
    if (this.#pending.get(identifier) === null) this.#abandonedCount -= 1;
    this.#pending.delete(identifier);
    if (identifier !== statusServerIdentifier) this.#identifiers.release(identifier);
  }

  #encode(outbound: OutboundRequest, identifier: number): Buffer {
    try {
      return encodeRequest(outbound, { identifier, secret: this.#options.secret });
    } catch (error) {
      this.#release(identifier);
      throw error;
    }
  }

  #send(identifier: number, pending: PendingRequest): void {
    if (this.#socket.destroyed) {
      pending.reply.settle(null);
      return;
    }
    this.#pending.set(identifier, pending);
    this.#socket.write(pending.request);
  }

  #abandon(identifier: number): void {
    if (!this.#pending.has(identifier)) return;
    this.#pending.set(identifier, null);
    this.#abandonedCount += 1;
    if (this.#abandonedCount >= maxAbandoned) this.close();
  }

  #receive(octets: Buffer): void {
    this.#stream.push(octets);
    for (
      let packet = this.#stream.next();
      packet && !this.#socket.destroyed;
      packet = this.#stream.next()
    )
      this.#read(packet);
  }

  #read(octets: Buffer): void {
    const packet = readPacket(octets);
    if (typeof packet !== 'string') this.#match(packet);
    // The length of a packet with too many attributes is right; after other errors the stream cannot be parsed further.
    else if (packet !== 'too_many_attributes') this.close();
  }

  /**
   * Settles the pending request that a packet is the reply to. Unsolicited packets are dropped; a reply that fails
   * verification ends the connection.
   */
  #match(packet: Packet): void {
    const { identifier } = packet;
    const pending = this.#pending.get(identifier);
    if (pending === null) {
      this.#release(identifier);
      return;
    }
    if (!pending) return;
    const { request } = pending;
    const dropReason = verifyReply(packet, {
      request,
      secret: this.#options.secret,
      codes: replyCodesOf(request.readUInt8(0)),
      requiresMessageAuthenticator: false,
    });
    if (dropReason === 'code') return;
    if (dropReason !== null) {
      this.close();
      return;
    }
    this.#hasReplied = true;
    this.#watchdog.refresh();
    this.#release(identifier);
    pending.reply.settle({ packet, requestAuthenticator: authenticatorOf({ octets: request }) });
  }

  /** Sends a Status-Server; closes the connection if the one before has no reply yet. */
  #checkAlive(): void {
    if (this.#pending.has(statusServerIdentifier)) {
      this.close();
      return;
    }
    const request = encodeRequest(statusServerRequest, {
      identifier: statusServerIdentifier,
      secret: this.#options.secret,
    });
    this.#send(statusServerIdentifier, { request, reply: new PendingReply() });
  }

  #end(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    clearInterval(this.#watchdog);
    const unanswered = [...this.#pending.values()];
    this.#pending.clear();
    for (const pending of unanswered) pending?.reply.settle(null);
    this.#options.onEnded(this);
  }
}
