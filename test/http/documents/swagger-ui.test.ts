import type { Page } from 'playwright-core';
import tap, { test, type Test } from 'tap';
import { GatewayProcess, type Json } from '../../gateway-process.ts';
import { startChromium } from '../../peers/chromium.ts';

/* What somebody does who has the token of a gateway and a browser. */

tap.setTimeout(200_000);

const patienceMs = 80_000;
const gateway = await GatewayProcess.start({ GATEHOUSE_POLLING_ENABLED: 'false' });
const { browser, stop } = await startChromium();
tap.teardown(async () => {
  await stop();
  await gateway.remove();
});

interface Visit {
  readonly page: Page;
  /** What the page complained of. */
  readonly complaints: string[];
  /** Hosts that it asked something of. */
  readonly hosts: Set<string>;
}

const own = `127.0.0.1:${gateway.httpPort}`;

/** The documentation page of an API, in a window that knows nothing yet. */
async function visit(t: Test, api: 'control' | 'gate'): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  t.teardown(() => context.close());
  const page = await context.newPage();
  page.setDefaultTimeout(patienceMs);
  const complaints: string[] = [];
  const hosts = new Set<string>();
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => hosts.add(new URL(request.url()).host));
  await page.goto(`http://${own}/${api}/api/v1/docs`);
  await page.locator('.opblock-tag').first().waitFor();
  return { page, complaints, hosts };
}

async function authorize(page: Page, token: string): Promise<void> {
  await page.getByRole('button', { name: 'Authorize' }).first().click();
  const dialog = page.locator('.dialog-ux');
  await dialog.locator('input').fill(token);
  await dialog.getByRole('button', { name: 'Apply credentials' }).click();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
}

/** Tries an operation out. @returns the status and the body that the page shows */
async function execute(page: Page, operationId: string): Promise<{ status: string; body: string }> {
  const tag = page.locator(`.opblock-tag[data-tag="${operationId.replace(/_[a-z]+$/, '')}"]`);
  if ((await tag.getAttribute('data-is-open')) !== 'true') await tag.click();
  const block = page.locator(`.opblock[id$="-${operationId}"]`);
  await block.locator('.opblock-summary').click();
  await block.getByRole('button', { name: 'Try it out' }).click();
  await block.getByRole('button', { name: 'Execute' }).click();
  const answer = block.locator('.live-responses-table');
  await answer.waitFor();
  return {
    status: (await answer.locator('tbody .response-col_status').first().innerText()).trim(),
    body: await answer.locator('tbody .microlight, tbody code').first().innerText(),
  };
}

// One page of each document for all of it: drawing a hundred operations takes seconds.
test('with a pasted token a list and a body are tried out, and the page shows what the gateway answers', async (t) => {
  const { page, complaints, hosts } = await visit(t, 'control');
  await authorize(page, gateway.token);
  const tags = await page.locator('.opblock-tag').count();
  await page.locator('.operation-filter-input').fill('webhook');
  await page.locator('.opblock-tag').nth(1).waitFor({ state: 'detached' });
  t.ok(tags > 30 && (await page.locator('.opblock-tag').count()) === 1, `${tags} tags`);
  await page.locator('.operation-filter-input').fill('');
  const list = await execute(page, 'inventory_type_list');
  t.equal(list.status, '200');
  t.same(JSON.parse(list.body), (await gateway.control('GET', '/inventory_type/')).body);
  t.match((JSON.parse(list.body) as Json)['results'], [{ short_name: 'airfiber' }]);
  // The body is filled in with an example.
  const made = await execute(page, 'inventory_device_create');
  t.equal(made.status, '201', made.body);
  const device = JSON.parse(made.body) as Json;
  t.match((await gateway.control('GET', '/inventory_device/1/')).body, device);
  t.same(complaints, []);
  t.same([...hosts], [own]);
});

test('the page of access control loads without a complaint, and shows the refusal of a wrong token', async (t) => {
  const { page, complaints, hosts } = await visit(t, 'gate');
  t.match(await page.title(), /Gatehouse access control/);
  t.ok((await page.locator('.opblock-tag').count()) > 30);
  t.same(complaints, []);
  t.same([...hosts], [own]);
  await authorize(page, 'gh_wrong');
  const { status, body } = await execute(page, 'location_list');
  t.match(status, /^401/);
  t.same(JSON.parse(body), { detail: 'Invalid token.' });
});
