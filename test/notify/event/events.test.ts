import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import tap, { test } from 'tap';
import { eventually, GatewayProcess, results, type Json } from '../../gateway-process.ts';
import { freeUdpPort } from '../../peers/port.ts';
import { openStream, parseEvents } from './event-stream.ts';

/* Streams of events of a gateway with a file, read by curl. */

const run = promisify(execFile);
const secret = 'a-secret-of-22-octets!';
const syslogPort = await freeUdpPort();
const gateway = await GatewayProcess.start({
  GATEHOUSE_POLLING_ENABLED: 'false',
  GATEHOUSE_SYSLOG_LISTENER_ENABLED: 'true',
  GATEHOUSE_SYSLOG_LISTENER_HOST: '127.0.0.1',
  GATEHOUSE_SYSLOG_LISTENER_PORT: String(syslogPort),
  GATEHOUSE_HTTP_METRICS_OPEN: 'true',
  GATEHOUSE_HTTP_EVENT_READERS_PER_TOKEN: '4',
  GATEHOUSE_HTTP_EVENT_READERS_PER_ORGANIZATION: '4',
});
tap.teardown(() => gateway.remove());

const made = async (path: string, body: Json, api: 'control' | 'gate' = 'gate') => {
  const answer = await gateway[api]('POST', path, body);
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.body;
};
const organization = Number((await made('/organization/', { name: 'North' }))['id']);
const shop = Number((await made('/organization/', { name: 'Shop', parent: organization }))['id']);
const tokenOf = async (role: string, place = organization) => {
  const username = `${role} of ${place}`;
  const user = await made('/user/', { username, organization: place, role });
  return made('/user_token/', { user: user['id'] });
};
const desk = await tokenOf('front_desk');
const reports = await tokenOf('reports');
const tenant = await tokenOf('admin');
const below = await tokenOf('admin', shop);
await made('/aaa_client/', { name: 'nas', address: '127.0.0.1', secret, organization });

const base = `http://127.0.0.1:${gateway.httpPort}`;
const open = (
  path: string,
  token: unknown = gateway.token,
  headers: Readonly<Record<string, string>> = {},
) => openStream(`${base}${path}`, { authorization: `Bearer ${String(token)}`, ...headers });
const ask = async (query: string, lastEventId?: string, token: string = gateway.token) => {
  const headers = { ...(lastEventId !== undefined && { 'last-event-id': lastEventId }) };
  const { status, text } = await gateway.ask('GET', `/gate/api/v1/events/${query}`, {
    token,
    headers,
  });
  return { status, text, events: status === 200 ? parseEvents(text) : [] };
};
const account = (type: string, session: string) =>
  run('sh', [
    '-c',
    `echo "Acct-Status-Type=${type}, Acct-Session-Id=${session}, User-Name=guest, NAS-IP-Address=192.0.2.1, Calling-Station-Id=02-00-5E-00-53-01" | radclient 127.0.0.1:${gateway.acctPort} acct ${secret}`,
  ]);

const root = await open('/control/api/v1/events/');
tap.teardown(() => root.close());

test('a session starts and stops, each once', async (t) => {
  t.match(root.head(), /^HTTP\/1.1 200/);
  t.match(root.head(), /content-type: text\/event-stream; charset=utf-8/);
  t.match(root.head(), /cache-control: no-store/);
  await account('Start', 'S1');
  const started = await root.next('session', { session_status: 'active' });
  t.match(started.content, {
    id: started.id,
    kind: 'session',
    organization,
    username: 'guest',
    callingstationid: '02-00-5E-00-53-01',
    acctsessionid: 'S1',
  });
  await account('Interim-Update', 'S1');
  await account('Stop', 'S1');
  await account('Stop', 'S1');
  const stopped = await root.next('session', { session_status: 'completed' });
  t.match(stopped.content, { radacctid: started.content['radacctid'], acctstoptime: /Z$/ });
  t.equal(root.events().filter(({ event }) => event === 'session').length, 2);
});

test('an operation, the state of its device and the alert of it are events', async (t) => {
  await made('/alert_rule/', { name: 'down', kind: 'device_down', seconds: 0 }, 'control');
  const device = await made(
    '/inventory_device/',
    { name: 'ap-1', type: 'linux', ip_address: '127.0.0.1', username: 'nobody' },
    'control',
  );
  const path = `/inventory_device_operation/${String(device['id'])}/`;
  const { body } = await gateway.control('PUT', path, { operation: 'sync' });
  const transaction = {
    id: body['id'],
    operation: 'sync',
    device: device['id'],
    device_name: 'ap-1',
  };
  t.match((await root.next('operation', { status: 'scheduled' })).content, transaction);
  t.match((await root.next('operation', { status: 'running' })).content, transaction);
  // A program whose name is that of the rows of state changes.
  const logger = ['-n', '127.0.0.1', '-P', String(syslogPort), '--udp', '-t', 'status', 'Up'];
  await run('logger', logger);
  const logged = `/inventory_device_log/?parent__id=${String(device['id'])}&variable_name=status`;
  await eventually(
    async () => results(await gateway.control('GET', logged)),
    (rows) => rows.length > 0,
  );
  await gateway.control('GET', `/inventory_device/${String(device['id'])}/?update_status=true`);
  t.match((await root.next('device', { status_text: 'Down' })).content, {
    change: 'status',
    device: device['id'],
    device_name: 'ap-1',
    old_value: 'Unknown',
  });
  t.equal(root.events().filter(({ event }) => event === 'device').length, 1);
  t.match((await root.next('alert', { state: 'firing' })).content, {
    rule_name: 'down',
    rule_kind: 'device_down',
    device_name: 'ap-1',
    message: /^ap-1 is down/,
  });
  await gateway.control('POST', `/inventory_transaction/${String(body['id'])}/cancel/`, {});
});

test('a stream shows what its role may read, of its organization and those below', async (t) => {
  const [guests, own] = await Promise.all([
    open('/gate/api/v1/events/', desk['token']),
    open(`/control/api/v1/events/?organization=${organization}&kind__in=session,device`),
  ]);
  await account('Start', 'S2');
  await made(
    '/inventory_device/',
    { name: 'ap-2', type: 'linux', ip_address: '127.0.0.1' },
    'control',
  );
  for (const stream of [guests, own]) await stream.next('session', { acctsessionid: 'S2' });
  await account('Stop', 'S2');
  for (const stream of [guests, own]) {
    await stream.next('session', { session_status: 'completed' });
    t.same(
      stream.events().map(({ event, content }) => [event, content['organization']]),
      [
        ['session', organization],
        ['session', organization],
      ],
    );
    stream.close();
    await stream.ended;
  }
  t.equal((await ask('?kind=alert', undefined, String(desk['token']))).status, 403);
  const ofReports = String(reports['token']);
  t.equal((await ask('?kind=session&seconds=0', undefined, ofReports)).status, 200);
  t.equal(
    (await ask('?kind=operation&seconds=0', undefined, ofReports)).status,
    403,
    'nor the list',
  );
  const cases = [
    [
      '?kind__in=session,guest',
      'Not valid: \\"guest\\". Known: device, session, operation, alert, user, voucher.',
    ],
    ['?kind=guest', 'kind'],
    ['?organization=999', 'object does not exist'],
    ['?seconds=-1', 'seconds'],
    ['?device=1', 'device'],
  ] as const;
  for (const [query, message] of cases) {
    const { status, text } = await ask(query);
    t.equal(status, 400, query);
    t.ok(text.includes(message), text);
  }
  t.match(await ask('?organization=1', undefined, String(tenant['token'])), { status: 400 });
});

test('a reader that comes back gets the missed events, or an error', async (t) => {
  const all = root.events();
  const [first] = all;
  const since = await ask('?seconds=0', first?.id);
  t.same(
    since.events.slice(0, -1).map(({ id, event }) => [id, event]),
    all.slice(1).map(({ id, event }) => [id, event]),
  );
  t.match(since.events.at(-1), { event: 'end', content: { reason: 'time' } });
  const { events: latest } = await ask('?seconds=0', since.events.at(-2)?.id);
  t.match(latest, [{ event: 'end' }]);
  for (const unknown of ['0.0', '7.999999', 'tomorrow'])
    t.match((await ask('?seconds=0', unknown)).events, [
      { event: 'reset', content: { detail: /Read the lists again/ } },
      { event: 'end' },
    ]);
  const head = await gateway.ask('HEAD', '/gate/api/v1/events/', { token: gateway.token });
  t.match(head, { status: 200, text: '' });
});

test('a token and a tenant have a number of streams, and the end of a token is theirs', async (t) => {
  const path = '/gate/api/v1/events/';
  await eventually(
    async () => (await gateway.ask('GET', '/metrics')).text,
    (metrics) => metrics.includes('gatehouse_event_readers 1\n'),
  );
  const streams = await Promise.all([0, 1, 2, 3].map(() => open(path, tenant['token'])));
  const refused = await gateway.ask('GET', path, { token: String(tenant['token']) });
  t.match(refused, { status: 503, text: /event_readers_per_token: 4/ });
  t.ok(Number(refused.headers.get('retry-after')) > 0);
  t.match(await ask('?seconds=0', undefined, String(below['token'])), {
    status: 503,
    text: /event_readers_per_organization: 4/,
  });
  t.equal((await ask('?seconds=0')).status, 200, 'another tenant is served');
  await gateway.gate('DELETE', `/user_token/${String(tenant['id'])}/`);
  for (const stream of streams) {
    t.equal(await stream.ended, 0);
    t.match(stream.events().at(-1), { event: 'end', content: { reason: 'unauthenticated' } });
  }
  const { text } = await gateway.ask('GET', '/metrics');
  t.match(text, /gatehouse_event_readers 1\n/);
  t.match(text, /gatehouse_event_readers_ended_total\{reason="unauthenticated"\} 4/);
});

test('an end of the gateway ends the streams at once', async (t) => {
  t.equal(await gateway.signal('SIGTERM'), 0);
  t.equal(await root.ended, 0);
  t.match(root.events().at(-1), { event: 'end', content: { reason: 'shutdown' } });
});
