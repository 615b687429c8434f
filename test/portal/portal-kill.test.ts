import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'better-sqlite3';
import tap, { test } from 'tap';
import { startBoth, column } from '../aaa/api/fixture.ts';
import { eventually, results, type Answer } from '../gateway-process.ts';
import { account, secret } from '../radius/acct/send-accounting.ts';

/* Portal logins, the accounting of their NAS, and the erasure of a person, of a gateway that is killed. */

const { engines, stop } = await startBoth();
tap.teardown(stop);

const logins = 300;
const answersBeforeKill = 50;
const nas = '02-00-00-00-0B-01';

const erasedRows = 20_000;
const erasedName = 'mark-zz@example.net';

/** Writes entries of the portal log, as many as take a while to anonymize. */
function plantEntries(file: string, user: number): void {
  const db = new Database(file);
  try {
    db.prepare(
      `with recursive s(n) as (select 1 union all select n + 1 from s where n < ?)
       insert into txlog_portal (organization, "user", username, mac, datetime, type, status, detail)
       select 1, ?, ?, '02:5A:5A:5A:00:07', n, 'ua', 200, '' from s`,
    ).run(erasedRows, user, erasedName);
  } finally {
    db.close();
  }
}

function countEntries(file: string, of: string): unknown {
  const db = new Database(file, { readonly: true });
  try {
    return db.prepare('select count(*) from txlog_portal where username = ?').pluck().get(of);
  } finally {
    db.close();
  }
}

for (const [engine, gateway] of Object.entries(engines)) {
  const gate = gateway.gate.bind(gateway);
  const accessPoint = { name: 'ap', mac: 'AA:BB:CC:00:00:01' };
  const login = (uid: string, mac: string) =>
    gate('POST', '/portal_login/', { uid, mac, ap_mac: accessPoint.mac, ip: '10.0.0.5' });

  test(`${engine}: a kill during ${logins} logins leaves no session without its log entry`, async (t) => {
    await gate('POST', '/access_point/', accessPoint);
    await gate('POST', '/aaa_client/', { name: 'nas', address: '127.0.0.1', secret });
    const user = (await gate('POST', '/user/', { username: 'many' })).body['id'];
    const answered: Answer[] = [];
    const killed = new Promise<void>((resolve) => {
      for (let number = 0; number < logins; number += 1) {
        const mac = `02:00:00:01:${(number >> 8).toString(16).padStart(2, '0')}:${(number & 255).toString(16).padStart(2, '0')}`;
        login('many', mac).then(
          (answer) => {
            answered.push(answer);
            if (answered.length === answersBeforeKill)
              void gateway.signal('SIGKILL').then(() => {
                resolve();
              });
          },
          () => undefined,
        );
      }
    });
    await killed;
    await gateway.start();
    const ids = answered
      .filter(({ status }) => status === 201)
      .map(({ body }) => body['session_id']);
    const sessions = column(
      await gate('GET', `/aaa_accounting/?user=${String(user)}&limit=1000`),
      'portal_session',
    );
    const entries = column(
      await gate('GET', `/txlog_portal/?user=${String(user)}&type=ui&limit=1000`),
      'session_id',
    );
    t.ok(ids.length >= answersBeforeKill, `${ids.length} logins were answered`);
    t.same(
      sessions.toSorted(),
      entries.toSorted(),
      'each session has its entry, and each entry its session',
    );
    t.same(
      ids.filter((id) => !sessions.includes(id)),
      [],
      'what was answered is there',
    );
  });

  test(`${engine}: a kill between a login and its NAS's packets counts no time twice`, async (t) => {
    const voucher = { kind: 'network', username: 'counted', time: 1_000 };
    const token = (await gate('POST', '/user_token/', voucher)).body;
    const before = Date.now();
    await login('counted', nas);
    const began = Math.floor(Date.now() / 1000);
    const loginSeconds = Math.ceil((Date.now() - before) / 1000);
    await gateway.signal('SIGKILL');
    await gateway.start();
    const packet = { session: 'K-1', username: '020000000b01', callingStation: nas };
    await account(gateway, { ...packet, at: began });
    await account(gateway, { ...packet, at: began });
    await account(gateway, { ...packet, at: began + 40, status: 'stop', seconds: 40, octetsIn: 7 });
    const list = await gate('GET', `/aaa_accounting/?user=${String(token['user'])}`);
    t.equal(results(list).length, 1, 'one row');
    t.match(results(list)[0], { acctsessionid: 'K-1', acctinputoctets: 7, origin: 'portal' });
    const one = `/user_token/${String(token['id'])}/?balance=true`;
    const balance = Number((await gate('GET', one)).body['balance']);
    t.ok(balance >= 958 - loginSeconds && balance <= 961, `${balance} of 1000 seconds are left`);
  });

  if (engine === 'sqlite')
    test('an erasure that a kill interrupts continues after the start, and its report has each row once', async (t) => {
      const user = Number((await gate('POST', '/user/', { username: erasedName })).body['id']);
      plantEntries(gateway.database, user);
      const { id } = (await gate('POST', `/user/${user}/erase/`)).body;
      const job = async () => (await gate('GET', `/privacy_job/${String(id)}/`)).body;
      // In a few milliseconds a batch is done: between two looks there must not be many.
      while (!JSON.stringify((await job())['report']).includes('txlog_portal')) await sleep(2);
      await gateway.signal('SIGKILL');
      const left = Number(countEntries(gateway.database, erasedName));
      t.ok(left > 0 && left < erasedRows, `${left} of ${erasedRows} entries are left`);
      await gateway.start();
      const done = await eventually(job, ({ status }) => status === 'completed', 60_000);
      t.equal(countEntries(gateway.database, erasedName), 0);
      const kept = Number(countEntries(gateway.database, String(done['pseudonym'])));
      t.ok(kept >= erasedRows, 'with those that the gateway has written itself');
      t.match(done, { pending: 0, error_message: null });
      t.same(done['report'], [
        { table: 'user', action: 'anonymized', rows: 1 },
        { table: 'txlog_portal', action: 'anonymized', rows: kept },
      ]);
      t.equal((await gate('GET', `/user/${user}/`)).status, 404);
    });
}
