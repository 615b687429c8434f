import tap, { test } from 'tap';
import { GatewayProcess, results } from '../gateway-process.ts';
import { radclient } from '../peers/radclient.ts';

/* Walk b: FreeRADIUS' radclient sends a session; one row of the API shows it. */

const gateway = await GatewayProcess.start();
tap.teardown(() => gateway.remove());

const secret = 'a-secret-of-22-octets!';
await gateway.gate('POST', '/aaa_client/', { name: 'lobby', address: '127.0.0.1', secret });

/**
 * @param how.isSilent  no answer is expected, so the request is not repeated
 * @returns             whether an answer came, and radclient's words
 */
const send = async (
  attributes: Readonly<Record<string, string | number>>,
  { by = secret, isSilent = false } = {},
): Promise<{ isAnswered: boolean; output: string }> => {
  const lines = Object.entries(attributes).map(
    ([name, value]) => `${name} = ${typeof value === 'number' ? value : JSON.stringify(value)}`,
  );
  const { ok, output } = await radclient({
    to: { address: '127.0.0.1', port: gateway.acctPort },
    command: 'acct',
    secret: by,
    attributes: lines.join('\n'),
    ...(isSilent ? { seconds: 1 } : { seconds: 9, repeatAfter: 3 }),
  });
  return { isAnswered: ok, output };
};

const session = {
  'User-Name': 'alice',
  'Acct-Session-Id': 'S-1',
  'NAS-IP-Address': '192.0.2.10',
  'NAS-Port': 7,
  'Framed-IP-Address': '10.0.0.5',
};
const rows = async (filter = '') => results(await gateway.gate('GET', `/aaa_accounting/${filter}`));

test('Start, Interim-Update and Stop become one row that holds the truth after each', async (t) => {
  const start = Math.floor(Date.now() / 1000) - 120;
  const steps = [
    [
      { 'Acct-Status-Type': 'Start', 'Event-Timestamp': start },
      { session_status: 'active', acctstoptime: null },
    ],
    [
      {
        'Acct-Status-Type': 'Interim-Update',
        'Event-Timestamp': start + 60,
        'Acct-Session-Time': 60,
        'Acct-Input-Octets': 1000,
        'Acct-Output-Octets': 2000,
      },
      {
        session_status: 'active',
        acctsessiontime: 60,
        acctinputoctets: 1000,
        acctoutputoctets: 2000,
      },
    ],
    [
      {
        'Acct-Status-Type': 'Stop',
        'Event-Timestamp': start + 120,
        'Acct-Session-Time': 120,
        'Acct-Terminate-Cause': 'User-Request',
        'Acct-Input-Octets': 5,
        'Acct-Input-Gigawords': 1,
        'Acct-Output-Octets': 3000,
      },
      {
        session_status: 'completed',
        acctsessiontime: 120,
        acctinputoctets: 4294967301,
        acctoutputoctets: 3000,
        acctterminatecause: 'User-Request',
      },
    ],
  ] as const;
  for (const [attributes, wanted] of steps) {
    const { isAnswered, output } = await send({ ...session, ...attributes });
    t.ok(isAnswered, output);
    const shown = await rows();
    t.equal(shown.length, 1);
    t.match(shown[0], {
      username: 'alice',
      nasipaddress: '192.0.2.10',
      framedipaddress: '10.0.0.5',
      ...wanted,
    });
  }
  t.match((await rows())[0], {
    acctstarttime: new Date(start * 1000).toISOString(),
    acctstoptime: new Date((start + 120) * 1000).toISOString(),
  });
});

test('a wrong secret gets silence, and no row', async (t) => {
  const { isAnswered } = await send(
    { ...session, 'Acct-Session-Id': 'forged', 'Acct-Status-Type': 'Start' },
    { by: 'another-secret', isSilent: true },
  );
  t.notOk(isAnswered);
  t.notOk((await rows()).some(({ acctsessionid }) => acctsessionid === 'forged'));
});

test('a client that was switched off gets silence within two seconds', async (t) => {
  const clients = results(await gateway.gate('GET', '/aaa_client/?name=lobby'));
  const gone = await gateway.gate('DELETE', `/aaa_client/${String(clients[0]?.['id'])}/`);
  t.equal(gone.status, 409, 'its accounting refers to it');
  await gateway.gate('PATCH', `/aaa_client/${String(clients[0]?.['id'])}/`, { is_active: false });
  await new Promise((resolve) => setTimeout(resolve, 2000));
  t.notOk(
    (
      await send(
        { ...session, 'Acct-Session-Id': 'late', 'Acct-Status-Type': 'Start' },
        { isSilent: true },
      )
    ).isAnswered,
  );
});

test('filters and the page by cursor lead to the row', async (t) => {
  const [row] = await rows('?session_status=completed&limit=1');
  t.match(row, { acctsessionid: 'S-1' });
  t.same(await rows('?session_status=active'), []);
  const one = await gateway.gate('GET', `/aaa_accounting/${String(row?.['radacctid'])}/`);
  t.same(one.body, row);
});
