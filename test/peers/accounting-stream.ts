import { createHash } from 'node:crypto';
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import radius from 'radius';

const inFlight = 32;

export interface To {
  readonly port: number;
  readonly secret: string;
  /** Prefix of the session ids. */
  readonly name: string;
  /** Source address; default: 127.0.0.1. */
  readonly from?: string;
  /** Sends a packet each time this has passed, and with the current time, instead of after each answer. */
  readonly everyMs?: number;
}

interface Sent {
  readonly session: string;
  readonly octets: number;
  readonly authenticator: Buffer;
}

/** Sends Starts and Interim-Updates of new sessions, a fixed number at a time, until it is stopped. */
export class AccountingStream {
  readonly #to: To;
  readonly #answered: Map<string, number>;
  readonly #socket: Socket = createSocket('udp4');
  readonly #waiting = new Map<number, Sent>();
  /** Milliseconds since 1970; each packet of a session is a second later than the one before. */
  readonly #firstEvent: number;
  #sent = 0;
  #stopped = false;
  answers = 0;

  /** @param answered  session id -> octets of its newest packet that was answered; added to */
  constructor(to: To, answered: Map<string, number>) {
    this.#to = to;
    this.#answered = answered;
    this.#firstEvent = to.everyMs === undefined ? 1_700_000_000_000 : Date.now();
  }

  async run(): Promise<void> {
    const { everyMs } = this.#to;
    this.#socket.bind(0, this.#to.from ?? '127.0.0.1');
    await once(this.#socket, 'listening');
    this.#socket.on('message', (reply) => {
      this.#take(reply);
      if (!this.#stopped && everyMs === undefined) this.#send();
    });
    this.#socket.on('error', () => undefined);
    if (everyMs === undefined) for (let count = 0; count < inFlight; count += 1) this.#send();
    while (!this.#stopped) {
      await sleep(everyMs ?? 5);
      if (everyMs !== undefined) this.#send();
    }
    await sleep(20); // for answers that were sent before the gateway was killed
    this.#socket.close();
  }

  stop(): void {
    this.#stopped = true;
  }

  /** Every third packet of a session is its first; the others raise its octets. */
  #send(): void {
    const number = this.#sent++;
    const session = `${this.#to.name}-${Math.floor(number / 3)}`;
    const octets = (number % 3) * 1000;
    const identifier = number % 256;
    const packet = radius.encode({
      code: 'Accounting-Request',
      secret: this.#to.secret,
      identifier,
      attributes: [
        ['Acct-Status-Type', octets === 0 ? 'Start' : 'Interim-Update'],
        ['Acct-Session-Id', session],
        ['User-Name', 'alice'],
        ['NAS-IP-Address', '192.0.2.10'],
        ['Acct-Session-Time', octets / 100],
        ['Acct-Input-Octets', octets],
        ['Event-Timestamp', new Date(this.#firstEvent + octets)],
      ],
    });
    this.#waiting.set(identifier, {
      session,
      octets,
      authenticator: Buffer.from(packet.subarray(4, 20)),
    });
    this.#socket.send(packet, this.#to.port, '127.0.0.1');
  }

  /** Counts only answers with the right Response Authenticator (RFC 2866 section 3). */
  #take(reply: Buffer): void {
    const identifier = reply.readUInt8(1);
    const sent = this.#waiting.get(identifier);
    if (!sent) return;
    const signed = Buffer.concat([
      reply.subarray(0, 4),
      sent.authenticator,
      reply.subarray(20),
      Buffer.from(this.#to.secret),
    ]);
    if (!createHash('md5').update(signed).digest().equals(reply.subarray(4, 20))) return;
    this.#waiting.delete(identifier);
    this.answers += 1;
    this.#answered.set(sent.session, Math.max(this.#answered.get(sent.session) ?? 0, sent.octets));
  }
}
