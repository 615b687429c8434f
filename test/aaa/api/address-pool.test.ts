import tap, { test } from 'tap';
import { addressFrom, layoutOf, sizeOf } from '../../../src/aaa/address/pool-layout.ts';
import { guideBlock } from '../../../tools/documents/guide-blocks.ts';
import { eventually, results, type Json } from '../../gateway-process.ts';
import { radclient } from '../../peers/radclient.ts';
import { secret } from '../../radius/acct/send-accounting.ts';
import { addTenant, startBoth } from './fixture.ts';

/* Address pools, their leases, and static addresses, in the API. */

const { engines, stop } = await startBoth();
tap.teardown(stop);

/** Returns all addresses of a pool. */
function addressesOf(fields: Partial<Parameters<typeof layoutOf>[0]>): readonly string[] {
  const layout = layoutOf({
    kind: 'ipv4',
    networks: [],
    excluded: [],
    prefix_length: null,
    ...fields,
  });
  if (typeof layout === 'string') throw new Error(layout);
  const addresses: string[] = [];
  let placed = addressFrom(layout, 0n);
  while (placed && addresses.length < 1_000) {
    addresses.push(placed.address);
    placed = addressFrom(layout, placed.position + 1n);
  }
  if (BigInt(addresses.length) !== sizeOf(layout)) throw new Error(`size ${sizeOf(layout)}`);
  return addresses;
}

test('a pool gives the addresses of its networks in their order, without excluded ones', (t) => {
  t.same(addressesOf({ networks: ['10.0.0.0/30', '10.0.1.4/31', '10.0.2.9'] }), [
    '10.0.0.1',
    '10.0.0.2',
    '10.0.1.4',
    '10.0.1.5',
    '10.0.2.9',
  ]);
  t.same(
    addressesOf({
      networks: ['10.0.0.0/28'],
      excluded: ['10.0.0.0/29', '10.0.0.9', '10.0.0.12/30'],
    }),
    ['10.0.0.8', '10.0.0.10', '10.0.0.11'],
  );
  const prefixes = { kind: 'delegated_prefix', prefix_length: 56 };
  t.same(
    addressesOf({ ...prefixes, networks: ['2001:db8::/54'], excluded: ['2001:db8:0:100::/64'] }),
    ['2001:db8::/56', '2001:db8:0:200::/56', '2001:db8:0:300::/56'],
  );
  t.same(addressesOf({ networks: ['192.0.2.0/24'] }).length, 254);
  t.same(addressesOf({ networks: ['10.0.0.0/30'], excluded: ['10.0.0.0/8'] }), []);
  t.end();
});

for (const [engine, gateway] of Object.entries(engines)) {
  const gate = gateway.gate.bind(gateway);
  const make = async (path: string, body: Json) => {
    const made = await gate('POST', path, body);
    if (made.status !== 201) throw new Error(made.text);
    return made.body;
  };

  test(`${engine}: a pool is checked, and counts what it has given`, async (t) => {
    const block = JSON.parse(guideBlock('json address_pool')) as Json;
    const made = await gate('POST', '/address_pool/', block);
    t.match(made, { status: 201, body: { ...block, size: 4_086, used: 0, exhausted: null } });
    const one = `/address_pool/${String(made.body['id'])}/`;
    for (const [field, more] of [
      ['kind', { kind: 'ipv6_prefix', prefix_length: 64 }],
      ['networks', { networks: [] }],
      ['networks', { networks: ['2001:db8::/32'] }],
      ['networks', { networks: ['10.0.0.0/24', '10.0.0.128/25'] }],
      ['networks', { networks: ['10.0.0.1'], excluded: ['10.0.0.0/24'] }],
      ['prefix_length', { prefix_length: 24 }],
      ['hold_seconds', { hold_seconds: 0 }],
      ['sticky', { sticky: 'always' }],
    ] as const)
      t.match(await gate('PATCH', one, more), { status: 400, text: field }, JSON.stringify(more));
    const prefixes = { name: 'lines', kind: 'ipv6_prefix', networks: ['2001:db8::/32'] };
    const lacking = await gate('POST', '/address_pool/', prefixes);
    t.match(lacking, { status: 400, text: /prefix_length/ });
    const profile = await make('/aaa_profile/', { name: 'dsl', address_pools: [made.body['id']] });
    t.match(await gate('DELETE', one), { status: 409, text: /1 aaa_profile_pool_entry/ });
    const tenant = await addTenant(gateway, 'tenant');
    const foreign = { name: 'x', address_pools: [made.body['id']] };
    const refused = await tenant.call('POST', '/aaa_profile/', foreign);
    t.match(refused, { status: 400, text: /address_pools/ });
    const password = 'right words';
    const user = { username: 'line 7', password, profile: profile['id'] };
    const { id } = await make('/user/', user);
    await gate('POST', '/aaa_client/', { name: 'bras', address: '127.0.0.1', secret });
    const logIn = async () => {
      const attributes = `User-Name="line 7"\nUser-Password="${password}"\nMessage-Authenticator=0x00\n`;
      const to = { address: '127.0.0.1', port: gateway.authPort };
      return (await radclient({ to, secret, command: 'auth', attributes, seconds: 10 })).output;
    };
    t.match(await logIn(), /Framed-IP-Address = 100\.64\.0\.9\n/);
    t.match(await gate('GET', one), { body: { size: 4_086, used: 1 } });
    const [lease] = results(await gate('GET', `/address_lease/?user=${String(id)}`));
    t.match(lease, { address: '100.64.0.9', username: 'line 7', pool_name: block['name'] });
    const path = `/address_lease/${String(lease?.['id'])}/`;
    t.equal((await tenant.call('GET', path)).status, 404);
    t.equal((await tenant.call('DELETE', path)).status, 404);
    t.match(await gate('DELETE', path), { status: 204 });
    t.match(await gate('GET', one), { body: { used: 0 } });
  });

  test(`${engine}: two users of an organization have no static address in common`, async (t) => {
    const fixed = (attribute: string, value: string) => ({
      attributes: { reply_attributes: [{ attribute, value }] },
    });
    const v4 = fixed('Framed-IP-Address', '198.51.100.7');
    const first = await make('/user/', { username: 'first', ...v4 });
    const second = await gate('POST', '/user/', { username: 'second', ...v4 });
    const text = `Framed-IP-Address \\"198.51.100.7\\" is that of user ${String(first['id'])}.`;
    t.match(second, { status: 400, text });
    const dynamic = fixed('Framed-IP-Address', '255.255.255.254');
    const other = await make('/user/', { username: 'second', ...dynamic });
    t.match(await gate('POST', '/user/', { username: 'third', ...dynamic }), { status: 201 });
    const one = `/user/${String(other['id'])}/`;
    t.match(await gate('PATCH', one, v4), { status: 400, text: /198\.51\.100\.7/ });
    t.match(await gate('PATCH', `/user/${String(first['id'])}/`, v4), { status: 200 });
    const prefix = fixed('Delegated-IPv6-Prefix', '2001:db8:7::/56');
    t.match(await gate('PATCH', one, prefix), { status: 200 });
    t.match(await gate('POST', '/user/', { username: 'fourth', ...prefix }), { status: 400 });
    t.match(await gate('DELETE', one), { status: 204 });
    t.match(await gate('POST', '/user/', { username: 'fourth', ...prefix }), { status: 201 });
    const organization = (await make('/organization/', { name: 'Elsewhere' }))['id'];
    const elsewhere = { username: 'fifth', organization, ...v4 };
    const moved = await make('/user/', elsewhere);
    const back = await gate('PATCH', `/user/${String(moved['id'])}/`, { organization: 1 });
    t.match(back, { status: 409 }, 'the trigger refuses it');
    const both = [0, 1].map((number) =>
      gate('POST', '/user/', {
        username: `race ${number}`,
        ...fixed('Framed-IP-Address', '198.51.100.8'),
      }),
    );
    const statuses = (await Promise.all(both)).map(({ status }) => status);
    t.equal(statuses.filter((status) => status === 201).length, 1, statuses.join());
    await eventually(
      () => gate('GET', '/user/?username=race'),
      ({ body }) => body['count'] === 1,
    );
  });
}
