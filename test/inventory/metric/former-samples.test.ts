import { test } from 'tap';
import { deviceTypeSchema, type DeviceType } from '../../../src/device-type/device-type.ts';
import { updateDeviceStatus } from '../../../src/inventory/device/device-status.ts';
import { syncDeviceTypes } from '../../../src/inventory/type/device-type-sync.ts';
import { createPollMemory } from '../../../src/inventory/state.ts';
import { findDeviceById } from '../../../src/inventory/device/find-device.ts';
import { formerSamples, storeSamples } from '../../../src/inventory/metric/former-samples.ts';
import { validateAgainst } from '../../../src/contract/schema.ts';
import { ManualClock } from '../../manual-clock.ts';
import { addOrganization, bothStores, insert } from '../../store/stores.ts';

const names = ['octets', 'packets'];
const counted = validateAgainst<DeviceType>(
  deviceTypeSchema,
  {
    short_name: 'counted',
    name: 'Counted',
    connection: { protocol: 'snmp' },
    parameters: names.map((name, at) => ({
      name,
      variable_name: name,
      short_name: name,
      type: 'integer',
      group: 'Counted',
      read: { oid: `1.3.6.1.4.1.32473.7.${at + 1}.0` },
    })),
    metrics: names.map((name) => ({ name, parameter: name, type: 'c', unit: 'octets' })),
  },
  'counted',
);
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

for (const store of await bothStores())
  test(`${store.engine}: former samples come from the last poll, by any gateway`, async (t) => {
    await syncDeviceTypes(store, new Map([[counted.short_name, counted]]), new Date(0));
    const sources = await store.db
      .selectFrom('inventory_metric_source as s')
      .innerJoin('inventory_parameter as p', 'p.id', 's.parameter')
      .innerJoin('inventory_type as t', 't.id', 'p.type')
      .where('t.short_name', '=', 'counted')
      .select(['s.id', 't.id as type'])
      .orderBy('s.id')
      .execute();
    const [first = 0, second = 0] = sources.map(({ id }) => id);
    const organization = await addOrganization(store);
    const type = sources[0]?.type;
    const row = { organization, type, name: 'ap', created_at: 0, updated_at: 0 };
    const id = await insert(store, 'inventory_device', row);
    const clock = new ManualClock(new Date(1e12));
    const { lastPolls } = createPollMemory();
    const gateway = { store, now: () => clock.now() };

    /** Polls as `pollDevice` does, and returns the former samples. */
    const poll = async (numbers: Readonly<Record<number, number | bigint>>) => {
      await clock.advance(minuteMs);
      const device = await findDeviceById(store, id);
      const takenAt = clock.now().getTime();
      const samples = Object.entries(numbers).map(([source, number]) => ({
        source: Number(source),
        number,
      }));
      const time = { takenAt, monotonicMs: clock.monotonicMs() };
      const sampled = { ...time, type: counted, samples };
      const former = await formerSamples({ store, lastPolls }, device, {
        ...sampled,
        uptimeMs: null,
      });
      await store.write([
        ...storeSamples(store, device, { ...sampled, hasExpired: former.hasExpired }),
        ...updateDeviceStatus(gateway, device, { isUp: true, at: takenAt }),
      ]);
      return former.samples.map((sample) => sample && [sample.number, sample.elapsedMs]);
    };
    const setStored = async (value: string) => {
      await store.write([store.db.updateTable('inventory_metric_sample').set({ value })]);
    };
    const large = 2n ** 63n + 1n;

    t.same(await poll({ [first]: 1, [second]: large }), [undefined, undefined]);
    await setStored('7');
    const kept = await poll({ [first]: 2, [second]: large + 1n });
    t.same(
      kept,
      [
        [1, minuteMs],
        [large, minuteMs],
      ],
      'what this process has read last is not read again',
    );

    await poll({ [second]: 3 });
    t.same(
      await poll({ [first]: 4, [second]: 4 }),
      [
        [2, 2 * minuteMs],
        [3, minuteMs],
      ],
      'what the last poll did not have is that of the poll before',
    );

    await setStored('50');
    const contact = { isUp: true, at: clock.now().getTime() + 1 } as const;
    await store.write(updateDeviceStatus(gateway, await findDeviceById(store, id), contact));
    t.same(
      (await poll({ [first]: 5, [second]: 5 })).map((sample) => sample?.[0]),
      [50, 50],
      'after another contact the store is read: it may be a poll of another gateway',
    );

    await setStored('60');
    t.same((await poll({ [first]: 6, [second]: 6 }))[0]?.[0], 5);
    await setStored('70');
    await clock.advance(hourMs);
    t.same(
      await poll({ [first]: 7, [second]: 7 }),
      [
        [70, hourMs + minuteMs],
        [70, hourMs + minuteMs],
      ],
      'and after an hour, so that what has expired is found',
    );
  });
