import { tenantOf, type Caller } from '../contract/caller.ts';
import { Fault } from '../contract/errors.ts';
import type { Gateway } from '../gateway/gateway.ts';
import type { RunStep } from '../gateway/job.ts';
import { resolveConnection } from './device/connection.ts';
import type { StoredDevice } from './device/find-device.ts';
import { pollDevice } from './metric/metric-poll.ts';
import { readParameters } from './device/parameter.ts';
import { reconcileSettings } from './setting/reconcile-settings.ts';

/** Time that a reply may be delayed to refresh stored values. */
const refreshTimeoutMs = 10_000;
const maxConcurrentPolls = 16;

/**
 * Reads the parameters of a device and reconciles its settings. Stored values stay if the device does not answer in time.
 */
export async function refreshSettings(gateway: Gateway, device: StoredDevice): Promise<void> {
  try {
    const connection = await resolveConnection(gateway, device);
    const step = { name: 'refresh', timeoutMs: refreshTimeoutMs };
    const readings = await gateway.watchdog.run(step, (signal) =>
      readParameters(gateway, connection, { variables: null, signal }),
    );
    await reconcileSettings(gateway, connection, { readings });
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    gateway.log.debug(
      { device: device.id, reason: error.message },
      'cannot refresh the settings of a device',
    );
  }
}

/** A request that asks for current values. */
interface Asked {
  readonly gateway: Gateway;
  readonly caller: Pick<Caller, 'organization'>;
}

/** Polls devices now. A device that does not answer in time keeps its status. */
export async function refreshDeviceStatus(asked: Asked, devices: readonly number[]): Promise<void> {
  const deadline = new AbortController();
  const timer = setTimeout(() => {
    deadline.abort();
  }, refreshTimeoutMs);
  const waiting = [...devices];
  const polls = Array.from({ length: Math.min(maxConcurrentPolls, waiting.length) }, async () => {
    for (
      let id = waiting.shift();
      id !== undefined && !deadline.signal.aborted;
      id = waiting.shift()
    )
      await poll(asked, id, deadline.signal);
  });
  try {
    await Promise.all(polls);
  } finally {
    clearTimeout(timer);
  }
}

async function poll({ gateway, caller }: Asked, id: number, signal: AbortSignal): Promise<void> {
  try {
    const runStep: RunStep = (step, work) => {
      const run = () => gateway.watchdog.run({ signal, ...step }, work);
      return step.keepsSlot === true
        ? gateway.requestedPings.run({ lane: 'ping', client: tenantOf(caller) }, run)
        : run();
    };
    await pollDevice(gateway, { id, dueAt: gateway.now().getTime() }, { signal, runStep });
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    gateway.log.debug(
      { device: id, reason: error.message },
      'cannot refresh the status of a device',
    );
  }
}
