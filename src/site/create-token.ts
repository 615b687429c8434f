import { createTokenText, hashToken } from '../aaa/account/api-token.ts';
import { findUserByName, isServed } from '../aaa/account/user-lookup.ts';
import { addApiToken } from '../aaa/account/user-token-store.ts';
import type { Statement, Store } from '../store/store.ts';

interface TokenCreation {
  readonly now: Date;
  /** Returns statements that are written in the same batch. */
  readonly withIt: (user: number) => readonly Statement[];
}

/**
 * Creates a bearer token of a user, which may write as far as the user's role permits.
 *
 * @returns the token, which is stored nowhere in clear text
 * @throws Error if there is no such user, or no token of it would be accepted
 */
export async function createToken(
  store: Store,
  username: string,
  { now, withIt }: TokenCreation,
): Promise<string> {
  const user = await findUserByName(store, username);
  if (!user) throw new Error(`there is no user ${JSON.stringify(username)}`);
  const title = `user ${JSON.stringify(username)}`;
  if (user.role === 'subscriber')
    throw new Error(`${title} has the role subscriber, which may use the network only`);
  if (!(await isServed(store, user.id)))
    throw new Error(
      `${title} is switched off, or an organization of it is: gatehouse apply switches it on`,
    );
  const token = createTokenText();
  const made = { name: 'created on the machine', expiration: null, hash: hashToken(token) };
  const write: Store['write'] = (batch) => store.write([...batch, ...withIt(user.id)]);
  const owner = { user: user.id, isActive: true, isReadOnly: false };
  await addApiToken({ db: store.db, write }, { ...made, ...owner }, now);
  return token;
}
