import { test } from 'tap';
import {
  findParents,
  type LinkedDevice,
  type SeenNeighbor,
} from '../../../src/inventory/topology/found-parents.ts';
import { routerIn } from '../../../src/inventory/topology/router.ts';

/* What devices are connected through, by what they see. */

const device = (id: number, fields: Partial<LinkedDevice> = {}): LinkedDevice => ({
  id,
  name: `host-${id}`,
  mac_address: `02:00:00:00:00:0${id}`,
  ip_address: `192.0.2.${id}`,
  parent: null,
  ...fields,
});

const sees = (from: number, to: number): SeenNeighbor => ({
  device: from,
  kind: 'mac_address',
  value: `02:00:00:00:00:0${to}`,
});

function parentsOf(
  devices: readonly LinkedDevice[],
  neighbors: readonly SeenNeighbor[],
  router: string | null = null,
) {
  return Object.fromEntries(findParents({ devices, neighbors, router }));
}

const six = [1, 2, 3, 4, 5, 6].map((id) => device(id));

test('the way goes from the router of the gateway to the far end', (t) => {
  // 1 is the router, 2 and 3 are switches, 4 to 6 access points; only the switches say what they see.
  const seen = [sees(2, 1), sees(2, 3), sees(2, 4), sees(3, 5), sees(3, 6), sees(3, 2)];
  t.same(parentsOf(six, seen, '192.0.2.1'), { 2: 1, 3: 2, 4: 2, 5: 3, 6: 3 });
  t.end();
});

test('without the router a device that others were connected to is the entry, else the one with the most links', (t) => {
  const seen = [sees(2, 3), sees(2, 4), sees(2, 5)];
  t.same(parentsOf(six, seen), { 3: 2, 4: 2, 5: 2 });
  const known = [device(1), device(2, { parent: 3 }), ...six.slice(2)];
  t.same(parentsOf(known, seen), { 4: 2, 5: 2 }, 'what is set is kept, and nothing is above it');
  t.same(parentsOf(six, [sees(1, 2)]), {}, 'of two ends nothing says which is nearer');
  t.end();
});

test('names without their domain and addresses find a device, and what several devices have finds none', (t) => {
  const byName = (value: string): SeenNeighbor => ({ device: 1, kind: 'name', value });
  const devices = [device(1, { ip_address: '192.0.2.254' }), device(2, { name: 'AP-Pool' })];
  const found = (seen: SeenNeighbor, more: readonly LinkedDevice[] = []) =>
    parentsOf([...devices, ...more], [seen], '192.0.2.254');
  t.same(found(byName('ap-pool.hotel.example')), { 2: 1 });
  t.same(found({ device: 1, kind: 'ip_address', value: '192.0.2.2' }), { 2: 1 });
  t.same(found(byName('ap-pool'), [device(3, { name: 'ap-pool' })]), {});
  t.same(found(byName('someone.else')), {});
  t.same(found(byName('host-1')), {}, 'not through itself');
  t.end();
});

test('a parent that was set is never turned round', (t) => {
  const devices = [device(1, { parent: 2 }), device(2), device(3)];
  t.same(parentsOf(devices, [sees(1, 2), sees(1, 3)], '192.0.2.1'), { 3: 1 });
  t.same(parentsOf(six, [sees(1, 2), sees(2, 3), sees(3, 1)], '192.0.2.1'), { 2: 1, 3: 1 });
  t.end();
});

test('the router is that of the default route with the lowest metric', (t) => {
  const head = 'Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\n';
  const route = (destination: string, gateway: string, metric: number) =>
    `eth0\t${destination}\t${gateway}\t0003\t0\t0\t${metric}\t00000000\t0\t0\t0\n`;
  const table = [
    head,
    route('00000000', '0102000A', 200),
    route('0002000A', '00000000', 0),
    route('00000000', 'FE02000A', 100),
  ];
  t.equal(routerIn(table.join('')), '10.0.2.254');
  t.equal(routerIn(head), null);
  t.equal(routerIn(''), null);
  t.end();
});
