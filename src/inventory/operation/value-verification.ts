import type { CommandValues } from '../../contract/adapter.ts';
import { Fault, type FaultKind } from '../../contract/errors.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import type { JobRun } from '../../gateway/job.ts';
import type { OperationSpec } from '../../device-type/device-operation.ts';
import type { Connection } from '../device/connection.ts';
import { readParameters } from '../device/parameter.ts';

const readIntervalMs = 2000;
const readTimeoutMs = 10_000;

/** The value that a device shall report after an operation, and the seconds it has for that. */
export interface ExpectedValue {
  readonly variable: string;
  readonly value: string;
  readonly within: number;
}

/** Returns what `equals` or `reads_back` of a type expects. */
export function expectedValue(
  { equals, reads_back, value = '', within }: NonNullable<OperationSpec['verify']>,
  values: CommandValues,
): ExpectedValue {
  return reads_back === undefined
    ? { variable: equals ?? '', value, within }
    : { variable: reads_back, value: String(values[value]), within };
}

/**
 * Waits until a device reports a value after a command. A device that does not answer may be restarting.
 *
 * @returns the value
 * @throws Fault as `awaitValue`
 */
export async function verifyValue(
  gateway: Gateway,
  connection: Connection,
  { variable, value, within, runStep, pause }: ExpectedValue & Pick<JobRun, 'runStep' | 'pause'>,
): Promise<string> {
  const read = () => readValue(gateway, connection, { variable, runStep });
  return awaitValue(gateway, {
    name: `accepted the command, but ${variable}`,
    value,
    within,
    read,
    pause,
  });
}

/** A value that is expected, how it is read, and how the message begins if it is another one. */
interface AwaitedValue extends Pick<JobRun, 'pause'> {
  readonly name: string;
  readonly value: string;
  readonly within: number;
  readonly read: () => Promise<string | null>;
}

/**
 * Reads until a value is the expected one. No slot is held between two reads.
 *
 * @returns the value
 * @throws Fault `rejected` if the value is still another one at the end; `timeout` if the device is silent at the end; the Fault
 *         of the last read if the device refuses it
 */
export async function awaitValue(
  gateway: Gateway,
  { name, value, within, read, pause }: AwaitedValue,
): Promise<string> {
  const deadline = gateway.clock.monotonicMs() + within * 1000;
  let last: Fault | string | null = null;
  for (;;) {
    last = await read().catch((error: unknown) => {
      if (error instanceof Fault) return error;
      throw error;
    });
    if (last === value) return value;
    if (gateway.clock.monotonicMs() >= deadline) break;
    await pause(readIntervalMs);
  }
  const reason = last instanceof Fault ? last.message : `it is ${JSON.stringify(last)}`;
  throw new Fault(
    last instanceof Fault ? kindOf(last) : 'rejected',
    `${name} is not ${JSON.stringify(value)} within ${within} s: ${reason}`,
  );
}

function kindOf({ kind }: Fault): FaultKind {
  return kind === 'unreachable' ? 'timeout' : kind;
}

/** @returns value of a parameter as text; null if the device does not report it */
export async function readValue(
  gateway: Gateway,
  connection: Connection,
  { variable, runStep }: { readonly variable: string } & Pick<JobRun, 'runStep'>,
): Promise<string | null> {
  const step = { name: 'verification', timeoutMs: readTimeoutMs };
  const [reading] = await runStep(step, (signal) =>
    readParameters(gateway, connection, { variables: [variable], signal }),
  );
  return reading && reading.value !== null ? String(reading.value) : null;
}
