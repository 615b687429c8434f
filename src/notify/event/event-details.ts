import { sql, type RawBuilder } from 'kysely';
import { formatTime } from '../../contract/fields.ts';
import type { EventKind } from '../../gateway/gateway.ts';
import type { Store } from '../../store/store.ts';
import type { RecordedEvent } from './event.ts';

/** Object of an event, by the names of the lists that show it. */
export type Details = Readonly<Record<string, unknown>>;

interface Source {
  /** Kind that readers know. */
  readonly kind: EventKind;
  /**
   * Reads `object`, the details of some objects, and as `owner` the organization that their names now belong to.
   */
  readonly read: (store: Store, objects: readonly string[]) => Promise<readonly Details[]>;
  readonly times?: readonly string[];
  /** True if the details are those of the owner: they are left out of events before its move. */
  readonly isOwned?: boolean;
  /** Name of the state of the event in its details. */
  readonly state: string;
}

const selected =
  (select: (objects: readonly string[]) => RawBuilder<Details>): Source['read'] =>
  async ({ db }, objects) =>
    (await select(objects).execute(db)).rows;

const ids = (objects: readonly string[]) => sql.join(objects.map(Number));

const transactions = selected(
  (objects) => sql<Details>`
  select t.id as object, d.organization as owner, t.id, t.device, d.name as device_name, t.operation, t.error_code, t.error_message,
    t.fleet_operation, t.series
  from inventory_transaction t join inventory_device d on d.id = t.device where t.id in (${sql.join(objects)})`,
);

/** Reads users, or vouchers; a deleted one is known by the name in its event. */
const accounts =
  (isVoucher: boolean): Source['read'] =>
  async ({ db }, objects) => {
    const gone = objects.flatMap((object) => {
      const [, user, name] = /^(\d+) (.*)$/s.exec(object) ?? [];
      return name === undefined
        ? []
        : [{ object, user: Number(user), [isVoucher ? 'code' : 'username']: name }];
    });
    const live = objects.filter((object) => /^\d+$/.test(object));
    if (live.length === 0) return gone;
    const found = await (isVoucher ? vouchers : users)(live).execute(db);
    return [...gone, ...found.rows];
  };

const users = (objects: readonly string[]) => sql<Details>`
  select cast(u.id as text) as object, u.organization as owner, u.id as "user", u.username, u.role, u.is_active, u.profile, u.external_id, u.expiration
  from "user" u where u.id in (${ids(objects)})
    and not exists (select 1 from user_token t where t."user" = u.id and t.kind = 'network')`;

const vouchers = (objects: readonly string[]) => sql<Details>`
  select cast(u.id as text) as object, u.organization as owner, u.id as "user", u.username as code, t.batch, t.time, t.octets, t.location, t.first_used,
    u.profile, u.expiration
  from "user" u join user_token t on t."user" = u.id and t.kind = 'network' where u.id in (${ids(objects)})`;

/** Kinds as they are recorded. */
const sources: Readonly<Record<string, Source>> = {
  device: {
    kind: 'device',
    state: 'status_text',
    read: selected(
      (objects) => sql<Details>`
      select cast(l.id as text) as object, d.organization as owner, 'status' as change, l.device, d.name as device_name, l.old_value,
        l.error_code, l.error_message
      from inventory_device_log l join inventory_device d on d.id = l.device where l.id in (${ids(objects)})`,
    ),
  },
  sync: {
    kind: 'device',
    state: 'status',
    read: selected(
      (objects) => sql<Details>`
      select t.id as object, d.organization as owner, 'sync' as change, t.device, d.name as device_name, t.id as "transaction"
      from inventory_transaction t join inventory_device d on d.id = t.device where t.id in (${sql.join(objects)})`,
    ),
  },
  operation: { kind: 'operation', state: 'status', read: transactions },
  user: {
    kind: 'user',
    state: 'change',
    times: ['expiration'],
    isOwned: true,
    read: accounts(false),
  },
  voucher: {
    kind: 'voucher',
    state: 'change',
    times: ['first_used', 'expiration'],
    isOwned: true,
    read: accounts(true),
  },
  session: {
    kind: 'session',
    state: 'session_status',
    times: ['acctstarttime', 'acctstoptime'],
    read: selected(
      (objects) => sql<Details>`
      select cast(a.radacctid as text) as object, a.radacctid, a.origin, a."user", a.username, a.callingstationid,
        a.nasipaddress, a.framedipaddress, a.access_point, a.location, a.acctsessionid, a.acctstarttime,
        a.acctstoptime, a.acctsessiontime, a.acctinputoctets, a.acctoutputoctets, a.acctterminatecause
      from aaa_accounting a where a.radacctid in (${ids(objects)})`,
    ),
  },
  alert: {
    kind: 'alert',
    state: 'state',
    read: selected(
      (objects) => sql<Details>`
      select cast(h.id as text) as object, d.organization as owner, a.id, a.rule, a.rule_name, a.kind as rule_kind, a.severity, a.device,
        d.name as device_name, a.subject, h.message, h."user"
      from alert_history h join alert a on a.id = h.alert left join inventory_device d on d.id = a.device
      where h.id in (${ids(objects)})`,
    ),
  },
};

/** An event with its object. */
export interface DescribedEvent {
  readonly event: RecordedEvent;
  readonly kind: EventKind;
  readonly device: number | null;
  readonly content: Details;
}

/**
 * Describes events; events with a deleted object are left out. A former owner of an object that has moved learns nothing that
 * it has been given since: a device has no name in its earlier events, and those of a user or a voucher are left out.
 *
 * @throws Fault as the store
 */
export async function describeEvents(
  store: Store,
  events: readonly RecordedEvent[],
): Promise<readonly DescribedEvent[]> {
  const found = new Map<string, Details>();
  await Promise.all(
    Object.entries(sources).map(async ([kind, source]) => {
      const objects = new Set(events.flatMap((event) => (event.kind === kind ? event.object : [])));
      if (objects.size === 0) return;
      for (const { object, ...row } of await source.read(store, [...objects]))
        found.set(`${kind} ${String(object)}`, withTimes(row, source));
    }),
  );
  return events.flatMap((event) => {
    const source = sources[event.kind];
    const details = found.get(`${event.kind} ${event.object}`);
    return source && details ? describe(event, source, details) : [];
  });
}

function describe(
  event: RecordedEvent,
  source: Source,
  { owner, ...details }: Details,
): readonly DescribedEvent[] {
  const { device } = details;
  const hasMoved = typeof owner === 'number' && owner !== event.organization;
  if (hasMoved && source.isOwned === true) return [];
  const described = {
    event,
    kind: source.kind,
    device: typeof device === 'number' ? device : null,
    content: {
      kind: source.kind,
      organization: event.organization,
      datetime: formatTime(event.datetime),
      [source.state]: event.state,
      ...details,
      ...(hasMoved && { device_name: null }),
    },
  };
  return [described];
}

function withTimes(row: Details, { times = [] }: Source): Details {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      times.includes(name) && typeof value === 'number' ? formatTime(value) : exact(value),
    ]),
  );
}

/** Octets beyond 2^53 - 1 are text, as in the lists. */
function exact(value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}
