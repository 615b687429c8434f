import { Type, type Static, type TObject } from 'typebox';
import { isRecord } from '../../contract/fields.ts';
import { createValidator } from '../../http/request-validation.ts';
import { endpoint, type Call, type Endpoint } from '../../http/endpoint.ts';
import { filterConditions, listQuerySchema } from '../../http/list/filter.ts';
import { type Condition } from '../../http/list/list-endpoint.ts';
import { fetchOwnPage, pageSchema } from '../../http/list/page.ts';
import {
  addMissingDefaults,
  resolveChangesOf,
  type SettingChange,
  type SettingInput,
} from '../setting/setting-change.ts';
import { saveDesiredSettings } from '../setting/desired-settings.ts';
import { findParameters, setting, listSettings, type SettingItem } from '../setting/setting.ts';
import { previewChanges } from '../setting/setting-preview.ts';
import type { StoredDevice } from '../device/find-device.ts';
import { dryRunQuery, previewField } from './dry-run.ts';
import { deviceKeySchema, findParentDevice, type Addressing } from './addressing.ts';

const closed = { additionalProperties: false };

/** Arranges the fields of a setting as the API shows them: the fields of its schema, or of a row. */
function arrange<Fields extends Readonly<Record<keyof typeof setting.schema.properties, unknown>>>(
  from: Fields,
) {
  const of = <Name extends keyof Fields>(name: Name): Fields[Name] => from[name];
  return {
    key: { id: of('id'), parent_id: of('parent_id'), parameter_id: of('parameter_id') },
    parameter: {
      id: of('parameter_id'),
      name: of('name'),
      short_name: of('short_name'),
      variable_name: of('variable_name'),
      type: of('type'),
      group: of('group'),
      required: of('required'),
      read_only: of('read_only'),
      metric: of('metric'),
    },
    reported: { value: of('value'), created_at: of('created_at'), updated_at: of('updated_at') },
    desired: {
      pending: of('pending'),
      pending_value: of('pending_value'),
      error: of('error'),
      state: of('state'),
      wanted: of('wanted'),
    },
  };
}

const fields = arrange(setting.schema.properties);
const item = Type.Object({
  ...fields.key,
  parameter: Type.Object(fields.parameter),
  ...fields.reported,
  ...Type.Partial(Type.Object(fields.desired)).properties,
  command: Type.Optional(previewField),
});

/** GET, PUT and PATCH …_setting/: the desired configuration of a device, by parameter. */
export const deviceSettingEndpoints = (by: Addressing): Endpoint[] => [
  listing(by),
  writing(by, 'PUT'),
  writing(by, 'PATCH'),
];

function listing(by: Addressing): Endpoint {
  const query: TObject = Type.Object(
    {
      [by.parent]: deviceKeySchema(by),
      ...listQuerySchema(setting).properties,
      parameter_id: Type.Optional(Type.String({ maxLength: 64 })),
      pending: Type.Optional(
        Type.Boolean({ description: 'show the desired values that are pending' }),
      ),
    },
    closed,
  );
  return endpoint({
    method: 'GET',
    path: `/${by.path}_setting/`,
    summary: 'List settings of a device',
    query,
    reply: pageSchema(item),
    async handle(call) {
      const { query } = call;
      const device = await findParentDevice(query, by, call);
      const where: readonly Condition[] = [
        { column: 'parent_id', operator: '=', value: device.id },
        ...byParameter(query.parameter_id),
        ...filterConditions(setting, query),
      ];
      const found = await fetchOwnPage(setting, where, call);
      return {
        ...found,
        results: found.results.map((row) => toItem(row, query.pending === true)),
      };
    },
  });
}

/** The parameter is published as text; text that is not a number matches no parameter. */
function byParameter(id: unknown): readonly Condition[] {
  if (typeof id !== 'string') return [];
  return [
    {
      column: 'parameter_id',
      operator: '=',
      value: /^\d{1,15}$/.test(id) ? Number(id) : -1,
    },
  ];
}

function toItem(row: SettingItem, withPending: boolean): Static<typeof item> {
  const { key, parameter, reported, desired } = arrange(row);
  return { ...key, parameter, ...reported, ...(withPending && desired) };
}

const given = Type.Object(
  {
    parameter_id: Type.Optional(Type.Integer({ minimum: 1 })),
    variable_name: Type.Optional(Type.String()),
    name: Type.Optional(Type.String()),
    short_name: Type.Optional(Type.String()),
    value: Type.Unknown({ description: 'of the type of the parameter' }),
  },
  closed,
);
const settingsBody = Type.Object({ settings: Type.Array(given, { maxItems: 1000 }) }, closed);
type SettingsBody = Static<typeof settingsBody> | Static<typeof settingsBody>['settings'];
const check = createValidator(settingsBody, 'body');

function writing(by: Addressing, method: 'PUT' | 'PATCH'): Endpoint {
  return endpoint({
    method,
    path: `/${by.path}_setting/{${by.parent}}/`,
    summary: method === 'PUT' ? 'Replace all settings of a device' : 'Change settings of a device',
    params: Type.Object({ [by.parent]: deviceKeySchema(by) }),
    query: dryRunQuery,
    body: Type.Unsafe<SettingsBody>({
      ...settingsBody,
      type: ['object', 'array'],
      description: 'the object, or the bare list of `settings`',
    }),
    reply: Type.Array(item),
    handle: (call) => write(by, method, call),
  });
}

async function write(
  by: Addressing,
  method: 'PUT' | 'PATCH',
  call: Pick<Call, 'gateway' | 'caller' | 'params' | 'body' | 'query'>,
) {
  const { gateway } = call;
  const device = await findParentDevice(call.params, by, call);
  const parameters = await findParameters(gateway, device);
  const inputs = inputsOf(call.body);
  const listed = await resolveChangesOf(gateway, device, { parameters, inputs });
  const changes = method === 'PUT' ? addMissingDefaults(parameters, listed) : listed;
  return writeSettings(call, { device, listed, changes }, (row) => toItem(row, true));
}

interface SettingRequest {
  readonly device: StoredDevice;
  /** Changes that the body lists. */
  readonly listed: readonly SettingChange[];
  /** All changes. */
  readonly changes: readonly SettingChange[];
}

/** Stores desired values, or with `dry_run` only the commands are shown. @returns the settings that are listed or changed */
export async function writeSettings<Shown extends object>(
  { gateway, caller, query }: Pick<Call, 'gateway' | 'caller' | 'query'>,
  { device, listed, changes }: SettingRequest,
  show: (row: SettingItem) => Shown,
) {
  const previews = previewChanges(gateway, device, changes);
  if (query.dry_run === true)
    return (await listSettings(gateway, device, [...previews.keys()])).map((row) => ({
      ...show(row),
      command: previews.get(row.parameter_id) ?? null,
    }));
  const changed = await saveDesiredSettings(gateway, { device, changes, user: caller.user });
  const affected = new Set([...listed.map(({ parameter }) => parameter.id), ...changed]);
  return (await listSettings(gateway, device, [...affected])).map(show);
}

/** Fields that a list shows next to the value of a setting: a client may send them back. */
const shownOnly: readonly string[] = Object.keys(item.properties).filter(
  (field) => !(field in given.properties),
);

function withoutReadOnly(setting: unknown): unknown {
  return isRecord(setting)
    ? Object.fromEntries(Object.entries(setting).filter(([field]) => !shownOnly.includes(field)))
    : setting;
}

function inputsOf(body: unknown): SettingInput[] {
  const bareList: readonly unknown[] | null = Array.isArray(body) ? body : null;
  const { settings } = check(bareList ? { settings: bareList.map(withoutReadOnly) } : body);
  return settings.map((one, index) => ({
    ...one,
    mayBeTemplate: true,
    errorPath: `settings.${index}`,
  }));
}
