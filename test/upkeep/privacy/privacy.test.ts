import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import tap, { test } from 'tap';
import { loadTables } from '../../../src/modules/load-modules.ts';
import { exportContent } from '../../../src/upkeep/privacy/export.ts';
import { privacyJob } from '../../../src/upkeep/privacy/privacy-job.ts';
import { requestPrivacyJob } from '../../../src/upkeep/privacy/privacy-request.ts';
import { createPrivacyTask } from '../../../src/upkeep/privacy/privacy-task.ts';
import { Secret } from '../../../src/contract/secret.ts';
import { serializeRow } from '../../../src/store/query/row-serialization.ts';
import type { Store } from '../../../src/store/store.ts';
import { startPostgres } from '../../peers/postgres.ts';
import { idOf, startPortalSite } from '../../portal/portal-site.ts';
import { insert } from '../../store/stores.ts';

const { personal: personalTables } = await loadTables();

/* A person is erased from every table that can hold an identity, and everything about a person is exported. */

const postgres = await startPostgres({ fsync: false });
const sites = {
  sqlite: await startPortalSite('sqlite'),
  postgres: await startPortalSite(postgres.url),
};
tap.teardown(async () => {
  await Promise.all([sites.sqlite.stop(), sites.postgres.stop()]);
  await postgres.stop();
});

/** What must not be found afterwards, in any spelling: texts in lower case. */
const marks = {
  username: 'mark-zz@example.net',
  mac: '02:5A:5A:5A:00:07',
  ip: '203.0.113.77',
  phone: '+41 79 555 77 01',
  name: 'Zzyzx',
};
const station = '02-5A-5A-5A-00-07';
const traces = [
  marks.username,
  marks.mac,
  station,
  '025a5a5a0007',
  marks.ip,
  marks.phone,
  marks.name,
].map((text) => text.toLowerCase());

/** Tables without an organization: that of the user counts. */
const ofUserAlone = [
  'user_session',
  'user_totp',
  'user_recovery_code',
  'aaa_certificate_device',
  'user_token',
  'aaa_reservation',
];

type Row = Readonly<Record<string, unknown>>;

const attribute = (type: number, value: string) =>
  Buffer.from([type, value.length + 2, ...Buffer.from(value)]);

const at = Date.parse('2026-03-01T12:00:00Z');
const endedSession = {
  client: 1,
  nasipaddress: '192.0.2.1',
  acctstarttime: at,
  acctupdatetime: at,
  acctstoptime: at + 60_000,
  acctsessiontime: 60,
  acctinputoctets: 1000,
  acctoutputoctets: 24,
};

/** A row with marks for each table that can hold an identity; `null`: a row of no user. */
function plants(user: number, app: number): Readonly<Record<string, readonly Row[]>> {
  const stamps = { created: at, last_change: at };
  const { username, mac, ip, phone, name } = marks;
  const session = { ...endedSession, acctsessionid: `S-${station}` };
  const packet = { client: 1, client_name: 'nas', source: '192.0.2.1', nasipaddress: '192.0.2.1' };
  const decided = { client: 1, client_name: 'nas', method: 'PAP', outcome: 'reject', ms: 1 };
  const lists = { checks: '[]', counters: '[]' };
  const written = { method: 'POST', path: '/user/', fields: '[]', status: 201, outcome: 'done' };
  return {
    user_extra: [
      { parent: user, telephone: phone, address: name, passport_number: name, ...stamps },
    ],
    user_token: [{ user, kind: 'network', name, time: 60, code_key: username, created: at }],
    user_session: [
      {
        user,
        token_hash: randomUUID(),
        created: at,
        last_used: at,
        remote_address: ip,
        user_agent: name,
      },
    ],
    user_totp: [{ user, secret: name, created: at }],
    user_recovery_code: [{ user, code_hash: name }],
    user_key: [{ user, name, key: name, digest: name, created: at }],
    user_key_device: [
      { user_key: sql`(select max(id) from user_key)`, mac, created: at, last_used: at },
    ],
    user_certificate: [{ user, name, serial: name, fingerprint: name, valid_to: at, created: at }],
    aaa_certificate_device: [{ user, mac, issuer: name, serial: name, last_used: at }],
    aaa_accounting: [
      {
        ...session,
        user,
        authorized_user: user,
        acctuniqueid: randomUUID(),
        username,
        callingstationid: station,
        station: station.replaceAll('-', ''),
        framedipaddress: ip,
        framedipv6address: ip,
        framedipv6prefix: ip,
        framedinterfaceid: ip,
        delegatedipv6prefix: ip,
        nasportid: name,
        class: name,
        acctmultisessionid: station,
        attributes: Buffer.concat([attribute(1, username), attribute(31, station)]),
        granted: JSON.stringify([{ attribute: 'Framed-IP-Address', value: ip }]),
      },
      { ...session, acctuniqueid: randomUUID(), username },
      { ...session, acctuniqueid: randomUUID(), callingstationid: station },
    ],
    aaa_session_traffic: [
      {
        session: sql`(select max(radacctid) from aaa_accounting)`,
        at,
        step: 300,
        samples: 1,
        points: name,
      },
    ],
    audit: [
      { ...written, user, datetime: at, username, remote_address: ip },
      { ...written, user: null, datetime: at, username },
    ],
    aaa_decision: [
      {
        ...decided,
        ...lists,
        user,
        datetime: at,
        username,
        callingstationid: station,
        reason: name,
        attributes: '[]',
      },
      { ...decided, ...lists, user: null, datetime: at, username, reason: name, attributes: '[]' },
    ],
    aaa_packet: [
      { ...packet, datetime: at, username, attributes: '[]' },
      {
        ...packet,
        datetime: at,
        attributes: JSON.stringify([{ name: 'Calling-Station-Id', value: station }]),
      },
    ],
    aaa_authorization_change: [
      {
        client: 1,
        user,
        username,
        kind: 'coa',
        trigger: 'api',
        status: 'failed',
        created: at,
        attributes: '[]',
        error_message: name,
      },
    ],
    aaa_forward: [
      {
        realm: '',
        nas: 1,
        line: 1,
        received: at,
        attributes: Buffer.concat([attribute(1, username), attribute(31, station)]),
      },
    ],
    aaa_portal_session: [
      {
        id: randomUUID(),
        user,
        username,
        mac,
        ip,
        called: '',
        nas: '',
        opened: at,
        ended: at,
        cause: 'User-Request',
      },
    ],
    aaa_reservation: [{ user, station, created: at, expires: at }],
    address_lease: [
      {
        user,
        station,
        organization: 1,
        pool: 1,
        address: '192.0.2.77',
        layout: '',
        position: 0,
        granted: at,
        held_until: at,
      },
    ],
    portal_payment: [
      {
        id: randomUUID(),
        page: 1,
        mac,
        ip,
        price: '{}',
        amount: 500,
        currency: 'eur',
        state: 'paid',
        user,
        created: at,
      },
    ],
    pms_guest: [
      {
        link: 1,
        reservation: randomUUID(),
        room: '101',
        room_key: '101',
        last_name: name,
        first_name: name,
        user,
        ...stamps,
      },
    ],
    pms_posting: [
      {
        link: 1,
        guest: sql`(select max(id) from pms_guest)`,
        user,
        room: name,
        amount: 990,
        period: 'stay',
        state: 'posted',
        created: at,
      },
    ],
    portal_revocation: [
      {
        controller: 1,
        session: randomUUID(),
        username,
        mac,
        device: '{}',
        created: at,
        due: 2 * at,
        attempts: 1,
      },
    ],
    portal_pending_login: [
      {
        page: 1,
        token: randomUUID(),
        kind: 'email',
        state: 'done',
        mac,
        ip,
        host: ip,
        query: '',
        language: 'en',
        subject: name,
        user,
        created: at,
        expires: at,
      },
    ],
    txlog_portal: [
      {
        user,
        username,
        mac,
        ip,
        user_agent: name,
        detail: `terms accepted by ${name}`,
        datetime: at,
        type: 'ua',
        status: 200,
      },
      { user: null, mac, ip, datetime: at, type: 'pv', status: 200 },
    ],
    dnsfilter_check: [
      {
        id: randomUUID(),
        user,
        hostname: `${name}.example`,
        client_ip: ip,
        action: 'A',
        created_at: at,
      },
    ],
    device_app_connection_log: [
      {
        device: app,
        network_type: 'wi',
        network_security: 'opn',
        network_name: name,
        start_datetime: at,
        end_datetime: at,
        created: at,
      },
    ],
    device_app_test_report: [
      {
        device: app,
        network_type: 'wi',
        test_type: 'dl',
        destination: ip,
        value: 1,
        unit: name,
        count: 1,
        datetime: at,
        created: at,
      },
    ],
  };
}

/** Columns by whose names a table may hold an identity, of tables without one: who operates the gateway, and its devices. */
const noPersons = [
  /^(?:dnsfilter_rule|dnsfilter_category|aaa_client|aaa_upstream|inventory_\w+|access_point|location|organization|gateway|portal_controller|portal_page|user_source)\./,
];
const identityColumn =
  /username|(?:^|_)mac$|(?:^|_)ip$|station|telephone|email|first_name|phone|imei/;

/** Inserts a row of a table that may have any key. */
async function plantRow(store: Store, table: string, row: Row): Promise<void> {
  const columns = sql.join(Object.keys(row).map((column) => sql.ref(column)));
  const values = sql.join(Object.values(row));
  await store.write([
    sql`insert into ${sql.table(table)} (${columns}) values (${values})`.compile(store.db),
  ]);
}

/** Lists the tables of a store with their columns. */
async function columnsOf(store: Store): Promise<ReadonlyMap<string, readonly string[]>> {
  const { rows } = await (
    store.engine === 'sqlite'
      ? sql<{ table: string; column: string }>`
          select m.name as "table", c.name as "column" from sqlite_master m, pragma_table_info(m.name) c
          where m.type = 'table' and m.name not like 'sqlite_%'`
      : sql<{ table: string; column: string }>`
          select table_name as "table", column_name as "column" from information_schema.columns
          where table_schema = current_schema()`
  ).execute(store.db);
  const found = new Map<string, string[]>();
  for (const { table, column } of rows) found.set(table, [...(found.get(table) ?? []), column]);
  return found;
}

/** Finds the marks in every table. @returns `table: trace` */
async function findTraces(store: Store): Promise<readonly string[]> {
  const found: string[] = [];
  for (const table of (await columnsOf(store)).keys()) {
    const { rows } = await sql<Row>`select * from ${sql.table(table)}`.execute(store.db);
    const text = JSON.stringify(rows, (_name, value: unknown) =>
      isBytes(value) ? Buffer.from(value.data).toString('latin1') : value,
    ).toLowerCase();
    found.push(
      ...traces.filter((trace) => text.includes(trace)).map((trace) => `${table}: ${trace}`),
    );
  }
  return found;
}

const isBytes = (value: unknown): value is { readonly data: number[] } =>
  typeof value === 'object' && value !== null && 'type' in value && value.type === 'Buffer';

for (const [engine, portal] of Object.entries(sites)) {
  const { gateway, store } = portal.site;
  const task = createPrivacyTask(gateway, personalTables, 'one');
  const { signal } = new AbortController();
  const run = () => task.run(signal);
  const controller = { organization: 1, name: 'one', vendor: 'unifi', created: 0, last_change: 0 };
  const stamps = { created: 0, last_change: 0 };
  const page = {
    organization: 1,
    name: 'one',
    languages: '[]',
    login_kinds: '[]',
    look: '{}',
    ...stamps,
  };
  await store.write([
    store.db.insertInto('portal_controller').values(controller),
    store.db.insertInto('portal_page').values(page),
  ]);
  const pool = { organization: 1, name: 'one', kind: 'ipv4', networks: '[]', hold_seconds: 60 };
  await store.write([store.db.insertInto('address_pool').values({ ...pool, ...stamps })]);
  const link = { name: 'one', host: '192.0.2.1', port: 1, encoding: 'utf-8', keep_days: 7 };
  await store.write([
    store.db
      .insertInto('pms_link')
      .values({ organization: 1, charge_period: 'stay', ...link, ...stamps }),
  ]);
  const request = (kind: 'erase' | 'export', user: number) =>
    requestPrivacyJob(gateway, { kind, user, organization: 1, requestedBy: user });
  const jobOf = async (id: string) => {
    const row = await store.db
      .selectFrom('privacy_job')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return { ...serializeRow(privacyJob, row), sealed: row.identifiers };
  };
  const plant = async () => {
    const user = await portal.addUser(marks.username);
    await store.write([
      store.db
        .updateTable('user')
        .set({ email: 'mark-zz@example.net', first_name: marks.name, last_name: marks.name })
        .where('id', '=', user),
    ]);
    const stamps = { organization: 1, created: 0, last_change: 0 };
    const app = await insert(store, 'device_app_device', {
      ...stamps,
      device_id: randomUUID(),
      identity: `mac:${marks.mac}`,
      mac: marks.mac,
      number: marks.phone,
      user,
    });
    for (const [table, rows] of Object.entries(plants(user, app)))
      for (const row of rows)
        await plantRow(
          store,
          table,
          ofUserAlone.includes(table) ? row : { organization: 1, ...row },
        );
    const reply = gateway.vault.seal(
      new Secret(JSON.stringify({ username: marks.username })),
      'idempotency_key.reply',
    );
    const key = { user: await portal.addUser(`caller of ${user}`), key: 'k', digest: '', reply };
    await store.write([store.db.insertInto('idempotency_key').values({ ...key, created: 0 })]);
    return user;
  };
  const sums = async () =>
    store.db
      .selectFrom('aaa_accounting')
      .select(({ fn }) => [
        fn.countAll<number>().as('sessions'),
        fn.sum<number>('acctinputoctets').as('octets'),
        fn.sum<number>('acctsessiontime').as('seconds'),
      ])
      .executeTakeFirst();

  test(`${engine}: a person is exported, and then erased from every table`, async (t) => {
    const other = await portal.addUser('someone else');
    await plantRow(store, 'aaa_accounting', {
      ...endedSession,
      organization: 1,
      user: other,
      acctuniqueid: randomUUID(),
      acctsessionid: 'S-2',
      username: 'someone else',
      callingstationid: '02-00-00-00-00-99',
    });
    const user = await plant();
    const planted = plants(0, 0);
    const known = [...Object.keys(planted), 'user', 'device_app_device'];
    const unknown = [...(await columnsOf(store))].flatMap(([table, columns]) =>
      columns
        .filter((column) => identityColumn.test(column) && !known.includes(table))
        .map((column) => `${table}.${column}`)
        .filter((column) => !noPersons.some((pattern) => pattern.test(column))),
    );
    t.same(unknown, [], 'every column that can hold an identity is planted or explained');
    const before = await sums();
    const held = [...new Set((await findTraces(store)).map((trace) => trace.split(':')[0]))];
    t.same(held.toSorted(), known.toSorted(), 'each table holds a mark');

    const exported = await request('export', user);
    await run();
    const content = await new Response(
      ReadableStream.from(exportContent(store, exported)).pipeThrough(new TextEncoderStream()),
    ).text();
    const tables = JSON.parse(content) as Readonly<Record<string, readonly Row[]>>;
    t.equal(tables['aaa_accounting']?.length, 3);
    t.match(tables['user']?.[0], { username: marks.username, first_name: marks.name });
    t.match(await jobOf(exported), { status: 'completed', pseudonym: null });
    t.same(
      Object.keys(tables).toSorted(),
      personalTables
        .filter(({ resource }) => resource)
        .map(({ table }) => table)
        .toSorted(),
    );
    t.notMatch(content, /"password"|token_hash|"secret"/);

    const id = await request('erase', user);
    await t.rejects(request('erase', user), /An erase of user \d+ is running/);
    await run();
    t.match(
      await jobOf(id),
      { status: 'running', pending: 1 },
      'an upstream may still be sent its packet',
    );
    t.same(
      (await findTraces(store)).filter((trace) => !trace.startsWith('aaa_forward')),
      [],
    );
    await portal.advance(61);
    await run();
    const erased = await jobOf(id);
    t.match(erased, { status: 'completed', pending: 0, sealed: null });
    t.same(await findTraces(store), [], 'no trace is left');
    t.same(await sums(), before, 'the sums are as before');
    const { pseudonym } = erased;
    const kept = await store.db
      .selectFrom('aaa_accounting')
      .select(({ fn }) => [fn.countAll<number>().as('sessions'), fn.max('user').as('user')])
      .where('username', '=', pseudonym)
      .executeTakeFirst();
    t.same(kept, { sessions: 3, user: null }, 'all under one pseudonym');
    const count = (table: string) => erased.report.find((entry) => entry.table === table);
    t.match(count('aaa_accounting'), { action: 'anonymized', rows: 3 });
    t.match(count('aaa_decision'), { action: 'deleted', rows: 2 });
    t.match(count('device_app_connection_log'), { action: 'deleted', rows: 1 });
    t.equal((await portal.sessions(other)).length, 1, 'other people keep their sessions');
    const answer = await store.db.selectFrom('idempotency_key').select('reply').execute();
    t.same(answer, [{ reply: null }], 'a stored reply about the person is gone');
  });

  test(`${engine}: an erasure waits for live sessions, and what their late packets bring is erased again`, async (t) => {
    const user = await portal.addUser('late', {});
    const mac = '02:00:00:00:77:01';
    idOf(await portal.login('late', mac));
    const packet = `User-Name = "late", Calling-Station-Id = "02-00-00-00-77-01", Acct-Session-Id = "L-1", NAS-IP-Address = 192.0.2.9`;
    const account = (more: string) => portal.send('acct', `${packet}, ${more}`);
    await account('Acct-Status-Type = Start');
    const id = await request('erase', user);
    await run();
    t.match(await jobOf(id), { status: 'running' });
    t.ok((await jobOf(id)).pending > 0, 'it waits for the session');
    await portal.advance(10);
    const stop =
      'Acct-Status-Type = Stop, Acct-Session-Time = 20, Acct-Input-Octets = 70, Acct-Output-Octets = 7';
    await account(stop);
    await store.write([
      store.db
        .updateTable('aaa_authorization_change')
        .set({ next_try: null, status: 'acknowledged' })
        .where('user', '=', user),
    ]);
    await portal.advance(10);
    await run();
    const done = await jobOf(id);
    t.match(done, { status: 'completed', pending: 0 });
    const mine = store.db
      .selectFrom('aaa_accounting')
      .select(['username', 'callingstationid', 'acctinputoctets', 'user'])
      .where('username', 'in', ['late', String(done.pseudonym)]);
    const row = {
      username: done.pseudonym,
      callingstationid: null,
      acctinputoctets: 70,
      user: null,
    };
    t.same(await mine.execute(), [row]);
    await account(stop);
    await portal.advance(70);
    await account(stop.replace('70', '71'));
    await run();
    t.same(await mine.execute(), [{ ...row, acctinputoctets: 71 }]);
  });

  test(`${engine}: an interrupted erasure continues, and its report counts each row once`, async (t) => {
    const user = await portal.addUser('interrupted');
    for (let entry = 0; entry < 3; entry += 1)
      for (const table of ['txlog_portal', 'aaa_decision'])
        await plantRow(store, table, {
          ...plants(user, 0)[table]?.[0],
          organization: 1,
          username: 'interrupted',
          ...(table === 'txlog_portal' && { mac: null }),
          ...(table === 'aaa_decision' && { callingstationid: null }),
        });
    const id = await request('erase', user);
    let writes = 0;
    const failing = {
      ...gateway,
      store: Object.assign(Object.create(store) as Store, {
        write: (batch: Parameters<Store['write']>[0]) => {
          writes += 1;
          return writes > 4 ? Promise.reject(new Error('power cut')) : store.write(batch);
        },
      }),
    };
    await t.rejects(createPrivacyTask(failing, personalTables, 'one').run(signal), /power cut/);
    t.match(await jobOf(id), { status: 'running' });
    await createPrivacyTask(gateway, personalTables, 'another').run(signal);
    t.match(await jobOf(id), { status: 'running' }, 'another gateway waits for the lease');
    await run();
    const { status, report } = await jobOf(id);
    t.equal(status, 'completed');
    t.same(
      report.filter(({ table }) => table === 'txlog_portal' || table === 'aaa_decision'),
      [
        { table: 'txlog_portal', action: 'anonymized', rows: 3 },
        { table: 'aaa_decision', action: 'deleted', rows: 3 },
      ],
    );
  });
}
