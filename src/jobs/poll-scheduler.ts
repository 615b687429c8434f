import { setMaxListeners } from 'node:events';
import { Counter, Gauge } from 'prom-client';
import { asFault } from '../contract/errors.ts';
import type { Gateway } from '../gateway/gateway.ts';
import {
  claimDueDevices,
  type ClaimedDevice,
  type DueDevice,
} from '../inventory/metric/due-devices.ts';
import { pollDevice } from '../inventory/metric/metric-poll.ts';
import { PollPings } from '../inventory/metric/poll-pings.ts';
import type { PeriodicTask } from '../gateway/job.ts';
import { WakeUp } from '../runtime/periodic-task.ts';
import { Slots, type Slot } from './slots.ts';

const searchIntervalMs = 500;
/** Share of the slots that must be free to search before the interval ends: a search for each would cost as much as a poll. */
const claimedShare = 0.25;

/**
 * Polls the devices that are due, as many at a time as configured. A poll that waits for its device occupies no place, and
 * devices that did not answer the last time have a share of the places.
 */
export class PollScheduler {
  readonly #gateway: Gateway;
  readonly #running = new Set<Promise<void>>();
  readonly #stop = new AbortController();
  readonly #slots: Slots;
  readonly #pings: PollPings;
  readonly #wakeUp: WakeUp;
  readonly #polls: Counter<'outcome'>;
  readonly #omitted: Counter;
  readonly #leftOut: Counter;
  readonly #skipped: Counter;
  readonly #startedAt: number;
  #isMoreDue = false;

  constructor(gateway: Gateway) {
    this.#gateway = gateway;
    this.#wakeUp = new WakeUp(gateway.clock);
    const { concurrency } = gateway.config.polling;
    const enough = Math.ceil(concurrency * claimedShare);
    this.#slots = new Slots(gateway, concurrency, () => {
      if (this.#isMoreDue && this.#slots.free >= enough) this.#wakeUp.trigger();
    });
    this.#pings = new PollPings(gateway, this.#stop.signal);
    // Every poll listens to the signal while it runs; Node reports more than ten listeners as a leak.
    setMaxListeners(0, this.#stop.signal);
    this.#polls = new Counter({
      name: 'gatehouse_polls_total',
      help: 'Polls of devices by outcome',
      labelNames: ['outcome'],
      registers: [gateway.metrics],
    });
    this.#skipped = new Counter({
      name: 'gatehouse_polls_skipped_total',
      help: 'Polls skipped because the previous poll began or ended an interval late',
      registers: [gateway.metrics],
    });
    this.#omitted = new Counter({
      name: 'gatehouse_poll_interfaces_omitted_total',
      help: 'Interfaces of polled devices beyond polling.interfaces',
      registers: [gateway.metrics],
    });
    this.#leftOut = new Counter({
      name: 'gatehouse_metric_log_left_out_total',
      help: 'Results of polls left out of the metric log because 4,096 others have the same millisecond',
      registers: [gateway.metrics],
    });
    this.#startedAt = gateway.now().getTime();
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

  async #startDuePolls(): Promise<undefined> {
    // A slot that gets free during this search ends the delay before the next one.
    this.#isMoreDue = true;
    const silent = await this.#startPolls(true);
    const others = await this.#startPolls(false);
    this.#isMoreDue = silent || others;
  }

  /** @returns true when more may be due than there was room for */
  async #startPolls(isSilent: boolean): Promise<boolean> {
    const limit = isSilent ? this.#slots.freeForSilent : this.#slots.free;
    if (limit === 0) return true;
    const due = await claimDueDevices(this.#gateway, { limit, isSilent });
    for (const device of due) this.#startPoll(device, this.#slots.take(device, isSilent));
    return due.length === limit;
  }

  #startPoll(device: ClaimedDevice, slot: Slot): void {
    const poll = this.#poll(device, slot).finally(() => {
      this.#running.delete(poll);
      slot.release();
    });
    this.#running.add(poll);
  }

  async #poll(device: DueDevice, slot: Slot): Promise<void> {
    const { log } = this.#gateway;
    const { signal } = this.#stop;
    try {
      const skipped = await pollDevice(this.#gateway, this.#withoutDowntime(device), {
        signal,
        runStep: (step, work) => slot.run({ signal, ...step }, work),
        pings: this.#pings,
        omitted: this.#omitted,
        leftOut: this.#leftOut,
      });
      this.#polls.inc({ outcome: 'kept' });
      this.#skipped.inc(skipped);
    } catch (error) {
      this.#polls.inc({ outcome: 'lost' });
      if (asFault(error)?.kind !== 'not_found')
        log.error({ err: error, device: device.id }, 'cannot store the result of a poll');
    }
  }

  /** Polls that were due before this gateway started do not count as skipped; a new device has been due since 1970. */
  #withoutDowntime(device: DueDevice): DueDevice {
    const dueAt = device.dueAt === 0 ? this.#gateway.now().getTime() : device.dueAt;
    return { ...device, dueAt: Math.max(dueAt, this.#startedAt) };
  }
}

function gaugeOf(value: () => number) {
  return function (this: Gauge) {
    this.set(value());
  };
}
