import { setTimeout as sleep } from 'node:timers/promises';
import tap, { test } from 'tap';
import type { TSchema } from 'typebox';
import { isObjectSchema, typesOf } from '../../src/contract/fields.ts';
import { GatewayProcess } from '../gateway-process.ts';
import type { RequestContent } from '../http-client.ts';
import { pathFor, rows, samples } from './endpoint-rows.ts';
import { siblingModule } from '../../src/runtime/package-root.ts';

/*
 * Text of 1 MiB in every field, parameter and CSV cell of both documents stops the event loop for less than 50 ms, on a slow
 * machine for less than the limit of `loop-delay`.
 */

tap.setTimeout(120_000);

const preload = siblingModule('../loop-delay', import.meta.url);
const gateway = await GatewayProcess.start({
  GATEHOUSE_POLLING_ENABLED: 'false',
  NODE_OPTIONS: `--import ${preload.href}`,
});
tap.teardown(() => gateway.remove());

/** A body of 1 MiB, the default limit, has room for the other fields beside such a text. */
const length = 1_000_000;
/** The ends that a pattern refuses make it try again where it can. */
const texts = [
  ' '.repeat(length - 1) + '/',
  'a'.repeat(length - 1) + '\u0001',
  '1.'.repeat(length / 2),
];

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly content: RequestContent;
  readonly label: string;
}

/** Times in milliseconds since 1970. */
interface Period {
  readonly start: number;
  readonly end: number;
}

/** Returns the periods for which the event loop of the gateway has stood still for longer than the limit. */
function standstills(): Period[] {
  return [...gateway.output.matchAll(/stood still for (\d+) ms until (\d+)/g)].map(
    ([, delay, end]) => ({ start: Number(end) - Number(delay), end: Number(end) }),
  );
}

/** Sends requests one after the other. @returns those that were not refused, and those during which the loop stood still */
async function faultsOf(requests: readonly Sent[]): Promise<string[]> {
  const faults: string[] = [];
  let suspects: readonly Sent[] = requests;
  // Work delays the loop each time, another process on the processor only at times.
  for (let attempt = 0; attempt < 8 && suspects.length > 0; attempt += 1) {
    const sent: (Period & { readonly request: Sent })[] = [];
    for (const request of suspects) {
      const start = Date.now();
      const { method, path, content } = request;
      const { status } = await gateway.ask(method, path, { token: gateway.token, ...content });
      sent.push({ request, start, end: Date.now() });
      if (attempt === 0 && status !== 200 && !(status >= 400 && status < 500))
        faults.push(`${request.label}: ${status}`);
      if (attempt > 0) await sleep(20);
    }
    await sleep(100);
    const delays = standstills();
    suspects = sent
      .filter(({ start, end }) => delays.some((one) => one.start < end && one.end > start))
      .map(({ request }) => request);
  }
  return [...faults, ...suspects.map(({ label }) => `${label}: the loop stood still`)];
}

type Place = readonly [name: string, schema: TSchema, make: (text: string) => unknown];

/** Returns the places of a body that take text, those in its lists and objects included. */
function textPlaces(name: string, schema: TSchema): Place[] {
  const items: unknown = 'items' in schema ? schema.items : null;
  if (typeof items === 'object' && items !== null)
    return textPlaces(name, items as TSchema).map(([path, of, make]): Place => [
      `${path}[]`,
      of,
      (text) => [make(text)],
    ]);
  if (isObjectSchema(schema))
    return Object.entries<TSchema>(schema.properties).flatMap(([inner, of]) =>
      textPlaces(`${name}.${inner}`, of).map(([path, at, make]): Place => [
        path,
        at,
        (text) => ({ [inner]: make(text) }),
      ]),
    );
  if ('patternProperties' in schema) return [[name, schema, (text) => ({ key: text })]];
  const isOpen = typesOf(schema).length === 0 || typesOf(schema).includes('string');
  return isOpen ? [[name, schema, (text) => text]] : [];
}

const paths = rows
  .filter(({ row }) => !row.isHidden)
  .map(({ api, row }) => ({ row, path: `/${api}/api/v1${pathFor(row, undefined)}` }));

/** Names a place once for all that the same schema checks: what is too long for it gets no further. */
function placeOf(name: string, schema: TSchema): string {
  return typesOf(schema).includes('string')
    ? JSON.stringify(schema)
    : `${name} ${JSON.stringify(schema)}`;
}

type Rows = typeof paths;

/** Returns requests with a long text in each place of a body that no other request has tried. */
function bodyRequests({ row, path }: Rows[number], met: Set<string>): Sent[] {
  const fields = row.body && isObjectSchema(row.body) ? row.body.properties : {};
  const places = Object.entries<TSchema>({ ...fields, unknown: {} }).flatMap(([field, schema]) =>
    textPlaces(field, schema).map((place) => [field, ...place] as const),
  );
  return places.flatMap(([field, name, of, make]) => {
    const place = placeOf(name, of);
    if (met.has(place)) return [];
    met.add(place);
    const isChecked = 'pattern' in of || 'format' in of || typesOf(of).length !== 1;
    return (isChecked ? texts : texts.slice(0, 1)).map((text) => ({
      method: row.method,
      path,
      content: { body: JSON.stringify({ ...samples(row), [field]: make(text) }) },
      label: `${row.method} ${path} ${name}`,
    }));
  });
}

test('every text field', async (t) => {
  const met = new Set<string>();
  const requests = paths
    .filter(({ row }) => row.body !== null)
    .flatMap((path) => bodyRequests(path, met));
  t.same(await faultsOf(requests), []);
  t.ok(met.size > 50, `${met.size} fields`);
});

test('every parameter', async (t) => {
  const met = new Set<string>();
  const requests: Sent[] = [];
  for (const { row, path } of paths) {
    const params = Object.entries<TSchema>(row.params.properties);
    const query = Object.entries<TSchema>(row.query.properties);
    for (const [name, schema] of [...params, ...query, ['unknown', {}] as const]) {
      const place = placeOf(name, schema);
      if (met.has(place)) continue;
      met.add(place);
      // Node refuses a line of more than 16 KiB as it reads it.
      for (const text of [' '.repeat(5000), 'a'.repeat(15_000), '1.'.repeat(7_500)]) {
        const address =
          name in row.params.properties
            ? path.replace(
                pathFor(row, undefined),
                row.path.replace(/\{\+?\w+\}/, encodeURIComponent(text)),
              )
            : `${path}?${name}=${encodeURIComponent(text)}`;
        const content = { body: row.body ? '{}' : undefined };
        requests.push({
          method: row.method,
          path: address,
          content,
          label: `${row.method} ${path} ${name}`,
        });
      }
    }
  }
  t.same(await faultsOf(requests), []);
  t.ok(met.size > 50, `${met.size} parameters`);
});

test('every CSV cell, and tables of any shape', async (t) => {
  const lists = paths.filter(({ row }) => 'handleMany' in row);
  t.equal(lists.length, 4);
  const met = new Set<string>();
  const requests = lists.flatMap(({ row, path }) => {
    const fields = row.body && isObjectSchema(row.body) ? Object.keys(row.body.properties) : [];
    const tables = [
      ...fields.filter((field) => !met.has(field)).map((field) => `${field}\n${texts[1] ?? ''}\n`),
      `${texts[1] ?? ''}\n1\n`,
      `nothing\n"${'""'.repeat(length / 2 - 10)}"\n`,
      `nothing\n"${'x'.repeat(length)}`,
      `${'a,'.repeat(length / 2)}\n`,
      `nothing\n${'a,'.repeat(length / 2)}\n`,
      `nothing\n${'a\n'.repeat(length / 2)}`,
      '\n'.repeat(length),
    ];
    for (const field of fields) met.add(field);
    return tables.map((body): Sent => ({
      method: row.method,
      path,
      content: { body, headers: { 'content-type': 'text/csv' } },
      label: `${path} ${body.slice(0, 20)}`,
    }));
  });
  t.same(await faultsOf(requests), []);
});

test('bodies of any shape', async (t) => {
  const user = '/gate/api/v1/user/';
  const category = '/control/api/v1/dnsfilter_category/';
  const empties = `[${'{},'.repeat(999)}{}]`;
  const bodies = [
    [user, empties],
    [user, `[${'0,'.repeat(length / 2)}0]`],
    [user, `{${Array.from({ length: 80_000 }, (_, key) => `"k${key}":1`).join()}}`],
    [user, `{"username":${'['.repeat(length / 2 - 10)}${']'.repeat(length / 2 - 10)}}`],
    [user, `{"username":${'{"a":'.repeat(length / 8)}1${'}'.repeat(length / 8)}}`],
    [user, `{"${'a'.repeat(length)}":1}`],
    [category, `{"name":"n","hosts":[${'0,'.repeat(length / 2 - 20)}0]}`],
    [category, `{"name":"n","hosts":[${'"-",'.repeat(9999)}"-"]}`],
    ['/gate/api/v1/portal_login/', `{"data":${JSON.stringify(texts[0])}}`],
  ] as const;
  const requests = bodies.map(([path, body]): Sent => ({
    method: 'POST',
    path,
    content: { body },
    label: `${path} ${body.slice(0, 30)}`,
  }));
  t.same(await faultsOf(requests), []);
  const { text } = await gateway.ask('POST', user, { token: gateway.token, body: empties });
  t.equal((JSON.parse(text) as unknown[]).length, 20, 'the list of errors ends with the 20th');
});

test('a list of 500 devices, which are all created', async (t) => {
  const path = '/control/api/v1/inventory_device/';
  let hasStoodStill = true;
  for (let attempt = 0; hasStoodStill && attempt < 4; attempt += 1) {
    const devices = Array.from({ length: 500 }, (_, at) => ({
      name: `ap-${attempt}-${at}`,
      type: 'snmp',
      ip_address: '192.0.2.1',
      snmp_community: 'lobby',
    }));
    const start = Date.now();
    const body = JSON.stringify(devices);
    const { status } = await gateway.ask('POST', path, { token: gateway.token, body });
    const end = Date.now();
    t.equal(status, 201);
    await sleep(100);
    hasStoodStill = standstills().some((one) => one.start < end && one.end > start);
  }
  t.notOk(hasStoodStill, 'the loop stood still');
});
