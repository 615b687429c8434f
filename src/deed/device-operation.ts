import { setTimeout as sleep } from 'node:timers/promises';
import { failureOf } from '../api-client/outcome.ts';
import { rowOf, type Row } from '../api-client/output.ts';
import { UsageError } from '../api-client/usage-error.ts';
import { findNamed, locationOf, timeZoneOf } from './find.ts';
import type { GatewayClient } from './gateway-client.ts';
import { operateFleet } from './fleet.ts';
import { printLines } from './print.ts';
import { Ineffective } from './run-deed.ts';
import { timeOf, type WantedTime } from './words.ts';

/** Options of `gatehouse device`. */
export interface DeviceOperationOptions {
  /** Name of the location of the devices. */
  readonly location?: string;
  /** Short name of the type of the devices. */
  readonly type?: string;
  /** When it begins. */
  readonly at?: string;
  /** Parameters of the operation, as `name=value`. */
  readonly set?: readonly string[];
  /** True: several devices without a question. */
  readonly yes: boolean;
  /** True: until it has ended. */
  readonly wait: boolean;
}

/** An operation as the person has named it. */
export interface Wanted {
  readonly operation: string;
  readonly parameters: Row;
  readonly at: WantedTime | null;
}

/** Longest wait of a request, in seconds. */
const waitSeconds = 30;
const queryIntervalMs = 1000;

/**
 * Runs an operation on a device, or on all devices of a location or type, now or at a time.
 *
 * @throws UsageError; Ineffective if it fails
 */
export async function operateDevices(
  client: GatewayClient,
  { operation, name }: { readonly operation: string; readonly name: string | undefined },
  options: DeviceOperationOptions,
): Promise<void> {
  const { location, type, at, set = [] } = options;
  const place = await locationOf(client, location);
  const filter = {
    ...(place && { location: Number(place['id']) }),
    ...(type !== undefined && { type }),
  };
  const parameters = Object.fromEntries(set.map(parameterOf));
  if (name === undefined) {
    if (Object.keys(filter).length === 0)
      throw new UsageError('name a device, or give --location or --type for all of them');
    const zone = await timeZoneOf(client, place);
    const wanted = { operation, parameters, at: timeIn(at, zone) };
    await operateFleet(client, { ...wanted, filter }, options);
    return;
  }
  const query = { resource: 'inventory_device', kind: 'device', query: filter } as const;
  const device = await findNamed(client, query, name);
  const zone =
    at === undefined ? null : await timeZoneOf(client, place ?? (await siteOf(client, device)));
  await operate(client, device, {
    operation,
    parameters,
    at: timeIn(at, zone),
    isAwaited: options.wait,
  });
}

function timeIn(at: string | undefined, zone: string | null): WantedTime | null {
  return at === undefined ? null : timeOf(at, zone, Date.now());
}

async function siteOf(client: GatewayClient, { location }: Row): Promise<Row | undefined> {
  return typeof location === 'number' ? client.find(`location/${location}/`) : undefined;
}

/** @throws UsageError */
function parameterOf(text: string): [name: string, value: unknown] {
  const [, name = '', value = ''] = /^(\w+)=(.*)$/s.exec(text) ?? [];
  if (name === '') throw new UsageError(`--set: "${text}" is not name=value`);
  try {
    const parsed: unknown = JSON.parse(value);
    return [name, parsed];
  } catch {
    return [name, value];
  }
}

async function operate(
  client: GatewayClient,
  device: Row,
  { operation, parameters, at, isAwaited }: Wanted & { readonly isAwaited: boolean },
): Promise<void> {
  const what = `${operation} of ${String(device['name'])}`;
  const body = { operation, parameters, ...(at && { run_at: at.runAt }) };
  const path = `inventory_device_operation/${String(device['id'])}/`;
  const wait = at === null && isAwaited ? waitSeconds : 0;
  const transaction = rowOf(await client.change('PUT', `${path}?wait=${wait}`, body));
  if (at === null && isAwaited) {
    await follow(client, transaction, what);
    return;
  }
  printLines(
    `${what} ${at === null ? 'has been requested' : `begins at ${at.shown}`}`,
    `to cancel it: gatehouse api inventory_transaction cancel ${String(transaction['id'])}`,
  );
}

/** Shows a transaction until it has ended. @throws Ineffective if it fails */
async function follow(client: GatewayClient, begun: Row, what: string): Promise<void> {
  let transaction = begun;
  let shown = '';
  while (isUnended(transaction)) {
    const text = progressText(transaction);
    if (text !== shown) printLines(`${what}: ${text}`);
    shown = text;
    await sleep(queryIntervalMs);
    transaction = rowOf(await client.find(`inventory_transaction/${String(begun['id'])}/`));
  }
  const failure = failureOf(transaction);
  if (failure !== null) throw new Ineffective(`${what}: ${failure}`);
  printLines(`${what}: completed`);
}

const isUnended = ({ status }: Row) => status === 'scheduled' || status === 'running';

function progressText({ status, waiting_for, error_message }: Row): string {
  return waiting_for === 'device'
    ? `waiting for the device (${String(error_message)})`
    : String(status);
}
