import tap, { test } from 'tap';
import { GatewayProcess, results } from '../../gateway-process.ts';
import { ask, radclient, secret } from '../fixture.ts';
import { signedPacket, type Attribute } from '../packets.ts';

/* Accounting packets that make no row are kept as they came, and can be read. */

const gateway = await GatewayProcess.start();
tap.teardown(() => gateway.remove());
const to = { address: '127.0.0.1', port: gateway.acctPort };
const other = await gateway.gate('POST', '/organization/', { name: 'Other', short_name: 'other' });
await gateway.gate('POST', '/aaa_client/', { name: 'nas', address: '127.0.0.1', secret });
await gateway.gate('POST', '/aaa_client/', {
  name: 'nas of others',
  address: '127.0.0.2',
  secret,
  organization: other.body['id'],
});

async function send(attributes: readonly Attribute[], from?: string): Promise<void> {
  const packet = signedPacket(secret, { code: 4, attributes });
  const answer = await ask(to, packet, { withinMs: 10_000, ...(from !== undefined && { from }) });
  if (answer?.octets[0] !== 5) throw new Error('the packet was not answered');
}

async function kept(query: string, token?: string) {
  return results(
    await gateway.gate(
      'GET',
      `/aaa_packet/?${query}`,
      undefined,
      ...(token === undefined ? [] : [token]),
    ),
  );
}

test('a packet of no session is answered, kept, and shown with its attributes by name', async (t) => {
  const outcome = await radclient({
    to,
    command: 'acct',
    seconds: 8,
    attributes:
      'Acct-Status-Type=Tunnel-Start\nAcct-Session-Id=T1\nUser-Name=alice\nTunnel-Type:1=L2TP\nAcct-Tunnel-Connection=c1\nCisco-AVPair="a=b"\nEvent-Timestamp=1700000000\n',
  });
  t.ok(outcome.ok, outcome.output);
  const [packet] = await kept('acctsessionid=T1');
  t.match(packet, {
    acctstatustype: 'Tunnel-Start',
    client_name: 'nas',
    source: '127.0.0.1',
    username: 'alice',
  });
  const attributes = packet?.['attributes'] as readonly { name: string; value: string }[];
  const valueOf = (name: string) => attributes.find((attribute) => attribute.name === name)?.value;
  t.strictSame(
    [
      'Acct-Status-Type',
      'User-Name',
      'Acct-Tunnel-Connection',
      'Event-Timestamp',
      'Tunnel-Type',
      'Cisco-AVPair',
    ].map(valueOf),
    ['Tunnel-Start', 'alice', 'c1', '2023-11-14T22:13:20Z', 'L2TP', 'a=b'],
  );
});

const kinds: readonly (readonly [says: string, status: number | null, shown: string | null])[] = [
  ['Failed', 15, 'Failed'],
  ['a status without a name', 100, '100'],
  ['no Acct-Status-Type', null, null],
  ['Accounting-On, which is of the NAS', 7, 'Accounting-On'],
  ['Accounting-Off, which is of the NAS', 8, 'Accounting-Off'],
];

for (const [says, status, shown] of kinds)
  test(`${says} is kept`, async (t) => {
    const id = `kind ${status ?? 'none'}`;
    await send([...(status === null ? [] : [[40, status] as const]), [44, id]]);
    const found = await kept(`acctsessionid=${encodeURIComponent(id)}`);
    t.strictSame(
      found.map((packet) => packet['acctstatustype']),
      [shown],
    );
    t.strictSame(
      results(
        await gateway.gate('GET', `/aaa_accounting/?acctsessionid=${encodeURIComponent(id)}`),
      ),
      [],
    );
  });

test('packets of a session are not kept there', async (t) => {
  for (const status of [1, 3, 2])
    await send([
      [40, status],
      [44, 'session'],
    ]);
  t.strictSame(await kept('acctsessionid=session'), []);
});

test('secrets are struck out, and what no dictionary has is hexadecimal', async (t) => {
  await send([
    ...([
      [40, 15],
      [44, 'secrets'],
      [2, Buffer.from('sixteen octets!!')],
      [24, 'state of it'],
      [18, 'reply'],
    ] as const),
    ...([
      [69, Buffer.from('\x00\x80\x00tunnel-password')],
      [46, Buffer.alloc(3, 1)],
      [250, 'x'],
    ] as const),
    ...([
      [26, Buffer.from('0001869f0104abcd', 'hex')],
      [26, 'x'],
    ] as const),
    // MS-MPPE-Send-Key
    [26, Buffer.from('00000137101401020304050607080910111213141516171819', 'hex')],
  ]);
  const [packet] = await kept('acctsessionid=secrets');
  const attributes = (packet?.['attributes'] ?? []) as readonly { name: string; value: string }[];
  t.strictSame(
    attributes
      .filter(({ name }) => !name.startsWith('Acct-S'))
      .map(({ name, value }) => `${name} ${value}`),
    [
      'User-Password ***',
      'State ***',
      'Reply-Message ***',
      'Tunnel-Password ***',
      'Attr-250 0x78',
      'Attr-26.99999.1 0xabcd',
      'Attr-26 0x78',
      'MS-MPPE-Send-Key ***',
    ],
  );
  t.match(
    attributes.find(({ name }) => name === 'Acct-Session-Time'),
    { value: '0x010101' },
  );
  const { text } = await gateway.gate('GET', '/aaa_packet/');
  for (const hidden of [
    'sixteen',
    'state of',
    'tunnel-password',
    Buffer.from('sixteen').toString('hex'),
    '0102030405',
  ])
    t.notOk(text.includes(hidden), hidden);
});

test('a caller sees the packets of its organizations only', async (t) => {
  await send(
    [
      [40, 15],
      [44, 'theirs'],
    ],
    '127.0.0.2',
  );
  const password = 'correct horse battery';
  const body = { username: 'other-admin', role: 'admin', organization: other.body['id'], password };
  const user = await gateway.gate('POST', '/user/', body);
  const made = await gateway.gate('POST', '/user_token/', { user: user.body['id'], name: 'test' });
  const token = String(made.body['token']);
  t.strictSame(
    (await kept('', token)).map((packet) => packet['acctsessionid']),
    ['theirs'],
  );
  const [own] = await kept('acctsessionid=T1');
  t.equal(
    (await gateway.gate('GET', `/aaa_packet/${String(own?.['id'])}/`, undefined, token)).status,
    404,
  );
  t.equal((await gateway.gate('GET', `/aaa_packet/${String(own?.['id'])}/`)).status, 200);
});

test('the list is paged by cursor, newest first', async (t) => {
  for (let count = 0; count < 5; count += 1)
    await send([
      [40, 15],
      [44, `page ${count}`],
    ]);
  const first = await gateway.gate('GET', '/aaa_packet/?limit=3');
  t.equal(results(first).length, 3);
  t.equal(results(first)[0]?.['acctsessionid'], 'page 4');
  t.match(first.body['next'], /cursor=/);
});

test('packets, drops, the time to disk and what shares a commit can be read at /metrics', async (t) => {
  const { text } = await gateway.call('GET', '/metrics');
  t.match(
    text,
    /gatehouse_radius_packets_total\{port="acct",client="nas",type="accounting-request",outcome="ignored"\} \d+/,
  );
  t.match(text, /gatehouse_accounting_commit_seconds_count \d+/);
  t.match(text, /gatehouse_accounting_commit_packets_bucket\{le="1"\} \d+/);
  t.match(text, /gatehouse_radius_in_flight\{port="acct"\} 0/);
  t.match(text, /gatehouse_radius_remembered\{port="acct"\} \d+/);
  t.match(text, /gatehouse_store_pending_writes \d+/);
});
