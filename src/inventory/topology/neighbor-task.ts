import { sql } from 'kysely';
import { Fault } from '../../contract/errors.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import type { PeriodicTask } from '../../gateway/job.ts';
import { Semaphore } from '../../runtime/limit/semaphore.ts';
import { claimRows } from '../../store/claim.ts';
import { resolveConnection } from '../device/connection.ts';
import { findDeviceById } from '../device/find-device.ts';
import { readParameters } from '../device/parameter.ts';
import { findParents } from './found-parents.ts';
import { neighborsOf, neighborVariables, type Neighbor } from './neighbor.ts';
import { findRouter } from './router.ts';

const intervalMs = 60_000;
const devicesPerRun = 200;
const concurrency = 8;
const timeoutMs = 20_000;
const rowsPerStatement = 100;

/**
 * Returns the task that reads what devices see by LLDP and CDP, and finds by it what each is connected through. A device whose
 * list cannot be read keeps what it saw before.
 */
export function createNeighborTask(gateway: Gateway): PeriodicTask {
  const limit = new Semaphore({ max: concurrency });
  return {
    name: 'neighbors',
    intervalMs,
    initialDelayMs: intervalMs,
    failureMessage: `cannot read the neighbors of devices; retrying every ${intervalMs / 1000} s`,
    async run(signal) {
      const due = await claimDevices(gateway);
      if (due.length === 0) return undefined;
      const read = ({ id }: ClaimedDevice) => limit.run(() => readNeighbors(gateway, id, signal));
      const changed = await Promise.all(due.map(read));
      const organizations = due.filter((_, at) => changed[at] === true);
      const router = await findRouter();
      for (const organization of new Set(organizations.map((one) => one.organization)))
        await writeParents(gateway, organization, router);
      return due.length === devicesPerRun ? 0 : undefined;
    },
  };
}

type ClaimedDevice = Readonly<Record<'id' | 'organization', number>>;

/** Claims devices that are up and due, by the time at which they are due next. */
function claimDevices({ store, deviceTypes, config, now }: Gateway) {
  const types = [...deviceTypes.values()].filter((type) => neighborVariables(type).length > 0);
  if (types.length === 0) return [];
  const at = now().getTime();
  return claimRows<ClaimedDevice>(store, {
    table: 'inventory_device',
    candidates: sql`
      select id from inventory_device
      where status = 1 and neighbors_due_at <= ${at} and type in (
        select id from inventory_type where short_name in (${sql.join(types.map(({ short_name }) => short_name))}))
      order by neighbors_due_at limit ${devicesPerRun}`,
    set: sql`neighbors_due_at = ${at + config.polling.neighbors_seconds * 1000}`,
    returning: sql`id, organization`,
  });
}

/** Reads and stores the neighbors of a device. @returns true if they may have changed */
async function readNeighbors(gateway: Gateway, id: number, signal: AbortSignal): Promise<boolean> {
  try {
    const device = await findDeviceById(gateway.store, id);
    const connection = await resolveConnection(gateway, device);
    const variables = neighborVariables(connection.type);
    const readings = await gateway.watchdog.run({ name: 'neighbors', timeoutMs, signal }, (until) =>
      readParameters(gateway, connection, { variables, signal: until }),
    );
    const found = neighborsOf(connection.type, readings);
    if (found === null) return false;
    await writeNeighbors(gateway, device, found);
    return true;
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    gateway.log.debug(
      { device: id, reason: error.message },
      'cannot read the neighbors of a device',
    );
    return false;
  }
}

async function writeNeighbors(
  { store, now }: Gateway,
  { id, organization }: ClaimedDevice,
  found: readonly Neighbor[],
): Promise<void> {
  const seen_at = now().getTime();
  const rows = found.map((one) => ({ ...one, device: id, organization, seen_at }));
  const pages = Array.from({ length: Math.ceil(rows.length / rowsPerStatement) }, (_, page) =>
    rows.slice(page * rowsPerStatement, (page + 1) * rowsPerStatement),
  );
  await store.write([
    store.db.deleteFrom('inventory_neighbor').where('device', '=', id),
    ...pages.map((page) => store.db.insertInto('inventory_neighbor').values(page)),
  ]);
}

/** Finds the parents of the devices of an organization, and writes those that have changed. */
async function writeParents(
  { store }: Gateway,
  organization: number,
  router: string | null,
): Promise<void> {
  const devices = await store.readLong(
    store.db
      .selectFrom('inventory_device')
      .select(['id', 'name', 'mac_address', 'ip_address', 'parent', 'found_parent'])
      .where('organization', '=', organization),
  );
  const neighbors = await store.readLong(
    store.db
      .selectFrom('inventory_neighbor')
      .select(['device', 'kind', 'value'])
      .where('organization', '=', organization),
  );
  const parents = findParents({ devices, neighbors, router });
  const changed = devices.filter(
    ({ id, found_parent }) => (parents.get(id) ?? null) !== found_parent,
  );
  for (let at = 0; at < changed.length; at += rowsPerStatement)
    await store.write(
      changed.slice(at, at + rowsPerStatement).map(({ id }) =>
        store.db
          .updateTable('inventory_device')
          .set({ found_parent: parents.get(id) ?? null })
          .where('id', '=', id),
      ),
    );
}
