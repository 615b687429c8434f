import type { Secret } from '../secret.ts';
import type { Store } from '../store/store.ts';
import { balanceOf } from './balance.ts';
import { isRightPassword } from './proof.ts';

/** Who wants to use the network of an organization, or of one of several, and how they prove who they are. */
export interface Attempt {
  readonly organization: number | readonly number[];
  readonly username: string;
  readonly password: Secret;
  /** Left out: now. */
  readonly at?: Date;
}

/** `why` is for the operator's log; whoever asked learns only that the answer is no. */
export type Verdict =
  { readonly isAccepted: true; readonly user: number } | { readonly isAccepted: false; readonly why: Refusal };

export type Refusal =
  'unknown user' | 'inactive user' | 'no password set' | 'wrong password' | 'account expired' | 'no time left';

/**
 * Checks a user's name and password.
 *
 * @throws Fault where the store can not be read
 */
export async function authenticate(store: Store, attempt: Attempt): Promise<Verdict> {
  const { organization, username, password, at = new Date() } = attempt;
  const user = await store.db
    .selectFrom('user')
    .select(['id', 'password', 'is_active', 'expiration'])
    .where('username', '=', username)
    .where('organization', 'in', typeof organization === 'number' ? [organization] : organization)
    .executeTakeFirst();
  const isRight = await isRightPassword(user?.password, password);
  const why = user ? refusalOf(user, isRight, at) : 'unknown user';
  if (!user || why !== null) return { isAccepted: false, why: why ?? 'unknown user' };
  if ((await balanceOf(store, user.id, at)) === 0) return { isAccepted: false, why: 'no time left' };
  return { isAccepted: true, user: user.id };
}

interface Known {
  readonly password: string | null;
  readonly is_active: number;
  readonly expiration: number | null;
}

function refusalOf(user: Known, isRight: boolean, at: Date): Refusal | null {
  if (user.is_active === 0) return 'inactive user';
  if (user.password === null) return 'no password set';
  if (!isRight) return 'wrong password';
  return user.expiration !== null && user.expiration <= at.getTime() ? 'account expired' : null;
}
