import { createHmac } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Counter, Gauge, Registry } from 'prom-client';
import tap, { test, type Test } from 'tap';
import { DeliveryTask } from '../../../src/notify/delivery/delivery-task.ts';
import { stateOf } from '../../../src/notify/alert/metric-conditions.ts';
import { Secret } from '../../../src/contract/secret.ts';
import { measureRejects } from '../../../src/radius/auth/reject-metrics.ts';
import { measureClients } from '../../../src/radius/core/client-metrics.ts';
import { measureDevices } from '../../../src/inventory/device/device-count.ts';
import { measureMachine } from '../../../src/start/machine-metrics.ts';
import { startAlertSite } from './fixture.ts';
import { Authority } from '../../peers/certificates.ts';
import { startSmtpServer } from '../../peers/smtp-server.ts';
import { startReceiver, startSyslog } from './receivers.ts';

/* Alerts of devices and their metrics, by a clock that stands still. */

const authority = new Authority();
const passwordFile = join(authority.folder, 'smtp-password');
const [receiver, mail, syslog] = await Promise.all([
  startReceiver(),
  startSmtpServer(authority),
  startSyslog(),
]);
writeFileSync(passwordFile, `${mail.password}\n`);
const site = await startAlertSite({
  GATEHOUSE_SMTP_HOST: '127.0.0.1',
  GATEHOUSE_SMTP_PORT: String(mail.securePort),
  GATEHOUSE_SMTP_CA: authority.file,
  GATEHOUSE_SMTP_USERNAME: mail.user,
  GATEHOUSE_SMTP_PASSWORD_FILE: passwordFile,
  GATEHOUSE_SMTP_TO: 'ops@example.org,night@example.org',
  GATEHOUSE_SMTP_FROM: 'gatehouse@example.org',
  GATEHOUSE_SYSLOG_HOST: '127.0.0.1',
  GATEHOUSE_SYSLOG_PORT: String(syslog.port),
});
tap.teardown(async () => {
  await site.stop();
  for (const peer of [receiver, syslog]) peer.close();
  await mail.stop();
  authority.remove();
});
const { list, ask, request, create } = site;

test('a dead switch before twelve access points makes one alert, and its end one', async (t) => {
  await create('/alert_rule/', { name: 'down', kind: 'device_down', severity: 'critical' });
  const floor = await site.addDevice('switch');
  const points: number[] = [];
  for (let index = 1; index <= 12; index += 1)
    points.push(await site.addDevice(`ap-${index}`, { parent: floor }));
  for (const id of [floor, ...points]) await site.report(id, true);
  await site.evaluateAfter(5);
  t.same(await list('/alert/'), []);

  await site.evaluateAfter(10);
  for (const id of points) await site.report(id, false);
  await site.evaluateAfter(90);
  t.same(await list('/alert/'), [], 'the switch was not polled since');
  await site.report(floor, false);
  await site.evaluateAfter(30);
  t.same(await list('/alert/'), [], 'its own tolerance is not over');
  await site.evaluateAfter(40);
  const [alert, ...others] = await list('/alert/?state=firing');
  t.match(alert, {
    device: floor,
    device_name: 'switch',
    kind: 'device_down',
    severity: 'critical',
    message: 'switch is down: timeout: no answer',
  });
  t.same(others, []);

  await site.evaluateAfter(600);
  await site.report(floor, true);
  await site.evaluateAfter(5);
  for (const id of points) await site.report(id, true);
  await site.evaluateAfter(70);
  await site.evaluateAfter(600);
  const [ended, ...more] = await list('/alert/');
  t.match(ended, { id: alert?.['id'], state: 'resolved' });
  t.same(more, []);
  const logged = await list('/inventory_device_log/?action=alert');
  t.match(logged, [
    { value: 'resolved', parent: { id: floor }, error_message: /^switch is up after \d+ s$/ },
    { value: 'firing', parent: { id: floor } },
  ]);
  t.equal(logged.length, 2);
});

test('a device that was found to be behind a dead one has no alert, and two that are found behind each other have', async (t) => {
  const [floor, ap] = [await site.addDevice('found floor'), await site.addDevice('found attic')];
  const { store } = site.gateway;
  const find = (id: number, found_parent: number | null) =>
    store.write([
      store.db.updateTable('inventory_device').set({ found_parent }).where('id', '=', id),
    ]);
  await find(ap, floor);
  for (const id of [floor, ap]) await site.report(id, true);
  for (const id of [floor, ap]) await site.report(id, false);
  await site.evaluateAfter(61);
  t.match(await list('/alert/?state=firing'), [{ device: floor }]);
  t.equal((await list('/alert/?state=firing')).length, 1);
  for (const id of [floor, ap]) await site.report(id, true);
  await site.evaluateAfter(700);
  await find(floor, ap);
  for (const id of [floor, ap]) await site.report(id, false);
  await site.evaluateAfter(61);
  t.equal((await list('/alert/?state=firing')).length, 2);
  for (const id of [floor, ap]) await site.report(id, true);
  await site.evaluateAfter(700);
  for (const id of [floor, ap]) await find(id, null);
});

test('an access point that stays down after its switch is back has an alert of its own', async (t) => {
  const [floor, ap] = [await site.addDevice('floor'), await site.addDevice('attic')];
  await ask('PATCH', `/inventory_device/${ap}/`, { parent: floor });
  for (const id of [floor, ap]) await site.report(id, true);
  for (const id of [floor, ap]) await site.report(id, false);
  await site.evaluateAfter(61);
  await site.report(floor, true);
  await site.evaluateAfter(5);
  await site.evaluateAfter(30);
  t.same((await list(`/alert/?device=${ap}`)).length, 0, 'it has time for a poll');
  await site.evaluateAfter(60);
  t.match(await list(`/alert/?device=${ap}`), [{ state: 'firing' }]);
  t.match(await request('PATCH', `/inventory_device/${floor}/`, { parent: ap }), {
    status: 400,
    body: { parent: [`Device ${ap} is connected through this one.`] },
  });
  for (const id of [floor, ap]) await site.report(id, true);
  await site.evaluateAfter(61);
});

test('a threshold tolerates, has hysteresis, and is acknowledged by a person', async (t) => {
  const ap = await site.addDevice('crowded');
  const threshold = { kind: 'threshold', metric: 'clients', operator: '>', threshold: 90 };
  await create('/alert_rule/', {
    name: 'crowd',
    ...threshold,
    clear_threshold: 80,
    polls: 3,
    seconds: 0,
    device: ap,
  });
  await site.evaluateAfter(0);
  for (const value of [95, 96, 70, 95, 96]) {
    await site.measure(ap, value);
    await site.evaluateAfter(10);
  }
  t.same((await list(`/alert/?device=${ap}`)).length, 0, 'never three in a row');
  await site.measure(ap, 97);
  await site.evaluateAfter(1);
  const [alert] = await list(`/alert/?device=${ap}`);
  t.match(alert, {
    state: 'firing',
    value: 97,
    threshold: 90,
    subject: 'sta',
    message: 'clients of crowded is 97 (> 90)',
  });
  const path = `/alert/${String(alert?.['id'])}`;
  const known = await request('POST', `${path}/acknowledge/`, { note: 'conference' });
  t.match(known, { status: 200, body: { state: 'acknowledged', acknowledged_by: 'admin' } });
  t.match(await request('POST', `${path}/acknowledge/`, {}), {
    status: 409,
    body: { detail: /acknowledged by admin/ },
  });
  await site.measure(ap, 85);
  await site.evaluateAfter(300);
  t.match(await ask('GET', `${path}/`), { state: 'acknowledged' }, '85 is between 80 and 90');
  await site.measure(ap, 79);
  await site.evaluateAfter(59);
  t.match(await ask('GET', `${path}/`), { state: 'acknowledged' });
  await site.evaluateAfter(2);
  t.match(await ask('GET', `${path}/`), {
    state: 'resolved',
    history: [
      { state: 'firing', user: null },
      { state: 'acknowledged', user: 'admin', message: 'conference' },
      { state: 'resolved', message: /^clients of crowded is 79 after \d+ s$/ },
    ],
  });
});

test('the last value of a device that no longer answers makes no alert, and ends one', async (t) => {
  const often = { poll_interval: 10 };
  const [ap, other] = [await site.addDevice('mute', often), await site.addDevice('deaf', often)];
  const rule = { kind: 'threshold', metric: 'clients', operator: '>', threshold: 90, polls: 1 };
  await create('/alert_rule/', { name: 'at once', ...rule, seconds: 0, device: ap });
  await create('/alert_rule/', { name: 'patient', ...rule, seconds: 300, device: other });
  await site.evaluateAfter(0);
  const port = 'interface eth0';
  await site.measure(ap, 95, port);
  await site.measure(other, 95);
  await site.evaluateAfter(1);
  await site.clock.advance(20_000);
  await site.measure(ap, 94, port);
  await site.measure(other, 94);
  await site.evaluateAfter(0);
  await site.clock.advance(44_000);
  await site.evaluateAfter(3600);
  const [alert] = await list(`/alert/?device=${ap}`);
  t.match(alert, { state: 'firing', value: 95 }, 'three polls and the time of one are not over');
  t.match(await list(`/alert/?device=${other}`), [{ state: 'firing' }], 'nor here');
  await site.measure(other, 20);
  await site.evaluateAfter(61);
  await site.evaluateAfter(61);
  await site.measure(other, 96);
  await site.evaluateAfter(0);
  await site.clock.advance(46_000);
  await site.evaluateAfter(3600);
  t.match(await ask('GET', `/alert/${String(alert?.['id'])}/`), {
    state: 'resolved',
    history: [
      { message: 'clients of mute, interface eth0, is 95 (> 90)' },
      { message: /^clients of mute, interface eth0, was last measured at 2026-\S+Z$/ },
    ],
  });
  t.match(await list(`/alert/?device=${other}`), [{ state: 'resolved' }], 'no second alert');
});

test('an alert that flaps is resolved later each time', async (t) => {
  const ap = await site.addDevice('flapping');
  const fired = async () => (await list(`/alert/?device=${ap}&kind=device_down`)).length;
  await site.report(ap, true);
  for (let round = 0; round < 6; round += 1) {
    await site.report(ap, false);
    await site.evaluateAfter(61);
    await site.report(ap, true);
    await site.evaluateAfter(130);
  }
  t.equal(await fired(), 3, 'of six');
  await site.evaluateAfter(16 * 60);
  t.match(await list(`/alert/?device=${ap}&state=resolved`), { length: 3 });
});

test('no alert fires in a maintenance, and a condition that lasts beyond it fires', async (t) => {
  const ap = await site.addDevice('rebuilt');
  const ends_at = new Date(site.clock.now().getTime() + 3_600_000).toISOString();
  const rule = await create('/alert_rule/', {
    name: 'works',
    kind: 'maintenance',
    device: ap,
    ends_at,
  });
  await site.report(ap, true);
  await site.report(ap, false);
  await site.evaluateAfter(3000);
  t.same(await list(`/alert/?device=${ap}`), []);
  await site.evaluateAfter(601);
  t.match(await list(`/alert/?device=${ap}`), [{ state: 'firing' }]);
  await request('DELETE', `/inventory_device/${ap}/`);
  await site.evaluateAfter(1);
  t.match(await list('/alert/?limit=1'), [{ state: 'resolved', device: null }]);
  await request('DELETE', `/alert_rule/${String(rule['id'])}/`);
});

test('a metric of the gateway has an alert for each series, and a counter one for its increase', async (t) => {
  const registers = [site.gateway.metrics];
  const waiting = new Gauge({ name: 'test_waiting', help: 'x', labelNames: ['realm'], registers });
  const rejects = new Counter({ name: 'test_rejects_total', help: 'x', registers });
  const above = (metric: string, threshold: number) =>
    create('/alert_rule/', {
      name: metric,
      kind: 'gateway',
      metric,
      operator: '>',
      threshold,
      seconds: 0,
      clear_seconds: 0,
    });
  await above('test_waiting', 100);
  await above('test_rejects_total', 30);
  waiting.set({ realm: 'a' }, 101);
  waiting.set({ realm: 'b' }, 100);
  rejects.inc(5000);
  await site.evaluateAfter(61);
  const fired = await list('/alert/?kind=gateway');
  t.match(fired, [{ device: null, value: 101, subject: /\{realm="a"\}$/ }]);
  t.equal(fired.length, 1, 'a counter is compared from its second sample on');
  waiting.set({ realm: 'a' }, NaN);
  await site.evaluateAfter(60);
  t.match(
    await list('/alert/?kind=gateway&state=firing'),
    [{ value: 101 }],
    'a value that could not be read is no evidence',
  );
  waiting.remove({ realm: 'a' });
  rejects.inc(80);
  await site.evaluateAfter(120);
  t.match(await list('/alert/?kind=gateway&state=firing'), [
    { rule_name: 'test_rejects_total', value: 40 },
  ]);
  await site.evaluateAfter(60);
  t.same(await list('/alert/?kind=gateway&state=firing'), []);
});

test('an alert about a gateway that is gone for good ends', async (t) => {
  const registers = [site.gateway.metrics];
  const depth = new Gauge({ name: 'test_depth', help: 'x', registers });
  const rule = {
    name: 'depth',
    kind: 'gateway',
    metric: 'test_depth',
    operator: '>',
    threshold: 1,
  };
  const { id } = await create('/alert_rule/', { ...rule, seconds: 0, clear_seconds: 0 });
  depth.set(2);
  await site.evaluateAfter(61);
  const own = await list('/alert/?kind=gateway&state=firing');
  t.match(own, [{ rule_name: 'depth', value: 2 }]);
  const metrics = new Registry();
  new Gauge({ name: 'test_depth', help: 'x', registers: [metrics] }).set(0);
  await site.neighbour(metrics).run();
  t.match(
    await list('/alert/?kind=gateway&state=firing'),
    [{ id: own[0]?.['id'] }],
    'a gateway on a machine of the same name measures its own',
  );
  // The series of this gateway as one of a gateway on the same store.
  const { db } = site.gateway.store;
  const foreign = {
    key: `${String(id)}:0:elsewhere{}`,
    subject: 'elsewhere{}',
    // Its clock is an hour behind.
    measured_at: site.gateway.now().getTime() - 3_600_000,
  };
  const ofRule = db.updateTable('alert_condition').set(foreign).where('rule', '=', Number(id));
  await site.gateway.store.write([ofRule]);
  await site.evaluateAfter(61);
  await site.clock.advance(400_000);
  await site.evaluateAfter(0);
  const firing = async () => (await list('/alert/?kind=gateway&state=firing')).length;
  t.equal(await firing(), 2, 'a gateway that restarts keeps its alerts');
  await site.clock.advance(200_000);
  await site.evaluateAfter(0);
  t.equal(await firing(), 1, 'its own goes on');
  t.match(await ask('GET', `/alert/${String(own[0]?.['id'])}/`), {
    state: 'resolved',
    history: [
      { state: 'firing' },
      { message: /^test_depth of elsewhere\{\} was last measured at \S+Z: its gateway is gone$/ },
    ],
  });
  await request('DELETE', `/alert_rule/${String(id)}/`);
  await site.evaluateAfter(1);
});

test('a client that is silent, a full disk and a clock that is set have alerts of their own', async (t) => {
  const { clock, gateway } = site;
  let { data_dir } = gateway.config;
  const config = { ...gateway.config };
  Object.defineProperty(config, 'data_dir', { get: () => data_dir });
  measureDevices(gateway);
  measureClients(gateway);
  measureRejects(gateway);
  measureMachine({ ...gateway, config });
  const names = {
    gatehouse_radius_client_silent_seconds: ['>', 3600],
    gatehouse_devices: ['>', 1e6],
    gatehouse_disk_free_ratio: ['>=', 0],
    gatehouse_clock_set_seconds_total: ['>', 10],
  } as const;
  for (const [metric, [operator, threshold]] of Object.entries(names))
    await create('/alert_rule/', {
      name: metric,
      kind: 'gateway',
      metric,
      operator,
      threshold,
      seconds: 0,
      clear_seconds: 0,
    });
  const values = {
    organization: 1,
    name: 'lobby',
    address: '192.0.2.7',
    secret: gateway.vault.seal(new Secret('a-secret'), 'aaa_client.secret'),
    created: 0,
    last_change: 0,
    last_seen: clock.now().getTime(),
  };
  await gateway.store.write([gateway.store.db.insertInto('aaa_client').values(values)]);
  const firing = async () =>
    (await list('/alert/?kind=gateway&state=firing&limit=100')).map((alert) => alert['rule_name']);
  await site.evaluateAfter(61);
  t.same(await firing(), ['gatehouse_disk_free_ratio']);
  data_dir = '/does/not/exist';
  await site.evaluateAfter(61);
  t.match(await gateway.metrics.metrics(), /^gatehouse_disk_free_ratio nan$/im);
  t.ok((await firing()).includes('gatehouse_disk_free_ratio'), 'it is as it was');
  ({ data_dir } = gateway.config);
  // The date of this clock moves apart from its monotonic time.
  await site.evaluateAfter(3601);
  t.same((await firing()).sort(), [
    'gatehouse_clock_set_seconds_total',
    'gatehouse_disk_free_ratio',
    'gatehouse_radius_client_silent_seconds',
  ]);
  const seen = gateway.store.db.updateTable('aaa_client').set({ last_seen: clock.now().getTime() });
  await gateway.store.write([seen]);
  await site.evaluateAfter(-86_400);
  t.notOk((await firing()).includes('gatehouse_radius_client_silent_seconds'), 'it sends again');
  await site.evaluateAfter(86_400);
  const rules = await list('/alert_rule/?kind=gateway&limit=100');
  for (const { id } of rules) await request('DELETE', `/alert_rule/${String(id)}/`);
  await site.evaluateAfter(1);
  t.same(await firing(), []);
  const text = await gateway.metrics.metrics();
  t.match(text, /gatehouse_devices\{status="\w+"\} \d+/);
});

test('a client whose logins are rejected out of the ordinary has an alert, until they are not', async (t) => {
  const { gateway } = site;
  const registers = [gateway.metrics];
  const packets = new Counter({
    name: 'gatehouse_radius_packets_total',
    help: 'x',
    labelNames: ['port', 'client', 'type', 'outcome'],
    registers,
  });
  const answer = (client: string, outcome: string, count: number) => {
    packets.inc({ port: 'auth', client, type: 'access-request', outcome }, count);
  };
  const metric = 'gatehouse_radius_reject_excess_ratio';
  const rule = { kind: 'gateway', metric, operator: '>', seconds: 0, clear_seconds: 0 };
  await create('/alert_rule/', { ...rule, name: 'any', threshold: 0.3, clear_threshold: 0.1 });
  const labels = { client: 'attic' };
  const own = await create('/alert_rule/', { ...rule, name: 'attic', threshold: 0.05, labels });
  t.same(own['labels'], labels);
  const firing = async () =>
    (await list('/alert/?kind=gateway&state=firing&limit=100')).map(
      ({ rule_name, subject }) => `${String(rule_name)} ${/".*"/.exec(String(subject))?.[0] ?? ''}`,
    );
  // A tenth of the logins is rejected; in the attic a half, as ever.
  const minute = async (lobby: number, attic: number) => {
    answer('lobby', 'accepted', 20 - lobby);
    answer('lobby', 'refused', lobby);
    answer('attic', 'proxied_accept', 20 - attic);
    answer('attic', 'proxied_reject', attic);
    answer('gym', 'refused', 3);
    await site.evaluateAfter(61);
  };
  for (let past = 0; past < 12; past += 1) await minute(2, 10);
  t.same(await firing(), []);
  for (let past = 0; past < 4; past += 1) await minute(14, 10);
  t.same(await firing(), ['any "lobby"'], 'the gym has no share of its own yet');
  await minute(2, 13);
  await minute(2, 13);
  t.same((await firing()).sort(), ['any "lobby"', 'attic "attic"']);
  for (let past = 0; past < 5; past += 1) await minute(2, 10);
  t.same(await firing(), []);
  const [ended] = await list('/alert/?kind=gateway&state=resolved&limit=1');
  t.match(await ask('GET', `/alert/${String(ended?.['id'])}/`), {
    history: [{ state: 'firing', message: new RegExp(metric) }, { state: 'resolved' }],
  });
  for (const { id } of await list('/alert_rule/?kind=gateway&limit=100'))
    await request('DELETE', `/alert_rule/${String(id)}/`);
});

test('a rule that does not fit its kind is refused by field', async (t) => {
  for (const [body, field] of [
    [{ kind: 'threshold', operator: '>', threshold: 1 }, 'metric'],
    [{ kind: 'threshold', metric: 'm', threshold: 1 }, 'operator'],
    [{ kind: 'device_down', threshold: 1 }, 'threshold'],
    [{ kind: 'device_down', polls: 2 }, 'polls'],
    [{ kind: 'device_down', ends_at: '2026-01-01' }, 'ends_at'],
    [{ kind: 'maintenance', starts_at: '2026-01-02', ends_at: '2026-01-01' }, 'ends_at'],
    [
      { kind: 'threshold', metric: 'm', operator: '<', threshold: 5, clear_threshold: 4 },
      'clear_threshold',
    ],
    [{ kind: 'gateway', metric: 'm', operator: '>', threshold: 1, device: 1 }, 'device'],
    [{ kind: 'threshold', metric: 'm', operator: '>', threshold: 1, labels: { a: 'b' } }, 'labels'],
    [{ kind: 'no such' }, 'kind'],
    [{ kind: 'device_down', minutes: 2 }, 'minutes'],
  ] as const)
    t.match(await request('POST', '/alert_rule/', { name: 'x', ...body }), {
      status: 400,
      body: { [field]: [String] },
    });
});

interface Notice {
  readonly body: string;
  readonly event: string;
  readonly signature: string;
}

function checkNotice(
  t: Test,
  { body, event, signature }: Notice,
  { secret, ap }: { readonly secret: string; readonly ap: number },
): void {
  const seconds = Math.floor(site.clock.now().getTime() / 1000);
  const digest = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  t.equal(signature, `t=${seconds},v1=${digest}`);
  t.match(JSON.parse(body), {
    id: event,
    type: 'alert.firing',
    message: 'porch is down: timeout: no answer',
    alert: { rule: 'down', severity: 'critical', device: ap, device_name: 'porch' },
  });
}

test('an alert reaches a webhook that fails first, mail and syslog', async (t) => {
  while ((await site.deliverAfter(0)) > 0);
  for (const peer of [receiver, syslog]) peer.received.length = 0;
  const secret = 'a secret of 22 octets!';
  const hook = await create('/webhook/', {
    name: 'pager',
    url: `http://127.0.0.1:${receiver.port}/in?x=1`,
    secret,
  });
  t.notMatch(JSON.stringify(hook), /a secret/);
  const path = `/webhook/${String(hook['id'])}`;
  const ap = await site.addDevice('porch');
  await site.report(ap, true);
  await site.report(ap, false);
  receiver.answer = 503;
  await site.evaluateAfter(61);
  t.equal(await site.deliverAfter(0), 3);
  const failed = await list(`${path}/deliveries/?state=pending`);
  t.match(failed, [{ attempts: 1, last_error: `http://127.0.0.1:${receiver.port} answered 503` }]);
  t.equal(await site.deliverAfter(5), 0, 'it waits');
  receiver.answer = 204;
  t.equal(await site.deliverAfter(7), 1);
  t.match(await ask('GET', `${path}/`), { pending: 0, dead: 0 });

  const [first, second] = receiver.received.map(({ headers, body }) => ({
    body,
    event: String(headers['gatehouse-event']),
    signature: String(headers['gatehouse-signature']),
  }));
  t.same({ ...first, signature: '' }, { ...second, signature: '' }, 'the same event');
  if (second) checkNotice(t, second, { secret, ap });
  const letter = await mail.next('porch is down');
  t.match(letter, { login: mail.user, isEncrypted: true });
  t.same(letter.recipients, ['ops@example.org', 'night@example.org']);
  t.match(letter.content, /^To: ops@example\.org, night@example\.org\r$/m);
  t.match(letter.content, /^Subject: \[critical\] [^\r]+: porch is down: timeout: no answer\r$/m);
  t.match(
    await syslog.next('porch is down'),
    /^<130>1 2026-03-\d\dT[\d:.]+Z \S+ gatehouse \d+ alert\.firing \[gatehouse@32473 event="[^"]+" alert="[^"]+" severity="critical" rule="down" device="porch"\] porch is down: timeout: no answer$/,
  );

  receiver.answer = 500;
  await site.report(ap, true);
  await site.evaluateAfter(61);
  for (let attempt = 1; attempt <= 12; attempt += 1) await site.deliverAfter(4000);
  t.match(await ask('GET', `${path}/`), { pending: 0, dead: 1 });
  receiver.answer = 200;
  t.match(await ask('POST', `${path}/replay/`, {}), { replayed: 1 });
  receiver.received.length = 0;
  receiver.answer = 500;
  for (let attempt = 1; attempt <= 12; attempt += 1) await site.deliverAfter(4000);
  const [dead = {}] = await list('/delivery/?state=dead&ordering=-id');
  t.match(dead, { channel: 'webhook', webhook: Number, attempts: 12, last_error: /answered 500/ });
  receiver.answer = 200;
  receiver.received.length = 0;
  const again = `/delivery/${String(dead['id'])}/replay/`;
  t.match(await ask('POST', again, {}), { state: 'pending', attempts: 0 });
  await site.deliverAfter(0);
  t.match(receiver.received, [{ body: /"type":"alert.resolved"/ }]);
  t.match(await ask('POST', again, {}), { state: 'delivered' }, 'one that arrived is left alone');
  t.match(await request('PATCH', `${path}/`, { url: 'http://192.0.2.1/' }), {
    status: 400,
    body: { secret: ['This field is required with another url.'] },
  });
  await request('DELETE', `${path}/`);
});

test('a mail that cannot be sent says why in its delivery, and never the password', async (t) => {
  const wrong = join(authority.folder, 'wrong-password');
  writeFileSync(wrong, 'mail pa55word\n');
  const ap = await site.addDevice('cellar');
  await site.report(ap, true);
  await site.report(ap, false);
  await site.evaluateAfter(61);
  const { store, config } = site.gateway;
  const { db } = store;
  const retry = () =>
    store.write([
      db
        .updateTable('delivery')
        .set({ state: 'pending', attempts: 0, next_try: 0 })
        .where('channel', '=', 'mail')
        .where('message', 'like', 'cellar is down%'),
    ]);
  for (const [smtp, reason] of [
    [{ password_file: wrong }, /: Invalid login: 535 5\.7\.8 wrong password: \*\*\*$/],
    [{ username: '' }, /: Mail command failed: 530 5\.7\.0 Authentication required$/],
    [{ ca: '' }, /: unable to verify the first certificate/],
    [{ host: 'localhost' }, /: Hostname\/IP does not match certificate's altnames: /],
    [
      { port: mail.plainPort },
      /: Error upgrading connection with STARTTLS: 454 TLS not available$/,
    ],
    [{ tls: 'off' }, /: Mail command failed: 530 Must issue a STARTTLS command first$/],
    [{ password_file: join(authority.folder, 'none') }, /^smtp\.password_file: ENOENT: /],
    [{ ca: join(authority.folder, 'none') }, /^smtp\.ca: ENOENT: /],
  ] as const) {
    await retry();
    const changed = { ...config, smtp: { ...config.smtp, ...smtp } };
    const metrics = new Registry();
    await new DeliveryTask({ ...site.gateway, metrics, config: changed }).run();
    const { last_error } = await db
      .selectFrom('delivery')
      .select('last_error')
      .where('channel', '=', 'mail')
      .where('message', 'like', 'cellar is down%')
      .executeTakeFirstOrThrow();
    t.match(last_error, reason, JSON.stringify(smtp));
    t.notMatch(last_error, 'pa55word');
  }
  await retry();
  while ((await site.deliverAfter(0)) > 0);
  await mail.next('cellar is down');
  const letters = mail.received().filter(({ content }) => content.includes('cellar is down'));
  t.equal(letters.length, 1, 'only the last attempt');
});

test('a result is compared with a threshold by its operator', (t) => {
  for (const [operator, value, state] of [
    ['>', 10, 'between'],
    ['>', 10.1, 'fulfilled'],
    ['>', 8, 'clear'],
    ['>=', 10, 'fulfilled'],
    ['<', 10, 'clear'],
    ['<', 7, 'fulfilled'],
    ['<=', 10, 'fulfilled'],
  ] as const)
    t.equal(
      stateOf({ operator, threshold: 10, clear_threshold: 8 }, value),
      state,
      `${value} ${operator} 10`,
    );
  t.end();
});

test('devices that are misconfigured have one alert for each connection profile', async (t) => {
  await create('/alert_rule/', { name: 'wrong', kind: 'device_misconfigured', seconds: 60 });
  const profileOf = async (name: string) =>
    (await create('/inventory_connection_profile/', { name }))['id'];
  const [first, second] = [await profileOf('floors'), await profileOf('roofs')];
  const added = async (name: string, connection_profile: unknown) =>
    site.addDevice(name, { connection_profile });
  const floors = [await added('f1', first), await added('f2', first), await added('f3', first)];
  const roof = await added('r1', second);
  const refused = 'refused: All configured authentication methods failed';
  for (const id of [...floors, roof]) await site.report(id, false, refused);
  await site.evaluateAfter(0);
  await site.evaluateAfter(61);
  const firing = async () => {
    const alerts = await list('/alert/?state=firing');
    return alerts.filter(({ kind }) => kind === 'device_misconfigured');
  };
  const found = await firing();
  t.same(found.map(({ message }) => message).toSorted(), [
    `connection profile floors (${String(first)}): f1 and 2 more misconfigured: ${refused}`,
    `connection profile roofs (${String(second)}): r1 misconfigured: ${refused}`,
  ]);
  t.match(found, [{ severity: 'warning', device: null }, {}]);
  for (const id of [...floors, roof])
    t.same(await list(`/alert/?device=${id}`), [], 'none of them is down');
  await site.report(roof, true);
  await site.evaluateAfter(5);
  await site.evaluateAfter(120);
  t.match(await firing(), [{ subject: /floors/ }], 'that of the roofs is resolved');
});
