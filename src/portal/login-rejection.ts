import type { Gateway } from '../gateway/gateway.ts';
import type { Clock } from '../runtime/clock.ts';
import { insertPortalLogEntry } from '../aaa/portal-log/portal-log.ts';
import { isGuess, type PortalReject } from './portal-reject.ts';
import type { LoginEntry, PortalRequest } from './portal-session.ts';

interface Rejection {
  readonly entry: Omit<LoginEntry, 'at'>;
  /** When the login began, by the monotonic clock. */
  readonly startedAt: number;
  readonly rejected: PortalReject;
}

/** A guest that nothing can let in is an error of the site, which its operator is told. */
const obstacleEntry = { type: 'er', status: 502 } as const;

/** Logs the rejection of a login, and delays it if it may be a guess. @returns it */
export async function recordRejection(
  { store, clock, now }: Gateway,
  { uid, isCode }: PortalRequest,
  { entry, startedAt, rejected }: Rejection,
): Promise<PortalReject> {
  const rejection = { ...entry, at: now(), status: 400, detail: rejected.code, username: uid };
  await store.write([
    insertPortalLogEntry(store, { ...rejection, type: 'ua' }),
    ...(rejected.obstacle === null
      ? []
      : [
          insertPortalLogEntry(store, {
            ...rejection,
            ...obstacleEntry,
            detail: rejected.obstacle,
          }),
        ]),
    ...(isCode ? [insertPortalLogEntry(store, { ...rejection, type: 'vt' })] : []),
  ]);
  if (isGuess(rejected)) await sleepToStep(clock, startedAt);
  return rejected;
}

/** Above the time of a password check with the usual cost. */
const rejectStepMs = 500;

/**
 * Waits for the next full half second since a login began: a check of an imported hash takes longer than one for an unknown
 * name, and the time of a rejection does not show which it was.
 *
 * @param startedAt  when the login began, by the monotonic clock, in milliseconds
 */
export function sleepToStep(
  { monotonicMs, sleep }: Pick<Clock, 'monotonicMs' | 'sleep'>,
  startedAt: number,
): Promise<void> {
  const tookMs = monotonicMs() - startedAt;
  return sleep(rejectStepMs - (tookMs % rejectStepMs));
}
