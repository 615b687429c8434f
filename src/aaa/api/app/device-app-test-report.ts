import { Type, type Static } from 'typebox';
import { parseTime, dateTime } from '../../../contract/fields.ts';
import { endpoint, type Call, type Endpoint } from '../../../http/endpoint.ts';
import { periodFilter } from '../../../http/list/list-parameters.ts';
import { logListEndpoint } from '../../../http/list/log-endpoints.ts';
import { createResources } from '../../../http/resource-access.ts';
import { appTest, appTestFields, defaultTestUnits } from '../../app/app-log.ts';
import { findConnectedAccessPoint, findReportedAccessPoint } from '../../app/app-place.ts';
import {
  appEndpointDefaults,
  canonicalBssid,
  checkReportedTime,
  findReportedDevice,
  hasIdentifier,
  receipt,
  reportedDeviceFields,
  toReceipt,
  withoutIdentifiers,
} from './app-request.ts';

const closed = { additionalProperties: false };

const { unit, count, latitude, longitude, network_name, bssid, ...ofTest } = appTestFields;

const report = Type.Object(
  {
    ...ofTest,
    ...Type.Partial(Type.Object({ unit, count, latitude, longitude, network_name, bssid }))
      .properties,
    ...reportedDeviceFields,
    datetime: Type.Optional(dateTime()),
  },
  closed,
);
type Report = Static<typeof report>;
const reports = Type.Array(report, { minItems: 1, maxItems: 100 });

/** Endpoints of the network tests that apps report. */
export const appTestEndpoints: readonly Endpoint[] = [
  logListEndpoint({ resource: appTest, isExtension: true, ...periodFilter('created') }),
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
  checkReportedTime('datetime', entry.datetime ?? created, gateway.now());
  const device = hasIdentifier(entry) ? await findReportedDevice({ gateway, caller }, entry) : null;
  const initial = { unit: defaultTestUnits[entry.test_type], count: 1, datetime: created };
  const { store } = gateway;
  const bssid = canonicalBssid(entry.bssid);
  const at = parseTime(entry.datetime ?? created) ?? 0;
  const access_point =
    bssid === null && device !== null
      ? await findConnectedAccessPoint(store, { device, at })
      : await findReportedAccessPoint(store, { organizations: caller.organizations, bssid });
  return { ...initial, ...withoutIdentifiers(entry), device, access_point, created };
}
