/*
 * Whether the clock of this machine is plausible. The evidence is the time that was accepted last, which the gateways on a
 * store share, and the monotonic time since then.
 */

export const dayMs = 86_400_000;
/** A stop of the gateways that is caught up with, and not waited for: holidays, not a winter. */
const maxStopMs = 7 * dayMs;
/** The clock and the monotonic clock differ by less while the gateways catch up. */
const driftMs = 60_000;
/** No gateway ran before: an earlier date is that of a machine that has not been given the time yet. */
export const earliestMs = Date.UTC(2026, 0, 1);

/**
 * `trusted`: the clock is plausible. `catching_up`: the gateways were stopped for up to a week, and the trusted time follows at
 * twice its pace. `ahead`, `behind`: the clock is ahead of the trusted time, or behind the accepted time, by more than a day.
 */
export const clockStates = ['trusted', 'catching_up', 'ahead', 'behind'] as const;
export type ClockState = (typeof clockStates)[number];

/** What a gateway knows about the time apart from its clock, in milliseconds. */
export interface KnownTime {
  /** The time since 1970 that was accepted last; 0: none. */
  readonly acceptedAt: number;
  /** The monotonic time at which it was accepted. */
  readonly seenAt: number;
  /** How far the clock may be set forward; grows with the time of operation, up to a day. */
  readonly allowance: number;
  /** What is left to catch up with after a stop; 0: nothing. */
  readonly stop: number;
}

/** One look at both clocks. */
export interface Reading {
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly monotonicMs: number;
}

export interface Judgement {
  readonly state: ClockState;
  /** Milliseconds since 1970, never later than the clock. */
  readonly trustedAt: number;
  /** What is known after this reading. */
  readonly known: KnownTime;
}

/** Returns what a gateway knows when it starts. @param acceptedAt  of the store; 0: none */
export function knownAtStart(acceptedAt: number, { now, monotonicMs }: Reading): KnownTime {
  const ahead = now - acceptedAt;
  const stop = ahead > dayMs && ahead <= maxStopMs ? ahead : 0;
  return { acceptedAt, seenAt: monotonicMs, allowance: dayMs, stop };
}

/** Returns what a gateway knows after another gateway, or an operator, has accepted a time. */
export function knownFromStore(
  known: KnownTime,
  acceptedAt: number,
  { monotonicMs }: Reading,
): KnownTime {
  const allowance = allowanceAt(known, monotonicMs);
  return { acceptedAt, seenAt: monotonicMs, allowance, stop: 0 };
}

/** Judges the clock. */
export function judgeClock(known: KnownTime, { now, monotonicMs }: Reading): Judgement {
  const { acceptedAt, seenAt, stop } = known;
  if (now < Math.max(acceptedAt, earliestMs)) {
    const isBehind = Math.max(acceptedAt, earliestMs) - now > dayMs;
    return { state: isBehind ? 'behind' : 'trusted', trustedAt: now, known };
  }
  const expected = acceptedAt === 0 ? now : acceptedAt + monotonicMs - seenAt;
  const ahead = now - expected;
  const allowance = allowanceAt(known, monotonicMs);
  const next = { seenAt: monotonicMs, allowance };
  if (ahead <= allowance)
    return accepted('trusted', now, { ...next, allowance: allowance - Math.max(0, ahead) });
  if (ahead > stop + driftMs) return accepted('ahead', expected, next);
  const step = Math.min(ahead, monotonicMs - seenAt);
  return accepted('catching_up', expected + step, { ...next, stop: ahead - step });
}

function accepted(
  state: ClockState,
  at: number,
  known: Omit<KnownTime, 'acceptedAt' | 'stop'> & Partial<KnownTime>,
): Judgement {
  return { state, trustedAt: at, known: { stop: 0, ...known, acceptedAt: at } };
}

function allowanceAt({ allowance, seenAt }: KnownTime, monotonicMs: number): number {
  return Math.min(dayMs, allowance + monotonicMs - seenAt);
}
