import { sql, type Selectable } from 'kysely';
import { readTimeZones, type Site } from '../../organization/time-zone.ts';
import { asFault, isTemporary } from '../../contract/errors.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { isNotSkipped } from '../../gateway/trusted-clock.ts';
import type { PeriodicTask } from '../../gateway/job.ts';
import { prepareTimedClaim } from '../../store/claim.ts';
import { namedParameter } from '../../store/prepared-statement.ts';
import {
  compileStatement,
  mustChange,
  parseJsonColumn,
  type Statement,
} from '../../store/store.ts';
import type { Tables } from '../../contract/tables.ts';
import { findDevices, type StoredDevice } from '../device/find-device.ts';
import { scheduleHeadlessOperation } from '../operation/headless-operation.ts';
import { scheduleOperation } from '../operation/schedule-operation.ts';
import { canaryRank, maxReplacementRank, withdrawWaitingCanaries } from './fleet-canary.ts';
import { endFleet } from './fleet-end.ts';
import { unendedFleetStatuses } from './fleet-operation.ts';
import { endOf, readProgress, roomOf, type Fleet } from './fleet-progress.ts';
import { openVariables } from './fleet-set.ts';
import { openUntil, type FleetWindow } from './fleet-window.ts';

const searchIntervalMs = 1000;
const leaseMs = 30_000;
const maxFleetsPerRun = 20;
/** Devices that begin in a run, and so the places that the first of them can be in. */
const maxStarts = 100;

type Target = Selectable<Tables['inventory_fleet_target']>;

/**
 * Returns the task that gives the devices of fleet operations their transactions. One gateway at a time advances a fleet
 * operation, under a lease; its progress is in the store, so a restart continues.
 */
export function createFleetTask(gateway: Gateway): PeriodicTask {
  return {
    name: 'fleet operations',
    intervalMs: searchIntervalMs,
    failureMessage: `cannot advance fleet operations; retrying every ${searchIntervalMs / 1000} s`,
    async run() {
      for (const fleet of await claimFleets(gateway))
        try {
          await advance(gateway, fleet);
        } finally {
          await release(gateway, fleet.id);
        }
      return undefined;
    },
  };
}

/**
 * Claims the fleet operations that were advanced longest ago, so that waiting ones do not starve others. A lease that ends
 * later than any lease can dates from before the clock was set back.
 */
const claimFleets = prepareTimedClaim<Fleet>(
  {
    table: 'inventory_fleet_operation',
    candidates: sql`
    select id from inventory_fleet_operation
    where status in (${sql.join(unendedFleetStatuses)})
      and (lease_until <= ${namedParameter('now')} or lease_until > ${namedParameter('until')})
    order by lease_until, created_at limit ${maxFleetsPerRun}`,
    set: sql`lease_until = ${namedParameter('until')}`,
    returning: sql`*`,
  },
  leaseMs,
);

async function release(gateway: Gateway, id: string): Promise<void> {
  const query = gateway.store.db
    .updateTable('inventory_fleet_operation')
    .set({ lease_until: gateway.now().getTime() })
    .where('id', '=', id);
  await gateway.store.write([query]);
}

async function advance(gateway: Gateway, fleet: Fleet): Promise<void> {
  await expireTargets(gateway, fleet);
  const progress = await readProgress(gateway, fleet);
  const end = endOf(fleet, progress);
  if (end) {
    await gateway.store.write(endFleet(gateway, fleet.id, end));
    return;
  }
  const isCanary = progress.completed < fleet.canary;
  const { starts, replacements } = roomOf(gateway, fleet, progress);
  if (starts > 0) {
    const limit = Math.min(starts, maxStarts);
    for (const next of await findNext(gateway, fleet, { limit, isCanary }))
      await begin(gateway, fleet, next);
    return;
  }
  if (replacements === 0) return;
  const wanted = { limit: Math.min(replacements, maxStarts), isCanary, isReplacement: true };
  const others = await findNext(gateway, fleet, wanted);
  if (others.length > 0) await withdrawWaitingCanaries(gateway, fleet, others.length);
}

async function expireTargets(gateway: Gateway, { id }: Fleet): Promise<void> {
  const now = gateway.now().getTime();
  const late = gateway.store.db
    .selectFrom('inventory_fleet_target')
    .select('id')
    .where('fleet_operation', '=', id)
    .where('state', '=', 'pending')
    .where('expires_at', '<=', now)
    .where(isKnown(gateway, 'expires_at'))
    .limit(1);
  if ((await late.execute()).length === 0) return;
  const query = gateway.store.db
    .updateTable('inventory_fleet_target')
    .set({ state: 'expired', message: 'had not begun by its expires_at' })
    .where('fleet_operation', '=', id)
    .where('state', '=', 'pending')
    .where('expires_at', '<=', now)
    .where(isKnown(gateway, 'expires_at'));
  await gateway.store.write([query]);
}

/** Matches targets with a time that the clock has not skipped. */
function isKnown({ trustedClock }: Gateway, column: string) {
  const { skipped_from: from, skipped_until: until } = trustedClock.skippedTime();
  return isNotSkipped(sql.ref(column), { from: sql.val(from), until: sql.val(until) });
}

interface Next {
  readonly target: Target;
  readonly device: StoredDevice;
  /** End of its window; null: no window. */
  readonly closesAt: number | null;
}

interface Wanted {
  readonly limit: number;
  /** True: reachable devices come first. */
  readonly isCanary: boolean;
  /** True: without devices that are known to be down. */
  readonly isReplacement?: boolean;
}

/** Finds the next devices whose time has come and whose window is open, in the order of the request. */
async function findNext(
  gateway: Gateway,
  fleet: Fleet,
  { limit, isCanary, isReplacement = false }: Wanted,
): Promise<readonly Next[]> {
  const now = gateway.now().getTime();
  const window = fleet.window === null ? null : parseJsonColumn<FleetWindow>(fleet.window);
  const places = window && (await findOpenPlaces(gateway, fleet, window));
  if (places?.length === 0) return [];
  const isOpen = places && sql<boolean>`(${sql.join(places.map(isAt), sql` or `)})`;
  let query = pendingOf(gateway, fleet).selectAll('f').limit(limit);
  if (isOpen) query = query.where(isOpen);
  if (isReplacement) query = query.where(canaryRank, '<=', maxReplacementRank);
  if (isCanary) query = query.orderBy(canaryRank);
  query = query.orderBy('f.id');
  const targets = await query.execute();
  const devices = await findDevices(
    gateway,
    targets.map(({ device }) => device),
  );
  const zones = await readTimeZones(gateway.store, devices);
  const byId = new Map(devices.map((device) => [device.id, device]));
  return targets.flatMap((target): Next[] => {
    const device = byId.get(target.device);
    if (!device) return [];
    return [{ target, device, closesAt: window && openUntil(window, zones(device), now) }];
  });
}

function pendingOf(gateway: Gateway, { id }: Fleet) {
  const { store, now } = gateway;
  const isDue = sql<boolean>`f.run_at <= ${now().getTime()} and ${isKnown(gateway, 'f.run_at')}`;
  return store.db
    .selectFrom('inventory_fleet_target as f')
    .innerJoin('inventory_device as d', 'd.id', 'f.device')
    .where('f.fleet_operation', '=', id)
    .where('f.state', '=', 'pending')
    .where((eb) => eb.or([eb('f.run_at', 'is', null), isDue]));
}

/**
 * Finds the places of pending devices whose window is open. Any number of devices with a closed window does not keep others
 * from beginning.
 */
async function findOpenPlaces(
  gateway: Gateway,
  fleet: Fleet,
  window: FleetWindow,
): Promise<readonly Site[]> {
  const now = gateway.now().getTime();
  const query = pendingOf(gateway, fleet)
    .select(['d.organization', 'd.location'])
    .groupBy(['d.organization', 'd.location'])
    .orderBy(sql`min(f.id)`);
  const places = await gateway.store.readLong(query);
  const zones = await readTimeZones(gateway.store, places);
  return places
    .filter((place) => openUntil(window, zones(place), now) !== null)
    .slice(0, maxStarts);
}

function isAt({ organization, location }: Site) {
  return location === null
    ? sql`(d.organization = ${organization} and d.location is null)`
    : sql`(d.organization = ${organization} and d.location = ${location})`;
}

/** Schedules the transaction of a device in the batch that notes it, so that there is exactly one. */
async function begin(gateway: Gateway, fleet: Fleet, next: Next): Promise<void> {
  const { target, device, closesAt } = next;
  const note = (transaction: string): readonly Statement[] =>
    noteStart(gateway, fleet, { target, transaction });
  try {
    const expiresAt = Math.min(target.expires_at, closesAt ?? Infinity);
    await schedule(gateway, fleet, { device, expiresAt, also: note });
    gateway.log.debug({ fleet: fleet.id, device: device.id }, 'fleet operation');
  } catch (error) {
    const fault = asFault(error);
    if (fault === null || isTemporary(fault)) throw error;
    const refuse = gateway.store.db
      .updateTable('inventory_fleet_target')
      .set({ state: 'refused', message: fault.message, started_at: gateway.now().getTime() })
      .where('id', '=', target.id)
      .where('state', '=', 'pending');
    await gateway.store.write([refuse]);
  }
}

interface Start {
  readonly device: StoredDevice;
  readonly expiresAt: number;
  readonly also: (transaction: string) => readonly Statement[];
}

async function schedule(gateway: Gateway, fleet: Fleet, { device, ...start }: Start) {
  const { id: fleetOperation, user, operation, secret_parameters: sealed } = fleet;
  if (sealed === null) {
    const parameters = parseJsonColumn<Readonly<Record<string, unknown>>>(fleet.parameters);
    const request = { operation, parameters, user, runAt: null, fleetOperation, ...start };
    await scheduleOperation(gateway, device, request);
    return;
  }
  const { expiresAt, also } = start;
  const variables = openVariables(gateway.vault, sealed);
  const request = { operation: 'set', variables, user, fleetOperation, also } as const;
  await scheduleHeadlessOperation(gateway, [{ device, runAt: null, expiresAt }], request);
}

function noteStart(
  gateway: Gateway,
  fleet: Fleet,
  { target, transaction }: { readonly target: Target; readonly transaction: string },
): readonly Statement[] {
  const { db } = gateway.store;
  const at = gateway.now().getTime();
  const started = db
    .updateTable('inventory_fleet_target')
    .set({ state: 'started', transaction, started_at: at })
    .where('id', '=', target.id)
    .where('state', '=', 'pending');
  const running = db
    .updateTable('inventory_fleet_operation')
    .set({ status: 'running', started_at: sql<number>`coalesce(started_at, ${at})` })
    .where('id', '=', fleet.id);
  return [mustChange(started), compileStatement(running)];
}
