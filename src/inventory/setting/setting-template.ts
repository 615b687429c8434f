import { validateParameterValue } from '../device/parameter-value.ts';
import { valueRulesOf, type StoredParameter } from './setting.ts';

/** Pattern of the name of a variable. */
export const variableName = '[A-Za-z_][A-Za-z0-9_.-]{0,63}';
/** Matches a variable in a template. */
export const placeholder = new RegExp(`\\{\\{ ?(${variableName}) ?\\}\\}`, 'g');

/** A value that a template may name, and the variable set that it is from. */
export interface Variable {
  readonly value: string | number | boolean;
  readonly isSecret: boolean;
  readonly set: { readonly id: number; readonly name: string };
}

/** Variables of a device by name. */
export type Variables = ReadonlyMap<string, Variable>;

/** The variable set that each variable of a template is from. */
export type Origin = readonly {
  readonly variable: string;
  readonly variable_set: number;
  readonly name: string;
}[];

/** A rendered template: the value for the device, or an error. */
export type Rendering =
  { readonly value: unknown; readonly origin: Origin } | { readonly fault: string };

/**
 * Replaces the variables of a template by their values, once: braces in a value are text. The result has the type of the
 * parameter and is valid for it.
 */
export function renderTemplate(
  template: string,
  parameter: StoredParameter,
  variables: Variables,
): Rendering {
  const names = [...new Set([...template.matchAll(placeholder)].map(([, name = '']) => name))];
  const fault = firstFault(names, parameter, variables);
  if (fault !== undefined) return { fault };
  const text = template.replaceAll(placeholder, (_found, name: string) =>
    String(variables.get(name)?.value),
  );
  const value = convertText(text, parameter.value_type);
  const invalid = validateParameterValue(valueRulesOf(parameter), value);
  if (invalid !== null) {
    const shown = parameter.value_type === 'password' ? 'The value' : JSON.stringify(text);
    return { fault: `${shown} of the template ${namesIn(names)} is invalid: ${invalid}` };
  }
  const origin = names.flatMap((variable) => {
    const set = variables.get(variable)?.set;
    return set ? [{ variable, variable_set: set.id, name: set.name }] : [];
  });
  return { value, origin };
}

const namesIn = (names: readonly string[]) => names.map((name) => `{{ ${name} }}`).join(', ');

function firstFault(
  names: readonly string[],
  { value_type, variable_name }: StoredParameter,
  variables: Variables,
): string | undefined {
  const missing = names.filter((name) => !variables.has(name));
  if (missing.length > 0)
    return `No variable set of the device has ${missing.map((name) => JSON.stringify(name)).join(', ')}.`;
  const secret = names.find((name) => variables.get(name)?.isSecret === true);
  return secret === undefined || value_type === 'password'
    ? undefined
    : `The variable ${JSON.stringify(secret)} is secret, and "${variable_name}" is no password.`;
}

/** Converts a rendered text to the type of a parameter; a text that does not match stays as it is. */
function convertText(text: string, type: string): unknown {
  if (type === 'integer') return /^[+-]?\d{1,16}$/.test(text) ? Number(text) : text;
  if (type === 'float')
    return text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text;
  if (type === 'boolean') return text === 'true' || text === 'false' ? text === 'true' : text;
  return text;
}
