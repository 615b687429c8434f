import { createHmac } from 'node:crypto';
import { copyFileSync } from 'node:fs';
import tap, { test } from 'tap';
import { eventually } from '../../gateway-process.ts';
import { eapType } from '../../../src/protocol/eap/eap-packet.ts';
import { Authority } from '../../peers/certificates.ts';
import { acceptValues } from '../../peers/eapol.ts';
import { insert } from '../../store/stores.ts';
import { startRelay } from '../../peers/udp-relay.ts';
import { ask, password, secret, startSite } from '../fixture.ts';
import { randomSignedPacket } from '../packets.ts';
import { accepted, decisionOver, logIn, refused } from './station.ts';

/* EAP-TTLS that the gateway answers; eapol_test is station and NAS. */

tap.setTimeout(120_000);
const authority = new Authority();
const other = new Authority();
const server = authority.issue('radius.example', { names: 'DNS:radius.example' });
const site = await startSite({
  config: {
    EAP_ENABLED: 'true',
    EAP_CERTIFICATE: server.certificate,
    EAP_KEY: server.key,
  },
});
tap.teardown(async () => {
  await site.stop();
  authority.remove();
  other.remove();
});

interface Station {
  readonly to?: { readonly address: string; readonly port: number };
  readonly method?: string;
  readonly identity?: string;
  readonly anonymous?: string;
  readonly word?: string;
  readonly inner?: string;
  readonly more?: readonly string[];
  readonly mac?: string;
  readonly args?: readonly string[];
}

function login({
  to = site.server.authAddress,
  method = 'TTLS',
  identity = 'alice',
  anonymous = 'anonymous',
  word = password,
  inner = 'PAP',
  more = [`ca_cert="${authority.file}"`],
  ...others
}: Station = {}): Promise<string> {
  const network = [
    `eap=${method}`,
    `anonymous_identity="${anonymous}"`,
    `identity="${identity}"`,
    `password="${word}"`,
    `phase2="auth=${inner}"`,
    ...more,
  ];
  return logIn(site, { to, network, ...others });
}

test('PAP in TTLS is accepted with keys that fit, and with the name of the person', async (t) => {
  for (const [mac, version, phase1] of [
    ['02-00-00-00-01-02', 'TLSv1.2', 'tls_disable_tlsv1_3=1'],
    ['02-00-00-00-01-03', 'TLSv1.3', 'tls_disable_tlsv1_3=0'],
  ] as const) {
    const more = [`ca_cert="${authority.file}"`, `phase1="${phase1}"`];
    const output = await login({ more, mac });
    t.match(output, accepted, version);
    t.match(output, `Using TLS version ${version}`);
    t.notMatch(output, /Invalid Message-Authenticator|authenticator mismatch/i);
    t.same(acceptValues(output, 1), ['alice'], 'User-Name');
    t.match(await decisionOver(site, mac), {
      username: 'alice',
      method: 'EAP-TTLS/PAP',
      outcome: 'accept',
      reason: 'accepted',
      user: Number,
      upstream: null,
    });
  }
});

test('a reject names its step and its reason', async (t) => {
  const ca = `ca_cert="${authority.file}"`;
  const cases: readonly (readonly [mac: string, Station, object])[] = [
    [
      '02-00-00-00-02-01',
      { word: 'another' },
      { username: 'alice', method: 'EAP-TTLS/PAP', reason: 'wrong password', user: Number },
    ],
    ['02-00-00-00-02-02', { identity: 'nobody' }, { username: 'nobody', reason: 'unknown user' }],
    [
      '02-00-00-00-02-03',
      { identity: 'retired' },
      { username: 'retired', reason: 'inactive user' },
    ],
    [
      '02-00-00-00-02-04',
      { more: [`ca_cert="${other.file}"`] },
      {
        username: 'anonymous',
        method: 'EAP-TTLS',
        reason: 'TLS handshake: the device does not trust our certificate: unknown_ca',
      },
    ],
    [
      '02-00-00-00-02-05',
      { more: [ca, 'domain_match="other.example"'] },
      { reason: /^TLS handshake: the device refuses our certificate/ },
    ],
    [
      '02-00-00-00-02-06',
      { more: [ca, 'phase1="tls_disable_tlsv1_0=0 tls_disable_tlsv1_1=0 tls_disable_tlsv1_2=1"'] },
      { reason: /only versions of TLS that are not permitted/ },
    ],
    [
      '02-00-00-00-02-07',
      { method: 'MD5' },
      {
        reason:
          'the device wants EAP type 4; permitted are EAP-TTLS, EAP-PEAP (radius.eap.methods)',
      },
    ],
  ];
  await Promise.all(
    cases.map(async ([mac, at, expected]) => {
      t.match(await login({ ...at, mac }), refused, mac);
      t.match(await decisionOver(site, mac), { outcome: 'reject', ...expected });
    }),
  );
});

test('a device takes the flights in fragments of its link, and sends its own in fragments', async (t) => {
  const output = await login({
    more: [`ca_cert="${authority.file}"`, 'fragment_size=120'],
    args: ['-N', '12:d:140'],
  });
  t.match(output, accepted);
  const lengths = [...output.matchAll(/EAP: Received EAP-Request id=\d+ method=21/g)];
  t.ok(lengths.length > 6, `${lengths.length} requests`);
});

/** The same request as a NAS sends it that repeats it under another Identifier. */
function underOtherIdentifier(datagram: Buffer): Buffer {
  const other = Buffer.from(datagram);
  other.writeUInt8((other.readUInt8(1) + 100) % 256, 1);
  for (let at = 20; at < other.length; at += other.readUInt8(at + 1)) {
    if (other[at] !== 80) continue;
    other.fill(0, at + 2, at + 18);
    createHmac('md5', secret)
      .update(other)
      .digest()
      .copy(other, at + 2);
    break;
  }
  return other;
}

test('lost and repeated packets change nothing', async (t) => {
  let count = 0;
  const lost: Buffer[] = [];
  const relay = await startRelay(site.server.authAddress.port, {
    request: (datagram, { toDevice }) => {
      count += 1;
      toDevice(underOtherIdentifier(datagram));
      toDevice(datagram);
      toDevice(datagram);
    },
    answer: (datagram, { asDevice }) => {
      // The first Accept is lost as well.
      if (datagram[0] === 2 && lost.length === 0) lost.push(datagram);
      else if (count !== 2) asDevice(datagram);
    },
  });
  t.teardown(() => relay.stop());
  const output = await login({ to: { address: '127.0.0.1', port: relay.port } });
  t.match(output, accepted);
  t.ok(lost.length === 1 && count > 3, `${count} requests`);
});

test('the policy of the person decides, not that of the outer name', async (t) => {
  const times = { created: 0, last_change: 0 };
  const lists = { reply_attributes: '[]', check_attributes: '[]', ...times };
  const profile = { organization: 1, name: 'staff', vlan: 30, ...lists };
  const [made] = await site.store.write([
    site.store.db.insertInto('aaa_profile').values(profile).returning('id'),
  ]);
  const { password: hash } = await site.store.db
    .selectFrom('user')
    .select('password')
    .where('username', '=', 'alice')
    .executeTakeFirstOrThrow();
  const item = (attribute: string, value: string) => ({ id: 1, attribute, op: ':=', value });
  const user = (username: string, check: readonly object[]) =>
    insert(site.store, 'user', {
      organization: 1,
      username,
      role: 'subscriber',
      password: hash,
      profile: made?.rows[0]?.['id'],
      attributes: JSON.stringify({ check_attributes: check, reply_attributes: [] }),
      ...times,
    });
  await user('staff', [item('Max-All-Session', '600')]);
  await user('single', [item('Simultaneous-Use', '1')]);
  await user('elsewhere', [{ id: 1, attribute: 'User-Name', op: '==', value: 'anonymous' }]);
  const output = await login({ identity: 'staff', anonymous: 'alice' });
  t.match(output, accepted);
  t.same(acceptValues(output, 1), ['staff']);
  t.same(acceptValues(output, 81), ['3330'], 'the VLAN as text');
  t.same(acceptValues(output, 27), ['600']);
  const mac = '02-00-00-00-03-01';
  t.match(await login({ identity: 'single', mac: '02-00-00-00-03-02' }), accepted);
  t.match(await login({ identity: 'single', mac }), refused);
  t.match(await decisionOver(site, mac), { username: 'single', reason: /Simultaneous-Use/ });
  t.match(await login({ identity: 'elsewhere', mac: '02-00-00-00-03-03' }), refused);
  t.match(await decisionOver(site, '02-00-00-00-03-03'), { reason: /User-Name/ });
});

test('a handshake that goes on at another gateway starts again there, and succeeds', async (t) => {
  const second = await startSite({
    config: { EAP_ENABLED: 'true', EAP_CERTIFICATE: server.certificate, EAP_KEY: server.key },
  });
  t.teardown(() => second.stop());
  let requests = 0;
  const relay = await startRelay(() => {
    requests += 1;
    return (requests < 3 ? site : second).server.authAddress.port;
  });
  t.teardown(() => relay.stop());
  const [mac, to] = ['02-00-00-00-04-03', { address: '127.0.0.1', port: relay.port }];
  t.match(await login({ mac, to }), refused);
  t.match(await decisionOver(second, mac), { reason: /another gateway began it/ });
  t.match(await login({ mac, to }), accepted);
});

test('a renewed certificate is used without a restart', async (t) => {
  const renewed = other.issue('radius.example', { names: 'DNS:radius.example' });
  t.match(await login(), accepted);
  copyFileSync(renewed.certificate, server.certificate);
  copyFileSync(renewed.key, server.key);
  const more = [`ca_cert="${other.file}"`];
  await eventually(
    () => login({ more }),
    (output) => accepted.test(output),
  );
  t.match(await login({ more }), accepted);
  t.match(site.lines.join(''), /EAP: certificates renewed/);
});

/** Sends the EAP of a device, and returns the reply with its State. */
async function respond(mac: string, eap: readonly number[], state?: Buffer) {
  const octets = randomSignedPacket(secret, {
    code: 1,
    attributes: [
      [1, 'anonymous'],
      ...(state ? [[24, state] as const] : []),
      [31, mac],
      [79, Buffer.from(eap)],
    ],
  });
  const reply = await ask(site.server.authAddress, octets);
  return reply && { octets: reply.octets, state: valueOf(reply.octets, 24) };
}

function valueOf(octets: Buffer, type: number): Buffer | undefined {
  for (let at = 20; at < octets.length; at += octets.readUInt8(at + 1))
    if (octets[at] === type) return octets.subarray(at + 2, at + octets.readUInt8(at + 1));
  return undefined;
}

const start = (identifier: number) => [2, identifier, 0, 6, eapType.identity, 97];
/** The first fragment of a flight. */
const fragment = (identifier: number) => [2, identifier, 0, 8, eapType.ttls, 0x40, 22, 3];

test('a State that the gateway does not know is answered with Failure, and logged', async (t) => {
  const mac = '02-00-00-00-04-01';
  const reply = await respond(mac, [2, 9, 0, 6, 21, 0], Buffer.alloc(31, 7));
  t.equal(reply?.octets[0], 3);
  t.match(reply?.octets.toString('hex'), /4f0604090004/, 'EAP-Failure with the Identifier');
  t.match(await decisionOver(site, mac), { reason: /does not know the conversation/ });
});

test('a conversation that has made room for further ones of its device is refused', async (t) => {
  const mac = '02-00-00-00-04-02';
  const open = async (identifier: number) => {
    const begun = await respond(mac, start(identifier));
    t.equal(begun?.octets[0], 11);
    const { octets } = (await respond(mac, fragment(identifier + 1), begun?.state)) ?? {};
    t.equal(octets?.[0], 11);
    return begun?.state;
  };
  const first = await open(1);
  for (let further = 2; further < 6; further += 1) await open(further * 10);
  const reply = await respond(mac, fragment(3), first);
  t.equal(reply?.octets[0], 3, 'while the State of its start is still fresh');
  t.match(reply?.octets.toString('hex'), /4f0604030004/);
  t.match(await decisionOver(site, mac), { reason: /does not know the conversation/ });
});
