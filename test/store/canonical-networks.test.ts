import { sql } from 'kysely';
import { test } from 'tap';
import { openBefore } from './upgrade.ts';

/* The upgrade of AAA clients whose addresses are stored as they were written. */

const before = [
  { address: '127.0.0.1/32' },
  { address: '127.0.0.1' },
  { address: '::ffff:127.0.0.1' },
  { address: '127.0.0.1', transport: 'tls' },
  { address: '192.0.2.77/24' },
  { address: '2001:DB8:0::1/128', is_active: 0 },
  { address: '2001:db8::1' },
  { address: 'no address' },
];

for (const { engine, db, run } of await openBefore('canonical-networks'))
  test(`${engine}: addresses become canonical, and of several clients of one network the oldest active one stays`, async (t) => {
    await sql`insert into organization (name, short_name, created, last_change) values ('One', 'one', 0, 0)`.execute(
      db,
    );
    for (const [position, row] of before.entries()) {
      const { address, transport = 'udp', is_active = 1 } = row;
      await sql`
        insert into aaa_client (organization, name, address, transport, is_active, secret, created, last_change)
        values (1, ${`nas ${position + 1}`}, ${address}, ${transport}, ${is_active}, '', 0, 0)`.execute(
        db,
      );
    }
    const warnings: string[] = [];
    const record = ({ message }: Error) => warnings.push(message);
    process.on('warning', record);
    await run();
    await new Promise(setImmediate);
    process.removeListener('warning', record);
    const { rows } = await sql<{ address: string; is_active: number | string }>`
      select address, is_active from aaa_client order by id`.execute(db);
    t.same(
      rows.map(({ address, is_active }) => [address, Number(is_active)]),
      [
        ['127.0.0.1', 1],
        ['127.0.0.1 (2: the network of client 1)', 0],
        ['127.0.0.1 (3: the network of client 1)', 0],
        ['127.0.0.1', 1],
        ['192.0.2.0/24', 1],
        ['2001:db8::1 (6: the network of client 7)', 0],
        ['2001:db8::1', 1],
        ['no address', 1],
      ],
    );
    t.match(warnings, [
      /AAA client 2 \(nas 2\) is switched off: its address 127\.0\.0\.1 is the network of client 1/,
      /AAA client 3 \(nas 3\) is switched off/,
      /AAA client 6 \(nas 6\) is switched off/,
    ]);
  });
