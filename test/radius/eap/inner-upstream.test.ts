import { hash } from 'node:crypto';
import tap, { test } from 'tap';
import { guideBlock } from '../../../tools/documents/guide-blocks.ts';
import { firstValue, readPacket } from '../../../src/protocol/radius/packet.ts';
import { acceptValues } from '../../peers/eapol.ts';
import { startUpstream, upstreamPassword } from '../../peers/freeradius-upstream.ts';
import { startRelay } from '../../peers/udp-relay.ts';
import { insert } from '../../store/stores.ts';
import { password, secret, startSite, upstreamSecret } from '../fixture.ts';
import { accepted, decisionOver, logIn, refused } from './station.ts';

/* The gateway terminates EAP of a realm, and FreeRADIUS verifies the logins inside. */

tap.setTimeout(120_000);
const site = await startSite({ config: { EAP_ENABLED: 'true', EAP_METHODS: 'ttls,peap' } });
const upstream = await startUpstream({ secret: upstreamSecret, name: 'campus' });
tap.teardown(async () => {
  await site.stop();
  await upstream.stop();
});
const block = JSON.parse(guideBlock('json aaa_upstream')) as { readonly eap: string };
await site.addUpstream({
  name: 'campus',
  auth_port: upstream.port,
  realm: 'campus.example',
  strip_realm: 1,
  ...block,
});
const profile = await insert(site.store, 'aaa_profile', {
  organization: 1,
  name: 'staff',
  reply_attributes: JSON.stringify([{ attribute: 'Session-Timeout', op: ':=', value: '60' }]),
  check_attributes: '[]',
  eap_methods: JSON.stringify(['ttls']),
  created: 0,
  last_change: 0,
});
for (const [name, is_active] of [
  ['carol', 1],
  ['dora', 0],
] as const)
  await insert(site.store, 'user', {
    organization: 1,
    username: `${name}@campus.example`,
    role: 'subscriber',
    profile,
    is_active,
    created: 0,
    last_change: 0,
  });

const bob = 'bob@campus.example';
const tunnelPasswordType = 69;
let devices = 0;

interface Login {
  readonly name?: string;
  readonly word?: string;
  readonly port?: number;
}

async function login(
  method: string,
  { name = bob, word = upstreamPassword, port = site.server.authAddress.port }: Login = {},
) {
  const [outer = '', inner = ''] = method.split('/');
  devices += 1;
  const mac = `02-00-00-00-0A-${String(devices).padStart(2, '0')}`;
  const phase2 = inner.startsWith('EAP-') ? `autheap=${inner.slice(4)}` : `auth=${inner}`;
  const output = await logIn(site, {
    mac,
    to: { address: '127.0.0.1', port },
    network: [
      `eap=${outer}`,
      'anonymous_identity="anonymous@campus.example"',
      `identity="${name}"`,
      `password="${word}"`,
      `phase2="${phase2}"`,
    ],
  });
  return { output, decision: await decisionOver(site, mac) };
}

const methods = [
  ['TTLS/PAP', 'EAP-TTLS/PAP'],
  ['TTLS/CHAP', 'EAP-TTLS/CHAP'],
  ['TTLS/MSCHAP', 'EAP-TTLS/MS-CHAP'],
  ['TTLS/MSCHAPV2', 'EAP-TTLS/MS-CHAPv2'],
  ['TTLS/EAP-MSCHAPV2', 'EAP-TTLS/MS-CHAPv2'],
  ['PEAP/MSCHAPV2', 'EAP-PEAP/MS-CHAPv2'],
] as const;

for (const [method, name] of methods)
  test(`${method} of a realm is verified by its upstream`, async (t) => {
    const right = await login(method);
    t.match(right.output, accepted);
    t.match(right.decision, { method: name, outcome: 'accept', upstream: 'campus', username: bob });
    t.same(acceptValues(right.output, 1), [bob], 'User-Name is that of the tunnel');
    t.same(acceptValues(right.output, 18), ['accepted by campus']);
    const wrong = await login(method, { word: 'another password' });
    t.match(wrong.output, refused);
    t.match(wrong.decision, {
      method: name,
      outcome: 'reject',
      reason: 'refused by upstream campus',
    });
  });

test('a user of the gateway has its limits, and is refused where it is inactive', async (t) => {
  const carol = await login('TTLS/PAP', { name: 'carol@campus.example' });
  t.match(carol.output, accepted);
  t.same(acceptValues(carol.output, 27), ['60']);
  const dora = await login('TTLS/PAP', { name: 'dora@campus.example' });
  t.match(dora.output, refused);
  t.match(dora.decision, { outcome: 'reject', reason: 'inactive user', upstream: 'campus' });
});

test('the methods of the profile hold for logins that an upstream verifies', async (t) => {
  const { output, decision } = await login('PEAP/MSCHAPV2', { name: 'carol@campus.example' });
  t.match(output, refused);
  t.match(decision, { reason: /^EAP-PEAP is not permitted/, method: 'EAP-PEAP/MS-CHAPv2' });
});

test('a user without the realm is that of the gateway, behind any outer name', async (t) => {
  const alice = await login('TTLS/PAP', { name: 'alice', word: password });
  t.match(alice.output, accepted);
  t.match(alice.decision, { upstream: null, username: 'alice' });
});

test('a hidden value of the upstream is hidden anew for the request that the Accept answers', async (t) => {
  const requests: Buffer[] = [];
  let accept: Buffer = Buffer.alloc(0);
  const relay = await startRelay(site.server.authAddress.port, {
    request: (datagram, { toDevice }) => {
      requests.push(datagram);
      toDevice(datagram);
    },
    answer: (datagram, { asDevice }) => {
      accept = datagram;
      asDevice(datagram);
    },
  });
  t.teardown(() => relay.stop());
  // The upstream has answered two rounds before the end.
  const { output } = await login('PEAP/MSCHAPV2', { port: relay.port });
  t.match(output, accepted);
  const last = requests.at(-1)?.subarray(4, 20) ?? Buffer.alloc(0);
  t.equal(tunnelPassword(accept, last), "a tunnel's password");
});

/** Opens the Tunnel-Password of a reply (RFC 2868 section 3.5). */
function tunnelPassword(reply: Buffer, authenticator: Buffer): string {
  const packet = readPacket(reply);
  const value = typeof packet === 'string' ? null : firstValue(packet, tunnelPasswordType);
  const salt = value?.subarray(1, 3) ?? Buffer.alloc(0);
  const hidden = value?.subarray(3) ?? Buffer.alloc(0);
  let vector = Buffer.concat([authenticator, salt]);
  const clear: number[] = [];
  for (let at = 0; at < hidden.length; at += 16) {
    const block = hidden.subarray(at, at + 16);
    const pad = hash('md5', Buffer.concat([Buffer.from(secret), vector]), 'buffer');
    clear.push(...block.map((octet, index) => octet ^ (pad[index] ?? 0)));
    vector = Buffer.from(block);
  }
  return Buffer.from(clear.slice(1, 1 + (clear[0] ?? 0))).toString();
}
