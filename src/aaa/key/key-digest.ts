import { createHmac, randomBytes } from 'node:crypto';
import { Secret } from '../../contract/secret.ts';
import type { Gateway } from '../../gateway/gateway.ts';

const place = 'user_key_secret.secret';
const secretOctets = 32;
const onlyRow = 1;

type Context = Pick<Gateway, 'store' | 'vault'>;

/**
 * Returns the digest of a Wi-Fi key. Without the secret of the store, which is sealed, it says nothing of a key that could be
 * guessed.
 *
 * @throws Fault if the store cannot be read or written
 */
export async function digestKey(context: Context, key: Secret): Promise<string> {
  const secret = await readSecret(context);
  return createHmac('sha256', Buffer.from(secret.reveal(), 'base64'))
    .update(key.reveal())
    .digest('base64url');
}

/** Reads the secret of the digests. The first key of a store creates it; of several gateways one does. */
async function readSecret(context: Context): Promise<Secret> {
  const found = await findSecret(context);
  if (found) return found;
  const { store, vault } = context;
  const created = vault.seal(new Secret(randomBytes(secretOctets).toString('base64')), place);
  const row = { id: onlyRow, secret: created };
  await store.write([
    store.db
      .insertInto('user_key_secret')
      .values(row)
      .onConflict((conflict) => conflict.column('id').doNothing()),
  ]);
  return (await findSecret(context)) ?? vault.open(created, place);
}

async function findSecret({ store, vault }: Context): Promise<Secret | null> {
  const row = await store.db.selectFrom('user_key_secret').select('secret').executeTakeFirst();
  return row ? vault.open(row.secret, place) : null;
}
