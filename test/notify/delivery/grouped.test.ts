import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import tap, { test } from 'tap';
import { startAlertSite } from '../alert/fixture.ts';
import { Authority } from '../../peers/certificates.ts';
import { startSmtpServer } from '../../peers/smtp-server.ts';
import { startReceiver } from '../alert/receivers.ts';

/* Alerts that are sent together, and the forms of calls that services expect. */

const authority = new Authority();
const [receiver, mail] = await Promise.all([startReceiver(), startSmtpServer(authority)]);
const passwordFile = join(authority.folder, 'smtp-password');
writeFileSync(passwordFile, `${mail.password}\n`);
const site = await startAlertSite({
  GATEHOUSE_ALERTS_GROUP_SECONDS: '60',
  GATEHOUSE_HTTP_PUBLIC_URL: 'https://gate.example',
  GATEHOUSE_SMTP_HOST: '127.0.0.1',
  GATEHOUSE_SMTP_PORT: String(mail.securePort),
  GATEHOUSE_SMTP_CA: authority.file,
  GATEHOUSE_SMTP_USERNAME: mail.user,
  GATEHOUSE_SMTP_PASSWORD_FILE: passwordFile,
  GATEHOUSE_SMTP_TO: 'ops@example.org',
  GATEHOUSE_SMTP_FROM: 'gatehouse@example.org',
});
tap.teardown(async () => {
  await site.stop();
  receiver.close();
  await mail.stop();
  authority.remove();
});
const { create, request, ask } = site;
const secret = 'T000/B000/a-secret-path';
const urlOf = (path: string) => `http://127.0.0.1:${receiver.port}${path}`;
const hookOf = (fields: object) => create('/webhook/', { secret, ...fields });
await create('/alert_rule/', {
  name: 'down',
  kind: 'device_down',
  severity: 'critical',
  seconds: 0,
});

interface Group {
  readonly id: string;
  readonly type: string;
  readonly message: string;
  readonly alerts: readonly { readonly site: string; readonly message: string }[];
}

/** Has devices be down, each under its name. */
async function breakDown(
  names: readonly string[],
  fields: object = {},
): Promise<readonly number[]> {
  const ids: number[] = [];
  for (const name of names) ids.push(await site.addDevice(name, fields));
  for (const id of ids) await site.report(id, true);
  for (const id of ids) await site.report(id, false);
  await site.evaluateAfter(1);
  return ids;
}

const bodies = () => receiver.received.map(({ body }) => JSON.parse(body) as Group);
/** Letters with a text, with their lines as they were before they were folded. */
const lettersAbout = (text: string) =>
  mail
    .received()
    .map(({ content }) => ({ content: content.replaceAll(/=\r\n|\r\n(?= )/g, '') }))
    .filter(({ content }) => content.includes(text));

test('what happens within a minute is one mail and one call, which stay the same when they are repeated', async (t) => {
  const hook = await hookOf({ name: 'pager', url: urlOf('/pager') });
  await breakDown(['n1', 'n2']);
  t.equal(await site.deliverAfter(0), 0, 'they wait for others');
  await site.evaluateAfter(30);
  const later = await breakDown(['n3']);
  receiver.answer = 503;
  await site.deliverAfter(40);
  t.equal(receiver.received.length, 1);
  const letters = lettersAbout('n3 is down');
  t.equal(letters.length, 1);
  t.match(letters[0]?.content, /^Subject: \[critical\] 3 alerts at .*: 3 firing\r$/m);
  for (const name of ['n1', 'n2', 'n3']) t.match(letters[0]?.content, `${name} is down`);
  t.match(letters[0]?.content, 'https://gate.example/control/api/v1/alert/');

  await site.report(later[0] ?? 0, true);
  await site.evaluateAfter(61);
  receiver.answer = 204;
  await site.deliverAfter(200);
  const [first, ...others] = bodies();
  const again = others.find(({ id }) => id === first?.id);
  t.same(again?.alerts.length, 3, 'the same alerts under the same id');
  t.match(first, { type: 'alert.group', message: /^3 alerts at .*: 3 firing$/ });
  const resolved = others.find(({ id }) => id !== first?.id);
  t.match(resolved, { type: 'alert.resolved', message: /^n3 is up after \d+ s$/ });
  const [end] = lettersAbout('n3 is up');
  t.match(end?.content, /^Subject: \[resolved\] [^\r]*: n3 is up after \d+ s\r$/m);
  t.notMatch(end?.content, /^Subject:.*critical/m, 'what is over is not critical');
  t.match(await ask('GET', `/webhook/${String(hook['id'])}/`), { pending: 0, dead: 0 });
  await request('DELETE', `/webhook/${String(hook['id'])}/`);
});

test('a notice names the site, its local time, the link and how many devices are hidden', async (t) => {
  receiver.received.length = 0;
  const hook = await hookOf({ name: 'one', url: urlOf('/one') });
  const reply = await site.gate('POST', '/location/', { name: 'Annex', time_zone: 'Asia/Tokyo' });
  const location = reply['id'];
  const [uplink = 0] = await breakDown(['uplink'], { location });
  const below = [];
  for (const name of ['b1', 'b2'])
    below.push(await site.addDevice(name, { parent: uplink, location }));
  for (const id of below) {
    await site.report(id, true);
    await site.report(id, false);
  }
  await site.evaluateAfter(5);
  await site.deliverAfter(60);
  const [notice] = bodies();
  t.match(notice, {
    type: 'alert.firing',
    site: 'Annex',
    local_time: /^2026-03-01 2\d:\d\d Asia\/Tokyo$/,
    link: /^https:\/\/gate\.example\/control\/api\/v1\/alert\/[\w-]+\/$/,
    alert: { device_name: 'uplink', hidden_devices: 2 },
  });
  const [letter] = lettersAbout('uplink is down');
  t.match(letter?.content, /^Subject: \[critical\] Annex: uplink is down: .*; hides 2 devices\r$/m);
  await request('DELETE', `/webhook/${String(hook['id'])}/`);
});

test('a template writes what the service expects, and no reply shows the secret of its URL', async (t) => {
  for (const [template, path, field] of [
    ['telegram', '/bot{secret}/sendMessage', 'url'],
    ['ntfy', '/', 'url'],
    ['smoke signals', '/x', 'template'],
  ] as const) {
    const answer = await request('POST', '/webhook/', {
      name: 'x',
      secret,
      template,
      url: urlOf(path),
    });
    t.match(answer, { status: 400, body: { [field]: [String] } });
  }
  receiver.received.length = 0;
  const hooks = [
    await hookOf({ name: 'slack', template: 'slack', url: urlOf('/services/{secret}') }),
    await hookOf({ name: 'teams', template: 'teams', url: urlOf('/workflows/{secret}') }),
    await hookOf({
      name: 'telegram',
      template: 'telegram',
      url: urlOf('/bot{secret}/sendMessage?chat_id=-42'),
    }),
    await hookOf({ name: 'ntfy', template: 'ntfy', url: urlOf('/push/alarms') }),
  ];
  t.notMatch(JSON.stringify(hooks), 'a-secret-path');
  await breakDown(['<cellar> & co']);
  await site.deliverAfter(60);
  const calls = new Map(
    receiver.received.map(({ path, headers, body }) => [
      path,
      { body: JSON.parse(body) as object, signature: headers['gatehouse-signature'] },
    ]),
  );
  t.same([...calls.keys()].toSorted(), [
    '/botT000/B000/a-secret-path/sendMessage',
    '/push/',
    '/services/T000/B000/a-secret-path',
    '/workflows/T000/B000/a-secret-path',
  ]);
  const title = /^\[critical\] .*<cellar> & co is down: timeout: no answer$/;
  t.match(calls.get('/services/T000/B000/a-secret-path'), {
    body: { text: /^\*\[critical\] .*&lt;cellar&gt; &amp; co is down.*\*\n2026-03-01 .*\nhttps:/ },
    signature: undefined,
  });
  t.match(calls.get('/workflows/T000/B000/a-secret-path')?.body, {
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        content: {
          type: 'AdaptiveCard',
          body: [{ type: 'TextBlock', text: title }, { type: 'TextBlock' }],
          actions: [{ type: 'Action.OpenUrl', url: /^https:\/\/gate\.example\// }],
        },
      },
    ],
  });
  t.match(calls.get('/botT000/B000/a-secret-path/sendMessage')?.body, {
    chat_id: '-42',
    text: /<cellar> & co is down/,
  });
  t.match(calls.get('/push/')?.body, {
    topic: 'alarms',
    title,
    priority: 5,
    tags: ['critical'],
    click: /^https:\/\/gate\.example\//,
  });
  for (const { id } of hooks) await request('DELETE', `/webhook/${String(id)}/`);
});
