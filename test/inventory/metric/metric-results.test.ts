import { sql } from 'kysely';
import { test } from 'tap';
import type { Reading, ReadingRow } from '../../../src/contract/adapter.ts';
import { deviceTypeSchema, type DeviceType } from '../../../src/device-type/device-type.ts';
import type { MetricResult } from '../../../src/gateway/gateway.ts';
import { syncDeviceTypes } from '../../../src/inventory/type/device-type-sync.ts';
import { createPollMemory } from '../../../src/inventory/state.ts';
import { findDeviceById } from '../../../src/inventory/device/find-device.ts';
import { readLastMetrics } from '../../../src/inventory/metric/last-metrics.ts';
import { insertEntries, leftOutEntries } from '../../../src/inventory/metric/metric-log-entries.ts';
import { entriesPerMs, firstIdAt, timeOfId } from '../../../src/inventory/metric/metric-log-id.ts';
import { valueColumn } from '../../../src/inventory/metric/metric.ts';
import { resultStatements } from '../../../src/inventory/metric/metric-results.ts';
import { convertReading } from '../../../src/inventory/device/parameter.ts';
import { validateAgainst } from '../../../src/contract/schema.ts';
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
/** Three interfaces of a device have metrics. */
const config = { polling: { interfaces: 3 } };

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
    const device = await findDeviceById(store, id);
    const clock = new ManualClock(new Date(0));
    const watched: unknown[] = [];
    const gateway = {
      store,
      clock,
      config,
      inventory: { polls: createPollMemory() },
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
      const { statements } = await resultStatements(gateway, { device, type }, readings);
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
    const add = async (takenAt: number, entries: number) =>
      leftOutEntries(
        entries,
        await store.write(insertEntries(store, { ...again, takenAt }, Array(entries).fill(one))),
      );
    const later = again.takenAt + 1000;
    t.equal(await add(later + 1, 1), 0);
    t.equal(await add(later, entriesPerMs), 0);
    t.equal(await add(later, 1), 1, 'what a full millisecond has no place for is counted');
  });

/** A parameter of the type, and a metric of its name. */
const measured = (name: string, metricType: string, spec: object) => ({
  parameter: { ...type.parameters[0], name, variable_name: name, ...spec },
  metric: { name, parameter: name, type: metricType },
});
const conversions = [
  measured('temperature', 'a', { unit: '°F', target_unit: '°C' }),
  measured('sent', 'c', { unit: 'octets', target_unit: 'kbit' }),
  measured('busy', 'a', { unit: '%', target_unit: '1', type: 'float', expression: '1 - value' }),
  measured('link', 'a', {
    type: 'string',
    expression: 'variable_name == "link" && value in ["up", "UP"] ? 1 : 0',
  }),
  measured('flow', 'd', { expression: 'value == 7 ? 1 / 0 : int(value) % 256' }),
];
const converted = validateAgainst<DeviceType>(
  deviceTypeSchema,
  {
    ...type,
    short_name: 'converted',
    parameters: conversions.map(({ parameter }) => parameter),
    metrics: conversions.map(({ metric }) => metric),
  },
  'converted',
);

test('a result is of the value after its unit was converted and its expression evaluated', async (t) => {
  const [store] = stores;
  if (store === undefined) return;
  await syncDeviceTypes(store, new Map([[converted.short_name, converted]]), new Date(0));
  const { id: typeId } = await store.db
    .selectFrom('inventory_type')
    .select('id')
    .where('short_name', '=', 'converted')
    .executeTakeFirstOrThrow();
  const organization = await addOrganization(store);
  const row = { organization, type: typeId, name: 'sensor', created_at: 0, updated_at: 0 };
  const device = await findDeviceById(store, await insert(store, 'inventory_device', row));
  const gateway = {
    store,
    clock: new ManualClock(new Date(0)),
    config,
    inventory: { polls: createPollMemory() },
    results: { conditionsOf: () => [] },
  };
  const poll = async (values: readonly (string | number)[]) => {
    await gateway.clock.advance(10_000);
    const readings = converted.parameters.map((spec, at) =>
      convertReading(
        { variable: spec.variable_name, value: values[at] ?? '', counterBits: 32 },
        spec,
      ),
    );
    const { statements } = await resultStatements(gateway, { device, type: converted }, readings);
    await store.write(statements);
    return readings;
  };
  await poll([212, 2 ** 32 - 1000, '25', 'UP', 250]);
  const [, , , , flow] = await poll([14, 9000, '100.0', 'down', 7]);
  t.match(flow, { value: null, fault: 'expression: division by zero; the device returned "7"' });
  await poll([32, 19_000, '0', '', 510]);
  const log = await store.db
    .selectFrom('inventory_metric_log as l')
    .innerJoin('inventory_metric_source as s', 's.id', 'l.source')
    .innerJoin('inventory_parameter as p', 'p.id', 's.parameter')
    .select(['p.variable_name', 'p.value_type', 'p.target_unit', 'l.result'])
    .select(sql<string>`${sql.raw(valueColumn('l'))}`.as('value'))
    .where('l.device', '=', device.id)
    .orderBy('p.position')
    .orderBy('l.id')
    .execute();
  t.same(
    log.map((entry) => Object.values(entry)),
    [
      ['temperature', 'float', '°C', 100, '212'],
      ['temperature', 'float', '°C', -10, '14'],
      ['temperature', 'float', '°C', 0, '32'],
      ['sent', 'float', 'kbit', null, String(2 ** 32 - 1000)],
      ['sent', 'float', 'kbit', null, '9000'],
      ['sent', 'float', 'kbit', 8, '19000'],
      ['busy', 'float', '1', 0.75, '25'],
      ['busy', 'float', '1', 0, '100'],
      ['busy', 'float', '1', 1, '0'],
      ['link', 'float', null, 1, 'UP'],
      ['link', 'float', null, 0, 'down'],
      ['link', 'float', null, 0, ''],
      ['flow', 'float', null, null, '250'],
      ['flow', 'float', null, 4, '510'],
    ],
  );
  await syncDeviceTypes(
    store,
    new Map([[converted.short_name, { ...converted, description: 'Changed' }]]),
    new Date(0),
  );
  const samples = await store.db
    .selectFrom('inventory_metric_sample')
    .select('source')
    .where('device', '=', device.id)
    .execute();
  t.same(samples, [], 'what was read by another definition is no former value');
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
  const device = await findDeviceById(store, await insert(store, 'inventory_device', row));
  const clock = new ManualClock(new Date(1e12));
  let found: unknown;
  const inventory = { polls: createPollMemory() };
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
    const { statements } = await resultStatements(
      { store, clock, config, results, inventory },
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

const switched = validateAgainst<DeviceType>(
  deviceTypeSchema,
  {
    ...type,
    short_name: 'switched',
    parameters: ['uptime', 'states', 'octets'].map((name, at) => ({
      ...type.parameters[at],
      name,
      variable_name: name,
      type: at === 0 ? 'integer' : 'text',
    })),
    metrics: [
      { name: 'uptime', parameter: 'uptime', type: 'a', scale: 0.01 },
      { name: 'state', parameter: 'states', type: 'a' },
      { name: 'port_rate', parameter: 'octets', type: 'c', scale: 8 },
    ],
  },
  'switched',
);

for (const store of stores)
  test(`${store.engine}: interfaces have results by name, over wraps and restarts, up to a limit`, async (t) => {
    await syncDeviceTypes(store, new Map([[switched.short_name, switched]]), new Date(0));
    const { id: typeId } = await store.db
      .selectFrom('inventory_type')
      .select('id')
      .where('short_name', '=', 'switched')
      .executeTakeFirstOrThrow();
    const organization = await addOrganization(store);
    const row = { organization, type: typeId, name: 'switch', created_at: 0, updated_at: 0 };
    const device = await findDeviceById(store, await insert(store, 'inventory_device', row));
    const clock = new ManualClock(new Date(1e12));
    let found: unknown;
    const inventory = { polls: createPollMemory() };
    const results = {
      conditionsOf: (_device: unknown, measured: readonly MetricResult[]) => {
        found = measured
          .map(({ metric, variable, value }) => `${metric} ${variable} ${value}`)
          .toSorted();
        return [];
      },
    };
    const poll = async (uptimeSeconds: number, ports: Readonly<Record<string, bigint | null>>) => {
      await clock.advance(60_000);
      const states = Object.entries(ports).map(([name, octets]): ReadingRow => {
        return { name, value: octets === null ? 2 : 1 };
      });
      const octets = Object.entries(ports).flatMap(([name, value]): ReadingRow[] =>
        value === null ? [] : [{ name, value, ...(name === 'old' && { counterBits: 32 }) }],
      );
      const polled = await resultStatements(
        { store, clock, config, results, inventory },
        { device, type: switched },
        [
          { variable: 'uptime', value: uptimeSeconds * 100 },
          { variable: 'states', value: '{}', rows: states },
          { variable: 'octets', value: '{}', rows: octets },
        ],
      );
      await store.write(polled.statements);
      return polled.omittedInterfaces;
    };
    const exact = 2n ** 60n;
    const omitted = await poll(1000, { off: null, a: 100n, b: exact, old: 2n ** 32n - 150n });
    t.equal(omitted, 1, 'those that are up come first');
    t.same(found, [
      'state interface a 1',
      'state interface b 1',
      'state interface old 1',
      'uptime uptime 1000',
    ]);
    await poll(1060, { off: null, a: 700n, b: exact + 75n, old: 150n, new: 5n });
    t.same(
      found,
      ['port_rate interface a 80', 'port_rate interface b 10', 'port_rate interface old 40'].concat(
        [
          'state interface a 1',
          'state interface b 1',
          'state interface old 1',
          'uptime uptime 1060',
        ],
      ),
      'a place that is taken stays so',
    );
    await poll(10, { a: 6000n, b: null, old: 50n });
    t.same(
      found,
      ['state interface a 1', 'state interface b 2', 'state interface old 1', 'uptime uptime 10'],
      'a device that restarted has no rate, even of a counter that is beyond its former value',
    );
    await clock.advance(86_400_000);
    await poll(86_470, { '0': 5n, a: 12_000n });
    t.match(found, [
      /port_rate interface a/,
      'state interface 0 1',
      'state interface a 1',
      /uptime/,
    ]);
    const last = (await readLastMetrics(store, [device.id])).get(device.id);
    t.same(
      last?.map(({ metric, interface: name, value }) => [metric, name, value]),
      [
        ['port_rate', '0', '5'],
        ['port_rate', 'a', '12000'],
        ['state', '0', '1'],
        ['state', 'a', '1'],
        ['uptime', null, '8647000'],
      ],
    );
    const samples = await store.db
      .selectFrom('inventory_metric_sample as l')
      .innerJoin('inventory_metric_source as s', 's.id', 'l.source')
      .select('s.interface')
      .where('l.device', '=', device.id)
      .orderBy('s.interface')
      .execute();
    t.same(samples, [{ interface: '0' }, { interface: 'a' }], 'samples of others are deleted');
    const longest = `${'x'.repeat(63)}😀`;
    await poll(86_530, { [`${longest}y`]: 5n });
    t.same(found, [`state interface ${longest} 1`, 'uptime uptime 86530']);
    await clock.advance(86_400_000);
    await poll(172_990, { 'a\0b': 5n });
    t.same(found, ['state interface a b 1', 'uptime uptime 172990'], 'of use in each store');
  });
