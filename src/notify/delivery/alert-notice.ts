import { sql, type Selectable } from 'kysely';
import { formatTime } from '../../contract/fields.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { readTimeZones } from '../../organization/time-zone.ts';
import { groupBy } from '../../runtime/group-by.ts';
import { offsetAt } from '../../runtime/time-zone.ts';
import type { Store } from '../../store/store.ts';
import type { Tables } from '../../contract/tables.ts';
import { severities } from './severity.ts';

type Delivery = Selectable<Tables['delivery']>;

/** Notice of a change of an alert, as receivers get it. */
export interface AlertNotice {
  /** The same at each attempt, so that a receiver can tell a repetition. */
  readonly id: string;
  readonly type: string;
  readonly datetime: string;
  readonly message: string;
  readonly user: string | null;
  /** Location of the device, else the organization. */
  readonly site: string;
  /** Time of the change on the clocks of the site, with their zone. */
  readonly local_time: string;
  /** Address of the alert; null without `http.public_url`. */
  readonly link: string | null;
  readonly alert: {
    readonly id: string;
    readonly rule: string;
    readonly kind: string;
    readonly severity: string;
    readonly device: number | null;
    readonly device_name: string | null;
    /** Devices that are connected through this one, and have no alert of their own for that reason. */
    readonly hidden_devices: number;
    readonly subject: string;
    readonly value: number | null;
    readonly threshold: number | null;
    readonly started_at: string;
    readonly fired_at: string;
  };
}

/** Changes of several alerts within a minute, as receivers get them at once. */
export interface NoticeGroup {
  readonly id: string;
  readonly type: 'alert.group';
  readonly datetime: string;
  readonly message: string;
  readonly alerts: readonly AlertNotice[];
}

/** Reads the notices of deliveries; those of deleted alerts are left out. */
export async function readNotices(
  gateway: Pick<Gateway, 'store' | 'config'>,
  deliveries: readonly Delivery[],
): Promise<readonly AlertNotice[]> {
  const { store, config } = gateway;
  const alerts = await readAlerts(store, deliveries);
  const zones = await readTimeZones(store, [...alerts.values()]);
  return deliveries.flatMap(({ alert, event, alert_state, message, user, created_at }) => {
    const found = alerts.get(alert ?? '');
    if (!found) return [];
    const { id, kind, severity, device, device_name, subject, value, threshold } = found;
    const { public_url } = config.http;
    return {
      id: event,
      type: `alert.${alert_state ?? ''}`,
      datetime: formatTime(created_at),
      message,
      user,
      site: found.location_name ?? found.organization_name,
      local_time: localTime(zones(found), created_at),
      link: public_url === '' ? null : `${public_url}/control/api/v1/alert/${id}/`,
      alert: {
        id,
        rule: found.rule_name,
        kind,
        severity,
        device,
        device_name,
        hidden_devices: alert_state === 'resolved' ? 0 : found.hidden,
        subject,
        value,
        threshold,
        started_at: formatTime(found.started_at),
        fired_at: formatTime(found.fired_at),
      },
    };
  });
}

/** Groups notices under the id of their first delivery. */
export function groupNotices(id: string, notices: readonly AlertNotice[]): NoticeGroup {
  const counts = [...groupBy(notices, ({ type }) => changeOf(type))].map(
    ([state, some]) => `${some.length} ${state}`,
  );
  const sites = [...new Set(notices.map(({ site }) => site))];
  const where = sites.length === 1 ? ` at ${sites.join()}` : ` at ${sites.length} sites`;
  return {
    id,
    type: 'alert.group',
    datetime: notices.at(-1)?.datetime ?? '',
    message: `${notices.length} alerts${where}: ${counts.join(', ')}`,
    alerts: notices,
  };
}

/** Returns the severity of what still holds; `resolved` if nothing does. */
export function levelOf(notices: readonly AlertNotice[]): string {
  const open = notices.filter(({ type }) => changeOf(type) === 'firing');
  const ranks = open.map(({ alert }) => severities.findIndex((one) => one === alert.severity));
  if (open.length > 0) return severities[Math.max(...ranks)] ?? 'warning';
  return notices.some(({ type }) => changeOf(type) === 'acknowledged')
    ? 'acknowledged'
    : 'resolved';
}

/** Describes a notice in one line: site, what happened and how many devices it hides. */
export function lineOf({ site, message, alert: { hidden_devices: hidden } }: AlertNotice): string {
  const others = hidden === 0 ? '' : `; hides ${hidden} ${hidden === 1 ? 'device' : 'devices'}`;
  return `${site}: ${message}${others}`.replaceAll(/\s+/g, ' ');
}

export function changeOf(type: string): string {
  return type.replace('alert.', '');
}

async function readAlerts({ db }: Store, deliveries: readonly Delivery[]) {
  const ids = [...new Set(deliveries.flatMap(({ alert }) => alert ?? []))];
  if (ids.length === 0) return new Map<string, never>();
  const found = await db
    .selectFrom('alert as a')
    .innerJoin('organization as o', 'o.id', 'a.organization')
    .leftJoin('inventory_device as d', 'd.id', 'a.device')
    .leftJoin('location as l', 'l.id', 'd.location')
    .selectAll('a')
    .select(['d.name as device_name', 'd.location', 'l.name as location_name'])
    .select('o.name as organization_name')
    .select(
      sql<number>`(select count(distinct c.device) from alert_condition c join inventory_device x on x.id = c.device
        where a.kind = 'device_down' and c.suppressed_by = 'parent "' || d.name || '"' and x.organization = d.organization)`.as(
        'hidden',
      ),
    )
    .where('a.id', 'in', ids)
    .execute();
  return new Map(found.map((alert) => [alert.id, alert]));
}

/** Formats a time as the clocks of a site show it, in minutes. @param zone  null: zone of the gateway */
function localTime(zone: string | null, at: number): string {
  const clock = new Date(at + offsetAt(zone, at)).toISOString().slice(0, 16).replace('T', ' ');
  return `${clock} ${zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone}`;
}
