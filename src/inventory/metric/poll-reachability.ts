import { asFault, Fault } from '../../contract/errors.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import type { RunStep } from '../../gateway/job.ts';
import type { Statement } from '../../store/store.ts';
import { resolveDestination } from '../device/device-address.ts';
import { notePing, type Reachability } from '../device/device-status.ts';
import type { StoredDevice } from '../device/find-device.ts';
import { recentlyDownMs } from '../device/poll-interval.ts';
import { pingDevice } from '../diagnostic/device-ping.ts';
import type { PollPings } from './poll-pings.ts';

/* Pings in a poll: they show whether a device without metrics is up, and whether a down device has come back. */

/** One of so many polls of a device that has been down for long asks its protocol though it answers no ping. */
const pollsPerContact = 5;

/** End of the reason of a device whose agent is silent while the device answers pings. */
export const answersPingOnly =
  '; it answers ping but not SNMP: check the community, and that the agent admits the gateway';

interface Pings {
  readonly runStep: RunStep;
  readonly pings?: PollPings | undefined;
}

/** Returns how long a device has not answered, in milliseconds; 0 if it answered the last time. */
export function downMsOf(
  { status, last_status_change }: Pick<StoredDevice, 'status' | 'last_status_change'>,
  now: number,
): number {
  return status === 1 || last_status_change === null ? 0 : Math.max(0, now - last_status_change);
}

/**
 * Pings a device that has been down for long before its protocol is asked, which costs more and takes up to the time limit.
 *
 * @returns  the state that it keeps, with the reason that its protocol gave; null if its protocol is to be asked: it has never
 *           answered a ping or answers one now, the gateway cannot ping, or its protocol was not asked the last times
 */
export async function staysDown(
  gateway: Gateway,
  device: StoredDevice,
  poll: Pings,
): Promise<Reachability | null> {
  const { answers_ping, silent_contacts, last_error } = device;
  if (poll.pings === undefined || answers_ping !== 1) return null;
  if (silent_contacts % pollsPerContact === 0) return null;
  if (downMsOf(device, gateway.now().getTime()) < recentlyDownMs) return null;
  const found = await reachabilityByPing(gateway, device, poll).catch((error: unknown) => {
    if (error instanceof Fault) return null;
    throw error;
  });
  if (found === null || found.isUp) return null;
  return { ...found, reason: last_error?.replace(answersPingOnly, '') ?? found.reason };
}

/** Pings a device and returns the statement that stores whether it answers. */
export async function learnPing(
  gateway: Gateway,
  device: StoredDevice,
  poll: Pings,
): Promise<Statement> {
  const found = await reachabilityByPing(gateway, device, poll).catch((error: unknown) => {
    if (error instanceof Fault) return null;
    throw error;
  });
  return notePing(gateway, device, found?.isUp === true);
}

/** Returns whether a device answers a ping. @throws Fault `unsupported` if the gateway cannot ping */
export async function reachabilityByPing(
  gateway: Gateway,
  device: StoredDevice,
  { runStep, pings }: Pings,
): Promise<Reachability> {
  const timeoutMs = gateway.config.polling.timeout_seconds * 1000;
  const address = pings ? await allowedAddress(gateway, device) : null;
  const isAnswered =
    pings && address !== null
      ? await runStep({ name: 'sweep', timeoutMs }, () => pings.answers(address))
      : null;
  if (isAnswered !== null) return reachabilityOf(isAnswered, null);
  const { status, packet_loss, error } = await runStep(
    { name: 'ping', timeoutMs, keepsSlot: true },
    (signal) => pingDevice(gateway, device, signal),
  );
  if (packet_loss === null) throw new Fault('unsupported', error ?? 'the gateway cannot ping');
  return reachabilityOf(status, error);
}

function reachabilityOf(isAnswered: boolean, error: string | null): Reachability {
  return isAnswered
    ? { isUp: true }
    : { isUp: false, reason: error ?? 'no answer', isSilent: true };
}

/** Returns the pingable address; null if it is missing or not allowed (the ping reports why). */
async function allowedAddress(
  gateway: Gateway,
  { ip_address, organization }: StoredDevice,
): Promise<string | null> {
  if (ip_address === null) return null;
  try {
    return await resolveDestination(gateway.store, { organization, host: ip_address });
  } catch (error) {
    if (asFault(error)) return null;
    throw error;
  }
}
