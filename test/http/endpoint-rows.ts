import { controlEndpoints } from '../../src/control/endpoints.ts';
import { gateEndpoints } from '../../src/gate/endpoints.ts';
import type { Endpoint } from '../../src/http/endpoint.ts';
import { results, type Answer, type GatewayProcess, type Json } from '../gateway-process.ts';

/* The rows of both tables, and something for each of them to be called about. */

export const apis = { control: controlEndpoints, gate: gateEndpoints };
export type Api = keyof typeof apis;
export const rows = (Object.keys(apis) as Api[]).flatMap((api) =>
  apis[api].map((row) => ({ api, row })),
);
/** What an organization has one of, by the first word of its path. */
export type Things = Readonly<Record<string, Json>>;

export const secret = 'a-secret-of-22-octets!';

/** One of everything that can be made. */
export async function furnish(
  gateway: GatewayProcess,
  token: string,
  { name, made }: { name: string; made: (answer: Promise<Answer>) => Promise<Json> },
): Promise<Things> {
  const control = (path: string, body: Json) => made(gateway.control('POST', path, body, token));
  const gate = (path: string, body: Json) => made(gateway.gate('POST', path, body, token));
  const profile = await control('/inventory_connection_profile/', { name });
  const device = await control('/inventory_device/', {
    name,
    serial_number: name,
    type: 'linux',
    ip_address: '127.0.0.1',
  });
  const operation = await gateway.control(
    'PUT',
    `/inventory_device_operation/${String(device['id'])}/?wait=10`,
    { operation: 'reboot' },
    token,
  );
  const [entry = {}] = results(
    await gateway.control('GET', '/inventory_device_log/', undefined, token),
  );
  const location = await gate('/location/', { name });
  const user = await gate('/user/', { username: `guest/of|${name}` });
  return {
    inventory_connection_profile: profile,
    inventory_device: device,
    inventory_transaction: operation.body,
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
    user_extra: await gate('/user_extra/', { parent: user['id'] }),
    user_token: await gate('/user_token/', { kind: 'network', time: 60 }),
    aaa_profile: await gate('/aaa_profile/', { name }),
    aaa_client: await gate('/aaa_client/', {
      name,
      address: name === 'own' ? '192.0.2.99' : '127.0.0.1',
      secret,
    }),
    aaa_upstream: await gate('/aaa_upstream/', {
      name,
      address: '192.0.2.98',
      realm: 'example.net',
      secret,
    }),
  };
}

/** The thing that a path names one of: `/inventory_device_name_setting/{parent__name}/` is about a device. */
export function thingOf(row: Endpoint, things: Things): Json | undefined {
  const collection = row.path.split('/')[1] ?? '';
  return (
    things[collection] ??
    (collection.startsWith('inventory_device') ? things['inventory_device'] : undefined)
  );
}

/** What a path says of a thing, or of one that does not exist. */
export function keyOf(row: Endpoint, thing: Json | undefined): string {
  const key = /\{\+?(\w+)\}/.exec(row.path)?.[1] ?? '';
  if (!thing) return key.endsWith('name') || key.endsWith('number') ? 'absent' : '987654';
  return String(thing[key] ?? thing[key.replace(/^parent_+/, '')]);
}

export function pathFor(row: Endpoint, thing: Json | undefined): string {
  return row.path.replace(/\{\+?\w+\}/, encodeURIComponent(keyOf(row, thing)));
}

export const isVerdict = ({ body }: Answer) => typeof body['action'] === 'string';

/** What a body needs beside the reference that is tried. */
export function samples(row: Endpoint): Json {
  const name = `new-${row.path}`;
  const all: Readonly<Record<string, unknown>> = {
    name: name.replaceAll('/', ''),
    serial_number: 'new',
    type: 'snmp',
    username: 'new',
    action: 'A',
    address: '192.0.2.77',
    secret,
    parent: 1,
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

/** A body that passes the row's schema, so that only the key decides. */
export function validBody(row: Endpoint): unknown {
  if (!row.body) return undefined;
  if (row.path.includes('_operation/')) return { operation: 'reboot' };
  if (row.path.includes('_setting/')) return { settings: [] };
  if (row.path.includes('_variables/')) return { variables: [] };
  return row.method === 'PATCH' ? {} : samples(row);
}
