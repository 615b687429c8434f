import { sql } from 'kysely';
import type { Gateway } from '../../gateway/gateway.ts';
import { deviceState } from '../../inventory/device/device-status.ts';
import { pollInterval } from '../../inventory/device/poll-interval.ts';
import { compileStatement, type Statement } from '../../store/store.ts';
import type { AlertRules, StoredRule, WatchedDevice } from './alert-rules.ts';
import { conditionKey } from './metric-conditions.ts';

/** A device that conditions or their suppression are about. */
export interface ConditionDevice extends WatchedDevice {
  readonly name: string;
  readonly parent: number | null;
  readonly state: string;
  readonly last_status_change: number | null;
  readonly last_connection: number | null;
  readonly last_error: string | null;
  /** Seconds between two polls. */
  readonly poll_seconds: number;
}

const devicesPerRead = 5000;
const idsPerRead = 1000;

/** Adds a condition for each device that is down and has none; returns statements. */
export async function newDownConditions(
  gateway: Gateway,
  rules: AlertRules,
): Promise<readonly Statement[]> {
  const downRules = rules.ofKind('device_down');
  const found = await Promise.all(downRules.map((rule) => downDevices(gateway, rule)));
  return downRules.flatMap((rule, index) =>
    (found[index] ?? [])
      .filter((device) => rules.holdsFor(rule, device))
      .map((device) => insertCondition(gateway, rule, device)),
  );
}

async function downDevices({ store }: Gateway, rule: StoredRule): Promise<readonly Found[]> {
  const query = sql<Found>`
    select d.id, d.organization, d.location, d.type, d.last_status_change as since
    from inventory_device d
    where d.status = 0 and d.last_status_change is not null and ${sql.raw(deviceState)} = 'Down'
      and not exists (select 1 from alert_condition c where c.device = d.id and c.rule = ${rule.id})
    order by d.last_status_change limit ${devicesPerRead}`;
  return (await query.execute(store.db)).rows;
}

type Found = WatchedDevice & { readonly since: number };

function insertCondition({ store }: Gateway, rule: StoredRule, device: Found): Statement {
  const { id, organization, since } = device;
  const row = {
    key: conditionKey(rule.id, id, ''),
    rule: rule.id,
    device: id,
    organization,
    subject: '',
    polls: 1,
    violated_since: since,
    flaps: 0,
  };
  const insert = store.db.insertInto('alert_condition').values(row);
  return compileStatement(insert.onConflict((conflict) => conflict.doNothing()));
}

/** Reads devices by id, and those that they are connected through. */
export async function readDevicesAndParents(
  { store }: Pick<Gateway, 'store'>,
  ids: readonly number[],
): Promise<ReadonlyMap<number, ConditionDevice>> {
  const devices = new Map<number, ConditionDevice>();
  let wanted = [...new Set(ids)];
  while (wanted.length > 0) {
    const page = wanted.splice(0, idsPerRead);
    const query = sql<ConditionDevice>`
      select d.id, d.name, d.organization, d.location, d.type, d.parent, ${sql.raw(deviceState)} as state,
        d.last_status_change, d.last_connection, d.last_error, ${pollInterval} as poll_seconds
      from inventory_device d where d.id in (${sql.join(page)})`;
    for (const device of (await query.execute(store.db)).rows) devices.set(device.id, device);
    const parents = [...devices.values()].flatMap(({ parent }) =>
      parent === null ? [] : [parent],
    );
    wanted = [...new Set([...wanted, ...parents])].filter(
      (id) => !devices.has(id) && !page.includes(id),
    );
  }
  return devices;
}

/** Lists the devices that a device is connected through, the nearest first. */
export function parentsOf(
  device: ConditionDevice,
  devices: ReadonlyMap<number, ConditionDevice>,
): readonly ConditionDevice[] {
  const parents: ConditionDevice[] = [];
  let above = device.parent === null ? undefined : devices.get(device.parent);
  while (above !== undefined && above !== device && !parents.includes(above)) {
    parents.push(above);
    above = above.parent === null ? undefined : devices.get(above.parent);
  }
  return parents;
}
