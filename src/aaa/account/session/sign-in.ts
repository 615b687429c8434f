import { consoleRoles } from '../../../contract/caller.ts';
import { Fault } from '../../../contract/errors.ts';
import type { Secret } from '../../../contract/secret.ts';
import type { Gateway } from '../../../gateway/gateway.ts';
import { customerKey } from '../../../runtime/ip-address.ts';
import type { Store } from '../../../store/store.ts';
import { personOf, type AdmittedAttempt } from '../../password/password-attempts.ts';
import { verifyPassword } from '../../password/password-verifier.ts';
import { improvePassword } from '../../policy/credential-check.ts';
import { checkSecondFactor } from '../totp/second-factor.ts';
import { isServed } from '../user-lookup.ts';
import { startSession } from './user-session.ts';

/** The credentials of a user at the console, and where they come from. */
export interface SignIn {
  readonly username: string;
  readonly password: Secret;
  /** Code of the second factor; undefined: none was given. */
  readonly totp: string | undefined;
  readonly remoteAddress: string;
  readonly userAgent: string | null;
}

/** The user that a sign-in names. */
export type ConsoleUser = NonNullable<Awaited<ReturnType<typeof findConsoleUser>>>;

/** Finds the user of a name who may have a session. */
export async function findConsoleUser({ db }: Store, username: string) {
  return db
    .selectFrom('user')
    .select(['id', 'organization', 'username', 'role', 'password', 'is_active', 'expiration'])
    .select(['reversible_password as reversiblePassword', 'last_change'])
    .where('username', '=', username)
    .where('role', 'in', consoleRoles)
    .executeTakeFirst();
}

type Context = Pick<Gateway, 'store' | 'vault' | 'now' | 'config' | 'logins' | 'secondFactors'>;

/**
 * Starts a session of a user who presents its password, and the code of its second factor if it has one. Wrong passwords are
 * limited as those of other logins are: the address counts as the device, so that guesses from elsewhere do not lock a user out
 * where it has signed in before.
 *
 * @param user  as `findConsoleUser` has found it; undefined: there is none, which takes as long
 * @returns the token of the session
 * @throws Fault `unauthenticated` wrong credentials; `invalid` a missing or wrong code; `throttled` after many of them;
 *   `conflict` the user is just being changed
 */
export async function signIn(
  gateway: Context,
  user: ConsoleUser | undefined,
  given: SignIn,
): Promise<string> {
  const { remoteAddress, userAgent } = given;
  const attempt = admit(gateway, user, given);
  const proved = await provePassword(gateway, user, given);
  try {
    await checkSecondFactor(gateway, { user: proved.id, code: given.totp, remoteAddress });
  } catch (error) {
    // The password was right. Wrong codes have a limit of their own.
    attempt.withdraw();
    throw error;
  }
  const token = await startSession(gateway, gateway.config.console, {
    user: proved.id,
    lastChange: proved.last_change,
    remoteAddress,
    userAgent,
  });
  attempt.accept();
  return token;
}

/**
 * Verifies the password of a user who is signed in, before it changes what a sign-in needs. Wrong ones are limited as at a
 * sign-in.
 *
 * @throws Fault `invalid` with the field `password`; `throttled` after many of them
 */
export async function verifyOwnPassword(
  gateway: Context,
  id: number,
  given: Pick<SignIn, 'password' | 'remoteAddress'>,
): Promise<void> {
  const user = await gateway.store.db
    .selectFrom('user')
    .select(['id', 'username', 'password', 'reversible_password as reversiblePassword'])
    .where('id', '=', id)
    .executeTakeFirst();
  const attempt = admit(gateway, user, { username: user?.username ?? '', ...given });
  const client = `console ${customerKey(given.remoteAddress)}`;
  if (!(await verifyPassword(gateway.vault, user, { password: given.password, client })))
    throw Fault.field('password', 'This is not your password.');
  attempt.accept();
}

function admit(
  { logins }: Pick<Context, 'logins'>,
  user: Pick<ConsoleUser, 'id'> | undefined,
  { username, password, remoteAddress }: Pick<SignIn, 'username' | 'password' | 'remoteAddress'>,
): AdmittedAttempt {
  return logins.attempts.admit({
    person: personOf(user?.id, username),
    place: 'console',
    device: customerKey(remoteAddress),
    host: remoteAddress,
    password,
    mayLackDevice: false,
  });
}

/** @throws Fault `unauthenticated` */
async function provePassword(
  gateway: Context,
  user: ConsoleUser | undefined,
  { password, remoteAddress }: Pick<SignIn, 'password' | 'remoteAddress'>,
): Promise<ConsoleUser> {
  const client = `console ${customerKey(remoteAddress)}`;
  const isRight = await verifyPassword(gateway.vault, user, { password, client });
  if (!user || !isRight) throw new Fault('unauthenticated', 'Wrong user name or password.');
  const { id, is_active, expiration } = user;
  const isOver = expiration !== null && expiration <= gateway.now().getTime();
  if (is_active !== 1 || isOver || !(await isServed(gateway.store, id)))
    throw new Fault('unauthenticated', 'The account is deactivated or has expired.');
  // A trigger takes the replacement of an argon2id hash for a change of the password, which ends sessions.
  await improvePassword(gateway, user, { password, client });
  return user;
}
