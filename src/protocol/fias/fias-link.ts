import { connect, type Socket } from 'node:net';
import { Fault } from '../../contract/errors.ts';
import type { Clock, Timer } from '../../runtime/clock.ts';
import { encodeFiasRecord, FiasReader, type FiasEncoding, type FiasRecord } from './fias-record.ts';

/** A hotel system, and how it is spoken to. */
export interface FiasServer {
  /** IP address. */
  readonly address: string;
  readonly port: number;
  readonly encoding: FiasEncoding;
}

export interface FiasEvents {
  /** The hotel system has accepted the description of the link. */
  readonly onAlive: () => void;
  /**
   * Handles the records that arrived together, but those of the link itself. The connection is not read until it resolves;
   * a rejection closes it.
   */
  readonly onRecords: (records: readonly FiasRecord[]) => Promise<void>;
  /** The connection has ended, called once. */
  readonly onEnd: (reason: string) => void;
}

export interface FiasOptions {
  readonly clock: Pick<Clock, 'setTimer' | 'monotonicMs'>;
  /** Returns the fields with the local date and time. */
  readonly stamp: () => Readonly<Record<string, string>>;
  /** True: charges are posted, which the link has to describe. */
  readonly posts: boolean;
}

const connectMs = 10_000;
/** The hotel system asks its operator for nothing: a link that is not alive by then will not be. */
const aliveWithinMs = 60_000;
/** A silent link is asked whether it is alive, and given up after three such intervals. */
const idleMs = 30_000;
const silentMs = 3 * idleMs;
/** An answer to an answer is none. */
const answerOnceMs = 1_000;
/** A hotel system repeats its Link Start until it is answered. */
const describeOnceMs = 2_000;

const linkRecords: readonly string[] = ['LS', 'LD', 'LR', 'LA', 'LE'];

/** Fields of the records that are asked for. */
const guestFields = 'RNG#GSGNGFGLGAGDNP';
const subscriptions: readonly (readonly [string, string])[] = [
  ['GI', `${guestFields}SF`],
  ['GO', 'RNG#GSSF'],
  ['GC', `${guestFields}RO`],
  ['NS', 'DATI'],
  ['NE', 'DATI'],
];
const postingSubscriptions: readonly (readonly [string, string])[] = [
  ['PS', 'RNG#PTTACTP#DATI'],
  ['PA', 'RNASP#CTDATI'],
];

/**
 * A connection to a hotel system. The gateway connects, as the interface wants it of vendors: Link Start (LS) of either side, the
 * description of the link (LD) and its records (LR), and Link Alive (LA), which is repeated while there is nothing else.
 */
export class FiasLink {
  readonly #server: FiasServer;
  readonly #events: FiasEvents;
  readonly #options: FiasOptions;
  readonly #socket: Socket;
  readonly #reader: FiasReader;
  readonly #timers: Partial<Record<'connect' | 'alive' | 'idle', Timer>> = {};
  #isAlive = false;
  #hasEnded = false;
  #heardAt: number;
  #describedAt = -Infinity;
  #aliveSentAt = -Infinity;

  private constructor(server: FiasServer, events: FiasEvents, options: FiasOptions) {
    this.#server = server;
    this.#events = events;
    this.#options = options;
    this.#reader = new FiasReader(server.encoding);
    this.#heardAt = options.clock.monotonicMs();
    const { address: host, port } = server;
    this.#socket = connect({ host, port, keepAlive: true, noDelay: true });
  }

  /** Opens a connection; its events tell how it goes. */
  static open(server: FiasServer, events: FiasEvents, options: FiasOptions): FiasLink {
    const link = new FiasLink(server, events, options);
    link.#start();
    return link;
  }

  get isAlive(): boolean {
    return this.#isAlive && !this.#hasEnded;
  }

  /** Returns the fields with the local date and time. */
  stamp(): Readonly<Record<string, string>> {
    return this.#options.stamp();
  }

  /** Sends a record. @throws Fault `unreachable` if the link is not alive */
  send(record: FiasRecord): void {
    if (!this.isAlive) throw new Fault('unreachable', 'the link to the hotel system is not alive');
    this.#write(record);
  }

  /** Ends the link (LE) and closes the connection. */
  close(): void {
    if (this.#hasEnded) return;
    if (this.#isAlive) this.#write({ id: 'LE', fields: this.#options.stamp() });
    this.#end('closed');
  }

  #start(): void {
    const { clock } = this.#options;
    this.#timers.connect = clock.setTimer(connectMs, () => {
      this.#end(`no connection within ${connectMs / 1000} s`);
    });
    this.#timers.alive = clock.setTimer(aliveWithinMs, () => {
      this.#end(`the hotel system has not confirmed the link within ${aliveWithinMs / 1000} s`);
    });
    this.#socket
      .once('connect', () => {
        this.#timers.connect?.cancel();
        this.#write({ id: 'LS', fields: this.#options.stamp() });
        this.#watchIdle();
      })
      .on('data', (octets) => {
        this.#receive(octets).catch((error: unknown) => {
          this.#end(error instanceof Error ? error.message : String(error));
        });
      })
      .once('error', ({ message }) => {
        this.#end(message);
      })
      .once('close', () => {
        this.#end('the hotel system has closed the connection');
      });
  }

  async #receive(octets: Buffer): Promise<void> {
    this.#heardAt = this.#options.clock.monotonicMs();
    const records = this.#reader.read(octets);
    for (const { id } of records)
      if (id === 'LS') this.#describe();
      else if (id === 'LA') this.#confirm();
    const others = records.filter(({ id }) => !linkRecords.includes(id));
    if (others.length > 0) await this.#handOver(others);
    if (records.some(({ id }) => id === 'LE')) this.#end('the hotel system has ended the link');
  }

  /** The connection is not read meanwhile, so that a slow store slows the hotel system down. */
  async #handOver(records: readonly FiasRecord[]): Promise<void> {
    if (this.#hasEnded) return;
    this.#socket.pause();
    await this.#events.onRecords(records);
    // On a connection that has ended meanwhile it does nothing.
    this.#socket.resume();
  }

  #describe(): void {
    const now = this.#options.clock.monotonicMs();
    if (now - this.#describedAt < describeOnceMs) return;
    this.#describedAt = now;
    const { posts, stamp } = this.#options;
    this.#write({ id: 'LD', fields: { ...stamp(), 'V#': '1.0', IF: 'WW' } });
    for (const [RI, FL] of [...subscriptions, ...(posts ? postingSubscriptions : [])])
      this.#write({ id: 'LR', fields: { RI, FL } });
    this.#sendAlive();
  }

  #confirm(): void {
    const now = this.#options.clock.monotonicMs();
    if (!this.#isAlive && this.#describedAt > -Infinity) {
      this.#isAlive = true;
      this.#timers.alive?.cancel();
      this.#events.onAlive();
      return;
    }
    if (now - this.#aliveSentAt > answerOnceMs) this.#sendAlive();
  }

  #sendAlive(): void {
    this.#aliveSentAt = this.#options.clock.monotonicMs();
    this.#write({ id: 'LA', fields: this.#options.stamp() });
  }

  #watchIdle(): void {
    this.#timers.idle = this.#options.clock.setTimer(idleMs, () => {
      const silence = this.#options.clock.monotonicMs() - this.#heardAt;
      if (silence >= silentMs) {
        this.#end(`the hotel system was silent for ${silentMs / 1000} s`);
        return;
      }
      if (this.#isAlive && silence >= idleMs) this.#sendAlive();
      this.#watchIdle();
    });
  }

  #write(record: FiasRecord): void {
    this.#socket.write(encodeFiasRecord(record, this.#server.encoding));
  }

  #end(reason: string): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    for (const timer of Object.values(this.#timers)) timer.cancel();
    // What was written before is sent; what arrives is not read.
    this.#socket.end();
    this.#socket.destroySoon();
    this.#events.onEnd(reason);
  }
}
