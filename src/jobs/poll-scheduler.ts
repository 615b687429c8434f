import { Counter, Gauge } from 'prom-client';
import { asFault } from '../errors.ts';
import type { Gateway } from '../gateway.ts';
import { claimDueDevices } from '../inventory/metric/due-devices.ts';
import { pollDevice } from '../inventory/metric/metric-poll.ts';
import type { PeriodicTask } from '../job.ts';
import { WakeUp } from '../runtime/periodic-task.ts';

const searchIntervalMs = 500;

/**
 * Polls the devices that are due, as many at a time as configured. A device that does not answer occupies one place until
 * its time limit and delays no other device.
 */
export class PollScheduler {
  readonly #gateway: Gateway;
  readonly #running = new Set<Promise<void>>();
  readonly #stop = new AbortController();
  readonly #wakeUp: WakeUp;
  readonly #polls: Counter<'outcome'>;

  constructor(gateway: Gateway) {
    this.#gateway = gateway;
    this.#wakeUp = new WakeUp(gateway.clock);
    this.#polls = new Counter({
      name: 'gatehouse_polls_total',
      help: 'Polls of devices by outcome',
      labelNames: ['outcome'],
      registers: [gateway.metrics],
    });
    new Gauge({
      name: 'gatehouse_polls_running',
      help: 'Polls in progress',
      registers: [gateway.metrics],
      collect: gaugeOf(() => this.#running.size),
    });
  }

  get task(): PeriodicTask {
    return {
      name: 'device polls',
      intervalMs: searchIntervalMs,
      wakeUp: this.#wakeUp,
      failureMessage: 'cannot search for devices that are due for a poll',
      run: () => this.#startDuePolls(),
    };
  }

  /** Aborts the polls in progress. Call it once the task has stopped. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await Promise.allSettled(this.#running);
  }

  /** @returns 0 when more devices may be due and there is room for them */
  async #startDuePolls(): Promise<number | undefined> {
    const free = this.#gateway.config.polling.concurrency - this.#running.size;
    if (free <= 0) return undefined;
    const due = await claimDueDevices(this.#gateway, free);
    for (const device of due) this.#startPoll(device);
    return due.length < free ? undefined : 0;
  }

  #startPoll(device: number): void {
    const wasFull = this.#running.size >= this.#gateway.config.polling.concurrency - 1;
    const poll = this.#poll(device).finally(() => {
      this.#running.delete(poll);
      if (wasFull) this.#wakeUp.trigger();
    });
    this.#running.add(poll);
  }

  async #poll(device: number): Promise<void> {
    const { config, log } = this.#gateway;
    const signal = AbortSignal.any([
      this.#stop.signal,
      AbortSignal.timeout(config.polling.timeout_seconds * 1000),
    ]);
    try {
      await pollDevice(this.#gateway, device, signal);
      this.#polls.inc({ outcome: 'kept' });
    } catch (error) {
      this.#polls.inc({ outcome: 'lost' });
      if (asFault(error)?.kind !== 'not_found')
        log.error({ err: error, device }, 'cannot store the result of a poll');
    }
  }
}

function gaugeOf(value: () => number) {
  return function (this: Gauge) {
    this.set(value());
  };
}
