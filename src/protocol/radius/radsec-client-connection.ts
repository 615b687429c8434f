import type { TLSSocket } from 'node:tls';
import { Fault } from '../../errors.ts';
import type { Secret } from '../../secret.ts';
import { checkReplyMessageAuthenticator } from './authenticator.ts';
import { packetCode, headerOctets, readPacket, type Packet } from './packet.ts';
import { PacketStream } from './packet-stream.ts';
import { isReplyAuthentic } from './reply-verifier.ts';
import { encodeRequest } from './request-encoder.ts';
import type { VerifiedReply, OutboundRequest } from './server-transport.ts';

const identifiers = 256;
/** Kept for Status-Server, so that the other side can be asked whether it lives however much is outstanding. */
const ofStatusServer = 0;
/** Requests that nobody waits for any more, but whose answers may still come: their identifiers are not free. */
const mostAbandoned = 128;

/** What answers a request; anything else is not for it. */
const answersTo: Readonly<Record<number, readonly number[]>> = {
  [packetCode.accessRequest]: [
    packetCode.accessAccept,
    packetCode.accessReject,
    packetCode.accessChallenge,
  ],
  [packetCode.accountingRequest]: [packetCode.accountingResponse],
  [packetCode.statusServer]: [packetCode.accessAccept, packetCode.accountingResponse],
};

interface Outstanding {
  readonly request: Buffer;
  readonly give: (answer: VerifiedReply | null) => void;
}

interface Options {
  readonly secret: Secret;
  /** How long the other side may be silent before it is asked whether it lives, and again until it is given up. */
  readonly watchdogIntervalMs: number;
  /** Told once, when the connection has ended. */
  readonly onEnded: (link: RadsecClientConnection) => void;
}

/**
 * One connection to another server, and the requests that have gone out by it. It ends where the other side ends it, has
 * been silent for too long, or says what is not authentic.
 *
 * @see RFC 6613 section 2.6, RFC 3539 section 3.4
 */
export class RadsecClientConnection {
  readonly #socket: TLSSocket;
  readonly #options: Options;
  readonly #stream = new PacketStream();
  readonly #watchdog: NodeJS.Timeout;
  /** Not in use, the one that has rested longest first. */
  readonly #free = Array.from({ length: identifiers - 1 }, (_, index) => index + 1);
  /** By identifier; null: nobody waits for the answer any more. */
  readonly #outstanding = new Map<number, Outstanding | null>();
  #abandoned = 0;
  #hasAnswered = false;
  #hasEnded = false;

  constructor(socket: TLSSocket, options: Options) {
    this.#socket = socket;
    this.#options = options;
    this.#watchdog = setInterval(() => {
      this.#watch();
    }, options.watchdogIntervalMs).unref();
    socket.on('data', (octets: Buffer) => {
      this.#receive(octets);
    });
    // What went wrong is known by the end that follows.
    socket.on('error', () => undefined);
    socket.once('end', () => socket.destroy());
    socket.once('close', () => {
      this.#end();
    });
    if (socket.destroyed) this.#end();
  }

  /** Whether the other side has ever said something authentic. */
  get hasReplied(): boolean {
    return this.#hasAnswered;
  }

  /**
   * @returns the answer; null where none comes in time, or the connection ends before
   * @throws Fault `overloaded` as many requests are outstanding as there can be; the reason of the signal
   */
  async sendRequest(question: OutboundRequest, patienceMs: number): Promise<VerifiedReply | null> {
    const identifier = this.#take(question.code);
    const request = this.#encoded(question, identifier);
    const { signal } = question;
    const answer = await new Promise<VerifiedReply | null>((resolve) => {
      const give = (given: VerifiedReply | null) => {
        clearTimeout(timer);
        signal.removeEventListener('abort', abandon);
        resolve(given);
      };
      const abandon = () => {
        this.#abandon(identifier);
        give(null);
      };
      const timer = setTimeout(abandon, patienceMs);
      signal.addEventListener('abort', abandon, { once: true });
      this.#send(identifier, { request, give });
    });
    signal.throwIfAborted();
    return answer;
  }

  close(): void {
    this.#socket.destroy();
    this.#end();
  }

  #take(type: number): number {
    const isKept = type === packetCode.statusServer && !this.#outstanding.has(ofStatusServer);
    const identifier = isKept ? ofStatusServer : this.#free.shift();
    if (identifier === undefined)
      throw new Fault('overloaded', `${identifiers - 1} RADIUS requests are outstanding`);
    return identifier;
  }

  #release(identifier: number): void {
    if (this.#outstanding.get(identifier) === null) this.#abandoned -= 1;
    this.#outstanding.delete(identifier);
    if (identifier !== ofStatusServer) this.#free.push(identifier);
  }

  #encoded(question: OutboundRequest, identifier: number): Buffer {
    try {
      return encodeRequest(question, { identifier, secret: this.#options.secret });
    } catch (error) {
      this.#release(identifier);
      throw error;
    }
  }

  #send(identifier: number, outstanding: Outstanding): void {
    if (this.#socket.destroyed) {
      outstanding.give(null);
      return;
    }
    this.#outstanding.set(identifier, outstanding);
    this.#socket.write(outstanding.request);
  }

  #abandon(identifier: number): void {
    if (!this.#outstanding.has(identifier)) return;
    this.#outstanding.set(identifier, null);
    this.#abandoned += 1;
    if (this.#abandoned >= mostAbandoned) this.close();
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
    // A packet with many attributes ends where it should; the others make what follows worth nothing.
    else if (packet !== 'too_many_attributes') this.close();
  }

  /** What was not asked for is dropped; what says that it was, and can not prove it, ends the connection. */
  #match(packet: Packet): void {
    const { identifier } = packet;
    const outstanding = this.#outstanding.get(identifier);
    if (outstanding === null) {
      this.#release(identifier);
      return;
    }
    if (!outstanding || !answersTo[outstanding.request.readUInt8(0)]?.includes(packet.code)) return;
    const asked = outstanding.request.subarray(4, headerOctets);
    const { secret } = this.#options;
    if (
      !isReplyAuthentic(packet, asked, secret) ||
      checkReplyMessageAuthenticator(packet, asked, secret) === 'wrong'
    ) {
      this.close();
      return;
    }
    this.#hasAnswered = true;
    this.#watchdog.refresh();
    this.#release(identifier);
    outstanding.give({ packet, requestAuthenticator: asked });
  }

  /** Whoever does not even answer this is not there any more. */
  #watch(): void {
    if (this.#outstanding.has(ofStatusServer)) {
      this.close();
      return;
    }
    const none = { code: packetCode.statusServer, encodeAttributes: () => Buffer.alloc(0) };
    const request = encodeRequest(none, {
      identifier: ofStatusServer,
      secret: this.#options.secret,
    });
    this.#send(ofStatusServer, { request, give: () => undefined });
  }

  #end(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    clearInterval(this.#watchdog);
    const waiting = [...this.#outstanding.values()];
    this.#outstanding.clear();
    for (const outstanding of waiting) outstanding?.give(null);
    this.#options.onEnded(this);
  }
}
