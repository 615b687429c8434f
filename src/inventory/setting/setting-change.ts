import { Fault } from '../../errors.ts';
import { validateParameterValue } from '../device/parameter-value.ts';
import type { StoredParameter } from './setting.ts';
import { parseJsonColumn } from '../../store/store.ts';

/** A change as a caller gives it: one way of naming a parameter, and the wanted value. */
export interface SettingInput {
  readonly parameter_id?: number;
  readonly variable_name?: string;
  readonly name?: string;
  readonly short_name?: string;
  readonly value?: unknown;
  /** Where it stands in what the caller sent, for the words that it is refused with. */
  readonly errorPath: string;
}

export interface SettingChange {
  readonly parameter: StoredParameter;
  readonly value: unknown;
}

const columns = {
  parameter_id: 'id',
  variable_name: 'variable_name',
  name: 'name',
  short_name: 'short_name',
} as const;
type Naming = keyof typeof columns;
const namings: readonly Naming[] = ['parameter_id', 'variable_name', 'name', 'short_name'];

/**
 * Matches what was given with the parameters of a device's type.
 *
 * @throws Fault `invalid` with everything that is wrong, each under its place
 */
export function resolveSettingChanges(
  parameters: readonly StoredParameter[],
  given: readonly SettingInput[],
): SettingChange[] {
  const errors: Record<string, string[]> = {};
  const seen = new Set<number>();
  const changes = given.flatMap((one) => {
    const found = named(parameters, one);
    const wrong = 'field' in found ? found : wrongChange(found, one, seen);
    if (wrong) errors[[one.errorPath, wrong.field].filter(Boolean).join('.')] = [wrong.text];
    if ('field' in found) return [];
    seen.add(found.id);
    return [{ parameter: found, value: one.value }];
  });
  if (Object.keys(errors).length > 0)
    throw new Fault('invalid', 'settings that cannot be', { fields: errors });
  return changes;
}

interface Wrong {
  readonly field: string;
  readonly text: string;
}

function named(
  parameters: readonly StoredParameter[],
  given: SettingInput,
): StoredParameter | Wrong {
  const [naming, ...others] = namings.filter((naming) => given[naming] !== undefined);
  if (naming === undefined || others.length > 0)
    return { field: '', text: `Name a parameter by one of: ${namings.join(', ')}.` };
  const [found, ...more] = parameters.filter(
    (parameter) => parameter[columns[naming]] === given[naming],
  );
  const shown = JSON.stringify(given[naming]);
  if (!found) return { field: naming, text: `The device's type has no parameter ${shown}.` };
  if (more.length === 0) return found;
  const ids = [found, ...more].map(({ id }) => id).join(', ');
  return { field: naming, text: `${shown} fits several parameters: parameter_id ${ids}.` };
}

function wrongChange(
  parameter: StoredParameter,
  { value }: SettingInput,
  seen: ReadonlySet<number>,
): Wrong | null {
  if (parameter.writable !== 1)
    return { field: '', text: `Parameter "${parameter.variable_name}" is read-only.` };
  if (seen.has(parameter.id))
    return { field: '', text: `Parameter "${parameter.variable_name}" stands here twice.` };
  if (value === undefined) return { field: 'value', text: 'This field is required.' };
  const text = validateParameterValue(valueRulesOf(parameter), value);
  return text === null ? null : { field: 'value', text };
}

export function valueRulesOf({ value_type, required, options }: StoredParameter) {
  return {
    type: value_type,
    required: required === 1,
    options:
      options === null ? null : parseJsonColumn<readonly { readonly value: string }[]>(options),
  };
}

/**
 * The changes that make a list of settings the whole of what is wanted: every other one that may be set returns to its
 * default.
 *
 * @throws Fault `invalid` where a required one has neither
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
    throw new Fault('invalid', 'settings are missing', { fields: { settings: texts } });
  }
  return [
    ...changes,
    ...others.map((parameter) => ({ parameter, value: parseDefaultValue(parameter) })),
  ];
}

export function parseDefaultValue({ default_value }: StoredParameter): unknown {
  return default_value === null ? null : JSON.parse(default_value);
}
