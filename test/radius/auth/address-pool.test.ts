import pg from 'pg';
import tap, { test } from 'tap';
import { allocateAddress, readPools } from '../../../src/aaa/address/allocation.ts';
import { openStore } from '../../../src/store/database.ts';
import { systemClock } from '../../../src/runtime/clock.ts';
import { withoutDelays } from '../../manual-clock.ts';
import { eventually } from '../../gateway-process.ts';
import { insert } from '../../store/stores.ts';
import { radclient } from '../fixture.ts';
import { addProfile, addSubscriber, logIn, pap, startOnBothEngines } from './two-engines.ts';

/* Addresses that Access-Accepts give from pools, and sessions keep. */

let now = new Date('2026-11-25T10:00:00Z');
const pass = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1000);
};
const clock = withoutDelays(systemClock);
const { sites, url, stop } = await startOnBothEngines({ clock, now: () => now });
tap.teardown(stop);

const stamps = { created: 0, last_change: 0 };
const device = (number: number) => `02-00-00-00-00-${number.toString(16).padStart(2, '0')}`;

for (const [engine, site] of Object.entries(sites)) {
  const { store, server } = site;
  const addPool = (name: string, more: Readonly<Record<string, unknown>>) =>
    insert(store, 'address_pool', {
      organization: 1,
      name,
      kind: 'ipv4',
      hold_seconds: 60,
      ...stamps,
      ...more,
    });
  let profiles = 0;
  const addUser = async (username: string, pools: readonly number[], more = {}) => {
    const lists = { address_pools: JSON.stringify(pools) };
    const profile = await addProfile(site, `of ${username} ${(profiles += 1)}`, lists);
    return addSubscriber(site, username, { profile, ...more });
  };
  const login = async (username: string, station?: string) => {
    const calling = station === undefined ? '' : `Calling-Station-Id="${station}"\n`;
    const output = await logIn(site, pap(username, calling));
    const address = /Framed-IP-Address = (\S+)/.exec(output)?.[1];
    return address ?? (output.includes('Received Access-Accept') ? 'none' : 'rejected');
  };
  const account = async (
    status: string,
    [username, station, session]: readonly [string, string, string],
    more = '',
  ) => {
    const { output } = await radclient({
      to: server.acctAddress,
      command: 'acct',
      attributes: `Acct-Status-Type=${status}
User-Name="${username}"
Calling-Station-Id="${station}"
Acct-Session-Id="${session}"
NAS-IP-Address=127.0.0.1
Event-Timestamp="${Math.floor(now.getTime() / 1000)}"
${more}`,
    });
    if (!output.includes('Accounting-Response')) throw new Error(output);
  };
  const withAddress = (address: string) => `Framed-IP-Address=${address}\n`;

  test(`${engine}: each session has an address of its own until its Stop, and a user gets its former one`, async (t) => {
    const pool = await addPool('small', { networks: '["10.0.0.0/29"]', excluded: '["10.0.0.1"]' });
    for (const name of ['ann', 'bob', 'carl', 'dora', 'ed', 'fay']) await addUser(name, [pool]);
    t.equal(await login('ann', device(1)), '10.0.0.2', 'neither the network nor the router');
    t.equal(await login('ann', device(1)), '10.0.0.2', 'the same device again');
    await account('Start', ['ann', device(1), 's1'], withAddress('10.0.0.2'));
    t.equal(await login('bob', device(2)), '10.0.0.3');
    pass(3_600);
    t.equal(await login('carl', device(3)), '10.0.0.4', 'new ones go first');
    t.equal(await login('dora', device(4)), '10.0.0.5');
    t.equal(await login('ed', device(5)), '10.0.0.6');
    pass(1);
    t.equal(await login('fay', device(6)), '10.0.0.3', 'that of bob, who began no session');
    t.equal(await login('bob', device(2)), 'rejected', 'the broadcast address is none');
    const [exhausted] = await store.db.selectFrom('address_pool').select('exhausted').execute();
    t.equal(exhausted?.exhausted, now.getTime());
    pass(100);
    await account('Interim-Update', ['ann', device(1), 's1'], withAddress('10.0.0.2'));
    t.equal(await login('bob', device(2)), '10.0.0.4', 'free for the longest time');
    await account('Stop', ['ann', device(1), 's1'], withAddress('10.0.0.2'));
    t.equal(await login('ann', device(7)), '10.0.0.2', 'her former address on another device');
    t.equal(await login('ann', device(1)), '10.0.0.5', 'and a second one beside it');
  });

  test(`${engine}: a session whose NAS has not said its address keeps it, and a restart of the NAS frees it`, async (t) => {
    const pool = await addPool('one', { networks: '["10.1.0.1"]', sticky: 'none' });
    for (const name of ['gil', 'hal']) await addUser(name, [pool]);
    t.equal(await login('gil', device(1)), '10.1.0.1');
    await account('Start', ['gil', device(1), 'g1']);
    pass(3_600);
    t.equal(await login('hal', device(2)), 'rejected');
    t.equal(await login('gil', device(1)), '10.1.0.1', 'the device of the session');
    await account('Interim-Update', ['gil', device(1), 'g1'], withAddress('10.1.0.1'));
    pass(61);
    t.equal(await login('hal', device(2)), 'rejected');
    const { output } = await radclient({
      to: server.acctAddress,
      command: 'acct',
      attributes: 'Acct-Status-Type=Accounting-On\nNAS-IP-Address=127.0.0.1\nAcct-Session-Id=0\n',
    });
    t.match(output, /Accounting-Response/);
    t.equal(await login('hal', device(2)), '10.1.0.1');
  });

  test(`${engine}: prefixes, overflow to a second pool, and addresses that users have of their own`, async (t) => {
    const first = await addPool('first', { networks: '["10.2.0.1"]' });
    const second = await addPool('second', { networks: '["10.2.1.0/30"]' });
    const [prefix, delegated] = [
      await addPool('lines', {
        kind: 'ipv6_prefix',
        networks: '["2001:db8::/48"]',
        prefix_length: 64,
        excluded: '["2001:db8::/56"]',
      }),
      await addPool('homes', {
        kind: 'delegated_prefix',
        networks: '["2001:db8:f000::/36"]',
        prefix_length: 56,
      }),
    ];
    const all = [first, second, prefix, delegated];
    await addUser('ian', all);
    const output = await logIn(site, pap('ian', `Calling-Station-Id="${device(1)}"\n`));
    t.match(output, /Framed-IP-Address = 10\.2\.0\.1\n/);
    t.match(output, /Framed-IPv6-Prefix = 2001:db8:0:100::\/64\n/);
    t.match(output, /Delegated-IPv6-Prefix = 2001:db8:f000::\/56\n/);
    const more =
      'Framed-IPv6-Prefix=2001:db8:0:100::/64\nDelegated-IPv6-Prefix=2001:db8:f000::/56\n';
    await account('Start', ['ian', device(1), 'i1'], `${withAddress('10.2.0.1')}${more}`);
    const reply = [{ attribute: 'Framed-IP-Address', op: '=' as const, value: '10.2.1.1' }];
    await addUser('jo', all, { reply });
    pass(3_600);
    t.equal(await login('jo', device(2)), '10.2.1.1', 'static');
    await addUser('kim', all);
    const other = await logIn(site, pap('kim', `Calling-Station-Id="${device(3)}"\n`));
    t.match(other, /Framed-IP-Address = 10\.2\.1\.2\n/, 'that of jo is no address for others');
    t.match(other, /Framed-IPv6-Prefix = 2001:db8:0:102::\/64\n/, 'and jo has one as well');
    t.equal(await login('ian', device(1)), '10.2.0.1');
    await t.rejects(addSubscriber(site, 'liz', { reply }), 'two users with one address');
  });

  test(`${engine}: a static address of an organization below is no address of the pool`, async (t) => {
    const pool = await addPool('above', { networks: '["10.4.0.0/30"]' });
    const names = { name: 'Below', short_name: `below-${engine}`, parent: 1 };
    const organization = await insert(store, 'organization', { ...names, ...stamps });
    const reply = [{ attribute: 'Framed-IP-Address', op: '=' as const, value: '10.4.0.1' }];
    await addSubscriber(site, 'pat', { organization, reply });
    await addUser('quin', [pool]);
    t.equal(await login('quin', device(1)), '10.4.0.2');
  });

  test(`${engine}: other networks of a pool hold from the next login on`, async (t) => {
    const pool = await addPool('moved', { networks: '["10.3.0.0/30"]' });
    for (const name of ['max', 'ned', 'ola']) await addUser(name, [pool]);
    t.equal(await login('max', device(1)), '10.3.0.1');
    await account('Start', ['max', device(1), 'm1'], withAddress('10.3.0.1'));
    t.equal(await login('ned', device(2)), '10.3.0.2');
    pass(600);
    const networks = '["10.3.0.0/29"]';
    await store.write([
      store.db.updateTable('address_pool').set({ networks }).where('id', '=', pool),
    ]);
    t.equal(await login('ola', device(3)), '10.3.0.2', 'free, in the new order');
    t.equal(await login('ned', device(2)), '10.3.0.3', 'that of max is his');
  });
}

for (const [engine, { store }] of Object.entries(sites))
  test(`${engine}: of a large pool each login looks at a part, and all of it is looked at by turns`, async (t) => {
    const row = { organization: 1, name: 'large', kind: 'ipv4', networks: '["10.8.0.0/20"]' };
    const id = await insert(store, 'address_pool', { ...row, hold_seconds: 60, ...stamps });
    const [pool] = await readPools(store, [id]);
    const owner = await addSubscriber(sites[engine === 'sqlite' ? 'sqlite' : 'postgres'], 'owner');
    const guest = await addSubscriber(sites[engine === 'sqlite' ? 'sqlite' : 'postgres'], 'guest');
    if (!pool) throw new Error('no pool');
    const count = 2_600;
    const addresses = Array.from({ length: count }, (_, at) => `10.8.${at >> 8}.${at & 255}`);
    // An address of another user is one that cannot be given, as one of a session.
    const taken = addresses.slice(0, -1);
    for (let from = 0; from < count; from += 500) {
      const part = addresses.slice(from, from + 500);
      await store.write([
        store.db.insertInto('address_lease').values(
          part.map((address, at) => ({
            organization: 1,
            pool: id,
            address,
            layout: pool.layoutKey,
            position: from + at === count - 1 ? 4_093 : from + at,
            user: owner,
            granted: from + at,
            held_until: from + at,
          })),
        ),
        store.db
          .insertInto('static_address')
          .values(
            part
              .filter((address) => taken.includes(address))
              .map((address) => ({ organization: 1, kind: 'ipv4', address, user: owner })),
          ),
      ]);
    }
    const allocate = () =>
      allocateAddress(store, pool, { user: guest, station: device(9), client: 1, at: now });
    t.equal(await allocate(), null, 'the first 2,000 are taken');
    pass(1);
    t.equal(await allocate(), addresses.at(-1), 'the next login looks at the others');
  });

test('an address that another gateway takes while its former user comes back is not given twice', async (t) => {
  const { store } = sites.postgres;
  const row = { organization: 1, name: 'returning', kind: 'ipv4', networks: '["10.7.0.0/29"]' };
  const id = await insert(store, 'address_pool', { ...row, hold_seconds: 10, ...stamps });
  const [pool] = await readPools(store, [id]);
  if (!pool) throw new Error('no pool');
  const [former, next] = [
    await addSubscriber(sites.postgres, 'former'),
    await addSubscriber(sites.postgres, 'next'),
  ];
  const allocate = () =>
    allocateAddress(store, pool, { user: former, station: device(1), client: 1, at: now });
  const address = await allocate();
  pass(11);
  const other = new pg.Client(url);
  await other.connect();
  t.teardown(() => other.end());
  await other.query('begin');
  await other.query(
    'update address_lease set "user" = $1, station = $2, granted = $3, held_until = $4 where pool = $5',
    [next, 'other', now.getTime(), now.getTime() + 10_000, id],
  );
  const given = allocate();
  const waiting = `select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  await eventually(
    () => other.query<{ count: number }>(waiting),
    ({ rows: [found] }) => (found?.count ?? 0) > 0,
  );
  await other.query('commit');
  t.not(await given, address, 'it is the next one');
});

test('two gateways give no address twice', async (t) => {
  const { store } = sites.postgres;
  const other = await openStore(url, '/', { isBeside: true });
  t.teardown(() => other.close());
  const id = await insert(store, 'address_pool', {
    organization: 1,
    name: 'shared',
    kind: 'ipv4',
    networks: '["10.9.0.0/26"]',
    hold_seconds: 60,
    ...stamps,
  });
  const [pool] = await readPools(store, [id]);
  if (!pool) throw new Error('no pool');
  const users: number[] = [];
  for (let number = 0; number < 70; number += 1)
    users.push(await addSubscriber(sites.postgres, `crowd ${number}`));
  for (const round of [1, 2, 3]) {
    const given = await Promise.all(
      users.map((user, number) =>
        allocateAddress(number % 2 === 0 ? store : other, pool, {
          user,
          station: device(number),
          client: 1,
          at: now,
        }),
      ),
    );
    const addresses = given.filter((address) => address !== null);
    t.equal(new Set(addresses).size, addresses.length, `round ${round}`);
    t.equal(addresses.length, 62, 'and all of them');
    pass(61);
  }
});
