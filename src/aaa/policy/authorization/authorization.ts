import type { Store } from '../../../store/store.ts';
import { isValidPlace, otherPlaceReason } from '../../voucher/voucher-place.ts';
import { computeGrant, limitSessionTimeout, type ReplyItem } from '../grant.ts';
import { computeAdmission, formatRejectReason, readLimits, type Limit } from '../limits.ts';

/** What a user who has been authenticated, and whose check items match, is granted. */
export interface Authorization {
  readonly isAccepted: boolean;
  /** The reason, for the operator. */
  readonly reason: string;
  readonly limits: readonly Limit[];
  /** The attributes of an accept. */
  readonly replyItems: readonly ReplyItem[];
}

type Login = Parameters<typeof readLimits>[1];

/** Applies the place of a voucher and the limits of a user. @throws Fault if the store cannot be read */
export async function authorizeSubscriber(store: Store, login: Login): Promise<Authorization> {
  const { voucher } = login.subscriber;
  if (!(await isValidPlace(store, voucher, login.findSite))) return reject(otherPlaceReason);
  return applyLimits(login.subscriber, await readLimits(store, login));
}

function reject(reason: string, limits: readonly Limit[] = []): Authorization {
  return { isAccepted: false, reason, limits, replyItems: [] };
}

/** Rejects if a limit is reached, else accepts with the grant; with `limit_attributes` while a quota is exhausted. */
function applyLimits(user: Login['subscriber'], limits: readonly Limit[]): Authorization {
  const { reachedLimit, exhaustedQuota, remainingSeconds } = computeAdmission(limits, user);
  if (reachedLimit) return reject(formatRejectReason(reachedLimit), limits);
  const granted = computeGrant(user, { isLimited: exhaustedQuota !== null });
  const items = [
    ...(user.klass === null || user.klass === '' ? [] : [{ name: 'Class', value: user.klass }]),
    ...granted.map(({ attribute, value }) => ({ name: attribute, value })),
  ];
  return {
    isAccepted: true,
    reason: exhaustedQuota ? `limited: ${formatRejectReason(exhaustedQuota)}` : 'accepted',
    limits,
    replyItems: limitSessionTimeout(items, remainingSeconds),
  };
}
