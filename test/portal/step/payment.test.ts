import tap, { test } from 'tap';
import { guideBlock } from '../../../tools/documents/guide-blocks.ts';
import { eventually, results, type Json } from '../../gateway-process.ts';
import { startFakeStripe, type FakeSession } from '../../peers/fake-stripe.ts';
import { GuestBrowser } from './guest-browser.ts';
import { startStepGateway } from './step-gateway.ts';

/* Guests who pay on the page of a provider, of a gateway that is killed at each step of a payment. */

tap.setTimeout(240_000);

const stripe = await startFakeStripe();
const { gateway, stop } = await startStepGateway('postgres', {
  GATEHOUSE_PORTAL_PUBLIC_URL: 'http://portal.test',
});
tap.teardown(async () => {
  await stop();
  await stripe.stop();
});
const base = `http://127.0.0.1:${gateway.httpPort}`;
const gate = gateway.gate.bind(gateway);
await gate('POST', '/access_point/', { name: 'ap', mac: 'AA:BB:CC:00:00:01' });
const block = JSON.parse(guideBlock('json payment')) as Json;
const sold = {
  ...block,
  name: 'lobby',
  payment_url: stripe.url,
  payment_key: stripe.key,
  payment_webhook_secret: stripe.webhookSecret,
};
const page = (await gate('POST', '/portal_page/', sold)).body;
const pageId = String(page['id']);

let device = 0;
/** Opens the page on a device of its own. */
async function visit(): Promise<GuestBrowser> {
  device += 1;
  const mac = `02:00:00:00:09:${String(device).padStart(2, '0')}`;
  const query = new URLSearchParams({ ap_mac: 'AA:BB:CC:00:00:01', mac, ip: '10.0.0.9' });
  const browser = new GuestBrowser(base);
  await browser.open(`/portal/?${query.toString()}`);
  return browser;
}
const buy = (browser: GuestBrowser, price = '1') =>
  browser.post('name="price"', { price, kind: 'payment' });
const lastSession = (): FakeSession => {
  const session = [...stripe.sessions.values()].at(-1);
  if (!session) throw new Error('no session');
  return session;
};
/** Returns to the page as the provider sends the browser back. */
const comeBack = (browser: GuestBrowser, { success_url }: FakeSession) =>
  browser.open(success_url.replace('http://portal.test', ''), { 'sec-fetch-site': 'cross-site' });
/** Refreshes the page until it says so: the provider is asked every few seconds. */
const waitFor = (browser: GuestBrowser, session: FakeSession, text: RegExp) =>
  eventually(
    () => comeBack(browser, session),
    (shown) => text.test(shown.text),
  );
const vouchers = async () => results(await gate('GET', '/user_token/?kind=network&limit=100'));
const vouchersOf = async (session: FakeSession) =>
  (await vouchers()).filter(({ external_id }) => external_id === session.client_reference_id);
const entries = async (type: string) =>
  results(await gate('GET', `/txlog_portal/?type=${type}&limit=100`)).map(({ detail }) => detail);
/** Reports an event. @param signing  its time and secret; `header`: another header than that of its signature */
const report = (
  type: string,
  object: unknown,
  { header, ...signing }: { header?: string; at?: Date; secret?: string } = {},
) => {
  const { body, signature } = stripe.event(type, object, signing);
  return fetch(`${base}/portal/payment/${pageId}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'stripe-signature': header ?? signature },
    body,
  });
};

test('the account of a page is checked, and its key stays at its server', async (t) => {
  t.notMatch(JSON.stringify(page), /sk_test|whsec/);
  const one = `/portal_page/${pageId}/`;
  const price = { name: 'One hour', amount: 300, currency: 'EUR' };
  for (const [change, field] of [
    [{ payment_url: 'https://elsewhere.example' }, 'payment_key'],
    [{ payment_url: 'ftp://x' }, 'payment_url'],
    [{ login_options: {} }, 'login_options'],
    [{ login_options: { payment: { prices: [{ ...price, amount: 0.5 }] } } }, 'login_options'],
    [{ login_options: { payment: { prices: [{ ...price, currency: '€' }] } } }, 'login_options'],
  ] as const)
    t.match(await gate('PATCH', one, change), { status: 400, text: field }, field);
});

test('a guest chooses, pays, comes back and is on line with one voucher', async (t) => {
  const browser = await visit();
  t.match(browser.shown.text, /One hour <strong dir="auto">€3.00/);
  const sent = await buy(browser);
  const session = lastSession();
  t.ok(sent.text.includes(`url=${session.url ?? ''}`), 'the browser is sent to the provider');
  t.match(stripe.forms.at(-1), {
    mode: 'payment',
    'line_items[0][price_data][unit_amount]': '900',
    'line_items[0][price_data][currency]': 'eur',
    'line_items[0][price_data][product_data][name]': 'One day',
  });
  const questions = () => stripe.requests.filter((one) => one.endsWith(session.id)).length;
  const before = questions();
  const refreshed = await Promise.all(Array.from({ length: 20 }, () => comeBack(browser, session)));
  for (const { text } of refreshed) t.match(text, /Waiting for your payment/);
  t.ok(questions() - before < 10, 'a refresh is no question to the provider');
  t.same(await vouchersOf(session), [], 'nothing is sold yet');
  stripe.pay(session.id);
  t.match((await waitFor(browser, session, /logged in/)).text, /You are logged in/);
  t.match(await vouchersOf(session), [
    { time: 86_400, devices: 2, price: '9.00 EUR', first_used: String },
  ]);
  t.match((await comeBack(browser, session)).text, /This login is complete/);
  t.equal((await vouchersOf(session)).length, 1);
  t.same(
    [await entries('pp'), await entries('pc')],
    [['One day: 9.00 EUR'], ['One day: 9.00 EUR']],
  );
});

test('events are believed by their signature, and repeated ones change nothing', async (t) => {
  const browser = await visit();
  await buy(browser, '0');
  const { id } = lastSession();
  stripe.pay(id);
  const paid = stripe.sessions.get(id) ?? lastSession();
  const completed = 'checkout.session.completed';
  for (const [name, signing] of Object.entries({
    none: { header: '' },
    invented: { header: 't=1,v1=00' },
    'of another body': { header: stripe.event(completed, paid).signature },
    'by another secret': { secret: 'whsec_other' },
    'too old': { at: new Date(Date.now() - 301_000) },
  }))
    t.equal((await report(completed, paid, signing)).status, 400, `a signature: ${name}`);
  await report(completed, { ...paid, id: 'cs_test_other' });
  t.same(await vouchersOf(paid), [], 'another session sells nothing');
  const answers = await Promise.all(Array.from({ length: 20 }, () => report(completed, paid)));
  for (const { status } of answers) t.equal(status, 200);
  t.equal((await vouchersOf(paid)).length, 1, 'twenty reports sell one voucher');
  const charge = { payment_intent: paid.payment_intent, refunded: true };
  for (const _ of [1, 2]) await report('charge.refunded', charge);
  await report(completed, paid);
  t.match(await vouchersOf(paid), [{ is_active: false }], 'a refund ends the voucher');
  t.equal((await entries('pf')).filter((detail) => /refunded/.test(String(detail))).length, 1);
});

test('a payment of another amount or currency, one that expires and a provider that fails let nobody in', async (t) => {
  const wrong: FakeSession[] = [];
  for (const change of [{ amount_total: 1 }, { currency: 'huf' }]) {
    const browser = await visit();
    await buy(browser);
    const session = lastSession();
    wrong.push(session);
    stripe.pay(session.id, change);
    t.match((await waitFor(browser, session, /not be made/)).text, /could not be made/);
  }
  const late = await visit();
  await buy(late);
  const expired = lastSession();
  stripe.expire(expired.id);
  t.match((await waitFor(late, expired, /not be made/)).text, /could not be made/);
  stripe.fails = 500;
  const down = await visit();
  t.match((await buy(down)).text, /could not be made/);
  stripe.fails = null;
  t.match((await entries('er'))[0], /the payment provider cannot answer/);
  for (const session of [...wrong, expired]) t.same(await vouchersOf(session), []);
});

test('a kill at any step leaves no paid guest outside, and no free one inside', async (t) => {
  const restart = async () => {
    await gateway.signal('SIGKILL');
    await gateway.start();
  };
  for (const moment of ['before', 'after'] as const) {
    const held = stripe.hold(/^POST/, moment);
    const browser = await visit();
    const sent = buy(browser).catch(() => null);
    await held;
    await restart();
    await sent;
  }
  const browser = await visit();
  await buy(browser);
  const session = lastSession();
  await restart();
  stripe.pay(session.id);
  const asked = stripe.hold(/^GET/, 'after');
  await asked;
  await restart();
  await eventually(
    () => vouchersOf(session),
    (found) => found.length > 0,
  );
  t.match((await comeBack(browser, session)).text, /You are logged in/);
  t.equal((await vouchersOf(session)).length, 1);
  const paid = [...stripe.sessions.values()].filter(
    ({ payment_status, amount_total, currency }) =>
      payment_status === 'paid' && amount_total > 1 && currency === 'eur',
  );
  t.same(
    (await vouchers()).map(({ external_id }) => external_id).toSorted(),
    paid.map(({ client_reference_id }) => client_reference_id).toSorted(),
    'each paid session has one voucher, and no other has one',
  );
});
