import type { Secret } from '../secret.ts';
import type { Store } from '../store/store.ts';
import { findIntegerAttribute } from '../aaa/policy/attribute-lists.ts';
import { collectControlItems } from '../aaa/policy/control-items.ts';
import { computeGrant } from '../aaa/policy/grant.ts';
import {
  computeAdmission,
  minimumOrNull,
  readLimits,
  formatRejectReason,
  type Admission,
  type Limit,
} from '../aaa/policy/limits.ts';
import { checkPassword } from '../aaa/policy/credential-check.ts';
import {
  deserializeSubscriber,
  selectSubscribers,
  type Subscriber,
} from '../aaa/policy/subscriber.ts';

/** Why a guest is not let in: the code for the caller, and words. */
export class PortalReject {
  readonly code: string;
  readonly message: string;

  constructor(code: string, words: string) {
    this.code = code;
    this.message = words;
  }
}

/** A user who may come in, and what bounds the stay; null where nothing does. */
export interface Guest {
  readonly id: number;
  readonly username: string;
  readonly organization: number;
  readonly sessionSeconds: number | null;
  readonly idleSeconds: number | null;
}

interface Asked {
  readonly uid: string;
  readonly organizations: readonly number[];
  /** null: the caller has checked the person already. */
  readonly password: Secret | null;
  /** Canonical. */
  readonly mac: string;
  readonly now: Date;
}

/** Whether the user may come in with this device now, by the limits that RADIUS goes by. */
export async function admitGuest(store: Store, asked: Asked): Promise<Guest | PortalReject> {
  const user = await findGuest(store, asked);
  if (user instanceof PortalReject) return user;
  const refusal = await refusalOf(user, asked);
  if (refusal) return refusal;
  const controls = collectControlItems(user.checkLists);
  if (typeof controls === 'string')
    return new PortalReject('not_allowed', `The user's attributes let nobody in: ${controls}.`);
  if (controls.get('Auth-Type')?.toLowerCase() === 'reject')
    return new PortalReject('not_allowed', 'Auth-Type is Reject.');
  const limits = await readLimits(store, {
    subscriber: user,
    controls,
    station: asked.mac,
    at: asked.now,
  });
  const admission = computeAdmission(limits, user);
  return admission.reachedLimit ? refusedBy(admission.reachedLimit) : guestOf(user, admission);
}

/** By name, else by e-mail address or outside id where those are one user's only. */
async function findGuest(
  store: Store,
  { uid, organizations }: Asked,
): Promise<Subscriber | PortalReject> {
  const found = await selectSubscribers(store.db)
    .where('u.organization', 'in', organizations)
    .where((where) =>
      where.or([
        where('u.username', '=', uid),
        where('u.email', 'in', [uid, uid.toLowerCase()]),
        where('u.external_id', '=', uid),
      ]),
    )
    .limit(20)
    .execute();
  const named =
    found.find(({ username }) => username === uid) ?? (found.length === 1 ? found[0] : undefined);
  if (named) return deserializeSubscriber(named);
  return new PortalReject(
    'unknown_user',
    found.length > 1 ? 'The uid fits several users.' : 'There is no such user.',
  );
}

async function refusalOf(user: Subscriber, { password }: Asked): Promise<PortalReject | null> {
  if (!user.isActive) return new PortalReject('inactive', 'The user is switched off.');
  const isWrong = password !== null && (await checkPassword(user, password)) !== null;
  return isWrong ? new PortalReject('wrong_password', 'The password is wrong.') : null;
}

const codes: Readonly<Record<string, string>> = {
  ...{ expiration: 'expired', Expiration: 'expired', time: 'no_balance' },
  ...{ 'Login-Time': 'login_time', 'Simultaneous-Use': 'too_many_sessions' },
};

function refusedBy(limit: Limit): PortalReject {
  return new PortalReject(
    codes[limit.name] ?? 'quota_used_up',
    `The user can not come in: ${formatRejectReason(limit)}.`,
  );
}

function guestOf(user: Subscriber, { exhaustedQuota, remainingSeconds }: Admission): Guest {
  const { id, username, organization } = user;
  const granted = computeGrant(user, { isLimited: exhaustedQuota !== null });
  const sessionSeconds = minimumOrNull([
    findIntegerAttribute(granted, 'Session-Timeout'),
    remainingSeconds,
  ]);
  return {
    id,
    username,
    organization,
    sessionSeconds,
    idleSeconds: findIntegerAttribute(granted, 'Idle-Timeout'),
  };
}
