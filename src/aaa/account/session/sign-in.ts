import { consoleRoles } from '../../../contract/caller.ts';
import { Fault } from '../../../contract/errors.ts';
import type { Secret } from '../../../contract/secret.ts';
import type { Gateway } from '../../../gateway/gateway.ts';
import { customerKey } from '../../../runtime/ip-address.ts';
import type { Store } from '../../../store/store.ts';
import { personOf, type AdmittedAttempt } from '../../password/password-attempts.ts';
import { verifyPassword } from '../../password/password-verifier.ts';
import { improvePassword } from '../../policy/credential-check.ts';
import { isServed } from '../user-lookup.ts';
import { startSession } from './user-session.ts';

/** The credentials of a user at the console, and where they come from. */
export interface SignIn {
  readonly username: string;
  readonly password: Secret;
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

type Context = Pick<Gateway, 'store' | 'vault' | 'now' | 'config' | 'logins'>;

/**
 * Starts a session of a user who presents its password. Wrong passwords are limited as those of other logins are: the address
 * counts as the device, so that guesses from elsewhere do not lock a user out where it has signed in before.
 *
 * @param user  as `findConsoleUser` has found it; undefined: there is none, which takes as long
 * @returns the token of the session
 * @throws Fault `unauthenticated` wrong credentials; `throttled` after many of them; `conflict` the user is just being changed
 */
export async function signIn(
  gateway: Context,
  user: ConsoleUser | undefined,
  given: SignIn,
): Promise<string> {
  const { remoteAddress, userAgent } = given;
  const attempt = admit(gateway, user, given);
  const proved = await provePassword(gateway, user, given);
  const token = await startSession(gateway, gateway.config.console, {
    user: proved.id,
    lastChange: proved.last_change,
    remoteAddress,
    userAgent,
  });
  attempt.accept();
  return token;
}

function admit(
  { logins }: Pick<Context, 'logins'>,
  user: ConsoleUser | undefined,
  { username, password, remoteAddress }: SignIn,
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
  { password, remoteAddress }: SignIn,
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
