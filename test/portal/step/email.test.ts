import tap, { test } from 'tap';
import { GatewayProcess, results, type Json } from '../../gateway-process.ts';
import { Authority } from '../../peers/certificates.ts';
import { startSmtpServer, type ReceivedMail } from '../../peers/smtp-server.ts';
import { GuestBrowser } from './guest-browser.ts';

/* Guests who log in with a code that a real SMTP server takes for them, of a gateway that is killed as well. */

tap.setTimeout(200_000);

const authority = new Authority();
const smtp = await startSmtpServer(authority);

const environment = (port: number) => ({
  GATEHOUSE_POLLING_ENABLED: 'false',
  GATEHOUSE_SMTP_HOST: '127.0.0.1',
  GATEHOUSE_SMTP_PORT: String(port),
  GATEHOUSE_SMTP_TLS: 'off',
  GATEHOUSE_SMTP_FROM: 'wifi@hotel.test',
  GATEHOUSE_PORTAL_PUBLIC_URL: 'http://portal.test',
});
const gateway = await GatewayProcess.start(environment(smtp.plainPort));
tap.teardown(async () => {
  await gateway.remove();
  await smtp.stop();
});
const base = `http://127.0.0.1:${gateway.httpPort}`;
const make = async (path: string, body: Json) => (await gateway.gate('POST', path, body)).body;
await make('/access_point/', { name: 'ap', mac: 'AA:BB:CC:00:00:01' });
const profile = await make('/aaa_profile/', {
  name: 'guests',
  reply_attributes: [{ attribute: 'Session-Timeout', value: '7200' }],
});
await make('/portal_page/', {
  name: 'lobby',
  title: 'Hotel Seaview',
  login_kinds: ['email', 'voucher'],
  guest_profile: profile['id'],
  terms: 'Be kind.',
  terms_version: '7',
});

let device = 0;
function guest(language = 'en') {
  device += 1;
  const mac = `02:00:00:00:07:${String(device).padStart(2, '0')}`;
  const query = new URLSearchParams({ ap_mac: 'AA:BB:CC:00:00:01', mac, ip: '10.0.0.9' });
  const browser = new GuestBrowser(base, { 'accept-language': language });
  return { mac, browser, address: `/portal/?${query.toString()}` };
}

const codeOf = ({ content }: ReceivedMail) => /\b\d{6}\b/.exec(content)?.[0] ?? '';

test('a code by mail lets in, once', async (t) => {
  const { mac, browser, address } = guest();
  await browser.open(address);
  const sent = await browser.post('name="email"', {
    email: ' Anna@Example.NET ',
    accept: 'yes',
    kind: 'email',
  });
  t.equal(sent.status, 200);
  t.match(sent.text, /A code was sent to <strong dir="auto">anna@example.net/);
  const mail = await smtp.next('anna@example.net');
  t.equal((await browser.post('name="code"', { code: '000000' })).status, 400);
  t.match(browser.shown.text, /not right/);
  const done = await browser.post('name="code"', { code: codeOf(mail) });
  t.equal(done.status, 200);
  t.match(done.text, /You are logged in/);
  t.match(results(await gateway.gate('GET', '/aaa_accounting/?limit=1'))[0], {
    username: 'email:anna@example.net:1',
    callingstationid: mac.replaceAll(':', '-'),
  });
  const log = results(await gateway.gate('GET', '/txlog_portal/?limit=20')).toReversed();
  t.same(
    log.map(({ type, status, detail }) => `${String(type)} ${String(status)} ${String(detail)}`),
    [
      'pv 200 ',
      'ms 200 email',
      've 400 wrong code',
      'ur 200 ',
      've 200 ',
      'ua 200 terms accepted: version 7',
      'ui 200 ',
    ],
  );
});
