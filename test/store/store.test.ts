import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tap, { test } from 'tap';
import { Fault } from '../../src/contract/errors.ts';
import { openStore } from '../../src/store/database.ts';
import { namedParameter, prepareStatement } from '../../src/store/prepared-statement.ts';
import { mustChange, type Store } from '../../src/store/store.ts';
import { startPostgres } from '../peers/postgres.ts';
import { writeFormerStore } from './former-store.ts';

/* Both engines keep the same contract: each test runs on SQLite and on a real PostgreSQL. */

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-store-'));
const postgres = await startPostgres({ isEmpty: true });
const stores: Readonly<Record<'sqlite' | 'postgres', Store>> = {
  sqlite: await openStore('sqlite', folder),
  postgres: await openStore(postgres.url, folder),
};
tap.teardown(async () => {
  for (const store of Object.values(stores)) await store.close();
  await postgres.stop();
  rmSync(folder, { recursive: true });
});

const organization = (short_name: string) => ({
  name: short_name,
  short_name,
  created: 1,
  last_change: 1,
});

/** The error that a promise was rejected with. */
const rejection = (promise: Promise<unknown>) =>
  promise.then(
    () => new Error('was not rejected'),
    (error: unknown) => error,
  );

for (const [engine, store] of Object.entries(stores)) {
  const { db } = store;
  const names = async () =>
    (await db.selectFrom('organization').select('short_name').orderBy('id').execute()).map(
      (row) => row.short_name,
    );

  test(`${engine}: what a write resolved is there, with RETURNING and the number of changes`, async (t) => {
    const [written] = await store.write([
      db.insertInto('organization').values(organization('first')).returning('id'),
    ]);
    t.match(written, { rows: [{ id: Number }], changes: 1 });
    t.same(await names(), ['first']);
  });

  test(`${engine}: the statements of a unit stand or fall together`, async (t) => {
    const unit = [
      db.insertInto('organization').values(organization('half')),
      db.insertInto('organization').values(organization('first')),
    ];
    t.match(await rejection(store.write(unit)), {
      kind: 'conflict',
      fields: { short_name: ['already exists'] },
    });
    t.same(await names(), ['first']);
  });

  test(`${engine}: units that are written at the same time do not share a fate`, async (t) => {
    const insert = (name: string) =>
      store.write([db.insertInto('organization').values(organization(name))]);
    const outcomes = await Promise.allSettled([insert('a'), insert('first'), insert('b')]);
    t.same(
      outcomes.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled'],
    );
    t.same(new Set(await names()), new Set(['first', 'a', 'b']));
  });

  test(`${engine}: a mustChange without a changed row undoes its batch`, async (t) => {
    const nothing = mustChange(
      db.updateTable('organization').set({ name: 'x' }).where('id', '=', -1),
    );
    t.match(
      await rejection(
        store.write([db.insertInto('organization').values(organization('undone')), nothing]),
      ),
      {
        kind: 'conflict',
      },
    );
    t.notOk((await names()).includes('undone'));
  });

  test(`${engine}: a reference to a missing row, and the removal of a row in use, are conflicts`, async (t) => {
    const user = {
      organization: 987_654,
      username: 'nobody',
      role: 'admin',
      created: 1,
      last_change: 1,
    };
    t.match(await rejection(store.write([db.insertInto('user').values(user)])), {
      kind: 'conflict',
    });
    const [{ id } = { id: 0 }] = await db
      .selectFrom('organization')
      .select('id')
      .where('short_name', '=', 'first')
      .execute();
    await store.write([db.insertInto('user').values({ ...user, organization: id })]);
    t.match(await rejection(store.write([db.deleteFrom('organization').where('id', '=', id)])), {
      kind: 'conflict',
    });
  });

  test(`${engine}: integers of 64 bits come back exact`, async (t) => {
    const [{ id: parent } = { id: 0 }] = await db
      .selectFrom('organization')
      .select('id')
      .where('short_name', '=', 'first')
      .execute();
    const client = {
      organization: parent,
      name: 'nas',
      address: '192.0.2.1',
      secret: 'sealed',
      created: 1,
      last_change: 1,
    };
    const [made] = await store.write([db.insertInto('aaa_client').values(client).returning('id')]);
    const values = [0, 1, Number.MAX_SAFE_INTEGER, 9007199254740993n, 9223372036854775807n];
    for (const [position, acctinputoctets] of values.entries()) {
      const row = {
        organization: parent,
        client: Number(made?.rows[0]?.['id']),
        acctsessionid: 's',
        acctuniqueid: String(position),
        nasipaddress: '192.0.2.1',
      };
      await store.write([db.insertInto('aaa_accounting').values({ ...row, acctinputoctets })]);
    }
    const query = db.selectFrom('aaa_accounting').select('acctinputoctets').orderBy('radacctid');
    t.strictSame(
      (await query.execute()).map((row) => row.acctinputoctets),
      values,
    );
    t.strictSame(
      (await store.readLong(query)).map((row) => row.acctinputoctets),
      values,
      'long reads too',
    );
  });

  test(`${engine}: a wrong statement is a defect of ours and does not affect others`, async (t) => {
    const wrong = await store
      .write([{ sql: 'insert into nowhere values (1)', parameters: [] }])
      .catch((error: unknown) => error);
    t.type(wrong, Error);
    t.notOk(wrong instanceof Fault);
    await store.checkWritable();
  });

  test(`${engine}: a read whose text is prepared already returns its rows, and a wrong read rejects`, async (t) => {
    const { sql, parameters } = db
      .selectFrom('organization')
      .select('short_name')
      .where('short_name', '=', 'first')
      .compile();
    t.same(await store.read({ sql, parameters }), [{ short_name: 'first' }]);
    t.type(await rejection(store.read({ sql: 'select a from nowhere', parameters: [] })), Error);
  });

  test(`${engine}: text with quotes and markup is kept as it is`, async (t) => {
    const name = `x'; DROP TABLE organization;-- "\\ % _ ü 🐘`;
    await store.write([db.insertInto('organization').values({ ...organization('quoted'), name })]);
    t.same(await db.selectFrom('organization').select('name').where('name', '=', name).execute(), [
      { name },
    ]);
  });

  test(`${engine}: a prepared statement keeps its plan, whatever its constants and values are`, async (t) => {
    const find = prepareStatement((builder) =>
      builder
        .selectFrom('organization as o')
        .innerJoin('organization as same', 'same.id', 'o.id')
        .select(['o.short_name', 'o.created'])
        .where('o.short_name', 'in', [`it's ?`, namedParameter<string>('name')])
        .where('same.created', '=', 1)
        .limit(namedParameter<number>('limit'))
        .compile(),
    );
    await store.write([db.insertInto('organization').values(organization(`it's ?`))]);
    const named = { name: 'quoted', limit: 2 };
    const statement = find(store, named);
    t.same(statement.parameters, engine === 'sqlite' ? ['quoted', 2] : [`it's ?`, 'quoted', 1, 2]);
    if (engine === 'sqlite')
      t.notMatch(statement.sql.replace(`it''s ?`, ''), /[^+]\?/, 'SQLite plans it once');
    const found = await store.read<{ short_name: string }>(statement);
    t.same(found.map(({ short_name }) => short_name).toSorted(), [`it's ?`, 'quoted']);
    t.equal((await store.read(find(store, { ...named, limit: 1 }))).length, 1);
  });

  test(`${engine}: a store that is opened again has its rows, and no step runs twice`, async (t) => {
    const before = await names();
    const again = await openStore(engine === 'postgres' ? postgres.url : 'sqlite', folder);
    t.same(
      (await again.db.selectFrom('organization').select('short_name').orderBy('id').execute()).map(
        (row) => row.short_name,
      ),
      before,
    );
    await again.close();
  });
}

test('the file of the embedded store is for its owner only', (t) => {
  t.equal(statSync(join(folder, 'gatehouse.db')).mode & 0o777, 0o600);
  t.end();
});

test('writes beyond the bound are refused at once, and those within it are kept', async (t) => {
  const { sqlite } = stores;
  const writes = Array.from({ length: 17_000 }, () => sqlite.checkWritable());
  const outcomes = await Promise.allSettled(writes);
  const refused = outcomes.flatMap((outcome) =>
    outcome.status === 'rejected' ? [outcome.reason as Fault] : [],
  );
  t.ok(refused.length > 0 && refused.length < 1000, `${refused.length} refused`);
  t.ok(refused.every(({ kind }) => kind === 'overloaded'));
});

test('a store of an earlier shape is copied before it is changed', async (t) => {
  const place = mkdtempSync(join(folder, 'old-'));
  writeFormerStore(join(place, 'gatehouse.db'));
  const again = await openStore('sqlite', place);
  await again.close();
  t.ok(readdirSync(place).some((name) => name.startsWith('gatehouse.db.before-')));
});

test('a PostgreSQL that is away is reported as away', async (t) => {
  await t.rejects(openStore('postgres://gatehouse@127.0.0.1:1/none', folder), {
    kind: 'unavailable',
    message: /PostgreSQL: .*ECONNREFUSED/,
  });
});
