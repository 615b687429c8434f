import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import tap, { test } from 'tap';
import { eventually, GatewayProcess, type Json } from '../../gateway-process.ts';
import { startPostgres } from '../../peers/postgres.ts';
import { startReceiver } from '../alert/receivers.ts';

/* Sessions, users, vouchers and operations at a webhook, over kills of the gateway, on both engines. */

const run = promisify(execFile);
const secret = 'a-secret-of-22-octets!';
const postgres = await startPostgres({ fsync: false, hasTypes: true });
const environment = { GATEHOUSE_POLLING_ENABLED: 'false' };
const gateways = {
  sqlite: await GatewayProcess.start(environment),
  postgres: await GatewayProcess.start({ ...environment, GATEHOUSE_DATABASE_URL: postgres.url }),
};
tap.teardown(async () => {
  for (const gateway of Object.values(gateways)) await gateway.remove();
  await postgres.stop();
});

interface Call {
  readonly id: string;
  readonly events: readonly (Json & { readonly id: string; readonly kind: string })[];
}

for (const [engine, gateway] of Object.entries(gateways)) {
  const made = async (api: 'gate' | 'control', path: string, body: Json) => {
    const answer = await gateway[api]('POST', path, body);
    if (answer.status >= 300) throw new Error(answer.text);
    return answer.body;
  };
  const account = (type: string, session: string, port: number) =>
    run('sh', [
      '-c',
      `echo "Acct-Status-Type=${type}, Acct-Session-Id=${session}, User-Name=guest, NAS-IP-Address=192.0.2.1" | radclient 127.0.0.1:${port} acct ${secret}`,
    ]);

  test(`${engine}: each event reaches a webhook that wants its kind, also over a kill`, async (t) => {
    const receiver = await startReceiver();
    t.teardown(() => receiver.close());
    const eventsOf = (kind: string) =>
      receiver.received
        .flatMap(({ body }) => (JSON.parse(body) as Call).events)
        .filter((event) => event.kind === kind);
    await made('gate', '/aaa_client/', { name: 'nas', address: '127.0.0.1', secret });
    const hook = await made('control', '/webhook/', {
      name: 'pms',
      url: `http://127.0.0.1:${receiver.port}/in`,
      secret,
      events: ['session', 'user', 'voucher'],
    });
    // It begins with the next event, once it has been seen.
    const position = async () => {
      const store = await gateway.openStore();
      const row = await store.db.selectFrom('webhook').select('event_id').executeTakeFirstOrThrow();
      await store.close();
      return row.event_id;
    };
    t.not(await eventually(position, (at) => at !== null), null);

    const { id: user } = await made('gate', '/user/', {
      username: 'webhook user',
      password: 'a long password',
    });
    await gateway.gate('PATCH', `/user/${String(user)}/`, { first_name: 'Wanda' });
    await account('Start', 's-1', gateway.acctPort);
    await made('gate', '/user_token/', { kind: 'network', time: 3600 });
    await gateway.gate('DELETE', `/user/${String(user)}/`);
    // Of a session that is over within two seconds, the end alone is an event on SQLite.
    await eventually(
      () => Promise.resolve(eventsOf('session')),
      (events) => events.length >= 1,
    );
    await account('Stop', 's-1', gateway.acctPort);
    const changes = await eventually(
      () => Promise.resolve(eventsOf('user')),
      (events) => events.some(({ change }) => change === 'deleted'),
    );
    t.match(
      changes.filter(({ change }) => change === 'deleted'),
      [{ kind: 'user', username: 'webhook user', user }],
    );
    t.match(
      await eventually(
        () => Promise.resolve(eventsOf('session')),
        (events) => events.length >= 2,
      ),
      [
        { session_status: 'active', username: 'guest', acctsessionid: 's-1' },
        { session_status: 'completed', username: 'guest' },
      ],
    );
    t.match(eventsOf('voucher'), [{ change: 'created', code: String, time: 3600 }]);
    t.same(
      eventsOf('user').filter(({ username }) => username !== 'webhook user'),
      [],
      'a voucher is no user',
    );
    t.notMatch(JSON.stringify(receiver.received), 'a long password');

    receiver.answer = 503;
    for (let session = 10; session < 30; session += 1)
      await account('Start', `s-${session}`, gateway.acctPort);
    await gateway.signal('SIGKILL');
    receiver.received.length = 0;
    receiver.answer = 204;
    await gateway.start();
    const started = await eventually(
      () => Promise.resolve(new Set(eventsOf('session').map(({ acctsessionid }) => acctsessionid))),
      (sessions) => sessions.size >= 20,
      60_000,
    );
    t.equal(started.size, 20, 'all that were acknowledged');
    const ids = eventsOf('session').map(({ id }) => id);
    t.equal(new Set(ids).size, ids.length, 'each in one call that was taken');
    const kept = await gateway.openStore();
    const rows = await kept.db
      .selectFrom('delivery')
      .select(['state', 'events'])
      .where('state', '=', 'delivered')
      .execute();
    await kept.close();
    t.ok(
      rows.length > 0 && rows.every(({ events }) => events === null),
      'what was sent is not kept',
    );
    const path = `/webhook/${String(hook['id'])}/`;
    t.match((await gateway.control('PATCH', path, { events: [] })).body, { events: [String] });
    t.equal((await gateway.control('DELETE', path)).status, 204);
  });
}
