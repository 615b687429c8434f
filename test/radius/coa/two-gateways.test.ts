import { join } from 'node:path';
import tap, { test } from 'tap';
import { eventually, GatewayProcess, results } from '../../gateway-process.ts';
import { startPostgres } from '../../peers/postgres.ts';
import { furnish, inHex } from '../../aaa/coa/fixture.ts';

/* Two gateways on one PostgreSQL share the sessions; one of them sends the change of each session. */

const postgres = await startPostgres({ fsync: false, hasTypes: true });
const shared = { GATEHOUSE_POLLING_ENABLED: 'false', GATEHOUSE_DATABASE_URL: postgres.url };
const first = await GatewayProcess.start(shared);
const second = await GatewayProcess.start({
  ...shared,
  GATEHOUSE_SECRET_KEY_FILE: join(first.folder, 'data', 'secret.key'),
});
const { nas, user, open, settled } = await furnish(first);
tap.teardown(async () => {
  await Promise.all([first.remove(), second.remove(), nas.stop()]);
  await postgres.stop();
});

const finished = () => first.gate('GET', '/aaa_authorization_change/?limit=100').then(results);

test('each of many sessions is disconnected once, and requests of either gateway are sent', async (t) => {
  const { id, username } = await user();
  const sessions = [];
  for (let count = 0; count < 30; count += 1) sessions.push(await open(username));
  await settled();
  await second.gate('PATCH', `/user/${id}/`, { is_active: false }, first.token);
  const rows = await eventually(
    finished,
    (found) => found.length === 30 && found.every(({ completed }) => completed !== null),
  );
  t.same([...new Set(rows.map(({ status }) => status))], ['acknowledged']);
  // A retransmission has the same octets, and comes from the same port.
  const requests = new Map(
    nas.received.map((request) => [`${request.fromPort} ${request.authenticator}`, request]),
  );
  t.same(
    [...requests.values()].map(({ attributes }) => attributes.get(44)?.[0]).toSorted(),
    sessions.map(({ session }) => inHex(session)).toSorted(),
  );
  const [one] = sessions;
  for (const gateway of [first, second]) {
    const { body } = await gateway.gate(
      'POST',
      `/aaa_accounting/${one?.id ?? ''}/disconnect/`,
      {},
      first.token,
    );
    t.match(body, { status: 'acknowledged', trigger: 'api' });
  }
});
