import { Fault } from '../errors.ts';
import type { Gateway } from '../gateway.ts';
import { resolveConnection } from './device/connection.ts';
import { updateDeviceStatus } from './device/device-status.ts';
import type { StoredDevice } from './device/find-device.ts';
import { pollDevice } from './metric/metric-poll.ts';
import { readParameters } from './device/parameter.ts';
import { upsertReportedValues } from './setting/reported-values.ts';
import {
  comparePendingSettings,
  findPendingSettings,
  settlePendingSettings,
} from './setting/pending-settings.ts';

/** How long an answer may be held up for something newer than what is stored. */
const longestMs = 10_000;
const atATime = 16;

/**
 * Reads a device's parameters now, where it answers in time; otherwise what is stored stays. A change that the device
 * turns out to have taken is applied.
 */
export async function refreshSettings(gateway: Gateway, device: StoredDevice): Promise<void> {
  try {
    const connection = await resolveConnection(gateway, device);
    const readings = await readParameters(gateway, connection, {
      variables: null,
      signal: AbortSignal.timeout(longestMs),
    });
    const { taken } = comparePendingSettings(await findPendingSettings(gateway, device), readings);
    await gateway.store.write([
      ...(await upsertReportedValues(gateway, connection, readings)),
      ...settlePendingSettings(gateway, { device, settled: taken }, null),
      updateDeviceStatus(gateway, device, { isUp: true }),
    ]);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    gateway.log.debug(
      { device: device.id, reason: error.message },
      'settings could not be refreshed',
    );
  }
}

/** Asks devices whether they are there, as a poll that is due does; those that take too long keep the status they had. */
export async function refreshDeviceStatus(
  gateway: Gateway,
  devices: readonly number[],
): Promise<void> {
  const budget = new AbortController();
  const timer = setTimeout(() => {
    budget.abort();
  }, longestMs);
  const waiting = [...devices];
  const asking = Array.from({ length: Math.min(atATime, waiting.length) }, async () => {
    for (let id = waiting.shift(); id !== undefined && !budget.signal.aborted; id = waiting.shift())
      await ask(gateway, id, budget);
  });
  try {
    await Promise.all(asking);
  } finally {
    clearTimeout(timer);
  }
}

async function ask(gateway: Gateway, id: number, budget: AbortController): Promise<void> {
  try {
    await pollDevice(gateway, id, budget.signal);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    gateway.log.debug({ device: id, reason: error.message }, 'the status could not be refreshed');
  }
}
