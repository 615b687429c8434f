import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import tap, { test } from 'tap';
import type { Endpoint } from '../../src/http/endpoint.ts';
import { validateAgainst } from '../../src/contract/schema.ts';
import { GatewayProcess, type Json } from '../gateway-process.ts';
import type { Reply } from '../http-client.ts';
import { startPostgres } from '../peers/postgres.ts';
import { furnish, pathFor, rows, samples, fixtureOf, type Fixtures } from './endpoint-rows.ts';

/** Values that the engines treat differently or that a parser may misread; every parameter is tested with them. */
const sharpest = ["x' or '1'='1", '9223372036854775808', 'a\0b', '__proto__'];
const texts = [
  ...sharpest,
  '1e1',
  'a\r\nb: c',
  "'; drop table user; --",
  '-1',
  '0x10',
  'NaN',
  '../../etc/passwd',
  '{"a":1}',
  '%',
  '\\',
  'x'.repeat(5000),
];
const sharpestValues: readonly string[] = [
  '1e400',
  '9223372036854775808',
  '[[[1]]]',
  '"\\ud800"',
  ...sharpest.map((value) => JSON.stringify(value)),
];
const values: readonly string[] = [
  ...sharpestValues,
  'null',
  'true',
  '-1',
  '1.5',
  '[]',
  '{}',
  '{"__proto__": {"role": "admin"}}',
  '"a\\r\\nb: c"',
  JSON.stringify('x'.repeat(5000)),
];

interface Site {
  readonly gateway: GatewayProcess;
  readonly fixtures: Fixtures;
}

async function furnished(environment: Readonly<Record<string, string>>): Promise<Site> {
  const gateway = await GatewayProcess.start({
    GATEHOUSE_POLLING_ENABLED: 'false',
    ...environment,
  });
  const made = async (answer: ReturnType<typeof gateway.call>) => (await answer).body;
  return { gateway, fixtures: await furnish(gateway, gateway.token, { name: 'own', made }) };
}

type Choose = (name: string, schema: unknown) => readonly string[];

/**
 * Everything for a field that is met for the first time. Where its name and schema have been tried, a further row can only
 * show whether it is as careful with them: it gets one of the sharpest, each time the next one.
 */
function chooser(everything: readonly string[], sharp: readonly string[]): Choose {
  const met = new Map<string, number>();
  return (name, schema) => {
    const field = `${name} ${JSON.stringify(schema)}`;
    const times = met.get(field) ?? 0;
    met.set(field, times + 1);
    if (times === 0) return everything;
    const next = (times - 1) % sharp.length;
    return sharp.slice(next, next + 1);
  };
}

/** Returns the faults of the replies. A few requests run concurrently, since most of their time is waiting. */
async function faultsOf<T>(
  items: readonly T[],
  faultOf: (item: T) => Promise<string | null>,
): Promise<string[]> {
  const rest = [...items].reverse();
  const faults: string[] = [];
  const worker = async () => {
    for (let item = rest.pop(); item !== undefined; item = rest.pop()) {
      const fault = await faultOf(item);
      if (fault !== null) faults.push(fault);
    }
  };
  await Promise.all(Array.from({ length: 8 }, worker));
  return faults;
}

/** Returns the required query parameters of an endpoint with valid values. */
function needed(row: Endpoint, fixtures: Fixtures): Readonly<Record<string, string>> {
  const names = (row.query.required as string[] | undefined) ?? [];
  return Object.fromEntries(
    names.map((name) => [
      name,
      String(fixtures['inventory_device']?.[name.replace(/^parent_+/, '')]),
    ]),
  );
}

/** Returns the endpoints, except those that send a packet or remove the objects of others, with paths of existing objects. */
function rowsOf(fixtures: Fixtures) {
  const asked = rows.filter(({ row }) => row.method !== 'DELETE' && !row.path.includes('ipping'));
  return asked.map(({ api, row }) => ({
    row,
    path: `/${api}/api/v1${pathFor(row, fixtureOf(row, fixtures))}`,
  }));
}

/** True for a verdict, which has a status of its own. */
const isVerdict = ({ text }: Reply) => text.startsWith('{"action":');
const isRefused = (reply: Reply) => (reply.status >= 400 && reply.status < 500) || isVerdict(reply);

/** Returns the fault of a reply, or null. */
function wrongWith(row: Endpoint, reply: Reply): string | null {
  if (reply.status >= 400)
    return isRefused(reply) && reply.text !== '' ? null : `${reply.status}: ${reply.text}`;
  try {
    if (reply.status !== 204) validateAgainst(row.reply, JSON.parse(reply.text), 'reply');
    return null;
  } catch (error) {
    return `${reply.status} with what is none of its replies: ${String(error)}`;
  }
}

/** Returns a body with one given field and the required ones. */
function bodyWith(row: Endpoint, field: string, value: string): string {
  const others = Object.entries(row.method === 'POST' ? samples(row) : {}).filter(
    ([name]) => name !== field,
  );
  return `{${[...others.map(([name, other]) => `"${name}": ${JSON.stringify(other)}`), `"${field}": ${value}`].join()}}`;
}

type Ask = (method: string, path: string, body?: string) => Promise<Reply>;

function asking({ gateway }: Site): Ask {
  const { token } = gateway;
  return (method, path, body) => gateway.ask(method, path, { token, body });
}

/**
 * Defines the tests of one engine: invalid requests never get a status above 499, and no value outside the schema is accepted.
 */
export async function testHostileRequests(engine: 'sqlite' | 'postgres'): Promise<void> {
  tap.setTimeout(280_000);
  const postgres = engine === 'postgres' ? await startPostgres({ hasTypes: true }) : null;
  const site = await furnished(postgres === null ? {} : { GATEHOUSE_DATABASE_URL: postgres.url });
  tap.teardown(async () => {
    await site.gateway.remove();
    await postgres?.stop();
  });
  // These requests are refused before the store is reached: one engine is enough.
  if (engine === 'sqlite') testRefusals(site);
  testValues(engine, site);
}

function testRefusals(sqlite: Site): void {
  const askOne = asking(sqlite);

  test('a duplicate or unknown parameter is refused', async (t) => {
    const choose = chooser(['1'], []);
    for (const { row, path } of rowsOf(sqlite.fixtures)) {
      const body = row.body ? '{}' : undefined;
      const fresh = Object.entries(row.query.properties).filter(
        ([name, schema]) => choose(name, schema).length > 0,
      );
      const faults = await faultsOf([...fresh.map(([name]) => name), 'unknown'], async (name) => {
        const reply = await askOne(row.method, `${path}?${name}=1&${name}=2`, body);
        return isRefused(reply) ? null : `${name} twice: ${reply.status}`;
      });
      t.same(faults, [], `${row.method} ${path}`);
      t.equal(
        (await askOne(row.method, `${path}?unknown=1`, body)).status,
        400,
        `${row.method} ${path}?unknown=1`,
      );
    }
  });

  test('names of the language are names like any other', async (t) => {
    const names = ['toString', 'constructor', '__proto__', 'hasOwnProperty', 'valueOf', '0'];
    for (const { row, path } of rowsOf(sqlite.fixtures)) {
      const required = needed(row, sqlite.fixtures);
      const faults = await faultsOf(names, async (name) => {
        const query = new URLSearchParams([...Object.entries(required), [name, '1']]).toString();
        const asParameter = await askOne(
          row.method,
          `${path}?${query}`,
          row.body ? '{}' : undefined,
        );
        if (asParameter.status !== 400) return `?${name}: ${asParameter.status}`;
        if (!row.body) return null;
        const asField = await askOne(row.method, path, bodyWith(row, name, '"1"'));
        if (!isRefused(asField)) return `${name}: ${asField.status}`;
        if (!row.handleMany) return null;
        const csv = await sqlite.gateway.ask(row.method, path, {
          token: sqlite.gateway.token,
          body: `${name}\n1\n`,
          headers: { 'content-type': 'text/csv' },
        });
        return csv.status === 400 ? null : `CSV head ${name}: ${csv.status}`;
      });
      t.same(faults, [], `${row.method} ${path}`);
    }
  });

  test('a body that is nested deeply is refused, with an Idempotency-Key as well', async (t) => {
    const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
    const choose = chooser([deep], []);
    for (const { row, path } of rowsOf(sqlite.fixtures)) {
      if (row.method !== 'POST' || !row.body || !('properties' in row.body)) continue;
      const fresh = Object.entries(row.body.properties as Json).filter(
        ([field, schema]) => choose(field, schema).length > 0,
      );
      const faults = await faultsOf(fresh, async ([field]) => {
        const { status } = await sqlite.gateway.ask('POST', path, {
          token: sqlite.gateway.token,
          body: bodyWith(row, field, deep),
          headers: { 'idempotency-key': `${path} ${field}` },
        });
        return status === 400 ? null : `${field}: ${status}`;
      });
      t.same(faults, [], path);
    }
  });

  test('a body that is not UTF-8 is refused', async (t) => {
    const { gateway } = sqlite;
    const octets = Buffer.from('{"name": "\xff"}', 'latin1');
    for (const type of ['application/json', 'text/csv', 'application/x-www-form-urlencoded']) {
      const body = type.endsWith('urlencoded') ? Buffer.from('data=%ff') : octets;
      const { status, text } = await gateway.ask('POST', '/gate/api/v1/user/', {
        token: gateway.token,
        body,
        headers: { 'content-type': type },
      });
      t.same([status, text], [400, '{"detail":"The body is not valid UTF-8."}'], type);
    }
  });

  test('the token comes before the body', async (t) => {
    const { gateway } = sqlite;
    const large = `{"name": "${'x'.repeat(2_000_000)}"}`;
    // A sign-in has no token, and a small body.
    const withToken = rowsOf(sqlite.fixtures).filter(({ row }) => row.body && !row.identify);
    for (const { row, path } of withToken) {
      const faults = await faultsOf(['{"broken', large], async (body) => {
        const { status } = await gateway.ask(row.method, path, { body });
        return status === 401 ? null : `${body.slice(0, 10)}: ${status}`;
      });
      t.same(faults, [], `${row.method} ${path}`);
    }
    const absent = await gateway.ask('POST', '/gate/api/v1/nothing/', { body: large });
    t.equal(absent.status, 404);
  });

  test('links of a reply begin with the Host header if it is one by its syntax', async (t) => {
    const { gateway } = sqlite;
    const own = `127.0.0.1:${gateway.httpPort}`;
    for (const [host, shown] of [
      ['gw.example:8081', 'gw.example:8081'],
      ['GW_1.example', 'gw_1.example'],
      ['[2001:db8::1]:81', '[2001:db8::1]:81'],
      ['[', own],
      ['a b', own],
      ['x:99999', own],
      ['x"onload=', own],
      ['user@x', own],
      ['999.1.1.1', own],
      ['', own],
    ] as const)
      for (const origin of ['', 'http://evil.example']) {
        const reply = await gateway.ask('GET', '/gate/api/v1/user/?limit=1', {
          token: gateway.token,
          headers: { host },
          origin,
        });
        t.equal(reply.status, 200, host);
        const { next } = JSON.parse(reply.text) as { next: string };
        t.match(next, `http://${shown}/gate/api/v1/user/?limit=1&cursor=`, `${host} ${origin}`);
      }
  });

  test('a request line in absolute form has no special effect', async (t) => {
    const { gateway } = sqlite;
    const ask = (path: string, token?: string) =>
      gateway.ask('PUT', path, { token, origin: 'http://evil.example' });
    t.equal((await ask('/gate/api/v1/user/', gateway.token)).status, 405);
    t.equal((await ask('/gate/api/v1/nothing/', gateway.token)).status, 404);
    t.equal((await ask('/gate/api/v1/user/')).status, 401);
  });

  test('bodies that are not objects are refused', async (t) => {
    const deep = `{"name": ${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    const bodies = [
      deep,
      '"text"',
      '1',
      'null',
      '{"a":',
      '{"__proto__": {"role": "admin"}}',
      '{"constructor": {"prototype": {}}}',
    ];
    for (const { api, row } of rows.filter(
      ({ row }) => row.body !== null && !row.path.includes('{'),
    )) {
      const faults = await faultsOf(bodies, async (body) => {
        const reply = await askOne(row.method, `/${api}/api/v1${row.path}`, body);
        return isRefused(reply) ? null : `${body.slice(0, 30)}: ${reply.status}`;
      });
      t.same(faults, [], `${row.method} ${row.path}`);
    }
  });
}

function testValues(engine: string, site: Site): void {
  const { gateway, fixtures } = site;
  const isFull = engine === 'sqlite';
  const ask = asking(site);

  test(`${engine}: any text in a query parameter is handled`, async (t) => {
    const choose = chooser(isFull ? [...sharpest, '1e1', 'a\r\nb: c'] : sharpest, sharpest);
    let asked = 0;
    for (const { row, path } of rowsOf(fixtures)) {
      const names = Object.entries({ ...row.query.properties, unknown: null });
      const queries = names.flatMap(([name, schema]) =>
        choose(name, schema).map((value) =>
          new URLSearchParams({ ...needed(row, fixtures), [name]: value }).toString(),
        ),
      );
      const faults = await faultsOf(queries, async (query) => {
        const fault = wrongWith(
          row,
          await ask(row.method, `${path}?${query}`, row.body ? '{}' : undefined),
        );
        return fault && `?${query.slice(0, 200)}: ${fault}`;
      });
      t.same(faults, [], `${row.method} ${path}`);
      asked += queries.length;
    }
    t.ok(asked > 1_000, `${asked} requests`);
  });

  test(`${engine}: any text in a path is handled`, async (t) => {
    const choose = chooser(isFull ? texts : sharpest, sharpest);
    for (const { api, row } of rows.filter(({ row }) => row.path.includes('{'))) {
      const faults = await faultsOf(choose(row.path, row.params), async (value) => {
        const path = `/${api}/api/v1${row.path.replace(/\{\+?\w+\}/, encodeURIComponent(value))}`;
        const reply = await ask(row.method, path, row.body ? '{}' : undefined);
        return isRefused(reply) ? null : `${value.slice(0, 200)}: ${reply.status}`;
      });
      t.same(faults, [], `${row.method} ${row.path}`);
    }
  });

  test(`${engine}: any value in a field of a body is handled`, async (t) => {
    const choose = chooser(isFull ? values : sharpestValues, sharpestValues);
    let asked = 0;
    for (const { row, path } of rowsOf(fixtures)) {
      if (!row.body || !('properties' in row.body)) continue;
      const fields = Object.entries({ ...(row.body.properties as Json), unknown: null });
      const bodies = fields.flatMap(([field, schema]) =>
        choose(field, schema).map((value) => [field, value] as const),
      );
      const faults = await faultsOf(bodies, async ([field, value]) => {
        const fault = wrongWith(row, await ask(row.method, path, bodyWith(row, field, value)));
        return fault && `${field} = ${value.slice(0, 60)}: ${fault}`;
      });
      t.same(faults, [], `${row.method} ${path}`);
      asked += bodies.length;
    }
    t.ok(asked > 2_000, `${asked} requests`);
  });

  test(`${engine}: malformed HTTP is refused`, async (t) => {
    for (const [name, lines] of [
      [
        'a header of its own after CR LF',
        ['GET /control/api/v1/inventory_device/\r\nX-Admin: 1 HTTP/1.1'],
      ],
      [
        'two lengths',
        ['POST /gate/api/v1/user/ HTTP/1.1', 'Content-Length: 2', 'Content-Length: 20'],
      ],
      [
        'a length and chunks',
        ['POST /gate/api/v1/user/ HTTP/1.1', 'Content-Length: 2', 'Transfer-Encoding: chunked'],
      ],
      [
        'a token with CR LF',
        ['GET /control/api/v1/inventory_device/ HTTP/1.1', 'Authorization: Bearer x\r\n\tBearer y'],
      ],
      ['an address that is none', ['GET //[::1 HTTP/1.1']],
    ] as const) {
      const socket = connect(gateway.httpPort, '127.0.0.1');
      socket.end([...lines, 'Host: gatehouse', 'Connection: close', '', ''].join('\r\n'));
      t.match(await text(socket), /^HTTP\/1\.1 4\d\d /, name);
    }
  });

  test(`${engine}: afterwards the gateway is ready and has logged no error`, async (t) => {
    t.equal((await fetch(`http://127.0.0.1:${gateway.httpPort}/readyz`)).status, 200);
    t.notMatch(gateway.output, /"level":50/);
    t.equal(readFileSync(`${gateway.folder}/data/admin-token`, 'utf8').trim(), gateway.token);
  });
}
