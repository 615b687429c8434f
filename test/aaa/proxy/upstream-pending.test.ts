import tap, { test } from 'tap';
import { ForwardStatements, type ForwardQueue } from '../../../src/aaa/proxy/forward-queue.ts';
import { openStore } from '../../../src/store/database.ts';
import type { Store } from '../../../src/store/store.ts';
import { GatewayProcess, results } from '../../gateway-process.ts';
import { freeUdpPort } from '../../peers/port.ts';
import { startPostgres } from '../../peers/postgres.ts';
import { addTenant } from '../api/fixture.ts';

/* An upstream is shown with the backlog of its queue. No server listens on its port, so packets stay queued. */

const postgres = await startPostgres({ fsync: false, hasTypes: true });
const quiet = { GATEHOUSE_POLLING_ENABLED: 'false' };
const gateways = {
  sqlite: await GatewayProcess.start(quiet),
  postgres: await GatewayProcess.start({ ...quiet, GATEHOUSE_DATABASE_URL: postgres.url }),
};
tap.teardown(async () => {
  await Promise.all(Object.values(gateways).map((gateway) => gateway.remove()));
  await postgres.stop();
});
const closedPort = await freeUdpPort();
const firstAt = Date.UTC(2026, 0, 31, 12);

/** Queues packets that were received one second apart. */
async function fill(store: Store, queue: ForwardQueue, count: number): Promise<void> {
  const statements = new ForwardStatements(store);
  const add = (number: number) =>
    statements.enqueue(
      queue,
      { nas: ['nas'], session: 'one' },
      { received: firstAt + 1000 * number, attributes: Buffer.from([44, 3, 65]) },
    );
  for (let begun = 0; begun < count; begun += 1_000)
    await store.write(
      Array.from({ length: Math.min(1_000, count - begun) }, (_, index) => add(begun + index)),
    );
}

for (const [engine, gateway] of Object.entries(gateways)) {
  const store = await openStore(
    engine === 'sqlite' ? 'sqlite' : postgres.url,
    `${gateway.folder}/data`,
  );
  tap.teardown(() => store.close());
  const add = async (name: string, more: object) => {
    const fields = {
      name,
      address: '127.0.0.1',
      acct_port: closedPort,
      auth_port: closedPort,
      secret: 'a secret',
    };
    return Number(
      (await gateway.gate('POST', '/aaa_upstream/', { ...fields, ...more })).body['id'],
    );
  };

  test(`${engine}: an upstream shows the backlog of its queue and the time of its oldest packet`, async (t) => {
    await fill(store, { organization: 1, realm: 'isp.example' }, 3);
    await fill(store, { organization: 1, realm: '' }, 1);
    const accounting = { handles_accounting: true, realm: 'ISP.example', is_active: false };
    const made = await gateway.gate('POST', '/aaa_upstream/', {
      name: 'made',
      address: '127.0.0.1',
      secret: 'a secret',
      ...accounting,
    });
    const since = new Date(firstAt).toISOString();
    t.match(made.body, { pending: 3, oldest_pending: since });
    await add('alternative', accounting);
    await add('another realm', { ...accounting, realm: 'other.example' });
    await add('without accounting', { realm: 'isp.example' });
    const shown = results(await gateway.gate('GET', '/aaa_upstream/'));
    t.same(
      shown.map(({ name, pending, oldest_pending }) => [name, pending, oldest_pending]),
      [
        ['made', 3, since],
        ['alternative', 3, since],
        ['another realm', 0, null],
        ['without accounting', 0, null],
      ],
    );
    t.match((await gateway.gate('GET', `/aaa_upstream/${String(made.body['id'])}/`)).body, {
      pending: 3,
      oldest_pending: since,
    });
  });

  test(`${engine}: the backlog is read-only and does not change the ETag of the upstream`, async (t) => {
    const id = await add('tagged', {
      handles_accounting: true,
      realm: 'tagged.example',
      is_active: false,
    });
    const path = `/aaa_upstream/${id}/`;
    const send = (method: string, headers: Record<string, string>, body?: object) =>
      fetch(`http://127.0.0.1:${gateway.httpPort}/gate/api/v1${path}`, {
        method,
        headers: {
          authorization: `Bearer ${gateway.token}`,
          'content-type': 'application/json',
          ...headers,
        },
        ...(body && { body: JSON.stringify(body) }),
      });
    const before = (await send('GET', {})).headers.get('etag') ?? '';
    await fill(store, { organization: 1, realm: 'tagged.example' }, 2);
    const again = await send('GET', { 'if-none-match': before });
    t.equal(again.status, 200, 'the reply has the current backlog');
    t.match(await again.json(), { pending: 2 });
    t.equal(again.headers.get('etag'), before);
    const changed = await send('PATCH', { 'if-match': before }, { description: 'changed' });
    t.equal(changed.status, 200);
    t.match(await changed.json(), { description: 'changed', pending: 2 });
    t.equal((await send('PATCH', { 'if-match': before }, { description: 'again' })).status, 412);
    const ignored = await send('PATCH', {}, { pending: 0 });
    t.match(await ignored.json(), { pending: 2 }, 'a read-only field is ignored');
  });

  test(`${engine}: a queue is counted up to 10,000`, async (t) => {
    const id = await add('behind', {
      handles_accounting: true,
      realm: 'behind.example',
      is_active: false,
    });
    await fill(store, { organization: 1, realm: 'behind.example' }, 10_500);
    const { body } = await gateway.gate('GET', `/aaa_upstream/${id}/`);
    t.match(body, { pending: 10_000, oldest_pending: new Date(firstAt).toISOString() });
  });

  test(`${engine}: the backlog of another organization is not visible`, async (t) => {
    const tenant = await addTenant(gateway, 'harbour');
    const mine = {
      name: 'mine',
      address: '127.0.0.1',
      secret: 'a secret',
      handles_accounting: true,
      realm: 'isp.example',
    };
    const made = await tenant.call('POST', '/aaa_upstream/', { ...mine, is_active: false });
    t.match(made.body, { pending: 0, oldest_pending: null }, 'same realm, another organization');
    t.same(
      results(await tenant.call('GET', '/aaa_upstream/')).map(({ name }) => name),
      ['mine'],
    );
  });
}
