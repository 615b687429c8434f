import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { hash } from '@node-rs/argon2';
import tap, { test } from 'tap';
import { eventually } from '../../gateway-process.ts';
import { Authority } from '../../peers/certificates.ts';
import { acceptValues } from '../../peers/eapol.ts';
import { startRelay } from '../../peers/udp-relay.ts';
import { insert } from '../../store/stores.ts';
import { Secret } from '../../../src/contract/secret.ts';
import { ask, password, secret, startSite, type Site } from '../fixture.ts';
import { randomSignedPacket } from '../packets.ts';
import { decisionOver, logIn, refused } from './station.ts';

/* Devices that log in again by resuming their TLS session: eapol_test with `-r`. */

tap.setTimeout(120_000);
const authority = new Authority();
const server = authority.issue('radius.example', { names: 'DNS:radius.example' });
const device = authority.issue('carol');
const crl = join(authority.folder, 'crl.pem');
authority.writeRevocationList(crl);
const config = {
  EAP_ENABLED: 'true',
  EAP_CERTIFICATE: server.certificate,
  EAP_KEY: server.key,
  EAP_CA: authority.file,
  EAP_CRL: crl,
};
const site = await startSite({ config });
tap.teardown(async () => {
  await site.stop();
  authority.remove();
});
const hashed = await hash(password);
for (const username of ['bob', 'carol'])
  await insert(site.store, 'user', {
    organization: 1,
    username,
    role: 'subscriber',
    password: hashed,
    reversible_password: site.gateway.vault.seal(new Secret(password), 'user.reversible_password'),
    created: 0,
    last_change: 0,
  });

const byCertificate = [
  'eap=TLS',
  'identity="carol"',
  `client_cert="${device.certificate}"`,
  `private_key="${device.key}"`,
];
const byPassword = (eap: string, inner: string) => [
  `eap=${eap}`,
  'anonymous_identity="anonymous"',
  'identity="bob"',
  `password="${password}"`,
  `phase2="auth=${inner}"`,
];
const methods = {
  TTLS: byPassword('TTLS', 'PAP'),
  PEAP: byPassword('PEAP', 'MSCHAPV2'),
  TLS: byCertificate,
} as const;

/** The end of the output after two logins. */
const acceptedTwice = /MPPE keys OK: 2 {2}mismatch: 0\nSUCCESS\n$/;

let devices = 0;

interface Meanwhile {
  /** Of `tls_disable_tlsv1_3`. */
  readonly version?: 0 | 1;
  readonly meanwhile?: () => Promise<unknown>;
  readonly at?: Pick<Site, 'server'>;
}

/** Logs a device in twice. @param meanwhile  runs between the first accept and the second login */
async function logInTwice(
  network: readonly string[],
  { version = 1, meanwhile, at = site }: Meanwhile = {},
) {
  devices += 1;
  const mac = `02-00-00-00-08-${String(devices).padStart(2, '0')}`;
  let isFirst = true;
  const relay = await startRelay(at.server.authAddress.port, {
    answer: (datagram, { asDevice }) => {
      const work = datagram[0] === 2 && isFirst ? meanwhile?.() : undefined;
      if (datagram[0] === 2) isFirst = false;
      void Promise.resolve(work).then(() => {
        asDevice(datagram);
      });
    },
  });
  const phase1 = `phase1="tls_disable_tlsv1_3=${version} tls_disable_session_ticket=0"`;
  const output = await logIn(at, {
    mac,
    to: { address: '127.0.0.1', port: relay.port },
    network: [...network, `ca_cert="${authority.file}"`, phase1],
    args: ['-r', '1'],
  });
  await relay.stop();
  return { output, mac };
}

/** True if the last handshake has resumed a session. */
function isResumed(output: string): boolean {
  return [...output.matchAll(/Handshake finished - resumed=(\d)/g)].at(-1)?.[1] === '1';
}

for (const [name, network] of Object.entries(methods))
  test(`EAP-${name} is resumed with keys that fit, and with the name of the person`, async (t) => {
    for (const version of [1, 0] as const) {
      const { output, mac } = await logInTwice(network, { version });
      t.match(output, acceptedTwice, `tls_disable_tlsv1_3=${version}`);
      t.ok(isResumed(output));
      const username = name === 'TLS' ? 'carol' : 'bob';
      t.same(acceptValues(output, 1), [username]);
      t.match(await decisionOver(site, mac), {
        method: `EAP-${name}/resumed`,
        outcome: 'accept',
        username,
        user: Number,
      });
    }
  });

const change = (username: string, values: object) => () =>
  site.store.write([
    site.store.db.updateTable('user').set(values).where('username', '=', username),
  ]);

test('a user that is switched off is refused, though its session is resumed', async (t) => {
  for (const network of [methods.TTLS, methods.PEAP]) {
    const { output, mac } = await logInTwice(network, {
      version: 0,
      meanwhile: change('bob', { is_active: 0 }),
    });
    t.match(output, refused);
    t.ok(isResumed(output));
    t.match(await decisionOver(site, mac), { outcome: 'reject', reason: 'inactive user' });
    await change('bob', { is_active: 1 })();
  }
});

test('a changed password ends the session: the device has to present the new one', async (t) => {
  for (const [version, method, reason] of [
    [1, 'EAP-TTLS/PAP', 'wrong password'],
    [0, 'EAP-TTLS', /the session of the device is no longer valid/],
  ] as const) {
    const { output, mac } = await logInTwice(methods.TTLS, {
      version,
      meanwhile: change('bob', { password: await hash('another password') }),
    });
    t.match(output, refused);
    t.match(await decisionOver(site, mac), { method, reason });
    await change('bob', { password: hashed })();
  }
});

test('no session is resumed where that is switched off', async (t) => {
  const strict = await startSite({ config: { ...config, EAP_RESUMPTION_HOURS: '0' } });
  t.teardown(() => strict.stop());
  for (const version of [1, 0] as const) {
    const alice = methods.TTLS.map((line) => line.replace('"bob"', '"alice"'));
    const { output } = await logInTwice(alice, { version, at: strict });
    t.match(output, acceptedTwice);
    t.notOk(isResumed(output));
  }
});

/** Begins a conversation, at which the gateway looks for renewed files. */
function begin() {
  return ask(
    site.server.authAddress,
    randomSignedPacket(secret, {
      code: 1,
      attributes: [[79, Buffer.from([2, 1, 0, 6, 1, 97])]],
    }),
  );
}

test('a revoked certificate is refused at the next login, since its session is not resumed', async (t) => {
  const { output, mac } = await logInTwice(methods.TLS, {
    version: 0,
    meanwhile: async () => {
      authority.revoke(device);
      authority.writeRevocationList(join(authority.folder, 'renewed.pem'));
      copyFileSync(join(authority.folder, 'renewed.pem'), crl);
      await eventually(begin, () => /EAP: certificates renewed/.test(site.lines.join('')));
    },
  });
  t.match(output, refused);
  t.notOk(isResumed(output));
  t.match(await decisionOver(site, mac), { reason: /certificate of the device is revoked/ });
});
