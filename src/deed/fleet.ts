import { createInterface } from 'node:readline/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { failureOf } from '../api-client/outcome.ts';
import { isRow, rowOf, type Row } from '../api-client/output.ts';
import { UsageError } from '../api-client/usage-error.ts';
import type { DeviceOperationOptions, Wanted } from './device-operation.ts';
import type { GatewayClient } from './gateway-client.ts';
import { Progress } from '../runtime/command/progress.ts';
import { countText, printLines } from './print.ts';
import { Ineffective } from './run-deed.ts';

const queryIntervalMs = 1000;
const path = 'inventory_fleet_operation/';

/** An operation on all devices that a filter selects. */
interface WantedOfFleet extends Wanted {
  /** Parameters of the list of devices. */
  readonly filter: Row;
}

/**
 * Runs an operation on all devices of a filter, after it has named them and the person has agreed.
 *
 * @throws UsageError if there is nobody to agree; Ineffective if one fails
 */
export async function operateFleet(
  client: GatewayClient,
  { operation, parameters, filter, at }: WantedOfFleet,
  { yes, wait }: Pick<DeviceOperationOptions, 'yes' | 'wait'>,
): Promise<void> {
  const body = { operation, parameters, filter, ...(at && { run_at: at.runAt }) };
  const found = rowOf(await client.change('POST', path, { ...body, dry_run: true }));
  const targets = Number(found['targets']);
  const when = at === null ? 'now' : `at ${at.shown}`;
  printLines(
    `${operation} of ${countText(targets, 'device')} ${when}:`,
    ...devicesOf(found).map((row) => `  ${targetText(row)}`),
  );
  if (targets === 0) throw new Ineffective('there is no device to run it on');
  if (!yes) await askFirst(`${operation} ${countText(targets, 'device')}?`);
  const fleet = rowOf(await client.change('POST', path, { ...body, confirm: targets }));
  const id = String(fleet['id']);
  if (at === null && wait)
    await follow(client, id, `${operation} of ${countText(targets, 'device')}`);
  else printLines(`to cancel it: gatehouse api inventory_fleet_operation cancel ${id}`);
}

function targetText({ device_name, refusal }: Row): string {
  return typeof refusal === 'string'
    ? `${String(device_name)}: left out, ${refusal}`
    : String(device_name);
}

/** @throws UsageError without a terminal, or if the answer is no */
async function askFirst(question: string): Promise<void> {
  if (!process.stdin.isTTY)
    throw new UsageError('several devices need an answer: give --yes where nobody can be asked');
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await terminal.question(`${question} [y/N] `);
    if (!/^y(?:es)?$/i.test(answer.trim())) throw new UsageError('nothing was done');
  } finally {
    terminal.close();
  }
}

/** Shows how many devices have ended until all have. @throws Ineffective */
async function follow(client: GatewayClient, id: string, what: string): Promise<void> {
  const progress = new Progress(what);
  let fleet: Row = { status: 'scheduled' };
  while (fleet['status'] === 'scheduled' || fleet['status'] === 'running') {
    fleet = (await client.find(`${path}${id}/`)) ?? { status: 'gone' };
    const counts = rowOf(fleet['counts']);
    const total = Object.values(counts).reduce<number>((sum, one) => sum + Number(one), 0);
    const open = ['pending', 'scheduled', 'running'].reduce(
      (sum, one) => sum + Number(counts[one]),
      0,
    );
    const failed = Number(counts['failed']) + Number(counts['expired']);
    progress.show(total - open, total, failed === 0 ? '' : `${failed} failed`);
    if (fleet['completed_at'] === null) await sleep(queryIntervalMs);
  }
  progress.end();
  const failures = (await client.list(`${path}${id}/devices`)).filter(
    (row) => failureOf(row) !== null,
  );
  printLines(...failures.map((row) => `${String(row['device_name'])}: ${failureOf(row) ?? ''}`));
  const failure = failureOf(fleet);
  if (failure !== null || failures.length > 0)
    throw new Ineffective(`${what}: ${failure ?? `${failures.length} failed`}`);
  printLines(`${what}: completed`);
}

function devicesOf({ devices }: Row): readonly Row[] {
  return Array.isArray(devices) ? devices.filter(isRow) : [];
}
