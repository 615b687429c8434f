import { join } from 'node:path';
import tap, { test, type Test } from 'tap';
import { Secret } from '../../src/contract/secret.ts';
import { configurationSealPlace } from '../../src/inventory/configuration/configuration.ts';
import { openVault } from '../../src/store/vault.ts';
import { GatewayProcess, results, type Json } from '../gateway-process.ts';
import { startChromium } from '../peers/chromium.ts';
import { startFakeNas } from '../peers/fake-nas.ts';
import { account, secret } from '../radius/acct/send-accounting.ts';
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
    await page.locator('.portal').getByText('First heading').waitFor();
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
