import { Type, type Static } from 'typebox';
import { findDevice, type DeviceFields } from '../aaa/app-devices.ts';
import { identifierFields, identifiers } from '../aaa/app-device.ts';
import { appConnection, appTest, connectionFields, testFields, units } from '../aaa/app-log.ts';
import { Fault } from '../errors.ts';
import { parseTime, time } from '../fields.ts';
import { endpoint, type Call, type Endpoint, type Role } from '../http/endpoint.ts';
import { create, createAll } from '../http/resource-rows.ts';

const roles: readonly Role[] = ['admin', 'app'];
const closed = { additionalProperties: false };

/** What every POST of an app has in common. */
export const appRow = (name: string, summary: string) => ({
  ...{ method: 'POST' as const, path: `/${name}/`, summary, roles, wrapped: true },
});

const device = Type.Partial(Type.Object(identifierFields)).properties;
const { network_type, network_security, ...ofConnection } = connectionFields;
const { unit, count, latitude, longitude, network_name, ...ofTest } = testFields;

const connection = Type.Object(
  {
    ...{ network_type, network_security },
    ...Type.Partial(Type.Object(ofConnection)).properties,
    ...device,
    start_datetime: Type.Optional(time()),
    end_datetime: Type.Optional(time()),
  },
  closed,
);

const report = Type.Object(
  {
    ...ofTest,
    ...Type.Partial(Type.Object({ unit, count, latitude, longitude, network_name })).properties,
    ...device,
    datetime: Type.Optional(time()),
  },
  closed,
);
type Report = Static<typeof report>;
const reports = Type.Array(report, { minItems: 1, maxItems: 100 });
const taken = Type.Object({ id: Type.Integer(), created: time() });

/** What an app reports of networks. */
export const appLogRows: readonly Endpoint[] = [
  endpoint({
    ...appRow('device_app_connection_log', 'Report a connection of a device'),
    body: connection,
    reply: taken,
    async handle({ gateway, caller, body }) {
      requireIdentifier(body);
      const created = gateway.now().toISOString();
      const { start_datetime: start = body.end_datetime ?? created, end_datetime: end = laterOf(start, created) } = body;
      if ((parseTime(end) ?? 0) < (parseTime(start) ?? 0)) throw Fault.field('end_datetime', 'Is before start_datetime.');
      const device = await registered({ gateway, caller }, body);
      const row = { ...withoutIdentifiers(body), device, start_datetime: start, end_datetime: end, created };
      return brief(await create({ of: appConnection, gateway, caller }, row));
    },
  }),
  endpoint({
    ...appRow('device_app_test_report', 'Report what network tests measured: one, or a list'),
    body: Type.Unsafe<Report | readonly Report[]>({ anyOf: [report, reports] }),
    reply: Type.Unsafe<Static<typeof taken> | Static<typeof taken>[]>({ anyOf: [taken, Type.Array(taken)] }),
    async handle({ gateway, caller, body }) {
      const rows = await Promise.all(asList(body).map((entry) => testRow({ gateway, caller }, entry)));
      const written = (await createAll({ of: appTest, gateway, caller }, rows)).map(brief);
      const [first] = written;
      return Array.isArray(body) || !first ? written : first;
    },
  }),
];

function asList(body: Report | readonly Report[]): readonly Report[] {
  return 'test_type' in body ? [body] : body;
}

type Asker = Pick<Call, 'gateway' | 'caller'>;

async function testRow({ gateway, caller }: Asker, entry: Report): Promise<Record<string, unknown>> {
  const created = gateway.now().toISOString();
  const device = hasIdentifier(entry) ? await registered({ gateway, caller }, entry) : null;
  const initial = { unit: units[entry.test_type], count: 1, datetime: created };
  return { ...initial, ...withoutIdentifiers(entry), device, created };
}

function laterOf(start: string, now: string): string {
  return (parseTime(start) ?? 0) > (parseTime(now) ?? 0) ? start : now;
}

/** The device of the caller's organization that a report is of. @throws Fault `invalid` */
async function registered({ gateway, caller }: Asker, fields: DeviceFields): Promise<number> {
  const found = await findDevice(gateway.store, caller.organization, fields);
  if (found) return Number(found.id);
  throw Fault.field('non_field_errors', 'No registered device has these identifiers.');
}

/** @throws Fault `invalid` where nothing says which device is meant */
export function requireIdentifier(fields: DeviceFields): void {
  if (!hasIdentifier(fields)) throw Fault.field('non_field_errors', `One of ${identifiers.join(', ')} is required.`);
}

export function identifiersOf(fields: DeviceFields): DeviceFields {
  return Object.fromEntries(identifiers.map((name) => [name, fields[name]]));
}

function hasIdentifier(fields: DeviceFields): boolean {
  return identifiers.some((name) => typeof fields[name] === 'string');
}

function withoutIdentifiers(fields: DeviceFields): Record<string, unknown> {
  const known: readonly string[] = identifiers;
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !known.includes(name)));
}

function brief(row: Readonly<Record<string, unknown>>): Static<typeof taken> {
  return { id: Number(row.id), created: String(row.created) };
}
