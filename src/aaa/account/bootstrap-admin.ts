import { join } from 'node:path';
import { writeDurableFile } from '../../runtime/durable-file.ts';
import { createTokenText, hashToken } from './api-token.ts';
import { hasUsers } from './user-lookup.ts';
import type { Store } from '../../store/store.ts';

/**
 * Creates the first organization, its administrator and one token if the store has no user. The token is written to a
 * file that only its owner can read, and stored nowhere else in clear text.
 *
 * @returns path of the token's file, or null if there were users already
 */
export async function bootstrapAdmin(
  store: Store,
  dataDir: string,
  now: Date,
): Promise<string | null> {
  if (await hasUsers(store)) return null;
  const token = createTokenText();
  const file = join(dataDir, 'admin-token');
  writeDurableFile(file, `${token}\n`, { mode: 0o600, mayReplace: true });
  const { db } = store;
  const at = now.getTime();
  const stamps = { created: at, last_change: at };
  const first = db.selectFrom('organization').select('id').where('short_name', '=', 'default');
  await store.write([
    db
      .insertInto('organization')
      .values({ name: 'Default organization', short_name: 'default', ...stamps }),
    db
      .insertInto('user')
      .values({ organization: first, username: 'admin', role: 'admin', ...stamps }),
    db.insertInto('user_token').values({
      user: db.selectFrom('user').select('id').where('username', '=', 'admin'),
      token_hash: hashToken(token),
      name: 'first start',
      created: at,
    }),
  ]);
  return file;
}
