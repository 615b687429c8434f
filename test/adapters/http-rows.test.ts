import { once } from 'node:events';
import tap, { test } from 'tap';
import http from '../../adapters/http.ts';
import { createServer } from '../../src/runtime/node-http.ts';
import { validateAgainst } from '../../src/contract/schema.ts';

/* Numbers by name over HTTP: those of a list, of lists in its entries, and of one request for each entry. */

/** Replies of the server, by path; a path without one is refused. */
const replies = new Map<string, unknown>();
const asked: string[] = [];
const server = createServer((request, response) => {
  const path = request.url ?? '';
  asked.push(path);
  const reply = replies.get(path);
  const text = typeof reply === 'string' ? reply : JSON.stringify(reply);
  if (reply === undefined) response.writeHead(404).end('{"message":"no such access point"}');
  else response.writeHead(200).end(text);
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const address = server.address();
const port = typeof address === 'object' && address !== null ? address.port : 0;
tap.teardown(() => {
  http.close?.();
  server.closeAllConnections();
  server.close();
});

type Target = Parameters<NonNullable<typeof http.operate>>[0];
const given = { port, tls: 'off', values: { site: 'beach' } };
const target: Target = {
  name: 'controller',
  host: '127.0.0.1',
  checkHostKey: () => Promise.resolve(false),
  credentials: {},
  options: validateAgainst(http.options, given, 'options'),
};

async function read(...commands: object[]) {
  const requests = commands.map((one, at) => {
    const command = validateAgainst<Record<string, unknown>>(http.command, { ...one }, 'command');
    http.checkCommand?.(command);
    return { variable: `v${at}`, command };
  });
  const context = { signal: AbortSignal.timeout(30_000), log: () => undefined };
  return (await http.read?.(target, requests, context)) ?? [];
}

const textsOf = async (...commands: object[]) =>
  (await read(...commands)).map((one) => ('fault' in one ? one.fault : one.value));

const aps = {
  data: [
    {
      name: 'ap-lobby',
      mac: '02:00:5e:10:00:02',
      type: 'uap',
      radios: [
        { name: 'wifi0', channel: 6, busy: '20', rx: 4, tx: 1.5, octets: 18446744073709551615n },
        { name: 'wifi1', channel: '36/ax/Ceee', busy: -1, octets: '18446744073709551614' },
      ],
    },
    { name: 'switch', type: 'usw' },
    { name: '', mac: '02:00:5e:10:00:03', type: 'uap', radios: [{ name: 'wifi0', channel: 11 }] },
    { type: 'uap', radios: [{ name: 'wifi0', channel: 1 }] },
    { name: 'ap-away', type: 'uap', radios: null },
  ],
};
const bigJson = (value: unknown) =>
  JSON.stringify(value, (_key, one: unknown) =>
    typeof one === 'bigint' ? `#${one}#` : one,
  ).replaceAll(/"#(\d+)#"/g, '$1');
const radios = {
  path: '/aps',
  at: '/data',
  rows: { name: ['/name', '/mac'], inner: { at: '/radios', name: '/name' } },
};

test('numbers in lists of a list have the names of both', async (t) => {
  replies.set('/aps', bigJson(aps));
  asked.length = 0;
  t.same(
    await read(
      { ...radios, find: { type: 'uap' }, value: '/channel' },
      { ...radios, value: '/channel', match: '^(\\d+)' },
      { ...radios, value: '/busy', rows: { ...radios.rows, plus: ['/rx', '/tx'] } },
      { ...radios, value: '/octets' },
      { ...radios, rows: { name: '/name', inner: { at: '/radios/0' } }, value: '' },
    ),
    [
      {
        variable: 'v0',
        value: '{"ap-lobby wifi0":6,"02:00:5e:10:00:03 wifi0":11}',
        rows: [
          { name: 'ap-lobby wifi0', value: 6 },
          { name: '02:00:5e:10:00:03 wifi0', value: 11 },
        ],
      },
      {
        variable: 'v1',
        value: '{"ap-lobby wifi0":6,"ap-lobby wifi1":36,"02:00:5e:10:00:03 wifi0":11}',
        rows: [
          { name: 'ap-lobby wifi0', value: 6 },
          { name: 'ap-lobby wifi1', value: 36 },
          { name: '02:00:5e:10:00:03 wifi0', value: 11 },
        ],
      },
      {
        variable: 'v2',
        value: '{"ap-lobby wifi0":25.5,"ap-lobby wifi1":-1}',
        rows: [
          { name: 'ap-lobby wifi0', value: 25.5 },
          { name: 'ap-lobby wifi1', value: -1 },
        ],
      },
      {
        variable: 'v3',
        value: '{"ap-lobby wifi0":18446744073709551615,"ap-lobby wifi1":18446744073709551614}',
        rows: [
          { name: 'ap-lobby wifi0', value: 18446744073709551615n },
          { name: 'ap-lobby wifi1', value: 18446744073709551614n },
        ],
      },
      {
        variable: 'v4',
        value:
          '{"ap-lobby channel":6,"ap-lobby busy":20,"ap-lobby rx":4,"ap-lobby tx":1.5,"ap-lobby octets":18446744073709551615}',
        rows: [
          { name: 'ap-lobby channel', value: 6 },
          { name: 'ap-lobby busy', value: 20 },
          { name: 'ap-lobby rx', value: 4 },
          { name: 'ap-lobby tx', value: 1.5 },
          { name: 'ap-lobby octets', value: 18446744073709551615n },
        ],
      },
    ],
  );
  t.same(asked, ['/aps'], 'one request for all');
});

test('numbers may belong to entries, and all of them may become one value', async (t) => {
  replies.set('/clients', {
    phy0: { list: [{ mac: 'a' }, { mac: 'b' }] },
    phy1: { list: { c: {} } },
    phy2: { list: 'none' },
    phy3: { list: [] },
  });
  const clients = { path: '/clients', rows: { count: true }, value: '/list' };
  const missing = { path: '/clients', rows: {}, value: '/n' };
  replies.set('/signals', [{ signal: '-49' }, { signal: '-60' }, { signal: '-60' }]);
  t.match(
    await textsOf(
      clients,
      { ...clients, reduce: 'sum' },
      { ...clients, reduce: 'count' },
      { ...clients, reduce: 'mean' },
      { ...clients, reduce: 'max' },
      { ...missing, reduce: 'sum' },
      { ...missing, reduce: 'mean' },
      { path: '/signals', reduce: 'mean', value: '/signal' },
    ),
    ['{"phy0":2,"phy1":1,"phy3":0}', 3, 3, 1, 2, /no number with a name/, /no number/, -56.33],
  );
});

test('entries of an object have its names, entries of a list only their own names', async (t) => {
  replies.set('/status', { radio0: { up: true, channel: 6 }, 'radio/1': { channel: '36' } });
  replies.set('/same', [
    { name: 'EAP225', mac: 'a1', n: 1 },
    { name: 'EAP225', mac: 'a2', n: 2 },
    { name: 'EAP225', n: 3 },
  ]);
  replies.set('/list', [{ name: 'a', n: 1 }, { n: 2 }, 'b', null, { name: 'a', n: 3 }]);
  t.same(
    await textsOf(
      { path: '/status', rows: {}, value: '/channel' },
      { path: '/list', rows: { name: '/name' }, value: '/n' },
      { path: '/list', rows: {}, value: '/n' },
      { path: '/same', rows: { name: ['/name', '/mac'] }, value: '/n' },
    ),
    [
      '{"radio0":6,"radio/1":36}',
      '{"a":3}',
      `controller (127.0.0.1, port ${port}): GET /list: the reply has no number with a name at "/*/n"`,
      '{"EAP225":3,"a2":2}',
    ],
  );
});

test('a reply of another form is a reading whose reason names the place', async (t) => {
  replies.set('/aps', bigJson(aps));
  replies.set('/wrong', { data: [{ name: 'ap', radios: 'none' }] });
  replies.set(
    '/many',
    Array.from({ length: 4097 }, (_, at) => ({ name: `ap-${at}`, n: at })),
  );
  replies.set('/long', `[${'1,'.repeat(2_000_000)}1]`);
  replies.set(
    '/deep',
    Array.from({ length: 3 }, () => ({ name: 'ap', n: Array.from({ length: 2000 }, () => 1) })),
  );
  replies.set('/text', 'busy');
  replies.set('/empty', []);
  const long = { name: 'x', n: '1'.repeat(65) };
  replies.set('/numbers', [
    { name: 'a', n: 'auto' },
    { name: 'b', n: null },
    { name: 'c', n: [1] },
    long,
  ]);
  const named = { rows: { name: '/name' }, value: '/n' };
  t.match(
    await textsOf(
      { ...radios, at: '/nothing', value: '/channel' },
      { ...radios, at: '/data/0/name', value: '/channel' },
      { ...radios, path: '/wrong', value: '/channel' },
      { path: '/many', ...named },
      { path: '/long', ...named },
      { path: '/long', reduce: 'sum', value: '' },
      { path: '/long', find: { name: 'a' }, value: '/n' },
      { path: '/deep', rows: { name: '/name', inner: { at: '/n' } }, value: '' },
      { path: '/text', ...named },
      { path: '/empty', ...named },
      { path: '/numbers', ...named },
      { path: '/missing', ...named },
    ),
    [
      /: GET \/aps: the reply has neither a list nor an object at "\/nothing"$/,
      /: GET \/aps: the reply has neither a list nor an object at "\/data\/0\/name"$/,
      /: GET \/wrong: the reply has neither a list nor an object at "\/data\/0\/radios"$/,
      /: GET \/many: the reply has more than 4096 rows at ""$/,
      /: GET \/long: the reply has more than 16384 entries at ""$/,
      /: GET \/long: the reply has more than 65536 entries at ""$/,
      /: GET \/long: the reply has more than 65536 entries at ""$/,
      /: GET \/deep: the reply has more than 4096 rows at ""$/,
      /: GET \/text: the reply is not JSON$/,
      /: GET \/empty: the reply has no number with a name at "\/\*\/n"$/,
      /: GET \/numbers: the reply has no number with a name at "\/\*\/n"$/,
      /status 404: no such access point$/,
    ],
  );
});

const each = { path: '/sites/{{ site }}/aps', at: '/aps', value: '/mac', as_name: 'ap' };
const oneByOne = {
  path: '/sites/{{ site }}/aps/{{ ap }}',
  each: { ...each, find: { type: 'ap' }, name: '/name' },
};

test('a command is sent for each entry of a list, once for all that is read', async (t) => {
  replies.set('/sites/beach/aps', {
    aps: [
      { name: 'bar', mac: 'a1', type: 'ap' },
      { name: 'switch', mac: 'a2', type: 'switch' },
      { name: 'away', mac: 'a3', type: 'ap' },
      { name: 'pool', mac: 'a4', type: 'ap' },
      { name: 'strange', mac: 'a5', type: 'ap' },
      { name: 'no address', type: 'ap' },
    ],
  });
  replies.set('/sites/beach/aps/a1', {
    r2: { channel: '6', tx: 4, rx: 8 },
    traffic: { octets: 9 },
  });
  replies.set('/sites/beach/aps/a4', { r2: { channel: '1', tx: 1 }, r5: { channel: '44', rx: 2 } });
  replies.set('/sites/beach/aps/a5', 'busy');
  asked.length = 0;
  t.same(
    await textsOf(
      { ...oneByOne, rows: { inner: { at: '' } }, value: '/channel' },
      { ...oneByOne, rows: { inner: { at: '' }, plus: ['/rx'] }, value: '/tx' },
      { ...oneByOne, rows: {}, value: '/r5/channel' },
      { ...oneByOne, reduce: 'count' },
    ),
    ['{"bar r2":6,"pool r2":1,"pool r5":44}', '{"bar r2":12,"pool r2":1}', '{"pool":44}', 2],
  );
  t.same(asked, [
    '/sites/beach/aps',
    ...['a1', 'a3', 'a4', 'a5'].map((mac) => `/sites/beach/aps/${mac}`),
  ]);
});

test('commands of one reading share their requests before, and those for a list', async (t) => {
  const before = [{ path: '/sites', value: '/0/id', as_name: 'site_id' }];
  replies.set('/sites', [{ id: 's1' }]);
  replies.set('/s1/aps', [{ name: 'bar', n: 1 }]);
  replies.set('/s1/bar/clients', { n: 3 });
  replies.set('/s1/bar/radios', { n: 2 });
  const list = { path: '/{{ site_id }}/aps', name: '/name', value: '/name', as_name: 'ap' };
  const ofEach = (path: string) => ({ path, before, each: list, rows: {}, value: '/n' });
  const commands = [
    { path: '/{{ site_id }}/aps', before, reduce: 'count' },
    ofEach('/{{ site_id }}/{{ ap }}/clients'),
    ofEach('/{{ site_id }}/{{ ap }}/radios'),
  ];
  const wanted = ['/sites', '/s1/aps', '/s1/bar/clients', '/s1/bar/radios'];
  asked.length = 0;
  t.same(await textsOf(...commands), [1, '{"bar":3}', '{"bar":2}']);
  t.same(asked, wanted);
  replies.set('/s1/aps', [{ name: 'bar' }, { name: 'new' }]);
  t.same(await textsOf(...commands), [2, '{"bar":3}', '{"bar":2}'], 'the next reading asks again');
});

test('what no entry answers, no list and a long one are readings with a reason', async (t) => {
  const rows = { rows: {}, value: '/n' };
  replies.set('/away', {
    aps: [
      { name: 'bar', mac: 'b1' },
      { name: 'pool', mac: 'b2' },
    ],
  });
  replies.set('/long', {
    aps: Array.from({ length: 129 }, (_, at) => ({ name: `ap-${at}`, mac: `c${at}` })),
  });
  replies.set('/page', '<p>busy</p>');
  replies.set('/none', { aps: [] });
  replies.set('/slash', { aps: [{ name: 'bar', mac: 'a/b' }] });
  asked.length = 0;
  const of = (path: string) => ({
    path: '/one/{{ ap }}',
    each: { ...each, path, name: '/name' },
    ...rows,
  });
  t.match(
    await textsOf(of('/away'), of('/long'), of('/page'), of('/none'), of('/slash'), of('/gone')),
    [
      /GET \/one\/\{\{ ap \}\} failed, status 404: no such access point$/,
      /: GET \/long: 129 entries need more than 128 requests$/,
      /: GET \/page: the reply has neither a list nor an object at "\/aps"$/,
      /the reply has no number with a name at "\/\*\/n"$/,
      /a value in a path may not be empty/,
      /GET \/gone failed, status 404/,
    ],
  );
  t.same(asked, ['/away', '/one/b1', '/one/b2', '/long', '/page', '/none', '/slash', '/gone']);
});
