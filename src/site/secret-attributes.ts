import { isSecretAttribute } from '../contract/attribute-dictionary.ts';
import { isRecord } from '../contract/fields.ts';

/* RADIUS attributes such as Tunnel-Password, whose values a site file gives as references and no output shows. */

/** Returns a field with the values of secret attributes replaced, except empty ones. */
export function mapSecretValues(
  field: unknown,
  replace: (value: unknown, attribute: string) => unknown,
): unknown {
  if (Array.isArray(field)) return field.map((entry: unknown) => mapSecretValues(entry, replace));
  if (!isRecord(field)) return field;
  const { attribute, value } = field;
  if (typeof attribute !== 'string')
    return Object.fromEntries(
      Object.entries(field).map(([name, inner]) => [name, mapSecretValues(inner, replace)]),
    );
  const isSecret = isSecretAttribute(attribute) && value !== undefined && value !== '';
  return isSecret ? { ...field, value: replace(value, attribute) } : field;
}
