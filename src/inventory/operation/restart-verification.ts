import { setTimeout as sleep } from 'node:timers/promises';
import type { OperationSpec } from '../../device-type.ts';
import { Fault } from '../../errors.ts';
import type { Gateway } from '../../gateway.ts';
import type { Connection } from '../device/connection.ts';
import { readParameters } from '../device/parameter.ts';

const betweenLooksMs = 2000;
const oneLookMs = 10_000;
/** An uptime is cut to whole seconds by most devices, and the answer takes its time. */
const slackSeconds = 2;

interface Asked {
  readonly verify: NonNullable<OperationSpec['verify']>;
  /** When the command went out, in milliseconds since 1970. */
  readonly sentAt: number;
  readonly signal: AbortSignal;
}

/**
 * Waits until a device has been up for less time than has passed since it was told to restart. A device that does not
 * answer meanwhile is only not there yet.
 *
 * @returns seconds for which the device is up
 * @throws Fault `timeout` where it does not show that in time: it took the command and did not do it, or is not back
 */
export async function verifyRestart(
  gateway: Gateway,
  connection: Connection,
  asked: Asked,
): Promise<number> {
  const { uptime, within } = asked.verify;
  const deadline = performance.now() + within * 1000;
  let last = 'no answer since';
  while (performance.now() < deadline) {
    const seconds = await readUptime(gateway, connection, asked).catch((error: unknown) => {
      if (!(error instanceof Fault)) throw error;
      last = error.message;
      return null;
    });
    if (
      seconds !== null &&
      seconds < (gateway.now().getTime() - asked.sentAt) / 1000 + slackSeconds
    )
      return seconds;
    if (seconds !== null) last = `it is up for ${seconds} s`;
    await sleep(betweenLooksMs, undefined, { signal: asked.signal });
  }
  throw new Fault(
    'timeout',
    `took the command, but did not restart within ${within} s by its ${uptime}: ${last}`,
  );
}

/** @returns seconds for which a device is up; null where it does not say */
export async function readUptime(
  gateway: Gateway,
  connection: Connection,
  asked: Pick<Asked, 'verify' | 'signal'>,
): Promise<number | null> {
  const signal = AbortSignal.any([asked.signal, AbortSignal.timeout(oneLookMs)]);
  const [reading] = await readParameters(gateway, connection, {
    variables: [asked.verify.uptime],
    signal,
  });
  return reading && reading.value !== null ? Number(reading.value) / asked.verify.per_second : null;
}
