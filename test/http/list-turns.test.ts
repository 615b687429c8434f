import { randomUUID } from 'node:crypto';
import tap, { test } from 'tap';
import { fetchOwnPage } from '../../src/http/list/page.ts';
import { delivery } from '../../src/notify/delivery/webhook.ts';
import type { Reader, Store } from '../../src/store/store.ts';
import { startSites } from '../inventory/api/fixture.ts';
import { insert } from '../store/stores.ts';

/* A tenant whose lists take long reads waits for its own, and no other tenant does. */

const { sites, stop } = await startSites();
tap.teardown(stop);

const noisyRows = 100_000;
const rowsPerBatch = 50_000;
/** More than are read on the event loop. */
const quietRows = 3000;
const slowRequests = 30;
/** No row matches, and no index finds that out. */
const path = '/inventory_device_log/?variable_name=none';

async function addDevice(store: Store, organization: number): Promise<number> {
  const name = `device of ${organization}`;
  const times = { created_at: 0, updated_at: 0 };
  const type = await insert(store, 'inventory_type', { name, short_name: name, ...times });
  return insert(store, 'inventory_device', { organization, name, type, ...times });
}

async function fillLog(store: Store, organization: number, count: number): Promise<void> {
  const device = await addDevice(store, organization);
  for (let from = 0; from < count; from += rowsPerBatch)
    await store.write([
      {
        sql: `insert into inventory_device_log (organization, device, datetime, action, variable_name, is_pending, is_applied, origin)
          with recursive numbers(n) as (select ${from + 1} union all select n + 1 from numbers where n < ${Math.min(from + rowsPerBatch, count)})
          select ${organization}, ${device}, n, 'read', 'system.name', 0, 0, 'auto' from numbers`,
        parameters: [],
      },
    ]);
}

for (const [engine, site] of Object.entries(sites)) {
  test(`${engine}: a list does not wait for the slow ones of another tenant`, async (t) => {
    const store = await site.openStore();
    t.teardown(() => store.close());
    const strangers = store.db.selectFrom('organization').where('short_name', '=', 'strangers');
    const { id } = await strangers.select('id').executeTakeFirstOrThrow();
    await fillLog(store, 1, noisyRows);
    await fillLog(store, id, quietRows);
    let ended = 0;
    const slow = Array.from({ length: slowRequests }, async () => {
      const { status } = await site.ask('GET', path);
      ended += 1;
      return status;
    });
    await slow[0];
    const quiet = await site.stranger('GET', path);
    t.equal(quiet.status, 200);
    // Without turns it would come after all that had been asked before it.
    t.ok(ended < slowRequests * 0.75, `${ended} slow lists ended before`);
    t.ok((await Promise.all(slow)).every((status) => status === 200));
  });

  test(`${engine}: the count of a list below another object is on the account of its caller`, async (t) => {
    const store = await site.openStore();
    t.teardown(() => store.close());
    const times = { created_at: 0, updated_at: 0 };
    const url = 'http://192.0.2.1/';
    const webhook = await insert(store, 'webhook', {
      organization: 1,
      name: 'w',
      url,
      secret: '',
      min_severity: 'info',
      ...times,
    });
    const row = {
      organization: 1,
      webhook,
      channel: 'webhook',
      event: randomUUID(),
      message: '',
      state: 'dead',
      attempts: 1,
      created_at: 0,
    } as const;
    await store.write([
      store.db.insertInto('delivery').values(Array.from({ length: 1500 }, () => row)),
    ]);
    const readers: (Reader | undefined)[] = [];
    const observed: Store = {
      ...store,
      readLong: (query, by) => {
        readers.push(by);
        return store.readLong(query, by);
      },
    };
    const page = await fetchOwnPage(delivery, [], {
      gateway: { store: observed },
      caller: { organization: 1, organizations: [1] },
      query: { limit: 1 },
      address: { origin: () => '', path: '/', query: '' },
    });
    t.equal(page.count, 1500);
    t.match(readers, [{ tenant: 'organization 1' }]);
  });
}
