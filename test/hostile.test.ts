import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import tap, { test } from 'tap';
import type { Endpoint } from '../src/http/endpoint.ts';
import { check } from '../src/schema.ts';
import { GatewayProcess, type Json } from './gateway-process.ts';
import { startPostgres } from './peers/postgres.ts';
import { furnish, pathFor, rows, samples, thingOf, type Things } from './rows.ts';

/* Whatever a request holds: never an answer of the kind "we failed", and never something taken that the schema does not allow. */

tap.setTimeout(280_000);

/** What engines take differently, or a careless one takes for something else: asked everywhere. */
const sharpest = ["x' or '1'='1", '9223372036854775808', 'a\0b', '__proto__'];
const texts = [
  ...sharpest,
  ...[
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
  ],
];
const sharpestValues: readonly string[] = [
  ...['1e400', '9223372036854775808', '[[[1]]]', '"\\ud800"'],
  ...sharpest.map((value) => JSON.stringify(value)),
];
const values: readonly string[] = [
  ...sharpestValues,
  ...[
    'null',
    'true',
    '-1',
    '1.5',
    '[]',
    '{}',
    '{"__proto__": {"role": "admin"}}',
    '"a\\r\\nb: c"',
    JSON.stringify('x'.repeat(5000)),
  ],
];

interface Site {
  readonly gateway: GatewayProcess;
  readonly things: Things;
}

async function furnished(environment: Readonly<Record<string, string>>): Promise<Site> {
  const gateway = await GatewayProcess.start({ GATEHOUSE_POLLING_ENABLED: 'false', ...environment });
  const made = async (answer: ReturnType<typeof gateway.call>) => (await answer).body;
  return { gateway, things: await furnish(gateway, gateway.token, { name: 'own', made }) };
}

/** A few at a time: most of what a request takes is waiting. */
async function eachOf<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const rest = [...items].reverse();
  const worker = async () => {
    for (let item = rest.pop(); item !== undefined; item = rest.pop()) await work(item);
  };
  await Promise.all(Array.from({ length: 8 }, worker));
}

const postgres = await startPostgres();
const sites: Readonly<Record<string, Site>> = {
  sqlite: await furnished({}),
  postgres: await furnished({ GATEHOUSE_DATABASE_URL: postgres.url }),
};
tap.teardown(async () => {
  for (const { gateway } of Object.values(sites)) await gateway.remove();
  await postgres.stop();
});

/** Query parameters that a row cannot do without, with values that fit. */
function needed(row: Endpoint, things: Things): Readonly<Record<string, string>> {
  const names = (row.query.required as string[] | undefined) ?? [];
  return Object.fromEntries(names.map((name) => [name, String(things['inventory_device']?.[name.replace(/^parent_+/, '')])]));
}

/** The rows but for those that send a packet or remove what the others are asked about, with paths that lead to something. */
function rowsOf(things: Things) {
  const asked = rows.filter(({ row }) => row.method !== 'DELETE' && !row.path.includes('ipping'));
  return asked.map(({ api, row }) => ({ row, path: `/${api}/api/v1${pathFor(row, thingOf(row, things))}` }));
}

interface Reply {
  readonly status: number;
  readonly text: string;
}

/** The portal's login answers with a verdict, whose status is its own. */
const isVerdict = ({ text }: Reply) => text.startsWith('{"action":');
const isRefused = (reply: Reply) => (reply.status >= 400 && reply.status < 500) || isVerdict(reply);

/** What is wrong with a reply, or null. */
function wrongWith(row: Endpoint, reply: Reply): string | null {
  if (reply.status >= 400) return isRefused(reply) && reply.text !== '' ? null : `${reply.status}: ${reply.text}`;
  try {
    if (reply.status !== 204) check(row.reply, JSON.parse(reply.text), 'reply');
    return null;
  } catch (error) {
    return `${reply.status} with what is none of its replies: ${String(error)}`;
  }
}

/** A body with one field as it is given, and what else the row needs. */
function bodyWith(row: Endpoint, field: string, value: string): string {
  const others = Object.entries(row.method === 'POST' ? samples(row) : {}).filter(([name]) => name !== field);
  return `{${[...others.map(([name, other]) => `"${name}": ${JSON.stringify(other)}`), `"${field}": ${value}`].join()}}`;
}

for (const [engine, { gateway, things }] of Object.entries(sites)) {
  const isFull = engine === 'sqlite';
  const ask = async (method: string, path: string, body?: string): Promise<Reply> => {
    const response = await fetch(`http://127.0.0.1:${gateway.httpPort}${path}`, {
      method,
      headers: { authorization: `Bearer ${gateway.token}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body }),
    });
    return { status: response.status, text: await response.text() };
  };

  test(`${engine}: any text in any parameter of a query`, async (t) => {
    let asked = 0;
    for (const { row, path } of rowsOf(things)) {
      const body = row.body ? '{}' : undefined;
      const names = [...Object.keys(row.query.properties), 'unknown'];
      const queries = names.flatMap((name) =>
        (isFull ? [...sharpest, '1e1', 'a\r\nb: c'] : sharpest).map((value) => ({ ...needed(row, things), [name]: value })),
      );
      await eachOf(queries, async (parameters) => {
        const query = new URLSearchParams(parameters).toString();
        const fault = wrongWith(row, await ask(row.method, `${path}?${query}`, body));
        if (fault !== null) t.fail(`${row.method} ${path}?${query.slice(0, 200)}: ${fault}`);
      });
      for (const name of names)
        t.ok(isRefused(await ask(row.method, `${path}?${name}=1&${name}=2`, body)), `${row.method} ${path}: ${name} twice`);
      asked += queries.length;
      t.equal((await ask(row.method, `${path}?unknown=1`, body)).status, 400, `${row.method} ${path}?unknown=1`);
    }
    t.ok(asked > 2_000, `${asked} requests`);
  });

  test(`${engine}: any text in any path`, async (t) => {
    for (const { api, row } of rows.filter(({ row }) => row.path.includes('{'))) {
      for (const value of texts) {
        const path = `/${api}/api/v1${row.path.replace(/\{\+?\w+\}/, encodeURIComponent(value))}`;
        const reply = await ask(row.method, path, row.body ? '{}' : undefined);
        t.ok(isRefused(reply), `${row.method} ${path.slice(0, 200)}: ${reply.status}`);
      }
    }
  });

  test(`${engine}: any value in any field of a body`, async (t) => {
    let asked = 0;
    for (const { row, path } of rowsOf(things)) {
      if (!row.body || !('properties' in row.body)) continue;
      const fields = [...Object.keys(row.body.properties as Json), 'unknown'];
      const bodies = fields.flatMap((field) => (isFull ? values : sharpestValues).map((value) => [field, value] as const));
      await eachOf(bodies, async ([field, value]) => {
        const fault = wrongWith(row, await ask(row.method, path, bodyWith(row, field, value)));
        if (fault !== null) t.fail(`${row.method} ${path} ${field} = ${value.slice(0, 60)}: ${fault}`);
      });
      asked += bodies.length;
    }
    t.ok(asked > 2_000, `${asked} requests`);
  });

  test(`${engine}: bodies that are no objects`, async (t) => {
    const deep = `{"name": ${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    for (const { api, row } of rows.filter(({ row }) => row.body !== null && !row.path.includes('{'))) {
      for (const body of [
        deep,
        '"text"',
        '1',
        'null',
        '{"a":',
        '{"__proto__": {"role": "admin"}}',
        '{"constructor": {"prototype": {}}}',
      ]) {
        const answer = await ask(row.method, `/${api}/api/v1${row.path}`, body);
        t.ok(
          (answer.status >= 400 && answer.status < 500) || isVerdict(answer),
          `${row.path} ${body.slice(0, 30)}: ${answer.status}`,
        );
      }
    }
  });

  test(`${engine}: requests that HTTP does not know`, async (t) => {
    for (const [name, lines] of [
      ['a header of its own after CR LF', ['GET /control/api/v1/inventory_device/\r\nX-Admin: 1 HTTP/1.1']],
      ['two lengths', ['POST /gate/api/v1/user/ HTTP/1.1', 'Content-Length: 2', 'Content-Length: 20']],
      ['a length and chunks', ['POST /gate/api/v1/user/ HTTP/1.1', 'Content-Length: 2', 'Transfer-Encoding: chunked']],
      ['a token with CR LF', ['GET /control/api/v1/inventory_device/ HTTP/1.1', 'Authorization: Bearer x\r\n\tBearer y']],
      ['an address that is none', ['GET //[::1 HTTP/1.1']],
    ] as const) {
      const socket = connect(gateway.httpPort, '127.0.0.1');
      socket.end([...lines, 'Host: gatehouse', 'Connection: close', '', ''].join('\r\n'));
      t.match(await text(socket), /^HTTP\/1\.1 4\d\d /, name);
    }
  });

  test(`${engine}: after all of it the gateway is the one that it was, and has nothing to complain of`, async (t) => {
    t.equal((await fetch(`http://127.0.0.1:${gateway.httpPort}/readyz`)).status, 200);
    t.notMatch(gateway.output, /"level":50/);
    t.equal(readFileSync(`${gateway.folder}/data/admin-token`, 'utf8').trim(), gateway.token);
  });
}
