import { Fault } from '../../contract/errors.ts';
import { keysOf } from '../../contract/fields.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { validateParameterValue } from '../device/parameter-value.ts';
import { renderChanges } from './rendered-settings.ts';
import { placeholder, type Origin } from './setting-template.ts';
import { valueRulesOf, type StoredParameter } from './setting.ts';
import type { DevicePlace } from './variable-lookup.ts';

/** A change in a request body: one key of a parameter and the desired value. */
export interface SettingInput {
  readonly parameter_id?: number;
  readonly variable_name?: string;
  readonly name?: string;
  readonly short_name?: string;
  readonly value?: unknown;
  /** True: a value that names variables is rendered before it is checked. */
  readonly mayBeTemplate?: boolean;
  /** Path in the request body, for error messages. */
  readonly errorPath: string;
  /** The field of the body that names the parameter; absent: the one of the same name. */
  readonly nameField?: string;
}

export interface SettingChange {
  readonly parameter: StoredParameter;
  readonly value: unknown;
  /** True: the value is a template that is not rendered yet. */
  readonly isTemplate: boolean;
  /** The template that the value was rendered from. */
  readonly template?: { readonly text: string; readonly origin: Origin };
  /** Path in the request body; the variable for a value that the body does not have. */
  readonly errorPath: string;
}

const columns = {
  parameter_id: 'id',
  variable_name: 'variable_name',
  name: 'name',
  short_name: 'short_name',
} as const;
const parameterKeys = keysOf(columns);

/**
 * Resolves changes to the parameters of a device's type, and renders the templates among them.
 *
 * @throws Fault `invalid` as `resolveSettingChanges` and `renderChanges`
 */
export async function resolveChangesOf(
  gateway: Gateway,
  device: DevicePlace,
  by: { readonly parameters: readonly StoredParameter[]; readonly inputs: readonly SettingInput[] },
): Promise<readonly SettingChange[]> {
  const changes = resolveSettingChanges(by.parameters, by.inputs);
  return changes.some(({ isTemplate }) => isTemplate)
    ? renderChanges(gateway, device, changes)
    : changes;
}

/**
 * Resolves changes to the parameters of a device's type.
 *
 * @throws Fault `invalid` with all errors, each under the path of its change
 */
export function resolveSettingChanges(
  parameters: readonly StoredParameter[],
  inputs: readonly SettingInput[],
): SettingChange[] {
  const errors: Record<string, string[]> = {};
  const seen = new Set<number>();
  const changes = inputs.flatMap((input) => {
    const found = findParameter(parameters, input);
    const isTemplate = input.mayBeTemplate === true && namesVariables(input.value);
    const error =
      'field' in found ? found : checkChange(found, { value: input.value, isTemplate }, seen);
    if (error) errors[[input.errorPath, error.field].filter(Boolean).join('.')] = [error.text];
    if ('field' in found) return [];
    seen.add(found.id);
    return [{ parameter: found, value: input.value, isTemplate, errorPath: input.errorPath }];
  });
  if (Object.keys(errors).length > 0)
    throw new Fault('invalid', 'invalid settings', { fields: errors });
  return changes;
}

/** True if a value names variables: `{{ name }}` with at most one space inside the braces. */
function namesVariables(value: unknown): boolean {
  return typeof value === 'string' && value.search(placeholder) !== -1;
}

interface ChangeError {
  readonly field: string;
  readonly text: string;
}

function findParameter(
  parameters: readonly StoredParameter[],
  input: SettingInput,
): StoredParameter | ChangeError {
  const [key, ...others] = parameterKeys.filter((candidate) => input[candidate] !== undefined);
  if (key === undefined || others.length > 0)
    return { field: '', text: `Name a parameter by one of: ${parameterKeys.join(', ')}.` };
  const [found, ...more] = parameters.filter((parameter) => parameter[columns[key]] === input[key]);
  const shown = JSON.stringify(input[key]);
  const field = input.nameField ?? key;
  if (!found) return { field, text: `The device's type has no parameter ${shown}.` };
  if (more.length === 0) return found;
  const ids = [found, ...more].map(({ id }) => id).join(', ');
  return { field, text: `${shown} matches several parameters: parameter_id ${ids}.` };
}

function checkChange(
  parameter: StoredParameter,
  { value, isTemplate }: Pick<SettingChange, 'value' | 'isTemplate'>,
  seen: ReadonlySet<number>,
): ChangeError | null {
  if (parameter.writable !== 1)
    return { field: '', text: `Parameter "${parameter.variable_name}" is read-only.` };
  if (seen.has(parameter.id))
    return { field: '', text: `Parameter "${parameter.variable_name}" is given twice.` };
  if (value === undefined) return { field: 'value', text: 'This field is required.' };
  if (isTemplate) return null;
  const text = validateParameterValue(valueRulesOf(parameter), value);
  return text === null ? null : { field: 'value', text };
}

/**
 * Completes a list of changes that replaces all settings: every other writable parameter returns to its default.
 *
 * @throws Fault `invalid` if a required parameter has neither a value nor a default
 */
export function addMissingDefaults(
  parameters: readonly StoredParameter[],
  changes: readonly SettingChange[],
): SettingChange[] {
  const given = new Set(changes.map(({ parameter }) => parameter.id));
  const others = parameters.filter(({ id, writable }) => writable === 1 && !given.has(id));
  const missing = others.filter(
    ({ required, default_value }) => required === 1 && default_value === null,
  );
  if (missing.length > 0) {
    const texts = missing.map(
      ({ variable_name }) => `"${variable_name}" is required and has no default.`,
    );
    throw new Fault('invalid', 'missing settings', { fields: { settings: texts } });
  }
  return [
    ...changes,
    ...others.map((parameter) => ({
      parameter,
      value: parseDefaultValue(parameter),
      isTemplate: false,
      errorPath: parameter.variable_name,
    })),
  ];
}

export function parseDefaultValue({ default_value }: StoredParameter): unknown {
  return default_value === null ? null : JSON.parse(default_value);
}
