import tap, { test } from 'tap';
import { Type } from 'typebox';
import { guideBlock } from '../../../tools/documents/guide-blocks.ts';
import { insert } from '../../store/stores.ts';
import { eapRules, type EapRule } from '../../../src/aaa/client/eap-rules.ts';
import { validateAgainst } from '../../../src/contract/schema.ts';
import { compileStatement } from '../../../src/store/store.ts';
import { Secret } from '../../../src/contract/secret.ts';
import { password, startSite } from '../fixture.ts';
import { accepted, decisionOver, logIn, refused } from './station.ts';

/* The methods that a client, a network and a profile permit. The certificate is one of the gateway's own CA. */

tap.setTimeout(120_000);
const site = await startSite({ config: { EAP_ENABLED: 'true', EAP_METHODS: 'ttls,peap' } });
tap.teardown(() => site.stop());
const sealed = site.gateway.vault.seal(new Secret(password), 'user.reversible_password');
const { password: hash } = await site.store.db
  .selectFrom('user')
  .select('password')
  .where('username', '=', 'alice')
  .executeTakeFirstOrThrow();
const profile = await insert(site.store, 'aaa_profile', {
  organization: 1,
  name: 'Staff',
  reply_attributes: '[]',
  check_attributes: '[]',
  eap_methods: '["peap"]',
  created: 0,
  last_change: 0,
});
for (const [username, ofUser] of [
  ['bob', null],
  ['carol', profile],
] as const)
  await insert(site.store, 'user', {
    organization: 1,
    username,
    role: 'subscriber',
    password: hash,
    reversible_password: sealed,
    profile: ofUser,
    created: 0,
    last_change: 0,
  });

let devices = 0;

/** Logs a device in that may use some methods, the first one of them in the order of the gateway. */
async function login(eap: string, ssid: string, identity = 'bob') {
  devices += 1;
  const mac = `02-00-00-00-10-${String(devices).padStart(2, '0')}`;
  const phase2 = eap === 'TTLS' ? 'auth=PAP' : 'auth=MSCHAPV2';
  const network = [
    `eap=${eap}`,
    `identity="${identity}"`,
    `password="${password}"`,
    `phase2="${phase2}"`,
  ];
  const args = ['-N', `30:s:02-00-00-00-00-01:${ssid}`];
  const output = await logIn(site, { mac, network, args });
  const { outcome, method, reason, checks } = (await decisionOver(site, mac)) ?? {};
  return {
    output,
    decision: { outcome, method, reason, checks: JSON.parse(checks ?? '[]') as unknown },
  };
}

async function setRules(rules: readonly object[]): Promise<void> {
  const update = site.store.db
    .updateTable('aaa_client')
    .set({ eap_methods: JSON.stringify(rules) });
  await site.store.write([compileStatement(update)]);
  await site.server.reload();
}

const guideSchema = Type.Object({ eap_methods: eapRules }, { additionalProperties: false });
const fromSettings = { attribute: 'EAP-Type', op: '==', passed: true };

test('without rules of the client all methods of the settings are permitted', async (t) => {
  for (const method of ['TTLS', 'PEAP']) {
    const { output, decision } = await login(method, 'Guests');
    t.match(output, accepted);
    const check = { ...fromSettings, value: 'EAP-TTLS, EAP-PEAP', found: [`EAP-${method}`] };
    t.match(decision, { outcome: 'accept', checks: [{ ...check, note: 'radius.eap.methods' }] });
  }
});

test('a client permits methods by network: a Nak gets one of those, or a refusal', async (t) => {
  const block: unknown = JSON.parse(guideBlock('json eap_methods'));
  const guide = validateAgainst<{ eap_methods: EapRule[] }>(guideSchema, block, 'the guide');
  await setRules(guide.eap_methods);
  const none = await login('PEAP', 'Staff');
  t.match(none.output, refused);
  t.match(none.decision, {
    reason: /^no method is permitted by eap_methods of the AAA client .* network "Staff"$/,
  });
  const nak = await login('TTLS', 'Guests');
  t.match(nak.output, accepted);
  t.match(nak.decision, {
    method: 'EAP-TTLS/PAP',
    checks: [
      {
        ...fromSettings,
        value: 'EAP-PEAP, EAP-TTLS',
        note: 'eap_methods of the AAA client "127.0.0.1"',
      },
    ],
  });
  const both = await login('TTLS PEAP', 'Guests');
  t.match(both.decision, { outcome: 'accept', method: 'EAP-PEAP/MS-CHAPv2' }, 'offered first');
  await setRules([{ ssid: 'Staff', methods: ['peap'] }, ...guide.eap_methods]);
  const other = await login('TTLS', 'Staff');
  t.match(other.output, refused);
  t.match(other.decision, {
    outcome: 'reject',
    reason:
      'the device wants EAP type 21; permitted are EAP-PEAP (eap_methods of the AAA client "127.0.0.1" for the network "Staff")',
  });
  t.match((await login('PEAP', 'Staff')).output, accepted);
  await setRules([]);
});

test('a profile permits methods to its users', async (t) => {
  const note = 'eap_methods of the profile "Staff"';
  const other = await login('TTLS', 'Guests', 'carol');
  t.match(other.output, refused);
  t.match(other.decision, {
    method: 'EAP-TTLS/PAP',
    reason: `EAP-TTLS is not permitted: ${note} has EAP-PEAP`,
    checks: [fromSettings, { value: 'EAP-PEAP', found: ['EAP-TTLS'], passed: false, note }],
  });
  const right = await login('PEAP', 'Guests', 'carol');
  t.match(right.output, accepted);
  t.match(right.decision, { checks: [fromSettings, { ...fromSettings, note }] });
});
