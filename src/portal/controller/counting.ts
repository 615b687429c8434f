import { asFault } from '../../contract/errors.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import type { PeriodicTask } from '../../gateway/job.ts';
import {
  addCounted,
  findControlledSessions,
  findControllersInUse,
  type CountedOctets,
} from '../../aaa/session/controlled-session.ts';
import type { PortalSessionRow } from '../../aaa/session/portal-session.ts';
import { isCalled } from '../dialect/dialects.ts';
import { deserializeDevice } from './controller-device.ts';
import { findPortalControllerById } from './controller-store.ts';

/** A new session is read soon, since its counter may have begun before. */
const intervalMs = 5_000;
const readIntervalMs = 60_000;

/**
 * Returns the task that reads the octets that controllers count once a minute, so that the quotas of their guests are used up
 * as those of sessions that a NAS accounts for.
 */
export function countingTask(gateway: Gateway): PeriodicTask {
  const busy = new Set<number>();
  const readAt = new Map<number, number>();
  return {
    name: 'octets of guests at portal controllers',
    intervalMs,
    failureMessage: 'portal: cannot read what controllers have counted; retrying in 5 s',
    run: async () => {
      const now = gateway.clock.monotonicMs();
      const since = new Date(gateway.now().getTime() - readIntervalMs);
      for (const { controller, hasNew } of await findControllersInUse(gateway.store, since)) {
        const isDue = now - (readAt.get(controller) ?? -Infinity) >= readIntervalMs;
        if (busy.has(controller) || !(hasNew || isDue)) continue;
        busy.add(controller);
        readAt.set(controller, now);
        // A controller that does not answer delays no other.
        void readController(gateway, controller).finally(() => busy.delete(controller));
      }
      return undefined;
    },
  };
}

/** Reads the counters of a controller's guests. A failure is logged; the next reading makes up for it. */
export async function readController(gateway: Gateway, id: number): Promise<void> {
  const { log, store } = gateway;
  try {
    const controller = await findPortalControllerById(gateway, id);
    if (!controller || !isCalled(controller.vendor)) return;
    const sessions = await findControlledSessions(store, id);
    const devices = sessions.map(({ mac, controller_device: device }) =>
      deserializeDevice(mac, device ?? '{}'),
    );
    const calls = gateway.portal.controllers;
    const counted = await calls.readCounted(controller.vendor, controller, devices);
    for (const session of sessions) await addTo(gateway, session, counted?.get(session.mac));
  } catch (error) {
    const reason = asFault(error)?.message ?? String(error);
    log.warn(
      { controller: id, reason },
      'portal: a controller does not say what its guests have used; retrying in a minute',
    );
  }
}

async function addTo(
  { store, now }: Gateway,
  session: PortalSessionRow,
  counted: CountedOctets | undefined,
): Promise<void> {
  if (!counted) return;
  if (counted.up === session.counted_up && counted.down === session.counted_down) return;
  try {
    await store.write(addCounted(store, session, { ...counted, at: now() }));
  } catch (error) {
    // It has ended, or another gateway has added it.
    if (asFault(error)?.kind !== 'conflict') throw error;
  }
}
