import { sql } from 'kysely';
import { test } from 'tap';
import { openBefore } from './upgrade.ts';

/* The upgrade of parameters of shipped types whose names differed from those of other types. */

for (const { engine, db, run } of await openBefore('parameter-names'))
  test(`${engine}: a parameter of a shipped type keeps its id and settings under its new name`, async (t) => {
    await sql`insert into organization (name, short_name, created, last_change) values ('One', 'one', 0, 0)`.execute(
      db,
    );
    for (const type of ['routeros_rest', 'camera']) {
      await sql`insert into inventory_type (name, short_name, created_at, updated_at) values (${type}, ${type}, 0, 0)`.execute(
        db,
      );
      for (const name of ['ssid', 'system.name', 'uptime', 'system.uptime'])
        await sql`
          insert into inventory_parameter (type, variable_name, name, short_name, value_type, position)
          values ((select id from inventory_type where short_name = ${type}), ${name}, ${name}, ${name}, 'string', 1)`.execute(
          db,
        );
    }
    const names = async () =>
      (
        await sql<{ id: number; name: string }>`
          select id, variable_name as name from inventory_parameter order by id`.execute(db)
      ).rows.map(({ id, name }) => `${id} ${name}`);
    const site = ['5 ssid', '6 system.name', '7 uptime', '8 system.uptime'];
    t.same(await names(), ['1 ssid', '2 system.name', '3 uptime', '4 system.uptime', ...site]);
    await run();
    t.same(
      await names(),
      ['1 wireless.ssid', '2 system.hostname', '3 uptime', '4 system.uptime', ...site],
      'a type of the site stays as it is, and so does a parameter whose new name is taken',
    );
  });
