import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { signedPacket, type Attribute } from '../packets.ts';
import { createHash } from 'node:crypto';

const msBetweenTries = 500;
const msOfPatience = 60_000;

interface Waiting {
  readonly octets: Buffer;
  readonly answered: () => void;
}

/** A NAS that repeats each packet, octet for octet, until it is answered; many at a time. */
export class AccountingSource {
  readonly #socket: Socket = createSocket('udp4');
  readonly #to: { readonly port: number; readonly secret: string };
  readonly #waiting = new Map<number, Waiting>();
  #identifier = 0;

  private constructor(to: { readonly port: number; readonly secret: string }) {
    this.#to = to;
    this.#socket
      .on('error', () => undefined)
      .on('message', (reply: Buffer) => {
        this.#take(reply);
      });
  }

  static async open(to: {
    readonly port: number;
    readonly secret: string;
  }): Promise<AccountingSource> {
    const source = new AccountingSource(to);
    source.#socket.bind(0, '127.0.0.1');
    await once(source.#socket, 'listening');
    return source;
  }

  /** Resolves when the packet has been answered. */
  async send(attributes: readonly Attribute[]): Promise<void> {
    const identifier = this.#free();
    const octets = signedPacket(this.#to.secret, { code: 4, identifier, attributes });
    const answered = new Promise<void>((resolve) =>
      this.#waiting.set(identifier, { octets, answered: resolve }),
    );
    const send = () => {
      this.#socket.send(octets, this.#to.port, '127.0.0.1', () => undefined);
    };
    const again = setInterval(send, msBetweenTries);
    send();
    const tooLong = setTimeout(() => {
      clearInterval(again);
    }, msOfPatience);
    await answered;
    clearTimeout(tooLong);
    clearInterval(again);
  }

  async close(): Promise<void> {
    const closed = once(this.#socket, 'close');
    this.#socket.close();
    await closed;
  }

  #free(): number {
    for (let tries = 0; tries < 256; tries += 1) {
      this.#identifier = (this.#identifier + 1) % 256;
      if (!this.#waiting.has(this.#identifier)) return this.#identifier;
    }
    throw new Error('256 packets are waiting for an answer');
  }

  /** Takes only what carries the right Response Authenticator (RFC 2866 section 3). */
  #take(reply: Buffer): void {
    const identifier = reply.readUInt8(1);
    const waiting = this.#waiting.get(identifier);
    if (!waiting) return;
    const signed = Buffer.concat([
      reply.subarray(0, 4),
      waiting.octets.subarray(4, 20),
      reply.subarray(20),
    ]);
    const digest = createHash('md5').update(signed).update(this.#to.secret).digest();
    if (!digest.equals(reply.subarray(4, 20))) return;
    this.#waiting.delete(identifier);
    waiting.answered();
  }
}

interface Session {
  readonly id: string;
  readonly username: string;
  /** Interim-Updates between its Start and its Stop. */
  readonly interims: number;
  readonly msBetween?: number;
}

/** Sends a whole session, each packet after the one before was answered. @returns what was answered, as `wordsOf` says it */
export async function sendSession(
  source: Pick<AccountingSource, 'send'>,
  session: Session,
): Promise<readonly string[]> {
  const sent: string[] = [];
  for (let step = 0; step <= session.interims + 1; step += 1) {
    const status = step === 0 ? 1 : step > session.interims ? 2 : 3;
    await source.send([
      [40, status] as const,
      [44, session.id] as const,
      [1, session.username] as const,
      [4, Buffer.from([192, 0, 2, 7])] as const,
      [46, step * 60] as const,
      [42, step * 1000] as const,
    ]);
    sent.push(`${names.get(status) ?? ''} ${step * 60}`);
    if (session.msBetween !== undefined)
      await new Promise((resolve) => setTimeout(resolve, session.msBetween));
  }
  return sent;
}

const names = new Map([
  [1, 'Start'],
  [2, 'Stop'],
  [3, 'Interim-Update'],
]);

type Detail = ReadonlyMap<string, readonly string[]>;

/** Returns what a server received of a session, in order; what was repeated at once counts once. */
export function receivedOf(details: readonly Detail[], session: string): readonly string[] {
  const received = details
    .filter((detail) => detail.get('Acct-Session-Id')?.[0] === session)
    .map(wordsOf);
  return received.filter((words, position) => words !== received[position - 1]);
}

function wordsOf(detail: Detail): string {
  return `${detail.get('Acct-Status-Type')?.[0] ?? ''} ${detail.get('Acct-Session-Time')?.[0] ?? ''}`;
}
