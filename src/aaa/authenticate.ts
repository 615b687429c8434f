import { verify } from '@node-rs/argon2';
import type { Secret } from '../secret.ts';
import type { Store } from '../store/store.ts';

/** Who wants to use the network of an organization, and how they prove who they are. */
export interface Attempt {
  readonly organization: number;
  readonly username: string;
  readonly password: Secret;
}

/** `why` is for the operator's log; whoever asked learns only that the answer is no. */
export type Verdict =
  | { readonly isAccepted: true; readonly user: number }
  | { readonly isAccepted: false; readonly why: 'unknown user' | 'inactive user' | 'no password set' | 'wrong password' };

/** What a password is compared with where there is no user: the time taken must not tell who exists. Nobody's password. */
const nobody = '$argon2id$v=19$m=19456,t=2,p=1$Z2F0ZWhvdXNlIG5vYm9keQ$pl76W22hd5pd43MrDgokQWDA2bBXzWcJErPYpAIWZb0';

/**
 * Checks a user's name and password.
 *
 * @throws Fault where the store can not be read
 */
export async function authenticate(store: Store, { organization, username, password }: Attempt): Promise<Verdict> {
  const user = await store.db
    .selectFrom('user')
    .select(['id', 'password', 'is_active'])
    .where('username', '=', username)
    .where('organization', '=', organization)
    .executeTakeFirst();
  const isRight = await verify(user?.password ?? nobody, password.reveal());
  if (!user) return { isAccepted: false, why: 'unknown user' };
  if (user.is_active === 0) return { isAccepted: false, why: 'inactive user' };
  if (user.password === null) return { isAccepted: false, why: 'no password set' };
  return isRight ? { isAccepted: true, user: user.id } : { isAccepted: false, why: 'wrong password' };
}
