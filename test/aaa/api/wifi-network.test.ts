import tap, { test } from 'tap';
import { addTenant, startBoth } from './fixture.ts';

/* Wi-Fi networks in the API. */

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
    const tenant = await addTenant(gateway, 'tenant');
    t.equal((await tenant.call('GET', one)).status, 404);
    t.match(await gate('DELETE', one), { status: 204 });
  });
}
