import type { Gateway } from '../../gateway/gateway.ts';
import type { Statement } from '../../store/store.ts';
import { isLimitReached } from '../policy/limit/limits.ts';
import type { ChangeTrigger } from './authorization-change.ts';
import { endPortalSession, logPortalTrigger } from '../session/portal-session-end.ts';
import type { SessionLimits } from './session-limits.ts';

/** A session that has been assessed, and its open portal session. */
interface AssessedSession {
  readonly client: number | null;
  /** Null: the user has been deleted. */
  readonly user: number | null;
  readonly acctstarttime: number | null;
  /** The expected time of reaching a limit. */
  readonly check_at: number | null;
  /** Null: no portal login has admitted the session, or that login has ended. */
  readonly portal_session: string | null;
  readonly queue_organization: number | null;
}

interface PortalAssessment {
  readonly session: AssessedSession;
  readonly sessionLimits: SessionLimits;
  readonly change: { readonly trigger: ChangeTrigger; readonly reason?: string } | null;
}

/** Returns the statements that end the portal session of a session whose user must be disconnected; may be empty. */
export function endPortalSessionOf(
  { store, now }: Gateway,
  { session, sessionLimits, change }: PortalAssessment,
): readonly Statement[] {
  const { portal_session: id, queue_organization, user } = session;
  if (id === null) return [];
  const isOfLimit = user !== null && change?.reason !== undefined;
  return endPortalSession(
    store,
    { id, queue_organization },
    {
      event: isOfLimit ? 'ux' : 'uk',
      at: isOfLimit ? timeOfLimit(session, sessionLimits, now()) : now().getTime(),
      detail: change?.reason ?? 'user switched off or deleted',
      isUsedUp: change?.trigger === 'balance',
    },
  );
}

/** Returns the statement that logs a change of a portal session that stays open; empty if no change is sent to a NAS. */
export function logChangeOf(
  { store, now }: Gateway,
  { session, change }: PortalAssessment,
): readonly Statement[] {
  const { portal_session: id, client } = session;
  if (id === null || client === null || change === null) return [];
  const detail = change.reason ?? `change of the session: ${change.trigger}`;
  return [logPortalTrigger(store, { id, at: now().getTime(), detail })];
}

/**
 * Returns when a limit was reached, in milliseconds since 1970. A time is used up at the computed time, even if the gateway
 * did not run then, unless a NAS counts it.
 */
function timeOfLimit(
  { client, acctstarttime, check_at }: AssessedSession,
  { limits }: SessionLimits,
  now: Date,
): number {
  const isTime = limits.find(isLimitReached)?.unit === 'seconds';
  const isComputed = client === null && isTime && check_at !== null && check_at > 0;
  return isComputed
    ? Math.min(now.getTime(), Math.max(check_at, acctstarttime ?? 0))
    : now.getTime();
}
