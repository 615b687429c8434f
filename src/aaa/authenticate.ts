import type { Secret } from '../secret.ts';
import type { Store } from '../store/store.ts';
import { balanceOf, networkSeconds } from './balance.ts';
import { isUsedUp, limitsBy, refusalBy } from './limits.ts';
import { passwordRefusal } from './proof.ts';

/** Who wants to use the network of an organization, or of one of several, and how they prove who they are. */
export interface Attempt {
  readonly organization: number | readonly number[];
  readonly username: string;
  readonly password: Secret;
  /** Left out: now. */
  readonly at?: Date;
}

/** `why` is for the operator's log; whoever asked learns only that the answer is no. */
export type Verdict = { readonly isAccepted: true; readonly user: number } | { readonly isAccepted: false; readonly why: string };

/**
 * Checks a user's name and password, and whether there is an account to be used.
 *
 * @throws Fault where the store can not be read
 */
export async function authenticate(store: Store, attempt: Attempt): Promise<Verdict> {
  const { organization, username, password, at = new Date() } = attempt;
  const user = await store.db
    .selectFrom('user as u')
    .select(['u.id', 'u.password', 'u.is_active', 'u.expiration', networkSeconds.as('networkSeconds')])
    .where('u.username', '=', username)
    .where('u.organization', 'in', typeof organization === 'number' ? [organization] : organization)
    .executeTakeFirst();
  const why = await passwordRefusal(user && { password: user.password, isActive: user.is_active === 1 }, password);
  if (!user || why !== null) return { isAccepted: false, why: why ?? 'unknown user' };
  const spent = { balance: await balanceOf(store, user, at), usage: new Map(), others: 0 };
  const over = limitsBy(spent, { expiration: user.expiration, controls: new Map(), at }).find(isUsedUp);
  return over ? { isAccepted: false, why: refusalBy(over) } : { isAccepted: true, user: user.id };
}
