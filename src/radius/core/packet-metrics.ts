import { Counter, Gauge, Histogram } from 'prom-client';
import type { Gateway } from '../../gateway.ts';
import { RateLimitedLog } from '../../runtime/rate-limited-log.ts';
import type { ListenerName } from './reply-table.ts';

const msBetweenLines = 10_000;
/** Clients that are counted by name; the others are counted together. */
const mostNames = 256;
const others = 'others';
const nobody = '';

/** A packet that was not answered. */
export interface DroppedPacket {
  readonly listener: ListenerName;
  /** One of a closed list: it becomes a label. */
  readonly reason: string;
  readonly source: string;
  readonly client?: string | undefined;
  readonly error?: unknown;
}

/** What became of a request, and whose it was. */
export interface RequestReplied {
  readonly type: string;
  readonly outcome: string;
  readonly client: string;
  readonly durationMs: number;
}

/** What is under way at a door, or remembered of it. */
export interface HandlerLoad {
  readonly inFlight: number;
  readonly cachedRequests: number;
}

/** Counts what passes the doors, and tells of what was dropped: of each reason one line in ten seconds at most. */
export class PacketMetrics {
  readonly #gateway: Gateway;
  readonly #packets: Counter<'port' | 'client' | 'type' | 'outcome'>;
  readonly #drops: Counter<'port' | 'client' | 'reason'>;
  readonly #seconds: Histogram<'port'>;
  readonly #depths = new Map<ListenerName, () => HandlerLoad>();
  readonly #names = new Set<string>();
  readonly #lines = new RateLimitedLog(msBetweenLines);

  constructor(gateway: Gateway) {
    const registers = [gateway.metrics];
    this.#gateway = gateway;
    this.#packets = new Counter({
      name: 'gatehouse_radius_packets_total',
      help: 'RADIUS requests that were answered, by what became of them',
      labelNames: ['port', 'client', 'type', 'outcome'],
      registers,
    });
    this.#drops = new Counter({
      name: 'gatehouse_radius_drops_total',
      help: 'RADIUS packets that were not answered and connections that were refused, by reason',
      labelNames: ['port', 'client', 'reason'],
      registers,
    });
    this.#seconds = new Histogram({
      name: 'gatehouse_radius_answer_seconds',
      help: 'time from a RADIUS request to its first answer',
      labelNames: ['port'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers,
    });
    this.#gauge(
      'gatehouse_radius_in_flight',
      'RADIUS requests that are being worked on',
      ({ inFlight }) => inFlight,
    );
    this.#gauge(
      'gatehouse_radius_remembered',
      'RADIUS requests that would be known again',
      ({ cachedRequests }) => cachedRequests,
    );
  }

  /** Has a door's depth shown, whenever somebody asks. */
  reportLoad(door: ListenerName, depth: () => HandlerLoad): void {
    this.#depths.set(door, depth);
  }

  countReply(door: ListenerName, { type, outcome, client, durationMs }: RequestReplied): void {
    this.#packets.inc({ port: door, client: this.#nameOf(client), type, outcome });
    this.#seconds.observe({ port: door }, durationMs / 1000);
  }

  countDuplicate(
    door: ListenerName,
    { type, client }: Pick<RequestReplied, 'type' | 'client'>,
  ): void {
    this.#packets.inc({ port: door, client: this.#nameOf(client), type, outcome: 'duplicate' });
  }

  recordDrop({ listener, reason, source, client, error }: DroppedPacket): void {
    this.#drops.inc({
      port: listener,
      client: client === undefined ? nobody : this.#nameOf(client),
      reason,
    });
    this.#lines.write(reason, (unsaid) => {
      this.#gateway.log.warn(
        { port: listener, reason, source, client, unsaid, err: error },
        'RADIUS packet dropped',
      );
    });
  }

  #gauge(name: string, help: string, valueOf: (depth: HandlerLoad) => number): void {
    const depths = this.#depths;
    new Gauge({
      ...{ name, help, labelNames: ['port'], registers: [this.#gateway.metrics] },
      collect() {
        for (const [port, depth] of depths) this.set({ port }, valueOf(depth()));
      },
    });
  }

  /** A client by name, as long as there are not so many that a label for each would be a burden. */
  #nameOf(client: string): string {
    if (this.#names.has(client)) return client;
    if (this.#names.size >= mostNames) return others;
    this.#names.add(client);
    return client;
  }
}
