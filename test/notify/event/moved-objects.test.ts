import { test } from 'tap';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import type { Caller } from '../../../src/contract/caller.ts';
import { TrustedClock } from '../../../src/gateway/trusted-clock.ts';
import { EventFeed } from '../../../src/notify/event/event-feed.ts';
import { systemClock } from '../../../src/runtime/clock.ts';
import type { Store } from '../../../src/store/store.ts';
import { eventually } from '../../gateway-process.ts';
import { addOrganization, bothStores, insert, stamps } from '../../store/stores.ts';
import { parseEvents } from './event-stream.ts';

/* An event belongs to the organization of its time, and is described from its object as that is now. */

const stores = await bothStores();

/** Opens a stream of an organization. @returns what it has received */
async function openFor(store: Store, organization: number) {
  const log = pino({ level: 'silent' });
  const metrics = new Registry();
  const feed = new EventFeed({
    store,
    clock: systemClock,
    now: systemClock.now,
    trustedClock: new TrustedClock({ store, clock: systemClock, log, metrics }),
    log,
    metrics,
    config: {
      http: { event_readers: 3, event_readers_per_organization: 3, event_readers_per_token: 3 },
    },
  });
  const caller: Caller = {
    user: 1,
    username: 'admin',
    role: 'admin',
    organization,
    organizations: [organization],
    isRoot: false,
    mayWrite: true,
  };
  const stream = await feed.open({
    caller,
    credential: { key: 'token', check: () => Promise.resolve(caller) },
    kinds: null,
    organization: null,
    lastEventId: null,
    seconds: null,
  });
  let text = '';
  stream.setEncoding('utf8').on('data', (part: string) => (text += part));
  return { feed, text: () => text };
}

for (const store of stores)
  test(`${store.engine}: a former owner does not learn the new names of what has moved`, async (t) => {
    const { db } = store;
    const [former, owner] = [await addOrganization(store), await addOrganization(store)];
    const at = { created_at: 0, updated_at: 0 };
    const type = await insert(store, 'inventory_type', { short_name: 't', name: 'T', ...at });
    const row = { organization: former, name: 'old-name', type, ...at };
    const device = await insert(store, 'inventory_device', row);
    const user = await insert(store, 'user', {
      organization: former,
      username: 'old-name',
      role: 'subscriber',
      ...stamps,
    });
    const reader = await openFor(store, former);
    t.teardown(() => reader.feed.stop());
    const work = { organization: former, kind: 'operation', operation: 'sync', parameters: '{}' };
    const transaction = { ...work, status: 'running', created_at: 0 };
    // Described after the move, since all of it is one commit.
    await store.write([
      db.insertInto('inventory_transaction').values({ id: 'moved', device, ...transaction }),
      db
        .updateTable('inventory_transaction')
        .set({ status: 'completed' })
        .where('id', '=', 'moved'),
      db.updateTable('user').set({ is_active: 0 }).where('id', '=', user),
      db
        .updateTable('inventory_device')
        .set({ organization: owner, name: 'new-name' })
        .where('id', '=', device),
      db
        .updateTable('user')
        .set({ organization: owner, username: 'new-name' })
        .where('id', '=', user),
    ]);
    const kept = await insert(store, 'inventory_device', { ...row, name: 'kept-name' });
    await store.write([
      db.insertInto('inventory_transaction').values({ id: 'kept', device: kept, ...transaction }),
    ]);
    const events = await eventually(
      () => Promise.resolve(parseEvents(reader.text())),
      (found) => found.some(({ content }) => content['id'] === 'kept'),
    );
    t.notMatch(reader.text(), 'new-name');
    const shown = events.map(({ event, content }) => [
      event,
      content['device'],
      content['device_name'],
    ]);
    t.same(
      shown.filter(([event]) => event !== 'user'),
      [
        ['operation', device, null],
        ['device', device, null],
        ['operation', device, null],
        ['operation', kept, 'kept-name'],
      ],
    );
  });
