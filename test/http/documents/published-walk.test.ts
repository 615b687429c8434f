import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import tap, { test, type Test } from 'tap';
import type { TSchema } from 'typebox';
import { isObjectSchema, typesOf } from '../../../src/contract/fields.ts';
import type { Endpoint } from '../../../src/http/endpoint.ts';
import { loadApis } from '../../../src/modules/load-modules.ts';
import { eventually, GatewayProcess, results, type Json } from '../../gateway-process.ts';
import { startPostgres } from '../../peers/postgres.ts';
import { startSshd } from '../../peers/sshd.ts';
import type { ApiName } from './document.ts';
import { published, publishedNames } from './published-api.ts';

/*
 * Each of the 111 published endpoints is called on both engines, with every published parameter and every published field of
 * its body, against a device over SSH and sessions by radclient. Each published field of a reply is there.
 */

const run = promisify(execFile);
const sources = await loadApis();
const secret = 'a-secret-of-22-octets!';
const [postgres, sshd] = await Promise.all([
  startPostgres({ fsync: false, hasTypes: true }),
  startSshd(),
]);
const gateways = {
  sqlite: await GatewayProcess.start(),
  postgres: await GatewayProcess.start({ GATEHOUSE_DATABASE_URL: postgres.url }),
};
tap.teardown(async () => {
  for (const gateway of Object.values(gateways)) await gateway.remove();
  await sshd.stop();
  await postgres.stop();
});

type Values = Readonly<Record<string, unknown>>;

/** Values of fields whose schema does not say what makes sense. */
const samples = (known: Values): Values => ({
  ...known,
  type: 'linux',
  ip_address: sshd.host,
  password: 'a long password',
  username: 'walker',
  hostname: 'www.example.com',
  host: '127.0.0.1',
  url: 'http://127.0.0.1:9/',
  client_ip: '192.0.2.7',
  op: '=',
  attribute: 'Session-Timeout',
  value: '60',
  destination: '192.0.2.1',
  original_url: 'http://example.com/',
  mac: '02:00:5E:00:53:07',
  ap_mac: '02:00:5E:00:53:01',
  mac_address: '02:00:5E:00:53:08',
  bssid: '02:00:5E:00:53:01',
  last_status_change_from: '2020-01-01T00:00:00Z',
  start_datetime: new Date(Date.now() - 3_600_000).toISOString(),
  end_datetime: new Date(Date.now() - 1_800_000).toISOString(),
  start_date: new Date(Date.now() - 86_400_000).toISOString(),
  end_date: new Date(Date.now() + 86_400_000).toISOString(),
  birthday: '1990-02-03',
  email: 'walker@example.org',
  attributes: { rack: 'R1' },
  cursor: '',
  expiration: '2099-01-01T00:00:00Z',
  params: {},
  options: {},
  controller: undefined,
  vendor: undefined,
  when: undefined,
  klass: 'a class',
  category: 'walked',
  number: '+4915112345678',
  imei: '490154203237518',
  imsi: '262011234567890',
  iccid: '8949020000012345678',
  mcc: '262',
  mnc: '01',
  home_mcc: '262',
  home_mnc: '01',
});

const texts: Readonly<Record<string, string>> = {
  'date-time': '2026-01-31T12:00:00Z',
  host: '192.0.2.10',
  network: '192.0.2.0/24',
  mac: '02:00:5E:00:53:01',
  uuid: '0b5b0f6e-3a54-4d4e-9d0b-6f2f0f6f5a10',
};

/** Returns a value of a field: one that is known, else one by its schema. */
function valueOf(name: string, schema: TSchema, known: Values): unknown {
  if (name in known) return known[name];
  if ('enum' in schema && Array.isArray(schema.enum))
    return schema.enum.find((one) => one !== null);
  if (isObjectSchema(schema)) return bodyOf(schema, Object.keys(schema.properties), known);
  const items: unknown = 'items' in schema ? schema.items : undefined;
  return isSchema(items) ? [valueOf(name, items, known)] : plainValue(name, schema);
}

function plainValue(name: string, schema: TSchema): unknown {
  const types = typesOf(schema);
  if (types.includes('array')) return [];
  if (types.includes('boolean')) return true;
  if (types.includes('integer') || types.includes('number'))
    return 'minimum' in schema ? Math.max(Number(schema.minimum), 1) : 1;
  const format = 'format' in schema ? String(schema.format) : '';
  return texts[format] ?? `a ${name}`;
}

function isSchema(value: unknown): value is TSchema {
  return typeof value === 'object' && value !== null;
}

function bodyOf(given: TSchema, names: readonly string[], known: Values): Values {
  const alternatives: unknown = 'anyOf' in given ? given.anyOf : [given];
  const [schema] = Array.isArray(alternatives) ? alternatives.filter(isSchema) : [];
  if (!schema || !isObjectSchema(schema)) return {};
  const fields = Object.entries<TSchema>(schema.properties).filter(([name]) =>
    names.includes(name),
  );
  return Object.fromEntries(
    fields
      .map(([name, field]) => [name, valueOf(name, field, known)] as const)
      .filter(([, value]) => value !== undefined),
  );
}

/** Names in a reply, a nested one after the name of its object; of a list, the names of all items. */
function namesIn(value: unknown, within = ''): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((item) => namesIn(item, within));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [
    within + name,
    ...namesIn(inner, `${within}${name}.`),
  ]);
}

/** Returns the published names that a reply lacks; what lies within something that is empty cannot be there. */
function missingIn(reply: unknown, names: readonly string[]): readonly string[] {
  const shown = new Set(namesIn(reply));
  const hasInside = (name: string) => [...shown].some((one) => one.startsWith(`${name}.`));
  return names.filter((name) => {
    const parents = name.split('.').slice(0, -1);
    const isOpen = parents.every((_, at) => hasInside(parents.slice(0, at + 1).join('.')));
    return isOpen && !shown.has(name);
  });
}

/** Reads come after what they read was made, and deletions last. */
const order = ['POST', 'PUT', 'PATCH', 'GET', 'DELETE'];

function inOrder(api: ApiName): readonly (readonly [name: string, endpoint: Endpoint])[] {
  const declared = new Map(
    sources[api].endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint]),
  );
  return Object.keys(published[api])
    .map((name) => {
      const endpoint = declared.get(name) ?? declared.get(name.replace(/\{(\w+)\}/g, '{+$1}'));
      if (!endpoint) throw new Error(`${name} is missing`);
      return [name, endpoint] as const;
    })
    .toSorted(([one], [other]) => rankOf(one) - rankOf(other));
}

const rankOf = (name: string) => order.indexOf(name.split(' ', 1)[0] ?? '');

for (const [engine, gateway] of Object.entries(gateways)) {
  const made = async (api: ApiName, path: string, body: Json) => {
    const answer = await gateway[api]('POST', path, body);
    if (answer.status >= 300) throw new Error(`${path}: ${answer.text}`);
    return answer.body;
  };
  const packet = (command: 'acct' | 'auth', attributes: string) =>
    run('sh', [
      '-c',
      `echo "${attributes}" | radclient 127.0.0.1:${command === 'acct' ? gateway.acctPort : gateway.authPort} ${command} ${secret}`,
    ]);

  /** Makes what the endpoints read: a device that answers, a session, a guest, a place. */
  async function furnish(): Promise<Record<string, unknown>> {
    const profile = await made('control', '/inventory_connection_profile/', {
      name: 'ssh of the walk',
      connection_service: { protocol: 'ssh', port: sshd.port, options: {} },
    });
    const device = await made('control', '/inventory_device/', {
      name: 'walked',
      serial_number: 'W-1',
      type: 'openwrt',
      ip_address: sshd.host,
      connection_profile: profile['id'],
      username: sshd.user,
      password: sshd.password,
    });
    await made('control', '/dnsfilter_category/', { name: 'walked' });
    const location = await made('gate', '/location/', { name: 'Lobby', latitude: 1, longitude: 2 });
    await made('gate', '/aaa_client/', { name: 'nas', address: '127.0.0.1', secret });
    const point = await made('gate', '/access_point/', {
      name: 'walked ap',
      mac: '02:00:5E:00:53:01',
      location: location['id'],
      latitude: 1,
      longitude: 2,
    });
    const user = await made('gate', '/user/', { username: 'guest', password: 'a guest password' });
    await packet(
      'acct',
      'Acct-Status-Type=Start, Acct-Session-Id=w-1, User-Name=guest, NAS-IP-Address=192.0.2.1, Calling-Station-Id=02-00-5E-00-53-01',
    );
    return {
      parent_id: device['id'],
      parent__name: device['name'],
      parent__serial_number: device['serial_number'],
      parent__id: device['id'],
      device__name: device['name'],
      location: location['id'],
      access_point: point['id'],
      page: undefined,
      organization: 1,
      parent: user['id'],
      user: user['id'],
      uid: 'guest',
      profile: null,
      firmware_image: null,
      client: null,
      connection_profile: profile['id'],
      device: device['id'],
      // An access point has no identifier of its own here.
      balance: true,
    };
  }

  test(`${engine}: every published endpoint takes what is published and shows what is published`, async (t) => {
    const known = await furnish();
    const walk = new Walk(t, gateway, known);
    await eventually(
      async () => results(await gateway.control('GET', '/inventory_metric_log/')).length,
      (count) => count > 0,
      90_000,
    );
    for (const api of ['control', 'gate'] as const)
      for (const [name, endpoint] of inOrder(api)) await walk.call(api, name, endpoint);
    t.equal(walk.called, 111);
    t.same(walk.differences, []);
  });
}

/** An endpoint, and the path that it was called by. */
interface Called {
  readonly api: ApiName;
  readonly name: string;
  readonly endpoint: Endpoint;
  readonly path: string;
}

class Walk {
  readonly differences: string[] = [];
  called = 0;
  readonly #t: Test;
  readonly #gateway: GatewayProcess;
  readonly #known: Record<string, unknown>;
  /** Objects that were made, by the path of their collection. */
  readonly #made = new Map<string, Json>();

  constructor(t: Test, gateway: GatewayProcess, known: Record<string, unknown>) {
    this.#t = t;
    this.#gateway = gateway;
    this.#known = known;
  }

  async call(api: ApiName, name: string, endpoint: Endpoint): Promise<void> {
    this.called += 1;
    const names = publishedNames(published[api][name] ?? {}, 'body');
    const body =
      endpoint.body && names.length > 0 ? this.#bodyFor(name, endpoint.body, names) : undefined;
    // The user was deleted by its id.
    if (name === 'DELETE /user/username/{username}/')
      this.#made.set(
        '/user/',
        (await this.#gateway.gate('POST', '/user/', { username: 'last' })).body,
      );
    const path = await this.#pathOf(api, endpoint);
    const reply = await this.#send(api, { method: endpoint.method, path, body });
    if (reply.status >= 300 && !isVerdict(reply.status, path)) {
      this.differences.push(`${name}: ${reply.status} ${reply.text.slice(0, 300)}`);
      return;
    }
    if (endpoint.method === 'POST' && isJson(reply.json)) this.#made.set(endpoint.path, reply.json);
    if (reply.status !== 204) await this.#compare({ api, name, endpoint, path }, reply.json);
  }

  /** Compares the replies without parameters, and with each of them, with what is published. */
  async #compare(of: Called, reply: unknown): Promise<void> {
    const { api, name } = of;
    const shape = published[api][name] ?? {};
    const items = itemsOf(reply);
    if ('items' in shape && items.length === 0)
      this.differences.push(`${name}: the list is empty, so that its fields are not seen`);
    const replies: unknown[] = [reply];
    for (const query of publishedNames(shape, 'query').filter((one) => isAsked(one, reply)))
      replies.push(await this.#ask(of, query, items.at(0) ?? reply));
    const expected = publishedNames(shape, 'reply').filter((field) => !isOptional(name, field));
    const missing = missingIn(replies, expected);
    if (missing.length > 0) this.differences.push(`${name}: the reply lacks ${missing.join(', ')}`);
  }

  /** Asks with one parameter more. @param shown  the reply without it, or the first item of its list */
  async #ask({ api, name, endpoint, path }: Called, query: string, shown: unknown) {
    const properties = isObjectSchema(endpoint.query) ? endpoint.query.properties : {};
    const schema: TSchema | undefined = properties[query];
    const value = ownValue(shown, query) ?? this.#valueOfQuery(name, query, schema);
    const [base = '', given = ''] = path.split('?', 2);
    const asked = new URLSearchParams(given);
    asked.set(query, textOf(value));
    const { status, text, json } = await this.#send(api, {
      method: 'GET',
      path: `${base}?${asked.toString()}`,
    });
    if (status !== 200 && !isVerdict(status, base))
      this.differences.push(`${name} ${query}=${textOf(value)}: ${status} ${text.slice(0, 200)}`);
    return json;
  }

  #valueOfQuery(name: string, query: string, schema: TSchema | undefined): unknown {
    const special = name.includes('txlog_portal') ? { type: 'ua' } : {};
    return schema && valueOf(query, schema, { ...this.#valuesOf(), ...queryValues, ...special });
  }

  #valuesOf(): Values {
    return samples(this.#known);
  }

  #bodyFor(name: string, schema: TSchema, names: readonly string[]): Values {
    const special = Object.entries(bodies).find(([pattern]) => new RegExp(pattern).test(name))?.[1];
    const unique = `of ${this.called}`;
    const values = {
      ...this.#valuesOf(),
      name: `walked ${unique}`,
      serial_number: `W ${unique}`,
      username: `walker ${unique}`,
      unique_id: unique,
      ...special,
      ...this.#keysIn(name),
    };
    return bodyOf(schema, names, values);
  }

  /** Returns the key of the path of a change, which stays as it is. */
  #keysIn(name: string): Values {
    const [, collection = '', key = ''] = /^(?:PUT|PATCH) (\/.+?\/)\{(\w+)\}/.exec(name) ?? [];
    const own = this.#made.get(collection.replace('/username/', '/'));
    const kept = [key, 'username', 'name', 'serial_number'].filter(
      (field) => own?.[field] !== undefined,
    );
    return Object.fromEntries(kept.map((field) => [field, own?.[field]]));
  }

  /** Fills the keys of a path: those of the object that the collection has made, else those of what is known. */
  async #pathOf(api: ApiName, { path }: Endpoint): Promise<string> {
    const [, collection = ''] = /^(\/.+?\/)\{/.exec(path) ?? [];
    const own = this.#made.get(collection.replace('/username/', '/'));
    const first = async () => itemsOf((await this.#gateway[api]('GET', collection)).body).at(0);
    const of: Json = own ?? (collection === '' ? {} : { ...(await first()) });
    const filled = path.replaceAll(/\{\+?(\w+)\}/g, (_, key: string) =>
      encodeURIComponent(String(of[key] ?? this.#known[key] ?? this.#known[pathKeys[key] ?? ''])),
    );
    const required = requiredQueries[path];
    return required === undefined ? filled : `${filled}?${await required(this.#gateway)}`;
  }

  async #send(
    api: ApiName,
    { method, path, body }: { method: string; path: string; body?: unknown },
  ) {
    const answer = await this.#gateway[api](method, path, body);
    const json: unknown = /^[[{]/.test(answer.text) ? JSON.parse(answer.text) : null;
    this.#t.pass(`${method} ${path}`);
    return { ...answer, json };
  }
}

/** Fields that a GET shows with `extra`, `dates`, `device` or `balance`, which other methods do not have. */
function isOptional(name: string, field: string): boolean {
  if (/^(?:POST|PUT|PATCH) \/user_extra\//.test(name)) return field.startsWith('devices');
  if (/^(?:PUT|PATCH) \/user_token\//.test(name)) return field === 'balance';
  // One that was generated is shown once; here it is given.
  if (name === 'POST /user_token/') return field === 'password';
  const usual = ['variable_name', 'name', 'short_name', 'value', 'pending', 'pending_value'];
  return /^PUT .*_variables\//.test(name) && !usual.includes(field);
}

/** Returns the value of a field that identifies an object, for a filter that finds it. */
function ownValue(shown: unknown, query: string): unknown {
  const isKey = ['id', 'name', 'group', 'uuid'].includes(query);
  const own = isJson(shown) && isKey ? shown[query] : undefined;
  return typeof own === 'string' || typeof own === 'number' ? own : undefined;
}

/** Returns a value as text of a URL. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? '');
}

/** False for a filter of one object by a field that is null there. */
function isAsked(query: string, reply: unknown): boolean {
  return !isJson(reply) || !(query in reply) || reply[query] !== null;
}

/** True for the status of a check that no rule matches. */
function isVerdict(status: number, path: string): boolean {
  return status === 404 && path.startsWith('/dnsfilter_hostcheck');
}

function itemsOf(reply: unknown): readonly Json[] {
  const found = isJson(reply) ? reply['results'] : [];
  return Array.isArray(found) ? found.filter(isJson) : [];
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Keys of paths of what has no collection of its own. */
const pathKeys: Readonly<Record<string, string>> = {
  id: 'parent_id',
  name: 'parent__name',
  serial_number: 'parent__serial_number',
};

/** Values of parameters that their schema does not tell. */
const queryValues: Values = { parameter_id: 1, group: 1, client: 1, page: 1, pending: true };

const requiredQueries: Readonly<Record<string, (gateway: GatewayProcess) => Promise<string>>> = {
  ...Object.fromEntries(
    ['setting', 'variables'].flatMap((kind) => [
      [`/inventory_device_${kind}/`, () => Promise.resolve('parent_id=1')],
      [`/inventory_device_name_${kind}/`, () => Promise.resolve('parent__name=walked')],
      [`/inventory_device_serial_${kind}/`, () => Promise.resolve('parent__serial_number=W-1')],
    ]),
  ),
  '/dnsfilter_hostcheck/': () => Promise.resolve('hostname=www.example.com'),
  '/dnsfilter_categoryget/': async (gateway) =>
    `uuid=${String((await gateway.control('GET', '/dnsfilter_hostcheck/?hostname=a.example')).body['uuid'])}`,
};

/** Values of bodies whose fields exclude each other. */
const bodies: Readonly<Record<string, Values>> = {
  'POST /inventory_device.*_diags/': {
    operation: 'ping',
    ...Object.fromEntries(
      'interface tries max_hops url connections duration file_size port interval dns_server dscp'
        .split(' ')
        .map((name) => [name, undefined]),
    ),
    count: 1,
    packet_size: 64,
    timeout: 1000,
  },
  ' /(?:user|aaa_profile)/': { attributes: undefined },
  'headless_operation/': { operation: 'get', variables: [{ variable: 'system.hostname' }] },
  'PUT /inventory_device.*_operation/': { operation: 'sync' },
  '_setting/': { settings: [{ variable_name: 'system.hostname', value: 'walked' }] },
  '_variables/': { variables: [{ variable_name: 'system.hostname', value: 'walked' }] },
  ' /user_token/': { kind: undefined, time: 3600, organization: 1 },
  'POST /device_app_test_report/': { value: 12.5 },
  'POST /device_app_user_authenticate/': { username: 'guest', password: 'a guest password' },
  'POST /device_app_(?:register|user_update)/': {
    username: 'guest',
    password: 'a guest password',
    user: undefined,
  },
  'POST /portal_login/': {
    ip: '192.0.2.7',
    password: 'a guest password',
    token: undefined,
    timeout: 60,
  },
};
