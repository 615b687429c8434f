import { sql, type Selectable } from 'kysely';
import { Type, type Static } from 'typebox';
import { nullable, text, dateTime, id } from '../../contract/fields.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { resource, readOnlyResource } from '../../contract/resource.ts';
import { Secret } from '../../contract/secret.ts';
import type { AcceptedValues } from '../../device-type/accepted-values.ts';
import { anyJson, isMetricParameter, parameterRank } from '../device/parameter.ts';
import { relationOf } from '../../store/query/relation.ts';
import { serializeRow, type Row } from '../../store/query/row-serialization.ts';
import { parseJsonColumn } from '../../store/store.ts';
import type { TableOf, Tables } from '../../contract/tables.ts';

/** States of a setting as the APIs show them. */
const settingStates = ['unknown', 'synced', 'pending', 'failed', 'drifted'] as const;

/** A parameter of a device with its reported and its desired value. The APIs show it as a setting and as a variable. */
export const setting = resource({
  name: 'inventory_setting',
  // Every parameter of a device's type, with the stored setting if there is one. Sealed values stay in the table.
  relation: () => `
    select s.id, d.id as parent_id, d.organization, p.id as parameter_id, p.name, p.short_name, p.variable_name,
      p.value_type as type, p."group", p.required, 1 - p.writable as read_only, ${isMetricParameter} as metric,
      coalesce(p.target_unit, p.unit) as unit, p.description, ${parameterRank} as rank,
      case when p.value_type <> 'password' then s.value end as value,
      case when s.state = 'pending' then 1 else 0 end as pending,
      case when s.state = 'pending' and p.value_type <> 'password' then s.desired end as pending_value,
      case when s.state = 'failed' then s.error_message end as error,
      case when s.state in ('pending', 'failed', 'drifted') then s.state
        when s.value is null then 'unknown' else 'synced' end as state,
      case when p.value_type <> 'password' then s.desired end as wanted,
      case when p.value_type <> 'password' then s.template end as template, s.origin,
      s.created_at, s.updated_at, s.applied_at
    from inventory_device d join inventory_parameter p on p.type = d.type
      left join inventory_setting s on s.device = d.id and s.parameter = p.id`,
  title: 'a setting',
  plural: 'settings',
  schema: Type.Object({
    id: nullable(Type.Integer({ description: 'null: no value is stored yet' })),
    parent_id: Type.Integer(),
    parameter_id: Type.Integer(),
    name: text(),
    short_name: text(),
    variable_name: text(),
    type: text(),
    group: nullable(Type.Integer()),
    required: Type.Boolean(),
    read_only: Type.Boolean({
      description: 'true: the value is read from the device and cannot be set',
    }),
    metric: Type.Boolean(),
    unit: nullable(text()),
    description: text(),
    value: anyJson('value that the device last reported; null for a password'),
    pending: Type.Boolean({ description: 'true: the device has not applied the last change yet' }),
    pending_value: anyJson('desired value'),
    error: nullable(
      text({ 'x-extension': true, description: 'why the device did not apply the last change' }),
    ),
    state: Type.Enum([...settingStates], {
      description:
        'unknown: not read yet; synced: the device reports the desired value, or no value is desired; pending: not written yet; failed: not written, see `error`; drifted: the device has changed the value',
      'x-extension': true,
    }),
    wanted: Type.Unsafe<unknown>({
      ...anyJson('desired value, whatever its state; null for a password, or if no value was set'),
      'x-extension': true,
    }),
    template: Type.Unsafe<unknown>({
      ...anyJson(
        'text with variables, `{{ name }}`, that the desired value was rendered from; null for a password, or for a value without variables',
      ),
      'x-extension': true,
    }),
    origin: nullable(
      Type.Array(
        Type.Object({
          variable: Type.String(),
          variable_set: Type.Integer(),
          name: Type.String({ description: 'the name of the variable set' }),
        }),
        {
          'x-extension': true,
          description: 'the variable set that each variable of the template is from',
        },
      ),
    ),
    created_at: nullable(dateTime()),
    updated_at: nullable(dateTime()),
    applied_at: nullable(
      dateTime({ description: 'when the device was found to have the last change' }),
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
    'state',
    'wanted',
    'template',
  ],
  columns: {
    id: id(),
    device: Type.Integer(),
    parameter: Type.Integer(),
    /** The desired value, stored like `value`; null: no desired value. */
    desired: anyJson(''),
    /** The template that `desired` was rendered from, stored like it; null: no template. */
    template: anyJson(''),
    /** `pending`, `applied`, `failed` or `drifted`: whether the device has the desired value. */
    state: nullable(text()),
    error_code: nullable(text()),
    error_message: nullable(text()),
    created_at: dateTime(),
    updated_at: dateTime(),
  },
  order: { column: 'rank', direction: 'asc' },
  paging: 'offset',
});

/** A setting as the APIs show it. */
export type SettingItem = Static<typeof setting.schema>;

declare module '../../contract/tables.ts' {
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

/** @returns the stored settings of a device, by id of the parameter */
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

/** Returns the ids of those devices that have pending settings. */
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

type ValueType = Pick<StoredParameter, 'value_type'>;
/** Columns whose values are sealed if the parameter is a password, and the place that they are bound to. */
export const sealedSettingColumns = ['value', 'desired', 'template'] as const;
export const settingSealPlace = 'inventory_setting.value';

export function valueRulesOf({ value_type, required, options, accepts }: StoredParameter) {
  return {
    type: value_type,
    required: required === 1,
    options:
      options === null ? null : parseJsonColumn<readonly { readonly value: string }[]>(options),
    accepts: accepts === null ? null : parseJsonColumn<AcceptedValues>(accepts),
  };
}

/** Returns JSON text for the store: sealed if the parameter is a password. */
export function sealSettingValue(
  gateway: Gateway,
  { value_type }: ValueType,
  json: string,
): string {
  return value_type === 'password' ? gateway.vault.seal(new Secret(json), settingSealPlace) : json;
}

/** Returns the JSON text of a stored value. */
export function openSettingValue(
  gateway: Gateway,
  { value_type }: ValueType,
  stored: string,
): string {
  return value_type === 'password' ? gateway.vault.open(stored, settingSealPlace).reveal() : stored;
}

/** Returns a value for the device log; null for a password. */
export function maskLoggedValue({ value_type }: ValueType, json: string | null): string | null {
  if (json === null || value_type === 'password') return null;
  const value: unknown = JSON.parse(json);
  return typeof value === 'string' ? value : json;
}

/** Returns settings of a device in the form and order of the APIs. */
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
