import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import type { Exchange } from '../tools/accounting-packets.ts';

const identifiers = 256;
const msUntilRepeated = 1000;
const attempts = 5;
const msBetweenLooks = 100;
/** Interval of sending at an even rate. */
const msBetweenTurns = 2;

export interface Load {
  /** Port on 127.0.0.1. */
  readonly port: number;
  /** Requests that wait for an answer at a time, 256 at most. */
  readonly window: number;
  readonly exchanges: readonly Exchange[];
  /** Time after which no further request is sent; default: all are sent. */
  readonly withinMs?: number;
  /** Even rate; default: as fast as the window lets them go. */
  readonly perSecond?: number;
}

/** Result of a load. */
export interface Outcome {
  readonly seconds: number;
  /** One for each request that was answered: milliseconds from its first sending. */
  readonly latenciesMs: readonly number[];
  readonly repeated: number;
  /** Requests without a right answer after the last attempt. */
  readonly lost: number;
}

/** Sends the requests in order, each as soon as the window lets it, and waits for their outcomes. */
export async function sendRequests(load: Load): Promise<Outcome> {
  const socket = createSocket({ type: 'udp4', recvBufferSize: 4 * 1024 * 1024 });
  // Connected, so that sending looks up no address.
  socket.connect(load.port, '127.0.0.1');
  await once(socket, 'connect');
  // ICMP port unreachable: the missing answer counts.
  socket.on('error', () => undefined);
  try {
    return await new Sender(load, socket).run();
  } finally {
    socket.close();
  }
}

/** A request on its way. */
interface Sent {
  readonly exchange: Exchange;
  readonly firstAt: number;
  lastAt: number;
  attempts: number;
}

class Sender {
  readonly #load: Load;
  readonly #socket: Socket;
  /** Pending requests by identifier. */
  readonly #sent: (Sent | null)[] = Array.from({ length: identifiers }, () => null);
  readonly #latenciesMs: number[] = [];
  #next = 0;
  #began = 0;
  #sendUntil = Infinity;
  #waiting = 0;
  #repeated = 0;
  #lost = 0;
  #finish: () => void = () => undefined;

  constructor(load: Load, socket: Socket) {
    this.#load = load;
    this.#socket = socket;
  }

  async run(): Promise<Outcome> {
    const finished = new Promise<void>((resolve) => (this.#finish = resolve));
    const began = performance.now();
    this.#began = began;
    this.#sendUntil = began + (this.#load.withinMs ?? Infinity);
    this.#socket.on('message', (reply) => {
      this.#take(reply);
    });
    const looks = setInterval(() => {
      this.#repeat();
    }, msBetweenLooks);
    const turns =
      this.#load.perSecond === undefined
        ? undefined
        : setInterval(() => {
            this.#fill();
          }, msBetweenTurns);
    this.#fill();
    await finished;
    clearInterval(looks);
    clearInterval(turns);
    const seconds = (performance.now() - began) / 1000;
    return { seconds, latenciesMs: this.#latenciesMs, repeated: this.#repeated, lost: this.#lost };
  }

  #fill(): void {
    const { window, exchanges } = this.#load;
    while (this.#waiting < window && performance.now() < this.#sendUntil) {
      const exchange = exchanges[this.#next];
      // An identifier that a lost request still holds keeps the next one of that number waiting.
      if (!exchange || this.#sent[this.#next % identifiers]) break;
      if (this.#next >= this.#dueBy(performance.now())) return;
      const now = performance.now();
      this.#sent[this.#next % identifiers] = { exchange, firstAt: now, lastAt: now, attempts: 1 };
      this.#next += 1;
      this.#waiting += 1;
      this.#socket.send(exchange.request);
    }
    if (this.#waiting === 0) this.#finish();
  }

  /** @returns how many requests may have been sent at a time of `performance.now` */
  #dueBy(now: number): number {
    const { perSecond = Infinity } = this.#load;
    return ((now - this.#began) / 1000) * perSecond + 1;
  }

  /** Ignores a packet that is not the right answer to a pending request. */
  #take(reply: Buffer): void {
    const identifier = reply[1] ?? 0;
    const sent = this.#sent[identifier];
    if (!sent?.exchange.isAnsweredBy(reply)) return;
    this.#latenciesMs.push(performance.now() - sent.firstAt);
    this.#free(identifier);
    this.#fill();
  }

  #free(identifier: number): void {
    this.#sent[identifier] = null;
    this.#waiting -= 1;
  }

  #repeat(): void {
    const now = performance.now();
    for (const [identifier, sent] of this.#sent.entries()) {
      if (!sent || now - sent.lastAt < msUntilRepeated) continue;
      if (sent.attempts === attempts) {
        this.#lost += 1;
        this.#free(identifier);
      } else {
        Object.assign(sent, { lastAt: now, attempts: sent.attempts + 1 });
        this.#repeated += 1;
        this.#socket.send(sent.exchange.request);
      }
    }
    this.#fill();
  }
}
