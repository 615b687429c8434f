import type { Secret } from '../../contract/secret.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { improvePassword } from './credential-check.ts';
import { isLimitReached, computeLimits, formatRejectReason } from './limit/limits.ts';
import { deserializeVoucher, voucherColumns } from '../voucher/voucher.ts';
import { verifyPassword } from '../password/password-verifier.ts';
import type { PasswordColumns } from '../password/stored-password.ts';
import type { Subscriber } from './subscriber.ts';
import { readCredit } from './limit/usage.ts';

/** A login by user name and password, to one organization or several. */
export interface PasswordLogin {
  readonly organization: number | readonly number[];
  readonly username: string;
  readonly password: Secret;
  /** The waiting caller; default: no caller. */
  readonly client?: string;
  /** Default: now. */
  readonly at?: Date;
}

/** `rejectReason` is for the operator's log; the client learns only that it is rejected. */
export type AuthenticationResult =
  | { readonly isAccepted: true; readonly user: number }
  | { readonly isAccepted: false; readonly rejectReason: string };

/**
 * Checks a user's name and password, and that its account is active, not expired and has time left.
 *
 * @throws Fault if the store cannot be read
 */
export async function authenticate(
  gateway: Pick<Gateway, 'store' | 'vault'>,
  { organization, username, password, client = '', at = new Date() }: PasswordLogin,
): Promise<AuthenticationResult> {
  const { store } = gateway;
  const user = await store.db
    .selectFrom('user as u')
    .leftJoin('user_token as t', (join) =>
      join.onRef('t.user', '=', 'u.id').on('t.kind', '=', 'network'),
    )
    .select(['u.id', 'u.password', 'u.reversible_password', 'u.is_active', 'u.expiration'])
    .select(voucherColumns)
    .where('u.username', '=', username)
    .where('u.organization', 'in', typeof organization === 'number' ? [organization] : organization)
    .executeTakeFirst();
  const rejectReason = await checkPassword(
    gateway,
    user && {
      id: user.id,
      password: user.password,
      reversiblePassword: user.reversible_password,
      isActive: user.is_active === 1,
    },
    { password, client },
  );
  if (!user || rejectReason !== null)
    return { isAccepted: false, rejectReason: rejectReason ?? 'unknown user' };
  const voucher = user.voucher === null ? null : deserializeVoucher(user.voucher, user);
  const credit = await readCredit(store, { id: user.id, voucher }, at);
  const usage = { credit, usage: new Map(), otherSessions: 0 };
  const { expiration } = user;
  const source = { expiration, controls: new Map(), at, timeZone: null };
  const limits = computeLimits(usage, source);
  const reachedLimit = limits.find(isLimitReached);
  return reachedLimit
    ? { isAccepted: false, rejectReason: formatRejectReason(reachedLimit) }
    : { isAccepted: true, user: user.id };
}

/**
 * Checks a password, and that its user is active. Takes as long for a user that does not exist.
 *
 * @returns the reject reason, for the operator; null: accepted
 */
async function checkPassword(
  gateway: Pick<Gateway, 'store' | 'vault'>,
  user: (PasswordColumns & Pick<Subscriber, 'id' | 'isActive'>) | null | undefined,
  { password, client }: { readonly password: Secret; readonly client: string },
): Promise<string | null> {
  const isRight = await verifyPassword(gateway.vault, user, { password, client });
  if (user && isRight) void improvePassword(gateway, user, { password, client });
  if (!user) return 'unknown user';
  if (!user.isActive) return 'inactive user';
  if (user.password === null) return 'no password set';
  return isRight ? null : 'wrong password';
}
