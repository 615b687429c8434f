import { sql } from 'kysely';
import { test } from 'tap';
import type { Reading } from '../../../src/adapter.ts';
import { deviceTypeSchema, type DeviceType } from '../../../src/device-type.ts';
import { syncDeviceTypes } from '../../../src/inventory/device/device-type-sync.ts';
import { findDeviceById } from '../../../src/inventory/device/find-device.ts';
import { insertEntries } from '../../../src/inventory/metric/metric-log-entries.ts';
import { firstIdAt, timeOfId } from '../../../src/inventory/metric/metric-log-id.ts';
import { valueColumn } from '../../../src/inventory/metric/metric.ts';
import { resultStatements } from '../../../src/inventory/metric/metric-results.ts';
import { validateAgainst } from '../../../src/schema.ts';
import { ManualClock } from '../../manual-clock.ts';
import { addOrganization, bothStores, insert } from '../../store/stores.ts';

/** More metrics than one statement has rows; every second is a counter. */
const count = 70;
const names = Array.from({ length: count }, (_, at) => `value_${at + 1}`);
const type = validateAgainst<DeviceType>(
  deviceTypeSchema,
  {
    short_name: 'many',
    name: 'Many',
    connection: { protocol: 'snmp' },
    parameters: names.map((name, at) => ({
      name,
      variable_name: name,
      short_name: name,
      type: 'integer',
      group: 'Many',
      read: { oid: `1.3.6.1.4.1.32473.7.${at + 1}.0` },
    })),
    metrics: names.map((name, at) => ({
      name,
      parameter: name,
      type: at % 2 === 0 ? 'a' : 'c',
      unit: 'octets',
      ...(at === 0 && { scale: 0.01 }),
    })),
  },
  'many',
);
const tooLarge = 2n ** 63n;

const stores = await bothStores();

for (const store of stores)
  test(`${store.engine}: the values of a poll are a few statements, and exact`, async (t) => {
    await syncDeviceTypes(store, new Map([[type.short_name, type]]), new Date(0));
    const sources = await store.db.selectFrom('inventory_metric_source').select('id').execute();
    t.equal(sources.length, count, 'the log knows the metrics before a poll');
    const { id: typeId } = await store.db
      .selectFrom('inventory_type')
      .select('id')
      .where('short_name', '=', 'many')
      .executeTakeFirstOrThrow();
    const organization = await addOrganization(store);
    const row = { organization, type: typeId, name: 'ap', created_at: 0, updated_at: 0 };
    const id = await insert(store, 'inventory_device', row);
    const device = await findDeviceById({ store }, id);
    const clock = new ManualClock(new Date(0));
    const watched: unknown[] = [];
    const gateway = {
      store,
      clock,
      results: {
        conditionsOf: (_device: unknown, results: readonly unknown[]) => {
          watched.push(results.length);
          return [];
        },
      },
    };
    const poll = async (valueOf: (at: number) => number | bigint | null) => {
      await clock.advance(10_000);
      const readings = names.map((variable, at) => {
        const value = valueOf(at);
        return value === null ? { variable, value, fault: 'away' } : { variable, value };
      });
      const statements = await resultStatements(gateway, { device, type }, readings);
      await store.write(statements);
      return statements;
    };
    const first = await poll((at) => (at === 1 ? tooLarge : at));
    t.ok(first.length <= 4, `${first.length} statements for ${count} values`);
    const second = await poll((at) => (at === 1 ? tooLarge + 50n : at + 100));
    t.same(
      second.map(({ sql }) => sql),
      first.map(({ sql }) => sql),
    );
    await poll((at) => (at < 2 ? at : null));
    t.same(watched, [count / 2, count, 1], 'a counter has a result from its second value on');
    const log = await store.db
      .selectFrom('inventory_metric_log as l')
      .innerJoin('inventory_metric_source as s', 's.id', 'l.source')
      .innerJoin('inventory_parameter as p', 'p.id', 's.parameter')
      .select(['p.variable_name', 'l.id', 'l.result'])
      .select(sql<string>`${sql.raw(valueColumn('l'))}`.as('value'))
      .where('p.variable_name', 'in', ['value_1', 'value_2', 'value_70'])
      .orderBy('l.id')
      .orderBy('p.position')
      .execute();
    t.same(
      log.map(({ variable_name, id, value, result }) => [
        variable_name,
        timeOfId(id),
        value,
        result,
      ]),
      [
        ['value_1', 10_000, '0', 0],
        ['value_2', 10_000, String(tooLarge), null],
        ['value_70', 10_000, '69', null],
        ['value_1', 20_000, '100', 1],
        ['value_2', 20_000, String(tooLarge + 50n), 5],
        ['value_70', 20_000, '169', 10],
        ['value_1', 30_000, '0', 0],
        ['value_2', 30_000, '1', null],
      ],
    );
    const again = {
      device: { id: device.id, organization: device.organization },
      takenAt: clock.now().getTime(),
    };
    const one = { source: 1, value: 1, result: 1 };
    await store.write([
      ...insertEntries(store, again, [one, one]),
      ...insertEntries(store, again, [one]),
    ]);
    const { ids } = await store.db
      .selectFrom('inventory_metric_log')
      .select((select) => select.fn.count<number>('id').distinct().as('ids'))
      .where('id', '>=', firstIdAt(again.takenAt))
      .executeTakeFirstOrThrow();
    t.equal(ids, 5, 'a time that comes back, as after a clock was set back, has room for more');
  });

const metered = validateAgainst<DeviceType>(
  deviceTypeSchema,
  {
    ...type,
    short_name: 'metered',
    parameters: ['uptime', 'octets'].map((name, at) => ({
      ...type.parameters[at],
      name,
      variable_name: name,
    })),
    metrics: [
      { name: 'uptime', parameter: 'uptime', type: 'a', scale: 0.01 },
      { name: 'rate', parameter: 'octets', type: 'c' },
      { name: 'grown', parameter: 'octets', type: 'd' },
    ],
  },
  'metered',
);

test('a counter has the right rate over a wrap, a restart, missed polls and a clock that is set', async (t) => {
  const [store] = stores;
  if (store === undefined) return;
  await syncDeviceTypes(store, new Map([[metered.short_name, metered]]), new Date(0));
  const { id: typeId } = await store.db
    .selectFrom('inventory_type')
    .select('id')
    .where('short_name', '=', 'metered')
    .executeTakeFirstOrThrow();
  const organization = await addOrganization(store);
  const row = { organization, type: typeId, name: 'meter', created_at: 0, updated_at: 0 };
  const device = await findDeviceById({ store }, await insert(store, 'inventory_device', row));
  const clock = new ManualClock(new Date(1e12));
  let found: unknown;
  const results = {
    conditionsOf: (_device: unknown, measured: readonly { metric: string; value: number }[]) => {
      const valueOf = (name: string) =>
        measured.find(({ metric }) => metric === name)?.value ?? null;
      found = [valueOf('rate'), valueOf('grown')];
      return [];
    },
  };
  const poll = async (octets: number, uptimeSeconds: number | null) => {
    const readings: Reading[] = [
      { variable: 'octets', value: octets, counterBits: 32 },
      uptimeSeconds === null
        ? { variable: 'uptime', value: null, fault: 'away' }
        : { variable: 'uptime', value: uptimeSeconds * 100 },
    ];
    const statements = await resultStatements(
      { store, clock, results },
      { device, type: metered },
      readings,
    );
    await store.write(statements);
  };
  const end = 2 ** 32;
  const hour = 3600;
  for (const { after, octets, uptime, set = 0, wanted } of [
    { after: 60, octets: end - 40e6, uptime: 1000, wanted: [null, null] },
    { after: 60, octets: 20e6, uptime: 1060, wanted: [1e6, 60e6] },
    // Two polls are missed.
    { after: 180, octets: 200e6, uptime: 1240, wanted: [1e6, 180e6] },
    // The clock is set, and that shows at once.
    { after: 60, set: hour, octets: 260e6, uptime: 1300, wanted: [1e6, 60e6] },
    { after: 60, set: -2 * hour, octets: 320e6, uptime: 1360, wanted: [1e6, 60e6] },
    { after: 60, octets: 380e6, uptime: 1420, wanted: [1e6, 60e6] },
    // A restart, and one after which the counter is beyond its former value when the device answers again.
    { after: 60, octets: 5e6, uptime: 5, wanted: [null, -375e6] },
    { after: 60, octets: 65e6, uptime: 65, wanted: [1e6, 60e6] },
    { after: 600, octets: 200e6, uptime: 200, wanted: [null, 135e6] },
    // A driver begins anew; a device without its uptime may have restarted.
    { after: 60, octets: 1e6, uptime: 260, wanted: [null, -199e6] },
    { after: 60, octets: end - 9e6, uptime: 320, wanted: [(end - 10e6) / 60, end - 10e6] },
    { after: 60, octets: 51e6, uptime: null, wanted: [null, 60e6 - end] },
  ]) {
    await clock.advance(after * 1000);
    clock.setDate(new Date(clock.now().getTime() + set * 1000));
    await poll(octets, uptime);
    t.same(found, wanted, `${octets} octets after ${after} s, ${uptime} s after the start`);
  }
});
