import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import tap, { test, type Test } from 'tap';
import { Secret } from '../../src/contract/secret.ts';
import { configurationSealPlace } from '../../src/inventory/configuration/configuration.ts';
import { openVault } from '../../src/store/vault.ts';
import { gatehouse } from '../gateway-command.ts';
import { GatewayProcess, results, type Json } from '../gateway-process.ts';
import { startChromium } from '../peers/chromium.ts';
import { startFakeNas } from '../peers/fake-nas.ts';
import { account, secret } from '../radius/acct/send-accounting.ts';
import { csvRows } from '../../web/pages/welcome/csv-rows.ts';
import { Visitor, type View } from './browser.ts';

/* The tools of an administrator in the console, in a browser, at the sizes of a phone and of a desk. */

tap.setTimeout(240_000);

const gateway = await GatewayProcess.start({ GATEHOUSE_POLLING_ENABLED: 'false' });
const { browser, stop } = await startChromium({ maxSeconds: 240 });
const nas = await startFakeNas(secret);
tap.teardown(async () => {
  await stop();
  await nas.stop();
  await gateway.remove();
});
const password = 'correct horse battery';
const gate = async (path: string, body: Json) => (await gateway.gate('POST', path, body)).body;

/** A test of an administrator who is signed in. */
function job(name: string, view: View, work: (visitor: Visitor, t: Test) => Promise<void>): void {
  test(name, async (t) => {
    const visitor = await Visitor.open(browser, `http://127.0.0.1:${gateway.httpPort}`, view);
    await visitor.signIn('admin', password);
    await work(visitor, t);
    await visitor.close(t);
  });
}

test('setting up the site', async (t) => {
  t.equal((await gateway.gate('PATCH', '/user/1/', { password })).status, 200);
  await gate('/aaa_client/', { name: 'router', address: '127.0.0.1', secret, coa_port: nas.port });
  await gate('/aaa_profile/', {
    name: 'Slow',
    reply_attributes: [{ attribute: 'Session-Timeout', value: '600' }],
  });
  await gate('/portal_page/', { name: 'lobby', title: 'First heading', welcome: 'Hello.' });
  await account(gateway, { session: 'S1', username: 'anna', at: Math.floor(Date.now() / 1000) });
});

job(
  'a portal page goes back to an earlier version',
  { size: 'desk', theme: 'light' },
  async (visitor, t) => {
    const { page } = visitor;
    await visitor.go('portal_page?id=1');
    await page.getByLabel('Heading', { exact: true }).fill('Second heading');
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByText('The page was published.').waitFor();
    await page.getByLabel('Heading', { exact: true }).fill('Never published');
    await page.getByRole('button', { name: 'Versions' }).click();
    const drawer = page.getByRole('dialog', { name: 'Versions' });
    await drawer.getByText('Published now').waitFor();
    t.equal(await drawer.getByRole('button', { name: 'Show the version' }).count(), 2);
    await drawer.getByRole('button', { name: 'Show the version' }).last().click();
    await drawer.getByText('First heading').waitFor();
    await visitor.check(t, 'portal-versions');
    await drawer.getByRole('button', { name: 'Go back to this version' }).click();
    const question = page.getByRole('dialog', { name: 'Go back to the version' });
    await question.getByText('What you have entered and not published is lost.').waitFor();
    await question.getByRole('button', { name: 'Go back' }).click();
    await page.getByText('The earlier version is published.').waitFor();
    await page.locator('.screen').getByText('First heading').waitFor();
    t.match((await gateway.gate('GET', '/portal_page/1/')).body, { title: 'First heading' });
  },
);

job(
  'a session is changed, and what the NAS answers is shown',
  { size: 'phone', theme: 'dark' },
  async (visitor, t) => {
    const { page } = visitor;
    nas.behave({ answer: 'nak', errorCause: 401 }, { answer: 'ack' });
    await visitor.go('sessions?open=1');
    const open = () => page.getByRole('button', { name: 'Change (CoA)' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change the session of anna' });
    await open();
    await dialog.getByLabel('Attributes').fill('Session-Timeout');
    await dialog.getByRole('button', { name: 'Send' }).click();
    await dialog.getByText('is not "attribute = value"').waitFor();
    await dialog.getByLabel('Attributes').fill('Session-Timeout = 900\nIdle-Timeout := "60"');
    await visitor.check(t, 'session-coa');
    await dialog.getByRole('button', { name: 'Send' }).click();
    await page.getByText('The NAS has refused. Its reason is below.').waitFor();
    await page.getByText('Unsupported-Attribute').waitFor();
    await open();
    await dialog.getByLabel('What is sent').selectOption({ label: 'Profile Slow' });
    await dialog.getByRole('button', { name: 'Send' }).click();
    await page.getByText('The NAS has changed the session.').waitFor();
    await visitor.check(t, 'session-answers');
    t.match(results(await gateway.gate('GET', '/aaa_authorization_change/')), [
      { kind: 'coa', status: 'acknowledged', attributes: [{ attribute: 'Session-Timeout' }] },
      {
        status: 'refused',
        attributes: [
          { attribute: 'Session-Timeout', value: '900' },
          { attribute: 'Idle-Timeout', value: '60' },
        ],
      },
    ]);
  },
);

/** Adds a device with two versions of its configuration. */
async function addConfigured(): Promise<string> {
  const { body } = await gateway.control('POST', '/inventory_device/', {
    name: 'switch-1',
    type: 'linux',
    ip_address: '127.0.0.1',
  });
  const device = Number(body['id']);
  const vault = openVault(join(gateway.folder, 'data', 'secret.key'));
  const store = await gateway.openStore();
  const texts = ['hostname switch-1\nvlan 10\n', 'hostname switch-1\nvlan 20\nmtu 1500\n'];
  for (const [at, text] of texts.entries())
    await store.write([
      store.db.insertInto('inventory_configuration').values({
        organization: 1,
        device,
        type: 'linux',
        changed_by: at === 0 ? null : 'device',
        sha256: String(at),
        octets: text.length,
        configuration: vault.seal(new Secret(text), configurationSealPlace),
        secrets: '[]',
        created_at: Date.now() + at,
        seen_at: Date.now() + at,
      }),
    ]);
  await store.close();
  return String(device);
}

job(
  'a device shows what has changed in its configuration, and answers diagnostics',
  { size: 'desk', theme: 'dark' },
  async (visitor, t) => {
    const { page } = visitor;
    const device = await addConfigured();
    await visitor.go(`device?id=${device}&tab=configuration`);
    await page.locator('tbody').getByRole('link').first().click();
    await page.getByText('2 added, 1 removed').waitFor();
    const changes = page.getByRole('region', { name: 'Changes' });
    t.equal(
      await changes.locator('.is-added').allInnerTexts().then(String),
      '+vlan 20\n,+mtu 1500\n',
    );
    await visitor.check(t, 'configuration-diff');
    await page.getByRole('button', { name: 'Whole text' }).click();
    await page.getByRole('region', { name: 'Configuration' }).getByText('mtu 1500').waitFor();
    await page.getByRole('button', { name: 'Close' }).click();
    await visitor.go(`device?id=${device}&tab=diagnostics`);
    await page.getByLabel('What to try').selectOption({ label: 'Open a TCP connection' });
    await page.getByLabel('Port').fill(String(gateway.httpPort));
    await page.getByRole('button', { name: 'Run' }).click();
    await page.getByText('completed').first().waitFor();
    await visitor.check(t, 'diagnostics');
  },
);

job(
  'vouchers are extended and revoked by the batch',
  { size: 'phone', theme: 'light' },
  async (visitor, t) => {
    const { page } = visitor;
    await gate('/user_token/', { kind: 'network', time: 3600, count: 3 });
    const vouchers = async () =>
      results(await gateway.gate('GET', '/user_token/?kind=network&ordering=id'));
    await visitor.go('vouchers?tab=all');
    await page.locator('tbody .check').first().check();
    await page.getByRole('button', { name: 'Extend their batch' }).click();
    const dialog = page.getByRole('dialog', { name: 'Extend the whole batch' });
    await dialog.getByLabel('Hours to add').fill('2');
    await dialog.getByRole('button', { name: 'Cancel' }).focus();
    const colour: unknown = await page.evaluate('getComputedStyle(document.activeElement).color');
    t.match(colour, /^rgb/);
    t.not(colour, 'rgb(255, 255, 255)', 'it is no button of the dark bar that it is opened from');
    await visitor.check(t, 'voucher-batch');
    await dialog.getByRole('button', { name: 'Extend' }).click();
    await page.getByText('Vouchers that were changed: 3.').waitFor();
    t.same(
      (await vouchers()).map(({ time }) => time),
      [10_800, 10_800, 10_800],
    );
    await page.locator('tbody .check').first().check();
    await page.getByRole('button', { name: 'Revoke their batch' }).click();
    const question = page.getByRole('dialog', { name: 'Revoke the whole batch?' });
    await question.getByRole('button', { name: 'Revoke' }).click();
    await question.waitFor({ state: 'detached' });
    t.same(
      (await vouchers()).map(({ is_active }) => is_active),
      [false, false, false],
    );
  },
);

job(
  'the rule for a host is tried, a webhook as well, and a weak client says what to change',
  { size: 'desk', theme: 'light' },
  async (visitor, t) => {
    const { page } = visitor;
    const rule = { name: 'No games', host: 'games.example', action: 'R', reason: 'Work time' };
    await gateway.control('POST', '/dnsfilter_rule/', rule);
    await visitor.go('dns');
    const test = async (host: string) => {
      await page.getByLabel('Host name').fill(host);
      await page.getByRole('button', { name: 'Try' }).click();
    };
    await test('www.example');
    await page.getByText('No rule matches').waitFor();
    await test('games.example');
    await page.getByRole('status').getByText('Work time').waitFor();
    await visitor.check(t, 'dns-try');
    await test('no host');
    await page.getByText('Expected a host name.').waitFor();
    const url = `http://127.0.0.1:${gateway.httpPort}/`;
    const made = await gateway.control('POST', '/webhook/', { name: 'chat', url, secret });
    await visitor.go(`webhooks?edit=${String(made.body['id'])}`);
    await page.getByRole('button', { name: 'Send a test' }).click();
    await page.getByText(/answered 4\d\d/).waitFor();
    await visitor.check(t, 'webhook-test');
    const store = await gateway.openStore();
    const weak = store.db.updateTable('aaa_client').set({ weak_since: Date.now() });
    await store.write([weak]);
    await store.close();
    await visitor.go('clients?edit=1');
    await page.getByLabel('What to change on the device').selectOption({ label: 'MikroTik' });
    await page.getByText('require-message-auth=yes-for-request-resp').waitFor();
    await visitor.check(t, 'client-weakness');
  },
);

job(
  'a second factor is removed, and a link has the columns of a list',
  { size: 'desk', theme: 'dark' },
  async (visitor, t) => {
    const { page } = visitor;
    const { id } = await gate('/user/', { username: 'lost', password, role: 'read_only' });
    const store = await gateway.openStore();
    const vault = openVault(join(gateway.folder, 'data', 'secret.key'));
    const factor = { secret: vault.seal(new Secret('JBSWY3DPEHPK3PXP'), 'user_totp.secret') };
    const at = { confirmed: Date.now(), created: Date.now(), last_step: 0 };
    await store.write([
      store.db.insertInto('user_totp').values({ user: Number(id), ...factor, ...at }),
    ]);
    await store.close();
    await visitor.go(`people?edit=${String(id)}`);
    await page.getByRole('button', { name: 'Remove the second factor' }).click();
    const dialog = page.getByRole('dialog', { name: 'Remove the second factor of lost?' });
    await dialog.getByLabel('Type lost to go on').fill('lost');
    await visitor.check(t, 'remove-second-factor');
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await page.getByText('The second factor was removed.').waitFor();
    const state = await gateway.gate('GET', `/user_totp/user/${String(id)}/`);
    t.match(state.body, { is_enabled: false });
    await visitor.go('devices');
    await page.getByRole('button', { name: 'Columns' }).click();
    const columns = page.getByRole('dialog', { name: 'Columns' });
    await columns.getByLabel('Type').click();
    await visitor.check(t, 'columns');
    await columns.getByRole('button', { name: 'Done' }).click();
    t.notOk(await page.getByRole('columnheader', { name: 'Type' }).isVisible());
    await page.goto(page.url());
    await page.getByRole('columnheader', { name: 'State' }).waitFor();
    t.equal(await page.getByRole('columnheader', { name: 'Type' }).count(), 0, 'by the link too');
    await visitor.go('people?columns=username');
    await page.getByRole('link', { name: 'lost' }).click();
    await page.getByRole('dialog').waitFor();
    t.match(page.url(), /columns=username/, 'also while a row is open');
  },
);

job(
  'what a list exports can be imported again',
  { size: 'desk', theme: 'light' },
  async (visitor, t) => {
    const { page } = visitor;
    const exported = async (address: string) => {
      await visitor.go(address);
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'CSV' }).click(),
      ]);
      return readFile(await file.path(), 'utf8');
    };
    const devices = await exported('devices');
    t.match(devices, /switch-1/);
    const people = await exported('people?role=read_only');
    t.match(people, /lost/);
    t.notMatch(people, /admin/, 'only what is filtered');
    const vouchers = await exported('vouchers?tab=all');
    t.match(vouchers, /network/);
    const clients = await exported('clients');
    t.match(clients, /^id,.*\n\d+,.*router/);
    t.notMatch(clients, secret, 'and no secret');
    await gateway.gate('POST', '/access_point/', {
      name: 'bar; "upper"',
      mac: '02-00-5E-00-53-31',
    });
    const points = csvRows(await exported('access_points'));
    t.match(points, [{ name: 'bar; "upper"', mac: /53[-:]31$/ }], 'as the first run reads it');
    const body = people.replaceAll('lost', 'found');
    const { status, text } = await gateway.ask('POST', '/gate/api/v1/user/', {
      token: gateway.token,
      headers: { 'content-type': 'text/csv' },
      body,
    });
    t.equal(status, 201, text);
    const found = await gateway.gate('GET', '/user/?username=found');
    t.match(results(found), [{ role: 'read_only' }], 'with what was exported');
    const folder = join(gateway.folder, 'import');
    await mkdir(folder);
    const [csv, mapping] = [join(folder, 'devices.csv'), join(folder, 'mapping.yaml')];
    await writeFile(csv, devices.replaceAll('switch-1', 'switch-2'));
    await writeFile(
      mapping,
      `tables:
  - resource: inventory_device
    fields: { name: name, ip_address: ip_address, type: type_name }
`,
    );
    const run = ['import', 'csv', csv, '--mapping', mapping];
    const { code, output } = await gatehouse(run, gateway.environment);
    t.equal(code, 0, output);
    const device = await gateway.control('GET', '/inventory_device/?name=switch-2');
    t.match(results(device), [{ ip_address: '127.0.0.1', type_name: 'Linux host' }]);
  },
);

job(
  'after an upgrade an open page offers to load itself again, and keeps what was typed',
  { size: 'phone', theme: 'dark' },
  async (visitor, t) => {
    const { page } = visitor;
    await page.clock.install();
    await visitor.go('clients?edit=1');
    await page.getByLabel('Description').fill('half a sentence');
    await page.route('**/healthz', (route) => route.fulfill({ json: { version: '99.0.0' } }));
    await page.clock.runFor(61_000);
    const drawer = page.getByRole('dialog');
    await drawer.getByText('Gatehouse was upgraded to 99.0.0.').waitFor();
    t.equal(await page.getByLabel('Description').inputValue(), 'half a sentence');
    await visitor.check(t, 'upgraded');
    await Promise.all([
      page.waitForEvent('load'),
      drawer.getByRole('button', { name: 'Load again' }).click(),
    ]);
  },
);
