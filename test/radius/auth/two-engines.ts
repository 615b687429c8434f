import { createPasswordColumns } from '../../../src/aaa/account/password-columns.ts';
import type { CheckAttributes, ReplyAttributes } from '../../../src/aaa/policy/attribute-lists.ts';
import { Secret } from '../../../src/contract/secret.ts';
import { systemClock } from '../../../src/runtime/clock.ts';
import { withoutDelays } from '../../manual-clock.ts';
import { startPostgres } from '../../peers/postgres.ts';
import { radclient, startSite, type Site } from '../fixture.ts';

/* Users of a site on each engine, and logins of them with radclient. */

type StartOptions = NonNullable<Parameters<typeof startSite>[0]>;

/** The password of every user. */
export const password = 'clientPass';

/** Starts a site on each engine. Access-Rejects have no delay; access.test.ts measures it. */
export async function startOnBothEngines(options: StartOptions = {}): Promise<{
  readonly sites: Readonly<Record<'sqlite' | 'postgres', Site>>;
  /** The database of `postgres`. */
  readonly url: string;
  readonly stop: () => Promise<void>;
}> {
  const server = await startPostgres({ fsync: false });
  const given = { clock: withoutDelays(systemClock), ...options };
  const sqlite = await startSite(given);
  const postgres = await startSite({ ...given, database: server.url });
  return {
    sites: { sqlite, postgres },
    url: server.url,
    async stop() {
      await Promise.all([sqlite.stop(), postgres.stop()]);
      await server.stop();
    },
  };
}

interface UserFields {
  readonly check?: CheckAttributes;
  readonly reply?: ReplyAttributes;
  readonly isReversible?: boolean;
  readonly [column: string]: unknown;
}

const hashes = new Map<string, Awaited<ReturnType<typeof createPasswordColumns>>>();

/** Adds a subscriber with the password, which is hashed once for each site. @returns its id */
export async function addSubscriber(
  site: Site,
  username: string,
  { check = [], reply = [], isReversible = false, ...more }: UserFields = {},
): Promise<number> {
  const { gateway, store } = site;
  const key = `${store.engine} ${isReversible}`;
  const columns =
    hashes.get(key) ??
    (await createPasswordColumns(gateway.vault, { password: new Secret(password), isReversible }));
  hashes.set(key, columns);
  const values = {
    organization: 1,
    username,
    role: 'subscriber',
    created: 0,
    last_change: 0,
    attributes: JSON.stringify({ check_attributes: check, reply_attributes: reply }),
    ...columns,
    ...more,
  };
  const [written] = await store.write([store.db.insertInto('user').values(values).returning('id')]);
  return Number(written?.rows[0]?.['id']);
}

/** Adds a profile of the first organization. @returns its id */
export async function addProfile(
  { store }: Site,
  name: string,
  more: Readonly<Record<string, unknown>> = {},
): Promise<number> {
  const lists = { check_attributes: '[]', reply_attributes: '[]' };
  const row = { organization: 1, name, ...lists, created: 0, last_change: 0, ...more };
  const [written] = await store.write([
    store.db.insertInto('aaa_profile').values(row).returning('id'),
  ]);
  return Number(written?.rows[0]?.['id']);
}

/** Sends a signed Access-Request. @returns what radclient printed of the reply */
export async function logIn({ server }: Site, attributes: string): Promise<string> {
  const lines = `${attributes}\nMessage-Authenticator=0x00\n`.replaceAll(/\n+/g, '\n');
  const { output } = await radclient({
    to: server.authAddress,
    command: 'auth',
    attributes: lines,
  });
  return output.slice(output.indexOf('Received Access-'));
}

/** The attributes of a login by PAP. */
export function pap(username: string, more = ''): string {
  return `User-Name="${username}"\nUser-Password="${password}"\n${more}`;
}
