import { randomUUID } from 'node:crypto';
import { test } from 'tap';
import { countVouchers } from '../src/aaa/account/voucher-batch-summary.ts';
import { SessionRecorder } from '../src/aaa/session/session-recorder.ts';
import { countGuests } from '../src/aaa/session/sums/guest-days.ts';
import { sumEndedSessions } from '../src/aaa/session/sums/session-summing.ts';
import { ofOrganization } from '../src/http/list/summary-query.ts';
import { computeAvailability } from '../src/inventory/device/availability.ts';
import type { Store } from '../src/store/store.ts';
import { event, type AccountingEvent } from './aaa/session/accounting-event.ts';
import { addClient, addOrganization, bothStores, insert, stamps } from './store/stores.ts';

/* What the reports of the console show, on both engines: guests of a day, vouchers of a batch, availability of devices. */

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const epoch = Date.UTC(2026, 2, 27);
const stores = await bothStores();

async function inTokyo(store: Store): Promise<number> {
  const organization = await addOrganization(store);
  const zone = store.db.updateTable('organization').set({ time_zone: 'Asia/Tokyo' });
  await store.write([zone.where('id', '=', organization)]);
  return organization;
}

for (const store of stores) {
  test(`${store.engine}: a guest counts once a day, whatever the devices and sessions`, async (t) => {
    const organization = await inTokyo(store);
    const client = await addClient(store, organization);
    const recorder = new SessionRecorder(store);
    const begin = async (session: string, more: Partial<AccountingEvent> & { at: number }) => {
      const { at, ...fields } = more;
      const shared = { organization, client, sessionId: session, receivedAt: new Date(at) };
      await recorder.record(event({ kind: 'start', ...shared, ...fields }));
      const receivedAt = new Date(at + 60_000);
      const stop = { kind: 'stop', sessionSeconds: 60, ...shared, ...fields, receivedAt } as const;
      await recorder.record(event(stop));
    };
    await begin('A1', { at: epoch, username: 'anna' });
    await begin('A2', { at: epoch + hourMs, username: 'anna' });
    await begin('B1', { at: epoch + 2 * hourMs, username: 'bert' });
    // The next day in Tokyo, the same day in UTC.
    await begin('A3', { at: epoch + 16 * hourMs, username: 'anna' });
    await sumEndedSessions({ store }, new AbortController().signal);
    const selection = {
      scope: [organization],
      where: [
        { column: 'acctstarttime', operator: '>=' as const, value: epoch },
        { column: 'acctstarttime', operator: '<=' as const, value: epoch + 2 * dayMs },
      ],
    };
    const now = new Date(epoch + 3 * dayMs);
    const first = epoch / dayMs;
    t.match(await countGuests(store, { selection, now }), [
      { day: first, guests: 2, sessions: 3 },
      { day: first + 1, guests: 1, sessions: 1 },
    ]);
    const other = await addOrganization(store);
    const foreign = { ...selection, scope: [other] };
    t.same(await countGuests(store, { selection: foreign, now }), []);
    const hidden = ofOrganization(foreign, organization);
    t.same(await countGuests(store, { selection: hidden, now }), [], 'a filter widens no scope');
  });

  test(`${store.engine}: each voucher of a batch is used, revoked, expired or left`, async (t) => {
    const organization = await addOrganization(store);
    const batch = randomUUID();
    const add = async (user: object, token: object) => {
      const made = { organization, username: randomUUID(), role: 'subscriber', ...stamps, ...user };
      const id = await insert(store, 'user', made);
      const row = { user: id, kind: 'network', batch, created: epoch, price: '5 €', time: 3600 };
      await insert(store, 'user_token', { ...row, ...token });
    };
    await add({}, {});
    await add({}, {});
    await add({ is_active: 0 }, { first_used: epoch + 1 });
    await add({ is_active: 0 }, {});
    await add({ expiration: epoch + 1 }, {});
    const count = (until: number) =>
      countVouchers(store, {
        selection: {
          scope: [organization],
          where: [{ column: 'created', operator: '<=', value: until }],
        },
        now: new Date(epoch + dayMs),
        limit: 10,
      });
    const states = { made: 5, used: 1, revoked: 1, expired: 1, left: 2 };
    t.same(await count(epoch), [
      { batch, organization, created: epoch, price: '5 €', time: 3600, ...states },
    ]);
    t.same(await count(epoch - 1), [], 'those of the period');
    await add({}, { price: '6 €' });
    t.match(await count(epoch), [{ made: 6, price: null, time: 3600 }], 'two prices are none');
  });

  test(`${store.engine}: availability is the time up of the time up and down`, async (t) => {
    const organization = await addOrganization(store);
    const times = { created_at: 0, updated_at: 0 };
    const type = await insert(store, 'inventory_type', { name: 'T', short_name: 't', ...times });
    const add = (name: string, state: object) => {
      const device = { organization, name, type, ip_address: '192.0.2.1', ...times, ...state };
      return insert(store, 'inventory_device', device);
    };
    const change = (device: number, [at, from, to]: readonly [number, string, string]) =>
      insert(store, 'inventory_device_log', {
        organization,
        device,
        datetime: epoch + at * hourMs,
        action: 'event',
        variable_name: 'status',
        old_value: from,
        value: to,
        is_pending: 0,
        is_applied: 0,
        origin: 'auto',
      });
    const up = { status: 1, last_status_change: epoch - dayMs };
    const steady = await add('steady', up);
    const flaky = await add('flaky', { status: 1, last_status_change: epoch + 30 * hourMs });
    await change(flaky, [12, 'Up', 'Down']);
    await change(flaky, [18, 'Down', 'Up']);
    await change(flaky, [30, 'Up', 'Misconfigured']);
    await change(flaky, [36, 'Misconfigured', 'Up']);
    const late = await add('late', { status: 0, last_status_change: epoch + 36 * hourMs });
    const never = await add('never', { status: 0 });
    const selection = { scope: [organization], where: [] };
    const limit = 10;
    const parts = [{ from: epoch, until: epoch + 2 * dayMs }];
    const byDevice = { selection, parts, group: 'device', limit } as const;
    const hours = (value: number) => (value * hourMs) / 1000;
    const row = (key: number, name: string, [on, off, outages]: readonly number[]) => ({
      key,
      name,
      up_seconds: hours(on ?? 0),
      down_seconds: hours(off ?? 0),
      outages,
    });
    t.same(await computeAvailability(store, byDevice), [
      row(late, 'late', [0, 12, 0]),
      row(flaky, 'flaky', [36, 6, 1]),
      row(steady, 'steady', [48, 0, 0]),
      row(never, 'never', [0, 0, 0]),
    ]);
    const days = [0, 1].map((day) => ({
      from: epoch + day * dayMs,
      until: epoch + (day + 1) * dayMs,
    }));
    const byDay = { selection, parts: days, group: 'part', limit } as const;
    t.match(await computeAvailability(store, byDay), [
      { key: 0, name: null, up_seconds: hours(42), down_seconds: hours(6), outages: 1 },
      { key: 1, name: null, up_seconds: hours(42), down_seconds: hours(12), outages: 0 },
    ]);
    const foreign = { ...byDevice, selection: { scope: [organization + 1000], where: [] } };
    t.same(await computeAvailability(store, foreign), []);
  });
}
