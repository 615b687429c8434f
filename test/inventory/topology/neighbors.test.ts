import tap, { test } from 'tap';
import type { DeviceType } from '../../../src/device-type/device-type.ts';
import { neighborsOf } from '../../../src/inventory/topology/neighbor.ts';
import { createNeighborTask } from '../../../src/inventory/topology/neighbor-task.ts';
import { startInProcess } from '../../in-process.ts';
import { ManualClock } from '../../manual-clock.ts';
import { canLinkHosts, startLinkedHosts } from '../../peers/lldpd.ts';
import { startPostgres } from '../../peers/postgres.ts';

/* A switch is asked what it sees: lldpd on two hosts with a cable between them, read over SNMP. */

const address = '192.0.2.7';

if (!canLinkHosts()) throw new Error('network namespaces need root');
const hosts = await startLinkedHosts({ name: 'ap-7', address });
tap.teardown(() => hosts.stop());

for (const engine of ['sqlite', 'postgres'])
  test(`the access point behind a switch gets it as its parent on ${engine}`, async (t) => {
    const postgres = engine === 'postgres' ? await startPostgres({ hasTypes: true }) : null;
    const clock = new ManualClock();
    const site = await startInProcess({
      clock,
      environment: { ...(postgres && { GATEHOUSE_DATABASE_URL: postgres.url }) },
    });
    t.teardown(async () => {
      await site.stop();
      await postgres?.stop();
    });
    const { control, running } = site;
    const { gateway } = running;
    const made = await control('POST', '/inventory_connection_profile/', {
      name: 'agent',
      connection_service: { protocol: 'snmp', port: hosts.port },
      snmp_community: hosts.community,
    });
    const connection_profile = made.body['id'];
    const add = async (name: string, fields: object) => {
      const device = { name, type: 'snmp', connection_profile, ...fields };
      return Number((await control('POST', '/inventory_device/', device)).body['id']);
    };
    const core = await add('core', { ip_address: '127.0.0.1' });
    const ap = await add('AP of floor 7', { ip_address: address });
    const other = await add('other', { ip_address: '192.0.2.8', parent: core });
    const { db } = gateway.store;
    await gateway.store.write([
      db.updateTable('inventory_device').set({ status: 1 }).where('id', '=', core),
    ]);
    const task = createNeighborTask(gateway);
    const run = () => task.run(new AbortController().signal);
    const shown = async (id: number) =>
      (await control('GET', `/inventory_device/${id}/`)).body['found_parent'];
    t.equal(await shown(ap), null);
    await run();
    t.equal(await shown(ap), core);
    t.equal(await shown(other), null, 'not seen by any device');
    const rows = await db.selectFrom('inventory_neighbor').select(['kind', 'value']).execute();
    t.same(new Set(rows.map(({ kind }) => kind)), new Set(['name', 'mac_address', 'ip_address']));
    t.ok(rows.some(({ kind, value }) => kind === 'ip_address' && value === address));
    // Nothing is asked again before the hour is over.
    await gateway.store.write([db.deleteFrom('inventory_neighbor')]);
    await run();
    t.same(await db.selectFrom('inventory_neighbor').selectAll().execute(), []);
    clock.setDate(new Date(clock.now().getTime() + 3_600_000));
    await run();
    t.equal((await db.selectFrom('inventory_neighbor').selectAll().execute()).length, 3);
    await control('DELETE', `/inventory_device/${core}/`);
    t.equal(await shown(ap), null);
  });

test('lines of lldpcli and indexes of the address table are read', async (t) => {
  const parameters = (['name', 'mac_address', 'ip_address'] as const).map((neighbors) => ({
    variable_name: neighbors,
    neighbors,
  }));
  // The part of a type that the function reads.
  const type = { parameters } as unknown as DeviceType;
  const text = await hosts.neighbors();
  const valuesOf = (key: string) =>
    [...text.matchAll(new RegExp(`chassis\\.${key}=(.+)$`, 'gm'))]
      .map(([, value]) => value)
      .join('\n');
  const read = (values: Readonly<Record<string, string>>) =>
    neighborsOf(
      type,
      Object.entries(values).map(([variable, value]) => ({ variable, value })),
    );
  t.match(read({ name: valuesOf('name'), ip_address: valuesOf('mgmt-ip') }), [
    { kind: 'name', value: 'ap-7' },
    { kind: 'ip_address', value: address },
  ]);
  t.match(read({ mac_address: valuesOf('mac') }), [{ value: /^([0-9A-F]{2}:){5}[0-9A-F]{2}$/ }]);
  const v6 = '0.1.1.2.16.32.1.13.184.0.0.0.0.0.0.0.0.0.0.0.9';
  t.same(read({ ip_address: `{"${v6}":2,"0.1.2.1.4.192.0.2.9":2,"0.1.3.1.4.192.0.2":2}` }), [
    { kind: 'ip_address', value: '2001:db8::9' },
    { kind: 'ip_address', value: '192.0.2.9' },
  ]);
  t.same(read({ mac_address: 'no address', name: ' ' }), []);
  t.equal(neighborsOf(type, [{ variable: 'name', value: null, fault: 'no rows' }]), null);
});
