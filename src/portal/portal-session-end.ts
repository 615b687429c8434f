import { asFault } from '../contract/errors.ts';
import type { Gateway } from '../gateway/gateway.ts';
import type { PeriodicTask } from '../gateway/job.ts';
import type { ChangeTrigger } from '../aaa/coa/authorization-change.ts';
import { scheduleChange } from '../aaa/coa/authorization-change-queue.ts';
import { endPortalSession, type PortalEnd } from '../aaa/session/portal-session-end.ts';
import { countingTask } from './controller/counting.ts';
import { revocationTask } from './controller/revocation.ts';
import {
  endSupersededSessions,
  findAbsentPortalSessions,
  findExpiredPortalSessions,
  findNasSessions,
  findPortalSessionsOfInactiveUsers,
  hasOpenPortalSessions,
  type PortalSessionRow,
} from '../aaa/session/portal-session.ts';

interface EndReason extends PortalEnd {
  readonly trigger: ChangeTrigger;
}

/**
 * Ends a portal session, and has its NAS disconnect the device.
 *
 * @returns false: it had ended already
 */
export async function endSession(
  gateway: Gateway,
  session: PortalSessionRow,
  { trigger, ...end }: EndReason,
): Promise<boolean> {
  const { store } = gateway;
  const disconnects = (await findNasSessions(store, session.id)).map(({ radacctid, ...nas }) =>
    scheduleChange(gateway, {
      ...nas,
      session: radacctid,
      kind: 'disconnect',
      trigger,
      attributes: [],
      requestedBy: null,
    }),
  );
  try {
    await store.write([...endPortalSession(store, session, end), ...disconnects]);
    return true;
  } catch (error) {
    if (asFault(error)?.kind !== 'conflict') throw error;
    return false;
  }
}

const checkIntervalMs = 250;
const scanIntervalMs = 2_000;
/** How long a device may be away from the network before it must log in again. */
const maxAbsenceMs = 24 * 3_600_000;

/**
 * Returns the tasks that end portal sessions whose time is over, whose user may not log in, or whose device is gone, and that
 * have their devices cut off.
 */
export function portalSessionTasks(gateway: Gateway): readonly PeriodicTask[] {
  return [
    revocationTask(gateway),
    countingTask(gateway),
    {
      name: 'time of portal sessions',
      intervalMs: checkIntervalMs,
      failureMessage: 'portal: cannot end sessions whose time is over; retrying',
      run: async () => {
        await endExpiredSessions(gateway);
        return undefined;
      },
    },
    {
      name: 'users and devices of portal sessions',
      intervalMs: scanIntervalMs,
      failureMessage: 'portal: cannot search for sessions that are over; retrying in 2 s',
      run: async () => {
        await endAbandonedSessions(gateway);
        return undefined;
      },
    },
  ];
}

/** Ends the sessions whose own time is over, at that time. */
async function endExpiredSessions(gateway: Gateway): Promise<void> {
  const { store, now, trustedClock } = gateway;
  const times = { now: now(), ...trustedClock.skippedTime() };
  for (const session of await findExpiredPortalSessions(store, times))
    await endSession(gateway, session, {
      event: 'ut',
      at: session.expires ?? now().getTime(),
      detail: 'session time over',
      trigger: 'session_timeout',
    });
}

async function endAbandonedSessions(gateway: Gateway): Promise<void> {
  const { store, now, trustedClock } = gateway;
  if (!(await hasOpenPortalSessions(store))) return;
  await endSupersededSessions(store, now());
  const at = now().getTime();
  for (const session of await findPortalSessionsOfInactiveUsers(store))
    await endSession(gateway, session, {
      event: 'uk',
      at,
      detail: 'user switched off or deleted',
      trigger: 'user_disabled',
    });
  const since = new Date(trustedClock.now().getTime() - maxAbsenceMs);
  for (const session of await findAbsentPortalSessions(store, since))
    await endSession(gateway, session, {
      event: 'ut',
      at,
      detail: 'device away too long',
      trigger: 'session_timeout',
    });
}
