import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import tap, { test, type Test } from 'tap';
import type { Page } from 'playwright-core';
import { themes } from '../../../src/portal/page/portal-page.ts';
import { createServer } from '../../../src/runtime/node-http.ts';
import { GatewayProcess, results, type Json } from '../../gateway-process.ts';
import { Authority } from '../../peers/certificates.ts';
import { startChromium } from '../../peers/chromium.ts';
import { startFakeIssuer } from '../../peers/fake-issuer.ts';
import { startFakeStripe } from '../../peers/fake-stripe.ts';
import { startSmtpServer, type ReceivedMail } from '../../peers/smtp-server.ts';
import { checkLook, faults } from '../page-look.ts';

/*
 * The pages of logins with a second step hold the rules of accessibility: codes, room, sponsor, payment, the hint to another
 * browser and what goes wrong, by day and by night, from left to right and from right to left.
 */

tap.setTimeout(process.env['PORTAL_MATRIX'] === '1' ? 1_800_000 : 400_000);

const authority = new Authority();
const [smtp, stripe, issuer] = await Promise.all([
  startSmtpServer(authority),
  startFakeStripe(),
  startFakeIssuer(authority),
]);
const texts = createServer((_, response) => {
  response.end('queued');
});
texts.listen(0, '127.0.0.1');
await once(texts, 'listening');
const { port: textPort } = texts.address() as AddressInfo;
const publicUrl = 'http://portal.test';
const gateway = await GatewayProcess.start({
  GATEHOUSE_POLLING_ENABLED: 'false',
  GATEHOUSE_SMTP_HOST: '127.0.0.1',
  GATEHOUSE_SMTP_PORT: String(smtp.plainPort),
  GATEHOUSE_SMTP_TLS: 'off',
  GATEHOUSE_SMTP_FROM: 'wifi@hotel.test',
  GATEHOUSE_PORTAL_PUBLIC_URL: publicUrl,
  GATEHOUSE_HTTP_TRUSTED_PROXIES: '127.0.0.1',
  NODE_EXTRA_CA_CERTS: authority.file,
});
const { browser, stop } = await startChromium({ maxSeconds: 1_800 });
tap.teardown(async () => {
  await stop();
  await gateway.remove();
  texts.closeAllConnections();
  texts.close();
  await Promise.all([smtp.stop(), stripe.stop(), issuer.stop()]);
  authority.remove();
});
const base = `http://127.0.0.1:${gateway.httpPort}`;
const make = async (path: string, body: Json) => {
  const { status, body: made, text } = await gateway.gate('POST', path, body);
  if (status !== 201) throw new Error(text);
  return made;
};
await make('/access_point/', { name: 'ap', mac: 'AA:BB:CC:00:00:01' });
await make('/aaa_client/', { name: 'nas', address: '127.0.0.1', secret: 'a secret of 22 octets!' });
await make('/portal_service/', {
  name: 'texts',
  kind: 'sms',
  url: `http://127.0.0.1:${textPort}/send`,
  secret: 'key',
  settings: { body: '{text} {number}' },
});
await make('/portal_service/', {
  name: 'company',
  kind: 'oidc',
  url: issuer.url,
  secret: issuer.clientSecret,
  settings: { client_id: issuer.clientId, response_mode: 'form_post' },
});
const { id: pageId } = await make('/portal_page/', {
  name: 'lobby',
  title: 'Hotel Seaview',
  terms: 'Be kind.',
  login_kinds: ['email', 'sms', 'room', 'sponsor', 'payment', 'oidc', 'voucher'],
  login_options: {
    sponsor: { domains: ['firm.test'] },
    payment: {
      prices: [
        { name: 'One hour', amount: 300, currency: 'EUR', time: 3600 },
        { name: 'One day', amount: 900, currency: 'EUR', time: 86_400 },
      ],
    },
  },
  payment_url: stripe.url,
  payment_key: stripe.key,
});

const webView =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/126.0 Mobile Safari/537.36';

interface Look {
  readonly locale: 'en-GB' | 'ar';
  readonly theme: (typeof themes)[number];
  readonly schemes: readonly ('light' | 'dark')[];
  readonly widths: readonly (390 | 1440)[];
}

/** With PORTAL_MATRIX=1 each theme is looked at in both directions and sizes, by day and by night. */
const looks: readonly Look[] =
  process.env['PORTAL_MATRIX'] === '1'
    ? themes.flatMap((theme) =>
        (['en-GB', 'ar'] as const).map((locale): Look => ({
          locale,
          theme,
          schemes: ['light', 'dark'],
          widths: [1440, 390],
        })),
      )
    : [
        { locale: 'en-GB', theme: 'hotel', schemes: ['light'], widths: [390] },
        { locale: 'ar', theme: 'transport', schemes: ['dark'], widths: [1440] },
      ];

/** Returns the link in a mail, which is base64 where most of its letters are not ASCII. */
const linkIn = ({ content }: ReceivedMail) => {
  const [head = '', ...body] = content.split(/\r?\n\r?\n/);
  const text = /^Content-Transfer-Encoding: base64/im.test(head)
    ? Buffer.from(body.join(''), 'base64').toString()
    : body
        .join('\n')
        .replaceAll(/=\r?\n/g, '')
        .replaceAll('=3D', '=');
  const path = /http:\/\/portal\.test(\/portal\/\S+)/.exec(text)?.[1];
  if (path === undefined) throw new Error(`no link in ${text}`);
  return base + path;
};

let guests = 0;

/** A guest at the page, whose pages stay as they are while they are looked at. */
class Guest {
  readonly opened: Page;
  readonly #t: Test;
  readonly #look: Look;
  readonly name: string;
  isLooking = false;

  private constructor(t: Test, opened: Page, look: Look) {
    this.#t = t;
    this.opened = opened;
    this.#look = look;
    this.name = `guest${guests}-${look.theme}`;
  }

  static async open(t: Test, look: Look, userAgent?: string): Promise<Guest> {
    guests += 1;
    const context = await browser.newContext({
      locale: look.locale,
      viewport: { width: 390, height: 844 },
      extraHTTPHeaders: { 'x-forwarded-for': `10.8.0.${guests}` },
      ignoreHTTPSErrors: true,
      ...(userAgent !== undefined && { userAgent }),
    });
    t.teardown(() => context.close());
    const opened = await context.newPage();
    opened.setDefaultTimeout(30_000);
    const guest = new Guest(t, opened, look);
    // Other sites but the issuer are not there, and a page that looks again by itself waits.
    await context.route(/./, (route) => {
      const url = route.request().url();
      if (url.startsWith(`${publicUrl}/`)) {
        const headers = { location: url.replace(publicUrl, base) };
        return route.fulfill({ status: 307, headers });
      }
      const isHere = url.startsWith(base) || url.startsWith(issuer.url);
      const leaves = !isHere || (guest.isLooking && /step=|pending=/.test(url));
      return leaves ? route.abort('aborted') : route.continue();
    });
    return guest;
  }

  async visit(more = ''): Promise<void> {
    this.isLooking = false;
    const mac = `02:00:00:00:0E:${String(guests).padStart(2, '0')}`;
    await this.opened.goto(
      `${base}/portal/?ap_mac=AA:BB:CC:00:00:01&mac=${mac}&ip=10.8.0.${guests}${more}`,
    );
    for (const fold of await this.opened.locator('details.way > summary').all()) await fold.click();
  }

  /** Fills in a way to log in, and takes it. */
  async take(kind: string, fields: Readonly<Record<string, string>>): Promise<void> {
    this.isLooking = false;
    for (const [name, value] of Object.entries(fields)) await this.opened.fill(`#${name}`, value);
    const tick = this.opened.locator('input[name=accept]');
    if ((await tick.count()) > 0) await tick.check();
    await this.press(`button[value=${kind}]`);
  }

  async press(selector: string): Promise<void> {
    const replied = this.opened.waitForEvent('domcontentloaded');
    await this.opened.locator(selector).first().click();
    await replied;
  }

  /** Looks at the page, which must be in a state. @param mark  what only this state has */
  async look(state: string, mark: string): Promise<void> {
    await this.opened.waitForSelector(mark, { state: 'attached' });
    // With its style sheets.
    await this.opened.waitForLoadState();
    this.isLooking = true;
    const direction = this.#look.locale === 'ar' ? 'rtl' : 'ltr';
    this.#t.equal(await this.opened.locator('html').getAttribute('dir'), direction, state);
    for (const width of this.#look.widths) {
      await this.opened.setViewportSize({ width, height: 844 });
      for (const colorScheme of this.#look.schemes) {
        await this.opened.emulateMedia({ colorScheme });
        const name = [state, this.#look.theme, this.#look.locale, width, colorScheme].join('-');
        this.#t.same(await this.opened.evaluate(faults), [], name);
        await checkLook(this.#t, this.opened, `step-${name}`);
      }
    }
  }
}

async function setTheme(theme: Look['theme']): Promise<void> {
  await gateway.gate('PATCH', `/portal_page/${String(pageId)}/`, { theme });
}

for (const look of looks) {
  const name = `${look.locale}, ${look.theme}`;

  test(`${name}: codes by mail and SMS, the link on another device, and what is wrong`, async (t) => {
    await setTheme(look.theme);
    const guest = await Guest.open(t, look);
    await guest.visit();
    await guest.look('choice', 'input[name=price]');
    const email = `${guest.name}@example.net`;
    await guest.take('email', { email });
    await guest.look('email', '#code');
    await guest.opened.fill('#code', '000000');
    await guest.press('main button');
    await guest.look('wrong-code', '#code[aria-invalid]');
    const elsewhere = await Guest.open(t, look);
    await elsewhere.opened.goto(linkIn(await smtp.next(email)));
    await elsewhere.press('main button');
    await elsewhere.look('approved', '.notice.good');
    const other = await Guest.open(t, look);
    await other.visit();
    await other.take('sms', { phone: '123' });
    await other.look('wrong-number', '#phone[aria-invalid]');
    await other.take('sms', { phone: `+4366412345${guests}` });
    await other.look('sms', '#code');
    const late = await Guest.open(t, look);
    await late.opened.goto(`${base}/portal/oidc?state=x`);
    await late.look('expired', '.notice.bad');
  });

  test(`${name}: room, sponsor, payment, another browser, and a device that waits for RADIUS`, async (t) => {
    const guest = await Guest.open(t, look);
    await guest.visit();
    await guest.take('room', { room: '504', last_name: 'Müller' });
    await guest.look('room', '#problem');
    await guest.visit();
    const sponsor = `${guest.name}@firm.test`;
    await guest.take('sponsor', { sponsor, visitor: 'Ben' });
    await guest.look('sponsor-waits', 'script[data-next]');
    const host = await Guest.open(t, look);
    const link = linkIn(await smtp.next(sponsor));
    await host.opened.goto(link);
    await host.look('sponsor-question', 'button[value=no]');
    await host.press('button[value=no]');
    await host.look('sponsor-answered', '.notice.good');
    await host.opened.goto(link);
    await host.look('sponsor-over', '.notice.bad');

    await guest.visit();
    await guest.take('payment', {});
    await guest.look('payment-leaves', 'meta[http-equiv=refresh]');
    const paid = [...stripe.sessions.values()].at(-1)?.success_url ?? '';
    guest.isLooking = false;
    await guest.opened.goto(paid.replace(publicUrl, base));
    await guest.look('payment-waits', '.notice.good');

    const small = await Guest.open(t, look, webView);
    await small.visit();
    await small.take('oidc', {});
    await small.look('browser-hint', 'a[href^="intent:"]');
    const back = await Guest.open(t, look);
    await back.visit();
    await back.take('oidc', {});
    // The form of the issuer comes without cookies, the redirect after it has them.
    await back.look('posted-back', '.wait');

    const waiting = await Guest.open(t, look);
    await waiting.visit('&vendor=radius');
    const { code } = await make('/user_token/', { kind: 'network', time: 600 });
    await waiting.take('voucher', { code: String(code) });
    await waiting.look('pending', '.wait');
  });
}

test('every login that failed here has its reason in the log', async (t) => {
  const rows = results(await gateway.gate('GET', '/txlog_portal/?limit=100'));
  const details = rows.map(({ type, detail }) => `${String(type)} ${String(detail)}`);
  for (const reason of ['ve wrong code', 'er no active pms_link serves the access point'])
    t.ok(details.includes(reason), reason);
});
