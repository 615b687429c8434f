import { Counter, Gauge, Histogram } from 'prom-client';
import type { Gateway } from '../../gateway/gateway.ts';
import { RateLimitedLog } from '../../runtime/rate-limited-log.ts';
import type { DropReason } from './drop-reason.ts';
import type { ListenerName } from './reply-table.ts';

const logIntervalMs = 10_000;
/** Clients that have a label of their own; all others share one. */
const maxClientLabels = 256;
const otherClients = 'others';
const unknownClient = '';

/** A packet that was not answered, or a connection that was refused. */
export interface DroppedPacket {
  readonly listener: ListenerName;
  readonly reason: DropReason;
  readonly source: string;
  readonly client?: string | undefined;
  readonly error?: unknown;
}

/** A request that was answered. */
export interface RequestReplied {
  readonly type: string;
  readonly outcome: string;
  readonly client: string;
  readonly durationMs: number;
}

/** The requests that a listener serves, and the requests that it caches. */
export interface HandlerLoad {
  readonly inFlight: number;
  readonly cachedRequests: number;
}

/** Counts answered and dropped packets; logs each drop reason at most once in ten seconds. */
export class PacketMetrics {
  readonly #gateway: Gateway;
  readonly #packets: Counter<'port' | 'client' | 'type' | 'outcome'>;
  readonly #drops: Counter<'port' | 'client' | 'reason'>;
  readonly #seconds: Histogram<'port'>;
  readonly #loads = new Map<ListenerName, () => HandlerLoad>();
  readonly #clientLabels = new Set<string>();
  readonly #log = new RateLimitedLog(logIntervalMs);

  constructor(gateway: Gateway) {
    const registers = [gateway.metrics];
    this.#gateway = gateway;
    this.#packets = new Counter({
      name: 'gatehouse_radius_packets_total',
      help: 'RADIUS requests that were answered, by result',
      labelNames: ['port', 'client', 'type', 'outcome'],
      registers,
    });
    this.#drops = new Counter({
      name: 'gatehouse_radius_drops_total',
      help: 'RADIUS packets that were dropped and RadSec connections that were refused, by reason',
      labelNames: ['port', 'client', 'reason'],
      registers,
    });
    this.#seconds = new Histogram({
      name: 'gatehouse_radius_answer_seconds',
      help: 'Time from a RADIUS request to its first reply',
      labelNames: ['port'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers,
    });
    this.#addGauge(
      'gatehouse_radius_in_flight',
      'RADIUS requests that are being served',
      ({ inFlight }) => inFlight,
    );
    this.#addGauge(
      'gatehouse_radius_remembered',
      'RADIUS requests in the duplicate cache',
      ({ cachedRequests }) => cachedRequests,
    );
  }

  /** Registers the load of a listener, which is read at every scrape. */
  reportLoad(listener: ListenerName, load: () => HandlerLoad): void {
    this.#loads.set(listener, load);
  }

  countReply(listener: ListenerName, replied: RequestReplied): void {
    const { type, outcome, client, durationMs } = replied;
    this.#packets.inc({ port: listener, client: this.#clientLabel(client), type, outcome });
    this.#seconds.observe({ port: listener }, durationMs / 1000);
  }

  countDuplicate(
    listener: ListenerName,
    { type, client }: Pick<RequestReplied, 'type' | 'client'>,
  ): void {
    this.#packets.inc({
      port: listener,
      client: this.#clientLabel(client),
      type,
      outcome: 'duplicate',
    });
  }

  recordDrop({ listener, reason, source, client, error }: DroppedPacket): void {
    this.#drops.inc({
      port: listener,
      client: client === undefined ? unknownClient : this.#clientLabel(client),
      reason,
    });
    this.#log.write(reason, (suppressed) => {
      this.#gateway.log.warn(
        { port: listener, reason, source, client, suppressed, err: error },
        'RADIUS packet dropped',
      );
    });
  }

  #addGauge(name: string, help: string, valueOf: (load: HandlerLoad) => number): void {
    const loads = this.#loads;
    new Gauge({
      name,
      help,
      labelNames: ['port'],
      registers: [this.#gateway.metrics],
      collect() {
        for (const [port, load] of loads) this.set({ port }, valueOf(load()));
      },
    });
  }

  /** Returns the name of a client as a label, as long as there are few enough of them. */
  #clientLabel(client: string): string {
    if (this.#clientLabels.has(client)) return client;
    if (this.#clientLabels.size >= maxClientLabels) return otherClients;
    this.#clientLabels.add(client);
    return client;
  }
}
