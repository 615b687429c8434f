import { execFileSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tap, { test } from 'tap';
import { guideBlock } from '../../../tools/documents/guide-blocks.ts';
import { results, type Answer, type Json } from '../../gateway-process.ts';
import { addCaller, addTenant, startBoth } from './fixture.ts';

/* Wi-Fi networks in the API, with their profiles and the certificates of devices. */

const folder = mkdtempSync(join(tmpdir(), 'networks-'));
tap.teardown(() => {
  rmSync(folder, { recursive: true });
});

const { engines, stop } = await startBoth();
tap.teardown(stop);

for (const [engine, gateway] of Object.entries(engines)) {
  const gate = gateway.gate.bind(gateway);

  test(`${engine}: a network is checked, and belongs to its organization`, async (t) => {
    const made = await gate('POST', '/wifi_network/', {
      ssid: 'Aurora',
      security: 'wpa3_enterprise',
      methods: ['tls', 'ttls'],
    });
    t.match(made, { status: 201, body: { certificate_days: 365, location: null } });
    const one = `/wifi_network/${String(made.body['id'])}/`;
    for (const [field, value] of [
      ['ssid', 'é'.repeat(17)],
      ['ssid', 'two\nlines'],
      ['security', 'wep'],
      ['methods', ['md5']],
      ['trusted_ca', 'no certificate'],
      ['trusted_ca', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n'],
      ['server_name', 'two names'],
      ['roaming_consortiums', ['5A03']],
      ['certificate_days', 826],
      ['location', 999_999],
    ] as const)
      t.match(
        await gate('PATCH', one, { [field]: value }),
        { status: 400, text: field },
        `${field} ${JSON.stringify(value).slice(0, 40)}`,
      );
    t.match(await gate('PATCH', one, { security: 'wpa2_personal' }), {
      status: 400,
      body: { methods: ['A network with the security wpa2_personal has no methods.'] },
    });
    const personal = { security: 'wpa2_personal', methods: [] };
    t.match(await gate('PATCH', one, personal), { status: 200, body: personal });
    t.match(await gate('PATCH', one, { description: 'rooms' }), { status: 200, body: personal });
    const tenant = await addTenant(gateway, 'tenant');
    t.equal((await tenant.call('GET', one)).status, 404);
    t.match(await gate('DELETE', one), { status: 204 });
  });

  const make = async (path: string, body: Json) => {
    const made = await gate('POST', path, body);
    if (made.status !== 201) throw new Error(made.text);
    return made.body;
  };
  const profileOf = (network: Json, body: Json): Promise<Answer> =>
    gate('POST', `/wifi_network/${String(network['id'])}/profile/`, body);
  const contentOf = ({ body }: Answer) => Buffer.from(String(body['content']), 'base64');

  test(`${engine}: a profile of Apple is signed, and a certificate stands for its device`, async (t) => {
    const network = await make(
      '/wifi_network/',
      JSON.parse(guideBlock('json wifi_network')) as Json,
    );
    const user = (await make('/user/', { username: `anna of ${engine}` }))['id'];
    const block = JSON.parse(guideBlock('json wifi_profile')) as Json;
    const profile = await profileOf(network, { ...block, user });
    t.match(profile, {
      status: 201,
      body: { file_name: 'Aurora-Secure.mobileconfig', password: null },
    });
    const file = join(folder, `${engine}.der`);
    writeFileSync(file, contentOf(profile));
    const trust = ['-CAfile', join(gateway.folder, 'data', 'tls', 'ca.pem'), '-purpose', 'any'];
    const verify = ['cms', '-verify', '-inform', 'DER', '-binary', '-in', file, ...trust];
    const plist = execFileSync('openssl', verify, { stdio: 'pipe', encoding: 'utf8' });
    t.match(plist, '<key>SSID_STR</key><string>Aurora Secure</string>');
    const certificates = await gate('GET', `/user_certificate/?user=${String(user)}`);
    t.match(results(certificates), [
      { id: profile.body['certificate'], name: "Anna's phone", revoked: null },
    ]);
    const path = `/user_certificate/${String(profile.body['certificate'])}/`;
    t.match(await gate('POST', `${path}revoke/`, {}), { status: 200, body: { revoked: String } });
    const revoked = await gate('GET', path);
    await gate('POST', `${path}revoke/`, {});
    t.same((await gate('GET', path)).body, revoked.body, 'a second time changes nothing');
    const own = await make('/user_certificate/', { user, name: 'a laptop', days: 30 });
    const { validToDate } = new X509Certificate(String(own['certificate']));
    t.ok(Math.abs(validToDate.getTime() - Date.now() - 30 * 86_400_000) < 60_000);
    t.match(own, { pkcs12: String, password: /^[a-z-]+$/ });
  });

  test(`${engine}: a profile that network, format or user do not permit is refused in words`, async (t) => {
    const guest = (await make('/user/', { username: `guest of ${engine}` }))['id'];
    const secure = await make('/wifi_network/', { ssid: 'Secure', security: 'wpa2_enterprise' });
    const rooms = await make('/wifi_network/', { ssid: 'Rooms', security: 'wpa2_personal' });
    for (const [network, body, status, text] of [
      [secure, { format: 'qr' }, 409, 'The format qr is not for this network'],
      [secure, { format: 'passpoint', user: guest }, 409, 'not for this network'],
      [secure, { format: 'onc', method: 'tls' }, 400, 'This network and method need a user'],
      [secure, { format: 'onc', user: 999_999 }, 400, 'user'],
      [secure, { format: 'word' }, 400, 'format'],
      [rooms, { format: 'qr' }, 400, 'need a user'],
      [rooms, { format: 'qr', user: guest }, 409, 'no Wi-Fi key'],
    ] as const)
      t.match(await profileOf(network, body), { status, text }, JSON.stringify(body));
    t.match(contentOf(await profileOf(secure, { format: 'windows' })).toString(), 'EapTtls');
    t.match(
      contentOf(await profileOf(secure, { format: 'windows', method: 'tls' })).toString(),
      '<Type>13</Type>',
    );
    const { key } = await make('/user_key/', { user: guest });
    const desk = await addCaller(gateway, { username: `desk of ${engine}`, role: 'front_desk' });
    const path = `/wifi_network/${String(rooms['id'])}/profile/`;
    const made = await desk.call('POST', path, { format: 'networkmanager', user: guest });
    t.match(contentOf(made).toString(), `psk=${String(key)}\n`);
    t.match(await desk.call('POST', path, { format: 'qr', user: desk.admin }), { status: 400 });
    const tenant = await addTenant(gateway, `stranger of ${engine}`);
    t.equal((await tenant.call('POST', path, { format: 'qr', user: guest })).status, 404);
    const file = await fetch(`http://127.0.0.1:${gateway.httpPort}/gate/api/v1${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${gateway.token}`,
        'content-type': 'application/json',
        accept: 'application/octet-stream',
      },
      body: JSON.stringify({ format: 'qr', user: guest }),
    });
    t.equal(file.headers.get('content-type'), 'application/octet-stream');
    t.match(await file.text(), /^<svg /);
  });
}
