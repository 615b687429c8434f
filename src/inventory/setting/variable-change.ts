import { sql, type Selectable } from 'kysely';
import type { Gateway, StoreAndClock } from '../../gateway/gateway.ts';
import type { PeriodicTask } from '../../gateway/job.ts';
import { WakeUp } from '../../runtime/periodic-task.ts';
import { prepareQuery } from '../../store/prepared-statement.ts';
import type { Row } from '../../store/query/row-serialization.ts';
import { compileStatement, mustChange, type Statement } from '../../store/store.ts';
import type { Tables } from '../../contract/tables.ts';
import { scheduleSettingWrite } from './desired-settings.ts';
import { followVariables } from './rendered-settings.ts';

const searchIntervalMs = 2000;
const devicesPerPage = 100;
const notBegun = -1;

/**
 * Returns a statement that lets settings follow a change of variables, of a device, or of an organization and all below it.
 * It belongs into the batch of the change. A waiting request is enough.
 */
export function requestRendering(
  { store, now }: StoreAndClock,
  { organization, device }: { readonly organization: number; readonly device: number | null },
): Statement {
  const at = now().getTime();
  const query = sql`
    insert into inventory_variable_change (organization, device, created_at)
    select o.id, cast(${device} as bigint), cast(${at} as bigint) from organization as o where o.id = ${organization}
      and not exists (select 1 from inventory_variable_change as c where c.organization = o.id
        and coalesce(c.device, 0) = ${device ?? 0} and c.position = ${sql.lit(notBegun)})`;
  return query.compile(store.db);
}

/** Returns a statement that lets the settings of a device follow a change of its place or type, if a body changes them. */
export function requestRenderingOnMove(gateway: Gateway, found: Row, body: Row): Statement[] {
  const { id, organization: before } = found;
  const hasMoved = ['organization', 'location', 'type'].some(
    (field) => field in body && body[field] !== found[field],
  );
  const organization = body['organization'] ?? before;
  if (!hasMoved || typeof id !== 'number' || typeof organization !== 'number') return [];
  return [requestRendering(gateway, { organization, device: id })];
}

/** Returns the task that lets settings follow changes of variables, and the trees of locations and organizations. */
export function createVariableChangeTask(gateway: Gateway): PeriodicTask {
  const wakeUp = new WakeUp(gateway.clock);
  gateway.changes.subscribe(['inventory_variable_set', 'inventory_device'], () => {
    wakeUp.trigger();
    return Promise.resolve();
  });
  gateway.changes.subscribe(['location', 'organization'], async () => {
    await requestAll(gateway);
    wakeUp.trigger();
  });
  return {
    name: 'variables',
    intervalMs: searchIntervalMs,
    wakeUp,
    // Two gateways that do the same work may conflict once; the result is right.
    failureMessage: `cannot let settings follow their variables; retrying every ${searchIntervalMs / 1000} s`,
    async run(signal) {
      for (;;) {
        const change = await findOldest(gateway);
        if (!change || signal.aborted) return undefined;
        await advance(gateway, change);
      }
    },
  };
}

/** A place in a tree has changed: which variables a device has may be different everywhere, if there are any. */
async function requestAll(gateway: Gateway): Promise<void> {
  const { db } = gateway.store;
  const anySet = await db.selectFrom('inventory_variable_set').select('id').limit(1).execute();
  if (anySet.length > 0) await gateway.store.write(await requestRenderingOfAll(gateway));
}

/** Returns statements that let all settings follow what a change of variables, places or devices has changed. */
export async function requestRenderingOfAll(gateway: StoreAndClock): Promise<readonly Statement[]> {
  const { db } = gateway.store;
  const roots = await db
    .selectFrom('organization')
    .select('id')
    .where('parent', 'is', null)
    .execute();
  return roots.map(({ id: organization }) =>
    requestRendering(gateway, { organization, device: null }),
  );
}

type Change = Selectable<Tables['inventory_variable_change']>;

async function findOldest({ store }: Gateway): Promise<Change | undefined> {
  const [oldest] = await selectOldest(store, {});
  return oldest;
}

const selectOldest = prepareQuery<Change>((db) =>
  db.selectFrom('inventory_variable_change').selectAll().orderBy('id').limit(1).compile(),
);

/** Renders the settings of the next devices of a change. @throws Fault `conflict` if another gateway has done so */
async function advance(gateway: Gateway, change: Change): Promise<void> {
  const move = (position: number) => mustChange(moving(gateway, change, position));
  // A change of variables from now on is a row of its own.
  if (change.position === notBegun) {
    await gateway.store.write([move(0)]);
    return;
  }
  const devices = await findDevices(gateway, change);
  const last = devices.at(-1)?.id;
  if (last === undefined) {
    await gateway.store.write([removal(gateway, change)]);
    return;
  }
  const followed = await followVariables(gateway, devices);
  await gateway.store.write([
    move(last),
    ...followed.flatMap(({ device, statements, isPending }) => [
      ...statements,
      ...(isPending ? scheduleSettingWrite(gateway, device, null) : []),
    ]),
  ]);
  gateway.jobs.wake();
}

function moving({ store }: Gateway, { id, position }: Change, to: number) {
  return store.db
    .updateTable('inventory_variable_change')
    .set({ position: to })
    .where('id', '=', id)
    .where('position', '=', position);
}

function removal({ store }: Gateway, { id }: Change): Statement {
  return compileStatement(store.db.deleteFrom('inventory_variable_change').where('id', '=', id));
}

/** Returns the next devices of a change that have templates. */
function findDevices({ store }: Gateway, { organization, device, position }: Change) {
  const query = store.db
    .selectFrom('inventory_device as d')
    .select(['d.id', 'd.organization', 'd.location', 'd.type', 'd.ip_address'])
    .where('d.id', '>', position)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('inventory_setting as s')
          .select('s.id')
          .whereRef('s.device', '=', 'd.id')
          .where('s.template', 'is not', null),
      ),
    )
    .orderBy('d.id')
    .limit(devicesPerPage);
  if (device !== null) return query.where('d.id', '=', device).execute();
  return query
    .where(
      sql<boolean>`d.organization in (
        with recursive below(id) as (select id from organization where id = ${organization}
          union select o.id from organization as o join below on o.parent = below.id)
        select id from below)`,
    )
    .execute();
}
