import type { Updateable } from 'kysely';
import { Fault } from '../../contract/errors.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { compileStatement, parseJsonColumn, type Statement } from '../../store/store.ts';
import type { Tables } from '../../contract/tables.ts';
import { cancelPendingLogEntries, insertDeviceLogEntry } from '../transaction/device-log.ts';
import type { StoredDevice } from '../device/find-device.ts';
import type { SettingChange } from './setting-change.ts';
import {
  maskLoggedValue,
  openSettingValue,
  sealSettingValue,
  type StoredParameter,
  type StoredSetting,
} from './setting.ts';
import { renderTemplate, type Rendering } from './setting-template.ts';
import { findVariables, type DevicePlace } from './variable-lookup.ts';

/**
 * Renders the templates among changes by the variables of the device.
 *
 * @throws Fault `invalid` with all variables that are missing, and values that are invalid, each under its path
 */
export async function renderChanges(
  gateway: Gateway,
  device: DevicePlace,
  changes: readonly SettingChange[],
): Promise<SettingChange[]> {
  const variables = (await findVariables(gateway, [device])).get(device.id) ?? new Map();
  const errors: Record<string, string[]> = {};
  const rendered = changes.map((change): SettingChange => {
    const { value: template, parameter, errorPath } = change;
    if (!change.isTemplate || typeof template !== 'string') return change;
    const rendering = renderTemplate(template, parameter, variables);
    if ('fault' in rendering) {
      errors[`${errorPath}.value`] = [rendering.fault];
      return change;
    }
    const { value, origin } = rendering;
    return { ...change, value, isTemplate: false, template: { text: template, origin } };
  });
  if (Object.keys(errors).length > 0)
    throw new Fault('invalid', 'invalid settings', { fields: errors });
  return rendered;
}

type Place = DevicePlace & Pick<StoredDevice, 'ip_address'>;

interface TemplateSetting {
  readonly setting: StoredSetting & { readonly template: string };
  readonly parameter: StoredParameter;
}

/** Statements that let the settings of a device follow its variables, and whether one is pending then. */
export interface Following {
  readonly device: Place;
  readonly statements: readonly Statement[];
  readonly isPending: boolean;
}

/** Renders the templates of devices again. @returns the devices with a changed setting */
export async function followVariables(
  gateway: Gateway,
  devices: readonly Place[],
): Promise<readonly Following[]> {
  const templates = await readTemplates(gateway, devices);
  const affected = devices.filter(({ id }) => templates.has(id));
  if (affected.length === 0) return [];
  const variables = await findVariables(gateway, affected);
  return affected.flatMap((device) => {
    const steps = (templates.get(device.id) ?? []).flatMap((found) => {
      const template = parseJsonColumn<string>(
        openSettingValue(gateway, found.parameter, found.setting.template),
      );
      const rendering = renderTemplate(
        template,
        found.parameter,
        variables.get(device.id) ?? new Map(),
      );
      return stepOf(gateway, { device, found, rendering });
    });
    if (steps.length === 0) return [];
    const isPending = steps.some((step) => step.isPending);
    return [{ device, statements: steps.flatMap(({ statements }) => statements), isPending }];
  });
}

async function readTemplates(
  { store }: Gateway,
  devices: readonly Place[],
): Promise<ReadonlyMap<number, readonly TemplateSetting[]>> {
  const ids = devices.map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const settings = await store.db
    .selectFrom('inventory_setting')
    .selectAll()
    .where('device', 'in', ids)
    .where('template', 'is not', null)
    .orderBy('id')
    .execute();
  if (settings.length === 0) return new Map();
  const parameterIds = [...new Set(settings.map(({ parameter }) => parameter))];
  const parameters = await store.db
    .selectFrom('inventory_parameter')
    .selectAll()
    .where('id', 'in', parameterIds)
    .execute();
  const byId = new Map(parameters.map((parameter) => [parameter.id, parameter]));
  const found = new Map<number, TemplateSetting[]>();
  for (const setting of settings) {
    const parameter = byId.get(setting.parameter);
    const { template, device } = setting;
    if (!parameter || template === null) continue;
    found.set(device, [
      ...(found.get(device) ?? []),
      { setting: { ...setting, template }, parameter },
    ]);
  }
  return found;
}

interface Rendered {
  readonly device: Place;
  readonly found: TemplateSetting;
  readonly rendering: Rendering;
}

type Step = Pick<Following, 'statements' | 'isPending'>;

/** Returns the changes of a setting; empty if it has the rendered value already. */
function stepOf(gateway: Gateway, rendered: Rendered): readonly Step[] {
  const { rendering, found } = rendered;
  if ('fault' in rendering) return failureOf(gateway, rendered, rendering.fault);
  const { setting, parameter } = found;
  const json = JSON.stringify(rendering.value);
  const origin = JSON.stringify(rendering.origin);
  const open = (value: string | null) =>
    value === null ? null : openSettingValue(gateway, parameter, value);
  const desired = open(setting.desired);
  if (desired === json)
    return setting.origin === origin
      ? []
      : [{ statements: [update(gateway, setting, { origin })], isPending: false }];
  const isPending = open(setting.value) !== json;
  const at = gateway.now().getTime();
  const values = {
    desired: sealSettingValue(gateway, parameter, json),
    origin,
    state: isPending ? 'pending' : 'applied',
    applied_at: isPending ? null : at,
    error_code: null,
    error_message: null,
  };
  const entry = {
    action: 'set',
    old_value: maskLoggedValue(parameter, desired),
    value: maskLoggedValue(parameter, json),
    is_pending: isPending ? 1 : 0,
    is_applied: isPending ? 0 : 1,
    applied_at: values.applied_at,
  } as const;
  return [{ statements: changeOf(gateway, rendered, { values, entry }), isPending }];
}

function failureOf(gateway: Gateway, rendered: Rendered, fault: string): readonly Step[] {
  const { setting, parameter } = rendered.found;
  const error_message = `${parameter.variable_name}: ${fault}`;
  if (setting.state === 'failed' && setting.error_message === error_message) return [];
  const failure = { error_code: 'invalid', error_message };
  const values = { desired: null, origin: null, state: 'failed', applied_at: null, ...failure };
  const entry = { action: 'set', value: null, ...failure } as const;
  return [{ statements: changeOf(gateway, rendered, { values, entry }), isPending: false }];
}

type Entry = Parameters<typeof insertDeviceLogEntry>[2];

function changeOf(
  gateway: Gateway,
  { device, found: { setting, parameter } }: Rendered,
  { values, entry }: { readonly values: Update; readonly entry: Entry },
): readonly Statement[] {
  const { id, variable_name } = parameter;
  return [
    cancelPendingLogEntries(gateway, device, [parameter]),
    update(gateway, setting, { ...values, updated_at: gateway.now().getTime() }),
    insertDeviceLogEntry(gateway, device, { ...entry, variable_name, parameter: id }),
  ];
}

type Update = Updateable<Tables['inventory_setting']>;

/** Updates a setting unless its template has changed since it was rendered. */
function update({ store }: Gateway, { id, template }: TemplateSetting['setting'], values: Update) {
  return compileStatement(
    store.db
      .updateTable('inventory_setting')
      .set(values)
      .where('id', '=', id)
      .where('template', '=', template),
  );
}
