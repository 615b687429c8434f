import { Type, type Static } from 'typebox';
import { findAppDevice, type AppDeviceInput } from '../../app/app-device-registry.ts';
import { deviceIdentifierFields, deviceIdentifiers } from '../../app/app-device.ts';
import {
  appConnection,
  appTest,
  appConnectionFields,
  appTestFields,
  defaultTestUnits,
} from '../../app/app-log.ts';
import { Fault } from '../../../contract/errors.ts';
import { canonicalMac, parseTime, dateTime } from '../../../contract/fields.ts';
import type { Role } from '../../../contract/caller.ts';
import { endpoint, type Call, type Endpoint } from '../../../http/endpoint.ts';
import { createResource, createResources } from '../../../http/resource-access.ts';
import { findConnectedAccessPoint, findReportedAccessPoint } from '../../app/app-place.ts';
import { countConnection } from '../../app/connection-day.ts';
import { periodFilter } from '../../../http/list/list-parameters.ts';
import { logListEndpoint } from '../../../http/list/log-endpoints.ts';

const roles: readonly Role[] = ['admin', 'app'];
const closed = { additionalProperties: false };

/** Returns the common options of the endpoints that apps post to. */
export const appEndpointDefaults = (name: string, summary: string) => ({
  method: 'POST' as const,
  path: `/${name}/`,
  summary,
  roles,
  acceptsDataField: true,
});

const device = Type.Partial(Type.Object(deviceIdentifierFields)).properties;
const { network_type, network_security, ...ofConnection } = appConnectionFields;
const { unit, count, latitude, longitude, network_name, bssid, ...ofTest } = appTestFields;

const connection = Type.Object(
  {
    network_type,
    network_security,
    ...Type.Partial(Type.Object(ofConnection)).properties,
    ...device,
    start_datetime: Type.Optional(dateTime()),
    end_datetime: Type.Optional(dateTime()),
  },
  closed,
);

const report = Type.Object(
  {
    ...ofTest,
    ...Type.Partial(Type.Object({ unit, count, latitude, longitude, network_name, bssid }))
      .properties,
    ...device,
    datetime: Type.Optional(dateTime()),
  },
  closed,
);
type Report = Static<typeof report>;
const reports = Type.Array(report, { minItems: 1, maxItems: 100 });
const receipt = Type.Object({ id: Type.Integer(), created: dateTime() });

/** Endpoints that apps report connections and network tests to. */
export const appReportEndpoints: readonly Endpoint[] = [
  logListEndpoint({ resource: appConnection, isExtension: true, ...periodFilter('created') }),
  logListEndpoint({ resource: appTest, isExtension: true, ...periodFilter('created') }),
  endpoint({
    ...appEndpointDefaults('device_app_connection_log', 'Report a connection of a device'),
    body: connection,
    reply: receipt,
    async handle({ gateway, caller, body }) {
      requireDeviceIdentifier(body);
      const created = gateway.now().toISOString();
      const {
        start_datetime: start = body.end_datetime ?? created,
        end_datetime: end = laterOf(start, created),
      } = body;
      if ((parseTime(end) ?? 0) < (parseTime(start) ?? 0))
        throw Fault.field('end_datetime', 'Must not be before start_datetime.');
      const device = await findReportedDevice({ gateway, caller }, body);
      const place = { organizations: caller.organizations, bssid: canonical(body.bssid) };
      const row = {
        ...withoutIdentifiers(body),
        device,
        access_point: await findReportedAccessPoint(gateway.store, place),
        start_datetime: start,
        end_datetime: end,
        created,
      };
      const counted = countConnection(gateway.store, {
        ...body,
        organization: caller.organization,
        device,
        start: parseTime(start) ?? 0,
        end: parseTime(end) ?? 0,
      });
      const { store } = gateway;
      const write: typeof store.write = (batch) => store.write([...batch, counted]);
      return toReceipt(
        await createResource({ resource: appConnection, gateway, caller, write }, row),
      );
    },
  }),
  endpoint({
    ...appEndpointDefaults(
      'device_app_test_report',
      'Report the result of a network test, or a list of results',
    ),
    body: Type.Unsafe<Report | readonly Report[]>({ anyOf: [report, reports] }),
    reply: Type.Unsafe<Static<typeof receipt> | Static<typeof receipt>[]>({
      anyOf: [receipt, Type.Array(receipt)],
    }),
    async handle({ gateway, caller, body }) {
      const rows = await Promise.all(
        asList(body).map((entry) => toTestRow({ gateway, caller }, entry)),
      );
      const written = (await createResources({ resource: appTest, gateway, caller }, rows)).map(
        toReceipt,
      );
      const [first] = written;
      return Array.isArray(body) || !first ? written : first;
    },
  }),
];

function asList(body: Report | readonly Report[]): readonly Report[] {
  return 'test_type' in body ? [body] : body;
}

type Request = Pick<Call, 'gateway' | 'caller'>;

async function toTestRow(
  { gateway, caller }: Request,
  entry: Report,
): Promise<Record<string, unknown>> {
  const created = gateway.now().toISOString();
  const device = hasIdentifier(entry) ? await findReportedDevice({ gateway, caller }, entry) : null;
  const initial = { unit: defaultTestUnits[entry.test_type], count: 1, datetime: created };
  const { store } = gateway;
  const bssid = canonical(entry.bssid);
  const at = parseTime(entry.datetime ?? created) ?? 0;
  const access_point =
    bssid === null && device !== null
      ? await findConnectedAccessPoint(store, { device, at })
      : await findReportedAccessPoint(store, { organizations: caller.organizations, bssid });
  return { ...initial, ...withoutIdentifiers(entry), device, access_point, created };
}

function canonical(bssid: string | null | undefined): string | null {
  return typeof bssid === 'string' ? canonicalMac(bssid) : null;
}

function laterOf(start: string, now: string): string {
  return (parseTime(start) ?? 0) > (parseTime(now) ?? 0) ? start : now;
}

/** Finds the registered device of a report in the caller's organization. @throws Fault `invalid` */
async function findReportedDevice(
  { gateway, caller }: Request,
  fields: AppDeviceInput,
): Promise<number> {
  const found = await findAppDevice(gateway.store, caller.organization, fields);
  if (found) return Number(found.id);
  throw Fault.field('non_field_errors', 'No registered device has these identifiers.');
}

/** @throws Fault `invalid` if no field identifies the device */
export function requireDeviceIdentifier(fields: AppDeviceInput): void {
  if (!hasIdentifier(fields))
    throw Fault.field('non_field_errors', `One of ${deviceIdentifiers.join(', ')} is required.`);
}

export function pickDeviceIdentifiers(fields: AppDeviceInput): AppDeviceInput {
  return Object.fromEntries(deviceIdentifiers.map((name) => [name, fields[name]]));
}

function hasIdentifier(fields: AppDeviceInput): boolean {
  return deviceIdentifiers.some((name) => typeof fields[name] === 'string');
}

function withoutIdentifiers(fields: AppDeviceInput): Record<string, unknown> {
  const known: readonly string[] = deviceIdentifiers;
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !known.includes(name)));
}

function toReceipt(row: Readonly<Record<string, unknown>>): Static<typeof receipt> {
  return { id: Number(row.id), created: String(row.created) };
}
