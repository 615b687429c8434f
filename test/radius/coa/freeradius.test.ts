import tap, { test } from 'tap';
import { GatewayProcess } from '../../gateway-process.ts';
import { startFreeRadius } from '../../peers/freeradius.ts';
import { radclient } from '../../peers/radclient.ts';
import { secret } from '../acct/send-accounting.ts';
import { furnish } from '../../aaa/coa/fixture.ts';

/* FreeRADIUS, which requires a Message-Authenticator here, is the NAS. */

const gateway = await GatewayProcess.start({ GATEHOUSE_POLLING_ENABLED: 'false' });
const freeRadius = await startFreeRadius({ secret, stranger: 'stranger' });
const { nas, client, user, open, changed, ask } = await furnish(gateway);
tap.teardown(async () => {
  await gateway.remove();
  await Promise.all([freeRadius.stop(), nas.stop()]);
});
await gateway.gate('PATCH', `/aaa_client/${client}/`, { coa_port: freeRadius.port });

test('FreeRADIUS verifies and acknowledges a Disconnect, and reads its identification of the session', async (t) => {
  const { id, session } = await open('bob');
  t.match((await ask(id, 'disconnect')).body, {
    status: 'acknowledged',
    tries: 1,
    error_cause: null,
  });
  const log = await freeRadius.log();
  for (const expected of [
    'Received Disconnect-Request',
    'User-Name = "bob"',
    `Acct-Session-Id = "${session}"`,
    'NAS-IP-Address = 192.0.2.10',
  ])
    t.match(log, expected);
});

test('FreeRADIUS reads every data type in a CoA', async (t) => {
  const { id } = await open('bob');
  const attributes = [
    { attribute: 'Session-Timeout', value: '600' },
    { attribute: 'Idle-Timeout', value: '60' },
    { attribute: 'Filter-Id', value: 'slow lane' },
    { attribute: 'Class', value: '0x0001ff' },
    { attribute: 'Termination-Action', value: 'RADIUS-Request' },
    { attribute: 'Framed-Route', value: '192.0.2.0/24 198.51.100.1 1' },
    { attribute: 'WISPr-Bandwidth-Max-Down', value: '2000000' },
    { attribute: 'Mikrotik-Rate-Limit', value: '1M/2M' },
  ];
  t.match((await ask(id, 'coa', { attributes })).body, { status: 'acknowledged' });
  const log = await freeRadius.log();
  for (const expected of [
    'Received CoA-Request',
    'Session-Timeout = 600',
    'Idle-Timeout = 60',
    'Filter-Id = "slow lane"',
    'Class = 0x0001ff',
    'Termination-Action = RADIUS-Request',
    'Framed-Route = "192.0.2.0/24 198.51.100.1 1"',
    'WISPr-Bandwidth-Max-Down = 2000000',
    'Mikrotik-Rate-Limit = "1M/2M"',
  ])
    t.match(log, expected);
});

test('FreeRADIUS gets the limit attributes of the profile when a quota is exhausted', async (t) => {
  const limit_attributes = [
    { attribute: 'Mikrotik-Rate-Limit', value: '64k/64k' },
    { attribute: 'Filter-Id', value: 'walled garden' },
  ];
  const check_attributes = [{ attribute: 'Max-All-Session', op: ':=', value: '1' }];
  const made = await gateway.gate('POST', '/aaa_profile/', {
    name: 'a second',
    check_attributes,
    on_limit: 'coa',
    limit_attributes,
  });
  const { username } = await user({ username: 'bob', profile: made.body['id'] });
  const session = await open(username);
  t.match(await changed(session, undefined, 10_000), [
    {
      kind: 'coa',
      trigger: 'quota',
      status: 'acknowledged',
      reason: /^Max-All-Session: \d+ of 1 seconds are used$/,
    },
  ]);
  const log = await freeRadius.log();
  for (const expected of ['Mikrotik-Rate-Limit = "64k/64k"', 'Filter-Id = "walled garden"'])
    t.match(log, expected);
});

for (const [what, body] of [
  ['disconnect', {}],
  ['coa', { attributes: [{ attribute: 'Session-Timeout', value: '1' }] }],
] as const)
  test(`FreeRADIUS refuses a ${what} of an unknown session with an Error-Cause`, async (t) => {
    const { id } = await open('stranger');
    t.match((await ask(id, what, body)).body, {
      status: 'refused',
      error_cause: 503,
      error_cause_name: 'Session-Context-Not-Found',
    });
  });

test('FreeRADIUS drops a request without Message-Authenticator, so the tests above verify it', async (t) => {
  const { ok, output } = await radclient({
    to: { address: '127.0.0.1', port: freeRadius.port },
    command: 'disconnect',
    secret,
    attributes: 'User-Name=bob',
    seconds: 1,
  });
  t.notOk(ok);
  t.match(output, /^Sent Disconnect-Request/);
  t.match(await freeRadius.log(), 'does not contain required Message-Authenticator');
});
