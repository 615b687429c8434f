import { Type, type TObject } from 'typebox';
import { keysOf } from '../../contract/fields.ts';
import { createValidator } from '../../http/request-validation.ts';
import { endpoint, type Endpoint } from '../../http/endpoint.ts';
import { type Condition } from '../../http/list/list-endpoint.ts';
import { fetchOwnPage, pageSchema } from '../../http/list/page.ts';
import { pagingParameters } from '../../http/list/filter.ts';
import { refreshSettings } from '../refresh.ts';
import { resolveChangesOf, type SettingInput } from '../setting/setting-change.ts';
import {
  findParameters,
  setting,
  type SettingItem,
  type StoredParameter,
} from '../setting/setting.ts';
import { writeSettings } from './device-setting.ts';
import { dryRunQuery, previewField } from './dry-run.ts';
import { deviceKeySchema, findParentDevice, type Addressing } from './addressing.ts';

const closed = { additionalProperties: false };

const names = ['variable_name', 'name', 'short_name', 'value'] as const;
const reports = {
  pending: ['pending', 'pending_value', 'state', 'wanted'],
  extra: [
    'id',
    'type',
    'group',
    'required',
    'read_only',
    'metric',
    'unit',
    'description',
    'template',
    'origin',
  ],
  dates: ['created_at', 'updated_at', 'applied_at'],
} as const;

const item: TObject = Type.Object({
  ...Type.Pick(setting.schema, names).properties,
  ...Type.Partial(Type.Pick(setting.schema, Object.values(reports).flat())).properties,
  command: Type.Optional(previewField),
});

const lists = {
  parameter__variable_name: 'variable_name',
  parameter__name: 'name',
  parameter__short_name: 'short_name',
} as const;

const flag = (description: string) => Type.Optional(Type.Boolean({ description }));
const list = Type.Optional(
  Type.String({ maxLength: 4000, description: 'one name, or several separated by commas' }),
);

const switches = {
  parameter__variable_name: list,
  parameter__name: list,
  parameter__short_name: list,
  wildcard: flag('true: * in these names matches any text'),
  force_update: flag('read the device first'),
  pending: flag('show the desired values that are pending'),
  extra: flag('show the fields of the parameters'),
  dates: flag('show the times of the values'),
};

/** GET and PUT …_variables/: the settings as names and values. */
export const deviceVariablesEndpoints = (by: Addressing): Endpoint[] => [listing(by), writing(by)];

function listing(by: Addressing): Endpoint {
  const query: TObject = Type.Object(
    { [by.parent]: deviceKeySchema(by), ...pagingParameters.offset, ...switches },
    closed,
  );
  return endpoint({
    method: 'GET',
    path: `/${by.path}_variables/`,
    summary: 'List variables of a device',
    query,
    reply: pageSchema(item),
    async handle(call) {
      const { gateway, query } = call;
      const device = await findParentDevice(query, by, call);
      if (query.force_update === true) await refreshSettings(gateway, device);
      const ids = (await findParameters(gateway, device))
        .filter((parameter) => matchesLists(parameter, query))
        .map(({ id }) => id);
      const where: readonly Condition[] = [
        { column: 'parent_id', operator: '=', value: device.id },
        { column: 'parameter_id', operator: 'in', value: ids.length > 0 ? ids : [-1] },
      ];
      const found = await fetchOwnPage(setting, where, call);
      return { ...found, results: found.results.map((row) => toItem(row, query)) };
    },
  });
}

type Query = Readonly<Record<string, unknown>>;

/** True if a parameter matches a name in every list that the query has. */
function matchesLists(parameter: StoredParameter, query: Query): boolean {
  return Object.entries(lists).every(([name, column]) => {
    const text = query[name];
    const parts = typeof text === 'string' ? text.split(',').filter(Boolean) : [];
    const fits = (part: string) =>
      query.wildcard === true
        ? matchesWildcard(part, parameter[column])
        : part === parameter[column];
    return parts.length === 0 || parts.some(fits);
  });
}

/** True if a text matches a pattern; `*` matches any text, also an empty one. */
export function matchesWildcard(pattern: string, text: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop();
  if (last === undefined) return text === pattern;
  if (!text.startsWith(first)) return false;
  let from = first.length;
  for (const part of rest) {
    const at = text.indexOf(part, from);
    if (at === -1) return false;
    from = at + part.length;
  }
  return text.length - last.length >= from && text.endsWith(last);
}

function toItem(row: SettingItem, query: Query) {
  const chosen = keysOf(reports).filter((report) => query[report] === true);
  const fields: readonly (keyof SettingItem)[] = [
    ...names,
    ...chosen.flatMap((report) => reports[report]),
  ];
  return Object.fromEntries(fields.map((field) => [field, row[field]]));
}

const given = Type.Object(
  { variable_name: Type.String({ minLength: 1 }), value: Type.Unknown() },
  closed,
);
const check = createValidator(
  Type.Object({ variables: Type.Array(given, { maxItems: 1000 }) }, closed),
  'body',
);

function writing(by: Addressing): Endpoint {
  return endpoint({
    method: 'PUT',
    path: `/${by.path}_variables/{${by.parent}}/`,
    summary: 'Set variables of a device',
    params: Type.Object({ [by.parent]: deviceKeySchema(by) }),
    query: dryRunQuery,
    body: Type.Unsafe<Query>({
      type: 'object',
      properties: { variables: Type.Array(given) },
      description:
        '`variables`, or an object of variable names and values; variables that are not listed stay unchanged',
    }),
    reply: Type.Array(item),
    async handle(call) {
      const { gateway } = call;
      const device = await findParentDevice(call.params, by, call);
      const parameters = await findParameters(gateway, device);
      const inputs = inputsOf(call.body);
      const changes = await resolveChangesOf(gateway, device, { parameters, inputs });
      return writeSettings(call, { device, listed: changes, changes }, (row) =>
        toItem(row, { pending: true }),
      );
    },
  });
}

function inputsOf(body: Query): SettingInput[] {
  if (!Array.isArray(body.variables))
    return Object.entries(body).map(([variable_name, value]) => ({
      variable_name,
      value,
      mayBeTemplate: true,
      errorPath: variable_name,
    }));
  return check(body).variables.map((one, index) => ({
    ...one,
    mayBeTemplate: true,
    errorPath: `variables.${index}`,
  }));
}
