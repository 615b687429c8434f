import { readFileSync } from 'node:fs';
import tap, { test, type Test } from 'tap';
import { eventually, GatewayProcess, results, type Json } from '../gateway-process.ts';
import { startChromium } from '../peers/chromium.ts';
import { radclient } from '../peers/radclient.ts';
import { authorizationPort, createWiredNetwork } from '../peers/wired-network.ts';
import { password, secret } from '../radius/fixture.ts';

/*
 * The way of a guest from the open network to the secure one: the portal in a browser, the profile, wpa_supplicant with what is in
 * it, hostapd on a cable, accounting, and the ends by quota and by revocation.
 */

tap.setTimeout(120_000);
const network = await createWiredNetwork();
const gateway = await GatewayProcess.start({
  GATEHOUSE_POLLING_ENABLED: 'false',
  GATEHOUSE_HTTP_TRUSTED_PROXIES: '127.0.0.1',
  GATEHOUSE_RADIUS_HOST: network.gatewayAddress,
  GATEHOUSE_RADIUS_EAP_ENABLED: 'true',
  GATEHOUSE_RADIUS_EAP_SERVER_NAME: 'radius.example',
});
tap.teardown(async () => {
  await gateway.remove();
  await network.remove();
});

async function make(path: string, body: Json): Promise<Json> {
  const answer = await gateway.gate('POST', path, body);
  if (answer.status >= 300) throw new Error(answer.text);
  return answer.body;
}

/** The open network is one of another access point, whose requests come from this machine. */
const openMac = '02-00-00-00-0D-01';
const phoneMac = network.mac.replaceAll(':', '-').toUpperCase();
const phoneAddress = '10.9.0.1';
const name = 'alice';
await make('/aaa_client/', { name: 'open', address: network.gatewayAddress, secret });
await make('/aaa_client/', {
  name: 'secure',
  address: network.switchAddress,
  secret,
  coa_port: authorizationPort,
});
await make('/access_point/', { name: 'open', mac: openMac });
await make('/portal_page/', { name: 'lobby', title: 'Hotel Aurora', login_kinds: ['user'] });
const profile = await make('/aaa_profile/', { name: 'guests', vlan: 20 });
await make('/user/', { username: name, password, profile: Number(profile['id']) });
await make('/wifi_network/', {
  ssid: 'Aurora Secure',
  security: 'wpa2_enterprise',
  methods: ['tls'],
  is_on_portal: true,
});

/** Logs in at the portal of the open network, and gets the profile of the secure one. */
async function download(t: Test): Promise<string> {
  const { browser, stop } = await startChromium();
  t.teardown(stop);
  const context = await browser.newContext({
    extraHTTPHeaders: { 'x-forwarded-for': phoneAddress },
    locale: 'en-GB',
    viewport: { width: 390, height: 844 },
  });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  const query = `vendor=radius&ap_mac=${openMac}&mac=${phoneMac}&ip=${phoneAddress}`;
  await page.goto(`http://127.0.0.1:${gateway.httpPort}/portal/?${query}`);
  await page.getByLabel('User name').fill(name);
  await page.getByLabel('Password').fill(password);
  await page.locator('button[value=user]').click();
  await page.waitForLoadState();
  const started = await radclient({
    command: 'acct',
    seconds: 30,
    to: { address: network.gatewayAddress, port: gateway.acctPort },
    secret,
    attributes: `Acct-Status-Type = Start, Acct-Session-Id = "open", User-Name = "${phoneMac}", NAS-IP-Address = ${network.gatewayAddress}, Calling-Station-Id = "${phoneMac}", Called-Station-Id = "${openMac}:Aurora"`,
  });
  t.ok(started.ok, 'the access point lets the phone in');
  await page.getByRole('link', { name: 'Connect securely' }).click();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Linux' }).click();
  const keyfile = readFileSync(await (await downloading).path(), 'utf8');
  await context.close();
  return asSupplicant(keyfile);
}

/** Hands the keyfile to wpa_supplicant as NetworkManager does: properties by their names there, data as blobs. */
function asSupplicant(keyfile: string): string {
  const [, section = ''] = /^\[802-1x\]\n([^[]*)/m.exec(keyfile) ?? [];
  const values = new Map(section.split('\n').map((line) => [line.split('=', 1)[0], line]));
  const valueOf = (key: string) => values.get(key)?.slice(key.length + 1) ?? '';
  const blobs: string[] = [];
  const blobOf = (key: string) => {
    const name = key.replace('-', '');
    const lines =
      valueOf(key)
        .replace('data:;base64,', '')
        .match(/.{1,64}/g) ?? [];
    blobs.push(`blob-base64-${name}={`, ...lines, '}');
    return `"blob://${name}"`;
  };
  return [
    'network={',
    `eap=${valueOf('eap').replace(';', '').toUpperCase()}`,
    `identity="${valueOf('identity')}"`,
    `domain_match="${valueOf('domain-match')}"`,
    `ca_cert=${blobOf('ca-cert')}`,
    `private_key=${blobOf('private-key')}`,
    `private_key_passwd="${valueOf('private-key-password')}"`,
    '}',
    ...blobs,
  ].join('\n');
}

const latest = (path: string, more = '') =>
  gateway
    .gate('GET', `${path}?username=${name}&limit=1${more}`)
    .then((answer) => results(answer)[0]);
const secureSession = () => latest('/aaa_accounting/', '&nasidentifier=lobby');
const session = async (isWanted: (row: Json) => boolean) => {
  const isFound = (row: Json | undefined) => row !== undefined && isWanted(row);
  const row = await eventually(secureSession, isFound);
  return isFound(row) ? row : undefined;
};
const isOpen = ({ acctstoptime }: Json) => acctstoptime === null;
const hasEnded = (row: Json) => !isOpen(row);

/** Starts the access point. One that has refused a device does not listen to it for a minute. */
async function startAccessPoint(t: Test) {
  const accessPoint = await network.startAuthenticator({
    authPort: gateway.authPort,
    accountingPort: gateway.acctPort,
    secret,
    nasIdentifier: 'lobby',
  });
  t.teardown(() => accessPoint.stop());
  return accessPoint;
}

const change = (path: string, body: Json) => gateway.gate('PATCH', path, body);
const limitTo = (seconds: string) =>
  change(`/aaa_profile/${String(profile['id'])}/`, {
    check_attributes: [{ attribute: 'Max-All-Session', op: ':=', value: seconds }],
  });

test('a guest of the open network is led to the secure one', async (t) => {
  const accessPoint = await startAccessPoint(t);
  const text = await download(t);
  const device = await network.connect(text);
  t.teardown(() => device.stop());
  t.match(await session(isOpen), { nasidentifier: 'lobby' }, 'accounting names the guest');
  const decision = await eventually(
    () => latest('/aaa_decision/', '&outcome=accept'),
    (row) => row !== undefined,
  );
  t.match(decision, {
    method: 'EAP-TLS/certificate',
    attributes: [
      { name: 'Class' },
      { name: 'Tunnel-Type', value: 'VLAN' },
      { name: 'Tunnel-Medium-Type', value: 'IEEE-802' },
      { name: 'Tunnel-Private-Group-Id', value: '20' },
    ],
  });
  await limitTo('1');
  t.ok(await session(hasEnded), 'the quota ends it');
  await device.stop();
  await limitTo('3600');
  await accessPoint.stop();
  await startAccessPoint(t);
  const again = await network.connect(text);
  t.teardown(() => again.stop());
  t.ok(await session(isOpen), 'the profile serves once more');
  const [certificate] = results(await gateway.gate('GET', '/user_certificate/'));
  await make(`/user_certificate/${String(certificate?.['id'])}/revoke/`, {});
  t.ok(await session(hasEnded), 'the revocation ends it');
});
