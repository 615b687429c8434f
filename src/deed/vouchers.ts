import { isRow, type Row } from '../api-client/output.ts';
import { openOutputFile } from '../api-client/reply-output.ts';
import { Unreachable } from '../api-client/request.ts';
import { UsageError } from '../api-client/usage-error.ts';
import type { GatewayClient } from './gateway-client.ts';
import { findNamed, locationOf } from './find.ts';
import { countText, printLines } from './print.ts';
import { durationText, octetsOf, octetsText, secondsOf } from './words.ts';

/** Options of `gatehouse vouchers`. */
export interface VoucherOptions {
  /** Credit of each as a duration. */
  readonly time: string;
  /** Credit of each as an amount. */
  readonly octets?: string;
  /** Name of a profile. */
  readonly profile?: string;
  /** Name of a location. */
  readonly location?: string;
  readonly burn?: string;
  /** New PDF file. */
  readonly print?: string;
}

const path = 'user_token/';

/** Makes vouchers, and prints their codes, or their sheet into a file. @throws UsageError */
export async function makeVouchers(
  client: GatewayClient,
  count: string,
  options: VoucherOptions,
): Promise<void> {
  const body = await bodyOf(client, count, options);
  if (options.print !== undefined) {
    await printSheet(client, body, options.print);
    printLines(`${creditText(body)}, in ${options.print}`);
    return;
  }
  const made = await client.change('POST', path, body);
  const vouchers = [made].flat().filter(isRow);
  printLines(...vouchers.map((row) => String(row['code'])));
  process.stderr.write(`${creditText(body)}\n`);
}

async function bodyOf(
  client: GatewayClient,
  count: string,
  { time, octets, profile, location, burn }: VoucherOptions,
): Promise<Row> {
  if (!/^[1-9]\d{0,5}$/.test(count)) throw new UsageError(`"${count}" is not a number of vouchers`);
  const [place, of] = [
    await locationOf(client, location),
    profile === undefined
      ? undefined
      : await findNamed(client, { resource: 'aaa_profile', kind: 'profile' }, profile),
  ];
  return {
    kind: 'network',
    count: Number(count),
    time: secondsOf('--time', time),
    ...(octets !== undefined && { octets: octetsOf('--octets', octets) }),
    ...(of && { profile: of['id'] }),
    ...(place && { location: place['id'] }),
    ...(burn !== undefined && { burn }),
  };
}

/** Writes the sheet; the file is checked before vouchers are made, and has its name only when it is complete. */
async function printSheet(client: GatewayClient, body: Row, file: string): Promise<void> {
  const output = await openOutputFile(file, false, '--print');
  try {
    const { body: sheet } = await client.draw(path, body, 'application/pdf');
    for await (const piece of sheet) if (piece instanceof Uint8Array) await output.write(piece);
    await output.finish();
  } catch (error) {
    await output.discard();
    throw error instanceof Error && 'code' in error && error.code === 'ECONNRESET'
      ? new Unreachable('the sheet is incomplete', { cause: error })
      : error;
  }
}

function creditText({ count, time, octets }: Row): string {
  const amount = octets === undefined ? '' : ` and ${octetsText(octets)}`;
  return `${countText(Number(count), 'voucher')} of ${durationText(time)}${amount} each`;
}
