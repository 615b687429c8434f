import { Counter, Histogram } from 'prom-client';
import type { Gateway } from '../gateway.ts';
import type { Door } from './outcome.ts';

const msBetweenLines = 10_000;

/** A packet that was not answered. */
export interface Drop {
  readonly door: Door;
  /** One of a closed list: it becomes a label. */
  readonly reason: string;
  readonly source: string;
  readonly client?: string | undefined;
  readonly error?: unknown;
}

/** Counts what passes the doors, and tells of what was dropped: of each reason one line in ten seconds at most. */
export class Journal {
  readonly #gateway: Gateway;
  readonly #packets: Counter<'port' | 'type' | 'outcome'>;
  readonly #drops: Counter<'port' | 'reason'>;
  readonly #seconds: Histogram<'port'>;
  readonly #lines = new Map<string, { at: number; unsaid: number }>();

  constructor(gateway: Gateway) {
    const registers = [gateway.metrics];
    this.#gateway = gateway;
    this.#packets = new Counter({
      name: 'gatehouse_radius_packets_total',
      help: 'RADIUS requests that were answered, by what became of them',
      labelNames: ['port', 'type', 'outcome'],
      registers,
    });
    this.#drops = new Counter({
      name: 'gatehouse_radius_drops_total',
      help: 'RADIUS datagrams that were not answered, by reason',
      labelNames: ['port', 'reason'],
      registers,
    });
    this.#seconds = new Histogram({
      name: 'gatehouse_radius_answer_seconds',
      help: 'time from a RADIUS request to its first answer',
      labelNames: ['port'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers,
    });
  }

  answered(door: Door, what: { readonly type: string; readonly outcome: string; readonly ms: number }): void {
    this.#packets.inc({ port: door, type: what.type, outcome: what.outcome });
    this.#seconds.observe({ port: door }, what.ms / 1000);
  }

  repeated(door: Door, type: string): void {
    this.#packets.inc({ port: door, type, outcome: 'duplicate' });
  }

  dropped({ door, reason, source, client, error }: Drop): void {
    this.#drops.inc({ port: door, reason });
    const now = performance.now();
    const line = this.#lines.get(reason);
    if (line && now - line.at < msBetweenLines) {
      line.unsaid += 1;
      return;
    }
    this.#lines.set(reason, { at: now, unsaid: 0 });
    this.#gateway.log.warn(
      { port: door, reason, source, client, unsaid: line?.unsaid ?? 0, err: error },
      'RADIUS packet dropped',
    );
  }
}
