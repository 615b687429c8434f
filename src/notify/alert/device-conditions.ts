import { sql } from 'kysely';
import type { Gateway } from '../../gateway/gateway.ts';
import { deviceState } from '../../inventory/device/device-status.ts';
import { pollInterval } from '../../inventory/device/poll-interval.ts';
import { compileStatement, type Statement, type Store } from '../../store/store.ts';
import type { ConditionState } from './alert-decision.ts';
import type { AlertKind, CurrentState } from './alert-kind.ts';
import type { AlertRules, StoredRule, WatchedDevice } from './alert-rules.ts';
import { nameOf } from './messages.ts';
import { conditionKey } from './metric-conditions.ts';
import { suppressByParents } from './suppression.ts';

/** A device that conditions or their suppression are about. */
export interface ConditionDevice extends WatchedDevice {
  readonly name: string;
  /** What it is connected through: as it was set, else as it was found. */
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

/** Rules about devices that do not answer. Whether a device is down is read from its row. */
export const deviceDown: AlertKind = {
  description: 'a device does not answer',
  fields: {
    metric: 'refused',
    operator: 'refused',
    threshold: 'refused',
    clear_threshold: 'refused',
    labels: 'refused',
    location: 'optional',
    type: 'optional',
    device: 'optional',
    starts_at: 'refused',
    ends_at: 'refused',
    polls: 'refused',
  },
  refusalOfTenants: null,
  suppresses: null,
  alerts: {
    collector: (gateway) => (downRules, rules) => newDownConditions(gateway, { downRules, rules }),
    currentState: downState,
    expiry: null,
    suppression: suppressByParents,
    message: (watched) =>
      `${nameOf(watched)} is down: ${watched.device?.last_error ?? 'no reason known'}`,
    endMessage: (watched) =>
      `${nameOf(watched)} is ${(watched.device?.state ?? 'gone').toLowerCase()}`,
  },
};

/**
 * Returns the next state of a down condition from the state of its device. If the device was up in between, a fired condition
 * flaps, and any other starts again.
 */
function downState(
  { violated_since, flaps, alert }: ConditionState,
  { state, last_status_change }: Pick<ConditionDevice, 'state' | 'last_status_change'>,
): CurrentState {
  const since = last_status_change ?? violated_since;
  if (state !== 'Down')
    return { condition: { violated_since, clear_since: since, flaps }, isChanged: false };
  if (since <= violated_since)
    return { condition: { violated_since, clear_since: null, flaps }, isChanged: false };
  const counted = alert === null ? flaps : flaps + 1;
  return {
    condition: { violated_since: since, clear_since: null, flaps: counted },
    isChanged: true,
  };
}

interface DownRules {
  readonly downRules: readonly StoredRule[];
  readonly rules: AlertRules;
}

/** Returns statements that add a condition for each device that is down without a condition. */
async function newDownConditions(
  gateway: Gateway,
  { downRules, rules }: DownRules,
): Promise<readonly Statement[]> {
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

/** Reads devices by id, and the devices that they are connected through. */
export async function readDevicesAndParents(
  store: Store,
  ids: readonly number[],
): Promise<ReadonlyMap<number, ConditionDevice>> {
  const devices = new Map<number, ConditionDevice>();
  let wanted = [...new Set(ids)];
  while (wanted.length > 0) {
    const page = wanted.splice(0, idsPerRead);
    const query = sql<ConditionDevice>`
      select d.id, d.name, d.organization, d.location, d.type, coalesce(d.parent, d.found_parent) as parent,
        ${sql.raw(deviceState)} as state,
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
