import type { Secret } from '../../secret.ts';
import type { Store } from '../../store/store.ts';
import { readBalance, selectNetworkSeconds } from './balance.ts';
import { isLimitReached, computeLimits, formatRejectReason } from './limits.ts';
import { checkPassword } from './credential-check.ts';

/** Who wants to use the network of an organization, or of one of several, and how they prove who they are. */
export interface PasswordLogin {
  readonly organization: number | readonly number[];
  readonly username: string;
  readonly password: Secret;
  /** Left out: now. */
  readonly at?: Date;
}

/** `why` is for the operator's log; whoever asked learns only that the answer is no. */
export type AuthenticationResult =
  | { readonly isAccepted: true; readonly user: number }
  | { readonly isAccepted: false; readonly rejectReason: string };

/**
 * Checks a user's name and password, and whether there is an account to be used.
 *
 * @throws Fault where the store can not be read
 */
export async function authenticate(
  store: Store,
  attempt: PasswordLogin,
): Promise<AuthenticationResult> {
  const { organization, username, password, at = new Date() } = attempt;
  const user = await store.db
    .selectFrom('user as u')
    .select([
      'u.id',
      'u.password',
      'u.is_active',
      'u.expiration',
      selectNetworkSeconds.as('networkSeconds'),
    ])
    .where('u.username', '=', username)
    .where('u.organization', 'in', typeof organization === 'number' ? [organization] : organization)
    .executeTakeFirst();
  const why = await checkPassword(
    user && { password: user.password, isActive: user.is_active === 1 },
    password,
  );
  if (!user || why !== null) return { isAccepted: false, rejectReason: why ?? 'unknown user' };
  const spent = { balance: await readBalance(store, user, at), usage: new Map(), otherSessions: 0 };
  const over = computeLimits(spent, { expiration: user.expiration, controls: new Map(), at }).find(
    isLimitReached,
  );
  return over
    ? { isAccepted: false, rejectReason: formatRejectReason(over) }
    : { isAccepted: true, user: user.id };
}
