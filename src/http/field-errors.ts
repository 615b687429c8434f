import type { ErrorObject } from 'ajv';
import type { FieldErrors } from '../contract/errors.ts';
import { isRecord } from '../contract/fields.ts';
import { describeError, joinUnions } from '../contract/schema.ts';
import { nearestTo } from '../runtime/command/nearest.ts';

/** Errors of one reply: fields of an object, faulty items of a list. The rest is left out. */
export const maxReportedErrors = 20;

/** Returns the errors of a validator that is compiled with `verbose` by field, the first ones if there are many. */
export function createFieldErrors(errors: readonly ErrorObject[]): FieldErrors {
  // A map, since a field may be named `constructor` or `__proto__`.
  const fields = new Map<string, string[]>();
  for (const error of joinUnions(errors)) {
    // The keyword under the condition reports its own error.
    if (error.keyword === 'if') continue;
    const [field, text] = describe(error);
    const texts = fields.get(field);
    if (texts === undefined) fields.set(field, [text]);
    else if (!texts.includes(text)) texts.push(text);
    if (fields.size >= maxReportedErrors) break;
  }
  return Object.fromEntries(fields);
}

function describe(error: ErrorObject): [field: string, text: string] {
  const { path, keyword, expected } = describeError(error);
  const field = path === '' ? 'non_field_errors' : path;
  if (keyword === 'required') return [field, 'This field is required.'];
  if (keyword === 'additionalProperties')
    return [field, `Unknown field.${known(error, path.split('.').at(-1) ?? '')}`];
  if (keyword === 'enum') return [field, `Not a valid choice. Choices: ${expected}.`];
  return [field, `Expected ${expected}.`];
}

/** Returns the fields of the object that has the unknown one, the nearest name first. */
function known({ parentSchema }: ErrorObject, unknown: string): string {
  const properties: unknown = parentSchema?.properties;
  const names = isRecord(properties) ? Object.keys(properties) : [];
  const nearest = nearestTo(unknown, names);
  const meant = nearest === undefined ? '' : ` Did you mean ${nearest}?`;
  return names.length === 0 ? '' : `${meant} Known: ${names.join(', ')}.`;
}
