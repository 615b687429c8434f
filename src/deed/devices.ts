import type { GatewayClient } from './gateway-client.ts';
import { locationOf } from './find.ts';
import { countText, printLines, printTable, type Column } from './print.ts';
import { reasonText, timeText } from './words.ts';

/** Options of `gatehouse devices`. */
export interface DevicesOptions {
  /** Name of a location. */
  readonly location?: string;
  /** Short name of a device type. */
  readonly type?: string;
  /** True: only devices that are not up. */
  readonly down: boolean;
}

const columns: readonly Column[] = [
  ['name', (row) => row['name']],
  ['state', (row) => row['status_text']],
  ['last error', (row) => reasonText(row['last_error'])],
  ['location', (row) => row['location_name']],
  ['type', (row) => row['type_name']],
  ['address', (row) => row['ip_address']],
  ['last answer', (row) => timeText(row['last_connection'])],
];

/** Prints devices as a table. */
export async function listDevices(
  client: GatewayClient,
  { location, type, down }: DevicesOptions,
): Promise<void> {
  const place = await locationOf(client, location);
  const devices = await client.list('inventory_device', {
    ordering: 'name',
    ...(place && { location: String(place['id']) }),
    ...(type !== undefined && { type }),
  });
  const shown = down ? devices.filter((row) => row['status_text'] !== 'Up') : devices;
  if (shown.length > 0) printTable(columns, shown);
  const up = devices.filter((row) => row['status_text'] === 'Up').length;
  printLines(`${countText(devices.length, 'device')}, ${up} up`);
}
