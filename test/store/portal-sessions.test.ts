import { sql } from 'kysely';
import { test } from 'tap';
import { openBefore } from './upgrade.ts';

/* The upgrade of portal sessions that only the accounting of an upstream knew. */

const mac = '02:00:00:00:00:01';
const before = [
  { id: 'former', user: 1, mac, opened: 1_000 },
  { id: 'open', user: 1, mac, opened: 2_000, reports: 3 },
  { id: 'ended', user: 1, mac: '02:00:00:00:00:02', opened: 1_000, ended: 5_000 },
  { id: 'deleted', user: 9, mac: '02:00:00:00:00:03', opened: 1_000 },
];

for (const { engine, db, run } of await openBefore('portal-sessions'))
  test(`${engine}: an open session goes on as a session, and others end`, async (t) => {
    await sql`insert into organization (name, short_name, created, last_change) values ('One', 'one', 0, 0)`.execute(
      db,
    );
    await sql`insert into "user" (organization, username, role, created, last_change) values (1, 'anna', 'subscriber', 0, 0)`.execute(
      db,
    );
    for (const { id, user, mac, opened, reports = 1, ended = null } of before)
      await sql`
        insert into aaa_portal_session
          (id, organization, realm, "user", username, mac, ip, called, nas, opened, ended, reports, due)
        values (${id}, 1, '', ${user}, 'anna', ${mac}, '10.0.0.5', 'AA-BB', 'ap', ${opened}, ${ended}, ${reports}, 6000)`.execute(
        db,
      );
    await run();
    const logins = await sql<Record<string, unknown>>`
      select id, ended, queue_organization, reports, due from aaa_portal_session order by id`.execute(
      db,
    );
    const numbers = ({ id, ended, ...more }: Record<string, unknown>) => [
      id,
      ended === null ? null : Number(ended),
      Number(more['queue_organization']),
      Number(more['reports']),
      Number(more['due']),
    ];
    t.same(logins.rows.map(numbers), [
      ['deleted', 6000, 1, 1, 6000],
      ['ended', 5000, 1, 1, 6000],
      ['former', 6000, 1, 1, 6000],
      ['open', null, 1, 3, 6000],
    ]);
    const sessions = await sql<Record<string, unknown>>`select * from aaa_accounting`.execute(db);
    t.equal(sessions.rows.length, 1);
    t.match(sessions.rows[0], {
      client: null,
      origin: 'portal',
      portal_session: 'open',
      username: 'anna',
      callingstationid: '02-00-00-00-00-01',
      framedipaddress: '10.0.0.5',
      acctstoptime: null,
    });
    t.equal(Number(sessions.rows[0]?.['acctstarttime']), 2_000);
  });
