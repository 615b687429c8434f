import { join } from 'node:path';
import tap, { test } from 'tap';
import { openStore } from '../../../src/store/database.ts';
import { eventually, GatewayProcess, results } from '../../gateway-process.ts';
import { startFakeNas } from '../../peers/fake-nas.ts';
import { freeTcpPort } from '../../peers/port.ts';
import { startPostgres } from '../../peers/postgres.ts';
import { addTlsClient, checked, connectNas, openSession, prepareTls } from './radsec-fixture.ts';

/* Two gateways on one PostgreSQL, and a NAS that is connected to one of them: only that one can ask it. */

const postgres = await startPostgres({ fsync: false, hasTypes: true });
const { authority, port, environment } = await prepareTls();
const shared = { ...environment, GATEHOUSE_DATABASE_URL: postgres.url };
const first = await GatewayProcess.start(shared);
const second = await GatewayProcess.start({
  ...shared,
  GATEHOUSE_RADIUS_TLS_PORT: String(await freeTcpPort()),
  GATEHOUSE_SECRET_KEY_FILE: join(first.folder, 'data', 'secret.key'),
});
const store = await openStore(postgres.url, first.folder);
const device = await startFakeNas('radsec');
const own = authority.issue('nas 1');
tap.teardown(async () => {
  await store.close();
  await Promise.all([first.remove(), second.remove(), device.stop()]);
  await postgres.stop();
  authority.remove();
});

const finished = () => first.gate('GET', '/aaa_authorization_change/?limit=100').then(results);
await addTlsClient(first, '127.0.0.1');

test('the gateway that has the connection sends each change once, whichever gateway got the request', async (t) => {
  const nas = await connectNas({ port, authority, own, device: device.port });
  t.teardown(() => nas.close());
  const { id, username } = (await first.gate('POST', '/user/', { username: 'carol' })).body;
  const sessions = [];
  for (let count = 0; count < 25; count += 1)
    sessions.push(await openSession(first, nas, { username: String(username) }));
  await checked(store);
  await second.gate('PATCH', `/user/${String(id)}/`, { is_active: false }, first.token);
  const rows = await eventually(
    finished,
    (found) => found.length === 25 && found.every(({ completed }) => completed !== null),
  );
  t.same(
    [...new Set(rows.map(({ status, tries }) => `${String(status)} ${String(tries)}`))],
    ['acknowledged 1'],
  );
  t.equal(nas.received.length, 25);
  const attempts = await store.db
    .selectFrom('aaa_authorization_change')
    .select('attempts')
    .execute();
  t.same(
    [...new Set(attempts.map((row) => row.attempts))],
    [1],
    'what was left to the other gateway is no attempt',
  );
  for (const gateway of [first, second, second, second]) {
    const asked = await gateway.gate(
      'POST',
      `/aaa_accounting/${sessions[0]?.id ?? ''}/disconnect/`,
      {},
      first.token,
    );
    t.match(asked.body, { status: 'acknowledged', trigger: 'api', tries: 1 });
  }
});

test('changes for a NAS that is connected to neither gateway fail soon', async (t) => {
  const nas = await connectNas({ port, authority, own, device: device.port });
  const session = await openSession(first, nas, { username: 'bob' });
  await nas.close();
  const began = performance.now();
  const { body } = await second.gate(
    'POST',
    `/aaa_accounting/${session.id}/disconnect/`,
    {},
    first.token,
  );
  t.match(body, { status: 'failed', error_code: 'unreachable', tries: 0 });
  t.ok(performance.now() - began < 8_000, `${Math.round(performance.now() - began)} ms`);
});
