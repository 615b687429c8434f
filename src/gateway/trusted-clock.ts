import { sql, type RawBuilder } from 'kysely';
import { Gauge } from 'prom-client';
import type { Clock } from '../runtime/clock.ts';
import { readAcceptedTime, replaceAcceptedTime } from './accepted-time.ts';
import type { Gateway } from './gateway.ts';
import type { PeriodicTask } from './job.ts';
import {
  dayMs,
  earliestMs,
  judgeClock,
  knownAtStart,
  knownFromStore,
  type ClockState,
  type Judgement,
  type KnownTime,
  type Reading,
} from './known-time.ts';

const intervalMs = 60_000;

interface Context extends Pick<Gateway, 'log' | 'metrics'> {
  readonly store: Pick<Gateway['store'], 'db' | 'write'>;
  readonly clock: Pick<Clock, 'now' | 'monotonicMs'>;
}

/** Times that the clock has skipped without confirmation: after `from`, up to `until`. Both are 0 if it has skipped none. */
export interface SkippedTime {
  readonly skipped_from: number;
  readonly skipped_until: number;
}

/** Matches rows whose time the clock has not skipped. */
export function isNotSkipped(
  column: RawBuilder<unknown>,
  { from, until }: { readonly from: RawBuilder<unknown>; readonly until: RawBuilder<unknown> },
): RawBuilder<boolean> {
  return sql<boolean>`not (${column} > ${from} and ${column} <= ${until})`;
}

/** Returns a gateway whose `now` is the trusted time. */
export function onTrustedTime<G extends Pick<Gateway, 'now' | 'trustedClock'>>(gateway: G): G {
  return { ...gateway, now: gateway.trustedClock.now };
}

/** The clock of this machine as far as it is plausible, for work that deletes, ends or begins something by its age. */
export class TrustedClock {
  readonly #gateway: Context;
  #known: KnownTime | null = null;
  #state: ClockState = 'trusted';
  /** The reading at which the clock was found ahead; null: it is not. */
  #jump: Reading | null = null;

  constructor(gateway: Context) {
    this.#gateway = gateway;
    const deviation = () => this.deviationMs;
    new Gauge({
      name: 'gatehouse_clock_deviation_seconds',
      help: 'Seconds that the clock of the machine is ahead of the trusted time; negative: behind the accepted time',
      registers: [gateway.metrics],
      collect() {
        this.set(deviation() / 1000);
      },
    });
  }

  /** Returns the trusted time, which is never later than the clock: the `now` of whatever deletes by age. */
  readonly now = (): Date => new Date(this.#judge(this.#read()).trustedAt);

  /** Returns a time that is not before the clock nor before the accepted time. */
  latest(): number {
    return Math.max(this.#read().now, this.#known?.acceptedAt ?? 0);
  }

  get state(): ClockState {
    return this.#judge(this.#read()).state;
  }

  /** Milliseconds that the clock is ahead of the trusted time; negative: behind the accepted time. */
  get deviationMs(): number {
    const reading = this.#read();
    const { state, trustedAt, known } = this.#judge(reading);
    return reading.now - (state === 'behind' ? Math.max(known.acceptedAt, earliestMs) : trustedAt);
  }

  /**
   * Returns the times that are not known to be over: rows with such a time wait. Times after the jump are those of rows that
   * were written since then.
   *
   * @param ageMs  of rows that are due at an age, and not at a time of their own
   */
  skippedTime(ageMs = 0): SkippedTime {
    const { trustedAt } = this.#judge(this.#read());
    if (this.#jump === null) return { skipped_from: 0, skipped_until: 0 };
    return { skipped_from: trustedAt - ageMs, skipped_until: this.#jump.now };
  }

  /** Returns the age of what happened at a time, in milliseconds. @param at  milliseconds since 1970 */
  ageOf(at: number): number {
    const reading = this.#read();
    const { trustedAt } = this.#judge(reading);
    const isBefore = this.#jump !== null && at < this.#jump.now;
    return (isBefore ? trustedAt : reading.now) - at;
  }

  get task(): PeriodicTask {
    return {
      name: 'trusted clock',
      intervalMs,
      initialDelayMs: intervalMs,
      failureMessage: 'clock: cannot store the accepted time; retrying in 60 s',
      run: async () => {
        await this.check();
        return undefined;
      },
    };
  }

  /** Compares the clock with the accepted time of the store, and replaces that. @throws Fault as the store does */
  async check(): Promise<void> {
    const { store } = this.#gateway;
    const stored = await readAcceptedTime(store);
    const reading = this.#read();
    const known = this.#knownBy(stored, reading);
    this.#known = known;
    const { acceptedAt, ...judged } = this.#judge(reading).known;
    this.#known = { ...judged, acceptedAt: Math.round(acceptedAt) };
    if (this.#known.acceptedAt === stored) return;
    await store.write([replaceAcceptedTime(store, { from: stored, to: this.#known.acceptedAt })]);
  }

  #knownBy(stored: number, reading: Reading): KnownTime {
    if (this.#known === null) return knownAtStart(stored, reading);
    return stored === this.#known.acceptedAt
      ? this.#known
      : knownFromStore(this.#known, stored, reading);
  }

  #read(): Reading {
    const { clock } = this.#gateway;
    return { now: clock.now().getTime(), monotonicMs: clock.monotonicMs() };
  }

  #judge(reading: Reading): Judgement {
    const known = this.#known ?? knownAtStart(0, reading);
    const judgement = judgeClock(known, reading);
    this.#noteJump(judgement, reading);
    if (judgement.state !== this.#state) this.#report(judgement, reading);
    this.#state = judgement.state;
    return judgement;
  }

  /** A further jump of more than a day is another one. */
  #noteJump({ state }: Judgement, reading: Reading): void {
    if (state === 'trusted' || state === 'behind') this.#jump = null;
    else if (this.#jump === null || Math.abs(offsetOf(reading) - offsetOf(this.#jump)) > dayMs)
      this.#jump = reading;
  }

  #report({ state, trustedAt, known }: Judgement, { now }: Reading): void {
    const { log } = this.#gateway;
    const times = { clock: textOf(now), trusted: textOf(trustedAt) };
    if (state === 'ahead')
      log.error(
        times,
        'clock: ahead of the trusted time; nothing that the clock has skipped is deleted, ended or begun; see gatehouse clock',
      );
    else if (state === 'behind')
      log.error(
        { clock: textOf(now), accepted: textOf(known.acceptedAt) },
        'clock: behind the accepted time; nothing is deleted by age; see gatehouse clock',
      );
    else if (state === 'catching_up')
      log.info(times, 'clock: the trusted time catches up after a stop of the gateway');
    else log.info(times, 'clock: plausible again');
  }
}

const offsetOf = ({ now, monotonicMs }: Reading) => now - monotonicMs;

const textOf = (ms: number) => new Date(ms).toISOString();
