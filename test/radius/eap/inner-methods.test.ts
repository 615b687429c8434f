import tap, { test } from 'tap';
import { acceptValues } from '../../peers/eapol.ts';
import { insert } from '../../store/stores.ts';
import { Secret } from '../../../src/contract/secret.ts';
import { runChecks } from '../../../src/installation/doctor/check.ts';
import {
  eapPasswordCheck,
  eapPasswordFinding,
} from '../../../src/installation/doctor/radius-checks.ts';
import { password, radclient, startSite } from '../fixture.ts';
import { accepted, decisionOver, logIn, refused } from './station.ts';

/* The methods inside of PEAP and EAP-TTLS. The certificate is one of the gateway's own CA. */

tap.setTimeout(120_000);
const site = await startSite({
  config: { EAP_ENABLED: 'true', EAP_SERVER_NAME: 'radius.example', EAP_METHODS: 'peap,ttls' },
});
tap.teardown(() => site.stop());
const { password: hash } = await site.store.db
  .selectFrom('user')
  .select('password')
  .where('username', '=', 'alice')
  .executeTakeFirstOrThrow();
const sealed = site.gateway.vault.seal(new Secret(password), 'user.reversible_password');
await insert(site.store, 'user', {
  organization: 1,
  username: 'bob',
  role: 'subscriber',
  password: hash,
  reversible_password: sealed,
  created: 0,
  last_change: 0,
});

const ca = `${site.gateway.config.data_dir}/tls/ca.pem`;
let devices = 0;

interface Inner {
  readonly method: string;
  readonly identity?: string;
  readonly word?: string;
  readonly version?: string;
  readonly args?: readonly string[];
}

async function login({
  method,
  identity = 'bob',
  word = password,
  version = '1',
  args = [],
}: Inner) {
  const [outer = '', inner = ''] = method.split('/');
  devices += 1;
  const mac = `02-00-00-00-05-${String(devices).padStart(2, '0')}`;
  const phase2 = inner.startsWith('EAP-') ? `autheap=${inner.slice(4)}` : `auth=${inner}`;
  const output = await logIn(site, {
    mac,
    network: [
      `eap=${outer}`,
      'anonymous_identity="@example"',
      `identity="${identity}"`,
      `password="${word}"`,
      `phase1="tls_disable_tlsv1_3=${version}"`,
      `phase2="${phase2}"`,
      `ca_cert="${ca}"`,
      'domain_match="radius.example"',
    ],
    args,
  });
  return { output, mac };
}

const methods = [
  ['PEAP/MSCHAPV2', 'EAP-PEAP/MS-CHAPv2'],
  ['TTLS/PAP', 'EAP-TTLS/PAP'],
  ['TTLS/CHAP', 'EAP-TTLS/CHAP'],
  ['TTLS/MSCHAP', 'EAP-TTLS/MS-CHAP'],
  ['TTLS/MSCHAPV2', 'EAP-TTLS/MS-CHAPv2'],
  ['TTLS/EAP-MSCHAPV2', 'EAP-TTLS/MS-CHAPv2'],
] as const;

for (const [method, name] of methods)
  test(`${method} is accepted with the right password only`, async (t) => {
    for (const version of ['0', '1']) {
      const { output, mac } = await login({ method, version });
      t.match(output, accepted, `tls_disable_tlsv1_3=${version}`);
      t.same(acceptValues(output, 1), ['bob']);
      t.match(await decisionOver(site, mac), { method: name, outcome: 'accept', username: 'bob' });
    }
    const wrong = await login({ method, word: 'another' });
    t.match(wrong.output, refused);
    t.match(await decisionOver(site, wrong.mac), { method: name, reason: 'wrong password' });
  });

test('a user whose hash cannot serve is told so to the operator', async (t) => {
  for (const method of ['PEAP/MSCHAPV2', 'TTLS/CHAP']) {
    const { output, mac } = await login({ method, identity: 'alice' });
    t.match(output, refused);
    t.match(await decisionOver(site, mac), {
      username: 'alice',
      reason:
        /only a hash of the password is stored .*argon2id.*use TTLS with PAP, or set the password again/,
    });
  }
});

test('the doctor names the users whose hash cannot serve PEAP', async (t) => {
  const { config } = site.gateway;
  const eap = { ...config.radius.eap, methods: ['ttls'] as const };
  const examined = { ...config, radius: { ...config.radius, eap } };
  const unused = { config: examined, isRunning: true, sealed: [] };
  t.match(await runChecks([eapPasswordCheck], unused), [{ state: 'skipped' }]);
  t.match(await eapPasswordFinding(site.store), {
    state: 'warning',
    seen: /^of alice, stranger only a hash of the password is stored/,
  });
});

test('the name of the key and the identity are sent where they are asked for', async (t) => {
  for (const method of ['PEAP/MSCHAPV2', 'TTLS/PAP'])
    for (const version of ['0', '1']) {
      const args = ['-e', '-N', '89:x:00'];
      const { output } = await login({ method, version, args });
      t.match(output, accepted);
      t.match(
        output,
        'Locally derived EAP Session-Id matches EAP-Key-Name',
        `${method} ${version}`,
      );
      t.same(acceptValues(output, 89), ['bob']);
    }
  const { output } = await login({ method: 'TTLS/PAP' });
  t.same([acceptValues(output, 89), acceptValues(output, 102)], [[], []]);
});

test('accounting by the name and the class of the accept is that of the person', async (t) => {
  const { output, mac } = await login({ method: 'TTLS/PAP' });
  const [[username = ''], [klass = '']] = [acceptValues(output, 1), acceptValues(output, 25)];
  const session = 'a session with 802.1X';
  const { ok } = await radclient({
    to: site.server.acctAddress,
    command: 'acct',
    attributes: [
      'Acct-Status-Type = Start',
      `Acct-Session-Id = "${session}"`,
      `User-Name = "${username}"`,
      `Class = 0x${klass}`,
      `Calling-Station-Id = "${mac}"`,
    ].join('\n'),
  });
  t.ok(ok);
  const row = await site.store.db
    .selectFrom('aaa_accounting')
    .select(['username', 'user'])
    .where('acctsessionid', '=', session)
    .executeTakeFirst();
  t.match(row, { username: 'bob', user: Number });
});
