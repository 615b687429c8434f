import { setTimeout as sleep } from 'node:timers/promises';
import { Registry } from 'prom-client';
import tap, { test } from 'tap';
import { UpstreamRegistry } from '../../../src/radius/proxy/upstream-registry.ts';
import { freeUdpPort } from '../../peers/port.ts';
import { startPostgres } from '../../peers/postgres.ts';
import { startSite, type UpstreamFields } from '../fixture.ts';

/* Which upstreams serve whom, on both engines. */

const postgres = await startPostgres({ fsync: false });
const port = await freeUdpPort();
const quick = { initialIntervalMs: 50, maxIntervalMs: 100, maxTries: 2, timeoutMs: 100, jitter: 0 };
const timing = {
  retransmission: quick,
  responseWindowMs: 50,
  firstProbeMs: 20,
  maxProbeMs: 40,
  reviveIntervalMs: 1_500,
};

async function prepare(database: string) {
  const site = await startSite({ database });
  const { store, gateway } = site;
  const addOrganization = async (name: string, parent: number) => {
    const values = { name, short_name: name, parent, created: 0, last_change: 0 };
    const [written] = await store.write([
      store.db.insertInto('organization').values(values).returning('id'),
    ]);
    return Number(written?.rows[0]?.['id']);
  };
  const floor = await addOrganization('floor', 1);
  const room = await addOrganization('room', floor);
  const upstreams = new UpstreamRegistry({ ...gateway, metrics: new Registry() }, timing);
  tap.teardown(async () => {
    await upstreams.close();
    await site.stop();
  });
  return { site, store, floor, room, upstreams };
}

const prepared = [
  await prepare('sqlite'),
  await prepare(await postgres.createDatabase('upstreams')),
];
tap.teardown(() => postgres.stop());

for (const { site, store, floor, room, upstreams } of prepared) {
  const { engine } = store;
  const add = (name: string, more: Partial<UpstreamFields> = {}) =>
    site.addUpstream({ name, auth_port: port, ...more });
  const names = async (organization: number, realm: string | null) => {
    await upstreams.reload();
    return upstreams.poolOfRealm(organization, realm, 'authentication').map(({ row }) => row.name);
  };

  test(`${engine}: the upstreams of the nearest organization serve, by priority and then by age`, async (t) => {
    await add('third', { priority: 2 });
    await add('first', { priority: 1 });
    await add('second', { priority: 1 });
    t.same(await names(1, null), ['first', 'second', 'third']);
    t.same(await names(room, null), ['first', 'second', 'third'], 'also organizations below it');
    t.same(await names(2, null), [], 'no other organization');
    await add('of the floor', { organization: floor, priority: 9 });
    t.same(await names(room, null), ['of the floor']);
    t.same(await names(floor, null), ['of the floor']);
    t.same(
      await names(1, null),
      ['first', 'second', 'third'],
      'an upstream does not serve organizations above it',
    );
  });

  test(`${engine}: a realm has its own upstreams, case-insensitively`, async (t) => {
    await add('partner', { realm: 'Partner.example' });
    t.same(await names(room, 'PARTNER.example'), ['partner']);
    t.same(await names(room, 'another.example'), []);
  });

  test(`${engine}: an organization that moves gets other upstreams`, async (t) => {
    t.same(await names(room, null), ['of the floor']);
    await store.write([
      store.db
        .updateTable('organization')
        .set({ parent: 1, last_change: Date.now() })
        .where('id', '=', room),
    ]);
    t.same(await names(room, null), ['first', 'second', 'third']);
  });

  test(`${engine}: the state down is recorded once, and an upstream that may not support Status-Server is tried again`, async (t) => {
    const id = await add('silent', { realm: 'silent.example' });
    await upstreams.reload();
    const upstream = upstreams.find(id);
    t.equal(upstream?.state, 'unknown');
    t.equal(
      await upstream?.sendRequest('auth', { code: 1, encodeAttributes: () => Buffer.alloc(0) }),
      null,
    );
    t.equal(upstream?.state, 'down');
    const row = () =>
      store.db
        .selectFrom('aaa_upstream')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
    for (let tries = 0; (await row()).state !== 'down' && tries < 3_000; tries += 1)
      await sleep(10);
    const written = await row();
    t.match(written, { state: 'down', last_error: 'no reply', state_since: Number });
    await upstreams.reload();
    t.equal(upstreams.find(id), upstream, 'its own state is no change of it');
    for (let tries = 0; upstream?.state === 'down' && tries < 3_000; tries += 1) await sleep(10);
    t.equal(upstream?.state, 'unknown');
    t.equal((await row()).last_change, written.last_change);
  });

  test(`${engine}: an upstream whose secret cannot be opened is omitted and logged`, async (t) => {
    const id = await add('sealed', { realm: 'sealed.example' });
    await store.write([
      store.db
        .updateTable('aaa_upstream')
        .set({ secret: 'v1.00000000.AAAA', last_change: Date.now() + 1 })
        .where('id', '=', id),
    ]);
    t.same(await names(1, 'sealed.example'), []);
    t.match(site.lines.join(''), /"upstream":"sealed","msg":"RADIUS upstream is not used/);
  });
}
