import { randomUUID } from 'node:crypto';
import { loadApis } from '../../src/modules/load-modules.ts';
import type { Endpoint } from '../../src/http/endpoint.ts';
import { results, type Answer, type GatewayProcess, type Json } from '../gateway-process.ts';

/* The endpoints of both APIs, and objects to call each of them with. */

const { control, gate } = await loadApis();
export const apis = { control: control.endpoints, gate: gate.endpoints };
export type Api = keyof typeof apis;
export const rows = (Object.keys(apis) as Api[]).flatMap((api) =>
  apis[api].map((row) => ({ api, row })),
);
/** The objects of an organization, by the first segment of their path. */
export type Fixtures = Readonly<Record<string, Json>>;

export const secret = 'a-secret-of-22-octets!';

/** Creates one object of each collection. */
export async function furnish(
  gateway: GatewayProcess,
  token: string,
  { name, made }: { name: string; made: (answer: Promise<Answer>) => Promise<Json> },
): Promise<Fixtures> {
  const control = (path: string, body: Json) => made(gateway.control('POST', path, body, token));
  const gate = (path: string, body: Json) => made(gateway.gate('POST', path, body, token));
  // Organizations share no network.
  const address = name === 'own' ? '127.0.0.1' : '127.128.0.1';
  const profile = await control('/inventory_connection_profile/', { name });
  const device = await control('/inventory_device/', {
    name,
    serial_number: name,
    type: 'linux',
    ip_address: address,
  });
  const operation = await gateway.control(
    'PUT',
    `/inventory_device_operation/${String(device['id'])}/`,
    // It stays as it is: a device that cannot be reached would be tried again.
    { operation: 'reboot', run_at: '2099-01-01T00:00:00Z' },
    token,
  );
  const repeated = await control('/inventory_device_diags/', {
    parent_id: device['id'],
    operation: 'ping',
    host: address,
    run_at: '2099-01-01T00:00:00Z',
    every: 60,
    until: '2099-01-02T00:00:00Z',
  });
  const [entry = {}] = results(
    await gateway.control('GET', '/inventory_device_log/', undefined, token),
  );
  const rule = await control('/alert_rule/', { name, kind: 'device_down' });
  const location = await gate('/location/', { name });
  const user = await gate('/user/', { username: `guest/of|${name}` });
  const page = await gate('/portal_page/', { name });
  const [version = {}] = results(
    await gateway.gate('GET', `/portal_page_version/?page=${String(page['id'])}`, undefined, token),
  );
  const key = await gate('/user_key/', { user: user['id'] });
  const certificate = await gate('/user_certificate/', { user: user['id'] });
  return {
    inventory_connection_profile: profile,
    inventory_device: device,
    inventory_firmware_image: await control('/inventory_firmware_image/', {
      name,
      url: `http://${address}:9/`,
    }),
    inventory_variable_set: await control('/inventory_variable_set/', { name }),
    inventory_transaction: operation.body,
    webhook: await control('/webhook/', { name, url: `http://${address}:9/`, secret }),
    alert_rule: rule,
    ...(await plantAlert(gateway, rule)),
    inventory_fleet_operation: await control('/inventory_fleet_operation/', {
      operation: 'sync',
      devices: [device['id']],
      run_at: '2099-01-01T00:00:00Z',
      confirm: 1,
    }),
    inventory_series: { id: repeated['series'] },
    inventory_discovery: await control('/inventory_discovery/', {
      network: address,
      connection_profiles: [profile['id']],
    }),
    inventory_device_log: entry,
    dnsfilter_category: await control('/dnsfilter_category/', { name }),
    dnsfilter_rule: await control('/dnsfilter_rule/', {
      name,
      action: 'A',
      host: `${name}.example`,
    }),
    organization: results(await gateway.gate('GET', '/organization/', undefined, token))[0] ?? {},
    location,
    access_point: await gate('/access_point/', {
      name,
      mac: name === 'own' ? '02:00:00:00:00:01' : '02:00:00:00:00:02',
    }),
    user,
    privacy_job: await gate(`/user/${String(user['id'])}/export/?wait=10`, {}),
    user_extra: await gate('/user_extra/', { parent: user['id'] }),
    user_token: await gate('/user_token/', { kind: 'network', time: 60 }),
    user_key: key,
    user_key_device: await gate('/user_key_device/', {
      user_key: key['id'],
      mac: '02:00:5e:00:00:07',
    }),
    user_certificate: certificate,
    wifi_network: await gate('/wifi_network/', { ssid: name, security: 'open' }),
    aaa_profile: await gate('/aaa_profile/', { name }),
    aaa_client: await gate('/aaa_client/', {
      name,
      address: name === 'own' ? '192.0.2.99' : '127.0.0.1',
      secret,
    }),
    portal_controller: await gate('/portal_controller/', { name, vendor: 'fortinet' }),
    portal_service: await gate('/portal_service/', {
      name,
      kind: 'sms',
      url: 'https://sms.example.net/',
    }),
    portal_page: page,
    portal_page_version: version,
    aaa_fallback: await gate('/aaa_fallback/', {
      profile: (await gate('/aaa_profile/', { name: `${name} fallback` }))['id'],
    }),
    address_pool: await gate('/address_pool/', { name, kind: 'ipv4', networks: ['192.0.2.0/24'] }),
    pms_link: await gate('/pms_link/', {
      name,
      host: 'pms.example.net',
      port: 5010,
      is_active: false,
    }),
    user_source: await gate('/user_source/', {
      name,
      addresses: ['192.0.2.97'],
      base_dn: 'dc=example',
    }),
    aaa_upstream: await gate('/aaa_upstream/', {
      name,
      address: '192.0.2.98',
      realm: 'example.net',
      secret,
    }),
  };
}

/** Writes an alert of a rule, which would have to wait for a device to go down, and its delivery. */
async function plantAlert(gateway: GatewayProcess, rule: Json): Promise<Fixtures> {
  const store = await gateway.openStore();
  const planted = {
    id: randomUUID(),
    organization: Number(rule['organization']),
    rule: Number(rule['id']),
    rule_name: String(rule['name']),
    kind: 'device_down',
    severity: 'info',
    // A resolved alert of now: no task changes or deletes it, nor delivers a change to the webhook.
    state: 'resolved',
    subject: 'device',
    message: 'down',
    flaps: 0,
    started_at: Date.now(),
    fired_at: Date.now(),
    resolved_at: Date.now(),
  };
  await store.write([store.db.insertInto('alert').values(planted)]);
  const delivery = {
    organization: planted.organization,
    alert: planted.id,
    channel: 'mail',
    event: randomUUID(),
    message: 'down',
    state: 'delivered',
    attempts: 1,
    created_at: Date.now(),
  } as const;
  const insert = store.db.insertInto('delivery').values(delivery).returning('id');
  const [written] = await store.write([insert]);
  await store.close();
  return { alert: planted, delivery: { ...delivery, id: written?.rows[0]?.['id'] } };
}

/** Returns the object that a path addresses: `/inventory_device_name_setting/{parent__name}/` addresses a device. */
export function fixtureOf(row: Endpoint, fixtures: Fixtures): Json | undefined {
  const collection = row.path.split('/')[1] ?? '';
  return (
    fixtures[collection] ??
    (collection.startsWith('inventory_device') ? fixtures['inventory_device'] : undefined)
  );
}

/** Returns the key of an object in a path, or an unknown key for none. */
export function keyOf(row: Endpoint, fixture: Json | undefined): string {
  const key = /\{\+?(\w+)\}/.exec(row.path)?.[1] ?? '';
  if (!fixture) return key.endsWith('name') || key.endsWith('number') ? 'absent' : '987654';
  return String(fixture[key] ?? fixture[key.replace(/^parent_+/, '')]);
}

export function pathFor(row: Endpoint, fixture: Json | undefined): string {
  const path = row.path.replace(/\{\+?\w+\}/, encodeURIComponent(keyOf(row, fixture)));
  // A stream of events that ends.
  return row.isEventStream ? `${path}?seconds=0` : path;
}

export const isVerdict = ({ body }: Answer) => typeof body['action'] === 'string';

/** Fields that a body needs beside the reference under test. */
export function samples(row: Endpoint): Json {
  const name = `new-${row.path}`;
  const all: Readonly<Record<string, unknown>> = {
    name: name.replaceAll('/', ''),
    serial_number: 'new',
    type: 'snmp',
    username: 'new',
    action: 'A',
    kind: kinds.find(([path]) => row.path.startsWith(path))?.[1] ?? 'device_down',
    vendor: 'fortinet',
    address: '192.0.2.77',
    host: '127.0.0.1',
    port: 5010,
    addresses: ['192.0.2.77'],
    networks: ['192.0.2.0/24'],
    base_dn: 'dc=example',
    ssid: 'Aurora',
    security: 'open',
    format: 'networkmanager',
    url: 'http://127.0.0.1:9/',
    secret,
    parent: 1,
    user_key: 1,
    profile: 1,
    uid: 'x',
    ap_mac: '02:00:00:00:00:01',
    mac: '02:00:00:00:00:03',
    ip: '192.0.2.3',
  };
  const required = row.body && 'required' in row.body ? (row.body.required as string[]) : [];
  return Object.fromEntries(
    required.filter((field) => field in all).map((field) => [field, all[field]]),
  );
}

const kinds = [
  ['/address_pool/', 'ipv4'],
  ['/portal_service/', 'sms'],
] as const;

/** Returns a body that is valid by the schema of the endpoint, so that only the key decides. */
export function validBody(row: Endpoint): unknown {
  if (!row.body) return undefined;
  if (row.path.includes('_operation/') && !row.path.endsWith('/cancel/'))
    return { operation: 'reboot' };
  if (row.path.includes('_setting/')) return { settings: [] };
  if (row.path.includes('_variables/')) return { variables: [] };
  return row.method === 'PATCH' ? {} : samples(row);
}
