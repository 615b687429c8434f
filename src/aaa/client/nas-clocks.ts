/*
 * The clocks of NASes, by their Event-Timestamps. The time of receipt less Acct-Delay-Time is the time of an event by the
 * gateway's clock, unless the NAS has held the packet back without saying so: that makes a clock look behind, never ahead.
 * So the greatest apparent offset of recent packets is the offset of the clock.
 */

/** What an Accounting-Request says about a time. Times are in milliseconds since 1970. */
export interface ClockReading {
  /** Id of the RADIUS client. */
  readonly client: number;
  /** Names the NAS among those of the client. */
  readonly nas: string;
  /** Event-Timestamp. */
  readonly statedAt: number;
  /** Acct-Delay-Time in milliseconds. */
  readonly delayMs: number;
  readonly receivedAt: number;
}

/** The time of an event, and what it was corrected by. */
export interface EventTime {
  /** Milliseconds since 1970, by the gateway's clock. */
  readonly at: number;
  /** Seconds by which the clock of the NAS is ahead; null: in doubt, so the NAS is believed. */
  readonly clockOffset: number | null;
}

/** What is known of a clock. */
export interface LearnedClock {
  readonly client: number;
  readonly nas: string;
  /** Seconds by which it is ahead of the gateway's. */
  readonly offset: number;
  /** When the offset was learned, and when the NAS was heard last, in milliseconds since 1970. */
  readonly learnedAt: number;
  readonly heardAt: number;
}

/** An offset that packets which were held back would show as well. */
interface Doubt {
  readonly offsetMs: number;
  readonly since: number;
  heardAt: number;
}

interface NasClock {
  readonly client: number;
  readonly nas: string;
  /** Null: not known. */
  offsetMs: number | null;
  learnedAt: number;
  heardAt: number;
  doubt: Doubt | null;
  /** Differs from what is stored. */
  isNews: boolean;
}

/** Transport and whole seconds explain such a difference, and so would a clock that drifts for weeks. */
export const clockToleranceMs = 60_000;
/** No NAS holds packets back for longer. */
export const maxHeldMs = 30 * 86_400_000;
/** Packets that were held back are sent much faster than they were made, so they do not show one offset for so long. */
const confirmMs = 300_000;
/** A clock before it counts from the boot, or does not run. */
const minEventTime = Date.UTC(2000, 0, 1);
/** Interval at which it is stored that a NAS is still there. */
const heardIntervalMs = 3_600_000;
/** Some 5 MB of memory. */
export const maxNases = 16_384;

/** Learns the clock of each NAS from its packets, and corrects the times that it states. */
export class NasClocks {
  readonly #clocks = new Map<string, NasClock>();

  /** Returns the time of an event, and learns from it. */
  read(reading: ClockReading): EventTime {
    const clock = this.#clockOf(reading);
    const { statedAt, delayMs, receivedAt } = reading;
    const isCertain = learn(clock, reading);
    if (receivedAt - clock.heardAt >= heardIntervalMs) clock.isNews = clock.offsetMs !== null;
    if (clock.isNews) clock.heardAt = receivedAt;
    const offsetMs = clock.offsetMs ?? 0;
    return {
      at: statedAt < minEventTime ? receivedAt - delayMs : statedAt - offsetMs,
      clockOffset: isCertain ? offsetMs / 1000 : null,
    };
  }

  /** Returns what is not stored yet, which counts as stored from now on. */
  takeNews(): readonly LearnedClock[] {
    const news = [...this.#clocks.values()].filter(({ isNews }) => isNews);
    for (const clock of news) clock.isNews = false;
    return news.map(({ offsetMs, ...clock }) => ({ ...clock, offset: (offsetMs ?? 0) / 1000 }));
  }

  /** Makes clocks news again, which could not be stored. */
  returnNews(news: readonly Pick<LearnedClock, 'client' | 'nas'>[]): void {
    for (const one of news) {
      const clock = this.#clocks.get(keyOf(one));
      if (clock) clock.isNews = true;
    }
  }

  /** Takes over what this or another gateway has stored, where it was learned later. */
  take(stored: readonly LearnedClock[]): void {
    for (const { client, nas, offset, learnedAt, heardAt } of stored) {
      const clock = this.#clockOf({ client, nas });
      if (learnedAt <= clock.learnedAt) continue;
      Object.assign(clock, { offsetMs: offset * 1000, learnedAt, doubt: null });
      clock.heardAt = Math.max(clock.heardAt, heardAt);
    }
  }

  #clockOf(nas: Pick<NasClock, 'client' | 'nas'>): NasClock {
    const key = keyOf(nas);
    const known = this.#clocks.get(key);
    if (known) return known;
    const [oldest] = this.#clocks.size >= maxNases ? this.#clocks.keys() : [];
    if (oldest !== undefined) this.#clocks.delete(oldest);
    const clock: NasClock = {
      client: nas.client,
      nas: nas.nas,
      offsetMs: null,
      learnedAt: 0,
      heardAt: 0,
      doubt: null,
      isNews: false,
    };
    this.#clocks.set(key, clock);
    return clock;
  }
}

function keyOf({ client, nas }: Pick<NasClock, 'client' | 'nas'>): string {
  return `${client} ${nas}`;
}

/** Compares a packet with what is known of the clock. @returns false: it may have been held back, or the clock was set back */
function learn(clock: NasClock, reading: ClockReading): boolean {
  const apparentMs = apparentOffset(reading);
  if (Math.abs(apparentMs - (clock.offsetMs ?? 0)) <= clockToleranceMs) {
    clock.doubt = null;
    if (clock.offsetMs === null) set(clock, 0, reading.receivedAt);
    return true;
  }
  const offsetMs = findOffset(clock, reading, apparentMs);
  if (offsetMs !== null) set(clock, offsetMs, reading.receivedAt);
  return offsetMs !== null;
}

/** Returns the offset of a clock that another one has been known of; null: in doubt. */
function findOffset(clock: NasClock, reading: ClockReading, apparentMs: number): number | null {
  const { statedAt, receivedAt } = reading;
  if (Math.abs(apparentMs) <= clockToleranceMs) return 0;
  const excessMs = apparentMs - (clock.offsetMs ?? 0);
  const isCertain = excessMs > 0 || excessMs < -maxHeldMs || statedAt < minEventTime;
  return isCertain ? apparentMs : confirmedOffset(clock, apparentMs, receivedAt);
}

/** Some NASes state the time of sending and the delay as well. */
function apparentOffset({ statedAt, delayMs, receivedAt }: ClockReading): number {
  const atSending = statedAt - receivedAt;
  return Math.abs(atSending) <= clockToleranceMs ? atSending : atSending + delayMs;
}

/** Whole seconds, so that times stay whole seconds; upwards, so that none is in the future. */
function set(clock: NasClock, offsetMs: number, learnedAt: number): void {
  const seconds = Math.ceil(offsetMs / 1000);
  Object.assign(clock, { offsetMs: seconds * 1000, learnedAt, doubt: null, isNews: true });
}

/** Returns the offset that packets have shown for a while, when none was fresher; else null. */
function confirmedOffset(clock: NasClock, apparentMs: number, receivedAt: number): number | null {
  const { doubt } = clock;
  if (doubt && Math.abs(apparentMs - doubt.offsetMs) <= clockToleranceMs) {
    doubt.heardAt = receivedAt;
    return receivedAt - doubt.since >= confirmMs ? doubt.offsetMs : null;
  }
  const isFresher = !doubt || apparentMs > doubt.offsetMs;
  if (isFresher || receivedAt - doubt.heardAt >= confirmMs)
    clock.doubt = { offsetMs: apparentMs, since: receivedAt, heardAt: receivedAt };
  return null;
}

const units = [
  ['days', 86_400],
  ['hours', 3_600],
  ['minutes', 60],
] as const;

/** Words an offset: "39 days behind". @param offset  seconds */
export function describeOffset(offset: number): string {
  const seconds = Math.abs(offset);
  const [name, length] = units.find(([, length]) => seconds >= 2 * length) ?? ['seconds', 1];
  return `${Math.round(seconds / length)} ${name} ${offset > 0 ? 'ahead' : 'behind'}`;
}
