import tap, { test } from 'tap';
import { eventually } from '../../gateway-process.ts';
import { startUpstream, upstreamPassword } from '../../peers/freeradius-upstream.ts';
import { startPostgres } from '../../peers/postgres.ts';
import { radclient, startSite, upstreamSecret, type Site } from '../fixture.ts';

/* An upstream whose replies have no Message-Authenticator: FreeRADIUS 3.2.1 as Debian 12 ships it. */

tap.setTimeout(180_000);
const timing = {
  retransmission: {
    initialIntervalMs: 500,
    maxIntervalMs: 1_000,
    maxTries: 9,
    timeoutMs: 5_000,
    jitter: 0.1,
  },
  responseWindowMs: 4_000,
  firstProbeMs: 60_000,
  maxProbeMs: 60_000,
  reviveIntervalMs: 60_000,
};
const server = await startPostgres({ fsync: false });
const sites = {
  sqlite: await startSite({ timing }),
  postgres: await startSite({ timing, database: server.url }),
};
const options = { secret: upstreamSecret };
const unsigned = await startUpstream({ ...options, name: 'unsigned', isUnsigned: true });
const signed = await startUpstream({ ...options, name: 'signed' });
tap.teardown(async () => {
  await Promise.all(Object.values(sites).map((site) => site.stop()));
  await Promise.all([unsigned.stop(), signed.stop(), server.stop()]);
});

async function login({ server }: Site, realm: string, seconds = 30): Promise<string> {
  const attributes = `User-Name=zoe@${realm}\nUser-Password="${upstreamPassword}"\nMessage-Authenticator=0x00`;
  const to = server.authAddress;
  const { output } = await radclient({ to, command: 'auth', attributes, seconds });
  return /Received Access-[\s\S]*/.exec(output)?.[0] ?? '';
}

const rowOf = ({ store }: Site, id: number) =>
  store.db
    .selectFrom('aaa_upstream')
    .select(['state', 'last_error', 'signs'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

for (const [engine, site] of Object.entries(sites)) {
  const add = (realm: string, more: { readonly auth_port: number }) =>
    site.addUpstream({ name: realm, realm, ...more });
  const { port: auth_port } = unsigned;

  test(`${engine}: without a signature there is no login, and last_error says why`, async (t) => {
    const id = await add('yes.example', { auth_port });
    t.equal(await login(site, 'yes.example', 8), '');
    const row = await eventually(
      () => rowOf(site, id),
      ({ state }) => state === 'down',
    );
    t.match(row, { state: 'down', last_error: /no Message-Authenticator.*dropped/ });
  });

  for (const require_message_authenticator of ['no', 'auto'])
    test(`${engine}: ${require_message_authenticator} accepts unsigned replies, with a warning`, async (t) => {
      const realm = `${require_message_authenticator}.example`;
      const fields = { auth_port, require_message_authenticator };
      const id = await add(realm, fields);
      t.match(await login(site, realm), /^Received Access-Accept/);
      t.match(await rowOf(site, id), { last_error: null, signs: 0 });
      const warnings = site.lines.filter((line) => line.includes('can be forged'));
      t.equal(warnings.filter((line) => line.includes(realm)).length, 1);
    });

  test(`${engine}: auto needs a signature once there was one, also after a reload`, async (t) => {
    const realm = 'turning.example';
    const fields = { auth_port: signed.port, require_message_authenticator: 'auto' };
    const id = await add(realm, fields);
    t.match(await login(site, realm), /^Received Access-Accept/);
    await eventually(
      () => rowOf(site, id),
      ({ signs }) => signs === 1,
    );
    const { db } = site.store;
    await site.store.write([
      db.updateTable('aaa_upstream').set({ auth_port: unsigned.port }).where('id', '=', id),
    ]);
    await site.server.reload();
    t.equal(await login(site, realm, 8), '');
    const row = await eventually(
      () => rowOf(site, id),
      ({ last_error }) => last_error !== null,
    );
    t.match(row.last_error, /no Message-Authenticator/);
  });
}
