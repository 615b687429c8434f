import { sql, type Selectable } from 'kysely';
import { readTimeZones, type Site } from '../../aaa/time-zone.ts';
import { asFault, isTemporary } from '../../errors.ts';
import type { Gateway } from '../../gateway.ts';
import type { PeriodicTask } from '../../job.ts';
import { prepareClaim } from '../../store/claim.ts';
import { namedParameter } from '../../store/prepared-statement.ts';
import {
  compileStatement,
  mustChange,
  parseJsonColumn,
  type Statement,
} from '../../store/store.ts';
import type { Tables } from '../../tables.ts';
import { findDevices, type StoredDevice } from '../device/find-device.ts';
import { scheduleOperation } from '../operation/schedule-operation.ts';
import { endFleet } from './fleet-end.ts';
import { unendedFleetStatuses } from './fleet-operation.ts';
import { openUntil, type FleetWindow } from './fleet-window.ts';

const searchIntervalMs = 1000;
const leaseMs = 30_000;
const maxFleetsPerRun = 20;
/** Devices that begin in a run, and so the places that the first of them can be in. */
const maxStarts = 100;

type Fleet = Selectable<Tables['inventory_fleet_operation']>;
type Target = Selectable<Tables['inventory_fleet_target']>;

/**
 * Returns the task that gives the devices of fleet operations their transactions. One gateway at a time advances a fleet
 * operation, under a lease; what has been done is in the store, so a restart goes on.
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
 * Claims the fleet operations that were advanced longest ago, so that those that wait keep none from beginning. A lease that
 * ends later than any lease can is from before the clock was set back.
 */
function claimFleets(gateway: Gateway): Promise<readonly Fleet[]> {
  const now = gateway.now().getTime();
  return claimUnended(gateway.store, { now, until: now + leaseMs });
}

const claimUnended = prepareClaim<Fleet>({
  table: 'inventory_fleet_operation',
  candidates: sql`
    select id from inventory_fleet_operation
    where status in (${sql.join(unendedFleetStatuses)})
      and (lease_until <= ${namedParameter('now')} or lease_until > ${namedParameter('until')})
    order by lease_until, created_at limit ${maxFleetsPerRun}`,
  set: sql`lease_until = ${namedParameter('until')}`,
  returning: sql`*`,
});

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
  const room = Math.min(roomOf(gateway, fleet, progress), maxStarts);
  if (room === 0) return;
  for (const next of await findNext(gateway, fleet, room)) await begin(gateway, fleet, next);
}

async function expireTargets(gateway: Gateway, { id }: Fleet): Promise<void> {
  const now = gateway.now().getTime();
  const late = gateway.store.db
    .selectFrom('inventory_fleet_target')
    .select('id')
    .where('fleet_operation', '=', id)
    .where('state', '=', 'pending')
    .where('expires_at', '<=', now)
    .limit(1);
  if ((await late.execute()).length === 0) return;
  const query = gateway.store.db
    .updateTable('inventory_fleet_target')
    .set({ state: 'expired', message: 'had not begun by its expires_at' })
    .where('fleet_operation', '=', id)
    .where('state', '=', 'pending')
    .where('expires_at', '<=', now);
  await gateway.store.write([query]);
}

interface Progress {
  readonly pending: number;
  /** Transactions that have not ended; of them, those that wait for their device. */
  readonly active: number;
  readonly waiting: number;
  readonly completed: number;
  readonly failed: number;
  readonly lastStart: number;
}

async function readProgress({ store }: Gateway, { id }: Fleet): Promise<Progress> {
  const query = sql<Record<keyof Progress, number | string | null>>`
    select
      sum(case when f.state = 'pending' then 1 else 0 end) as pending,
      sum(case when x.status in ('scheduled', 'running') then 1 else 0 end) as active,
      sum(case when x.status = 'scheduled' and x.waiting_for is not null then 1 else 0 end) as waiting,
      sum(case when x.status = 'completed' then 1 else 0 end) as completed,
      sum(case when f.state = 'expired' or (f.state = 'refused' and f.started_at is not null) or x.status in ('failed', 'expired', 'canceled') then 1 else 0 end) as failed,
      max(f.started_at) as "lastStart"
    from inventory_fleet_target f left join inventory_transaction x on x.id = f."transaction"
    where f.fleet_operation = ${id}`;
  const [row] = await store.readLong({ compile: () => query.compile(store.db) });
  const numberOf = (key: keyof Progress) => Number(row?.[key] ?? 0);
  return {
    pending: numberOf('pending'),
    active: numberOf('active'),
    waiting: numberOf('waiting'),
    completed: numberOf('completed'),
    failed: numberOf('failed'),
    lastStart: numberOf('lastStart'),
  };
}

/** Returns how a fleet operation ends now; null: it goes on. */
function endOf(fleet: Fleet, { pending, active, completed, failed }: Progress) {
  const isCanaryOver = completed >= fleet.canary;
  if (pending > 0 && failed > 0 && !isCanaryOver)
    return { status: 'failed', message: 'stopped: a canary failed' } as const;
  const limit = fleet.stop_after_failures;
  if (pending > 0 && limit !== null && failed >= limit)
    return { status: 'failed', message: `stopped after ${failed} failures` } as const;
  if (pending > 0 || active > 0) return null;
  return { status: 'completed', message: null } as const;
}

/** Returns how many devices may begin now. A device that cannot be reached takes no place. */
function roomOf(gateway: Gateway, fleet: Fleet, progress: Progress): number {
  const { pending, active, waiting, completed, lastStart } = progress;
  if (pending === 0) return 0;
  const isStaggered = fleet.stagger > 0;
  if (isStaggered && gateway.now().getTime() < lastStart + fleet.stagger * 1000) return 0;
  const free = Math.max(0, fleet.concurrency - (active - waiting));
  const canaries = fleet.canary - completed - active;
  const room = completed < fleet.canary ? Math.min(free, Math.max(0, canaries)) : free;
  return isStaggered ? Math.min(1, room) : room;
}

interface Next {
  readonly target: Target;
  readonly device: StoredDevice;
  /** Time at which its window closes; null: it has none. */
  readonly closesAt: number | null;
}

/** Finds the next devices whose time has come and whose window is open, in the order of the request. */
async function findNext(gateway: Gateway, fleet: Fleet, room: number): Promise<readonly Next[]> {
  const now = gateway.now().getTime();
  const window = fleet.window === null ? null : parseJsonColumn<FleetWindow>(fleet.window);
  const places = window && (await findOpenPlaces(gateway, fleet, window));
  if (places?.length === 0) return [];
  const isOpen = places && sql<boolean>`(${sql.join(places.map(isAt), sql` or `)})`;
  let query = pendingOf(gateway, fleet).selectAll('f').orderBy('f.id').limit(room);
  if (isOpen) query = query.where(isOpen);
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

function pendingOf({ store, now }: Gateway, { id }: Fleet) {
  return store.db
    .selectFrom('inventory_fleet_target as f')
    .innerJoin('inventory_device as d', 'd.id', 'f.device')
    .where('f.fleet_operation', '=', id)
    .where('f.state', '=', 'pending')
    .where((eb) => eb.or([eb('f.run_at', 'is', null), eb('f.run_at', '<=', now().getTime())]));
}

/**
 * Finds places of pending devices whose window is open: those that a device comes first in. Devices whose window is closed
 * keep no others from beginning, however many they are.
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
    const id = await scheduleOperation(gateway, device, {
      operation: fleet.operation,
      parameters: parseJsonColumn<Readonly<Record<string, unknown>>>(fleet.parameters),
      user: fleet.user,
      runAt: null,
      expiresAt: Math.min(target.expires_at, closesAt ?? Infinity),
      fleetOperation: fleet.id,
      also: note,
    });
    gateway.log.debug({ fleet: fleet.id, device: device.id, transaction: id }, 'fleet operation');
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
