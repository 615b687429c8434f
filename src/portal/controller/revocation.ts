import { asFault, type FaultKind } from '../../contract/errors.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import type { PeriodicTask } from '../../gateway/job.ts';
import { isLoggedInAt } from '../../aaa/session/portal-session.ts';
import { backoffDelay } from '../../runtime/backoff.ts';
import { groupBy } from '../../runtime/group-by.ts';
import type { Dialect } from '../dialect/dialect.ts';
import { dialects, findDialect, isCalled } from '../dialect/dialects.ts';
import { insertPortalLogEntry } from '../../aaa/portal-log/portal-log.ts';
import { deserializeDevice } from './controller-device.ts';
import { findPortalControllerById } from './controller-store.ts';
import {
  claimRevocations,
  deleteRevocation,
  postponeRevocation,
  type Revocation,
} from './revocation-store.ts';

const intervalMs = 500;
/** How long a controller is called for one device: longer than that no session that it lets in lasts by far. */
const maxAgeMs = 24 * 3_600_000;
const retries = { initialMs: 1_000, maxMs: 300_000 };
/** Calls of a controller one after another, within the time of their claim. */
const maxSeriesMs = 30_000;
/** Faults of the controller as a whole: its other devices wait as well. */
const faultsOfController: readonly FaultKind[] = ['unreachable', 'timeout', 'refused'];
const maxDetail = 500;

/** Returns the task that has controllers cut off the devices whose sessions have ended. */
export function revocationTask(gateway: Gateway): PeriodicTask {
  const busy = new Set<number>();
  return {
    name: 'devices to cut off at portal controllers',
    intervalMs,
    failureMessage: 'portal: cannot have controllers cut devices off; retrying',
    run: async (signal) => {
      const due = await claimRevocations(gateway.store, { now: gateway.now(), busy: [...busy] });
      for (const [controller, revocations] of groupBy(due, (revocation) => revocation.controller)) {
        busy.add(controller);
        // A controller that does not answer delays no other.
        void revokeAll(gateway, revocations, signal).finally(() => busy.delete(controller));
      }
      return undefined;
    },
  };
}

async function revokeAll(
  gateway: Gateway,
  revocations: readonly Revocation[],
  signal: AbortSignal,
): Promise<void> {
  const { clock, store, log } = gateway;
  const begin = clock.monotonicMs();
  let isDown = false;
  try {
    for (const revocation of revocations) {
      if (signal.aborted) return;
      if (isDown || clock.monotonicMs() - begin > maxSeriesMs)
        await store.write([postponeRevocation(store, revocation.id, nextTry(gateway, revocation))]);
      else isDown = (await revoke(gateway, revocation)) === 'controller_down';
    }
  } catch (error) {
    // The claims end by themselves.
    log.error({ reason: String(error) }, 'portal: cannot cut devices off; retrying in a minute');
  }
}

export type RevocationOutcome =
  | 'cut_off'
  /** It has logged in again at this controller. */
  | 'stays'
  /** The controller is no longer configured. */
  | 'forgotten'
  | 'failed'
  | 'controller_down';

/** Has a controller cut one device off. Its first failure and its last one are logged. */
async function revoke(gateway: Gateway, revocation: Revocation): Promise<RevocationOutcome> {
  const { store } = gateway;
  try {
    const outcome = await callController(gateway, revocation);
    await store.write([deleteRevocation(store, revocation.id)]);
    return outcome;
  } catch (error) {
    const fault = asFault(error);
    if (!fault) throw error;
    await recordFailure(gateway, revocation, fault.message);
    return faultsOfController.includes(fault.kind) ? 'controller_down' : 'failed';
  }
}

async function callController(
  gateway: Gateway,
  revocation: Revocation,
): Promise<RevocationOutcome> {
  const controller = await findPortalControllerById(gateway, revocation.controller);
  if (!controller) return 'forgotten';
  const { vendor } = controller;
  const mayStay = () => isLoggedInAt(gateway.store, revocation);
  if (!isCalled(vendor)) return cutOffAtRouter(gateway, revocation, { vendor, mayStay });
  const isCutOff = await gateway.portal.controllers.unauthorize(vendor, controller, {
    device: deserializeDevice(revocation.mac, revocation.device),
    mayStay,
  });
  return isCutOff ? 'cut_off' : 'stays';
}

/** Has the access point cut the device off by an operation of its type, if it is a device of the inventory. */
async function cutOffAtRouter(
  gateway: Gateway,
  { access_point: point, mac }: Revocation,
  { vendor, mayStay }: { readonly vendor: string; readonly mayStay: () => Promise<boolean> },
): Promise<RevocationOutcome> {
  const name = findDialect(vendor);
  const dialect: Dialect | undefined = name && dialects[name];
  const operation = dialect?.logoutOperation;
  if (operation === undefined || point === null) return 'forgotten';
  if (await mayStay()) return 'stays';
  const { pointOperations } = gateway.inventory;
  const isDone = await pointOperations.run(gateway, point, { operation, parameters: { mac } });
  return isDone ? 'cut_off' : 'forgotten';
}

async function recordFailure(
  gateway: Gateway,
  revocation: Revocation,
  reason: string,
): Promise<void> {
  const { store, log } = gateway;
  const at = gateway.now();
  const { id, organization, access_point, username, mac, session, created, attempts } = revocation;
  const isLast = at.getTime() - created >= maxAgeMs;
  const next = isLast ? 'given up' : 'retrying';
  const detail = `the device is not cut off; ${next}: ${reason}`.slice(0, maxDetail);
  const entry = { organization, access_point, username, mac, session_id: session, at, detail };
  if (isLast || attempts === 1)
    log.warn({ mac, reason }, `portal: a controller does not cut a device off; ${next}`);
  await store.write([
    isLast
      ? deleteRevocation(store, id)
      : postponeRevocation(store, id, nextTry(gateway, revocation)),
    ...(isLast || attempts === 1
      ? [insertPortalLogEntry(store, { ...entry, type: 'er', status: 502 })]
      : []),
  ]);
}

function nextTry({ now }: Gateway, { attempts }: Revocation): number {
  return Math.round(now().getTime() + backoffDelay(attempts, retries));
}
