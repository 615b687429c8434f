import { Type, type Static } from 'typebox';
import { asFault, Fault, type FieldErrors } from '../../../contract/errors.ts';
import { dateTime, parseTime } from '../../../contract/fields.ts';
import { endpoint, type Call, type Endpoint } from '../../../http/endpoint.ts';
import { periodFilter } from '../../../http/list/list-parameters.ts';
import { logListEndpoint } from '../../../http/list/log-endpoints.ts';
import { createResources } from '../../../http/resource-access.ts';
import { appConnection, appConnectionFields } from '../../app/app-log.ts';
import { findReportedAccessPoint } from '../../app/app-place.ts';
import { countConnection } from '../../app/connection-day.ts';
import {
  appEndpointDefaults,
  canonicalBssid,
  checkReportedTime,
  findReportedDevice,
  receipt,
  reportedDeviceFields,
  requireDeviceIdentifier,
  toReceipt,
  withoutIdentifiers,
} from './app-request.ts';

const closed = { additionalProperties: false };
const { network_type, network_security, ...optional } = appConnectionFields;

const connection = Type.Object(
  {
    network_type,
    network_security,
    ...Type.Partial(Type.Object(optional)).properties,
    ...reportedDeviceFields,
    start_datetime: Type.Optional(dateTime()),
    end_datetime: Type.Optional(dateTime()),
  },
  closed,
);
type Connection = Static<typeof connection>;
const connections = Type.Array(connection, { minItems: 1, maxItems: 100, 'x-extension': true });

/** Of a connection in a list that was not stored. */
interface Refusal {
  readonly errors: FieldErrors;
}
const refusal = Type.Object({
  errors: Type.Record(Type.String(), Type.Array(Type.String()), {
    'x-extension': true,
    description: 'the fields for which the connection was not stored',
  }),
});
type Receipt = Static<typeof receipt>;
type Result = Receipt | Refusal;
const result = Type.Unsafe<Result>({ anyOf: [receipt, refusal] });

/** Endpoints of the connections that apps report. */
export const appConnectionEndpoints: readonly Endpoint[] = [
  logListEndpoint({ resource: appConnection, isExtension: true, ...periodFilter('created') }),
  endpoint({
    ...appEndpointDefaults(
      'device_app_connection_log',
      'Report a connection of a device, or a list of connections',
    ),
    body: Type.Unsafe<Connection | readonly Connection[]>({ anyOf: [connection, connections] }),
    reply: Type.Unsafe<Receipt | readonly Result[]>({ anyOf: [receipt, Type.Array(result)] }),
    async handle({ body, ...call }) {
      if ('network_type' in body) return storeConnection(call, body);
      return storeConnections(call, body);
    },
  }),
];

type Request = Pick<Call, 'gateway' | 'caller'>;

/** A connection to store, with the statement that adds it to the sums. */
interface Prepared {
  readonly row: Readonly<Record<string, unknown>>;
  readonly counted: ReturnType<typeof countConnection>;
}

async function storeConnection(call: Request, reported: Connection): Promise<Receipt> {
  const [stored] = await store(call, [await prepare(call, reported)]);
  return stored ?? missingReceipt();
}

/**
 * Stores the connections of an app that was without a network for a while. One that cannot be stored keeps no other from being
 * stored: the app would report all of them again and again.
 *
 * @returns a result for each connection, in the order of the request
 * @throws Fault `invalid` if none can be stored
 */
async function storeConnections(call: Request, reported: readonly Connection[]): Promise<Result[]> {
  const prepared = await Promise.all(reported.map((one) => prepare(call, one).catch(toRefusal)));
  const good = prepared.filter((one) => 'row' in one);
  if (good.length === 0)
    throw new Fault('invalid', 'invalid items', {
      items: prepared.map((one) => ('row' in one ? {} : one.errors)),
    });
  const receipts = (await store(call, good)).values();
  return prepared.map((one) => ('row' in one ? (receipts.next().value ?? missingReceipt()) : one));
}

/** @throws the error, unless it is about the fields of a connection */
function toRefusal(error: unknown): Refusal {
  const fields = asFault(error)?.fields;
  if (!fields) throw error;
  return { errors: fields };
}

function missingReceipt(): never {
  throw new Error('a connection was stored without an id');
}

/** Stores connections and adds them to the sums, all or none. */
async function store(call: Request, prepared: readonly Prepared[]): Promise<Receipt[]> {
  const counted = prepared.map((one) => one.counted);
  const { store } = call.gateway;
  const write: typeof store.write = (batch) => store.write([...batch, ...counted]);
  const rows = prepared.map(({ row }) => row);
  return (await createResources({ resource: appConnection, ...call, write }, rows)).map(toReceipt);
}

/** @throws Fault `invalid` if the connection ends before it starts, or no registered device has its identifiers */
async function prepare({ gateway, caller }: Request, reported: Connection): Promise<Prepared> {
  requireDeviceIdentifier(reported);
  const created = gateway.now().toISOString();
  const {
    start_datetime: start = reported.end_datetime ?? created,
    end_datetime: end = laterOf(start, created),
  } = reported;
  const [startMs, endMs] = [parseTime(start) ?? 0, parseTime(end) ?? 0];
  const { start_datetime, end_datetime } = reported;
  for (const [field, text] of Object.entries({ start_datetime, end_datetime }))
    if (text !== undefined) checkReportedTime(field, text, gateway.now());
  if (endMs < startMs) throw Fault.field('end_datetime', 'Must not be before start_datetime.');
  const device = await findReportedDevice({ gateway, caller }, reported);
  const place = { organizations: caller.organizations, bssid: canonicalBssid(reported.bssid) };
  return {
    row: {
      ...withoutIdentifiers(reported),
      device,
      access_point: await findReportedAccessPoint(gateway.store, place),
      start_datetime: start,
      end_datetime: end,
      created,
    },
    counted: countConnection(gateway.store, {
      ...reported,
      organization: caller.organization,
      device,
      start: startMs,
      end: endMs,
    }),
  };
}

function laterOf(start: string, now: string): string {
  return (parseTime(start) ?? 0) > (parseTime(now) ?? 0) ? start : now;
}
