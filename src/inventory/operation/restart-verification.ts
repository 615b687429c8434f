import { Fault } from '../../contract/errors.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import type { JobRun } from '../../gateway/job.ts';
import type { OperationSpec } from '../../device-type/device-operation.ts';
import type { Connection } from '../device/connection.ts';
import { readValue } from './value-verification.ts';

const readIntervalMs = 2000;
/** Most devices truncate the uptime to whole seconds, and the answer takes time. */
const slackSeconds = 2;

interface Verification {
  readonly verify: NonNullable<OperationSpec['verify']>;
  /** When the command was sent, in milliseconds since 1970. */
  readonly sentAt: number;
  readonly runStep: JobRun['runStep'];
  readonly pause: JobRun['pause'];
}

/**
 * Waits until the uptime of a device is shorter than the time since the restart command. A device that does not answer
 * is still restarting. No slot is held between two reads.
 *
 * @returns uptime in seconds
 * @throws Fault `timeout` if the device did not restart, or does not answer again in time
 */
export async function verifyRestart(
  gateway: Gateway,
  connection: Connection,
  verification: Verification,
): Promise<number> {
  const { uptime = '', within } = verification.verify;
  const deadline = gateway.clock.monotonicMs() + within * 1000;
  let last = 'no answer';
  while (gateway.clock.monotonicMs() < deadline) {
    const seconds = await readUptime(gateway, connection, verification).catch((error: unknown) => {
      if (!(error instanceof Fault)) throw error;
      last = error.message;
      return null;
    });
    if (
      seconds !== null &&
      seconds < (gateway.now().getTime() - verification.sentAt) / 1000 + slackSeconds
    )
      return seconds;
    if (seconds !== null) last = `its uptime is ${seconds} s`;
    await verification.pause(readIntervalMs);
  }
  throw new Fault(
    'timeout',
    `accepted the command, but ${uptime} shows no restart within ${within} s: ${last}`,
  );
}

/** @returns uptime of a device in seconds; null if the device does not report it */
export async function readUptime(
  gateway: Gateway,
  connection: Connection,
  { verify, runStep }: Pick<Verification, 'verify' | 'runStep'>,
): Promise<number | null> {
  const value = await readValue(gateway, connection, { variable: verify.uptime ?? '', runStep });
  return value === null ? null : Number(value) / verify.per_second;
}
