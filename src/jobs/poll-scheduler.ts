import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { Counter, Gauge } from 'prom-client';
import { asFault } from '../errors.ts';
import type { Gateway } from '../gateway.ts';
import { pollDevice } from '../inventory/metric/metric-poll.ts';
import { claimRows } from '../store/claim.ts';

const lookEveryMs = 500;

/**
 * Finds the devices that are due for a poll, and polls as many at a time as configured. A due device is claimed by
 * moving its due time, so that of several gateways one polls it; what a poll then says of itself moves it to the
 * next interval. Devices that do not answer hold their own place until their time is over, and nobody else's.
 */
export class PollScheduler {
  readonly #polling = new Set<Promise<void>>();
  readonly #stop = new AbortController();
  #loop: Promise<void> = Promise.resolve();
  #wake: () => void = () => undefined;

  start(gateway: Gateway): void {
    if (!gateway.config.polling.enabled) return;
    const polls = new Counter({
      name: 'gatehouse_polls_total',
      help: 'Polls of devices',
      labelNames: ['outcome'],
      registers: [gateway.metrics],
    });
    new Gauge({
      name: 'gatehouse_polls_running',
      help: 'Polls under way',
      registers: [gateway.metrics],
      collect: gaugeOf(() => this.#polling.size),
    });
    this.#loop = this.#work(gateway, polls);
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    this.#wake();
    await this.#loop;
    await Promise.allSettled(this.#polling);
  }

  async #work(gateway: Gateway, polls: Counter): Promise<void> {
    while (!this.#stop.signal.aborted) {
      const woken = new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      const free = gateway.config.polling.concurrency - this.#polling.size;
      const due = free > 0 ? await claimDue(gateway, free) : [];
      for (const device of due) this.#begin(gateway, device, polls);
      if (due.length < free || free <= 0) await Promise.race([woken, sleep(lookEveryMs)]);
    }
  }

  #begin(gateway: Gateway, device: number, polls: Counter): void {
    const wasFull = this.#polling.size >= gateway.config.polling.concurrency - 1;
    const polling = this.#poll(gateway, device, polls).finally(() => {
      this.#polling.delete(polling);
      if (wasFull) this.#wake();
    });
    this.#polling.add(polling);
  }

  async #poll(gateway: Gateway, device: number, polls: Counter): Promise<void> {
    const signal = AbortSignal.any([
      this.#stop.signal,
      AbortSignal.timeout(gateway.config.polling.timeout_seconds * 1000),
    ]);
    try {
      await pollDevice(gateway, device, signal);
      polls.inc({ outcome: 'kept' });
    } catch (error) {
      polls.inc({ outcome: 'lost' });
      if (asFault(error)?.kind !== 'not_found')
        gateway.log.error({ err: error, device }, 'a poll could not be kept');
    }
  }
}

function gaugeOf(value: () => number) {
  return function (this: Gauge) {
    this.set(value());
  };
}

/** Should this gateway die with the poll, the device is due again after twice the time that a poll may take. */
async function claimDue(gateway: Gateway, most: number): Promise<readonly number[]> {
  const now = gateway.now().getTime();
  const again = now + 2000 * gateway.config.polling.timeout_seconds;
  const due = sql`select id from inventory_device where next_poll_at <= ${now} order by next_poll_at limit ${most}`;
  try {
    const claimed = await claimRows<{ id: number | string }>(gateway.store, {
      table: 'inventory_device',
      candidates: due,
      probe: due,
      set: sql`next_poll_at = ${again}`,
      returning: sql`id`,
    });
    return claimed.map(({ id }) => Number(id));
  } catch (error) {
    gateway.log.error({ err: error }, 'cannot look for devices that are due');
    return [];
  }
}
