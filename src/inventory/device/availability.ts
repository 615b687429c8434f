import { sql, type RawBuilder } from 'kysely';
import { whereClause, type Selection } from '../../store/query/selection.ts';
import type { Store } from '../../store/store.ts';
import { deviceState } from './device-status.ts';

/** How long devices were up and down. The time in which they are Unknown or Misconfigured is neither. */
interface Availability {
  /** Id of the device, or the place of the part in the list of them. */
  readonly key: number;
  /** Name of the device; null for a part of the period. */
  readonly name: string | null;
  readonly up_seconds: number;
  readonly down_seconds: number;
  /** How often one went down. */
  readonly outages: number;
}

/** Milliseconds since 1970. */
interface Part {
  readonly from: number;
  readonly until: number;
}

interface AvailabilityRequest {
  /** Of devices. */
  readonly selection: Selection;
  /** The parts of the period, one after the other. */
  readonly parts: readonly Part[];
  readonly group: 'device' | 'part';
  /** Rows at most. */
  readonly limit: number;
}

const bigint = (value: number) => sql`cast(${value} as bigint)`;

/**
 * Computes how long devices were up and down, from the changes of their states in the device log: the device with the least
 * availability first, or the parts in their order. A device whose changes are not kept any more counts from the time of its last one.
 *
 * @throws Fault `unavailable` if the store cannot be read
 */
export async function computeAvailability(
  store: Store,
  request: AvailabilityRequest,
): Promise<readonly Availability[]> {
  const { selection } = request;
  if (selection.scope !== 'all' && selection.scope.length === 0) return [];
  const query = availabilityQuery(request);
  return store.readLong({ compile: () => query.compile(store.db) }, selection);
}

function availabilityQuery({
  selection,
  parts,
  group,
  limit,
}: AvailabilityRequest): RawBuilder<Availability> {
  const from = bigint(Math.min(...parts.map((part) => part.from)));
  const until = bigint(Math.max(...parts.map((part) => part.until)));
  const values = parts.map(
    (part, place) => sql`(${bigint(place)}, ${bigint(part.from)}, ${bigint(part.until)})`,
  );
  const byDevice = group === 'device';
  return sql<Availability>`
    with parts(part, since, till) as (values ${sql.join(values)}),
    chosen as (
      select id, name, status, last_status_change, last_error, ip_address from inventory_device where ${whereClause(selection)}),
    changes as (
      select l.device, l.datetime, l.old_value, l.value, lead(l.datetime) over ordered as ends,
        row_number() over ordered as place
      from chosen join inventory_device_log l on l.device = chosen.id and l.datetime >= ${from}
        and l.action = 'event' and l.variable_name = 'status'
      window ordered as (partition by l.device order by l.datetime, l.id)),
    spans as (
      select device, value as state, datetime as begins, coalesce(ends, ${until}) as ends, 1 as is_change from changes
      union all
      select d.id, coalesce(c.old_value, ${sql.raw(deviceState)}),
        case when c.device is null and d.last_status_change > ${from} then d.last_status_change else ${from} end,
        coalesce(c.datetime, ${until}), 0
      from chosen d left join changes c on c.device = d.id and c.place = 1),
    shares as (
      select s.device, p.part, s.state, case when s.is_change = 1 and s.begins >= p.since then 1 else 0 end as is_begin,
        case when s.ends < p.till then s.ends else p.till end - case when s.begins > p.since then s.begins else p.since end as ms
      from spans s join parts p on s.begins < p.till and s.ends > p.since),
    sums as (
      select ${sql.ref(group)} as key, ${secondsOf('Up')} as up_seconds, ${secondsOf('Down')} as down_seconds,
        cast(sum(case when state = 'Down' then is_begin else 0 end) as bigint) as outages
      from shares group by 1)
    select key, ${byDevice ? sql`chosen.name` : sql`null`} as name, up_seconds, down_seconds, outages
    from sums ${byDevice ? sql`join chosen on chosen.id = sums.key` : sql``}
    order by ${byDevice ? leastFirst : sql`key`} limit ${limit}`;
}

const secondsOf = (state: string) =>
  sql`cast(sum(case when state = ${sql.lit(state)} then ms else 0 end) / 1000 as bigint)`;

/** Devices that were neither up nor down come last. */
const leastFirst = sql`case when up_seconds + down_seconds = 0 then 2.0
  else up_seconds * 1.0 / (up_seconds + down_seconds) end, name, key`;
