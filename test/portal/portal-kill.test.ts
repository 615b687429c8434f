import tap, { test } from 'tap';
import { startBoth, column } from '../gate/fixture.ts';
import { results, type Answer } from '../gateway-process.ts';
import { account, secret } from '../radius/acct/send-accounting.ts';

/* Portal logins, and the accounting of their NAS, of a gateway that is killed. */

const { engines, stop } = await startBoth();
tap.teardown(stop);

const logins = 300;
const answersBeforeKill = 50;
const nas = '02-00-00-00-0B-01';

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
}
