import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tap, { test } from 'tap';
import { GatewayProcess, type Json } from '../../gateway-process.ts';
import { apis, documentOf, DocumentSchemas, pointerTo, type ApiName } from './document.ts';

/* Each example of a body is sent to the endpoint that it is shown at, and what comes back is compared with what the document promises. */

const settable = `
short_name: settable
name: Access point with a channel
connection: { protocol: ssh }
parameters:
  - { name: Channel, variable_name: radio.channel, short_name: channel, type: integer, group: Radio,
      read: { run: 'echo none' }, write: { run: 'iw set channel {{ value }}' } }
  - { name: Host name, variable_name: system.hostname, short_name: hostname, type: string, group: System,
      read: { run: hostname } }
operations:
  reboot: { command: { run: 'true' } }
`;

const types = mkdtempSync(join(tmpdir(), 'gatehouse-types-'));
writeFileSync(join(types, 'settable.yaml'), settable);
const environment = { GATEHOUSE_POLLING_ENABLED: 'false', GATEHOUSE_DEVICE_TYPES_DIR: types };
const [empty, furnished] = [
  await GatewayProcess.start(environment),
  await GatewayProcess.start(environment),
];
tap.teardown(async () => {
  await empty.remove();
  await furnished.remove();
  rmSync(types, { recursive: true });
});

// A fallback refers to a profile, and a device to a key, by the first id in the example.
await empty.gate('POST', '/aaa_profile/', { name: 'Referred' });
await empty.gate('POST', '/user_key/', { user: 1 });

const documents = {
  control: await documentOf(empty, 'control'),
  gate: await documentOf(empty, 'gate'),
};
const schemas = {
  control: new DocumentSchemas(documents.control),
  gate: new DocumentSchemas(documents.gate),
};

interface Asked {
  readonly api: ApiName;
  readonly method: string;
  /** As the document writes it: `/user/{id}/`. */
  readonly path: string;
  /** What stands in the place of the path's parameter. */
  readonly key?: unknown;
}

/** Sends the example of an operation. @returns the answer's body, and everything in which it is not what the document promises */
async function tryOut(
  gateway: GatewayProcess,
  { api, method, path, key }: Asked,
): Promise<{ body: Json; faults: string[] }> {
  const whole = `/${api}/api/v1${path}`;
  const operation = documents[api].paths[whole]?.[method.toLowerCase()];
  if (!operation) throw new Error(`${method} ${whole} is not documented`);
  const example = operation.requestBody?.content['application/json']?.example;
  const { status, text } = await gateway.call(
    method,
    whole.replace(/\{\w+\}/, encodeURIComponent(String(key))),
    here(path, example),
  );
  if (status >= 300 || !(status in operation.responses))
    return { body: {}, faults: [`${method} ${whole}: ${status} ${text}`] };
  if (status === 204) return { body: {}, faults: [] };
  const at = [
    'paths',
    whole,
    method.toLowerCase(),
    'responses',
    String(status),
    'content',
    'application/json',
    'schema',
  ];
  const body = JSON.parse(text) as Json;
  return { body, faults: schemas[api].faults(pointerTo(...at), body) };
}

/** A diagnostic is run by the gateway: here it stays on this machine. */
function here(path: string, example: unknown): unknown {
  return path.endsWith('_diags/') && example !== undefined
    ? { ...(example as Json), host: '127.0.0.1' }
    : example;
}

/** Collections of which one may be made and deleted again, with the paths that name one of them. */
function collectionsOf(api: ApiName): { collection: string; one: string; parameter: string }[] {
  const paths = Object.keys(documents[api].paths).map((path) => path.replace(`/${api}/api/v1`, ''));
  const has = (path: string, method: string) =>
    method in (documents[api].paths[`/${api}/api/v1${path}`] ?? {});
  return paths.flatMap((one) => {
    const [, collection = '', parameter = ''] = /^(\/\w+\/)\{(\w+)\}\/$/.exec(one) ?? [];
    return has(collection, 'post') && has(one, 'delete') ? [{ collection, one, parameter }] : [];
  });
}

for (const api of apis) {
  for (const { collection, one, parameter } of collectionsOf(api)) {
    test(`${api}${collection}: one is made, shown, replaced, changed and deleted as the examples say`, async (t) => {
      const made = await tryOut(empty, { api, method: 'POST', path: collection });
      const key = made.body[parameter];
      t.same(made.faults, []);
      t.same((await tryOut(empty, { api, method: 'GET', path: collection })).faults, []);
      for (const method of ['GET', 'PUT', 'PATCH', 'GET', 'DELETE'])
        t.same((await tryOut(empty, { api, method, path: one, key })).faults, [], method);
    });
  }
}

test('collections are found in both documents', (t) => {
  t.same(
    apis.map((api) => collectionsOf(api).length),
    [10, 19],
  );
  t.end();
});

// The device that the tests below find under the id 1.
test('the examples of device requests work with each kind of address', async (t) => {
  const { body: device } = await tryOut(furnished, {
    api: 'control',
    method: 'POST',
    path: '/inventory_device/',
  });
  // Without an address nothing can be sent to it.
  const changed = await furnished.control('PATCH', '/inventory_device/1/', {
    type: 'settable',
    ip_address: null,
  });
  t.equal(changed.status, 200, changed.text);
  const asked = ['_operation/', '_setting/', '_variables/', '_diags/', '_headless_operation/'];
  const paths = Object.entries(documents.control.paths).filter(
    ([path]) => path.includes('/inventory_device') && asked.some((end) => path.includes(end)),
  );
  t.equal(paths.length, 21);
  for (const [whole, operations] of paths) {
    const path = whole.replace('/control/api/v1', '');
    const key = device[(/\{(\w+)\}/.exec(path)?.[1] ?? '').replace(/^parent_+/, '')];
    for (const method of ['PUT', 'PATCH', 'POST'].filter((one) => one.toLowerCase() in operations))
      t.same(
        (await tryOut(furnished, { api: 'control', method, path, key })).faults,
        [],
        `${method} ${path}`,
      );
  }
});

test('apps and portals are answered as the examples say', async (t) => {
  for (const path of ['/user/', '/access_point/'])
    t.same((await tryOut(furnished, { api: 'gate', method: 'POST', path })).faults, [], path);
  const paths = Object.keys(documents.gate.paths).map((path) => path.replace('/gate/api/v1', ''));
  const posts = paths.filter(
    (path) =>
      /^\/(device_app|portal_log)/.test(path) &&
      'post' in (documents.gate.paths[`/gate/api/v1${path}`] ?? {}),
  );
  t.equal(posts.length, 7);
  for (const path of posts)
    t.same((await tryOut(furnished, { api: 'gate', method: 'POST', path })).faults, [], path);
});

test('every list is as its document says', async (t) => {
  let lists = 0;
  for (const api of apis) {
    for (const [whole, operations] of Object.entries(documents[api].paths)) {
      const path = whole.replace(`/${api}/api/v1`, '');
      // A list of what belongs to one row needs that row.
      if (!operations['get']?.operationId.endsWith('_list')) continue;
      if (/_(setting|variables)\/|\{/.test(path)) continue;
      lists += 1;
      t.same((await tryOut(furnished, { api, method: 'GET', path })).faults, [], path);
    }
  }
  t.ok(lists > 30, `${lists} lists`);
});

/** What goes wrong, and where it can be made to. */
const mistakes = [
  ['unauthenticated', { method: 'GET', path: '/inventory_device/', token: 'gh_wrong' }],
  ['invalid', { method: 'POST', path: '/inventory_device/', body: '{"name":""}' }],
  [
    'invalid',
    {
      method: 'POST',
      path: '/inventory_device/',
      body: '[{"name":"x","type":"snmp"},{"name":""}]',
    },
  ],
  ['invalid', { method: 'POST', path: '/inventory_device/', body: '{' }],
  ['invalid', { method: 'GET', path: '/inventory_device/', query: '?nmae=x' }],
  ['not_found', { method: 'GET', path: '/inventory_connection_profile/{id}/' }],
  ['not_found', { method: 'GET', path: '/inventory_device_log/', query: '?cursor=x' }],
  [
    'precondition',
    { method: 'DELETE', path: '/inventory_device/{id}/', headers: { 'if-match': '"a"' } },
  ],
  [
    'media_type',
    {
      method: 'POST',
      path: '/inventory_device/',
      body: 'x',
      headers: { 'content-type': 'text/plain' },
    },
  ],
  ['too_large', { method: 'POST', path: '/inventory_device/', body: `"${'x'.repeat(1_100_000)}"` }],
] as const satisfies readonly (readonly [string, Mistake])[];

interface Mistake {
  readonly method: string;
  readonly path: string;
  readonly query?: string;
  readonly body?: string;
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

async function make(mistake: Mistake, accept: string): Promise<Response> {
  const { method, path, query = '', body, token = furnished.token, headers } = mistake;
  const url = `http://127.0.0.1:${furnished.httpPort}/control/api/v1${path.replace('{id}', '1')}${query}`;
  const common = {
    authorization: `Bearer ${token}`,
    accept,
    ...(body !== undefined && { 'content-type': 'application/json' }),
  };
  const ask = () =>
    fetch(url, {
      method,
      headers: { ...common, ...headers },
      ...(body !== undefined && { body }),
    });
  // A body that is too long is refused by its announced length: the gateway may close while the client still writes.
  return body !== undefined && body.length > 1_000_000 ? ask().catch(ask) : ask();
}

test('every error is documented at its operation, and is as the document says', async (t) => {
  for (const [name, mistake] of mistakes) {
    const { method, path }: Mistake = mistake;
    const { responses = {} } =
      documents.control.paths[`/control/api/v1${path}`]?.[method.toLowerCase()] ?? {};
    for (const type of ['application/json', 'application/problem+json']) {
      const response = await make(mistake, type);
      t.same(
        responses[response.status],
        { $ref: `#/components/responses/${name}` },
        `${method} ${path}: ${response.status}`,
      );
      t.match(response.headers.get('content-type'), type);
      const at = pointerTo('components', 'responses', name, 'content', type, 'schema');
      t.same(schemas.control.faults(at, await response.json()), []);
    }
  }
});

test('wrong passwords are bounded as the document says', async (t) => {
  const path = '/gate/api/v1/device_app_user_authenticate/';
  const attempt = () => furnished.call('POST', path, { username: 'room-102', password: 'guessed' });
  let answer = await attempt();
  for (let tries = 1; answer.status === 400 && tries < 20; tries += 1) answer = await attempt();
  t.equal(answer.status, 429);
  t.match(answer.headers.get('retry-after'), /^\d+$/);
  t.same(documents.gate.paths[path]?.['post']?.responses['429'], {
    $ref: '#/components/responses/throttled',
  });
  const at = pointerTo(
    'components',
    'responses',
    'throttled',
    'content',
    'application/json',
    'schema',
  );
  t.same(schemas.gate.faults(at, answer.body), []);
});
