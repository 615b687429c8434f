import type { Gateway } from '../../gateway/gateway.ts';
import { onTrustedTime } from '../../gateway/trusted-clock.ts';
import { readSessionLimits, type LimitedSession, type SessionLimits } from './session-limits.ts';

/** Reads the limits of sessions. A session that began before a jump of the clock has not used the time that it skipped. */
export async function readPlausibleLimits(
  gateway: Gateway,
  sessions: readonly LimitedSession[],
): Promise<ReadonlyMap<number, SessionLimits>> {
  const { skipped_until } = gateway.trustedClock.skippedTime();
  if (skipped_until === 0) return readSessionLimits(gateway, sessions);
  const isBefore = ({ acctstarttime }: LimitedSession) => (acctstarttime ?? 0) < skipped_until;
  const [before, since] = await Promise.all([
    readSessionLimits(onTrustedTime(gateway), sessions.filter(isBefore)),
    readSessionLimits(
      gateway,
      sessions.filter((session) => !isBefore(session)),
    ),
  ]);
  return new Map([...before, ...since]);
}
