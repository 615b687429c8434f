import { sql, type Selectable } from 'kysely';
import { Type } from 'typebox';
import { nullable, text, dateTime, id } from '../../fields.ts';
import type { Gateway } from '../../gateway.ts';
import { resource, readOnlyResource } from '../../resource.ts';
import { Secret } from '../../secret.ts';
import { relationOf } from '../../store/query/relation.ts';
import { serializeRow, type Row } from '../../store/query/row-serialization.ts';
import type { TableOf, Tables } from '../../tables.ts';

/** Any JSON value; kept as JSON text. (Were booleans listed, the text would be taken for a flag.) */
export const anyJson = (description: string) =>
  Type.Unsafe<unknown>({
    type: ['string', 'number', 'object', 'array', 'null'],
    description: `${description}; any JSON value`,
  });

/** SQL: 1 if a metric is computed from parameter `p`. */
export const isMetricParameter =
  'case when exists (select 1 from inventory_metric_parameter mp where mp.parameter = p.id) then 1 else 0 end';

/** SQL: orders parameters `p` by group, and within a group as the type's file lists them. */
export const parameterRank = 'coalesce(p."group", 0) * 100000 + p.position';

/** A parameter of a device, with what the device last said of it and what is wanted of it. Settings and variables are both made of this. */
export const setting = resource({
  name: 'inventory_setting',
  // Every parameter of a device's type, with the stored setting if there is one. Sealed values stay in the table.
  relation: () => `
    select s.id, d.id as parent_id, d.organization, p.id as parameter_id, p.name, p.short_name, p.variable_name,
      p.value_type as type, p."group", p.required, 1 - p.writable as read_only, ${isMetricParameter} as metric,
      p.unit, p.description, ${parameterRank} as rank,
      case when p.value_type <> 'password' then s.value end as value,
      case when s.state = 'pending' then 1 else 0 end as pending,
      case when s.state = 'pending' and p.value_type <> 'password' then s.wanted end as pending_value,
      case when s.state = 'failed' then s.error_message end as error,
      s.created_at, s.updated_at, s.applied_at
    from inventory_device d join inventory_parameter p on p.type = d.type
      left join inventory_setting s on s.device = d.id and s.parameter = p.id`,
  title: 'a setting',
  plural: 'settings',
  schema: Type.Object({
    id: nullable(Type.Integer({ description: 'null: nothing is known of it yet' })),
    parent_id: Type.Integer(),
    parameter_id: Type.Integer(),
    name: text(),
    short_name: text(),
    variable_name: text(),
    type: text(),
    group: nullable(Type.Integer()),
    required: Type.Boolean(),
    read_only: Type.Boolean({ description: 'true: it is read from the device, and cannot be set' }),
    metric: Type.Boolean(),
    unit: nullable(text()),
    description: text(),
    value: anyJson('as the device last said it; of a password always null'),
    pending: Type.Boolean({ description: 'true: a change waits until the device has taken it' }),
    pending_value: anyJson('what it is to become'),
    error: nullable(text({ description: 'why the device did not take the last change' })),
    created_at: nullable(dateTime()),
    updated_at: nullable(dateTime()),
    applied_at: nullable(
      dateTime({ description: 'when the device was seen to have the last change' }),
    ),
  }),
  key: 'parameter_id',
  ...readOnlyResource,
  scope: 'organization',
  filters: {
    parameter__variable_name: { column: 'variable_name', operator: '=', schema: text() },
    parameter__name: { column: 'name', operator: '=', schema: text() },
    parameter__short_name: { column: 'short_name', operator: '=', schema: text() },
  },
  computed: [
    'parent_id',
    'parameter_id',
    'name',
    'short_name',
    'variable_name',
    'type',
    'group',
    'required',
    'read_only',
    'metric',
    'unit',
    'description',
    'pending',
    'pending_value',
    'error',
  ],
  columns: {
    id: id(),
    device: Type.Integer(),
    parameter: Type.Integer(),
    /** The desired value, stored like `value`; null: none was set. */
    wanted: anyJson(''),
    /** `pending`, `applied` or `failed`: whether the device has the desired value. */
    state: nullable(text()),
    error_code: nullable(text()),
    error_message: nullable(text()),
    created_at: dateTime(),
    updated_at: dateTime(),
  },
  order: { column: 'rank', direction: 'asc' },
  paging: 'offset',
});

declare module '../../tables.ts' {
  interface Tables {
    inventory_setting: TableOf<typeof setting>;
  }
}

export type StoredParameter = Selectable<Tables['inventory_parameter']>;
export type StoredSetting = Selectable<Tables['inventory_setting']>;

export function findParameters(
  gateway: Gateway,
  device: { readonly type: number },
): Promise<StoredParameter[]> {
  return gateway.store.db
    .selectFrom('inventory_parameter')
    .selectAll()
    .where('type', '=', device.type)
    .orderBy('position')
    .execute();
}

/** @returns what is kept of a device, by parameter */
export async function findStoredSettings(
  gateway: Gateway,
  device: { readonly id: number },
): Promise<Map<number, StoredSetting>> {
  const rows = await gateway.store.db
    .selectFrom('inventory_setting')
    .selectAll()
    .where('device', '=', device.id)
    .execute();
  return new Map(rows.map((row) => [row.parameter, row]));
}

/** Ids of those among some devices that have changes which they have not taken yet. */
export async function findDevicesWithPendingSettings(
  gateway: Gateway,
  devices: readonly number[],
): Promise<ReadonlySet<number>> {
  if (devices.length === 0) return new Set();
  const query = gateway.store.db
    .selectFrom('inventory_setting')
    .select('device')
    .distinct()
    .where('state', '=', 'pending')
    .where('device', 'in', devices);
  return new Set((await query.execute()).map(({ device }) => device));
}

type Kind = Pick<StoredParameter, 'value_type'>;
const place = 'inventory_setting.value';

/** JSON text as it is kept: sealed where the parameter is a password. */
export function sealSettingValue(gateway: Gateway, { value_type }: Kind, json: string): string {
  return value_type === 'password' ? gateway.vault.seal(new Secret(json), place) : json;
}

/** What was kept, as JSON text again. */
export function openSettingValue(gateway: Gateway, { value_type }: Kind, kept: string): string {
  return value_type === 'password' ? gateway.vault.open(kept, place).reveal() : kept;
}

/** A value as the device log shows it; of a password it says nothing. */
export function maskLoggedValue({ value_type }: Kind, json: string | null): string | null {
  if (json === null || value_type === 'password') return null;
  const value: unknown = JSON.parse(json);
  return typeof value === 'string' ? value : json;
}

/** Settings of a device as the APIs show them, in their order. */
export async function listSettings(
  gateway: Gateway,
  device: { readonly id: number },
  parameters: readonly number[],
) {
  if (parameters.length === 0) return [];
  const query = sql<Row>`
    select * from ${relationOf(gateway.store, setting)} where parent_id = ${device.id} and parameter_id in (${sql.join(parameters)}) order by rank, parameter_id`;
  return (await query.execute(gateway.store.db)).rows.map((row) => serializeRow(setting, row));
}
