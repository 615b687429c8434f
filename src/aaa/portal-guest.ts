import type { Secret } from '../secret.ts';
import type { Store } from '../store/store.ts';
import { integerOf } from './attributes.ts';
import { controlsOf } from './controls.ts';
import { grantOf } from './grant.ts';
import { admissionBy, least, limitsOf, refusalBy, type Admission, type Limit } from './limits.ts';
import { passwordRefusal } from './proof.ts';
import { subscriberFrom, subscribers, type Subscriber } from './subscriber.ts';

/** Why a guest is not let in: the code for the caller, and words. */
export class PortalRefusal {
  readonly code: string;
  readonly words: string;

  constructor(code: string, words: string) {
    this.code = code;
    this.words = words;
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
export async function admitGuest(store: Store, asked: Asked): Promise<Guest | PortalRefusal> {
  const user = await findGuest(store, asked);
  if (user instanceof PortalRefusal) return user;
  const refusal = await refusalOf(user, asked);
  if (refusal) return refusal;
  const controls = controlsOf(user.checks);
  if (typeof controls === 'string') return new PortalRefusal('not_allowed', `The user's attributes let nobody in: ${controls}.`);
  if (controls.get('Auth-Type')?.toLowerCase() === 'reject') return new PortalRefusal('not_allowed', 'Auth-Type is Reject.');
  const limits = await limitsOf(store, { subscriber: user, controls, station: asked.mac, at: asked.now });
  const admission = admissionBy(limits, user);
  return admission.over ? refusedBy(admission.over) : guestOf(user, admission);
}

/** By name, else by e-mail address or outside id where those are one user's only. */
async function findGuest(store: Store, { uid, organizations }: Asked): Promise<Subscriber | PortalRefusal> {
  const found = await subscribers(store.db)
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
  const named = found.find(({ username }) => username === uid) ?? (found.length === 1 ? found[0] : undefined);
  if (named) return subscriberFrom(named);
  return new PortalRefusal('unknown_user', found.length > 1 ? 'The uid fits several users.' : 'There is no such user.');
}

async function refusalOf(user: Subscriber, { password }: Asked): Promise<PortalRefusal | null> {
  if (!user.isActive) return new PortalRefusal('inactive', 'The user is switched off.');
  const isWrong = password !== null && (await passwordRefusal(user, password)) !== null;
  return isWrong ? new PortalRefusal('wrong_password', 'The password is wrong.') : null;
}

const codes: Readonly<Record<string, string>> = {
  ...{ expiration: 'expired', Expiration: 'expired', time: 'no_balance' },
  ...{ 'Login-Time': 'login_time', 'Simultaneous-Use': 'too_many_sessions' },
};

function refusedBy(limit: Limit): PortalRefusal {
  return new PortalRefusal(codes[limit.name] ?? 'quota_used_up', `The user can not come in: ${refusalBy(limit)}.`);
}

function guestOf(user: Subscriber, { limiting, seconds }: Admission): Guest {
  const { id, username, organization } = user;
  const granted = grantOf(user, { isLimited: limiting !== null });
  const sessionSeconds = least([integerOf(granted, 'Session-Timeout'), seconds]);
  return { id, username, organization, sessionSeconds, idleSeconds: integerOf(granted, 'Idle-Timeout') };
}
